"""`manipulation-rummy score`: the score of a game with real cards."""

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from manipulation_rummy import (
    Ending,
    GameRecord,
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
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a place for a score, of a short name, so that no line breaks in it."""
    monkeypatch.chdir(tmp_path)
    return Path("evening.txt")


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
        result = run(path, "Ann, Ben, Cleo", "4", "KD 2S", "31", "ann", "0", "40", "2C *")
        assert result.exit_code == 0
        assert "Ann knocked; the round goes to Ann." in result.stdout
        assert "Ann went out; the round goes to Ann." in result.stdout
        rounds = (score_round([4, 12, 31], Knocked(0)), score_round([0, 40, 27], WentOut(0)))
        assert Sheet(NAMES, rounds) == sheet_in(path)
        assert sheet_in(path).totals == (127, 0, 0)
        assert "Ann leads with 127; the game ends at 150." in result.stdout
        assert result.stdout.splitlines()[-1].startswith(f"Kept in {path}; to go on: ")

    def test_goes_on(self, path: Path) -> None:
        """A score that is left goes on later."""
        run(path, "Ann Ben Cleo", "4", "12", "31", "ann", "quit")
        result = run(path, "9", "9", "8", "q")
        assert result.exit_code == 0
        assert "Ann knocked; the round goes to Ann." in result.stdout
        assert "the stock was used up" in result.stdout
        assert sheet_in(path).results[-1] == score_round([9, 9, 8], StockExhausted())

    def test_goes_on_before_the_first_round(self, path: Path) -> None:
        """A score with nothing but names goes on, too."""
        run(path, "Ann Ben Cleo")
        assert "after 0 rounds\n\nRound 1: " in run(path, "9", "9", "8").stdout
        assert sheet_in(path).results == (score_round([9, 9, 8], StockExhausted()),)

    def test_half_a_round(self, path: Path) -> None:
        """What was typed of a round that is not finished is kept, and goes on."""
        result = run(path, "Ann Ben Cleo", "4", "12", "quit")
        assert result.stdout.splitlines()[-1].startswith("Kept in ")
        assert Sheet(NAMES, (), (4, 12)) == sheet_in(path)
        shown = run(path, "31").stdout
        assert "\nAnn: 4, Ben: 12\nCleo holds:\n> 31\n" in shown
        assert Sheet(NAMES, (), (4, 12, 31)) == sheet_in(path)
        assert "\nAnn: 4, Ben: 12, Cleo: 31\nWho knocked?" in run(path, "ann").stdout
        assert sheet_in(path).results == (score_round([4, 12, 31], Knocked(0)),)

    def test_settlement(self, path: Path) -> None:
        """At 150 points the game is settled; it can only be taken back or left then."""
        typed = ("Ann Ben", "0", "60", "0", "60")
        result = run(path, *typed, "5", "undo", "quit")
        assert "Ann won the game." in result.stdout
        assert "   270" in result.stdout
        assert "The game is over. undo takes the last entry back" in result.stdout
        first = score_round([0, 60], WentOut(0))
        assert Sheet(("Ann", "Ben"), (first,), (0,)) == sheet_in(path)

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("5 undo 4 9 ann", [([4, 9], Knocked(0))]),
            ("5 4 undo 8 ann", [([5, 8], Knocked(0))]),
            ("5 8 ann undo", []),
            ("5 4 ann u ben", [([5, 4], Knocked(1))]),
            ("5 8 ann 1 undo undo undo 7 ann", [([5, 7], Knocked(0))]),
            ("0 9 undo 8", [([0, 8], WentOut(0))]),
            ("5 8 ann 0 9 undo undo 1 8 ben", [([5, 8], Knocked(0))]),
        ],
    )
    def test_undo(
        self, path: Path, typed: str, expected: list[tuple[Sequence[int], Ending]]
    ) -> None:
        """`undo` takes the last entry back, then those before it, from round to round."""
        assert run(path, "Ann Ben", *typed.split()).exit_code == 0
        assert tuple(score_round(*one) for one in expected) == sheet_in(path).results

    def test_open_again(self, path: Path) -> None:
        """A round that is open again shows what was typed, up to the question that comes next."""
        typed = ("Ann Ben", "5", "8", "ann", "undo", "undo")
        shown = run(path, *typed, "quit").stdout
        asked = "\nAnn: 5, Ben: 8\nWho knocked? Ann, or Enter if the stock was used up:\n> undo\n"
        assert asked + "Ben holds:\n> quit\nKept in " in shown
        assert Sheet(("Ann", "Ben"), (), (5,)) == sheet_in(path)

    def test_undo_the_names(self, path: Path) -> None:
        """Before the first round `undo` goes back to the names; before them there is nothing."""
        result = run(path, "undo", "Ann Bne", "5", "undo", "undo", "Al Bo")
        assert "> undo\nThere is nothing to take back.\nWho plays?" in result.stdout
        assert "Ann holds:\n> undo\nWho plays?" in result.stdout
        assert Sheet(("Al", "Bo")) == sheet_in(path)
        run(path, "undo", "quit")
        assert Sheet() == sheet_in(path)
        assert "A new score, kept in" in run(path, "Jo Di").stdout
        assert Sheet(("Jo", "Di")) == sheet_in(path)

    def test_stock_used_up(self, path: Path) -> None:
        """Enter says that nobody ended the round."""
        result = run(path, "Ann Ben", "5", "8", "")
        assert "Who knocked? Ann, or Enter if the stock was used up:" in result.stdout
        assert sheet_in(path).results == (score_round([5, 8], StockExhausted()),)

    @pytest.mark.parametrize(
        ("points", "ending", "reason"),
        [
            ("0 8 9", WentOut(0), "Ann has no cards, so Ann went out."),
            ("6 8 9", StockExhausted(), "Nobody holds 5 points or less, so nobody knocked"),
            ("0 8 0", StockExhausted(), "Ann and Cleo have no cards, as only the last turns allow"),
        ],
    )
    def test_evident_ending(self, path: Path, points: str, ending: Ending, reason: str) -> None:
        """Where the points leave no doubt how the round ended, that is said, not asked."""
        result = run(path, "Ann Ben Cleo", *points.split())
        assert reason in result.stdout
        expected = score_round([int(held) for held in points.split()], ending)
        assert sheet_in(path).results == (expected,)

    def test_leaders(self, path: Path) -> None:
        """Whoever is ahead is named, nobody as long as nobody has scored."""
        shown = run(path, "Ann Ben Cleo", "8", "8", "8", "8", "8", "9").stdout
        assert shown.count("the game ends at") == 1
        assert "Ann and Ben lead with 1; the game ends at 150." in shown

    @pytest.mark.parametrize(
        ("typed", "answer"),
        [
            (("x",), "x\n^\nType points such as 23, 0 for no cards, or the cards, such as"),
            (("12 1h",), "12 1h\n^\nType points such as 23"),
            (("",), "Type points such as 23, 0 for no cards, or the cards, such as 8S KD *."),
            (("-4",), "-4\n^\nType points"),
            (("4.5",), "4.5\n^\nType points"),
            (("9999999",), "9999999\n^\nType points"),
            (("999999",), "all cards of the game together count 365 points\nType points"),
            (("200", "166"), "all cards of the game together count 365 points\nType points"),
            (("8S 8S",), "2 of 8S, but the game has 1\nType points"),
            (("* *",), "2 of *, but the game has 1\nType points"),
            (("1 2 3",), "3 numbers are too many: missing are those of Ann, Anna\nType points"),
            (("4", "1, 2"), "2 numbers are too many: missing are those of Anna\nType points"),
            (("*=8S",), "which it does on a table only"),
            (("4", "9", "zoe"), "Type Ann, or just Enter."),
            (("4", "5", "An"), "Type Ann or Anna, or just Enter."),
            (("4", "9", "anna"), "Anna holds 9 points, but knocks with 5 at most. undo, if that"),
        ],
    )
    def test_what_cannot_be(self, path: Path, typed: tuple[str, ...], answer: str) -> None:
        """What cannot be is explained, and asked again; nothing typed before is lost."""
        result = run(path, "Ann Anna", *typed, "quit")
        assert answer in after(result, typed[-1])
        question = after(result, ("Ann Anna", *typed)[-2]).splitlines()[-1]
        assert question == after(result, typed[-1]).splitlines()[-1]
        points = tuple(int(number) for number in typed[:-1])
        assert Sheet(("Ann", "Anna"), (), points) == sheet_in(path)

    @pytest.mark.parametrize("line", ["4 12 31", "4, 12,31"])
    def test_all_in_one_line(self, path: Path, line: str) -> None:
        """The points of several players can stand in one line; how it was read is shown."""
        result = run(path, "Ann Ben Cleo", line, "undo", "undo", "13 30", "ann")
        assert "Ann: 4, Ben: 12, Cleo: 31\nWho knocked?" in after(result, line)
        assert sheet_in(path).results == (score_round([4, 13, 30], Knocked(0)),)

    def test_all_cards(self, path: Path) -> None:
        """What a game has can be in hand: with three players two packs."""
        run(path, "Ann Ben Cleo", "* * 8S 8S", "664", "0")
        assert sheet_in(path).results == (score_round([66, 664, 0], WentOut(2)),)

    def test_help(self, path: Path) -> None:
        """At each question `help` explains entries and columns, `rules` the game."""
        result = run(path, "help", "Quinn Ben", "?", "rules", "4", "h", "9", "help", "q")
        assert result.stdout.count("undercut, that is if somebody else has knocked") == 4
        assert "THE RULES IN SHORT" in after(result, "rules")
        assert max(map(len, result.stdout.splitlines()[1:-1])) <= 80
        assert sheet_in(path).results == (score_round([4, 9], Knocked(0)),)

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
    def test_impossible_names(self, path: Path, names: str, problem: str) -> None:
        """Names that cannot be are asked for again."""
        result = run(path, names, "Ann Ben")
        assert problem in result.stdout
        assert Sheet(("Ann", "Ben")) == sheet_in(path)

    @pytest.mark.parametrize(
        ("typed", "names"),
        [
            ("Ann  Ben", ("Ann", "Ben")),
            ("Ann, Ben Smith ,Cleo", ("Ann", "Ben Smith", "Cleo")),
            ('Ann "Ben Smith" O\'Neill', ("Ann", "Ben Smith", "O'Neill")),
            ('"Ann, Ben Smith', ("Ann", "Ben Smith")),
        ],
    )
    def test_names(self, path: Path, typed: str, names: tuple[str, ...]) -> None:
        """Names stand between commas, else between blanks; how they were read is shown."""
        result = run(path, typed)
        assert f"{len(names)} players: {', '.join(names)}. undo if that is wrong." in result.stdout
        assert Sheet(names) == sheet_in(path)


class TestFile:
    """The file of a score."""

    def test_default(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Unless another file is named, it is score.txt."""
        monkeypatch.chdir(tmp_path)
        assert CliRunner().invoke(app, ["score"], input="Ann Ben\n").exit_code == 0
        assert (tmp_path / "score.txt").exists()

    def test_name_with_a_blank(self, path: Path) -> None:
        """The command to go on can be pasted into a shell."""
        path = path.with_name("our evening.txt")
        line = run(path, "Ann Ben").stdout.splitlines()[-1]
        assert shlex.split(line.partition("to go on: ")[2]) == [
            "manipulation-rummy",
            "score",
            str(path),
        ]

    def test_left_at_once(self, path: Path) -> None:
        """A score without players is not kept."""
        result = run(path)
        assert result.exit_code == 0
        assert not path.exists()

    def test_checked_at_once(self, path: Path) -> None:
        """Where nothing can be kept, that is said before anything is typed."""
        result = run(path / "nowhere.txt", "Ann Ben")
        assert result.exit_code == 2
        assert "nowhere.txt cannot be written: No such file or directory" in result.stderr
        assert result.stdout == ""

    @pytest.mark.parametrize("elsewhere", [True, False])
    def test_cannot_be_written(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
    ) -> None:
        """A full disk loses nothing of what was typed; it is saved again then, or elsewhere."""
        run(path, "Ann Ben")
        full = [OSError(28, "No space left on device")] * 2
        sync = os.fsync

        def fail(file: int) -> None:
            if full:
                raise full.pop()
            sync(file)

        monkeypatch.setattr(os, "fsync", fail)
        other = path.with_name("other.txt")
        save = f"save {other}" if elsewhere else "save"
        result = run(path, "5", "8", "q", f"save {path.parent}", save, "ann", "save x", "quit")
        shown = result.stdout.replace("\n  ", " ")
        refused = f"The score is not kept: {path} cannot be written: No space left on device"
        assert shown.count(refused) == 2
        again = "save tries again, save FILE keeps the score in a new file."
        assert f"{refused}\n{again}\nWho knocked?" in after(result, "8").replace("\n  ", " ")
        assert f"The last entries are not kept. {again}" in shown
        assert f"{path.parent} cannot be written: Is a directory\n{again}" in shown
        kept = other if elsewhere else path
        assert f"Kept in {kept}, and so is each further entry." in shown
        assert sheet_in(kept).results == (score_round([5, 8], Knocked(0)),)
        assert result.exit_code == 0

    def test_changed_meanwhile(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What somebody else has written into the file is not overwritten."""
        keep = Keeper.keep

        def meddle(keeper: Keeper, text: str) -> None:
            keep(keeper, text)
            path.write_text("My diary", encoding="utf-8")

        monkeypatch.setattr(Keeper, "keep", meddle)
        result = run(path, "Ann Ben", "5", "8", "ann", "quit", "3", "quit", "quit", "5")
        assert result.exit_code == 2
        assert "was changed by somebody else" in result.stdout.replace("\n  ", " ")
        assert result.stdout.splitlines()[-1] == f"The last entries are not kept in {path}."
        assert result.stdout.count("quit again leaves.") == 2
        assert result.stdout.count("\n> 5\n") == 1
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
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nround: 5\nround: 8",
                "line 5, column 1: expected nothing after a round that is not finished",
            ),
            (
                "manipulation-rummy score 1\nplayer: Ann\nplayer: Ben\nround: 1 999999",
                "line 4, column 1: all cards of the game together count 365 points",
            ),
            ("manipulation-rummy score 1\nDear diary", "line 2, column 1: 2 to 5 can play"),
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

    def test_a_game(self, path: Path) -> None:
        """A file that holds a game is not taken for a damaged score."""
        path.write_text(GameRecord.of(["Ann", "Ben"], dealer=0).dumps(), encoding="utf-8")
        result = run(path, "Ann Ben")
        assert result.exit_code == 2
        assert f"{path} holds a game and no score; to look at it: " in result.stderr
        assert f"replay {path}" in result.stderr

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
                sheet = sheet.with_points(*points).with_ending(data.draw(st.sampled_from(endings)))
        typed = data.draw(st.lists(st.integers(0, 60), max_size=3))
        sheet = sheet if sheet.result else sheet.with_points(*typed)
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
