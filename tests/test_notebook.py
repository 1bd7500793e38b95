"""Pictures in notebooks, in a real kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("ipykernel", reason="there is no kernel to be started")
from jupyter_client.manager import start_new_kernel

from manipulation_rummy import Meld, RummyError, Table, render

Run: TypeAlias = Callable[[str], dict[str, str]]

SETUP = """
from manipulation_rummy import *
from manipulation_rummy import render
state = GameState.setup(["6S 6D KC", "2S"], table="6H 7H 8H 9H")
"""
SHOWN = {
    "Meld": ("Meld.parse('7S 8S 9S')", "a sequence of 3 cards"),
    "Table": ("state.table", "a table of 1 meld, 4 cards"),
    "Proposal": ("best_play(state.table, '5H')", "1 card played: a table of 1 meld, 5 cards"),
    "Draft": ("Draft.of(state)", "a turn in progress"),
    "PlayerView": ("view(state, 1)", "the game as seat 1 sees it"),
    "PublicView": ("public_view(state)", "the game as everybody sees it"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Start a kernel and return how to run a cell in it, which gives what it shows."""
    home: Path = tmp_path_factory.mktemp("jupyter")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            patch.setenv(name, str(home))
        manager, client = start_new_kernel(kernel_name="python3")

    def run_cell(code: str) -> dict[str, str]:
        shown: dict[str, str] = {}

        def keep(message: dict[str, dict[str, dict[str, str]]]) -> None:
            shown.update(message["content"].get("data", {}))

        reply = client.execute_interactive(code, timeout=60, output_hook=keep)
        assert reply["content"]["status"] == "ok", reply
        return shown

    run_cell(SETUP)
    try:
        yield run_cell
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.fixture
def loaded(run: Run) -> Iterator[Run]:
    """Load the extension for one test."""
    run("%load_ext manipulation_rummy.render")
    yield run
    run("%unload_ext manipulation_rummy.render")


@pytest.mark.parametrize(("code", "title"), SHOWN.values(), ids=SHOWN)
def test_they_are_shown_as_pictures(loaded: Run, code: str, title: str) -> None:
    """With the text beside them, for front ends without pictures."""
    shown = loaded(code)
    assert f"<title>{title}</title>" in shown["image/svg+xml"]
    assert "text/plain" in shown


def test_they_are_the_pictures_that_svg_draws(loaded: Run) -> None:
    """With its defaults."""
    table = Table.parse("6H 7H 8H 9H")
    assert render.svg(table) == loaded("state.table")["image/svg+xml"]


def test_a_state_is_not_shown(loaded: Run) -> None:
    """It would show hidden cards: its views are shown instead."""
    assert set(loaded("state")) == {"text/plain"}


def test_options(loaded: Run) -> None:
    """Dark, with four colours and narrow, for those who want it."""
    loaded("render.show_in_notebook(get_ipython(), dark=True, four_colours=True, width=300)")
    expected = render.svg(Meld.parse("7S 8S 9S"), dark=True, four_colours=True, width=300)
    assert expected == loaded("Meld.parse('7S 8S 9S')")["image/svg+xml"]


def test_the_layers_below_know_nothing_of_pictures(run: Run) -> None:
    """Without the extension there is only text."""
    for code, _ in SHOWN.values():
        assert set(run(code)) == {"text/plain"}


class Formatter(dict[type, Callable[[Any], str]]):
    """Keeps how to draw which type, as the formatters of IPython do."""

    def for_type(self, typ: type, func: Callable[[Any], str]) -> None:
        """Keep it."""
        self[typ] = func


class Shell:
    """As much of a shell as is needed."""

    def __init__(self) -> None:
        self.svg = Formatter({int: str})

    @property
    def display_formatter(self) -> Shell:
        """Itself."""
        return self

    @property
    def formatters(self) -> dict[str, Formatter]:
        """The one that counts."""
        return {"image/svg+xml": self.svg}


def test_loading_and_unloading() -> None:
    """The formatters come and go, those of others stay."""
    shell = Shell()
    render.load_ipython_extension(shell)
    table = Table.parse("7S 8S 9S")
    assert render.svg(table) == shell.svg[Table](table)
    assert len(SHOWN) + 1 == len(shell.svg)
    render.unload_ipython_extension(shell)
    assert [int] == list(shell.svg)
    render.unload_ipython_extension(shell)


def test_wrong_options_are_refused_at_once() -> None:
    """Not at the first picture."""
    shell = Shell()
    with pytest.raises(RummyError, match="width must be"):
        render.show_in_notebook(shell, width=1)
    with pytest.raises(TypeError, match="dark must be a bool"):
        render.show_in_notebook(shell, dark=1)  # type: ignore[arg-type]
    assert [int] == list(shell.svg)


def test_outside_of_ipython() -> None:
    """Where `get_ipython` is none, or gives None."""
    with pytest.raises(TypeError, match="shell must be an IPython shell, not NoneType"):
        render.show_in_notebook(None)  # type: ignore[arg-type]
