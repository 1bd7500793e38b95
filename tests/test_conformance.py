"""The rule cases kept as data, and the flow cases as code, each under its id."""

from __future__ import annotations

import copy
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from manipulation_rummy import (
    JOKER,
    Aces,
    Deal,
    Draw,
    Ending,
    EndTurn,
    GameState,
    Knock,
    Knocked,
    Meld,
    MeldKind,
    NotationError,
    Phase,
    Reason,
    RoundResult,
    Rules,
    RulesError,
    SetupError,
    StockExhausted,
    Table,
    WentOut,
    apply,
    best_play,
    can_partition,
    check_meld,
    check_play,
    hand_points,
    legal_moves,
    new_game,
    pack,
    parse_card,
    parse_cards,
    partition,
    score_round,
    settle,
    shuffled_pack,
    validate,
    view,
)
from tests.situations import advance, cards_in_play, dealt, play, reason, refusal, stacked
from tests.strategies import NATURALS, by_turns, game

DATA = Path(__file__).parent / "data" / "conformance"


def _cases(name: str) -> list[dict[str, Any]]:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def cases(name: str) -> pytest.MarkDecorator:
    """Run a test once for each case of a file, under its id."""
    found = [pytest.param(case.get("data", case), id=case["id"]) for case in _cases(name)]
    return pytest.mark.parametrize("case", found)


def heaps(case: list[list[str]]) -> str:
    """Return melds given as lists of cards as the text of a table."""
    return " | ".join(map(" ".join, case))


# --- data -----------------------------------------------------------------------------------------


@cases("melds")
def test_melds(case: dict[str, Any]) -> None:
    """A heap is a meld of the kind given, or is refused for at least the reasons given."""
    text = " ".join(case["meld"])
    violation = check_meld(text)
    if case["expect"]:
        assert violation is None
        assert MeldKind(case["expect"]) is Meld.parse(text).kind
    else:
        assert violation is not None
        assert {Reason[name] for name in case["reasons"]} <= set(violation.reasons)


@cases("turns")
def test_turns(case: dict[str, Any]) -> None:
    """A proposed table may be played, or is refused for at least the reasons given."""
    table, hand, proposed = heaps(case["table"]), " ".join(case["hand"]), heaps(case["proposed"])
    violation = check_play(table, hand, proposed)
    if case["expect"]:
        assert violation is None
        if len(case["hand"]) > 1:
            # the cards of a case need not all be in one pack, so the state names its stock
            state = GameState.setup([hand, "KC", "QC"], table=table, stock="")
            assert Table.parse(proposed) == apply(state, play(proposed)).table
    else:
        assert violation is not None
        assert {Reason[name] for name in case["reasons"]} <= set(violation.reasons)


@cases("pools")
def test_pools(case: dict[str, Any]) -> None:
    """A heap partitions, aces low or high, or it does not."""
    cards = parse_cards(" ".join(case["pool"]))
    assert case["expect"] is can_partition(cards)
    melds = partition(cards)
    assert case["expect"] is (melds is not None)


@cases("points")
def test_points(case: dict[str, Any]) -> None:
    """A hand counts so many points."""
    assert case["expect"] == hand_points(" ".join(case["hand"]))


@cases("rounds")
def test_rounds(case: dict[str, Any]) -> None:
    """A round has these points, winners and scores."""
    ending: Ending = StockExhausted()
    if case["how"] == "knock":
        ending = Knocked(case["actor"])
    elif case["how"] == "out":
        ending = WentOut(case["actor"])
    result = score_round([" ".join(hand) for hand in case["hands"]], ending)
    assert case["expect"] == {
        "points": list(result.points),
        "winners": list(result.winners),
        "scores": list(result.scores),
    }
    assert result.scores == score_round(result.points, ending).scores


@cases("games")
def test_games(case: dict[str, Any]) -> None:
    """A game is settled so."""
    rules = Rules(round_bonus_for=case["to"])
    result = settle(case["totals"], case["rounds"], rules)
    assert case["expect"] == {"final": list(result.final), "winners": list(result.winners)}


