"""What a picture shows, whatever draws it: seats, sections of heaps, notes, and words for them."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence

import attrs

from manipulation_rummy.cards import AnyCard, text_of
from manipulation_rummy.render.marking import Cards, Comparison, Mark
from manipulation_rummy.render.words import card_names


@enum.unique
class Tone(enum.Enum):
    """What a note says of a turn in progress."""

    GOOD = "good"
    BAD = "bad"


@attrs.frozen
class Heap:
    """Cards that lie together, each with its mark."""

    cards: tuple[AnyCard, ...]
    marks: tuple[Mark | None, ...]
    index: int | None = None
    """The number that it is called by, if it has one."""
    wrong: bool = False
    """Whether it is to be a meld and is none."""


@attrs.frozen
class Section:
    """Some heaps under a heading, which may be empty."""

    heading: str
    heaps: tuple[Heap, ...]
    if_empty: str
    """What stands there if there are no heaps."""


@attrs.frozen
class Seat:
    """A player, or the stock."""

    name: str
    facts: tuple[str, ...]
    is_to_move: bool = False
    deals: bool = False

    @property
    def in_words(self) -> str:
        """What is known of the seat, in one line."""
        return f"{self.name}: {', '.join((*self.facts, *['dealer'] * self.deals))}"


@attrs.frozen
class Note:
    """A line under the picture."""

    text: str
    sign: Tone | Mark | None = None
    spoken: str = ""
    """The same for a description, if it is said in other words there."""


@attrs.frozen
class Scene:
    """What a picture shows."""

    title: str
    seats: tuple[Seat, ...] = ()
    status: str = ""
    sections: tuple[Section, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def description(self) -> str:
        """All that can be seen, as sentences, for those who cannot see it."""
        return " ".join(f"{sentence}." for sentence in self._sentences())

    def _sentences(self) -> Iterator[str]:
        if self.status:
            yield self.status
        for seat in self.seats:
            yield seat.in_words
        for section in self.sections:
            heading = f"{section.heading}: " if section.heading else ""
            heaps = "; ".join(map(_described, section.heaps))
            yield f"{heading}{heaps or section.if_empty}"
        for note in self.notes:
            yield note.spoken or note.text


def _described(heap: Heap) -> str:
    number = "" if heap.index is None else f"{heap.index}: "
    return f"{number}{card_names(heap.cards)}"


def heap_of(cards: Iterable[AnyCard]) -> Heap:
    """Return cards as a heap without marks."""
    laid = tuple(cards)
    return Heap(laid, (None,) * len(laid))


def heaps_of(heaps: Sequence[Cards], marks: Sequence[tuple[Mark | None, ...]]) -> tuple[Heap, ...]:
    """Return heaps of cards with their marks."""
    return tuple(Heap(tuple(cards), marked) for cards, marked in zip(heaps, marks, strict=True))


def legend(heaps: Iterable[Heap], comparison: Comparison | None = None) -> Iterator[Note]:
    """Yield what the marks of the heaps say, and which cards are gone."""
    marked = [pair for heap in heaps for pair in zip(heap.cards, heap.marks, strict=True)]
    for mark in Mark:
        if cards := [card for card, found in marked if found is mark]:
            yield _note_on(mark.value, cards, mark)
    if comparison and comparison.gone:
        yield _note_on("gone", comparison.gone)


def _note_on(what: str, cards: Cards, mark: Mark | None = None) -> Note:
    return Note(f"{what}: {text_of(cards)}", mark, f"{what}: {card_names(cards)}")
