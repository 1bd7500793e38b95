"""The score of a game with real cards, kept round by round."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rich.console import Console

from manipulation_rummy.cli import show
from manipulation_rummy.cli.keeping import Keeper, read_text
from manipulation_rummy.cli.sheet import Sheet, player_names
from manipulation_rummy.cli.terminal import Left, read_line, say, say_error
from manipulation_rummy.errors import RummyError, ScoringError
from manipulation_rummy.render.words import count
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import Ending, Knocked, StockExhausted, WentOut, hand_points

_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_BREAK: Final = re.compile(r"[\s,]+")


class _TakeBack(Exception):
    """Raised when the last round, or what was typed of this one, is to be forgotten."""


def open_sheet(path: Path) -> tuple[Keeper, Sheet | None]:
    """Return a file and the score in it, None if there is no such file yet.

    Raises:
        NotationError: If it holds something else.
        OSError: If it cannot be read.
    """
    if not path.exists():
        return Keeper(path, None), None
    text = read_text(path)
    return Keeper(path, text), Sheet.loads(text)


def keep_score(terminal: Console, keeper: Keeper, sheet: Sheet | None) -> int:
    """Ask for one round after the other until somebody leaves; return the exit code."""
    try:
        if sheet is None:
            say(terminal, [f"A new score, kept in {keeper.path}."])
            sheet = _new_sheet(terminal)
            keeper.keep(sheet.dumps())
        else:
            _show(terminal, sheet)
        while True:
            following = _next(terminal, sheet)
            if following is not None:
                sheet = following
                keeper.keep(sheet.dumps())
                _show(terminal, sheet)
    except Left as left:
        if sheet is not None:
            say(
                terminal,
                [f"Kept in {keeper.path}; to go on: manipulation-rummy score {keeper.path}"],
            )
        return left.code
    except (RummyError, OSError) as error:
        say_error(terminal, error, "The score cannot be kept: ")
        return 2


def _new_sheet(terminal: Console) -> Sheet:
    while True:
        line = _ask(terminal, "Who plays? Type the names with blanks between them, as you sit:")
        try:
            return Sheet(player_names(tuple(filter(None, _BREAK.split(line)))))
        except ScoringError as error:
            say_error(terminal, error, "")


def _ask(terminal: Console, question: str) -> str:
    """Return what is answered to a question.

    Raises:
        Left: If it is `quit`.
        _TakeBack: If it is `undo`.
    """
    say(terminal, [question])
    line = read_line(terminal)
    if line.lower() in {"q", "quit"}:
        raise Left(0)
    if line.lower() in {"u", "undo"}:
        raise _TakeBack
    return line


def _show(terminal: Console, sheet: Sheet) -> None:
    """Show the last round, the totals and, when the game is over, its settlement."""
    say(terminal, [f"after {count(len(sheet.results), 'round')}"])
    if sheet.results:
        last = sheet.results[-1]
        say(terminal, show.ending(last, sheet.names), style="bold")
        terminal.print(show.round_scores(last, sheet.totals, sheet.names))
    if sheet.result is not None:
        terminal.print()
        settled = show.settlement(sheet.totals, sheet.rounds_won, sheet.result, sheet.names)
        terminal.print(settled)
        winners = show.names(sheet.result.winners, sheet.names)
        say(terminal, [f"{winners} won the game."], style="bold")


# --- a round --------------------------------------------------------------------------------------


def _next(terminal: Console, sheet: Sheet) -> Sheet | None:
    """Return the score after what is typed next, None if it stays as it is."""
    answered = False
    try:
        if sheet.result is not None:
            _ask(terminal, "The game is over. undo takes the last round back, quit leaves.")
            return None
        number = len(sheet.results) + 1
        say(terminal, ["", f"Round {number}: points in hand, or the cards themselves. undo, quit."])
        points: list[int] = []
        for name in sheet.names:
            points.append(_points(terminal, name))
            answered = True
        return sheet.with_round(tuple(points), _ending(terminal, sheet.names, tuple(points)))
    except _TakeBack:
        if answered:
            return None
        return _taken_back(terminal, sheet)
    except ScoringError as error:
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(sheet.names))
        say_error(terminal, error, "Not possible: ")
        say(terminal, [f"Seats are {seats}. Type the round again."])
        return None


def _taken_back(terminal: Console, sheet: Sheet) -> Sheet | None:
    try:
        return sheet.without_last_round()
    except ScoringError as error:
        say_error(terminal, error, "Not possible: ")
        return None


def _points(terminal: Console, name: str) -> int:
    while True:
        line = _ask(terminal, f"{name} holds:")
        try:
            if _NUMBER.fullmatch(line):
                return int(line)
            if line:
                return hand_points(line)
            say(terminal, ["Type the points, 0 for no cards, or the cards, such as 7S KD *."])
        except RummyError as error:
            say_error(terminal, error, "")


def _ending(terminal: Console, names: tuple[str, ...], points: tuple[int, ...]) -> Ending:
    """Ask who ended the round; a player without cards has gone out."""
    question = "Who knocked, or went out? Type the name, or Enter if the stock was used up:"
    if all(held > DEFAULT_RULES.knock_limit for held in points):
        say(terminal, ["Nobody can have knocked or gone out, so the stock was used up."])
        return StockExhausted()
    while True:
        line = _ask(terminal, question)
        if not line:
            return StockExhausted()
        meant = [seat for seat, name in enumerate(names) if name.lower().startswith(line.lower())]
        exact = [seat for seat in meant if names[seat].lower() == line.lower()]
        if len(exact or meant) == 1:
            (seat,) = exact or meant
            return Knocked(seat) if points[seat] else WentOut(seat)
        say(terminal, [f"Type one of {', '.join(names)}, or just Enter."])
