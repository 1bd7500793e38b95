"""The moves: values that hold what they need."""

from __future__ import annotations

import pickle

import attrs
import pytest

from manipulation_rummy import (
    Card,
    Deal,
    Draw,
    EndTurn,
    InvalidMeld,
    Knock,
    NotationError,
    Play,
    RummyError,
    Table,
    pack,
    parse_cards,
)

MOVES = (Deal(pack(2)), Draw(), Play("7S 8S 9S"), Knock(), EndTurn())


def test_moves_are_values() -> None:
    """Equal moves are equal, of one hash, and come out of a pickle; others differ."""
    for move in MOVES:
        again = pickle.loads(pickle.dumps(move))
        assert (move, hash(move)) == (again, hash(again))
    assert 5 == len(set(MOVES) | {Draw(), Knock(), EndTurn(), Deal(list(pack(2)))})


class TestDeals:
    def test_a_deal_holds_its_deck_in_order(self) -> None:
        """Text and any iterable of cards are taken."""
        cards = parse_cards("9S 8S *")
        assert cards == Deal("9S 8S *").deck == Deal(iter(cards)).deck

    def test_an_impossible_deck_can_be_held_and_is_judged_later(self) -> None:
        """Even no cards at all; but not more than there are anywhere."""
        assert () == Deal("").deck
        with pytest.raises(RummyError, match="deck: more than 216 cards"):
            Deal([Card.parse("8S")] * 217)

    def test_a_deck_is_made_of_cards(self) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="deck must be text or an iterable of cards, not int"):
            Deal(5)  # type: ignore[arg-type]
        with pytest.raises(NotationError):
            Deal("8X")


class TestPlays:
    @pytest.mark.parametrize("table", ["9S 8S 7S", ["7S 8S 9S"], Table.parse("7S 8S 9S")], ids=repr)
    def test_a_play_always_holds_a_table(self, table: Table) -> None:
        """Also when it is given as text or heaps."""
        assert Table.parse("7S 8S 9S") == Play(table).table
        assert isinstance(Play(table).table, Table)

    def test_heaps_that_are_no_melds_are_refused(self) -> None:
        """With every fault."""
        with pytest.raises(InvalidMeld) as caught:
            Play("7S 8S | KH KD")
        assert 2 == len(caught.value.violation.faults)

    def test_a_play_is_made_of_a_table(self) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="table must be"):
            Play(None)  # type: ignore[arg-type]

    def test_evolving_checks_again(self) -> None:
        """A play with another table is a legal value too."""
        with pytest.raises(InvalidMeld):
            attrs.evolve(Play("7S 8S 9S"), table="7S 8S")
