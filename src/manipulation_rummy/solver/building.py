"""Melds of cards from what the kernel's walk did with each column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation_rummy.cards import CARDS, Joker
from manipulation_rummy.melds import MAX_GROUP, MAX_SEQUENCE, MIN_MELD, Meld, sort_keys
from manipulation_rummy.solver.heaps import RANKS, Aces
from manipulation_rummy.solver.kernel import SUITS, automaton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from manipulation_rummy.cards import AnyCard
    from manipulation_rummy.solver.kernel import Grouping

_SPLIT: Final = 6  # where a whole suit is cut in two to take in a joker


def build_melds(
    columns: Sequence[tuple[int, int]],
    naturals: Sequence[int],
    declared: Sequence[int],
    jokers: int,
    aces: Aces,
) -> tuple[Meld, ...]:
    """Return melds of all the cards of a heap that partitions, in canonical order.

    Args:
        columns: Columns of the heap that the walk accepts.
        naturals: How often each card is there.
        declared: How many jokers stand for each card.
        jokers: How many free jokers there are; each is declared.
        aces: Where aces may stand.
    """
    pile = _Pile(naturals, declared)
    groups: list[list[AnyCard]] = []
    runs: list[list[AnyCard]] = []
    growing: list[list[list[AnyCard]]] = [[] for _ in range(SUITS)]
    spare = jokers
    for number, step in enumerate(automaton(jokers).trace(columns, jokers)):
        rank = number % RANKS
        groups += [pile.take_group(rank, suits) for suits in _suits_of_groups(step.grouping)]
        spare -= step.grouping.jokers + sum(step.run_jokers)
        for suit in range(SUITS):
            cards = pile.take(rank, suit, step.grouping.left[suit], step.run_jokers[suit])
            reaching = sorted(growing[suit], key=len)  # the short ones must grow
            runs += reaching[len(cards) :]
            reaching += [[] for _ in range(len(cards) - len(reaching))]
            growing[suit] = reaching[: len(cards)]
            for run, card in zip(growing[suit], cards, strict=True):
                run.append(card)
    runs += [run for suit_runs in growing for run in suit_runs]
    runs = [part for run in runs for part in _halves(run)]
    _park(groups, runs, spare, aces)
    return tuple(sorted(map(Meld, groups + runs), key=sort_keys))


class _Pile:
    """The cards of a heap, to be taken one by one: naturals first, then declared jokers."""

    def __init__(self, naturals: Sequence[int], declared: Sequence[int]) -> None:
        self._cards: list[list[AnyCard]] = [
            [Joker(card)] * jokers + [card] * copies
            for card, copies, jokers in zip(CARDS, naturals, declared, strict=True)
        ]

    def take(self, rank: int, suit: int, cards: int, jokers: int) -> list[AnyCard]:
        """Take so many cards of a face out, and let so many free jokers stand for it."""
        face = rank * SUITS + suit
        taken = [self._cards[face].pop() for _ in range(cards)]
        return taken + [Joker(CARDS[face])] * jokers

    def take_group(self, rank: int, suits: list[int]) -> list[AnyCard]:
        """Take a group out; if it has two cards only, let a free joker join them."""
        cards = [card for suit in suits for card in self.take(rank, suit, 1, 0)]
        if len(cards) < MIN_MELD:
            missing = next(suit for suit in range(SUITS) if suit not in suits)
            cards += self.take(rank, missing, 0, 1)
        return cards


def _suits_of_groups(grouping: Grouping) -> list[list[int]]:
    """Return the suits of the natural cards of each group.

    The suit with the most cards first, each card to a group with the fewest: so no group gets a
    suit twice, and their sizes differ by one at most.
    """
    groups: list[list[int]] = [[] for _ in range(grouping.groups)]
    for suit in sorted(range(SUITS), key=lambda suit: -grouping.taken[suit]):
        for group in sorted(groups, key=len)[: grouping.taken[suit]]:
            group.append(suit)
    return groups


def _halves(run: list[AnyCard]) -> list[list[AnyCard]]:
    """Cut a run that goes from ace to ace, which is one card too long, in two (D7)."""
    return [run] if len(run) <= MAX_SEQUENCE else [run[:MIN_MELD], run[MIN_MELD:]]


# --- parking jokers -------------------------------------------------------------------------------


def _park(groups: list[list[AnyCard]], runs: list[list[AnyCard]], spare: int, aces: Aces) -> None:
    """Add the free jokers that the walk did not need; the kernel's docstring says why they fit."""
    if spare >= MIN_MELD:
        runs.append([Joker(CARDS[rank * SUITS]) for rank in range(1, spare + 1)])
    elif runs:
        for _ in range(spare):
            _park_in_run(runs, aces)
    else:
        threes = [group for group in groups if len(group) < MAX_GROUP][:spare]
        if len(threes) < spare:
            four = next(group for group in groups if len(group) == MAX_GROUP)
            threes = [four, four[2:]]
            groups.append(threes[1])
            del four[2:]
        for group in threes:
            group.append(_missing_suit(group))


def _missing_suit(group: list[AnyCard]) -> Joker:
    """Return a joker for the first suit that a group lacks."""
    faces = [_number(card) for card in group]
    first = faces[0] - faces[0] % SUITS
    return next(Joker(CARDS[face]) for face in range(first, first + SUITS) if face not in faces)


def _park_in_run(runs: list[list[AnyCard]], aces: Aces) -> None:
    """Let a joker join the first run, below only where it cannot grow upwards."""
    run = runs[0]
    if len(run) == MAX_SEQUENCE:
        runs.append(run[_SPLIT:])
        del run[_SPLIT:]
    last = _number(run[-1])
    at_top = last < SUITS or (aces is Aces.LOW and last >= len(CARDS) - SUITS)
    if at_top:
        run.insert(0, Joker(CARDS[_number(run[0]) - SUITS]))
    else:
        run.append(Joker(CARDS[(last + SUITS) % len(CARDS)]))


def _number(card: AnyCard) -> int:
    """Return the number, 0 to 51, of the card that this one counts as."""
    return card.sort_key >> 1
