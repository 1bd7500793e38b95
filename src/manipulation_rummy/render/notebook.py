"""Pictures in notebooks: formatters for IPython, which the things themselves know nothing of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.draft import Draft
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.solver import Proposal
from manipulation_rummy.views import PlayerView, PublicView

KINDS: Final = (Meld, Table, Proposal, Draft, PlayerView, PublicView)
"""What is shown as a picture."""


class _Formatter(Protocol):
    def for_type(self, typ: type, func: Callable[[Any], str], /) -> object: ...
    def pop(self, typ: type, default: object, /) -> object: ...


class _Formatters(Protocol):
    @property
    def formatters(self) -> Mapping[str, _Formatter]: ...


class Shell(Protocol):
    """What is needed of an IPython shell."""

    @property
    def display_formatter(self) -> _Formatters:
        """What shows the values of cells."""
        ...


def register(shell: Shell, draw: Callable[[Any], str]) -> None:
    """Let a shell draw everything of these kinds."""
    for kind in KINDS:
        _svg_formatter(shell).for_type(kind, draw)


def unregister(shell: Shell) -> None:
    """Let a shell show the kinds as text again."""
    for kind in KINDS:
        _svg_formatter(shell).pop(kind, None)


def _svg_formatter(shell: Shell) -> _Formatter:
    if not hasattr(shell, "display_formatter"):
        raise wrong_type("shell", "an IPython shell", shell)
    return shell.display_formatter.formatters["image/svg+xml"]
