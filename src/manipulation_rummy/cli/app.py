"""The commands: they read text, ask the library and print what `show` makes of the answer.

Exit codes: 0; 1 for "no" as the answer; 2 for input that cannot be read or served.
"""

from __future__ import annotations

import random
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, TextIO, cast

import typer
from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

import manipulation_rummy
from manipulation_rummy import render
from manipulation_rummy.arguments import MAX_NUMBER, MAX_PLAYERS, MIN_PLAYERS
from manipulation_rummy.cards import MAX_TEXT, parse_cards, shuffled_pack
from manipulation_rummy.cli import show
from manipulation_rummy.cli.game import take_turn
from manipulation_rummy.engine import apply, new_game
from manipulation_rummy.errors import NotationError, RummyError
from manipulation_rummy.melds import Table, check_table
from manipulation_rummy.moves import Deal
from manipulation_rummy.solver import Aces, best_play, explain, partition
from manipulation_rummy.violations import InvalidMeld

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from manipulation_rummy.state import GameState

_STDIN: Final = "-"

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


# --- in and out -----------------------------------------------------------------------------------


class _Cards(RegexHighlighter):
    """Colours for cards in plain text, where there are colours."""

    base_style = "card."
    highlights = (r"(?<!=)(?P<red>\b[A2-9TJQK][HD]\b)", r"(?P<joker>\*(=[A2-9TJQK][SHDC])?)")


def _console(*, stderr: bool = False) -> Console:
    theme = Theme({"card.red": "red", "card.joker": "magenta"})
    return Console(stderr=stderr, theme=theme, highlighter=_Cards(), markup=False, emoji=False)


def _print(console: Console, lines: Iterable[str], style: str | None = None) -> None:
    for line in lines:
        console.print(line, style=style, soft_wrap=True)


def _read(text: str) -> str:
    """Return the text, or standard input in its place; no more of it than could be cards."""
    stdin = cast("TextIO | None", sys.stdin)  # None if it is closed
    if text != _STDIN or stdin is None:
        return text
    return stdin.read(MAX_TEXT + 1)


@contextmanager
def _errors_told() -> Generator[None, None, None]:
    """Turn an error about what was given into a message and exit code 2."""
    try:
        yield
    except RummyError as error:
        console = _console(stderr=True)
        _print(console, [f"error: {error}"], style="bold")
        if isinstance(error, NotationError):
            _print(console, show.marked(error, console.width))
        raise typer.Exit(2) from None


def _answer_no(lines: Iterable[str]) -> NoReturn:
    _print(_console(), lines)
    raise typer.Exit(1)


# --- commands -------------------------------------------------------------------------------------


def _examples(*lines: str) -> str:
    commands = (f"  manipulation-rummy {line}" for line in lines)
    return "\n\n".join(("[bold]Examples[/bold]", *commands))


def _show_version(value: bool) -> None:  # noqa: FBT001  # typer calls it so
    if value:
        _print(_console(), [f"manipulation-rummy {manipulation_rummy.__version__}"])
        raise typer.Exit


@app.callback()
def commands(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """The card game Manipulation: play a demo game, judge tables, split heaps, find the best play.

    Cards are rank and suit, such as 8S or TH; 10h and 8♠ are read too.

    * is a joker in a hand or a heap, *=8S one on the table, for the 8 of spades.

    | separates melds; - in the place of cards reads them from standard input.

    Exit codes: 0; 1 if the answer is no; 2 if the input cannot be read.
    """


@app.command(epilog=_examples("demo", "demo --players 5 --seed 42", "demo | less"))
def demo(
    players: Annotated[
        int, typer.Option(min=MIN_PLAYERS, max=MAX_PLAYERS, help="How many play.")
    ] = 3,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same game.")] = 1,
) -> None:
    """Play a whole game and show every turn, the scores of each round and the settlement."""
    console = _console()
    rng = random.Random(seed)  # noqa: S311  # cards, not secrets
    state = new_game(players, rng=rng)
    rounds = 0
    while state.result is None:
        rounds += 1
        console.rule(f"round {rounds}: {show.NAMES[state.dealer]} deals", align="left")
        state = _play_round(apply(state, Deal(shuffled_pack(players, rng))), console)
    console.rule("settlement", align="left")
    console.print(show.settlement(state, state.result))
    _print(console, [f"{show.names(state.result.winners)} won the game."], style="bold")


def _play_round(state: GameState, console: Console) -> GameState:
    """Play a round that was dealt, and show it."""
    _print(console, show.deal(state))
    result = None
    while result is None:
        taken = take_turn(state)
        _print(console, show.turn(taken, console.width))
        state, result = taken.after, taken.result
    _print(console, show.ending(result), style="bold")
    console.print(show.round_scores(result, state.scores), "")
    return state


@app.command(epilog=_examples('check "7S 8S 9S | KH KD KC"', "check - < table.txt"))
def check(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE", help="Melds with | between them (line ends are blanks), or -."
        ),
    ],
) -> None:
    """Say whether a table is legal and, if not, every fault with the number of its rule."""
    with _errors_told():
        text = _read(table)
        if violation := check_table(text):
            _answer_no(show.illegal_table(violation))
        _print(_console(), show.legal_table(Table.parse(text)))


