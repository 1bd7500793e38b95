"""The score of a game with real cards, kept round by round."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import attrs
from rich.console import Console

from manipulation_rummy.cli import show, texts
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.sheet import Sheet, evident_ending, player_names
from manipulation_rummy.cli.terminal import Left, read_line, say, say_error, say_wrapped
from manipulation_rummy.errors import NotationError, RummyError, ScoringError
from manipulation_rummy.record.writing import TITLE
from manipulation_rummy.render.words import count, listed
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import Ending, Knocked, StockExhausted, WentOut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NUMBERS: Final = re.compile(r"[0-9]{1,6}(?:[ ,]+[0-9]{1,6})*")
_NAME: Final = re.compile(r'"[^"]*"|[^\s"]+')
_POINTS: Final = "Type points such as 23, 0 for no cards, or the cards, such as 8S KD *."
_UNKEPT: Final = "save tries again, save FILE keeps the score in a new file."
_HELP: Final = """\
For each player type the points in hand, such as 23, or the cards, such as 8S KD *: a joker counts \
{rules.joker_points}, K Q J {rules.face_points}, an ace {rules.ace_points}, others their number. \
The points of all players may stand in one line.
undo takes the last entry back, and then those before it, from round to round. rules tells the \
rules in short. quit leaves; every entry is kept.
A winner scores the differences to the points of all others; {rules.undercut_bonus} more for an \
undercut, that is if somebody else has knocked; {rules.going_out_bonus} more for going out, that \
is without cards.
The game ends when a total is {rules.target}. Whoever has that gets {rules.game_bonus} more, \
everybody else {rules.round_bonus} for each round won; then the most points win.
"""


class _TakeBack(Exception):
    """Raised when the last entry is to be forgotten."""


def open_sheet(path: Path) -> tuple[Keeper, Sheet]:
    """Return a file and the score in it, an empty one if there is no such file yet.

    Raises:
        RummyError: If it holds something else, or cannot be read or written.
    """
    keeper = Keeper.open(path)
    if keeper.text is None:
        return keeper, Sheet()
    if keeper.text.startswith(TITLE):
        look = f"manipulation-rummy replay {shlex.quote(str(path))}"
        raise RummyError(f"{path} holds a game and no score; to look at it: {look}")
    return keeper, Sheet.loads(keeper.text)


def keep_score(terminal: Console, keeper: Keeper, sheet: Sheet) -> int:
    """Ask for one entry after the other until somebody leaves; return the exit code."""
    evening = _Evening(terminal, keeper, sheet)
    try:
        evening.go_on()
    except Left as left:
        say(terminal, evening.how_to_go_on())
        return left.code or (2 if evening.unkept else 0)


@attrs.define
class _Evening:
    """What is written down, and where it is kept."""

    terminal: Console
    keeper: Keeper
    sheet: Sheet
    unkept: bool = attrs.field(init=False, default=False)
    """Whether the last entries could not be written."""
    _warned: bool = attrs.field(init=False, default=False)
    """Whether it was said that they are lost if the score is left."""

    def go_on(self) -> NoReturn:
        """Ask for one entry after the other.

        Raises:
            Left: If somebody leaves.
        """
        if self.sheet.names:
            self._show()
        else:
            self._say(f"A new score, kept in {self.keeper.path}. help explains everything.")
        while True:
            self._take_entry()

    def how_to_go_on(self) -> Iterator[str]:
        """Yield what becomes of the score now that it is left."""
        path = self.keeper.path
        if self.unkept:
            yield f"The last entries are not kept in {path}."
        elif self.keeper.text is not None:
            yield f"Kept in {path}; to go on: manipulation-rummy score {shlex.quote(str(path))}"

    # --- entries ----------------------------------------------------------------------------------

    def _take_entry(self) -> None:
        """Ask for the next entry, or take the last one back."""
        sheet = self.sheet
        try:
            if not sheet.names:
                self._take_names()
            elif sheet.result is not None:
                self._ask("The game is over. undo takes the last entry back, quit leaves.")
            elif len(sheet.points) < len(sheet.names):
                self._take_points(sheet)
            else:
                self._end_round(sheet)
        except _TakeBack:
            self._take_back()

    def _take_names(self) -> None:
        line = self._ask("Who plays? Type the names with commas between them, as you sit:")
        try:
            names = player_names(_names_in(line))
        except ScoringError as error:
            say_error(self.terminal, error, "")
            return
        self._keep(Sheet(names))
        self._say(f"{len(names)} players: {', '.join(names)}. undo if that is wrong.")
        self._begin_round()

    def _take_points(self, sheet: Sheet) -> None:
        """Ask what a player holds; whoever types more numbers tells it of the next ones, too."""
        line = self._ask(f"{sheet.names[len(sheet.points)]} holds:")
        try:
            if line:
                self._keep(sheet.with_points(*_points_in(line, sheet)))
                if not line.isdecimal():  # so it is seen how that was read
                    self._say_points()
                return
        except NotationError as error:
            say(self.terminal, show.marked(error, self.terminal.width))
        except ScoringError as error:
            say_error(self.terminal, error, "")
        self._say(_POINTS)

    def _end_round(self, sheet: Sheet) -> None:
        """Write down how the round ended; ask for it if the points do not say it."""
        ending = evident_ending(sheet.points)
        if ending is None:
            ending = self._who_knocked(sheet)
        else:
            self._say(_reason(ending, sheet.points, sheet.names))
        self._keep(sheet.with_ending(ending))
        self._show()

    def _who_knocked(self, sheet: Sheet) -> Ending:
        names, points, limit = sheet.names, sheet.points, DEFAULT_RULES.knock_limit
        able = " or ".join(name for name, held in zip(names, points, strict=True) if held <= limit)
        while True:
            line = self._ask(f"Who knocked? {able}, or Enter if the stock was used up:", names)
            if not line:
                return StockExhausted()
            seat = _seat_meant(line, names)
            if seat is None:
                self._say(f"Type {able}, or just Enter.")
            elif points[seat] > limit:
                holds = f"{names[seat]} holds {points[seat]} points"
                self._say(f"{holds}, but knocks with {limit} at most. undo, if that is wrong.")
            else:
                return Knocked(seat)

    def _take_back(self) -> None:
        """Forget the last entry, which may be one of the round before, or the names."""
        sheet = self.sheet
        if not sheet.names:
            self._say("There is nothing to take back.")
            return
        self._keep(sheet.without_last_entry())
        if len(self.sheet.results) < len(sheet.results):
            self._begin_round()

    # --- in and out -------------------------------------------------------------------------------

    def _ask(self, question: str, names: Sequence[str] = ()) -> str:
        """Return what is answered to a question; a name is one also if a command begins so.

        Raises:
            Left: If it is `quit`.
            _TakeBack: If it is `undo`.
        """
        while True:
            self._say(question)
            line = read_line(self.terminal)
            word = line.lower()
            if _seat_meant(line, names) is not None:
                return line
            if word in {"q", "quit", "exit"}:
                self._leave()
            elif self.unkept and word.split()[:1] == ["save"]:
                self._save(line[4:].strip())
            elif word in {"u", "undo"}:
                raise _TakeBack
            elif word in {"h", "help", "?"}:
                self._say(*_HELP.format(rules=DEFAULT_RULES).splitlines())
            elif word == "rules":
                say(self.terminal, texts.rules_lines(DEFAULT_RULES, self.terminal.width))
            else:
                return line

    def _say(self, *paragraphs: str) -> None:
        say_wrapped(self.terminal, paragraphs)

    def _keep(self, sheet: Sheet, elsewhere: Keeper | None = None) -> None:
        """Go on with a score, and write it down if that is possible."""
        self.sheet, self._warned = sheet, False
        keeper = elsewhere or self.keeper
        try:
            keeper.keep(sheet.dumps())
        except RummyError as error:
            self.unkept = True
            say_error(self.terminal, error, "The score is not kept: ")
            self._say(_UNKEPT)
            return
        self.keeper = keeper
        if self.unkept:
            self.unkept = False
            self._say(f"Kept in {self.keeper.path}, and so is each further entry.")

    def _save(self, name: str) -> None:
        """Write the score down that could not be written, in a new file if one is named."""
        self._keep(self.sheet, Keeper(Path(name), None) if name else None)

    def _leave(self) -> None:
        """Leave, where entries would be lost not before that was said.

        Raises:
            Left: If nothing would be lost, or it was said.
        """
        if not self.unkept or self._warned:
            raise Left(0)
        self._warned = True
        self._say(f"The last entries are not kept. {_UNKEPT} quit again leaves.")

    def _begin_round(self) -> None:
        number = len(self.sheet.results) + 1
        self.terminal.print()
        self._say(f"Round {number}: points in hand, or the cards themselves. help, undo, quit.")
        self._say_points()

    def _say_points(self) -> None:
        """Say what is known of the round that is not finished."""
        pairs = zip(self.sheet.names, self.sheet.points, strict=False)
        self._say(", ".join(f"{name}: {held}" for name, held in pairs))

    def _show(self) -> None:
        """Show the last round, the totals and, when the game is over, its settlement."""
        sheet = self.sheet
        names, result = sheet.names, sheet.result
        say(self.terminal, [f"after {count(len(sheet.results), 'round')}"])
        if sheet.results:
            last = sheet.results[-1]
            say(self.terminal, show.ending(last, names), style="bold")
            self.terminal.print(show.round_scores(last, sheet.totals, names))
        if result is None:
            self._say(*_leaders(sheet))
            self._begin_round()
            return
        self.terminal.print()
        self.terminal.print(show.settlement(sheet.totals, sheet.rounds_won, result, names))
        say(self.terminal, [f"{show.names(result.winners, names)} won the game."], style="bold")


# --- what is meant --------------------------------------------------------------------------------


def _names_in(line: str) -> tuple[str, ...]:
    """Return the names in a line: with commas between them, or else blanks outside of quotes."""
    names = line.split(",") if "," in line else _NAME.findall(line)
    return tuple(filter(None, (name.strip(' "') for name in names)))


def _points_in(line: str, sheet: Sheet) -> Sequence[int]:
    """Return the points in a line: numbers, for one player or more, or those of cards."""
    if _NUMBERS.fullmatch(line):
        return [int(number) for number in line.replace(",", " ").split()]
    return [sheet.points_of(line)]


def _seat_meant(line: str, names: Sequence[str]) -> int | None:
    """Return the seat whose name this is, or is the beginning of if no other name begins so."""
    lowered = [name.lower() for name in names]
    if line.lower() in lowered:
        return lowered.index(line.lower())
    meant = [seat for seat, name in enumerate(lowered) if line and name.startswith(line.lower())]
    return meant[0] if len(meant) == 1 else None


def _reason(ending: Ending, points: Sequence[int], names: Sequence[str]) -> str:
    """Say why a round must have ended so."""
    out = [name for name, held in zip(names, points, strict=True) if held == 0]
    if isinstance(ending, WentOut):
        return f"{out[0]} has no cards, so {out[0]} went out."
    if out:
        return f"{listed(out)} have no cards, as only the last turns allow: the stock was used up."
    limit = DEFAULT_RULES.knock_limit
    return f"Nobody holds {limit} points or less, so nobody knocked: the stock was used up."


def _leaders(sheet: Sheet) -> Sequence[str]:
    """Say who leads, if anybody has scored."""
    most = max(sheet.totals)
    leaders = [seat for seat, total in enumerate(sheet.totals) if total == most > 0]
    if not leaders:
        return ()
    leads = f"{show.names(leaders, sheet.names)} lead{'s' if len(leaders) == 1 else ''}"
    return (f"{leads} with {most}; the game ends at {DEFAULT_RULES.target}.",)
