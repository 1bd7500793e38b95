"""The lines of a text and what cannot stand in a line as it is."""

from __future__ import annotations

import re
from typing import Final

from manipulation_rummy.parts import Part

_UNSAFE: Final = re.compile(
    r"[\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
    r"|\A\s|\s\Z"
)
"""Backslashes, blanks at an end, control characters, all kinds of line ends, what turns the
direction of writing, and surrogates, which no file can hold."""

_ESCAPE: Final = re.compile(r"\\([\\n]|u[0-9a-fA-F]{4}|)")
_LINE: Final = re.compile(r"[^ \t\r\n][^\n]*")
_BYTE_ORDER_MARK: Final = "\ufeff"


def escaped(text: str) -> str:
    """Return a text as it can stand in a line."""
    return _UNSAFE.sub(lambda found: _escape(found.group()), text)


def _escape(letter: str) -> str:
    return {"\\": "\\\\", "\n": "\\n"}.get(letter) or f"\\u{ord(letter):04x}"


def unescaped(part: Part) -> str:
    """Read a text that stands in a line."""

    def letter(found: re.Match[str]) -> str:
        code = found.group(1)
        if not code:
            expected = r"another backslash, n, or u and four hexadecimal digits after a backslash"
            raise part.error(f"expected {expected}", found.start())
        return {"\\": "\\", "n": "\n"}.get(code) or chr(int(code[1:], 16))

    return _ESCAPE.sub(letter, part.text)


class Lines:
    """The lines of a text that are not blank, one after the other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0
        self.ahead: Part = self._next()
        """The line that comes next; an empty part after the last one."""

    def take(self) -> Part:
        """Return the line ahead and go on to the next one."""
        line = self.ahead
        self.ahead = self._next()
        return line

    def take_value(self, key: str) -> Part:
        """Take the line with this key, and return what follows the colon."""
        found, value = self.ahead.partition(":")
        if found.text != key:
            raise self.ahead.unexpected(f"'{key}: …'")
        self.take()
        return value

    def take_exactly(self, expected: str) -> Part:
        """Take the line that says this, with any blanks."""
        if plain(self.ahead) != expected:
            raise self.ahead.unexpected(repr(expected))
        return self.take()

    def _next(self) -> Part:
        found = _LINE.search(self._text, self._position)
        start, self._position = found.span() if found else (len(self._text), len(self._text))
        return Part.of(self._text, start, self._position)


def plain(part: Part) -> str:
    """Return a part with single blanks between its words."""
    return " ".join(part.text.split())
