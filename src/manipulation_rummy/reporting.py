"""From a move to its events.

What became of the melds is told from the tables before and after. Melds that lie on both are left
out. Of the others, an old and a new one that are paired are one meld that changed; whatever has no
partner is dissolved or new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from manipulation_rummy.cards import Card, Joker
from manipulation_rummy.engine import apply
from manipulation_rummy.events import (
    CardDrawn,
    CardsDealt,
    CardsPlayed,
    Event,
    GameSettled,
    HandsShown,
    JokerDeclared,
    JokerFreed,
    LastLapBegan,
    MeldChanged,
    MeldDissolved,
    MeldMade,
    PlayerKnocked,
    PlayerWentOut,
    RoundBegan,
    RoundScored,
    TurnBegan,
    TurnEnded,
)
from manipulation_rummy.laying import cards_played
from manipulation_rummy.melds import Heap, Meld, Table
from manipulation_rummy.moves import Deal, Draw, Knock, Move, Play
from manipulation_rummy.pairing import paired
from manipulation_rummy.scoring import StockExhausted
from manipulation_rummy.state import GameState, seat_to_move


def events_of(state: GameState, move: Move) -> tuple[Event, ...]:
    """Return what happens in a move, in order, with all cards; `visible` says who may know what.

    Raises:
        IllegalMove: If the move is not legal; its `.violation` says why.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> for event in events_of(state, Play("5H 6H 7H 8H")):
        ...     print(event)
        CardsPlayed(seat=0, cards=(Card.parse('8H'),))
        MeldChanged(before=Meld.parse('5H 6H 7H'), after=Meld.parse('5H 6H 7H 8H'))
    """
    after = apply(state, move)
    return (*_of_the_move(state, move, after), *_of_the_turn(state, move, after))


def _of_the_move(before: GameState, move: Move, after: GameState) -> Iterator[Event]:
    """Yield what the player does."""
    seat = seat_to_move(before)
    if isinstance(move, Deal):
        yield RoundBegan()
        for offset in range(1, before.players + 1):
            dealt = (before.dealer + offset) % before.players
            yield CardsDealt(dealt, after.hands[dealt])
    elif isinstance(move, Draw):
        yield CardDrawn(seat, before.stock[0])
    elif isinstance(move, Play):
        yield CardsPlayed(seat, cards_played(before.table, after.table))
        yield from _of_the_tables(before.table, after.table)
        if not after.hands[seat]:
            yield PlayerWentOut(seat)
    elif isinstance(move, Knock):
        yield PlayerKnocked(seat)


def _of_the_turn(before: GameState, move: Move, after: GameState) -> Iterator[Event]:
    """Yield what follows: the next turn, or the end of the round."""
    seat, result = seat_to_move(before), after.last_round
    if result is not None and result is not before.last_round:
        if isinstance(result.ending, StockExhausted):
            yield TurnEnded(seat)
        yield HandsShown(after.hands)
        yield RoundScored(result, after.scores, after.rounds_won, after.dealer)
        if after.result is not None:
            yield GameSettled(after.result)
    elif after.current_player != seat:
        if not isinstance(move, Deal):
            yield TurnEnded(seat)
        if after.last_lap is not None and before.last_lap is None:
            yield LastLapBegan(after.last_lap)
        yield TurnBegan(seat_to_move(after), after.phase)


# --- from table to table --------------------------------------------------------------------------


def _of_the_tables(before: Table, after: Table) -> Iterator[Event]:
    """Yield what a play does to jokers and melds."""
    changed, dissolved, made = _compared(before, after)
    left: list[tuple[Meld, Heap]] = [*changed, *((meld, ()) for meld in dissolved)]
    joined: list[tuple[Meld, Heap]] = [
        *((new, old) for old, new in changed),
        *((meld, ()) for meld in made),
    ]
    old_jokers, new_jokers = _jokers(before), _jokers(after)
    for card, number in (old_jokers - new_jokers).items():
        yield from (JokerFreed(card, meld) for meld in _joker_only_here(card, left)[:number])
    for card, number in (new_jokers - old_jokers).items():
        yield from (JokerDeclared(card, meld) for meld in _joker_only_here(card, joined)[:number])
    yield from (MeldChanged(old, new) for old, new in changed)
    yield from map(MeldDissolved, dissolved)
    yield from map(MeldMade, made)


def _jokers(table: Table) -> Counter[Card]:
    """Return the cards that the jokers of a table stand for."""
    jokers = (card for card in table.cards if isinstance(card, Joker))
    return Counter(joker.stands_for for joker in jokers if joker.stands_for)


def _joker_only_here(card: Card, pairs: Iterable[tuple[Meld, Heap]]) -> list[Meld]:
    """Return the melds with a joker for the card and a counterpart without one.

    A meld that lies on both tables changes no count, so there are enough for all freed or declared.
    """
    joker = Joker(card)
    return [meld for meld, counterpart in pairs if joker in meld and joker not in counterpart]


def _compared(
    before: Table, after: Table
) -> tuple[list[tuple[Meld, Meld]], list[Meld], list[Meld]]:
    """Return the melds that changed, the dissolved ones and the new ones."""
    old, new = before.melds, after.melds
    pairs = paired(old, new)
    kept, grown = {i for i, _ in pairs}, {j for _, j in pairs}
    return (
        [(old[i], new[j]) for i, j in pairs if old[i] != new[j]],
        [meld for i, meld in enumerate(old) if i not in kept],
        [meld for j, meld in enumerate(new) if j not in grown],
    )
