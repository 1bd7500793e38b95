"""Scores, against the rules read aloud."""

from __future__ import annotations

import itertools
import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    Ending,
    GameResult,
    Knocked,
    RoundResult,
    Rules,
    ScoringError,
    SeatScore,
    StockExhausted,
    WentOut,
    hand_points,
    parse_cards,
    score_round,
    settle,
)
from tests.strategies import any_rules, hands

if TYPE_CHECKING:
    from collections.abc import Sequence

# --- the rules read aloud -------------------------------------------------------------------------


def literal_scores(points: Sequence[int], ending: Ending, rules: Rules) -> list[int]:
    """Score a round sentence by sentence, R27 to R33 with D22 to D24."""
    scores = [0] * len(points)  # losers score 0
    knocker = ending.seat if isinstance(ending, Knocked) else -1
    for seat, held in enumerate(points):
        if any(other < held for other in points):
            continue  # R27: the player with the fewest points wins
        ties = [s for s, other in enumerate(points) if other == held and s != seat]
        if seat == knocker and ties:
            continue  # R31, R32, D23: a tied knocker has not won
        scores[seat] = sum(other - held for other in points)  # R28, R29
        if held == 0:
            scores[seat] += rules.going_out_bonus  # R33
        elif knocker in range(len(points)):
            if seat != knocker:
                scores[seat] += rules.undercut_bonus  # R30
        elif isinstance(ending, StockExhausted) and rules.undercut_without_knock:
            scores[seat] += rules.undercut_bonus  # D22
    return scores


def may_have_ended(points: Sequence[int], ending: Ending, rules: Rules) -> bool:
    """Tell whether a round can have ended so, with R25, D15, D17, D20 and D21."""
    empty = {seat for seat, held in enumerate(points) if held == 0}
    if isinstance(ending, WentOut):
        # whoever goes out before the last lap, or with the switch in it, is the only one
        return empty == {ending.seat}
    if empty and rules.going_out_ends_last_lap:
        return False
    if isinstance(ending, Knocked):
        if empty and not rules.knock_in_last_lap:
            return False
        return 0 < points[ending.seat] <= rules.knock_limit
    return True


def endings(players: int) -> list[Ending]:
    """List all endings of a round of so many."""
    seats = range(players)
    return [*map(Knocked, seats), *map(WentOut, seats), StockExhausted()]


ALL_SWITCHES = [
    Rules(knock_in_last_lap=knock, going_out_ends_last_lap=out, undercut_without_knock=undercut)
    for knock, out, undercut in itertools.product((False, True), repeat=3)
]


