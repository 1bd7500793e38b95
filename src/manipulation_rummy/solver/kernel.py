"""The walk over the ranks, on small integers; knows nothing of card objects.

A heap of cards is read as *columns*, one a rank: how many cards of that rank each suit has. The
walk goes from the ace up to the king, and for aces above the king through one more column. In each
column every card goes into a group of that rank or into a run of its suit.

**What a suit remembers.** Three numbers `x y z`: of its runs that reach the column before, `z` in
all, `y` are shorter than three cards and `x` are one card long. If `r` of its cards go into runs in
the next column, the short runs must grow (`r >= y`), the others grow as far as cards are left, and
only the rest, `r - z`, begin new runs: a longer run serves wherever a shorter one does, so that
apart from the groups there is no choice. The numbers become `x' = max(0, r - z)`, `y' = x + x'`,
`z' = r`. In the end no short run may be left: `y = 0` in each suit.

    the heap 3H 4H 5H 6H 6S 6D, hearts alone        x y z
    3H begins a run                                 1 1 1
    4H must go on                                   0 1 1
    5H must go on, the run has three cards          0 0 1
    6H may go on (0 0 1), or into a group (0 0 0): only then do 6S and 6D have one

**Dominance.** A state with fewer `x`, fewer `y` and more `z` in each suit can do whatever the other
can, so the other is dropped. Few states are left, and `Automaton` keeps what follows from them.

**Jokers** that stand for any card are used where they are needed, and only in forms that all others
can be brought to without using more of them:

- in a group, only to make it three cards, one of them natural (a fourth card can be left out);
- in a run, only to let it grow where naturals do not suffice (a run that begins with a joker can
  shed it and take one at its other end instead), but for runs of three at the very top, which may
  begin with a joker since they cannot grow upwards.

The jokers left over are *parked*: three or more make a meld of their own, one or two join a run or
a group of three each, and two turn a group of four into two of three. There is no other way: a
joker left out of a meld was shed by a run or by a group of four, each group sheds one at most, and
a meld of jokers alone sheds three. So a state also remembers how many jokers it has used and
whether one, and whether two, could be parked. Of the ways to group the same cards without jokers
the one with the most groups is enough: it leaves the same for runs, and the most room.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

SUITS: Final = 4
RANKS: Final = 13
MAX_COPIES: Final = 4
MAX_JOKERS: Final = 8

# A column is one int: a byte for each suit, and above them its kind.
PLAIN: Final = 0
GROUPS_ONLY: Final = 1 << 32  # aces that may not begin a run
RUNS_ONLY: Final = 2 << 32  # aces above the king
RUNS_OF_JOKERS: Final = 3 << 32  # two below the top: a run may begin with a joker
_KIND: Final = 3 << 32

# A state is one int: for each suit the fields x, y and 15 - z, with a guard bit above each, then
# the parking room (3 - room), then the jokers used. So a state that dominates another is the
# smaller one, and one subtraction compares all fields.
_FIELD: Final = 5
_SUIT: Final = 3 * _FIELD
_PARKING: Final = SUITS * _SUIT
_USED: Final = _PARKING + 2
_MASK: Final = (1 << _SUIT) - 1
_RUNS: Final = (1 << _PARKING) - 1
_GUARDS: Final = sum(1 << (index * _FIELD + 4) for index in range(3 * SUITS))
_NO_RUN: Final = 15 << (2 * _FIELD)
_SHORT: Final = sum(15 << (suit * _SUIT + _FIELD) for suit in range(SUITS))
_NO_RUNS: Final = sum(_NO_RUN << (suit * _SUIT) for suit in range(SUITS))

# parking room: bit 0 for one joker, bit 1 for two
_ALL_ROOM: Final = 3
_MELD: Final = 3  # so many cards are one
_NOTHING: Final = (0,) * SUITS


def column_of(counts: Sequence[int]) -> int:
    """Return the plain column with so many cards, 0 to 4, of each suit."""
    return counts[0] | counts[1] << 8 | counts[2] << 16 | counts[3] << 24


def counts_of(column: int) -> tuple[int, int, int, int]:
    """Return how many cards of each suit a column has."""
    return column & 15, column >> 8 & 15, column >> 16 & 15, column >> 24 & 15


class Grouping(NamedTuple):
    """One way to put cards of a column into groups."""

    taken: tuple[int, ...]
    """The cards of each suit that go into groups."""
    left: tuple[int, ...]
    """The cards of each suit that go into runs."""
    groups: int
    """The number of groups."""
    jokers: int
    """The jokers beside them: so many that no group has fewer than three cards."""
    room: int
    """The parking room that the groups give."""


def _groupings_of(column: int, budget: int) -> list[Grouping]:
    """Return the ways to put cards of a column into groups that its kind allows."""
    kind = column & _KIND
    return [
        grouping
        for grouping in _groupings(counts_of(column), budget)
        if not (kind == RUNS_ONLY and grouping.groups)
        and not (kind == GROUPS_ONLY and any(grouping.left))
    ]


def _groupings(counts: tuple[int, ...], budget: int) -> Iterator[Grouping]:
    """Yield the ways to put cards into groups, with so many jokers at most."""
    for taken in product(*[range(count + 1) for count in counts]):
        cards = sum(taken)
        fewest = max(*taken, (cards + 3) // 4)
        natural = cards // 3  # the most groups that need no joker
        for groups in range(max(fewest, natural), min(cards, natural + budget) + 1):
            jokers = max(0, 3 * groups - cards)
            if jokers <= budget:
                left = tuple(map(int.__sub__, counts, taken))
                fours = cards + jokers - 3 * groups
                room = min(groups - fours, 1) | (2 if fours or groups - fours > 1 else 0)
                yield Grouping(taken, left, groups, jokers, room)


Step = tuple[int, Grouping, tuple[int, int, int, int]]
"""What became of the cards of a column: the state after it, the cards that went into groups, and
the jokers of each suit that went into runs."""

_Choices = list[tuple[int, int]]
"""Ways to put cards of a suit into runs: the jokers beside them, and its fields afterwards."""


def _growth(fields: int, suit: int) -> tuple[Callable[[int], int], int, int]:
    """Return what the fields of a suit become with so many cards in runs, its `y` and its `z`."""
    begun = fields & 15
    short = fields >> _FIELD & 15
    runs = 15 - (fields >> 2 * _FIELD)

    def after(cards: int) -> int:
        new = max(0, cards - runs)
        return (new | begun + new << _FIELD | 15 - cards << 2 * _FIELD) << suit * _SUIT

    return after, short, runs


def _run_choices(fields: int, suit: int, kind: int, budget: int) -> list[_Choices]:
    """Return the ways to put 0, 1, … 4 naturals of a suit into runs."""
    after, short, runs = _growth(fields, suit)

    def jokers(naturals: int) -> range:
        most = budget if kind == RUNS_OF_JOKERS else min(budget, max(0, runs - naturals))
        return range(max(0, short - naturals), most + 1)

    return [
        [(more, after(cards + more)) for more in jokers(cards)] for cards in range(MAX_COPIES + 1)
    ]


# --- without jokers -------------------------------------------------------------------------------

_NEVER: Final = -1
"""Instead of fields: the short runs of a suit cannot grow. Any number joined to it by `|` is it."""


class _Grown(dict[int, tuple[int, ...]]):
    """The fields of a suit, in their place, after 0, 1, … 4 more cards in its runs."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, fields: int) -> tuple[int, ...]:
        after, short, _ = _growth(fields >> self._suit * _SUIT, self._suit)
        grown = self[fields] = (_NEVER,) * short + tuple(map(after, range(short, MAX_COPIES + 1)))
        return grown


