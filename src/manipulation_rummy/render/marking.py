"""What has become of the cards from one table to another: moved, added, freed, gone.

Cards are judged as in the rules: twins are alike, and so are jokers (R18, D13). A card stays if it
lies in both heaps of a pair; otherwise it has moved if the old table had one more of it. A joker of
which that is not true, while a joker of the old table is left, was freed. All else was added.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

import attrs

from manipulation_rummy.cards import JOKER, SORT_KEY, AnyCard, as_held
from manipulation_rummy.pairing import paired

Cards: TypeAlias = Sequence[AnyCard]


@enum.unique
class Mark(enum.Enum):
    """What has become of a card; the value is the word for it."""

    ADDED = "added"
    MOVED = "moved"
    FREED = "freed"


@attrs.frozen
class Comparison:
    """What has become of cards."""

    marks: tuple[tuple[Mark | None, ...], ...]
    """The marks of the cards of each new heap."""
    picked_up: tuple[Mark | None, ...]
    """The marks of the cards that lie in no heap."""
    gone: tuple[AnyCard, ...]
    """The old cards that are there no more."""


def compare(old: Sequence[Cards], new: Sequence[Cards], picked_up: Cards = ()) -> Comparison:
    """Return what has become of the cards from the old heaps to the new ones and what is loose."""
    staying = [*_staying(old, new), Counter[AnyCard]()]
    new = (*new, picked_up)
    left = Counter(chain.from_iterable(old))
    left.subtract(chain.from_iterable(cards.elements() for cards in staying))
    marks = [
        [
            None if _take(card, stays) else Mark.MOVED if _take(card, left) else Mark.ADDED
            for card in cards
        ]
        for cards, stays in zip(new, staying, strict=True)
    ]
    for cards, marked in zip(new, marks, strict=True):
        for index, card in enumerate(cards):
            if marked[index] is Mark.ADDED and as_held(card) is JOKER and _take_joker(left):
                marked[index] = Mark.FREED
    *lying, loose = map(tuple, marks)
    return Comparison(tuple(lying), loose, tuple(sorted(left.elements(), key=SORT_KEY)))


def _take(card: AnyCard, pile: Counter[AnyCard]) -> bool:
    """Remove a card from a pile if it is there, and return whether it was."""
    found = pile[card] > 0
    pile[card] -= found
    return found


def _take_joker(pile: Counter[AnyCard]) -> bool:
    """Remove any joker from a pile if there is one, and return whether there was."""
    return any(_take(card, pile) for card in list(pile) if as_held(card) is JOKER)


def _staying(old: Sequence[Cards], new: Sequence[Cards]) -> list[Counter[AnyCard]]:
    """Return the cards of each new heap that lay together with it before."""
    staying = [Counter[AnyCard]() for _ in new]
    for i, j in paired(old, new):
        staying[j] = Counter(old[i]) & Counter(new[j])
    return staying
