"""How many plays there are in the positions of random games.

A play is a set of cards of the hand that can be played: what `plays` yields, which goes through all
of them. Here they are counted, by the automaton: the cards of the table and each choice of cards of
the hand, rank by rank, lead to one node for each choice of the aces kept for the place above the
king; choices that lead to the same nodes are added up.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from typing import TypeAlias

from manipulation_rummy import (
    Aces,
    AnyCard,
    Deal,
    Draw,
    EndTurn,
    GameState,
    Knock,
    Move,
    Phase,
    Table,
    apply,
    best_play,
    legal_moves,
    new_game,
    shuffled_pack,
)
from manipulation_rummy.solver.heaps import count_cards, middle_columns
from manipulation_rummy.solver.kernel import (
    RUNS_ONLY,
    SUITS,
    Node,
    automaton,
    column_of,
    counts_of,
)

_Nodes: TypeAlias = tuple[tuple[int, Node], ...]
"""Where the walk is for each choice of the aces kept, as a plain column."""


def count_plays(table: Table, hand: Sequence[AnyCard]) -> int:
    """Return how many sets of hand cards can be played, as many as `plays` yields.

    A joker of the table keeps its card unless the real one lies there, or is played (D13): so the
    sets are counted apart for each choice of such real cards that they hold.
    """
    heap, held = count_cards(table), count_cards(hand)
    bound = {face: n for face, n in enumerate(heap.declared) if n and not heap.naturals[face]}
    decisive = [face for face in bound if held.faces[face]]
    total = 0
    for chosen in product((False, True), repeat=len(decisive)):
        played = {face for face, is_played in zip(decisive, chosen, strict=True) if is_played}
        kept = {face: n for face, n in bound.items() if face not in played}
        least, most = bytearray(heap.naturals), bytearray(heap.naturals)
        for face, cards in enumerate(held.faces):
            least[face] += kept.get(face, face in played)
            most[face] += kept.get(face, cards)
        free = sum(heap.declared) - sum(kept.values())
        total += _count(least, most, free, held.free)
    return total - 1  # no card at all is no play


def _count(least: bytearray, most: bytearray, free: int, held: int) -> int:
    """Return how many choices partition with the free jokers and any number of those held.

    Args:
        least: How often each card is there at least.
        most: How often at most.
        free: How many jokers of the table are free.
        held: How many jokers are held.
    """
    ranges = [range(fewest, up_to + 1) for fewest, up_to in zip(least, most, strict=True)]
    aces, *others = [
        [column_of(counts) for counts in product(*ranges[first : first + SUITS])]
        for first in range(0, len(ranges), SUITS)
    ]
    jokers = free + held
    start = automaton(jokers).start
    reached = Counter(_start(start, column) for column in aces)
    kinds = middle_columns((0,) * len(others), jokers, Aces.BOTH)
    for columns, kind in zip(others, kinds, strict=True):
        following: Counter[_Nodes] = Counter()
        for nodes, ways in reached.items():
            for column in columns:
                following[_after(nodes, column | kind)] += ways
        reached = following
    enough = (1 << held + 1) - 1
    return sum(
        ways * (_accepted(nodes) >> free & enough).bit_count() for nodes, ways in reached.items()
    )


def _start(start: Node, aces: int) -> _Nodes:
    """Return where aces lead, whichever of them are kept."""
    all_kept = map(column_of, product(*(range(n + 1) for n in counts_of(aces))))
    return tuple((kept, start[aces - kept]) for kept in all_kept)


def _after(nodes: _Nodes, column: int) -> _Nodes:
    """Return where a column leads, without the dead ends."""
    return tuple([(kept, after) for kept, node in nodes if (after := node[column]).states])


def _accepted(nodes: _Nodes) -> int:
    """Return with how many jokers the cards partition, once the aces that were kept are there."""
    return reduce(int.__or__, (node[kept | RUNS_ONLY].accepted for kept, node in nodes), 0)


# --- games ----------------------------------------------------------------------------------------


def positions(players: int, moves: str, rng: random.Random) -> Iterator[GameState]:
    """Yield the positions of a game in which the player to move may meld.

    Args:
        players: How many players.
        moves: How they move: "random", or "heaviest" if they always make the heaviest play.
        rng: Shuffles, and chooses random moves.
    """
    move = {"random": _random_move, "heaviest": _heaviest_move}[moves]
    state = new_game(players, rng=rng)
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.MELD:
            yield state
        deal = state.phase is Phase.DEAL
        state = apply(state, Deal(shuffled_pack(players, rng)) if deal else move(state, rng))


def _random_move(state: GameState, rng: random.Random) -> Move:
    return legal_moves(state).sample(rng)


def _heaviest_move(state: GameState, _: random.Random) -> Move:
    """Make the heaviest play if there is one, else knock if that is allowed, else go on."""
    if state.phase is Phase.MELD and (best := best_play(state.table, state.turn.hand or ())):
        return best.move
    legal = legal_moves(state)
    return next(move for move in (Knock(), Draw(), EndTurn()) if move in legal)
