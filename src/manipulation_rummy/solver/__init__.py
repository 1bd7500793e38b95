"""Questions about cards and tables: which heaps split into melds, and what can be played.

The parts, lowest first: `kernel`, the walk over the ranks on small integers, where the idea is
explained; `heaps`, cards counted and laid out in columns; `building`, from a walk back to melds;
`choosing`, the heaviest choice of optional cards; `keeping`, new tables that keep old melds, and
`lacking`, what is missing to cards left over; then the questions, `splitting`, `listing`,
`counting`, `playing` and, about a hand, `hands` and `rummikub`; and `cache`, what is kept.

The kernel is also compiled, where a wheel was built so; `COMPILED` says which one runs.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from typing import Final

from manipulation_rummy.solver import kernel
from manipulation_rummy.solver.cache import cache_size, clear_cache, limit_cache
from manipulation_rummy.solver.counting import count_partitions
from manipulation_rummy.solver.hands import Deadwood, deadwood, playable
from manipulation_rummy.solver.heaps import Aces
from manipulation_rummy.solver.keeping import fewest_changes
from manipulation_rummy.solver.lacking import Lack
from manipulation_rummy.solver.listing import partitions
from manipulation_rummy.solver.playing import Proposal, best_play, plays
from manipulation_rummy.solver.rummikub import opening
from manipulation_rummy.solver.splitting import (
    Explanation,
    can_partition,
    completions,
    explain,
    partition,
)

COMPILED: Final = kernel.__file__.endswith(tuple(EXTENSION_SUFFIXES))
"""Whether the kernel runs as machine code."""

__all__ = [
    "COMPILED",
    "Aces",
    "Deadwood",
    "Explanation",
    "Lack",
    "Proposal",
    "best_play",
    "cache_size",
    "can_partition",
    "clear_cache",
    "completions",
    "count_partitions",
    "deadwood",
    "explain",
    "fewest_changes",
    "limit_cache",
    "opening",
    "partition",
    "partitions",
    "playable",
    "plays",
]