@cases("solver")
def test_solver(case: dict[str, Any]) -> None:
    """A heap partitions or not, or so many cards of a hand can be added to a heap."""
    for aces, key in ((Aces.LOW, "expected"), (Aces.BOTH, "expected_aces_both")):
        expected = case.get(key, case["expected"])
        if case["question"] == "decomposable":
            assert expected is can_partition(" ".join(case["cards"]), aces=aces)
        else:
            heap = " ".join(card for meld in case["table"] for card in meld)
            proposal = best_play(
                parse_cards(heap), " ".join(case["hand"]), weight=lambda _card: 1, aces=aces
            )
            assert expected == (len(proposal.played) if proposal else 0)


# --- flow -----------------------------------------------------------------------------------------


def last_round(state: GameState) -> RoundResult:
    """Return the result of the round that has just ended."""
    assert state.last_round is not None
    return state.last_round


class TestSetup:
    def test_setup_001_two_players(self) -> None:
        """53 cards, one joker; 10 cards each, a stock of 33."""
        state = dealt(2)
        assert dict.fromkeys((*NATURALS, JOKER), 1) == cards_in_play(state)
        assert ([10, 10], 33) == (list(map(len, state.hands)), len(state.stock))

    def test_setup_002_three_players(self) -> None:
        """106 cards, two jokers; a stock of 76."""
        state = dealt(3)
        assert dict.fromkeys((*NATURALS, JOKER), 2) == cards_in_play(state)
        assert ([10] * 3, 76) == (list(map(len, state.hands)), len(state.stock))

    def test_setup_003_four_players(self) -> None:
        """106 cards; a stock of 66."""
        state = dealt(4)
        assert (106, 66) == (cards_in_play(state).total(), len(state.stock))

    def test_setup_004_five_players(self) -> None:
        """106 cards, 50 of them dealt; a stock of 56."""
        state = dealt(5)
        assert (106, 56) == (cards_in_play(state).total(), len(state.stock))
        assert 50 == sum(map(len, state.hands))

    @pytest.mark.parametrize("players", [1, 6])
    def test_setup_005_one_or_six_players(self, players: int) -> None:
        """A SetupError."""
        with pytest.raises(SetupError):
            new_game(players, dealer=0)

    def test_setup_006_the_seat_after_the_dealer_begins(self) -> None:
        """Dealer 2 of 4: seat 3 acts first."""
        assert 3 == dealt(4, dealer=2).current_player

    def test_setup_007_it_wraps_around(self) -> None:
        """Dealer 3 of 4: seat 0 acts first."""
        assert 0 == dealt(4, dealer=3).current_player

    def test_setup_008_the_same_seed_gives_the_same_round(self) -> None:
        """Hands, stock and dealer are identical."""

        def round_of(seed: int) -> GameState:
            rng = random.Random(seed)
            return apply(new_game(3, rng=rng), Deal(shuffled_pack(3, rng)))

        assert round_of(11) == round_of(11)
        assert round_of(11) != round_of(12)

    def test_setup_009_the_deal_passes_to_the_left(self) -> None:
        """Dealers of three rounds, the first being seat 1 of 3: 1, 2, 0."""
        knock_at_once = Rules(hand_size=1, extra_draws="optional", knock_limit=50)
        state, dealers = new_game(3, dealer=1, rules=knock_at_once), []
        for _ in range(3):
            dealers.append(state.dealer)
            hands = dict.fromkeys(range(3), "KS") | {
                state.dealer: "9C",
                (state.dealer - 1) % 3: "KH",
            }
            deal = stacked(3, state.dealer, hands, stock="2C", hand_size=1)
            state = advance(state, deal, Draw(), Knock())
        assert [1, 2, 0] == dealers

    def test_setup_010_a_hand_size_that_the_pack_does_not_serve(self) -> None:
        """Two hands of 30 need more than 53 cards: a SetupError that says so."""
        with pytest.raises(SetupError, match="2 hands of 30 need more than 53 cards"):
            new_game(2, rules=Rules(hand_size=30), dealer=0)

    def test_setup_011_impossible_rules(self) -> None:
        """A negative limit is a RulesError, a target that is no number a TypeError."""
        with pytest.raises(RulesError) as caught:
            Rules(knock_limit=-1)
        assert "knock_limit" == caught.value.field
        with pytest.raises(TypeError, match="target must be an int"):
            Rules(target="150")  # type: ignore[arg-type]

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_setup_012_no_card_appears_or_disappears(self, players: int) -> None:
        """Stock, hands and table are always the pack."""
        expected = Counter(pack(players))
        for step in game(players, Rules(target=30), seed=players, player=by_turns):
            assert expected == cards_in_play(step.after)

    @pytest.mark.parametrize("text", ["*=*", "*=8", "*=S"])
    def test_joker_017_a_joker_that_stands_for_no_card(self, text: str) -> None:
        """Declared as a joker, as a rank or as a suit only it cannot be read."""
        with pytest.raises(NotationError):
            parse_card(text)


