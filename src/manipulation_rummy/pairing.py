"""Which heaps of an older table and a newer one are the same heap, changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Final

from manipulation_rummy.cards import AnyCard

_IN_COMMON: Final = 2
"""How many cards make one heap of an old and a new one: two, since they also fix the kind."""


def paired(
    before: Iterable[Iterable[AnyCard]], after: Iterable[Iterable[AnyCard]]
) -> tuple[tuple[int, int], ...]:
    """Return the indices of the old and new heaps that are one, in the order of the old ones.

    Equal heaps are one; of the others those that have two cards or more in common, those with the
    most first, ties in the order of the tables. Each heap is in one pair at most.
    """
    alike = sorted(
        (heap != other, -common, i, j)
        for (i, heap), (j, other) in product(
            enumerate(map(Counter, before)), enumerate(map(Counter, after))
        )
        if (common := (heap & other).total()) >= _IN_COMMON
    )
    partner: dict[int, int] = {}
    for _, _, i, j in alike:
        if i not in partner and j not in partner.values():
            partner[i] = j
    return tuple(sorted(partner.items()))
