"""Hypothesis strategies and random games for the tests; they owe nothing to the package's logic."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    Deal,
    Draw,
    EndTurn,
    GameState,
    Joker,
    Knock,
    Move,
    Phase,
    Play,
    Rules,
    Table,
    apply,
    best_play,
    legal_moves,
    new_game,
    pack,
    shuffled_pack,
    validate,
)

RANKS = "A23456789TJQK"
SUITS = "SHDC"


# --- cards and melds ------------------------------------------------------------------------------

NATURALS = tuple(Card.parse(rank + suit) for rank in RANKS for suit in SUITS)
DECLARED = tuple(Joker(card) for card in NATURALS)


def _melds_as_laid() -> tuple[tuple[Card, ...], ...]:
    """List every legal meld without jokers, whole suits twice: with the ace low and high."""
    groups = [
        tuple(Card.parse(rank + suit) for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    ]
    row = RANKS + "A"
    sequences = [
        tuple(Card.parse(rank + suit) for rank in row[start : start + length])
        for suit in SUITS
        for length in range(3, 14)
        for start in range(15 - length)
    ]
    return (*groups, *sequences)


MELDS_AS_LAID = _melds_as_laid()
"""All legal melds of the 52 cards, as they lie on a table."""

LEGAL_FACES = frozenset(frozenset(meld) for meld in MELDS_AS_LAID)
"""The same as sets of cards."""


def is_legal_meld(cards: tuple[AnyCard, ...]) -> bool:
    """Look the cards up in the list of all melds, each joker as the card it stands for."""
    faces = [card.stands_for if isinstance(card, Joker) else card for card in cards]
    return len(set(faces)) == len(faces) and frozenset(faces) in LEGAL_FACES


def naturals() -> st.SearchStrategy[Card]:
    """Any natural card."""
    return st.sampled_from(NATURALS)


def any_cards() -> st.SearchStrategy[AnyCard]:
    """Any card or joker, declared or not."""
    return st.sampled_from((*NATURALS, *DECLARED, JOKER))


def hands(players: int = 3, max_size: int = 13) -> st.SearchStrategy[tuple[AnyCard, ...]]:
    """Some of the cards of a pack, in any order."""
    cards = pack(players)
    picks = st.lists(st.integers(0, len(cards) - 1), max_size=max_size, unique=True)
    return picks.map(lambda numbers: tuple(cards[number] for number in numbers))


@st.composite
def melds(draw: st.DrawFn, *, jokers: bool = True) -> tuple[AnyCard, ...]:
    """The cards of a legal meld in any order, some of them jokers."""
    laid = draw(st.sampled_from(MELDS_AS_LAID))
    cards: list[AnyCard] = list(laid)
    if jokers:
        for index in draw(st.sets(st.integers(0, len(laid) - 1), max_size=2)):
            cards[index] = Joker(laid[index])
    return tuple(draw(st.permutations(cards)))


@st.composite
def tables(draw: st.DrawFn, *, max_melds: int = 4) -> Table:
    """Tables of a few melds, not bound to a pack."""
    return Table.of(draw(st.lists(melds(), max_size=max_melds)))


# --- rules ----------------------------------------------------------------------------------------

SWITCHES: dict[str, st.SearchStrategy[object]] = {
    "extra_draws": st.sampled_from(("compulsory", "optional")),
    "knock_in_last_lap": st.booleans(),
    "going_out_ends_last_lap": st.booleans(),
    "undercut_without_knock": st.booleans(),
    "round_bonus_for": st.sampled_from(("others", "all")),
}


@st.composite
def switches(draw: st.DrawFn, /, **numbers: int) -> Rules:
    """The published numbers, or those given, under every combination of the switches."""
    drawn = {name: draw(choice) for name, choice in SWITCHES.items()}
    return Rules(**numbers, **drawn)  # type: ignore[arg-type]


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Other numbers too, such as make short games."""
    numbers = {
        "hand_size": draw(st.integers(1, 10)),
        "knock_limit": draw(st.sampled_from((0, 1, 5, 20, 100))),
        "undercut_bonus": draw(st.integers(0, 20)),
        "going_out_bonus": draw(st.integers(0, 40)),
        "target": draw(st.sampled_from((1, 10, 40))),
        "game_bonus": draw(st.integers(0, 200)),
        "round_bonus": draw(st.integers(0, 50)),
        "joker_points": draw(st.sampled_from((1, 25, 50))),
        "face_points": draw(st.integers(1, 12)),
        "ace_points": draw(st.sampled_from((1, 11, 15))),
    }
    return draw(switches(**numbers))


# --- games ----------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One move of a game."""

    before: GameState
    move: Move
    after: GameState


Player: TypeAlias = Callable[[GameState, random.Random], Move]


def by_chance(state: GameState, rng: random.Random) -> Move:
    """Make any legal move."""
    return legal_moves(state).sample(rng)


def greedily(state: GameState, rng: random.Random) -> Move:  # noqa: ARG001
    """Meld as many points as possible as soon as possible, and knock."""
    if state.phase is Phase.MELD:
        proposal = best_play(state.table, state.turn.hand or ())
        if proposal is not None:
            return proposal.move
    return next(move for move in (Knock(), Draw(), EndTurn()) if validate(state, move) is None)


def patiently(state: GameState, rng: random.Random) -> Move:
    """Draw as long as there is anything to draw, and meld in the last lap only."""
    if state.last_lap is not None:
        return greedily(state, rng)
    return next(move for move in (Draw(), EndTurn()) if validate(state, move) is None)


def by_turns(state: GameState, rng: random.Random) -> Move:
    """Play each move in one of the other manners."""
    return rng.choice((by_chance, greedily, patiently))(state, rng)


PLAYERS: tuple[Player, ...] = (by_chance, greedily, patiently, by_turns)


def game(players: int, rules: Rules, seed: int, player: Player) -> Iterator[Step]:
    """Play a whole game."""
    rng = random.Random(seed)
    state = new_game(players, rules=rules, rng=rng)
    while state.phase is not Phase.GAME_OVER:
        move: Move = (
            Deal(shuffled_pack(players, rng)) if state.phase is Phase.DEAL else player(state, rng)
        )
        following = apply(state, move)
        yield Step(state, move, following)
        state = following


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> tuple[Step, ...]:
    """Whole games of 2 to 5 players, played in all manners."""
    return tuple(
        game(
            draw(st.integers(2, 5)),
            draw(any_rules() if rules is None else rules),
            draw(st.integers(0, 2**32 - 1)),
            draw(st.sampled_from(PLAYERS)),
        )
    )


@st.composite
def states(draw: st.DrawFn) -> GameState:
    """A state from anywhere in a game."""
    steps = draw(games())
    return draw(st.sampled_from((steps[0].before, *(step.after for step in steps))))


def plays_of(steps: tuple[Step, ...]) -> Iterator[tuple[Step, Play]]:
    """Yield the melds of a game."""
    for step in steps:
        if isinstance(step.move, Play):
            yield step, step.move
