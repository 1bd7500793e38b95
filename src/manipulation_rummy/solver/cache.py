"""What the solver keeps between calls, for whoever wants to bound it, size it or let go of it.

Answers never depend on it, only the time that they take. Threads share it; processes do not.
"""

from __future__ import annotations

from manipulation_rummy.arguments import expect_int, shown
from manipulation_rummy.errors import SolverError
from manipulation_rummy.solver import building, counting, heaps, kernel


def cache_size() -> int:
    """Return how many entries are kept between calls: 150 to 850 bytes each.

    Example:
        >>> from manipulation_rummy import can_partition
        >>> clear_cache()
        >>> can_partition("3H 4H 5H 6H 6S 6D"), cache_size() > 0
        (True, True)
    """
    return kernel.KEPT.entries


def limit_cache(entries: int) -> None:
    """Set how many entries may be kept, 80,000 unless set otherwise.

    Once there are more, all begins anew at the next search; a call can make several of them, and a
    search keeps what it needs until it has its answer. A small limit makes calls slow.

    Raises:
        SolverError: If it is negative.
        TypeError: If it is no int.
    """
    if expect_int("entries", entries) < 0:
        raise SolverError(f"entries must not be negative, but {shown(entries)} is")
    kernel.KEPT.limit = entries


def clear_cache() -> None:
    """Let go of everything that is kept between calls."""
    kernel.forget()
    building.forget()
    heaps.forget()
    counting.forget()
