"""Every way to split cards into melds, one by one, and their number.

Partitions are multisets of melds, and melds differ if their cards do, joker or natural. The walk
goes over the ranks like the kernel's, but tells runs apart and leaves out nothing: in each column
every choice of groups, of the runs that grow, and of the cards that free jokers stand for leads to
other partitions, so that each comes once.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final, NamedTuple

from manipulation_rummy.cards import CARDS, Joker
from manipulation_rummy.melds import MAX_SEQUENCE, MIN_MELD, Meld, sort_keys
from manipulation_rummy.solver.heaps import RANKS, Aces, Heap, expect_aces, lay_out
from manipulation_rummy.solver.kernel import SUITS, automaton

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation_rummy.cards import AnyCard, CardsLike
    from manipulation_rummy.melds import Table


def partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to split the cards into melds, each once, lazily.

    Each declaration of a free joker is a way of its own. The melds of each are in canonical order;
    the ways come in an order that does not depend on that of the cards. See
    `manipulation_rummy.can_partition` for arguments and errors, which are raised at once.
    """
    listing = _Listing(Heap.of(cards), expect_aces(aces))
    return (tuple(sorted(map(Meld, melds), key=sort_keys)) for melds in listing)


def count_partitions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> int:
    """Return the number of ways to split the cards into melds, without making them.

    See `manipulation_rummy.can_partition` for arguments and errors.
    """
    return _Listing(Heap.of(cards), expect_aces(aces)).count()


_Cards = tuple["AnyCard", ...]
_Supply = tuple[int, int]
"""How many naturals and how many jokers there are of one card."""
_Runs = tuple[tuple[_Cards, int], ...]
"""The runs of a suit that reach a column, each with how often it is there."""


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
    runs: bool
    """Whether cards may go into runs; not so for aces that are high only."""


class _Listing:
    """All walks over a heap that use up its cards and jokers."""

    def __init__(self, heap: Heap, aces: Aces) -> None:
        self._heap = heap
        self._aces = aces
        self._machine = automaton(heap.free)
        self._start = _State(((),) * SUITS, heap.free)

    def __iter__(self) -> Iterator[tuple[_Cards, ...]]:
        for high in self._high_aces():
            yield from self._ways(self._start, self._columns(high), self._layout(high))

    def count(self) -> int:
        """Return the number of walks."""
        return sum(
            self._count(self._start, self._columns(high), self._layout(high), {})
            for high in self._high_aces()
        )

    def _high_aces(self) -> Iterator[tuple[_Supply, ...]]:
        """Yield every choice of the aces that stand above the king."""
        heap = self._heap
        supplies = zip(heap.naturals[:SUITS], heap.declared[:SUITS], strict=True)
        if self._aces is Aces.LOW:
            yield ((0, 0),) * SUITS
        else:
            yield from product(
                *(product(range(n + 1), range(jokers + 1)) for n, jokers in supplies)
            )

    def _columns(self, high: tuple[_Supply, ...]) -> list[_Column]:
        heap = self._heap
        cards = tuple(zip(heap.naturals, heap.declared, strict=True))
        low = tuple((n - a, j - b) for (n, j), (a, b) in zip(cards, high, strict=False))
        columns = [_Column(0, low, groups=True, runs=self._aces is not Aces.HIGH)]
        for rank in range(1, RANKS):
            supplies = cards[rank * SUITS : (rank + 1) * SUITS]
            columns.append(_Column(rank, supplies, groups=True, runs=True))
        if self._aces is not Aces.LOW:
            columns.append(_Column(0, high, groups=False, runs=True))
        return columns

    def _layout(self, high: tuple[_Supply, ...]) -> list[tuple[int, int]]:
        return lay_out(self._heap.faces, [sum(supply) for supply in high], self._aces)

    def _ways(
        self, state: _State, columns: list[_Column], layout: list[tuple[int, int]]
    ) -> Iterator[tuple[_Cards, ...]]:
        """Yield the melds of every way to finish the walk from here."""
        if not columns:
            if _is_complete(state):
                yield tuple(run for runs in state.suits for run, n in runs for _ in range(n))
            return
        for after, melds in _moves(state, columns[0]):
            if self._can_finish(after, layout[1:]):
                for rest in self._ways(after, columns[1:], layout[1:]):
                    yield melds + rest

    def _count(
        self,
        state: _State,
        columns: list[_Column],
        layout: list[tuple[int, int]],
        known: dict[object, int],
    ) -> int:
        """Return the number of ways to finish the walk from here.

        Args:
            state: Where the walk is.
            columns: The columns to come.
            layout: The same for the kernel.
            known: The numbers found before. All that counts of a run is which others are the same,
                how short it is, and whether it may go on above the king.
        """
        if not columns:
            return _is_complete(state)
        key = len(columns), state.jokers, tuple(map(_outline, state.suits))
        if key not in known:
            known[key] = sum(
                self._count(after, columns[1:], layout[1:], known)
                for after, _ in _moves(state, columns[0])
                if self._can_finish(after, layout[1:])
            )
        return known[key]

    def _can_finish(self, state: _State, layout: list[tuple[int, int]]) -> bool:
        """Return False only if the walk cannot be finished from here."""
        suits = [
            (
                sum(n for run, n in runs if len(run) == 1),
                sum(n for run, n in runs if len(run) < MIN_MELD),
                sum(n for _, n in runs),
            )
            for runs in state.suits
        ]
        number = self._machine.enter(suits, state.jokers)
        for column, kind in layout:
            number = self._machine.step(number, column, kind)
        return bool(self._machine.accepted(number) >> self._heap.free & 1)


