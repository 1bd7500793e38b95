"""Every way to split cards into melds, one by one, and their number.

Partitions are multisets of melds, and melds differ if their cards do, joker or natural. The walk
goes over the ranks like the kernel's, but tells runs apart and leaves out nothing: in each column
every choice of groups, of the runs that grow, and of the cards that free jokers stand for leads to
other partitions, so that each comes once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from operator import getitem
from typing import Final, NamedTuple

from manipulation_rummy.cards import CARDS, SORT_KEY, AnyCard, CardsLike, Joker
from manipulation_rummy.melds import MAX_SEQUENCE, MIN_MELD, Meld, Table
from manipulation_rummy.solver.heaps import (
    Aces,
    Columns,
    Heap,
    count_cards,
    expect_aces,
    layouts,
)
from manipulation_rummy.solver.kernel import RANKS, SUITS, automaton, counts_of


def partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to split the cards into melds, each once, lazily.

    Each declaration of a free joker is a way of its own. The melds of each are in canonical order;
    the ways come in an order that does not depend on that of the cards. See
    `manipulation_rummy.can_partition` for arguments and errors, which are raised at once.

    Example:
        >>> for melds in partitions("3S 4S 5S 3H 4H 5H 3D 4D 5D"):
        ...     print(*melds, sep=" | ")
        3S 4S 5S | 3H 4H 5H | 3D 4D 5D
        3S 3H 3D | 4S 4H 4D | 5S 5H 5D
    """
    listing = _Listing(count_cards(cards), expect_aces(aces))
    return (tuple(sorted(map(Meld, melds), key=SORT_KEY)) for melds in listing)


def count_partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> int:
    """Return the number of ways to split the cards into melds, without making them.

    The time grows steeply with free jokers and with cards of two packs. See
    `manipulation_rummy.can_partition` for arguments and errors.

    Example:
        >>> count_partitions("5H * *")
        6
    """
    return _Listing(count_cards(cards), expect_aces(aces)).count()


_Cards = tuple["AnyCard", ...]
_Supply = tuple[int, int]
"""How many naturals and how many jokers there are of one card."""
_Runs = tuple[tuple[_Cards, int], ...]
"""The runs of a suit that reach a column, each with how often it is there."""


_THREE: Final = CARDS[2 * SUITS]
"""A run that begins below it is too long for an ace once it reaches the king."""


class _State(NamedTuple):
    """A moment of the walk: the open runs of each suit, and the free jokers left."""

    suits: tuple[_Runs, ...]
    jokers: int


class _Column(NamedTuple):
    """A column of the walk: what there is of the card of each suit."""

    rank: int
    supplies: tuple[_Supply, ...]
    groups: bool
    """Whether cards may go into groups, and begin runs; not so above the king."""
    longest: int
    """The length of the longest run that cards may make here; 0 for aces that are high only."""
    free: tuple[bool, ...]
    """Whether free jokers may stand for the card of each suit."""
    to_come: Columns
    """The columns after this one, as the kernel reads them."""


_ALL: Final = (True,) * SUITS


class _Listing:
    """All walks over a heap that use up its cards and jokers."""

    def __init__(self, heap: Heap, aces: Aces) -> None:
        self._heap = heap
        self._aces = aces
        self._automaton = automaton(heap.free)
        self._start = _State(((),) * SUITS, heap.free)

    def __iter__(self) -> Iterator[tuple[_Cards, ...]]:
        for columns in self._walks():
            yield from self._ways(self._start, columns)

    def count(self) -> int:
        """Return the number of walks."""
        return sum(self._count(self._start, columns, {}) for columns in self._walks())

    def _walks(self) -> Iterator[list[_Column]]:
        """Yield the columns for each choice of the aces that stand above the king."""
        for columns in layouts(self._heap.faces, self._heap.free, self._aces):
            if self._aces is Aces.LOW:
                yield self._columns(columns, ((0, 0),) * SUITS)
            else:
                for high in product(*map(self._supplies, range(SUITS), counts_of(columns[-1]))):
                    yield self._columns(columns, high)

    def _supplies(self, suit: int, aces: int) -> list[_Supply]:
        """Return the ways to make so many aces of a suit of naturals and jokers."""
        naturals, jokers = self._heap.naturals[suit], self._heap.declared[suit]
        return [(n, aces - n) for n in range(naturals + 1) if 0 <= aces - n <= jokers]

    def _columns(self, columns: Columns, high: tuple[_Supply, ...]) -> list[_Column]:
        cards = tuple(zip(self._heap.naturals, self._heap.declared, strict=True))
        low = tuple((n - a, j - b) for (n, j), (a, b) in zip(cards, high, strict=False))
        longest = 0 if self._aces is Aces.HIGH else MAX_SEQUENCE
        walk = [_Column(0, low, groups=True, longest=longest, free=_ALL, to_come=columns[1:])]
        for rank in range(1, RANKS):
            supplies = cards[rank * SUITS : (rank + 1) * SUITS]
            to_come = columns[rank + 1 :]
            walk.append(
                _Column(
                    rank, supplies, groups=True, longest=MAX_SEQUENCE, free=_ALL, to_come=to_come
                )
            )
        if self._aces is not Aces.LOW:
            # a whole suit is one meld, whether its ace is low or high: it counts as low
            longest = MAX_SEQUENCE - 1 if self._aces is Aces.BOTH else MAX_SEQUENCE
            # a free joker stands above the king only if no declared one could instead
            free = tuple(jokers == 0 for _, jokers in low)
            walk.append(_Column(0, high, groups=False, longest=longest, free=free, to_come=()))
        return walk

    def _ways(self, state: _State, columns: list[_Column]) -> Iterator[tuple[_Cards, ...]]:
        """Yield the melds of every way to finish the walk from here."""
        if not columns:
            if _is_complete(state):
                yield tuple(run for runs in state.suits for run, n in runs for _ in range(n))
            return
        for after, melds in _moves(state, columns[0]):
            if self._can_finish(after, columns[0].to_come):
                for rest in self._ways(after, columns[1:]):
                    yield melds + rest

    def _count(self, state: _State, columns: list[_Column], known: dict[object, int]) -> int:
        """Return the number of ways to finish the walk from here.

        Args:
            state: Where the walk is.
            columns: The columns to come.
            known: The numbers found before. All that counts of a run is which others are the same,
                how short it is, and whether it began too low to go on above the king.
        """
        if not columns:
            return _is_complete(state)
        key = len(columns), state.jokers, tuple(map(_outline, state.suits))
        if key not in known:
            known[key] = sum(
                self._count(after, columns[1:], known)
                for after, _ in _moves(state, columns[0])
                if self._can_finish(after, columns[0].to_come)
            )
        return known[key]

    def _can_finish(self, state: _State, to_come: Columns) -> bool:
        """Return False only if the walk cannot be finished from here.

        The kernel lets jokers be parked in what is closed here already, so it may say True in vain.
        """
        suits = [
            (
                sum(n for run, n in runs if len(run) == 1),
                sum(n for run, n in runs if len(run) < MIN_MELD),
                sum(n for _, n in runs),
            )
            for runs in state.suits
        ]
        arrived = self._automaton.walk.arrived(suits, state.jokers)
        node = reduce(getitem, to_come, self._automaton.node((arrived,)))
        return bool(node.accepted >> self._heap.free & 1)


