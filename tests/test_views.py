"""Views: what goes in, how moves are judged in them, and the way back to a state."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import islice, permutations
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    Deal,
    Draw,
    EndTurn,
    GameState,
    Knock,
    Move,
    Phase,
    Play,
    PlayerView,
    PublicView,
    Reason,
    Rules,
    SetupError,
    Table,
    apply,
    determinize,
    legal_moves,
    new_game,
    pack,
    parse_cards,
    public_view,
    shuffled_pack,
    validate,
    view,
)
from manipulation_rummy.cards import AnyCard
from tests.situations import advance, cards_in_play, dealt, play
from tests.strategies import RANKS, Step, games, states

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=slow.max_examples // 3)

WAITING = GameState.setup(
    ["8S KC *", "2H 3H", "QD"], table="7S *=8S 9S", draws=2, scores=(10, 0, 3), rounds_won=(1, 0, 1)
)
"""Seat 0 is to meld."""

LAP = GameState.setup(["8S KC", "", "QD"], last_lap=2, current_player=0)

ENDED = advance(
    GameState.setup(["4C 7S", "KH", "QD"], phase=Phase.END, rules=Rules(knock_limit=20)), Knock()
)
"""Between two rounds; seat 0 is to deal."""

OVER = apply(GameState.setup(["4C", "KH 9H"], phase=Phase.END, scores=(149, 0)), Knock())


def every_view(state: GameState) -> list[PlayerView | PublicView]:
    """Return the views of all players, and that of everybody."""
    return [*(view(state, seat) for seat in range(state.players)), public_view(state)]


def view_like(state: GameState, seen: PlayerView | PublicView) -> PlayerView | PublicView:
    """Return the view of another state for the same player, or for everybody."""
    return view(state, seen.seat) if isinstance(seen, PlayerView) else public_view(state)


class TestFields:
    @pytest.mark.parametrize("state", [WAITING, LAP, ENDED, OVER, new_game(3, dealer=2)])
    def test_what_all_see_is_that_of_the_state(self, state: GameState) -> None:
        """Fields of the same name hold the same; hands and stock are numbers."""
        for seen in every_view(state):
            shared = {field.name for field in attrs.fields(type(seen))} & {
                field.name for field in attrs.fields(GameState)
            }
            assert 12 == len(shared)
            for name in shared:
                assert getattr(state, name) == getattr(seen, name)
            assert tuple(len(hand) for hand in state.hands) == seen.hand_sizes
            assert len(state.stock) == seen.stock_size

    def test_a_player_sees_the_own_hand(self) -> None:
        """Whoever is to move, in every phase."""
        for state in (WAITING, LAP, ENDED, OVER):
            for seat in range(state.players):
                assert (seat, state.hands[seat]) == (view(state, seat).seat, view(state, seat).hand)

    def test_there_are_no_other_fields(self) -> None:
        """What is not named here is not there."""
        public = {
            *("rules", "players", "phase", "dealer", "current_player", "hand_sizes"),
            *("stock_size", "table", "draws", "last_lap", "scores", "rounds_won"),
            *("last_round", "result"),
        }
        assert public == {field.name for field in attrs.fields(PublicView)}
        assert public | {"seat", "hand"} == {field.name for field in attrs.fields(PlayerView)}

    def test_before_any_deal(self) -> None:
        """Hands and stock are empty, and the dealer is to move."""
        seen = view(new_game(3, dealer=2), 0)
        assert ((), (0, 0, 0), 0) == (seen.hand, seen.hand_sizes, seen.stock_size)
        assert (Phase.DEAL, 2, None) == (seen.phase, seen.current_player, seen.last_round)

    def test_between_rounds(self) -> None:
        """The cards lie as they lay, and all hands are in the result of the round."""
        seen = view(ENDED, 1)
        assert (Phase.DEAL, parse_cards("KH"), (2, 1, 1)) == (
            seen.phase,
            seen.hand,
            seen.hand_sizes,
        )
        assert seen.last_round is not None
        assert ENDED.hands == seen.last_round.hands

    def test_after_the_game(self) -> None:
        """The settlement is there, and it is nobody's turn."""
        seen = public_view(OVER)
        assert (Phase.GAME_OVER, None, OVER.result) == (
            seen.phase,
            seen.current_player,
            seen.result,
        )

    @pytest.mark.parametrize("state", [WAITING, LAP, ENDED, OVER, new_game(3, dealer=2)])
    def test_views_travel(self, state: GameState) -> None:
        """Copies and pickles are equal, with the same hash."""
        for seen in every_view(state):
            for again in (copy.deepcopy(seen), pickle.loads(pickle.dumps(seen))):
                assert (seen, hash(seen)) == (again, hash(again))

    def test_a_view_of_everybody_is_none_of_a_player(self) -> None:
        """Where spectators are meant, no type checker lets a player's view pass, or the reverse."""
        assert not isinstance(view(WAITING, 0), PublicView)
        assert not isinstance(public_view(WAITING), PlayerView)