def _is_complete(state: _State) -> bool:
    return state.jokers == 0 and all(
        len(run) >= MIN_MELD for runs in state.suits for run, _ in runs
    )


def _outline(runs: _Runs) -> tuple[tuple[int, bool, int], ...]:
    return tuple(
        sorted((min(len(run), MIN_MELD), run[0].sort_key < 2 * SUITS, n) for run, n in runs)
    )


# --- one column -----------------------------------------------------------------------------------


def _moves(state: _State, column: _Column) -> Iterator[tuple[_State, tuple[_Cards, ...]]]:
    """Yield each way to place the cards of a column: the state after it, and the finished melds.

    Finished are the groups of the column and the runs that end before it.
    """
    for spent in product(range(state.jokers + 1), repeat=SUITS):
        if sum(spent) > state.jokers:
            continue
        supplies = [
            (naturals, jokers + more)
            for (naturals, jokers), more in zip(column.supplies, spent, strict=True)
        ]
        for groups, left in _groups(column.rank, supplies) if column.groups else [((), supplies)]:
            if not column.runs and any(map(any, left)):
                continue
            ways = [
                list(
                    _growths(runs, column.rank * SUITS + suit, left[suit], may_begin=column.groups)
                )
                for suit, runs in enumerate(state.suits)
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
    runs: _Runs, face: int, supply: _Supply, *, may_begin: bool
) -> Iterator[tuple[_Runs, tuple[_Cards, ...]]]:
    """Yield each way to use up the cards of a face in runs: the open runs, and those that ended."""
    naturals, jokers = supply
    if not runs:
        if may_begin or not (naturals or jokers):
            begun = (((_card(face, 0),), naturals), ((_card(face, 1),), jokers))
            yield tuple((run, n) for run, n in begun if n), ()
        return
    (run, copies), others = runs[0], runs[1:]
    most = copies if len(run) < MAX_SEQUENCE else 0
    fewest = copies if len(run) < MIN_MELD else 0
    for by_natural, by_joker in product(range(naturals + 1), range(jokers + 1)):
        if fewest <= by_natural + by_joker <= most:
            grown = ((*run, _card(face, 0)), by_natural), ((*run, _card(face, 1)), by_joker)
            ended = (run,) * (copies - by_natural - by_joker)
            supply_left = naturals - by_natural, jokers - by_joker
            for rest, also_ended in _growths(others, face, supply_left, may_begin=may_begin):
                yield (*((run, n) for run, n in grown if n), *rest), ended + also_ended


def _card(face: int, kind: int) -> AnyCard:
    return Joker(CARDS[face]) if kind else CARDS[face]
