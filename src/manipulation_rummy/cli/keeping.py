"""Files that are kept while one plays: read whole, written whole, and never somebody else's.

Whatever is wrong with a file is a `RummyError` that names it as it was typed.
"""

from __future__ import annotations

import codecs
import os
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from manipulation_rummy.errors import NotationError, RummyError

if TYPE_CHECKING:
    from collections.abc import Generator

_MAX_BYTES: Final = 16_000_000  # no record has a longer text


def read_text(path: Path) -> str:
    """Return the text of a file, or of a pipe.

    Raises:
        NotationError: If it is no text in UTF-8, or far too long.
        RummyError: If it cannot be read.
    """
    with _trouble(path, "read"), _place(path).open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise NotationError(f"the file is longer than {_MAX_BYTES} bytes", "", 0)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        read = data[: error.start].decode("utf-8")
        raise NotationError("this is no text in UTF-8", read, len(read)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text into a file, whatever is in it.

    Raises:
        RummyError: If it cannot be written.
    """
    with _trouble(path, "written"):
        _place(path).write_text(text, encoding="utf-8", newline="\n")


@attrs.define
class Keeper:
    """Keeps a text in a file, in which nobody else may have written meanwhile."""

    path: Path
    """The file, as it was typed."""
    text: str | None
    """What the file holds, None if there is none yet."""

    @classmethod
    def open(cls, path: Path) -> Keeper:
        """Return the keeper of a file, with the text in it if there is one.

        Raises:
            NotationError: If it is no text in UTF-8, or far too long.
            RummyError: If it cannot be read, or not be written later.
        """
        text = _text_there(path)
        with _trouble(path, "written"), tempfile.TemporaryFile(dir=_place(path).parent):
            return cls(path, text)

    def keep(self, text: str) -> None:
        """Write the text, all of it or nothing.

        Raises:
            RummyError: If the file is not as it was left, or cannot be written.
        """
        try:
            there = _text_there(self.path)
        except NotationError:
            there = ""  # nothing that was ever kept
        if there not in {self.text, text}:  # the new one, if an interrupt came right after writing
            problem = "exists already" if self.text is None else "was changed by somebody else"
            raise RummyError(f"{self.path} {problem}; it was not overwritten")
        with _trouble(self.path, "written"):
            _write(_place(self.path), text)
        self.text = text


@contextmanager
def _trouble(path: Path, what: str) -> Generator[None, None, None]:
    """Say of a file what cannot be done with it, in the place of what the system says."""
    try:
        yield
    except OSError as error:
        raise RummyError(f"{path} cannot be {what}: {error.strerror or error}") from error
    except ValueError as error:  # characters that cannot be in a path, or in a file
        raise RummyError(f"{path} cannot be {what}: {error}") from error


def _place(path: Path) -> Path:
    """Return where a file lies: in the home of `~`, and where symbolic links lead."""
    at_home = os.path.expanduser(path)  # noqa: PTH111  # that of pathlib fails where nobody lives
    return Path(os.path.realpath(at_home))


def _text_there(path: Path) -> str | None:
    """Return the text of a file that can be written, None if there is no such file.

    Raises:
        NotationError: If it is no text in UTF-8, or far too long.
        RummyError: If it is no file, or cannot be read or written.
    """
    with _trouble(path, "written"):
        place = _place(path)
        try:
            mode = place.stat().st_mode
        except FileNotFoundError:
            return None
        if not stat.S_ISFIFO(mode):  # which would wait for somebody who reads it
            place.open("r+b").close()
    if not stat.S_ISREG(mode):
        raise RummyError(f"{path} cannot be written: no regular file")
    return read_text(path)


def _write(place: Path, text: str) -> None:
    """Write a file beside another one and put it in its place, with the same permissions.

    A new file is its owner's alone, as a game shows all hands.
    """
    handle, name = tempfile.mkstemp(prefix=".manipulation-rummy-", dir=place.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, part)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)
