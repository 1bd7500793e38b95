"""Time the solver, and other programs that answer the same questions, in one run.

    python -m benchmarks.solver [--quick] [--write]

It prints a table in Markdown; `--write` puts it into `benchmarks/RESULTS.md` and draws
`docs/solver-speed.svg`. `METHOD` says how it measures. Nothing is asserted about speed: the goals
stand beside the figures. That the programs give the same answers is checked, and told.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import gc
import math
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from operator import attrgetter
from pathlib import Path
from statistics import median
from time import perf_counter_ns

from benchmarks.chart import Series, draw
from benchmarks.peers import PASSES, Answer, Peer, has_jokers, peers
from benchmarks.positions import Question, Workload, chart_workloads, workloads
from manipulation_rummy import Aces, Table, best_play, can_partition, parse_cards, partition
from manipulation_rummy.solver import COMPILED, clear_cache
from tests.oracles.positions import Position

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
CHART = HERE.parent / "docs" / "solver-speed.svg"

METHOD = """\
Each row is a question about seeded random positions of two packs; `benchmarks/positions.py` says
how they are made. All times are in microseconds, each of a single call on card objects (for plays:
a `Table` and a hand in, a `Proposal` out), by `perf_counter_ns`, on one thread, with the cyclic
garbage collector at rest, and the fastest of three, to keep out what else the machine does.

- **cold**: before each call everything that the solver keeps between calls is dropped.
- **warm**: the same call a second time.
- **others seen**: median of first calls with what the other positions of the row left behind.
- **p99**: the time that 99 in 100 positions stay within; **max**: the slowest.
- `≤` is a goal for the median, in the column *max* for every position; **bold** misses it.
- Another program's cell has its median / p99, and in brackets how many times our cold and our warm
  median the former is, over the positions that it was asked about. `benchmarks/peers.py` says what
  of their work is timed: never more than solving.
"""


@dataclass(frozen=True)
class Size:
    """How many positions are asked about: by us, by the slow ones, and for the chart by each."""

    ours: int
    slow: int
    chart: int
    chart_slow: int


FULL = Size(ours=200, slow=50, chart=60, chart_slow=10)
QUICK = Size(ours=20, slow=4, chart=6, chart_slow=2)


# --- ours -----------------------------------------------------------------------------------------


def _caches() -> list[Callable[[], None]]:
    """Return what drops each table of results in the solver's modules."""
    return [
        value.cache_clear
        for name, module in sys.modules.items()
        if name.startswith("manipulation_rummy.solver.")
        for value in vars(module).values()
        if hasattr(value, "cache_clear")
    ]


CACHES = _caches()


def forget() -> None:
    """Drop everything that the solver keeps between calls."""
    clear_cache()
    for clear in CACHES:
        clear()
    gc.collect()


def call_of(workload: Workload, position: Position) -> Callable[[], int]:
    """Return the question about a position, ready to be asked; the answer as a number."""
    aces = workload.aces
    if workload.question is Question.PLAY:
        table = Table.parse(position.table_text)
        hand = parse_cards(position.hand_text)

        def play() -> int:
            best = best_play(table, hand, aces=aces)
            return 0 if best is None else int(best.weight)

        return play
    cards = parse_cards(" ".join(position.cards))
    if workload.question is Question.SPLIT:
        return lambda: partition(cards, aces=aces) is not None
    return lambda: can_partition(cards, aces=aces)


def most_cards(workload: Workload, position: Position) -> int:
    """Return how many cards can be played at most."""
    table, hand = Table.parse(position.table_text), parse_cards(position.hand_text)
    best = best_play(table, hand, weight=lambda _: 1, aces=workload.aces)
    return 0 if best is None else int(best.weight)


def timed(call: Callable[[], int]) -> Answer:
    """Ask once."""
    start = perf_counter_ns()
    value = call()
    return Answer(int(value), perf_counter_ns() - start)


def timed_cold(call: Callable[[], int]) -> Answer:
    """Ask once, with nothing kept."""
    forget()
    return timed(call)


