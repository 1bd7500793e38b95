"""Melds and tables (R11-R13, R15): what exists of them is legal.

Whoever has raw cards and wants to know what is wrong with them asks `check_meld` or `check_table`.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from operator import attrgetter
from typing import Final, TypeAlias, cast, final

import attrs

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import (
    MAX_CARDS,
    SORT_KEY,
    AnyCard,
    CardsLike,
    Rank,
    look_at,
    parse_cards,
    parse_heaps,
    text_of,
)
from manipulation_rummy.errors import RummyError
from manipulation_rummy.violations import Fault, InvalidMeld, Reason, Violation

MIN_MELD: Final = 3
MAX_GROUP: Final = 4
MAX_SEQUENCE: Final = 13
_CARDS: Final = attrgetter("cards")


@enum.unique
class MeldKind(enum.Enum):
    """The two kinds of melds (R11)."""

    GROUP = "group"
    SEQUENCE = "sequence"


# --- one meld -------------------------------------------------------------------------------------


def _faults_of(cards: tuple[AnyCard, ...], meld: int | None = None) -> Iterator[Fault]:
    """Yield what is wrong with the cards as a meld, `meld` being its index where it has one."""
    if undeclared := [card for card in cards if card.counts_as is None]:
        yield Fault.of(Reason.JOKER_UNDECLARED, undeclared, meld=meld)
    elif not cards:
        yield Fault.of(Reason.EMPTY_MELD, meld=meld)
    elif len(cards) < MIN_MELD:
        yield Fault.of(Reason.TOO_SHORT, cards, meld=meld, limit=MIN_MELD)
    else:
        yield from _faults_of_shape(cards, meld)


def _faults_of_shape(cards: tuple[AnyCard, ...], meld: int | None) -> Iterator[Fault]:
    faces = Counter(card.counts_as for card in cards)
    ranks = {face.rank for face in faces if face}
    suits = {face.suit for face in faces if face}
    # of one card thrice, the group is what was meant: no sequence holds one rank
    rule = "R12" if len(ranks) == 1 or len(suits) > 1 else "D7"
    if identical := [card for card in cards if faces[card.counts_as] > 1]:
        yield Fault.of(Reason.IDENTICAL_CARDS, identical, meld=meld, rule=rule)
    if len(ranks) == 1:
        if len(cards) > MAX_GROUP:
            yield Fault.of(Reason.TOO_LONG, cards, meld=meld, limit=MAX_GROUP)
    elif len(suits) > 1:
        yield Fault.of(Reason.MIXED, cards, meld=meld)
    elif len(cards) > MAX_SEQUENCE:
        yield Fault.of(Reason.TOO_LONG, cards, meld=meld, limit=MAX_SEQUENCE, rule=rule)
    elif not _consecutive(ranks):
        around = Reason.ROUND_THE_CORNER if _consecutive_on_circle(ranks) else Reason.GAP
        yield Fault.of(around, cards, meld=meld)


def _consecutive(ranks: set[Rank]) -> bool:
    """Whether the ranks form a sequence, the ace low or high."""
    numbers = {rank.value for rank in ranks}
    if max(numbers) - min(numbers) == len(numbers) - 1:
        return True
    numbers = {14 if number == 1 else number for number in numbers}
    return max(numbers) - min(numbers) == len(numbers) - 1


def _consecutive_on_circle(ranks: set[Rank]) -> bool:
    """Whether the ranks would form a sequence if a two could follow an ace that follows a king."""
    numbers = {rank.value for rank in ranks}
    ends = [number for number in numbers if number % 13 + 1 not in numbers]
    return len(ends) == 1


def _canonical(cards: CardsLike) -> tuple[AnyCard, ...]:
    """Return the cards of a meld in its canonical order; raise InvalidMeld if they are none."""
    seen = look_at(cards)
    if faults := tuple(_faults_of(seen)):
        raise InvalidMeld(Violation(faults))
    return laid_out(seen)


def laid_out(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    """Return the cards of a heap in the canonical order of a meld, whether they are one or not.

    That is by suits or ranks; an ace comes last unless another ace or a two is next to it.
    """
    ordered = sorted(cards, key=SORT_KEY)
    has_high_ace = len(ordered) > 1 and (
        _rank(ordered[0]) is Rank.ACE and _rank(ordered[1]) not in {Rank.ACE, Rank.TWO}
    )
    return (*ordered[1:], ordered[0]) if has_high_ace else tuple(ordered)


def _rank(card: AnyCard) -> Rank | None:
    return card.counts_as and card.counts_as.rank


def _sort_keys(meld: Meld) -> tuple[int, ...]:
    return tuple(card.sort_key for card in meld.cards)


@final
@attrs.frozen(cache_hash=True, repr=False)
class Meld:
    """A legal group or sequence, its cards in canonical order (R11-R13, D6-D8).

    A group lies in the order of suits, a sequence in that of ranks, the ace where it stands; a
    whole suit has the ace low.

    Raises:
        InvalidMeld: If the cards are no meld; its `.violation` holds every fault.
        NotationError: If they are text that cannot be read.
        TypeError: If they are no cards.

    Example:
        >>> meld = Meld.of("9S *=8S 7S")
        >>> print(meld, meld.kind.value)
        7S *=8S 9S sequence
    """

    cards: tuple[AnyCard, ...] = attrs.field(converter=_canonical)
    sort_key: tuple[int, ...] = attrs.field(
        init=False, eq=False, default=attrs.Factory(_sort_keys, takes_self=True)
    )
    """What the melds of a table are ordered by: the sort keys of the cards."""

    @classmethod
    def of(cls, cards: CardsLike) -> Meld:
        """Return the meld of these cards, given in any order.

        See `Meld` for errors.
        """
        return cards if isinstance(cards, cls) else cls(cards)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read a meld, such as `7S *=8S 9S`.

        Raises:
            NotationError: If the text cannot be read.
            InvalidMeld: If the cards are no meld.
            TypeError: If it is no text.
        """
        return cls(parse_cards(text))

    @property
    def kind(self) -> MeldKind:
        """Whether it is a group or a sequence."""
        same = _rank(self.cards[0]) is _rank(self.cards[1])
        return MeldKind.GROUP if same else MeldKind.SEQUENCE

    def __iter__(self) -> Iterator[AnyCard]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __str__(self) -> str:
        return text_of(self.cards)

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


