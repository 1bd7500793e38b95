"""The first meld of Rummikub: the heaviest of a hand alone, jokers counting as what they are for.

Here a joker is worth something in each place, so that all its places are tried: it is a card more
of those that can be chosen, as far as there are jokers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product, repeat
from operator import attrgetter
from typing import Final, NamedTuple

from manipulation_rummy.arguments import bounded_int, wrong_type
from manipulation_rummy.cards import CARDS, MAX_CARDS, SORT_KEY, Card, CardsLike, as_hand, as_held
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import Table
from manipulation_rummy.solver.building import build_melds
from manipulation_rummy.solver.heaps import Aces, accepted_columns, count_cards, faces_of
from manipulation_rummy.solver.kernel import (
    MAX_COPIES,
    ONE_JOKER,
    RANKS,
    SUITS,
    automaton,
    column_of,
    undominated,
)
from manipulation_rummy.solver.lacking import threes_with
from manipulation_rummy.solver.playing import Proposal

_MAX_JOKERS: Final = 4
"""Each one takes five times as long."""


def number_on_tile(card: Card) -> int:
    """Return the number of a card as on the tiles of Rummikub, 1 to 13."""
    return int(card.rank.value)


def opening(
    hand: CardsLike,
    at_least: int = 30,
    *,
    points: Callable[[Card], int] = number_on_tile,
) -> Proposal | None:
    """Return the heaviest first meld of a hand alone, None if it is not worth enough.

    In Rummikub the first tiles of a player come from his rack alone and are worth 30 points or
    more. A joker counts as the card that it stands for, of which there are at most 4 with it. The
    ace, that is the 1, is low.

    Of equally heavy ones it is one with the most cards; always the same one for the same cards in
    any order.

    Args:
        hand: The hand.
        at_least: What the cards must be worth together.
        points: What a card counts; by default its number, 1 to 13.

    Returns:
        The melds as a table, the cards as held, and what they are worth.

    Raises:
        SolverError: For more than 216 cards, 4 copies of a card or 4 jokers, for a joker that
            stands for a card, or if `at_least` or the points of a card are not 0 to 1,000,000.
        TypeError: If an argument is of a wrong type.
        NotationError: If the hand is text that cannot be read.

    Example:
        >>> best = opening("9S 9H * 2D 3D 4D KC")
        >>> print(best.table, "for", best.weight)
        2D 3D 4D | 9S 9H *=9C for 36
        >>> opening("9S 9H * 2D KC") is None
        True
    """
    bounded_int("at_least", at_least, 0, SolverError)
    if not callable(points):
        raise wrong_type("points", "a function of a card", points)
    held = as_hand(hand, "hand", SolverError)
    heap = count_cards(held, "hand")
    if heap.free > _MAX_JOKERS:
        raise SolverError(f"hand: more than {_MAX_JOKERS} jokers")
    values = [bounded_int(f"the points of {card}", points(card), 0, SolverError) for card in CARDS]
    # of equally heavy ones the one with more cards is ahead
    best = _heaviest(heap.faces, heap.free, [value * (MAX_CARDS + 1) + 1 for value in values])
    weight = sum(map(int.__mul__, best, values))
    if not any(best) or weight < at_least:
        return None
    declared = bytes(max(0, used - there) for used, there in zip(best, heap.faces, strict=True))
    columns = accepted_columns(best, 0, Aces.LOW)
    assert columns is not None, "the walk has arrived"
    table = Table(build_melds(columns, declared, 0, Aces.LOW))
    return Proposal(table, tuple(sorted(map(as_held, table.cards), key=SORT_KEY)), weight)


class _Way(NamedTuple):
    """A walk so far: what its cards are worth, the walk without its last column, and that one."""

    value: int
    before: _Way | None
    column: int


def _heaviest(naturals: bytes, jokers: int, values: Sequence[int]) -> bytes:
    """Return how often each card is used in the heaviest melds, by jokers as well.

    Args:
        naturals: How often each card is there.
        jokers: How many jokers there are to stand for others.
        values: What each card is worth.
    """
    walk = automaton(0).walk  # it reads jokers as cards; how many there were is added
    reached: dict[int, _Way] = {walk.start: _Way(0, None, 0)}
    for rank in range(RANKS):
        following: dict[int, _Way] = {}
        for column, more, worth in _choices(rank, naturals, jokers, values):
            for state, before in reached.items():
                used, arrived = divmod(state, ONE_JOKER)
                if used + more > jokers:
                    continue
                way = _Way(before.value + worth, before, column)
                for after in walk.after(arrived, column):
                    key = after + (used + more) * ONE_JOKER
                    if key not in following or following[key].value < way.value:
                        following[key] = way
        best = undominated({state: way.value for state, way in following.items()})
        reached = {state: following[state] for state in best}
    ends = [way for state, way in reached.items() if walk.accepts(state % ONE_JOKER)]
    way = max(ends, key=attrgetter("value"))
    columns: list[int] = []
    while way.before:
        columns.append(way.column)
        way = way.before
    return faces_of(columns[::-1])


def _choices(
    rank: int, naturals: bytes, jokers: int, values: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield each choice of the cards of a rank: the column, the jokers in it, and its worth.

    A joker stands only for a card of which all naturals are used, and that is in some meld of three
    with no more jokers.
    """
    numbers = range(rank * SUITS, (rank + 1) * SUITS)
    there = [naturals[number] for number in numbers]
    most = [
        min(naturals[number] + jokers, MAX_COPIES)
        if any(
            jokers > (naturals[one] == 0) + (naturals[two] == 0)
            for one, two in threes_with(number, Aces.LOW)
        )
        else naturals[number]
        for number in numbers
    ]
    for chosen in product(*(range(count + 1) for count in most)):
        more = sum(map(max, map(int.__sub__, chosen, there), repeat(0)))
        if more <= jokers:
            yield column_of(chosen), more, sum(map(int.__mul__, chosen, values[numbers.start :]))
