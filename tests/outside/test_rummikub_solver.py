"""Table checks and best plays by number of cards, against `rummikub-solver`.

Rummikub has four colours of 13 numbers, two copies of each tile and two jokers: two packs with aces
low. Where no joker is about, both programs have to say the same. Where one is, they do not ask the
same question, since the other one leaves out every set in which a joker could be spared (a group of
four with a joker, a run of four or more that begins or ends with one):

* it arranges a table with as many of its jokers *as are needed* and counts the rest as free; here
  every joker must lie in a meld. So its count of free jokers is compared with the least number of
  jokers with which the naturals partition;
* on a table with a joker it finds only plays after which no joker could be spared, and it plays no
  joker of the hand that could. So the number of cards it plays is compared with two bounds: it is
  at most that of the best play, and where there are no jokers on the table at least the most
  naturals that can be played.

Its opening mode (30 points from the hand alone) is a rule of Rummikub that Manipulation does not
have (D9): `opening` has to find one wherever it does, and without jokers only there.

Where it is not right, or answers another question, a test of `TestWhereItIsWrong` or
`TestWhereItAsksSomethingElse` shows it.
"""

import os
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

import cvxpy
import pytest
from rummikub_solver import ProposedSolution, RuleSet, SolverMode, TableArrangement

from manipulation_rummy import Aces, AnyCard, best_play, can_partition, opening, parse_card
from tests.oracles import positions
from tests.oracles.brute_force import FACES, JOKER, RANKS, SUITS, ordered

SCALE = int(os.environ.get("ORACLE_SCALE", "1"))
SMALL_HEAPS = 1500 * SCALE
BIG_HEAPS = 150 * SCALE  # for each size
JOKER_HEAPS = 800 * SCALE
MANY_COPIES = 400 * SCALE
PLAYS = 150 * SCALE  # for each size
JOKER_PLAYS = 40 * SCALE  # for each size
OPENINGS = 150 * SCALE  # for each number of jokers
SIZES = (12, 20, 30, 40, 52, 66, 80, 92, 104)
PLAY_SIZES = (0, 6, 12, 20, 30, 40, 52, 66, 80, 94)


# Between the two


@cache
def rules(copies: int = 2, jokers: int = 2) -> RuleSet:
    """Return the other program with its rules; to make one takes a while."""
    return RuleSet(repeats=copies, jokers=jokers)


def tile(card: str) -> int:
    """Number a card as the other program does: colour by colour, jokers last."""
    if card == JOKER:
        return len(RANKS) * len(SUITS) + 1
    return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0]) + 1


def card_of(number: int) -> str:
    """Name a tile as we do."""
    suit, rank = divmod(number - 1, len(RANKS))
    return JOKER if suit == len(SUITS) else RANKS[rank] + SUITS[suit]


def arrangement(
    cards: Sequence[str], *, copies: int = 2, jokers: int = 2
) -> TableArrangement | None:
    """Let the other program arrange a table."""
    its_rules = rules(copies, jokers)
    state = its_rules.new_game()
    state.add_table(*map(tile, cards))
    return its_rules.arrange_table(state)


def solution(
    cards: Sequence[str], hand: Sequence[str], mode: SolverMode = SolverMode.TILE_COUNT
) -> ProposedSolution | None:
    """Let the other program find a play."""
    state = rules().new_game()
    state.add_table(*map(tile, cards))
    state.add_rack(*map(tile, hand))
    return rules().solve(state, mode)


def objects(cards: Iterable[str]) -> list[AnyCard]:
    """Read cards one by one."""
    return [parse_card(card) for card in cards]


def splits(cards: Iterable[str]) -> bool:
    """Whether a heap partitions, as we see it."""
    return can_partition(objects(cards), aces=Aces.LOW)


def most_played(cards: Sequence[str], hand: Sequence[str], *, joker: int = 1) -> int:
    """Return how many cards of a hand can be played on a heap, as we see it."""
    weights = {JOKER: joker}
    best = best_play(
        objects(cards),
        objects(hand),
        weight=lambda card: weights.get(str(card), 1),
        aces=Aces.LOW,
    )
    return 0 if best is None else int(best.weight)


def check_arrangement(cards: Sequence[str], *, copies: int = 2, jokers: int = 2) -> None:
    """Check that both find the same least number of jokers with which naturals partition."""
    naturals = [card for card in cards if card != JOKER]
    there = len(cards) - len(naturals)
    least = next((n for n in range(there + 1) if splits([*naturals, *[JOKER] * n])), None)
    theirs = arrangement(cards, copies=copies, jokers=jokers)
    assert least == (None if theirs is None else there - theirs.free_jokers), cards
    if theirs is not None and theirs.free_jokers == 0:
        assert splits(cards), cards


