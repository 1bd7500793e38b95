"""What the commands print: lines of text from values, and grids of scores."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from manipulation_rummy.cards import text_of
from manipulation_rummy.cli.screen import NO_BREAK, wrapped
from manipulation_rummy.render.words import count, listed
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import Knocked, WentOut, hand_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from manipulation_rummy.cards import AnyCard
    from manipulation_rummy.errors import NotationError
    from manipulation_rummy.melds import Meld, Table
    from manipulation_rummy.rules import Rules
    from manipulation_rummy.scoring import GameResult, RoundResult
    from manipulation_rummy.solver import Explanation, Proposal
    from manipulation_rummy.state import GameState
    from manipulation_rummy.violations import Violation

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
_INDENT: Final = " " * 6


# --- words ----------------------------------------------------------------------------------------


def names(seats: Iterable[int], players: Sequence[str] = NAMES) -> str:
    """Return the names of the seats: `Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    return listed(players[seat] for seat in seats)


def _points(cards: Sequence[AnyCard], rules: Rules = DEFAULT_RULES) -> str:
    return count(hand_points(cards, rules), "point")


def _holding(hand: Sequence[AnyCard], rules: Rules = DEFAULT_RULES) -> str:
    points = _points(hand, rules).replace(" ", NO_BREAK)
    return f"{text_of(hand)} ({points})" if hand else "nothing"


def hands(
    held: Sequence[Sequence[AnyCard]],
    width: int,
    players: Sequence[str] = NAMES,
    rules: Rules = DEFAULT_RULES,
) -> Iterator[str]:
    """Show the hands of all players."""
    indent = max(len(_INDENT), *(len(name) + 2 for name in players))
    for name, hand in zip(players, held, strict=False):
        line = f"{name:{indent}}{_holding(hand, rules)}"
        yield from wrapped(line, width, indent=" " * (indent + 2))


def marked(error: NotationError, width: int) -> Iterator[str]:
    """Show the place of the trouble with a caret under it, of a long line only the part around."""
    line, _, caret = error.marked().rpartition("\n")
    start = max(0, len(caret) - width // 2) if len(line) > width else 0
    yield line[start : start + width]
    yield caret[start:]


# --- tables and plays -----------------------------------------------------------------------------


def legal_table(table: Table) -> Iterator[str]:
    """Say that a table is legal, and what its melds are."""
    yield f"legal: {count(len(table), 'meld')}, {count(len(table.cards), 'card')}"
    width = max((len(str(meld)) for meld in table), default=0)
    for meld in table:
        yield f"  {meld!s:{width}}  {meld.kind.value}"


def illegal_table(violation: Violation) -> Iterator[str]:
    """Say what is wrong with a table, fault by fault."""
    yield f"illegal: {count(len(violation.faults), 'fault')}"
    yield from (f"  {fault}" for fault in violation.faults)


def split_heap(melds: Sequence[Meld]) -> Iterator[str]:
    """Show the melds that a heap was split into."""
    yield f"{count(len(melds), 'meld')}{':' if melds else ''}"
    yield from (f"  {meld}" for meld in melds)


def unsplit_heap(explanation: Explanation) -> Iterator[str]:
    """Say that a heap cannot be split, and how far one gets."""
    yield "cannot be split into melds"
    if explanation.melds:
        yield "the largest part that can:"
        yield from (f"  {meld}" for meld in explanation.melds)
    yield f"left over: {text_of(explanation.left_over)}"


def proposal(play: Proposal, table: Table, hand: Sequence[AnyCard]) -> Iterator[str]:
    """Show the play, the new table with its new melds marked, and what stays in the hand."""
    yield f"play {text_of(play.played)} for {_points(play.played)}; + marks what is new or changed:"
    old = Counter(table)
    for meld in play.table:
        yield f"  {' ' if old[meld] > 0 else '+'} {meld}"
        old[meld] -= 1
    left = Counter(hand) - Counter(play.played)
    yield f"left in hand: {_holding(sorted(left.elements()))}".replace(NO_BREAK, " ")


# --- a game ---------------------------------------------------------------------------------------


def table(laid: Table, width: int) -> Iterator[str]:
    """Show the table after a turn, with no meld broken between two lines."""
    melds = f"{NO_BREAK}| ".join(str(meld).replace(" ", NO_BREAK) for meld in laid)
    yield from wrapped(f"{_INDENT}table {melds}", width, indent=f"{_INDENT}  ")


def holding(hand: Sequence[AnyCard], width: int, rules: Rules) -> Iterator[str]:
    """Show the hand after a turn."""
    yield from wrapped(f"{_INDENT}holds {_holding(hand, rules)}", width, indent=f"{_INDENT}  ")


def ending(result: RoundResult, players: Sequence[str] = NAMES) -> Iterator[str]:
    """Say how a round ended and who won it."""
    if isinstance(result.ending, Knocked):
        how = f"{players[result.ending.seat]} knocked"
    elif isinstance(result.ending, WentOut):
        how = f"{players[result.ending.seat]} went out"
    else:
        how = "The stock ran out"
    yield ""
    winners = names(result.winners, ["you" if name == "You" else name for name in players])
    yield f"{how}; the round goes to {winners}."


def round_scores(
    result: RoundResult, totals: Sequence[int], players: Sequence[str] = NAMES
) -> Grid:
    """Show the scores of a round by where they come from, and the totals after it."""
    grid = _grid("in hand", "differences", "undercut", "going out", "score", "total")
    for seat, (points, score, total) in enumerate(
        zip(result.points, result.breakdown, totals, strict=True)
    ):
        bonuses = (score.differences, score.undercut, score.going_out)
        _add_row(grid, players[seat], points, *bonuses, score.total, total)
    return grid


def settlement(
    scores: Sequence[int],
    rounds_won: Sequence[int],
    result: GameResult,
    players: Sequence[str] = NAMES,
) -> Grid:
    """Show the settlement of a game, best first."""
    grid = _grid("rank", "total", "rounds won", "bonus", "final")
    rank = 1
    for tied in result.standings:
        for seat in tied:
            final, bonus = result.final[seat], result.bonuses[seat]
            _add_row(grid, players[seat], rank, scores[seat], rounds_won[seat], bonus, final)
        rank += len(tied)
    return grid


def result(
    terminal: Console, state: GameState, players: Sequence[str], *, explained: bool = False
) -> None:
    """Print how a round ended that is over, and the game if it is, with the columns explained."""
    assert state.last_round is not None, "a round has ended"
    for line in ending(state.last_round, players):
        terminal.print(line, style="bold", soft_wrap=True)
    for line in hands(state.hands, terminal.width, players, state.rules):
        terminal.print(line, soft_wrap=True)
    terminal.print(round_scores(state.last_round, state.scores, players))
    if explained:
        _print(terminal, _about_round(state.last_round, state.rules))
    if state.result is not None:
        terminal.print()
        terminal.print(settlement(state.scores, state.rounds_won, state.result, players))
        if explained:
            _print(terminal, _about_settlement(state.rules))
        terminal.print(f"{names(state.result.winners, players)} won the game.", style="bold")


def _about_round(result: RoundResult, rules: Rules) -> str:
    """Return what the columns of a round are, those that are empty left out."""
    about = "The fewest points in hand win the differences to all others"
    if any(score.undercut for score in result.breakdown):
        about += f"; undercut: {rules.undercut_bonus} more where another one knocked"
    if any(score.going_out for score in result.breakdown):
        about += f"; going out: {rules.going_out_bonus} more for having no cards"
    return f"{about}. {rules.target} points in total end the game."


def _about_settlement(rules: Rules) -> str:
    others = "all" if rules.round_bonus_for == "all" else "the others"
    return (
        f"The bonus is {rules.game_bonus} for whoever has {rules.target} or more in total, and "
        f"for {others} {rules.round_bonus} for each round won. The most points win."
    )


def _print(terminal: Console, text: str) -> None:
    for line in wrapped(text, terminal.width, indent=""):
        terminal.print(line, soft_wrap=True)


def _grid(*columns: str) -> Grid:
    grid = Grid(box=box.SIMPLE, show_edge=False, pad_edge=False)
    grid.add_column("")
    for column in columns:
        grid.add_column(column, justify="right")
    return grid


def _add_row(grid: Grid, name: str, *numbers: int) -> None:
    grid.add_row(Text(name), *(str(number or "-") for number in numbers))
