"""From scenes to SVG.

There are no ids in it, which could clash where two pictures stand in one page, no style sheet and
no script: whatever is drawn is drawn where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree as ET

import attrs

from manipulation_rummy.cards import Suit
from manipulation_rummy.render.elements import (
    STROKES,
    at,
    breadth,
    element,
    filled,
    group,
    label,
    letters,
    words,
)
from manipulation_rummy.render.faces import Faces
from manipulation_rummy.render.layout import Box, right_edge, rows
from manipulation_rummy.render.palette import Palette
from manipulation_rummy.render.scene import Note, Scene, Seat, Section, Tone
from manipulation_rummy.render.words import shortened, wrapped

_MARGIN: Final = 20
_GAP: Final = 22
_LINE: Final = 21
_SEAT: Final = Box(0, 0, 118, 62)
_SEAT_GAP: Final = 10


@attrs.frozen
class _Block:
    """A part of the picture, as wide as there is room and drawn from its own corner."""

    element: ET.Element
    width: float
    height: float


def draw(
    scene: Scene, palette: Palette, suits: Mapping[Suit, str], width: float, title: str | None
) -> str:
    """Return a scene as the text of an SVG file."""
    room = width - 2 * _MARGIN
    brush = _Brush(palette, Faces(palette, suits), room)
    y = float(_MARGIN)
    across = 0.0
    parts: list[ET.Element] = []
    for block in brush.blocks(scene):
        block.element.set("transform", at(_MARGIN, y))
        parts.append(block.element)
        y += block.height + _GAP
        across = max(across, block.width)
    size = {"width": across + 2 * _MARGIN, "height": y - _GAP + _MARGIN}
    root = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        **size,
        viewBox="0 0 {width:g} {height:g}".format(**size),
        role="img",
        style="max-width: 100%; height: auto",
        **STROKES,
    )
    root.append(words("title", scene.title if title is None else title))
    root.append(words("desc", scene.description))
    root.append(element("rect", **size, rx=12, fill=palette.ground))
    root.extend(parts)
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode") + "\n"


@attrs.frozen
class _Brush:
    """Draws the parts of a scene."""

    palette: Palette
    faces: Faces
    room: float

    def blocks(self, scene: Scene) -> Iterator[_Block]:
        """Yield the parts of a scene from top to bottom."""
        if scene.seats:
            yield self._seats(scene.seats)
        if scene.status:
            yield self._notes((Note(scene.status),))
        for section in scene.sections:
            yield self._section(section)
        if scene.notes:
            yield self._notes(scene.notes)

    # --- heaps ------------------------------------------------------------------------------------

    def _section(self, section: Section) -> _Block:
        palette, faces, drawn, top = self.palette, self.faces, group(), 0
        if section.heading:
            heading = shortened(section.heading, letters(self.room))
            drawn.append(label(heading, 0, 11, palette.quiet, bold=True))
            top = 32
        if not section.heaps:
            drawn.append(label(section.if_empty, 0, top + 12, palette.quiet, italic=True))
            return _Block(drawn, breadth(section.if_empty), top + 16)
        sizes = [faces.size(heap, self.room) for heap in section.heaps]
        boxes, height = rows(sizes, self.room, _GAP)
        heaps = group(transform=at(0, top))
        for number, (heap, box) in enumerate(zip(section.heaps, boxes, strict=True)):
            heaps.append(faces.heap(heap, number, box, self.room))
        drawn.append(heaps)
        width = max(right_edge(boxes), breadth(section.heading))
        return _Block(drawn, min(width, self.room), top + height)

    # --- words ------------------------------------------------------------------------------------

    def _notes(self, notes: tuple[Note, ...]) -> _Block:
        drawn, line, across = group(), 0, 0.0
        for note in notes:
            indent = 0
            if note.sign:
                indent = 24
                drawn.append(self.faces.badge(note.sign, 8, line * _LINE + 8))
            for text in wrapped(note.text, letters(self.room - indent)):
                drawn.append(label(text, indent, line * _LINE + 12.5, self.palette.words))
                across = max(across, indent + breadth(text))
                line += 1
        return _Block(drawn, across, line * _LINE - 5)

    # --- seats ------------------------------------------------------------------------------------

    def _seats(self, seats: tuple[Seat, ...]) -> _Block:
        boxes, height = rows([_SEAT] * len(seats), self.room, _SEAT_GAP)
        drawn = group()
        for seat, box in zip(seats, boxes, strict=True):
            drawn.append(self._seat(seat, box))
        return _Block(drawn, right_edge(boxes), height)

    def _seat(self, seat: Seat, box: Box) -> ET.Element:
        palette = self.palette
        accent = palette.tones[Tone.GOOD]
        drawn = group(
            words("title", seat.in_words),
            element(
                "rect",
                width=box.width,
                height=box.height,
                rx=8,
                fill=palette.raised,
                stroke=accent if seat.is_to_move else palette.edge,
                stroke_width=2 if seat.is_to_move else 1,
            ),
            transform=at(box.x, box.y),
        )
        indent = 12
        if seat.is_to_move:
            drawn.append(filled("M0-5L8 0L0 5Z", accent, at(indent, 16)))
            indent += 14
        room = box.width - indent - 8
        if seat.deals:
            room -= 22
            drawn.append(self._dealer_token(box.width - 16))
        name = shortened(seat.name, letters(room))
        drawn.append(label(name, indent, 20.5, palette.words, bold=True))
        for line, fact in enumerate(seat.facts):
            drawn.append(label(fact, 12, 37 + 16 * line, palette.quiet, 12))
        return drawn

    def _dealer_token(self, x: float) -> ET.Element:
        letter = label("D", 0, 4, self.palette.raised, 11, bold=True, centred=True)
        return group(element("circle", r=8, fill=self.palette.quiet), letter, transform=at(x, 16))
