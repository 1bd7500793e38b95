"""`manipulation-rummy replay`: a saved game, move by move."""

import re
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from typer.testing import CliRunner, Result

from manipulation_rummy import Deal, EndTurn, GameRecord, Phase
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


def run(path: Path, text: str = "", *options: str) -> Result:
    """Run `replay`, a text being typed."""
    env = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=env).invoke(app, ["replay", str(path), *options], input=text)


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

    def test_every_turn(self, saved: Path) -> None:
        """Every turn has the number of its last move, the table if it changed, and the hand."""
        result = run(saved)
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "move 1 of 9, round 1, 47 cards in the stock ────────────────────────────────────",
            "Kim   AS 2S 4D (7 points)",
            "Lou   AD 3D KH (14 points)",
            "   1  Lou deals.",
            "   4  Kim draws 3S and plays AS 2S 3S.",
            "      table AS 2S 3S",
            "      holds 4D (4 points)",
            "   8  Lou draws 9D TC AH and plays nothing.",
            "      holds AH AD 3D 9D TC KH (34 points)",
            "   9  Kim draws AC.",
            "      holds AC 4D (5 points)",
        ]

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_whole_games(self, players: int) -> None:
        """Whole games are printed with every turn and every result, in 80 columns."""
        path = min(Path(__file__).parent.glob(f"data/games/{players}-players-*.txt"))
        record = GameRecord.loads(path.read_text(encoding="utf-8"))
        shown = run(path).stdout
        numbers = re.findall(r"^ {0,3}(\d+)  \w", shown, re.MULTILINE)
        states, over = list(record.states()), {Phase.DEAL, Phase.GAME_OVER}
        ends = [
            number
            for number, move in enumerate(record.moves, 1)
            if isinstance(move, (Deal, EndTurn)) or states[number].phase in over
        ]
        assert list(map(str, ends)) == numbers
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
        path = saved.with_name("nowhere.txt")
        assert f"error: {path} cannot be read: No such file or directory\n" == missing.stderr


class TestRedacted:
    """A redacted record is replayed as far as it shows the cards."""

    @pytest.mark.parametrize("seat", [0, 1, None])
    def test_printed(self, saved: Path, seat: int | None) -> None:
        """Hidden cards are not shown, neither as drawn nor in a hand."""
        saved.write_text(GAME.redacted(seat).dumps(), encoding="utf-8")
        shown = run(saved).stdout
        assert ("Kim   AS 2S 4D (7 points)" in shown) is (seat == 0)
        assert ("Lou   AD 3D KH (14 points)" in shown) is (seat == 1)
        drawn = "3S" if seat == 0 else "a card"
        assert f"   4  Kim draws {drawn} and plays AS 2S 3S.\n      table AS 2S 3S\n" in shown
        drawn = "9D TC AH" if seat == 1 else "3 cards"
        assert f"   8  Lou draws {drawn} and plays nothing.\n" in shown
        assert ("      holds 4D (4 points)\n" in shown) is (seat == 0)
        assert shown.count("      holds ") == {0: 2, 1: 1, None: 0}[seat]

    @pytest.mark.usefixtures("_person")
    @pytest.mark.parametrize("seat", [0, None])
    def test_steps(self, saved: Path, seat: int | None) -> None:
        """What is shown is the same for all games that cannot be told from the real one."""
        saved.write_text(GAME.redacted(seat).dumps(), encoding="utf-8")
        shown = run(saved, "3\nt\nt\n").stdout
        assert "   8  Lou draws 3 cards and plays nothing." in shown
        hidden = {"AD", "3D", "KH", "9D", "TC"} | (set() if seat == 0 else {"4D"})
        assert not hidden & set(re.findall(r"\b[A2-9TJQK][SHDC]\b", shown))

    @pytest.mark.parametrize("seat", [1, None])
    def test_whole_game(self, saved: Path, seat: int | None) -> None:
        """At the end of a round all hands are shown, as in the whole record."""
        path = min(Path(__file__).parent.glob("data/games/2-players-*.txt"))
        record = GameRecord.loads(path.read_text(encoding="utf-8"))
        saved.write_text(record.redacted(seat).dumps(), encoding="utf-8")
        redacted, whole = run(saved), run(path)
        assert redacted.exit_code == 0
        results = re.compile(r"; the round goes to .*?total\n", re.DOTALL)
        assert results.findall(whole.stdout) == results.findall(redacted.stdout)


