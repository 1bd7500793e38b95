"""`manipulation-rummy play`: a game in the terminal, typed line by line."""

import io
import random
import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

import attrs
from rich.console import Console
from typer.testing import CliRunner, Result

from manipulation_rummy import (
    JOKER,
    CardDrawn,
    CardsPlayed,
    Deal,
    Draft,
    Draw,
    Event,
    GameRecord,
    GameState,
    HandsShown,
    Knock,
    LastLapBegan,
    Meld,
    MeldChanged,
    MeldDissolved,
    MeldMade,
    Phase,
    Play,
    PlayerKnocked,
    PlayerView,
    PlayerWentOut,
    Rules,
    RummyError,
    Table,
    TurnBegan,
    TurnEnded,
    apply,
    pack,
    parse_cards,
    parse_move,
    plays,
    view,
)
from manipulation_rummy.cli import playing, screen, session, show, terminal, texts
from manipulation_rummy.cli.app import app
from manipulation_rummy.cli.bots import Bot
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.offering import Moment
from manipulation_rummy.cli.seating import Seating
from manipulation_rummy.cli.telling import told, without_rules
from tests.tables import game_with

PLAIN = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None}
SENSIBLE = "draw\nbest\ndraw\nbest\ndraw\nknock\nend\n\n"
"""What somebody can type again and again who wants to get on; what cannot be done is refused."""


