"""The colours of pictures: light and dark, with two or four colours of suits.

Whatever is read has a contrast of at least 4.5 to what it lies on (WCAG 2, AA). The four suit
colours can also be told apart by those who see no red, no green or no blue: they differ in
lightness where they do not differ in hue. Nothing is said by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from manipulation_rummy.cards import Suit
from manipulation_rummy.render.marking import Mark
from manipulation_rummy.render.scene import Tone


@attrs.frozen
class Palette:
    """The colours of a picture."""

    ground: str
    raised: str
    """What names of players stand on."""
    card: str
    edge: str
    joker_card: str
    joker: str
    two_suits: Mapping[Suit, str]
    four_suits: Mapping[Suit, str]
    marks: Mapping[Mark, str]
    marked_cards: Mapping[Mark, str]
    tones: Mapping[Tone, str]
    words: str
    quiet: str
    """Headings and what is said in passing."""


def _suits(spades: str, hearts: str, diamonds: str, clubs: str) -> dict[Suit, str]:
    return dict(zip(Suit, (spades, hearts, diamonds, clubs), strict=True))


def _two(black: str, red: str) -> dict[Suit, str]:
    return _suits(black, red, red, black)


def _marks(added: str, moved: str, freed: str) -> dict[Mark, str]:
    return dict(zip(Mark, (added, moved, freed), strict=True))


def _tones(good: str, bad: str) -> dict[Tone, str]:
    return dict(zip(Tone, (good, bad), strict=True))


LIGHT: Final = Palette(
    ground="#eef1f4",
    raised="#ffffff",
    card="#ffffff",
    edge="#7f8a98",
    joker_card="#f3edfd",
    joker="#6f3cc4",
    two_suits=_two("#1b1f24", "#c4162a"),
    four_suits=_suits("#1b1f24", "#c8321e", "#3a4fd8", "#00795c"),
    marks=_marks("#187434", "#0b62c4", "#a34700"),
    marked_cards=_marks("#e3f6e8", "#e4effc", "#fdeedd"),
    tones=_tones("#187434", "#b3141f"),
    words="#24292f",
    quiet="#57606a",
)
DARK: Final = Palette(
    ground="#14181e",
    raised="#252b34",
    card="#252b34",
    edge="#6b7684",
    joker_card="#2f2545",
    joker="#c4a7ff",
    two_suits=_two("#e6edf3", "#ff7b84"),
    four_suits=_suits("#e6edf3", "#ff7b84", "#6f9bff", "#8fd14f"),
    marks=_marks("#56d364", "#79c0ff", "#ffa657"),
    marked_cards=_marks("#17321f", "#132e4d", "#3d2708"),
    tones=_tones("#56d364", "#ff7b72"),
    words="#e6edf3",
    quiet="#9da7b3",
)
