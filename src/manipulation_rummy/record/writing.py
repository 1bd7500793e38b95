"""Records written as text; `docs/notation.md` describes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from manipulation_rummy.cards import text_of
from manipulation_rummy.engine import piles_of_deal
from manipulation_rummy.laying import cards_played
from manipulation_rummy.moves import Deal, Draw, Play
from manipulation_rummy.notation import (
    ending_text,
    hands_text,
    move_text,
    numbers_text,
    rules_text,
)
from manipulation_rummy.record.lines import escaped
from manipulation_rummy.record.transcript import ShownTo, Step, Transcript, rounds_of
from manipulation_rummy.state import GameState

TITLE: Final = "manipulation-rummy record"
VERSION: Final = "1"
HIDDEN: Final = "?"
"""What is written for a card that is not to be seen."""
SPECTATORS: Final = "spectators"
UNFINISHED: Final = "unfinished"


def write(transcript: Transcript, shown_to: ShownTo = None) -> str:
    """Return the text of a record, with the cards that only others have seen hidden."""
    return "\n".join(_lines(transcript, shown_to)) + "\n"


def _lines(transcript: Transcript, shown_to: ShownTo) -> Iterator[str]:
    yield from _header(transcript, shown_to)
    comments = dict(transcript.comments)
    yield from _comment(comments.get(0))
    moves = 0
    for number, steps in enumerate(rounds_of(transcript), 1):
        yield ""
        yield f"round {number}"
        for step in steps:
            moves += 1
            if isinstance(step.move, Deal):
                yield from _deal(steps, shown_to)
            else:
                yield _move(step, shown_to)
            yield from result_lines(step)
            yield from _comment(comments.get(moves))
    yield ""
    yield from end_lines(transcript.state)


def _header(transcript: Transcript, shown_to: ShownTo) -> Iterator[str]:
    yield f"{TITLE} {VERSION}"
    if shown_to is not None:
        yield f"redacted for: {numbers_text(shown_to) or SPECTATORS}"
    for seat, name in enumerate(transcript.names):
        yield f"player {seat}: {escaped(name)}".rstrip(" ")
    for name, value in transcript.tags:
        yield f"tag {name}: {escaped(value)}".rstrip(" ")
    if rules := rules_text(transcript.rules):
        yield f"rules: {rules}"
    yield f"dealer: {transcript.dealer}"


def _comment(comment: str | None) -> Iterator[str]:
    for line in () if comment is None else comment.split("\n"):
        yield f"# {escaped(line)}".rstrip(" ")


# --- rounds ---------------------------------------------------------------------------------------


def _deal(steps: list[Step], shown_to: ShownTo) -> Iterator[str]:
    cards = deck_texts(steps, shown_to)
    *hands, stock = piles_of_deal(steps[0].before, len(cards))
    for seat, places in enumerate(hands):
        yield f"deal {seat}: {' '.join(map(cards.__getitem__, places))}"
    yield f"stock: {' '.join(map(cards.__getitem__, stock))}"


def deck_texts(steps: list[Step], shown_to: ShownTo) -> list[str]:
    """Return the cards of the deck of a round as text, those hidden that were not shown to them."""
    before, deal = steps[0].before, steps[0].move
    assert isinstance(deal, Deal), "a round begins with its deal"
    *hands, stock = piles_of_deal(before, len(deal.deck))
    drawers = [step.before.current_player for step in steps if isinstance(step.move, Draw)]
    seen_by = dict(zip(stock, drawers, strict=False))
    for seat, places in enumerate(hands):
        seen_by.update(dict.fromkeys(places, seat))
    return [
        str(card) if shown_to is None or seen_by.get(place) in shown_to else HIDDEN
        for place, card in enumerate(deal.deck)
    ]


def _move(step: Step, shown_to: ShownTo) -> str:
    note = note_of(step, shown_to)
    return f"{step.before.current_player}: {move_text(step.move)}" + (f" ({note})" if note else "")


def note_of(step: Step, shown_to: ShownTo) -> str:
    """Return what stands in parentheses after a move: the card drawn, or the cards played."""
    if isinstance(step.move, Draw):
        seen = shown_to is None or step.before.current_player in shown_to
        return str(step.before.stock[0]) if seen else HIDDEN
    if isinstance(step.move, Play):
        return text_of(cards_played(step.before.table, step.move.table))
    return ""


def result_lines(step: Step) -> Iterator[str]:
    """Yield what is said about the end of a round, nothing after a move that does not end it."""
    if (result := step.result) is not None:
        yield f"ended: {ending_text(result.ending)}"
        yield f"hands: {hands_text(step.after.hands)}"
        yield f"points: {numbers_text(result.points)}"
        yield f"winners: {numbers_text(result.winners)}"
        yield f"scores: {numbers_text(result.scores)}"
        yield f"totals: {numbers_text(step.after.scores)}"


def end_lines(state: GameState) -> Iterator[str]:
    """Yield what stands at the end of a record: whether the game is finished, and how."""
    if state.result is None:
        yield UNFINISHED
    else:
        yield f"final: {numbers_text(state.result.final)}"
        yield f"winners: {numbers_text(state.result.winners)}"
