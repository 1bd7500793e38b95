"""New tables that keep as many melds of the old one as they can.

It is a walk over the automaton once more. In the column where an old meld begins it is either kept,
and takes its cards out of this column and those to come, or dissolved, and leaves them to the walk.
A moment of such a walk is a node of the automaton together with the kept melds that are open.

Walks go on in the order of how many melds they dissolve. So the first one that arrives is an
answer, and no moment is looked at that takes more melds than the answer to be reached. What is
possible with a meld kept is so with it dissolved, too: a moment from which nothing leads to an end
that keeps no more melds is given up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from manipulation_rummy.cards import CARDS, Card, CardsLike, Joker, as_hand
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import MAX_SEQUENCE, HeapsLike, Meld, MeldKind, Table, as_table
from manipulation_rummy.solver.building import build_melds
from manipulation_rummy.solver.choosing import Choices, Wanted, layouts_of, without_misfits
from manipulation_rummy.solver.heaps import (
    Aces,
    accepted_columns,
    as_tally,
    check_bounds,
    expect_aces,
    faces_of,
    number_of,
    without,
)
from manipulation_rummy.solver.kernel import (
    RANKS,
    SUITS,
    Node,
    automaton,
    column_of,
)


def fewest_changes(table: HeapsLike, cards: CardsLike, *, aces: Aces = Aces.BOTH) -> Table | None:
    """Return the table with these cards of a hand on it that keeps the most melds as they are.

    Exactly these cards are played; the jokers of the table keep the rules R19-R23. A meld is kept
    if the new table has the same one, card by card. Of several such tables it is always the same
    one. Without a card to play nothing changes.

    Args:
        table: The table as it is.
        cards: The cards to play, as held: their jokers stand for nothing yet.
        aces: Where aces may stand in a sequence.

    Returns:
        The whole new table, None if these cards cannot be played together.

    Raises:
        InvalidMeld: If a heap of `table` is no legal meld.
        SolverError: For more than 216 cards, 4 copies of a card, jokers that keep it included, or 8
            jokers to be declared, or for declared jokers among `cards`.
        TypeError: If an argument is of a wrong type.
        NotationError: If a text cannot be read.

    Example:
        >>> old = "4S 5S 6S 7S | 9H TH JH | KS KH KD KC"
        >>> print(fewest_changes(old, "7H 7D QH"))
        4S 5S 6S | 7S 7H 7D | 9H TH JH QH | KS KH KD KC
    """
    expect_aces(aces)
    old = as_table(table)
    together = (*old.cards, *as_hand(cards, "cards", SolverError))
    real = {card for card in together if isinstance(card, Card)}
    faces, declared, jokers = bytearray(len(CARDS)), bytearray(len(CARDS)), 0
    for card in together:
        if isinstance(card, Joker) and (card.stands_for is None or card.stands_for in real):
            jokers += 1  # it may stand for any card now (D13)
        else:
            faces[number_of(card)] += 1
            declared[number_of(card)] += isinstance(card, Joker)
    counts = bytes(faces)
    check_bounds(as_tally(counts), jokers, "table and cards")
    if accepted_columns(counts, jokers, aces) is None:
        return None  # which the search would only know after all its walks
    wanted = Wanted(counts, (), jokers, jokers, 0)
    kept = keep_most(old, wanted, bytes(declared), aces)
    return kept and kept.table


class Kept(NamedTuple):
    """A new table that keeps the most melds.

    Attributes:
        table: The new table.
        dissolved: How many of the old melds it does not keep.
        faces: How often each card is used.
        jokers: How many jokers are used that stood for nothing.
    """

    table: Table
    dissolved: int
    faces: bytes
    jokers: int


def keep_most(
    table: Table, wanted: Wanted, declared: bytes, aces: Aces, goal: int = 0
) -> Kept | None:
    """Return a table of a choice of cards that keeps the most melds, None if there is none.

    Args:
        table: The old table.
        wanted: What may be chosen: at the least all cards of the table, those jokers among the
            faces that keep their card, and the others among the free ones.
        declared: How many jokers keep each card.
        aces: Where aces may stand.
        goal: The least value that a choice must have.
    """
    old = [_Old.of(meld, declared, aces) for meld in table]
    found = _Search(wanted, old, list(_layouts(wanted, aces)), goal).fewest_dissolved()
    return found and _kept(found, old, declared, aces)


def _kept(found: _Found, old: Sequence[_Old], declared: bytes, aces: Aces) -> Kept:
    """Return the table to which a walk has led."""
    kept = [old[place] for place in _bits(found.kept)]
    faces = faces_of(found.columns)
    left = without(faces, _together(one.faces for one in kept))
    jokers = found.jokers - sum(one.jokers for one in kept)
    columns = accepted_columns(left, jokers, aces)
    assert columns is not None, "the walk has arrived"
    bound = without(declared, _together(one.declared for one in kept))
    melds = (*(one.meld for one in kept), *build_melds(columns, bound, jokers, aces))
    return Kept(Table(melds), len(old) - len(kept), faces, found.jokers)


# --- the old melds --------------------------------------------------------------------------------


class _Old(NamedTuple):
    """A meld of the old table.

    Attributes:
        meld: The meld.
        faces: How often each card is in it, jokers that keep theirs included.
        declared: How many jokers in it keep each card.
        jokers: How many jokers in it stand for nothing now.
        columns: Its cards in each column, the aces above the king in the last one.
        begins: The column of its first card, any one if its jokers are all free.
        stands: Whether it is a meld where aces stand so.
    """

    meld: Meld
    faces: bytes
    declared: bytes
    jokers: int
    columns: tuple[int, ...]
    begins: int
    stands: bool

    @classmethod
    def of(cls, meld: Meld, declared: bytes, aces: Aces) -> _Old:
        faces, bound, columns = bytearray(len(CARDS)), bytearray(len(CARDS)), [0] * (RANKS + 1)
        jokers = 0
        ends_high = meld.kind is MeldKind.SEQUENCE and (
            aces is not Aces.LOW if len(meld) == MAX_SEQUENCE else number_of(meld.cards[-1]) < SUITS
        )
        for card in meld:
            number = number_of(card)
            if isinstance(card, Joker) and not declared[number]:
                jokers += 1
                continue
            faces[number] += 1
            bound[number] += isinstance(card, Joker)
            rank, suit = divmod(number, SUITS)
            columns[RANKS if ends_high and rank == 0 else rank] += 1 << 8 * suit
        begins = next((number for number, cards in enumerate(columns) if cards), 0)
        stands = _stands(meld, aces)
        return cls(meld, bytes(faces), bytes(bound), jokers, tuple(columns), begins, stands)


def _stands(meld: Meld, aces: Aces) -> bool:
    """Whether a meld is one with such aces; a whole suit always is."""
    if aces is Aces.BOTH or meld.kind is MeldKind.GROUP or len(meld) == MAX_SEQUENCE:
        return True
    wrong_end = meld.cards[-1 if aces is Aces.LOW else 0]
    return number_of(wrong_end) >= SUITS


def _together(counts: Iterable[bytes]) -> bytes:
    """Return how often each card is there in all."""
    return sum(map(as_tally, counts)).to_bytes(len(CARDS), "little")


class _Beginning(NamedTuple):
    """A choice of the old melds that begin in a column.

    Attributes:
        kept: The melds that are kept; bit n for the n-th of the table.
        dissolved: How many are not.
        cards: The cards of the kept ones in this column.
        jokers: The free jokers in the kept ones.
    """

    kept: int
    dissolved: int
    cards: int
    jokers: int


_NONE_KEPT: Final = _Beginning(kept=0, dissolved=0, cards=0, jokers=0)


def _beginnings(old: Sequence[_Old], number: int) -> Iterator[_Beginning]:
    """Yield each choice of the melds that begin in a column, all of them kept first."""
    places = [place for place, one in enumerate(old) if one.begins == number]
    equal: defaultdict[Meld, list[int]] = defaultdict(list)
    for place in places:
        equal[old[place].meld].append(place)
    # of equal melds it only matters how many are kept
    choices = [
        [alike[:many] for many in range(len(alike) if old[alike[0]].stands else 0, -1, -1)]
        for alike in equal.values()
    ]
    for chosen in product(*choices):
        kept = [place for alike in chosen for place in alike]
        yield _Beginning(
            sum(1 << place for place in kept),
            len(places) - len(kept),
            sum(old[place].columns[number] for place in kept),
            sum(old[place].jokers for place in kept),
        )


class _Column(NamedTuple):
    """What is the same in a column for all layouts.

    Attributes:
        beginnings: The choices of the old melds that begin there.
        going_on: The old melds that have cards behind it.
        behind: What optional cards behind it are worth at best; see `Wanted.best_behind`.
    """

    beginnings: list[_Beginning]
    going_on: int
    behind: list[int]

    @classmethod
    def of(cls, old: Sequence[_Old], wanted: Wanted, number: int) -> _Column:
        going_on = sum(
            1 << place for place, one in enumerate(old) if any(one.columns[number + 1 :])
        )
        return cls(list(_beginnings(old, number)), going_on, wanted.best_behind(number))


# --- the cards of a column ------------------------------------------------------------------------


def _layouts(wanted: Wanted, aces: Aces) -> Iterator[list[Choices]]:
    """Yield the choices for all columns, for each choice of the aces above the king."""
    wanted, most = without_misfits(wanted, aces)
    for columns, choices in layouts_of(wanted, most, aces):
        layout = [[(column, 0)] for column in columns]
        for number, to_choose in choices:
            layout[number] = to_choose
        yield layout


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


_BELOW_ZERO: Final = column_of((128,) * SUITS)
"""The bits of a column one of which is set once a count is less than none."""


# --- the search -----------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """Where a walk is, before a column.

    Attributes:
        layout: The number of its layout.
        opened: The kept melds that have begun and have cards to come; bit n for the n-th.
        jokers: The free jokers in the melds kept so far.
        node: The state of the automaton, which reads the cards that are in no kept meld.
    """

    layout: int
    opened: int
    jokers: int
    node: Node


class _Way(NamedTuple):
    """A walk so far, from its last column back to the first.

    Attributes:
        value: What the chosen optional cards are worth.
        before: The walk without its last column, None at the start.
        column: All cards chosen for the last column, those of kept melds included.
        kept: The kept melds that begin there.
    """

    value: int
    before: _Way | None
    column: int
    kept: int


class _Found(NamedTuple):
    """A walk that has arrived: all its columns, its free jokers, and the melds it keeps."""

    columns: tuple[int, ...]
    jokers: int
    kept: int

    @classmethod
    def of(cls, way: _Way, jokers: int) -> _Found:
        columns: list[int] = []
        kept = 0
        while way.before:
            columns.append(way.column)
            kept |= way.kept
            way = way.before
        return cls(tuple(reversed(columns)), jokers, kept)


class _Search:
    """The walks over all layouts, those that dissolve the fewest melds first."""

    def __init__(
        self, wanted: Wanted, old: Sequence[_Old], layouts: Sequence[Sequence[Choices]], goal: int
    ) -> None:
        self._wanted = wanted
        self._old = old
        self._layouts = layouts
        self._columns = [_Column.of(old, wanted, number) for number in range(len(layouts[0]))]
        self._goal = goal
        self._arrives_from: dict[tuple[int, _Moment, int], bool] = {}

    def fewest_dissolved(self) -> _Found | None:
        """Return the walk that dissolves the fewest melds, None if none arrives."""
        start = automaton(self._wanted.most_jokers).start
        # by how many melds have been dissolved, and by column
        waiting: defaultdict[tuple[int, int], list[tuple[_Moment, _Way]]] = defaultdict(list)
        waiting[0, 0] = [
            (_Moment(layout, 0, 0, start), _Way(0, None, 0, 0))
            for layout in range(len(self._layouts))
        ]
        seen: set[tuple[int, _Moment, int]] = set()
        last = len(self._columns)
        for dissolved, number in product(range(len(self._old) + 1), range(last + 1)):
            for moment, way in waiting.pop((dissolved, number), ()):
                here = number, moment, way.value
                if here in seen or not self._arrives(*here):
                    continue
                seen.add(here)
                if number == last:
                    return _Found.of(way, self._jokers(moment, way.value)[0])
                for beginning in self._columns[number].beginnings:
                    reached = waiting[dissolved + beginning.dissolved, number + 1]
                    for after, column, value in self._steps(*here, beginning):
                        reached.append((after, _Way(value, way, column, beginning.kept)))
        return None

    def _arrives(self, number: int, moment: _Moment, value: int) -> bool:
        """Whether a walk can arrive and be worth enough: if so, also without keeping more melds."""
        if number == len(self._columns):
            return bool(self._jokers(moment, value))
        here = number, moment, value
        arrives = self._arrives_from.get(here)
        if arrives is None:
            arrives = self._arrives_from[here] = any(
                self._arrives(number + 1, after, value)
                for after, _, value in self._steps(*here, _NONE_KEPT)
            )
        return arrives

    def _steps(
        self, number: int, moment: _Moment, value: int, beginning: _Beginning
    ) -> Iterator[tuple[_Moment, int, int]]:
        """Yield where the choices of a column lead: the moment, the column, and the value."""
        layout, opened, jokers, node = moment
        jokers += beginning.jokers
        _, going_on, behind = self._columns[number]
        taken = beginning.cards + sum([self._old[place].columns[number] for place in _bits(opened)])
        opened = (opened | beginning.kept) & going_on
        for column, worth in self._layouts[layout][number]:
            left = column - taken
            if left & _BELOW_ZERO or not self._suffices(value + worth, behind):
                continue
            after = node[left]
            if after.states:
                yield _Moment(layout, opened, jokers, after), column, value + worth

    def _suffices(self, value: int, behind: Sequence[int]) -> bool:
        """Whether the goal can still be reached, and the limit be kept."""
        limit = self._wanted.limit
        if limit is None:
            return value + behind[0] >= self._goal
        cards = value % limit.base
        return cards <= limit.cards and value + behind[limit.cards - cards] >= self._goal

    def _jokers(self, moment: _Moment, value: int) -> list[int]:
        """Return with how many free jokers, those of kept melds included, a walk can end."""
        wanted = self._wanted
        return [
            jokers
            for jokers in range(wanted.least_jokers, wanted.most_jokers + 1)
            if moment.node.accepted >> (jokers - moment.jokers) & 1
            and (worth := value + (jokers - wanted.least_jokers) * wanted.joker_value) >= self._goal
            and wanted.allows(worth)
        ]