class _Left(dict[int, list[tuple[int, ...]]]):
    """What a column can leave for runs, of each suit, if no joker helps its groups."""

    def __missing__(self, column: int) -> list[tuple[int, ...]]:
        counts = counts_of(column)
        kind = column & _KIND
        ways: list[tuple[int, ...]] = [counts]
        if kind != RUNS_ONLY and sum(map(bool, counts)) >= _MELD:
            ways += [
                left
                for left in product(*[range(count + 1) for count in counts])
                if _form_groups([count - more for count, more in zip(counts, left, strict=True)])
            ]
        if kind == GROUPS_ONLY:
            ways = [left for left in ways if left == _NOTHING]
        self[column] = ways
        return ways


def _form_groups(taken: list[int]) -> bool:
    """Whether so many cards of each suit, at least one, form groups without a joker."""
    cards = sum(taken)
    groups = cards // _MELD
    return 0 < cards <= 4 * groups and max(taken) <= groups


_GROWN: Final = tuple(_Grown(suit) for suit in range(SUITS))
_LEFT: Final = _Left()
_SUIT_MASKS: Final = tuple(_MASK << suit * _SUIT for suit in range(SUITS))


def _after_naturals(state: int, column: int) -> tuple[int, ...]:
    """Return every state that can follow a column if all jokers have been used.

    The same as `Walk.steps` would find, faster: a grouping decides all. A walk that has no joker
    left has none to park, so that room for one does not matter any more.
    """
    grown_s, grown_h, grown_d, grown_c = _GROWN
    mask_s, mask_h, mask_d, mask_c = _SUIT_MASKS
    spades, hearts = grown_s[state & mask_s], grown_h[state & mask_h]
    diamonds, clubs = grown_d[state & mask_d], grown_c[state & mask_c]
    used = state >> _USED << _USED
    return tuple(
        [
            used | after
            for s, h, d, c in _LEFT[column]
            if (after := spades[s] | hearts[h] | diamonds[d] | clubs[c]) >= 0
        ]
    )


