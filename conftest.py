"""Runs every example: in README.md, in `docs/` and in the docstrings of the package."""

import os
import shlex
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

from sybil import Example, Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

COMMAND = f"{shlex.quote(sys.executable)} -m manipulation_rummy"


def run_console(example: Example) -> str | None:
    """Run each `$ manipulation-rummy …` of a console block and compare what it prints."""
    for session in str(example.parsed).removeprefix("$ ").split("\n$ "):
        command, _, expected = session.partition("\n")
        printed = subprocess.run(  # noqa: S602  # pipes are part of the examples
            command.replace("manipulation-rummy", COMMAND),
            shell=True,
            check=False,
            env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"},
            cwd=Path(__file__).parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        ).stdout
        printed = "\n".join(map(str.rstrip, printed.splitlines()))
        if not OutputChecker().check_output(expected.rstrip("\n"), printed, ELLIPSIS):
            return f"{command!r} printed:\n{printed}"
    return None


pages = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        CodeBlockParser("console", run_console),
    ],
    patterns=["README.md", "docs/*.md"],
)
docstrings = Sybil(
    parsers=[DocTestParser(ELLIPSIS)],
    patterns=["src/*/*.py", "src/*/*/*.py"],
    document_types={".py": PythonDocStringDocument},
)
pytest_collect_file = (pages + docstrings).pytest()
