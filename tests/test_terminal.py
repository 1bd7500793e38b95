"""The program as people use it: in a terminal, with and without colours."""

from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")
pytest.importorskip("pty", reason="there are no such terminals here")

from manipulation_rummy import GameRecord
from tests.tables import game_with
from tests.terminals import COLUMNS, Terminal

COLOURS = {"TERM": "xterm-256color"}
NO_COLOURS = {"TERM": "xterm-256color", "NO_COLOR": "1"}
DUMB = {"TERM": "dumb"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a place for a game, of a short name, so that no line breaks in it."""
    monkeypatch.chdir(tmp_path)
    return Path("game.txt")


def choose(screen: str) -> str:
    """Return what somebody types who follows what the line above the prompt offers."""
    *_, offers, _ = screen.splitlines()
    offered = offers.split(", ")
    for word in ("knock", "best", "done"):
        if word in offered:
            return word
    assert [offer for offer in offered if offer.endswith("(or Enter)")] != ["show (or Enter)"], (
        screen
    )
    return ""


def saved(path: Path) -> GameRecord:
    """Return the game that was saved."""
    return GameRecord.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("env", [COLOURS, NO_COLOURS, DUMB], ids=["colours", "none", "dumb"])
def test_round(path: Path, env: dict[str, str]) -> None:
    """A round is played to its end by typing only what is offered; then one leaves."""
    with Terminal("play", "--seed", "8", "--save", str(path), env=env) as terminal:
        screen = terminal.until_prompt()
        for _ in range(200):
            if "deal (or Enter)" in screen:
                break
            screen = terminal.answer(choose(screen))
        assert "the round goes to" in terminal.shown
        terminal.type("quit\n")
        assert terminal.until_end() == 0
        shown, raw = terminal.shown, terminal.raw
    assert len(saved(path).results) == 1
    assert "Not done" not in shown
    assert "Traceback" not in shown
    assert max(map(len, shown.splitlines()[:-1])) <= COLUMNS
    assert ("\x1b[31m" in raw) == (env is COLOURS)


def test_round_by_hints(path: Path) -> None:
    """A round is played to its end by typing what the hints say, word for word."""
    with Terminal("play", "--seed", "8", "--save", str(path), env=NO_COLOURS) as terminal:
        screen = terminal.until_prompt()
        for _ in range(200):
            if "deal (or Enter)" in screen:
                break
            if ", hint, " in screen.splitlines()[-2]:
                hint = terminal.answer("hint")
                steps = [line.strip() for line in hint.splitlines() if line.startswith("  ")]
                assert steps[-1] == "done"
                for step in steps:
                    screen = terminal.answer(step)
            else:
                screen = terminal.answer(choose(screen))
        assert "the round goes to" in terminal.shown
        assert "Not done" not in terminal.shown
    assert len(saved(path).results) == 1


def test_save_and_resume(path: Path) -> None:
    """A game saved on the way is left, and goes on with the same table and hand."""
    with Terminal("play", "--seed", "3", env=DUMB) as terminal:
        terminal.until_prompt()
        terminal.answer("draw")
        assert "This game is not saved" in terminal.answer("quit")
        answered = "".join(terminal.answer(f"save {path}").split())  # wherever a line ends
        assert "Savedin" + "".join(str(path).split()) in answered
        terminal.answer("best")
        terminal.type("quit\n")
        assert terminal.until_end() == 0
        before = terminal.shown
    with Terminal("play", "--save", str(path), env=DUMB) as terminal:
        after = terminal.until_prompt()
        assert "end (or Enter)" in after
        table, hand = after.split("Your hand: ")
        assert "   2   3S 3H 3D\n" in table
        assert hand.partition("\nYou have laid")[0] in before
        assert "\n  2C 4D 5C 5C KD\n" in hand
        terminal.type("\x04")
        assert terminal.until_end() == 0
        assert "Saved. To go on" in terminal.shown


@pytest.mark.parametrize("env", [COLOURS, DUMB], ids=["colours", "dumb"])
@pytest.mark.parametrize("columns", [60, 40])
def test_narrow(env: dict[str, str], columns: int) -> None:
    """No line is wider than the terminal, whatever kind it is."""
    with Terminal("play", "--seed", "3", env=env, columns=columns) as terminal:
        terminal.until_prompt()
        for line in ("help", "rules", "draw", "hint", "best", "last", "nonsense"):
            terminal.answer(line)
        terminal.type("\x04\x04")
        assert terminal.until_end() == 0
        widest = max(map(len, terminal.shown.splitlines()))
        assert columns - 10 < widest <= columns


def test_end_of_keys() -> None:
    """Ctrl-D leaves a game that is not saved after a warning, as `quit` does."""
    with Terminal("play", "--seed", "3", env=COLOURS) as terminal:
        terminal.until_prompt()
        terminal.type("\x04")
        assert "This game is not saved" in terminal.until_prompt()
        terminal.type("\x04")
        assert terminal.until_end() == 0
        assert "The game was not saved" in terminal.shown


@pytest.mark.parametrize("stored", [True, False])
def test_interrupted(path: Path, stored: bool) -> None:
    """Ctrl-C leaves without a traceback, where the game is not saved after a warning."""
    options = ("--save", str(path)) if stored else ()
    with Terminal("play", "--seed", "3", *options, env=COLOURS) as terminal:
        terminal.until_prompt()
        terminal.interrupt()
        if not stored:
            assert "This game is not saved" in terminal.until_prompt()
            terminal.interrupt()
        assert terminal.until_end() == 130
        assert ("Saved. To go on" if stored else "The game was not saved") in terminal.shown
        assert "Traceback" not in terminal.shown


def test_anything_typed(path: Path) -> None:
    """Whatever is typed, there is an answer, and the game goes on."""
    record = game_with("AS 2S 3S KD", "QC JH 9D 8H", stock="AC", moves=["draw"])
    path.write_text(record.dumps(), encoding="utf-8")
    with Terminal("play", "--save", str(path), env=DUMB) as terminal:
        terminal.until_prompt()
        for typed in ("xyzzy", "take", "put KH", "play 1 2 3", "é♠☃", "\x1b[A", "[bold]", "|", "'"):
            assert "Not done: " in terminal.answer(typed), typed
        terminal.type("quit\n")
        assert terminal.until_end() == 0
    assert record == saved(path)


def test_replay(path: Path) -> None:
    """A game is stepped through forwards and backwards."""
    record = game_with("AS 2S", "KD KH", stock="3S", moves=["draw", "play AS 2S 3S"])
    path.write_text(record.dumps(), encoding="utf-8")
    with Terminal("replay", str(path), env=COLOURS) as terminal:
        assert "move 1 of 3" in terminal.until_prompt()
        assert "Player draws 3S." in terminal.answer("")
        assert "the round goes to Player" in terminal.answer("3")
        assert "move 2 of 3" in terminal.answer("b")
        assert "moves 0 (the beginning) to 3" in terminal.answer("4")
        assert "Ann deals." in terminal.answer("BR")
        assert "the round goes to Player" in terminal.answer("end")
        terminal.type("q\n")
        assert terminal.until_end() == 0


def test_score(path: Path) -> None:
    """The score of a round is kept, and a second evening goes on with it."""
    with Terminal("score", str(path), env=DUMB) as terminal:
        assert "Who plays?" in terminal.until_prompt()
        for line in ("Ann Ben", "4", "KD", "ann"):
            shown = terminal.answer(line)
        assert "Ann knocked; the round goes to Ann." in shown
        terminal.interrupt()
        assert terminal.until_end() == 130
        assert "to go on" in terminal.shown
    with Terminal("score", str(path), env=DUMB) as terminal:
        assert "Round 2" in terminal.until_prompt()
