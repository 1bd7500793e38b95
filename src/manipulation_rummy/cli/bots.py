"""The bots to play against: from what a player may see to a move."""

from __future__ import annotations

import enum
import random

from manipulation_rummy.cards import shuffled_pack
from manipulation_rummy.engine import legal_moves
from manipulation_rummy.moves import Deal, Draw, EndTurn, Knock, Move
from manipulation_rummy.record import GameRecord
from manipulation_rummy.solver import best_play
from manipulation_rummy.state import Phase
from manipulation_rummy.views import PlayerView, view


class Bot(str, enum.Enum):
    """The kinds of bots."""

    BEST = "best"
    RANDOM = "random"

    def choose(self, seen: PlayerView, rng: random.Random) -> Move:
        """Return the move of the player whose view it is, who is to move."""
        if self is Bot.RANDOM:
            return legal_moves(seen).sample(rng)
        return best_move(seen)


def best_move(seen: PlayerView) -> Move:
    """Draw until something can be played, and then make the best play, moving no more than need be.

    Knock if it is legal, unless somebody holds fewer cards, and so perhaps fewer points.
    """
    moves = legal_moves(seen)
    if seen.phase is Phase.MELD:
        play = best_play(seen.table, seen.hand, weight=seen.rules.points, tidy=True)
        if play is not None:
            return play.move
    if Draw() in moves:
        return Draw()
    if Knock() in moves and len(seen.hand) == min(seen.hand_sizes):
        return Knock()
    return EndTurn()


def play_out(record: GameRecord, rng: random.Random) -> GameRecord:
    """Return a game played to its end by players who always make the best play."""
    while record.state.result is None:
        state, seat = record.state, record.state.current_player
        assert seat is not None, "it is somebody's turn"
        deals = state.phase is Phase.DEAL
        move = Deal(shuffled_pack(state.players, rng)) if deals else best_move(view(state, seat))
        record = record.with_move(move)
    return record
