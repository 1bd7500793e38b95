"""Nothing leaks: what a player cannot see leaves no trace in what reaches the player (D27).

Steps of whole games are compared with their doubles, in which the cards that a player sees neither
before nor after the move have changed places.
"""

from __future__ import annotations

import enum
import functools
import gc
import pickle
import random
import types
from collections import Counter
from collections.abc import Iterable
from itertools import islice

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    AnyCard,
    Card,
    Deal,
    Draw,
    EndTurn,
    GameState,
    IllegalMove,
    Joker,
    Knock,
    Move,
    Phase,
    Play,
    PlayerView,
    PublicView,
    Rules,
    Table,
    apply,
    events_of,
    legal_moves,
    pack,
    public_view,
    validate,
    view,
    visible,
)
from manipulation_rummy.laying import cards_played
from tests.strategies import PLAYERS, Step, game, games

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=slow.max_examples // 3)


# --- doubles --------------------------------------------------------------------------------------


def double(step: Step, seat: int | None, rng: random.Random) -> Step:
    """Return another step that must look the same to a seat, or to spectators."""
    before, move = step.before, step.move
    drawn = before.stock[:1] if isinstance(move, Draw) and before.current_player == seat else ()
    piles = [list(before.stock[len(drawn) :])]
    kept: list[tuple[AnyCard, ...]] = list(before.hands)
    if not hands_are_shown(before) and not hands_are_shown(step.after):
        for other, hand in enumerate(before.hands):
            if other != seat:
                kept[other] = shown_by(move, before) if other == before.current_player else ()
                piles.append(list((Counter(hand) - Counter(kept[other])).elements()))
    stock, *hidden = permuted(piles, rng)
    hands = before.hands
    if hidden:
        others = iter(hidden)
        hands = tuple(
            hand if other == seat else tuple(sorted((*kept[other], *next(others))))
            for other, hand in enumerate(before.hands)
        )
    before = attrs.evolve(before, hands=hands, stock=(*drawn, *stock))
    if isinstance(move, Deal):
        move = deal_like(move, before, seat, rng)
    return Step(before, move, apply(before, move))


def hands_are_shown(state: GameState) -> bool:
    """Whether a round has ended: all hands are public then."""
    return state.phase in {Phase.DEAL, Phase.GAME_OVER}


def shown_by(move: Move, state: GameState) -> tuple[AnyCard, ...]:
    """Return the cards that a move takes from a hand to the table."""
    return cards_played(state.table, move.table) if isinstance(move, Play) else ()


def deal_like(deal: Deal, state: GameState, seat: int | None, rng: random.Random) -> Deal:
    """Return a deal that gives this seat the same cards, and everything else by chance."""
    dealt = state.players * state.rules.hand_size
    first = state.dealer + 1
    own = [] if seat is None else range((seat - first) % state.players, dealt, state.players)
    (others,) = permuted([[c for place, c in enumerate(deal.deck) if place not in own]], rng)
    rest = iter(others)
    return Deal(c if place in own else next(rest) for place, c in enumerate(deal.deck))


def permuted(piles: list[list[AnyCard]], rng: random.Random) -> list[list[AnyCard]]:
    """Return piles of the same sizes with the same cards, which have changed places."""
    cards = [card for pile in piles for card in pile]
    rng.shuffle(cards)
    rest = iter(cards)
    return [list(islice(rest, len(pile))) for pile in piles]


# --- what reaches a player ------------------------------------------------------------------------


def look(state: GameState, seat: int | None) -> PlayerView | PublicView:
    """Return the view of a seat, or that of spectators."""
    return public_view(state) if seat is None else view(state, seat)


def tried(step: Step) -> list[Move]:
    """Return moves that a player may think of, legal or not, the same for a step's doubles."""
    strange = Table.of(
        [*step.before.table, [Joker(Card.parse(text)) for text in ("2S", "3S", "4S")]]
    )
    move = Draw() if isinstance(step.move, Deal) else step.move
    deals: list[Move] = [Deal(pack(step.before.players)), Deal(())]
    return [move, Draw(), EndTurn(), Knock(), Play(step.before.table), Play(strange), *deals]


def traces(step: Step, seat: int | None, moves: list[Move]) -> list[object]:
    """Return all that reaches a seat: as bytes, as text, and as values with their hashes."""
    found: list[object] = []
    for state in (step.before, step.after):
        seen = look(state, seat)
        found += [seen, hash(seen), repr(seen), str(seen), pickle.dumps(seen)]
        for move in moves:
            found += [repr(validate(seen, move)), str(validate(seen, move))]
            found.append(refusal_of(state, move, seat))
        possible = list(islice(legal_moves(seen), 5))
        found += [possible, repr(possible), pickle.dumps(possible), bool(legal_moves(seen))]
    events = [visible(event, seat) for event in events_of(step.before, step.move)]
    found += [events, list(map(hash, events)), repr(events), *map(pickle.dumps, events)]
    return [*found, pickle.dumps(events)]


