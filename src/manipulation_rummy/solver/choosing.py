"""The heaviest choice of optional cards with which a heap partitions: a maximum over the walk.

In each column every choice of the optional cards is tried; of each state the best way to it is
kept. The states are those of the walk itself, without those that another one of no less value
dominates. Where few cards are optional and there is no joker, they are those of the automaton:
about twice as fast if the table has been asked about before, and no slower where it is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import prod
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from manipulation_rummy.solver.heaps import (
    Aces,
    Columns,
    ace_kind,
    faces_of,
    high_aces,
    middle_columns,
    plain_columns,
)
from manipulation_rummy.solver.kernel import (
    RUNS_ONLY,
    SUITS,
    Automaton,
    Node,
    automaton,
    column_of,
    counts_of,
    undominated,
)

_FEW: Final = 1 << 13
"""The most choices of optional cards for which the automaton is asked."""


class Wanted(NamedTuple):
    """What may be chosen.

    Attributes:
        least: How often each of the 52 cards must be used at least.
        most: How often it may be used at most.
        values: What each copy beyond the least is worth.
        least_jokers: The least free jokers to be used.
        most_jokers: The most free jokers to be used.
        joker_value: What each joker beyond the least is worth.
    """

    least: bytes
    most: bytes
    values: Sequence[int]
    least_jokers: int
    most_jokers: int
    joker_value: int


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


_Layer = list[tuple[int, int]]
"""The choices for one column: each possible column with its worth, the fullest first."""

_State = TypeVar("_State", int, Node)
_Ways = dict[_State, tuple[int, _State, int]]
"""The best way to each state: its value, and the state and the column that it came by."""


def choose(wanted: Wanted, aces: Aces) -> Chosen | None:
    """Return the heaviest choice of cards that partitions, None if there is none."""
    machine = automaton(wanted.most_jokers)
    best: Chosen | None = None
    for layers in _walks(wanted, aces):
        if wanted.most_jokers == 0 and prod(map(len, layers)) <= _FEW:
            found = _best_over_nodes(machine, layers, wanted)
        else:
            found = _best_over_states(machine, layers, wanted, _floor(wanted, best))
        if found and (best is None or found.value > best.value):
            best = found
    return best


def _walks(wanted: Wanted, aces: Aces) -> Iterator[list[_Layer]]:
    """Yield the layers for each choice of the aces that stand above the king."""
    least = plain_columns(wanted.least)
    most = plain_columns(wanted.most)
    values = wanted.values
    middle = [[(column, 0)] for column in middle_columns(least, wanted.most_jokers, aces)]
    for index, layer in enumerate(middle):
        if optional := most[index + 1] - least[index + 1]:
            first = (index + 1) * SUITS
            middle[index] = _layer(layer[0][0], optional, values[first : first + SUITS])
    if aces is Aces.LOW:
        yield [_layer(least[0], most[0] - least[0], values[:SUITS]), *middle]
        return
    for high in high_aces(most, wanted.most_jokers):
        above = column_of(
            [max(0, n - m) for n, m in zip(counts_of(high), counts_of(least[0]), strict=True)]
        )
        low = least[0] - (high - above)
        worth = sum(map(int.__mul__, counts_of(above), values[:SUITS]))
        layer = _layer(low | ace_kind(aces), most[0] - high - low, values[:SUITS])
        low_aces = [(column, value + worth) for column, value in layer]
        yield [low_aces, *middle, [(high | RUNS_ONLY, 0)]]


def _layer(column: int, optional: int, values: Sequence[int]) -> _Layer:
    """Return the choices for a column to which optional cards can be added."""
    layer = [(column, 0)]
    for suit, copies in enumerate(counts_of(optional)):
        if copies:
            layer = [
                (chosen + (n << 8 * suit), worth + n * values[suit])
                for chosen, worth in layer
                for n in range(copies, -1, -1)
            ]
    return layer


def _best_over_nodes(machine: Automaton, layers: list[_Layer], wanted: Wanted) -> Chosen | None:
    start = machine.start
    reached: list[_Ways[Node]] = [{start: (0, start, 0)}]
    for layer in layers:
        ways: _Ways[Node] = {}
        for before, (value, _, _) in reached[-1].items():
            for column, worth in layer:
                node = before[column]
                if node.states:
                    total = value + worth
                    known = ways.get(node)
                    if known is None or total > known[0]:
                        ways[node] = (total, before, column)
        reached.append(ways)
    return _best(reached, attrgetter("accepted"), wanted)


def _best_over_states(
    machine: Automaton, layers: list[_Layer], wanted: Wanted, floor: int | None
) -> Chosen | None:
    """Return the best choice by the states of the walk, beyond the value `floor` if given."""
    walk = machine.walk
    most_worth = (max(worth for _, worth in layer) for layer in reversed(layers))
    to_come = [*accumulate(most_worth, initial=0)][-2::-1]
    reached: list[_Ways[int]] = [{walk.start: (0, 0, 0)}]
    for layer, coming in zip(layers, to_come, strict=True):
        ways: _Ways[int] = {}
        for before, (value, _, _) in reached[-1].items():
            for column, worth in layer:
                total = value + worth
                if floor is not None and total + coming <= floor:
                    continue
                for state in walk.after(before, column):
                    known = ways.get(state)
                    if known is None or total > known[0]:
                        ways[state] = (total, before, column)
        values = {state: way[0] for state, way in ways.items()}
        reached.append({state: ways[state] for state in undominated(values)})
    return _best(reached, walk.accepts, wanted)


def _floor(wanted: Wanted, best: Chosen | None) -> int | None:
    """Return the value of cards alone that a walk must exceed to be better than the best one."""
    if best is None:
        return None
    optional = wanted.most_jokers - wanted.least_jokers
    return best.value - max(0, optional * wanted.joker_value)


def _best(
    reached: list[_Ways[_State]], accepted: Callable[[_State], int], wanted: Wanted
) -> Chosen | None:
    """Return the best choice that ends in an accepted state, jokers included."""
    best: tuple[int, int, _State] | None = None
    for state, (value, _, _) in reached[-1].items():
        mask = accepted(state)
        for jokers in range(wanted.least_jokers, wanted.most_jokers + 1):
            if mask >> jokers & 1:
                total = value + (jokers - wanted.least_jokers) * wanted.joker_value
                if best is None or total > best[0]:
                    best = total, jokers, state
    if best is None:
        return None
    total, jokers, state = best
    columns: list[int] = []
    for ways in reached[:0:-1]:
        _, state, column = ways[state]
        columns.append(column)
    return Chosen(total, faces_of(columns[::-1]), jokers, tuple(columns[::-1]))
