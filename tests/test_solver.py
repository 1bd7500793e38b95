"""What the solver promises beside right answers: threads, bounds, exact weights, one answer."""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from manipulation_rummy import (
    JOKER,
    Aces,
    SolverError,
    Table,
    best_play,
    can_partition,
    count_partitions,
    explain,
    parse_cards,
    partition,
    partitions,
    plays,
    shuffled_pack,
)
from manipulation_rummy.solver import COMPILED, cache_size, clear_cache, kernel, limit_cache

HEAP = parse_cards(
    "AS AH AD 2S 3S 4S 2H 3H 4H 2D 3D 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D 9S TS JS QS KS AS"
)


@pytest.fixture
def _cold() -> Iterator[None]:
    interval, limit = sys.getswitchinterval(), kernel.KEPT.limit
    clear_cache()
    yield
    sys.setswitchinterval(interval)
    limit_cache(limit)
    clear_cache()


@pytest.mark.usefixtures("_cold")
class TestKept:
    """What is kept between calls changes nothing but the time they take."""

    @pytest.mark.parametrize("question", [partition, explain])
    def test_threads_share_it(self, question: Callable[[object], object]) -> None:
        """Threads that ask a cold solver at once get the answer that one alone gets."""
        expected = question(HEAP)
        sys.setswitchinterval(1e-6)
        for _ in range(20):
            clear_cache()
            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(question, [HEAP] * 16))
            assert [expected] * 16 == answers

    def test_threads_may_clear_it(self) -> None:
        """Who asks while others clear what is kept, or set its limit, gets the same answers."""
        expected = partition(HEAP)
        sys.setswitchinterval(1e-6)

        def ask(number: int) -> object:
            if number % 3 == 0:
                clear_cache()
            elif number % 3 == 1:
                limit_cache(number)
            return partition(HEAP)

        with ThreadPoolExecutor(8) as pool:
            assert [expected] * 300 == list(pool.map(ask, range(300)))

    def test_it_is_bounded(self) -> None:
        """Once more is kept than may be, the next call begins anew."""
        assert can_partition(HEAP)
        size = cache_size()
        limit_cache(size)
        assert can_partition(HEAP)
        assert size == cache_size()
        assert can_partition("3H 4H 5H 6H 6S 6D")
        assert size < cache_size()
        assert can_partition(HEAP)
        assert size == cache_size()

    def test_all_of_it_counts(self) -> None:
        """What is kept of heaps with and without jokers counts together and is cleared at once."""
        assert 0 == cache_size()
        can_partition("3H 4H 5H")
        without_jokers = cache_size()
        can_partition("3H 4H *")
        assert 0 < without_jokers < cache_size()
        clear_cache()
        assert 0 == cache_size()

    def test_a_limit_is_a_number(self) -> None:
        """A limit below nothing, or none at all, is refused and changes nothing."""
        limit = kernel.KEPT.limit
        with pytest.raises(SolverError, match="entries must not be negative, but -1 is"):
            limit_cache(-1)
        with pytest.raises(TypeError, match="entries must be an int"):
            limit_cache("10")  # type: ignore[arg-type]
        assert limit == kernel.KEPT.limit

    def test_answers_do_not_depend_on_it(self) -> None:
        """Cold and after a thousand other questions, the same heap gets the same answers."""
        rng = random.Random(7)
        heaps = [shuffled_pack(3, rng)[:30] for _ in range(25)]

        def answers() -> list[object]:
            return [(partition(heap), explain(heap), best_play("", heap)) for heap in heaps]

        cold = answers()
        for _ in range(200):
            can_partition(shuffled_pack(3, rng)[:40])
        heaps = [tuple(rng.sample(heap, len(heap))) for heap in heaps]
        assert cold == answers()


class TestWeights:
    """Weights are any finite numbers, and their sums are exact."""

    @pytest.mark.parametrize(
        ("weight", "expected"),
        [
            (2, 6),
            (0.25, 0.75),
            (Fraction(1, 3), 1.0),
            (Decimal("0.1"), 0.3),
            (True, 3),
            (-(10**30), -3 * 10**30),
        ],
    )
    def test_any_number_will_do(self, weight: Any, expected: float) -> None:
        """Whole numbers add up to an int, others to the nearest float."""
        best = best_play("", "2S 3S 4S", weight=lambda _: weight)
        assert best is not None
        assert expected == best.weight

    @pytest.mark.parametrize(
        "weight", [float("nan"), float("inf"), -1e301, 10**301, Decimal("nan"), Decimal("snan")]
    )
    def test_they_are_finite(self, weight: float) -> None:
        """What is not finite, or so large that a sum might not be, is refused, the card named."""
        with pytest.raises(
            SolverError, match=r"the weight of 2S must be a finite number, 1e300 at most, not "
        ):
            plays("", "2S 3S", weight=lambda _: weight)

    @pytest.mark.parametrize("weight", [None, "1", 1j, [1], object()])
    def test_they_are_numbers(self, weight: Any) -> None:
        """Anything else is a TypeError that names the card."""
        with pytest.raises(TypeError, match=r"the weight of 2S must be a number, not "):
            plays("", "2S 3S", weight=lambda _: weight)

    def test_large_and_small_ones_add_up(self) -> None:
        """The heaviest is first, also where a sum of floats would lose the small ones."""
        cards = parse_cards("2S 3S 4S 5S")
        weights = dict(zip(cards, [1e16, 1, -1e16, 0.5], strict=True))
        found = list(plays("", cards, weight=weights.__getitem__))
        assert [1.5, 1.0, -1e16 + 1.5] == [play.weight for play in found]
        assert [4, 3, 3] == [len(play.played) for play in found]

    def test_of_equally_heavy_plays_the_longest_comes_first(self) -> None:
        """As many cards as can be go down where they weigh nothing."""
        best = best_play(Table.parse("5H 6H 7H"), "8H 9H TH", weight=lambda _: 0)
        assert best is not None
        assert (0, 3) == (best.weight, len(best.played))


