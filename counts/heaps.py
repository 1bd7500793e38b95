"""How many heaps of a pack, or of two, partition: a sum over the determinised walk.

The walk is the kernel's, without jokers. Heaps of the first ranks that can be continued in the same
ways are of one *class*: a set of states of the walk, each with the aces kept for the column above
the king, of which none dominates another. Classes that differ in the names of the suits are one. So
each column of the next rank leads from a class to another one, and it is enough to know how many
heaps of each number of cards a class has: a polynomial, kept as one int with a field for each
coefficient.

Where only heaps of a few cards are asked for, classes that need more of them are left out.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, permutations, product
from typing import Final, NamedTuple

from manipulation_rummy import Aces
from manipulation_rummy.solver.kernel import (
    FIELD_BITS,
    RUNS_ONLY,
    SUIT_BITS,
    SUITS,
    Walk,
    column_of,
    undominated,
)

_WIDTH: Final = 112
"""Bits of a coefficient: there are fewer than 2 ** 101 hands of any number of cards."""

_Item = int
"""A state of the walk, and from bit 64 the aces kept, as a plain column."""
_Class = tuple[_Item, ...]
_KEPT: Final = 64
_SUIT: Final = (1 << SUIT_BITS) - 1
_FIELD: Final = (1 << FIELD_BITS) - 1
_STATE: Final = (1 << _KEPT) - 1

_START: Final = 0
"""The number of the class of no heap at all, before the aces."""
_NONE: Final = -1
"""In the place of a class: no heap of it partitions."""
_UNKNOWN: Final = -2
"""The class has not been looked for; less by the cards that it needs, if they were too many."""

_MOST_SEEN: Final = 1 << 20


class Column(NamedTuple):
    """Cards of one rank.

    Attributes:
        counts: How many of each suit.
        cards: How many together.
        hands: How many choices of physical cards they stand for.
    """

    counts: tuple[int, ...]
    cards: int
    hands: int


class Counts(NamedTuple):
    """How many heaps of so many cards partition.

    Attributes:
        sets: How many multisets of cards.
        hands: How many sets of physical cards, the copies of a card being told apart.
    """

    sets: int
    hands: int


class Heaps:
    """The heaps of so many packs; their classes are found as they are needed.

    Args:
        packs: How many packs.
        aces: Where aces may stand; not `Aces.HIGH`.
        tell: Is told how far the counting is.
    """

    def __init__(
        self, packs: int, aces: Aces, tell: Callable[[str], object] = lambda _: None
    ) -> None:
        self._aces = aces
        self._tell = tell
        self._walk = Walk(0)
        self._columns = [
            Column(counts, sum(counts), math.prod(math.comb(packs, n) for n in counts))
            for counts in sorted(product(range(packs + 1), repeat=SUITS), key=sum)
        ]
        self._classes: list[_Class] = []
        self._lacking: list[int] = []  # the cards that each needs at least
        self._after: list[array[int]] = []  # the class that each column leads to
        self._numbers: dict[_Class, int] = {}
        self._seen: dict[_Class, int] = {}  # the same, also by other names of the suits
        self._items: dict[_Item, _Item] = {}  # of each item one object, to save memory
        self._add(())

    def count(self, copies: Sequence[int], most: int) -> list[Counts]:
        """Return how many heaps of 0, 1, … `most` cards partition.

        Args:
            copies: For each rank, ace to king, how often each of its cards can be there.
            most: The most cards.
        """
        sets = self._sum(copies, most, [1] * len(self._columns))
        hands = self._sum(copies, most, [column.hands for column in self._columns])
        return [Counts(*both) for both in zip(sets, hands, strict=True)]

    def _sum(self, copies: Sequence[int], most: int, weights: Sequence[int]) -> list[int]:
        """Return how many there are by cards, each column counting as often as it weighs."""
        reached = {_START: 1}
        for rank, many in enumerate(copies):
            places = [n for n, column in enumerate(self._columns) if max(column.counts) <= many]
            reached = self._next(reached, places, weights, most)
            self._tell(f"{rank + 1} ranks: {len(reached)} classes, {len(self._classes)} so far")
        total = sum(ways for number, ways in reached.items() if self._accepts(number))
        return [total >> _WIDTH * cards & (1 << _WIDTH) - 1 for cards in range(most + 1)]

    def _next(
        self, reached: dict[int, int], places: Sequence[int], weights: Sequence[int], most: int
    ) -> dict[int, int]:
        """Return the polynomials of the classes one rank later."""
        up_to = [(1 << _WIDTH * (cards + 1)) - 1 for cards in range(most + 1)]
        columns = [(place, self._columns[place].cards) for place in places]
        shifted = [weights[place] << _WIDTH * cards for place, cards in columns]
        following: dict[int, int] = {}
        for number, ways in reached.items():
            fewest = ((ways & -ways).bit_length() - 1) // _WIDTH
            row = self._after[number]
            for (place, cards), weight in zip(columns, shifted, strict=True):
                if fewest + cards > most:
                    break
                room = most - fewest - cards
                after = row[place]
                if after <= _UNKNOWN and _UNKNOWN - after <= room:
                    after = row[place] = self._find(number, place, room)
                if after > _NONE and self._lacking[after] <= room:
                    more = ways * weight & up_to[most - self._lacking[after]]
                    following[after] = following.get(after, 0) + more
        return following

    # --- classes ----------------------------------------------------------------------------------

    def _find(self, number: int, place: int, room: int) -> int:
        """Find the class that a column leads to, unless it needs more cards than there is room."""
        counts = self._columns[place].counts
        if number == _START:
            items = self._first(counts)
        else:
            column, after = column_of(counts), self._walk.after
            items = _undominated(
                (item & ~_STATE, state)
                for item in self._classes[number]
                for state in after(item & _STATE, column)
            )
        if not items:
            return _NONE
        lacking = min(map(_lacking, items))
        return self._number(items) if lacking <= room else _UNKNOWN - lacking

    def _first(self, aces: Sequence[int]) -> _Class:
        """Return the class of some aces, of which any may be kept."""
        most = aces if self._aces is Aces.BOTH else (0,) * SUITS
        all_kept = [column_of(kept) for kept in product(*(range(n + 1) for n in most))]
        return _undominated(
            (kept << _KEPT, state)
            for kept in all_kept
            for state in self._walk.after(self._walk.start, column_of(aces) - kept)
        )

    def _number(self, items: _Class) -> int:
        """Return the number of a class, whatever its suits are called."""
        number = self._seen.get(items)
        if number is None:
            renamed = _renamed(items)
            number = self._numbers.get(renamed)
            if number is None:
                number = self._add(renamed)
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            self._seen[self._shared(items)] = number
        return number

    def _add(self, items: _Class) -> int:
        items = self._shared(items)
        number = self._numbers[items] = len(self._classes)
        self._classes.append(items)
        self._lacking.append(min(map(_lacking, items), default=0))
        self._after.append(array("i", [_UNKNOWN]) * len(self._columns))
        return number

    def _shared(self, items: _Class) -> _Class:
        return tuple([self._items.setdefault(item, item) for item in items])

    def _accepts(self, number: int) -> bool:
        """Whether the heaps of a class partition: the kept aces come last."""
        return any(
            self._walk.accepts(state)
            for item in self._classes[number]
            for state in self._walk.after(item & _STATE, item >> _KEPT | RUNS_ONLY)
        )


# --- items ----------------------------------------------------------------------------------------


def _undominated(items: Iterable[tuple[int, int]]) -> _Class:
    """Join the parts of items, the kept aces and the state, but for those that are dominated."""
    by_kept: dict[int, dict[int, int]] = {}
    for kept, state in items:
        by_kept.setdefault(kept, {})[state] = 0
    return tuple(
        [kept | state for kept, states in by_kept.items() for state in undominated(states)]
    )


def _suits(item: _Item) -> list[int]:
    """Return the part of an item that each suit has."""
    return [
        item >> suit * SUIT_BITS & _SUIT | (item >> _KEPT + 8 * suit & 15) << SUIT_BITS
        for suit in range(SUITS)
    ]


def _item(suits: Sequence[int]) -> _Item:
    """Return the item of these parts."""
    return sum(
        (part & _SUIT) << suit * SUIT_BITS | part >> SUIT_BITS << _KEPT + 8 * suit
        for suit, part in enumerate(suits)
    )


def _lacking(item: _Item) -> int:
    """Return how many cards the short runs of an item need, a kept ace being there for each."""
    lacking = 0
    for part in _suits(item):
        begun, short, kept = part & _FIELD, part >> FIELD_BITS & _FIELD, part >> SUIT_BITS
        lacking += begun + short - min(short, kept)
    return lacking


def _renamed(items: _Class) -> _Class:
    """Return the class with its suits in one order, the same for all that differ in their order.

    They are sorted by their parts of all items; those that have the same ones are tried out.
    """
    parts = [_suits(item) for item in items]
    keys = [sorted(parts_of_suit) for parts_of_suit in zip(*parts, strict=True)]
    in_order = sorted(range(SUITS), key=keys.__getitem__)
    alike = [tuple(suits) for _, suits in groupby(in_order, key=keys.__getitem__)]
    best = min(
        sorted([(part[a], part[b], part[c], part[d]) for part in parts])
        for orders in product(*map(permutations, alike))
        for a, b, c, d in [[suit for order in orders for suit in order]]
    )
    return tuple(map(_item, best))