class TestRounds:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_all_small_rounds(self, players: int) -> None:
        """All hands of few points under all endings and switches score as the rules say."""
        for points in itertools.product((0, 1, 5, 6), repeat=players):
            for ending, rules in itertools.product(endings(players), ALL_SWITCHES):
                if may_have_ended(points, ending, rules):
                    result = score_round(points, ending, rules)
                    assert literal_scores(points, ending, rules) == list(result.scores)
                else:
                    with pytest.raises(ScoringError):
                        score_round(points, ending, rules)

    @given(
        st.lists(st.sampled_from((0, 1, 3, 5, 20, 90)), min_size=2, max_size=5),
        any_rules(),
        st.data(),
    )
    def test_any_round(self, points: list[int], rules: Rules, data: st.DataObject) -> None:
        """Other numbers make no other rules."""
        ending = data.draw(st.sampled_from(endings(len(points))))
        if may_have_ended(points, ending, rules):
            result = score_round(points, ending, rules)
            assert literal_scores(points, ending, rules) == list(result.scores)
            assert (tuple(points), ending) == (result.points, result.ending)
        else:
            with pytest.raises(ScoringError):
                score_round(points, ending, rules)

    @given(st.lists(st.sampled_from((1, 2, 5, 20)), min_size=2, max_size=5), st.data())
    def test_renumbered_seats(self, points: list[int], data: st.DataObject) -> None:
        """Scores, winners and breakdown move with the players."""
        order = data.draw(st.permutations(range(len(points))))
        first: Ending = StockExhausted()
        second: Ending = StockExhausted()
        if may_knock := [seat for seat, held in enumerate(points) if held <= 5]:
            knocker = data.draw(st.sampled_from(may_knock))
            first, second = Knocked(knocker), Knocked(order.index(knocker))
        result = score_round(points, first)
        moved = score_round([points[seat] for seat in order], second)
        assert [result.breakdown[seat] for seat in order] == list(moved.breakdown)
        assert sorted(result.winners) == sorted(order[seat] for seat in moved.winners)

    @given(st.lists(hands(5, 5), min_size=2, max_size=5))
    def test_hands_or_points(self, held: list[tuple[object, ...]]) -> None:
        """A round of hands and one of their points score alike; the hands are kept, sorted."""
        result = score_round(held, StockExhausted())  # type: ignore[arg-type]
        points = [hand_points(hand) for hand in held]  # type: ignore[arg-type]
        bare = score_round(points, StockExhausted())
        assert bare.breakdown == result.breakdown
        assert bare.hands is None
        assert tuple(tuple(sorted(hand)) for hand in held) == result.hands  # type: ignore[type-var]

    def test_a_breakdown(self) -> None:
        """Each seat's score is told by where it comes from."""
        result = score_round(["4H", "3C", "KD KC"], Knocked(0))
        assert (SeatScore(), SeatScore(1 + 17, undercut=10), SeatScore()) == result.breakdown
        assert (0, 28, 0) == result.scores
        assert 28 == result.breakdown[1].total
        assert (parse_cards("4H"), parse_cards("3C"), parse_cards("KD KC")) == result.hands
        assert ((4, 3, 20), (1,), Knocked(0)) == (result.points, result.winners, result.ending)

    @pytest.mark.parametrize(
        ("points", "ending", "rules", "message"),
        [
            ([6, 9], Knocked(0), Rules(), r"seat 0 knocked with more than 5 points \(R25\)"),
            ([9, 0], Knocked(1), Rules(), r"seat 1 knocked without cards \(D15\)"),
            ([9, 1], WentOut(1), Rules(), r"seat 1 went out with 1 points? in hand \(D17\)"),
            ([0, 0], WentOut(1), Rules(), r"seat 0 has no cards: the round would have ended"),
            ([0, 4], Knocked(1), Rules(), r"seat 0 has no cards: the round would have ended"),
            (
                [0, 4],
                StockExhausted(),
                Rules(going_out_ends_last_lap=True),
                r"seat 0 has no cards: the round would have ended",
            ),
            ([4, 5], Knocked(2), Rules(), "ending.seat must be a seat, 0 to 1; not 2"),
            ([4, 5], WentOut(-1), Rules(), "ending.seat must be a seat, 0 to 1; not -1"),
            ([4], Knocked(0), Rules(), "hands must have 2 to 5 entries, not 1"),
            ([4, -1], Knocked(0), Rules(), r"hands\[1\] must be 0 to 1000000, not -1"),
            (["4H", "*=8S"], Knocked(0), Rules(), r"hands\[1\]: the joker \*=8S stands for a card"),
        ],
    )
    def test_impossible_rounds(
        self, points: Sequence[int], ending: Ending, rules: Rules, message: str
    ) -> None:
        """A ScoringError says what cannot be."""
        with pytest.raises(ScoringError, match=message):
            score_round(points, ending, rules)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((["4H", 3], Knocked(0)), r"hands\[0\] must be an int, not str"),
            (([4, "3H"], Knocked(0)), r"hands\[1\] must be an int, not str"),
            (([4, True], Knocked(0)), r"hands\[1\] must be an int, not bool"),
            (([4, 5.0], Knocked(0)), r"hands\[1\] must be an int, not float"),
            (("4H", Knocked(0)), "hands must be a sequence with one entry a seat"),
            (([4, 5], "knock"), "ending must be Knocked, WentOut or StockExhausted, not str"),
            (([4, 5], Knocked), "ending must be Knocked, WentOut or StockExhausted, not type"),
            (([4, 5], Knocked("0")), "ending.seat must be an int, not str"),  # type: ignore[arg-type]
            (([4, 5], Knocked(0), None), "rules must be Rules, not NoneType"),
        ],
    )
    def test_wrong_types(self, arguments: tuple[object, ...], message: str) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match=message):
            score_round(*arguments)  # type: ignore[call-overload]


