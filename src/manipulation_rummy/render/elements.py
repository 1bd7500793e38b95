"""The elements that SVG pictures are written with."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from manipulation_rummy.render.words import columns, printable

STROKES: Final = {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
"""What holds for all strokes of a picture: attributes of its root."""

FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_LETTER: Final = 0.58
"""How wide a letter is at most on average, in parts of the font size."""


def element(name: str, **attributes: str | float) -> ET.Element:
    """Return an element; an underscore in the name of an attribute is a hyphen."""
    return ET.Element(
        name, {key.replace("_", "-"): _value(value) for key, value in attributes.items()}
    )


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def at(x: float, y: float, scale: float = 1) -> str:
    """Return the transformation that puts the origin there, and makes things larger or smaller."""
    moved = f"translate({_value(x)} {_value(y)})"
    return moved if scale == 1 else f"{moved} scale({_value(scale)})"


def group(*children: ET.Element, **attributes: str | float) -> ET.Element:
    """Return a group of elements."""
    found = element("g", **attributes)
    found.extend(children)
    return found


def words(name: str, text: str, **attributes: str | float) -> ET.Element:
    """Return an element with a text in it."""
    found = element(name, **attributes)
    found.text = printable(text, "\N{REPLACEMENT CHARACTER}")
    return found


def filled(path: str, colour: str, transform: str) -> ET.Element:
    """Return a filled shape."""
    return element("path", d=path, fill=colour, transform=transform)


def stroked(path: str, colour: str, width: float, transform: str) -> ET.Element:
    """Return a shape of strokes, which `STROKES` make round and hollow."""
    return element("path", d=path, stroke=colour, stroke_width=width, transform=transform)


def label(  # noqa: PLR0913  # all but the text and its place are options
    text: str,
    x: float,
    y: float,
    colour: str,
    size: float = 13,
    *,
    bold: bool = False,
    italic: bool = False,
    centred: bool = False,
) -> ET.Element:
    """Return a line of text, `y` being its base line."""
    style = {
        "font_weight": "600" if bold else "",
        "font_style": "italic" if italic else "",
        "text_anchor": "middle" if centred else "",
    }
    given = {name: value for name, value in style.items() if value}
    return words("text", text, x=x, y=y, fill=colour, font_size=size, font_family=FONT, **given)


def breadth(text: str, size: float = 13) -> float:
    """Return about how wide a text is at most."""
    return columns(text) * _LETTER * size


def letters(room: float, size: float = 13) -> int:
    """Return how many letters there is room for."""
    return int(room / (_LETTER * size))
