"""`manipulation-rummy replay`: a saved game, move by move."""

import re
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from typer.testing import CliRunner, Result

from manipulation_rummy import GameRecord
from manipulation_rummy.cli import replaying, terminal
from manipulation_rummy.cli.app import app
from tests.tables import game_with

GAME = game_with(
    "AS 2S 4D",
    "AD 3D KH",
    stock="3S 9D TC",
    moves=["draw", "play AS 2S 3S", "end", "draw", "draw", "draw", "end", "draw"],
    names=["Kim", "Lou"],
)
OVER = game_with(
    "AS 2S", "KD KH", stock="3S", moves=["draw", "play AS 2S 3S"], names=["Kim", "Lou"], target=1
)


def run(path: Path, text: str = "") -> Result:
    """Run `replay`, a text being typed."""
    env = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=env).invoke(app, ["replay", str(path)], input=text)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a game."""
    path = tmp_path / "game.txt"
    path.write_text(GAME.dumps(), encoding="utf-8")
    return path


@pytest.fixture
def _person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be a person who looks and types."""
    monkeypatch.setattr(replaying, "is_interactive", lambda: True)


class TestPrinted:
    """Through a pipe all of a game is printed."""

    def test_every_move(self, saved: Path) -> None:
        """Every move has a line with its number, a play the table after it."""
        result = run(saved)
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "move 1 of 9, round 1, 47 cards in the stock ────────────────────────────────────",
            "Kim   AS 2S 4D (7 points)",
            "Lou   AD 3D KH (14 points)",
            "   1  Lou deals.",
            "   2  Kim draws 3S.",
            "   3  Kim plays AS 2S 3S.",
            "      table AS 2S 3S",
            "   4  Kim ends the turn.",
            "   5  Lou draws 9D.",
            "   6  Lou draws TC.",
            "   7  Lou draws AH.",
            "   8  Lou ends the turn.",
            "   9  Kim draws AC.",
        ]

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_whole_games(self, players: int) -> None:
        """Whole games are printed with every move and every result, in 80 columns."""
        path = min(Path(__file__).parent.glob(f"data/games/{players}-players-*.txt"))
        record = GameRecord.loads(path.read_text(encoding="utf-8"))
        shown = run(path).stdout
        numbers = re.findall(r"^ {0,3}(\d+)  \w", shown, re.MULTILINE)
        assert list(map(str, range(1, len(record.moves) + 1))) == numbers
        assert len(record.results) == shown.count("; the round goes to ")
        assert max(map(len, shown.splitlines())) <= 80
        assert shown.splitlines()[-1].endswith(" won the game.")

    def test_nothing_yet(self, saved: Path) -> None:
        """Of a game without a move there is nothing to print."""
        saved.write_text(GameRecord.of(["Kim", "Lou"], dealer=0).dumps(), encoding="utf-8")
        result = run(saved)
        assert (result.exit_code, result.stdout) == (0, "")

    def test_no_record(self, saved: Path) -> None:
        """What is no record is refused at its place, and so is a file that is not there."""
        saved.write_text("Dear diary", encoding="utf-8")
        result = run(saved)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: line 1, column 1: expected 'manipulation-rummy")
        missing = run(saved.with_name("nowhere.txt"))
        assert missing.exit_code == 2
        assert "nowhere.txt" in missing.stderr


@pytest.mark.usefixtures("_person")
class TestSteps:
    """A person steps through a game."""

    def numbers(self, result: Result) -> list[int]:
        """Return the numbers of the moves that were shown."""
        assert result.exit_code == 0
        return list(map(int, re.findall(r"^move (\d+) of ", result.stdout, re.MULTILINE)))

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("\n\nq\n", [1, 2, 3]),
            ("n\nnext\nquit\n", [1, 2, 3]),
            ("3\nb\nback\n", [1, 3, 2, 1]),
            ("9\n\n1\n", [1, 9, 1]),
            ("b\nb\n\n", [1, 0, 1]),
            ("10\n99999999\n-1\nx\n²\n2\n", [1, 2]),
        ],
    )
    def test_steps(self, saved: Path, typed: str, expected: list[int]) -> None:
        """Enter goes on, b back, a number to a move; what cannot be is explained."""
        assert expected == self.numbers(run(saved, typed))

    def test_refusals(self, saved: Path) -> None:
        """What is not understood, or is no move, is said with what can be typed."""
        shown = run(saved, "10\nx\n").stdout
        assert "There are moves 1 to 9. Enter: next" in shown
        assert "Not understood. Enter: next" in shown

    def test_screen(self, saved: Path) -> None:
        """A screen shows the move, the scores, the table with what is new, and all hands."""
        shown = run(saved, "3\n").stdout.rpartition("move 3 of 9")[2]
        assert shown.splitlines()[1:8] == [
            "   3  Kim plays AS 2S 3S.",
            "Kim: 0 points, 1 card   Lou: 0 points, 3 cards",
            "Table:",
            "   1 + AS 2S 3S",
            "Kim   4D (4 points)",
            "Lou   AD 3D KH (14 points)",
            "Enter: next · b: back · a number: that move · q: quit",
        ]

    def test_result(self, saved: Path) -> None:
        """The end of a round is shown with its scores, that of the game with its settlement."""
        saved.write_text(OVER.dumps(), encoding="utf-8")
        shown = run(saved, "3\n").stdout
        assert "Kim went out; the round goes to Kim." in shown
        assert "Kim won the game." in shown

    def test_no_move_yet(self, saved: Path) -> None:
        """A game without a move can be looked at."""
        saved.write_text(GameRecord.of(["Kim", "Lou"], dealer=0).dumps(), encoding="utf-8")
        assert [0] == self.numbers(run(saved, "\n"))

    def test_interrupted(self, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C leaves."""

        def interrupt(_prompt: str) -> str:
            raise KeyboardInterrupt

        monkeypatch.setattr(terminal, "is_interactive", lambda: True)
        monkeypatch.setattr("builtins.input", interrupt)
        assert run(saved).exit_code == 130