class TestTurns:
    def test_turn_023_any_illegal_proposal(self) -> None:
        """An error with a reason; nothing changes, and the same player may try again."""
        state = GameState.setup(["8H KC", "QC"], table="5H 6H 7H")
        assert (Reason.CARD_NOT_IN_HAND,) == refusal(state, play("4H 5H 6H 7H")).reasons
        after = apply(state, play("5H 6H 7H 8H"))
        assert (parse_cards("KC"), state.stock) == (after.hands[0], after.stock)

    def test_solve_016_all_naturals_of_two_packs(self) -> None:
        """They split into melds, found at once."""
        cards = NATURALS * 2
        assert can_partition(cards)
        melds = partition(cards)
        assert melds is not None
        assert Counter(cards) == Counter(card for meld in melds for card in meld)

    def test_flow_001_no_meld_before_the_draw(self) -> None:
        """At the start of a turn a meld is refused."""
        state = GameState.setup(["AS AH AD KC", "QC"], phase=Phase.DRAW)
        assert Reason.DRAW_FIRST is reason(state, play("AS AH AD"))

    def test_flow_002_a_draw_moves_one_card(self) -> None:
        """From the stock to the hand of the current player only."""
        state = GameState.setup(["9S", "QC"], phase=Phase.DRAW, stock="KC 2D")
        after = apply(state, Draw())
        assert (parse_cards("9S KC"), parse_cards("QC")) == after.hands
        assert (parse_cards("2D"), Table()) == (after.stock, after.table)

    def test_flow_003_no_draw_after_a_meld(self) -> None:
        """After draw 1 and a meld only knock or end remain."""
        melded = apply(GameState.setup(["AS AH AD 2C", "QC"], draws=1), play("AS AH AD"))
        assert Reason.NO_DRAW_AFTER_MELD is reason(melded, Draw())
        assert [EndTurn(), Knock()] == list(legal_moves(melded))

    def test_flow_004_a_second_draw(self) -> None:
        """After draw 1 without a meld it is allowed."""
        state = GameState.setup(["9S", "QC"], draws=1)
        assert 2 == apply(state, Draw()).draws

    def test_flow_006_no_third_draw_after_a_meld(self) -> None:
        """After draw 2 and a meld it is refused."""
        melded = apply(GameState.setup(["AS AH AD 2C", "QC"], draws=2), play("AS AH AD"))
        assert Reason.NO_DRAW_AFTER_MELD is reason(melded, Draw())

    def test_flow_007_a_third_draw(self) -> None:
        """After draw 2 without a meld it is allowed, and compulsory by default."""
        state = GameState.setup(["9S", "QC"], draws=2)
        assert Reason.DRAW_DUE is reason(state, EndTurn())
        assert 3 == apply(state, Draw()).draws

    def test_flow_008_no_meld_after_the_third_draw(self) -> None:
        """Refused, even if the third card makes a meld."""
        state = GameState.setup(["AS AH 9C", "QC"], draws=2, stock="AD 2C")
        assert Reason.THIRD_DRAW_BARS_MELD is reason(apply(state, Draw()), play("AS AH AD"))

    def test_flow_009_no_fourth_draw(self) -> None:
        """Refused."""
        state = advance(GameState.setup(["9S", "QC"], draws=2), Draw())
        assert Reason.NO_FOURTH_DRAW is reason(state, Draw())

    @pytest.mark.parametrize(
        ("phase", "move"),
        [(Phase.DRAW, Draw()), (Phase.MELD, play("AS AH AD")), (Phase.END, Knock())],
    )
    def test_flow_010_another_seat(self, phase: Phase, move: Draw) -> None:
        """What seat 1 may do, seat 2 may not."""
        hand = "2C" if phase is Phase.END else "AS AH AD"
        state = GameState.setup(["KC", hand, hand], phase=phase, current_player=1)
        assert Reason.NOT_YOUR_TURN is reason(state, move, seat=2)
        assert validate(state, move, seat=1) is None

    def test_flow_011_the_turn_wraps_around(self) -> None:
        """After seat 3 of 4 comes seat 0."""
        state = GameState.setup(["KC", "QC", "JC", "TC"], phase=Phase.END, current_player=3)
        assert 0 == apply(state, EndTurn()).current_player

    def test_flow_012_the_next_turn_begins_anew(self) -> None:
        """After a meld on draw 2 the next player must draw card 1."""
        state = GameState.setup(["AS AH AD 2C", "QC"], draws=2)
        after = advance(state, play("AS AH AD"), EndTurn())
        assert (1, Phase.DRAW, 0) == (after.current_player, after.phase, after.draws)

    def test_flow_014_an_old_state_keeps(self) -> None:
        """A move applied to it twice gives equal states, and it stays as it was."""
        state = GameState.setup(["AS AH AD 2C", "QC"])
        before = copy.deepcopy(state)
        first, second = (apply(state, play("AS AH AD")) for _ in range(2))
        assert first == second
        assert first is not second
        assert before == state

    def test_flow_015_what_a_player_sees(self) -> None:
        """Of other hands and of the stock only counts; the table, and what its jokers are."""
        state = GameState.setup(["9C", "2H 3H", "QD"], table="7S *=8S 9S", stock="KC 2D 4D 4H")
        seen = view(state, 0)
        assert (parse_cards("9C"), (1, 2, 1), 4) == (seen.hand, seen.hand_sizes, seen.stock_size)
        assert Table.parse("7S *=8S 9S") == seen.table
        for hidden in ("2H", "3H", "QD", "KC", "2D", "4D", "4H"):
            assert f"'{hidden}'" not in repr(seen)


