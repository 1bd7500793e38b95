"""Texts with damage done to them, as by a careless editor or a hostile sender."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from manipulation_rummy import InvalidMeld, NotationError

SNIPPETS = (
    *("", " ", "\n", "\n\n", "\r", "\t", "\0", "-", "/", "|", ";", ":", "#", "(", ")", "?", "*"),
    *("=", "\\", "\\u", "0", "1", "7", "99999999999", "-1", "8S", "*=8S", "draw", "end", "knock"),
    *("play", "deal", "round", "unfinished", "\ufeff", "\u2028", "\ud800", "é", "①"),
)
"""Little texts that mean something somewhere, or nothing."""


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with some pieces cut out, replaced, doubled or moved."""
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(("cut", "replace", "word", "line", "swap")))
        if kind in {"cut", "replace"}:
            start = draw(st.integers(0, len(text)))
            end = start + draw(st.integers(0, 8))
            piece = draw(st.sampled_from(SNIPPETS)) if kind == "replace" else ""
            text = text[:start] + piece + text[end:]
        else:
            text = _rearranged(draw, text, {"word": " ", "line": "\n", "swap": " "}[kind], kind)
    return text


def _rearranged(draw: st.DrawFn, text: str, separator: str, kind: str) -> str:
    pieces = text.split(separator)
    one = draw(st.integers(0, len(pieces) - 1))
    other = draw(st.integers(0, len(pieces) - 1))
    if kind == "swap":
        pieces[one], pieces[other] = pieces[other], pieces[one]
    elif draw(st.booleans()):
        pieces[one] = pieces[other]
    else:
        pieces.insert(one, pieces.pop(other))
    return separator.join(pieces)


def check_damaged(text: str, read: Callable[[str], Any], write: Callable[[Any], str]) -> bool:
    """Whether a damaged text is refused with a place in it, or is the text of something else."""
    try:
        value = read(text)
    except NotationError as error:
        return 0 <= error.position <= len(text)
    except InvalidMeld:
        return True
    written = write(value)
    return bool(read(written) == value and write(read(written)) == written)
