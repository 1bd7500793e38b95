"""Other programs that answer the same questions, timed as kindly as can be.

* `Native` is `native/walk.cpp`, a plain C++ walk over the ranks; it times itself.
* `PlainModel` is the integer program of the tests (`tests/oracles/integer_program.py`), solved by
  HiGHS on one thread; only the time within HiGHS counts, not that to write the model down.
* `RummikubSolver` is `rummikub-solver` with one of its backends; it keeps its model from call to
  call, and only the call that solves is timed, the position having been set before. It plays with
  aces low and looks for the most cards, not points.

Each goes over the positions three times, and the fastest time counts. What is not installed, or
cannot be compiled, is left out.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from time import perf_counter_ns
from typing import Any, NamedTuple, Protocol
from unittest import mock

import highspy

from benchmarks.positions import Question, Workload
from manipulation_rummy import Aces, Rules, parse_card
from tests.oracles import brute_force, integer_program
from tests.oracles.brute_force import FACES, JOKER, RANKS, SUITS, face_of
from tests.oracles.positions import Position

PASSES = 3
COMPILERS = ("c++", "g++", "clang++")
SOURCE = Path(__file__).parent / "native" / "walk.cpp"


class Answer(NamedTuple):
    """What a program said, and the time it took.

    Attributes:
        value: 1 or 0 for whether cards split, or what the best play weighs, 0 if there is none;
            None if the program gave up.
        nanoseconds: The time.
    """

    value: int | None
    nanoseconds: int


class Peer(Protocol):
    """Another program."""

    name: str
    """What it is called in the table."""
    version: str
    """Its version, in words."""
    slow: bool
    """Whether it is asked about fewer positions."""
    by_cards: bool
    """Whether its best play is that with the most cards, not points."""

    def takes(self, workload: Workload) -> bool:
        """Tell whether it can answer such questions at all."""
        ...

    def answers(self, workload: Workload, positions: Sequence[Position]) -> list[Answer]:
        """Answer the question about each position."""
        ...


def fastest(positions: Sequence[Position], answer: Callable[[Position], Answer]) -> list[Answer]:
    """Answer each in turn, all over again, and return the fastest answer to each."""
    passes = [[answer(position) for position in positions] for _ in range(PASSES)]
    return [
        min(answers, key=lambda given: given.nanoseconds) for answers in zip(*passes, strict=True)
    ]


def has_jokers(workload: Workload) -> bool:
    """Tell whether there are jokers in such positions."""
    return "joker" in workload.kind or "game" in workload.kind


# --- C++ ------------------------------------------------------------------------------------------


class Native:
    """The walk in C++."""

    name = "C++ walk"
    slow = False
    by_cards = False

    def __init__(self, program: Path, compiler: str) -> None:
        self.program = program
        self.version = subprocess.run(  # noqa: S603  # a compiler that was found on the path
            [compiler, "--version"], check=True, capture_output=True, text=True
        ).stdout.splitlines()[0]

    def takes(self, workload: Workload) -> bool:
        """It knows declared jokers as the cards they stand for, on tables to be checked only."""
        declared = "declared" in workload.kind
        return workload.question is not Question.SPLIT and (declared or not has_jokers(workload))

    def answers(self, workload: Workload, positions: Sequence[Position]) -> list[Answer]:
        """Answer the question about each position."""
        lines = []
        for position in positions:
            on_table = Counter(map(face_of, position.cards))
            in_hand = Counter(position.hand)
            counts = [*(on_table[face] for face in FACES), *(in_hand[face] for face in FACES)]
            lines.append(f"{workload.question.value} {workload.aces.value} {_joined(counts)}\n")
        printed = subprocess.run(  # noqa: S603  # compiled a moment ago
            [str(self.program)], input="".join(lines), check=True, capture_output=True, text=True
        ).stdout
        return [Answer(*map(int, line.split())) for line in printed.splitlines()]


def _joined(counts: Sequence[int]) -> str:
    return " ".join(map(str, counts))


def native(directory: Path) -> Native | None:
    """Compile the walk in C++ into a directory, if there is a compiler."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    program = directory / "walk"
    subprocess.run(  # noqa: S603  # a compiler that was found on the path
        [compiler, "-O2", "-std=c++17", "-o", str(program), str(SOURCE)], check=True
    )
    return Native(program, compiler)


