"""The players of the demo game: they draw until they can play, and then make the best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from manipulation_rummy.engine import apply, legal_moves, validate
from manipulation_rummy.moves import Draw, EndTurn, Knock
from manipulation_rummy.solver import best_play
from manipulation_rummy.state import Phase

if TYPE_CHECKING:
    from manipulation_rummy.cards import AnyCard
    from manipulation_rummy.scoring import RoundResult
    from manipulation_rummy.solver import Proposal
    from manipulation_rummy.state import GameState


@attrs.frozen
class PlayedTurn:
    """A whole turn of a seat, and the state after it."""

    seat: int
    drawn: tuple[AnyCard, ...]
    play: Proposal | None
    knocks: bool
    last_before_lap: bool
    """Whether this turn exhausted the stock, and the last lap follows."""
    after: GameState

    @property
    def result(self) -> RoundResult | None:
        """The result of the round, None if it goes on."""
        over = self.after.phase in {Phase.DEAL, Phase.GAME_OVER}
        return self.after.last_round if over else None


def take_turn(state: GameState) -> PlayedTurn:
    """Play the turn of the player to move, whole."""
    seat, before = state.current_player, state
    assert seat is not None, "it is somebody's turn"
    drawn: list[AnyCard] = []
    play = _best_play(state, seat)
    while play is None and Draw() in legal_moves(state):
        drawn.append(state.stock[0])
        state = apply(state, Draw())
        play = _best_play(state, seat)
    if play is not None:
        state = apply(state, play.move)
    knocks = False
    if validate(state, EndTurn(), seat=seat) is None:  # he has cards left
        knocks = _wants_to_knock(state, seat)
        state = apply(state, Knock() if knocks else EndTurn())
    last_before_lap = before.last_lap is None and state.last_lap is not None
    return PlayedTurn(seat, tuple(drawn), play, knocks, last_before_lap, state)


def _best_play(state: GameState, seat: int) -> Proposal | None:
    if state.phase is not Phase.MELD:
        return None
    return best_play(state.table, state.hands[seat], weight=state.rules.points)


def _wants_to_knock(state: GameState, seat: int) -> bool:
    """Knock if it is legal, unless somebody holds fewer cards, and so perhaps fewer points."""
    fewest = min(map(len, state.hands))
    return Knock() in legal_moves(state) and len(state.hands[seat]) == fewest
