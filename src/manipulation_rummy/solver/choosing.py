"""The heaviest choice of optional cards with which a heap partitions: a maximum over the walk.

If all the optional cards that some meld could hold can be used together, that is the heaviest
choice. Otherwise, in each column every choice of optional cards is tried, and of each state the
greatest value on a way to it is kept.

A choice has to be heavier than a *floor*, and a way that cannot become so, even with all that may
come, is given up. Where there are many choices, the floor is high at first: only a small part of
what all optional cards are worth may be left out. If no choice is as heavy, it is lowered. What is
found raises the floor for the other layouts of aces, so that the last one found is the heaviest.

The states are those of the automaton; or, where so many cards are optional that too many sets of
states could be reached, those of the walk itself, without those that another one of no less value
dominates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import prod
from operator import getitem
from typing import Final, NamedTuple, Protocol, TypeVar

from manipulation_rummy.solver.heaps import (
    Aces,
    Columns,
    accepted_columns,
    ace_kind,
    faces_of,
    high_aces,
    in_some_meld,
    middle_columns,
    plain_columns,
)
from manipulation_rummy.solver.kernel import (
    RUNS_ONLY,
    SUITS,
    Automaton,
    Node,
    Walk,
    automaton,
    column_of,
    counts_of,
    undominated,
)

Spare = tuple[int, int, int]
"""A card that may be used: its number, 0 to 51, how often, and what each copy is worth."""


class Limit(NamedTuple):
    """A limit on the number of cards, which the values tell: it is the value modulo `base`."""

    cards: int
    base: int


class Wanted(NamedTuple):
    """What may be chosen.

    Attributes:
        least: How often each of the 52 cards must be used at least.
        spare: The cards that may be used beside these, each number once.
        least_jokers: The least free jokers to be used.
        most_jokers: The most free jokers to be used.
        joker_value: What each joker beyond the least is worth.
        limit: The most cards and jokers that may be chosen, if there is a limit.
    """

    least: bytes
    spare: Sequence[Spare]
    least_jokers: int
    most_jokers: int
    joker_value: int
    limit: Limit | None = None

    @property
    def worths(self) -> list[int]:
        """What all copies of each optional card are worth, those of the joker at the end."""
        jokers = self.most_jokers - self.least_jokers
        return [*[copies * value for _, copies, value in self.spare], jokers * self.joker_value]

    def best_behind(self, column: int) -> list[int]:
        """Return what the cards behind a column are worth at best.

        If there is a limit, what 0, 1, … so many of them are; otherwise what any number of them is.
        """
        more_jokers = self.most_jokers - self.least_jokers
        behind = [spare for spare in self.spare if spare[0] // SUITS > column]
        if self.limit is None:
            worth = sum([copies * value for _, copies, value in behind if value > 0])
            return [worth + max(0, more_jokers * self.joker_value)]
        values = [self.joker_value] * more_jokers
        for _, copies, value in behind:
            values += [value] * copies
        gains = sorted([value for value in values if value > 0], reverse=True)
        return [sum(gains[:cards]) for cards in range(self.limit.cards + 1)]

    def allows(self, value: int) -> bool:
        """Return whether a choice of this value keeps to the limit."""
        return self.limit is None or value % self.limit.base <= self.limit.cards


class Chosen(NamedTuple):
    """The heaviest choice.

    Attributes:
        value: What the chosen optional cards and jokers are worth.
        faces: How often each card is used.
        jokers: How many free jokers are used.
        columns: The columns of these cards that the walk accepts.
    """

    value: int
    faces: bytes
    jokers: int
    columns: Columns


_FEW: Final = 1 << 13
"""The most choices of optional cards for which the automaton is asked."""

_MANY: Final = 1 << 9
"""The fewest choices for which those that leave out little are looked for first."""

_SELDOM_ALL: Final = (8,)
NEARLY_ALL: Final = (32, 16, 8)
"""What may be left out at first, and then: 1/32 of what all are worth, 1/16, 1/8."""


def choose(wanted: Wanted, aces: Aces, expected: Sequence[int] = _SELDOM_ALL) -> Chosen | None:
    """Return the heaviest choice of cards that partitions, None if there is none.

    Args:
        wanted: What may be chosen.
        aces: Where aces may stand.
        expected: What is likely to be used: `NEARLY_ALL` if little is left out as a rule.
    """
    wanted, most = without_misfits(wanted, aces)
    worths = wanted.worths
    if min(worths) >= 0 and wanted.allows(sum(worths)):
        columns = accepted_columns(most, wanted.most_jokers, aces)
        if columns:
            return Chosen(sum(worths), most, wanted.most_jokers, columns)
    layouts = list(layouts_of(wanted, most, aces))
    choices = prod([copies + 1 for _, copies, _ in wanted.spare])
    many = len(layouts) * choices * (wanted.most_jokers + 1) >= _MANY
    machine = automaton(wanted.most_jokers)
    if wanted.limit:
        return _heaviest(_Limited(machine, wanted.limit), wanted, layouts, NEARLY_ALL)
    parts = expected if many else ()
    if choices <= _FEW:
        return _heaviest(_OfAutomaton(machine), wanted, layouts, parts)
    return _heaviest(_OfWalk(machine.walk), wanted, layouts, parts)


def without_misfits(wanted: Wanted, aces: Aces) -> tuple[Wanted, bytes]:
    """Leave out optional cards that fit in no meld, whatever is chosen; return what can be used."""
    most = bytearray(wanted.least)
    for number, copies, _ in wanted.spare:
        most[number] += copies
    fitting = in_some_meld(most, wanted.most_jokers, aces)
    misfits = [spare for spare in wanted.spare if not fitting >> 8 * spare[0] & 1]
    if misfits:
        for number, copies, _ in misfits:
            most[number] -= copies
        wanted = wanted._replace(spare=[spare for spare in wanted.spare if spare not in misfits])
    return wanted, bytes(most)


# --- the choices ----------------------------------------------------------------------------------

Choices = list[tuple[int, int]]
"""The choices for one column: each possible column with its worth."""


class Layout(NamedTuple):
    """The columns of a heap for one choice of the aces above the king.

    Attributes:
        columns: The columns with the least that must be used.
        choices: The choices that there are, each with the number of its column.
    """

    columns: Columns
    choices: list[tuple[int, Choices]]


def layouts_of(wanted: Wanted, most: bytes, aces: Aces) -> Iterator[Layout]:
    """Yield the layouts, for each choice of the aces above the king.

    Args:
        wanted: What may be chosen.
        most: How often each card is used if all are chosen.
        aces: Where aces may stand.
    """
    low, *others = plain_columns(wanted.least)
    middle = middle_columns(others, wanted.most_jokers, aces)
    by_rank: dict[int, list[Spare]] = {}
    for spare in wanted.spare:
        by_rank.setdefault(spare[0] // SUITS, []).append(spare)
    spare_aces = by_rank.pop(0, [])
    choices = [(rank, _choices(middle[rank - 1], spares)) for rank, spares in by_rank.items()]
    if aces is Aces.LOW:
        low_choices = [(0, _choices(low, spare_aces))] if spare_aces else []
        yield Layout((low, *middle), low_choices + choices)
        return
    for high in high_aces(plain_columns(most), wanted.most_jokers):
        above = [max(0, n - m) for n, m in zip(counts_of(high), counts_of(low), strict=True)]
        column = low - (high - column_of(above)) | ace_kind(aces)
        left = [(number, copies - above[number], value) for number, copies, value in spare_aces]
        worth = sum([above[number] * value for number, _, value in spare_aces])
        low_choices = [(0, _choices(column, left, worth))] if spare_aces else []
        yield Layout((column, *middle, high | RUNS_ONLY), low_choices + choices)


def _choices(column: int, spares: Sequence[Spare], worth: int = 0) -> Choices:
    """Return the choices for a column to which cards can be added."""
    choices = [(column, worth)]
    for number, copies, value in spares:
        one = 1 << 8 * (number % SUITS)
        choices = [
            (chosen + n * one, worth + n * value)
            for chosen, worth in choices
            for n in range(copies, -1, -1)
        ]
    return choices


# --- the maximum ----------------------------------------------------------------------------------

_State = TypeVar("_State", int, Node, tuple[Node, int])
_Way = tuple[int, _State, int]
"""The best way to a state: its value, and the state and the column of the last choice."""
_Ways = dict[_State, _Way[_State]]


class _States(Protocol[_State]):
    """The states that a walk can be in."""

    start: _State

    def follow(
        self, ways: _Ways[_State], choices: Choices, lows: Sequence[int], columns: Columns
    ) -> _Ways[_State]:
        """Return the states after a choice, and some columns more, with a value above the low one.

        If there is a limit, there is a low value for 0, 1, … cards that can still be chosen.
        """
        ...

    def go_on(self, state: _State, columns: Columns) -> Iterable[_State]:
        """Return the states to which columns without a choice lead."""
        ...

    def accepts(self, state: _State) -> int:
        """Return with how many jokers a heap that ends here partitions: bit n for n of them."""
        ...


class _OfAutomaton:
    """The states of the automaton, each a set of those of the walk."""

    def __init__(self, machine: Automaton) -> None:
        self.start: Node = machine.start
        self._dead_end = machine.dead_end

    def follow(
        self, ways: _Ways[Node], choices: Choices, lows: Sequence[int], columns: Columns
    ) -> _Ways[Node]:
        (low,) = lows
        following: _Ways[Node] = {}
        for node, (value, _, _) in ways.items():
            for column, worth in choices:
                total = value + worth
                if total > low:
                    after = reduce(getitem, columns, node[column])
                    known = following.get(after)
                    if known is None or total > known[0]:
                        following[after] = total, node, column
        following.pop(self._dead_end, None)
        return following

    def go_on(self, state: Node, columns: Columns) -> Iterable[Node]:
        return (reduce(getitem, columns, state),)

    def accepts(self, state: Node) -> int:
        return state.accepted


class _Limited:
    """The states of the automaton, each with the number of cards chosen so far."""

    def __init__(self, machine: Automaton, limit: Limit) -> None:
        self.start: tuple[Node, int] = machine.start, 0
        self._dead_end = machine.dead_end
        self._most, self._base = limit

    def follow(
        self,
        ways: _Ways[tuple[Node, int]],
        choices: Choices,
        lows: Sequence[int],
        columns: Columns,
    ) -> _Ways[tuple[Node, int]]:
        following: _Ways[tuple[Node, int]] = {}
        for state, (value, _, _) in ways.items():
            for column, worth in choices:
                total = value + worth
                cards = total % self._base
                if cards <= self._most and total > lows[self._most - cards]:
                    after = reduce(getitem, columns, state[0][column]), cards
                    known = following.get(after)
                    if after[0] is not self._dead_end and (known is None or total > known[0]):
                        following[after] = total, state, column
        return following

    def go_on(self, state: tuple[Node, int], columns: Columns) -> Iterable[tuple[Node, int]]:
        return ((reduce(getitem, columns, state[0]), state[1]),)

    def accepts(self, state: tuple[Node, int]) -> int:
        return state[0].accepted


class _OfWalk:
    """The states of the walk itself, without the dominated ones."""

    def __init__(self, walk: Walk) -> None:
        self.start: int = walk.start
        self._after = walk.after
        self.accepts = walk.accepts

    def follow(
        self, ways: _Ways[int], choices: Choices, lows: Sequence[int], columns: Columns
    ) -> _Ways[int]:
        (low,) = lows
        following: _Ways[int] = {}
        for state, (value, _, _) in ways.items():
            for column, worth in choices:
                total = value + worth
                if total > low:
                    for after in self._after(state, column):
                        known = following.get(after)
                        if known is None or total > known[0]:
                            following[after] = total, state, column
        following = _undominated(following)
        for column in columns:
            ways, following = following, {}
            for state, way in ways.items():
                for after in self._after(state, column):
                    known = following.get(after)
                    if known is None or way[0] > known[0]:
                        following[after] = way
            following = _undominated(following)
        return following

    def go_on(self, state: int, columns: Columns) -> Iterable[int]:
        states = [state]
        for column in columns:
            after = {after: 0 for state in states for after in self._after(state, column)}
            states = undominated(after)
        return states


def _undominated(ways: _Ways[int]) -> _Ways[int]:
    return {state: ways[state] for state in undominated({s: way[0] for s, way in ways.items()})}


def _heaviest(
    states: _States[_State], wanted: Wanted, layouts: Sequence[Layout], parts: Sequence[int]
) -> Chosen | None:
    """Return the heaviest choice of all layouts, trying one floor after the other."""
    most = wanted.best_behind(-1)[-1]
    span = sum(map(abs, wanted.worths))
    numbers = [number for layout in layouts for number, _ in layout.choices]
    behind = {number: wanted.best_behind(number) for number in numbers}
    for part in (*parts, 1):
        floor = most - span // part - 1
        best: Chosen | None = None
        for layout in layouts:
            if found := _heaviest_of(states, wanted, layout, behind, floor):
                best, floor = found, found.value
        if best:
            return best
    return None


def _heaviest_of(
    states: _States[_State],
    wanted: Wanted,
    layout: Layout,
    behind: dict[int, list[int]],
    floor: int,
) -> Chosen | None:
    """Return the heaviest choice of a layout whose value is above `floor`, if there is one.

    `behind` says what the cards behind each column are worth at best.
    """
    columns, choices = layout
    jokers = wanted.most_jokers - wanted.least_jokers
    ends = [number for number, _ in choices[1:]] + [len(columns)]
    first = columns[: choices[0][0]] if choices else columns
    ways = {state: (0, state, 0) for state in states.go_on(states.start, first)}
    reached: list[_Ways[_State]] = []
    for (number, to_choose), end in zip(choices, ends, strict=False):
        # all that may come is taken at its best
        lows = [floor - worth for worth in behind[number]]
        reached.append(ways)
        ways = states.follow(ways, to_choose, lows, columns[number + 1 : end])
    best: tuple[_Way[_State], int] | None = None
    for state, way in ways.items():
        accepted = states.accepts(state) >> wanted.least_jokers
        for more in range(jokers + 1):
            total = way[0] + more * wanted.joker_value
            if total > floor and accepted >> more & 1 and wanted.allows(total):
                best, floor = (way, wanted.least_jokers + more), total
    if best is None:
        return None
    way, used = best
    chosen = list(columns)
    for ways, (number, _) in zip(reversed(reached), reversed(choices), strict=True):
        _, state, chosen[number] = way
        way = ways[state]
    return Chosen(floor, faces_of(chosen), used, tuple(chosen))
