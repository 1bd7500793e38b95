"""The pictures of the documentation; `python -m tests.pictures` draws them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from manipulation_rummy import Draft, GameState, Table, best_play, render, view

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"

TABLE: Final = Table.parse("7S 8S *=9S TS | KH KD KC | 3D 4D 5D 6D 7D")
LARGE_TABLE: Final = Table.parse(
    "AS 2S 3S 4S 5S | AH 2H 3H | 2H 2D 2C | 3C 4C 5C | 4H 4D 4C | 5S 6S 7S 8S | 5H 6H *=7H 8H | "
    "6C 7C 8C 9C TC | 7S 7H 7C | 8S 8D 8C | 9S 9H 9D | 9D TD JD QD KD AD | TH JH QH KH | "
    "JS JD JC | QS QD QC *=QH | KS KH KD KC"
)
OLD_TABLE: Final = Table.parse("2S 2D 2C | 3S 4S 5S *=6S | 7H 8H 9H TH JH | 9S 9D 9C | KS KH KC")
STATE: Final = GameState.setup(
    ["6S 8D TD KD 2H 9H JH", "AS AH 5D QC", "4C 4D JC QD AC"],
    table=OLD_TABLE,
    scores=[34, 12, 97],
    dealer=2,
)
NAMES: Final = ("Ann", "Ben", "Cleo")


def pictures() -> dict[str, str]:
    """Return the pictures by the names of their files."""
    play = best_play(STATE.table, STATE.hands[0])
    assert play is not None
    hand = "AH 4S 4C 5D 7S 8H 8C 9D TH JS QD KC KS *"
    draft = Draft.of(STATE).swap("6S", 1).take("9D", 3).place("8D 9D TD")
    return {
        "table.svg": render.svg(TABLE),
        "table-dark.svg": render.svg(TABLE, dark=True),
        "large-table.svg": render.svg(LARGE_TABLE, four_colours=True),
        "hand.svg": render.svg(hand),
        "hand-four-colours.svg": render.svg(hand, four_colours=True),
        "hand-four-colours-dark.svg": render.svg(hand, four_colours=True, dark=True),
        "play.svg": render.svg(play.table, since=STATE.table),
        "draft.svg": render.svg(draft),
        "view.svg": render.svg(view(STATE, 0), names=NAMES),
    }


def write() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
