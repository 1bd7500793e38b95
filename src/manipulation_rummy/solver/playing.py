"""The best play, and all plays: which cards of a hand can be added to a table or a heap.

A play chooses how many of each distinct card of the hand go down. `plays` walks over all choices,
heaviest first: it takes the heaviest of a region, splits what is left of the region into smaller
ones that have it no more, and goes on with the heaviest of them all.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count, product, repeat, takewhile
from typing import Final, NamedTuple, SupportsIndex, cast

import attrs

from manipulation_rummy.arguments import expect_int, shown, wrong_type
from manipulation_rummy.cards import CARDS, JOKER, AnyCard, CardsLike, as_hand, text_of
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Play
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.solver.building import build_melds
from manipulation_rummy.solver.choosing import Chosen, Limit, Spare, Wanted, choose
from manipulation_rummy.solver.heaps import (
    Aces,
    check_together,
    count_cards,
    expect_aces,
    number_of,
)
from manipulation_rummy.solver.keeping import Kept, keep_most


@attrs.frozen
class Proposal:
    """A play that can be made.

    Attributes:
        table: The whole new table.
        played: The cards that come from the hand, as held, sorted.
        weight: The sum of their weights: an int if all are whole numbers.
    """

    table: Table
    played: tuple[AnyCard, ...]
    weight: float

    @property
    def move(self) -> Play:
        """The play as a move."""
        return Play(self.table)


def best_play(  # noqa: PLR0913  # each is a question of its own
    table_or_heap: Table | CardsLike,
    hand: CardsLike,
    *,
    weight: Callable[[AnyCard], float] = DEFAULT_RULES.points,
    aces: Aces = Aces.BOTH,
    at_most: int | None = None,
    exactly: CardsLike | None = None,
    including: CardsLike = (),
    tidy: bool = False,
) -> Proposal | None:
    """Return the heaviest play, None if no card can be played, or a heap does not split anyway.

    At least one card of the hand is played, whatever the weights. Of equally heavy plays it is one
    with the most cards; always the same one for the same cards in any order.

    Args:
        table_or_heap: A `Table`, whose jokers keep the rules R19-R23, or a heap of cards, which
            must all be used and whose free jokers may stand for anything; text is a heap.
        hand: The hand; its jokers stand for nothing yet.
        weight: The worth of a card, by default its points in hand; may be zero or negative.
        aces: Where aces may stand in a sequence.
        at_most: How many cards may be played, if not any number.
        exactly: The cards of the hand that must be played, and no others.
        including: Cards of the hand that must be played, with or without others.
        tidy: Whether to find, of the heaviest plays with the most cards, one that keeps the most
            melds of the present `Table` as they are; this takes longer. A heap has no melds to
            keep.

    Raises:
        SolverError: For more than 216 cards, 4 copies of a card, declared jokers included, or 8
            jokers to be declared; for declared jokers in the hand, a weight that is no finite
            number, or a limit that allows no card; or if not all of `exactly` or `including` are in
            the hand, or not all of `including` in `exactly`.
        TypeError: If an argument is of a wrong type.
        NotationError: If a text cannot be read.

    Example:
        >>> best = best_play(Table.parse("7S *=8S 9S"), "8S KH KD 2C")
        >>> print(best.table)
        7S 8S 9S | *=KS KH KD
        >>> best.played, best.weight
        ((Card.parse('8S'), Card.parse('KH'), Card.parse('KD')), 28)
        >>> print(*best_play(Table.parse("7S *=8S 9S"), "8S KH KD 2C", at_most=1).played)
        8S
    """
    search = _search(table_or_heap, hand, weight, aces, at_most, exactly, including)
    found = search.heaviest()
    if found is None:
        return None
    if tidy and isinstance(table_or_heap, Table):
        return search.tidiest(table_or_heap, found)
    return search.proposal(found)


def plays(
    table_or_heap: Table | CardsLike,
    hand: CardsLike,
    *,
    weight: Callable[[AnyCard], float] = DEFAULT_RULES.points,
    aces: Aces = Aces.BOTH,
    at_most: int | None = None,
) -> Iterator[Proposal]:
    """Yield one play for each distinct set of hand cards that can be played, heaviest first.

    Their number can double with each card of the hand: take as many as are needed.

    See `best_play` for arguments and errors, which are raised at once.

    Example:
        >>> for play in plays(Table.parse("5H 6H 7H"), "8H 9H 2C"):
        ...     print(play.weight, *play.played)
        17 8H 9H
        8 8H
    """
    search = _search(table_or_heap, hand, weight, aces, at_most)
    return map(search.proposal, search)


def _search(  # noqa: PLR0913, PLR0917  # all that a question about plays can say
    table_or_heap: Table | CardsLike,
    hand: CardsLike,
    weight: Callable[[AnyCard], float],
    aces: Aces,
    at_most: int | None,
    exactly: CardsLike | None = None,
    including: CardsLike = (),
) -> _Search:
    expect_aces(aces)
    cards = as_hand(hand, "hand", SolverError)
    bases = _bases(table_or_heap, cards)
    held = Counter(cards)
    if at_most is not None and expect_int("at_most", at_most) < 1:
        raise SolverError(f"at_most must be 1 or more, not {shown(at_most)}")
    most = held if exactly is None else _named(exactly, "exactly", held, "in the hand")
    if not most and exactly is not None:
        raise SolverError("exactly must name a card: at least one is played")
    where = "in the hand" if exactly is None else "in exactly"
    least = _named(including, "including", most, where)
    everything = _Region.of(held, least if exactly is None else most, most)
    return _Search(bases, held, everything, Weights.of(weight, held), aces, at_most)


def _named(
    cards: CardsLike, argument: str, there: Counter[AnyCard], where: str
) -> Counter[AnyCard]:
    """Return the cards that an argument names, if all are there."""
    named = Counter(as_hand(cards, argument, SolverError))
    if missing := tuple((named - there).elements()):
        raise SolverError(f"{argument} names cards that are not {where}: {text_of(missing)}")
    return named


# --- what must be used ----------------------------------------------------------------------------


class _Base(NamedTuple):
    """What of the table must be used, for one way to deal with its jokers.

    Attributes:
        faces: How often each card lies there, jokers that keep it included.
        declared: How many jokers keep each card.
        freed: How many jokers stand for nothing now.
        needed: The cards of which one must come from the hand, to free a joker.
    """

    faces: bytes
    declared: bytes
    freed: int
    needed: tuple[int, ...]


def _bases(table_or_heap: Table | CardsLike, hand: Sequence[AnyCard]) -> list[_Base]:
    """Return the ways to deal with the jokers of a table (D13); of a heap there is one.

    The jokers for a card are all free if a real one lies on the table. If one can come from the
    hand, they all keep their card or, with it, are all free.
    """
    heap = count_cards(table_or_heap, "table_or_heap")
    if not isinstance(table_or_heap, Table) or not any(heap.declared):
        check_together(heap, hand, heap.free, "table and hand")
        return [_Base(heap.faces, heap.declared, heap.free, ())]
    naturals, jokers = heap.naturals, sum(heap.declared)
    bound = {n: k for n, k in enumerate(heap.declared) if k and not naturals[n]}
    from_hand = [number for number in bound if CARDS[number] in hand]
    stay = sum([times for number, times in bound.items() if number not in from_hand])
    check_together(heap, hand, jokers - stay, "table and hand")
    bases: list[_Base] = []
    for chosen in product(*(((), (number,)) for number in from_hand)):
        needed = tuple(number for part in chosen for number in part)
        kept = bytes(bound.get(n, 0) if n not in needed else 0 for n in range(len(CARDS)))
        faces = bytes(map(int.__add__, naturals, kept))
        bases.append(_Base(faces, kept, jokers - sum(kept), needed))
    return bases


class Weights(NamedTuple):
    """The weights of the cards in hand, exactly: whole numbers with a common denominator."""

    numerators: dict[AnyCard, int]
    denominator: int

    @classmethod
    def of(
        cls, weight: Callable[[AnyCard], float], held: Iterable[AnyCard], argument: str = "weight"
    ) -> Weights:
        """Ask for the weights of cards.

        Raises:
            SolverError: If a weight is no finite number.
            TypeError: If it is no number, or `weight` no function; the error names the argument.
        """
        if not callable(weight):
            raise wrong_type(argument, "a function of a card", weight)
        ratios = {card: _ratio(weight(card), card, argument) for card in held}
        common = math.lcm(*(denominator for _, denominator in ratios.values()))
        numerators = {card: top * (common // bottom) for card, (top, bottom) in ratios.items()}
        return cls(numerators, common)

    def total(self, cards: Iterable[AnyCard]) -> float:
        """Return the sum of the weights: an int if all are whole numbers, else rounded once."""
        top = sum([self.numerators[card] for card in cards])
        return top if self.denominator == 1 else top / self.denominator


def _ratio(weight: float, card: AnyCard, argument: str) -> tuple[int, int]:
    """Return the weight of a card as numerator and denominator; any kind of number will do."""
    try:
        if abs(weight) <= _HEAVIEST:
            as_ratio = getattr(weight, "as_integer_ratio", None)
            return as_ratio() if as_ratio else (operator.index(cast("SupportsIndex", weight)), 1)
    except TypeError:
        raise wrong_type(f"the {argument} of {card}", "a number", weight) from None
    except ArithmeticError:
        pass  # a decimal that is not a number cannot be compared
    raise SolverError(
        f"the {argument} of {card} must be a finite number, 1e300 at most, not {shown(weight)}"
    )


_HEAVIEST: Final = 1e300  # so that no sum of them is infinite


# --- the search -----------------------------------------------------------------------------------


_FREE: Final = number_of(JOKER)


class _Region(NamedTuple):
    """Choices of hand cards: for each distinct card, how many are played at least and at most."""

    least: tuple[int, ...]
    most: tuple[int, ...]

    @classmethod
    def of(
        cls, held: Iterable[AnyCard], least: Counter[AnyCard], most: Counter[AnyCard]
    ) -> _Region:
        return cls(tuple(least[card] for card in held), tuple(most[card] for card in held))


class _Found(NamedTuple):
    """The heaviest choice of a region: its value, how many of each distinct card, on which base."""

    value: int
    counts: tuple[int, ...]
    base: _Base
    chosen: Chosen


class _Search:
    """All choices of hand cards with which a base partitions, heaviest first."""

    def __init__(  # noqa: PLR0913, PLR0917  # all that a question about plays can say
        self,
        bases: list[_Base],
        held: Counter[AnyCard],
        everything: _Region,
        weights: Weights,
        aces: Aces,
        at_most: int | None,
    ) -> None:
        self._bases = bases
        self._cards = tuple(held)
        self._numbers = tuple(map(number_of, held))
        self._weights = weights
        # of equally heavy plays the one with more cards is ahead
        self._more_than_cards = sum(held.values()) + 1
        self._values = [
            weight * self._more_than_cards + 1 for weight in weights.numerators.values()
        ]
        self._aces = aces
        self._at_most = at_most
        self._everything = everything

    def heaviest(self) -> _Found | None:
        """Return the heaviest choice of at least one card, None if there is none."""
        best = self._best_of(self._everything)
        if best is None or any(best.counts):
            return best
        return next(iter(self), None)

    def __iter__(self) -> Iterator[_Found]:
        regions: list[tuple[int, int, _Region, _Found]] = []
        order = count()

        def add(region: _Region) -> None:
            best = self._best_of(region)
            if best:
                heappush(regions, (-best.value, next(order), region, best))

        add(self._everything)
        while regions:
            _, _, region, found = heappop(regions)
            if any(found.counts):
                yield found
            elif min(self._values, default=1) > 0:
                return  # a play would be heavier than none
            for part in _without(region, found.counts):
                add(part)

    def proposal(self, found: _Found) -> Proposal:
        """Return a choice as a play."""
        counts, base, chosen = found[1:]
        melds = build_melds(chosen.columns, base.declared, chosen.jokers, self._aces)
        return self._proposal(Table(melds), counts)

    def tidiest(self, table: Table, found: _Found) -> Proposal:
        """Return, of the choices as heavy as the heaviest, one that keeps the most melds."""
        kept = [
            (one, base)
            for region in self._as_heavy(found)
            for base in self._bases
            if (one := self._keep_most(table, base, region, found.value))
        ]
        best, base = min(kept, key=lambda pair: pair[0].dissolved)
        return self._proposal(best.table, self._counts(base, best.faces, best.jokers))

    def _as_heavy(self, found: _Found) -> Iterator[_Region]:
        """Yield regions of which the choices of this value are the heaviest ones."""
        if found.value > 0:  # so that it is heavier than no card
            yield self._everything
            return
        for other in takewhile(lambda other: other.value == found.value, self):
            yield _Region(other.counts, other.counts)

    def _keep_most(self, table: Table, base: _Base, region: _Region, value: int) -> Kept | None:
        if asked := self._wanted(base, region):
            worth, wanted = asked
            return keep_most(table, wanted, base.declared, self._aces, goal=value - worth)
        return None

    def _proposal(self, table: Table, counts: Sequence[int]) -> Proposal:
        played = tuple(chain.from_iterable(map(repeat, self._cards, counts)))
        return Proposal(table, played, self._weights.total(played))

    def _best_of(self, region: _Region) -> _Found | None:
        """Return the heaviest choice of a region, None if there is none."""
        best: _Found | None = None
        for base in self._bases:
            asked = self._wanted(base, region)
            chosen = asked and choose(asked[1], self._aces)
            if asked and chosen and (best is None or asked[0] + chosen.value > best.value):
                counts = self._counts(base, chosen.faces, chosen.jokers)
                best = _Found(asked[0] + chosen.value, counts, base, chosen)
        return best

    def _wanted(self, base: _Base, region: _Region) -> tuple[int, Wanted] | None:
        """Return what may be chosen on a base, and what the cards that must be are worth."""
        least = bytearray(base.faces)
        least_jokers = most_jokers = base.freed
        joker_value = value = fixed = 0
        spare: list[Spare] = []
        for number, worth, fewest, most in zip(self._numbers, self._values, *region, strict=True):
            if number == _FREE:
                least_jokers += fewest
                most_jokers += most
                joker_value = worth
            elif fewest == 0 and number in base.needed:
                if most == 0:
                    return None
                fewest = 1  # noqa: PLW2901  # the card that frees the joker
            if number != _FREE:
                least[number] += fewest
                if most > fewest:
                    spare.append((number, most - fewest, worth))
            value += fewest * worth
            fixed += fewest
        limit = self._limit(fixed)
        if limit and limit.cards < 0:
            return None
        return value, Wanted(bytes(least), spare, least_jokers, most_jokers, joker_value, limit)

    def _counts(self, base: _Base, faces: bytes, jokers: int) -> tuple[int, ...]:
        """Return how many of each distinct card of the hand are among the cards used."""
        return tuple(
            [
                jokers - base.freed if number == _FREE else faces[number] - base.faces[number]
                for number in self._numbers
            ]
        )

    def _limit(self, fixed: int) -> Limit | None:
        """Return the limit on further cards if so many are played anyway."""
        if self._at_most is None:
            return None
        return Limit(self._at_most - fixed, self._more_than_cards)


def _without(region: _Region, counts: Sequence[int]) -> Iterator[_Region]:
    """Yield disjoint regions that together hold every choice of the region but this one."""
    for index, chosen in enumerate(counts):
        least, most = region.least, region.most
        before = tuple(counts[:index])
        if chosen < most[index]:
            yield _Region((*before, chosen + 1, *least[index + 1 :]), (*before, *most[index:]))
        if chosen > least[index]:
            yield _Region((*before, *least[index:]), (*before, chosen - 1, *most[index + 1 :]))