def run(*args: str | Path, text: str = "", columns: int = 80) -> Result:
    """Run `play`, a text being typed."""
    env = PLAIN | {"COLUMNS": str(columns)}
    return CliRunner(env=env).invoke(app, ["play", *map(str, args)], input=text)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a place for a game, of a short name, so that no line breaks in it."""
    monkeypatch.chdir(tmp_path)
    return Path("game.txt")


def play_on(path: Path, record: GameRecord, *typed: str) -> str:
    """Save a game, play on with it, and return what is shown."""
    path.write_text(record.dumps(), encoding="utf-8")
    result = run("--save", path, text="".join(f"{line}\n" for line in typed))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    shown: str = result.stdout
    return shown


def after(shown: str, line: str) -> str:
    """Return what is shown after the last time that a line was typed, up to the next one."""
    _, _, rest = shown.rpartition(f"> {line}\n")
    return rest.partition("\n> ")[0]


def record_in(path: Path) -> GameRecord:
    """Return the game that was saved."""
    return GameRecord.loads(path.read_text(encoding="utf-8"))


JOKERS = game_with(
    "6S 6D KC 8S 2C 3C",
    "7S * 9S QD QH JD",
    "2D 4D 6H TD QC AC",
    stock="AH AD 9D AS 3H 5H 7H JH",
    moves=["draw", "draw", "draw", "end", "draw", "play 7S *=8S 9S", "end"],
)
"""A table with a joker; Ben, a bot, is to move, and can play nothing."""

AWKWARD = game_with(
    "8S 9S TS JS KD",
    "QC JH 9D 8H 2H",
    stock="8C 2D 2S 5C 8D",
    moves=["draw", "play 8S 9S TS JS", "end", *["draw"] * 3, "end", "draw"],
)
"""A table with one meld, that has to be split if one wants to play 8D 8C, which one can."""

EIGHTS = game_with(
    "8S 8H 8D 8C 2C 5C",
    "7S * 9S KD KH 4C",
    stock="2D 2H 3D 3H",
    moves=[
        *("draw", "play 8S 8H 8D 8C", "end"),
        *("draw", "play 7S *=8S 9S | 8S 8H 8D 8C", "end"),
        "draw",
    ],
)
"""A table with two melds and a joker; one may meld, with 2D 2C 3D 5C in hand."""

TWINS = game_with(
    "5H 5H 6C 7S 7S 8C KH",
    "4C 5C 6C 7H 7D 7C QD",
    "2D 4D 9H JC AH QS TS",
    stock="2H 3H 7C",
    moves=[
        *("draw", "draw", "draw", "end", "draw", "play 4C 5C 6C | 7H 7D 7C", "end"),
        *("draw", "draw", "draw", "end", "draw"),
    ],
)
"""One may meld, with two cards of a kind in hand, or one in hand and one on the table."""

LAST_LAP = game_with(
    " ".join(str(card) for card in pack(2)[:26]),
    " ".join(str(card) for card in pack(2)[26:52]),
    moves=["draw", "end"],
)
"""The stock is used up with the first draw, and so Ann has the first of the last turns."""


class TestGame:
    """A game from its beginning."""

    def test_seed(self) -> None:
        """The same seed gives the same game, another seed another one."""
        typed = SENSIBLE * 2
        shown = [run("--seed", seed, text=typed).stdout for seed in ("1", "1", "2")]
        assert shown[0] == shown[1]
        assert shown[0] != shown[2]

    def test_whole_game(self, path: Path) -> None:
        """A game can be played to its end by typing; it is told, scored, settled and saved."""
        record = game_with("AS 2S KD", "AD 3S KH", stock="3C 3H 4S", target=1)
        shown = play_on(path, record, *(SENSIBLE * 30).splitlines())
        saved = record_in(path)
        assert saved.state.phase is Phase.GAME_OVER
        assert saved.state.result is not None
        assert "the round goes to" in shown
        assert "for the others 25 for each round won." in shown.replace("\n", " ")
        assert f"To look back: manipulation-rummy replay {path}" in shown.splitlines()[-1]
        assert re.search(r"\w+ won the game\.", shown)

    def test_next_round(self, path: Path) -> None:
        """After a round Enter deals the next one; other words are explained or obeyed."""
        record = game_with("AS 2S", "KD KH", stock="3S", moves=["draw"])
        shown = play_on(path, record, "best", "what", "rules", "save", "draw", "show", "", "quit")
        assert "You play AS 2S 3S and have no cards left." in shown
        assert "You went out; the round goes to you." in shown
        assert "deal (or Enter), show, last, rules, help, save FILE, quit" in after(shown, "what")
        assert "the round is over: draw has to wait" in after(shown, "draw")
        for screen_lines in (shown.partition("> what")[0], after(shown, "show")):
            assert "The table at the end:\n   1   AS 2S 3S\n" in screen_lines
            assert "going out: 25 more for having no cards" in screen_lines.replace("\n", " ")
        assert "THE RULES IN SHORT" in after(shown, "rules")
        assert f"Saved in {path}" in after(shown, "save")
        assert len(record_in(path).results) == 1
        assert "round 2, " in after(shown, "")
        first, second = (move.deck for move in record_in(path).moves if isinstance(move, Deal))
        assert first != second

    def test_leaving_between_rounds(self, path: Path) -> None:
        """A game left between two rounds goes on there, its last result being shown again."""
        record = game_with("AS 2S", "KD KH", stock="3S", moves=["draw"])
        play_on(path, record, "best", "quit")
        again = run("--save", path, text="deal\nq\n").stdout
        assert "You went out; the round goes to you." in again
        assert "You draw" not in again
        assert "round 2, " in again

    def test_over(self, path: Path) -> None:
        """A game that is over is shown and cannot go on."""
        record = game_with("AS 2S", "KD KH", stock="3S", moves=["draw"], target=1)
        play_on(path, record, "best")
        again = run("--save", path)
        assert again.exit_code == 0
        assert "You won the game." in again.stdout

    @pytest.mark.parametrize("topic", ["help", "rules", "rules 2"])
    def test_help_fits(self, topic: str) -> None:
        """What can be typed, and the rules, fit a terminal of 24 lines with the prompt."""
        shown = after(run("--seed", "3", text=f"draw\n{topic}\ndraw\n").stdout, topic)
        assert len(shown.splitlines()) < 24

    def test_rules(self) -> None:
        """The rules have two pages, of which the first one tells of the second."""
        shown = run("--seed", "3", text="rules\nrules 2\nshow\n").stdout
        assert "must draw a second card" in after(shown, "rules").replace("\n  ", " ")
        assert "rules 2 goes on with jokers" in after(shown, "rules")
        assert "MORE RULES. Jokers" in after(shown, "rules 2")
        assert "rules 2" not in after(shown, "rules 2")
        assert "the rules have two pages" in after(
            run("--seed", "3", text="rules 3\n").stdout, "rules 3"
        )

    @pytest.mark.parametrize(
        ("rules", "told"),
        [
            (Rules(), "must draw a second card"),
            (Rules(extra_draws="optional"), "can draw a second card"),
            (Rules(), "lay once or not, no knock. Going out only ends one's own turn then."),
            (Rules(knock_in_last_lap=True), "lay once or not, knock if you can. Going out"),
            (Rules(going_out_ends_last_lap=True), "no knock. Going out still ends the round."),
            (Rules(), "10 more (undercut) if another one knocked. If"),
            (Rules(undercut_without_knock=True), "if another one knocked or nobody did. If"),
            (Rules(), "100 more; the others get 25 for each round won"),
            (Rules(round_bonus_for="all"), "100 more; all get 25 for each round won"),
        ],
    )
    def test_rules_of_the_game(self, rules: Rules, told: str) -> None:
        """The rules that are told are those of the game (D3, D20-D22, D25)."""
        assert told in " ".join(texts.rules_lines(rules, 2000))

    @pytest.mark.parametrize(("columns", "title"), [(60, "dealt by you, 74"), (40, "1, 74")])
    def test_dealer(self, columns: int, title: str) -> None:
        """The heading of a turn names the dealer, where that fits."""
        shown = run("--seed", "3", columns=columns).stdout
        assert f"{title} cards in the stock ───" in shown

    def test_help_about_a_word(self) -> None:
        """One can ask about one word, a short form of it too; others are no words."""
        shown = run("--seed", "3", text="help UNDO\nhelp tak\nhelp knok\nhelp deal\n").stdout
        assert after(shown, "help UNDO").splitlines() == [
            "undo, reset        take the last of these steps back, all of them",
            "draw (or Enter), show, help, quit",
        ]
        assert after(shown, "help tak").splitlines()[:-1] == [
            "take 7S 2          pick cards of meld 2 up, to put them elsewhere",
            "take 2             pick the whole of meld 2 up",
        ]
        assert "there is no 'knok'; did you mean knock?" in after(shown, "help knok")
        assert "deal the next round, once one is over" in after(shown, "help deal")

    def test_every_word_has_its_help(self) -> None:
        """There is help for each word that can be typed in a turn."""
        everything = list(texts.help_lines(None, Rules(), 80))
        for word in playing.COMMANDS:
            lines = list(texts.help_lines(word, Rules(), 80))
            assert (lines == everything) == (word == "help"), word

    def test_words_of_turns_between_rounds(self, path: Path) -> None:
        """They are known, but have to wait; `last` tells how the round has ended."""
        record = game_with("9C KD", "AS 2S", stock="4H 6C 8D 3S", moves=["draw"] * 3)
        shown = play_on(path, record, "end", "last", "knock")
        assert "Ann draws a card, plays AS 2S 3S and has no cards left." in after(shown, "last")
        assert "the round is over: knock has to wait for the next one" in after(shown, "knock")

    def test_every_word_between_rounds_is_offered(self, path: Path) -> None:
        """What is offered between two rounds is what can be typed there."""
        record = game_with("AS 2S", "KD KH", stock="3S", moves=["draw"])
        shown = play_on(path, record, "best")
        offered = re.findall("[a-z]+", shown.splitlines()[-3].replace("(or Enter)", ""))
        assert set(playing.BETWEEN_ROUNDS) == set(offered)

    @pytest.mark.parametrize("word", ["help", "rules", "last", "typo", "save", "help put"])
    def test_enter_after_other_words(self, path: Path, word: str) -> None:
        """Enter makes the only move whatever was typed before, and `show` shows the turn."""
        shown = play_on(path, JOKERS, word, "show", "")
        assert "draw (or Enter), show, help, quit" in after(shown, word)
        assert "You draw" not in after(shown, "show")
        assert "You draw JH." in after(shown, "")

    def test_plain_letters(self, path: Path) -> None:
        """What is offered has plain letters only, for terminals that have no others."""
        shown = play_on(path, JOKERS, "draw", "put 8S", "help", "rules", "hint").replace("─", "")
        assert shown.isascii()

    def test_fits_a_small_terminal(self) -> None:
        """No line is wider than 80 columns, and there are no colours without a terminal."""
        typed = f"{SENSIBLE * 4}help\nrules\nput 1 2\ndrow\nundo\n"
        for columns in (80, 50):
            shown = run("--players", "5", "--seed", "4", text=typed, columns=columns).stdout
            assert max(map(len, shown.splitlines()[:-1])) <= columns
            assert "\x1b" not in shown

    def test_width_of_a_dumb_terminal(self) -> None:
        """A terminal that knows no colours has its own width all the same."""
        env = PLAIN | {"COLUMNS": "60", "TERM": "dumb", "FORCE_COLOR": "1"}
        shown = CliRunner(env=env).invoke(app, ["play", "--seed", "3"], input="help\n").stdout
        assert 60 == max(map(len, shown.splitlines()))

    def test_names(self, path: Path) -> None:
        """The person can have a name; a bot of that name gets another one."""
        shown = run("--name", "Ben", "--seed", "1", "--save", path).stdout
        assert record_in(path).names == ("Ben", "Ann", "Cleo")
        assert "Ben: score 0, 10 cards" in shown

    @pytest.mark.parametrize("name", ["", "  ", " Kim "])
    def test_blank_names(self, path: Path, name: str) -> None:
        """A name that is blank is none, and the same command goes on with its game."""
        for _ in range(2):
            assert run("--name", name, "--save", path).exit_code == 0
        assert (name.strip() or "Player") == record_in(path).names[0]

    def test_bots(self, path: Path) -> None:
        """Bots are chosen one by one, the others make the best play; so many play as are named."""
        run("--players", "4", "--bot", "random", "--seed", "7", "--save", path)
        assert dict(record_in(path).tags) == {"seats": "person random best best", "seed": "7"}
        path.unlink()
        run(*["--bot", "random"] * 4, "--save", path)
        assert len(record_in(path).names) == 5

    def test_too_many_bots(self) -> None:
        """More bots than seats are refused."""
        result = run("--players", "2", "--bot", "best", "--bot", "random")
        assert result.exit_code == 2
        assert "2 bots and you are more than 2 players" in result.stderr

    def test_random_seed(self, path: Path) -> None:
        """Without a seed one is chosen, and kept."""
        run("--save", path)
        assert dict(record_in(path).tags)["seed"].isdecimal()


class TestTurn:
    """What can be typed in a turn."""

    @pytest.fixture
    def shown(self, path: Path) -> str:
        """Return the first screen of a game with a joker, after Ben's turn."""
        return play_on(path, JOKERS)

    def test_screen(self, shown: str) -> None:
        """The screen tells what the others did, the scores, the table, the hand, what to type."""
        screen_lines = shown.splitlines()
        begin = next(n for n, line in enumerate(screen_lines) if line.startswith("round 1, "))
        assert screen_lines[begin + 1 :][:9] == [
            "Ann draws a card, plays 7S 9S * and lets a joker stand for 8S.",
            "  new: 7S *=8S 9S",
            "Ben draws 3 cards and plays nothing.",
            "You: score 0, 9 cards   Ann: score 0, 4 cards   Ben: score 0, 9 cards",
            "Table: + new or changed since your last turn",
            "   1 + 7S *=8S 9S",
            "Your hand: 9 cards; 46 points against you",
            "  AH AD 2C 3C 6S 6D 8S 9D KC",
            "draw (or Enter), show, help, quit",
        ]

    def test_others_cards_are_not_shown(self, shown: str) -> None:
        """What others draw, and their hands, are not shown (D27)."""
        assert not re.search(r"\b(3H|5H|7H|4D|QD|QH|TD)\b", shown)

    @pytest.mark.parametrize("typed", ["draw", "d", "dr", "DRAW", "  draw  ", ""])
    def test_short_forms(self, path: Path, typed: str) -> None:
        """Words can be shortened, and Enter makes the only move there is."""
        assert "You draw JH." in play_on(path, JOKERS, typed)

    def test_what_can_be_played(self, path: Path) -> None:
        """Cards that can be played are named in words, not by colour alone."""
        shown = play_on(path, JOKERS, "draw")
        assert (
            "Your hand: 10 cards; 56 points against you\n"
            "  can be played  AH AD 2C 3C 6S 6D 8S 9D\n"
            "  others         JH KC\n"
        ) in shown

    def test_what_can_be_added(self, path: Path) -> None:
        """Once something is laid out, the cards that can be played together with it are named."""
        shown = play_on(path, JOKERS, "draw", "put 8S")
        assert (
            "Your hand: 10 cards, 1 of them laid out; 48 points against you\n"
            "  can be added  AH AD 2C 3C 6S 6D 9D\n"
            "  others        JH KC\n"
        ) in after(shown, "put 8S")
        shown = play_on(path, JOKERS, "draw", "put KC")
        assert "  AH AD 2C 3C 6S 6D 8S 9D JH\n" in after(shown, "put KC")

    def test_nothing_can_be_added(self, path: Path) -> None:
        """Where nothing can be added that is said, and nothing is offered that is of no use."""
        shown = after(play_on(path, JOKERS, "draw", "put KC"), "put KC")
        assert "  can be added  none\n  others        AH AD 2C 3C 6S 6D 8S 9D JH\n" in shown
        assert "why, undo, reset, draw, show (or Enter), help, quit" in shown
        shown = after(play_on(path, JOKERS, "put 8S 1"), "put 8S 1")
        assert "\n  AH AD 2C 3C 6S 6D 9D KC\n" in shown
        assert "why, undo, reset, draw, show (or Enter), help, quit" in shown
        record = game_with("2D KC", "QC JH", stock="7S", moves=["draw"])
        shown = play_on(path, record)
        assert "\n  2D 7S KC\nNothing of your hand can be played." in shown

    @pytest.mark.parametrize(
        ("record", "typed", "told"),
        [
            (EIGHTS, ["take 9S"], "put what is picked up into a meld: 9S (and 2 more: why)"),
            (EIGHTS, ["swap 8S", "put 2D 2C *"], "declare 2S 3 or declare 2H 3\n"),
            (EIGHTS, ["swap 8S", "put 2D 2C *", "put 5C"], "declare 2H 3 (and 1 more: why)"),
            (EIGHTS, ["put 5C"], "meld 3: a meld has at least 3 cards: 5C\n"),
            (EIGHTS, ["put 5C", "put 2D"], "at least 3 cards: 5C (and 1 more: why)"),
        ],
    )
    def test_other_faults(
        self, path: Path, record: GameRecord, typed: list[str], told: str
    ) -> None:
        """Besides what is to be done first it is said how many other faults there are."""
        shown = play_on(path, record, *typed, "quit")
        assert told in after(shown, typed[-1]).replace("\n  ", " ")

    def test_undo_over_a_draw(self, path: Path) -> None:
        """What was laid out before a draw can be taken back after it, but no move can."""
        shown = play_on(path, JOKERS, "put AH AD", "put 8S 1", "draw", "undo", "undo", "undo")
        _, first, second, third = shown.split("> undo\n")
        assert "   2 ! AH AD\n" in first
        assert " 8S " in first.partition("can be added")[2]
        assert "can be played  AH AD 2C 3C 6S 6D 8S 9D\n  others         JH KC\n" in second
        assert "there is nothing to undo" in third

    @pytest.mark.parametrize("line", ["ah 8s 2c", "put\tAH 8S 2C", "AH, 8S, 2C"])
    def test_cards_alone(self, path: Path, line: str) -> None:
        """Cards alone are laid out, as with `put`, and can be taken back; nothing is played."""
        before = play_on(path, JOKERS, "draw")
        shown = play_on(path, JOKERS, "draw", line, "undo")
        assert "   2 ! AH 2C 8S\n" in shown
        assert record_in(path).state.table == JOKERS.state.table
        assert "can be played  AH" in before
        empty = game_with("5H 5D 5C KD", "QC JH 9D 8H", stock="AC", moves=["draw"])
        shown = play_on(path, empty, "5H 5D 5C")
        assert "It can be played: done plays 5H 5D 5C" in after(shown, "5H 5D 5C")
        assert empty == record_in(path)

    def test_cards_alone_to_a_meld(self, path: Path) -> None:
        """Cards alone can have the number of a meld, too."""
        assert "   2 ! 2D 8S 8H 8D 8C\n" in play_on(path, EIGHTS, "2D 2")

    def test_sort(self, path: Path) -> None:
        """The hand can be sorted by suit, and by rank again; jokers come last."""
        record = game_with("2S AH KS * 2H", "3S 3H 3D 4S 4H", stock="AS")
        shown = play_on(path, record, "sort suit", "sort", "sort", "sort rank")
        assert "Your hand is sorted by suit.\n" in after(shown, "sort suit")
        again, first = shown.split("> sort\n")[1:]
        assert "Your hand is sorted by rank.\n" in again
        assert "Your hand is sorted by rank.\n" in after(shown, "sort rank")
        second = after(shown, "sort rank")
        assert "  AH 2H 2S KS *\n" in first
        assert "  AH 2S 2H KS *\n" in second

    def test_no_choice_by_enter(self, path: Path) -> None:
        """Where there is a choice Enter only shows the position again."""
        shown = play_on(path, EIGHTS, "")
        assert "   1 + 7S *=8S 9S" in after(shown, "")
        assert record_in(path) == EIGHTS

    def test_no_draw_by_enter_on_the_way(self, path: Path) -> None:
        """While the table is in pieces Enter does not draw, even if nothing can be played."""
        record = game_with("2D KC", "QC JH", stock="7S", moves=["draw"])
        play_on(path, record, "put 2D", "")
        assert record == record_in(path)

    def test_marks_since_the_last_turn(self, path: Path) -> None:
        """What one has laid is not new any more in the next turn."""
        shown = play_on(path, EIGHTS, "best", "end")
        for word in ("best", "end"):
            assert "Table:\n   1   2D 3D *=4D\n" in after(shown, word)

    def test_marks_in_a_resumed_game(self, path: Path) -> None:
        """A resumed game knows what has changed since one's last turn, and what the others did."""
        shown = play_on(path, EIGHTS)
        assert "   1 + 7S *=8S 9S\n   2   8S 8H 8D 8C\n" in shown
        assert "Ann draws a card, plays 7S 9S *" in shown

    def test_last(self, path: Path) -> None:
        """What the others did last is told again, with the melds that they made or changed."""
        shown = play_on(path, JOKERS, "draw", "last", "")
        assert (
            "Ann draws a card, plays 7S 9S * and lets a joker stand for 8S.\n"
            "  new: 7S *=8S 9S\n"
            "Ben draws 3 cards and plays nothing.\n"
        ) in after(shown, "last")
        assert "show (or Enter)" in after(shown, "last")
        shown = play_on(path, game_with("AS 2S", "KD KH", stock="3S"), "last")
        assert "have done nothing yet" in after(shown, "last")

    def test_marks_in_a_new_round(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """In a new round every meld is new, even if it lay on the last table as well."""
        top = parse_cards("AS QH 2S JC KD 9D 3S")
        deck = (*top, *(card for card in pack(2) if card not in top))
        monkeypatch.setattr(playing, "shuffled_pack", lambda _players, _rng: deck)
        record = game_with("AS 2S 4D", "AD 3D KH", stock="3S", moves=["draw"])
        shown = play_on(path, record, "best", "knock", "")
        assert "Ann draws a card and plays AS 2S 3S." in after(shown, "")
        assert "   1 + AS 2S 3S" in after(shown, "")

    def test_swap(self, path: Path) -> None:
        """A joker is replaced, laid again and played, and all of it is told."""
        typed = ("draw", "swap 8S 1", "put * AH AD", "why", "declare AC 2", "WHY", "done")
        shown = play_on(path, JOKERS, *typed)
        assert "Picked up: *\n" in after(shown, "swap 8S 1")
        assert "Not yet: put what is picked up into a meld: *\n" in after(shown, "swap 8S 1")
        assert "It cannot be played: meld 2: a joker on the table must" in after(shown, "why")
        assert "Not yet: say what the joker stands for: declare AS 2 or declare AC 2\n" in after(
            shown, "put * AH AD"
        ).replace("\n  ", " ")
        assert "It can be played: done plays AH AD 8S, 10 points." in after(shown, "declare AC 2")
        assert "Nothing is wrong: done plays it." in after(shown, "WHY")
        told = "You play AH AD 8S, replace the joker that stood for 8S and let a joker stand for"
        assert told in after(shown, "done")
        assert Table.parse("7S 8S 9S | AH AD *=AC") == record_in(path).state.table

    def test_edits(self, path: Path) -> None:
        """Melds are taken apart and put together, until they are a play."""
        shown = play_on(
            path,
            EIGHTS,
            "swap 8S from 1 2",
            "put *=4D 2D 3D",
            "split 7S 9S 1",
            "join 1 4",
            "declare 8D 2 4D",
            "undo",
            "take 8H",
            "put 8H in 1",
            "back 3D",
            "put 3D 2",
            "done",
        )
        assert "   1 ! 8S\n   2 + 8H 8D 8C" in after(shown, "split 7S 9S 1")
        assert "Table: + changed by you\n   1 + 8H 8D 8C" in after(shown, "join 1 4")
        assert "*=8D" in after(shown, "declare 8D 2 4D")
        assert "*=4D" in after(shown, "undo")
        assert "Picked up: 8H" in after(shown, "take 8H")
        assert "  can be added  2C 3D\n  others        5C\n" in after(shown, "back 3D")
        expected = Table.parse("7S 8S 9S | 8H 8D 8C | 2D 3D *=4D")
        assert expected == record_in(path).state.table

    def test_back_to_the_hand(self, path: Path) -> None:
        """Cards of the hand go back to it, from where they were laid or when picked up."""
        shown = play_on(path, EIGHTS, "put 5C 2", "take 5C 2", "back 5C", "put 2C 2", "back 2C")
        assert "Picked up: 5C" in after(shown, "take 5C 2")
        assert "  can be played  2D 2C 3D\n  others         5C\n" in after(shown, "back 5C")
        assert "  can be played  2D 2C 3D\n  others         5C\n" in after(shown, "back 2C")

    def test_numbers_without_gaps(self, path: Path) -> None:
        """Melds are numbered as they are shown, also when some have been emptied."""
        shown = play_on(path, EIGHTS, "join 1 2", "put 2D", "join 2 1", "show")
        assert "   1 ! 7S 8S *=8S 8H 8D 8C 9S\n   2 ! 2D\n" in after(shown, "put 2D")
        assert "   1 ! 2D " in after(shown, "join 2 1")
        assert "round 1, " in after(shown, "show")
        typed = ("put 3D", "put 2D", "swap 8S", "complete", "join 1 4")
        shown = play_on(path, EIGHTS, *typed)
        assert "   3 + 2D 3D *=4D\nYour hand" in after(shown, "complete")
        assert "there is no meld 4: the table has 3" in after(shown, "join 1 4")

    def test_swap_is_offered(self, path: Path) -> None:
        """Where a joker can be had, it is said how."""
        assert "swap 8S" in play_on(path, EIGHTS)
        assert "swap" not in after(play_on(path, two_eights(), "put 2C", "quit"), "put 2C")

    def test_how_to_lay(self, path: Path) -> None:
        """Until somebody has laid cards it is said how, with cards that can be laid so."""
        shown = play_on(path, JOKERS, "draw", "put AH AD", "undo")
        assert "To lay cards, type for example: put 6S 1 (a number is the meld that" in shown
        assert "To lay cards" not in after(shown, "undo")
        record = game_with("AS 2S 3S KD", "QC JH 9D 8H", stock="AC", moves=["draw"])
        shown = play_on(path, record, "put AS 2S 3S").replace("\n  ", " ")
        assert "type for example: put AS 2S 3S (" in shown
        assert "done plays AS 2S 3S" in after(shown, "put AS 2S 3S")
        rearranging = "To lay cards takes some rearranging this time, or a joker: hint shows how."
        assert rearranging in play_on(path, AWKWARD)
        steps = "  split 8S 1\n  put 8D 8C 2\n  done\n"
        assert steps in after(play_on(path, AWKWARD, "hint"), "hint")

    def test_whole_table(self, path: Path) -> None:
        """The new table can be typed whole, with or without the word."""
        table = "2D 3D *=4D | 7S 8S 9S | 8H 8D 8C"
        for typed in (f"play {table}", table.lower(), f"pl {table}"):
            play_on(path, EIGHTS, typed)
            assert Table.parse(table) == record_in(path).state.table

    def test_hint_and_best(self, path: Path) -> None:
        """A hint shows the best play step by step, and `best` makes it."""
        shown = play_on(path, EIGHTS, "hint", "best")
        assert (
            "The best play lays 2D 3D, 5 points:\n"
            "  put 2D 3D\n  swap 8S 1 from 2\n  put *=4D 3\n  done\n"
        ) in after(shown, "hint")
        assert record_in(path).state.hands[0] == parse_cards("2C 5C")

    def test_hint_with_twins(self, path: Path) -> None:
        """One of two sevens is laid out: the best play need not have the other one."""
        shown = play_on(path, TWINS, "put 7S", "hint", "undo", "put 7S 7S", "hint")
        first, second = shown.split("> hint\n")[1:]
        assert "The best play with what you laid out lays 6C 7S 7C 8C, 28 points:\n" in first
        assert "can be added  6C 7S 7C 8C\n" in after(shown, "put 7S")
        assert "lays 7S 7S 7C, 21 points:\n" in second
        assert "can be added  7C\n" in after(shown, "put 7S 7S")

    def test_hint_in_a_draft(self, path: Path) -> None:
        """While something is laid out a hint goes on from there, if that can be played."""
        shown = play_on(path, EIGHTS, "put 2C", "hint", "complete", "done")
        assert "The best play with what you laid out lays 2D 2C, 4 points" in after(shown, "hint")
        assert "  reset\n" in after(shown, "hint")
        assert "done plays 2" in after(shown, "complete")
        assert "2C" in str(record_in(path).state.table)
        shown = play_on(path, JOKERS, "draw", "put KC", "hint", "put AH AD", "best")
        assert "what you laid out cannot be played, whatever you add" in after(shown, "hint")
        record = game_with("2S 2H 2D KS KH KD", "3S 3H 3D 4S 4H 4D", stock="KC", moves=["draw"])
        shown = play_on(path, record, "put 2S 2H 2D", "hint", "best")
        assert "lays 2S 2H 2D KS KH KD KC, 46 points:\n  put KS KH KD KC\n  done\n" in after(
            shown, "hint"
        )
        assert record_in(path).state.hands[0] == ()
        stuck = play_on(path, EIGHTS, "put 5C", "complete", "reset")
        assert "no cards of your hand complete" in after(stuck, "complete")
        assert "can be played" in after(stuck, "reset")

    def test_nothing_to_play(self, path: Path) -> None:
        """If nothing can be played, that is said, also by a hint and `best`."""
        record = game_with("2D KC", "QC JH", stock="7S", moves=["draw"])
        shown = play_on(path, record, "hint", "best")
        assert "Nothing of your hand can be played. Draw again.\ndraw (or Enter), " in shown
        assert "Not done: nothing of your hand can be played" in after(shown, "hint")
        assert "Not done: nothing of your hand can be played" in after(shown, "best")

    def test_draft_before_the_draw(self, path: Path) -> None:
        """A table prepared before a draw is still there after it, unless it is the third."""
        record = game_with("AS 2S KD", "QC JH 9D", stock="3S 4C 6H")
        shown = play_on(path, record, "put AS 2S", "done", "draw", "put 3S 1", "done")
        assert "but must draw a card before they can be played." in after(shown, "put AS 2S")
        assert "Not done: a turn begins with a draw" in shown
        assert "Not yet: meld 1: a meld has at least 3 cards" in after(shown, "draw")
        assert Table.parse("AS 2S 3S") == record_in(path).state.table
        shown = play_on(path, record, "put KD", "draw", "draw", "draw", "reset", "draw")
        assert "Not done: after a third card nothing may be laid" in shown
        assert "   1 " not in after(shown, "draw")
        assert "After a third card nothing may be laid in this turn. End your turn." in shown

    def test_unfinished_table(self, path: Path) -> None:
        """A turn is not ended by mistake while the table is not as it was."""
        shown = play_on(path, LAST_LAP, "put AS AH", "end", "reset", "end")
        assert record_in(path).state.phase is Phase.DEAL
        assert "Not done: what you laid out is not played yet: play it (done)" in shown
        record = game_with("AS 2S 3S KD", "QC JH 9D 4H", stock="3C 4C", moves=["draw"])
        for word in ("end", "knock"):
            shown = play_on(path, record, "put AS 2S 3S", word)
            assert "Or draw first: what is laid out stays there and can still be played." in after(
                shown, "put AS 2S 3S"
            ).replace("\n  ", " ")
            assert "is not played yet: play it (done)" in after(shown, word)

    def test_last_lap(self, path: Path) -> None:
        """That the stock is used up is told, and who has the last turn."""
        shown = play_on(path, LAST_LAP).replace("\n  ", " ")
        assert "0 cards in the stock, last turns" in shown
        shown = play_on(path, LAST_LAP, "put AS AH AD", "reset", "end")
        assert "It can be played: done plays AS AH AD, 3 points.\n" in shown
        assert "draw" not in after(shown, "put AS AH AD")

    @pytest.mark.parametrize(
        ("hand", "do"),
        [
            ("2D KC", "Draw again or end your turn."),
            ("2D 3C", "With 5 points in hand you can knock, which ends the round, or draw again"),
        ],
    )
    def test_optional_draw(self, hand: str, do: str) -> None:
        """Where a further draw may be declined, that is said (D3)."""
        rules = Rules(extra_draws="optional")
        state = GameState.setup([hand, "QC"], phase=Phase.MELD, rules=rules)
        news = list(Moment.of(view(state, 0)).news(knows_put=True))
        assert len(news) == 1
        assert news[0].startswith(f"Nothing of your hand can be played. {do}")

    def test_nothing_to_play_in_the_last_lap(self) -> None:
        """Who can play nothing in the last lap is told to end the turn, and what the lap is."""
        for knock, no_more in ((False, "draw or knock"), (True, "draw")):
            rules = Rules(knock_in_last_lap=knock)
            state = GameState.setup(
                ["2S KD", "3C"], stock="", last_lap=1, phase=Phase.MELD, rules=rules
            )
            assert [
                f"Your last turn of this round: you can lay cards once, but not {no_more}.",
                "Nothing of your hand can be played. End your turn.",
            ] == list(Moment.of(view(state, 0)).news(knows_put=True))

    def test_after_melding_in_the_last_lap(self) -> None:
        """Who has laid cards in the last lap is not told that he can."""
        state = GameState.setup(["2S KD", "3C"], stock="", last_lap=1, phase=Phase.END)
        news = list(Moment.of(view(state, 0)).news(knows_put=True))
        assert ["You have laid cards for this turn. End your turn."] == news

    @pytest.mark.parametrize("phase", [Phase.MELD, Phase.END])
    def test_last_card_of_the_stock(self, phase: Phase) -> None:
        """Who has drawn the last card is told what comes of that (D18, D19)."""
        state = GameState.setup(["2S KD", "3C"], stock="", phase=phase, draws=2)
        first, *_ = Moment.of(view(state, 0)).news(knows_put=True)
        assert first == texts.LAST_CARD

    def test_knock(self, path: Path) -> None:
        """Who has few enough points is offered to knock, and may."""
        record = game_with("AS 2S 3S AD", "QC JH 9D 8H", stock="AC", moves=["draw"])
        shown = play_on(path, record, "play AS 2S 3S", "knock")
        assert "With 2 points in hand you can knock, which ends the round" in shown.replace(
            "\n  ", " "
        )
        assert "knock, end, show (or Enter), help, quit" in shown
        assert "You knocked; the round goes to you." in shown
        assert "Ann   8H 9D JH QC (37 points)" in shown


class TestRefusals:
    """What cannot be done is explained, and nothing happens."""

    @pytest.mark.parametrize(
        ("typed", "reason"),
        [
            ("end", "another draw is due before the turn can end"),
            ("knock", "another draw is due before the turn can end"),
            ("done", "no card comes from the hand"),
            ("undo", "there is nothing to undo: only what you lay out can be taken back"),
            ("nonsense", "there is no 'nonsense'; help lists what can be typed"),
            ("hlep", "there is no 'hlep'; did you mean help?"),
            ("s", "'s' could be swap or show"),
            ("redo", "there is no 'redo'; type it again, or hint shows what to type; help lists"),
            ("sort by colour", "sort is typed as sort, sort suit or sort rank"),
            ("move 8S 2 2", "meld 2 is where that lies: 8S"),
            ("h", "'h' could be hint or help"),
            ("do", "no card comes from the hand"),
            ("undo 2", "undo is typed alone, without '2'"),
            ("draw 2", "draw is typed alone, without '2'"),
            ("done please", "done is typed alone, without 'please'"),
            ("why not", "why is typed alone, without 'not'"),
            ("take", "take is typed as take CARDS [N], such as take 7S 1"),
            ("take 8S 1 2", "take is typed as take CARDS [N], such as take 7S 1"),
            ("put", "put is typed as put CARDS [N], such as put 2D 1"),
            ("take 9H 2", "meld 2 has no 9H"),
            ("move 7S 9", "there is no meld 9: the table has 2"),
            ("take 3S", "no meld has 3S"),
            ("take 8S 1", "meld 1 has no 8S"),
            ("take 8S 7", "there is no meld 7: the table has 2"),
            ("take 8S 0", "there is no meld 0: the table has 2"),
            ("put KD", "neither picked up nor in the hand: KD"),
            ("put 8H", "neither picked up nor in the hand: 8H; split 8H 2 moves it on the table"),
            ("put 8H 1", "neither picked up nor in the hand: 8H; move 8H 2 1 moves it on the"),
            ("put 2D 9", "there is no meld 9: the table has 2"),
            ("back 8H", "cards of the table cannot go to the hand: 8H"),
            ("swap 8H 1", "meld 1 has no *=8H"),
            ("swap 9H", "no meld has *=9H"),
            ("swap", "swap is typed as swap CARD, such as swap 8S"),
            ("declare 9S 1", "the joker stands for 8S already, until a real 8S replaces it"),
            ("declare 9S", "the joker stands for 8S already, until a real 8S replaces it"),
            ("declare 9S 2", "there is no joker in meld 2"),
            ("declare *", "say the card that the joker stands for, such as 8S"),
            ("split 8S 8H 8D 8C 2", "meld 2 has no other cards than these"),
            ("join 1 1", "these are not two melds"),
            ("play 7S *=8S 9S | 8S 8H 8D 8C", "no card comes from the hand"),
            ("join 1", "join is typed as join N N, such as join 1 2"),
            ("play", "play is typed as play TABLE, such as play 7S 8S 9S | KH KD KC"),
            ("play 2D 3D", "meld 1: a meld has at least 3 cards: 2D 3D"),
        ],
    )
    def test_reason(self, path: Path, typed: str, reason: str) -> None:
        """Each refusal has its reason, and nothing has happened."""
        shown = play_on(path, EIGHTS, typed)
        assert f"Not done: {reason}" in after(shown, typed).replace("\n  ", " ")
        assert EIGHTS == record_in(path)

    def test_where_it_cannot_be_read(self, path: Path) -> None:
        """Cards that cannot be read are pointed at."""
        shown = play_on(path, EIGHTS, "put 2D 8X")
        assert "Not done: expected a card such as '8S'" in after(shown, "put 2D 8X")
        assert "found '8X'\n2D 8X\n   ^" in after(shown, "put 2D 8X")
        assert "^" in after(play_on(path, EIGHTS, "8S 8X"), "8S 8X")

    def test_every_fault(self, path: Path) -> None:
        """All faults of a table are told at once."""
        shown = play_on(path, EIGHTS, "8S 8H 8D 8C | 2D 3D | *=4D 5D 6D")
        refusal = after(shown, "8S 8H 8D 8C | 2D 3D | *=4D 5D 6D")
        assert "a meld has at least 3 cards: 2D 3D\n" in refusal

    def test_cards_missing_from_a_table(self, path: Path) -> None:
        """Whoever plays only what is new is told how to say that."""
        record = game_with("AS 2S 3S KD", "QC JH 9D 8H", stock="3D 4H 5S 6C KC KH", moves=["draw"])
        record = record_of(record, "play AS 2S 3S", "end", "draw", "draw", "draw", "end", "draw")
        shown = play_on(path, record, "play KD KH KC")
        assert "cards may not leave the table" in shown.replace("\n", " ")
        assert "put CARDS, then done" in shown

    @pytest.mark.parametrize("typed", ["draw", "put 5C", "hint", "best", "complete", "done"])
    def test_after_melding(self, path: Path, typed: str) -> None:
        """After melding there is no second meld and no draw (D4)."""
        shown = after(play_on(path, EIGHTS, "best", typed), typed)
        assert "Not done: " in shown
        assert "end (or Enter), show, help, quit" in shown

    def test_more_than_one_meld_with_a_card(self, path: Path) -> None:
        """If a card lies in several melds it has to be said which is meant."""
        shown = play_on(path, two_eights(), "take 8H", "take 8H 1")
        assert "more than one meld has 8H: say from which, 1, 2" in after(shown, "take 8H")
        assert "Picked up: 8H" in after(shown, "take 8H 1")

    def test_far_too_long(self, path: Path) -> None:
        """A line without end is refused as any other."""
        shown = play_on(path, EIGHTS, "put " + "2D " * 10_000)
        assert "A line of more than 4096 characters is not read." in shown
        assert EIGHTS == record_in(path)


class TestJokers:
    """Jokers, as people speak of them."""

    @pytest.mark.parametrize(
        ("typed", "shown_then"),
        [
            (["take * 1"], "Picked up: *=8S\n"),
            (["take *"], "Picked up: *=8S\n"),
            (["take * 1", "put * 1"], "   1 + 7S *=8S 9S\n   2   8S 8H 8D 8C\n"),
            (["take 1"], "Picked up: 7S *=8S 9S\n"),
            (["swap 8S"], "   1 + 7S 8S 9S\n   2 + 8H 8D 8C\nPicked up: *\n"),
            (["swap * 1"], "   1 + 7S 8S 9S\n   2 + 8H 8D 8C\nPicked up: *\n"),
            (["swap *"], "   1 + 7S 8S 9S\n   2 + 8H 8D 8C\nPicked up: *\n"),
            (["swap 8S", "put 2D 2C *"], "   3 ! 2D 2C *\n"),
            (["swap 8S", "put 2D 2C *", "declare 2S"], "   3 + *=2S 2D 2C\n"),
            (["swap 8S", "put 2D 2C *", "declare 2S", "declare 2H 3"], "   3 + *=2H 2D 2C\n"),
            (["swap 8S", "declare 4D", "put 2D 3D *"], "   3 + 2D 3D *=4D\n"),
            (["take * 1", "back 2D *"], "Not done: no meld has 2D *"),
            (["take 9S *", "move 7S 2"], "   1 ! 7S 8S 8H 8D 8C\nPicked up: *=8S 9S\n"),
        ],
    )
    def test_meant(self, path: Path, typed: list[str], shown_then: str) -> None:
        """`*` is the joker that lies there, and neither it nor its meld need be named twice."""
        shown = play_on(path, EIGHTS, *typed, "quit")
        assert shown_then in after(shown, typed[-1])

    def test_declared_by_itself(self, path: Path) -> None:
        """A joker that can stand for one card only stands for it."""
        record = game_with("2D 4D * 6H", "QC JH 9D 8H", stock="AC", moves=["draw"])
        shown = play_on(
            path, record, "put 2D * 4D", "undo", "put 2D *", "put 4D 1", "back *", "quit"
        )
        assert "   1 + 2D *=3D 4D\n" in after(shown, "put 2D * 4D")
        assert "   1 ! 2D *\n" in after(shown, "put 2D *")
        assert "   1 + 2D *=3D 4D\n" in after(shown, "put 4D 1")
        assert "  can be added  *" in after(shown, "back *")


def record_of(record: GameRecord, *moves: str) -> GameRecord:
    """Return a game after further moves."""
    for move in moves:
        record = record.with_move(parse_move(move))
    return record


def two_eights() -> GameRecord:
    """Return a game of three with 8H in two melds, in which one may meld."""
    return game_with(
        "8S 8H 8D 2C",
        "7H 8H 9H KD",
        "KS QS JD 3C",
        stock="2D 3D 4H 5H 6C 4S",
        moves=[
            *("draw", "play 8S 8H 8D", "end", "draw", "play 7H 8H 9H | 8S 8H 8D", "end"),
            *("draw", "draw", "draw", "end", "draw"),
        ],
    )


class TestFile:
    """Games are saved after each move, and go on from there."""

    def test_chance(self, path: Path) -> None:
        """Chance is another one for each move of each game, and not that of a deal for a bot."""
        run("--seed", "5", "--save", path)
        record, other = record_in(path), two_eights()
        beginning = GameRecord.of(record.names, dealer=0)
        chances = [
            Seating.of(game).chance(state).random()
            for game in (record, other)
            for state in (beginning, record, other)
        ]
        assert len(set(chances)) == len(chances)

    def test_same_cards(self, tmp_path: Path) -> None:
        """The same seed gives the same cards in each round, however those before were played."""
        deals = []
        for number, typed in enumerate(("best", "draw")):
            path = tmp_path / f"{number}.txt"
            run(
                "--players", "2", "--seed", "6", "--save", path, text=f"draw\n{typed}\nend\n\n" * 60
            )
            record = record_in(path)
            deals.append([move for move in record.moves if isinstance(move, Deal)])
        rounds = min(map(len, deals))
        assert rounds >= 2
        assert deals[0][:rounds] == deals[1][:rounds]
        assert deals[0][0] != deals[0][1]

    def test_resumed(self, tmp_path: Path) -> None:
        """A game that is left and resumed goes on as it would have without."""
        typed = ["draw", "best", "draw", "best", "draw", "end"] * 2
        whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
        options = ("--seed", "5", "--bot", "random", "--save")
        run(*options, whole, text="\n".join(typed))
        for line in typed:
            result = run(*options, parts, text=f"{line}\nquit\n")
            assert result.exit_code == 0
            assert f"Saved. To go on: manipulation-rummy play --save {parts}" in result.stdout
        assert whole.read_text(encoding="utf-8") == parts.read_text(encoding="utf-8")

    def test_saved_after_each_move(self, path: Path) -> None:
        """Each move is saved as soon as it is made."""
        before = len(EIGHTS.moves)
        play_on(path, EIGHTS, "best")
        assert len(record_in(path).moves) == before + 1

    @pytest.mark.parametrize(
        ("damage", "place"),
        [
            (("draw (2D)", "draw (2S)"), "line 11, column 9"),
            (("unfinished", ""), "line 20, column 1"),
            (("8S 8H 8D 8C", "8S 8H 8D 8X"), "line 12, column 18"),
            (("manipulation-rummy record 1", "Dear diary,"), "line 1, column 1"),
            (("player 1", "player 9"), "line 3, column 1"),
        ],
    )
    def test_damaged(self, path: Path, damage: tuple[str, str], place: str) -> None:
        """A file that is no record, or a damaged one, is refused at its place, and left alone."""
        path.write_text(EIGHTS.dumps().replace(*damage), encoding="utf-8")
        before = path.read_bytes()
        result = run("--save", path)
        assert result.exit_code == 2
        assert "error: line " in result.stderr
        assert place in result.stderr
        assert f"; so {path} is no saved game, or a damaged one\n" in result.stderr
        assert path.read_bytes() == before

    def test_no_text(self, path: Path) -> None:
        """Bytes that are no text are refused at their place."""
        path.write_bytes("manipulation-rummy record 1\nplayer 0: é".encode() + b"\xff\n")
        result = run("--save", path)
        assert result.exit_code == 2
        assert "error: line 2, column 12: this is no text in UTF-8" in result.stderr

    def test_far_too_long(self, path: Path) -> None:
        """A file without end is not read whole."""
        with path.open("wb") as file:
            file.truncate(16_000_001)
        result = run("--save", path)
        assert result.exit_code == 2
        assert "longer than 16000000 bytes" in result.stderr

    def test_score_of_a_home_game(self, path: Path) -> None:
        """A score is no game; it is said how that goes on."""
        path = path.with_name("our score.txt")
        path.write_text("manipulation-rummy score 1\n", encoding="utf-8")
        result = run("--save", path)
        assert result.exit_code == 2
        assert "holds a score and no game; to go on with it: manipulation-rummy score '" in (
            result.stderr
        )

    def test_two_files(self, path: Path) -> None:
        """A game is not saved in two files."""
        result = run("--save", path, "--save", path.with_name("other.txt"))
        assert result.exit_code == 2
        assert "a game is saved in one file only" in result.stderr
        assert not path.exists()

    def test_redacted(self, path: Path) -> None:
        """A redacted record cannot be played on."""
        path.write_text(EIGHTS.redacted(0).dumps(), encoding="utf-8")
        result = run("--save", path)
        assert result.exit_code == 2
        assert "redacted" in result.stderr

    def test_directory(self, tmp_path: Path) -> None:
        """A directory is no file to save in; nor is one in a directory that is not there."""
        for place in (tmp_path, tmp_path / "nowhere" / "game.txt"):
            result = run("--save", place)
            assert result.exit_code == 2
            assert result.stderr.startswith("error: ")
            assert ".part" not in result.stderr
        assert f"error: {place} cannot be written: No such file or directory" in result.stderr

    @pytest.mark.parametrize(
        ("options", "named"),
        [
            (("--players", "3"), "--players"),
            (("--seed", "4"), "--seed"),
            (("--name", "Kim"), "--name"),
            (("--bot", "random"), "--bot"),
        ],
    )
    def test_another_game(self, path: Path, options: tuple[str, ...], named: str) -> None:
        """A game does not go on as one that it is not; with the same options it does."""
        run("--players", "2", "--seed", "3", "--bot", "best", "--name", "Lou", "--save", path)
        before = path.read_bytes()
        result = run(*options, "--save", path)
        assert result.exit_code == 2
        assert f"holds a game with another {named};" in result.stderr
        assert path.read_bytes() == before
        same = ("--players", "2", "--seed", "3", "--bot", "best", "--name", "Lou")
        assert run(*same, "--save", path).exit_code == 0

    @pytest.mark.parametrize(
        "tags",
        [
            {"seats": "person"},
            {"seats": "best best"},
            {"seats": "person person"},
            {"seats": "person dealer"},
            {"seed": "-1"},
            {"seed": "9" * 30},
        ],
    )
    def test_wrong_tags(self, path: Path, tags: dict[str, str]) -> None:
        """A record whose tags say something else about seats or seed is refused."""
        path.write_text(game_with("AS 2S", "KD KH", tags=tags).dumps(), encoding="utf-8")
        result = run("--save", path)
        assert result.exit_code == 2
        assert "error: the tag 's" in result.stderr

    def test_person_on_another_seat(self, path: Path) -> None:
        """A person may sit anywhere; strange names are shown as far as they can be."""
        record = game_with("AS 2S", "KD KH", names=["A" * 99, "\t"], tags={"seats": "best person"})
        record = record_of(record, "draw", "draw", "draw", "end")
        shown = play_on(path, record)
        assert f"{'A' * 19}…: score 0" in shown
        assert "Player 2: score 0" in shown
        assert "Your hand: 2 cards; 20 points" in shown

    def test_save_elsewhere(self, path: Path, tmp_path: Path) -> None:
        """`save FILE` saves in a new file from then on, never in one that is there."""
        other = tmp_path / "other file.txt"
        shown = play_on(path, EIGHTS, f"save {other}", "best", f"save {path}")
        assert f"Saved in {other}" in shown.replace("\n  ", " ")
        assert f"Saved. To go on: manipulation-rummy play --save '{other}'\n" in shown
        assert EIGHTS == record_in(path)
        assert len(EIGHTS.moves) + 1 == len(record_in(other).moves)
        refused = f"Not done: {path} exists already; it was not overwritten"
        assert refused in shown.replace("\n  ", " ")

    def test_without_a_file(self) -> None:
        """Without a file `save` asks for one."""
        shown = run("--seed", "1", text="save\n").stdout
        assert "Not done: save is typed as save FILE, such as save game.txt" in shown

    def test_changed_meanwhile(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What somebody else has written into the file is not overwritten."""
        choose = Bot.choose

        def meddle(bot: Bot, *args: object) -> object:
            path.write_text("My diary", encoding="utf-8")
            return choose(bot, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Bot, "choose", meddle)
        shown = play_on(path, JOKERS)
        assert "was changed by somebody else; it was not overwritten" in shown.replace("\n  ", " ")
        assert 1 == shown.count("The game is not saved any more:")
        end = f"The last moves were not saved: {path} could not be written.\n"
        assert shown.replace("\n  ", " ").endswith(end)
        assert path.read_text(encoding="utf-8") == "My diary"

    def test_saved_again(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a game could not be saved each move tries again, and so does `save`."""
        keep, troubles = Keeper.keep, ["no room"] * 2

        def fail(keeper: Keeper, text: str) -> None:
            if troubles:
                raise RummyError(troubles.pop())
            keep(keeper, text)

        monkeypatch.setattr(Keeper, "keep", fail)
        shown = play_on(path, EIGHTS, "best", "quit", "save", "save", "quit")
        assert "The game is not saved any more: no room" in after(shown, "best")
        assert "save tries again, as does each move" in after(shown, "best")
        assert "This game is not saved." in shown
        first, second = shown.split("> save\n")[1:]
        assert "Not done: no room" in first
        assert f"Saved in {path}" in second
        assert len(EIGHTS.moves) + 1 == len(record_in(path).moves)
        troubles.append("no room")
        shown = play_on(path, EIGHTS, "best", "end", "quit")
        assert f"The game is saved again, in {path}." in shown.replace("\n  ", " ")
        assert "Saved. To go on" in shown.splitlines()[-1]

    @pytest.mark.parametrize("place", ["~nosuchuser/x", "a\0b", "loop/x", "."])
    def test_no_place_to_save(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        """Where no file can be, that is said, and the game goes on where it was."""
        monkeypatch.chdir(path.parent)
        Path("loop").symlink_to("loop")
        shown = play_on(path, EIGHTS, f"save {place}", "best")
        assert 1 == shown.replace("\n  ", " ").count(" cannot be written: ")
        assert len(EIGHTS.moves) + 1 == len(record_in(path).moves)

    def test_save_in_the_same_file(self, path: Path) -> None:
        """`save FILE` with the file in which the game is saved anyway is no mistake."""
        shown = play_on(path, EIGHTS, f"save {path.parent / '.' / path.name}")
        assert f"Saved in {path}, and so is each" in shown.replace("\n  ", " ")


class TestLeaving:
    """However one leaves, it is said how the game goes on."""

    def test_end_of_input(self) -> None:
        """At the end of what can be read the game is left."""
        result = run("--seed", "1")
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1].startswith("The game was not saved. ")
        assert "quit again" not in result.stdout

    def test_quit_without_saving(self) -> None:
        """Whoever leaves a game that is not saved is asked once more."""
        result = run("--seed", "1", text="quit\nq\ndraw\n")
        assert result.exit_code == 0
        asked = "This game is not saved. save FILE keeps it, such as save game.txt; quit again"
        assert asked in result.stdout
        assert "> draw" not in result.stdout

    def test_left_with_cards_laid_out(self, path: Path) -> None:
        """It is said that what is laid out and not played is not saved."""
        shown = play_on(path, EIGHTS, "put 2D", "quit")
        assert "What you laid out and did not play is not saved; each move is.\nSaved." in shown
        assert "What you laid out" not in play_on(path, EIGHTS, "put 2D", "undo", "quit")

    def test_warned_again(self) -> None:
        """After another move the warning is given again."""
        shown = run("--seed", "3", text="quit\ndraw\nquit\n").stdout
        assert shown.count("This game is not saved") == 2

    def test_far_too_many_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Any number of lines can be far too long."""
        lines = io.StringIO(f"{'2D ' * 2000}\n" * 1100 + "draw\n")
        monkeypatch.setattr(terminal, "sys", SimpleNamespace(stdin=lines, stdout=None))
        shown = io.StringIO()
        assert "draw" == terminal.read_line(Console(file=shown, highlight=False))
        refused = "A line of more than 4096 characters is not read."
        assert 1100 == shown.getvalue().count(refused)

    def test_closed_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where nothing can be read the game is left at once."""
        monkeypatch.setattr(terminal, "sys", SimpleNamespace(stdin=None, stdout=None))
        assert run("--seed", "1").exit_code == 0

    @pytest.mark.parametrize(("saved", "typed"), [(True, 1), (False, 2)])
    def test_interrupted(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, saved: bool, typed: int
    ) -> None:
        """Ctrl-C leaves a game that is saved; else the second one does."""
        times = []

        def interrupt(_prompt: str) -> str:
            times.append(1)
            raise KeyboardInterrupt

        for module in (terminal, session):
            monkeypatch.setattr(module, "is_interactive", lambda: True)
        monkeypatch.setattr("builtins.input", interrupt)
        result = run("--seed", "1", *(("--save", path) if saved else ()))
        assert result.exit_code == 130
        assert len(times) == typed

    @pytest.mark.parametrize("interactive", [True, False])
    @pytest.mark.parametrize("saved", [True, False])
    def test_interrupted_while_a_bot_thinks(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, *, saved: bool, interactive: bool
    ) -> None:
        """Ctrl-C at any other time leaves, too, and a person is warned in the same way."""
        times = []

        def interrupt(*_: object) -> None:
            times.append(1)
            raise KeyboardInterrupt

        monkeypatch.setattr(session, "is_interactive", lambda: interactive)
        monkeypatch.setattr(Bot, "choose", interrupt)
        result = run("--seed", "3", *(("--save", path) if saved else ()))
        assert result.exit_code == 130
        end = "Saved. To go on: " if saved else "The game was not saved. "
        assert result.stdout.splitlines()[-1].startswith(end)
        assert (2 if interactive and not saved else 1) == len(times)

    def test_interrupted_at_once(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Ctrl-C before the first screen of a resumed turn leaves like any other."""

        def interrupt(_session: session.Session) -> None:
            raise KeyboardInterrupt

        path.write_text(EIGHTS.dumps(), encoding="utf-8")
        monkeypatch.setattr(session.Session, "show_turn", interrupt)
        result = run("--save", path)
        assert result.exit_code == 130
        assert result.stdout.splitlines()[-1].startswith("Saved. To go on: ")

    def test_interrupted_while_saving(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where a move was made and an interrupt stopped its saving, it is saved on leaving."""
        keep, interrupts = Keeper.keep, [KeyboardInterrupt]

        def interrupt(keeper: Keeper, text: str) -> None:
            if interrupts:
                raise interrupts.pop()
            keep(keeper, text)

        path.write_text(EIGHTS.dumps(), encoding="utf-8")
        monkeypatch.setattr(Keeper, "keep", interrupt)
        result = run("--save", path, text="best\n")
        assert result.exit_code == 130
        assert result.stdout.splitlines()[-1].startswith("Saved. To go on: ")
        assert len(EIGHTS.moves) + 1 == len(record_in(path).moves)

    @pytest.mark.parametrize("editing", [True, False])
    def test_typed_by_a_person(self, monkeypatch: pytest.MonkeyPatch, editing: bool) -> None:
        """A person's lines are read with whatever edits lines, and not shown twice."""
        typed = iter(["draw"])

        def answer(prompt: str) -> str:
            assert prompt == "> "
            for line in typed:
                return line
            raise EOFError

        if not editing:
            monkeypatch.setitem(sys.modules, "readline", None)
        monkeypatch.setattr(terminal, "is_interactive", lambda: True)
        monkeypatch.setattr("builtins.input", answer)
        result = run("--seed", "3")
        assert result.exit_code == 0
        assert "You draw" in result.stdout
        assert "> draw" not in result.stdout


class TestBots:
    """Bots know what a player knows."""

    def test_view_only(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A bot is given its own view of the game, and nothing else of it."""
        seen: list[object] = []
        choose = Bot.choose

        def note(bot: Bot, view: object, rng: object) -> object:
            seen.append(view)
            return choose(bot, view, rng)  # type: ignore[arg-type]

        monkeypatch.setattr(Bot, "choose", note)
        play_on(path, JOKERS)
        assert {PlayerView} == set(map(type, seen))

    def test_random(self) -> None:
        """A random bot makes any legal move."""
        state = GameState.setup(["2S 3S 4S KD", "2D"], phase=Phase.MELD)
        moves = {Bot.RANDOM.choose(view(state, 0), random.Random(seed)) for seed in range(20)}
        assert {Draw(), Play("2S 3S 4S")} == moves


class TestScreen:
    """The parts of a screen."""

    def test_table_in_columns(self) -> None:
        """Many melds stand in two columns, if they fit."""
        heaps = [parse_cards("2S 3S 4S")] * 9
        wide = list(screen.table(heaps, Table(), 80))
        assert len(wide) == 5
        assert wide[0] == "   1 + 2S 3S 4S    6 + 2S 3S 4S"
        assert wide[4] == "   5 + 2S 3S 4S"
        assert len(list(screen.table(heaps, Table(), 30))) == 9
        assert len(list(screen.table(heaps[:8], Table(), 80))) == 8

    def test_empty_table(self) -> None:
        """An empty table is called so."""
        assert list(screen.table([], Table(), 80)) == ["     (empty)"]

    def test_twin_melds(self) -> None:
        """Of two equal melds one is new if there was one."""
        heaps = [parse_cards("2S 3S 4S")] * 2
        lines = list(screen.table(heaps, Table.parse("2S 3S 4S"), 80))
        assert lines == ["   1   2S 3S 4S", "   2 + 2S 3S 4S"]

    def test_long_hand(self) -> None:
        """A long hand is wrapped between its cards."""
        cards = pack(2)[:40]
        draft = Draft.of(GameState.setup([cards, "KS"]))
        lines = list(screen.hand(draft, {cards[0]}, Rules(), 40))
        assert max(map(len, lines)) <= 40
        assert [str(card) for card in cards] == re.findall(r"[A2-9TJQK][SHDC]", " ".join(lines))

    @pytest.mark.parametrize("record", [JOKERS, EIGHTS, two_eights(), TWINS])
    def test_can_be_added(self, record: GameRecord) -> None:
        """The cards that are named are those of all plays with what is laid out."""
        state = record.state
        for seat, hand in enumerate(state.hands):
            draft = Draft.of(state, seat=seat)
            every = [Counter(play.played) for play in plays(state.table, hand)]
            mine = attrs.evolve(view(state, seat), current_player=seat, phase=Phase.MELD)
            for laid in (draft, *(draft.place([card]) for card in hand)):
                used = Counter(laid.played)
                expected = {card for play in every if used <= play for card in play - used}
                moment = Moment.of(mine, laid)
                assert expected == set(moment.usable or ())


class TestResult:
    """How a round or a game ended, with its columns explained."""

    def explained(self, state: GameState) -> str:
        """Return what is shown of a state in which a round is over, in one line."""
        console = Console(width=80, file=io.StringIO())
        show.result(console, state, ("You", "Ann"), explained=True)
        assert isinstance(console.file, io.StringIO)
        return console.file.getvalue().replace("\n", " ")

    def test_undercut(self) -> None:
        """A bonus that somebody got is explained, and no other."""
        knocked = GameState.setup(["2S 3S", "AS"], phase=Phase.END)
        text = self.explained(apply(knocked, Knock()))
        assert "You knocked; the round goes to Ann." in text
        assert "undercut: 10 more where another one knocked. 150 points" in text
        assert "going out:" not in text

    @pytest.mark.parametrize(("bonus_for", "who"), [("others", "the others"), ("all", "all")])
    def test_settlement(self, bonus_for: str, who: str) -> None:
        """Who gets which bonus at the end is explained."""
        rules = Rules(target=1, round_bonus_for=bonus_for)  # type: ignore[arg-type]
        last = GameState.setup(["2S", "KS"], rules=rules, phase=Phase.END)
        assert (
            "The bonus is 100 for whoever has 1 or more in total, and "
            f"for {who} 25 for each round won. The most points win. You won the game."
        ) in self.explained(apply(last, Knock()))


class TestTelling:
    """Events in words."""

    @pytest.mark.parametrize(
        ("events", "me", "expected"),
        [
            ([CardDrawn(0, None)], None, ["Ann draws a card."]),
            ([CardDrawn(0, None)] * 3, 1, ["Ann draws 3 cards."]),
            ([CardDrawn(0, JOKER), TurnEnded(0)], 0, ["You draw *."]),
            ([CardDrawn(0, JOKER), TurnEnded(0)], None, ["Ann draws * and plays nothing."]),
            ([TurnEnded(0), TurnBegan(1, Phase.DRAW)], None, ["Ann ends the turn."]),
            ([TurnEnded(0)], 0, []),
            (
                [
                    CardsPlayed(1, parse_cards("7H")),
                    MeldMade(Meld.parse("6H 7H 8H")),
                    MeldChanged(Meld.parse("3S 3H 3D"), Meld.parse("3S 3H 3D 3C")),
                    MeldDissolved(Meld.parse("6H 6D 6C")),
                    MeldMade(Meld.parse("AS 2S 3S")),
                ],
                0,
                [
                    "Ben plays 7H.",
                    "  3S 3H 3D becomes 3S 3H 3D 3C",
                    "  new: 6H 7H 8H | AS 2S 3S",
                    "  taken apart: 6H 6D 6C",
                ],
            ),
            ([CardsPlayed(0, (JOKER,)), MeldMade(Meld.parse("AS 2S 3S"))], 0, ["You play *."]),
            ([CardsPlayed(0, (JOKER,)), MeldMade(Meld.parse("AS 2S 3S"))], None, ["Ann plays *."]),
            ([TurnBegan(1, Phase.DRAW)], 0, []),
            ([CardsPlayed(1, (JOKER,)), PlayerKnocked(1)], 0, ["Ben plays * and knocks."]),
            ([CardsPlayed(1, (JOKER,)), TurnEnded(1)], 0, ["Ben plays *."]),
            (
                [CardsPlayed(1, (JOKER,)), PlayerWentOut(1), HandsShown(((), ()))],
                None,
                ["Ben plays * and has no cards left."],
            ),
            (
                [LastLapBegan(0)],
                None,
                ["The stock is used up: everybody has one more turn, the last is that of Ann."],
            ),
            (
                [LastLapBegan(0)],
                0,
                ["The stock is used up: everybody has one more turn, the last is yours."],
            ),
        ],
    )
    def test_sentences(self, events: list[Event], me: int | None, expected: list[str]) -> None:
        """A turn is a sentence, about others or to the reader."""
        lines = told(events, ("Ann", "Ben"), me)
        assert expected == [line.replace(screen.NO_BREAK, " ") for line in lines]

    def test_without_rules(self) -> None:
        """The numbers of rules are left out, other things in brackets are not."""
        assert "no (3 cards): 7S" == without_rules("no (R18, D23) (3 cards): 7S (R12)")
