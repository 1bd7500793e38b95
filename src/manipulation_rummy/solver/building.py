"""Melds of cards from what the kernel's walk did with each column.

Melds are first built of faces, the numbers of the 52 cards. The groups of a column follow from the
cards that go into groups there, the runs of a suit from how many of its cards go into runs in each
column; both are kept. Which copy of a card lies in which meld does not matter, so jokers take the
places of the first copies of the cards that they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from manipulation_rummy.cards import CARDS, SORT_KEY, Joker
from manipulation_rummy.melds import MAX_GROUP, MAX_SEQUENCE, MIN_MELD, Meld
from manipulation_rummy.solver.heaps import Aces, Columns
from manipulation_rummy.solver.kernel import RANKS, SUITS, Grouping, Step, automaton

_Faces = tuple[int, ...]

KEPT_MELDS: Final = 1 << 12
"""For so many columns, and suits, the melds are kept that were made of them."""

_CUT: Final = 6  # where a whole suit is cut in two to take in a joker


def build_melds(columns: Columns, declared: bytes, jokers: int, aces: Aces) -> tuple[Meld, ...]:
    """Return melds of all the cards of a heap that partitions, in canonical order.

    Args:
        columns: Columns of the heap that the walk accepts.
        declared: How many jokers stand for each card.
        jokers: How many free jokers there are; each is declared.
        aces: Where aces may stand.
    """
    steps = automaton(jokers).trace(columns, jokers)
    if jokers or any(declared):
        melds = _melds_with_jokers(steps, declared, jokers, aces)
    else:
        melds = _natural_melds(steps)
    return tuple(sorted(melds, key=SORT_KEY))


def _natural_melds(steps: Sequence[Step]) -> list[Meld]:
    melds: list[Meld] = []
    for rank, (_, grouping, _) in enumerate(steps):
        if grouping.groups:
            melds += _natural_groups(rank, grouping)
    for suit, cards in enumerate(zip(*[grouping.left for _, grouping, _ in steps], strict=True)):
        melds += _natural_runs(suit, cards)
    return melds


def _melds_with_jokers(
    steps: Sequence[Step], declared: bytes, jokers: int, aces: Aces
) -> list[Meld]:
    groups = [
        group for rank, (_, grouping, _) in enumerate(steps) for group in _groups(rank, grouping)
    ]
    runs = [
        run
        for suit, cards in enumerate(zip(*map(_cards_in_runs, steps), strict=True))
        for run in _runs(suit, cards)
    ]
    places = _jokers_of_walk(steps)
    places += _park(groups, runs, jokers - len(places), aces)
    places += [face for face, n in enumerate(declared) for _ in range(n)]
    return _with_jokers(groups + runs, Counter(places))


@lru_cache(maxsize=KEPT_MELDS)
def _natural_groups(rank: int, grouping: Grouping) -> tuple[Meld, ...]:
    return tuple(map(_natural_meld, _groups(rank, grouping)))


@lru_cache(maxsize=KEPT_MELDS)
def _natural_runs(suit: int, cards: _Faces) -> tuple[Meld, ...]:
    return tuple(map(_natural_meld, _runs(suit, cards)))


@lru_cache(maxsize=1 << 10)
def _natural_meld(faces: _Faces) -> Meld:
    return Meld([CARDS[face] for face in faces])


def forget() -> None:
    """Let go of the melds that are kept."""
    for kept in (_natural_meld, _natural_groups, _natural_runs):
        kept.cache_clear()


# --- groups and runs ------------------------------------------------------------------------------


def _groups(rank: int, grouping: Grouping) -> tuple[_Faces, ...]:
    """Return the groups of a column, jokers taking the first suits that they lack.

    The suit with the most cards comes first, each card to a group with the fewest: so no group gets
    a suit twice, and their sizes differ by one at most.
    """
    first = rank % RANKS * SUITS
    groups: list[list[int]] = [[] for _ in range(grouping.groups)]
    for suit in sorted(range(SUITS), key=lambda suit: -grouping.taken[suit]):
        for group in sorted(groups, key=len)[: grouping.taken[suit]]:
            group.append(first + suit)
    for group in groups:
        while len(group) < MIN_MELD:
            group.append(_missing_suit(group))
    return tuple(map(tuple, groups))


def _missing_suit(group: Sequence[int]) -> int:
    """Return the face in the first suit that a group lacks."""
    first = group[0] - group[0] % SUITS
    return next(face for face in range(first, first + SUITS) if face not in group)


def _cards_in_runs(step: Step) -> _Faces:
    """Return how many cards of each suit go into runs, jokers included."""
    _, grouping, jokers = step
    return tuple(map(int.__add__, grouping.left, jokers)) if any(jokers) else grouping.left


def _runs(suit: int, cards: _Faces) -> tuple[_Faces, ...]:
    """Return the runs of a suit, of which so many cards go into runs in each column."""
    done: list[list[int]] = []
    growing: list[list[int]] = []
    for column, many in enumerate(cards):
        growing.sort(key=len)  # the short ones must grow
        done += growing[many:]
        growing = growing[:many] + [[] for _ in range(many - len(growing))]
        for run in growing:
            run.append(column % RANKS * SUITS + suit)
    return tuple(half for run in done + growing for half in _halves(tuple(run)))


def _halves(run: _Faces) -> tuple[_Faces, ...]:
    """Cut a run that goes from ace to ace, which is one card too long, in two (D7)."""
    return (run,) if len(run) <= MAX_SEQUENCE else (run[:MIN_MELD], run[MIN_MELD:])


# --- jokers ---------------------------------------------------------------------------------------


def _jokers_of_walk(steps: Sequence[Step]) -> list[int]:
    """Return the faces that the walk lets free jokers stand for."""
    faces: list[int] = []
    for column, (_, grouping, in_runs) in enumerate(steps):
        rank = column % RANKS
        for suit, jokers in enumerate(in_runs):
            faces += [rank * SUITS + suit] * jokers
        if grouping.jokers:
            together = Counter(face for group in _groups(column, grouping) for face in group)
            for suit, naturals in enumerate(grouping.taken):
                face = rank * SUITS + suit
                faces += [face] * (together[face] - naturals)
    return faces


def _with_jokers(melds: Sequence[_Faces], jokers: Counter[int]) -> list[Meld]:
    """Return the melds with so many jokers for each face, in the first melds that hold it."""
    left = jokers.copy()
    with_jokers: list[Meld] = []
    for faces in melds:
        taken = {face for face in faces if left[face]}
        if taken:
            left.subtract(taken)
            cards = [Joker(CARDS[face]) if face in taken else CARDS[face] for face in faces]
            with_jokers.append(Meld(cards))
        else:
            with_jokers.append(_natural_meld(faces))
    return with_jokers


def _park(groups: list[_Faces], runs: list[_Faces], spare: int, aces: Aces) -> list[int]:
    """Add the free jokers that the walk did not need, and return the faces that they stand for.

    The kernel's docstring says why there is room for them.
    """
    if spare >= MIN_MELD:
        own = tuple(rank * SUITS for rank in range(1, spare + 1))
        runs.append(own)
        return list(own)
    if runs:
        return [_park_in_run(runs, aces) for _ in range(spare)]
    threes = [number for number, group in enumerate(groups) if len(group) < MAX_GROUP][:spare]
    if len(threes) < spare:
        number = next(number for number, group in enumerate(groups) if len(group) == MAX_GROUP)
        four = groups[number]
        groups[number : number + 1] = [four[:2], four[2:]]
        threes = [number, number + 1]
    faces = [_missing_suit(groups[number]) for number in threes]
    for number, face in zip(threes, faces, strict=True):
        groups[number] += (face,)
    return faces


def _park_in_run(runs: list[_Faces], aces: Aces) -> int:
    """Let a joker join the first run, below only where it cannot grow upwards; return its face."""
    run = runs[0]
    if len(run) == MAX_SEQUENCE:
        runs.append(run[_CUT:])
        run = run[:_CUT]
    last = run[-1]
    at_top = last < SUITS or (aces is Aces.LOW and last >= len(CARDS) - SUITS)
    face = run[0] - SUITS if at_top else (last + SUITS) % len(CARDS)
    runs[0] = (face, *run) if at_top else (*run, face)
    return face
