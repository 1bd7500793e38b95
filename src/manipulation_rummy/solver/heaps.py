"""Heaps of cards as the kernel reads them: counted, and laid out in columns."""

from __future__ import annotations

import enum
from itertools import product
from typing import TYPE_CHECKING, Final

import attrs

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import CARDS, JOKER, Joker, as_cards
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import Table
from manipulation_rummy.solver.kernel import (
    GROUPS_ONLY,
    MAX_JOKERS,
    PLAIN,
    RUNS_OF_JOKERS,
    RUNS_ONLY,
    SUITS,
    automaton,
    column_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation_rummy.cards import CardsLike

RANKS: Final = 13
MAX_COPIES: Final = 4
"""The most copies of one card, declared jokers included."""


@enum.unique
class Aces(enum.Enum):
    """Where an ace may stand in a sequence; LOW serves Rummikub and gin (R13)."""

    BOTH = "both"
    LOW = "low"
    HIGH = "high"


def expect_aces(aces: object) -> Aces:
    """Return `aces` if it is one of `Aces`; raise TypeError otherwise."""
    if not isinstance(aces, Aces):
        raise wrong_type("aces", "an Aces", aces)
    return aces


# --- counting -------------------------------------------------------------------------------------


@attrs.frozen
class Heap:
    """Cards of a heap, counted.

    Attributes:
        naturals: How often each of the 52 cards is there, in canonical order.
        declared: How many jokers stand for each of them.
        free: How many jokers stand for nothing yet.
    """

    naturals: tuple[int, ...]
    declared: tuple[int, ...]
    free: int

    @classmethod
    def of(cls, cards: CardsLike | Table, argument: str = "cards") -> Heap:
        """Count the cards of a heap, of a table as well.

        Raises:
            SolverError: If there are more than 4 copies of a card or 8 free jokers.
            TypeError: If they are no cards.
            NotationError: If they are text that cannot be read.
        """
        heap = cards.cards if isinstance(cards, Table) else as_cards(cards, argument, SolverError)
        naturals, declared = [0] * len(CARDS), [0] * len(CARDS)
        free = 0
        for card in heap:
            if card is JOKER:
                free += 1
            else:
                counts = declared if isinstance(card, Joker) else naturals
                counts[card.sort_key >> 1] += 1
        counted = cls(tuple(naturals), tuple(declared), free)
        check_bounds(counted.faces, free, argument)
        return counted

    @property
    def faces(self) -> tuple[int, ...]:
        """How often each card is there, jokers that stand for it included."""
        return tuple(map(sum, zip(self.naturals, self.declared, strict=True)))


def check_bounds(faces: Sequence[int], jokers: int, argument: str) -> None:
    """Raise SolverError if there are more than 4 copies of a card or 8 jokers."""
    for card, copies in zip(CARDS, faces, strict=True):
        if copies > MAX_COPIES:
            raise SolverError(f"{argument}: more than {MAX_COPIES} copies of {card}")
    if jokers > MAX_JOKERS:
        raise SolverError(f"{argument}: more than {MAX_JOKERS} free jokers")


# --- columns --------------------------------------------------------------------------------------


def ace_kind(aces: Aces) -> int:
    """Return the kind of the first column, that of the aces below the two."""
    return GROUPS_ONLY if aces is Aces.HIGH else PLAIN


def ranks_with_kinds(aces: Aces) -> Iterator[tuple[int, int]]:
    """Yield the ranks two to king, counted from 0 for the ace, with the kind of their columns."""
    last_begin = RANKS - 3 if aces is Aces.LOW else RANKS - 2
    for rank in range(1, RANKS):
        yield rank, RUNS_OF_JOKERS if rank == last_begin else PLAIN


def high_aces(most: Sequence[int], jokers: int, aces: Aces) -> Iterator[tuple[int, ...]]:
    """Yield how many aces of each suit may stand above the king, fewest first.

    Args:
        most: The most of each card that can be used, jokers that stand for it included.
        jokers: The most free jokers.
        aces: Where aces may stand.
    """
    if aces is Aces.LOW:
        yield (0,) * SUITS
        return
    queens, kings = most[-2 * SUITS : -SUITS], most[-SUITS:]
    limits = (
        range(min(ace, queen + jokers, king + jokers) + 1)
        for ace, queen, king in zip(most[:SUITS], queens, kings, strict=True)
    )
    yield from product(*limits)


def lay_out(faces: Sequence[int], high: Sequence[int], aces: Aces) -> list[tuple[int, int]]:
    """Return the columns of a heap with so many aces high, each with its kind."""
    low = [ace - above for ace, above in zip(faces[:SUITS], high, strict=True)]
    columns = [(column_of(low), ace_kind(aces))]
    for rank, kind in ranks_with_kinds(aces):
        columns.append((column_of(faces[rank * SUITS : (rank + 1) * SUITS]), kind))
    if aces is not Aces.LOW:
        columns.append((column_of(high), RUNS_ONLY))
    return columns


def split(faces: Sequence[int], jokers: int, aces: Aces) -> list[tuple[int, int]] | None:
    """Return columns of the heap that the walk accepts, None if it does not partition."""
    machine = automaton(jokers)
    for high in high_aces(faces, jokers, aces):
        columns = lay_out(faces, high, aces)
        state = machine.start
        for column, kind in columns:
            state = machine.step(state, column, kind)
            if state == machine.dead:
                break
        if machine.accepted(state) >> jokers & 1:
            return columns
    return None
