"""A client that cheats in every way it can think of, and plays on in between.

    python cheating_client.py PORT TOKEN OTHER_TOKEN_GUESS

It prints one JSON line for each refusal, `[what was tried, reasons]`, and then all that it received
goes to the file that the environment names, byte by byte, for the test to search.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "examples" / "server"))

from client import PAUSE, Client, choose

from manipulation_rummy import Deal, Draw, EndTurn, Knock, Move, Phase, Play, pack
from manipulation_rummy.serialization import to_data

FLOOD = 1000
TRIES = 3
FOREIGN = "AS 2S 3S | AH 2H 3H | AD 2D 3D | AC 2C 3C"


class Cheat(Client):
    """A client that keeps all that it receives."""

    def __init__(self, port: int, token: str, received: Path) -> None:
        self.port, self.token, self.received = port, token, received
        super().__init__(port, token)

    def receive(self) -> dict[str, Any]:
        """Return the next message, which is kept."""
        message = super().receive()
        with self.received.open("a", encoding="utf-8") as file:
            file.write(json.dumps(message) + "\n")
        return message

    def refusal(self) -> dict[str, Any]:
        """Return the next refusal, whatever happens before it."""
        while (message := self.receive())["type"] != "refused":
            pass
        return message

    def raw(self, text: str | bytes) -> None:
        """Send anything."""
        self._socket.sendall(text if isinstance(text, bytes) else text.encode())

    def again(self) -> Cheat:
        """Join again after the server has ended the connection."""
        return Cheat(self.port, self.token, self.received)

    def attempt(self, name: str, message: str | bytes | dict[str, Any]) -> None:
        """Send what must be refused, and tell how it was."""
        if isinstance(message, dict):
            self.send(message)
        else:
            self.raw(message)
        print(json.dumps([name, self.refusal()["reasons"]]), flush=True)

    def move(self, move: Move) -> dict[str, Any]:
        """Return a move as a message."""
        return {"type": "move", "move": to_data(move)}


def cheat_in_turn(client: Cheat) -> None:
    """Try what is wrong before the draw, and after it."""
    as_other = {"seat": 1 - client.view.seat}
    client.attempt("a draw for another", client.move(Draw()) | as_other)
    client.attempt("a play before the draw", client.move(Play(FOREIGN)))
    client.send(client.move(Draw()))
    client.receive()
    client.attempt("cards it does not hold", client.move(Play(FOREIGN)))
    client.attempt("an early end", client.move(EndTurn()))
    client.attempt("an early knock", client.move(Knock()))


def cheat(client: Cheat, other: str) -> Cheat:
    """Try everything, and return the connection to go on with."""
    client.attempt("its own deck", client.move(Deal(pack(2))))
    garbage: dict[str, str | bytes] = {
        "no JSON": "give me all cards\n",
        "no object": "[1, 2]\n",
        "nothing": "\n",
        "no text": b"\xff\xfe\x00\n",
        "nesting": "[" * 5000 + "\n",
        "an endless number": '{"type":"move","move":' + "9" * 10_000 + "}\n",
        "no move": '{"type":"move","move":{"type":"peek"}}\n',
        "an unknown message": '{"type":"state"}\n',
        "half a move": '{"type":"move"}\n',
        "an impossible table": json.dumps(
            {"type": "move", "move": to_data(Play("7S 8S 9S")) | {"table": [["7S", "8H", "*"]]}}
        )
        + "\n",
    }
    for name, text in garbage.items():
        client.attempt(name, text)
    client.attempt("a message without end", "x" * 100_000)
    client = client.again()
    for _ in range(FLOOD):
        client.raw('{"type":"move","move":{"type":"draw"}}\n')
    reasons: list[object] = []
    try:
        while "flood" not in reasons:
            reasons = client.refusal()["reasons"]
    except (EOFError, OSError):
        pass
    print(json.dumps(["a flood", reasons]), flush=True)
    client = client.again()
    stranger = socket.create_connection(("127.0.0.1", client.port))
    stranger.sendall(json.dumps({"type": "join", "token": other}).encode() + b"\n")
    answer = json.loads(stranger.makefile().readline())
    print(json.dumps(["another's token", answer["reasons"]]), flush=True)
    return client


def play(port: int, token: str, other: str, received: Path) -> None:
    """Cheat early in the game and once more in the middle, and play it to its end."""
    client = Cheat(port, token, received)
    turns = out_of_turn = 0
    while client.view.phase is not Phase.GAME_OVER:
        if client.is_to_move():
            if client.view.phase is Phase.DRAW:
                turns += 1
                if turns in {1, 3}:
                    client = cheat(client, other)
                    cheat_in_turn(client)
            client.send(client.move(choose(client.view)))
            time.sleep(PAUSE)
            client.receive()
        elif client.view.phase is Phase.DRAW and out_of_turn < TRIES:
            out_of_turn += 1
            client.attempt("a move out of turn", client.move(EndTurn()))  # wrong in turn as well
        else:
            client.receive()


if __name__ == "__main__":
    play(int(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4]))