nanoseconds = attrgetter("nanoseconds")


@dataclass
class Times:
    """Times of a row, in microseconds, position by position."""

    all: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Times:
        """Take the times of answers."""
        return cls([answer.nanoseconds / 1000 for answer in answers])

    def median(self, first: int | None = None) -> float:
        """Return the median, of so many first positions."""
        return median(self.all[:first])

    @property
    def p99(self) -> float:
        """What 99 in 100 stay within."""
        return sorted(self.all)[math.ceil(0.99 * len(self.all)) - 1]

    @property
    def max(self) -> float:
        """The slowest."""
        return max(self.all)


@dataclass
class Row:
    """What was measured for a workload."""

    workload: Workload
    slowest: Position
    cold: Times
    warm: Times
    others_seen: Times
    peers: dict[str, Times] = field(default_factory=dict)


def measure(workload: Workload, positions: Sequence[Position]) -> tuple[Row, list[int | None]]:
    """Ask ourselves about each position; return the times and the answers."""
    calls = [call_of(workload, position) for position in positions]
    cold, warm = [], []
    gc.disable()
    for call in calls:
        cold.append(min((timed_cold(call) for _ in range(PASSES)), key=nanoseconds))
        warm.append(min((timed(call) for _ in range(PASSES)), key=nanoseconds))
    passes = []
    for _ in range(PASSES):
        forget()
        # Every position is new to the solver; the first half of them is only to be remembered.
        passes.append([timed(call) for call in calls][len(calls) // 2 :])
    others_seen = [min(answers, key=nanoseconds) for answers in zip(*passes, strict=True)]
    forget()
    gc.enable()
    slowest = positions[max(range(len(cold)), key=lambda place: cold[place].nanoseconds)]
    row = Row(workload, slowest, Times.of(cold), Times.of(warm), Times.of(others_seen))
    return row, [answer.value for answer in cold]


# --- all of them ----------------------------------------------------------------------------------


def written(position: Position) -> str:
    """Write a position on a line."""
    return f"{position.table_text} / {position.hand_text}".strip(" /")


@dataclass
class Agreement:
    """How far a program's answers are ours."""

    asked: int = 0
    gave_up: int = 0
    fewer_cards: int = 0
    different: list[str] = field(default_factory=list)

    def compare(
        self, peer: Peer, workload: Workload, position: Position, ours: int | None, theirs: Answer
    ) -> None:
        """Compare the answers about a position."""
        self.asked += 1
        if peer.by_cards and workload.question is Question.PLAY:
            ours = most_cards(workload, position)
        if theirs.value is None:
            self.gave_up += 1
        elif max(theirs.value, 0) != ours:
            if peer.by_cards and has_jokers(workload) and ours and theirs.value < ours:
                self.fewer_cards += 1
            else:
                values = f"{ours}, not {theirs.value}"
                self.different.append(f"{workload.name}: {values}, for `{written(position)}`")

    def __str__(self) -> str:
        """Say so in words."""
        words = f"asked {self.asked} times; {len(self.different)} different answers"
        if self.gave_up:
            words += f"; gave up {self.gave_up} times"
        if self.fewer_cards:
            words += (
                f"; {self.fewer_cards} plays of fewer cards, by a joker of the hand that it keeps"
                " back where a set would do without it"
            )
        return words


def run(
    todo: Sequence[Workload],
    others: Sequence[Peer],
    agreements: dict[str, Agreement],
    sizes: tuple[int, int],
) -> list[Row]:
    """Measure each workload: ourselves on so many positions, the slow ones on fewer."""
    rows = []
    for number, workload in enumerate(todo, 1):
        progress(f"{number}/{len(todo)} {workload.name}")
        positions = workload.positions(sizes[0])
        row, ours = measure(workload, positions)
        for peer in others:
            if peer.takes(workload):
                asked = positions[: sizes[1]] if peer.slow else positions
                progress(f"{number}/{len(todo)} {workload.name}: {peer.name}")
                answers = peer.answers(workload, asked)
                row.peers[peer.name] = Times.of(answers)
                agreement = agreements.setdefault(peer.name, Agreement())
                for position, our_value, theirs in zip(asked, ours, answers, strict=False):
                    agreement.compare(peer, workload, position, our_value, theirs)
        rows.append(row)
    progress("")
    return rows


def progress(text: str) -> None:
    """Show what is being done, on one line."""
    print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)


# --- goals ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Goals:
    """Most microseconds: the cold median, the slowest cold call, the warm median."""

    cold: float | None = None
    slowest: float | None = None
    warm: float | None = None


_COLD_CHECK = {30: 150, 52: 500, 80: 2000}
_COLD_PLAY = {12: 100, 30: 300, 52: 1500, 80: 6000}
_WARM_PLAY = {12: 25, 30: 35, 52: 50, 80: 80}
_WARM_JOKER = {12: 100, 30: 200, 52: 400, 80: 800}
_TIMES_CHECK = 4
_FULL_TABLE, _IN_A_GAME = 20_000, 50_000  # the slowest
_MOST = 80  # cards, of the goals for a warm check


def goals_of(row: Row, rows: Sequence[Row]) -> Goals:
    """Return the goals for a row; with aces low or high they are twice those with aces low."""
    workload = row.workload
    times = 1 if workload.aces is Aces.LOW else 2
    cards = max(workload.sizes)

    def of(goals: dict[int, int]) -> float | None:
        goal = goals.get(cards)
        return None if goal is None else goal * times

    if workload.kind == "as in a game":
        return Goals(slowest=_IN_A_GAME)
    if workload.question is Question.PLAY:
        joker = has_jokers(workload)
        return Goals(
            cold=None if joker else of(_COLD_PLAY), warm=of(_WARM_JOKER if joker else _WARM_PLAY)
        )
    if workload.question is Question.SPLIT:
        check = next(
            other
            for other in rows
            if other.workload.question is Question.CHECK
            and (other.workload.kind, other.workload.sizes) == (workload.kind, workload.sizes)
            and other.workload.aces is workload.aces
        )
        return Goals(
            cold=_TIMES_CHECK * check.cold.median(), warm=_TIMES_CHECK * check.warm.median()
        )
    slowest = _FULL_TABLE if cards > 2 * 52 else None
    if has_jokers(workload) or cards > _MOST:
        return Goals(slowest=slowest)
    return Goals(cold=of(_COLD_CHECK), warm=(1 + 0.12 * cards) * times)


# --- the report -----------------------------------------------------------------------------------


def number(microseconds: float) -> str:
    """Write a time with two or three digits that matter."""
    if microseconds < 10:  # noqa: PLR2004
        return f"{microseconds:.1f}"
    digits = max(0, int(math.log10(microseconds)) - 2)
    return f"{round(microseconds / 10**digits) * 10**digits:,}"


def against(figure: float, goal: float | None) -> str:
    """Write a time beside its goal."""
    if goal is None:
        return number(figure)
    written = f"**{number(figure)}**" if figure > goal else number(figure)
    return f"{written} ≤ {number(goal)}"


def factor(figure: float) -> str:
    """Write how many times one time is another."""
    return f"{figure:.2g}" if figure < 10 else f"{figure:,.0f}"  # noqa: PLR2004


def table(rows: Sequence[Row], others: Sequence[Peer]) -> list[str]:
    """Return the lines of the table."""
    columns = [
        *("question", "cards", "aces", "cold", "p99", "max", "others seen", "warm", "p99"),
        *(peer.name for peer in others),
    ]
    lines = [line(columns), line(["---"] * 3 + ["--:"] * (len(columns) - 3))]
    for row in rows:
        workload = row.workload
        goals = goals_of(row, rows)
        cells = [
            f"{workload.question.value}: {workload.kind}",
            workload.cards,
            workload.aces.value,
            against(row.cold.median(), goals.cold),
            number(row.cold.p99),
            against(row.cold.max, goals.slowest),
            number(row.others_seen.median()),
            against(row.warm.median(), goals.warm),
            number(row.warm.p99),
        ]
        for peer in others:
            times = row.peers.get(peer.name)
            cells.append("" if times is None else _cell(times, row))
        lines.append(line(cells))
    return lines


def _cell(times: Times, row: Row) -> str:
    asked = len(times.all)
    ratios = (times.median() / ours.median(asked) for ours in (row.cold, row.warm))
    return f"{number(times.median())} / {number(times.p99)} ({', '.join(map(factor, ratios))})"


def line(cells: Sequence[str]) -> str:
    """Write a line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    """Name the processor and the Python."""
    processor = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                processor = line.partition(":")[2].strip()
                break
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor}, {platform.system()} on {platform.machine()}, {python}"


@dataclass
class Report:
    """Everything that was measured."""

    rows: list[Row]
    others: list[Peer]
    missing: list[str]
    agreements: dict[str, Agreement]
    size: Size

    def __str__(self) -> str:
        """Write it in Markdown."""
        today = dt.datetime.now(tz=dt.timezone.utc).date()
        ours = metadata.version("manipulation-rummy")
        kernel = "compiled" if COMPILED else "in pure Python"
        lines = [
            "# Speed of the solver",
            "",
            (
                f"Measured on {today} by `python -m benchmarks.solver`: {machine()};"
                f" manipulation-rummy {ours}, its kernel {kernel}, {self.size.ours} positions a"
                f" row, {self.size.slow} for the integer programs."
            ),
            "",
            "## Method",
            "",
            *METHOD.splitlines(),
            "",
            "## Times, in microseconds",
            "",
            *table(self.rows, self.others),
            "",
            "## Slowest positions",
            "",
            "Cold, where a goal is set for them: the cards on the table, and the hand.",
            "",
            *(
                f"- {row.workload.name}, {number(row.cold.max)} µs: `{written(row.slowest)}`"
                for row in self.rows
                if goals_of(row, self.rows).slowest is not None
            ),
            "",
            "## Answers",
            "",
            "Those of the others, compared with ours in the same run.",
            "",
            *(
                f"- {peer.name} ({peer.version}): {self.agreements.get(peer.name, Agreement())}"
                for peer in self.others
            ),
            *(f"- left out, {what}" for what in self.missing),
        ]
        different = [line for found in self.agreements.values() for line in found.different]
        if different:
            lines += ["", "Different answers:", "", *(f"- {line}" for line in different)]
        return "\n".join(lines) + "\n"


def series(rows: Sequence[Row], question: Question) -> list[Series]:
    """Return the lines of the chart for a question."""
    rows = [row for row in rows if row.workload.question is question]
    found = {
        "this package, cold": [(row.workload.sizes[0], row.cold.median()) for row in rows],
        "this package, warm": [(row.workload.sizes[0], row.warm.median()) for row in rows],
    }
    for row in rows:
        for name, times in row.peers.items():
            found.setdefault(name, []).append((row.workload.sizes[0], times.median()))
    return [Series(name, points) for name, points in found.items()]


def main() -> None:
    """Measure, print and, if asked to, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description="Time it.")
    parser.add_argument("--quick", action="store_true", help="ask about few positions")
    parser.add_argument("--write", action="store_true", help="write RESULTS.md and the chart")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else FULL
    with tempfile.TemporaryDirectory() as directory:
        others, missing = peers(Path(directory))
        agreements: dict[str, Agreement] = {}
        gc.collect()
        gc.freeze()  # what is there by now need not be looked at again
        rows = run([*workloads()], others, agreements, (size.ours, size.slow))
        report = str(Report(rows, others, missing, agreements, size))
        if arguments.write:
            sizes = size.chart, size.chart_slow
            charted = run([*chart_workloads()], others, agreements, sizes)
            draw(
                {
                    "Does a table split?": series(charted, Question.CHECK),
                    "Best play with 10 cards in hand": series(charted, Question.PLAY),
                },
                CHART,
            )
            RESULTS.write_text(report, encoding="utf-8")
    print(report, end="")


if __name__ == "__main__":
    main()