class TestLimits:
    """Plays of so many cards at most, and of given cards."""

    def test_at_most(self) -> None:
        """The heaviest play of so many cards need not be part of the heaviest one."""
        table, hand = Table.parse("5H 6H 7H"), "4H 8H 9H QS QH QD"
        best = [best_play(table, hand, at_most=cards) for cards in (1, 2, 3, 6)]
        assert ["8H", "8H 9H", "QS QH QD", "4H 8H 9H QS QH QD"] == [
            " ".join(map(str, play.played)) for play in best if play
        ]

    def test_exactly(self) -> None:
        """These cards are played and no others, or there is no such play."""
        table, hand = Table.parse("5H 6H 7H"), "4H 8H 9H 9H"
        play = best_play(table, hand, exactly="9H 8H")
        assert play is not None
        assert parse_cards("8H 9H") == play.played
        assert best_play(table, hand, exactly="9H") is None
        assert best_play(table, hand, exactly="8H 9H 9H") is None
        assert best_play(table, hand, exactly="8H 9H", at_most=1) is None

    def test_including(self) -> None:
        """These cards are played, each as often as it is named, and what goes best with them."""
        table, hand = Table.parse("4C 5C 6C | 7H 7D 7C"), "5H 5H 6C 7S 7S 7C 8C KH"
        wanted = (("", "6C 7S 7C 8C"), ("7S", "6C 7S 7C 8C"), ("7S 7S", "7S 7S 7C"))
        best = [best_play(table, hand, including=named) for named, _ in wanted]
        assert [played for _, played in wanted] == [" ".join(map(str, p.played)) for p in best if p]
        assert best_play(table, hand, including="KH") is None
        assert best_play(table, hand, including="7S 7C", at_most=1) is None
        least = best_play(table, hand, including="7S", weight=lambda _card: -1)
        assert least is not None
        assert parse_cards("7S") == least.played
        both = best_play(table, hand, exactly="7S", including="7S")
        assert both is not None
        assert parse_cards("7S") == both.played

    @pytest.mark.parametrize("at_most", [0, -1])
    def test_one_card_is_played(self, at_most: int) -> None:
        """A limit that allows no card is refused."""
        with pytest.raises(SolverError, match=f"at_most must be 1 or more, not {at_most}"):
            plays("", "2S 3S 4S", at_most=at_most)
        with pytest.raises(SolverError, match="exactly must name a card"):
            best_play("", "2S 3S 4S", exactly="")

    def test_the_hand_holds_them(self) -> None:
        """Cards that are not in the hand, or not so often, are named."""
        with pytest.raises(SolverError, match="exactly names cards that are not in the hand: 2S"):
            best_play("", "2S 3S 4S", exactly="2S 2S 3S 4S")
        with pytest.raises(SolverError, match="including names cards that are not in the hand: 2S"):
            best_play("", "2S 3S 4S", including="2S 2S")
        with pytest.raises(SolverError, match="including names cards that are not in exactly: 5S"):
            best_play("", "2S 3S 4S 5S", exactly="2S 3S 4S", including="5S")

    @pytest.mark.parametrize(
        "limits", [{"at_most": "2"}, {"at_most": 2.0}, {"exactly": 2}, {"including": 2}]
    )
    def test_wrong_types(self, limits: dict[str, Any]) -> None:
        """A wrong type is a TypeError that names the argument."""
        (name,) = limits
        with pytest.raises(TypeError, match=name):
            best_play("", "2S 3S 4S", **limits)


class TestTidy:
    """Plays that leave the table much as it is."""

    def test_melds_stay_as_they_are(self) -> None:
        """A card that fits in two places goes where one meld changes and not two."""
        table = Table.parse("4S 5S 6S 7S | 7H 7D 7C | 8H 9H TH")
        play = best_play(table, "3S 2C", tidy=True)
        assert play is not None
        assert "3S 4S 5S 6S 7S | 7H 7D 7C | 8H 9H TH" == str(play.table)

    def test_a_joker_is_freed_only_by_the_real_card(self) -> None:
        """Of plays that are as heavy, only those with the real card may free the joker."""
        table = Table.parse("7S *=8S 9S | 2H 3H 4H")
        play = best_play(table, "8S 5H", weight=lambda _: 1, at_most=1, tidy=True)
        assert play is not None
        assert "2H 3H 4H 5H | 7S *=8S 9S" == str(play.table)

    def test_a_heap_has_no_melds_to_keep(self) -> None:
        """Of a heap it is the same play as without."""
        heap, hand = "4S 5S 6S 7S 7H 7D 7C", "3S 8S"
        assert best_play(heap, hand) == best_play(heap, hand, tidy=True)

    def test_nothing_to_play(self) -> None:
        """If nothing can be played, nothing tidy can."""
        assert best_play(Table.parse("4S 5S 6S"), "KH", tidy=True) is None


