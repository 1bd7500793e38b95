"""How many ways there are to split cards into melds, without making them.

Partitions are multisets of melds, and melds differ if their cards do, joker or natural. The walk
goes over the ranks like the kernel's, but tells runs apart and leaves nothing out: every choice of
the cards that go into groups, of the runs that grow and of the cards that free jokers stand for
leads to other partitions. It keeps only what decides in how many ways it can go on, and adds up the
ways that led there:

- of a run that reaches the column before, how short it is, whether it began too low to take an ace
  above the king, and how many runs are the same, card by card;
- of a suit, its runs and the aces kept for the column above the king. Suits of which the heap holds
  the same cards are alike, so that their order does not matter;
- of the heap, the free jokers that are left.

Suits meet in groups only. So in each column one suit after the other puts its cards into runs or
aside, and then it is counted how many ways there are to lay in groups what has been put aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from manipulation_rummy.cards import CardsLike
from manipulation_rummy.melds import MIN_MELD, Table
from manipulation_rummy.solver.heaps import Aces, Heap, count_cards, expect_aces
from manipulation_rummy.solver.kernel import RANKS, SUITS


def count_partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> int:
    """Return the number of ways to split the cards into melds, without making them.

    It counts what `manipulation_rummy.partitions` yields. The time grows with free jokers and with
    the copies of a card. See `manipulation_rummy.can_partition` for arguments and errors.

    Example:
        >>> count_partitions("5H * *")
        6
    """
    return _Walk(count_cards(cards), expect_aces(aces)).count()


_Supply = tuple[int, int]
"""How many naturals and how many jokers."""
_Supplies = tuple[_Supply, ...]
"""The same for each suit."""
_NOTHING: Final = (0, 0)
_Runs = tuple[tuple[int, bool, int], ...]
"""Runs that reach a column: for each its length up to three, whether it began too low to take an
ace above the king, and its copies; sorted."""


class _Suit(NamedTuple):
    """What counts of a suit on the walk."""

    kind: int
    """Which cards the heap has of it: suits with the same ones are of one kind."""
    kept: _Supply
    """Its aces for the column above the king."""
    runs: _Runs


_State = tuple[int, tuple[_Suit, ...]]
"""The free jokers that are left, and the suits, sorted."""


_Halfway = tuple[int, tuple[_Suit, ...], _Supplies]
"""The same within a column: the suits that have taken their step last, and what they put aside."""


class _Step(NamedTuple):
    """What a suit can do in a column."""

    after: _Suit
    aside: _Supply
    """The cards for groups."""
    spent: int
    """The free jokers among all its cards."""
    ways: int
    """In how many ways it can do so."""


class _Walk:
    """The walk over a heap."""

    def __init__(self, heap: Heap, aces: Aces) -> None:
        cards = tuple(zip(heap.naturals, heap.declared, strict=True))
        suits = [cards[suit::SUITS] for suit in range(SUITS)]
        self._kinds = sorted(set(suits))
        self._suits = sorted(map(self._kinds.index, suits))
        self._free = heap.free
        self._aces = aces

    def count(self) -> int:
        """Return in how many ways the walk can be finished."""
        reached: Counter[_State] = Counter()
        for suits in product(*map(self._starts, self._suits)):
            reached[self._free, tuple(sorted(suits))] += 1
        for column in range(RANKS + (self._aces is not Aces.LOW)):
            reached = self._after(reached, column)
        return sum(
            ways
            for (free, suits), ways in reached.items()
            if free == 0 and all(length == MIN_MELD for suit in suits for length, _, _ in suit.runs)
        )

    def _starts(self, kind: int) -> list[_Suit]:
        """Return a suit with each choice of the aces that it keeps."""
        (naturals, jokers), *_, queens, kings = self._kinds[kind]
        most = 0 if self._aces is Aces.LOW else min(sum(queens), sum(kings)) + self._free
        return [
            _Suit(kind, (n, j), ())
            for n, j in product(range(naturals + 1), range(jokers + 1))
            if n + j <= most
        ]

    def _after(self, reached: Mapping[_State, int], column: int) -> Counter[_State]:
        """Return the states after a column, each with the number of ways that lead there."""
        cards = tuple(self._kinds[kind][column % RANKS] for kind in self._suits)
        groupings = _groupings(cards, self._free)
        begun = {aside[:suits] for aside in groupings for suits in range(SUITS + 1)}
        steps: dict[tuple[_Suit, int], list[_Step]] = {}
        halfway: Mapping[_Halfway, int] = {
            (free, suits, ()): ways for (free, suits), ways in reached.items()
        }
        for _ in range(SUITS):
            further: Counter[_Halfway] = Counter()
            for (free, (suit, *others), before), ways in halfway.items():
                if (suit, free) not in steps:
                    steps[suit, free] = list(self._steps(suit, free, column))
                for step in steps[suit, free]:
                    aside = (*before, step.aside)
                    if aside in begun:
                        key = free - step.spent, (*others, step.after), aside
                        further[key] += ways * step.ways
            halfway = further
        after: Counter[_State] = Counter()
        for (free, suits, aside), ways in halfway.items():
            after[free, tuple(sorted(suits))] += ways * groupings[aside]
        return after

    def _steps(self, suit: _Suit, free: int, column: int) -> Iterator[_Step]:
        """Yield what a suit can do with its cards of a column, and with free jokers."""
        kind, kept, runs = suit
        naturals, jokers = self._kinds[kind][column % RANKS]
        if column == 0:
            naturals, jokers = naturals - kept[0], jokers - kept[1]
        elif column == RANKS:
            # a free joker stands above the king only if no declared one stands below the two
            free = free if kept[1] == jokers else 0
            naturals, jokers, kept = *kept, _NOTHING
        for spent in range(free + 1):
            for in_runs in product(range(naturals + 1), range(jokers + spent + 1)):
                aside = naturals - in_runs[0], jokers + spent - in_runs[1]
                if column < RANKS or aside == _NOTHING:
                    for grown, ways in _growths(runs, in_runs, begun=self._begun(column)).items():
                        yield _Step(_Suit(kind, kept, grown), aside, spent, ways)

    def _begun(self, column: int) -> bool | None:
        """Return whether runs that begin in a column are too low for an ace above the king.

        None if none can begin. A whole suit is one meld, whether its ace is low or high: it counts
        as low unless no ace is.
        """
        if column == RANKS or (column == 0 and self._aces is Aces.HIGH):
            return None
        return self._aces is Aces.BOTH and column <= 1


# --- one suit, one rank ---------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _growths(runs: _Runs, cards: _Supply, *, begun: bool | None) -> Counter[_Runs]:
    """Return in how many ways runs can take up cards, by the runs that are there afterwards."""
    after: Counter[_Runs] = Counter()
    naturals, jokers = cards
    if runs:
        (length, low, copies), *others = runs
        most = 0 if begun is None and low else copies
        least = copies if length < MIN_MELD else 0
        for n, j in product(range(naturals + 1), range(jokers + 1)):
            if least <= n + j <= most:
                grown = _of(min(length + 1, MIN_MELD), (n, j), low=low)
                rest = _growths(tuple(others), (naturals - n, jokers - j), begun=begun)
                for more, ways in rest.items():
                    after[tuple(sorted(grown + more))] += ways
    elif begun is not None:
        after[_of(1, cards, low=begun)] = 1
    elif not any(cards):
        after[()] = 1
    return after


def _of(length: int, last: _Supply, *, low: bool) -> _Runs:
    """Return runs that end with naturals or with jokers, which tell them apart."""
    return tuple((length, low, copies) for copies in last if copies)


_Group = tuple[tuple[int, int], ...]
_GROUPS: Final[list[_Group]] = [
    tuple(zip(suits, kinds, strict=True))
    for size in (3, 4)
    for suits in combinations(range(SUITS), size)
    for kinds in product((0, 1), repeat=size)
]
"""The groups of a rank: of each member its suit, and 0 for a natural or 1 for a joker."""


@lru_cache(maxsize=1 << 8)
def _groupings(cards: _Supplies, free: int) -> Counter[_Supplies]:
    """Return in how many ways groups can be laid, by the cards that they take of each suit."""
    found: Counter[_Supplies] = Counter()
    found[(_NOTHING,) * SUITS] = 1
    for group in _GROUPS:
        again = found
        while again:  # with the group once, twice and so on
            with_group = ((_with(taken, group), ways) for taken, ways in again.items())
            again = Counter({taken: n for taken, n in with_group if _is_there(taken, cards, free)})
            found = found + again
    return found


def _with(taken: _Supplies, group: _Group) -> _Supplies:
    """Return cards with those of a group."""
    more = list(taken)
    for suit, kind in group:
        naturals, jokers = more[suit]
        more[suit] = (naturals, jokers + 1) if kind else (naturals + 1, jokers)
    return tuple(more)


def _is_there(taken: _Supplies, cards: _Supplies, free: int) -> bool:
    """Whether there are so many cards, with free jokers where there are too few declared ones."""
    for (naturals, jokers), (all_naturals, declared) in zip(taken, cards, strict=True):
        free -= max(0, jokers - declared)
        if naturals > all_naturals or free < 0:
            return False
    return True


def forget() -> None:
    """Let go of what is kept."""
    for kept in (_growths, _groupings):
        kept.cache_clear()
