"""The rules applied by trying everything.

Melds are sets of faces (``8S``), listed one by one. A heap partitions if its first card lies in
some meld whose other cards can be found among the rest or among the free jokers, and what then
remains partitions too. Nothing else is used: no walk over ranks, no counting of open runs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Literal, TypeAlias

Aces: TypeAlias = Literal["low", "high", "both"]
Meld: TypeAlias = tuple[str, ...]
Partition: TypeAlias = tuple[Meld, ...]

RANKS = "A23456789TJQK"
RANKS_ACE_HIGH = "23456789TJQKA"
SUITS = "SHDC"
JOKER = "*"
FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)
ALL_ACES: tuple[Aces, ...] = ("low", "high", "both")

_PLACE = {face: place for place, face in enumerate(FACES)}


def face_of(card: str) -> str:
    """Return the face a card shows or, being a declared joker, stands for."""
    return card.removeprefix("*=")


def is_joker(card: str) -> bool:
    """Tell a joker, free or declared, from a natural card."""
    return card.startswith(JOKER)


def ordered(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort cards: by face, a natural before a joker that stands for it, free jokers last."""
    return tuple(sorted(cards, key=lambda card: (_PLACE.get(face_of(card), 52), is_joker(card))))


def as_partition(melds: Iterable[Iterable[str]]) -> Partition:
    """Give one form to all orders in which melds and their cards may be named."""
    return tuple(sorted(ordered(meld) for meld in melds))


# The melds


