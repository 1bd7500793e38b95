"""A saved game, move by move: a person steps through it, a pipe gets all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

import attrs
from rich.console import Console

from manipulation_rummy.cli import screen, show
from manipulation_rummy.cli.screen import name_of
from manipulation_rummy.cli.seating import seat_of_person
from manipulation_rummy.cli.telling import told
from manipulation_rummy.cli.terminal import Left, is_interactive, read_line, say, say_wrapped
from manipulation_rummy.events import Event, visible
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Deal, EndTurn
from manipulation_rummy.record.transcript import ShownTo, Transcript
from manipulation_rummy.render.words import count
from manipulation_rummy.reporting import events_of
from manipulation_rummy.state import GameState, Phase
from manipulation_rummy.views import public_view

_CAN_TYPE: Final = "Enter next | b back | t turn | r round | a number | end | help | quit"
_HELP: Final = (
    ("Enter, n", "the next move"),
    ("b", "the move before"),
    ("t, bt", "the end of the turn, with all that happens in it; of the turn before"),
    ("r, br", "the next deal; the deal before"),
    ("r 2", "the deal of round 2"),
    ("12", "move 12; 0 is the beginning"),
    ("end", "the last move"),
    ("q, quit", "leave"),
)
_MOVE: Final = re.compile(r"(?:(?:go ?to|go|move) *)?([0-9]{1,6})")
_ROUND: Final = re.compile(r"r(?:ound)? *([0-9]{1,6})")
_LONG_WORDS: Final = {
    "": "n",
    "enter": "n",
    "next": "n",
    "back": "b",
    "turn": "t",
    "round": "r",
    "back turn": "bt",
    "back round": "br",
    "?": "help",
    "h": "help",
    "quit": "q",
    "exit": "q",
}
_FORWARDS: Final = {"n": "n", "t": "t", "r": "r"}
_BACK: Final = {"b": "n", "bt": "t", "br": "r"}
_NOT_ALL: Final = (
    "As the game is not over, the hands of the others are not shown; replay --all shows them."
)


def replay(game: Transcript, shown_to: ShownTo, terminal: Console, *, all_hands: bool) -> int:
    """Show a game, as far as its record shows the cards; return the exit code.

    Of a game that somebody still plays the hands of the others are hidden, unless all are wanted.
    """
    me = seat_of_person(game)
    if shown_to is None and me is not None and game.state.result is None and not all_hands:
        say_wrapped(terminal, [_NOT_ALL])
        shown_to = (me,)
    shown = _Replay(terminal, game, shown_to, tuple(game.states()))
    if is_interactive():
        return shown.step_through()
    shown.print_all()
    return 0


def print_game(game: Transcript, terminal: Console) -> None:
    """Print a game turn by turn."""
    _Replay(terminal, game, None, tuple(game.states())).print_all()


@attrs.frozen
class _Replay:
    """A game as it is shown."""

    terminal: Console
    game: Transcript
    shown_to: ShownTo
    """The seats whose cards are known; None if all are."""
    states: tuple[GameState, ...]
    """The states of the game; `states[n]` is the one after `n` moves."""

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.game.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, as they are shown."""
        return tuple(name_of(name, seat) for seat, name in enumerate(self.game.names))

    def print_all(self) -> None:
        """Print every turn with the number of its last move, the table and the hand after it."""
        for since, number in pairwise([0, *self._ends_of_turns()]):
            deal = isinstance(self.game.moves[number - 1], Deal)
            if deal:
                if since:
                    self.terminal.print()
                self._rule(number)
                say(self.terminal, self._hands(number))
            say(self.terminal, self._told(since, number))
            if not deal:
                self._print_after(since, number)

    def _print_after(self, since: int, number: int) -> None:
        """Print what lies there after a turn, and what its player holds or how the round ended."""
        before, after, width = self.states[since], self.states[number], self.terminal.width
        seat = before.current_player
        assert seat is not None, "it was somebody's turn"
        if after.table != before.table:
            say(self.terminal, show.table(after.table, width))
        if self._is_over(number):
            show.result(self.terminal, after, self.names)
        elif self.shown_to is None or seat in self.shown_to:
            say(self.terminal, show.holding(after.hands[seat], width, after.rules))

    # --- steps ------------------------------------------------------------------------------------

    def step_through(self) -> int:
        """Show one move after the other as asked; return the exit code."""
        number = min(1, self.last)
        self._show(number - 1, number)
        while True:
            say_wrapped(self.terminal, [_CAN_TYPE], "dim")
            try:
                line = read_line(self.terminal).lower()
            except Left as left:
                return left.code
            word = _LONG_WORDS.get(line, line)
            if word == "q":
                return 0
            number = self._step(word, number)

    def _step(self, word: str, number: int) -> int:
        """Do what was typed; return the number of the move that is shown then."""
        wanted = self._wanted(word, number)
        if word == "help":
            self._say(*(f"{typed:10}{does}" for typed, does in _HELP))
        elif wanted is None:
            self._say("Not understood; help tells what can be typed.")
        elif not 0 <= wanted <= self.last:
            rounds = count(len(self._deals()), "round")
            self._say(f"This game has {rounds}, and moves 0 (the beginning) to {self.last}.")
        elif wanted == number and word in {*_FORWARDS, *_BACK, "end"}:
            self._say(f"This is {'the last move' if number else 'the beginning'}.")
        else:
            turn = word in {"t", "bt"}
            self._show(self._stop_before("t", wanted) if turn else wanted - 1, wanted)
            return wanted
        return number

    def _wanted(self, word: str, number: int) -> int | None:
        """Return the number of the move asked for, None if that is not understood."""
        if move := _MOVE.fullmatch(word):
            return int(move[1])
        if named := _ROUND.fullmatch(word):
            return dict(enumerate(self._deals(), 1)).get(int(named[1]), -1)
        if word == "end":
            return self.last
        if word in _FORWARDS:
            stops = self._stops(_FORWARDS[word])
            return min((stop for stop in stops if stop > number), default=self.last)
        return self._stop_before(_BACK[word], number) if word in _BACK else None

    def _stops(self, kind: str) -> Sequence[int]:
        """Return the numbers of the moves at which steps stop: moves, ends of turns, or deals."""
        if kind == "n":
            return range(self.last + 1)
        return self._ends_of_turns() if kind == "t" else self._deals()

    def _stop_before(self, kind: str, number: int) -> int:
        return max((stop for stop in self._stops(kind) if stop < number), default=0)

    def _deals(self) -> Sequence[int]:
        return [n for n, move in enumerate(self.game.moves, 1) if isinstance(move, Deal)]

    def _round(self, number: int) -> int:
        """Return the number of the round of a move."""
        return sum(deal <= number for deal in self._deals())

    def _ends_of_turns(self) -> Sequence[int]:
        """Return the numbers of the deals, of the moves that end a turn, and of the last one."""
        return [
            number
            for number, move in enumerate(self.game.moves, 1)
            if isinstance(move, (Deal, EndTurn)) or self._is_over(number) or number == self.last
        ]

    def _is_over(self, number: int) -> bool:
        """Whether a round is over after a move."""
        return number > 0 and self.states[number].phase in {Phase.DEAL, Phase.GAME_OVER}

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self, since: int, number: int) -> None:
        """Show what happened since a move up to another, and the position after it."""
        state, width = self.states[number], self.terminal.width
        before = self.states[since].table if number else Table()
        self.terminal.print()
        self._rule(number)
        say(self.terminal, self._told(since, number))
        over = self._is_over(number)
        if not over:
            say(self.terminal, screen.players(public_view(state), self.names, width))
        self._say("Table:")
        say(self.terminal, screen.table([meld.cards for meld in state.table], before, width))
        if over:  # with a heading of its own, as table and result together may fill a screen
            self.terminal.rule(f"result of round {self._round(number)}", align="left")
            show.result(self.terminal, state, self.names)
        else:
            say(self.terminal, self._hands(number))

    def _say(self, *lines: str) -> None:
        say_wrapped(self.terminal, lines)

    def _hands(self, number: int) -> Iterator[str]:
        """Yield the hands that are known."""
        state = self.states[number]
        seats = range(state.players) if self.shown_to is None else self.shown_to
        if seats:
            names, hands = [self.names[seat] for seat in seats], [state.hands[s] for s in seats]
            yield from show.hands(hands, self.terminal.width, names, state.rules)

    def _rule(self, number: int) -> None:
        title = f"move {number} of {self.last}, before the first deal"
        if number:
            stock = count(len(self.states[number].stock), "card")
            title = (
                f"move {number} of {self.last}, round {self._round(number)}, {stock} in the stock"
            )
        self.terminal.rule(title, align="left")

    def _told(self, since: int, number: int) -> Iterator[str]:
        """Yield what happened since a move up to another, with the number of this one."""
        if number == 0:
            return
        moves = zip(self.states[since:number], self.game.moves[since:number], strict=True)
        events = chain.from_iterable(events_of(before, move) for before, move in moves)
        sentences = list(told(map(self._known, events), self.names))
        if isinstance(self.game.moves[number - 1], Deal):
            sentences.insert(0, f"{self.names[self.states[number - 1].dealer]} deals.")
        label = f"{number:4}"
        for sentence in sentences:
            yield from screen.wrapped(f"{label}  {sentence}", self.terminal.width, indent=" " * 6)
            label = " " * 4

    def _known(self, event: Event) -> Event:
        """Return what the record shows of an event."""
        if self.shown_to is None:
            return event
        return visible(event, self.shown_to[0] if self.shown_to else None)
