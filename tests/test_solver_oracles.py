"""The solver against the oracles: all heaps of small packs, random heaps, whole positions."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, islice, pairwise, permutations, product
from random import Random
from typing import TypeAlias

import pytest

from manipulation_rummy import (
    Aces,
    AnyCard,
    Meld,
    Play,
    Proposal,
    SolverError,
    Table,
    best_play,
    can_partition,
    check_play,
    count_partitions,
    explain,
    partition,
    partitions,
    plays,
)
from tests.oracles import brute_force, integer_program, positions
from tests.oracles.brute_force import ALL_ACES, JOKER, RANKS, SUITS, face_of, is_joker, ordered
from tests.oracles.positions import Heap, Position
from tests.oracles.translation import (
    ACES,
    as_text,
    assert_lays,
    card,
    heap_of,
    library,
    points,
    text,
)

# Sizes: the whole module is meant to take about a minute; ORACLE_SCALE multiplies the random part.
SCALE = int(os.environ.get("ORACLE_SCALE", "1"))
EVERY_HEAP = ("A234", "AJQK")  # windows of ranks of which every heap with one copy is asked
EVERY_HEAP_UP_TO_SUITS = (  # windows, copies: of heaps that differ in the names of suits only one
    ("A2345", 1),
    ("ATJQK", 1),
    ("A23QK", 1),
    ("A23", 2),
    ("AQK", 2),
    ("678", 2),
    *([("A23456", 1), ("A9TJQK", 1), ("A2JQK", 1)] if SCALE > 1 else []),
)
WINDOWS_WITH_JOKERS = ("A23", "AQK", "678")
HEAPS = 400 * SCALE  # for each way of aces, as all the numbers below
LISTED_HEAPS = 120 * SCALE
MOST_LISTED = 3000
EXPLAINED_HEAPS = 60 * SCALE
WHOLE_HEAPS = 40 * SCALE  # for each size
SIZES = (20, 30, 40, 52, 66, 80, 92, 100, 106)
SMALL_POSITIONS = 60 * SCALE
BIG_POSITIONS = 50 * SCALE
RENAMED = 40 * SCALE

Weight: TypeAlias = Callable[[object], int]


def weights(rng: Random) -> list[Weight]:
    """Return points, zero, negative and mixed weights."""
    mixed = {face: rng.randint(-9, 9) for face in (*brute_force.FACES, JOKER)}
    return [points, lambda _: 0, lambda held: -points(held), lambda held: mixed[str(held)]]


# Does it partition: all heaps of a small pack


def heaps_of(ranks: str, copies: int, *, up_to_suits: bool) -> Iterator[tuple[int, list[AnyCard]]]:
    """Yield every heap of a small pack, with its number as `brute_force.splittable` gives it.

    With `up_to_suits` only one of the heaps that differ in the names of the suits.
    """
    numbers = list(product(range(copies + 1), repeat=len(ranks)))
    suits = [[card(rank + suit) for rank in ranks] for suit in SUITS]
    choices = (
        combinations_with_replacement(numbers, len(SUITS))
        if up_to_suits
        else product(numbers, repeat=len(SUITS))
    )
    codes = {row: sum(n << 4 * place for place, n in enumerate(row)) for row in numbers}
    for rows in choices:
        code = 0
        heap: list[AnyCard] = []
        for place, (row, suit) in enumerate(zip(rows, suits, strict=True)):
            code |= codes[row] << 4 * place * len(ranks)
            for number, held in zip(row, suit, strict=True):
                if number:
                    heap += [held] * number
        yield code, heap


def wrong_heaps(
    ranks: str, copies: int, aces: brute_force.Aces, *, up_to_suits: bool
) -> Iterator[str]:
    """Yield the heaps of a small pack on which solver and oracle differ."""
    faces = [rank + suit for suit in SUITS for rank in ranks]
    splittable = brute_force.splittable(faces, copies, aces)
    way = library(aces)
    for code, heap in heaps_of(ranks, copies, up_to_suits=up_to_suits):
        if can_partition(heap, aces=way) != (code in splittable):
            yield " ".join(map(str, heap))


@pytest.mark.parametrize("ranks", EVERY_HEAP)
@pytest.mark.parametrize("aces", ACES)
def test_every_heap_of_a_small_pack(aces: brute_force.Aces, ranks: str) -> None:
    """Of all heaps of four suits by four ranks the solver says rightly whether they partition."""
    assert not list(wrong_heaps(ranks, 1, aces, up_to_suits=False))


@pytest.mark.parametrize(("ranks", "copies"), EVERY_HEAP_UP_TO_SUITS)
@pytest.mark.parametrize("aces", ACES)
def test_every_heap_of_larger_packs(aces: brute_force.Aces, ranks: str, copies: int) -> None:
    """It does so for five ranks and for two packs, suits being alike."""
    assert not list(wrong_heaps(ranks, copies, aces, up_to_suits=True))


@pytest.mark.parametrize("ranks", WINDOWS_WITH_JOKERS)
@pytest.mark.parametrize("aces", ACES)
def test_every_heap_with_jokers(aces: brute_force.Aces, ranks: str) -> None:
    """It does so for all heaps of four suits by three ranks with one to eight free jokers."""
    way = library(aces)
    for _, heap in heaps_of(ranks, 1, up_to_suits=True):
        for jokers in range(1, 9):
            cards = [*heap, *[card(JOKER)] * jokers]
            expected = brute_force.splits(map(str, cards), aces)
            assert expected == can_partition(cards, aces=way), " ".join(map(str, cards))


# Does it partition: random heaps


def random_heaps(seed: str, number: int, most: int, jokers: Sequence[int]) -> Iterator[Heap]:
    """Yield random heaps with free and declared jokers."""
    rng = Random(seed)
    for _ in range(number):
        free, declared = rng.choice(jokers), rng.choice((0, 0, 0, 1, 2))
        cards = rng.randint(free, most)
        yield positions.random_heap(rng, cards, free=free, declared=declared)


@pytest.mark.parametrize("aces", ACES)
def test_random_heaps(aces: brute_force.Aces) -> None:
    """Random heaps of up to 14 cards with up to eight free jokers partition if the oracle says so.

    The melds returned are legal and use just the cards given.
    """
    way = library(aces)
    for heap in random_heaps(f"heaps {aces}", HEAPS, 14, (0, 0, 1, 2, 3, 4, 5, 6, 7, 8)):
        expected = brute_force.splits(heap, aces)
        found = partition(" ".join(heap), aces=way)
        assert (expected, expected) == (
            can_partition(heap_of(heap), aces=way),
            found is not None,
        ), heap
        if found is not None:
            assert_lays(heap, found, aces)


@pytest.mark.parametrize("aces", ACES)
def test_listed_partitions(aces: brute_force.Aces) -> None:
    """Just the oracle's partitions are listed, each once, and counted."""
    way = library(aces)
    for heap in random_heaps(f"listed {aces}", LISTED_HEAPS, 13, (0, 0, 0, 1, 1, 2, 3)):
        expected = brute_force.partitions(heap, aces)
        if len(expected) <= MOST_LISTED:
            check_list(heap, aces)
        assert len(expected) == count_partitions(heap_of(heap), aces=way), heap


