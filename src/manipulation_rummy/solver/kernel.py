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
  begin with a joker since they cannot grow upwards. Not even there does a suit need five runs: one
  of them has no natural card in the next column, so it can go on with what follows the joker that
  begins another, which is saved.

The jokers left over are *parked*: three or more make a meld of their own, one or two join a run or
a group of three each, and two turn a group of four into two of three. There is no other way: a
joker left out of a meld was shed by a run or by a group of four, each group sheds one at most, and
a meld of jokers alone sheds three. So a state also remembers how many jokers it has used and
whether one, and whether two, could be parked. Of the ways to group the same cards without jokers
the one with the most groups is enough: it leaves the same for runs, and the most room.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
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

# A state is one int: for each suit the fields x, y and 7 - z, with a guard bit above each, then the
# parking room (3 - room), then the jokers used. So a state that dominates another is the smaller
# one, and one subtraction compares all fields. (Compiled, ints below 2 ** 62 are machine words.)
FIELD_BITS: Final = 4
_MOST: Final = 7
SUIT_BITS: Final = 3 * FIELD_BITS
_PARKING: Final = SUITS * SUIT_BITS
_USED: Final = _PARKING + 2
_RUNS: Final = (1 << _PARKING) - 1
_GUARDS: Final = 0x888888888888
ONE_JOKER: Final = 1 << _USED  # so much greater is a state once a joker has been used
_SHORT: Final = 0x070070070070
_NO_RUNS: Final = 0x700700700700
_PLACES_OF_Z: Final = (8, 20, 32, 44)
_SUIT_MASKS: Final = (0xFFF, 0xFFF << SUIT_BITS, 0xFFF << 2 * SUIT_BITS, 0xFFF << 3 * SUIT_BITS)

# parking room: bit 0 for one joker, bit 1 for two
_ALL_ROOM: Final = 3
_MELD: Final = 3  # so many cards are one
_NOTHING: Final = (0, 0, 0, 0)

_Counts = tuple[int, int, int, int]
"""A number for each suit."""


def column_of(counts: Sequence[int]) -> int:
    """Return the plain column with so many cards, 0 to 4, of each suit."""
    return counts[0] | counts[1] << 8 | counts[2] << 16 | counts[3] << 24


def counts_of(column: int) -> _Counts:
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
        and not (kind == GROUPS_ONLY and grouping.left != _NOTHING)
    ]


