"""Time `apply`: a draw, the end of a turn, a play on a table of 40 cards.

Method: each call is repeated in a loop of a few thousand, the loop seven times; the figure is the
fastest loop, by `timeit`, on one core. The ratio is to `attrs.evolve` replacing one field of the
same state in the same run: what the plainest way to make a successor costs, without any rule.

    python benchmarks/moves.py
"""

from __future__ import annotations

import platform
import timeit
from typing import TYPE_CHECKING

import attrs

from manipulation_rummy import Draw, EndTurn, GameState, Phase, Play, Table, apply, validate

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = "2S 3S 4C 5D 6D 7H 8H 9C TS JC"
TABLE = (
    "7S 8S 9S | KS KH KD | 2H 3H 4H 5H | AS AH AD AC | 9H 9D 9C | 4S 5S 6S 7S | TS TH TD TC"
    " | 6H 7H 8H 9H | QS QH QD QC | 2D 3D 4D 5D | 8S 8D 8C"
)
LOOPS = 7


def microseconds(call: Callable[[], object], number: int) -> float:
    """Return what a call takes, in microseconds."""
    return min(timeit.repeat(call, number=number, repeat=LOOPS)) / number * 1e6


def main() -> None:
    """Print the figures."""
    to_draw = GameState.setup([HAND, "2S", "3S"], table=TABLE, phase=Phase.DRAW)
    to_meld = GameState.setup([HAND, "2S", "3S"], table=TABLE)
    to_end = GameState.setup([HAND, "2S", "3S"], table=TABLE, phase=Phase.END)
    new_table = Table.parse(TABLE.replace("7S 8S 9S", "7S 8S 9S TS", 1))
    play, draw, end = Play(new_table), Draw(), EndTurn()
    evolve = microseconds(lambda: attrs.evolve(to_draw, draws=1), 10_000)
    rows = [
        ("apply, draw", microseconds(lambda: apply(to_draw, draw), 10_000)),
        ("apply, end of turn", microseconds(lambda: apply(to_end, end), 10_000)),
        (
            f"apply, play on {len(to_meld.table.cards)} cards",
            microseconds(lambda: apply(to_meld, play), 2_000),
        ),
        ("validate, the same play", microseconds(lambda: validate(to_meld, play), 2_000)),
        ("attrs.evolve, for comparison", evolve),
    ]
    print(f"Python {platform.python_version()} on {platform.machine()}, fastest of {LOOPS} loops")
    for name, figure in rows:
        print(f"{name:32} {figure:7.2f} µs {figure / evolve:6.2f} x")


if __name__ == "__main__":
    main()
