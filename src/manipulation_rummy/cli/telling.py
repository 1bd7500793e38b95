"""Events in words, a sentence for a turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from manipulation_rummy.cards import text_of
from manipulation_rummy.cli.screen import NO_BREAK
from manipulation_rummy.events import (
    CardDrawn,
    CardsPlayed,
    HandsShown,
    JokerDeclared,
    JokerFreed,
    LastLapBegan,
    MeldChanged,
    MeldDissolved,
    MeldMade,
    PlayerKnocked,
    PlayerWentOut,
    TurnBegan,
    TurnEnded,
)
from manipulation_rummy.render.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from manipulation_rummy.events import Event, SeenCard
    from manipulation_rummy.melds import Meld

_RULES: Final = re.compile(r" \((?:[RD]\d+(?:, )?)+\)")
_BETWEEN_TURNS: Final = (TurnBegan, LastLapBegan, HandsShown)
_OF_A_SEAT: Final = (CardDrawn, CardsPlayed, PlayerWentOut, PlayerKnocked, TurnEnded)


def told(events: Iterable[Event], names: Sequence[str], me: int | None = None) -> Iterator[str]:
    """Yield what happened: a sentence for a turn, or for the part of one that is told.

    For a reader who plays, a line follows for each meld that somebody else has made or changed.

    Args:
        events: What happened, as the reader may know it.
        names: The names of the players by seat.
        me: The seat of the reader, who is called "you" and knows that he ends his turns.
    """
    turn: list[Event] = []
    for event in events:
        if not isinstance(event, _BETWEEN_TURNS):
            turn.append(event)
            continue
        yield from _sentence(turn, names, me)
        turn = []
        if isinstance(event, LastLapBegan):
            last = "yours" if event.seat == me else f"that of {names[event.seat]}"
            yield f"The stock is used up: everybody has one more turn, the last is {last}."
    yield from _sentence(turn, names, me)


def _sentence(turn: Sequence[Event], names: Sequence[str], me: int | None) -> Iterator[str]:
    """Yield what somebody did in a turn, nothing if there is nothing to tell."""
    seat = next((event.seat for event in turn if isinstance(event, _OF_A_SEAT)), None)
    if seat is None:
        return
    if clauses := list(_clauses(turn, mine=seat == me)):
        *others, last = clauses
        does = f"{', '.join(others)} and {last}" if others else last
        yield f"{'You' if seat == me else names[seat]} {does}."
    if me not in {None, seat}:
        yield from _melds(turn)


def _melds(turn: Sequence[Event]) -> Iterator[str]:
    """Yield what became of the melds in a turn."""
    for event in turn:
        if isinstance(event, MeldChanged):
            yield f"  {_unbroken(event.before)} becomes {_unbroken(event.after)}"
    if made := [_unbroken(event.meld) for event in turn if isinstance(event, MeldMade)]:
        yield f"  new: {' | '.join(made)}"
    if dissolved := [_unbroken(event.meld) for event in turn if isinstance(event, MeldDissolved)]:
        yield f"  taken apart: {' | '.join(dissolved)}"


def _unbroken(meld: Meld) -> str:
    return str(meld).replace(" ", NO_BREAK)


def _clauses(turn: Sequence[Event], *, mine: bool) -> Iterator[str]:
    s = "" if mine else "s"
    if drawn := [event.card for event in turn if isinstance(event, CardDrawn)]:
        yield f"draw{s} {_seen(drawn)}"
    played = False
    for event in turn:
        if isinstance(event, CardsPlayed):
            played = True
            yield f"play{s} {text_of(event.cards)}"
        elif isinstance(event, JokerFreed):
            yield f"replace{s} the joker that stood for {event.by}"
        elif isinstance(event, JokerDeclared):
            yield f"let{s} a joker stand for {event.stands_for}"
        elif isinstance(event, PlayerWentOut):
            yield f"ha{'ve' if mine else 's'} no cards left"
        elif isinstance(event, PlayerKnocked):
            yield f"knock{s}"
        elif isinstance(event, TurnEnded) and not mine and not played:
            yield "plays nothing" if drawn else "ends the turn"


def _seen(cards: Sequence[SeenCard]) -> str:
    """Return cards that were drawn as text, or just their number."""
    known = [card for card in cards if card is not None]
    if known:
        return text_of(known)
    return "a card" if len(cards) == 1 else count(len(cards), "card")


def without_rules(text: str) -> str:
    """Return a text without the numbers of rules, which say nothing to whoever plays."""
    return _RULES.sub("", text)
