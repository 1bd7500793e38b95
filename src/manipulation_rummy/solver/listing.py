"""Every way to split cards into melds, one by one, in the order of their melds.

Of the melds of a partition in canonical order, the first begins with the lowest card of all, the
next with the lowest that is left then, and so on. So the search tries the melds that begin with the
lowest card, in order, and goes on with the rest if the automaton says that it partitions: hardly a
step is made in vain.

Two things are besides. Aces, when they are the lowest, can be kept for their place above the king,
where they are cards of their own, the highest; and a free joker can begin a meld that is lower.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import getitem
from typing import Final, NamedTuple

from manipulation_rummy.cards import EVERY_CARD, AnyCard, CardsLike
from manipulation_rummy.melds import MAX_SEQUENCE, MIN_MELD, Meld, Table
from manipulation_rummy.solver.heaps import Aces, as_tally, count_cards, expect_aces, layouts
from manipulation_rummy.solver.kernel import RANKS, SUITS, automaton


def partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to split the cards into melds, each once, lazily.

    Each declaration of a free joker is a way of its own. The melds of a way are in canonical order,
    like those of a `Table`, and the ways are ordered by their first meld, then by their second one,
    and so on. See `manipulation_rummy.can_partition` for arguments and errors, which are raised at
    once.

    Example:
        >>> for melds in partitions("3S 4S 5S 3H 4H 5H 3D 4D 5D"):
        ...     print(*melds, sep=" | ")
        3S 3H 3D | 4S 4H 4D | 5S 5H 5D
        3S 4S 5S | 3H 4H 5H | 3D 4D 5D
    """
    heap = count_cards(cards)
    search = _Search(expect_aces(aces))
    rest = _Rest(as_tally(heap.naturals), as_tally(heap.declared), heap.free)
    return search.ways(rest, (0,)) if search.can_finish(rest) else iter(())


# Cards are numbered by their faces, and aces above the king after them.
_ABOVE: Final = RANKS * SUITS
_BELOW: Final = (1 << 8 * _ABOVE) - 1

_Cards = tuple[AnyCard, ...]
_Melds = tuple[Meld, ...]
_Key = tuple[int, ...]


class _Rest(NamedTuple):
    """Cards that are left, in tallies: a byte for each number."""

    naturals: int
    jokers: int
    """The declared jokers, by the card that they stand for."""
    free: int
    """The number of free jokers."""

    @property
    def lowest(self) -> int:
        """The lowest number, free jokers apart; beyond all if there is none."""
        cards = self.naturals | self.jokers
        return ((cards & -cards).bit_length() - 1) // 8 if cards else _ABOVE + SUITS

    def takes(self, number: int) -> Iterator[tuple[AnyCard, _Rest]]:
        """Yield the ways to take a card: a natural, then a joker, a free one if need be."""
        naturals, jokers, free = self
        place = 8 * number
        natural, joker = EVERY_CARD[2 * (number % _ABOVE)], EVERY_CARD[2 * (number % _ABOVE) + 1]
        if naturals >> place & 255:
            yield natural, _Rest(naturals - (1 << place), jokers, free)
        if jokers >> place & 255:
            yield joker, _Rest(naturals, jokers - (1 << place), free)
        elif free:
            yield joker, _Rest(naturals, jokers, free - 1)

    def keep_lowest(self) -> tuple[_Rest, _Key]:
        """Keep the lowest cards, aces that are all the same, for runs to the king.

        Also return the key that later melds must not be below: of a card, declared jokers are taken
        before free ones, so once they are kept no free one takes their place below the two.
        """
        naturals, jokers, free = self
        number = self.lowest
        upwards = (1 << 8 * _ABOVE) - 1 << 8 * number
        if copies := naturals >> 8 * number & 255:
            return _Rest(naturals + copies * upwards, jokers, free), (2 * number + 1,)
        copies = jokers >> 8 * number & 255
        return _Rest(naturals, jokers + copies * upwards, free), (2 * number + 2,)


class _Search:
    """The search for partitions."""

    def __init__(self, aces: Aces) -> None:
        self._aces = aces
        self._meld = lru_cache(maxsize=1 << 12)(Meld)

    def ways(self, rest: _Rest, key: _Key) -> Iterator[_Melds]:
        """Yield the partitions of cards, known to partition, by melds with this key or higher."""
        if not any(rest):
            yield ()
        lowest = rest.lowest
        first = key[0] // 2 if rest.free else lowest
        for number in range(first, min(lowest + 1, _ABOVE)):
            for cards, left in self._melds(rest, number):
                meld = self._meld(cards)
                if meld.sort_key >= key and self.can_finish(left):
                    for others in self.ways(left, meld.sort_key):
                        yield (meld, *others)
        if lowest < SUITS and self._aces is not Aces.LOW:
            kept, key = rest.keep_lowest()
            if self.can_finish(kept):
                yield from self.ways(kept, key)

    def can_finish(self, rest: _Rest) -> bool:
        """Whether cards partition."""
        start = automaton(rest.free).start
        cards = rest.naturals + rest.jokers
        faces, above = (cards & _BELOW).to_bytes(_ABOVE, "little"), cards >> 8 * _ABOVE
        for *columns, last in layouts(faces, rest.free, self._aces):
            columns.append(last + above)
            if reduce(getitem, columns, start).accepted >> rest.free & 1:
                return True
        return False

    def _melds(self, rest: _Rest, number: int) -> Iterator[tuple[_Cards, _Rest]]:
        """Yield the melds that begin with a card, in order, and what they leave."""
        card, left = next(rest.takes(number))
        rank, suit = divmod(number, SUITS)
        # a whole suit is one meld, whether its ace is low or high: it counts as low
        to_king = self._aces is Aces.LOW or rank <= 1
        last = suit + SUITS * (RANKS - 1 if to_king else RANKS)
        least = MAX_SEQUENCE if self._aces is Aces.HIGH and rank == 0 else MIN_MELD
        yield from _groups((card,), left, number)
        yield from _runs((card,), left, number, last, least)


def _groups(cards: _Cards, rest: _Rest, number: int) -> Iterator[tuple[_Cards, _Rest]]:
    """Yield the groups that begin with these cards, the last of which has this number."""
    if len(cards) >= MIN_MELD:
        yield cards, rest
    for other in range(number + 1, (number // SUITS + 1) * SUITS):
        for card, left in rest.takes(other):
            yield from _groups((*cards, card), left, other)


def _runs(
    cards: _Cards, rest: _Rest, number: int, last: int, least: int
) -> Iterator[tuple[_Cards, _Rest]]:
    """Yield the runs that begin with these cards, go up to `last` and have so many at least."""
    if len(cards) >= least:
        yield cards, rest
    if number < last:
        for card, left in rest.takes(number + SUITS):
            yield from _runs((*cards, card), left, number + SUITS, last, least)
