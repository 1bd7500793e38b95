"""Whether cards can be split into melds, and how (R15)."""

from __future__ import annotations

import attrs

from manipulation_rummy.cards import CARDS, JOKER, SORT_KEY, AnyCard, Card, CardsLike, Joker
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.solver.building import build_melds
from manipulation_rummy.solver.choosing import NEARLY_ALL, Wanted, choose
from manipulation_rummy.solver.heaps import (
    Aces,
    accepted_columns,
    count_cards,
    expect_aces,
    without,
)
from manipulation_rummy.solver.kernel import MAX_COPIES
from manipulation_rummy.solver.lacking import Lack, lacks


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


def completions(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> tuple[Card, ...]:
    """Return the natural cards any one of which, added to the cards, makes them split, sorted.

    A card of which 4 copies are there already is none of them. See `can_partition` for arguments
    and errors.

    Example:
        >>> for card in completions("3H 4H 5H 6H 6S 6D 7H"):
        ...     print(card)
        6H
        6C
    """
    heap = count_cards(cards)
    expect_aces(aces)

    def completes(number: int) -> bool:
        faces = bytearray(heap.faces)
        faces[number] += 1
        if faces[number] > MAX_COPIES:
            return False
        return accepted_columns(bytes(faces), heap.free, aces) is not None

    return tuple(card for number, card in enumerate(CARDS) if completes(number))


@attrs.frozen
class Explanation:
    """What of a heap can be split into melds, and what cannot.

    Attributes:
        melds: Melds of as many of the cards as can be split, in canonical order.
        left_over: The other cards, sorted; none if all can be split.
        lacking: The melds that cards left over lack one card for.
    """

    melds: tuple[Meld, ...]
    left_over: tuple[AnyCard, ...]
    lacking: tuple[Lack, ...] = ()


def explain(cards: CardsLike | Table, *, aces: Aces = Aces.BOTH) -> Explanation:
    """Return the largest part of the cards that can be split into melds, and the rest.

    It is the largest by number of cards. For the fewest points left over, the deadwood of gin,
    ask `deadwood`. See `can_partition` for arguments and errors.

    For each card that is left over, but for jokers, `lacking` says which one more card would bring
    it into a meld that leaves all other melds legal:

    - of three cards, with another one that is left over, or a free joker;
    - with a whole sequence, which ends two ranks away: the card between them is lacking;
    - of three cards, with one that a meld can do without: of a group of four, or at the end of a
      sequence of four or more. Not so if an equal card is left over, or if the sequence can be
      joined as a whole; of equal ones it is that of the first meld.

    To see which cards would make the whole heap split, however it is laid, ask `completions`.

    Example:
        >>> explanation = explain("5C 6C 7C TH TS TD TC 9C 9D 2H")
        >>> print(*explanation.left_over)
        2H 9D 9C
        >>> for lack in explanation.lacking:
        ...     print(lack)
        9D lacks 9S or 9H beside 9C
        9D lacks 8D or JD beside TD from TS TH TD TC
        9C lacks 9S or 9H beside 9D
        9C lacks 8C to join 5C 6C 7C
        9C lacks 8C or JC beside TC from TS TH TD TC
    """
    heap = count_cards(cards)
    if columns := accepted_columns(heap.faces, heap.free, expect_aces(aces)):
        return Explanation(build_melds(columns, heap.declared, heap.free, aces), ())
    spare = [(number, copies, 1) for number, copies in enumerate(heap.faces) if copies]
    chosen = choose(Wanted(bytes(len(CARDS)), spare, 0, heap.free, 1), aces, NEARLY_ALL)
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
    left_over.sort(key=SORT_KEY)
    lacking = tuple(lacks(melds, left_over, heap.faces, aces))
    return Explanation(melds, tuple(left_over), lacking)