class TestKnocks:
    def test_knock_008_knocking_is_optional(self) -> None:
        """With 4 points after a meld the turn may be ended; the next player's turn starts."""
        state = apply(GameState.setup(["AS AH AD 4C", "QC"]), play("AS AH AD"))
        assert Knock() in legal_moves(state)
        after = apply(state, EndTurn())
        assert (1, Phase.DRAW) == (after.current_player, after.phase)

    def test_knock_010_not_before_a_due_draw(self) -> None:
        """After draw 1 without a meld it is refused by default, allowed with optional draws."""
        arguments: dict[str, Any] = {"phase": Phase.DRAW, "stock": "2H KS KH"}
        state = apply(GameState.setup(["AS", "QC"], **arguments), Draw())
        assert Reason.DRAW_DUE is reason(state, Knock())
        optional = Rules(extra_draws="optional")
        state = apply(GameState.setup(["AS", "QC"], rules=optional, **arguments), Draw())
        assert Knocked(0) == last_round(apply(state, Knock())).ending

    def test_knock_011_after_the_third_draw(self) -> None:
        """With 5 points it is allowed: it is after the turn."""
        state = GameState.setup(["AS", "QC"], phase=Phase.DRAW, stock="2H AH AD KS")
        after = advance(state, Draw(), Draw(), Draw(), Knock())
        assert (5, 10) == last_round(after).points

    def test_knock_012_not_in_anothers_turn(self) -> None:
        """Seat 0 with 2 points is refused while it is seat 1's turn."""
        state = GameState.setup(["2C", "QC"], phase=Phase.END, current_player=1)
        assert Reason.NOT_YOUR_TURN is reason(state, Knock(), seat=0)

    def test_knock_013_nobody_lays_off(self) -> None:
        """After the knock the state waits for the next deal."""
        state = GameState.setup(["2C", "8H QC"], table="5H 6H 7H", phase=Phase.END)
        after = apply(state, Knock())
        assert Reason.WRONG_PHASE is reason(after, play("5H 6H 7H 8H"))

    def test_knock_014_the_last_card(self) -> None:
        """The round is over at once, with the bonus of 25."""
        after = apply(GameState.setup(["AS AH AD", "QC"]), play("AS AH AD"))
        assert Phase.DEAL is after.phase
        assert WentOut(0) == last_round(after).ending
        assert (10, 25) == (
            last_round(after).breakdown[0].differences,
            last_round(after).breakdown[0].going_out,
        )


