"""The numbers and switches of the game."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from manipulation_rummy import JOKER, Card, Joker, Rules, RulesError

PUBLISHED = {
    "hand_size": 10,
    "knock_limit": 5,
    "undercut_bonus": 10,
    "going_out_bonus": 25,
    "target": 150,
    "game_bonus": 100,
    "round_bonus": 25,
    "joker_points": 25,
    "face_points": 10,
    "ace_points": 1,
    "extra_draws": "compulsory",
    "knock_in_last_lap": False,
    "going_out_ends_last_lap": False,
    "undercut_without_knock": False,
    "round_bonus_for": "others",
}
LEAST = {
    "hand_size": 1,
    "knock_limit": 0,
    "undercut_bonus": 0,
    "going_out_bonus": 0,
    "target": 1,
    "game_bonus": 0,
    "round_bonus": 0,
    "joker_points": 1,
    "face_points": 1,
    "ace_points": 1,
}
SWITCHES = ("knock_in_last_lap", "going_out_ends_last_lap", "undercut_without_knock")


def changed(field: str, value: object) -> Rules:
    """Return the rules with one field changed."""
    arguments: dict[str, Any] = {field: value}
    return Rules(**arguments)


def test_the_defaults_are_the_published_rules() -> None:
    """Every number and switch is there, and no other."""
    assert PUBLISHED == attrs.asdict(Rules())


@pytest.mark.parametrize(("field", "least"), LEAST.items())
def test_numbers_have_bounds(field: str, least: int) -> None:
    """The least and the largest number are taken, the next ones are refused with the field."""
    most = 1_000 if field in {"joker_points", "face_points", "ace_points"} else 1_000_000
    for number in (least, most):
        assert number == getattr(changed(field, number), field)
    for number in (least - 1, most + 1):
        with pytest.raises(RulesError) as caught:
            changed(field, number)
        assert f"{field} must be {least} to {most}, not {number}" == str(caught.value)


@pytest.mark.parametrize("field", LEAST)
@pytest.mark.parametrize("value", [True, 10.0, "10", None])
def test_numbers_are_ints(field: str, value: object) -> None:
    """Anything else is a TypeError that names the field."""
    with pytest.raises(TypeError, match=f"{field} must be an int, not {type(value).__name__}"):
        changed(field, value)


@pytest.mark.parametrize("field", SWITCHES)
def test_switches_are_bools(field: str) -> None:
    """On or off, and neither 1 nor text."""
    assert getattr(changed(field, value=True), field) is True
    for value in (1, "yes", None):
        with pytest.raises(TypeError, match=f"{field} must be a bool"):
            changed(field, value)


@pytest.mark.parametrize(
    ("field", "choices"),
    [("extra_draws", ("compulsory", "optional")), ("round_bonus_for", ("others", "all"))],
)
def test_choices_are_words(field: str, choices: tuple[str, ...]) -> None:
    """Each of the words is taken, others are refused with the words there are."""
    for word in choices:
        assert word == getattr(changed(field, word), field)
    with pytest.raises(RulesError, match=f"must be one of {', '.join(choices)}; not 'xxx"):
        changed(field, "x" * 100)
    with pytest.raises(RulesError, match=f"^{field} must be one of") as caught:
        changed(field, "x" * 10_000_000)
    assert len(str(caught.value)) < 150
    with pytest.raises(TypeError, match=f"{field} must be a str, not bool: True"):
        changed(field, value=True)


def test_rules_are_given_by_name_only() -> None:
    """Numbers without names would be easy to confuse."""
    with pytest.raises(TypeError):
        Rules(10)  # type: ignore[call-arg]


class TestPoints:
    def test_what_each_card_counts(self) -> None:
        """An ace 1, numbers their number, faces 10, a joker 25, declared or not."""
        points = [Rules().points(Card.parse(f"{rank}H")) for rank in "A23456789TJQK"]
        assert [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] == points
        assert (25, 25) == (
            Rules().points(JOKER),
            Rules().points(Joker(Card.parse("2H"))),
        )

    def test_other_numbers(self) -> None:
        """Aces, faces and jokers count what the rules say; numbers and tens do not change."""
        rules = Rules(ace_points=15, face_points=12, joker_points=50)
        counts = [rules.points(Card.parse(f"{rank}S")) for rank in "A29TJQK"]
        assert [15, 2, 9, 10, 12, 12, 12] == counts
        assert 50 == rules.points(JOKER)

    @pytest.mark.parametrize("card", ["8S", None, 8])
    def test_only_cards_count(self, card: object) -> None:
        """Text is no card here."""
        with pytest.raises(TypeError, match="card must be a Card or a Joker"):
            Rules().points(card)  # type: ignore[arg-type]
