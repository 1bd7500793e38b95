"""A game as it is played in the terminal: its record, what lies there, what is shown of it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

import attrs
from rich.console import Console

from manipulation_rummy.cli import screen, show, texts
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.offering import OR_ENTER, Moment
from manipulation_rummy.cli.seating import Seating
from manipulation_rummy.cli.telling import told, without_rules
from manipulation_rummy.cli.terminal import (
    Left,
    is_interactive,
    read_line,
    say,
    say_error,
    say_wrapped,
)
from manipulation_rummy.errors import RummyError
from manipulation_rummy.events import Event, visible
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Deal, Move, Play
from manipulation_rummy.record import GameRecord
from manipulation_rummy.record.transcript import Step, rounds_of
from manipulation_rummy.render.words import count
from manipulation_rummy.reporting import events_of
from manipulation_rummy.state import Phase
from manipulation_rummy.views import PlayerView, view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from manipulation_rummy.violations import Violation

_OFFERS_BETWEEN_ROUNDS: Final = (
    f"deal{OR_ENTER}",
    "show",
    "last",
    "rules",
    "help",
    "save FILE",
    "quit",
)
"""What can be typed when a round is over."""


@attrs.define
class Session:
    """A game as it is played: its record, the turn in progress, what was not told yet."""

    terminal: Console
    record: GameRecord
    seating: Seating
    keeper: Keeper | None
    knows_put: bool = attrs.field(init=False, default=False)
    """Whether the person has laid cards before, and so knows how that is typed."""
    by_suit: bool = attrs.field(init=False, default=False)
    """Whether the hand is sorted by suit."""
    moment: Moment = attrs.field(init=False)
    """What the person sees, and what lies there in the own turn."""
    _since: Table = attrs.field(init=False, factory=Table)
    """The table as it was after the person's last play or turn."""
    _of_others: list[Event] = attrs.field(init=False, factory=list[Event])
    """What the others have done since then."""
    _untold: list[Event] = attrs.field(init=False, factory=list[Event])
    _behind: bool = attrs.field(init=False, default=False)
    """Whether the file lacks the last moves, as it could not be written."""
    _warned: bool = attrs.field(init=False, default=False)
    """Whether it was said that the game is lost if it is left."""

    def __attrs_post_init__(self) -> None:
        for steps in rounds_of(self.record):
            for step in steps:
                self._remember(step)
        self._untold = list(self._of_others) if self.in_round else []
        self.moment = Moment.of(view(self.record.state, self.seating.me))

    @property
    def in_round(self) -> bool:
        """Whether a round is going on."""
        return self.record.state.phase not in {Phase.DEAL, Phase.GAME_OVER}

    @property
    def my_turn(self) -> bool:
        """Whether the person is to move."""
        return self.in_round and self.record.state.current_player == self.seating.me

    @property
    def seen(self) -> PlayerView:
        """What the person may see."""
        return self.moment.seen

    # --- moves ------------------------------------------------------------------------------------

    def make(self, move: Move) -> None:
        """Make a move of anybody, note what is to be told of it, and keep the game."""
        before, mine = self.record.state, self.my_turn
        record = self.record.with_move(move)
        seen = view(record.state, self.seating.me)
        moment = self.moment.after(move, seen) if mine else Moment.of(seen)
        self.record, self.moment = record, moment  # at once, as Ctrl-C can come at any time
        self._untold += self._remember(Step(before, move, record.state))
        self._warned &= not mine
        self.keep()
        if not self.in_round:
            self.tell()
            self.show_result()

    def _remember(self, step: Step) -> list[Event]:
        """Remember what has happened since the person's last turn; return what a move tells."""
        me = self.seating.me
        events = [visible(event, me) for event in events_of(step.before, step.move)]
        if isinstance(step.move, Deal):
            self._since, self._of_others = Table(), []
        elif step.before.current_player != me:
            self._of_others += events
        elif step.after.current_player != me:
            self._since, self._of_others = step.after.table, []
        elif isinstance(step.move, Play):
            self._since = step.after.table
        return events

    def make_mine(self, move: Move) -> None:
        """Make a move of the person, and show what comes of it."""
        self.make(move)
        if self.my_turn:
            self.show_turn()

    def change(self, moment: Moment) -> None:
        """Go on from another moment of the same turn."""
        self.moment = moment
        self.show_draft()

    # --- what is shown ----------------------------------------------------------------------------

    def say(self, lines: Iterable[str], style: str | None = None) -> None:
        """Print lines, those that are too long for the terminal in several."""
        say_wrapped(self.terminal, lines, style)

    def tell(self) -> None:
        """Tell what has happened since it was last told."""
        events, self._untold = self._untold, []
        self.say(told(events, self.seating.names, self.seating.me))

    def tell_again(self) -> None:
        """Tell what the others have done since the person's last turn."""
        lines = list(told(self._of_others, self.seating.names, self.seating.me))
        self.say(lines or ["The others have done nothing yet since your last turn."])

    def show_turn(self) -> None:
        """Show the whole position."""
        seen = self.seen
        self.terminal.print()
        self.terminal.rule(self._title(), align="left")
        self.tell()
        say(self.terminal, screen.players(seen, self.seating.names, self.terminal.width))
        self.show_draft()

    def _title(self) -> str:
        """Return the heading of a turn, with the dealer if that fits."""
        dealer = self.seating.names[self.seen.dealer]
        title = [
            f"round {len(self.record.results) + 1}",
            f"dealt by {'you' if dealer == 'You' else dealer}",
            f"{count(self.seen.stock_size, 'card')} in the stock",
            *(["last turns"] if self.seen.last_lap is not None else []),
        ]
        if len(", ".join(title)) > self.terminal.width - 4:
            del title[1]
        return ", ".join(title)

    def show_draft(self) -> None:
        """Show the table and the hand, and say what has to be known to go on."""
        width, rules = self.terminal.width, self.record.rules
        draft, usable = self.moment.draft, self.moment.usable
        say(self.terminal, screen.draft(draft, self._since, width))
        say(self.terminal, screen.hand(draft, usable, rules, width, suits=self.by_suit))
        self.say(self.moment.news(knows_put=self.knows_put))

    def offers(self) -> tuple[str, ...]:
        """Return what can be typed now."""
        if not self.in_round:
            return _OFFERS_BETWEEN_ROUNDS
        return (*self.moment.edits(), *self.moment.offers())

    def ask(self) -> str:
        """Say what can be typed now, and read it."""
        if self.in_round and self.moment.changed:
            self._say_offers(self.moment.edits(), "To change it: ")
            self._say_offers(tuple(self.moment.offers()))
        else:
            self._say_offers(self.offers())
        return self.read()

    def _say_offers(self, offers: tuple[str, ...], lead: str = "") -> None:
        words = ", ".join(word.replace(" ", screen.NO_BREAK) for word in offers)
        self.say([f"{lead}{words}"], "dim")

    def show_result(self) -> None:
        """Show the last table, how the round ended, and the game if it is over."""
        state, width = self.record.state, self.terminal.width
        say(self.terminal, ["", "The table at the end:"])
        say(self.terminal, screen.table([meld.cards for meld in state.table], state.table, width))
        show.result(self.terminal, state, self.seating.names, explained=True)

    def say_faults(self, title: str, violation: Violation) -> None:
        """Say all that is wrong with a move."""
        faults = [without_rules(str(fault)) for fault in violation.faults]
        if len(faults) == 1:
            self.say([f"{title} {faults[0]}"])
            return
        self.say([title])
        for fault in faults:
            say(self.terminal, screen.wrapped(f"  {fault}", self.terminal.width, indent="    "))

    # --- keeping and leaving ----------------------------------------------------------------------

    def keep(self) -> None:
        """Keep the game in its file, if it has one; if that fails, try again with each move."""
        if self.keeper is None:
            return
        failed = self._behind
        try:
            self.save(self.keeper)
        except RummyError as error:
            if not failed:
                say_error(self.terminal, error, "The game is not saved any more: ")
                self.say([texts.TRY_TO_SAVE])
        else:
            if failed:
                self.say([f"The game is saved again, in {self.keeper.path}."])

    def save(self, keeper: Keeper) -> None:
        """Save the game in a file, as each further move is to be.

        Raises:
            RummyError: If the file is not as it was left, or cannot be written.
        """
        self._behind |= keeper is self.keeper  # until it is written, whatever comes between
        keeper.keep(self.record.dumps())
        self.keeper, self._behind = keeper, False

    def read(self) -> str:
        """Read a line; Ctrl-C and Ctrl-D leave as `quit` does."""
        try:
            return read_line(self.terminal)
        except Left:
            if not self.stays():
                raise
        return self.read()

    def stays(self) -> bool:
        """Return whether a person who wants to leave is warned, and so asked once more."""
        return is_interactive() and self.warns()

    def warns(self) -> bool:
        """Say, once, that the game is lost if it is left now; return whether that was said."""
        if self._warned or (self.keeper is not None and not self._behind):
            return False
        self._warned = True
        self.say([texts.NOT_SAVED])
        return True

    def how_to_go_on(self) -> Iterator[str]:
        """Yield what becomes of the game now that it is left."""
        self.keep()  # an interrupt may have come between a move and this
        width = self.terminal.width
        if self.keeper is None:
            yield from screen.wrapped(texts.WAS_NOT_SAVED, width)
            return
        if self._behind:
            problem = f"The last moves were not saved: {self.keeper.path} could not be written."
            yield from screen.wrapped(problem, width)
            return
        path = shlex.quote(str(self.keeper.path))
        if self.record.state.result is None:
            if self.my_turn and self.moment.changed:
                yield from screen.wrapped(texts.NOT_PLAYED, width)
            yield f"Saved. To go on: manipulation-rummy play --save {path}"
        else:
            yield f"To look back: manipulation-rummy replay {path}"