def _is_complete(state: _State) -> bool:
    return state.jokers == 0 and all(
        len(run) >= MIN_MELD for runs in state.suits for run, _ in runs
    )


def _outline(runs: _Runs) -> tuple[tuple[int, bool, int], ...]:
    """Return what counts of the runs of a suit for the number of ways to finish a walk."""
    return tuple(sorted((min(len(run), MIN_MELD), run[0] < _THREE, n) for run, n in runs))


# --- one column -----------------------------------------------------------------------------------


def _moves(state: _State, column: _Column) -> Iterator[tuple[_State, tuple[_Cards, ...]]]:
    """Yield each way to place the cards of a column: the state after it, and the finished melds.

    Finished are the groups of the column and the runs that end before it.
    """
    for spent in product(*(range(state.jokers * free + 1) for free in column.free)):
        if sum(spent) > state.jokers:
            continue
        supplies = [
            (naturals, jokers + more)
            for (naturals, jokers), more in zip(column.supplies, spent, strict=True)
        ]
        for groups, left in _groups(column.rank, supplies) if column.groups else [((), supplies)]:
            ways = [
                list(_growths(runs, column, suit, supply))
                for suit, (runs, supply) in enumerate(zip(state.suits, left, strict=True))
            ]
            for chosen in product(*ways):
                after = _State(tuple(runs for runs, _ in chosen), state.jokers - sum(spent))
                yield after, groups + tuple(run for _, ended in chosen for run in ended)


_SHAPES: Final = [
    tuple(zip(suits, kinds, strict=True))
    for size in (3, 4)
    for suits in combinations(range(SUITS), size)
    for kinds in product((0, 1), repeat=size)
]
"""The groups of a rank: of each member its suit, and 0 for a natural or 1 for a joker."""


def _groups(
    rank: int, supplies: Sequence[_Supply], first: int = 0
) -> Iterator[tuple[tuple[_Cards, ...], Sequence[_Supply]]]:
    """Yield each multiset of groups, from the given shape on, and what is left for runs."""
    yield (), supplies
    for number in range(first, len(_SHAPES)):
        shape = _SHAPES[number]
        if all(supplies[suit][kind] for suit, kind in shape):
            left = list(supplies)
            for suit, kind in shape:
                naturals, jokers = left[suit]
                left[suit] = (naturals, jokers - 1) if kind else (naturals - 1, jokers)
            group = tuple(_card(rank * SUITS + suit, kind) for suit, kind in shape)
            for others, rest in _groups(rank, left, number):
                yield (group, *others), rest


def _growths(
    runs: _Runs, column: _Column, suit: int, supply: _Supply
) -> Iterator[tuple[_Runs, tuple[_Cards, ...]]]:
    """Yield each way to use up cards of a suit in runs: the open runs, and those that ended."""
    naturals, jokers = supply
    face = column.rank * SUITS + suit
    if not runs:
        if (column.groups and column.longest) or not any(supply):
            begun = (((_card(face, 0),), naturals), ((_card(face, 1),), jokers))
            yield tuple((run, n) for run, n in begun if n), ()
        return
    (run, copies), others = runs[0], runs[1:]
    most = copies if len(run) < column.longest else 0
    fewest = copies if len(run) < MIN_MELD else 0
    for by_natural, by_joker in product(range(naturals + 1), range(jokers + 1)):
        if fewest <= by_natural + by_joker <= most:
            grown = ((*run, _card(face, 0)), by_natural), ((*run, _card(face, 1)), by_joker)
            ended = (run,) * (copies - by_natural - by_joker)
            supply_left = naturals - by_natural, jokers - by_joker
            for rest, also_ended in _growths(others, column, suit, supply_left):
                yield (*((run, n) for run, n in grown if n), *rest), ended + also_ended


def _card(face: int, kind: int) -> AnyCard:
    return Joker(CARDS[face]) if kind else CARDS[face]
