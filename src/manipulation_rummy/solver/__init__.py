"""Questions about cards and tables: which heaps split into melds, and what can be played.

The parts, lowest first: `kernel`, the walk over the ranks on small integers, where the idea is
explained; `heaps`, cards counted and laid out in columns; `building`, from a walk back to melds;
`choosing`, the heaviest choice of optional cards; then the questions, `splitting`, `listing` and
`playing`; and `cache`, what is kept between them.
"""

from manipulation_rummy.solver.cache import cache_size, clear_cache, limit_cache
from manipulation_rummy.solver.heaps import Aces
from manipulation_rummy.solver.listing import count_partitions, partitions
from manipulation_rummy.solver.playing import Proposal, best_play, plays
from manipulation_rummy.solver.splitting import Explanation, can_partition, explain, partition

__all__ = [
    "Aces",
    "Explanation",
    "Proposal",
    "best_play",
    "cache_size",
    "can_partition",
    "clear_cache",
    "count_partitions",
    "explain",
    "limit_cache",
    "partition",
    "partitions",
    "plays",
]