class TestLastLap:
    def test_stock_003_a_meld_in_the_turn_that_exhausts_the_stock(self) -> None:
        """It is an ordinary turn, and the player still has one in the last lap."""
        state = GameState.setup(["AS AH 2S 2H 2D 9C", "QC"], phase=Phase.DRAW, stock="AD")
        state = advance(state, Draw(), play("AS AH AD"), EndTurn(), EndTurn())
        assert (0, Phase.MELD) == (state.current_player, state.phase)
        after = apply(state, play("AS AH AD | 2S 2H 2D"))
        assert parse_cards("9C") == after.hands[0]

    def test_stock_004_no_third_draw_from_an_empty_stock(self) -> None:
        """After two draws the turn ends, and the last lap begins."""
        state = GameState.setup(["9S", "QC"], phase=Phase.DRAW, stock="KC 2D")
        state = advance(state, Draw(), Draw())
        assert Reason.STOCK_EMPTY is reason(state, Draw())
        after = apply(state, EndTurn())
        assert (0, 1, Phase.MELD) == (after.last_lap, after.current_player, after.phase)

    def test_stock_005_the_third_draw_exhausts_the_stock(self) -> None:
        """It bars the meld in that turn; in the lap the player may meld."""
        state = GameState.setup(["AS AH 9S", "QC"], phase=Phase.DRAW, stock="KC 2D AD")
        state = advance(state, Draw(), Draw(), Draw())
        assert Reason.THIRD_DRAW_BARS_MELD is reason(state, play("AS AH AD"))
        lap = apply(state, EndTurn())
        assert 1 == lap.current_player
        assert validate(apply(lap, EndTurn()), play("AS AH AD")) is None

    def test_stock_007_going_out_with_the_last_card_of_the_stock(self) -> None:
        """The round is over with the bonus of 25, and there is no lap."""
        state = GameState.setup(["AS AH", "QC"], phase=Phase.DRAW, stock="AD")
        after = advance(state, Draw(), play("AS AH AD"))
        assert WentOut(0) == last_round(after).ending
        assert (35, 0) == after.scores

    def test_stock_011_passing_in_the_last_lap(self) -> None:
        """Allowed."""
        state = GameState.setup(["9S", "QC", "KC"], last_lap=0, current_player=1)
        assert 2 == apply(state, EndTurn()).current_player

    def test_stock_012_no_passing_before_it(self) -> None:
        """A turn outside the last lap begins with a draw."""
        state = GameState.setup(["9S", "QC"], phase=Phase.DRAW)
        assert Reason.DRAW_FIRST is reason(state, EndTurn())

    def test_stock_013_the_turns_of_the_lap(self) -> None:
        """Four players, exhausted by seat 2: 3, 0, 1, 2, then scoring."""
        state = GameState.setup(["KS", "QH", "JD", "TC"], last_lap=2, current_player=3)
        seats = []
        while state.phase is not Phase.DEAL:
            seats.append(state.current_player)
            state = apply(state, EndTurn())
        assert [3, 0, 1, 2] == seats
        assert StockExhausted() == last_round(state).ending

    def test_stock_014_no_knock_in_the_last_lap(self) -> None:
        """Refused by default, also after melding down to 3 points."""
        state = GameState.setup(["KS", "AS AH AD 3C", "QC"], last_lap=0, current_player=1)
        state = apply(state, play("AS AH AD"))
        assert Reason.NO_KNOCK_IN_LAST_LAP is reason(state, Knock())

    def test_stock_015_going_out_in_the_last_lap(self) -> None:
        """The lap goes on and the bonus comes at its end; with the switch the round is over."""
        hands = ["KS", "AS AH AD", "QC"]
        state = GameState.setup(hands, last_lap=0, current_player=1)
        state = apply(state, play("AS AH AD"))
        assert (2, Phase.MELD) == (state.current_player, state.phase)
        state = apply(state, EndTurn())
        assert 0 == state.current_player
        assert (0, 20 + 25, 0) == apply(state, EndTurn()).scores
        switched = Rules(going_out_ends_last_lap=True)
        state = GameState.setup(hands, last_lap=0, current_player=1, rules=switched)
        after = apply(state, play("AS AH AD"))
        assert WentOut(1) == last_round(after).ending
        assert (0, 20 + 25, 0) == after.scores


