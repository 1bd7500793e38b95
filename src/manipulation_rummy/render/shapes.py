"""The shapes that pictures are made of: suits, ranks and signs, as SVG path data.

All of them are our own and none is a font's, so that a picture looks the same everywhere. Suits and
signs are filled, their centre is the origin and they are about 20 high. Ranks are strokes, 12 wide
and 18 high from the origin down, all but the ten, which is `TEN_WIDTH` wide.
"""

from __future__ import annotations

from typing import Final

from manipulation_rummy.cards import Rank, Suit

SUITS: Final = {
    Suit.SPADES: "M0-10C2.6-6.4 9-2.4 9 3C9 5.8 7 7.5 4.9 7.5C3.3 7.5 1.8 6.7 1 5.4"
    "C1.3 7.6 2 9 3.6 10H-3.6C-2 9-1.3 7.6-1 5.4C-1.8 6.7-3.3 7.5-4.9 7.5C-7 7.5-9 5.8-9 3"
    "C-9-2.4-2.6-6.4 0-10Z",
    Suit.HEARTS: "M0 9.6C-3 6.2-9.4 1.8-9.4-3.6C-9.4-7-7-9-4.6-9C-2.6-9-.8-7.8 0-5.8"
    "C.8-7.8 2.6-9 4.6-9C7-9 9.4-7 9.4-3.6C9.4 1.8 3 6.2 0 9.6Z",
    Suit.DIAMONDS: "M0-10.4C1.8-6.6 4.8-2.8 7.8 0C4.8 2.8 1.8 6.6 0 10.4C-1.8 6.6-4.8 2.8-7.8 0"
    "C-4.8-2.8-1.8-6.6 0-10.4Z",
    Suit.CLUBS: "M-3.2-2.1A4.6 4.6 0 1 1 3.2-2.1A4.6 4.6 0 1 1 1 5.1C1.3 7.5 2 9 3.6 10H-3.6"
    "C-2 9-1.3 7.5-1 5.1A4.6 4.6 0 1 1-3.2-2.1Z",
}

_NINE_OR_SIX: Final = "a5.3 5.3 0 1 0 10.6 0a5.3 5.3 0 1 0-10.6 0"

RANKS: Final = {
    Rank.ACE: "M0 18L6 0L12 18M2.2 12H9.8",
    Rank.TWO: "M1 4.6C1 1.8 3 0 6 0C9 0 11 1.9 11 4.8C11 7 10 8.6 8 10.8L1 18H11.4",
    Rank.THREE: "M1.2 0H10.6L5.4 7C9 7 11.4 9.2 11.4 12.4C11.4 15.8 9 18 5.8 18"
    "C3.2 18 1.2 16.6.5 14.2",
    Rank.FOUR: "M8.6 18V0L.2 12.8H12",
    Rank.FIVE: "M10.4 0H2.5L1.7 7.6C2.8 6.8 4.2 6.4 5.7 6.4C9 6.4 11.4 8.8 11.4 12.1"
    "C11.4 15.5 9 18 5.7 18C3.1 18 1.2 16.8.4 14.6",
    Rank.SIX: f"M9.6 0C5.4 2 .7 6.6.7 12.7{_NINE_OR_SIX}",
    Rank.SEVEN: "M.6 0H11.4L4.4 18",
    Rank.EIGHT: "M1.7 4.2a4.3 4.2 0 1 0 8.6 0a4.3 4.2 0 1 0-8.6 0"
    "M.7 13.2a5.3 4.8 0 1 0 10.6 0a5.3 4.8 0 1 0-10.6 0",
    Rank.NINE: f"M2.4 18C6.6 16 11.3 11.4 11.3 5.3M.7 5.3{_NINE_OR_SIX}",
    Rank.TEN: "M0 3.4L3.8 0V18M8 9C8 3.4 9.6 0 12.2 0C14.8 0 16.4 3.4 16.4 9"
    "C16.4 14.6 14.8 18 12.2 18C9.6 18 8 14.6 8 9Z",
    Rank.JACK: "M9.6 0V12.4C9.6 16 7.8 18 5 18C2.5 18 .9 16.6.4 14",
    Rank.QUEEN: "M.1 9C.1 3.4 2.4 0 6 0C9.6 0 11.9 3.4 11.9 9C11.9 14.6 9.6 18 6 18"
    "C2.4 18 .1 14.6.1 9ZM7.4 13.4L12 18.8",
    Rank.KING: "M1 0V18M11.4 0L1.2 10.6M4.6 7.2L11.8 18",
}
RANK_WIDTH: Final = 12
TEN_WIDTH: Final = 16.4
RANK_HEIGHT: Final = 18

CAP: Final = (
    "M-6.4 5.4C-4.4 1-5.4-3-9-3.4C-8-9-2.4-9.6 0-3.4C2.4-9.6 8-9 9-3.4C5.4-3 4.4 1 6.4 5.4Z"
    "M-7 6.8H7V10H-7ZM-11.6-1.4a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0Z"
    "M7-1.4a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0Z"
)
"""The cap of a joker."""

PLUS: Final = "M-4 0H4M0-4V4"
ARROW: Final = "M-4 0H4M.6-3.4L4 0L.6 3.4"
STAR: Final = "M0-4.6V4.6M-4-2.3L4 2.3M-4 2.3L4-2.3"
CHECK: Final = "M-3.8.4L-1 3.2L3.8-2.8"
CROSS: Final = "M-3-3L3 3M-3 3L3-3"
"""The signs of marks and judgements, strokes about the origin."""
