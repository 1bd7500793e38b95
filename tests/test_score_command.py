"""`manipulation-rummy score`: the score of a game with real cards."""

from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from manipulation_rummy import (
    Ending,
    Knocked,
    NotationError,
    ScoringError,
    StockExhausted,
    WentOut,
    score_round,
    settle,
)
from manipulation_rummy.cli.app import app
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.sheet import Sheet

NAMES = ("Ann", "Ben", "Cleo")


def run(path: Path, *typed: str) -> Result:
    """Run `score`, lines being typed."""
    env = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
    text = "".join(f"{line}\n" for line in typed)
    return CliRunner(env=env).invoke(app, ["score", str(path)], input=text)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a place for a score."""
    return tmp_path / "evening.txt"


def sheet_in(path: Path) -> Sheet:
    """Return the score that was kept."""
    return Sheet.loads(path.read_text(encoding="utf-8"))


def after(result: Result, line: str) -> str:
    """Return what is shown after the last time that a line was typed, up to the next one."""
    _, _, rest = result.stdout.rpartition(f"> {line}\n")
    return rest.partition("\n> ")[0]


class TestRounds:
    """Rounds are typed one after the other."""

    def test_evening(self, path: Path) -> None:
        """Points or cards of each hand, and who ended the round, make its scores and the totals."""
        result = run(path, "Ann, Ben Cleo", "4", "KD 2S", "31", "ann", "0", "40", "2C *", "Ann")
        assert result.exit_code == 0
        assert "Ann knocked; the round goes to Ann." in result.stdout
        assert "Ann went out; the round goes to Ann." in result.stdout
        rounds = (score_round([4, 12, 31], Knocked(0)), score_round([0, 40, 27], WentOut(0)))
        assert Sheet(NAMES, rounds) == sheet_in(path)
        assert sheet_in(path).totals == (127, 0, 0)
        assert result.stdout.splitlines()[-1].startswith(f"Kept in {path}; to go on: ")

    def test_goes_on(self, path: Path) -> None:
        """A score that is left goes on later."""
        run(path, "Ann Ben Cleo", "4", "12", "31", "ann", "quit")
        result = run(path, "9", "9", "8", "q")
        assert result.exit_code == 0
        assert "Ann knocked; the round goes to Ann." in result.stdout
        assert "the stock was used up" in result.stdout
        assert sheet_in(path).results[-1] == score_round([9, 9, 8], StockExhausted())

    def test_half_a_round(self, path: Path) -> None:
        """What was typed of a round that is not finished is not kept."""
        run(path, "Ann Ben Cleo", "4", "12")
        assert Sheet(NAMES) == sheet_in(path)

    def test_settlement(self, path: Path) -> None:
        """At 150 points the game is settled; it can only be taken back or left then."""
        typed = ("Ann Ben", "0", "60", "a", "0", "60", "a")
        result = run(path, *typed, "5", "undo", "quit")
        assert "Ann won the game." in result.stdout
        assert "   270" in result.stdout
        assert "The game is over. undo takes the last round back" in result.stdout
        assert len(sheet_in(path).results) == 1

    def test_undo(self, path: Path) -> None:
        """`undo` takes back what was typed of a round, or else the last one."""
        run(path, "Ann Ben", "5", "8", "ann", "1", "undo")
        assert len(sheet_in(path).results) == 1
        result = run(path, "undo", "u")
        assert Sheet(("Ann", "Ben")) == sheet_in(path)
        assert "Not possible: there is no round to take back" in result.stdout

    def test_stock_used_up(self, path: Path) -> None:
        """Enter says that nobody ended the round."""
        run(path, "Ann Ben", "5", "8", "")
        assert sheet_in(path).results == (score_round([5, 8], StockExhausted()),)

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            (("x",), "found 'x'"),
            (("",), "Type the points, 0 for no cards, or the cards, such as 7S KD *."),
            (("-4",), "found '-4'"),
            (("9999999",), "found '9999999'"),
            (("*=8S",), "which it does on a table only"),
            (("4", "9", "zoe"), "Type one of Ann, Anna, or just Enter."),
            (("4", "9", "An"), "Type one of Ann, Anna, or just Enter."),
            (("4", "9", "anna"), "Not possible: seat 1 knocked with more than 5 points (R25)"),
            (("0", "4", "anna"), "Not possible: seat 0 has no cards"),
        ],
    )
    def test_what_cannot_be(self, path: Path, typed: tuple[str, ...], answer: str) -> None:
        """What cannot be is explained, and asked again."""
        result = run(path, "Ann Anna", *typed)
        assert result.exit_code == 0
        assert answer in after(result, typed[-1])
        assert Sheet(("Ann", "Anna")) == sheet_in(path)

    def test_whole_name_before_beginning(self, path: Path) -> None:
        """A name that begins another one can be typed."""
        run(path, "Ann Anna", "4", "9", "ann")
        assert sheet_in(path).results == (score_round([4, 9], Knocked(0)),)

    @pytest.mark.parametrize(
        ("names", "problem"),
        [
            ("Ann", "2 to 5 can play (R1), not 1"),
            ("A B C D E F", "2 to 5 can play (R1), not 6"),
            ("Ann ann", "two players have the same name"),
            (f"Ann {'x' * 21}", "a name has 1 to 20 letters"),
            ("Ann \x1b[31m", "a name has 1 to 20 letters"),
        ],
    )
    def test_names(self, path: Path, names: str, problem: str) -> None:
        """Names that cannot be are asked for again."""
        result = run(path, names, "Ann Ben")
        assert problem in result.stdout
        assert Sheet(("Ann", "Ben")) == sheet_in(path)


class TestFile:
    """The file of a score."""

    def test_default(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Unless another file is named, it is score.txt."""
        monkeypatch.chdir(tmp_path)
        assert CliRunner().invoke(app, ["score"], input="Ann Ben\n").exit_code == 0
        assert (tmp_path / "score.txt").exists()

    def test_left_at_once(self, path: Path) -> None:
        """A score without players is not kept."""
        result = run(path)
        assert result.exit_code == 0
        assert not path.exists()

    def test_changed_meanwhile(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What somebody else has written into the file is not overwritten."""
        keep = Keeper.keep

        def meddle(keeper: Keeper, text: str) -> None:
            keep(keeper, text)
            path.write_text("My diary", encoding="utf-8")

        monkeypatch.setattr(Keeper, "keep", meddle)
        result = run(path, "Ann Ben", "5", "8", "ann")
        assert result.exit_code == 2
        assert "was changed by somebody else" in result.stdout
        assert path.read_text(encoding="utf-8") == "My diary"

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("", "line 1, column 1: expected 'manipulation-rummy score 1'"),
            ("Dear diary", "line 1, column 1: expected 'manipulation-rummy score 1'"),
            ("manipulation-rummy score 1\nplayer: Ann", "line 2, column 1: 2 to 5 can play"),
            ("manipulation-rummy score 1\nround: 1 2; knocked 0", "line 2, column 1: 2 to 5"),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nround: 1 2 3; knocked 0",
                "line 4, column 8: expected 2 numbers",
            ),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nround: 9 8; knocked 0",
                "line 4, column 1: seat 0 knocked with more than 5 points",
            ),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nround: 9 8; hm",
                "line 4, column 13: expected knocked",
            ),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nscore: 9 8",
                "line 4, column 1: expected 'round: …'",
            ),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\n"
                + "round: 0 200; went_out 0\n" * 2,
                "line 5, column 1: the game is over (R34)",
            ),
            ("manipulation-rummy score 1\n" * 4_000, "longer than 100000 characters"),
        ],
    )
    def test_damaged(self, path: Path, text: str, problem: str) -> None:
        """A file that is no score, or a damaged one, is refused at its place, and left alone."""
        path.write_text(text, encoding="utf-8")
        result = run(path, "Ann Ben")
        assert result.exit_code == 2
        assert problem in result.stderr
        assert path.read_text(encoding="utf-8") == text

    @given(
        st.lists(
            st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)), max_size=20
        ),
        st.data(),
    )
    def test_text(self, rounds: list[tuple[int, int, int]], data: st.DataObject) -> None:
        """Every score is read back from its text, and its numbers are those of the library."""
        sheet = Sheet(NAMES)
        endings: list[Ending] = [StockExhausted(), *map(Knocked, range(3)), *map(WentOut, range(3))]
        for points in rounds:
            with suppress(ScoringError):
                sheet = sheet.with_round(points, data.draw(st.sampled_from(endings)))
        assert sheet == Sheet.loads(sheet.dumps())
        for seat in range(3):
            scores = [result.scores[seat] for result in sheet.results]
            assert sum(scores) == sheet.totals[seat]
        if sheet.result:
            assert settle(sheet.totals, sheet.rounds_won) == sheet.result

    @given(st.text())
    def test_any_text(self, text: str) -> None:
        """Any text is a score, or refused at its place."""
        try:
            sheet = Sheet.loads(f"manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\n{text}")
        except NotationError:
            return
        assert sheet.names[:2] == ("Ann", "Ben")