class TestSeats:
    @pytest.mark.parametrize("seat", [-1, 3, 10**1000])
    def test_a_seat_that_there_is_not(self, seat: int) -> None:
        """It has no view."""
        with pytest.raises(ValueError, match="seat must be a seat, 0 to 2"):
            view(WAITING, seat)

    def test_only_states_have_views(self) -> None:
        """A view of a view is a TypeError that names the argument."""
        seen: Any = view(WAITING, 0)
        for look in (lambda: view(seen, 0), lambda: public_view(seen)):
            with pytest.raises(TypeError, match="state must be a GameState, not PlayerView"):
                look()


# --- judging --------------------------------------------------------------------------------------


class TestMoves:
    def test_the_turn_of_a_player(self) -> None:
        """It is that of the state if the player is to move; else the hand is missing."""
        assert WAITING.turn == view(WAITING, 0).turn
        assert attrs.evolve(WAITING.turn, hand=None) == view(WAITING, 1).turn
        assert attrs.evolve(WAITING.turn, hand=None) == public_view(WAITING).turn

    def test_a_view_brings_its_own_seat(self) -> None:
        """Its moves are judged as those of its player."""
        assert validate(view(WAITING, 0), Draw()) is None
        assert validate(view(WAITING, 0), Draw(), seat=0) is None
        for seen, seat in [(1, None), (1, 1), (1, 0), (0, 1)]:
            violation = validate(view(WAITING, seen), Draw(), seat=seat)
            assert violation is not None
            assert (Reason.NOT_YOUR_TURN,) == violation.reasons

    def test_the_deal_is_the_dealers(self) -> None:
        """In the dealer's view it is legal, as it is for that seat in the state."""
        for state in (new_game(3, dealer=0), ENDED):
            dealer = state.dealer
            assert validate(view(state, dealer), Deal(pack(3))) is None
            for seen in (view(state, (dealer + 1) % 3), public_view(state)):
                violation = validate(seen, Deal(pack(3)))
                assert violation is not None
                assert (Reason.NOT_YOUR_TURN,) == violation.reasons
            assert not legal_moves(view(state, dealer))

    @pytest.mark.parametrize("state", [WAITING, LAP, ENDED, new_game(3, dealer=2)])
    def test_nobody_moves_from_what_all_see(self, state: GameState) -> None:
        """Every move is another's, and none is legal."""
        seen = public_view(state)
        moves: list[Move] = [Draw(), EndTurn(), Knock(), Deal(pack(3)), Play(state.table)]
        for move in moves:
            violation = validate(seen, move)
            assert violation is not None
            assert (Reason.NOT_YOUR_TURN,) == violation.reasons
        assert [] == list(legal_moves(seen))

    def test_after_the_game_there_are_no_moves(self) -> None:
        """The reason is that the game is over, for players and for spectators."""
        for seen in every_view(OVER):
            violation = validate(seen, Draw())
            assert violation is not None
            assert (Reason.GAME_OVER,) == violation.reasons
            assert not legal_moves(seen)

    @slow
    @given(states(), st.integers(0, 99))
    def test_the_answers_are_those_of_the_state(self, state: GameState, seed: int) -> None:
        """In any state, for any seat: the same refusals, the same moves, the same sample."""
        rng = random.Random(seed)
        moves: list[Move] = [
            Draw(),
            Knock(),
            EndTurn(),
            Deal(pack(state.players)),
            Play(state.table),
        ]
        moves += islice(legal_moves(state), 5)
        for seat in range(state.players):
            seen = view(state, seat)
            for move in moves:
                assert validate(state, move, seat=seat) == validate(seen, move)
            if seat != state.current_player:
                assert [] == list(legal_moves(seen))
                assert not legal_moves(seen)
            else:
                assert list(islice(legal_moves(state), 5)) == list(islice(legal_moves(seen), 5))
                if legal_moves(state):
                    key = rng.random()
                    sampled = legal_moves(seen).sample(random.Random(key))
                    assert legal_moves(state).sample(random.Random(key)) == sampled


