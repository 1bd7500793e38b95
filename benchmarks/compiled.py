"""Time the solver with its kernel in pure Python and compiled, in one run.

    python -m benchmarks.compiled

It prints a table in Markdown. The package must be installed with its kernel compiled, as it is in
the environment of `nox -s compiled`. Each kernel is asked in a process of its own, in turns,
several times, in the manner of `benchmarks/solver.py` but about fewer positions, with aces low; of
each position the fastest time of all turns counts, cold and warm.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

KERNEL: Final = "manipulation_rummy.solver.kernel"
KINDS: Final = ("table", "2 free jokers", "hand of 10", "hand of 10, a joker in it")
MOST_CARDS: Final = 80
POSITIONS: Final = 20
TURNS: Final = 5

Times = dict[str, list[list[float]]]
"""For each question the cold and the warm times in microseconds, position by position."""


def import_pure_kernel() -> None:
    """Import the kernel from its source, before the rest of the package asks for it."""
    package = importlib.util.find_spec("manipulation_rummy")
    assert package is not None
    assert package.origin is not None
    source = Path(package.origin).parent / "solver" / "kernel.py"
    spec = importlib.util.spec_from_file_location(KERNEL, source)
    assert spec is not None
    assert spec.loader is not None
    kernel = sys.modules[KERNEL] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernel)


def measure(kernel: str) -> Times:
    """Return the times with one of the kernels, which must be the one that this process has."""
    from benchmarks import solver  # noqa: PLC0415  # it imports the package, and so the kernel
    from benchmarks.positions import workloads  # noqa: PLC0415
    from manipulation_rummy import Aces  # noqa: PLC0415
    from manipulation_rummy.solver import COMPILED  # noqa: PLC0415

    if (kernel == "compiled") is not COMPILED:
        sys.exit("the package is not installed with its kernel compiled")
    times: Times = {}
    for workload in workloads():
        if (
            workload.kind in KINDS
            and workload.aces is Aces.LOW
            and workload.sizes[-1] <= MOST_CARDS
        ):
            row, _ = solver.measure(workload, workload.positions(POSITIONS))
            name = f"{workload.question.value}: {workload.kind} | {workload.cards}"
            times[name] = [row.cold.all, row.warm.all]
    return times


def in_a_process(kernel: str) -> Times:
    """Measure in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.compiled", kernel]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603
    times: Times = json.loads(printed)
    return times


def fastest(turns: list[Times], name: str, which: int) -> float:
    """Return the median over the positions, of each the fastest time."""
    all_turns = [turn[name][which] for turn in turns]
    times: list[float] = [min(position) for position in zip(*all_turns, strict=True)]
    return median(times)


def main() -> None:
    """Print the table, or what one process measures."""
    if sys.argv[1:]:
        (kernel,) = sys.argv[1:]
        if kernel == "pure":
            import_pure_kernel()
        print(json.dumps(measure(kernel)))
        return
    from benchmarks.solver import number  # noqa: PLC0415

    turns = [(in_a_process("pure"), in_a_process("compiled")) for _ in range(TURNS)]
    pure, compiled = map(list, zip(*turns, strict=True))
    print("| question | cards | cold, pure | compiled | ratio | warm, pure | compiled | ratio |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for name in pure[0]:
        cells = [name]
        for which in (0, 1):
            before, after = fastest(pure, name, which), fastest(compiled, name, which)
            cells += [number(before), number(after), f"{before / after:.1f}"]
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
