"""A moment of a person's turn: what can be typed now, what Enter does, what is worth saying."""

from __future__ import annotations

import difflib
from collections import Counter
from typing import TYPE_CHECKING, Final

import attrs

from manipulation_rummy.cards import JOKER, AnyCard, Joker, text_of
from manipulation_rummy.cli import texts
from manipulation_rummy.cli.editing import can_stand_for, declarable, swaps
from manipulation_rummy.cli.screen import NO_BREAK
from manipulation_rummy.cli.telling import without_rules
from manipulation_rummy.draft import Draft
from manipulation_rummy.engine import legal_moves
from manipulation_rummy.errors import RummyError
from manipulation_rummy.melds import Table, check_meld
from manipulation_rummy.moves import Draw, EndTurn, Knock, Move
from manipulation_rummy.render.words import count
from manipulation_rummy.scoring import hand_points
from manipulation_rummy.solver import best_play, playable
from manipulation_rummy.state import MAX_DRAWS, Phase, phase_after_draw
from manipulation_rummy.views import PlayerView
from manipulation_rummy.violations import Reason, Violation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

OR_ENTER: Final = " (or Enter)"
_MOVES: Final[dict[str, Move]] = {"draw": Draw(), "knock": Knock(), "end": EndTurn()}
_SYNONYMS: Final = {
    "?": "help",
    "add": "put",
    "exit": "quit",
    "hand": "show",
    "log": "last",
    "pass": "end",
    "pick": "take",
    "score": "show",
    "table": "show",
}
_INSTEAD: Final = {"redo": "type it again, or hint shows what to type; "}
_LEFT_OUT: Final = {Reason.CARD_MISSING, Reason.JOKER_MISSING}
"""What is wrong while anything is picked up."""


def meant(word: str, offered: Collection[str], known: Collection[str]) -> str:
    """Return the known word that is meant; short forms are understood first as what is offered.

    Raises:
        RummyError: If it can be none, or more than one.
    """
    word = _SYNONYMS.get(word, word)
    if word in known:
        return word
    for words in (offered, known):
        found = [other for other in words if other.startswith(word)]
        if len(found) == 1:
            return found[0]
        if found:
            raise RummyError(f"{word!r} could be {' or '.join(found)}")
    similar = difflib.get_close_matches(word, known, 1)
    did_you_mean = f"did you mean {similar[0]}? " if similar else ""
    raise RummyError(
        f"there is no {word[:20]!r}; {_INSTEAD.get(word, did_you_mean)}help lists what can be typed"
    )


