"""What lies on the table and in the hand, as lines of text that fit a small terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Final

from manipulation_rummy.cards import AnyCard, text_of
from manipulation_rummy.melds import check_meld
from manipulation_rummy.render.words import count
from manipulation_rummy.scoring import points_of

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
    lines = textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    for line in lines:
        yield line.replace(NO_BREAK, " ").rstrip()


def players(view: PlayerView | PublicView, names: Sequence[str], width: int) -> Iterator[str]:
    """Yield what is known of the players: scores, and how many cards they hold."""
    parts = [
        f"{name}: score {score}, {count(size, 'card')}".replace(" ", NO_BREAK)
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
        if check_meld(heap):
            mark = "!"
        elif old[tuple(heap)] < 1:
            mark = "+"
        old[tuple(heap)] -= 1
        items.append(f"{number:>4} {mark} {text_of(heap)}")
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


def _legend(lines: Sequence[str], plus: str) -> str:
    """Return what the marks in the lines of a table mean, as far as there are any."""
    text = "".join(lines)
    words = {"+": plus, "!": "no meld yet"}
    return ", ".join(f"{mark} {meaning}" for mark, meaning in words.items() if mark in text)


# --- a turn in progress ---------------------------------------------------------------------------


def draft(laid: Draft, since: Table, width: int) -> Iterator[str]:
    """Yield the table of a turn in progress, and what is picked up.

    What is new or has changed since the older table is marked, until the person changes anything.
    """
    changed = laid != laid.reset()
    lines = list(table(laid.heaps, laid.table if changed else since, width))
    about = _legend(lines, "changed by you" if changed else "new or changed since your last turn")
    yield from wrapped(f"Table: {about}", width)
    yield from lines
    if laid.loose:
        yield from wrapped(f"Picked up: {text_of(laid.loose)}", width)


def hand(
    laid: Draft,
    usable: Collection[AnyCard] | None,
    rules: Rules,
    width: int,
    *,
    suits: bool = False,
) -> Iterator[str]:
    """Yield the hand of a turn in progress.

    Args:
        laid: The turn in progress.
        usable: The cards that can be played, or added to what is laid out: a line of their own.
            None if it is no time to lay cards.
        rules: The rules, for the points in hand.
        width: How wide it may be.
        suits: Whether the cards are sorted by suit.
    """
    whole, left = len(laid.reset().hand), len(laid.hand)
    out = f", {whole - left} of them laid out" if left < whole else ""
    points = count(points_of(laid.hand, rules), "point")
    yield from wrapped(f"Your hand: {count(whole, 'card')}{out}; {points} against you", width)
    cards = sorted(laid.hand, key=_by_suit) if suits else laid.hand
    changed = laid != laid.reset()
    if usable is None or not (usable or changed):
        yield from wrapped(f"  {text_of(cards)}", width)
        return
    label = "can be added" if changed else "can be played"
    of_use = text_of(card for card in cards if card in usable)
    others = text_of(card for card in cards if card not in usable)
    for name, part in ((label, of_use or "none"), ("others", others)):
        if part:
            lead = f"  {name:{len(label)}}  "
            yield from wrapped(f"{lead}{part}", width, indent=" " * len(lead))


def _by_suit(card: AnyCard) -> tuple[str, int]:
    face = card.counts_as
    return ("~", 0) if face is None else (face.suit.value, face.rank.value)