class TestHands:
    @given(hands(5), any_rules())
    def test_a_hand_is_the_sum_of_its_cards(self, cards: tuple[object, ...], rules: Rules) -> None:
        """Under any rules."""
        expected = 0
        for card in map(str, cards):
            if card == "*":
                expected += rules.joker_points
            elif card[0] == "A":
                expected += rules.ace_points
            elif card[0] in "JQK":
                expected += rules.face_points
            else:
                expected += 10 if card[0] == "T" else int(card[0])
        assert expected == hand_points(cards, rules)  # type: ignore[arg-type]

    def test_a_declared_joker_is_in_no_hand(self) -> None:
        """Neither are more cards than there are."""
        with pytest.raises(ScoringError, match=r"cards: the joker \*=8S stands for a card"):
            hand_points("9S *=8S")
        with pytest.raises(ScoringError, match="cards: more than 216 cards"):
            hand_points(parse_cards("9S") * 217)
        with pytest.raises(TypeError, match="rules must be Rules"):
            hand_points("9S", 5)  # type: ignore[arg-type]


class TestGames:
    @given(
        st.lists(st.tuples(st.integers(0, 400), st.integers(0, 9)), min_size=2, max_size=5),
        any_rules(),
    )
    def test_any_game(self, seats: list[tuple[int, int]], rules: Rules) -> None:
        """Totals and bonuses are those of R34 to R37, D25 and D26."""
        totals, rounds = zip(*seats, strict=True)
        if max(totals) < rules.target:
            with pytest.raises(ScoringError, match="nobody has reached"):
                settle(totals, rounds, rules)
            return
        result = settle(totals, rounds, rules)
        for seat, (total, won) in enumerate(seats):
            bonus = 0
            if total >= rules.target:
                bonus += rules.game_bonus
            if total < rules.target or rules.round_bonus_for == "all":
                bonus += won * rules.round_bonus
            assert (bonus, total + bonus) == (result.bonuses[seat], result.final[seat])
        assert set(result.winners) == {
            seat for seat, total in enumerate(result.final) if total == max(result.final)
        }
        assert sorted(range(len(seats))) == sorted(itertools.chain(*result.standings))
        ranked = [{result.final[seat] for seat in rank} for rank in result.standings]
        assert all(len(levels) == 1 for levels in ranked)
        levels = [level for (level,) in ranked]
        assert sorted(levels, reverse=True) == levels

    def test_seats_that_tie_are_listed_in_order(self) -> None:
        """They share a rank."""
        result = GameResult((20, 150, 20, 60, 150), (0, 0, 0, 0, 0))
        assert ((1, 4), (3,), (0, 2)) == result.standings
        assert (1, 4) == result.winners

    @pytest.mark.parametrize(
        ("scores", "rounds", "message"),
        [
            ([149, 0], [1, 1], r"nobody has reached 150 points \(R34\)"),
            ([150, 0], [1, 1, 1], "2 scores, but rounds_won of 3 seats"),
            ([150], [1], "scores must have 2 to 5 entries, not 1"),
            ([150, -1], [1, 1], r"scores\[1\] must be 0 to 1000000, not -1"),
            ([150, 0], [1, -1], r"rounds_won\[1\] must be 0 to 1000000, not -1"),
        ],
    )
    def test_impossible_games(self, scores: list[int], rounds: list[int], message: str) -> None:
        """A ScoringError says what cannot be."""
        with pytest.raises(ScoringError, match=message):
            settle(scores, rounds)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("150", [1, 1]), "scores must be a sequence with one entry a seat"),
            (([150.0, 1], [1, 1]), r"scores\[0\] must be an int, not float"),
            (([150, 1], None), "rounds_won must be a sequence with one entry a seat"),
            (([150, 1], [1, 1], {}), "rules must be Rules, not dict"),
        ],
    )
    def test_wrong_types(self, arguments: tuple[object, ...], message: str) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match=message):
            settle(*arguments)  # type: ignore[arg-type]


def test_results_are_values() -> None:
    """They come out of a pickle equal and with the same hash."""
    results: list[RoundResult | GameResult] = [
        score_round(["4H", "3C"], Knocked(0)),
        settle([150, 0], [1, 0]),
    ]
    for result in results:
        again = pickle.loads(pickle.dumps(result))
        assert (result, hash(result)) == (again, hash(again))
