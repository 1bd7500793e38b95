"""A client of the table: it keeps its view up to date by events, and lets the solver play.

    python client.py PORT TOKEN

It holds no rule of the game: `legal_moves` and the solver take the view.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from typing import Any, TextIO

from manipulation_rummy import (
    Draw,
    EndTurn,
    Event,
    Knock,
    Move,
    Phase,
    PlayerView,
    best_play,
    fold,
    legal_moves,
)
from manipulation_rummy.serialization import from_data, to_data, to_json

PAUSE = 0.02  # seconds after a move; the server takes 50 messages a second


def choose(seen: PlayerView) -> Move:
    """Choose a move: the heaviest play if there is one, and a knock if that would win points."""
    moves = legal_moves(seen)
    if seen.phase is Phase.MELD and (play := best_play(seen.table, seen.hand)):
        return play.move
    return next(move for move in (Knock(), Draw(), EndTurn()) if move in moves)


class Client:
    """A connection to the server, and what may be seen by it."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self.view: PlayerView
        self.send({"type": "join", "token": token})
        self.receive()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        """Return the next message, and bring the view up to date."""
        line = self._lines.readline()
        if not line:
            raise EOFError
        message: dict[str, Any] = json.loads(line)
        if message["type"] == "view":
            self.view = from_data(message["view"], PlayerView)
        elif message["type"] == "events":
            for event in message["events"]:
                self.view = fold(self.view, from_data(event, Event))
        return message

    def is_to_move(self) -> bool:
        """Whether the server waits for a move of this player; deals it makes itself."""
        return self.view.current_player == self.view.seat and self.view.phase is not Phase.DEAL


def play(port: int, token: str, log: TextIO) -> None:
    """Play a game to its end; log the view after each message."""
    client = Client(port, token)
    while client.view.phase is not Phase.GAME_OVER:
        print(to_json(client.view), file=log, flush=True)
        if client.is_to_move():
            client.send({"type": "move", "move": to_data(choose(client.view))})
            time.sleep(PAUSE)
        message = client.receive()
        if message["type"] == "refused":
            raise SystemExit(f"refused: {message['text']}")
    print(to_json(client.view), file=log, flush=True)


if __name__ == "__main__":
    play(int(sys.argv[1]), sys.argv[2], sys.stdout)
