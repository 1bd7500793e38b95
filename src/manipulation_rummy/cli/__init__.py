"""The command `manipulation-rummy`; it needs the extra `cli`."""

from __future__ import annotations

import io
import sys
from typing import Final, NoReturn

_FROM_THE_EXTRA: Final = {"typer", "click", "rich"}


def main() -> None:
    """Run the command line; without its extra, say in one line what to install.

    Raises:
        SystemExit: Always: with 0; 1 for "no" as the answer; 2 for input that cannot be read; 130
            after Ctrl-C.
    """
    try:
        from manipulation_rummy.cli.app import app  # noqa: PLC0415  # the extra may be missing
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in _FROM_THE_EXTRA:
            raise
        _fail(f"{missing.name} is missing; the command needs it: pip install typer rich")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a strange character is no reason to fail
    try:
        app(prog_name="manipulation-rummy")
    except OSError as error:  # a directory as standard input, a full disk
        _fail(str(error))


def _fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)  # noqa: T201  # rich may be missing
    raise SystemExit(2) from None
