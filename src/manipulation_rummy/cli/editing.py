"""Small edits of a table, as a person types them: `take 7S 2`, `put 8H 9H TH`.

People count the melds of a table from 1, as the faults of a move do. Where only one meld or one
joker can be meant, it need not be named.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from manipulation_rummy.cards import (
    CARDS,
    JOKER,
    SORT_KEY,
    AnyCard,
    Card,
    Joker,
    as_held,
    parse_cards,
    text_of,
)
from manipulation_rummy.errors import DraftError
from manipulation_rummy.melds import check_meld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from manipulation_rummy.draft import Draft

_Cards = tuple[AnyCard, ...]

_FILLERS: Final = frozenset(
    {"and", "at", "from", "in", "into", "meld", "of", "on", "onto", "to", "with"}
)
"""Words that people put in between; "as" is none, being an ace."""
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


class Edit(NamedTuple):
    """A kind of edit."""

    usage: str
    example: str
    """How it is typed, with a card of the hand, or a card on the table and its meld."""
    make: Callable[[Draft, _Cards, Sequence[int]], Draft]
    cards: range
    """How many cards can be named."""
    melds: range
    """How many melds can be named."""


def edited(draft: Draft, name: str, rest: str) -> Draft:
    """Return the draft after an edit; a joker that can stand for one card only stands for it.

    Raises:
        DraftError: If it cannot be made, or is not typed as it should be.
        NotationError: If the cards cannot be read.
    """
    edit = EDITS[name]
    words = [word for word in re.split(r"[\s,]+", rest) if word and word.lower() not in _FILLERS]
    numbers = [int(word) for word in words if _NUMBER.fullmatch(word)]
    cards = parse_cards(" ".join(word for word in words if not _NUMBER.fullmatch(word)))
    if len(cards) not in edit.cards or len(numbers) not in edit.melds or not words:
        raise DraftError(f"{name} is typed as {edit.usage}, such as {example(draft, name)}")
    return _declared(without_gaps(edit.make(draft, cards, numbers)))


def without_gaps(draft: Draft) -> Draft:
    """Return the draft without emptied heaps, so that the others are numbered without a gap."""
    return attrs.evolve(draft, heaps=[heap for heap in draft.heaps if heap])


def example(draft: Draft, name: str) -> str:
    """Return how an edit is typed, with cards that lie there."""
    card, number = (draft.heaps[0][0], 1) if draft.heaps else ("7S", "")
    held = draft.hand[0] if draft.hand else "8S"
    return EDITS[name].example.format(held=held, card=card, meld=number).rstrip()


def swaps(draft: Draft) -> Iterator[str]:
    """Yield the edits with which a real card takes the place of a joker on the table."""
    at_hand = {*draft.hand, *draft.loose}
    for number, heap in enumerate(draft.heaps, 1):
        for joker in heap:
            card = joker.counts_as if isinstance(joker, Joker) else None
            if card in at_hand or card in heap:
                yield f"swap {card} {number}"
            elif card and (sources := _numbers_of(draft, card)):
                yield f"swap {card} {number} from {sources[0]}"


def _numbers_of(draft: Draft, card: Card) -> list[int]:
    """Return the numbers of the heaps that have a card."""
    return [number for number, heap in enumerate(draft.heaps, 1) if card in heap]


# --- the edits ------------------------------------------------------------------------------------


def _take(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    heap, meant = _from_heap(draft, cards, melds)
    return draft.take(meant or draft.heaps[heap], heap)


def _put(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    heap = _heap(draft, melds[0]) if melds else None
    meant = _meant(cards, (*draft.loose, *draft.hand), "what is picked up")
    _refuse_absent(draft, meant, melds)
    return draft.place(meant, heap)


def _move(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    *source, number = melds
    target = _heap(draft, number)
    heap, meant = _from_heap(draft, cards, source)
    if heap == target:
        raise DraftError(f"meld {number} is where that lies: {text_of(meant)}")
    return draft.take(meant, heap).place(meant, target)


def _back(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    meant = _meant(cards, draft.loose, "what is picked up")
    if melds or Counter(meant) - Counter(draft.loose):
        heap, meant = _from_heap(draft, cards, melds)
        draft = draft.take(meant, heap)
    return draft.put_back(meant)


def _swap(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    named, source = cards[0], list(melds[1:])
    heap, (joker,) = _from_heap(
        draft, (Joker(named) if isinstance(named, Card) else named,), melds[:1]
    )
    card = _natural(joker)
    if not source and card not in (*draft.loose, *draft.hand):
        source = [heap + 1] if card in draft.heaps[heap] else _numbers_of(draft, card)[:1]
        if not source:
            raise DraftError(f"a real {card} is neither in your hand nor on the table")
    return draft.swap(card, heap, _from_heap(draft, (card,), source)[0] if source else None)


def _split(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    heap, meant = _from_heap(draft, cards, melds)
    if len(meant) == len(draft.heaps[heap]):
        raise DraftError(f"meld {heap + 1} has no other cards than these")
    return draft.split(heap, meant)


def _join(draft: Draft, _cards: _Cards, melds: Sequence[int]) -> Draft:
    (heap, _), into = _from_heap(draft, (), melds[:1]), _heap(draft, melds[1])
    if heap == into:
        raise DraftError("these are not two melds")
    return draft.join(heap, into)


def _declare(draft: Draft, cards: _Cards, melds: Sequence[int]) -> Draft:
    card, was = _natural(cards[0]), _natural(cards[1]) if len(cards) > 1 else None
    heap = _heap(draft, melds[0]) if melds else None
    if was is None:
        heap, joker = _joker_to_declare(draft, heap)
        was = joker.stands_for
    return draft.declare(card, heap, was=was)


EDITS: Final[dict[str, Edit]] = {
    "put": Edit(
        "put CARDS [N]",
        "put {held} {meld}",
        _put,
        range(1, 99),
        range(2),
    ),
    "take": Edit(
        "take CARDS [N]",
        "take {card} {meld}",
        _take,
        range(99),
        range(2),
    ),
    "move": Edit(
        "move CARDS [N] N",
        "move {card} {meld} 2",
        _move,
        range(1, 99),
        range(1, 3),
    ),
    "split": Edit(
        "split CARDS [N]",
        "split {card} {meld}",
        _split,
        range(1, 99),
        range(2),
    ),
    "join": Edit("join N N", "join 1 2", _join, range(1), range(2, 3)),
    "swap": Edit(
        "swap CARD",
        "swap 8S where a joker stands for 8S",
        _swap,
        range(1, 2),
        range(3),
    ),
    "declare": Edit(
        "declare CARD [N]",
        "declare 8S {meld}",
        _declare,
        range(1, 3),
        range(2),
    ),
    "back": Edit(
        "back CARDS [N]",
        "back {held}",
        _back,
        range(1, 99),
        range(2),
    ),
}


# --- what is meant --------------------------------------------------------------------------------


def _heap(draft: Draft, number: int) -> int:
    """Return the index of a heap that people call by this number."""
    if not 1 <= number <= len(draft.heaps):
        there = f"the table has {len(draft.heaps)}" if draft.heaps else "the table is empty"
        raise DraftError(f"there is no meld {number}: {there}")
    return number - 1


def _from_heap(draft: Draft, cards: _Cards, melds: Sequence[int]) -> tuple[int, _Cards]:
    """Return the heap with this number, or else the only one with the cards, and these there."""
    if not melds:
        return _only_heap_with(draft, cards)
    number = melds[0]
    heap = _heap(draft, number)
    pile = draft.heaps[heap]
    meant = _meant(cards, pile, f"meld {number}")
    if lacking := Counter(meant) - Counter(pile):
        jokers = [card for card in pile if isinstance(card, Joker) and card.stands_for in lacking]
        but = f", but {text_of(jokers)}" if jokers else ""
        raise DraftError(f"meld {number} has no {text_of(lacking.elements())}{but}")
    return heap, meant


def _only_heap_with(draft: Draft, cards: _Cards) -> tuple[int, _Cards]:
    """Return the one heap that holds the cards, and these there."""
    found: list[tuple[int, _Cards]] = []
    for heap, pile in enumerate(draft.heaps):
        meant = _meant(cards, pile, f"meld {heap + 1}")
        if Counter(meant) <= Counter(pile):
            found.append((heap, meant))
    if len(found) == 1:
        return found[0]
    if not found:
        raise DraftError(f"no meld has {text_of(cards)}")
    numbers = ", ".join(str(heap + 1) for heap, _ in found)
    raise DraftError(f"more than one meld has {text_of(cards)}: say from which, {numbers}")


def _meant(cards: _Cards, pile: Sequence[AnyCard], where: str) -> _Cards:
    """Return the cards of a pile that are meant: `*` is its joker, whatever that stands for."""
    jokers = sorted({card for card in pile if isinstance(card, Joker)}, key=SORT_KEY)
    if JOKER not in cards or JOKER in jokers or not jokers:
        return cards
    if len(jokers) > 1:
        raise DraftError(f"{where} has {text_of(jokers)}: say which one")
    return tuple(jokers[0] if card is JOKER else card for card in cards)


def _refuse_absent(draft: Draft, cards: _Cards, melds: Sequence[int]) -> None:
    """Refuse to put cards that are neither picked up nor in the hand, and say what can be done."""
    there = Counter((*draft.loose, *draft.hand))
    absent = [card for card in cards if not there[card] and not there[as_held(card)]]
    if not absent:
        return
    card = absent[0]
    problem = f"neither picked up nor in the hand: {text_of(absent)}"
    for number, heap in enumerate(draft.heaps, 1):
        if card in heap:
            do = f"move {card} {number} {melds[0]}" if melds else f"split {card} {number}"
            raise DraftError(f"{problem}; {do} moves it on the table")
    if there[JOKER] and isinstance(card, Card):
        raise DraftError(f"{problem}; a joker that stands for it is typed *={card}")
    raise DraftError(problem)


def _natural(card: AnyCard) -> Card:
    if card.counts_as is None:
        raise DraftError("say the card that the joker stands for, such as 8S")
    return card.counts_as


# --- jokers ---------------------------------------------------------------------------------------


def _declared(draft: Draft) -> Draft:
    """Return the draft with jokers declared that can stand for one card only in their melds."""
    for index, heap in enumerate(draft.heaps):
        if heap.count(JOKER) == 1 and len(cards := can_stand_for(heap)) == 1:
            draft = draft.declare(cards[0], index)
    return draft


def can_stand_for(heap: Sequence[AnyCard]) -> list[Card]:
    """Return the cards that the open joker of a heap can stand for, so that this is a meld."""
    others = list(heap)
    others.remove(JOKER)
    return [card for card in CARDS if not check_meld([*others, Joker(card)])]


def _jokers(draft: Draft, heap: int | None) -> Iterator[tuple[int | None, Joker]]:
    """Yield the jokers of a heap, or all, each with its heap, None if it is picked up."""
    for place, pile in ((None, draft.loose), *enumerate(draft.heaps)):
        if heap in {None, place}:
            yield from ((place, card) for card in pile if isinstance(card, Joker))


def declarable(draft: Draft, heap: int | None = None) -> list[tuple[int | None, Joker]]:
    """Return the jokers of a heap, or of all, that can be declared, each with its heap.

    They are the open ones or, if there are none, those that came to the table in this turn.
    """
    jokers = list(_jokers(draft, heap))
    old = Counter(draft.table.cards)
    now = Counter(card for _, card in _jokers(draft, None))
    return [found for found in jokers if found[1] is JOKER] or [
        (place, joker) for place, joker in jokers if now[joker] > old[joker]
    ]


def _joker_to_declare(draft: Draft, heap: int | None) -> tuple[int | None, Joker]:
    """Return the joker that is meant and its heap, None if it is picked up."""
    can_be = declarable(draft, heap)
    if len(can_be) == 1:
        return can_be[0]
    if can_be:
        raise DraftError("more than one joker is open: say in which meld, such as declare 8S 1")
    if jokers := [joker for _, joker in _jokers(draft, heap)]:
        card = jokers[0].stands_for
        raise DraftError(f"the joker stands for {card} already, until a real {card} replaces it")
    raise DraftError("there is no joker" + ("" if heap is None else f" in meld {heap + 1}"))
