"""The players of the demo game: they draw until they can play, and then make the best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from manipulation_rummy.cli.bots import best_move
from manipulation_rummy.engine import apply
from manipulation_rummy.laying import cards_played
from manipulation_rummy.moves import Draw, Knock
from manipulation_rummy.state import Phase
from manipulation_rummy.views import view

if TYPE_CHECKING:
    from manipulation_rummy.cards import AnyCard
    from manipulation_rummy.scoring import RoundResult
    from manipulation_rummy.state import GameState


@attrs.frozen
class PlayedTurn:
    """A whole turn of a seat, and the state after it."""

    seat: int
    drawn: tuple[AnyCard, ...]
    played: tuple[AnyCard, ...]
    knocks: bool
    last_before_lap: bool
    """Whether this turn exhausted the stock, and the last lap follows."""
    after: GameState

    @property
    def result(self) -> RoundResult | None:
        """The result of the round, None if it goes on."""
        return self.after.last_round if _is_over(self.after) else None


def take_turn(state: GameState) -> PlayedTurn:
    """Play the turn of the player to move, whole."""
    seat, before = state.current_player, state
    assert seat is not None, "it is somebody's turn"
    drawn: list[AnyCard] = []
    knocks = False
    while state.current_player == seat and not _is_over(state):
        move = best_move(view(state, seat))
        if isinstance(move, Draw):
            drawn.append(state.stock[0])
        knocks = isinstance(move, Knock)
        state = apply(state, move)
    played = cards_played(before.table, state.table)
    last_before_lap = before.last_lap is None and state.last_lap is not None
    return PlayedTurn(seat, tuple(drawn), played, knocks, last_before_lap, state)


def _is_over(state: GameState) -> bool:
    return state.phase in {Phase.DEAL, Phase.GAME_OVER}
