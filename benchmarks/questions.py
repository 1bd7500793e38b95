"""Time each question about a table of 52 cards and a hand of ten.

    python -m benchmarks.questions [--quick] [--write]

It prints a table in Markdown; `--write` puts it into `benchmarks/QUESTIONS.md`. Nothing is
asserted: the goal is 20 ms.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gc
import math
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import thread_time_ns
from typing import NamedTuple

from benchmarks.positions import play, play_with_joker
from benchmarks.solver import HERE, forget, line, machine, progress
from manipulation_rummy import (
    Aces,
    AnyCard,
    Proposal,
    Table,
    best_play,
    completions,
    deadwood,
    explain,
    fewest_changes,
    opening,
    parse_cards,
    playable,
    steps,
)
from tests.oracles import brute_force
from tests.oracles.positions import Position, random_position

CARDS = 52
HAND = 10
PASSES = 3
FULL, QUICK = 200, 20
GOAL = 20
MILLISECOND = 1_000_000
QUESTIONS_FILE = HERE / "QUESTIONS.md"

METHOD = """\
The positions are those of `benchmarks/positions.py`: tables of 52 cards of two packs and hands of
ten. All times are in milliseconds, of the thread on the processor, so that what else the machine
does counts little, with the cyclic garbage collector at rest: the median, and what 99 in 100
positions stay within (p99).

- **cold**: before each call everything that the solver keeps is dropped; the fastest of three.
- **others seen**: a first call, with what the positions before it in the row left behind.
- **warm**: the same call again; the fastest of three.
- **bold**: more than the goal, 20 ms.
"""


class Case(NamedTuple):
    """A position as the library takes it, with its best play."""

    table: Table
    hand: tuple[AnyCard, ...]
    aces: Aces
    best: Proposal | None

    @classmethod
    def of(cls, position: Position, aces: Aces) -> Case:
        """Read a position."""
        table, hand = Table.parse(position.table_text), parse_cards(position.hand_text)
        return cls(table, hand, aces, best_play(table, hand, aces=aces))

    @property
    def played(self) -> tuple[AnyCard, ...]:
        """The cards of the best play."""
        return self.best.played if self.best else ()

    @property
    def new_table(self) -> Table:
        """The table after the best play."""
        return self.best.table if self.best else self.table


QUESTIONS: dict[str, Callable[[Case], object]] = {
    "best_play": lambda case: best_play(case.table, case.hand, aces=case.aces),
    "best_play, tidy": lambda case: best_play(case.table, case.hand, aces=case.aces, tidy=True),
    "best_play, at most 3": lambda case: best_play(
        case.table, case.hand, aces=case.aces, at_most=3
    ),
    "playable": lambda case: playable(case.table, case.hand, aces=case.aces),
    "fewest_changes, the best play": lambda case: fewest_changes(
        case.table, case.played, aces=case.aces
    ),
    "fewest_changes, one card of it": lambda case: fewest_changes(
        case.table, case.played[:1], aces=case.aces
    ),
    "completions": lambda case: completions((*case.table.cards, *case.hand[:1]), aces=case.aces),
    "explain": lambda case: explain((*case.table.cards, *case.hand), aces=case.aces),
    "steps": lambda case: steps(case.table, case.new_table),
    "deadwood, hand of 10": lambda case: deadwood(case.hand, aces=case.aces),
    "opening, hand of 10": lambda case: opening(case.hand),
}


def play_on_jokers(rng: Random, cards: int, aces: brute_force.Aces) -> Position:
    """Lay a table with two declared jokers and deal a hand without one."""
    return random_position(rng, cards, HAND, table_jokers=2, hand_jokers=0, aces=aces)


KINDS = {
    "no joker": play,
    "a joker in the hand": play_with_joker,
    "two jokers on the table": play_on_jokers,
}


def cases(number: int) -> Iterator[tuple[str, list[Case]]]:
    """Yield so many positions of each kind, with aces low and with aces low or high."""
    for kind, lay in KINDS.items():
        for aces in (Aces.LOW, Aces.BOTH):
            rng = Random(f"questions, {kind}, {aces.value}")
            way: brute_force.Aces = "low" if aces is Aces.LOW else "both"
            positions = [lay(rng, CARDS, way) for _ in range(number)]
            yield f"{kind}, aces {aces.value}", [Case.of(one, aces) for one in positions]


def milliseconds(ask: Callable[[Case], object], case: Case) -> float:
    """Return what a question takes."""
    start = thread_time_ns()
    ask(case)
    return (thread_time_ns() - start) / MILLISECOND


def cold(ask: Callable[[Case], object], case: Case) -> float:
    """Return what a question takes with nothing kept."""
    times: list[float] = []
    for _ in range(PASSES):
        forget()
        times.append(milliseconds(ask, case))
    return min(times)


def others_seen(ask: Callable[[Case], object], cases: list[Case]) -> list[float]:
    """Return what a question takes about one position after the other."""
    forget()
    return [milliseconds(ask, case) for case in cases]


def warm(ask: Callable[[Case], object], case: Case) -> float:
    """Return what a question takes that has been asked before."""
    ask(case)
    return min(milliseconds(ask, case) for _ in range(PASSES))


def p99(times: list[float]) -> float:
    """Return what 99 in 100 stay within."""
    return sorted(times)[math.ceil(0.99 * len(times)) - 1]


def rows(number: int) -> Iterator[str]:
    """Measure, and yield the rows of the table."""
    for kind, asked in cases(number):
        for question, ask in QUESTIONS.items():
            progress(f"{question}, {kind}")
            times = (
                [cold(ask, case) for case in asked],
                others_seen(ask, asked),
                [warm(ask, case) for case in asked],
            )
            figures = [figure for each in times for figure in (median(each), p99(each))]
            yield line([question, kind, *map(cell, figures)])


def cell(figure: float) -> str:
    """Write a time, bold if it is more than the goal."""
    return f"**{figure:.3g}**" if figure > GOAL else f"{figure:.3g}"


def main() -> None:
    """Measure, print and, if asked to, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions", description="Time it.")
    parser.add_argument("--quick", action="store_true", help="ask about few positions")
    parser.add_argument("--write", action="store_true", help="write QUESTIONS.md")
    arguments = parser.parse_args()
    number = QUICK if arguments.quick else FULL
    gc.disable()
    today = dt.datetime.now(tz=dt.timezone.utc).date()
    lines = [
        "# Speed of the questions",
        "",
        (
            f"Measured on {today} by `python -m benchmarks.questions`: {machine()},"
            f" {number} positions a row."
        ),
        "",
        METHOD,
        line(["question", "positions", "cold", "p99", "others seen", "p99", "warm", "p99"]),
        line(["---", "---", *["--:"] * 6]),
        *rows(number),
    ]
    report = "\n".join(lines) + "\n"
    if arguments.write:
        QUESTIONS_FILE.write_text(report, encoding="utf-8")
    print(report, end="")


if __name__ == "__main__":
    main()
