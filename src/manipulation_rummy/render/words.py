"""The words of pictures: names of cards, numbers and lists as one says them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from manipulation_rummy.cards import AnyCard, Card, Rank

_FACES = {Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
_COLUMNS = {"F": 2, "W": 2}


def count(number: int, noun: str) -> str:
    """Return the number with its noun: `1 meld`, `2 melds`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: Iterable[str]) -> str:
    """Return the words as a list: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def card_name(card: AnyCard) -> str:
    """Return what one calls a card: `8 of spades`, `joker for the 8 of spades`, `joker`."""
    if isinstance(card, Card):
        rank = _FACES.get(card.rank, str(card.rank.value))
        return f"{rank} of {card.suit.name.lower()}"
    return "joker" if card.stands_for is None else f"joker for the {card_name(card.stands_for)}"


def card_names(cards: Iterable[AnyCard]) -> str:
    """Return the names of cards, `no cards` if there are none."""
    return ", ".join(map(card_name, cards)) or "no cards"


def printable(text: str, otherwise: str) -> str:
    """Return the text with `otherwise` for whatever cannot be printed, such as control codes."""
    return "".join(letter if letter.isprintable() else otherwise for letter in text)


def columns(text: str) -> int:
    """Return how many columns a text takes in a terminal."""
    return sum(_COLUMNS.get(unicodedata.east_asian_width(letter), 1) for letter in text)


def shortened(text: str, room: int) -> str:
    """Return the text, cut where it takes more columns."""
    if columns(text) <= room:
        return text
    while columns(text) >= room:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, room: int) -> list[str]:
    """Return the text in lines of so many columns at most, broken within words only if need be."""
    lines = [""]
    for piece in _pieces(text, room):
        longer = f"{lines[-1]} {piece}".lstrip()
        if columns(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def _pieces(text: str, room: int) -> Iterator[str]:
    """Yield the words of a text, those that are too long in parts."""
    for word in text.split():
        piece = ""
        for letter in word:
            if columns(piece + letter) > room:
                yield piece
                piece = ""
            piece += letter
        yield piece