@pytest.mark.parametrize("aces", ACES)
def test_listed_partitions_round_the_corner(aces: brute_force.Aces) -> None:
    """Heaps of aces and their neighbours, natural and jokers, have each partition listed once."""
    near = ("AS", "AS", "*=AS", "2S", "3S", "QS", "*=KS", JOKER, JOKER)
    for heap in brute_force.sub_multisets(near):
        check_list(heap, aces)


@pytest.mark.parametrize("aces", ACES)
def test_listed_partitions_of_a_suit(aces: brute_force.Aces) -> None:
    """Long runs up to a whole suit, with a joker more or less, have each partition listed once."""
    for length in (11, 12, 13, 14):
        for start in range(15 - length):
            run = [rank + "D" for rank in positions.CORNER[start : start + length]]
            for heap in (run, [*run, JOKER], [*run[:4], JOKER, *run[5:]], [*run, "AH", "AS"]):
                check_list(heap, aces)


def check_list(heap: Sequence[str], aces: brute_force.Aces) -> None:
    """Check that just the oracle's partitions are listed, each once."""
    expected = brute_force.partitions(heap, aces)
    listed = [as_text(melds) for melds in partitions(heap_of(heap), aces=library(aces))]
    assert (len(expected), expected) == (len(listed), frozenset(listed)), heap


