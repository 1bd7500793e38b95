"""The oracles themselves: they agree with the written cases, with each other and with the rule."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import highspy
import pytest

from tests.oracles import brute_force, integer_program, positions
from tests.oracles.brute_force import ALL_ACES, JOKER, Aces, is_joker, ordered

HEAPS = 400  # asked of both oracles, for each way of aces
BEST_PLAYS = 120
LISTED_HEAPS = 150
LITERAL_TABLES = 60
PARTS = 100
GENERATED = 40  # tables for each size
SLOW_CARDS, SLOW_HAND = 50, 10  # beyond these, trying everything takes too long

CONFORMANCE = Path(__file__).parent / "data" / "conformance"
POINTS: dict[str, int] = dict(
    zip(brute_force.RANKS, (1, *range(2, 11), 10, 10, 10), strict=True)
) | {JOKER: 25}


def cases(name: str) -> list[Any]:
    """Read the written cases, each named by its id."""
    lines = (CONFORMANCE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def points(card: str) -> int:
    """Count a card as R24 does."""
    return POINTS[card[0]]


# Melds


def test_there_are_373_melds_as_laid() -> None:
    """There are 373 melds if whole suits with the ace low and high are told apart."""
    assert len(brute_force.melds_as_laid()) == 373


@pytest.mark.parametrize(("aces", "number"), [("low", 329), ("high", 329), ("both", 369)])
def test_number_of_melds(aces: Aces, number: int) -> None:
    """There are 369 melds as sets of cards, 40 fewer where aces are only low or only high."""
    assert number == len(set(brute_force.legal_melds(aces)))


@pytest.mark.parametrize("case", cases("melds"))
def test_melds_of_the_written_cases(case: dict[str, Any]) -> None:
    """The list of melds holds just those that the written cases call legal."""
    expected = case["data"]["expect"] is not None
    assert expected == brute_force.is_meld(case["data"]["meld"])


# Written cases


@pytest.mark.parametrize("case", cases("pools"))
def test_pools_of_the_written_cases(case: dict[str, Any]) -> None:
    """Both oracles say of the written pools whether they partition."""
    pool, expected = case["data"]["pool"], case["data"]["expect"]
    actual = (brute_force.splits(pool, "both"), integer_program.partitions(pool, "both"))
    assert (expected, expected) == actual


@pytest.mark.parametrize("aces", ["low", "both"])
@pytest.mark.parametrize("case", cases("solver"))
def test_solver_questions_of_the_written_cases(case: dict[str, Any], aces: Aces) -> None:
    """Both oracles answer the written questions; the slow one only those of a moderate size."""
    expected = case["expected"]
    if aces == "both":
        expected = case.get("expected_aces_both", expected)
    hand = case["hand"]
    if case["question"] == "decomposable":
        heap = case["cards"]
        assert expected == integer_program.partitions(heap, aces)
        if len(heap) <= SLOW_CARDS:
            assert expected == brute_force.splits(heap, aces)
    else:
        heap = [card for meld in case["table"] for card in meld]
        assert (expected or None) == integer_program.best_weight(heap, hand, lambda _: 1, aces)
        if len(heap) <= SLOW_CARDS and len(hand) <= SLOW_HAND:
            playable = brute_force.playable_on_heap(heap, hand, aces)
            assert expected == max(map(len, playable), default=0)


@pytest.mark.parametrize("case", cases("turns"))
def test_turns_of_the_written_cases(case: dict[str, Any]) -> None:
    """The rule judges the written turns, and the search for plays finds the legal ones."""
    hand, table, proposed = (case["data"][key] for key in ("hand", "table", "proposed"))
    allowed = brute_force.is_allowed(table, hand, proposed)
    assert case["data"]["expect"] == allowed
    if allowed:
        before = ordered(card for meld in table for card in meld)
        after = Counter(JOKER if is_joker(card) else card for meld in proposed for card in meld)
        after.subtract(JOKER if is_joker(card) else card for card in before)
        played = ordered(after.elements())
        assert played in brute_force.playable_on_table(before, hand, "both")
        assert brute_force.as_partition(proposed) in brute_force.new_tables(before, played, "both")


# Agreement


@pytest.mark.parametrize("aces", ALL_ACES)
def test_oracles_agree_on_heaps(aces: Aces) -> None:
    """Brute force and integer program say the same of random heaps with and without jokers."""
    rng = Random(f"heaps {aces}")
    answers = Counter[bool]()
    for _ in range(HEAPS):
        free, declared = rng.choice((0, 0, 0, 1, 2, rng.randint(3, 8))), rng.choice((0, 0, 1, 2))
        heap = positions.random_heap(rng, rng.randint(free, 14), free=free, declared=declared)
        expected = brute_force.splits(heap, aces)
        answers[expected] += 1
        assert expected == integer_program.partitions(heap, aces), heap
    assert min(answers.values()) > HEAPS // 10


@pytest.mark.parametrize("aces", ALL_ACES)
@pytest.mark.parametrize("joker_rules", [False, True])
def test_oracles_agree_on_best_plays(aces: Aces, *, joker_rules: bool) -> None:
    """Brute force and integer program find the same best weight, whatever the weights."""
    rng = Random(f"plays {aces} {joker_rules}")
    for _ in range(BEST_PLAYS // 6):
        position = positions.random_position(
            rng,
            rng.choice((0, 3, 6, 9, 12)),
            rng.randint(1, 7),
            table_jokers=rng.choice((0, 1, 2)),
            hand_jokers=rng.choice((0, 0, 1, 2)),
            aces=aces,
        )
        playable = (
            brute_force.playable_on_table(position.cards, position.hand, aces)
            if joker_rules
            else brute_force.playable_on_heap(position.cards, position.hand, aces)
        )
        mixed = {card: rng.randint(-9, 9) for card in position.hand}
        for weight in (points, lambda card: -points(card), lambda _: 0, mixed.__getitem__):
            expected = brute_force.heaviest(playable, weight)
            actual = integer_program.best_weight(
                position.cards, position.hand, weight, aces, joker_rules=joker_rules
            )
            assert expected == actual, position


@pytest.mark.parametrize("aces", ALL_ACES)
def test_oracles_agree_on_largest_parts(aces: Aces) -> None:
    """Brute force and integer program leave the same number of cards over."""
    rng = Random(f"parts {aces}")
    for _ in range(PARTS // 3):
        free = rng.choice((0, 0, 1, 2, 3))
        heap = positions.random_heap(rng, rng.randint(free, 10), free=free)
        expected = brute_force.largest_part(heap, aces)
        assert expected == integer_program.largest_part(heap, aces), heap


def test_joker_rule_is_the_literal_one() -> None:
    """The short form of D13 finds just the plays for which some new table passes it as written."""
    rng = Random("literal")
    for _ in range(LITERAL_TABLES):
        position = positions.random_position(
            rng,
            rng.choice((3, 6, 7, 9)),
            rng.randint(1, 4),
            table_jokers=rng.choice((1, 1, 2)),
            hand_jokers=rng.choice((0, 0, 1)),
        )
        expected = {
            part
            for part in brute_force.sub_multisets(position.hand)
            if any(brute_force.new_tables(position.cards, part, "both"))
        }
        actual = brute_force.playable_on_table(position.cards, position.hand, "both")
        assert expected == actual, position


@pytest.mark.parametrize("aces", ALL_ACES)
def test_listed_partitions(aces: Aces) -> None:
    """Listed partitions use the cards, are counted right, and are there if the heap partitions."""
    rng = Random(f"listed {aces}")
    for _ in range(LISTED_HEAPS // 3):
        free, declared = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 2))
        heap = positions.random_heap(rng, rng.randint(3, 13), free=free, declared=declared)
        listed = brute_force.partitions(heap, aces)
        assert brute_force.splits(heap, aces) == bool(listed)
        for partition in listed:
            used = Counter(card for meld in partition for card in meld)
            used.subtract(card for card in heap if card != JOKER)
            assert free == used.total()
            assert all(is_joker(card) for card in +used)
            assert not -used
            assert all(brute_force.is_meld(meld, aces) for meld in partition)
        if not free:
            assert len(listed) == brute_force.count_declared(heap, aces)


@pytest.mark.parametrize("ranks", ["A23", "AQK"])
@pytest.mark.parametrize("aces", ALL_ACES)
def test_heaps_of_a_small_pack(aces: Aces, ranks: str) -> None:
    """Laying melds side by side reaches just the heaps of a small pack that partition."""
    faces = [rank + suit for rank in ranks for suit in "SHD"]
    reached = brute_force.splittable(faces, 2, aces)
    actual = {
        sum(number << 4 * place for place, number in enumerate(numbers))
        for numbers in product(range(3), repeat=len(faces))
        if brute_force.splits(
            [face for face, number in zip(faces, numbers, strict=True) for _ in range(number)],
            aces,
        )
    }
    assert reached == actual


# The integer program's own safeguards


def test_unfinished_search_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that stops early is an error, never taken for "impossible"."""
    stopped = highspy.HighsModelStatus.kTimeLimit
    monkeypatch.setattr(highspy.Highs, "getModelStatus", lambda _: stopped)
    with pytest.raises(integer_program.SolverStatusError, match="Time limit"):
        integer_program.partitions(["8S", "8H", "8D"], "both")


