"""The server of a table: it deals, judges moves, and tells each seat what it may know.

    python server.py --players 2 --seed 7 --record game.txt

It prints the port, and for each seat the secret by which its player joins. Messages are JSON
objects, one a line; the page "A server and its clients" lists them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from manipulation_rummy import (
    Deal,
    GameRecord,
    IllegalMove,
    Move,
    Phase,
    RummyError,
    events_of,
    shuffled_pack,
    view,
    visible,
)
from manipulation_rummy.serialization import from_data, to_data

LONGEST_MESSAGE = 16_384  # bytes; a whole table takes about 3,000
MESSAGES = 100  # so many at once, and then
A_SECOND = 50  # so many a second
SECONDS_TO_JOIN = 10
SECONDS_TO_READ_ON = 1
UNREAD = 1 << 20  # bytes that may wait for a client that does not read


class Refused(Exception):
    """What a client sent is not taken; the reasons are for programs, the text is for people."""

    def __init__(self, text: str, *reasons: str) -> None:
        super().__init__(text)
        self.reasons = reasons


class Client:
    """A connection: who has joined by it, and how much more it may send."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self.seat: int | None = None
        self._writer = writer
        self._allowance = float(MESSAGES)
        self._seen = time.monotonic()

    def take_one(self) -> None:
        """Count a message; raise Refused once there are too many."""
        now = time.monotonic()
        self._allowance = min(MESSAGES, self._allowance + A_SECOND * (now - self._seen)) - 1
        self._seen = now
        if self._allowance < 0:
            raise Refused("too many messages", "flood")

    def send(self, message: dict[str, Any]) -> None:
        """Send a message, unless the client has not read much of the last ones."""
        if self._writer.transport.get_write_buffer_size() > UNREAD:
            self.close()
        elif not self._writer.is_closing():
            self._writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """End the connection once all is sent."""
        self._writer.close()


class GameServer:
    """A game and the connections of its players."""

    def __init__(self, players: int, seed: int | None, record: Path | None) -> None:
        # a seed is for tests: whoever guesses it knows every deck
        self._rng = secrets.SystemRandom() if seed is None else random.Random(seed)
        names = [f"Player {seat}" for seat in range(players)]
        self._record = GameRecord.of(names, dealer=self._rng.randrange(players))
        self._file = record
        self._seats: list[Client | None] = [None] * players
        self.tokens = [secrets.token_urlsafe(16) for _ in range(players)]
        self.over = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk to a client until either side has enough; a game goes on without it."""
        client = Client(writer)
        try:
            async for line in _lines(reader, client):
                self._answer(client, line)
        except Refused as refused:  # what ends a connection
            client.send({"type": "refused", "reasons": refused.reasons, "text": str(refused)})
            await _discard(reader)
        except OSError:
            pass
        finally:
            if client.seat is not None and self._seats[client.seat] is client:
                self._seats[client.seat] = None
            client.close()

    def _answer(self, client: Client, line: bytes) -> None:
        try:
            message = _read(line)
            if client.seat is None:
                self._join(client, message)
            else:
                self._move(client.seat, message)
        except IllegalMove as error:
            reasons = [fault.reason.value for fault in error.violation.faults]
            client.send({"type": "refused", "reasons": reasons, "text": str(error)})
        except RummyError as error:
            client.send({"type": "refused", "reasons": ["malformed"], "text": str(error)})
        except Refused as refused:
            client.send({"type": "refused", "reasons": refused.reasons, "text": str(refused)})

    def _join(self, client: Client, message: dict[str, Any]) -> None:
        token = str(_only(message, "join", "token"))
        seats = [seat for seat, it in enumerate(self.tokens) if secrets.compare_digest(it, token)]
        if not seats:
            raise Refused("no seat has this token", "token")
        client.seat = seats[0]
        if before := self._seats[client.seat]:
            before.close()  # a new connection takes the place of a lost one
        self._seats[client.seat] = client
        self._show(client)
        if all(self._seats) and self._record.state.phase is Phase.DEAL:
            self._deal()

    def _move(self, seat: int, message: dict[str, Any]) -> None:
        # whose move it is says the connection, never the message
        move = from_data(_only(message, "move", "move"), Move)
        if isinstance(move, Deal):
            raise Refused("the server deals", "deal")
        self._apply(move, seat)
        if self._record.state.phase is Phase.DEAL:
            self._deal()

    def _deal(self) -> None:
        self._apply(Deal(shuffled_pack(len(self._seats), self._rng)), None)

    def _apply(self, move: Move, seat: int | None) -> None:
        """Apply a move, or raise IllegalMove and change nothing; tell everybody what happened."""
        before = self._record.state
        self._record = self._record.with_move(move, seat=seat)
        happened = events_of(before, move)
        for watching, client in enumerate(self._seats):
            if client:
                seen = [to_data(visible(event, watching)) for event in happened]
                client.send({"type": "events", "events": seen})
        if self._file:
            _replace(self._file, self._record.dumps())
        if self._record.state.phase is Phase.GAME_OVER:
            self.over.set()

    def _show(self, client: Client) -> None:
        assert client.seat is not None
        client.send({"type": "view", "view": to_data(view(self._record.state, client.seat))})


async def _lines(reader: asyncio.StreamReader, client: Client) -> AsyncIterator[bytes]:
    """Yield the messages of a client; raise Refused for one too long, too late, or too many."""
    while True:
        timeout = SECONDS_TO_JOIN if client.seat is None else None
        try:
            line = await asyncio.wait_for(reader.readline(), timeout)
        except ValueError:
            raise Refused(f"a message has at most {LONGEST_MESSAGE} bytes", "too_long") from None
        except asyncio.TimeoutError:
            raise Refused("nobody joined", "timeout") from None
        if not line.endswith(b"\n"):
            return
        client.take_one()
        yield line


async def _discard(reader: asyncio.StreamReader) -> None:
    """Read on for a moment: a connection closed with unread bytes would lose the last answer."""

    async def read_on() -> None:
        while await reader.read(LONGEST_MESSAGE):
            pass

    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(read_on(), SECONDS_TO_READ_ON)


def _read(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Refused("a message is a JSON object on one line", "malformed")
    return message


def _only(message: dict[str, Any], kind: str, key: str) -> object:
    """Return the one value of a message of this kind, which has nothing else in it."""
    if message.get("type") != kind or set(message) != {"type", key}:
        raise Refused(f"expected an object with type {kind!r}, {key!r} and no more", "malformed")
    return message[key]


def _replace(file: Path, text: str) -> None:
    """Write a file as a whole, so that there is always an old or a new one."""
    new = file.with_name(file.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


async def main() -> None:
    """Serve one game."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--host", default="127.0.0.1")
    options.add_argument("--port", type=int, default=0, help="0, the default, takes a free one")
    options.add_argument("--seed", type=int, help="the same decks every time, for tests")
    options.add_argument("--record", type=Path, help="where the game is kept")
    chosen = options.parse_args()
    game = GameServer(chosen.players, chosen.seed, chosen.record)
    server = await asyncio.start_server(game.serve, chosen.host, chosen.port, limit=LONGEST_MESSAGE)
    port = server.sockets[0].getsockname()[1]
    print(json.dumps({"port": port, "tokens": game.tokens}), flush=True)
    async with server:
        await game.over.wait()
        await asyncio.sleep(0.5)  # the last events are on their way


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(main())
    sys.exit()
