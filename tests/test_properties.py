"""What follows from the rules, in random games; the numbers are those of the consequences."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    Deal,
    Draw,
    EndTurn,
    GameState,
    IllegalMove,
    Joker,
    Knock,
    Knocked,
    Move,
    Phase,
    Play,
    Rules,
    Table,
    WentOut,
    apply,
    hand_points,
    legal_moves,
    new_game,
    pack,
    score_round,
    settle,
    validate,
)
from tests.situations import cards_in_play
from tests.strategies import (
    PLAYERS,
    Step,
    any_rules,
    game,
    games,
    is_legal_meld,
    states,
    switches,
    tables,
)

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
slow = settings(suppress_health_check=SLOW)
many = settings(slow, max_examples=40 * slow.max_examples)


def rounds(steps: tuple[Step, ...]) -> list[list[Step]]:
    """Split a game into its rounds, each with its deal."""
    found: list[list[Step]] = []
    for step in steps:
        if isinstance(step.move, Deal):
            found.append([])
        found[-1].append(step)
    return found


def check_consequences(steps: tuple[Step, ...]) -> None:
    """Check the consequences 1 to 6 and 9 in a game, and 7 for its rules."""
    players, rules = steps[0].before.players, steps[0].before.rules
    cards = Counter(pack(players))
    for step in steps:
        state = step.after
        # 1: no card appears or disappears
        assert cards == cards_in_play(state)
        # 2: every table is legal
        if isinstance(step.move, Play):
            assert all(is_legal_meld(meld.cards) for meld in state.table)
        # 3: jokers stand for a card on the table, and nowhere else
        assert JOKER not in state.table.cards
        for pile in (*state.hands, state.stock):
            assert not any(isinstance(card, Joker) and card is not JOKER for card in pile)
        # 6: scores are never negative and never shrink
        assert all(
            0 <= before <= after
            for before, after in zip(step.before.scores, state.scores, strict=True)
        )
        # 7: a knocker holds few cards, and no joker
        if isinstance(step.move, Knock):
            check_knocker(state, rules)
    for turns in rounds(steps):
        check_turns(turns)
    check_end(steps[-1].after)


def check_knocker(state: GameState, rules: Rules) -> None:
    """Whoever knocks has cards, and no more points than allowed; by default at most five."""
    assert state.last_round is not None
    assert isinstance(state.last_round.ending, Knocked)
    hand = state.hands[state.last_round.ending.seat]
    assert 0 < hand_points(hand, rules) <= rules.knock_limit
    if (rules.knock_limit, rules.joker_points, rules.ace_points) == (5, 25, 1):
        assert len(hand) <= (4 if state.players == 2 else 5)
        assert JOKER not in hand


def check_turns(steps: list[Step]) -> None:
    """Check 4 and the shapes of the turns (D4) in one round, and who takes them (R7, D19)."""
    first, last = steps[0].after, steps[-1].after
    shapes: list[str] = []
    seats: list[int | None] = []
    for step in steps[1:]:
        seat = step.before.current_player
        if not seats or seats[-1] != seat:
            shapes.append("")
            seats.append(seat)
        if isinstance(step.move, (Draw, Play)):
            shapes[-1] += "d" if isinstance(step.move, Draw) else "m"
        if isinstance(step.move, EndTurn) and step.after.last_round is step.before.last_round:
            assert step.after.current_player == ((seat or 0) + 1) % step.before.players
    # 4: at most as many turns as there are cards in the stock, and one more for each player
    assert len(seats) <= len(first.stock) + first.players
    optional = first.rules.extra_draws == "optional"
    lap = [step for step in steps[1:] if step.before.last_lap is not None]
    in_lap = len({step.before.current_player for step in lap})
    before_lap = shapes[: len(shapes) - in_lap]
    for shape in before_lap[:-1]:
        assert shape in {"dm", "ddm", "ddd"} | ({"d", "dd"} if optional else set())
    assert all(shape in {"", "m"} for shape in shapes[len(before_lap) :])
    assert sum(shape.count("d") for shape in shapes) == len(first.stock) - len(last.stock)


def check_end(state: GameState) -> None:
    """Check 9 and the settlement in the state after a game."""
    assert Phase.GAME_OVER is state.phase
    assert state.last_round is not None
    reached = {seat for seat, total in enumerate(state.scores) if total >= state.rules.target}
    assert reached
    # 9: only co-winners of one round can reach the target together
    assert reached <= set(state.last_round.winners)
    assert settle(state.scores, state.rounds_won, state.rules) == state.result


class TestGames:
    @many
    @given(games())
    def test_games_under_any_rules(self, steps: tuple[Step, ...]) -> None:
        """The consequences hold for 2 to 5 players under all numbers and switches."""
        check_consequences(steps)

    @slow
    @given(games(switches(target=30)))
    def test_games_with_the_published_numbers(self, steps: tuple[Step, ...]) -> None:
        """They hold with hands of ten cards and the published points."""
        check_consequences(steps)

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_a_whole_game_by_the_published_rules(self, players: int) -> None:
        """They hold from the first deal to 150 points."""
        check_consequences(tuple(game(players, Rules(), players, PLAYERS[3])))

    @slow
    @given(games())
    def test_replaying_gives_the_same_states(self, steps: tuple[Step, ...]) -> None:
        """A game is its rules, its players and its moves."""
        first = steps[0].before
        state = new_game(first.players, rules=first.rules, dealer=first.dealer)
        assert first == state
        for step in steps:
            state = apply(state, step.move)
            assert step.after == state
            assert hash(step.after) == hash(state)

    @slow
    @given(games())
    def test_rounds_are_scored_as_by_hand(self, steps: tuple[Step, ...]) -> None:
        """Each round's result is that of its hands and its ending; the totals are their sums."""
        totals = [0] * steps[0].before.players
        won = [0] * steps[0].before.players
        for turns in rounds(steps):
            after, rules = turns[-1].after, turns[-1].after.rules
            result = after.last_round
            assert result is not None
            assert score_round(after.hands, result.ending, rules) == result
            for seat, score in enumerate(result.scores):
                totals[seat] += score
                won[seat] += seat in result.winners
            assert (tuple(totals), tuple(won)) == (after.scores, after.rounds_won)
            if isinstance(result.ending, WentOut):
                assert () == after.hands[result.ending.seat]


