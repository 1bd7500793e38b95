"""The positions that the benchmarks ask about: seeded, random, of two packs.

The tables are laid by the generator of the tests (`tests/oracles/positions.py`): up to 52 cards,
seven in ten are random melds laid side by side, groups and short runs preferred in half of them;
the others, and all that are larger, come from two whole packs laid in blocks of groups and runs and
cut down to size at random. A near miss is such a table with one card taken away, added or changed
for another, so that it does not split; of more than 80 cards hardly any do not, so those are whole
packs without both copies of three low cards. Hands come from the rest of the two packs.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from manipulation_rummy import Aces, can_partition, parse_cards
from tests.oracles import brute_force
from tests.oracles.brute_force import JOKER, ordered
from tests.oracles.positions import (
    Position,
    near_miss,
    random_hand,
    random_position,
    random_table,
    rest_of_packs,
)

SEED = "two packs"
PACKS = 2
HAND = 10


class Question(enum.Enum):
    """What is asked about a position."""

    CHECK = "check"
    """Whether its cards split into melds: `can_partition`."""
    SPLIT = "split"
    """Into which: `partition`."""
    PLAY = "play"
    """Its best play by points: `best_play`."""


@dataclass(frozen=True)
class Workload:
    """Positions of a kind.

    Attributes:
        question: What is asked.
        kind: What the positions have in common, in words.
        sizes: How many cards lie on the table.
        aces: Where aces may stand.
        lay: Makes one of them.
    """

    question: Question
    kind: str
    sizes: tuple[int, ...]
    aces: Aces
    lay: Callable[[Random, int, brute_force.Aces], Position]

    @property
    def cards(self) -> str:
        """The number of cards on the table, in words."""
        first, last = self.sizes[0], self.sizes[-1]
        return str(first) if first == last else f"{first}-{last}"

    @property
    def name(self) -> str:
        """What tells it from other workloads."""
        return f"{self.question.value}, {self.kind}, {self.cards} cards, aces {self.aces.value}"

    def positions(self, number: int) -> list[Position]:
        """Make so many of them; the same ones in every run, and whatever is asked about them."""
        rng = Random(f"{SEED}, {self.kind}, {self.cards}, {self.aces.value}")
        aces: brute_force.Aces = "low" if self.aces is Aces.LOW else "both"
        return [self.lay(rng, rng.choice(self.sizes), aces) for _ in range(number)]


# --- the kinds ------------------------------------------------------------------------------------


def table(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table without jokers; it splits."""
    return Position(random_table(rng, cards, packs=PACKS, aces=aces), ())


def full_table(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table with two declared jokers; with them two packs have 106 cards."""
    return Position(random_table(rng, cards, packs=PACKS, jokers=2, aces=aces), ())


def no_table(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Make a near miss without jokers; it does not split."""
    while True:
        heap = near_miss(rng, table(rng, cards, aces).cards, PACKS)
        if not _splits(heap, aces):
            return Position((heap,), ())


def no_packs(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Take from two packs all copies of some aces, twos and threes, then any; it does not split."""
    low = [face for face in brute_force.FACES if face[0] in "A23"]
    while True:
        gone = rng.sample(low, (PACKS * len(brute_force.FACES) - cards) // PACKS)[:3]
        pack = [face for face in brute_force.FACES if face not in gone] * PACKS
        heap = ordered(rng.sample(pack, cards))
        if not _splits(heap, aces):
            return Position((heap,), ())


def _splits(heap: Iterable[str], aces: brute_force.Aces) -> bool:
    return can_partition(parse_cards(" ".join(heap)), aces=Aces[aces.upper()])


def with_free_jokers(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table with two jokers and take back what they stand for; it splits."""
    laid = full_table(rng, cards, aces).cards
    return Position((tuple(JOKER if card.startswith(JOKER) else card for card in laid),), ())


def play(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table without jokers and deal a hand without one."""
    return random_position(rng, cards, HAND, packs=PACKS, hand_jokers=0, aces=aces)


def play_with_joker(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table without jokers and deal a hand with one."""
    return random_position(rng, cards, HAND, packs=PACKS, hand_jokers=1, aces=aces)


def play_in_a_game(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table with up to two declared jokers and deal a hand of 1 to 16 from the rest."""
    laid = random_table(rng, cards, packs=PACKS, jokers=rng.randint(0, 2), aces=aces)
    rest = rest_of_packs((card for meld in laid for card in meld), PACKS)
    return Position(laid, random_hand(rng, rest, min(rng.randint(1, 16), len(rest))))


# --- the workloads --------------------------------------------------------------------------------

_KINDS = (
    (Question.CHECK, "table", table, ((12,), (30,), (52,), (80,), (100, 101, 102, 103, 104))),
    (Question.CHECK, "table, 2 declared jokers", full_table, ((104, 105, 106),)),
    (Question.CHECK, "near miss", no_table, ((12,), (30,), (52,), (80,))),
    (Question.CHECK, "packs with gaps", no_packs, ((92, 93, 94, 95, 96, 97, 98),)),
    (
        Question.CHECK,
        "2 free jokers",
        with_free_jokers,
        ((12,), (30,), (52,), (80,), (104, 105, 106)),
    ),
    (Question.SPLIT, "table", table, ((12,), (30,), (52,), (80,))),
    (Question.PLAY, "hand of 10", play, ((12,), (30,), (52,), (80,))),
    (Question.PLAY, "hand of 10, a joker in it", play_with_joker, ((12,), (30,), (52,), (80,))),
    (Question.PLAY, "as in a game", play_in_a_game, (tuple(range(3, 97)),)),
)

CHART_SIZES = (12, 20, 30, 40, 52, 60, 70, 80, 90, 100)
CHART_KINDS = (
    (Question.CHECK, "table", table),
    (Question.PLAY, "hand of 10", play),
)


def workloads() -> Iterator[Workload]:
    """Yield the workloads of the table: each with aces low, then low or high."""
    for question, kind, lay, all_sizes in _KINDS:
        for sizes in all_sizes:
            for aces in (Aces.LOW, Aces.BOTH):
                yield Workload(question, kind, sizes, aces, lay)


def chart_workloads() -> Iterator[Workload]:
    """Yield the workloads of the chart: aces low, more sizes."""
    for question, kind, lay in CHART_KINDS:
        for size in CHART_SIZES:
            if not (question is Question.PLAY and size + HAND > PACKS * len(brute_force.FACES)):
                yield Workload(question, kind, (size,), Aces.LOW, lay)
