"""The questions about tables, heaps and hands against the oracles, on random positions."""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest

from manipulation_rummy import (
    Table,
    best_play,
    check_play,
    completions,
    deadwood,
    explain,
    fewest_changes,
    opening,
    playable,
)
from tests.oracles import brute_force, integer_program, positions
from tests.oracles.brute_force import FACES, JOKER, RANKS, face_of, is_joker, ordered
from tests.oracles.positions import Heap, Position
from tests.oracles.translation import (
    ACES,
    as_text,
    assert_lays,
    heap_of,
    library,
    points,
    text,
)

# Sizes: the module is meant to take about 20 seconds; ORACLE_SCALE multiplies them.
SCALE = int(os.environ.get("ORACLE_SCALE", "1"))
SMALL = 350 * SCALE  # for each way of aces, as all the numbers below
BIG = 12 * SCALE
HEAPS = 150 * SCALE
HANDS = 120 * SCALE
PACKS = (1, 2)
Weight = Callable[[object], int]


def a_position(rng: Random, cards: Sequence[int], hand: int) -> Position:
    """Lay a table with up to two jokers and deal a hand with up to two."""
    packs = rng.choice(PACKS)
    return positions.random_position(
        rng,
        rng.choice(cards),
        rng.randint(1, hand),
        packs=packs,
        table_jokers=rng.choice((0, 1, 1, 2)),
        hand_jokers=rng.choice((0, 0, 1, 2)),
    )


# The table that keeps the most melds


def check_kept(
    position: Position, part: Heap, expected: int | None, aces: brute_force.Aces
) -> None:
    """Check that a new table is one of just these cards and keeps as many melds as expected."""
    old = Table.parse(position.table_text)
    new = fewest_changes(old, heap_of(part), aces=library(aces))
    if new is None:
        assert expected is None, (position, part)
        return
    kept = (Counter(as_text(old)) & Counter(as_text(new))).total()
    assert expected == kept, (position, part)
    assert not part or check_play(old, heap_of(part), new) is None
    jokers = [JOKER if is_joker(card) else card for card in (*position.cards, *part)]
    assert_lays(jokers, new, aces)


@pytest.mark.parametrize("aces", ACES)
def test_fewest_changes(aces: brute_force.Aces) -> None:
    """Small tables keep as many melds as trying all choices of them says."""
    rng = Random(f"kept {aces}")
    changed = 0
    for _ in range(SMALL):
        position = a_position(rng, (3, 6, 9, 12, 15), 6)
        can_be_played = sorted(
            brute_force.playable_on_table(position.cards, position.hand, aces)
        ) or [position.hand]
        part = rng.choice((can_be_played[0], can_be_played[-1], position.hand))
        expected = brute_force.most_kept(position.table, part, aces)
        check_kept(position, part, expected, aces)
        changed += expected is not None and expected < len(position.table)
    assert changed > SMALL // 4


@pytest.mark.parametrize("aces", ACES)
def test_fewest_changes_of_whole_tables(aces: brute_force.Aces) -> None:
    """Tables of up to 80 cards keep as many melds as the integer program says."""
    rng = Random(f"kept {aces}")
    for number in range(BIG):
        position = a_position(rng, (20, 30, 40, 52, 80 if number == 0 else 30), 10)
        best = best_play(
            Table.parse(position.table_text),
            heap_of(position.hand),
            weight=rng.choice((points, lambda _: 1, lambda card: -points(card))),
            aces=library(aces),
        )
        part = position.hand if best is None else text(best.played)
        expected = integer_program.most_kept(position.table, part, aces)
        assert expected is not None or best is None
        check_kept(position, part, expected, aces)