@attrs.frozen
class Moment:
    """What a person sees, and what lies there in the own turn."""

    seen: PlayerView
    draft: Draft
    earlier: tuple[Draft, ...]
    """What lay there before each edit of the turn."""
    usable: frozenset[AnyCard] | None
    """The cards of the hand that can be played, or added to what is laid out; None if it is no time
    to lay cards."""
    can_be_finished: bool
    """Whether there is a play with all that is laid out."""

    @classmethod
    def of(
        cls, seen: PlayerView, draft: Draft | None = None, earlier: tuple[Draft, ...] = ()
    ) -> Moment:
        """Return the moment, by default with nothing laid out."""
        draft = draft or Draft.of(seen)
        if seen.current_player != seen.seat or seen.phase is not Phase.MELD:
            return cls(seen, draft, earlier, None, can_be_finished=False)
        table, hand, laid = draft.table, seen.hand, draft.played
        usable = frozenset(playable(table, hand, including=laid)).intersection(draft.hand)
        finished = bool(usable) or best_play(table, hand, including=laid) is not None
        return cls(seen, draft, earlier, usable, can_be_finished=finished)

    # --- what comes of it -------------------------------------------------------------------------

    def laid(self, draft: Draft) -> Moment:
        """Return the moment with another draft in the place of the one that lies there."""
        return Moment.of(self.seen, draft, (*self.earlier, self.draft))

    def undone(self) -> Moment:
        """Return the moment before the last edit.

        Raises:
            RummyError: If there is none.
        """
        if not self.earlier:
            raise RummyError(texts.NOTHING_TO_UNDO)
        *earlier, last = self.earlier
        return Moment.of(self.seen, last.carry_over(self.seen), tuple(earlier))

    def after(self, move: Move, seen: PlayerView) -> Moment:
        """Return the moment after a move; what is laid out stays there over a draw."""
        if isinstance(move, Draw) and seen.phase is Phase.MELD:
            return Moment.of(seen, self.draft.carry_over(seen), self.earlier)
        return Moment.of(seen)

    # --- what can be done -------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        """Whether anything has been laid out or moved."""
        return self.draft != self.draft.reset()

    @property
    def only_move(self) -> Move | None:
        """The only thing that can be done, which Enter does; None if there is a choice."""
        is_only = len(self._moves) == 1 and not self.changed and not self.usable
        return next(iter(self._moves.values())) if is_only else None

    @property
    def _moves(self) -> dict[str, Move]:
        """The moves beside plays that can be made, by their words.

        Some have to wait until what is laid out is played or taken back.
        """
        legal = legal_moves(self.seen)
        moves = {word: move for word, move in _MOVES.items() if move in legal}
        if self.changed:
            return {"draw": Draw()} if "draw" in moves and not self.third_card_next else {}
        return moves

    @property
    def third_card_next(self) -> bool:
        """Whether the next card to be drawn bars laying cards in this turn."""
        return phase_after_draw(self.seen.draws + 1) is Phase.END

    # --- what can be typed ------------------------------------------------------------------------

    def offers(self) -> Iterator[str]:
        """Yield what else can be typed; Enter stands beside the one that it does."""
        only = self.only_move
        if self.changed:
            yield "done" if self.draft.can_commit else "why"
            if self.can_be_finished and not self.draft.can_commit:
                yield "complete"
            yield from ("undo", "reset") if self.earlier else ("reset",)
        if self.can_be_finished:
            yield "hint"
        if self.usable:
            yield "best"
        for word, move in self._moves.items():
            yield f"{word}{OR_ENTER}" if move == only else word
        yield "show" if only else f"show{OR_ENTER}"
        yield from ("help", "quit")

    def edits(self) -> tuple[str, ...]:
        """Return the edits that can be typed, those that make sense now."""
        draft = self.draft
        swap = [*swaps(draft)][:1]
        if not self.changed:
            take = ["take"] if draft.table else []
            return ("put CARDS N", *take, *swap) if self.usable else ()
        there = {
            "take": draft.table,
            "move": draft.table,
            "split": draft.table,
            "join": draft.table,
            "declare": declarable(draft),
            "back": len(draft.hand) < len(self.seen.hand),
        }
        return ("put", *swap, *(word for word, sensible in there.items() if sensible))

    # --- what is worth saying ---------------------------------------------------------------------

    def news(self, *, knows_put: bool) -> Iterator[str]:
        """Yield what has to be known to go on.

        Args:
            knows_put: Whether the person has laid cards before, and so knows how that is typed.
        """
        if self.changed:
            yield self._about_done()
            return
        yield from self._about_the_stock()
        if self.seen.phase is Phase.MELD:
            if not self.usable:
                yield f"Nothing of your hand can be played. {self._what_to_do()}"
            elif not knows_put:
                yield from self._about_put()
        elif self.seen.phase is Phase.END:
            yield f"{self._why_at_the_end()} {self._what_to_do()}"

    def _about_done(self) -> str:
        draft = self.draft
        if self.seen.phase is Phase.DRAW:
            return "You can try things out, but must draw a card before they can be played."
        violation = draft.violation
        if violation is None:
            points = count(hand_points(draft.played, self.seen.rules), "point")
            kept = f" {texts.OR_DRAW}" if "draw" in self._moves else ""
            return f"It can be played: done plays {text_of(draft.played)}, {points}.{kept}"
        first, others = self._first_of(violation)
        more = f" (and {others} more: why)" if others else ""
        return f"Not yet: {first}{more}"

    def _first_of(self, violation: Violation) -> tuple[str, int]:
        """Return what is to be done or mended first, and how many faults there are besides."""
        draft, faults = self.draft, violation.faults
        if Counter(draft.loose) - Counter(self.seen.hand):
            others = [fault for fault in faults if fault.reason not in _LEFT_OUT]
            return f"put what is picked up into a meld: {text_of(draft.loose)}", len(others)
        for number, heap in enumerate(draft.heaps, 1):
            if heap.count(JOKER) == 1 and (cards := can_stand_for(heap)):
                can = " or ".join(_unbroken(f"declare {card} {number}") for card in cards)
                others = [fault for fault in faults if fault.meld != number - 1]
                return f"say what the joker stands for: {can}", len(others)
        return without_rules(str(faults[0])), len(faults) - 1

    def _about_the_stock(self) -> Iterator[str]:
        """Yield what the last turns of a round are, when they come and when one is there."""
        seen = self.seen
        if seen.last_lap is None and not seen.stock_size:
            yield texts.LAST_CARD
        elif seen.last_lap is not None and seen.phase is Phase.MELD:
            yield texts.last_turn(seen.rules)

    def _why_at_the_end(self) -> str:
        if self.seen.draws == MAX_DRAWS:
            return "After a third card nothing may be laid in this turn."
        return "You have laid cards for this turn."

    def _what_to_do(self) -> str:
        """Return which moves can be made beside plays."""
        if "end" not in self._moves:
            return "Draw again."
        end = "draw again or end your turn" if "draw" in self._moves else "end your turn"
        if "knock" not in self._moves:
            return f"{end.capitalize()}."
        points = count(hand_points(self.seen.hand, self.seen.rules), "point")
        return f"With {points} in hand you can knock, which ends the round, or {end}."

    def _about_put(self) -> Iterator[str]:
        """Yield how cards are laid, with an example that can be played if there is an easy one."""
        yield texts.NOT_TOGETHER
        if example := self._example():
            yield texts.HOW_TO_PUT.format(example=_unbroken(example))
        else:
            yield texts.REARRANGE

    def _example(self) -> str | None:
        """Return how to lay a card to a meld, or else a whole meld of the hand, without jokers."""
        cards = [card for card in self.draft.hand if not isinstance(card, Joker)]
        for number, heap in enumerate(self.draft.heaps, 1):
            for card in cards:
                if not check_meld((*heap, card)):
                    return f"put {card} {number}"
        play = best_play(Table(), cards)
        return f"put {next(iter(play.table))}" if play else None


def _unbroken(text: str) -> str:
    return text.replace(" ", NO_BREAK)
