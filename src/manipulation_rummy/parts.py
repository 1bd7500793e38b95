"""Parts of a text that is being read, each of which knows its place in the whole.

What is wrong with a part is reported at its line and column in the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeVar, final

import attrs

from manipulation_rummy.arguments import shown
from manipulation_rummy.cards import MAX_TEXT, AnyCard, parse_cards
from manipulation_rummy.errors import NotationError, RummyError

NOTHING: Final = "-"
"""What is written for no cards."""

_BLANKS: Final = " \t\r\n"
_WORD: Final = re.compile(f"[^{_BLANKS}]+")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_Read = TypeVar("_Read")


@final
@attrs.frozen
class Part:
    """The part of a text from one index up to another, without blanks around it."""

    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, whole: str, start: int, end: int) -> Part:
        """Return the part, narrowed until neither end is blank."""
        kept = whole[start:end]
        start += len(kept) - len(kept.lstrip(_BLANKS))
        return cls(whole, start, start + len(kept.strip(_BLANKS)))

    @property
    def text(self) -> str:
        """The part as a text of its own."""
        return self.whole[self.start : self.end]

    def error(self, problem: str, at: int = 0) -> NotationError:
        """Return the error for a problem with this part, `at` characters after its beginning."""
        return NotationError(problem, self.whole, self.start + at)

    @contextmanager
    def blamed(self) -> Generator[None, None, None]:
        """Turn any of the package's errors within into one that has the place of this part."""
        try:
            yield
        except NotationError:
            raise
        except RummyError as error:
            raise self.error(str(error)) from error

    def unexpected(self, expected: str) -> NotationError:
        """Return the error for a part that is something else."""
        found = shown(self.text) if self.text else "nothing"
        return self.error(f"expected {expected}, found {found}")

    def split(self, separator: str) -> tuple[Part, ...]:
        """Return the parts between the separators, each of which is one character."""
        ends = [place for place, letter in enumerate(self._short_text) if letter == separator]
        starts = [0, *(end + 1 for end in ends)]
        return tuple(map(self.within, starts, [*ends, len(self.text)]))

    def partition(self, separator: str) -> tuple[Part, Part]:
        """Return the parts before and after the first separator; without one, the rest is empty."""
        before, found, _ = self.text.partition(separator)
        return self.within(0, len(before)), self.within(len(before) + len(found))

    def first_word(self) -> tuple[Part, Part]:
        """Return the part up to the first blank, and what comes after it."""
        word = _WORD.match(self.text)
        end = word.end() if word else 0
        return self.within(0, end), self.within(end)

    def words(self) -> tuple[Part, ...]:
        """Return the parts between blanks."""
        return tuple(self.within(*word.span()) for word in _WORD.finditer(self._short_text))

    @property
    def _short_text(self) -> str:
        if self.end - self.start > MAX_TEXT:
            raise self.error(f"this is longer than {MAX_TEXT} characters", MAX_TEXT)
        return self.text

    def within(self, start: int, end: int | None = None) -> Part:
        """Return the part from one place in this part up to another, or to its end."""
        end = self.end - self.start if end is None else end
        return Part.of(self.whole, self.start + start, self.start + end)

    # --- what a part says -------------------------------------------------------------------------

    def read(self, parse: Callable[[str], _Read]) -> _Read:
        """Return what `parse` makes of the part; what it cannot read has its place in the whole."""
        try:
            return parse(self.text)
        except NotationError as error:
            raise self.error(error.problem, error.position) from error

    def cards(self) -> tuple[AnyCard, ...]:
        """Read cards, or `-` for none."""
        if self.text == NOTHING:
            return ()
        if not self.text:
            raise self.unexpected("cards, or '-' for none")
        return self.read(parse_cards)

    def number(self) -> int:
        """Read a number of up to nine digits."""
        if not _NUMBER.fullmatch(self.text):
            raise self.unexpected("a number of at most nine digits")
        return int(self.text)

    def seat(self, players: int) -> int:
        """Read the seat of one of so many players."""
        if (seat := self.number()) >= players:
            raise self.unexpected(f"a seat, 0 to {players - 1}")
        return seat