def groups() -> list[Meld]:
    """List the groups: three or four suits of one rank."""
    return [
        tuple(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]


def sequences(ranks: str) -> list[Meld]:
    """List the sequences of three to thirteen neighbours in a row of thirteen ranks."""
    return [
        tuple(rank + suit for rank in ranks[start : start + length])
        for suit in SUITS
        for length in range(3, 14)
        for start in range(14 - length)
    ]


def melds_as_laid() -> set[Meld]:
    """List the melds in the order they are laid: a whole suit once with its ace low, once high."""
    return {*groups(), *sequences(RANKS), *sequences(RANKS_ACE_HIGH)}


@cache
def legal_melds(aces: Aces) -> tuple[frozenset[str], ...]:
    """List the melds as sets of faces, with aces low, high or either."""
    melds = groups()
    if aces in ("low", "both"):
        melds += sequences(RANKS)
    if aces in ("high", "both"):
        melds += sequences(RANKS_ACE_HIGH)
    return tuple(dict.fromkeys(frozenset(meld) for meld in melds))


@cache
def _company(card: str, aces: Aces) -> tuple[Meld, ...]:
    """List, for each meld with this face, its other faces."""
    return tuple(ordered(meld - {card}) for meld in legal_melds(aces) if card in meld)


def is_meld(cards: Sequence[str], aces: Aces = "both") -> bool:
    """Tell whether cards, all jokers declared, are one legal meld."""
    faces = frozenset(face_of(card) for card in cards)
    return len(faces) == len(cards) and faces in legal_melds(aces)


# Does it partition, and how


def _without(cards: Sequence[str], taken: Iterable[str]) -> tuple[str, ...]:
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


@lru_cache(maxsize=1 << 20)
def _splits(faces: tuple[str, ...], jokers: int, aces: Aces) -> bool:
    if not faces:
        # Three or more jokers are a meld or several, for any sizes from 3 on can be met.
        return jokers == 0 or jokers >= 3
    first, rest = faces[0], faces[1:]
    for others in _company(first, aces):
        there = [face for face in others if face in rest]
        spare = jokers - (len(others) - len(there))
        for extra in range(min(spare, len(there)) + 1):
            # A joker may also stand for a face that the heap does hold.
            for by_joker in combinations(there, extra):
                taken = [face for face in there if face not in by_joker]
                if _splits(_without(rest, taken), spare - extra, aces):
                    return True
    return False


def splits(cards: Iterable[str], aces: Aces) -> bool:
    """Tell whether a heap partitions into legal melds, all cards used."""
    heap = ordered(cards)
    faces = tuple(face_of(card) for card in heap if card != JOKER)
    return _splits(faces, heap.count(JOKER), aces)


def _joker_partitions(jokers: int, aces: Aces, start: int = 0) -> Iterator[Partition]:
    """Yield the ways to use up jokers among themselves, melds in the order of the list."""
    if jokers == 0:
        yield ()
    for place, meld in enumerate(legal_melds(aces)[start:], start):
        if len(meld) <= jokers:
            for more in _joker_partitions(jokers - len(meld), aces, place):
                yield (tuple("*=" + face for face in meld), *more)


def _partitions(cards: tuple[str, ...], jokers: int, aces: Aces) -> Iterator[Partition]:
    """Yield partitions; one may come several times if cards are alike."""
    if not cards:
        yield from _joker_partitions(jokers, aces)
        return
    if not splits((*cards, *[JOKER] * jokers), aces):
        return
    first, rest = cards[0], cards[1:]
    for others in _company(face_of(first), aces):
        sources = [
            [card for card in (face, "*=" + face) if card in rest] + [JOKER] for face in others
        ]
        for chosen in product(*sources):
            free = chosen.count(JOKER)
            if free <= jokers:
                left = _without(rest, (card for card in chosen if card != JOKER))
                meld = (
                    first,
                    *(
                        "*=" + face if card == JOKER else card
                        for face, card in zip(others, chosen, strict=True)
                    ),
                )
                for more in _partitions(left, jokers - free, aces):
                    yield (meld, *more)


def candidates(cards: Iterable[str], aces: Aces) -> Iterator[Partition]:
    """Yield every partition of a heap, free jokers declared; some more than once."""
    heap = ordered(cards)
    concrete = tuple(card for card in heap if card != JOKER)
    for partition in _partitions(concrete, heap.count(JOKER), aces):
        yield as_partition(partition)


def partitions(cards: Iterable[str], aces: Aces) -> frozenset[Partition]:
    """List every partition of a heap once, as a multiset of melds; each declaration counts."""
    return frozenset(candidates(cards, aces))


@lru_cache(maxsize=1 << 20)
def _count(cards: tuple[str, ...], aces: Aces, last: Meld) -> int:
    if not cards:
        return 1
    first, rest = cards[0], cards[1:]
    total = 0
    for others in _company(face_of(first), aces):
        sources = [[card for card in (face, "*=" + face) if card in rest] for face in others]
        for chosen in product(*sources):
            meld = (first, *chosen)
            # Two melds that begin with twins would otherwise be counted in both orders.
            if last[:1] != (first,) or meld >= last:
                total += _count(_without(rest, chosen), aces, meld)
    return total


def count_declared(cards: Iterable[str], aces: Aces) -> int:
    """Count the partitions of a heap without free jokers, which may be too many to list."""
    return _count(ordered(cards), aces, ())


def largest_part(cards: Sequence[str], aces: Aces) -> int:
    """Return how many cards the largest part that partitions has."""
    sizes = (len(part) for part in sub_multisets(cards) if splits(part, aces))
    return max(sizes)


def splittable(faces: Sequence[str], copies: int, aces: Aces) -> set[int]:
    """List all sub-multisets of a small pack that partition, by laying melds side by side.

    A sub-multiset is a number with four bits for the count of each face, the first face lowest.
    """
    full = sum(7 - copies << 4 * place for place in range(len(faces)))
    overflow = sum(8 << 4 * place for place in range(len(faces)))
    codes = [
        sum(1 << 4 * faces.index(face) for face in meld)
        for meld in legal_melds(aces)
        if meld <= set(faces)
    ]
    reached = {0}
    fresh = [0]
    while fresh:
        heap = fresh.pop()
        for code in codes:
            # The fourth bit of a face is set by the sum if it has more than `copies`.
            if not (heap + code + full) & overflow and heap + code not in reached:
                reached.add(heap + code)
                fresh.append(heap + code)
    return reached


# Plays


def sub_multisets(cards: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield every sub-multiset of cards once, the empty one included."""
    counts = Counter(ordered(cards))
    for numbers in product(*(range(number + 1) for number in counts.values())):
        yield tuple(
            card for card, number in zip(counts, numbers, strict=True) for _ in range(number)
        )


def playable_on_heap(
    heap: Sequence[str], hand: Sequence[str], aces: Aces
) -> frozenset[tuple[str, ...]]:
    """List the sets of hand cards that partition together with a heap, whose `*` are free."""
    return frozenset(part for part in sub_multisets(hand) if part and splits((*heap, *part), aces))


def playable_on_table(
    table: Sequence[str], hand: Sequence[str], aces: Aces
) -> frozenset[tuple[str, ...]]:
    """List the sets of hand cards that can be played on a table (its cards, jokers declared).

    By D13 a joker must go on standing for its card unless that card lies, as a natural, on the
    new table; the naturals of the new table are those of the old one and of the hand's part.
    """
    playable = set()
    for part in sub_multisets(hand):
        naturals = {card for card in (*table, *part) if not is_joker(card)}
        heap = [
            JOKER if is_joker(card) and face_of(card) in naturals else card
            for card in (*table, *part)
        ]
        if part and splits(heap, aces):
            playable.add(part)
    return frozenset(playable)


def new_tables(table: Sequence[str], part: Sequence[str], aces: Aces) -> Iterator[Partition]:
    """Yield the tables that can be laid of a table's cards and a part of a hand.

    Every way to lay the naturals and as many jokers is judged by the rule as it is written.
    """
    cards = [JOKER if is_joker(card) else card for card in (*table, *part)]
    for new in candidates(cards, aces):
        if is_allowed([table], part, new):
            yield new


def most_kept(table: Sequence[Meld], part: Sequence[str], aces: Aces) -> int | None:
    """Return how many melds of a table can stay as they are if a part of a hand is played.

    Every choice of melds is tried, the largest first: what is left has to partition, with jokers
    free as D13 says.
    """
    cards = [*(card for meld in table for card in meld), *part]
    naturals = {card for card in cards if not is_joker(card)}

    def rest(kept: Sequence[Meld]) -> list[str]:
        left = _without(cards, (card for meld in kept for card in meld))
        return [JOKER if is_joker(card) and face_of(card) in naturals else card for card in left]

    melds = [meld for meld in table if is_meld(meld, aces)]
    for size in range(len(melds), -1, -1):
        if any(splits(rest(kept), aces) for kept in set(combinations(melds, size))):
            return size
    return None


def is_allowed(
    old: Iterable[Sequence[str]], hand: Sequence[str], new: Sequence[Sequence[str]]
) -> bool:
    """Judge a new table by R14 to R23, on the result alone."""
    before = [card for meld in old for card in meld]
    after = [card for meld in new for card in meld]
    natural_before = Counter(card for card in before if not is_joker(card))
    natural_after = Counter(card for card in after if not is_joker(card))
    joker_before = Counter(face_of(card) for card in before if is_joker(card))
    joker_after = Counter(face_of(card) for card in after if is_joker(card))
    surplus = natural_after - natural_before
    surplus[JOKER] = joker_after.total() - joker_before.total()
    return (
        all(is_meld(meld) for meld in new)
        and natural_before <= natural_after
        and surplus[JOKER] >= 0
        and surplus.total() > 0
        and surplus <= Counter(hand)
        and all(natural_after[card] for card in joker_before - joker_after)
    )


def least_left(hand: Sequence[str], points: Callable[[str], int], aces: Aces) -> int:
    """Return the least that the cards of a hand count that lie in no meld."""
    total = sum(map(points, hand))
    return min(total - sum(map(points, part)) for part in sub_multisets(hand) if splits(part, aces))


def heaviest_opening(hand: Sequence[str], points: Callable[[str], int], aces: Aces) -> int:
    """Return the most that melds of a hand alone are worth, jokers as the faces they stand for."""
    return max(
        sum(points(face_of(card)) for meld in melds for card in meld)
        for part in sub_multisets(hand)
        for melds in partitions(part, aces)
    )


def near_melds(
    melds: Sequence[Meld], left_over: Sequence[str], aces: Aces
) -> set[tuple[str, frozenset[str], str, Meld | None]]:
    """List what each card left over lacks one face for: its face, the others, the lacking, a meld.

    The others are a card left over, a joker, all of a meld, or a card that a meld can do without.
    """
    found: set[tuple[str, frozenset[str], str, Meld | None]] = set()
    faces = {face_of(card) for card in left_over if card != JOKER}
    for face in faces:
        for whole in legal_melds(aces):
            for lacking in whole - {face} if face in whole else ():
                others = whole - {face, lacking}
                if len(whole) == 3 and others <= faces:
                    found.add((face, others, lacking, None))
                if len(whole) == 3 and JOKER in left_over:
                    found.add((face, frozenset({JOKER}), lacking, None))
                for meld in melds:
                    there = frozenset(map(face_of, meld))
                    can_spare = there - others in legal_melds(aces) and len(whole) == 3
                    if others == there or (others <= there and can_spare):
                        found.add((face, others, lacking, meld))
    return found


def heaviest(playable: Iterable[tuple[str, ...]], weight: Callable[[str], int]) -> int | None:
    """Return the greatest weight of a playable set, None if there is none."""
    return max((sum(map(weight, part)) for part in playable), default=None)
