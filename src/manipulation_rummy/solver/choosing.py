"""The heaviest choice of optional cards with which a heap partitions: a maximum over the walk.

In each column every choice of the optional cards is tried on every state; of each state the best
way to it is kept, and a state that another one of no less value dominates is dropped.
"""

from __future__ import annotations

from itertools import accumulate, product
from typing import TYPE_CHECKING, NamedTuple

from manipulation_rummy.solver.heaps import Aces, ace_kind, high_aces, ranks_with_kinds
from manipulation_rummy.solver.kernel import (
    RUNS_ONLY,
    SUITS,
    Automaton,
    automaton,
    column_of,
    counts_of,
    undominated,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


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

    least: Sequence[int]
    most: Sequence[int]
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
        columns: The columns of these cards that the walk accepts, each with its kind.
    """

    value: int
    faces: tuple[int, ...]
    jokers: int
    columns: list[tuple[int, int]]


class _Layer(NamedTuple):
    """The choices for one column: each possible column with its worth, the fullest first."""

    kind: int
    choices: list[tuple[int, int]]

    @property
    def most(self) -> int:
        """The most that a choice is worth."""
        return max(worth for _, worth in self.choices)


class _Way(NamedTuple):
    """The best way to a state: its value, and the state and the column that it came by."""

    value: int
    before: int
    column: int


def choose(wanted: Wanted, aces: Aces) -> Chosen | None:
    """Return the heaviest choice of cards that partitions, None if there is none."""
    machine = automaton(wanted.most_jokers)
    middle = [_layer(wanted, rank, kind) for rank, kind in ranks_with_kinds(aces)]
    best: Chosen | None = None
    for high in high_aces(wanted.most, wanted.most_jokers, aces):
        layers = [_ace_layer(wanted, high, aces), *middle]
        if aces is not Aces.LOW:
            layers.append(_Layer(RUNS_ONLY, [(column_of(high), 0)]))
        reached = _walk(machine, layers, _floor(wanted, best))
        for state, way in reached[-1].items():
            mask = machine.accepts(state)
            for jokers in range(wanted.least_jokers, wanted.most_jokers + 1):
                value = way.value + (jokers - wanted.least_jokers) * wanted.joker_value
                if mask >> jokers & 1 and (best is None or value > best.value):
                    columns = _columns_to(state, reached, layers)
                    best = Chosen(value, _faces(columns, high, aces), jokers, columns)
    return best


def _layer(wanted: Wanted, rank: int, kind: int) -> _Layer:
    cards = slice(rank * SUITS, (rank + 1) * SUITS)
    return _choices(kind, wanted.least[cards], wanted.most[cards], wanted.values[cards])


def _ace_layer(wanted: Wanted, high: Sequence[int], aces: Aces) -> _Layer:
    """Return the choices of low aces beside so many high ones, the worth of these included."""
    least, most, values = (part[:SUITS] for part in (wanted.least, wanted.most, wanted.values))
    low_least = [max(0, n - above) for n, above in zip(least, high, strict=True)]
    low_most = [n - above for n, above in zip(most, high, strict=True)]
    layer = _choices(ace_kind(aces), low_least, low_most, values)
    worth = sum(
        value * max(0, above - n) for value, n, above in zip(values, least, high, strict=True)
    )
    return _Layer(layer.kind, [(column, value + worth) for column, value in layer.choices])


def _choices(kind: int, least: Sequence[int], most: Sequence[int], values: Sequence[int]) -> _Layer:
    ranges = (range(up_to, fewest - 1, -1) for fewest, up_to in zip(least, most, strict=True))
    choices: list[tuple[int, int]] = []
    for counts in product(*ranges):
        optional = (
            value * (n - fewest) for value, n, fewest in zip(values, counts, least, strict=True)
        )
        choices.append((column_of(counts), sum(optional)))
    return _Layer(kind, choices)


def _floor(wanted: Wanted, best: Chosen | None) -> int | None:
    """Return the value of cards alone that a walk must exceed to be better than the best one."""
    if best is None:
        return None
    optional = wanted.most_jokers - wanted.least_jokers
    return best.value - max(0, optional * wanted.joker_value)


def _walk(machine: Automaton, layers: list[_Layer], floor: int | None) -> list[dict[int, _Way]]:
    """Return the states before the first column and after each one, with the best way to each.

    States from which the value cannot exceed `floor` any more are left out.
    """
    to_come = [*accumulate((layer.most for layer in reversed(layers)), initial=0)][-2::-1]
    reached = [{machine.single_start: _Way(0, 0, 0)}]
    for (kind, choices), coming in zip(layers, to_come, strict=True):
        ways: dict[int, _Way] = {}
        for before, way in reached[-1].items():
            for column, worth in choices:
                value = way.value + worth
                if floor is not None and value + coming <= floor:
                    continue
                for state in machine.after(before, column, kind):
                    known = ways.get(state)
                    if known is None or value > known.value:
                        ways[state] = _Way(value, before, column)
        values = {state: way.value for state, way in ways.items()}
        reached.append({state: ways[state] for state in undominated(values)})
    return reached


def _columns_to(
    state: int, reached: list[dict[int, _Way]], layers: list[_Layer]
) -> list[tuple[int, int]]:
    """Return the columns, each with its kind, of the best way to a final state."""
    columns: list[tuple[int, int]] = []
    for ways, layer in zip(reached[:0:-1], reversed(layers), strict=True):
        columns.append((ways[state].column, layer.kind))
        state = ways[state].before
    return columns[::-1]


def _faces(columns: list[tuple[int, int]], high: Sequence[int], aces: Aces) -> tuple[int, ...]:
    """Return how often each card is used, an ace low or high."""
    ranks = columns if aces is Aces.LOW else columns[:-1]
    faces = [count for column, _ in ranks for count in counts_of(column)]
    for suit, above in enumerate(high):
        faces[suit] += above
    return tuple(faces)