# --- moves ----------------------------------------------------------------------------------------


@st.composite
def any_moves(draw: st.DrawFn, state: GameState) -> Move:
    """A move of any kind, legal or not; plays are near what can be played."""
    simple: list[Move] = [Draw(), Knock(), EndTurn(), Deal(pack(state.players)), Deal(pack(2)[1:])]
    move = draw(st.sampled_from([*simple, None]))
    if move is not None:
        return move
    if draw(st.booleans()):
        return Play(draw(tables()))
    rng = random.Random(draw(st.integers(0, 99)))
    if legal_moves(state):
        move = legal_moves(state).sample(rng)
    return move if isinstance(move, Play) else Play(state.table)


class TestMoves:
    @slow
    @given(states(), st.data())
    def test_validate_and_apply_agree(self, state: GameState, data: st.DataObject) -> None:
        """A move is applied exactly if nothing is found against it; else the state stays equal."""
        move = data.draw(any_moves(state))
        seat = data.draw(st.none() | st.integers(0, state.players - 1))
        before = copy.deepcopy(state)
        violation = validate(state, move, seat=seat)
        if violation is None:
            assert apply(state, move, seat=seat) == apply(before, move)
        else:
            with pytest.raises(IllegalMove) as caught:
                apply(state, move, seat=seat)
            assert violation == caught.value.violation
        assert before == state
        assert pickle.dumps(before) == pickle.dumps(copy.deepcopy(state))

    @slow
    @given(states(), st.integers(0, 2**32 - 1))
    def test_what_is_listed_or_sampled_is_legal(self, state: GameState, seed: int) -> None:
        """And in the collection; the plays differ, and none is heavier than the one before."""
        moves = legal_moves(state)
        listed = list(islice(moves, 20))
        assert bool(listed) is bool(moves)
        for move in listed:
            assert validate(state, move) is None
            assert move in moves
        assert len(set(listed)) == len(listed)
        if listed:
            sampled = moves.sample(random.Random(seed))
            assert sampled in moves
            assert sampled == moves.sample(random.Random(seed))
        left = [
            hand_points(apply_play(state, move), state.rules)
            for move in listed
            if isinstance(move, Play)
        ]
        assert sorted(left) == left

    @slow
    @given(states())
    def test_the_simple_moves_are_all_listed(self, state: GameState) -> None:
        """Of the moves without contents the collection holds exactly the legal ones."""
        simple = [m for m in (Draw(), EndTurn(), Knock()) if validate(state, m) is None]
        assert simple == list(islice(legal_moves(state), len(simple)))
        listed = list(islice(legal_moves(state), len(simple), len(simple) + 3))
        assert all(isinstance(move, Play) for move in listed)

    @slow
    @given(states())
    def test_a_play_of_everything_listed_is_told_apart_from_a_refusal(
        self, state: GameState
    ) -> None:
        """The old table and a card that nobody holds are never a play."""
        foreign = Table.of([*state.table, [Joker(Card.parse(t)) for t in ("2S", "3S", "4S")]])
        assert Play(state.table) not in legal_moves(state)
        assert Play(foreign) not in legal_moves(state)


def apply_play(state: GameState, move: Play) -> tuple[AnyCard, ...]:
    """Return the hand that a play leaves, counted as physical cards."""
    on_table = Counter(JOKER if isinstance(c, Joker) else c for c in move.table.cards)
    on_table.subtract(JOKER if isinstance(c, Joker) else c for c in state.table.cards)
    hand = Counter(state.turn.hand or ())
    hand.subtract(on_table)
    return tuple(hand.elements())


class TestSeats:
    @slow
    @given(st.integers(2, 5), any_rules(), st.integers(0, 999), st.sampled_from(PLAYERS[:3]))
    def test_renumbered_seats_renumber_the_game(
        self, players: int, rules: Rules, seed: int, player: object
    ) -> None:
        """With another first dealer the same game goes on one seat further."""
        steps = tuple(game(players, rules, seed, player))  # type: ignore[arg-type]
        dealer = (steps[0].before.dealer + 1) % players
        state = new_game(players, rules=rules, dealer=dealer)
        for step in steps:
            state = apply(state, step.move)
        last = steps[-1].after
        assert (last.scores[-1], *last.scores[:-1]) == state.scores
        assert (last.hands[-1], *last.hands[:-1]) == state.hands
        assert last.table == state.table
