"""The terminal: what is printed there, and the lines that a person types or a pipe holds."""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Final, TextIO, cast

import typer
from rich.console import Console, ConsoleDimensions
from rich.highlighter import RegexHighlighter
from rich.theme import Theme

from manipulation_rummy.cards import MAX_TEXT
from manipulation_rummy.cli import show
from manipulation_rummy.cli.screen import wrapped
from manipulation_rummy.errors import NotationError, RummyError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

_PROMPT: Final = "> "
_LEAST_WIDTH: Final = 20


class Left(Exception):
    """Raised when somebody leaves: by a command, at the end of what can be read, or by Ctrl-C.

    Attributes:
        code: The exit code.
    """

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Cards(RegexHighlighter):
    """Colours for cards in plain text, where there are colours."""

    base_style = "card."
    highlights = (
        r"(?<!=)(?P<red>\b[A2-9TJQK][HD]\b)",
        r"(?P<joker>\*(=[A2-9TJQK][SHDC])?)",
    )


def console(*, stderr: bool = False) -> Console:
    """Return the terminal, or whatever takes its place, wide enough for a few words."""
    theme = Theme({"card.red": "red", "card.joker": "magenta"})
    terminal = Console(stderr=stderr, theme=theme, highlighter=_Cards(), markup=False, emoji=False)
    if terminal.is_dumb_terminal:  # rich takes each for 80 columns wide
        terminal.size = ConsoleDimensions(*shutil.get_terminal_size())
    if terminal.width < _LEAST_WIDTH:  # noqa: PLR1730  # once set, it follows no window
        terminal.width = _LEAST_WIDTH
    return terminal


def say(terminal: Console, lines: Iterable[str], style: str | None = None) -> None:
    """Print lines as they are."""
    for line in lines:
        terminal.print(line, style=style, soft_wrap=True)


def say_wrapped(terminal: Console, lines: Iterable[str], style: str | None = None) -> None:
    """Print lines, those that are too long for the terminal in several."""
    for line in lines:
        say(terminal, wrapped(line, terminal.width), style)


def say_error(terminal: Console, error: RummyError | OSError, before: str = "error: ") -> None:
    """Say what is wrong with a text and show the place."""
    text = f"{before}{error}"
    is_log = terminal.stderr and not terminal.is_terminal  # which has lines of any length
    say(terminal, [text] if is_log else wrapped(text, terminal.width), style="bold")
    if isinstance(error, NotationError):
        say(terminal, show.marked(error, terminal.width))


@contextmanager
def errors_told() -> Generator[None, None, None]:
    """Turn an error about what was given into a message and exit code 2."""
    try:
        yield
    except (RummyError, OSError) as error:
        say_error(console(stderr=True), error)
        raise typer.Exit(2) from None


# --- reading --------------------------------------------------------------------------------------


def is_interactive() -> bool:
    """Whether a person is there to type and to look."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def read_line(terminal: Console) -> str:
    """Read a line without its end and blanks around it; what a pipe holds is shown, too.

    Raises:
        Left: With 0 at the end of what can be read, with 130 after Ctrl-C.
    """
    while True:
        try:
            line = _line_typed() if is_interactive() else _line_piped(terminal)
        except KeyboardInterrupt:
            terminal.print()
            raise Left(INTERRUPTED) from None
        if line is None:
            terminal.print()
            raise Left(0)
        if len(line) <= MAX_TEXT:
            return line.strip()
        say(terminal, [f"A line of more than {MAX_TEXT} characters is not read."])


def _line_typed() -> str | None:
    with suppress(ImportError):
        import_module("readline")  # with it, `input` edits lines; not on Windows
    try:
        return input(_PROMPT)
    except EOFError:
        return None


def _line_piped(terminal: Console) -> str | None:
    stdin = cast("TextIO | None", sys.stdin)  # None if it is closed
    line = rest = stdin.readline(MAX_TEXT + 1) if stdin else ""
    if not line:
        return None
    while stdin and rest and not rest.endswith("\n"):
        rest = stdin.readline(MAX_TEXT)
    say(terminal, [f"{_PROMPT}{line.strip()[:MAX_TEXT]}"])
    return line
