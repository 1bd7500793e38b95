"""The numbers and switches of the game, each checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import attrs

from manipulation_rummy.arguments import MAX_NUMBER, expect_int, shown, wrong_type
from manipulation_rummy.cards import AnyCard, Card, Joker, Rank
from manipulation_rummy.errors import RulesError

_MAX_POINTS: Final = 1_000  # of one card, so that no hand counts more than MAX_NUMBER


def _number(default: int, *, at_least: int, at_most: int = MAX_NUMBER) -> int:
    """Return a field for an int; typed as what the field holds, as `attrs.field` is itself."""

    def check(_rules: Rules, field: attrs.Attribute[int], value: object) -> None:
        if not at_least <= expect_int(field.name, value) <= at_most:
            problem = f"must be {at_least} to {at_most}, not {shown(value)}"
            raise RulesError(field.name, problem)

    bounds = {"at_least": at_least, "at_most": at_most}
    return attrs.field(default=default, validator=check, metadata=bounds)


def _switch() -> bool:
    """Return a field for a bool that is off by default."""

    def check(_rules: Rules, field: attrs.Attribute[bool], value: object) -> None:
        if not isinstance(value, bool):
            raise wrong_type(field.name, "a bool", value)

    return attrs.field(default=False, validator=check)


def _one_of(*choices: str) -> Callable[[Rules, attrs.Attribute[Any], object], None]:
    def check(_rules: Rules, field: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, str):
            raise wrong_type(field.name, "a str", value)
        if value not in choices:
            raise RulesError(field.name, f"must be one of {', '.join(choices)}; not {shown(value)}")

    return check


@attrs.frozen(kw_only=True)
class Rules:
    """Every number and switch of the game; the defaults are the published rules.

    Raises:
        RulesError: If a value is impossible; it names the field.
        TypeError: If a value is of the wrong type.

    Example:
        >>> Rules(knock_limit=10, extra_draws="optional").knock_limit
        10
        >>> Rules(knock_limit=-1)
        Traceback (most recent call last):
            ...
        manipulation_rummy.errors.RulesError: knock_limit must be 0 to 1000000, not -1
    """

    hand_size: int = _number(10, at_least=1)
    """Cards dealt to each player (R5)."""
    knock_limit: int = _number(5, at_least=0)
    """The most points in hand with which a player may knock (R25)."""
    undercut_bonus: int = _number(10, at_least=0)
    """Points for a winner who is not the knocker (R30)."""
    going_out_bonus: int = _number(25, at_least=0)
    """Points for a winner who has played all his cards (R33)."""
    target: int = _number(150, at_least=1)
    """The total that ends the game (R34)."""
    game_bonus: int = _number(100, at_least=0)
    """Points for whoever has reached the target (R35)."""
    round_bonus: int = _number(25, at_least=0)
    """Points for each round won (R36)."""
    joker_points: int = _number(25, at_least=1, at_most=_MAX_POINTS)
    """Points of a joker in hand (R24)."""
    face_points: int = _number(10, at_least=1, at_most=_MAX_POINTS)
    """Points of a jack, queen or king in hand (R24)."""
    ace_points: int = _number(1, at_least=1, at_most=_MAX_POINTS)
    """Points of an ace in hand (R24)."""
    extra_draws: Literal["compulsory", "optional"] = attrs.field(
        default="compulsory", validator=_one_of("compulsory", "optional")
    )
    """Whether the second and third draws may be declined (D3)."""
    knock_in_last_lap: bool = _switch()
    """Whether a player may knock in the last lap (D20)."""
    going_out_ends_last_lap: bool = _switch()
    """Whether going out in the last lap ends the round at once (D21)."""
    undercut_without_knock: bool = _switch()
    """Whether winners of a round without a knock get the undercut bonus (D22)."""
    round_bonus_for: Literal["others", "all"] = attrs.field(
        default="others", validator=_one_of("others", "all")
    )
    """Who gets the bonus for rounds won: those below the target, or all (D25)."""

    def points(self, card: AnyCard) -> int:
        """Return what a card counts in hand (R24).

        Raises:
            TypeError: If it is no card.
        """
        if not isinstance(card, Card):
            if isinstance(card, Joker):
                return self.joker_points
            raise wrong_type("card", "a Card or a Joker", card)
        rank = (card.sort_key >> 3) + 1  # to ask the enum takes longer, and weights ask a lot
        if rank > _TEN:
            return self.face_points
        return rank if rank > _ACE else self.ace_points


_ACE: Final = Rank.ACE.value
_TEN: Final = Rank.TEN.value

DEFAULT_RULES: Final = Rules()


def expect_rules(rules: object) -> Rules:
    """Return `rules` if they are `Rules`; raise TypeError otherwise."""
    if not isinstance(rules, Rules):
        raise wrong_type("rules", "Rules", rules)
    return rules
