"""Whether cards can be split into melds, and how (R15)."""

from __future__ import annotations

import attrs

from manipulation_rummy.cards import CARDS, JOKER, SORT_KEY, AnyCard, CardsLike, Joker
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.solver.building import build_melds
from manipulation_rummy.solver.choosing import Wanted, choose
from manipulation_rummy.solver.heaps import (
    Aces,
    accepted_columns,
    count_cards,
    expect_aces,
    without,
)


def can_partition(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> bool:
    """Return whether the cards, every one of them, can be split into melds.

    Args:
        cards: Naturals, declared jokers, which count as their card, and free jokers, which may
            stand for any. No card at all splits into no melds.
        aces: Where aces may stand in a sequence.

    Raises:
        SolverError: If there are more than 4 copies of a card, declared jokers included, or more
            than 8 free jokers.
        TypeError: If an argument is of a wrong type.
        NotationError: If the cards are text that cannot be read.

    Example:
        >>> can_partition("3H 4H 5H 6H 6S 6D"), can_partition("3H 4H 5H 6H 7H 6S 6D")
        (True, False)
    """
    heap = count_cards(cards)
    return accepted_columns(heap.faces, heap.free, expect_aces(aces)) is not None


def partition(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> tuple[Meld, ...] | None:
    """Return melds of exactly these cards, free jokers declared; None if they do not split.

    See `can_partition` for arguments and errors. The melds are in canonical order, and the same for
    the same cards in any order.

    Example:
        >>> partition("5H 6H * 9S 9H 9D")
        (Meld.parse('5H 6H *=7H'), Meld.parse('9S 9H 9D'))
    """
    heap = count_cards(cards)
    columns = accepted_columns(heap.faces, heap.free, expect_aces(aces))
    return None if columns is None else build_melds(columns, heap.declared, heap.free, aces)


@attrs.frozen
class Explanation:
    """What of a heap can be split into melds, and what cannot.

    Attributes:
        melds: Melds of as many of the cards as can be split, in canonical order.
        left_over: The other cards, sorted; none if all can be split.
    """

    melds: tuple[Meld, ...]
    left_over: tuple[AnyCard, ...]


def explain(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> Explanation:
    """Return the largest part of the cards that can be split into melds, and the rest.

    It is the largest by number of cards. For the fewest points left over, the deadwood of gin,
    ask `best_play("", cards, aces=Aces.LOW)`, whose weight is the points. See `can_partition`
    for arguments and errors.

    Example:
        >>> explain("3H 4H 5H 6H 6S 6D 9C").left_over
        (Card.parse('9C'),)
    """
    heap = count_cards(cards)
    if columns := accepted_columns(heap.faces, heap.free, expect_aces(aces)):
        return Explanation(build_melds(columns, heap.declared, heap.free, aces), ())
    spare = [(number, copies, 1) for number, copies in enumerate(heap.faces) if copies]
    chosen = choose(Wanted(bytes(len(CARDS)), spare, 0, heap.free, 1), aces)
    assert chosen is not None, "no card at all splits"
    # naturals are used before the jokers that stand for the same card
    declared = bytes(
        max(0, used - natural) for used, natural in zip(chosen.faces, heap.naturals, strict=True)
    )
    melds = build_melds(chosen.columns, declared, chosen.jokers, aces)
    naturals_left = without(heap.naturals, without(chosen.faces, declared))
    jokers_left = without(heap.declared, declared)
    left_over: list[AnyCard] = [JOKER] * (heap.free - chosen.jokers)
    for card, naturals, jokers in zip(CARDS, naturals_left, jokers_left, strict=True):
        left_over += [card] * naturals + [Joker(card)] * jokers
    return Explanation(melds, tuple(sorted(left_over, key=SORT_KEY)))