# The cards that can be played


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("at_most", [None, 2])
@pytest.mark.parametrize("weigh", [points, lambda _: 1, lambda _: 0, lambda _: -1])
def test_tidy_plays(aces: brute_force.Aces, at_most: int | None, weigh: Weight) -> None:
    """Of all plays as heavy and as long as the best one, a tidy one keeps the most melds."""
    rng = Random(f"tidy {aces} {at_most}")
    way = library(aces)
    for _ in range(SMALL // 20):
        position = a_position(rng, (3, 6, 9, 12), 6)
        old, hand = Table.parse(position.table_text), heap_of(position.hand)
        found = [
            played
            for played in brute_force.playable_on_table(position.cards, position.hand, aces)
            if at_most is None or len(played) <= at_most
        ]
        tidy = best_play(old, hand, weight=weigh, aces=way, at_most=at_most, tidy=True)
        if tidy is None:
            assert not found
            continue
        rank = {played: (sum(map(weigh, played)), len(played)) for played in found}
        heaviest = max(rank.values())
        assert [*heaviest] == [tidy.weight, len(tidy.played)]
        assert check_play(old, hand, tidy.table) is None
        expected = max(
            brute_force.most_kept(position.table, played, aces) or 0
            for played in found
            if rank[played] == heaviest
        )
        assert expected == (Counter(as_text(old)) & Counter(as_text(tidy.table))).total()


@pytest.mark.parametrize("as_table", [True, False], ids=["table", "heap"])
@pytest.mark.parametrize("aces", ACES)
def test_playable(aces: brute_force.Aces, *, as_table: bool) -> None:
    """Just those cards can be played that are in one of all plays."""
    rng = Random(f"playable {aces} {as_table}")
    for number in range(SMALL // 2):
        position = a_position(rng, (0, 3, 6, 9, 12), 6)
        if not as_table and number % 2:
            position = Position(
                tuple(tuple(JOKER if is_joker(c) else c for c in meld) for meld in position.table),
                position.hand,
            )
        find = brute_force.playable_on_table if as_table else brute_force.playable_on_heap
        plays = find(position.cards, position.hand, aces)
        expected = ordered({card for play in plays for card in play})
        old = Table.parse(position.table_text) if as_table else heap_of(position.cards)
        found = playable(old, heap_of(position.hand), aces=library(aces))
        assert expected == tuple(map(str, found)), position
        for laid in set(position.hand):
            beside = [Counter(play) - Counter([laid]) for play in plays if laid in play]
            expected = ordered({card for others in beside for card in others})
            hand, including = heap_of(position.hand), heap_of([laid])
            found = playable(old, hand, including=including, aces=library(aces))
            assert expected == tuple(map(str, found)), (position, laid)


@pytest.mark.parametrize("aces", ACES)
def test_playable_on_whole_tables(aces: brute_force.Aces) -> None:
    """So says the integer program of each card in turn on larger tables."""
    rng = Random(f"playable {aces}")
    for _ in range(BIG // 2):
        position = a_position(rng, (20, 30, 52), 8)
        expected = tuple(
            card
            for card in ordered(set(position.hand))
            if integer_program.best_weight(
                position.cards, position.hand, card.__eq__, aces, joker_rules=True
            )
        )
        found = playable(
            Table.parse(position.table_text), heap_of(position.hand), aces=library(aces)
        )
        assert expected == tuple(map(str, found)), position


# What is missing


def heaps(seed: str, number: int) -> list[Heap]:
    """Make heaps of up to 14 cards with jokers."""
    rng = Random(seed)
    return [
        positions.random_heap(
            rng,
            rng.randint(3, 14),
            free=rng.choice((0, 0, 0, 1, 2)),
            declared=rng.choice((0, 0, 1, 2)),
        )
        for _ in range(number)
    ]


@pytest.mark.parametrize("aces", ACES)
def test_completions(aces: brute_force.Aces) -> None:
    """Just those cards complete a heap with which it splits, four copies being the most."""
    some = 0
    for heap in heaps(f"completions {aces}", HEAPS // 2):
        expected = tuple(face for face in FACES if brute_force.splits((*heap, face), aces))
        found = completions(heap_of(heap), aces=library(aces))
        assert expected == tuple(map(str, found)), heap
        some += bool(expected)
    assert some > HEAPS // 10


@pytest.mark.parametrize("aces", ACES)
def test_completions_of_whole_tables(aces: brute_force.Aces) -> None:
    """So says the integer program of tables that lack a card."""
    rng = Random(f"completions {aces}")
    for cards in (30, 52):
        table = positions.random_table(rng, cards, jokers=1, aces=aces)
        heap = [card for meld in table for card in meld]
        gone = heap.pop(rng.randrange(len(heap)))
        found = tuple(map(str, completions(heap_of(heap), aces=library(aces))))
        expected = tuple(f for f in FACES if integer_program.partitions([*heap, f], aces))
        assert expected == found, heap
        assert face_of(gone) in found


@pytest.mark.parametrize("aces", ACES)
def test_lacking(aces: brute_force.Aces) -> None:
    """What cards left over lack is what a search through all melds finds."""
    listed = 0
    for heap in heaps(f"lacking {aces}", HEAPS):
        explanation = explain(heap_of(heap), aces=library(aces))
        melds = as_text(explanation.melds)
        left_over = text(explanation.left_over)
        expected = brute_force.near_melds(melds, left_over, aces)
        joined = {(face, meld) for face, others, _, meld in expected if len(others) > 1}
        faces = {face_of(card) for card in left_over}
        wanted = {
            (face, others, lacking)
            for face, others, lacking, meld in expected
            if meld is None
            or len(others) > 1
            or ((face, meld) not in joined and not others <= faces)
        }
        found = [
            (
                face_of(str(lack.card)),
                frozenset(JOKER if c == JOKER else face_of(c) for c in map(str, lack.others)),
                str(missing),
            )
            for lack in explanation.lacking
            for missing in lack.missing
        ]
        assert wanted == set(found), heap
        assert len(found) == len(set(found)), heap
        listed += len(found)
    assert listed > HEAPS


@pytest.mark.parametrize("aces", ACES)
def test_lacking_cards_are_where_they_are_said_to_be(aces: brute_force.Aces) -> None:
    """Each is a meld with any of the missing cards, and leaves the meld that it takes from one."""
    for heap in heaps(f"lacking {aces}", HEAPS):
        explanation = explain(heap_of(heap), aces=library(aces))
        for lack in explanation.lacking:
            others, card = text(lack.others), str(lack.card)
            assert card in text(explanation.left_over)
            for missing in map(str, lack.missing):
                whole = [card, missing, *others]
                assert brute_force.splits(whole, aces), lack
                assert JOKER in others or brute_force.is_meld(ordered(whole), aces), lack
            if lack.meld is None:
                assert set(others) <= set(text(explanation.left_over))
            else:
                assert lack.meld in explanation.melds
                rest = Counter(text(lack.meld)) - Counter(others)
                assert not rest or brute_force.is_meld([*rest.elements()], aces), lack


# Gin and Rummikub


def close_hand(rng: Random, cards: int, *, packs: int, jokers: int) -> Heap:
    """Deal a hand from a few neighbouring ranks, in which many melds overlap."""
    start = rng.randrange(8)
    near = [face for face in FACES if face[0] in RANKS[start : start + 6]] * packs
    return ordered([*rng.sample(near, cards - jokers), *[JOKER] * jokers])


@pytest.mark.parametrize("aces", ACES)
def test_deadwood(aces: brute_force.Aces) -> None:
    """No choice of melds leaves less, and what is left and the melds are the hand."""
    rng = Random(f"deadwood {aces}")
    for number in range(HANDS // 2):
        hand = close_hand(rng, rng.randint(0, 10), packs=1, jokers=0)
        if number % 4 == 0:
            hand = ordered([*hand[:8], JOKER])
        left = deadwood(heap_of(hand), aces=library(aces))
        assert brute_force.least_left(hand, points, aces) == left.points, hand
        assert left.points == sum(map(points, left.cards))
        melded = (Counter(hand) - Counter(text(left.cards))).elements()
        assert_lays(melded, left.melds, aces)


def number_of(face: str) -> int:
    """Return the number of a card, 1 to 13."""
    return RANKS.index(face[0]) + 1


def check_opening(hand: Heap, expected: int) -> None:
    """Check the heaviest opening of a hand, and that it is one."""
    best = opening(heap_of(hand), at_least=0)
    assert expected == (0 if best is None else best.weight), hand
    if best is not None:
        faces = [face_of(card) for meld in as_text(best.table) for card in meld]
        assert expected == sum(map(number_of, faces))
        assert Counter(text(best.played)) <= Counter(hand)
        assert_lays(text(best.played), best.table, "low")
        assert best == opening(heap_of(hand), at_least=expected)
    assert opening(heap_of(hand), at_least=expected + 1) is None


def test_opening() -> None:
    """No melds of a small hand are worth more, jokers as the cards they stand for."""
    rng = Random("opening")
    for number in range(HANDS):
        jokers = (0, 1, 1, 2)[number % 4]
        cards = rng.randint(jokers, 9 - 2 * jokers)
        hand = close_hand(rng, cards, packs=rng.choice(PACKS), jokers=jokers)
        check_opening(hand, brute_force.heaviest_opening(hand, number_of, "low"))


def test_opening_of_whole_hands() -> None:
    """So says the integer program of hands of 14 to 30 cards with up to three jokers."""
    rng = Random("opening")
    for number in range(BIG * 2):
        jokers = (0, 1, 2, 2, 1, 3)[number % 6]
        if number % 2:
            hand = ordered([*rng.sample(FACES * 2, rng.randint(14, 30)), *[JOKER] * jokers])
        else:
            hand = close_hand(rng, 14, packs=2, jokers=jokers)
        check_opening(hand, integer_program.heaviest_opening(hand, number_of, "low"))
