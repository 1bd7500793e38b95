"""The command line, driven as its users do: text in, text and exit code out."""

import io
import os
import random
import re
import runpy
import shlex
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from typer.testing import CliRunner, Result

import manipulation_rummy
from manipulation_rummy import (
    AnyCard,
    Deal,
    Draw,
    Ending,
    EndTurn,
    GameRecord,
    GameState,
    Knock,
    Knocked,
    Move,
    Phase,
    Play,
    StockExhausted,
    Table,
    WentOut,
    check_play,
    check_table,
    parse_cards,
    render,
    score_round,
    view,
)
from manipulation_rummy.cards import CARDS
from manipulation_rummy.cli import app as commands
from manipulation_rummy.cli import main, show
from manipulation_rummy.cli.app import app
from manipulation_rummy.cli.bots import best_move, play_out
from manipulation_rummy.cli.terminal import console
from manipulation_rummy.solver import COMPILED
from tests.tables import game_with

COMMANDS = ("demo", "check", "split", "hint", "draw")
PLAIN = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
COLOURED = PLAIN | {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": None}
WITHOUT_THE_EXTRA = """
import sys

class Blocker:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "{blocked}":
            raise ModuleNotFoundError(f"No module named '{{name}}'", name=name)

sys.meta_path.insert(0, Blocker)
from manipulation_rummy.cli import main
main()
"""


def run(*args: str, text: str | None = None, env: dict[str, str | None] = PLAIN) -> Result:
    """Run a command with a text on standard input."""
    return CliRunner(env=env).invoke(app, args, input=text)


def program(
    *args: str, text: bytes = b"", code: str | None = None, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[bytes]:
    """Run the program, or some code, in a process of its own."""
    start = ("-m", "manipulation_rummy") if code is None else ("-c", code)
    env = os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": encoding}
    return subprocess.run(  # the program under test
        [sys.executable, *start, *args], input=text, capture_output=True, check=False, env=env
    )


def lines(text: str) -> list[str]:
    """Return the lines of a text, without colours and the blanks at the ends of lines."""
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]


@pytest.fixture(scope="module", params=[(2, 1), (3, 2), (4, 3), (5, 4)], ids=str)
def game(request: pytest.FixtureRequest) -> str:
    """Return what the demo of some players under some seed shows."""
    players, seed = request.param
    result = run("demo", "--players", str(players), "--seed", str(seed))
    assert result.exit_code == 0
    assert result.stderr == ""
    stdout: str = result.stdout
    return stdout


class TestCheck:
    """`check` judges a table."""

    def test_legal(self) -> None:
        """A legal table is called so, its melds are named."""
        result = run("check", "7s 8♠ 9S | KH KD KC")
        assert result.exit_code == 0
        expected = ["legal: 2 melds, 6 cards", "  7S 8S 9S  sequence", "  KH KD KC  group"]
        assert expected == lines(result.stdout)

    def test_empty(self) -> None:
        """An empty table is legal."""
        result = run("check", "")
        assert result.exit_code == 0
        assert lines(result.stdout) == ["legal: 0 melds, 0 cards"]

    def test_every_fault_with_its_rule(self) -> None:
        """Of an illegal table every fault is told, with its meld and the number of its rule."""
        result = run("check", "7S 8S TS | KH KD KC || 9S | * 7H 7D")
        assert result.exit_code == 1
        title, *faults = lines(result.stdout)
        assert title == "illegal: 4 faults"
        expected = [("1", "R13"), ("3", "D8"), ("4", "R11"), ("5", "R20")]
        found = [re.fullmatch(r"  meld (\d): .+ \((\w+)\)", fault) for fault in faults]
        assert expected == [match.groups() for match in found if match]

    @pytest.mark.parametrize(
        ("heap", "melds"),
        [
            ("7S 8S 9S KH KD KC", "7S 8S 9S | KH KD KC"),
            ("7S *=8S 9S KH KD KC", "7S *=8S 9S | KH KD KC"),
            ("7S 7S 7H 7H 7D 7D", "7S 7H 7D | 7S 7H 7D"),
        ],
    )
    def test_forgotten_bar(self, heap: str, melds: str) -> None:
        """Where a heap is no meld but splits into some, the bar between them may be missing."""
        for result in (run("check", heap), run("hint", "--table", heap, "--hand", "2S")):
            assert result.exit_code == 1
            assert f"Is a | missing? Legal would be: {melds}" == lines(result.stdout)[-1]
        assert run("check", melds).exit_code == 0

    @pytest.mark.parametrize(
        "table", ["7S 8S 2D", "7S * 9S", "7S 8S 9S KH KD", "7S 8S 9S | KH KD", "8S 8S 8S 8S 8S"]
    )
    def test_no_bar_is_missing(self, table: str) -> None:
        """Nothing is said of a bar that is there, or would not help."""
        result = run("check", table)
        assert result.exit_code == 1
        assert "missing?" not in result.stdout

    def test_one_fault(self) -> None:
        """One fault is told in the singular."""
        result = run("check", "7S 8S")
        assert result.exit_code == 1
        assert lines(result.stdout)[0] == "illegal: 1 fault"


class TestSplit:
    """`split` finds melds in a heap."""

    def test_possible(self) -> None:
        """The melds use each card of the heap once."""
        result = run("split", "3H 4H 5H 6H 6S 6D")
        assert result.exit_code == 0
        title, *melds = lines(result.stdout)
        assert title == "2 melds:"
        assert sorted(parse_cards("3H 4H 5H 6H 6S 6D")) == list(Table.parse("|".join(melds)).cards)

    def test_nothing(self) -> None:
        """No cards are no melds."""
        result = run("split", "")
        assert (result.exit_code, result.stdout) == (0, "0 melds\n")

    def test_jokers(self) -> None:
        """A joker is shown with the card it stands for."""
        result = run("split", "QS KS *")
        assert result.exit_code == 0
        assert "*=" in result.stdout

    def test_impossible(self) -> None:
        """If it cannot be split, the largest part that can is shown with the cards left over."""
        result = run("split", "3H 4H 5H 6S 6D 6C KD")
        assert result.exit_code == 1
        expected = [
            "cannot be split into melds",
            "the largest part that can:",
            "  3H 4H 5H",
            "  6S 6D 6C",
            "left over: KD",
        ]
        assert expected == lines(result.stdout)

    def test_nothing_fits(self) -> None:
        """If no cards fit together, all are left over."""
        result = run("split", "3H KD")
        assert result.exit_code == 1
        assert lines(result.stdout) == ["cannot be split into melds", "left over: 3H KD"]

    @pytest.mark.parametrize(
        ("cards", "aces", "code"),
        [
            ("AS 2S 3S", "both", 0),
            ("AS 2S 3S", "low", 0),
            ("AS 2S 3S", "high", 1),
            ("QS KS AS", "low", 1),
            ("QS KS AS", "high", 0),
        ],
    )
    def test_aces(self, cards: str, aces: str, code: int) -> None:
        """`--aces` says where an ace may stand in a sequence."""
        assert code == run("split", "--aces", aces, cards).exit_code

    def test_more_than_the_solver_takes(self) -> None:
        """A heap beyond the bounds of the solver is refused with a message."""
        result = run("split", " ".join(["8S"] * 5))
        assert result.exit_code == 2
        assert lines(result.stderr) == ["error: cards: more than 4 copies of 8S"]


class TestHint:
    """`hint` shows the best play."""

    def test_best_play(self) -> None:
        """It shows the cards played, their points, the new table with marks, and the rest."""
        result = run("hint", "--table", "3S 4S 5S | KS KH KC | 9S 9H 9D", "--hand", "6S KD 2H")
        assert result.exit_code == 0
        expected = [
            "play 6S KD for 16 points; + marks what is new or changed:",
            "  + 3S 4S 5S 6S",
            "    9S 9H 9D",
            "  + KS KH KD KC",
            "left in hand: 2H (2 points)",
        ]
        assert expected == lines(result.stdout)

    def test_twin_melds(self) -> None:
        """Of two equal melds only the one that was not there is marked."""
        result = run("hint", "--table", "9S 9H 9D", "--hand", "9S 9H 9D AC")
        assert result.exit_code == 0
        _, *melds, left = lines(result.stdout)
        assert melds == ["    9S 9H 9D", "  + 9S 9H 9D"]
        assert left == "left in hand: AC (1 point)"

    def test_whole_hand(self) -> None:
        """On an empty table whole melds are played, perhaps the whole hand."""
        result = run("hint", "--hand", "5S 6S *")
        assert result.exit_code == 0
        assert (
            lines(result.stdout)[0] == "play 5S 6S * for 36 points; + marks what is new or changed:"
        )
        assert lines(result.stdout)[-1] == "left in hand: nothing"

    def test_jokers_keep_their_cards(self) -> None:
        """A joker of the table keeps its card: it is no free one (R21)."""
        result = run("hint", "--table", "7S *=8S 9S", "--hand", "KH KD")
        assert result.exit_code == 1

    @pytest.mark.parametrize(("aces", "code"), [("both", 0), ("low", 1), ("high", 0)])
    def test_aces(self, aces: str, code: int) -> None:
        """`--aces` says where an ace may stand in a sequence."""
        assert code == run("hint", "--hand", "QS KS AS", "--aces", aces).exit_code

    def test_nothing_to_play(self) -> None:
        """If nothing can be played it says so."""
        result = run("hint", "--table", "3S 4S 5S", "--hand", "KD")
        assert result.exit_code == 1
        assert lines(result.stdout) == ["nothing can be played"]

    def test_illegal_table(self) -> None:
        """An illegal table is judged as by `check`."""
        result = run("hint", "--table", "3S 4S 6S", "--hand", "KD")
        assert result.exit_code == 1
        assert run("check", "3S 4S 6S").stdout == result.stdout

    def test_joker_of_a_hand_that_stands_for_a_card(self) -> None:
        """A hand that cannot be one is refused with a message."""
        result = run("hint", "--hand", "*=8S 9S")
        assert result.exit_code == 2
        assert result.stderr.startswith("error: hand: the joker *=8S")


class TestDraw:
    """`draw` draws cards: here, or in a file."""

    def test_here(self) -> None:
        """Without a file it is a picture of text."""
        result = run("draw", "7S 8S 9S | KH KD *=KC")
        assert result.exit_code == 0
        assert lines(render.text("7S 8S 9S | KH KD *=KC")) == lines(result.stdout)

    def test_as_wide_as_the_terminal(self) -> None:
        """Melds go on in the next line."""
        table = "7S 8S 9S TS JS QS KS | KH KD KC | 2S 2H 2D"
        result = run("draw", table, env=PLAIN | {"COLUMNS": "44"})
        assert lines(render.text(table, width=44)) == lines(result.stdout)

    def test_colours(self) -> None:
        """Red is red; with four colours diamonds are blue, where there are colours."""
        assert "\x1b[31m8♦" in run("draw", "8D", env=COLOURED).stdout
        assert "\x1b[34m8♦" in run("draw", "8D", "--four-colours", env=COLOURED).stdout
        assert "\x1b" not in run("draw", "8D").stdout

    def test_what_has_changed(self) -> None:
        """Since an older table."""
        result = run("draw", "3S 4S 5S 6S", "--since", "3S 4S 5S")
        assert lines(render.text("3S 4S 5S 6S", since="3S 4S 5S")) == lines(result.stdout)

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ((), {}),
            (("--dark",), {"dark": True}),
            (("--four-colours", "--width", "300"), {"four_colours": True, "width": 300}),
            (("--since", "7S 8S 9S"), {"since": "7S 8S 9S"}),
        ],
    )
    def test_a_file(self, options: tuple[str, ...], expected: Any, tmp_path: Path) -> None:
        """It is what the library draws."""
        file = tmp_path / "table.svg"
        result = run("draw", "7S 8S 9S | KH KD KC", "-o", str(file), *options)
        assert result.exit_code == 0
        assert result.stdout.replace("\n", "") == f"wrote {file}"
        assert render.svg("7S 8S 9S | KH KD KC", **expected) == file.read_text(encoding="utf-8")

    @pytest.mark.parametrize("name", ["table.png", "table.txt", "table", ""])
    def test_another_kind_of_file(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Is refused, not filled with SVG."""
        monkeypatch.chdir(tmp_path)
        result = run("draw", "7S 8S 9S", "-o", name)
        assert result.exit_code == 2
        assert "name a file such as table.svg" in result.stderr
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("options", [("--dark",), ("--width", "800")])
    def test_options_of_files(self, options: tuple[str, ...]) -> None:
        """What does nothing in the terminal is refused there."""
        result = run("draw", "7S 8S 9S", *options)
        assert result.exit_code == 2
        assert "are for files: name one with -o" in result.stderr

    def test_standard_output(self) -> None:
        """As a file for other programs."""
        result = run("draw", "7S 8S 9S", "-o", "-")
        assert render.svg("7S 8S 9S") == result.stdout

    def test_an_illegal_table(self, tmp_path: Path) -> None:
        """Is told as `check` does it, and not drawn."""
        file = tmp_path / "table.svg"
        result = run("draw", "7S 8S | KH KD KC", "-o", str(file))
        assert result.exit_code == 1
        assert run("check", "7S 8S | KH KD KC").stdout == result.stdout
        assert run("draw", "7S 8S | KH KD KC").exit_code == 1
        assert not file.exists()

    def test_a_file_that_cannot_be_written(self, tmp_path: Path) -> None:
        """Is told in one line."""
        path = tmp_path / "nowhere" / "table.svg"
        result = program("draw", "7S", "-o", str(path))
        assert result.returncode == 2
        expected = f"error: {path} cannot be written: No such file or directory"
        assert [expected] == result.stderr.decode().splitlines()

    def test_a_terminal_without_the_characters(self) -> None:
        """Gets ASCII."""
        result = program("draw", "7S 8S 9S", encoding="ascii")
        assert result.stdout.splitlines()[1] == b"|7S|8S|9S|"

    def test_a_tiny_terminal(self) -> None:
        """Gets lines as short as they can be."""
        assert run("draw", "7S 8S 9S", env=PLAIN | {"COLUMNS": "5"}).exit_code == 0


class TestInput:
    """What goes in, and what cannot be read."""

    @pytest.mark.parametrize(
        ("args", "text"),
        [
            (("check", "-"), "7S 8S 9S\n| KH KD KC\n"),
            (("split", "-"), "3H 4H 5H\n6H 6S 6D\n"),
            (("hint", "--hand", "-"), "7S 8S 9S\n"),
            (("hint", "--hand", "6S", "--table", "-"), "7S 8S 9S\n"),
            (("draw", "-"), "7S 8S 9S\n"),
            (("draw", "7S 8S 9S", "--since", "-"), "7S *=8S 9S\n"),
        ],
    )
    def test_standard_input(self, args: tuple[str, ...], text: str) -> None:
        """A `-` in the place of cards reads standard input."""
        given = [text if arg == "-" else arg for arg in args]
        result = run(*args, text=text)
        assert result.exit_code == 0
        assert run(*given).stdout == result.stdout

    @pytest.mark.parametrize("command", ["check", "split", "draw"])
    def test_without_quotes(self, command: str) -> None:
        """Cards may be several words: they are one text."""
        result = run(command, "7S", "8S", "9S")
        assert result.exit_code == 0
        assert run(command, "7S 8S 9S").stdout == result.stdout

    def test_standard_input_twice(self) -> None:
        """Standard input serves one text only."""
        result = run("hint", "--hand", "-", "--table", "-", text="7S 8S 9S")
        assert result.exit_code == 2
        assert "cannot both be -" in result.stderr
        result = run("draw", "-", "--since", "-", text="7S 8S 9S")
        assert result.exit_code == 2
        assert "cannot both be -" in result.stderr

    def test_standard_input_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where there is no standard input, `-` is only a text that is no card."""
        monkeypatch.setattr(sys, "argv", ["manipulation-rummy", "check", "-"])
        monkeypatch.setattr(sys, "stdin", None)
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 2

    @pytest.mark.parametrize(
        "args",
        [
            ("check", "7S 8X 9S"),
            ("split", "7S 8X 9S"),
            ("hint", "--hand", "7S 8X 9S"),
            ("hint", "--hand", "7S", "--table", "7S 8X 9S"),
            ("draw", "7S 8X 9S"),
            ("draw", "7S 8S 9S", "--since", "7S 8X 9S"),
        ],
    )
    def test_place_of_the_trouble(self, args: tuple[str, ...]) -> None:
        """Text that cannot be read is shown with a caret under the place."""
        result = run(*args)
        assert result.exit_code == 2
        assert result.stdout == ""
        expected = [
            "error: line 1, column 4: expected a card such as '8S' or the joker '*', found '8X'",
            "7S 8X 9S",
            "   ^",
        ]
        assert expected == lines(result.stderr)

    def test_line_of_the_trouble(self) -> None:
        """Of several lines the one with the trouble is shown, its tabs as blanks."""
        result = run("check", "-", text="7S 8S 9S |\n\tKH [red] KC\n")
        assert result.exit_code == 2
        expected = [
            "error: line 2, column 5: expected a card such as '8S' or the joker '*', found '[red]'",
            " KH [red] KC",
            "    ^",
        ]
        assert expected == lines(result.stderr)

    @pytest.mark.parametrize("position", [0, 20, 60, 99])
    def test_part_of_a_long_line(self, position: int) -> None:
        """Of a line wider than the terminal a part is shown, with the caret at the same place."""
        cards = ["8S"] * 100
        cards[position] = "8X"
        result = run("check", " ".join(cards))
        assert result.exit_code == 2
        _, line, caret = lines(result.stderr)
        assert len(line) <= 80
        assert line[caret.index("^") :].startswith("8X")

    def test_far_too_long(self) -> None:
        """Text without end is refused as soon as it is longer than cards can be."""
        result = run("check", "-", text="7S 8S 9S | " * 100_000)
        assert result.exit_code == 2
        assert "longer than" in result.stderr

    @pytest.mark.parametrize(
        "args",
        [
            ("demo", "--players", "1"),
            ("demo", "--players", "6"),
            ("demo", "--seed", "-1"),
            ("demo", "--seed", "x"),
            ("demo", "--seed", "9" * 5000),
            ("split", "--aces", "middle", "7S"),
            ("check",),
            ("hint",),
            ("draw",),
            ("draw", "--width", "10", "7S"),
            ("unheard-of",),
        ],
    )
    def test_wrong_use(self, args: tuple[str, ...]) -> None:
        """Options out of range and the like are told by the usual message of usage."""
        result = run(*args)
        assert result.exit_code == 2
        assert "Usage: " in result.stderr
        assert isinstance(result.exception, SystemExit)

    @pytest.mark.parametrize(
        ("args", "advice"),
        [
            (("play", "--players", "7"), "'--players': 2 to 5 can play"),
            (("demo", "--players", "1"), "'--players': 2 to 5 can play"),
            (("play", "--bot", "hard"), "'--bot': a bot is called best or random, not 'hard'"),
            (("score", "--save", "x.txt"), "the file is named without --save: score x.txt"),
            (("hint", "3S 4S 5S", "6S"), 'as in hint --table "3S 4S 5S" --hand "6S KD"'),
            (("hint", "--hand", "6S", "7S"), 'as in hint --table "3S 4S 5S" --hand "6S KD"'),
        ],
    )
    def test_advice(self, args: tuple[str, ...], advice: str) -> None:
        """Where it is known what was meant, it is said how that is typed."""
        result = run(*args)
        assert result.exit_code == 2
        assert advice in result.stderr


class TestDemo:
    """`demo` plays a whole game."""

    def test_defaults(self) -> None:
        """Three players and the seed 1, unless told otherwise; the same seed, the same game."""
        result = run("demo")
        assert result.exit_code == 0
        assert run("demo", "--players", "3", "--seed", "1").stdout == result.stdout
        assert run("demo", "--seed", "2").stdout != result.stdout

    def test_fits_a_terminal(self, game: str) -> None:
        """No line is wider than 80 columns, and there are no colours without a terminal."""
        assert max(map(len, game.splitlines())) <= 80
        assert "\x1b" not in game

    def test_every_play_is_legal(self, game: str) -> None:
        """Each table shown is legal beside the one before it and the cards named as played."""
        unwrapped = re.sub(r"\n {6} *(?! |table |holds )", " ", game)
        table = played = ""
        plays = 0
        for line in unwrapped.splitlines():
            if line.startswith("move "):
                table = ""
            elif play := re.search(r" plays ([^a-z]+?)(?:,|\.| and )", line):
                played = play.group(1)
            elif line.startswith("      table "):
                shown = line.removeprefix("      table ")
                assert check_table(shown) is None
                assert check_play(table, played, shown) is None
                assert len(parse_cards(played)) == len(Table.parse(shown).cards) - len(
                    Table.parse(table).cards
                )
                table = shown
                plays += 1
        assert plays > 10

    def test_scores_add_up(self, game: str) -> None:
        """The totals are the sums of the scores, the final totals have the bonuses on top."""
        totals: dict[str, int] = {}
        for name, *cells in re.findall(r"^(\w+)" + r" +(\d+|-)" * 6 + "$", game, re.MULTILINE):
            _, differences, undercut, going_out, score, total = (
                int(cell.replace("-", "0")) for cell in cells
            )
            assert score == differences + undercut + going_out
            totals[name] = totals.get(name, 0) + score
            assert totals[name] == total
        finals = {}
        for name, *cells in re.findall(r"^(\w+)" + r" +(\d+|-)" * 5 + "$", game, re.MULTILINE):
            _, total, _, bonus, finals[name] = (int(cell.replace("-", "0")) for cell in cells)
            assert totals[name] == total
            assert finals[name] == total + bonus
        best = [name for name in finals if finals[name] == max(finals.values())]
        assert f"{' and '.join(best)} won the game." == game.splitlines()[-1]

    def test_ends_of_rounds(self, game: str) -> None:
        """The last turn of a round says how it ends it, and so does the line after it."""
        ends = re.findall(r"(knocks|cards left)\.\n(?: .*\n)*\n\w+ (\w+)(?: out)?; the round", game)
        assert len(ends) == len(re.findall("1?, round .* in the stock", game))
        assert set(ends) <= {("knocks", "knocked"), ("cards left", "went")}

    @pytest.mark.parametrize(
        ("points", "ending", "expected"),
        [
            ([4, 9], Knocked(0), "Ann knocked; the round goes to Ann."),
            ([4, 5, 4, 4], Knocked(0), "Ann knocked; the round goes to Cleo and Dan."),
            ([9, 0, 9], WentOut(1), "Ben went out; the round goes to Ben."),
            ([9, 9, 9, 8, 9], StockExhausted(), "The stock ran out; the round goes to Dan."),
            (
                [9, 9, 9],
                StockExhausted(),
                "The stock ran out; the round goes to Ann, Ben and Cleo.",
            ),
        ],
    )
    def test_endings(self, points: list[int], ending: Ending, expected: str) -> None:
        """Each way to end a round is told with the winners."""
        assert ["", expected] == list(show.ending(score_round(points, ending)))

    def test_same_as_replayed(self, tmp_path: Path) -> None:
        """A game is shown as `replay` shows its record."""
        rng = random.Random(5)
        record = play_out(GameRecord.of(show.NAMES[:4], rng=rng), rng)
        path = tmp_path / "game.txt"
        path.write_text(record.dumps(), encoding="utf-8")
        demo = run("demo", "--players", "4", "--seed", "5")
        assert run("replay", str(path)).stdout == demo.stdout

    def test_last_lap(self) -> None:
        """With the stock exhausted everybody has one more turn, and then the round is over."""
        hands: tuple[list[AnyCard], list[AnyCard]] = ([], [])
        for card in CARDS:  # no hand has more than two cards that go together
            hands[(card.rank.value - 1) // 2 % 2 ^ (card.suit.value in "DC")].append(card)
        record = game_with(*(" ".join(map(str, hand)) for hand in hands), stock="*")
        record = play_out(record, random.Random(1))
        assert record.results[0].ending == StockExhausted()
        turns = list(takewhile(lambda move: not isinstance(move, Deal), record.moves[1:]))
        assert [Draw, Play, EndTurn, Play, EndTurn, Play, EndTurn] == list(map(type, turns))

    def test_nothing_to_play(self) -> None:
        """A player who has nothing to play in the last lap ends his turn."""
        state = GameState.setup(["KD AD", "QC"], table="3S 4S 5S", last_lap=1)
        assert EndTurn() == best_move(view(state, 0))

    @pytest.mark.parametrize(("other", "move"), [("QC", EndTurn()), ("QC JC", Knock())])
    def test_sensible_knock(self, other: str, move: Move) -> None:
        """Nobody knocks while somebody else holds fewer cards."""
        state = GameState.setup(["2S 3D", other], phase=Phase.END)
        assert move == best_move(view(state, 0))

    def test_interrupted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C ends the game quietly."""

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(commands, "play_out", interrupt)
        result = run("demo")
        assert result.exit_code == 130
        assert result.stderr == ""


class TestWidth:
    """Terminals that are narrow, or say so."""

    @pytest.mark.parametrize("columns", [0, 6])
    @pytest.mark.parametrize(
        "args",
        [
            ("demo", "--players", "2"),
            ("play", "--seed", "3"),
            ("replay", "tests/data/games/2-players-184.txt"),
            ("score", "new.txt"),
            ("draw", "7S 8S 9S"),
            ("check", "7S 8Y"),
        ],
        ids=lambda args: args[0],
    )
    def test_too_narrow(
        self, args: tuple[str, ...], columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where hardly a word fits, it is as with 20 columns."""
        command, *rest = args
        if command == "replay":
            rest = [str(Path(__file__).parent.parent / rest[0])]
        monkeypatch.chdir(tmp_path)
        typed = "draw\nhint\nhelp\nrules\n"
        shown = [
            run(command, *rest, text=typed, env=PLAIN | {"COLUMNS": str(width)}).output
            for width in (columns, 20)
        ]
        assert shown[0] == shown[1]
        assert shown[0]

    def test_window(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The width is that of the window, also when that has changed."""
        for name in ("COLUMNS", "TTY_COMPATIBLE"):
            monkeypatch.delenv(name, raising=False)
        terminal = console()
        for columns in (90, 70):
            size = os.terminal_size((columns, 24))
            monkeypatch.setattr(os, "get_terminal_size", lambda *_, size=size: size)
            assert columns == terminal.width


class TestColours:
    """Colours where they are wanted."""

    def test_colours(self) -> None:
        """Red suits and jokers are coloured on a terminal."""
        stdout = run("check", "7H *=8H 9H", env=COLOURED).stdout
        assert "\x1b[31m7H\x1b[0m" in stdout
        assert "\x1b[35m*=8H\x1b[0m" in stdout

    def test_no_colours(self) -> None:
        """With NO_COLOR they are not."""
        stdout = run("check", "7H *=8H 9H", env=COLOURED | {"NO_COLOR": "1"}).stdout
        assert "  7H *=8H 9H  sequence" in stdout


class TestHelp:
    """The help texts."""

    def test_overview(self) -> None:
        """Without a command the overview is shown, with every command."""
        shown = lines(run("--help").stdout.rstrip())
        for command in COMMANDS:
            assert any(line.startswith(f"│ {command} ") for line in shown)
        assert shown == lines(run("-h").stdout.rstrip())
        assert shown == lines(run().output.rstrip())

    @pytest.mark.parametrize("command", COMMANDS)
    def test_examples_run(
        self, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every command has examples, and they run."""
        monkeypatch.chdir(tmp_path)
        result = run(command, "--help")
        assert result.exit_code == 0
        examples = [
            line.strip().removeprefix("manipulation-rummy ")
            for line in lines(result.stdout)
            if line.startswith(f" manipulation-rummy {command}")
        ]
        assert len(examples) >= 2
        for example in examples:
            args = shlex.split(re.split(r" [<|] (?!.*\")", example)[0])
            assert run(*args, text="7S 8S 9S").exit_code == 0

    def test_version(self) -> None:
        """`--version` shows the version of the package, and whether its kernel is compiled."""
        result = run("--version")
        assert result.exit_code == 0
        made = "compiled" if COMPILED else "pure Python"
        expected = f"manipulation-rummy {manipulation_rummy.__version__} ({made})\n"
        assert expected == result.stdout


class TestProgram:
    """The program as a process of its own."""

    @pytest.mark.parametrize(
        ("args", "code", "stdout"),
        [
            (("check", "7S 8S 9S"), 0, b"legal: 1 meld, 3 cards"),
            (("check", "7S 8S"), 1, b"illegal: 1 fault"),
            (("check", "7S 8Y"), 2, b""),
        ],
    )
    def test_exit_code(self, args: tuple[str, ...], code: int, stdout: bytes) -> None:
        """The exit code tells yes, no and unreadable apart; errors go to standard error."""
        result = program(*args)
        assert code == result.returncode
        assert stdout == b"".join(result.stdout.splitlines()[:1])
        assert bool(result.stderr) == (code == 2)

    def test_standard_input(self) -> None:
        """Standard input may be a pipe."""
        result = program("check", "-", text="7♠ 8♠ 9♠\r\n| KH KD KC\r\n".encode())
        assert result.returncode == 0

    def test_bytes_that_are_no_text(self) -> None:
        """Bytes that are no text are no cards, and no reason to fail."""
        result = program("check", "-", text=b"7S \xff\x00\x1b 9S")
        assert result.returncode == 2
        assert result.stderr.endswith(b"   ^" + os.linesep.encode())
        assert b"Traceback" not in result.stderr

    def test_terminal_without_the_characters(self) -> None:
        """A terminal that does not know a character gets another one."""
        result = program("check", "7♠ 8♡ x♠", encoding="ascii")
        assert result.returncode == 2
        assert b"7? 8? x?" in result.stderr
        assert program("demo", encoding="ascii").stdout.isascii()

    def test_broken_pipe(self) -> None:
        """A reader that goes away ends the game quietly."""
        with subprocess.Popen(
            [sys.executable, "-m", "manipulation_rummy", "demo", "--players", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().startswith(b"move 1 of ")
            process.stdout.close()
            assert process.stderr.read() == b""

    @pytest.mark.parametrize("blocked", ["typer", "rich"])
    def test_without_the_extra(self, blocked: str) -> None:
        """Without the extra, one line says what to install, from whatever the package came."""
        result = program("check", "7S 8S 9S", code=WITHOUT_THE_EXTRA.format(blocked=blocked))
        assert result.returncode == 2
        assert result.stdout == b""
        (line,) = result.stderr.decode().splitlines()
        assert f"error: {blocked} is missing; the command needs it: pip install typer rich" == line

    def test_import_without_the_extra(self) -> None:
        """The module of the command can be imported without the extra."""
        result = program(
            code="import sys, manipulation_rummy.cli; sys.exit('typer' in sys.modules)"
        )
        assert result.returncode == 0


class TestMain:
    """The entry point, in this process."""

    def test_module(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """`python -m manipulation_rummy` runs the command line."""
        monkeypatch.setattr(sys, "argv", ["elsewhere", "check", "7S 8S 9S"])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as end:
            runpy.run_module("manipulation_rummy", run_name="__main__")
        assert end.value.code == 0
        assert capsys.readouterr().out.startswith("legal: 1 meld, 3 cards\n")

    def test_without_the_extra(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Without the extra it exits with 2 and a message."""
        monkeypatch.delitem(sys.modules, "manipulation_rummy.cli.app")
        monkeypatch.setitem(sys.modules, "typer", None)
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 2
        assert "pip install typer rich" in capsys.readouterr().err

    def test_standard_input_that_cannot_be_read(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Trouble with standard input itself is told and exits with 2."""

        class Directory(io.StringIO):
            def read(self, size: int | None = -1, /) -> str:
                raise IsADirectoryError(21, "Is a directory", str(size))

        monkeypatch.setattr(sys, "argv", ["manipulation-rummy", "check", "-"])
        monkeypatch.setattr(sys, "stdin", Directory())
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 2
        assert capsys.readouterr().err.startswith("error: [Errno 21] Is a directory")

    def test_output_that_cannot_be_written(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Trouble with the output, such as a full disk, is told and exits with 2."""

        def fail(**_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(commands, "app", fail)
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 2
        assert capsys.readouterr().err.startswith("error: [Errno 28] No space left")

    def test_interrupted_early(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C ends the program quietly while it still imports."""

        class Interrupter:
            @staticmethod
            def find_spec(*_: object) -> None:
                raise KeyboardInterrupt

        monkeypatch.delitem(sys.modules, "manipulation_rummy.cli.app")
        monkeypatch.setattr(sys, "meta_path", [Interrupter])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 130

    def test_another_module_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Any other missing module is an error that is not hidden."""
        monkeypatch.setitem(sys.modules, "manipulation_rummy.cli.app", None)
        with pytest.raises(ModuleNotFoundError, match=r"manipulation_rummy\.cli\.app"):
            main()
