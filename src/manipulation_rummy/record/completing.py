"""Hidden cards of a deck, replaced by cards that might have lain there."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence

from manipulation_rummy.cards import SORT_KEY, AnyCard, pack, text_of
from manipulation_rummy.engine import piles_of_deal
from manipulation_rummy.errors import RummyError
from manipulation_rummy.laying import cards_played
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Draw, Move, Play
from manipulation_rummy.notation import Hands
from manipulation_rummy.state import GameState


def completed(
    deck: Sequence[AnyCard | None],
    before: GameState,
    moves: Iterable[tuple[int, Move]],
    hands: Hands,
) -> tuple[AnyCard, ...]:
    """Return a deck without hidden cards with which the round goes as it went.

    If there is any, it is found: a card that was played goes to the first place from which its
    player can have it. Nobody who sees no more can say anything of the rest, which is in order.

    Args:
        deck: The deck, None where a card is hidden.
        before: The state before the deal.
        moves: The moves after it, each with its seat.
        hands: The hands at the end of the round, none if it goes on.

    Raises:
        RummyError: If the pack does not hold what was shown and played.
    """
    cards = list(deck)
    *dealt, stock = piles_of_deal(before, len(deck))
    places = [deque(place for place in pile if deck[place] is None) for pile in dealt]
    next_draw, table = iter(stock), Table()
    for seat, move in moves:
        if isinstance(move, Draw):
            place = next(next_draw, None)
            if place is not None and deck[place] is None:
                places[seat].append(place)
        elif isinstance(move, Play):
            _fill(cards, places[seat], cards_played(table, move.table))
            table = move.table
    for own_places, hand in zip(places, hands, strict=False):
        _fill(cards, own_places, hand)
    left = Counter(pack(before.players))
    left.subtract(card for card in cards if card is not None)
    if over := sorted((card for card, number in left.items() if number < 0), key=SORT_KEY):
        raise RummyError(f"more has been seen than the pack holds: {text_of(over)}")
    rest = iter(sorted(left.elements(), key=SORT_KEY))
    return tuple(next(rest) if card is None else card for card in cards)


def _fill(cards: list[AnyCard | None], places: deque[int], with_cards: Iterable[AnyCard]) -> None:
    """Put the cards in the first of the places; if there are too few, the engine will refuse."""
    for card in with_cards:
        if places:
            cards[places.popleft()] = card
