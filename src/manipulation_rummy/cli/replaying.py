"""A saved game, move by move: a person steps through it, a pipe gets all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
from rich.console import Console

from manipulation_rummy.cli import screen, show
from manipulation_rummy.cli.screen import name_of
from manipulation_rummy.cli.telling import told
from manipulation_rummy.cli.terminal import Left, is_interactive, read_line, say
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Deal, Play
from manipulation_rummy.record import GameRecord
from manipulation_rummy.render.words import count
from manipulation_rummy.reporting import events_of
from manipulation_rummy.state import GameState, Phase
from manipulation_rummy.views import public_view

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAN_TYPE: Final = (
    "Enter: next \N{MIDDLE DOT} b: back \N{MIDDLE DOT} a number: that move \N{MIDDLE DOT} q: quit"
)
_DIGITS: Final = 6


def replay(record: GameRecord, terminal: Console) -> int:
    """Show a game; return the exit code."""
    shown = _Replay(terminal, record, tuple(record.states()))
    if is_interactive():
        return shown.step_through()
    shown.print_all()
    return 0


@attrs.frozen
class _Replay:
    """A game as it is shown."""

    terminal: Console
    record: GameRecord
    states: tuple[GameState, ...]
    """The states of the game; `states[n]` is the one after `n` moves."""

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.record.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, as they are shown."""
        return tuple(name_of(name, seat) for seat, name in enumerate(self.record.names))

    def print_all(self) -> None:
        """Print every move."""
        for number, move in enumerate(self.record.moves, 1):
            after = self.states[number]
            if isinstance(move, Deal):
                self._rule(number)
                say(self.terminal, self._hands(number))
            say(self.terminal, self._move_told(number))
            if isinstance(move, Play):
                lines = screen.wrapped(f"table {after.table}", self.terminal.width - 6)
                say(self.terminal, (f"{'':6}{line}" for line in lines))
            self._show_result(number)

    def step_through(self) -> int:
        """Show one move after the other as asked; return the exit code."""
        number = min(1, self.last)
        self._show_move(number)
        while True:
            try:
                line = read_line(self.terminal)
            except Left as left:
                return left.code
            if line in {"q", "quit"}:
                return 0
            wanted = self._number(line, number)
            if wanted is None:
                say(self.terminal, [f"Not understood. {_CAN_TYPE}"])
            elif not 0 <= wanted <= self.last:
                say(self.terminal, [f"There are moves 1 to {self.last}. {_CAN_TYPE}"])
            else:
                number = wanted
                self._show_move(number)

    @staticmethod
    def _number(line: str, number: int) -> int | None:
        """Return the number of the move asked for, None if that is not understood."""
        if line in {"", "n", "next"}:
            return number + 1
        if line in {"b", "back"}:
            return number - 1
        return int(line) if line.isascii() and line.isdecimal() and len(line) <= _DIGITS else None

    # --- a move -----------------------------------------------------------------------------------

    def _show_move(self, number: int) -> None:
        state, width = self.states[number], self.terminal.width
        before = self.states[number - 1].table if number else Table()
        self.terminal.print()
        self._rule(number)
        say(self.terminal, self._move_told(number))
        say(self.terminal, screen.players(public_view(state), self.names, width))
        say(self.terminal, ["Table:"])
        say(self.terminal, screen.table([meld.cards for meld in state.table], before, width))
        if not self._show_result(number):
            say(self.terminal, self._hands(number))
        say(self.terminal, [_CAN_TYPE], style="dim")

    def _hands(self, number: int) -> Iterator[str]:
        hands, width = self.states[number].hands, self.terminal.width
        yield from show.hands(hands, width, self.names, self.record.rules)

    def _rule(self, number: int) -> None:
        deals = sum(isinstance(move, Deal) for move in self.record.moves[:number])
        stock = count(len(self.states[number].stock), "card")
        title = f"move {number} of {self.last}, round {deals}, {stock} in the stock"
        self.terminal.rule(title, align="left")

    def _move_told(self, number: int) -> Iterator[str]:
        """Yield what happened in a move, with its number."""
        if number == 0:
            return
        before, move = self.states[number - 1], self.record.moves[number - 1]
        sentences = list(told(events_of(before, move), self.names))
        if isinstance(move, Deal):
            sentences.insert(0, f"{self.names[before.dealer]} deals.")
        label = f"{number:4}"
        for sentence in sentences:
            yield from screen.wrapped(f"{label}  {sentence}", self.terminal.width, indent=" " * 6)
            label = " " * 4

    def _show_result(self, number: int) -> bool:
        """Show the result if the move ends a round; return whether it does."""
        state = self.states[number]
        over = number > 0 and state.phase in {Phase.DEAL, Phase.GAME_OVER}
        if over:
            show.result(self.terminal, state, self.names)
        return over
