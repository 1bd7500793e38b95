"""From scenes to text, in Unicode or ASCII, with colours for terminals or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Final

import attrs

from manipulation_rummy.cards import AnyCard, Suit
from manipulation_rummy.render.marking import Mark
from manipulation_rummy.render.scene import Heap, Note, Scene, Seat, Section, Tone
from manipulation_rummy.render.words import columns, printable, shortened, wrapped

_GAP: Final = "  "
_DEALER: Final = f"{_GAP}dealer"
_BOLD, _RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN = 1, 31, 32, 33, 34, 35, 36
_TWO_SUITS: Final = {Suit.HEARTS: _RED, Suit.DIAMONDS: _RED}
_FOUR_SUITS: Final = {Suit.HEARTS: _RED, Suit.DIAMONDS: _BLUE, Suit.CLUBS: _GREEN}
_SIGN_COLOURS: Final = {
    Mark.ADDED: _GREEN,
    Mark.MOVED: _CYAN,
    Mark.FREED: _YELLOW,
    Tone.GOOD: _GREEN,
    Tone.BAD: _RED,
}
_ASCII_SIGNS: Final = {
    Mark.ADDED: "+",
    Mark.MOVED: ">",
    Mark.FREED: "*",
    Tone.GOOD: "=",
    Tone.BAD: "!",
}
_SIGNS: Final = _ASCII_SIGNS | {Mark.MOVED: "→", Tone.GOOD: "✓", Tone.BAD: "✗"}


@attrs.frozen
class Lettering:
    """How a scene is written."""

    unicode: bool
    colour: bool
    four_colours: bool
    width: int

    def write(self, scene: Scene) -> str:
        """Return a scene as lines of text."""
        parts: list[list[str]] = []
        if scene.seats:
            parts.append(list(self._seats(scene.seats)))
        if scene.status:
            parts.append(self._wrapped("", scene.status))
        parts.extend(list(self._section(section)) for section in scene.sections)
        if scene.notes:
            parts.append([line for note in scene.notes for line in self._note(note)])
        return "\n\n".join("\n".join(map(str.rstrip, part)) for part in parts)

    # --- words ------------------------------------------------------------------------------------

    def _printable(self, text: str) -> str:
        return printable(text, "\N{REPLACEMENT CHARACTER}" if self.unicode else "?")

    def _painted(self, text: str, colour: int | None) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour and colour else text

    def _wrapped(self, lead: str, text: str) -> list[str]:
        indent = " " * columns(lead)
        lines = wrapped(self._printable(text), self.width - len(indent))
        return [f"{indent if number else lead}{line}" for number, line in enumerate(lines)]

    def _note(self, note: Note) -> list[str]:
        if note.sign is None:
            return self._wrapped("", note.text)
        sign = self._sign(note.sign)
        first, *more = self._wrapped(f"{sign} ", note.text)
        return [first.replace(sign, self._painted(sign, _SIGN_COLOURS[note.sign]), 1), *more]

    def _sign(self, sign: Mark | Tone) -> str:
        return (_SIGNS if self.unicode else _ASCII_SIGNS)[sign]

    def _seats(self, seats: tuple[Seat, ...]) -> Iterator[str]:
        """Yield a line for each seat, in columns."""
        facts = list(zip_longest(*(seat.facts for seat in seats), fillvalue=""))
        breadths = [max(map(len, column)) for column in facts]
        lines = [
            "".join(
                f"{_GAP}{fact:>{breadth}}" for fact, breadth in zip(line, breadths, strict=True)
            )
            for line in zip(*facts, strict=True)
        ]
        room = self.width - len(lines[0]) - len(f"> {_DEALER}")
        names = [shortened(self._printable(seat.name), room) for seat in seats]
        longest = max(map(columns, names))
        for seat, name, line in zip(seats, names, lines, strict=True):
            pointer = ">" if seat.is_to_move else " "
            padded = name + " " * (longest - columns(name))
            yield f"{pointer} {padded}{line}{_DEALER if seat.deals else ''}"

    # --- heaps ------------------------------------------------------------------------------------

    def _section(self, section: Section) -> Iterator[str]:
        if section.heading:
            yield self._painted(shortened(self._printable(section.heading), self.width), _BOLD)
        if not section.heaps:
            yield section.if_empty
        row: list[_Box] = []
        for box in chain.from_iterable(map(self._boxes, section.heaps)):
            if sum(len(_GAP) + other.width for other in row) + box.width > self.width:
                yield from _side_by_side(row)
                row = []
            row.append(box)
        yield from _side_by_side(row)

    def _boxes(self, heap: Heap) -> Iterator[_Box]:
        """Yield a heap as a box, as several if it is too long for a line."""
        label = "" if heap.index is None else f"{heap.index}{'!' if heap.wrong else ''}"
        cells = list(map(self._cell, heap.cards, heap.marks)) or [_Cell("  ", None, None)]
        cells[0] = attrs.evolve(cells[0], label=label)
        room, line = self.width - 1, list[_Cell]()
        begins = True
        for cell in cells:
            if sum(other.width + 1 for other in line) + cell.width + 1 > room:
                yield self._box(line, begins=begins, ends=False)
                line, begins = [], False
            line.append(cell)
        yield self._box(line, begins=begins, ends=True)

    def _cell(self, card: AnyCard, mark: Mark | None) -> _Cell:
        face = card.counts_as
        if face is None:
            return _Cell(str(card), _MAGENTA, mark)
        suit_colours = _FOUR_SUITS if self.four_colours else _TWO_SUITS
        text = str(card)
        if self.unicode:
            text = text.replace("T", "10").replace(face.suit.value, face.suit.symbol)
        return _Cell(text, suit_colours.get(face.suit), mark)

    def _box(self, cells: Sequence[_Cell], *, begins: bool, ends: bool) -> _Box:
        """Return cards in a box; its upper edge bears the label, its lower edge the marks."""
        edge = _LINES if self.unicode else _ASCII_LINES
        top = edge.tee_down.join(f"{cell.label:{edge.level}<{cell.width}}" for cell in cells)
        middle = edge.upright.join(
            self._painted(f"{cell.text:{cell.width}}", cell.colour) for cell in cells
        )
        bottom = edge.tee_up.join(self._lower_edge(cell, edge.level) for cell in cells)
        left, right = (edge.upright if whole else edge.open for whole in (begins, ends))
        return _Box(
            (
                f"{edge.corners[0]}{top}{edge.corners[1]}",
                f"{left}{middle}{right}",
                f"{edge.corners[2]}{bottom}{edge.corners[3]}",
            ),
            sum(cell.width + 1 for cell in cells) + 1,
        )

    def _lower_edge(self, cell: _Cell, level: str) -> str:
        if cell.mark is None:
            return level * cell.width
        before = (cell.width - 1) // 2
        sign = self._painted(self._sign(cell.mark), _SIGN_COLOURS[cell.mark])
        return f"{level * before}{sign}{level * (cell.width - before - 1)}"


@attrs.frozen
class _Lines:
    """What the edges of boxes are made of."""

    corners: str
    level: str
    upright: str
    open: str
    tee_down: str
    tee_up: str


_LINES: Final = _Lines("╭╮╰╯", "─", "│", "┊", "┬", "┴")
_ASCII_LINES: Final = _Lines("..''", "-", "|", ":", ".", "'")


@attrs.frozen
class _Cell:
    """A card in a box."""

    text: str
    colour: int | None
    mark: Mark | None
    label: str = ""

    @property
    def width(self) -> int:
        return max(len(self.text), len(self.label))


@attrs.frozen
class _Box:
    """Three lines of text, and how wide they are without their colours."""

    lines: tuple[str, str, str]
    width: int


def _side_by_side(boxes: Sequence[_Box]) -> Iterator[str]:
    if boxes:
        yield from map(_GAP.join, zip(*(box.lines for box in boxes), strict=True))
