"""The verbs of the game: which moves belong where, what is wrong with the others, what follows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import attrs
import pytest

from manipulation_rummy import (
    JOKER,
    Card,
    Deal,
    Draw,
    EndTurn,
    GameState,
    IllegalMove,
    Joker,
    Knock,
    Meld,
    Move,
    Phase,
    Play,
    Reason,
    RoundResult,
    Rules,
    RummyError,
    SetupError,
    Table,
    Turn,
    apply,
    best_play,
    legal_moves,
    new_game,
    pack,
    parse_cards,
    plays,
    public_view,
    validate,
    view,
)
from manipulation_rummy.laying import cards_played
from tests.situations import advance, play, reason, refusal

OPTIONAL = Rules(extra_draws="optional")
KNOCKS = Rules(knock_in_last_lap=True)

ACES = "AS AH AD AC"
MELD_ACES = play("AS AH AD")
ALL_MOVES: dict[str, Move] = {
    "deal": Deal(pack(2)),
    "draw": Draw(),
    "play": MELD_ACES,
    "end": EndTurn(),
    "knock": Knock(),
}


def knocked_out(scores: tuple[int, int]) -> GameState:
    """Return the state after a knock in a game of these scores."""
    state = GameState.setup(["2C", "KH"], phase=Phase.END, scores=scores)
    return apply(state, Knock())


class TestPhaseTable:
    """Each row of the table of phases, with the reason against each move that it does not allow."""

    ROWS: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
        (
            {"phase": Phase.DRAW},
            {"play": "DRAW_FIRST", "end": "DRAW_FIRST", "knock": "DRAW_FIRST"},
        ),
        (
            {"phase": Phase.DRAW, "rules": OPTIONAL},
            {"play": "DRAW_FIRST", "end": "DRAW_FIRST", "knock": "DRAW_FIRST"},
        ),
        ({"draws": 1}, {"end": "DRAW_DUE", "knock": "DRAW_DUE"}),
        ({"draws": 2}, {"end": "DRAW_DUE", "knock": "DRAW_DUE"}),
        ({"draws": 1, "rules": OPTIONAL}, {}),
        ({"draws": 2, "rules": OPTIONAL}, {}),
        ({"draws": 1, "stock": ""}, {"draw": "STOCK_EMPTY"}),
        ({"draws": 2, "stock": ""}, {"draw": "STOCK_EMPTY"}),
        ({"last_lap": 0}, {"draw": "NO_DRAW_IN_LAST_LAP", "knock": "NO_KNOCK_IN_LAST_LAP"}),
        ({"last_lap": 1}, {"draw": "NO_DRAW_IN_LAST_LAP", "knock": "NO_KNOCK_IN_LAST_LAP"}),
        ({"last_lap": 1, "rules": KNOCKS}, {"draw": "NO_DRAW_IN_LAST_LAP"}),
        (
            {"phase": Phase.END, "draws": 1},
            {"draw": "NO_DRAW_AFTER_MELD", "play": "ALREADY_MELDED"},
        ),
        (
            {"phase": Phase.END, "draws": 2},
            {"draw": "NO_DRAW_AFTER_MELD", "play": "ALREADY_MELDED"},
        ),
        (
            {"phase": Phase.END, "draws": 1, "stock": ""},
            {"draw": "NO_DRAW_AFTER_MELD", "play": "ALREADY_MELDED"},
        ),
        (
            {"phase": Phase.END, "draws": 3},
            {"draw": "NO_FOURTH_DRAW", "play": "THIRD_DRAW_BARS_MELD"},
        ),
        (
            {"phase": Phase.END, "draws": 3, "stock": "", "rules": OPTIONAL},
            {"draw": "NO_FOURTH_DRAW", "play": "THIRD_DRAW_BARS_MELD"},
        ),
        (
            {"phase": Phase.END, "last_lap": 1},
            {
                "draw": "NO_DRAW_IN_LAST_LAP",
                "play": "ALREADY_MELDED",
                "knock": "NO_KNOCK_IN_LAST_LAP",
            },
        ),
        (
            {"phase": Phase.END, "last_lap": 1, "rules": KNOCKS},
            {"draw": "NO_DRAW_IN_LAST_LAP", "play": "ALREADY_MELDED"},
        ),
    )

    @pytest.mark.parametrize(("arguments", "reasons"), ROWS)
    def test_within_a_round(self, arguments: dict[str, Any], reasons: dict[str, str]) -> None:
        """Moves that belong here are legal, others have the one reason; a deal never belongs."""
        state = GameState.setup([ACES, "KH"], **arguments)
        for name, move in ALL_MOVES.items():
            expected = reasons.get(name, "WRONG_PHASE" if name == "deal" else None)
            if expected is None:
                assert validate(state, move) is None
                assert move in legal_moves(state)
                assert state != apply(state, move)
            else:
                assert Reason[expected] is reason(state, move)
                assert move not in legal_moves(state)

    @pytest.mark.parametrize(("arguments", "reasons"), ROWS)
    def test_moves_of_another_seat(
        self, arguments: dict[str, Any], reasons: dict[str, str]
    ) -> None:
        """Whatever it is, only the player to move may do it; his own seat changes nothing."""
        state = GameState.setup([ACES, "KH"], **arguments)
        for name, move in ALL_MOVES.items():
            assert Reason.NOT_YOUR_TURN is reason(state, move, seat=1)
            assert validate(state, move) == validate(state, move, seat=0)
            if name != "deal" and name not in reasons:
                assert apply(state, move) == apply(state, move, seat=0)

    @pytest.mark.parametrize("state", [new_game(2, dealer=1), knocked_out((0, 0))])
    def test_between_rounds(self, state: GameState) -> None:
        """Only a deal belongs here, and only the dealer deals."""
        for name, move in ALL_MOVES.items():
            if name == "deal":
                assert validate(state, move, seat=state.dealer) is None
                assert Phase.DRAW is apply(state, move).phase
                assert Reason.NOT_YOUR_TURN is reason(state, move, seat=1 - state.dealer)
            else:
                assert Reason.WRONG_PHASE is reason(state, move)
        assert not legal_moves(state)
        assert [] == list(legal_moves(state))
        assert Deal(pack(2)) not in legal_moves(state)

    def test_after_the_game(self) -> None:
        """Nothing belongs here, whoever asks."""
        state = knocked_out((142, 0))
        assert (Phase.GAME_OVER, None) == (state.phase, state.current_player)
        for move in ALL_MOVES.values():
            for seat in (None, 0, 1):
                assert Reason.GAME_OVER is reason(state, move, seat=seat)
        assert not legal_moves(state)
        assert [] == list(legal_moves(state))

    def test_the_reasons_of_a_knock_come_in_order(self) -> None:
        """Whether it belongs here is judged before the points in hand are looked at."""
        high = ["KS KH", "KD"]
        assert Reason.DRAW_DUE is reason(GameState.setup(high), Knock())
        lap = GameState.setup(high, last_lap=1)
        assert Reason.NO_KNOCK_IN_LAST_LAP is reason(lap, Knock())
        end = GameState.setup(high, phase=Phase.END)
        assert Reason.KNOCK_OVER_LIMIT is reason(end, Knock())

    def test_the_contents_of_a_play_are_judged_last(self) -> None:
        """Where no meld belongs a bad one has the one reason too."""
        state = GameState.setup(["KS", "KD"], phase=Phase.END)
        assert Reason.ALREADY_MELDED is reason(state, MELD_ACES)
        assert Reason.CARD_NOT_IN_HAND is reason(GameState.setup(["KS", "KD"]), MELD_ACES)


class TestNewGames:
    def test_the_dealer_is_given_or_chosen(self) -> None:
        """Exactly one of dealer and rng."""
        assert 3 == new_game(4, dealer=3).dealer
        assert random.Random(8).random() * 4 // 1 == new_game(4, rng=random.Random(8)).dealer
        for arguments in ({}, {"dealer": 0, "rng": random.Random(1)}):
            with pytest.raises(SetupError, match="exactly one of dealer and rng"):
                new_game(3, **arguments)  # type: ignore[arg-type]

    @pytest.mark.parametrize(("players", "size"), [(2, 26), (3, 35), (4, 26), (5, 21)])
    def test_the_pack_must_serve_the_hands(self, players: int, size: int) -> None:
        """The largest hands can be dealt, larger ones are refused."""
        state = new_game(players, rules=Rules(hand_size=size), dealer=0)
        dealt = apply(state, Deal(pack(players)))
        assert [size] * players == list(map(len, dealt.hands))
        assert len(pack(players)) - players * size == len(dealt.stock)
        with pytest.raises(SetupError, match=f"{players} hands of {size + 1} need more than"):
            new_game(players, rules=Rules(hand_size=size + 1), dealer=0)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"players": 2.0, "dealer": 0}, "players must be an int, not float"),
            ({"players": True, "dealer": 0}, "players must be an int, not bool"),
            ({"players": 2, "dealer": "0"}, "dealer must be an int, not str"),
            ({"players": 2, "rng": 5}, r"rng must be a random\.Random, not int"),
            ({"players": 2, "dealer": 0, "rules": None}, "rules must be Rules, not NoneType"),
        ],
    )
    def test_wrong_types(self, arguments: dict[str, Any], message: str) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match=message):
            new_game(**arguments)

    @pytest.mark.parametrize("dealer", [-1, 2])
    def test_the_dealer_is_a_player(self, dealer: int) -> None:
        """A SetupError names the seats there are."""
        with pytest.raises(SetupError, match=f"dealer must be a seat, 0 to 1; not {dealer}"):
            new_game(2, dealer=dealer)


class TestDeals:
    def test_every_wrong_card_of_a_deck_is_named(self) -> None:
        """Missing or too many, once each; a declared joker is none of the pack."""
        deck = list(pack(3))
        deck.remove(Card.parse("AS"))
        deck.remove(JOKER)
        deck.append(Joker(Card.parse("8S")))
        deck.append(Card.parse("KC"))
        (fault,) = refusal(new_game(3, dealer=0), Deal(deck)).faults
        assert (Reason.WRONG_DECK, "R2", 106) == (fault.reason, fault.rule, fault.limit)
        assert parse_cards("AS *=8S KC *") == fault.cards

    def test_the_pack_of_another_number_of_players(self) -> None:
        """One pack is too few for three, two are too many for two."""
        assert Reason.WRONG_DECK is reason(new_game(3, dealer=0), Deal(pack(2)))
        assert Reason.WRONG_DECK is reason(new_game(2, dealer=0), Deal(pack(3)))

    def test_a_second_deal_clears_the_table(self) -> None:
        """Cards, table and lap of the round before are gone; scores and its result stay."""
        lap = GameState.setup(["8S 8H 8D", "KH"], last_lap=0, scores=(10, 0))
        ended = apply(lap, play("8S 8H 8D"))
        assert (Table.parse("8S 8H 8D"), None) == (ended.table, ended.last_lap)
        again = apply(ended, Deal(pack(2)))
        assert (Table(), 0, None) == (again.table, again.draws, again.last_lap)
        assert (ended.last_round, ended.scores) == (again.last_round, again.scores)
        assert ((10 + 10 + 25, 0), (1, 0)) == (again.scores, again.rounds_won)
        assert (Phase.DRAW, ended.dealer) == (again.phase, again.dealer)
        assert (ended.dealer + 1) % 2 == again.current_player


class TestApplying:
    def test_a_refused_move_raises_what_validate_returns(self) -> None:
        """With the same violation, and its text."""
        state = GameState.setup(["KS", "KD"])
        with pytest.raises(IllegalMove) as caught:
            apply(state, MELD_ACES)
        assert validate(state, MELD_ACES) == caught.value.violation
        assert str(caught.value.violation) == str(caught.value)

    def test_hands_stay_sorted(self) -> None:
        """A drawn card lies where it belongs."""
        state = GameState.setup(["3S 9C *", "KH"], phase=Phase.DRAW, stock="9D 3H KD")
        assert parse_cards("3S 9D 9C *") == apply(state, Draw()).hands[0]

    def test_a_knock_scores_the_round(self) -> None:
        """All parts of the next state follow."""
        state = GameState.setup(
            ["2C", "KH 3D", "QS"],
            phase=Phase.END,
            draws=2,
            scores=(1, 2, 3),
            rounds_won=(4, 5, 6),
            table="7S 8S 9S",
            dealer=2,
        )
        after = apply(state, Knock())
        assert isinstance(after.last_round, RoundResult)
        expected = attrs.evolve(
            state,
            phase=Phase.DEAL,
            dealer=0,
            current_player=0,
            draws=0,
            scores=(1 + 11 + 8, 2, 3),
            rounds_won=(5, 5, 6),
            last_round=after.last_round,
        )
        assert expected == after

    def test_the_last_round_stays_known(self) -> None:
        """Until the next one ends its result can be looked up."""
        ended = knocked_out((0, 0))
        assert ended.last_round is apply(ended, Deal(pack(2))).last_round

    def test_the_end_of_a_game(self) -> None:
        """The settlement is in the state, the totals stay without its bonuses."""
        state = GameState.setup(["2C", "KH"], phase=Phase.END, scores=(142, 60), rounds_won=(3, 2))
        over = apply(state, Knock())
        assert ((150, 60), (4, 2)) == (over.scores, over.rounds_won)
        assert over.result is not None
        assert ((250, 110), (100, 50)) == (over.result.final, over.result.bonuses)

    def test_totals_may_grow_beyond_the_largest_number_taken(self) -> None:
        """A legal knock is scored and settled whatever the points add up to."""
        rules = Rules(target=1_000_000, joker_points=1_000)
        state = GameState.setup(
            ["AS", "* *", "KH"], rules=rules, phase=Phase.END, scores=(999_999, 0, 0)
        )
        over = apply(state, Knock())
        assert (999_999 + 1_999 + 9, 0, 0) == over.scores
        assert over.result is not None
        assert (999_999 + 1_999 + 9 + 100, 0, 0) == over.result.final

    @pytest.mark.parametrize("state", [None, "state", new_game(2, dealer=0).turn])
    def test_only_a_state_can_be_moved_on(self, state: object) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="state must be a GameState"):
            apply(state, Draw())  # type: ignore[arg-type]

    @pytest.mark.parametrize("move", [None, "draw", Draw, Meld.parse("7S 8S 9S")])
    def test_only_a_move_is_a_move(self, move: object) -> None:
        """A TypeError names the argument."""
        state = new_game(2, dealer=0)
        message = "move must be a Deal, Draw, Play, Knock or EndTurn"
        with pytest.raises(TypeError, match=message):
            validate(state, move)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=message):
            apply(state, move)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=message):
            _ = move in legal_moves(state)  # type: ignore[operator]

    @pytest.mark.parametrize("seat", ["0", 0.0, True])
    def test_only_an_int_is_a_seat(self, seat: object) -> None:
        """A TypeError names the argument."""
        state = new_game(2, dealer=0)
        with pytest.raises(TypeError, match="seat must be an int"):
            validate(state, Draw(), seat=seat)  # type: ignore[arg-type]

    def test_only_a_position_can_be_judged(self) -> None:
        """A state or a view; anything else is a TypeError that names the argument."""
        with pytest.raises(
            TypeError, match="state_or_view must be a state or a view, with a Turn as turn"
        ):
            legal_moves("state")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"state_or_view must be .*, not Table"):
            validate(Table(), Draw())  # type: ignore[arg-type]


class TestLegalMoves:
    def test_simple_moves_come_first_then_the_heaviest_plays(self) -> None:
        """One for each distinct set of hand cards that can be played."""
        state = GameState.setup(
            ["8S 8H 8D 8C 2C", "KH", "KD"], draws=1, rules=Rules(extra_draws="optional")
        )
        moves = list(legal_moves(state))
        assert [Draw(), EndTurn()] == moves[:2]
        played = [
            cards_played(state.table, move.table) for move in moves[2:] if isinstance(move, Play)
        ]
        assert len(moves) - 2 == len(played)
        assert parse_cards("8S 8H 8D 8C") == played[0]
        threes = {parse_cards(text) for text in ("8S 8H 8D", "8S 8H 8C", "8S 8D 8C", "8H 8D 8C")}
        assert threes == set(played[1:])
        assert 5 == len(played)

    def test_twins_in_hand_are_one_card_to_play(self) -> None:
        """Sets of cards are told apart by their cards, not by which twin it is."""
        state = GameState.setup(["8S 8S 8H 8D", "KH", "KD"])
        assert 2 == len(list(legal_moves(state)))

    def test_the_points_of_the_rules_are_the_weights(self) -> None:
        """With other points another play is the heaviest."""
        hand = ["AS 2S 3S 3H 3D", "KH", "KD"]
        for points, first in ((1, "3S 3H 3D"), (15, "AS 2S 3S")):
            moves = list(legal_moves(GameState.setup(hand, rules=Rules(ace_points=points))))
            assert play(first) == moves[1]

    def test_plays_are_those_of_the_solver(self) -> None:
        """On a table with jokers too."""
        state = GameState.setup(["8S 6S * KC", "KH", "KD"], table="7S *=8S 9S")
        expected = [proposal.move for proposal in plays(state.table, state.hands[0])]
        assert [Draw(), *expected] == list(legal_moves(state))
        assert len(expected) > 3

    @pytest.mark.parametrize("phase", [Phase.DRAW, Phase.END])
    def test_there_are_no_plays_outside_the_meld_phase(self, phase: Phase) -> None:
        """Whatever the hand holds."""
        state = GameState.setup(["AS AH AD", "KH"], phase=phase)
        assert all(not isinstance(move, Play) for move in legal_moves(state))

    def test_a_hidden_hand_has_no_moves(self) -> None:
        """Where the turn has no hand, it is another's."""
        state = GameState.setup(["AS AH AD", "KH"])
        for seen in (view(state, 1), public_view(state)):
            assert [] == list(legal_moves(seen))
            assert not legal_moves(seen)
            violation = validate(seen, Draw())
            assert violation is not None
            assert (Reason.NOT_YOUR_TURN,) == violation.reasons

    def test_anything_with_a_turn_can_be_asked(self) -> None:
        """A type of one's own that has a `Turn` as its `turn` is judged by that."""

        @attrs.frozen
        class Mine:
            turn: Turn

        state = GameState.setup(["AS AH AD", "KH"])
        assert list(legal_moves(state)) == list(legal_moves(Mine(state.turn)))
        assert validate(Mine(state.turn), Draw()) is None

    def test_a_sample_can_be_any_move(self) -> None:
        """Over many seeds each comes up, and one seed gives one move."""
        state = GameState.setup(
            ["8S 8H 8D 8C AS", "KH", "KD"], draws=2, rules=OPTIONAL, table="5H 6H 7H"
        )
        moves = legal_moves(state)
        sampled = Counter(moves.sample(random.Random(seed)) for seed in range(600))
        assert all(move in moves for move in sampled)
        played = {
            cards_played(state.table, move.table) for move in sampled if isinstance(move, Play)
        }
        expected = {proposal.played for proposal in plays(state.table, state.hands[0])}
        assert expected == played
        simple = {move for move in sampled if not isinstance(move, Play)}
        assert {Draw(), EndTurn()} == simple
        assert min(sampled[move] for move in simple) > 100
        assert moves.sample(random.Random(3)) == moves.sample(random.Random(3))

    def test_a_sample_without_a_play(self) -> None:
        """Where nothing can be melded it is one of the simple moves."""
        state = GameState.setup(["8S 9H", "KH"], rules=OPTIONAL)
        sampled = {legal_moves(state).sample(random.Random(seed)) for seed in range(40)}
        assert {Draw(), EndTurn()} == sampled
        assert best_play(state.table, state.hands[0]) is None

    @pytest.mark.parametrize("state", [new_game(2, dealer=0), knocked_out((142, 0))])
    def test_no_sample_of_nothing(self, state: GameState) -> None:
        """Where there is no legal move, one of our errors says so."""
        with pytest.raises(RummyError, match="no move to choose from"):
            legal_moves(state).sample(random.Random(1))

    def test_a_sample_needs_a_generator(self) -> None:
        """A TypeError names the argument."""
        state = GameState.setup(["8S 9H", "KH"])
        with pytest.raises(TypeError, match=r"rng must be a random\.Random"):
            legal_moves(state).sample(None)  # type: ignore[arg-type]


def test_a_turn_of_each_kind_in_a_row() -> None:
    """Two players through several turns: hands, stock and table as worked out by hand."""
    state = GameState.setup(
        ["8S 8H 2C", "9S TS KD"],
        phase=Phase.DRAW,
        stock="8D 7S 3C 4C 5C 6C",
    )
    state = advance(state, Draw(), play("8S 8H 8D"), EndTurn())
    assert (parse_cards("2C"), 1, Phase.DRAW) == (
        state.hands[0],
        state.current_player,
        state.phase,
    )
    state = advance(state, Draw(), Draw(), Draw())
    assert parse_cards("3C 4C 7S 9S TS KD") == state.hands[1]
    assert Reason.THIRD_DRAW_BARS_MELD is reason(state, play("8H 8D *=8C | 7S 8S 9S TS"))
    state = advance(state, EndTurn(), Draw(), Draw())
    assert parse_cards("2C 5C 6C") == state.hands[0]
    assert () == state.stock
    state = advance(state, EndTurn())
    assert (0, 1, Phase.MELD) == (state.last_lap, state.current_player, state.phase)