def check_meld(cards: CardsLike) -> Violation | None:
    """Return every fault of the cards as a meld, None if they are one (R11-R13, R20).

    Of more than 216 cards the first ones are judged: they are too long a meld, whatever follows.

    Raises:
        TypeError: If they are no cards.
        NotationError: If they are text that cannot be read.

    Example:
        >>> print(check_meld("KS AS 2S"))
        a sequence does not go from king to two: KS AS 2S (R13)
        >>> check_meld("QS KS AS") is None
        True
    """
    return Violation.of(_faults_of(look_at(cards)))


# --- a table --------------------------------------------------------------------------------------

Heap: TypeAlias = Meld | tuple[AnyCard, ...]
"""A meld, which is legal, or raw cards, which may be anything."""


def as_heaps(heaps: HeapsLike, argument: str = "heaps") -> tuple[Heap, ...]:
    """Return the heaps as tuples of cards, those that are melds already as they are.

    Raises:
        RummyError: If there are more than `MAX_CARDS` heaps or cards.
        TypeError: If they are no heaps of cards.
        NotationError: If they are text that cannot be read.
    """
    if isinstance(heaps, Table):
        return heaps.melds
    if isinstance(heaps, str):
        return parse_heaps(heaps)
    if not isinstance(heaps, Iterable):
        raise wrong_type(argument, "a Table, text or an iterable of melds", heaps)
    found: list[Heap] = []
    room = MAX_CARDS
    for index, heap in enumerate(islice(heaps, MAX_CARDS + 1)):
        found.append(heap if isinstance(heap, Meld) else look_at(heap, f"{argument}[{index}]"))
        room -= max(len(found[-1]), 1)
        if room < 0:
            raise RummyError(f"{argument}: more than {MAX_CARDS} cards or heaps")
    return tuple(found)


