"""Draw times against the number of cards, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

COLOURS = ("#0b6e4f", "#0b6e4f", "#7a7a7a", "#c1666b", "#4a6fa5", "#d4a72c")
DASHED = 1  # the second line is the first one's colour, dashed
SIZE = (9, 4.2)  # inches


class Series(NamedTuple):
    """A line of the chart.

    Attributes:
        name: What it says in the legend.
        points: Numbers of cards with times in microseconds.
    """

    name: str
    points: Sequence[tuple[int, float]]


def draw(panels: Mapping[str, Sequence[Series]], path: Path) -> None:
    """Draw the panels side by side, times on a logarithmic scale; the same data, the same file."""
    import matplotlib as mpl  # noqa: PLC0415  # only who draws needs it
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context():
        mpl.rcParams["svg.hashsalt"] = "solver speed"
        mpl.rcParams["svg.fonttype"] = "none"  # text stays text
        mpl.rcParams["font.family"] = "sans-serif"
        mpl.rcParams["font.size"] = 9
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axis, (title, lines) in zip(axes, panels.items(), strict=True):
            for place, line in enumerate(lines):
                axis.plot(
                    *zip(*line.points, strict=True),
                    label=line.name,
                    color=COLOURS[place % len(COLOURS)],
                    linestyle="--" if place == DASHED else "-",
                    marker="o",
                    markersize=3,
                    linewidth=1.4,
                )
            axis.set_yscale("log")
            axis.set_title(title, fontsize=10)
            axis.set_xlabel("cards on the table")
            axis.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
        axes[0].set_ylabel("median time, microseconds")
        handles, names = axes[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=3, frameon=False)
        figure.savefig(path, metadata={"Date": None})
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(map(str.rstrip, text.splitlines())) + "\n", encoding="utf-8")
