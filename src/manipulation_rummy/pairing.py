"""Which heap of before is which heap of after: as one would tell it, and with the fewest moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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


def best_pairs(worth: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row a column of its own, so that the sum of their worths is greatest.

    The Hungarian method. Row and column prices are kept such that no worth exceeds the sum of its
    two prices, and that those of pairs equal it. A new row takes the column to which the cheapest
    chain leads, in which each row hands its column to the one before; costs are how far worths
    fall short of prices. The time grows with the cube of the size.

    Args:
        worth: A square of whole numbers that are not negative.
    """
    size = len(worth)
    too_much = 2 * sum(map(sum, worth)) + 1
    new = size  # the column of a row that has none yet
    row_of = [-1] * (size + 1)
    row_price, column_price = [max(row) for row in worth], [0] * (size + 1)
    for row in range(size):
        row_of[new] = row
        cost, back = [too_much] * size, [new] * size
        reached, at = [new], new
        while (here := row_of[at]) >= 0:
            others = [column for column in range(size) if column not in reached]
            for column in others:
                short = row_price[here] + column_price[column] - worth[here][column]
                if short < cost[column]:
                    cost[column], back[column] = short, at
            nearest = min(others, key=cost.__getitem__)
            step = cost[nearest]
            for column in reached:
                row_price[row_of[column]] -= step
                column_price[column] += step
            for column in others:
                cost[column] -= step
            at = nearest
            reached.append(at)
        while at != new:
            row_of[at] = row_of[back[at]]
            at = back[at]
    column_of = {row: column for column, row in enumerate(row_of[:size])}
    return [column_of[row] for row in range(size)]