@pytest.mark.parametrize(("solution", "message"), [([1], "constraint"), ([5], "bounds")])
def test_solutions_are_checked(solution: list[int], message: str) -> None:
    """A solution that holds only within a tolerance is refused."""
    program = integer_program.Program()
    program.row([(program.variable(4), 2)], 8, 10)
    with pytest.raises(integer_program.SolverStatusError, match=message):
        program.value(solution)


# Positions


@pytest.mark.parametrize("aces", ALL_ACES)
@pytest.mark.parametrize(
    ("cards", "packs", "jokers"),
    [
        (3, 1, 1),
        (7, 1, 0),
        (12, 2, 2),
        (30, 2, 1),
        (52, 1, 1),
        (80, 2, 0),
        (104, 2, 2),
        (106, 2, 2),
    ],
)
def test_random_tables(aces: Aces, cards: int, packs: int, jokers: int) -> None:
    """A random table is legal, of the size and with the jokers asked for, and from the packs."""
    rng = Random(f"tables {aces} {cards}")
    for _ in range(GENERATED):
        table = positions.random_table(rng, cards, packs=packs, jokers=jokers, aces=aces)
        laid = Counter(card for meld in table for card in meld)
        assert all(brute_force.is_meld(meld, aces) for meld in table)
        assert (cards, jokers) == (laid.total(), sum(map(is_joker, laid.elements())))
        assert packs >= max(number for card, number in laid.items() if not is_joker(card))


def test_renamed_suits() -> None:
    """Renaming suits renames naturals and what jokers stand for, and nothing else."""
    assert positions.renamed(["8S", "*=TH", JOKER, "AD", "KC"], "CDHS") == (
        "8C",
        "*=TD",
        JOKER,
        "AH",
        "KS",
    )
