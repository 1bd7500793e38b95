"""Finishing a table half-built: which further cards of the hand it takes, and what goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from manipulation_rummy.cards import JOKER, AnyCard, Card, Joker, as_held
from manipulation_rummy.laying import lay
from manipulation_rummy.melds import Meld, Table, check_meld
from manipulation_rummy.solver import best_play, can_partition, partition

Heap: TypeAlias = tuple[AnyCard, ...]


def completed(
    table: Table, heaps: Sequence[Heap], loose: Iterable[AnyCard], hand: Iterable[AnyCard]
) -> list[Heap] | None:
    """Return the heaps finished, legal melds or empty; None if there is no way.

    They hold every card of the table, every card of the heaps and as few others as possible, at
    least one more than the table. Heaps that can stay as they are do, from the first on; the others
    keep the index of the heap that most of their cards were in.

    Args:
        table: The table as it was.
        heaps: The heaps as they are.
        loose: The cards picked up.
        hand: The cards left in the hand.
    """
    must = [card for heap in heaps for card in heap]
    may = list(hand)
    missing = Counter(map(as_held, table.cards)) - Counter(map(as_held, must))
    for card in loose:
        held = as_held(card)
        if missing[held] > 0:
            missing[held] -= 1
            must.append(card)
        else:
            may.append(held)
    ways = [_with_fewest(table, declared, may) for declared in _declarations(table, must)]
    found = [cards for cards in ways if cards is not None]
    return _arranged(heaps, min(found, key=len)) if found else None


# --- which cards ----------------------------------------------------------------------------------


def _declarations(table: Table, must: list[AnyCard]) -> Iterator[list[AnyCard]]:
    """Yield the cards with their jokers as they are, then with those of the table kept or freed.

    All jokers of the table that stand for one card are kept, or all are free (D13).
    """
    yield must
    naturals = [card for card in must if isinstance(card, Card)]
    on_table = [card for card in table.cards if isinstance(card, Joker)]
    distinct = tuple(dict.fromkeys(on_table))
    for kept in product((True, False), repeat=len(distinct)):
        stay = dict(zip(distinct, kept, strict=True))
        jokers = [joker for joker in on_table if stay[joker]]
        free = len(must) - len(naturals) - len(jokers)
        cards: list[AnyCard] = [*naturals, *jokers, *[JOKER] * free]
        if Counter(cards) != Counter(must):
            yield cards


def _with_fewest(table: Table, must: list[AnyCard], may: list[AnyCard]) -> list[AnyCard] | None:
    """Return the cards with the fewest others with which they split, by the rules of jokers.

    A joker keeps its card until the real one lies on the table (R21). At least one card comes from
    the hand (R18).
    """
    must, may = list(must), list(may)
    for joker, times in Counter(table.cards).items():
        real = joker.counts_as
        if isinstance(joker, Joker) and must.count(joker) < times and real not in must:
            if real not in may:
                return None
            may.remove(real)
            must.append(real)
    if len(must) > len(table.cards) and can_partition(must):
        return must
    play = best_play(must, may, weight=lambda _card: -1)
    return [*must, *play.played] if play else None


# --- what goes where ------------------------------------------------------------------------------


def _arranged(heaps: Sequence[Heap], cards: list[AnyCard]) -> list[Heap]:
    """Return the cards as melds, those that are heaps already as they are wherever possible."""
    arranged: list[Heap] = [()] * len(heaps)
    for index, heap in enumerate(heaps):
        others = list(cards)
        if _is_meld(heap) and all(lay(card, others) for card in heap) and can_partition(others):
            arranged[index] = heap
            cards = others
    melds = list(partition(cards) or ())
    changed = [index for index, heap in enumerate(arranged) if not heap]
    pairs = list(product(changed, melds))
    pairs.sort(key=lambda pair: -_in_common(heaps[pair[0]], pair[1]))
    for index, meld in pairs:
        if not arranged[index] and meld in melds:
            arranged[index] = meld.cards
            melds.remove(meld)
    return [*arranged, *(meld.cards for meld in melds)]


def _is_meld(heap: Heap) -> bool:
    return check_meld(heap) is None


def _in_common(heap: Heap, meld: Meld) -> int:
    return (Counter(heap) & Counter(meld.cards)).total()
