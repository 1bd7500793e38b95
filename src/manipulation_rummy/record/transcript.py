"""What a record holds, what may stand in it, and the steps of its game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

import attrs

from manipulation_rummy.arguments import shown, wrong_type
from manipulation_rummy.engine import apply, new_game
from manipulation_rummy.errors import RummyError
from manipulation_rummy.moves import Deal, Move
from manipulation_rummy.rules import Rules
from manipulation_rummy.scoring import RoundResult
from manipulation_rummy.state import GameState, Phase

MAX_MOVES: Final = 10_000
"""The most moves of a record; a game to 150 points has some hundreds."""
MAX_NOTE: Final = 1_000
"""The longest name of a player and the longest value of a tag, in characters."""
MAX_TAGS: Final = 50
MAX_COMMENTS: Final = 50_000
"""The most characters in all comments of a record together."""

_TAG: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")

Tags: TypeAlias = tuple[tuple[str, str], ...]
ShownTo: TypeAlias = tuple[int, ...] | None
"""The seats whose cards are shown in a text: none to spectators; None shows everything."""


@attrs.frozen
class Transcript:
    """A game from before its first deal on, move by move."""

    names: tuple[str, ...]
    """The names of the players by seat."""
    rules: Rules
    dealer: int
    """The seat of the first dealer."""
    tags: tuple[tuple[str, str], ...]
    """Whatever else is to be kept, as names and values, such as `("date", "2026-07-05")`."""
    moves: tuple[Move, ...]
    comments: tuple[tuple[int, str], ...]
    """Comments, each with the number of moves made before it; at most one at each place."""
    state: GameState = attrs.field(eq=False)
    """The state after the last move."""
    results: tuple[RoundResult, ...] = attrs.field(eq=False)
    """The results of the rounds played."""

    def states(self) -> Iterator[GameState]:
        """Yield the states of the game, from before the first deal to the last move.

        Every move is checked again.

        Raises:
            IllegalMove: If a move is not legal, after the states before it.
        """
        state = self.start()
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def start(self) -> GameState:
        """Return the state before the first deal."""
        return new_game(len(self.names), rules=self.rules, dealer=self.dealer)


class Step(NamedTuple):
    """A move with the states before and after it."""

    before: GameState
    move: Move
    after: GameState

    @property
    def result(self) -> RoundResult | None:
        """The result of the round if this move ends it."""
        over = self.after.phase in {Phase.DEAL, Phase.GAME_OVER}
        return self.after.last_round if over else None


def rounds_of(transcript: Transcript) -> Iterator[list[Step]]:
    """Yield the steps of each round, the first of which is its deal."""
    steps: list[Step] = []
    before = transcript.start()
    for move in transcript.moves:
        if isinstance(move, Deal) and steps:
            yield steps
            steps = []
        steps.append(Step(before, move, apply(before, move)))
        before = steps[-1].after
    if steps:
        yield steps


# --- what may stand in a record -------------------------------------------------------------------


def check_note(argument: str, text: object) -> str:
    """Return a name or a value of a tag if it is text and not too long."""
    if not isinstance(text, str):
        raise wrong_type(argument, "a str", text)
    if len(text) > MAX_NOTE:
        raise RummyError(f"{argument}: longer than {MAX_NOTE} characters")
    return text


def with_tag(tags: Tags, name: str, value: str, *, within: str = "") -> Tags:
    """Return the tags with this one, in the place of one of its name or at the end."""
    if not isinstance(name, str):
        raise wrong_type(f"{within}name", "a str", name)
    if not _TAG.fullmatch(name):
        raise RummyError(f"{within}a tag has a name such as 'date' or 'table-2', not {shown(name)}")
    following = tuple({**dict(tags), name: check_note(f"{within}value", value)}.items())
    if len(following) > MAX_TAGS:
        raise RummyError(f"{within}a record has at most {MAX_TAGS} tags")
    return following
