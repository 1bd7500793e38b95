"""Advice in the terminal: what can still be played, and the way there, edit by edit."""

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from hypothesis import given

from manipulation_rummy import Draft, GameState, Phase, Table
from manipulation_rummy.cli.advising import way
from manipulation_rummy.cli.editing import edited
from tests.strategies import Step, games, plays_of


def after(draft: Draft, lines: tuple[str, ...]) -> Draft:
    """Return what lies there after these lines were typed."""
    for line in lines:
        name, _, rest = line.partition(" ")
        draft = draft.reset() if name == "reset" else edited(draft, name, rest)
    return draft


def to_meld(hand: str, table: str) -> Draft:
    """Return the draft of a turn in which one may meld."""
    return Draft.of(GameState.setup([hand, "2S", "3S"], table=table, phase=Phase.MELD))


@given(games())
def test_way(steps: tuple[Step, ...]) -> None:
    """What one is told to type leads to the play, from the table and from what is laid out."""
    for step, play in plays_of(steps):
        draft = Draft.of(step.before)
        begun = draft.place(draft.hand[:1])
        for start in (draft, begun):
            assert play == after(start, way(start, play.table)).commit()


@pytest.mark.parametrize(
    ("hand", "old", "new", "expected"),
    [
        ("7H 7D KC", "4S 5S 6S 7S", "4S 5S 6S | 7S 7H 7D", ("split 7S 1", "put 7H 7D 2")),
        ("TS KC", "7S 8S 9S | JS QS KS", "7S 8S 9S TS JS QS KS", ("join 2 1", "put TS 1")),
        (
            "8S 2H 3H KC",
            "7S *=8S 9S",
            "7S 8S 9S | 2H 3H *=4H",
            ("put 2H 3H", "swap 8S 1", "put *=4H 2"),
        ),
        (
            "7S 8S JD JC KC",
            "5S 6S *=7S | 9S TS JS QS",
            "5S 6S 7S 8S 9S TS JS QS | *=JS JD JC",
            ("move 5S 6S 1 2", "put 7S 8S 2", "declare JS 1 7S", "put JD JC 1"),
        ),
        (
            "8H 2S 2H KC",
            "8S *=8H 8D 8C",
            "8S 8H 8D 8C | 2S 2H *=2D",
            ("put 2S 2H", "swap 8H 1", "put *=2D 2"),
        ),
    ],
)
def test_ways(hand: str, old: str, new: str, expected: tuple[str, ...]) -> None:
    """Each kind of step has its words."""
    assert expected == way(to_meld(hand, old), Table.parse(new))


def test_way_with_another_joker() -> None:
    """If a joker of the hand is to stand for another card after all, one begins anew."""
    draft = to_meld("8H 8D * KC", "").place("8H 8D *=8C")
    assert ("reset", "put *=8S 8H 8D") == way(draft, Table.parse("*=8S 8H 8D"))
