"""Why something is refused: reasons, faults, and the errors that carry them.

A `Reason` has a stable value and the number of the rule behind it, a `Fault` adds what it speaks
of, a `Violation` is all that is wrong with one move or one heap of cards. No caller parses a
message.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final

import attrs

from manipulation_rummy.cards import AnyCard, text_of
from manipulation_rummy.errors import RummyError


@enum.unique
class Reason(enum.Enum):
    """What is wrong; names and values never change, more may be added."""

    # whether a move belongs here
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    DRAW_FIRST = "draw_first"
    NO_DRAW_IN_LAST_LAP = "no_draw_in_last_lap"
    NO_DRAW_AFTER_MELD = "no_draw_after_meld"
    NO_FOURTH_DRAW = "no_fourth_draw"
    STOCK_EMPTY = "stock_empty"
    THIRD_DRAW_BARS_MELD = "third_draw_bars_meld"
    ALREADY_MELDED = "already_melded"
    NO_KNOCK_IN_LAST_LAP = "no_knock_in_last_lap"
    DRAW_DUE = "draw_due"
    # what a move holds
    WRONG_DECK = "wrong_deck"
    KNOCK_OVER_LIMIT = "knock_over_limit"
    KNOCK_WITHOUT_CARDS = "knock_without_cards"
    # a new table beside the old one and the hand
    NO_CARD_PLAYED = "no_card_played"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    CARD_MISSING = "card_missing"
    JOKER_MISSING = "joker_missing"
    JOKER_CHANGED = "joker_changed"
    # one meld
    JOKER_UNDECLARED = "joker_undeclared"
    EMPTY_MELD = "empty_meld"
    TOO_SHORT = "too_short"
    IDENTICAL_CARDS = "identical_cards"
    TOO_LONG = "too_long"
    ROUND_THE_CORNER = "round_the_corner"
    GAP = "gap"
    MIXED = "mixed"

    @property
    def rule(self) -> str:
        """The number of the rule behind it, such as `R12`; a fault may name a closer one."""
        return _RULES_AND_WORDS[self][0]


_RULES_AND_WORDS: Final[dict[Reason, tuple[str, str]]] = {
    Reason.GAME_OVER: ("R34", "the game is over"),
    Reason.NOT_YOUR_TURN: ("R7", "it is another player's turn"),
    Reason.WRONG_PHASE: (
        "R5",
        "cards are dealt between rounds, every other move is made within one",
    ),
    Reason.DRAW_FIRST: ("R8", "a turn begins with a draw"),
    Reason.NO_DRAW_IN_LAST_LAP: ("D19", "nobody draws in the last lap"),
    Reason.NO_DRAW_AFTER_MELD: ("D4", "nobody draws after melding"),
    Reason.NO_FOURTH_DRAW: ("R10", "three cards are drawn in a turn at most"),
    Reason.STOCK_EMPTY: ("D18", "the stock is empty"),
    Reason.THIRD_DRAW_BARS_MELD: ("R10", "whoever drew a third card may not meld in this turn"),
    Reason.ALREADY_MELDED: ("D4", "there is one meld phase a turn, and it is over"),
    Reason.NO_KNOCK_IN_LAST_LAP: ("D20", "nobody knocks in the last lap"),
    Reason.DRAW_DUE: ("D3", "another draw is due before the turn can end"),
    Reason.WRONG_DECK: (
        "R2",
        "the deck must be exactly the pack of {limit} cards; missing or too many: {cards}",
    ),
    Reason.KNOCK_OVER_LIMIT: ("R25", "the hand counts more than {limit} points: {cards}"),
    Reason.KNOCK_WITHOUT_CARDS: ("D15", "a player without cards never knocks"),
    Reason.NO_CARD_PLAYED: ("R18", "no card comes from the hand"),
    Reason.CARD_NOT_IN_HAND: ("R18", "not in the hand: {cards}"),
    Reason.CARD_MISSING: ("R18", "cards may not leave the table: {cards}"),
    Reason.JOKER_MISSING: ("R23", "a joker may not leave the table: {cards}"),
    Reason.JOKER_CHANGED: (
        "R21",
        "a joker keeps its card until the real one lies on the table: {cards}",
    ),
    Reason.JOKER_UNDECLARED: ("R20", "a joker on the table must stand for a card: {cards}"),
    Reason.EMPTY_MELD: ("D8", "a meld has at least 3 cards, not none"),
    Reason.TOO_SHORT: ("R11", "a meld has at least {limit} cards: {cards}"),
    Reason.IDENTICAL_CARDS: ("R12", "identical cards in one meld: {cards}"),
    Reason.TOO_LONG: ("R12", "a meld of this kind has at most {limit} cards: {cards}"),
    Reason.ROUND_THE_CORNER: ("R13", "a sequence does not go from king to two: {cards}"),
    Reason.GAP: ("R13", "the ranks of a sequence must be consecutive: {cards}"),
    Reason.MIXED: ("R11", "neither of one rank nor of one suit: {cards}"),
}


@attrs.frozen
class Fault:
    """One thing that is wrong.

    Attributes:
        reason: What it is.
        rule: The number of the rule behind it.
        cards: The cards that it speaks of, possibly none.
        meld: The index of the proposed meld that it speaks of, or None.
        limit: The number that it speaks of, such as the fewest cards of a meld, or None.
    """

    reason: Reason
    rule: str
    cards: tuple[AnyCard, ...] = ()
    meld: int | None = None
    limit: int | None = None

    @classmethod
    def of(
        cls,
        reason: Reason,
        cards: Iterable[AnyCard] = (),
        *,
        meld: int | None = None,
        limit: int | None = None,
        rule: str | None = None,
    ) -> Fault:
        """Return the fault with the rule that stands behind its reason, or a more specific one."""
        return cls(reason, rule or reason.rule, tuple(cards), meld, limit)

    def __str__(self) -> str:
        words = _RULES_AND_WORDS[self.reason][1]
        shown = text_of(self.cards[:_CARDS_SHOWN])
        if len(self.cards) > _CARDS_SHOWN:
            shown += f" … ({len(self.cards)} cards)"
        where = "" if self.meld is None else f"meld {self.meld + 1}: "
        return f"{where}{words.format(cards=shown, limit=self.limit)} ({self.rule})"


_CARDS_SHOWN: Final = 14


@attrs.frozen
class Violation:
    """All that is wrong with a move or with cards; at least one fault."""

    faults: tuple[Fault, ...] = attrs.field(validator=attrs.validators.min_len(1))

    @classmethod
    def of(cls, faults: Iterable[Fault]) -> Violation | None:
        """Return the violation with these faults, None if there are none."""
        found = tuple(faults)
        return cls(found) if found else None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of its faults, in order."""
        return tuple(fault.reason for fault in self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class _Refusal(RummyError):
    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        self.violation = violation


class InvalidMeld(_Refusal):
    """Raised when cards are no meld, or heaps of cards no table; `.violation` says why."""


class IllegalMove(_Refusal):
    """Raised when a move is not legal; `.violation` says why, and nothing has changed."""
