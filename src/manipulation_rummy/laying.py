"""What may be laid on the table: a proposed new table judged beside the old one and the hand.

One function of table, hand and proposal, `faults_of_play`, judges all of it: moves, drafts and raw
heaps alike (R14-R23).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from manipulation_rummy.cards import JOKER, SORT_KEY, AnyCard, CardsLike, Joker, as_hand, as_held
from manipulation_rummy.melds import Heap, HeapsLike, Table, as_heaps, as_table, faults_of_heaps
from manipulation_rummy.violations import Fault, Reason, Violation


def check_play(table: HeapsLike, hand: CardsLike, proposed: HeapsLike) -> Violation | None:
    """Return every fault of a proposed new table, None if it may be played (R14-R23).

    Args:
        table: The table as it is.
        hand: The hand of the player.
        proposed: The whole new table, as a `Table` or as heaps of raw cards.

    Raises:
        InvalidMeld: If a heap of `table` itself is no legal meld.
        RummyError: If a joker in hand stands for a card, or for more than 216 cards.
        TypeError: If an argument is of a wrong type.
        NotationError: If a text cannot be read.

    Example:
        >>> check_play("7S *=8S 9S", "8S 2H", "7S 8S 9S *=TS") is None
        True
        >>> for fault in check_play("7S *=8S 9S", "TS 2H", "9S TS *=JS").faults:
        ...     print(fault)
        cards may not leave the table: 7S (R18)
        a joker keeps its card until the real one lies on the table: *=8S (R21)
    """
    heaps = as_heaps(proposed, "proposed")
    return Violation.of(faults_of_play(as_table(table), as_hand(hand), heaps))


def faults_of_play(
    table: Table, hand: tuple[AnyCard, ...], proposed: tuple[Heap, ...]
) -> Iterator[Fault]:
    """Yield every fault of a proposed new table, the heaps that are no melds first."""
    yield from faults_of_heaps(proposed)
    old = Counter(table.cards)
    new = Counter(card for heap in proposed for card in heap)
    gain = _gain(old, new)
    played, lost = +gain, -gain
    if not played:
        yield Fault.of(Reason.NO_CARD_PLAYED)
    if foreign := _sorted(played - Counter(hand)):
        yield Fault.of(Reason.CARD_NOT_IN_HAND, foreign)
    jokers_lost = lost.pop(JOKER, 0)
    if lost:
        yield Fault.of(Reason.CARD_MISSING, _sorted(lost))
    if jokers_lost:
        yield Fault.of(Reason.JOKER_MISSING, [JOKER] * jokers_lost)
    elif changed := _sorted(Counter({joker: _changed(joker, old, new) for joker in old})):
        yield Fault.of(Reason.JOKER_CHANGED, changed)


def _gain(old: Counter[AnyCard], new: Counter[AnyCard]) -> Counter[AnyCard]:
    """Return how many more of each card the new table has, the cards taken as held in a hand.

    Cards are judged as physical cards (R18b): twins are alike, and so are jokers (D13).
    """
    gain: Counter[AnyCard] = Counter()
    for card in {card for card, _ in old.items() ^ new.items()}:
        gain[as_held(card)] += new[card] - old[card]
    return gain


def _changed(joker: AnyCard, old: Counter[AnyCard], new: Counter[AnyCard]) -> int:
    """Return how many jokers like this one have changed their card without the real one (D13)."""
    if not isinstance(joker, Joker) or joker.stands_for is None or new[joker.stands_for]:
        return 0
    return max(0, old[joker] - new[joker])


def _sorted(cards: Counter[AnyCard]) -> list[AnyCard]:
    return sorted(cards.elements(), key=SORT_KEY)


def cards_played(table: Table, proposed: Iterable[Iterable[AnyCard]]) -> tuple[AnyCard, ...]:
    """Return the cards that a proposed table has more, as held in the hand, sorted."""
    new = Counter(chain.from_iterable(proposed))
    return tuple(_sorted(+_gain(Counter(table.cards), new)))


def lay(card: AnyCard, *piles: list[AnyCard]) -> bool:
    """Remove a card, as it is to lie on the table, from the first pile that has it, if one has it.

    A joker that stands for nothing yet serves where none stands for the card.
    """
    for held in (card, as_held(card)):
        for pile in piles:
            if held in pile:
                pile.remove(held)
                return True
    return False