class TestJokers:
    """Corners of free jokers that others get wrong."""

    def test_an_ace_below_and_one_above(self) -> None:
        """A declared and a free joker for one ace change places without making a new partition."""
        heap = "QC KC *=AC * AS AH"
        assert (3, 3, 1) == tuple(
            count_partitions(heap, aces=a) for a in (Aces.BOTH, Aces.HIGH, Aces.LOW)
        )
        assert 3 == len(set(partitions(heap))) == len(list(partitions(heap)))

    def test_the_longest_heap_of_them(self) -> None:
        """Eight jokers are a meld, nine are too many."""
        melds = partition([JOKER] * 8)
        assert melds is not None
        assert 8 == sum(map(len, melds))
        with pytest.raises(SolverError, match="more than 8 free jokers"):
            partition([JOKER] * 9)

    def test_only_jokers_that_may_stand_for_others_are_counted(self) -> None:
        """Nine that keep their card are no more than cards; with the real ones they are free."""
        melds = [f"3{suit} 4{suit} *=5{suit}" for suit in "SHDC" * 2] + ["9S 9H *=9D"]
        table = Table.parse(" | ".join(melds))
        best = best_play(table, "6S")
        assert best is not None
        assert parse_cards("6S") == best.played
        with pytest.raises(SolverError, match="table and hand: more than 8 free jokers"):
            best_play(table, "5S 5H 5D 5C 9D")

    @pytest.mark.parametrize(
        ("heap", "sizes"),
        [
            ("8S 8H 8D 8C * *", [3, 3]),
            ("8S 8S 8H 8H 8D 8D 8C 8C *", [3, 3, 3]),
            ("8S 8H 8D 8C 2S 2H 2D 2C * *", [3, 3, 4]),
            ("8S 8H 8D 2S 2H 2D * *", [4, 4]),
            ("8S 8H 8D *", [4]),
            ("8S 8H 8D 8C * * *", [3, 4]),
            ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS *", [7, 7]),
        ],
    )
    def test_spare_ones_are_parked(self, heap: str, sizes: list[int]) -> None:
        """Jokers that no meld needs join what is there, or make a meld of their own."""
        melds = partition(heap)
        assert melds is not None
        assert sizes == sorted(map(len, melds))
        naturals = sorted(str(card) for meld in melds for card in meld if "*" not in str(card))
        assert sorted(heap.replace("*", "").split()) == naturals


class TestKernel:
    """The kernel alone, in pure Python and compiled."""

    def test_compiled_tells_which_one_runs(self) -> None:
        """Compiled, a function of the kernel is one of C."""
        assert COMPILED is isinstance(kernel.automaton, types.BuiltinFunctionType)

    def test_nodes_are_told_apart_by_identity(self) -> None:
        """Two nodes that lead nowhere yet are equal as dicts, but not the same key of one."""
        automaton = kernel.Automaton(0)
        assert 2 == len(dict.fromkeys([automaton.start, automaton.dead_end]))

    def test_there_is_one_node_for_a_set_of_states(self) -> None:
        """Whoever comes there by another way, or asks for it, gets the same one."""
        automaton = kernel.Automaton(0)
        three, four = kernel.column_of((1, 1, 1, 0)), kernel.column_of((1, 1, 1, 1))
        assert automaton.start[three] is not automaton.start[four]
        assert automaton.start[three][0] is automaton.start[four][0]
        assert automaton.start is automaton.node((automaton.walk.start,))

    @pytest.mark.parametrize("budget", range(kernel.MAX_JOKERS + 1))
    def test_a_state_is_a_machine_word(self, budget: int) -> None:
        """Compiled, an int is one below 2 ** 62, so that no state is a slower one."""
        walk = kernel.Walk(budget)
        assert walk.arrived([(12, 12, 12)] * kernel.SUITS, 0) < 1 << 62

    def test_more_runs_than_are_counted(self) -> None:
        """After 4 x 5H and 4 x 6H, 4 of 8 jokers as 6H, eight short runs take what is to come."""
        automaton, none = kernel.Automaton(kernel.MAX_JOKERS), (0, 0, 0)
        arrived = automaton.walk.arrived([none, (4, 8, 8), none, none], 4)
        hearts = kernel.column_of((0, 4, 0, 0))
        node = automaton.node((arrived,))[hearts]
        assert 0 == node.accepted >> kernel.MAX_JOKERS & 1
        assert 1 == node[hearts].accepted >> kernel.MAX_JOKERS & 1
