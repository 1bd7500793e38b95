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
from manipulation_rummy.cli.terminal import Left, is_interactive, read_line, say, say_error
from manipulation_rummy.draft import Draft
from manipulation_rummy.errors import RummyError
from manipulation_rummy.events import Event, visible
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Deal, Draw, Move
from manipulation_rummy.record import GameRecord
from manipulation_rummy.record.transcript import Step, rounds_of
from manipulation_rummy.render.words import count
from manipulation_rummy.reporting import events_of
from manipulation_rummy.state import Phase
from manipulation_rummy.views import PlayerView, view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from manipulation_rummy.violations import Violation

BETWEEN_ROUNDS: Final = (f"deal{OR_ENTER}", "show", "rules", "help", "save FILE", "quit")
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
    away: bool = attrs.field(init=False, default=False)
    """Whether something longer was shown since the turn was."""
    moment: Moment = attrs.field(init=False)
    """What the person sees in the own turn, and what lies there."""
    _earlier: list[Draft] = attrs.field(init=False, factory=list[Draft])
    """What lay there before each edit of the turn."""
    _since: Table = attrs.field(init=False, factory=Table)
    """The table as it was after the person's last turn."""
    _of_others: list[Event] = attrs.field(init=False, factory=list[Event])
    """What the others have done since then."""
    _untold: list[Event] = attrs.field(init=False, factory=list[Event])
    _warned: bool = attrs.field(init=False, default=False)
    """Whether it was said that the game is lost if it is left."""

    def __attrs_post_init__(self) -> None:
        for steps in rounds_of(self.record):
            for step in steps:
                self._remember(step)
        self._untold = list(self._of_others) if self.in_round else []

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
        return view(self.record.state, self.seating.me)

    # --- moves ------------------------------------------------------------------------------------

    def make(self, move: Move) -> None:
        """Make a move of anybody, note what is to be told of it, and keep the game."""
        before = self.record.state
        self.record = self.record.with_move(move)
        self._untold += self._remember(Step(before, move, self.record.state))
        self._warned = False
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
        return events

    def begin_turn(self) -> None:
        """Begin the person's turn."""
        self._set(Draft.of(self.seen))
        self.show_turn()

    def make_mine(self, move: Move) -> None:
        """Make a move of the person, and show what comes of it."""
        draft = self.moment.draft
        self.make(move)
        if self.my_turn:
            seen = self.seen
            goes_on = isinstance(move, Draw) and seen.phase is Phase.MELD
            self._set(draft.carry_over(seen) if goes_on else Draft.of(seen))
            self.show_turn()

    # --- the turn in progress ---------------------------------------------------------------------

    def _set(self, draft: Draft) -> None:
        """Begin anew with what lies there; there is nothing to undo."""
        self.moment, self._earlier = Moment.of(self.seen, draft), []

    def lay(self, draft: Draft) -> None:
        """Put another draft in the place of the one that lies there."""
        self._earlier.append(self.moment.draft)
        self.moment = Moment.of(self.seen, draft)
        self.show_draft()

    def undo(self) -> None:
        """Take the last edit back.

        Raises:
            RummyError: If there is none.
        """
        if not self._earlier:
            raise RummyError(texts.NOTHING_TO_UNDO)
        self.moment = Moment.of(self.seen, self._earlier.pop())
        self.show_draft()

    # --- what is shown ----------------------------------------------------------------------------

    def say(self, lines: Iterable[str], style: str | None = None) -> None:
        """Print lines, those that are too long for the terminal in several."""
        for line in lines:
            say(self.terminal, screen.wrapped(line, self.terminal.width), style)

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
        title = f"round {len(self.record.results) + 1}, {count(seen.stock_size, 'card')}"
        last = ", last turns" if seen.last_lap is not None else ""
        self.terminal.print()
        self.terminal.rule(f"{title} in the stock{last}", align="left")
        self.tell()
        say(self.terminal, screen.players(seen, self.seating.names, self.terminal.width))
        self.show_draft()

    def show_draft(self) -> None:
        """Show the table and the hand, and say what has to be known to go on."""
        width, rules = self.terminal.width, self.record.rules
        draft, usable = self.moment.draft, self.moment.usable
        say(self.terminal, screen.draft(draft, self._since, width))
        say(self.terminal, screen.hand(draft, usable, rules, width, suits=self.by_suit))
        self.say(self.moment.news(knows_put=self.knows_put))
        self.away = False

    def offers(self) -> tuple[str, ...]:
        """Return what can be typed now."""
        if not self.in_round:
            return BETWEEN_ROUNDS
        return (*self.moment.edits(), *self._other_offers())

    def _other_offers(self) -> tuple[str, ...]:
        return tuple(self.moment.offers(can_undo=bool(self._earlier), away=self.away))

    def ask(self) -> str:
        """Say what can be typed now, and read it."""
        if self.in_round and self.moment.changed:
            self._say_offers(self.moment.edits(), "To change it: ")
            self._say_offers(self._other_offers())
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
        """Keep the game in its file, if it has one."""
        if self.keeper is None:
            return
        try:
            self.keeper.keep(self.record.dumps())
        except (RummyError, OSError) as error:
            say_error(self.terminal, error, "The game is not saved any more: ")
            self.say(["save FILE saves it elsewhere."])
            self.keeper = None

    def read(self) -> str:
        """Read a line; Ctrl-C and Ctrl-D leave as `quit` does."""
        try:
            return read_line(self.terminal)
        except Left:
            if not (is_interactive() and self.warns()):
                raise
        return self.read()

    def warns(self) -> bool:
        """Say, once, that the game is lost if it is left now; return whether that was said."""
        if self.keeper is not None or self._warned:
            return False
        self._warned = True
        self.say([texts.NOT_SAVED])
        return True

    def how_to_go_on(self) -> Iterator[str]:
        """Yield what becomes of the game now that it is left."""
        self.keep()  # an interrupt may have come between a move and this
        if self.keeper is None:
            yield "The game was not saved. Next time, play --save FILE saves each move."
            return
        path = shlex.quote(str(self.keeper.path))
        if self.record.state.result is None:
            if self.my_turn and self.moment.changed:
                yield "What you laid out and did not play is not saved; each move is."
            yield f"Saved. To go on: manipulation-rummy play --save {path}"
        else:
            yield f"To look back: manipulation-rummy replay {path}"
