"""Heaps, tables and hands to ask about, from a seeded generator of random numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tests.oracles.brute_force import (
    FACES,
    JOKER,
    RANKS,
    SUITS,
    Aces,
    Meld,
    Partition,
    as_partition,
    face_of,
    is_joker,
    legal_melds,
    ordered,
)

CORNER = "A23456789TJQKA"  # the ranks in a row, with an ace at either end
Heap = tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """A table and the hand of the player to move."""

    table: Partition
    hand: tuple[str, ...]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the table."""
        return ordered(card for meld in self.table for card in meld)

    @property
    def table_text(self) -> str:
        """The table as the library reads it."""
        return " | ".join(" ".join(meld) for meld in self.table)

    @property
    def hand_text(self) -> str:
        """The hand as the library reads it."""
        return " ".join(self.hand)


# Tables


def random_table(
    rng: Random, cards: int, *, packs: int = 2, jokers: int = 0, aces: Aces = "both"
) -> Partition:
    """Lay a legal table of one or two packs, of so many cards with so many declared jokers."""
    # A joker may stand for a card of which every copy is in sight (D11): it adds a copy.
    supply = Counter(FACES * packs) + Counter(rng.choices(FACES, k=jokers))
    while True:
        # Melds laid at random seldom use up more than half a pack.
        if cards > 26 * packs or rng.random() < 0.3:
            melds = _resized(rng, _whole_packs(rng, packs, aces), cards, aces)
        else:
            melds = _laid(rng, supply, cards, aces)
        if melds is not None:
            return as_partition(_with_jokers(rng, melds, packs, jokers))


def _laid(rng: Random, supply: Counter[str], cards: int, aces: Aces) -> list[set[str]] | None:
    """Lay random melds one by one until there are enough cards, or None if that fails."""
    left = supply.copy()
    melds: list[set[str]] = []
    by_shape = rng.random() < 0.5  # else the many long runs would crowd out the groups
    while cards:
        fitting = [
            meld
            for meld in legal_melds(aces)
            if len(meld) <= cards and all(left[face] for face in meld)
        ]
        if by_shape:
            group, longest = rng.choice(((True, 3), (True, 4), (False, 3), (False, 5), (False, 8)))
            fitting = [
                meld
                for meld in fitting
                if len(meld) <= longest and group == (len({face[0] for face in meld}) == 1)
            ] or fitting
        if not fitting:
            return None
        meld = rng.choice(fitting)
        left -= Counter(meld)
        cards -= len(meld)
        melds.append(set(meld))
    return melds


def _whole_packs(rng: Random, packs: int, aces: Aces) -> list[set[str]]:
    """Lay every card of each pack: blocks of ranks lie in groups or in runs."""
    melds: list[set[str]] = []
    for _ in range(packs):
        high = aces == "high" or (aces == "both" and rng.random() < 0.5)
        ranks = CORNER[1:] if high else CORNER[:-1]
        aside = rng.choice(("", *SUITS))  # a suit that lies in runs throughout
        if aside:
            melds += [{rank + aside for rank in block} for block in _blocks(rng, ranks, 3)]
        suits = [suit for suit in SUITS if suit != aside]
        for block in _blocks(rng, ranks, 1):
            if len(block) >= 3 and rng.random() < 0.6:
                melds += [{rank + suit for rank in block} for suit in suits]
            else:
                melds += [{rank + suit for suit in suits} for rank in block]
    return melds


def _blocks(rng: Random, ranks: str, least: int) -> list[str]:
    blocks = []
    while ranks:
        sizes = [
            size
            for size in range(least, len(ranks) + 1)
            if size == len(ranks) or len(ranks) - size >= least
        ]
        size = min(rng.choice(sizes), rng.choice(sizes))
        blocks.append(ranks[:size])
        ranks = ranks[size:]
    return blocks


def _resized(rng: Random, melds: list[set[str]], cards: int, aces: Aces) -> list[set[str]] | None:
    """Take cards and melds away until there are so many cards, or None if that fails.

    More cards than the packs have are possible too; the last ones will be jokers.
    """
    for _ in range(5000):
        surplus = sum(map(len, melds)) - cards
        if surplus == 0:
            return melds
        meld = rng.choice(melds)
        if surplus >= 3 and len(meld) == 3 and rng.random() < 0.3:
            melds.remove(meld)
            continue
        changed = meld ^ {rng.choice(FACES if surplus < 0 else ordered(meld))}
        if frozenset(changed) in legal_melds(aces) and (len(changed) > len(meld)) == (surplus < 0):
            melds[melds.index(meld)] = changed
    return None