def _groupings(counts: _Counts, budget: int) -> list[Grouping]:
    """Return the ways to put cards into groups, with so many jokers at most.

    More groups than need be are of use where they make three of two groups of four and a joker;
    such as take more jokers leave them out, which can be parked.
    """
    found: list[Grouping] = []
    for taken in product(*[range(count + 1) for count in counts]):
        cards = sum(taken)
        groups = max(*taken, (cards + 3) // 4, cards // _MELD)
        fours = cards - _MELD * groups  # or as many jokers are lacking
        if fours + budget >= 0:
            left = tuple(map(int.__sub__, counts, taken))
            found.append(_grouping(taken, left, groups, fours))
            if budget and fours == 2:  # noqa: PLR2004  # a pair of them
                found.append(_grouping(taken, left, groups + 1, -1))
    return found


def _grouping(taken: tuple[int, ...], left: tuple[int, ...], groups: int, fours: int) -> Grouping:
    """Return a grouping with so many groups of four, or as many jokers if that is negative."""
    threes = groups - max(0, fours)
    room = min(threes, 1) | (2 if fours > 0 or threes > 1 else 0)
    return Grouping(taken, left, groups, max(0, -fours), room)


Step = tuple[int, Grouping, tuple[int, ...]]
"""What became of the cards of a column: the state after it, the cards that went into groups, and
the jokers of each suit that went into runs."""


def _grown(fields: int, cards: int) -> int:
    """Return what the fields of a suit become with so many cards in its runs."""
    new = max(0, cards - _MOST + (fields >> 2 * FIELD_BITS))
    return new | (fields & _MOST) + new << FIELD_BITS | _MOST - cards << 2 * FIELD_BITS


# --- without jokers -------------------------------------------------------------------------------

_NEVER: Final = -1
"""Instead of fields: the short runs of a suit cannot grow. Any number joined to it by `|` is it."""


class _Grown(dict[int, tuple[int, ...]]):
    """The fields of a suit, in their place, after 0, 1, … 4 more cards in its runs."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._place: Final = suit * SUIT_BITS

    def __missing__(self, placed: int) -> tuple[int, ...]:
        fields = placed >> self._place
        short = fields >> FIELD_BITS & _MOST
        grown = [
            _NEVER if cards < short else _grown(fields, cards) << self._place
            for cards in range(MAX_COPIES + 1)
        ]
        self[placed] = tuple(grown)
        return tuple(grown)


def _form_groups(taken: Sequence[int]) -> bool:
    """Whether so many cards of each suit, at least one, form groups without a joker."""
    cards = sum(taken)
    groups = cards // _MELD
    return 0 < cards <= 4 * groups and max(taken) <= groups


_IN_GROUPS: Final = sorted(
    [
        column_of(taken)
        for taken in product(range(MAX_COPIES + 1), repeat=SUITS)
        if _form_groups(taken)
    ]
)
"""The plain columns of which all cards can go into groups."""

_BORROW: Final = 0x80808080  # the highest bit of each suit


class _Left(dict[int, list[_Counts]]):
    """What a column can leave for runs, of each suit, if no joker helps its groups."""

    def __missing__(self, column: int) -> list[_Counts]:
        kind = column & _KIND
        plain = column & ~_KIND
        ways = [plain]
        if kind != RUNS_ONLY:
            for taken in _IN_GROUPS[: bisect_right(_IN_GROUPS, plain)]:
                left = (plain | _BORROW) - taken
                if left & _BORROW == _BORROW:
                    ways.append(left & ~_BORROW)
        found = [counts_of(left) for left in ways if kind != GROUPS_ONLY or left == 0]
        self[column] = found
        return found


_GROWN: Final = tuple([_Grown(suit) for suit in range(SUITS)])
_LEFT: Final = _Left()


def _after_naturals(state: int, column: int) -> tuple[int, ...]:
    """Return every state that can follow a column if all jokers have been used.

    The same as with jokers, faster: a grouping decides all. A walk that has no joker left has none
    to park, so that room for one does not matter any more.
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


KEPT: Final = Kept(limit=80_000)  # 13 MB, up to 65 MB where eight jokers are asked about


# --- the walk -------------------------------------------------------------------------------------

_Ways = list[tuple[int, int]]
"""Ways to put cards of a suit into runs: the jokers beside them, and its fields afterwards."""


class _Runs(dict[int, list[_Ways]]):
    """The ways to put 0, 1, … 4 naturals of a suit into runs, by its fields in their place.

    Args:
        suit: The number of the suit.
        budget: The most jokers.
        runs: So many runs there may be, if need be begun by jokers.
    """

    def __init__(self, suit: int, budget: int, runs: int) -> None:
        super().__init__()
        self._place: Final = suit * SUIT_BITS
        self._budget: Final = budget
        self._most: Final = runs

    def __missing__(self, placed: int) -> list[_Ways]:
        fields = placed >> self._place
        short = fields >> FIELD_BITS & _MOST
        runs = max(self._most, _MOST - (fields >> 2 * FIELD_BITS))
        found: list[_Ways] = []
        for cards in range(MAX_COPIES + 1):
            most = min(self._budget, max(0, runs - cards))
            found.append(
                [
                    (jokers, _grown(fields, cards + jokers) << self._place)
                    for jokers in range(max(0, short - cards), most + 1)
                ]
            )
        self[placed] = found
        return found


class Follow(dict[int, tuple[int, ...]]):
    """Every state that can follow a column, by the state before it: `follow[state]`.

    The states are computed when they are first asked for, and kept.
    """

    def __init__(self, column: int, budget: int, runs: tuple[_Runs, ...]) -> None:
        super().__init__()
        self._column: Final = column
        self._budget: Final = budget
        self._runs: Final = runs
        self._groupings: list[Grouping] | None = None

    def __missing__(self, state: int) -> tuple[int, ...]:
        if state >> _USED == self._budget:
            found = _after_naturals(state, self._column)
        else:
            found = self._after_with_jokers(state)
        self[state] = found
        KEPT.entries += 1
        return found

    def _after_with_jokers(self, state: int) -> tuple[int, ...]:
        used = state >> _USED
        left = self._budget - used
        room = _ALL_ROOM - (state >> _PARKING & 3)
        mask_s, mask_h, mask_d, mask_c = _SUIT_MASKS
        runs_s, runs_h, runs_d, runs_c = self._runs
        spades, hearts = runs_s[state & mask_s], runs_h[state & mask_h]
        diamonds, clubs = runs_d[state & mask_d], runs_c[state & mask_c]
        found: dict[int, None] = {}
        for _, (s, h, d, c), _, in_groups, gained in self._all_groupings():
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
                            after = three_runs | c_runs | used + jokers << _USED
                            if three_runs | c_runs == _NO_RUNS:
                                after |= _lacking(left - jokers, room, gained) << _PARKING
                            found[after] = None
        return tuple(found)

    def step(self, state: int, after: int) -> Step:
        """Return how a state leads to one of those that can follow."""
        in_runs = tuple([_MOST - (after >> place & _MOST) for place in _PLACES_OF_Z])
        used = (after >> _USED) - (state >> _USED)
        if used == 0:
            taken = tuple(map(int.__sub__, counts_of(self._column), in_runs))
            groups = sum(taken) // _MELD
            return after, _grouping(taken, in_runs, groups, sum(taken) - _MELD * groups), _NOTHING
        ways = [
            (after, grouping, jokers)
            for grouping in self._all_groupings()
            if min(jokers := tuple(map(int.__sub__, in_runs, grouping.left))) >= 0
            and sum(jokers) + grouping.jokers == used
        ]
        return ways[0]  # they differ only while runs are open, and then none lacks parking room

    def _all_groupings(self) -> list[Grouping]:
        if self._groupings is None:
            self._groupings = _groupings_of(self._column, self._budget)
        return self._groupings


class Walk:
    """The walk itself, for heaps with at most so many free jokers: which state follows which.

    Args:
        budget: The most free jokers, 0 to 8.
    """

    def __init__(self, budget: int) -> None:
        self.budget: Final = budget
        room = 0 if budget else _ALL_ROOM  # without jokers there is nothing to park
        self.start: Final = _NO_RUNS | (_ALL_ROOM - room) << _PARKING
        self._follow: dict[int, Follow] = {}
        self._runs = tuple([_Runs(suit, budget, 0) for suit in range(SUITS)])
        self._top_runs = tuple([_Runs(suit, budget, MAX_COPIES) for suit in range(SUITS)])

    def through(self, column: int) -> Follow:
        """Return what follows a column."""
        found = self._follow.get(column)
        if found is None:
            runs = self._top_runs if column & _KIND == RUNS_OF_JOKERS else self._runs
            found = self._follow[column] = Follow(column, self.budget, runs)
        return found

    def after(self, state: int, column: int) -> tuple[int, ...]:
        """Return every state that can follow a column."""
        return self.through(column)[state]

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

        More than seven runs of a suit, as jokers make them possible, count as seven.

        Args:
            suits: For each suit its `x y z`.
            jokers: The free jokers that are left; room to park them is taken for granted.
        """
        state = (self.budget - jokers) << _USED
        for suit, (begun, short, runs) in enumerate(suits):
            x, y, z = min(begun, _MOST), min(short, _MOST), min(runs, _MOST)
            state |= (x | y << FIELD_BITS | _MOST - z << 2 * FIELD_BITS) << suit * SUIT_BITS
        return state


def _lacking(jokers: int, before: int, gained: int) -> int:
    """Return what parking room is lacking for the jokers left, if there are any, without open runs.

    An open run can take two. Groups add up: two of three cards park two jokers.
    """
    if jokers == 0 or before == gained == 1:
        return 0
    return _ALL_ROOM - (before | gained)


def undominated(values: dict[int, int]) -> list[int]:
    """Return the states that no other one of at least their value dominates, in ascending order."""
    kept: list[int] = []
    for state in sorted(values):  # whoever dominates a state comes before it
        value = values[state]
        runs = state & _RUNS | _GUARDS
        for better in kept:
            if (
                (runs - (better & _RUNS)) & _GUARDS == _GUARDS
                and (better >> _PARKING == state >> _PARKING or _parks_as_well(better, state))
                and values[better] >= value
            ):
                break
        else:
            kept.append(state)
    return kept


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

    # one node for each set of states: as keys they are told apart by identity
    __hash__ = object.__hash__  # type: ignore[assignment]

    def __missing__(self, column: int) -> Node:
        follow = self._automaton.walk.through(column)
        after = {after: 0 for state in self.states for after in follow[state]}
        following = self._automaton.node(tuple(undominated(after)))
        self[column] = following
        KEPT.entries += 1
        return following

    def origin(self, column: int, after: int) -> tuple[int, Step]:
        """Return one of these states from which a column can lead to another one, and how."""
        found = self._origins.get((column, after))
        if found is None:
            follow = self._automaton.walk.through(column)
            state = next(state for state in self.states if after in follow[state])
            found = self._origins[column, after] = state, follow.step(state, after)
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
        self.start: Final = self.node((self.walk.start,))
        self.dead_end: Final = self.node(())

    def node(self, states: tuple[int, ...]) -> Node:
        """Return the one node that stands for these states."""
        node = self._nodes.get(states)
        if node is None:
            # one step, so that of threads that come at once all get the same node
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
