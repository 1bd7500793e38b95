"""A moment of a person's turn: what can be typed now, what Enter does, what is worth saying."""

from __future__ import annotations

import difflib
from collections import Counter
from typing import TYPE_CHECKING, Final

import attrs

from manipulation_rummy.cards import JOKER, AnyCard, Joker, text_of
from manipulation_rummy.cli.advising import can_be_added, play_with_all, way
from manipulation_rummy.cli.editing import can_stand_for, swappable
from manipulation_rummy.cli.telling import without_rules
from manipulation_rummy.draft import Draft
from manipulation_rummy.engine import legal_moves
from manipulation_rummy.errors import RummyError
from manipulation_rummy.melds import check_meld
from manipulation_rummy.moves import Draw, EndTurn, Knock, Move
from manipulation_rummy.render.words import count
from manipulation_rummy.scoring import hand_points
from manipulation_rummy.state import MAX_DRAWS, Phase, phase_after_draw
from manipulation_rummy.views import PlayerView

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

OR_ENTER: Final = " (or Enter)"
_MOVES: Final[dict[str, Move]] = {"draw": Draw(), "knock": Knock(), "end": EndTurn()}
_SYNONYMS: Final = {
    "?": "help",
    "add": "put",
    "exit": "quit",
    "log": "last",
    "pick": "take",
    "score": "show",
}


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
    raise RummyError(f"there is no {word[:20]!r}; {did_you_mean}help lists what can be typed")


@attrs.frozen
class Moment:
    """What a person sees in the own turn, and what lies there."""

    seen: PlayerView
    draft: Draft
    usable: frozenset[AnyCard]
    """The cards of the hand that can be played, or added to what is laid out."""

    @classmethod
    def of(cls, seen: PlayerView, draft: Draft) -> Moment:
        """Return the moment, with the cards of the hand that are of use in it."""
        can_lay = seen.phase is Phase.MELD
        return cls(seen, draft, can_be_added(draft, seen.hand) if can_lay else frozenset())

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

    def offers(self, *, can_undo: bool, away: bool) -> Iterator[str]:
        """Yield what else can be typed; Enter stands beside the one that it does.

        Args:
            can_undo: Whether there is anything to undo.
            away: Whether something else was shown last, so that Enter shows the turn again.
        """
        only = None if away else self.only_move
        if self.changed:
            yield from ("done",) if self.draft.can_commit else ("why", "complete")
            yield from ("undo", "reset") if can_undo else ("reset",)
        if self.changed or self.usable:
            yield "hint"
        if self.usable:
            yield "best"
        for word, move in self._moves.items():
            yield f"{word}{OR_ENTER}" if move == only else word
        if only is None:
            yield f"show{OR_ENTER}"
        yield from ("help", "quit")

    def edits(self) -> tuple[str, ...]:
        """Return the edits that can be typed, those that make sense now."""
        draft = self.draft
        swaps = [f"swap {card}" for card in swappable(draft)][:1]
        if not self.changed:
            take = ["take"] if draft.table else []
            return ("put CARDS N", *take, *swaps) if self.usable else ()
        there = {
            "take": draft.table,
            "move": draft.table,
            "split": draft.table,
            "join": draft.table,
            "declare": any(JOKER in heap for heap in (draft.loose, *draft.heaps)),
            "back": len(draft.hand) < len(self.seen.hand),
        }
        return ("put", *swaps, *(word for word, sensible in there.items() if sensible))

    # --- what is worth saying ---------------------------------------------------------------------

    def news(self, *, knows_put: bool) -> Iterator[str]:
        """Yield what has to be known to go on.

        Args:
            knows_put: Whether the person has laid cards before, and so knows how that is typed.
        """
        if self.changed:
            yield self._about_done()
        elif self.seen.phase is Phase.MELD:
            if not self.usable:
                do = "Draw again." if "draw" in self._moves else self._how_to_end()
                yield f"Nothing of your hand can be played. {do}"
            elif not knows_put:
                yield self._about_put()
        elif self.seen.phase is Phase.END:
            yield f"{self._why_at_the_end()} {self._how_to_end()}"

    def _about_done(self) -> str:
        draft = self.draft
        if self.seen.phase is Phase.DRAW:
            return "You can try things out, but must draw a card before they can be played."
        violation = draft.violation
        if violation is None:
            points = count(hand_points(draft.played, self.seen.rules), "point")
            kept = " draw would leave it there, not played yet." if "draw" in self._moves else ""
            return f"It can be played: done plays {text_of(draft.played)}, {points}.{kept}"
        if Counter(draft.loose) - Counter(self.seen.hand):
            return f"Not yet: put what is picked up into a meld: {text_of(draft.loose)}."
        for number, heap in enumerate(draft.heaps, 1):
            if heap.count(JOKER) == 1 and (cards := can_stand_for(heap)):
                can = " or ".join(f"declare {card} {number}" for card in cards)
                return f"Not yet: say what the joker stands for: {can}."
        first, *others = violation.faults
        more = f" (and {len(others)} more: why)" if others else ""
        return f"Not yet: {without_rules(str(first))}{more}"

    def _why_at_the_end(self) -> str:
        if self.seen.draws == MAX_DRAWS:
            return "After a third card nothing may be laid in this turn."
        return "You have laid cards for this turn."

    def _how_to_end(self) -> str:
        points = count(hand_points(self.seen.hand, self.seen.rules), "point")
        if "knock" in self._moves:
            return f"With {points} in hand you can knock, which ends the round, or end your turn."
        return "End your turn."

    def _about_put(self) -> str:
        """Return how cards are laid, with an example that can be played if there is an easy one."""
        if example := self._example():
            return (
                f"To lay cards, type for example: {example}. A number is the meld that they go to; "
                "without one they make a new meld."
            )
        return "It takes some rearranging to lay cards: hint shows how."

    def _example(self) -> str | None:
        for number, heap in enumerate(self.draft.heaps, 1):
            for card in self.draft.hand:
                if not isinstance(card, Joker) and not check_meld((*heap, card)):
                    return f"put {card} {number}"
        play = play_with_all(self.draft, self.seen.hand, self.seen.rules.points, tidy=True)
        assert play is not None, "something can be played"
        first, *_ = way(self.draft, play.table)
        return first if first.startswith("put") else None
