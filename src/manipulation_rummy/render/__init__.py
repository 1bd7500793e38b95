"""Pictures: cards, melds, hands, tables, plays, drafts and views as text and as SVG.

In a notebook, `%load_ext manipulation_rummy.render` shows them by themselves. The modules below
are no part of the interface.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from manipulation_rummy.arguments import bounded_int, wrong_type
from manipulation_rummy.errors import RummyError
from manipulation_rummy.melds import HeapsLike
from manipulation_rummy.render import notebook
from manipulation_rummy.render.drawing import draw
from manipulation_rummy.render.lettering import Lettering
from manipulation_rummy.render.notebook import Shell
from manipulation_rummy.render.palette import DARK, LIGHT
from manipulation_rummy.render.staging import Drawable, scene_of

__all__ = [
    "Drawable",
    "load_ipython_extension",
    "show_in_notebook",
    "svg",
    "text",
    "unload_ipython_extension",
]

LEAST_COLUMNS: Final = 40
LEAST_PIXELS: Final = 200
_LONGEST_TITLE: Final = 500


def text(  # noqa: PLR0913  # all but the thing are options
    thing: Drawable,
    *,
    since: HeapsLike | None = None,
    names: Sequence[str] | None = None,
    unicode: bool = True,
    colour: bool = False,
    four_colours: bool = False,
    width: int = 80,
) -> str:
    """Return a picture of text.

    Under a card, `+` says that it was added, an arrow that it has moved, and `*` that it is a joker
    that was freed.

    Args:
        thing: A meld, table, proposal, draft, view, or cards. Text with `|` is a table.
        since: An older table: what has changed on that of the thing, which has to have one, is
            marked. A draft brings its own.
        names: What the players of a view are called, if not by their seats.
        unicode: Whether suits and lines may be other than ASCII.
        colour: Whether there are colours, as terminals understand them (ANSI).
        four_colours: Whether each suit has a colour of its own.
        width: How many columns there are, 40 or more.

    Raises:
        InvalidMeld: If a table is given as text or heaps that are no melds.
        NotationError: If a text cannot be read.
        RummyError: If the width, the names or the number of cards are out of bounds.
        TypeError: If an argument is of a wrong type, or of no use for the thing.

    Example:
        >>> print(text("3S 4S 5S 6S | KH KD *=KC", since="3S 4S 5S *=6S", unicode=False))
        .--.--.--.--.  .--.--.----.
        |3S|4S|5S|6S|  |KH|KD|*=KC|
        '--'--'--'+-'  '+-'+-'-*--'
        <BLANKLINE>
        + added: 6S KH KD
        * freed: *=KC
    """
    _expect_flags(unicode=unicode, colour=colour, four_colours=four_colours)
    columns = bounded_int("width", width, LEAST_COLUMNS, RummyError)
    return Lettering(unicode, colour, four_colours, columns).write(scene_of(thing, since, names))


def svg(  # noqa: PLR0913  # all but the thing are options
    thing: Drawable,
    *,
    since: HeapsLike | None = None,
    names: Sequence[str] | None = None,
    title: str | None = None,
    dark: bool = False,
    four_colours: bool = False,
    width: int = 800,
) -> str:
    """Return a picture as the text of an SVG file, the same for the same arguments.

    It has a title and a description for those who cannot see it, no ids, and needs no font, style
    sheet or script, so that it can stand in a page as it is.

    Args:
        thing: A meld, table, proposal, draft, view, or cards. Text with `|` is a table.
        since: An older table: what has changed on that of the thing, which has to have one, is
            marked. A draft brings its own.
        names: What the players of a view are called, if not by their seats.
        title: The title, if not one that says what it is.
        dark: Whether it is light on dark.
        four_colours: Whether each suit has a colour of its own; all can be told apart also by those
            who are colour-blind.
        width: How wide it may be at most, in pixels, 200 or more.

    Raises:
        InvalidMeld: If a table is given as text or heaps that are no melds.
        NotationError: If a text cannot be read.
        RummyError: If the width, the title, the names or the number of cards are out of bounds.
        TypeError: If an argument is of a wrong type, or of no use for the thing.

    Example:
        >>> picture = svg("7S *=8S 9S | KH KD KC", dark=True)
        >>> print(picture.split("<title>")[1].split("</title>")[0])
        a table of 2 melds, 6 cards
    """
    _expect_flags(dark=dark, four_colours=four_colours)
    pixels = bounded_int("width", width, LEAST_PIXELS, RummyError)
    if title is not None and not isinstance(title, str):
        raise wrong_type("title", "a str or None", title)
    if title is not None and len(title) > _LONGEST_TITLE:
        raise RummyError(f"title has more than {_LONGEST_TITLE} letters: {len(title)}")
    palette = DARK if dark else LIGHT
    suits = palette.four_suits if four_colours else palette.two_suits
    return draw(scene_of(thing, since, names), palette, suits, pixels, title)


def _expect_flags(**flags: bool) -> None:
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise wrong_type(name, "a bool", value)


# --- notebooks ------------------------------------------------------------------------------------


def show_in_notebook(
    shell: Shell, *, dark: bool = False, four_colours: bool = False, width: int = 800
) -> None:
    """Let IPython show melds, tables, proposals, drafts and views as pictures.

    `%load_ext manipulation_rummy.render` does it with the defaults; in a dark notebook, say
    `render.show_in_notebook(get_ipython(), dark=True)`.

    Args:
        shell: The shell, as `get_ipython()` returns it.
        dark: As for `svg`.
        four_colours: As for `svg`.
        width: As for `svg`.

    Raises:
        RummyError: If the width is out of bounds.
        TypeError: If an argument is of a wrong type.
    """

    def drawn(thing: Drawable) -> str:
        return svg(thing, dark=dark, four_colours=four_colours, width=width)

    drawn("")  # refuses wrong options now, not at the first picture
    notebook.register(shell, drawn)


def load_ipython_extension(shell: Shell) -> None:
    """Show pictures from now on: `%load_ext manipulation_rummy.render`."""
    show_in_notebook(shell)


def unload_ipython_extension(shell: Shell) -> None:
    """Show no more pictures: `%unload_ext manipulation_rummy.render`."""
    notebook.unregister(shell)