class Kept:
    """How much is kept between calls: states, transitions and steps, of all automata together.

    Threads that keep something at the same moment may count it once: a bound needs no more.
    """

    __slots__ = ("entries", "limit")

    def __init__(self, limit: int) -> None:
        self.entries = 0
        self.limit = limit


KEPT: Final = Kept(limit=80_000)  # 16 MB, up to 50 MB where jokers are asked about


# --- the walk -------------------------------------------------------------------------------------


class Walk:
    """The walk itself, for heaps with at most so many free jokers: which state follows which.

    Args:
        budget: The most free jokers, 0 to 8.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        room = 0 if budget else _ALL_ROOM  # without jokers there is nothing to park
        self.start: Final = _NO_RUNS | (_ALL_ROOM - room) << _PARKING
        self._spent: Final = budget << _USED
        self._after: dict[tuple[int, int], tuple[int, ...]] = {}
        self._groupings: dict[int, list[Grouping]] = {}
        self._choices: dict[tuple[int, int, int], list[_Choices]] = {}

    def after(self, state: int, column: int) -> tuple[int, ...]:
        """Return every state that can follow a column."""
        found = self._after.get((state, column))
        if found is None:
            if state >= self._spent:
                found = _after_naturals(state, column)
            else:
                found = self._after_with_jokers(state, column)
            self._after[state, column] = found
            KEPT.entries += 1
        return found

    def _after_with_jokers(self, state: int, column: int) -> tuple[int, ...]:
        """Return the states to which `steps` leads, each once."""
        used = state >> _USED
        left = self.budget - used
        room = _ALL_ROOM - (state >> _PARKING & 3)
        spades, hearts, diamonds, clubs = self._suits(state, column)
        found: dict[int, None] = {}
        for _, (s, h, d, c), _, in_groups, gained in self._groupings_of(column):
            for s_jokers, s_runs in spades[s]:
                for h_jokers, h_runs in hearts[h]:
                    two_jokers = in_groups + s_jokers + h_jokers
                    two_runs = s_runs | h_runs
                    for d_jokers, d_runs in diamonds[d]:
                        three_jokers = two_jokers + d_jokers
                        if three_jokers > left:
                            break  # the others take more still
                        three_runs = two_runs | d_runs
                        for c_jokers, c_runs in clubs[c]:
                            jokers = three_jokers + c_jokers
                            if jokers > left:
                                break
                            runs = three_runs | c_runs
                            lacking = _lacking(runs, left - jokers, room, gained)
                            found[runs | lacking << _PARKING | used + jokers << _USED] = None
        return tuple(found)

    def accepts(self, state: int) -> int:
        """Return with how many jokers a heap that ends here partitions: bit n for n of them."""
        if state & _SHORT:
            return 0
        used = state >> _USED
        room = _ALL_ROOM - (state >> _PARKING & 3)
        mask = 1 << used
        for spare in range(1, self.budget - used + 1):
            if spare >= _MELD or room >> (spare - 1) & 1:
                mask |= 1 << (used + spare)
        return mask

    def arrived(self, suits: Sequence[tuple[int, int, int]], jokers: int) -> int:
        """Return the state of a walk that has arrived with exactly these runs.

        Args:
            suits: For each suit its `x y z`.
            jokers: The free jokers that are left; room to park them is taken for granted.
        """
        state = (self.budget - jokers) << _USED
        for suit, (begun, short, runs) in enumerate(suits):
            fields = begun | short << _FIELD | 15 - runs << 2 * _FIELD
            state |= fields << suit * _SUIT
        return state

    def steps(self, state: int, column: int) -> Iterator[Step]:
        """Yield every way to place the cards of a column, with jokers as far as they last."""
        used = state >> _USED
        left = self.budget - used
        room = _ALL_ROOM - (state >> _PARKING & 3)
        spades, hearts, diamonds, clubs = self._suits(state, column)
        for grouping in self._groupings_of(column):
            s, h, d, c = grouping.left
            for s_jokers, s_runs in spades[s]:
                for h_jokers, h_runs in hearts[h]:
                    for d_jokers, d_runs in diamonds[d]:
                        for c_jokers, c_runs in clubs[c]:
                            more = s_jokers + h_jokers + d_jokers + c_jokers + grouping.jokers
                            if more <= left:
                                runs = s_runs | h_runs | d_runs | c_runs
                                lacking = _lacking(runs, left - more, room, grouping.room)
                                after = runs | lacking << _PARKING | used + more << _USED
                                yield after, grouping, (s_jokers, h_jokers, d_jokers, c_jokers)

    def _suits(self, state: int, column: int) -> list[list[_Choices]]:
        """Return, for each suit of a state, the ways to put its cards of a column into runs."""
        kind = column & _KIND
        suits: list[list[_Choices]] = []
        for suit in range(SUITS):
            key = state >> suit * _SUIT & _MASK, suit, kind
            found = self._choices.get(key)
            if found is None:
                found = self._choices[key] = _run_choices(*key, self.budget)
            suits.append(found)
        return suits

    def _groupings_of(self, column: int) -> list[Grouping]:
        found = self._groupings.get(column)
        if found is None:
            found = self._groupings[column] = _groupings_of(column, self.budget)
        return found


def _lacking(runs: int, jokers: int, before: int, gained: int) -> int:
    """Return what parking room is lacking for the jokers left.

    There is none where no joker is left, and none where a run is open, which can take two. Groups
    add up: two of three cards park two jokers.
    """
    if jokers == 0 or runs != _NO_RUNS or before == gained == 1:
        return 0
    return _ALL_ROOM - (before | gained)


def undominated(values: dict[int, int]) -> list[int]:
    """Return the states that no other one of at least their value dominates, in ascending order."""
    kept: list[tuple[int, int]] = []
    for state in sorted(values):  # whoever dominates a state comes before it
        value = values[state]
        runs = state & _RUNS | _GUARDS
        for better, its_value in kept:
            if (
                its_value >= value
                and (runs - (better & _RUNS)) & _GUARDS == _GUARDS
                and (better >> _PARKING == state >> _PARKING or _parks_as_well(better, state))
            ):
                break
        else:
            kept.append((state, value))
    return [state for state, _ in kept]


def _parks_as_well(better: int, state: int) -> bool:
    """Whether the first state, with no more jokers used, can also park what it saves on jokers.

    Each joker saved is one more to be parked, so that only full room is sure to suffice.
    """
    lacking = better >> _PARKING & 3
    if better >> _USED == state >> _USED:
        return lacking & ~(state >> _PARKING) == 0
    return lacking == 0


# --- the walk determinised ------------------------------------------------------------------------


class Node(dict[int, "Node"]):
    """A state of the automaton, and where each column leads from it: `node[column]`.

    It stands for the set of all states that the walk can be in, without the dominated ones. A node
    without states is a dead end. A transition is computed when it is first asked for, and kept.
    """

    __slots__ = ("_automaton", "_origins", "accepted", "states")

    def __init__(self, automaton: Automaton, states: tuple[int, ...]) -> None:
        super().__init__()
        self._automaton = automaton
        self._origins: dict[tuple[int, int], tuple[int, Step]] = {}
        self.states: Final = states
        """The states of the walk that it stands for, ascending."""
        self.accepted: int = 0
        """With how many jokers a heap that ends here partitions: bit n for n of them."""
        for state in states:
            self.accepted |= automaton.walk.accepts(state)

    # one node for each set of states: they are told apart by identity
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __missing__(self, column: int) -> Node:
        walk = self._automaton.walk
        after = {after: 0 for state in self.states for after in walk.after(state, column)}
        following = self._automaton.node(tuple(undominated(after)))
        self[column] = following
        KEPT.entries += 1
        return following

    def origin(self, column: int, after: int) -> tuple[int, Step]:
        """Return one of these states from which a column can lead to another one, and how."""
        found = self._origins.get((column, after))
        if found is None:
            walk = self._automaton.walk
            state = next(state for state in self.states if after in walk.after(state, column))
            step = next(step for step in walk.steps(state, column) if step[0] == after)
            found = self._origins[column, after] = state, step
            KEPT.entries += 1
        return found


class Automaton:
    """The walk, determinised lazily: to check a heap whose like has been seen is a dozen look-ups.

    Args:
        budget: The most free jokers, 0 to 8.
    """

    def __init__(self, budget: int) -> None:
        self.walk: Final = Walk(budget)
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._lock = threading.Lock()
        self.start: Final = self.node((self.walk.start,))
        self.dead_end: Final = self.node(())

    def node(self, states: tuple[int, ...]) -> Node:
        """Return the one node that stands for these states."""
        node = self._nodes.get(states)
        if node is None:
            with self._lock:
                node = self._nodes.setdefault(states, Node(self, states))
                KEPT.entries += 1
        return node

    def trace(self, columns: Sequence[int], jokers: int) -> list[Step]:
        """Return what becomes of each column of a heap that partitions.

        Args:
            columns: The columns.
            jokers: The free jokers of the heap; those not in the steps are to be parked.
        """
        nodes = [self.start]
        for column in columns:
            nodes.append(nodes[-1][column])
        accepts = self.walk.accepts
        state = next(state for state in nodes.pop().states if accepts(state) >> jokers & 1)
        steps: list[Step] = []
        for node, column in zip(reversed(nodes), reversed(columns), strict=True):
            state, step = node.origin(column, state)
            steps.append(step)
        return steps[::-1]


# --- what is kept between calls -------------------------------------------------------------------

_automata: Final[dict[int, Automaton]] = {}


def automaton(budget: int) -> Automaton:
    """Return the automaton for heaps with at most so many free jokers, shared between calls.

    If more is kept than there may be, all of them begin anew; whoever walks on an old one keeps it
    until the end of the walk.
    """
    if KEPT.entries > KEPT.limit:
        forget()
    found = _automata.get(budget)
    if found is None:
        found = _automata.setdefault(budget, Automaton(budget))
    return found


def forget() -> None:
    """Let go of everything."""
    _automata.clear()
    _LEFT.clear()
    for grown in _GROWN:
        grown.clear()
    KEPT.entries = 0
