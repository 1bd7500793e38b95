"""A game as it is played in the terminal: its record, what lies there, what is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from rich.console import Console

from manipulation_rummy.cards import Joker
from manipulation_rummy.cli import screen, show, texts
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.seating import Seating
from manipulation_rummy.cli.telling import told
from manipulation_rummy.cli.terminal import Left, read_line, say, say_error
from manipulation_rummy.draft import Draft
from manipulation_rummy.engine import legal_moves
from manipulation_rummy.errors import RummyError
from manipulation_rummy.events import Event, visible
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Draw, EndTurn, Knock, Move
from manipulation_rummy.record import GameRecord
from manipulation_rummy.render.words import count
from manipulation_rummy.reporting import events_of
from manipulation_rummy.state import Phase
from manipulation_rummy.views import PlayerView, view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation_rummy.cards import AnyCard
    from manipulation_rummy.violations import Violation


@attrs.define
class Session:
    """A game as it is played: its record, the turn in progress, what was not told yet."""

    terminal: Console
    record: GameRecord
    seating: Seating
    keeper: Keeper | None
    since: Table = attrs.field(init=False, factory=Table)
    """The table as it was after the person's last turn."""
    _drafts: list[Draft] = attrs.field(init=False, factory=list[Draft])
    """The turn in progress after each edit; the last one is what lies there."""
    _untold: list[Event] = attrs.field(init=False, factory=list[Event])
    _warned: bool = attrs.field(init=False, default=False)
    """Whether it was said that the game is lost if it is left."""

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
        self._untold += (visible(event, self.seating.me) for event in events_of(before, move))
        self._warned = False
        self.keep()
        if not self.in_round:
            self.tell()
            self.show_result()

    def begin_turn(self) -> None:
        """Begin the person's turn."""
        self._drafts = [Draft.of(self.seen)]
        self.show_turn()

    def make_mine(self, move: Move) -> None:
        """Make a move of the person, and show what comes of it."""
        draft = self.draft
        self.make(move)
        if self.my_turn:
            seen = self.seen
            goes_on = isinstance(move, Draw) and seen.phase is Phase.MELD
            self._drafts = [draft.carry_over(seen) if goes_on else Draft.of(seen)]
            self.show_turn()

    def only_move(self) -> Move | None:
        """Return the only move that the person can make, None if there is a choice."""
        moves = [move for move in (Draw(), EndTurn(), Knock()) if move in legal_moves(self.seen)]
        return moves[0] if len(moves) == 1 and not self.changed and not self.playable() else None

    def playable(self) -> frozenset[AnyCard]:
        """Return the cards of the person that can be played now."""
        seen = self.seen
        if seen.phase is not Phase.MELD:
            return frozenset()
        return screen.playable(seen.table, seen.hand)

    # --- the turn in progress ---------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """What lies there in the turn in progress."""
        return self._drafts[-1]

    @property
    def changed(self) -> bool:
        """Whether anything has been moved."""
        return self.draft != self.draft.reset()

    def lay(self, draft: Draft) -> None:
        """Put another draft in the place of the one that lies there."""
        self._drafts.append(draft)
        self.show_draft()

    def undo(self) -> None:
        """Take the last edit back.

        Raises:
            RummyError: If there is none.
        """
        if len(self._drafts) == 1:
            raise RummyError("there is nothing to undo: only edits of the table can be undone")
        self._drafts.pop()
        self.show_draft()

    # --- what is shown ----------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell what has happened since it was last told."""
        events, self._untold = self._untold, []
        for line in told(events, self.seating.names, self.seating.me):
            say(self.terminal, screen.wrapped(line, self.terminal.width))

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
        """Show the table and the hand."""
        width, rules = self.terminal.width, self.record.rules
        say(self.terminal, screen.draft(self.draft, self.since, self.playable(), rules, width))

    def ask(self) -> str:
        """Say what can be typed now, and read it."""
        words = [word.replace(" ", screen.NO_BREAK) for word in self._can_type()]
        line = texts.BETWEEN.join(words)
        say(self.terminal, screen.wrapped(line, self.terminal.width), style="dim")
        return self.read()

    def _can_type(self) -> Iterator[str]:
        moves, only = legal_moves(self.seen), self.only_move()
        if self.changed:
            yield from (*(["done"] if self.draft.can_commit else []), *texts.IN_A_DRAFT)
        elif self.playable():
            jokers = any(isinstance(card, Joker) for card in self.draft.table.cards)
            yield from (*texts.CAN_PLAY, *(["swap CARD N"] if jokers else []), *texts.HELPERS)
        for word, move in (("draw", Draw()), ("knock", Knock()), ("end", EndTurn())):
            if move in moves:
                yield f"{word} (or Enter)" if move == only else word
        yield from ("help", "quit")

    def show_result(self) -> None:
        """Show how the round ended, and the game if it is over."""
        show.result(self.terminal, self.record.state, self.seating.names)

    def say_faults(self, title: str, violation: Violation) -> None:
        """Say all that is wrong with a move."""
        if len(violation.faults) == 1:
            say(self.terminal, screen.wrapped(f"{title} {violation}", self.terminal.width))
            return
        say(self.terminal, [title])
        for fault in violation.faults:
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
            say(self.terminal, ["save FILE saves it elsewhere."])
            self.keeper = None

    def read(self) -> str:
        """Read a line; Ctrl-C leaves as `quit` does."""
        try:
            return read_line(self.terminal)
        except Left as left:
            if left.code == 0 or not self.warns():
                raise
        return self.read()

    def warns(self) -> bool:
        """Say, once, that the game is lost if it is left now; return whether that was said."""
        if self.keeper is not None or self._warned:
            return False
        self._warned = True
        say(self.terminal, ["This game is not saved: save FILE keeps it, quit again leaves it."])
        return True

    def how_to_go_on(self) -> Iterator[str]:
        """Yield what becomes of the game now that it is left."""
        if self.keeper is None:
            yield "The game was not saved; play --save FILE saves each move."
        elif self.record.state.result is None:
            yield f"Saved. To go on: manipulation-rummy play --save {self.keeper.path}"
        else:
            yield f"To look back: manipulation-rummy replay {self.keeper.path}"