@pytest.mark.parametrize("aces", ACES)
def test_listed_partitions_are_in_order(aces: brute_force.Aces) -> None:
    """Partitions come ordered by their first meld, then by the second one, and so on."""
    rng = Random(f"ordered {aces}")
    for _ in range(LISTED_HEAPS // 2):
        heap = positions.random_heap(
            rng, rng.randint(5, 20), free=rng.choice((0, 0, 1, 2, 3)), declared=rng.randint(0, 2)
        )
        found = partitions(heap_of(heap), aces=library(aces))
        listed = [[meld.sort_key for meld in melds] for melds in islice(found, MOST_LISTED)]
        assert sorted(listed) == listed, heap
        assert all(sorted(melds) == melds for melds in listed), heap


@pytest.mark.parametrize("aces", ACES)
def test_as_many_are_listed_as_counted(aces: brute_force.Aces) -> None:
    """The partitions of tables of two packs with jokers are as many as are counted."""
    rng = Random(f"both {aces}")
    for _ in range(LISTED_HEAPS // 6):
        table = positions.random_table(rng, rng.randint(12, 36), jokers=2, aces=aces)
        heap = [name for meld in table for name in meld]
        if rng.random() < 0.3:
            heap[heap.index(next(filter(is_joker, heap)))] = JOKER
        expected = count_partitions(heap_of(heap), aces=library(aces))
        listed = islice(partitions(heap_of(heap), aces=library(aces)), MOST_LISTED)
        assert min(expected, MOST_LISTED) == len(set(listed)), heap


@pytest.mark.parametrize("aces", ACES)
def test_counted_partitions(aces: brute_force.Aces) -> None:
    """Tables of up to 40 cards are counted as the oracle counts them."""
    rng = Random(f"counted {aces}")
    for cards in (20, 26, 30, 36, 40):
        table = positions.random_table(rng, cards, packs=1, jokers=1, aces=aces)
        heap = [name for meld in table for name in meld]
        expected = brute_force.count_declared(heap, aces)
        assert expected == count_partitions(heap_of(heap), aces=library(aces)), heap


@pytest.mark.parametrize(("aces", "expected"), [("low", 10507340), ("both", 31113028)])
def test_counted_pack(aces: brute_force.Aces, expected: int) -> None:
    """A whole pack has as many partitions as the oracle counts in a minute or two."""
    assert expected == count_partitions(heap_of(brute_force.FACES), aces=library(aces))


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("cards", SIZES)
def test_whole_tables(cards: int, aces: brute_force.Aces) -> None:
    """Random tables partition, and with a card changed they do if the integer program says so."""
    rng = Random(f"whole {cards} {aces}")
    way = library(aces)
    for number in range(WHOLE_HEAPS // 4):
        jokers = 2 if cards > 104 else rng.choice((0, 1, 2, 2))
        laid = positions.random_table(rng, cards, jokers=jokers)
        heap = ordered(name for meld in laid for name in meld)
        if number % 2:
            heap = positions.near_miss(rng, heap)
        if number % 3 == 0:
            heap = tuple(JOKER if is_joker(name) else name for name in heap)
        expected = integer_program.partitions(heap, aces)
        found = partition(heap_of(heap), aces=way)
        assert (expected, expected) == (
            can_partition(heap_of(heap), aces=way),
            found is not None,
        ), " ".join(heap)
        if found is not None:
            assert_lays(heap, found, aces)


# Plays


def old_of(position: Position, *, as_table: bool) -> Table | list[AnyCard]:
    """Return what lies there as the library takes it: a table, or a heap of the same cards."""
    return Table.parse(position.table_text) if as_table else heap_of(position.cards)


def check_proposal(
    position: Position, proposal: Proposal, *, aces: brute_force.Aces, as_table: bool
) -> None:
    """Check that a play uses the cards it names, and on a table keeps the rules for jokers."""
    laid = [*text(proposal.played), *position.cards]
    if as_table:
        laid = [JOKER if is_joker(name) else name for name in laid]
        old = Table.parse(position.table_text)
        assert Play(proposal.table) == proposal.move
        assert check_play(old, heap_of(position.hand), proposal.table) is None
        assert brute_force.is_allowed(position.table, position.hand, as_text(proposal.table))
    assert_lays(laid, proposal.table, aces)


def check_plays(
    position: Position, *, aces: brute_force.Aces, weight: Weight, as_table: bool
) -> None:
    """Check `plays` and `best_play` in one position against the oracle's list of plays."""
    find = brute_force.playable_on_table if as_table else brute_force.playable_on_heap
    expected = find(position.cards, position.hand, aces)
    old, hand, way = old_of(position, as_table=as_table), heap_of(position.hand), library(aces)
    found = list(plays(old, hand, weight=weight, aces=way))
    assert expected == {text(proposal.played) for proposal in found}
    assert len(expected) == len(found)
    assert all(one.weight >= two.weight for one, two in pairwise(found))
    best = best_play(old, hand, weight=weight, aces=way)
    assert brute_force.heaviest(expected, weight) == (best and best.weight)
    for proposal in [*found, *([best] if best else [])]:
        assert sum(map(weight, proposal.played)) == proposal.weight
        check_proposal(position, proposal, aces=aces, as_table=as_table)
    check_limits(position, expected, aces=aces, weight=weight, as_table=as_table)


def check_limits(
    position: Position,
    playable: frozenset[Heap],
    *,
    aces: brute_force.Aces,
    weight: Weight,
    as_table: bool,
) -> None:
    """Check plays of a few cards, of given ones and with given ones against all there are."""
    old, hand, way = old_of(position, as_table=as_table), heap_of(position.hand), library(aces)
    for cards in (1, 2, 4):
        short = {played for played in playable if len(played) <= cards}
        found = list(plays(old, hand, weight=weight, aces=way, at_most=cards))
        assert (short, len(short)) == ({text(one.played) for one in found}, len(found))
        best = best_play(old, hand, weight=weight, aces=way, at_most=cards)
        assert brute_force.heaviest(short, weight) == (best and best.weight)
    for cards in range(1, len(position.hand) + 1):
        chosen = ordered(position.hand[-cards:])
        best = best_play(old, hand, weight=weight, aces=way, exactly=heap_of(chosen))
        assert (chosen if chosen in playable else None) == (best and text(best.played))
        if best:
            check_proposal(position, best, aces=aces, as_table=as_table)
        with_them = {played for played in playable if not Counter(chosen) - Counter(played)}
        best = best_play(old, hand, weight=weight, aces=way, including=heap_of(chosen))
        assert brute_force.heaviest(with_them, weight) == (best and best.weight)
        if best:
            assert text(best.played) in with_them
            check_proposal(position, best, aces=aces, as_table=as_table)


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("as_table", [True, False], ids=["table", "heap"])
def test_small_positions(aces: brute_force.Aces, *, as_table: bool) -> None:
    """All plays of a small position are found, each once, heaviest first and as the rules allow."""
    rng = Random(f"small {aces} {as_table}")
    for number in range(SMALL_POSITIONS):
        position = positions.random_position(
            rng,
            rng.choice((0, 3, 6, 7, 9, 12)),
            rng.randint(1, 7),
            table_jokers=rng.choice((0, 1, 1, 2)),
            hand_jokers=rng.choice((0, 0, 1, 2)),
        )
        if not as_table and number % 2:
            position = with_free_jokers(position)
        weight = weights(rng)[number % 4]
        check_plays(position, aces=aces, weight=weight, as_table=as_table)


def with_free_jokers(position: Position) -> Position:
    """Take back what the jokers of a table stand for."""
    table = tuple(
        tuple(JOKER if is_joker(name) else name for name in meld) for meld in position.table
    )
    return Position(table, position.hand)


def check_best(
    position: Position, *, aces: brute_force.Aces, weight: Weight, as_table: bool
) -> None:
    """Check `best_play` in one position against the integer program's optimum."""
    expected = integer_program.best_weight(
        position.cards, position.hand, weight, aces, joker_rules=as_table
    )
    old = old_of(position, as_table=as_table)
    best = best_play(old, heap_of(position.hand), weight=weight, aces=library(aces))
    assert expected == (best and best.weight)
    if best is not None:
        assert expected == sum(map(weight, best.played))
        check_proposal(position, best, aces=aces, as_table=as_table)


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("as_table", [True, False], ids=["table", "heap"])
def test_big_positions(aces: brute_force.Aces, *, as_table: bool) -> None:
    """The best play of positions of up to 106 cards has the integer program's weight."""
    rng = Random(f"big {aces} {as_table}")
    for number in range(BIG_POSITIONS):
        cards = rng.choice((12, 20, 30, 40, 52, 60, 70, 80, 88, 96))
        packs = 1 if cards <= 40 and rng.random() < 0.4 else 2
        position = positions.random_position(
            rng,
            cards,
            rng.choice((1, 3, 10, 10, 13)),
            packs=packs,
            table_jokers=rng.randint(0, packs),
            hand_jokers=rng.choice((None, 1, 2)),
        )
        if not as_table and number % 3 == 0:
            position = with_free_jokers(position)
        weight = weights(rng)[(0, 0, 1, 2, 3)[number % 5]]
        check_best(position, aces=aces, weight=weight, as_table=as_table)


def test_default_weight_is_points() -> None:
    """Without a weight given, plays weigh what their cards count in hand (R24)."""
    best = best_play("", "QH KH AH AS 2S 3S 2D 3D")
    assert best is not None
    expected = ("AS", "AH", "2S", "3S", "QH", "KH"), 27
    assert expected == (text(best.played), best.weight)


# What is left over


@pytest.mark.parametrize("aces", ACES)
def test_explanations(aces: brute_force.Aces) -> None:
    """An explanation leaves as few cards over as the oracle says, and loses none."""
    way = library(aces)
    for heap in random_heaps(f"explained {aces}", EXPLAINED_HEAPS, 10, (0, 0, 0, 1, 2, 3)):
        check_explanation(heap, brute_force.largest_part(heap, aces), aces)
        assert can_partition(heap_of(heap), aces=way) == (
            not explain(heap_of(heap), aces=way).left_over
        )


@pytest.mark.parametrize("aces", ACES)
def test_explanations_of_whole_tables(aces: brute_force.Aces) -> None:
    """It does so for near misses of tables of up to 100 cards."""
    rng = Random(f"explained {aces}")
    for cards in (20, 40, 60, 80, 100):
        table = positions.random_table(rng, cards, jokers=2)
        heap = positions.near_miss(rng, [name for meld in table for name in meld])
        check_explanation(heap, integer_program.largest_part(heap, aces), aces)


def check_explanation(heap: Heap, most: int, aces: brute_force.Aces) -> None:
    """Check that an explanation uses so many cards and leaves the others."""
    explanation = explain(heap_of(heap), aces=library(aces))
    left_over = Counter(text(explanation.left_over))
    assert most == len(heap) - left_over.total(), heap
    assert left_over <= Counter(heap), heap
    assert_lays((Counter(heap) - left_over).elements(), explanation.melds, aces)


# What must not matter


@pytest.mark.parametrize("aces", ACES)
def test_renaming_suits_changes_nothing(aces: brute_force.Aces) -> None:
    """With the suits renamed a heap has as many partitions, and a hand as heavy a best play."""
    rng = Random(f"renamed {aces}")
    way = library(aces)
    names = ["".join(suits) for suits in permutations(SUITS)]
    for _ in range(RENAMED):
        position = positions.random_position(rng, rng.randint(6, 60), 8, table_jokers=1)
        suits = rng.choice(names)
        heap = positions.near_miss(rng, position.cards[:20])
        expected = count_partitions(heap_of(heap), aces=way)
        assert expected == count_partitions(heap_of(positions.renamed(heap, suits)), aces=way)
        best = best_play(Table.parse(position.table_text), position.hand_text, aces=way)
        again = best_play(
            Table.parse(" | ".join(" ".join(positions.renamed(m, suits)) for m in position.table)),
            heap_of(positions.renamed(position.hand, suits)),
            aces=way,
        )
        assert (best and best.weight) == (again and again.weight), position


@pytest.mark.parametrize("aces", ACES)
def test_adding_a_meld_keeps_a_table(aces: brute_force.Aces) -> None:
    """A heap that partitions does so with any meld added."""
    rng = Random(f"added {aces}")
    for _ in range(RENAMED):
        table = positions.random_table(rng, rng.randint(3, 60), jokers=rng.randint(0, 2), aces=aces)
        meld = rng.choice(brute_force.legal_melds(aces))
        heap = [*(name for meld in table for name in meld), *meld]
        assert can_partition(heap_of(heap), aces=library(aces)), heap


@pytest.mark.parametrize("aces", ACES)
def test_declared_joker_counts_as_its_card(aces: brute_force.Aces) -> None:
    """A heap partitions just if it does with its declared jokers replaced by their cards."""
    rng = Random(f"declared {aces}")
    for _ in range(HEAPS // 4):
        heap = positions.random_heap(rng, rng.randint(3, 30), declared=rng.randint(1, 3))
        expected = can_partition(heap_of(map(face_of, heap)), aces=library(aces))
        assert expected == can_partition(heap_of(heap), aces=library(aces)), heap


@pytest.mark.parametrize("aces", ACES)
def test_larger_hands_play_no_less(aces: brute_force.Aces) -> None:
    """A play found for a hand is found for every larger hand, with at least its weight."""
    rng = Random(f"larger {aces}")
    way = library(aces)
    for number in range(RENAMED):
        position = positions.random_position(
            rng, rng.randint(3, 40), 9, table_jokers=rng.randint(0, 2)
        )
        table = Table.parse(position.table_text)
        weight = weights(rng)[number % 4]
        dealt = heap_of(position.hand)
        rng.shuffle(dealt)
        best = [best_play(table, dealt[:size], weight=weight, aces=way) for size in range(1, 10)]
        for less, more in pairwise(best):
            assert less is None or (more is not None and more.weight >= less.weight), position
        if number % 4 == 0:
            sets = [
                {text(proposal.played) for proposal in plays(table, dealt[:size], aces=way)}
                for size in (4, 5, 6)
            ]
            assert sets[0] <= sets[1] <= sets[2], position


@pytest.mark.parametrize("aces", ACES)
def test_order_does_not_matter(aces: brute_force.Aces) -> None:
    """The same cards in another order, or asked of again, give the same answers to the letter."""
    rng = Random(f"order {aces}")
    way = library(aces)
    for _ in range(RENAMED):
        position = positions.random_position(rng, rng.randint(3, 30), 6, table_jokers=1)
        melds, hand = [list(meld) for meld in position.table], heap_of(position.hand)
        heap = [*heap_of(position.cards[:12]), card(JOKER)]
        answers = set()
        for _ in range(3):
            table = Table.of([Meld.of(heap_of(meld)) for meld in melds])
            answers.add(
                (
                    str(partition(heap, aces=way)),
                    str([*partitions(heap, aces=way)][:50]),
                    str(best_play(table, hand, aces=way)),
                    str([*plays(table, hand, aces=way)]),
                    str(explain([*heap, *hand], aces=way)),
                )
            )
            rng.shuffle(melds)
            rng.shuffle(hand)
            rng.shuffle(heap)
            for meld in melds:
                rng.shuffle(meld)
        assert len(answers) == 1, position


# Traps


ALWAYS, NEVER = ALL_ACES, ()
TRAPS: dict[str, dict[str, tuple[brute_force.Aces, ...]]] = {
    "jokers alone": {
        "": ALWAYS,
        "*": NEVER,
        "* *": NEVER,
        "* * *": ALWAYS,
        "* * * * * * * *": ALWAYS,
    },
    "one card and jokers": {
        "5D *": NEVER,
        "5D * *": ALWAYS,
        "5D * * * *": ALWAYS,
        "KD * *": ALWAYS,
        "AD * * *": ALWAYS,
    },
    "overlapping groups": {
        "4S 4H 4C 4S 4H 4D": ALWAYS,
        "TD JD QD 4S 4H 4C TS TH TC 4S 4H 4D": ALWAYS,
        "4S 4H 4C 4S 4H": NEVER,
        "4S 4H 4C 4S 4H *": ALWAYS,
        "8S 8S 8H 8D 8C": NEVER,
        "8S 8S 8H 8H 8D 8D": ALWAYS,
        "8S 8S 8H 8H 8D 8D 8C": ALWAYS,
    },
    "jokers that can't be parked": {
        "8S 8H 8D 8C *": NEVER,
        "8S 8H 8D 8C JS JH JD JC *": NEVER,
        "8S 8H 8D 8C 9S 9H 9D 9C *": ALWAYS,
        "8S 8H 8D *": ALWAYS,
        "8S 8H 8D * *": NEVER,
        "8S 8H * * *": NEVER,
    },
    "jokers in long runs": {
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *": ALWAYS,
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *": ALWAYS,
        "AS 2S 3S 4S 5S 6S 7S 9S TS JS QS KS *": ALWAYS,
        "JS QS KS *": ALWAYS,
        "QS KS *": ALWAYS,
        "AS QS *": ("high", "both"),
        "AS 2S *": ("low", "both"),
        "AS 2S 3S *": ("low", "both"),
    },
    "aces": {
        "AS 2S 3S": ("low", "both"),
        "QS KS AS": ("high", "both"),
        "KS AS 2S": NEVER,
        "QS KS AS AS 2S 3S": ("both",),
        "QS KS AS AH AD AS 2S 3S": NEVER,
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS": ALWAYS,
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS": ("both",),
    },
    "twins": {
        "5H 5H 6H 6H 7H 7H": ALWAYS,
        "5H 6H 7H 7H 8H 9H": ALWAYS,
        "5H 6H 7H 7H 8H": NEVER,
        "5H 6H 7H 7H 8H *": ALWAYS,
        "2S 3S 4S 5S 6S 3S 4S": ALWAYS,
        "4H *=5H 6H 5H 5S 5D": ALWAYS,
        "8S *=8S 8H": NEVER,
    },
}


@pytest.mark.parametrize(
    ("heap", "expected"),
    [
        pytest.param(heap, expected, id=f"{trap}: {heap}")
        for trap, heaps in TRAPS.items()
        for heap, expected in heaps.items()
    ],
)
@pytest.mark.parametrize("aces", ACES)
def test_trap(heap: str, expected: tuple[brute_force.Aces, ...], aces: brute_force.Aces) -> None:
    """Heaps that other solvers get wrong partition just where they should."""
    way = library(aces)
    splits = aces in expected
    found = partition(heap, aces=way)
    assert splits == brute_force.splits(heap.split(), aces)
    assert (splits, splits) == (can_partition(heap, aces=way), found is not None)
    if found is not None:
        assert_lays(heap.split(), found, aces)


@pytest.mark.parametrize(
    ("heap", "low", "high", "both"),
    [
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", 28, 28, 55),  # one meld, ace low or high
        ("QD * *", 5, 6, 6),  # groups at the ends of the ranks
        ("KD * *", 4, 5, 5),
        ("AD * *", 4, 4, 5),
        ("*=AS 2S 3S QS KS *", 1, 1, 3),  # two jokers for one ace, one low and one high
        ("*=AD AH AC QD KD *", 1, 3, 3),  # one in a run and one in a group
        ("*=AD *=QD * * * *", 20, 112, 121),
        ("* * *", 96, 96, 100),
        ("4S 4H 4C 4S 4H 4D", 1, 1, 1),
        ("5H 5H 6H 6H 7H 7H", 1, 1, 1),
        ("4H *=5H 6H 5H 5S 5D", 2, 2, 2),
        ("*=5H 5S 5D *", 1, 1, 1),
        ("KS AS 2S", 0, 0, 0),
        ("", 1, 1, 1),
    ],
)
def test_trap_counted_once(heap: str, low: int, high: int, both: int) -> None:
    """Partitions that can be found in several ways are listed and counted once."""
    expected = [low, high, both]
    assert expected == [len(brute_force.partitions(heap.split(), aces)) for aces in ALL_ACES]
    assert expected == [count_partitions(heap, aces=library(aces)) for aces in ALL_ACES]
    assert expected == [len(list(partitions(heap, aces=library(aces)))) for aces in ALL_ACES]


def test_trap_joker_below_a_run_to_the_king() -> None:
    """With aces low, a joker goes below the jack of a run that ends with the king."""
    found = partition("JS QS KS *", aces=Aces.LOW)
    assert found is not None
    expected = (("*=TS", "JS", "QS", "KS"),)
    assert expected == as_text(found)


def test_trap_most_points_are_not_most_cards() -> None:
    """Of a group of four one card can leave: for two cards of nine points or three of seven."""
    table, hand = Table.parse("3S 3H 3D 3C"), "AH 2H 4H 4S 5S"
    heaviest, longest = best_play(table, hand), best_play(table, hand, weight=lambda _: 1)
    assert heaviest is not None
    assert longest is not None
    expected = [(("4S", "5S"), 9), (("AH", "2H", "4H"), 3)]
    assert expected == [(text(best.played), best.weight) for best in (heaviest, longest)]


def test_trap_whole_packs() -> None:
    """Two whole packs with both jokers partition, with any aces."""
    heap = " ".join((*brute_force.FACES, JOKER) * 2)
    for aces in ALL_ACES:
        found = partition(heap, aces=library(aces))
        assert found is not None
        assert_lays(heap.split(), found, aces)


def test_trap_hard_heaps_are_answered() -> None:
    """Heaps of most of a pack partition, or fail to, as the integer program says."""
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    for missing in (("AS", "AH", "3S"), ("AH", "AD", "3S"), ("AS", "5S", "9S"), ("2S", "2H", "3S")):
        heap = [name for name in pack if name not in missing]
        expected = [integer_program.partitions(heap, aces) for aces in ALL_ACES]
        assert expected == [can_partition(heap_of(heap), aces=library(aces)) for aces in ALL_ACES]


def test_limits() -> None:
    """Five copies of one card or nine free jokers are refused, four and eight are not."""
    assert not can_partition("8S 8S 8S 8S")
    assert can_partition("* * * * * * * *")
    for heap in ("8S 8S 8S 8S *=8S", "* * * * * * * * *"):
        with pytest.raises(SolverError):
            can_partition(heap)
