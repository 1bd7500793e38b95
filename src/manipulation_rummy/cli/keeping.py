"""Files that are kept while one plays: read whole, written whole, and never somebody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import attrs

from manipulation_rummy.errors import NotationError, RummyError

_MAX_BYTES: Final = 16_000_000  # no record has a longer text


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        NotationError: If it is no text in UTF-8, or far too long.
        OSError: If it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise NotationError(f"the file is longer than {_MAX_BYTES} bytes", "", 0)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        read = data[: error.start].decode("utf-8")
        raise NotationError("this is no text in UTF-8", read, len(read)) from None


@attrs.define
class Keeper:
    """Keeps a text in a file, in which nobody else may have written meanwhile."""

    path: Path
    _last: str | None
    """What the file holds, None if there is none yet."""

    def keep(self, text: str) -> None:
        """Write the text, all of it or nothing.

        Raises:
            RummyError: If the file is not as it was left, or cannot be written.
            OSError: If it cannot be read.
        """
        there = read_text(self.path) if self.path.exists() else None
        if there != self._last:
            problem = "exists already" if self._last is None else "was changed by somebody else"
            raise RummyError(f"{self.path} {problem}; it was not overwritten")
        target = self.path.resolve()
        part = target.with_name(f"{target.name}.part")
        try:
            part.write_text(text, encoding="utf-8", newline="\n")
            part.replace(target)
        except OSError as error:
            raise RummyError(f"{self.path} cannot be written: {error.strerror}") from error
        self._last = text
