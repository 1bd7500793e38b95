"""Small edits of a table, as a person types them: `take 7S 2`, `put 8H 9H TH`.

People count the melds of a table from 1, as the faults of a move do.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from manipulation_rummy.cards import JOKER, AnyCard, Card, Joker, parse_cards, text_of
from manipulation_rummy.errors import DraftError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from manipulation_rummy.draft import Draft

_FILLERS: Final = frozenset({"from", "to", "in", "into", "of", "with", "and", "meld"})
"""Words that people put in between; "as" is none, being an ace."""
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class Edit(NamedTuple):
    """A kind of edit."""

    usage: str
    does: str
    make: Callable[[Draft, tuple[AnyCard, ...], Sequence[int]], Draft]
    cards: tuple[int, ...]
    """How many cards can be named; none listed: one or more."""
    melds: tuple[int, ...]
    """How many melds can be named."""


def edited(draft: Draft, name: str, rest: str) -> Draft:
    """Return the draft after an edit.

    Raises:
        DraftError: If it cannot be made, or is not said as it should be.
        NotationError: If the cards cannot be read.
    """
    edit = EDITS[name]
    words = [word for word in re.split(r"[\s,]+", rest) if word and word.lower() not in _FILLERS]
    numbers = [int(word) for word in words if _NUMBER.fullmatch(word)]
    cards = parse_cards(" ".join(word for word in words if not _NUMBER.fullmatch(word)))
    right = len(cards) in edit.cards if edit.cards else bool(cards)
    if not right or len(numbers) not in edit.melds:
        raise DraftError(f"{name} is said as: {edit.usage}")
    return edit.make(draft, cards, numbers)


# --- the edits ------------------------------------------------------------------------------------


def _take(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    heap = _heap_with(draft, cards, melds[0]) if melds else _only_heap_with(draft, cards)
    return draft.take(cards, heap)


def _put(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    return draft.place(cards, _heap(draft, melds[0]) if melds else None)


def _back(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    if melds or Counter(cards) - Counter(draft.loose):
        draft = _take(draft, cards, melds)
    return draft.put_back(cards)


def _swap(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    card = _natural(cards[0])
    heap = _heap_with(draft, [Joker(card)], melds[0])
    source = _heap_with(draft, [card], melds[1]) if len(melds) > 1 else None
    return draft.swap(card, heap, source)


def _split(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    heap = _heap_with(draft, cards, melds[0])
    if len(cards) == len(draft.heaps[heap]):
        raise DraftError(f"meld {melds[0]} has no other cards than these")
    return draft.split(heap, cards)


def _join(draft: Draft, _cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    heap, into = _heap_with(draft, [], melds[0]), _heap(draft, melds[1])
    if heap == into:
        raise DraftError("these are not two melds")
    return draft.join(heap, into)


def _declare(draft: Draft, cards: tuple[AnyCard, ...], melds: Sequence[int]) -> Draft:
    card, was = _natural(cards[0]), _natural(cards[1]) if len(cards) > 1 else None
    joker = JOKER if was is None else Joker(was)
    return draft.declare(card, _heap_with(draft, [joker], melds[0]) if melds else None, was=was)


EDITS: Final[dict[str, Edit]] = {
    "put": Edit(
        "put CARDS [N]",
        "lay cards to a meld; without N they make a new one",
        _put,
        (),
        (0, 1),
    ),
    "take": Edit("take CARDS N", "pick cards up from a meld", _take, (), (0, 1)),
    "split": Edit("split CARDS N", "lay these cards of a meld apart", _split, (), (1,)),
    "join": Edit("join N N", "lay one meld to another", _join, (0,), (2,)),
    "swap": Edit(
        "swap CARD N [N]",
        "replace the joker by its card (that lies in meld [N])",
        _swap,
        (1,),
        (1, 2),
    ),
    "declare": Edit(
        "declare CARD N",
        "say which card a joker * of a meld stands for",
        _declare,
        (1, 2),
        (0, 1),
    ),
    "back": Edit("back CARDS [N]", "take cards back that came from your hand", _back, (), (0, 1)),
}


# --- heaps by number ------------------------------------------------------------------------------


def _heap(draft: Draft, number: int) -> int:
    """Return the index of a heap that people call by this number."""
    if not 1 <= number <= len(draft.heaps):
        there = f"the table has {len(draft.heaps)}" if draft.heaps else "the table is empty"
        raise DraftError(f"there is no meld {number}: {there}")
    return number - 1


def _heap_with(draft: Draft, cards: Iterable[AnyCard], number: int) -> int:
    """Return the index of a heap, which must hold the cards."""
    heap = _heap(draft, number)
    if not draft.heaps[heap]:
        raise DraftError(f"meld {number} is empty")
    if lacking := Counter(cards) - Counter(draft.heaps[heap]):
        raise DraftError(f"meld {number} has no {text_of(lacking.elements())}")
    return heap


def _only_heap_with(draft: Draft, cards: Sequence[AnyCard]) -> int:
    """Return the index of the one heap that holds the cards."""
    wanted = Counter(cards)
    heaps = [index for index, heap in enumerate(draft.heaps) if wanted <= Counter(heap)]
    if len(heaps) == 1:
        return heaps[0]
    if not heaps:
        raise DraftError(f"no meld has {text_of(cards)}")
    numbers = ", ".join(str(index + 1) for index in heaps)
    raise DraftError(f"more than one meld has {text_of(cards)}: say from which, {numbers}")


def _natural(card: AnyCard) -> Card:
    if card.counts_as is None:
        raise DraftError("say the card that the joker stands for, such as 8S")
    return card.counts_as
