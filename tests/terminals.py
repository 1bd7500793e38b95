"""A terminal for the program: what a person sees, and keys to type."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from types import TracebackType

from typing_extensions import Self

LINES, COLUMNS = 24, 80
PATIENCE = 60
"""Seconds; far more than anything takes, even on a busy machine."""

# The terminal has to be the one that controls the process, so that Ctrl-C reaches it.
_START = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv[0] = "manipulation-rummy"
runpy.run_module("manipulation_rummy", run_name="__main__")
"""
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")
"""Colours, and what `readline` says to a terminal."""


class Terminal:
    """The program in a terminal of 24 lines and, if nothing else is said, 80 columns."""

    def __init__(self, *args: str, env: Mapping[str, str], columns: int = COLUMNS) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))
        hidden = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"}
        plain = {name: value for name, value in os.environ.items() if name not in hidden}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**plain, "PYTHONUTF8": "1", **env},
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = ""
        """All that was shown, with colours."""
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    @property
    def shown(self) -> str:
        """All that was shown, as plain text."""
        return _CONTROLS.sub("", self.raw).replace("\r", "")

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._ours, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if there is no answer, as a person would.

        Python misses one that comes in the moment before `readline` begins to wait for keys.
        """
        before = len(self.shown)
        for _ in range(PATIENCE):
            self.type("\x03")
            while select.select([self._ours], [], [], 1)[0]:
                if not self._read() or "\n" in self.shown[before:]:
                    return
        raise AssertionError(f"Ctrl-C does nothing after:\n{self.shown}")

    def answer(self, line: str) -> str:
        """Type a line, and return what is shown up to the next prompt."""
        self.type(f"{line}\n")
        return self.until_prompt()

    def until_prompt(self) -> str:
        """Wait for the next prompt, or the end; return what is new."""
        while not self.shown[self._seen :].endswith("\n> ") and self._read():
            pass
        return self._news()

    def until_end(self) -> int:
        """Wait until the program ends, and return its exit code."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def _news(self) -> str:
        new, self._seen = self.shown[self._seen :], len(self.shown)
        return new

    def _read(self) -> bool:
        """Read what is there; return whether more can come."""
        deadline = time.monotonic() + PATIENCE
        while not select.select([self._ours], [], [], 1)[0]:
            assert time.monotonic() < deadline, f"nothing happens after:\n{self.shown}"
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the program has ended
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)