def faults_of_heaps(heaps: Iterable[Heap]) -> Iterator[Fault]:
    """Yield the faults of each heap as a meld, with the index of the heap."""
    for index, heap in enumerate(heaps):
        if not isinstance(heap, Meld):
            yield from _faults_of(heap, index)


def _canonical_melds(melds: HeapsLike) -> tuple[Meld, ...]:
    """Return the melds of a table in its canonical order; raise InvalidMeld if one is none."""
    if isinstance(melds, Table):
        return melds.melds
    if isinstance(melds, tuple) and set(map(type, melds)) == {Meld}:
        legal = cast("tuple[Meld, ...]", melds)  # as the solver gives them
        if sum(map(len, legal)) <= MAX_CARDS:
            return tuple(sorted(legal, key=SORT_KEY))
    heaps = as_heaps(melds, "melds")
    if faults := tuple(faults_of_heaps(heaps)):
        raise InvalidMeld(Violation(faults))
    return tuple(sorted(map(Meld.of, heaps), key=SORT_KEY))


def _all_cards(table: Table) -> tuple[AnyCard, ...]:
    return tuple(sorted(chain.from_iterable(map(_CARDS, table.melds)), key=SORT_KEY))


@final
@attrs.frozen(cache_hash=True, repr=False)
class Table:
    """Melds face up on the table, in canonical order: equal whatever the order given (D8, R15).

    Raises:
        InvalidMeld: If one of the heaps is no meld; its `.violation` holds every fault, with the
            index of the heap.
        NotationError: If they are text that cannot be read.
        RummyError: If there are more than 216 cards.
        TypeError: If they are no heaps of cards.

    Example:
        >>> table = Table.parse("KH KD KC | 7S 8S 9S")
        >>> print(table)
        7S 8S 9S | KH KD KC
        >>> table == Table.of(["7S 8S 9S", "KC KD KH"])
        True
    """

    melds: tuple[Meld, ...] = attrs.field(default=(), converter=_canonical_melds)
    cards: tuple[AnyCard, ...] = attrs.field(
        init=False, eq=False, default=attrs.Factory(_all_cards, takes_self=True)
    )
    """All its cards, in canonical order."""

    @classmethod
    def of(cls, melds: HeapsLike) -> Table:
        """Return the table of these melds, given in any order.

        See `Table` for errors.
        """
        return melds if isinstance(melds, cls) else cls(melds)

    @classmethod
    def parse(cls, text: str) -> Table:
        """Read a table, such as `7S 8S 9S | KH KD KC`; an empty text is an empty table.

        Raises:
            NotationError: If the text cannot be read.
            InvalidMeld: If one of the heaps is no meld.
            TypeError: If it is no text.
        """
        return cls(parse_heaps(text))

    def __iter__(self) -> Iterator[Meld]:
        return iter(self.melds)

    def __len__(self) -> int:
        return len(self.melds)

    def __str__(self) -> str:
        return " | ".join(map(str, self.melds))

    def __repr__(self) -> str:
        return f"Table.parse({str(self)!r})"


HeapsLike: TypeAlias = Table | str | Iterable[CardsLike | Meld]
"""Where a table goes in: a `Table`, a text with `|` between its melds, or an iterable of melds."""


def as_table(table: HeapsLike, argument: str = "table") -> Table:
    """Return the table, made of text or melds where it is none yet; see `Table` for errors."""
    return table if isinstance(table, Table) else Table(as_heaps(table, argument))


def check_table(heaps: HeapsLike) -> Violation | None:
    """Return every fault of the heaps as melds of a table, None if there is none (R15).

    Raises:
        RummyError: If there are more than 216 cards or heaps.
        TypeError: If they are no heaps of cards.
        NotationError: If they are text that cannot be read.

    Example:
        >>> for fault in check_table("7S 8S | KH KD KC KC").faults:
        ...     print(fault)
        meld 1: a meld has at least 3 cards: 7S 8S (R11)
        meld 2: identical cards in one meld: KC KC (R12)
    """
    return Violation.of(faults_of_heaps(as_heaps(heaps)))
