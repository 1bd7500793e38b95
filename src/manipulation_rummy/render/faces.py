"""Cards and heaps of cards as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

import attrs

from manipulation_rummy.cards import AnyCard, Card, Joker, Rank, Suit
from manipulation_rummy.render import shapes
from manipulation_rummy.render.elements import at, element, filled, group, label, stroked, words
from manipulation_rummy.render.layout import CARD_HEIGHT, CARD_WIDTH, Box, Spot, fan
from manipulation_rummy.render.marking import Mark
from manipulation_rummy.render.palette import Palette
from manipulation_rummy.render.scene import Heap, Tone
from manipulation_rummy.render.words import card_name

_SIGNS: Final = {
    Mark.ADDED: shapes.PLUS,
    Mark.MOVED: shapes.ARROW,
    Mark.FREED: shapes.STAR,
    Tone.GOOD: shapes.CHECK,
    Tone.BAD: shapes.CROSS,
}
_FRAME: Final = 7
"""How far the frame of a heap that is no meld stands off."""
_INDEX_HEIGHT: Final = 28


@attrs.frozen
class Faces:
    """Draws cards in the colours of a palette."""

    palette: Palette
    suits: Mapping[Suit, str]

    def card(self, card: AnyCard, mark: Mark | None, spot: Spot, middle: float) -> ET.Element:
        """Return a card with its mark; `middle` is that of what is seen of a covered one."""
        name = card_name(card) if mark is None else f"{card_name(card)}, {mark.value}"
        drawn = group(
            words("title", name),
            self._blank(card, mark),
            transform=at(spot.x, spot.y),
            data_card=str(card),
            **({"data_mark": mark.value} if mark else {}),
        )
        drawn.extend(self._index(card, middle))
        if not spot.covered:
            drawn.append(self._pip(card))
        elif isinstance(card, Joker) and card.stands_for:
            drawn.append(filled(shapes.CAP, self.palette.joker, at(middle, 61, 0.75)))
        if mark:
            drawn.append(self.badge(mark, middle, -3))
        return drawn

    def _blank(self, card: AnyCard, mark: Mark | None) -> ET.Element:
        palette, is_joker = self.palette, isinstance(card, Joker)
        if mark:
            ground, edge = palette.marked_cards[mark], palette.marks[mark]
        elif is_joker:
            ground, edge = palette.joker_card, palette.joker
        else:
            ground, edge = palette.card, palette.edge
        width = 2 if mark else 1
        return element(
            "rect",
            x=width / 2,
            y=width / 2,
            width=CARD_WIDTH - width,
            height=CARD_HEIGHT - width,
            rx=6,
            fill=ground,
            stroke=edge,
            stroke_width=width,
        )

    def _index(self, card: AnyCard, middle: float) -> list[ET.Element]:
        """Return what stands at the left edge: rank and suit, or the cap of a joker."""
        face = card.counts_as
        if face is None:
            return [filled(shapes.CAP, self.palette.joker, at(middle, 20, 0.85))]
        colour = self.suits[face.suit]
        width = shapes.TEN_WIDTH if face.rank is Rank.TEN else shapes.RANK_WIDTH
        return [
            stroked(shapes.RANKS[face.rank], colour, 2.6, at(middle - width / 2, 10)),
            filled(shapes.SUITS[face.suit], colour, at(middle, 42, 0.75)),
        ]

    def _pip(self, card: AnyCard) -> ET.Element:
        """Return the large sign on the part that the next card would cover."""
        place = at(36, 55, 1.05)
        if isinstance(card, Card):
            return filled(shapes.SUITS[card.suit], self.suits[card.suit], place)
        return filled(shapes.CAP, self.palette.joker, place)

    def badge(self, sign: Mark | Tone, x: float, y: float) -> ET.Element:
        """Return the sign of a mark or of a judgement."""
        ground = self.palette.ground
        colour = self.palette.marks[sign] if isinstance(sign, Mark) else self.palette.tones[sign]
        disc = element("circle", r=8, fill=colour, stroke=ground, stroke_width=1.5)
        return group(disc, stroked(_SIGNS[sign], ground, 2, at(0, 0)), transform=at(x, y))

    # --- heaps ------------------------------------------------------------------------------------

    def size(self, heap: Heap, room: float) -> Box:
        """Return how large a heap is with all that belongs to it."""
        size = fan(len(heap.cards), room).size
        more = 0 if heap.index is None else _INDEX_HEIGHT
        return attrs.evolve(size, height=size.height + more)

    def heap(self, heap: Heap, number: int, box: Box, room: float) -> ET.Element:
        """Return a heap, one of so many of its section, at its place."""
        lying = fan(len(heap.cards), room)
        middle = lying.step / 2
        drawn = group(transform=at(box.x, box.y), data_heap=number)
        if heap.wrong:
            drawn.append(self._frame(lying.size))
        if not heap.cards:
            drawn.append(self._gap())
        for card, mark, spot in zip(heap.cards, heap.marks, lying.spots, strict=True):
            drawn.append(self.card(card, mark, spot, middle))
        if heap.index is not None:
            colour = self.palette.tones[Tone.BAD] if heap.wrong else self.palette.quiet
            below = lying.size.height + 22
            drawn.append(label(f"{heap.index}", middle, below, colour, bold=True, centred=True))
        return drawn

    def _frame(self, size: Box) -> ET.Element:
        return element(
            "rect",
            x=-_FRAME,
            y=-_FRAME,
            width=size.width + 2 * _FRAME,
            height=size.height + 2 * _FRAME,
            rx=11,
            stroke=self.palette.tones[Tone.BAD],
            stroke_width=2,
            stroke_dasharray="5 4",
        )

    def _gap(self) -> ET.Element:
        """Return the place of a heap that has no cards."""
        return element(
            "rect",
            x=0.5,
            y=0.5,
            width=CARD_WIDTH - 1,
            height=CARD_HEIGHT - 1,
            rx=6,
            stroke=self.palette.edge,
            stroke_dasharray="3 3",
        )
