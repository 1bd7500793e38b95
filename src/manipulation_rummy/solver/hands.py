"""Questions about a hand: which of it can be played, and what is left of it in gin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import attrs

from manipulation_rummy.cards import AnyCard, CardsLike, as_cards, as_hand
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.solver.heaps import Aces, count_cards
from manipulation_rummy.solver.playing import Proposal, Weights, best_play


def playable(
    table_or_heap: Table | CardsLike,
    hand: CardsLike,
    *,
    including: CardsLike = (),
    aces: Aces = Aces.BOTH,
) -> tuple[AnyCard, ...]:
    """Return the cards of a hand that can be played at all, each alone or with others of it.

    Each distinct card comes once, sorted. See `best_play` for arguments and errors; with
    `including`, cards that are laid out already, it is the cards that can be played beside those.

    Example:
        >>> playable(Table.parse("7S *=8S 9S"), "8S KH KD 2C")
        (Card.parse('8S'), Card.parse('KH'), Card.parse('KD'))
        >>> playable(Table.parse("7S *=8S 9S"), "8S KH KD 2C", including="8S")
        (Card.parse('KH'), Card.parse('KD'))
    """
    if not isinstance(table_or_heap, Table):
        table_or_heap = as_cards(table_or_heap, "table_or_heap", SolverError)
    held = as_hand(hand, "hand", SolverError)
    laid = as_hand(including, "including", SolverError)
    others = Counter(held) - Counter(laid)
    unknown = set(others)

    def most_unknown() -> Proposal | None:
        weight = unknown.__contains__
        return best_play(table_or_heap, held, weight=weight, aces=aces, including=laid)

    best = most_unknown()
    while best and (new := unknown.intersection(Counter(best.played) - Counter(laid))):
        # all cards of a play can be played, and if none is new the others cannot
        unknown -= new
        if not unknown:
            break
        best = most_unknown()
    return tuple(card for card in others if card not in unknown)


# --- gin ------------------------------------------------------------------------------------------


@attrs.frozen
class Deadwood:
    """What is left of a hand beside its melds.

    Attributes:
        points: What the cards left over count.
        cards: The cards left over, sorted.
        melds: The melds, in canonical order.
    """

    points: float
    cards: tuple[AnyCard, ...]
    melds: tuple[Meld, ...]


def deadwood(
    hand: CardsLike,
    *,
    points: Callable[[AnyCard], float] = DEFAULT_RULES.points,
    aces: Aces = Aces.LOW,
) -> Deadwood:
    """Return the least that a hand counts beside its melds, as in gin, and these melds.

    Of equally good ways to meld it is one that leaves the fewest cards; always the same one for
    the same cards in any order.

    Args:
        hand: The hand.
        points: What a card counts; in gin as by default, a joker aside: an ace 1, a face card 10.
        aces: Where aces may stand in a sequence; in gin they are low.

    Raises:
        SolverError: For more than 216 cards, 4 copies of a card or 8 jokers, for a joker that
            stands for a card, or points that are no finite number.
        TypeError: If an argument is of a wrong type.
        NotationError: If the hand is text that cannot be read.

    Example:
        >>> left = deadwood("3S 4S 5S 6S 6H 6D KC QC AH 2D")
        >>> left.points, *map(str, left.melds)
        (23, '3S 4S 5S', '6S 6H 6D')
    """
    held = as_hand(hand, "hand", SolverError)
    count_cards(held, "hand")
    counted = Weights.of(points, set(held), "points")
    best = best_play("", held, weight=points, aces=aces)
    melded = best.played if best and best.weight >= 0 else ()
    left = list(held)
    for card in melded:
        left.remove(card)
    melds = best.table.melds if best and melded else ()
    return Deadwood(counted.total(left), tuple(left), melds)
