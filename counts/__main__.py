"""Compute the numbers in `docs/data`, or check some of them.

    python -m counts [--check] [counts] [splits] [plays]

Each is a file of comma-separated values, written anew; all of them together take about an hour on
one core. How far it is, is told on stderr. With `--check` only what takes seconds is computed, and
compared with what is in the files.
"""

from __future__ import annotations

import argparse
import csv
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from counts.heaps import Heaps
from counts.plays import count_plays, positions
from manipulation_rummy import Aces, count_partitions
from manipulation_rummy.cards import CARDS
from manipulation_rummy.solver.kernel import RANKS, SUITS

DATA: Final = Path(__file__).parent.parent / "docs" / "data"


def tell(message: str) -> None:
    """Say on stderr how far it is."""
    print(f"{time.process_time():8.1f} s  {message}", file=sys.stderr, flush=True)


# --- the numbers ----------------------------------------------------------------------------------


class HeapsOf(NamedTuple):
    """Heaps to be counted.

    Attributes:
        packs: Of how many packs.
        aces: Where aces may stand.
        most: Of how many cards at most.
        quick: The same if it is to take seconds.
    """

    packs: int
    aces: Aces
    most: int
    quick: int


HEAPS: Final = (
    HeapsOf(1, Aces.LOW, most=52, quick=52),
    HeapsOf(1, Aces.BOTH, most=52, quick=16),
    HeapsOf(2, Aces.LOW, most=104, quick=10),
    HeapsOf(2, Aces.BOTH, most=22, quick=10),
)


def count_heaps(*, quick: bool) -> Iterator[Sequence[object]]:
    """Yield how many heaps of each number of cards partition."""
    for heaps in HEAPS:
        tell(f"heaps of {heaps.packs} packs, aces {heaps.aces.value}")
        most = heaps.quick if quick else heaps.most
        counting = Heaps(heaps.packs, heaps.aces, tell)
        for cards, found in enumerate(counting.count([heaps.packs] * RANKS, most)):
            yield heaps.packs, heaps.aces.value, cards, found.sets, found.hands


SPLITS: Final = [
    (packs, aces, ranks)
    for packs in (1, 2)
    for aces in (Aces.LOW, Aces.BOTH)
    for ranks in range(3, RANKS + 1)
]
SLOW_SPLIT: Final = (2, Aces.BOTH, RANKS)


def count_splits(*, quick: bool) -> Iterator[Sequence[object]]:
    """Yield how many partitions packs have that are cut down to their first ranks."""
    for packs, aces, ranks in SPLITS:
        if not (quick and (packs, aces, ranks) == SLOW_SPLIT):
            tell(f"partitions of {packs} packs, {ranks} ranks, aces {aces.value}")
            splits = count_partitions(CARDS[: SUITS * ranks] * packs, aces=aces)
            yield packs, aces.value, ranks, splits


class Games(NamedTuple):
    """Games to be played.

    Attributes:
        moves: How the players move.
        games: How many games.
        quick: The numbers of players of which it takes seconds.
    """

    moves: str
    games: int
    quick: tuple[int, ...]


GAMES: Final = (Games("heaviest", 500, quick=(5,)), Games("random", 40, quick=()))


def count_all_plays(*, quick: bool) -> Iterator[Sequence[object]]:
    """Yield how many plays there are in the positions of games, by number of players."""
    for moves, games, quick_players in GAMES:
        for players in quick_players if quick else (2, 3, 4, 5):
            tell(f"{games} games of {players} players, moves: {moves}")
            found = [
                count_plays(state.table, state.turn.hand or ())
                for game in range(games)
                for state in positions(players, moves, random.Random(f"{players} {game}"))
            ]
            without, mean = found.count(0) / len(found), statistics.fmean(found)
            median, most = statistics.median_low(found), max(found)
            yield moves, players, games, len(found), f"{without:.3f}", f"{mean:.1f}", median, most


_KEYS: Final = 3
"""The first columns say what is counted in a row."""


class File(NamedTuple):
    """A file of numbers.

    Attributes:
        columns: Their names.
        rows: Yields all rows, or those that take seconds.
    """

    columns: str
    rows: Callable[..., Iterator[Sequence[object]]]


FILES: Final = {
    "counts": File("packs,aces,cards,sets,hands", count_heaps),
    "splits": File("packs,aces,ranks,splits", count_splits),
    "plays": File("moves,players,games,positions,without,mean,median,most", count_all_plays),
}


# --- writing and checking -------------------------------------------------------------------------


def write(name: str) -> None:
    """Compute all rows of a file, and write it; until then the old one stays as it is."""
    path = DATA / f"{name}.csv"
    aside = path.with_suffix(".part")
    with aside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FILES[name].columns.split(","))
        for row in FILES[name].rows(quick=False):
            writer.writerow(row)
            file.flush()
    aside.replace(path)


def differences(name: str) -> Iterator[str]:
    """Compute some rows of a file, and yield those that are not in it, or not alone."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        kept = list(csv.reader(file))
    for computed in FILES[name].rows(quick=True):
        row = [*map(str, computed)]
        if [row] != [other for other in kept if other[:_KEYS] == row[:_KEYS]]:
            yield f"{name}: {','.join(row)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return 1 if a number is not what it was."""
    parser = argparse.ArgumentParser(prog="python -m counts", description="Count.")
    parser.add_argument("--check", action="store_true", help="compare some numbers, write nothing")
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(FILES)}; or all")
    given = parser.parse_args(arguments)
    names = given.names or list(FILES)
    if unknown := [name for name in names if name not in FILES]:
        parser.error(f"there is no {unknown[0]!r}: choose from {', '.join(FILES)}")
    if not given.check:
        for name in names:
            write(name)
        return 0
    wrong = [difference for name in names for difference in differences(name)]
    print(*wrong or ["all numbers are as they were"], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
