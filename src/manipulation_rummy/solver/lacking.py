"""What is missing to cards that are left over: the melds that they lack one card for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import attrs

from manipulation_rummy.cards import CARDS, JOKER, AnyCard, Card, text_of
from manipulation_rummy.melds import MAX_SEQUENCE, MIN_MELD, Meld, MeldKind
from manipulation_rummy.solver.heaps import Aces, number_of
from manipulation_rummy.solver.kernel import MAX_COPIES, RANKS, SUITS


@attrs.frozen
class Lack:
    """A card that is left over, and the one card that it lacks to lie in a meld.

    Attributes:
        card: The card that is left over.
        others: The cards of the heap that it would lie with, in canonical order.
        missing: The cards any one of which is lacking, sorted.
        meld: The meld of the explanation that the others are, or from which the other one is to be
            spared; None if the other one is left over too.
    """

    card: AnyCard
    others: tuple[AnyCard, ...]
    missing: tuple[Card, ...]
    meld: Meld | None = None

    def __str__(self) -> str:
        missing = " or ".join(map(str, self.missing))
        if self.meld and self.others == self.meld.cards:
            return f"{self.card} lacks {missing} to join {self.meld}"
        source = f" from {self.meld}" if self.meld else ""
        return f"{self.card} lacks {missing} beside {text_of(self.others)}{source}"


def lacks(
    melds: Sequence[Meld], left_over: Sequence[AnyCard], faces: bytes, aces: Aces
) -> Iterator[Lack]:
    """Yield what each card that is left over lacks; see `explain`.

    Args:
        melds: The melds of the heap, in canonical order.
        left_over: Its other cards, sorted.
        faces: How often each card is in all of it.
        aces: Where aces may stand.
    """
    for number, card in _one_each(left_over).items():
        for others, missing, meld in _near_melds(number, melds, left_over, aces):
            there = tuple(CARDS[face] for face in sorted(missing) if faces[face] < MAX_COPIES)
            if there:
                yield Lack(card, others, there, meld)


def _near_melds(
    number: int, melds: Sequence[Meld], left_over: Sequence[AnyCard], aces: Aces
) -> Iterator[tuple[tuple[AnyCard, ...], set[int], Meld | None]]:
    """Yield the cards that a card could lie with, what it lacks then, and the meld they are of."""
    threes = threes_with(number, aces)
    beside = _one_each(left_over)
    for other, card in beside.items():
        yield (card,), _third(threes, other), None
    if JOKER in left_over:
        yield (JOKER,), {face for two in threes for face in two}, None
    spare: dict[int, tuple[AnyCard, Meld]] = {}
    for meld in dict.fromkeys(melds):
        gap = _gap(number, meld, aces)
        if gap is not None:
            yield meld.cards, {gap}, meld
            continue
        for card in _spare(meld, aces):
            spare.setdefault(number_of(card), (card, meld))
    for other, (card, meld) in sorted(spare.items()):
        if other not in beside:
            yield (card,), _third(threes, other), meld


def _one_each(cards: Iterable[AnyCard]) -> dict[int, AnyCard]:
    """Return the first card of each face, free jokers left out."""
    first: dict[int, AnyCard] = {}
    for card in cards:
        if card is not JOKER:
            first.setdefault(number_of(card), card)
    return first


@lru_cache(maxsize=3 * len(CARDS))
def threes_with(number: int, aces: Aces) -> tuple[tuple[int, ...], ...]:
    """Return the two other cards of each meld of three with a card."""
    rank, suit = divmod(number, SUITS)
    others = [rank * SUITS + other for other in range(SUITS) if other != suit]
    threes: list[tuple[int, ...]] = [*combinations(others, MIN_MELD - 1)]
    lowest, behind = _row(aces)
    for place in _places(number, aces):
        for first in range(max(lowest, place - 2), min(behind - MIN_MELD, place) + 1):
            run = [at for at in range(first, first + MIN_MELD) if at != place]
            threes.append(tuple(at % RANKS * SUITS + suit for at in run))
    return tuple(threes)


def _third(threes: Iterable[tuple[int, ...]], other: int) -> set[int]:
    """Return what can come third, beside another card, in melds of three."""
    return {face for two in threes if other in two for face in two if face != other}


def _row(aces: Aces) -> tuple[int, int]:
    """Return the first place of a sequence, and the place behind the last, aces at both ends."""
    return int(aces is Aces.HIGH), RANKS + (aces is not Aces.LOW)


def _places(number: int, aces: Aces) -> list[int]:
    """Return where a card can stand in a sequence: its rank, and an ace above the king too."""
    first, behind = _row(aces)
    rank = number // SUITS
    return [place for place in (rank, rank + RANKS) if first <= place < behind]


def _gap(number: int, meld: Meld, aces: Aces) -> int | None:
    """Return the card between a sequence and a card that is two beyond its end, if it is."""
    numbers = [number_of(card) for card in meld]
    suit = number % SUITS
    of_its_suit = meld.kind is MeldKind.SEQUENCE and numbers[0] % SUITS == suit
    if not of_its_suit or len(meld) + 2 > MAX_SEQUENCE:
        return None
    low, high = numbers[0] // SUITS, numbers[-1] // SUITS or RANKS
    for place in _places(number, aces):
        if place in (low - 2, high + 2):
            return (low - 1 if place < low else high + 1) % RANKS * SUITS + suit
    return None


def _spare(meld: Meld, aces: Aces) -> tuple[AnyCard, ...]:
    """Return the cards that a meld could do without, each alone."""
    if len(meld) == MIN_MELD:
        return ()
    if meld.kind is MeldKind.GROUP:
        return meld.cards
    if len(meld) < MAX_SEQUENCE:
        return meld.cards[0], meld.cards[-1]
    lowest, behind = _row(aces)  # a whole suit can begin with the ace, or with the two
    begins = range(lowest, behind - MAX_SEQUENCE + 1)
    ends = {at % RANKS for first in begins for at in (first, first + MAX_SEQUENCE - 1)}
    return tuple(card for card in meld if number_of(card) // SUITS in ends)