class TestScores:
    def test_score_016_seats_renumbered(self) -> None:
        """The scores move with the players."""
        for turned in range(4):
            points = [5, 7, 5, 30][turned:] + [5, 7, 5, 30][:turned]
            expected = [0, 0, 0 + 2 + 25 + 10, 0]
            result = score_round(points, Knocked((0 - turned) % 4))
            assert expected[turned:] + expected[:turned] == list(result.scores)

    def test_score_017_rounds_won(self) -> None:
        """Each co-winner's tally grows by 1, the tied knocker's does not."""
        state = GameState.setup(["5S", "5H", "5D", "KC"], phase=Phase.END, rounds_won=(1, 2, 0, 0))
        assert (1, 3, 1, 0) == apply(state, Knock()).rounds_won

    def test_game_008_the_undercut_bonus_counts_towards_150(self) -> None:
        """138 and an undercut by 2 are 150."""
        state = GameState.setup(["4C", "2C"], phase=Phase.END, scores=(0, 138))
        after = apply(state, Knock())
        assert ((0, 150), Phase.GAME_OVER) == (after.scores, after.phase)

    def test_game_011_standings(self) -> None:
        """Ordered by final score; ties share a rank, not by seat."""
        result = settle([20, 150, 20, 60, 150], [0, 1, 0, 2, 0])
        assert ((1, 4), (3,), (0, 2)) == result.standings

    def test_game_012_the_game_is_over(self) -> None:
        """Another round or any other move is refused."""
        state = GameState.setup(["4C", "2C"], phase=Phase.END, scores=(0, 138))
        over = apply(state, Knock())
        for move in (Deal(pack(2)), Draw(), play("AS AH AD"), EndTurn(), Knock()):
            assert Reason.GAME_OVER is reason(over, move)


def test_every_flow_case_has_a_test() -> None:
    """Each flow case is in the name of a test of this module."""
    source = Path(sys.modules[__name__].__file__ or "").read_text(encoding="utf-8")
    names = re.findall(r"def test_([a-z]+)_(\d{3})_", source)
    tested = {f"{kind.upper()}-{number}" for kind, number in names}
    assert {case["id"] for case in _cases("flow")} == tested
