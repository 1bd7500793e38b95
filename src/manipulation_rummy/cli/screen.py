"""What lies on the table and in the hand, as lines of text that fit a small terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Final

from manipulation_rummy.cards import AnyCard, text_of
from manipulation_rummy.melds import check_meld
from manipulation_rummy.render.words import count
from manipulation_rummy.scoring import points_of
from manipulation_rummy.solver import best_play

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from manipulation_rummy.draft import Draft
    from manipulation_rummy.melds import Table
    from manipulation_rummy.rules import Rules
    from manipulation_rummy.views import PlayerView, PublicView

_ONE_COLUMN: Final = 8
"""How many melds are shown one below the other, before they stand in two columns."""
_MAX_NAME: Final = 20
NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def name_of(name: str, seat: int) -> str:
    """Return a name as it can be shown: in one line, and not too long."""
    plain = "".join(letter if letter.isprintable() else " " for letter in name).strip()
    if len(plain) > _MAX_NAME:
        plain = f"{plain[: _MAX_NAME - 1]}\N{HORIZONTAL ELLIPSIS}"
    return plain or f"Player {seat + 1}"


def wrapped(text: str, width: int, *, indent: str = "  ") -> Iterator[str]:
    """Yield a text in lines that fit, all but the first one indented."""
    for line in textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False):
        yield line.replace(NO_BREAK, " ").rstrip()


def players(view: PlayerView | PublicView, names: Sequence[str], width: int) -> Iterator[str]:
    """Yield what is known of the players: scores, and how many cards they hold."""
    parts = [
        f"{name}: {count(score, 'point')}, {count(size, 'card')}".replace(" ", NO_BREAK)
        for name, score, size in zip(names, view.scores, view.hand_sizes, strict=True)
    ]
    yield from wrapped(f" {NO_BREAK} ".join(parts), width)


# --- the table ------------------------------------------------------------------------------------


def table(heaps: Sequence[Sequence[AnyCard]], since: Table, width: int) -> Iterator[str]:
    """Yield the heaps of a table with their numbers.

    Those that are no melds yet are marked with `!`, melds that are new or changed with `+`.
    """
    old = Counter(meld.cards for meld in since)
    items: list[str] = []
    for number, heap in enumerate(heaps, 1):
        mark = " "
        if heap and check_meld(heap):
            mark = "!"
        elif heap and old[tuple(heap)] < 1:
            mark = "+"
        old[tuple(heap)] -= 1
        items.append(f"{number:>4} {mark} {text_of(heap) or '(empty)'}")
    yield from _columns(items or ["     (empty)"], width)


def _columns(items: Sequence[str], width: int) -> Iterator[str]:
    """Yield the items, many of them in two columns if they fit."""
    rows = (len(items) + 1) // 2
    left = max(map(len, items[:rows])) + 1
    if len(items) <= _ONE_COLUMN or left + max(map(len, items[rows:])) > width:
        yield from items
        return
    for row in range(rows):
        yield f"{items[row]:{left}}{''.join(items[row + rows : row + rows + 1])}".rstrip()


def legend(lines: Sequence[str]) -> Iterator[str]:
    """Yield what the marks in the lines of a table mean, as far as there are any."""
    text = "".join(lines)
    words = {"+": "+ new or changed", "!": "! no meld yet"}
    yield from (meaning for mark, meaning in words.items() if mark in text)


# --- the hand -------------------------------------------------------------------------------------


def playable(position: Table, hand: Sequence[AnyCard]) -> frozenset[AnyCard]:
    """Return the cards of a hand that some play uses."""
    found: set[AnyCard] = set()
    while play := best_play(position, hand, weight=lambda card: card not in found):
        if play.weight == 0:
            break
        found.update(play.played)
    return frozenset(found)


def hand(
    cards: Sequence[AnyCard], marked: Collection[AnyCard], rules: Rules, width: int
) -> Iterator[str]:
    """Yield the cards of a hand, those that can be played marked with `+`."""
    about = ", + can be played" if any(card in marked for card in cards) else ""
    points = count(points_of(tuple(cards), rules), "point")
    yield f"Your hand: {count(len(cards), 'card')}, {points}{about}"
    items = (f"{'+' if card in marked else NO_BREAK}{card}" for card in cards)
    for line in wrapped(f"{NO_BREAK}{NO_BREAK}{' '.join(items)}", width):
        yield line if line.startswith("  ") else f"  {line}"


def draft(
    laid: Draft, since: Table, marked: Collection[AnyCard], rules: Rules, width: int
) -> Iterator[str]:
    """Yield the table, what is picked up, and the hand of a turn in progress."""
    changed = laid != laid.reset()
    lines = list(table(laid.heaps, laid.table if changed else since, width))
    about = [*legend(lines), *(["done plays it"] if changed and laid.can_commit else [])]
    yield f"Table: {', '.join(about)}" if about else "Table:"
    yield from lines
    if laid.loose:
        yield f"Picked up: {text_of(laid.loose)}"
    yield from hand(laid.hand, marked, rules, width)