class TestStillPlayed:
    """A game that is still played does not show the hands of the bots, unless that is asked for."""

    NOTICE = "As the game is not over, the hands of the others are not shown; replay --all"

    def shown(self, path: Path, record: GameRecord, *options: str) -> str:
        """Return what is shown of a game in which the person has the second seat."""
        path.write_text(record.with_tag("seats", "best person").dumps(), encoding="utf-8")
        shown: str = run(path, "", *options).stdout
        return shown

    def test_others_hidden(self, saved: Path) -> None:
        """Neither hands nor drawn cards of others are shown, and it is said how they are."""
        shown = self.shown(saved, GAME)
        assert shown.startswith(self.NOTICE)
        assert "Lou   AD 3D KH (14 points)" in shown
        assert "Lou draws 9D TC AH and plays nothing." in shown
        assert not {"4D", "AC"} & set(re.findall(r"\b[A2-9TJQK][SHDC]\b", shown))

    def test_all(self, saved: Path) -> None:
        """With `--all` all hands are shown."""
        shown = self.shown(saved, GAME, "--all")
        assert self.NOTICE not in shown
        assert "Kim   AS 2S 4D (7 points)" in shown

    def test_over(self, saved: Path) -> None:
        """When the game is over, nothing is secret."""
        shown = self.shown(saved, OVER)
        assert self.NOTICE not in shown
        assert "Kim   AS 2S (3 points)" in shown

    @pytest.mark.parametrize("seat", [0, None])
    def test_redacted_still(self, saved: Path, seat: int | None) -> None:
        """A redacted record says itself what it shows, with `--all` too."""
        saved.write_text(GAME.with_tag("seats", "best person").redacted(seat).dumps(), "utf-8")
        shown = run(saved, "", "--all").stdout
        assert shown == run(saved).stdout
        assert self.NOTICE not in shown
        assert "Lou   AD 3D KH" not in shown

    def test_tags_of_others(self, saved: Path) -> None:
        """A tag that others use for something else makes no difference."""
        saved.write_text(GAME.with_tag("seats", "north south").dumps(), encoding="utf-8")
        assert "Kim   AS 2S 4D (7 points)" in run(saved).stdout


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
            ("3\nB\nNEXT\nEnter\nQ\n2\n", [1, 3, 2, 3, 4]),
            ("end\nend\n0\nend\n", [1, 9, 0, 9]),
            ("goto 5\ngo 6\ngo to 7\nmove 8\nmove9\nlast\n", [1, 5, 6, 7, 8, 9]),
            ("9\nback turn\nback round\n", [1, 9, 8, 1]),
            ("t\nturn\n3\nt\nt\nt\n", [1, 4, 8, 3, 4, 8, 9]),
            ("9\nbt\nbt\nbt\nbt\nbt\n", [1, 9, 8, 4, 1, 0]),
            ("3\n3\nhelp\n?\n", [1, 3, 3]),
        ],
    )
    def test_steps(self, saved: Path, typed: str, expected: list[int]) -> None:
        """By moves and turns, forwards and backwards, or to a move, in capitals as well."""
        assert expected == self.numbers(run(saved, typed))

    def test_rounds(self) -> None:
        """By rounds, too: each step goes to a deal, and beyond the last one to the end."""
        (path,) = Path(__file__).parent.glob("data/games/2-players-184.txt")
        record = GameRecord.loads(path.read_text(encoding="utf-8"))
        first, second, *_ = deals = [
            number for number, move in enumerate(record.moves, 1) if isinstance(move, Deal)
        ]
        last = len(record.moves)
        forwards = run(path, "r\n" * len(deals))
        assert [*deals, last] == self.numbers(forwards)
        backwards = run(path, "end\n" + "br\n" * (len(deals) + 1))
        assert [1, last, *reversed(deals), 0] == self.numbers(backwards)
        assert [1, second, first, second] == self.numbers(
            run(path, "round 2\nROUND 1\nr2\nr 99\nround 0\n")
        )

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            ("10", "This game has 1 round, and moves 0 (the beginning) to 9."),
            ("r 2", "This game has 1 round, and moves 0 (the beginning) to 9."),
            ("x", "Not understood; help tells what can be typed."),
            ("last", "Not understood; help tells what can be typed."),
            ("0\nb", "This is the beginning."),
            ("0\nbt", "This is the beginning."),
            ("9\nr", "This is the last move."),
            ("9\nend", "This is the last move."),
            ("9\n", "This is the last move."),
            ("help", "r 2       the deal of round 2"),
        ],
    )
    def test_answers(self, saved: Path, typed: str, answer: str) -> None:
        """What cannot be is said, and again what can be typed."""
        shown = run(saved, f"{typed}\n").stdout
        assert f"\n{answer}\n" in shown
        assert "Enter next | b back" in shown.rpartition(answer)[2]

    def test_screen(self, saved: Path) -> None:
        """A screen shows the move, the scores, the table with what is new, and all hands."""
        shown = run(saved, "3\n").stdout.rpartition("move 3 of 9")[2]
        assert shown.splitlines()[1:8] == [
            "   3  Kim plays AS 2S 3S.",
            "Kim: score 0, 1 card   Lou: score 0, 3 cards",
            "Table:",
            "   1 + AS 2S 3S",
            "Kim   4D (4 points)",
            "Lou   AD 3D KH (14 points)",
            "Enter next | b back | t turn | r round | a number | end | help | quit",
        ]

    def test_turn(self, saved: Path) -> None:
        """A step by turns shows all that happened in one, and what is new on the table."""
        shown = run(saved, "t\n").stdout.rpartition("move 4 of 9")[2]
        assert "   4  Kim draws 3S and plays AS 2S 3S." in shown
        assert "   1 + AS 2S 3S" in shown

    def test_turn_before(self, saved: Path) -> None:
        """A step back by turns shows all that happened in that one, and so does one from within."""
        for typed in ("9\nbt\nbt\n", "3\nt\n"):
            shown = run(saved, typed).stdout.rpartition("move 4 of 9")[2]
            assert "   4  Kim draws 3S and plays AS 2S 3S.\n" in shown
            assert "   1 + AS 2S 3S\n" in shown

    def test_round_that_is_shown(self, saved: Path) -> None:
        """To go where one is shows that move again."""
        assert [1, 1, 1] == self.numbers(run(saved, "r 1\n1\n"))

    def test_before_the_first_deal(self, saved: Path) -> None:
        """At the beginning there is neither a round nor a stock."""
        assert "\nmove 0 of 9, before the first deal ───" in run(saved, "0\n").stdout

    def test_last_screen(self) -> None:
        """The result has a heading of its own, with which it fits a screen."""
        path = next(Path(__file__).parent.glob("data/games/3-players-1029.txt"))
        shown = run(path, "end\n").stdout
        title, _, result = shown.rpartition("result of round 2 ")
        assert "move 268 of 268, round 2" in title
        assert result.count("\n") < 24

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
