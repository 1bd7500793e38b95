"""States, turns, and positions set up by hand."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    Draw,
    EndTurn,
    GameState,
    Knock,
    Phase,
    Rules,
    SetupError,
    Table,
    Turn,
    apply,
    new_game,
    pack,
    parse_cards,
)
from manipulation_rummy.state import check_state
from tests.situations import cards_in_play, play
from tests.strategies import hands, states


def refused(hands: Any, **arguments: Any) -> str:
    """Return what a SetupError says about a position."""
    with pytest.raises(SetupError) as caught:
        GameState.setup(hands, **arguments)
    return str(caught.value)


class TestSetup:
    def test_defaults(self) -> None:
        """Seat 0 is to meld after one draw; all cards not named are in the stock, in order."""
        state = GameState.setup(["9C QD 8S", "KH"], table="7S *=6S 5S")
        assert (2, Phase.MELD, 0, 1, 1) == (
            state.players,
            state.phase,
            state.current_player,
            state.dealer,
            state.draws,
        )
        assert (parse_cards("8S 9C QD"), parse_cards("KH")) == state.hands
        assert Table.parse("5S *=6S 7S") == state.table
        assert (None, None, None) == (state.last_lap, state.last_round, state.result)
        assert ((0, 0), (0, 0), Rules()) == (state.scores, state.rounds_won, state.rules)
        assert sorted(state.stock) == list(state.stock)
        assert Counter(pack(2)) == cards_in_play(state)

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_the_pack_is_that_of_so_many_players(self, players: int) -> None:
        """One pack for two, two packs for more."""
        state = GameState.setup(["KS", "KH", "KD", "KC", "QS"][:players])
        assert Counter(pack(players)) == cards_in_play(state)
        assert players == state.players

    def test_a_given_stock_is_kept_in_its_order(self) -> None:
        """Then only the named cards are in play."""
        state = GameState.setup(["9C", "KH"], stock="7D * 2S")
        assert parse_cards("7D * 2S") == state.stock
        assert () == GameState.setup(["9C", "KH"], stock="").stock

    @pytest.mark.parametrize(
        ("arguments", "draws"),
        [
            ({"phase": Phase.DRAW}, 0),
            ({"phase": Phase.MELD}, 1),
            ({"phase": Phase.MELD, "draws": 2}, 2),
            ({"phase": Phase.MELD, "melded": False}, 1),
            ({"phase": Phase.END}, 1),
            ({"phase": Phase.END, "draws": 2}, 2),
            ({"phase": Phase.END, "melded": True}, 1),
            ({"phase": Phase.END, "melded": False}, 3),
            ({"phase": Phase.END, "draws": 3}, 3),
            ({"phase": Phase.MELD, "last_lap": 1}, 0),
            ({"phase": Phase.END, "last_lap": 1}, 0),
            ({"phase": Phase.END, "last_lap": 1, "melded": True}, 0),
        ],
    )
    def test_the_draws_of_a_turn(self, arguments: dict[str, Any], draws: int) -> None:
        """They follow from the phase and from whether the player has melded, unless given."""
        assert draws == GameState.setup(["9C", "KH"], **arguments).draws

    def test_the_last_lap_has_no_stock(self) -> None:
        """Cards not named are out of play."""
        state = GameState.setup(["9C", "KH"], last_lap=1)
        assert ((), 1) == (state.stock, state.last_lap)

    def test_the_dealer(self) -> None:
        """By default the seat before the one to move, else the one given."""
        for seat, dealer in enumerate((2, 0, 1)):
            state = GameState.setup(["9C", "KH", "KD"], current_player=seat)
            assert (seat, dealer) == (state.current_player, state.dealer)
        assert 1 == GameState.setup(["9C", "KH", "KD"], dealer=1).dealer

    def test_scores_and_rounds(self) -> None:
        """They are taken by seat, up to the point that would have ended the game."""
        state = GameState.setup(["9C", "KH"], scores=[149, 3], rounds_won=(2, 1))
        assert ((149, 3), (2, 1)) == (state.scores, state.rounds_won)
        said = refused(["9C", "KH"], scores=[3, 150])
        assert "scores: with 150 points the game would be over (R34)" == said
        short = Rules(target=10)
        assert "with 10 points" in refused(["9C", "KH"], scores=[10, 0], rules=short)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ({"phase": Phase.DEAL}, "there is no phase DEAL within a round"),
            ({"phase": Phase.GAME_OVER}, "there is no phase GAME_OVER within a round"),
            ({"phase": Phase.DRAW, "last_lap": 0}, "there is no phase DRAW in the last lap"),
            ({"phase": Phase.DRAW, "stock": ""}, "no card to draw"),
            ({"last_lap": 0, "stock": "7D"}, "the last lap begins when the stock is empty (R26)"),
            ({"draws": 0}, "draws must be one of [1, 2] in phase MELD, not 0"),
            ({"draws": 3}, "draws must be one of [1, 2] in phase MELD, not 3"),
            ({"phase": Phase.DRAW, "draws": 1}, "draws must be one of [0] in phase DRAW, not 1"),
            (
                {"phase": Phase.END, "draws": 0},
                "draws must be one of [1, 2, 3] in phase END, not 0",
            ),
            ({"last_lap": 0, "draws": 1}, "draws must be one of [0] in phase MELD, not 1"),
            ({"melded": True}, "melded=True is impossible in phase MELD after 1 draw"),
            ({"phase": Phase.DRAW, "melded": True}, "melded=True is impossible in phase DRAW"),
            (
                {"phase": Phase.END, "draws": 3, "melded": True},
                "melded=True is impossible in phase END after 3 draws",
            ),
            (
                {"phase": Phase.END, "draws": 2, "melded": False},
                "melded=False is impossible in phase END after 2 draws",
            ),
            (
                {"phase": Phase.END, "last_lap": 0, "melded": False},
                "melded=False is impossible in phase END after 0 draws",
            ),
            ({"current_player": 2}, "current_player must be a seat, 0 to 1; not 2"),
            ({"dealer": -1}, "dealer must be a seat, 0 to 1; not -1"),
            ({"last_lap": 2}, "last_lap must be a seat, 0 to 1; not 2"),
            ({"table": "7S 8S"}, "no table: meld 1: a meld has at least 3 cards: 7S 8S (R11)"),
            ({"table": "9C TC JC"}, "more than the pack of 2 players holds: 9C"),
            ({"table": "*=2S 3S 4S | *=5S 6S 7S"}, "more than the pack of 2 players holds: *"),
            ({"stock": "9C KH QS"}, "more than the pack of 2 players holds: 9C KH"),
            ({"stock": "*=9C"}, "stock: the joker *=9C stands for a card"),
            ({"scores": [1, 2, 3]}, "scores must have 2 entries, one a seat, not 3"),
            ({"rules": Rules(hand_size=27)}, "2 hands of 27 need more than 53 cards (R5)"),
            ({"rounds_won": [1, -2]}, "rounds_won[1] must be 0 to 1000000, not -2"),
        ],
    )
    def test_impossible_positions(self, arguments: dict[str, Any], said: str) -> None:
        """A SetupError says what cannot be."""
        assert refused(["9C", "KH"], **arguments).startswith(said)

    @pytest.mark.parametrize(
        ("hands", "said"),
        [
            (["9C"], "hands must have 2 to 5 entries, not 1"),
            (["9C"] * 6, "hands must have 2 to 5 entries, not 6"),
            (["", "KH"], "seat 0 is to move and has no cards"),
            (["9C", "*=KH"], "hands[1]: the joker *=KH stands for a card"),
            (["9C 9C", "KH"], "more than the pack of 2 players holds: 9C"),
            (["* *", "KH"], "more than the pack of 2 players holds: *"),
            (["9C 9C", "KH 9C", "KD"], "more than the pack of 3 players holds: 9C"),
        ],
    )
    def test_impossible_hands(self, hands: list[str], said: str) -> None:
        """A SetupError says what cannot be."""
        assert refused(hands).startswith(said)

    def test_the_largest_table(self) -> None:
        """A table beyond all bounds is a SetupError too."""
        with pytest.raises(SetupError, match="table: more than 216 cards or heaps"):
            GameState.setup(["9C", "KH"], table=["7S 8S 9S"] * 73)

    def test_others_may_be_without_cards(self) -> None:
        """Who went out in the last lap holds none."""
        state = GameState.setup(["9C", "", "KH"], last_lap=0)
        assert (parse_cards("9C"), (), parse_cards("KH")) == state.hands

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"phase": "meld"}, "phase must be a Phase, not str"),
            ({"melded": 1}, "melded must be a bool or None, not int"),
            ({"draws": True}, "draws must be an int, not bool"),
            ({"current_player": 0.0}, "current_player must be an int, not float"),
            ({"dealer": "1"}, "dealer must be an int, not str"),
            ({"last_lap": False}, "last_lap must be an int, not bool"),
            ({"rules": {}}, "rules must be Rules, not dict"),
            ({"table": None}, "table must be a Table, text or an iterable of melds, not None"),
            ({"stock": 5}, "stock must be text or an iterable of cards, not int"),
            ({"scores": 5}, "scores must be a sequence with one entry a seat, not int"),
            ({"rounds_won": "12"}, "rounds_won must be a sequence with one entry a seat"),
        ],
    )
    def test_wrong_types(self, arguments: dict[str, Any], message: str) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match=message):
            GameState.setup(["9C", "KH"], **arguments)

    @given(hands(3, 9), hands(3, 9), st.integers(0, 2))
    def test_any_hands(self, first: tuple[Any, ...], second: tuple[Any, ...], seat: int) -> None:
        """Whatever the pack holds can be set up, and all its cards are then in play."""
        together = Counter(first) + Counter(second)
        third = parse_cards("KS")
        if together["KS"] >= 2 or not together <= Counter(pack(3)) - Counter(third):
            return
        held = (first or parse_cards("QC"), second, third)
        if not held[seat] or not Counter(sum(held, ())) <= Counter(pack(3)):
            return
        state = GameState.setup(held, current_player=seat)
        assert Counter(pack(3)) == cards_in_play(state)
        assert tuple(tuple(sorted(hand)) for hand in held) == state.hands


class TestStates:
    def test_a_turn_holds_what_is_needed_to_judge_a_move(self) -> None:
        """And the hand of the player to move only."""
        state = GameState.setup(
            ["9C", "KH * 8S", "KD"], current_player=1, draws=2, stock="2S 3S", table="7S 8S 9S"
        )
        expected = Turn(
            rules=Rules(),
            players=3,
            phase=Phase.MELD,
            current_player=1,
            draws=2,
            stock_size=2,
            last_lap=None,
            table=Table.parse("7S 8S 9S"),
            hand=parse_cards("8S KH *"),
        )
        assert expected == state.turn

    def test_a_finished_game_is_nobodys_turn(self) -> None:
        """There is no hand to look at."""
        state = GameState.setup(["2C", "KH"], phase=Phase.END, scores=[145, 0])
        turn = apply(state, Knock()).turn
        assert (None, None, Phase.GAME_OVER) == (turn.current_player, turn.hand, turn.phase)

    @pytest.mark.parametrize(
        ("arguments", "due"),
        [
            ({"draws": 1}, True),
            ({"draws": 2}, True),
            ({"draws": 1, "rules": Rules(extra_draws="optional")}, False),
            ({"draws": 1, "stock": ""}, False),
            ({"last_lap": 0}, False),
            ({"phase": Phase.DRAW}, True),
            ({"phase": Phase.END}, False),
            ({"phase": Phase.END, "draws": 3}, False),
        ],
    )
    def test_a_draw_is_due(self, arguments: dict[str, Any], due: bool) -> None:
        """While another is compulsory and there is a card to draw."""
        assert due is GameState.setup(["9C", "KH"], **arguments).turn.draw_due

    @given(states())
    def test_states_travel(self, state: GameState) -> None:
        """Copies and pickles are equal, with the same hash."""
        for again in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert state == again
            assert hash(state) == hash(again)
            assert {state} == {again}

    @given(states())
    def test_states_differ_in_any_part(self, state: GameState) -> None:
        """A state with another dealer, draws, scores or rules is another state."""
        other_rules = attrs.evolve(state.rules, target=state.rules.target + 1)
        others = [
            attrs.evolve(state, dealer=state.dealer + 1),
            attrs.evolve(state, draws=state.draws + 1),
            attrs.evolve(state, scores=tuple(score + 1 for score in state.scores)),
            attrs.evolve(state, stock=(*state.stock, JOKER)),
            attrs.evolve(state, rules=other_rules),
        ]
        assert 6 == len({state, *others})

    def test_what_does_not_change_is_shared(self) -> None:
        """A new state holds the very hands, stock and table of the old one."""
        state = GameState.setup(["AS AH AD 9C", "KH"], table="7S 8S 9S")
        drawn = apply(state, Draw())
        assert state.table is drawn.table
        assert state.hands[1] is drawn.hands[1]
        melded = apply(state, play("7S 8S 9S | AS AH AD"))
        assert state.stock is melded.stock
        ended = apply(melded, EndTurn())
        assert (melded.hands, melded.table) == (ended.hands, ended.table)
        assert melded.hands is ended.hands

    def test_a_new_game_has_no_cards_in_play(self) -> None:
        """Before the first deal hands, stock and table are empty and the dealer is to move."""
        state = new_game(3, dealer=2)
        assert ((), ((), (), ()), Table()) == (state.stock, state.hands, state.table)
        assert (Phase.DEAL, 2, 2) == (state.phase, state.dealer, state.current_player)
        assert ((0, 0, 0), (0, 0, 0)) == (state.scores, state.rounds_won)
        assert (0, None, None, None) == (
            state.draws,
            state.last_lap,
            state.last_round,
            state.result,
        )


class TestCheckState:
    @given(states())
    def test_states_of_games_pass(self, state: GameState) -> None:
        """Whatever a game leads to can be."""
        check_state(state)

    @pytest.mark.parametrize(
        "change",
        [
            {"hands": ((),)},
            {"scores": (0, 0, 0)},
            {"rounds_won": ()},
            {"players": 3},
            {"players": 6},
            {"dealer": 2},
            {"dealer": -1},
            {"current_player": 2},
            {"last_lap": 2, "stock": (), "draws": 0},
            {"draws": 4},
            {"phase": Phase.GAME_OVER, "current_player": None, "draws": 0},
            {"phase": Phase.DEAL, "draws": 0},
        ],
    )
    def test_what_cannot_be_is_refused(self, change: dict[str, Any]) -> None:
        """A state put together of parts that do not agree; `parse_state` has tests of the rest."""
        state = GameState.setup(["9C", "KH"], stock="2D")
        check_state(state)
        with pytest.raises(SetupError):
            check_state(attrs.evolve(state, **change))
