"""Heaps of cards as the kernel reads them: counted, and laid out in columns."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import getitem
from struct import Struct
from typing import Final, NamedTuple

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import CARDS, JOKER, MAX_CARDS, AnyCard, CardsLike, Joker, as_cards
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import MIN_MELD, Table
from manipulation_rummy.solver.kernel import (
    GROUPS_ONLY,
    MAX_COPIES,
    MAX_JOKERS,
    PLAIN,
    RANKS,
    RUNS_OF_JOKERS,
    RUNS_ONLY,
    SUITS,
    automaton,
    column_of,
    counts_of,
)


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


def number_of(card: AnyCard) -> int:
    """Return the number, 0 to 51, of the card that a natural or a declared joker counts as."""
    return card.sort_key >> 1


# --- counting -------------------------------------------------------------------------------------

# A tally is one int that counts cards in bytes: first the 52 faces, declared jokers included, then
# the free jokers, then the declared jokers alone. So the tally of a heap is a sum, and a byte is
# enough for as many cards as are taken at once.
_FREE: Final = 8 * len(CARDS)
_DECLARED: Final = _FREE + 8
_FACES: Final = (1 << _FREE) - 1
_ONE_EACH: Final = sum(1 << 8 * number for number in range(len(CARDS)))
_ACES: Final = (1 << 8 * SUITS) - 1

_TALLY: Final[dict[AnyCard, int]] = {
    JOKER: 1 << _FREE,
    **{card: 1 << 8 * number for number, card in enumerate(CARDS)},
    **{
        Joker(card): (1 << 8 * number) | (1 << _DECLARED + 8 * number)
        for number, card in enumerate(CARDS)
    },
}


class Heap(NamedTuple):
    """Cards of a heap, counted.

    Attributes:
        faces: How often each of the 52 cards is there, in canonical order, jokers that stand for it
            included.
        declared: How many jokers stand for each of them.
        free: How many jokers stand for nothing yet.
    """

    faces: bytes
    declared: bytes
    free: int

    @property
    def naturals(self) -> bytes:
        """How often each natural card is there."""
        return without(self.faces, self.declared)


def count_cards(cards: CardsLike | Table, argument: str = "cards") -> Heap:
    """Count the cards of a heap, of a table as well.

    Raises:
        SolverError: If there are more than 4 copies of a card or 8 free jokers.
        TypeError: If they are no cards.
        NotationError: If they are text that cannot be read.
    """
    total = _tally(cards.cards if isinstance(cards, Table) else cards, argument)
    faces = total & _FACES
    free = total >> _FREE & 255
    check_bounds(faces, free, argument)
    return Heap(_as_bytes(faces), _as_bytes(total >> _DECLARED), free)


def _tally(cards: CardsLike, argument: str) -> int:
    if isinstance(cards, (tuple, list)) and len(cards) <= MAX_CARDS:
        try:
            return sum(map(_TALLY.__getitem__, cards))
        except (KeyError, TypeError):
            pass  # `as_cards` says what is wrong
    return sum(map(_TALLY.__getitem__, as_cards(cards, argument, SolverError)))


def check_together(heap: Heap, hand: Sequence[AnyCard], jokers: int, argument: str) -> None:
    """Raise SolverError if a heap, with so many free jokers, and a hand are too much."""
    held = sum(map(_TALLY.__getitem__, hand))
    check_bounds(as_tally(heap.faces) + (held & _FACES), jokers + (held >> _FREE), argument)


def check_bounds(faces: int, jokers: int, argument: str) -> None:
    """Raise SolverError for more than 4 copies of a card, as a tally of faces, or 8 jokers."""
    # a byte of more than 7, or of more than 4 once 3 is added
    if faces & 0xF8 * _ONE_EACH or (faces + (7 - MAX_COPIES) * _ONE_EACH) & 8 * _ONE_EACH:
        number = next(number for number, n in enumerate(_as_bytes(faces)) if n > MAX_COPIES)
        raise SolverError(f"{argument}: more than {MAX_COPIES} copies of {CARDS[number]}")
    if jokers > MAX_JOKERS:
        raise SolverError(f"{argument}: more than {MAX_JOKERS} free jokers")


def _as_bytes(tally: int) -> bytes:
    return tally.to_bytes(len(CARDS), "little")


def as_tally(counts: bytes | bytearray) -> int:
    """Return a tally of faces from how often each card is there."""
    return int.from_bytes(counts, "little")


def without(counts: bytes, others: bytes) -> bytes:
    """Return counts of cards less those of some of them."""
    return _as_bytes(as_tally(counts) - as_tally(others))


# --- what can be in a meld ------------------------------------------------------------------------

_RANK: Final = 8 * SUITS  # the bits of a rank in a tally
_FIRST_SUIT: Final = sum(1 << _RANK * rank for rank in range(RANKS))


def in_some_meld(faces: bytes | bytearray, jokers: int, aces: Aces) -> int:
    """Return a tally of those faces, one each, that fit in some meld of them.

    Args:
        faces: How often each of the 52 cards is there.
        jokers: How many free jokers can help.
        aces: Where aces may stand.
    """
    tally = as_tally(faces)
    there = (tally | tally >> 1 | tally >> 2) & _ONE_EACH
    if jokers >= MIN_MELD - 1:
        return there
    suits = there + (there >> 8) + (there >> 16) + (there >> 24) & 7 * _FIRST_SUIT
    enough = suits + (8 - MIN_MELD + jokers) * _FIRST_SUIT >> 3 & _FIRST_SUIT
    in_groups = enough * 0x01010101
    low = there if aces is not Aces.HIGH else there & ~_ACES
    line = low | (there & _ACES) << _FREE if aces is not Aces.LOW else low
    if jokers:
        next_but_one = line & line >> 2 * _RANK
        next_to_it = line & line >> _RANK
        in_runs = next_to_it | next_to_it << _RANK | next_but_one | next_but_one << 2 * _RANK
    else:
        first = line & line >> _RANK & line >> 2 * _RANK
        in_runs = first | first << _RANK | first << 2 * _RANK
    return there & (in_groups | in_runs | in_runs >> _FREE)


# --- columns --------------------------------------------------------------------------------------

Columns = tuple[int, ...]
_PLAIN: Final = (1 << 32) - 1
_IN_COLUMNS: Final = Struct(f"<{RANKS}I")


def plain_columns(counts: bytes) -> Columns:
    """Return the columns ace to king of cards, all of them plain."""
    return _IN_COLUMNS.unpack(counts)


def faces_of(columns: Sequence[int]) -> bytes:
    """Return how often each card is in the columns of a heap, an ace low or high."""
    plain = [column & _PLAIN for column in columns]
    plain[0] += sum(plain[RANKS:])
    return _IN_COLUMNS.pack(*plain[:RANKS])


def ace_kind(aces: Aces) -> int:
    """Return the kind of the first column, that of the aces below the two."""
    return GROUPS_ONLY if aces is Aces.HIGH else PLAIN


def middle_columns(plain: Sequence[int], jokers: int, aces: Aces) -> Columns:
    """Return the columns two to king with their kinds, from plain ones."""
    middle = list(plain)
    if jokers:
        middle[-3 if aces is Aces.LOW else -2] |= RUNS_OF_JOKERS
    return tuple(middle)


def high_aces(columns: Sequence[int], jokers: int) -> tuple[int, ...]:
    """Return how many aces of each suit may stand above the king, as plain columns, none first.

    Args:
        columns: The plain columns of the most cards that can be used.
        jokers: The most free jokers.
    """
    return _high_aces(columns[0], columns[-2], columns[-1], jokers)


@lru_cache(maxsize=1 << 12)
def _high_aces(aces: int, queens: int, kings: int, jokers: int) -> tuple[int, ...]:
    below = list(zip(counts_of(queens), counts_of(kings), strict=True))

    def enough(chosen: Sequence[int]) -> bool:
        """Whether below each there is a queen and a king, or a joker in its place."""
        needed = [
            max(0, ace - queen) + max(0, ace - king)
            for ace, (queen, king) in zip(chosen, below, strict=True)
        ]
        return sum(needed) <= jokers

    choices = product(*(range(most + 1) for most in counts_of(aces)))
    return tuple([column_of(chosen) for chosen in choices if enough(chosen)])


def forget() -> None:
    """Let go of the choices of aces that are kept."""
    _high_aces.cache_clear()


def layouts(faces: bytes, jokers: int, aces: Aces) -> Iterator[Columns]:
    """Yield the columns of a heap: one layout for each choice of the aces above the king."""
    columns = plain_columns(faces)
    low, middle = columns[0], middle_columns(columns[1:], jokers, aces)
    if aces is Aces.LOW:
        yield (low, *middle)
        return
    kind = ace_kind(aces)
    for high in high_aces(columns, jokers):
        yield (low - high | kind, *middle, high | RUNS_ONLY)


def accepted_columns(faces: bytes, jokers: int, aces: Aces) -> Columns | None:
    """Return columns of the heap that the walk accepts, None if it does not partition."""
    start = automaton(jokers).start
    if not jokers and aces is not Aces.HIGH:  # most heaps split with all aces low
        columns = plain_columns(faces)
        if reduce(getitem, columns, start).accepted:
            return columns
        if aces is Aces.LOW:
            return None
    for columns in layouts(faces, jokers, aces):
        if reduce(getitem, columns, start).accepted >> jokers & 1:
            return columns
    return None