# Where they have to agree


def test_small_heaps() -> None:
    """Heaps of 3 to 24 naturals, about half of which partition, partition in both programs."""
    rng = Random("small heaps")
    partitioned = 0
    for _ in range(SMALL_HEAPS):
        heap = positions.random_heap(rng, rng.randint(3, 24))
        theirs = arrangement(heap) is not None
        partitioned += theirs
        assert theirs == splits(heap), heap
    assert SMALL_HEAPS / 5 < partitioned < SMALL_HEAPS * 4 / 5


@pytest.mark.parametrize("cards", SIZES)
def test_big_heaps(cards: int) -> None:
    """Tables, and heaps that are a card away from one, partition in both programs or in neither."""
    rng = Random(f"big heaps {cards}")
    for number in range(BIG_HEAPS):
        laid = positions.random_table(rng, cards, aces="low")
        heap = ordered(card for meld in laid for card in meld)
        if number % 2:
            heap = positions.near_miss(rng, heap)
        assert (arrangement(heap) is not None) == splits(heap), heap


def test_heaps_with_jokers() -> None:
    """Both need the same number of free jokers for a heap of naturals."""
    rng = Random("jokers")
    for number in range(JOKER_HEAPS):
        size = rng.randint(5, 24) if number % 2 else rng.choice(SIZES)
        free = rng.randint(1, 2)
        if size <= 24:
            heap = positions.random_heap(rng, size, free=free)
        else:
            laid = positions.random_table(rng, size, aces="low")
            heap = positions.near_miss(rng, [card for meld in laid for card in meld])
            naturals = list(heap)
            rng.shuffle(naturals)
            heap = ordered([*naturals[free:], *[JOKER] * free])
        check_arrangement(heap)


def test_four_copies_and_four_jokers() -> None:
    """So they do with up to four copies of a card and four jokers."""
    rng = Random("copies")
    for _ in range(MANY_COPIES):
        free = rng.randint(0, 4)
        heap = positions.random_heap(rng, rng.randint(free + 1, 30), free=free, copies=4)
        check_arrangement(heap, copies=4, jokers=4)


@pytest.mark.parametrize("cards", PLAY_SIZES)
def test_best_plays(cards: int) -> None:
    """Without jokers, both play the same number of cards of a hand on a table."""
    rng = Random(f"plays {cards}")
    for _ in range(PLAYS):
        position = positions.random_position(
            rng, cards, rng.choice((1, 3, 7, 10, 10, 14)), hand_jokers=0, aces="low"
        )
        theirs = solution(position.cards, position.hand)
        played = [] if theirs is None else [card_of(number) for number in theirs.tiles]
        assert len(played) == most_played(position.cards, position.hand), position
        assert splits([*position.cards, *played]), position


@pytest.mark.parametrize("cards", PLAY_SIZES)
def test_best_plays_with_a_joker_in_the_hand(cards: int) -> None:
    """It plays at least as many cards as there are naturals to play, and at most as many as we."""
    rng = Random(f"joker in hand {cards}")
    for _ in range(JOKER_PLAYS):
        position = positions.random_position(
            rng, cards, rng.choice((3, 7, 10)), hand_jokers=rng.randint(1, 2), aces="low"
        )
        theirs = solution(position.cards, position.hand)
        played = [] if theirs is None else [card_of(number) for number in theirs.tiles]
        naturals = most_played(position.cards, position.hand, joker=0)
        most = most_played(position.cards, position.hand)
        assert naturals <= len(played) <= most, position
        assert splits([*position.cards, *played]), position