# --- the way back ---------------------------------------------------------------------------------


def chi_square(counts: Counter[Any], outcomes: int) -> float:
    """Return how far the counts are from equal numbers of each outcome."""
    expected = counts.total() / outcomes
    missing = (outcomes - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


def suit_of(suit: str) -> str:
    """Return a whole suit."""
    return " ".join(rank + suit for rank in RANKS)


SUITS = " | ".join(map(suit_of, "SHD"))
"""Three whole suits, so that few cards are left."""


class TestDeterminize:
    @slow
    @given(games(), st.integers(0, 2**32 - 1))
    def test_the_view_cannot_tell_it_from_the_real_one(
        self, steps: tuple[Step, ...], seed: int
    ) -> None:
        """Anywhere in a game its view is equal, for all; no card has appeared or disappeared."""
        rng = random.Random(seed)
        chosen = [steps[0].before, *(step.after for step in rng.sample(steps, min(8, len(steps))))]
        for state in (*chosen, steps[-1].after):
            for seen in every_view(state):
                guess = determinize(seen, rng)
                assert seen == view_like(guess, seen)
                assert pickle.dumps(seen) == pickle.dumps(view_like(guess, seen))
                assert cards_in_play(state) == cards_in_play(guess)
                assert all(list(hand) == sorted(hand) for hand in guess.hands)

    @few
    @given(states(), st.integers(0, 2**32 - 1))
    def test_chance_is_that_of_the_generator(self, state: GameState, seed: int) -> None:
        """The same generator gives the same state."""
        seen = view(state, 0)
        guess = determinize(seen, random.Random(seed))
        assert guess == determinize(seen, random.Random(seed))

    def test_the_game_can_go_on(self) -> None:
        """What is legal in the view is legal in the state, to the end of the round."""
        rng = random.Random(5)
        state = determinize(view(dealt(3), 1), rng)
        while state.phase is not Phase.DEAL:
            state = apply(state, legal_moves(state).sample(rng))
        assert state.last_round is not None

    def test_every_way_is_as_likely(self) -> None:
        """Of 4 unseen cards, 2 in a hand and 2 in order in the stock, there are 12 ways."""
        state = GameState.setup(["4C 5C 6C 7C 8C 9C TC JC QC KC", "AC 2C"], table=SUITS)
        assert 2 == len(state.stock)
        unseen = parse_cards("AC 2C 3C *")
        ways = {(tuple(sorted(way[:2])), way[2:]) for way in permutations(unseen)}
        rng = random.Random(2024)
        guesses = (determinize(view(state, 0), rng) for _ in range(6000))
        counts = Counter((guess.hands[1], guess.stock) for guess in guesses)
        assert ways == set(counts)
        assert chi_square(counts, 12) < 31.3  # p = 0.001 at 11 degrees of freedom

    def test_twins_are_two_cards(self) -> None:
        """Of 2S 2S AH one is in a hand: two times in three it is a 2S."""
        without_twos = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
        without_ace = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
        whole = [suit_of(suit) for suit in "HDDCC"]
        table = " | ".join([without_twos, without_twos, without_ace, *whole])
        state = GameState.setup(["* *", "2S", "2S"], table=table)
        rng = random.Random(7)
        guesses = (determinize(view(state, 0), rng) for _ in range(3000))
        counts = Counter(str(guess.hands[1][0]) for guess in guesses)
        assert {"2S", "AH"} == set(counts)
        assert abs(counts["2S"] - 2000) < 100

    def test_before_any_deal_there_is_nothing_to_choose(self) -> None:
        """The only such state is the real one."""
        state = new_game(3, dealer=2)
        assert all(state == determinize(seen, random.Random(1)) for seen in every_view(state))

    @pytest.mark.parametrize("rules", [Rules(target=150), Rules(target=1)])
    def test_after_a_round_only_the_order_of_the_stock_is_open(self, rules: Rules) -> None:
        """All hands are the real ones, for spectators too; each order of the stock comes up."""
        before = GameState.setup(
            ["4C", "9C TC JC QC KC"], table=SUITS, phase=Phase.END, rules=rules
        )
        state = apply(before, Knock())
        rng = random.Random(11)
        for seen in every_view(state):
            guesses = [determinize(seen, rng) for _ in range(600)]
            assert {state.hands} == {guess.hands for guess in guesses}
            assert 500 < len({guess.stock for guess in guesses})
            assert {tuple(sorted(state.stock))} == {tuple(sorted(g.stock)) for g in guesses}

    def test_in_the_next_round_the_old_hands_say_nothing(self) -> None:
        """They have been shuffled."""
        state = apply(ENDED, Deal(shuffled_pack(3, random.Random(3))))
        guess = determinize(view(state, 0), random.Random(1))
        assert state.hands[0] == guess.hands[0]
        assert state.hands[1] != guess.hands[1]

    def test_in_the_last_lap_the_stock_is_empty(self) -> None:
        """The hands are chosen among all cards not seen."""
        guess = determinize(view(LAP, 0), random.Random(1))
        assert ((), 0, 1) == (guess.stock, len(guess.hands[1]), len(guess.hands[2]))

    def test_fewer_cards_than_the_pack(self) -> None:
        """The view does not say which are in play: any card not seen comes up."""
        state = GameState.setup(["8S", "2S"], table="7H 8H 9H", stock="3S")
        rng = random.Random(1)
        guesses = [determinize(view(state, 0), rng) for _ in range(1500)]
        assert {1} == {len(guess.stock) for guess in guesses}
        seen = Counter(parse_cards("8S 7H 8H 9H"))
        expected: set[AnyCard] = set(Counter(pack(2)) - seen)
        assert expected == {guess.hands[1][0] for guess in guesses}
        assert expected == {guess.stock[0] for guess in guesses}

    @pytest.mark.parametrize(
        "change",
        [
            {"hand_sizes": (3, 50, 60)},
            {"stock_size": 107},
            {"hand": parse_cards("9S 9S 9S")},
            {"hand": parse_cards("* * *")},
            {"table": Table.parse("7S 8S *=9S | 7H 8H *=9H | 7D 8D *=9D")},
        ],
    )
    def test_a_view_of_no_state(self, change: dict[str, Any]) -> None:
        """What the pack does not hold is a SetupError."""
        with pytest.raises(SetupError, match="no state has this view"):
            determinize(attrs.evolve(view(WAITING, 0), **change), random.Random(1))

    def test_wrong_types(self) -> None:
        """A TypeError names the argument, also where there is nothing to shuffle."""
        state: Any = new_game(3, dealer=2)
        with pytest.raises(TypeError, match="view must be a PlayerView or a PublicView"):
            determinize(state, random.Random(1))
        with pytest.raises(TypeError, match=r"rng must be a random\.Random"):
            determinize(view(state, 0), None)  # type: ignore[arg-type]
        state = GameState.setup([f"{suit_of('C')} *", ""], table=SUITS)
        with pytest.raises(TypeError, match=r"rng must be a random\.Random"):
            determinize(view(state, 0), None)  # type: ignore[arg-type]

    def test_a_play_in_it_is_the_real_one(self) -> None:
        """A bot's play found in it can be made in the game."""
        guess = determinize(view(WAITING, 0), random.Random(1))
        move = play("7S 8S 9S *=TS")
        assert apply(WAITING, move).hands[0] == apply(guess, move).hands[0]