# --- integer programs -----------------------------------------------------------------------------


class PlainModel:
    """The integer program of the tests."""

    name = "plain model, HiGHS"
    version = f"highspy {metadata.version('highspy')}"
    slow = True
    by_cards = False

    def __init__(self) -> None:
        # The first program decides how many threads HiGHS has in this process: one.
        integer_program.partitions((), "low")

    def takes(self, workload: Workload) -> bool:
        """It takes all but the question for the melds."""
        return workload.question is not Question.SPLIT

    def answers(self, workload: Workload, positions: Sequence[Position]) -> list[Answer]:
        """Answer the question about each position."""
        aces: brute_force.Aces = "low" if workload.aces is Aces.LOW else "both"
        run: Callable[[highspy.Highs], Any] = highspy.Highs.run
        spent = 0

        def timed(highs: highspy.Highs) -> object:
            nonlocal spent
            start = perf_counter_ns()
            status = run(highs)
            spent += perf_counter_ns() - start
            return status

        def answer(position: Position) -> Answer:
            nonlocal spent
            spent = 0
            value = _optimum(workload, position, aces)
            return Answer(value, spent)

        with mock.patch.object(highspy.Highs, "run", timed):
            return fastest(positions, answer)


def _optimum(workload: Workload, position: Position, aces: brute_force.Aces) -> int | None:
    """Return the integer program's answer, None if it gave up."""
    try:
        if workload.question is Question.CHECK:
            return int(integer_program.partitions(position.cards, aces))
        best = integer_program.best_weight(
            position.cards, position.hand, _points, aces, joker_rules=True
        )
    except integer_program.SolverStatusError:
        return None
    return best or 0


_rules_points = Rules().points


def _points(card: str) -> int:
    return _rules_points(parse_card(card))


class RummikubSolver:
    """`rummikub-solver` with one of its backends."""

    slow = True
    by_cards = True

    def __init__(self, backend: str, called: str, package: str) -> None:
        from rummikub_solver import MILPSolver, RuleSet  # noqa: PLC0415  # may not be there

        self.name = f"rummikub-solver, {called}"
        versions = (f"{name} {metadata.version(name)}" for name in ("rummikub-solver", package))
        self.version = ", ".join(versions)
        self._rules = RuleSet(solver_backend=MILPSolver(backend))

    def takes(self, workload: Workload) -> bool:
        """It takes aces low; of jokers only those in the hand, which it may then not play."""
        jokers = has_jokers(workload) and workload.kind != "hand of 10, a joker in it"
        return workload.question is not Question.SPLIT and workload.aces is Aces.LOW and not jokers

    def answers(self, workload: Workload, positions: Sequence[Position]) -> list[Answer]:
        """Answer the question about each position."""

        def answer(position: Position) -> Answer:
            state = self._rules.new_game()
            state.add_table(*map(_tile, position.cards))
            state.add_rack(*map(_tile, position.hand))
            state.initial = False
            start = perf_counter_ns()
            if workload.question is Question.CHECK:
                value = int(self._rules.arrange_table(state) is not None)
            else:
                solution = self._rules.solve(state)
                value = 0 if solution is None else len(solution.tiles)
            return Answer(value, perf_counter_ns() - start)

        return fastest(positions, answer)


def _tile(card: str) -> int:
    if card == JOKER:
        return len(FACES) + 1
    return SUITS.index(card[1]) * len(RANKS) + RANKS.index(card[0]) + 1


BACKENDS = (("HIGHS", "HiGHS", "highspy"), ("GLPK_MI", "GLPK", "cvxopt"))


def _rummikub_solver(backend: str, called: str, package: str) -> Peer | str:
    """Return it with a backend, or why it is not there."""
    try:
        return RummikubSolver(backend, called, package)
    except (ImportError, metadata.PackageNotFoundError) as error:
        return f"rummikub-solver with {called}: {error}"


def peers(directory: Path) -> tuple[list[Peer], list[str]]:
    """Return the programs that are there, and what is said about the others.

    Args:
        directory: Where the program in C++ is compiled.
    """
    found: list[Peer | str] = [
        native(directory) or "the walk in C++: no compiler",
        PlainModel(),
        *(_rummikub_solver(*backend) for backend in BACKENDS),
    ]
    return (
        [peer for peer in found if not isinstance(peer, str)],
        [why for why in found if isinstance(why, str)],
    )