@pytest.mark.parametrize("cards", PLAY_SIZES[1:])
def test_best_plays_with_a_joker_on_the_table(cards: int) -> None:
    """What it plays on a table with jokers can be played, and is no more than we play."""
    rng = Random(f"joker on the table {cards}")
    found = 0
    for _ in range(JOKER_PLAYS):
        laid = positions.random_table(rng, cards, jokers=rng.randint(1, 2), aces="low")
        on_table = [card for meld in laid for card in meld]
        rest = positions.rest_of_packs(on_table)
        hand = positions.random_hand(rng, rest, min(len(rest), rng.choice((3, 7, 10))), jokers=0)
        heap = ordered(JOKER if card.startswith(JOKER) else card for card in on_table)
        theirs = solution(heap, hand)
        if theirs is not None:
            found += 1
            played = [card_of(number) for number in theirs.tiles]
            assert len(played) <= most_played(heap, hand), (heap, hand)
            assert splits([*heap, *played]), (heap, hand)
    assert found


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_openings(jokers: int) -> None:
    """Where it finds melds of a rack worth 30 points, so do we; without jokers only there."""
    rng = Random(f"openings {jokers}")
    found, more = 0, 0
    for number in range(OPENINGS):
        cards = rng.choice((14, 14, 18, 24))
        if number % 2:
            hand = [*rng.sample([*FACES, *FACES], cards - jokers), *[JOKER] * jokers]
        else:
            start = rng.randrange(8)
            near = [face for face in FACES if face[0] in RANKS[start : start + 5]]
            hand = [*rng.sample(near * 2, 10), *[JOKER] * jokers]
        theirs = solution([], hand, SolverMode.INITIAL)
        best = opening(objects(hand), 30)
        assert best is not None or theirs is None, hand
        if theirs is not None:
            found += 1
            played = [card_of(number) for number in theirs.tiles]
            assert opening(objects(played), 30) is not None, hand
        elif sum({RANKS.index(card[0]) + 1 for card in hand if card != JOKER}) >= 30:
            more += best is not None
    assert OPENINGS / 10 < found < OPENINGS
    # it leaves out sets in which a joker could be spared, some of which are worth more
    assert more == 0 or jokers


# Where they do not


class TestWhereItAsksSomethingElse:
    """Questions that the other program reads in a way of its own."""

    def test_jokers_that_lie_in_no_set(self) -> None:
        """A joker too many is free for it; for us the heap does not split (R12, R15)."""
        heap = ["5S", "5H", "5D", "5C", "*"]
        theirs = arrangement(heap)
        assert theirs is not None
        assert (1, False) == (theirs.free_jokers, splits(heap))

    def test_joker_that_could_be_spared(self) -> None:
        """So is the joker of a legal meld that would be one without it."""
        for heap in ("5S 5H 5D *", "5S 6S 7S *"):
            theirs = arrangement(heap.split())
            assert theirs is not None
            assert (1, True) == (theirs.free_jokers, splits(heap.split()))

    def test_joker_added_to_a_meld(self) -> None:
        """It does not play a joker to a meld that needs none; the rules allow it (D10)."""
        for heap in ("5S 5H 5D", "5S 6S 7S"):
            assert solution(heap.split(), [JOKER]) is None
            assert most_played(heap.split(), [JOKER]) == 1

    def test_empty_table(self) -> None:
        """It cannot arrange an empty table; for us no card at all splits into no melds."""
        assert arrangement([]) is None
        assert splits([])


class TestWhereItIsWrong:
    """Answers of the other program that are wrong by its own rules too."""

    @pytest.mark.parametrize(
        ("heap", "hand", "its_cards", "cards"),
        [
            ("5S 6S 7S *", "8S", 0, 1),  # 5S 6S 7S 8S with the joker at an end
            ("5S 5H 5D *", "8D 9D TD", 2, 3),  # it needs the joker in place of a card
            ("JS QS KS *", "8D 9D TD", 2, 3),
        ],
    )
    def test_best_play_with_a_joker_that_could_be_spared(
        self, heap: str, hand: str, its_cards: int, cards: int
    ) -> None:
        """On a legal table with such a joker it plays too few cards or, if it must, none."""
        theirs = solution(heap.split(), hand.split())
        assert its_cards == (0 if theirs is None else len(theirs.tiles))
        assert cards == most_played(heap.split(), hand.split())

    def test_most_points(self) -> None:
        """Its mode for the most points plays the most tiles, whatever they are worth."""
        table, hand = ["3S", "3H", "3D", "3C"], ["AH", "2H", "4H", "4S", "5S"]
        theirs = solution(table, hand, SolverMode.TOTAL_VALUE)
        assert theirs is not None
        assert ["AH", "2H", "4H"] == [card_of(number) for number in theirs.tiles]  # 7 points
        best = best_play(objects(table), objects(hand), aces=Aces.LOW)
        assert best is not None
        assert (["4S", "5S"], 9) == ([str(card) for card in best.played], best.weight)

    def test_opening_with_equal_numbers(self) -> None:
        """It gives up if the numbers of a rack, each counted once, add up to less than 30."""
        hand = ["8S", "8H", "8C", "9S", "9D", "9C"]
        assert solution([], hand, SolverMode.INITIAL) is None
        best = opening(objects(hand), 30)
        assert best is not None
        assert 51 == best.weight

    def test_failure_read_as_no_play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """When its integer program breaks down, it says that nothing can be played."""

        def fail(*_: object, **__: object) -> float:
            raise cvxpy.SolverError

        hand = ["8D", "9D", "TD"]
        assert solution([], hand) is not None
        monkeypatch.setattr(cvxpy.Problem, "solve", fail)
        assert solution([], hand) is None
        assert most_played([], hand) == 3
