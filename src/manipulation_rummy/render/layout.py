"""Where things lie in a picture: cards in a heap, heaps in rows. Only numbers, in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

CARD_WIDTH: Final = 52
CARD_HEIGHT: Final = 74
STEP: Final = 30
"""How much of a card can be seen that is partly covered by the next one: its index."""
NARROW_STEP: Final = 22
"""The same where there is too little room."""
LINE_GAP: Final = 12
"""What is left between the lines of a heap that is too long for one."""


@attrs.frozen
class Box:
    """A place in the picture."""

    x: float
    y: float
    width: float
    height: float


@attrs.frozen
class Spot:
    """Where a card lies in its heap, and whether the next one covers a part of it."""

    x: float
    y: float
    covered: bool


@attrs.frozen
class Fan:
    """Where the cards of a heap lie, each covering a part of the one before it."""

    spots: tuple[Spot, ...]
    size: Box
    step: float
    """How much can be seen of a card that is covered."""


def fan(cards: int, room: float) -> Fan:
    """Return where the cards of a heap lie.

    Where the room is too narrow they lie closer, and where it still is, in several lines.
    """
    lines = max(1, math.ceil(cards / _most_in_line(room)))
    in_line = max(1, math.ceil(cards / lines))
    step = min(STEP, (room - CARD_WIDTH) / max(1, in_line - 1))
    line = CARD_HEIGHT + LINE_GAP
    spots = tuple(
        Spot(
            index % in_line * step,
            index // in_line * line,
            covered=index + 1 < cards and (index + 1) % in_line > 0,
        )
        for index in range(cards)
    )
    size = Box(0, 0, (in_line - 1) * step + CARD_WIDTH, lines * line - LINE_GAP)
    return Fan(spots, size, step)


def _most_in_line(room: float) -> int:
    return 1 + int((room - CARD_WIDTH) / NARROW_STEP)


def rows(sizes: Iterable[Box], room: float, gap: float) -> tuple[tuple[Box, ...], float]:
    """Return where boxes lie that flow in rows, and the height of all."""
    placed: list[Box] = []
    x = y = height = 0.0
    for size in sizes:
        if x > 0 and x + size.width > room:
            x, y, height = 0, y + height + gap, 0
        placed.append(attrs.evolve(size, x=x, y=y))
        x += size.width + gap
        height = max(height, size.height)
    return tuple(placed), y + height


def right_edge(boxes: Sequence[Box]) -> float:
    """Return how far to the right the boxes reach."""
    return max((box.x + box.width for box in boxes), default=0)