def _with_jokers(rng: Random, melds: list[set[str]], packs: int, jokers: int) -> list[list[str]]:
    """Put declared jokers for some cards, first for those that the packs do not hold."""
    table = [list(ordered(meld)) for meld in melds]
    places = [(row, column) for row, meld in enumerate(table) for column in range(len(meld))]
    rng.shuffle(places)
    counts = Counter(card for meld in table for card in meld)
    places.sort(key=lambda place: counts[table[place[0]][place[1]]] <= packs)
    used = 0
    for row, column in places:
        card = table[row][column]
        if used < jokers and (counts[card] > packs or max(counts.values()) <= packs):
            table[row][column] = "*=" + card
            counts[card] -= 1
            used += 1
    return table


# Hands


def rest_of_packs(cards: Iterable[str], packs: int = 2) -> tuple[str, ...]:
    """Return what is not on the table: one joker belongs to each pack."""
    seen = Counter(JOKER if is_joker(card) else card for card in cards)
    return ordered((Counter((*FACES, JOKER) * packs) - seen).elements())


def random_hand(
    rng: Random, rest: Sequence[str], cards: int, *, jokers: int | None = None
) -> tuple[str, ...]:
    """Deal a hand from the rest of the packs; with `jokers`, so many of them if there are."""
    if jokers is None:
        return ordered(rng.sample(list(rest), cards))
    naturals = [card for card in rest if card != JOKER]
    jokers = min(jokers, rest.count(JOKER), cards)
    return ordered([*rng.sample(naturals, min(cards - jokers, len(naturals))), *[JOKER] * jokers])


def random_position(  # noqa: PLR0913 (the numbers that make up a position)
    rng: Random,
    cards: int,
    hand: int,
    *,
    packs: int = 2,
    table_jokers: int = 0,
    hand_jokers: int | None = None,
    aces: Aces = "both",
) -> Position:
    """Lay a table and deal a hand from what is left of the packs."""
    table = random_table(rng, cards, packs=packs, jokers=table_jokers, aces=aces)
    rest = rest_of_packs((card for meld in table for card in meld), packs)
    return Position(table, random_hand(rng, rest, min(hand, len(rest)), jokers=hand_jokers))


# Heaps


def near_miss(rng: Random, cards: Sequence[str], packs: int = 2) -> Heap:
    """Change a heap by one card: take one away, add one or change one for another."""
    heap = list(cards)
    rng.shuffle(heap)
    rest = [card for card in rest_of_packs(cards, packs) if card != JOKER]
    change = rng.choice(("remove", "add", "swap"))
    if heap and change in ("remove", "swap"):
        heap.pop()
    if rest and change in ("add", "swap"):
        heap.append(rng.choice(rest))
    return ordered(heap)


def random_heap(  # noqa: PLR0913 (the numbers that make up a heap)
    rng: Random,
    cards: int,
    *,
    free: int = 0,
    declared: int = 0,
    copies: int = 2,
    melds: float = 0.5,
) -> Heap:
    """Take cards that lie close together, or (in `melds` of the cases) melds with a card changed.

    The heap has so many cards, among them so many free and so many declared jokers.
    """
    wanted = cards - free
    if rng.random() < melds and wanted >= 3:
        heap = list(_of_melds(rng, wanted, copies))
    else:
        start, width = rng.randrange(12), rng.randint(3, 7)
        ranks = {CORNER[(start + step) % 13] for step in range(width)}
        suits = rng.sample(SUITS, rng.choice((1, 2, 3, 4, 4, 4)))
        near = [rank + suit for rank in RANKS if rank in ranks for suit in SUITS if suit in suits]
        wanted = min(wanted, len(near) * copies)
        heap = rng.sample(near * copies, wanted)
    for place in rng.sample(range(len(heap)), min(declared, len(heap))):
        heap[place] = "*=" + heap[place]
    return ordered([*heap, *[JOKER] * free])


def _of_melds(rng: Random, cards: int, copies: int) -> Heap:
    """Mix melds, then drop cards down to the number wanted, and now and then change one."""
    heap: list[str] = []
    while len(heap) < cards:
        meld: Meld = tuple(rng.choice(legal_melds("both")))
        if len(meld) <= 5 and all(heap.count(face) < copies for face in meld):
            heap += sorted(meld)
    if rng.random() < 0.5:
        rng.shuffle(heap)
    heap = heap[:cards]
    if rng.random() < 0.3:
        heap = [*heap[1:], rng.choice([face for face in FACES if heap.count(face) < copies])]
    return tuple(heap)


def renamed(cards: Iterable[str], suits: str) -> Heap:
    """Rename the suits S H D C of cards to the given ones."""
    names = dict(zip(SUITS, suits, strict=True))
    return tuple(card if card == JOKER else card[:-1] + names[face_of(card)[1]] for card in cards)
