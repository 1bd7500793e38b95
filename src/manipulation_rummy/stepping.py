"""From one table to another by hand: a sequence of steps, each of which moves one thing.

Old and new melds are paired so that the most cards stay where they are. Every other card goes
straight from its heap, or from the hand, to the heap where it belongs, together with the cards
beside it that go the same way. So there are never more steps than cards that change their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile, product, takewhile
from typing import NamedTuple, TypeAlias, cast, final

import attrs

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import (
    JOKER,
    AnyCard,
    Card,
    CardsLike,
    Joker,
    as_cards,
    as_held,
    text_of,
)
from manipulation_rummy.errors import RummyError
from manipulation_rummy.laying import cards_played, faults_of_play
from manipulation_rummy.melds import HeapsLike, Meld, as_heaps, as_table, in_order
from manipulation_rummy.pairing import best_pairs
from manipulation_rummy.violations import IllegalMove, Reason, Violation

_Cards: TypeAlias = tuple[AnyCard, ...]


def _as_source(cards: CardsLike) -> _Cards:
    return as_cards(cards, "source")


def _as_target(cards: CardsLike) -> _Cards:
    return as_cards(cards, "target")


def _as_laid(cards: CardsLike) -> _Cards:
    return as_cards(cards, "laid")


def _as_heap(cards: CardsLike) -> _Cards:
    return as_cards(cards, "heap")


def _check_card(_step: object, field: attrs.Attribute[Card], value: object) -> None:
    if not isinstance(value, Card):
        raise wrong_type(field.name, "a Card", value)


def _check_laid(step: Shift, _field: attrs.Attribute[_Cards], laid: _Cards) -> None:
    if Counter(map(as_held, laid)) != Counter(map(as_held, step.cards)):
        raise RummyError(
            f"laid must be the cards taken, {text_of(step.cards)}, "
            f"but that jokers may stand for others; not {text_of(laid)}"
        )


def _check_joker(_step: object, field: attrs.Attribute[Joker], value: object) -> None:
    if not isinstance(value, Joker):
        raise wrong_type(field.name, "a Joker", value)


@final
@attrs.frozen
class Shift:
    """Cards are taken from a heap or from the hand and put to another heap or to a new place.

    Attributes:
        cards: The cards; in a heap they lie side by side.
        source: The heap from which they are taken, as it lies before; empty for the hand.
        target: The heap to which they are put, as it lies before; empty for a new place.
        laid: The same cards as they lie afterwards: a joker may stand for another card.

    Raises:
        RummyError: If `laid` are other cards.
        TypeError: If an argument is of a wrong type.
        NotationError: If a text cannot be read.
    """

    cards: tuple[AnyCard, ...] = attrs.field(converter=as_cards)
    source: tuple[AnyCard, ...] = attrs.field(converter=_as_source)
    target: tuple[AnyCard, ...] = attrs.field(converter=_as_target)
    laid: tuple[AnyCard, ...] = attrs.field(converter=_as_laid, validator=_check_laid)

    def __str__(self) -> str:
        if not self.source:
            to = f" to {text_of(self.target)}" if self.target else ""
            return f"play {text_of(self.laid)}{to}"
        place = text_of(self.target) if self.target else "a new place"
        as_what = "" if self.laid == self.cards else f" as {text_of(self.laid)}"
        if self.source == self.cards:
            return f"put {text_of(self.cards)} to {place}{as_what}"
        it = "them" if len(self.cards) > 1 else "it"
        source = f"take {text_of(self.cards)} from {text_of(self.source)}"
        return f"{source}, put {it} to {place}{as_what}"


@final
@attrs.frozen
class Swap:
    """A real card takes the place of the joker that stands for it, which is put aside (R21).

    Attributes:
        card: The real card.
        source: The heap from which it is taken, as it lies before; empty for the hand.
        target: The heap with the joker, as it lies before. The joker is a heap of its own
            afterwards and stands for nothing; another step puts it somewhere else.
    """

    card: Card = attrs.field(validator=_check_card)
    source: tuple[AnyCard, ...] = attrs.field(converter=_as_source)
    target: tuple[AnyCard, ...] = attrs.field(converter=_as_target)

    @property
    def joker(self) -> Joker:
        """The joker that it replaces."""
        return Joker(self.card)

    def __str__(self) -> str:
        place = f"in the place of {self.joker} in {text_of(self.target)}"
        if not self.source:
            return f"play {self.card} {place}"
        return f"take {self.card} from {text_of(self.source)}, put it {place}"


@final
@attrs.frozen
class Redeclare:
    """A joker stays in its heap and stands for another card (R23).

    Attributes:
        joker: The joker as it lies before.
        heap: Its heap as it lies before.
        stands_for: What it stands for afterwards.
    """

    joker: Joker = attrs.field(validator=_check_joker)
    heap: tuple[AnyCard, ...] = attrs.field(converter=_as_heap)
    stands_for: Card = attrs.field(validator=_check_card)

    def __str__(self) -> str:
        return f"let {self.joker} in {text_of(self.heap)} stand for {self.stands_for}"


Step: TypeAlias = Shift | Swap | Redeclare


def steps(old_table: HeapsLike, new_table: HeapsLike) -> tuple[Step, ...]:
    """Return how to come from one table to another by hand, step by step.

    `apply_step`, for each step in turn, leads from the old table to the new one; the heaps between
    them need not be melds. There are at most as many steps as cards that change their place: that
    come from the hand, lie in another meld than before, or are jokers that stand for another card.
    These cards are as few as can be, over all ways to say which meld of the new table is which of
    the old one. The same tables always give the same steps.

    Args:
        old_table: The table as it is.
        new_table: The table as it is to be, with any cards of a hand.

    Raises:
        IllegalMove: If cards leave the table, or jokers change their cards without the real ones
            (R18, R21, R23).
        InvalidMeld: If a heap of one of the tables is no legal meld.
        NotationError: If a text cannot be read.
        TypeError: If an argument is no table.

    Example:
        >>> for step in steps("4S 5S 6S 7S | 9H TH JH", "4S 5S 6S | 7S 7H 7D | 9H TH JH QH"):
        ...     print(step)
        take 7S from 4S 5S 6S 7S, put it to a new place
        play 7H 7D to 7S
        play QH to 9H TH JH
    """
    old, new = as_table(old_table, "old_table"), as_table(new_table, "new_table")
    faults = faults_of_play(old, cards_played(old, new), new.melds)
    violation = Violation.of(fault for fault in faults if fault.reason != Reason.NO_CARD_PLAYED)
    if violation:
        raise IllegalMove(violation)
    before, after = Counter(old.melds), Counter(new.melds)
    return tuple(_Plan([*(before - after).elements()], [*(after - before).elements()]))


def apply_step(heaps: HeapsLike, step: Step) -> tuple[tuple[AnyCard, ...], ...]:
    """Return the heaps after a step.

    Heaps keep their places, as far as they last; a new one comes last. The cards of each are in the
    order of a meld, whatever the order given.

    Raises:
        RummyError: If the step cannot be taken: a heap or a card that it names is not there.
        TypeError: If an argument is of a wrong type.
        NotationError: If the heaps are text that cannot be read.

    Example:
        >>> first, *others = steps("4S 5S 6S 7S", "4S 5S 6S | 7S 7H 7D")
        >>> apply_step("4S 5S 6S 7S", first)
        ((Card.parse('4S'), Card.parse('5S'), Card.parse('6S')), (Card.parse('7S'),))
    """
    if not isinstance(step, (Shift, Swap, Redeclare)):
        raise wrong_type("step", "a Shift, a Swap or a Redeclare", step)
    before = [in_order(heap) for heap in as_heaps(heaps)]
    after = list(before)
    untouched = list(range(len(before)))
    for heap, taken, added in _changes(step):
        if not heap:
            after.append(in_order(added))
            continue
        place = next((place for place in untouched if before[place] == in_order(heap)), None)
        if place is None or Counter(taken) - Counter(heap):
            raise RummyError(f"this step cannot be taken here: {step}")
        untouched.remove(place)
        left = Counter(heap) - Counter(taken)
        after[place] = in_order((*left.elements(), *added))
    return tuple(heap for heap in after if heap)


def _changes(step: Step) -> Iterator[tuple[_Cards, _Cards, _Cards]]:
    """Yield the heaps that a step changes, the cards taken from each, and those added to it."""
    if isinstance(step, Redeclare):
        yield step.heap, (step.joker,), (Joker(step.stands_for),)
        return
    taken = step.cards if isinstance(step, Shift) else (step.card,)
    if step.source:
        yield step.source, taken, ()
    if isinstance(step, Shift):
        yield step.target, (), step.laid
    else:
        yield step.target, (step.joker,), (step.card,)
        yield (), (), (JOKER,)


# --- what goes where ------------------------------------------------------------------------------


class _Move(NamedTuple):
    """Cards that go from one place to another.

    Attributes:
        cards: The cards as they lie before, or as held.
        laid: The same cards as they lie afterwards.
        source: The number of their heap; None for the hand.
        target: The number of the heap where they belong; their own for a joker that stays there.
        aside: For a card that takes the place of a joker, the number of the heap that this becomes.
    """

    cards: _Cards
    laid: _Cards
    source: int | None
    target: int
    aside: int | None = None


def _heaps_of(old: Sequence[Meld], new: Sequence[Meld]) -> list[int]:
    """Return for each new meld the number of its heap: that of an old meld, or one of its own."""
    size = max(len(old), len(new))
    staying = [[0] * size for _ in range(size)]
    for before, old_meld in enumerate(old):
        for after, new_meld in enumerate(new):
            staying[before][after] = len({*old_meld} & {*new_meld})
    heaps = [*range(len(old), len(old) + len(new))]
    for before, after in enumerate(best_pairs(staying)):
        if staying[before][after]:
            heaps[after] = before
    return heaps


def _moves(old: Sequence[Meld], new: Sequence[Meld], heaps: Sequence[int]) -> list[_Move]:
    """Return all cards that change their place, those that go together as one, the hand last."""
    leaving = {heap: [*meld] for heap, meld in enumerate(old)}
    arriving = {heap: [*meld] for heap, meld in zip(heaps, new, strict=True)}
    for heap, cards in arriving.items():
        for card in set(cards).intersection(leaving.get(heap, ())):
            leaving[heap].remove(card)
            cards.remove(card)
    moves = [*_together(leaving, arriving), *_jokers_that_change(leaving, arriving)]
    for target, cards in arriving.items():
        if cards:
            moves.append(_Move(tuple(map(as_held, cards)), tuple(cards), None, target))
    return moves


_Places = dict[int, list[AnyCard]]


def _together(leaving: _Places, arriving: _Places) -> Iterator[_Move]:
    """Yield cards that go as they are, those first of which the most go the same way."""

    def common(way: tuple[int, int]) -> list[AnyCard]:
        source, target = way
        return [card for card in leaving[source] if card in arriving[target]]

    ways = [*product(leaving, arriving)]
    while ways:
        source, target = most = max(ways, key=lambda way: len(common(way)))
        cards = common(most)
        if not cards:
            return
        yield _Move(tuple(cards), tuple(cards), source, target)
        for card in cards:
            leaving[source].remove(card)
            arriving[target].remove(card)


def _jokers_that_change(leaving: _Places, arriving: _Places) -> Iterator[_Move]:
    """Yield the jokers that stand for another card afterwards; if they can they stay in their heap.

    They are all that is still leaving; what they become is no longer among what is arriving.
    """
    jokers = [(heap, joker) for heap, cards in leaving.items() for joker in cards]
    for at_home in (True, False):
        for source, joker in list(jokers):
            for target, cards in arriving.items():
                become = next((card for card in cards if isinstance(card, Joker)), None)
                if become and (source == target or not at_home):
                    yield _Move((joker,), (become,), source, target)
                    cards.remove(become)
                    jokers.remove((source, joker))
                    break


def _with_swaps(moves: Sequence[_Move]) -> Iterator[_Move]:
    """Yield the moves, a card apart where it takes the place of the joker that stands for it."""
    arriving = {(move.target, card) for move in moves for card in move.laid}
    aside: dict[tuple[int | None, AnyCard], int] = {}
    for move in moves:
        for card in move.cards:
            leaves = isinstance(card, Joker) and move.source != move.target
            if leaves and (move.source, card.counts_as) in arriving:
                aside[move.source, card] = -1 - len(aside)
    for move in moves:
        others: list[tuple[AnyCard, AnyCard]] = []
        for card, laid in zip(move.cards, move.laid, strict=True):
            if (move.source, card) in aside:
                yield _Move((JOKER,), (laid,), aside[move.source, card], move.target)
            elif isinstance(card, Card) and (move.target, Joker(card)) in aside:
                yield move._replace(
                    cards=(card,), laid=(card,), aside=aside[move.target, Joker(card)]
                )
            else:
                others.append((card, laid))
        if others:
            cards, all_laid = zip(*others, strict=True)
            yield move._replace(cards=cards, laid=all_laid)


# --- in which order -------------------------------------------------------------------------------


class _Plan:
    """The steps between two tables without a meld in common."""

    def __init__(self, old: Sequence[Meld], new: Sequence[Meld]) -> None:
        self._there: dict[int, _Cards] = {heap: meld.cards for heap, meld in enumerate(old)}
        heaps = _heaps_of(old, new)
        self._pending = sorted(
            _with_swaps(_moves(old, new, heaps)), key=lambda move: heaps.index(move.target)
        )

    def __iter__(self) -> Iterator[Step]:
        while self._pending:
            move = self._next()
            self._pending.remove(move)
            yield from self._steps(move)

    def _next(self) -> _Move:
        """Return the first move to a heap that no other card has to leave, else the first one."""
        possible = [m for m in self._pending if m.source is None or m.source in self._there]
        for move in possible:
            others = (other for other in self._pending if other is not move)
            if all(other.source != move.target for other in others):
                return move
        return possible[0]

    def _steps(self, move: _Move) -> Iterator[Step]:
        """Yield a move as steps, one for all cards that lie side by side."""
        for cards, laid in self._parts(move):
            source = () if move.source is None else self._there[move.source]
            target = self._there.get(move.target, ())
            replaced: _Cards = ()
            if move.aside is not None:
                swap = Swap(cast("Card", cards[0]), source, target)
                yield swap
                replaced = (swap.joker,)
                self._there[move.aside] = (JOKER,)
            elif move.source == move.target:
                yield Redeclare(cast("Joker", cards[0]), source, cast("Card", laid[0].counts_as))
            else:
                yield Shift(cards, source, target, laid)
            if move.source is not None:
                self._change(move.source, cards, ())
            self._change(move.target, replaced, laid)

    def _parts(self, move: _Move) -> Iterator[tuple[_Cards, _Cards]]:
        """Yield the cards of a move that lie side by side, with how they lie afterwards."""
        if move.source is None:
            yield move.cards, move.laid
            return
        left = dict(zip(move.cards, move.laid, strict=True))
        while left:
            from_first = dropwhile(lambda card: card not in left, self._there[move.source])
            part = tuple(takewhile(left.__contains__, from_first))
            yield part, tuple(map(left.pop, part))

    def _change(self, heap: int, taken: _Cards, added: _Cards) -> None:
        left = [card for card in self._there.get(heap, ()) if card not in taken]
        self._there[heap] = in_order((*left, *added))
        if not self._there[heap]:
            del self._there[heap]