def refusal_of(state: GameState, move: Move, seat: int | None) -> str:
    """Return what a server says to a seat that tries a move."""
    if seat is None:
        return ""
    try:
        apply(state, move, seat=seat)
    except IllegalMove as error:
        return f"{error!r} {error}"
    return "done"


class TestTraces:
    @slow
    @given(games(), st.integers(0, 2**32 - 1))
    def test_consequence_10_hidden_cards_leave_no_trace(
        self, steps: tuple[Step, ...], seed: int
    ) -> None:
        """Views, texts, pickles, refusals, legal moves and events are equal, byte for byte."""
        rng = random.Random(seed)
        for step in rng.sample(steps, min(4, len(steps))):
            for seat in (None, *range(step.before.players)):
                moves = tried(step)
                other = double(step, seat, rng)
                assert traces(step, seat, moves) == traces(other, seat, moves)

    @pytest.mark.parametrize("players", [2, 5])
    def test_the_ends_of_rounds_and_the_deals_of_a_whole_game(self, players: int) -> None:
        """The moves at which the most becomes known give away no more than that."""
        rng = random.Random(players)
        kinds = Counter[type]()
        for step in game(players, Rules(target=30), seed=players, player=PLAYERS[3]):
            if step.before.phase is Phase.DEAL or hands_are_shown(step.after):
                kinds[type(step.move)] += 1
                for seat in (None, *range(players)):
                    moves = tried(step)
                    other = double(step, seat, rng)
                    assert traces(step, seat, moves) == traces(other, seat, moves)
        assert kinds[Deal] > 0
        assert kinds.total() > kinds[Deal]

    def test_the_doubles_do_differ(self) -> None:
        """In most steps of a game another state stands behind equal views."""
        rng = random.Random(1)
        steps = tuple(game(3, Rules(target=30), seed=1, player=PLAYERS[3]))
        differing = sum(
            (double(step, seat, rng).before, double(step, seat, rng).after)
            != (step.before, step.after)
            for step in steps
            for seat in (None, 0, 1, 2)
        )
        assert differing > 3.9 * len(steps)

    def test_a_leak_would_be_found(self) -> None:
        """Hidden cards do leave traces in the state and in the events that are meant for others."""
        step = next(s for s in game(2, Rules(), 1, PLAYERS[0]) if isinstance(s.move, Draw))
        seat = step.before.current_player
        other = double(step, 1 - (seat or 0), random.Random(1))
        assert traces(step, seat, [])[0] != traces(other, seat, [])[0]
        assert events_of(step.before, step.move) != events_of(other.before, other.move)


# --- what can be reached --------------------------------------------------------------------------


def reachable(value: object) -> Iterable[object]:
    """Yield all objects that a value leads to, as the garbage collector finds them.

    Classes, modules and functions are left out: they are the program, not the value.
    """
    program = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
    seen = {id(value): value}
    pending = [value]
    while pending:
        for part in gc.get_referents(pending.pop()):
            if id(part) not in seen and not isinstance(part, program):
                seen[id(part)] = part
                pending.append(part)
    return seen.values()


class TestReach:
    @few
    @given(games(), st.integers(0, 2**32 - 1))
    def test_d27_no_state_can_be_reached(self, steps: tuple[Step, ...], seed: int) -> None:
        """Neither from a view nor from its moves nor from an event that a player is told."""
        rng = random.Random(seed)
        for step in rng.sample(steps, min(4, len(steps))):
            for seat in (None, *range(step.before.players)):
                seen = look(step.after, seat)
                events = [visible(event, seat) for event in events_of(step.before, step.move)]
                for value in (seen, legal_moves(seen), iter(legal_moves(seen)), events):
                    assert not any(isinstance(part, GameState) for part in reachable(value))

    def test_the_stock_and_the_hands_of_others_cannot_be_reached(self) -> None:
        """Of all tuples of cards that a view leads to, only the own hand is a player's."""
        step = next(s for s in game(3, Rules(), 1, PLAYERS[0]) if isinstance(s.move, Draw))
        parts = [part for part in reachable(view(step.after, 0)) if isinstance(part, tuple)]
        assert step.after.hands[0] in parts
        for hidden in (*step.after.hands[1:], step.after.stock):
            assert hidden not in parts

    def test_a_state_would_be_found(self) -> None:
        """The search goes through fields, tuples, lists, kept arguments and enumerations."""
        state = next(game(2, Rules(), 1, PLAYERS[0])).after

        @attrs.frozen
        class Holder:
            held: object

        class Kind(enum.Enum):
            ONE = Holder(state)

        for holder in (
            Holder(((state,),)),
            [Holder(state)],
            functools.partial(print, state),
            Kind.ONE,
        ):
            assert state in reachable(holder)