@app.command(epilog=_examples('split "3H 4H 5H 6H 6S 6D"', 'split --aces high "QS KS * 9H 9S 9D"'))
def split(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help="Cards in any order, * for a joker; or -.")
    ],
    aces: Annotated[Aces, typer.Option(help="Where an ace may stand in a sequence.")] = Aces.BOTH,
) -> None:
    """Split a heap of cards into melds, or say which cards are left over."""
    with _errors_told():
        heap = parse_cards(_read(cards))
        melds = partition(heap, aces=aces)
        if melds is None:
            _answer_no(show.unsplit_heap(explain(heap, aces=aces)))
        _print(_console(), show.split_heap(melds))


@app.command(
    epilog=_examples(
        'hint --hand "5S 6S *"', 'hint --table "3S 4S 5S | KS KH KC" --hand "6S KD 2H"'
    )
)
def hint(
    hand: Annotated[
        str, typer.Option(metavar="CARDS", help="The cards in hand, * for a joker; or -.")
    ],
    table: Annotated[
        str,
        typer.Option(
            metavar="TABLE", help="Melds with | between them (line ends are blanks), or -."
        ),
    ] = "",
) -> None:
    """Show the play that puts the most points on the table, and the table after it."""
    if hand == table == _STDIN:
        raise typer.BadParameter("--hand and --table cannot both be -")
    with _errors_told():
        text, held = _read(table), parse_cards(_read(hand))
        if violation := check_table(text):
            _answer_no(show.illegal_table(violation))
        old = Table.parse(text)
        play = best_play(old, held)
        if play is None:
            _answer_no(["nothing can be played"])
        _print(_console(), show.proposal(play, old, held))


@app.command(
    epilog=_examples(
        'draw "7S 8S 9S | KH KD KC"',
        'draw "7S 8S 9S | KH KD KC" -o table.svg --four-colours',
        'draw "3S 4S 5S 6S" --since "3S 4S 5S" -o change.svg --dark',
    )
)
def draw(  # noqa: PLR0913  # all but the cards are options
    *,
    cards: Annotated[
        str,
        typer.Argument(
            metavar="CARDS", help="Cards of a hand or a meld; melds with | between them; or -."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write an SVG file; - for stdout."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="An older table; what has changed is marked."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark, in a file.")] = False,
    four_colours: Annotated[
        bool, typer.Option("--four-colours", help="A colour for each suit, safe for all eyes.")
    ] = False,
    width: Annotated[
        int,
        typer.Option(min=render.LEAST_PIXELS, max=MAX_NUMBER, help="Pixels across a file at most."),
    ] = 800,
) -> None:
    """Draw cards or a table: as text, or as an SVG file."""
    if cards == since == _STDIN:
        raise typer.BadParameter("CARDS and --since cannot both be -")
    with _errors_told():
        text, old = _read(cards), None if since is None else _read(since)
        try:
            if output is None:
                _draw_here(text, old, four_colours=four_colours)
                return
            picture = render.svg(text, since=old, dark=dark, four_colours=four_colours, width=width)
        except InvalidMeld as refused:
            _answer_no(show.illegal_table(refused.violation))
    if output == Path(_STDIN):
        typer.echo(picture, nl=False)
    else:
        output.write_text(picture, encoding="utf-8", newline="\n")
        _print(_console(), [f"wrote {output}"])


def _draw_here(text: str, since: str | None, *, four_colours: bool) -> None:
    """Draw into the terminal, with what it can show."""
    console = _console()
    picture = render.text(
        text,
        since=since,
        unicode=not console.options.ascii_only,
        colour=True,
        four_colours=four_colours,
        width=max(console.width, render.LEAST_COLUMNS),
    )
    console.print(Text.from_ansi(picture), soft_wrap=True)
