"""The server of the documentation, played by two real clients, one of which cheats."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from manipulation_rummy import Deal, GameRecord, Phase, PlayerView, events_of, view, visible
from manipulation_rummy.serialization import from_json, to_data

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "examples" / "server"
HONEST, CHEAT = 0, 1


class Played:
    """A whole game: what the processes have left behind."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        record, received = folder / "game.txt", folder / "received"
        server = self._start("server", EXAMPLE / "server.py", "--seed", "11", "--record", record)
        clients: list[subprocess.Popen[bytes]] = []
        try:
            port, tokens = self._opened(server)
            clients.append(self._start("honest", EXAMPLE / "client.py", port, tokens[HONEST]))
            cheating = ROOT / "tests" / "cheating_client.py"
            guess = tokens[HONEST][:-1] + "!"
            clients.append(self._start("cheat", cheating, port, tokens[CHEAT], guess, received))
            self.codes = [process.wait(timeout=90) for process in (*clients, server)]
        finally:
            for process in (*clients, server):
                process.kill()
                process.wait()
        self.record = GameRecord.loads(record.read_text(encoding="utf-8"))
        self.views = [from_json(line, PlayerView) for line in self._lines("honest.out")]
        self.refusals = [json.loads(line) for line in self._lines("cheat.out")]
        self.received = [json.loads(line) for line in self._lines("received")]
        self.errors = [*self._lines("server.err"), *self._lines("honest.err")]
        self.errors += self._lines("cheat.err")

    def _start(self, name: str, *command: Path | str) -> subprocess.Popen[bytes]:
        with (
            (self._folder / f"{name}.out").open("w") as out,
            (self._folder / f"{name}.err").open("w") as errors,
        ):
            line = [sys.executable, *map(str, command)]
            return subprocess.Popen(line, stdout=out, stderr=errors)

    def _opened(self, server: subprocess.Popen[bytes]) -> tuple[str, list[str]]:
        """Wait until the server tells its port and the tokens."""
        while not (lines := self._lines("server.out")):
            assert server.poll() is None, self._lines("server.err")
            time.sleep(0.05)
        opened = json.loads(lines[0])
        return str(opened["port"]), opened["tokens"]

    def _lines(self, name: str) -> list[str]:
        return (self._folder / name).read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Play a game; all tests look at the same one."""
    return Played(tmp_path_factory.mktemp("server"))


def test_the_game_is_played_to_its_end(played: Played) -> None:
    """Server and clients end well; the record holds a whole game that replays."""
    assert [0, 0, 0] == played.codes
    assert [] == played.errors
    assert Phase.GAME_OVER is played.record.state.phase
    assert len(played.record.moves) + 1 == len(list(played.record.states()))


def test_every_cheat_is_refused_with_its_reason(played: Played) -> None:
    """Out of turn, for others, with foreign cards, malformed, oversized, in a flood: all of it."""
    refusals: dict[str, set[str]] = {}
    for name, reasons in played.refusals:
        refusals.setdefault(name, set()).update(reasons)
    assert "card_not_in_hand" in refusals.pop("cards it does not hold")
    assert "not_your_turn" in refusals.pop("a move out of turn")
    garbage = (
        "no JSON",
        "no object",
        "nothing",
        "no text",
        "nesting",
        "an endless number",
        "no move",
        "an unknown message",
        "half a move",
        "an impossible table",
        "a draw for another",
    )
    assert {name: {"malformed"} for name in garbage} | {
        "a play before the draw": {"draw_first"},
        "an early end": {"draw_due"},
        "an early knock": {"draw_due"},
        "its own deck": {"deal"},
        "a message without end": {"too_long"},
        "a flood": {"flood"},
        "another's token": {"token"},
    } == refusals


def test_the_honest_client_never_notices(played: Played) -> None:
    """After each move it has the view of the state, and nothing else has reached it."""
    states = [state for state in played.record.states() if state.phase is not Phase.DEAL]
    expected = [view(state, HONEST) for state in states]
    seen = [one for one in played.views if one.phase is not Phase.DEAL]
    assert expected == seen


def test_nothing_leaks(played: Played) -> None:
    """What the cheat received are its own views and the events that it may see, byte for byte."""
    allowed = {json.dumps(to_data(view(state, CHEAT))) for state in played.record.states()}
    states = list(played.record.states())
    allowed_events = {
        json.dumps([to_data(visible(event, CHEAT)) for event in events_of(state, move)])
        for state, move in zip(states, played.record.moves, strict=False)
    }
    kinds = {"view": 0, "events": 0, "refused": 0}
    for message in played.received:
        kinds[message["type"]] += 1
        if message["type"] == "view":
            assert json.dumps(message["view"]) in allowed
        elif message["type"] == "events":
            assert json.dumps(message["events"]) in allowed_events
        else:
            assert {"type", "reasons", "text"} == set(message)
    assert min(kinds.values()) > 0


def test_nothing_is_lost(played: Played) -> None:
    """Each round was dealt by the server, a whole pack, and no refused move is in the record."""
    deals = [move for move in played.record.moves if isinstance(move, Deal)]
    assert len({deal.deck for deal in deals}) == len(deals) > 0
