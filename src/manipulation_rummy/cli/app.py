"""The commands: they read text, ask the library and print what `show` makes of the answer.

Exit codes: 0; 1 for "no" as the answer; 2 for input that cannot be read or served.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, TextIO, TypeAlias, cast

import typer
from rich.text import Text

import manipulation_rummy
from manipulation_rummy import render
from manipulation_rummy.arguments import MAX_NUMBER, MAX_PLAYERS, MIN_PLAYERS
from manipulation_rummy.cards import MAX_TEXT, parse_cards
from manipulation_rummy.cli import playing, replaying, scoring, show
from manipulation_rummy.cli.bots import Bot, play_out
from manipulation_rummy.cli.keeping import read_text, write_text
from manipulation_rummy.cli.seating import MAX_SEED, PLAYERS, Wish
from manipulation_rummy.cli.sheet import expect_no_score
from manipulation_rummy.cli.terminal import console, errors_told, say
from manipulation_rummy.errors import SolverError
from manipulation_rummy.melds import Table, check_table
from manipulation_rummy.record import GameRecord
from manipulation_rummy.record.reading import read as read_record
from manipulation_rummy.solver import COMPILED, Aces, best_play, explain, partition
from manipulation_rummy.violations import InvalidMeld

if TYPE_CHECKING:
    from collections.abc import Iterable

    from manipulation_rummy.violations import Violation


def _playable_by(players: int | None) -> int | None:
    """Return the number of players if so many can play."""
    if players is not None and not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise typer.BadParameter(f"{MIN_PLAYERS} to {MAX_PLAYERS} can play")
    return players


def _bot_called(name: str) -> Bot:
    """Return the kind of bot that is named."""
    if name.lower() not in set(Bot):
        raise typer.BadParameter(f"a bot is called {' or '.join(Bot)}, not {name!r}")
    return Bot(name.lower())


_STDIN: Final = "-"
_PIXELS: Final = 800
_Players: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar=f"{MIN_PLAYERS}-{MAX_PLAYERS}",
        callback=_playable_by,
        help=f"How many play; {PLAYERS} unless you say.",
    ),
]
_AcesOption: TypeAlias = Annotated[Aces, typer.Option(help="Where an ace may stand in a sequence.")]

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


# --- in and out -----------------------------------------------------------------------------------


def _read(text: str) -> str:
    """Return the text, or standard input in its place; no more of it than could be cards."""
    stdin = cast("TextIO | None", sys.stdin)  # None if it is closed
    if text != _STDIN or stdin is None:
        return text
    return stdin.read(MAX_TEXT + 1)


def _answer_no(lines: Iterable[str]) -> NoReturn:
    say(console(), lines)
    raise typer.Exit(1)


def _refuse(text: str, violation: Violation) -> NoReturn:
    """Say what is wrong with a table, and whether a bar between melds may be missing."""
    lines = [*show.illegal_table(violation)]
    if "|" not in text:
        with suppress(SolverError):  # too many copies of a card: it is no table in any way
            melds = partition(text) or ()
            if len(melds) > 1:
                lines.append(f"Is a | missing? Legal would be: {Table.of(melds)}")
    _answer_no(lines)


# --- commands -------------------------------------------------------------------------------------


def _examples(*lines: str) -> str:
    commands = (f"  manipulation-rummy {line}" for line in lines)
    return "\n\n".join(("[bold]Examples[/bold]", *commands))


def _show_version(value: bool) -> None:  # noqa: FBT001  # typer calls it so
    if value:
        made = "compiled" if COMPILED else "pure Python"
        say(console(), [f"manipulation-rummy {manipulation_rummy.__version__} ({made})"])
        raise typer.Exit


@app.callback()
def commands(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """The card game Manipulation: play it, keep its score, judge tables, find the best play.

    Cards are rank and suit, such as 8S or TH; 10h and 8♠ are read too.

    * is a joker in a hand or a heap, *=8S one on the table, for the 8 of spades.

    | separates melds; - in the place of cards reads them from standard input.

    Write cards in quotes: to a shell, * and | mean something else.

    Exit codes: 0; 1 if the answer is no; 2 if the input cannot be read.
    """


@app.command(epilog=_examples("play", "play --players 4 --save game.txt", "play --bot random"))
def play(
    *,
    players: _Players = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=MAX_SEED, help="The same seed gives the same cards."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    bot: Annotated[
        list[Bot] | None,
        typer.Option(
            parser=_bot_called,
            metavar="|".join(Bot),
            help="A bot that you play against; again for the next one.",
        ),
    ] = None,
    save: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Save each move here, or go on with the game in it."),
    ] = None,
) -> None:
    """Play against bots. What can be typed is said at each turn; the rules are explained, too."""
    if save and len(save) > 1:
        raise typer.BadParameter("a game is saved in one file only")
    with errors_told():
        wish = Wish(players, seed, name, bot)
        session = playing.open_game(console(), wish, save[0] if save else None)
    raise typer.Exit(playing.play(session))


@app.command(epilog=_examples("replay game.txt", "replay game.txt | less"))
def replay(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    all_hands: Annotated[
        bool, typer.Option("--all", help="Show all hands of a game you still play, too.")
    ] = False,
) -> None:
    """Step through a game that was saved, forwards and backwards; through a pipe, print it."""
    with errors_told():
        text = read_text(file)
        expect_no_score(text, file)
        game, shown_to = read_record(text)
    raise typer.Exit(replaying.replay(game, shown_to, console(), all_hands=all_hands))


@app.command(epilog=_examples("score", "score evening.txt"))
def score(
    file: Annotated[
        Path,
        typer.Argument(metavar="[FILE]", help="Where the score is kept; score.txt unless you say."),
    ] = Path("score.txt"),
    save: Annotated[Path | None, typer.Option(hidden=True)] = None,
) -> None:
    """Keep the score of a game with real cards, round by round, and settle it."""
    if save is not None:
        raise typer.BadParameter(f"the file is named without --save: score {save}")
    with errors_told():
        keeper, sheet = scoring.open_sheet(file)
    raise typer.Exit(scoring.keep_score(console(), keeper, sheet))


@app.command(epilog=_examples("demo", "demo --players 5 --seed 42", "demo | less"))
def demo(
    players: _Players = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same game.")] = 1,
) -> None:
    """Play a whole game and show every turn, the scores of each round and the settlement."""
    rng = random.Random(seed)  # noqa: S311  # cards, not secrets
    record = play_out(GameRecord.of(show.NAMES[: players or PLAYERS], rng=rng), rng)
    replaying.print_game(record, console())


@app.command(epilog=_examples('check "7S 8S 9S | KH KD KC"', "check - < table.txt"))
def check(
    table: Annotated[
        list[str],
        typer.Argument(
            metavar="TABLE", help="Melds with | between them (line ends are blanks), or -."
        ),
    ],
) -> None:
    """Say whether a table is legal and, if not, every fault with the number of its rule."""
    with errors_told():
        text = _read(" ".join(table))
        if violation := check_table(text):
            _refuse(text, violation)
        say(console(), show.legal_table(Table.parse(text)))


@app.command(epilog=_examples('split "3H 4H 5H 6H 6S 6D"', 'split --aces high "QS KS * 9H 9S 9D"'))
def split(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help="Cards in any order, * for a joker; or -.")
    ],
    aces: _AcesOption = Aces.BOTH,
) -> None:
    """Split a heap of cards into melds, or say which cards are left over."""
    with errors_told():
        heap = parse_cards(_read(" ".join(cards)))
        melds = partition(heap, aces=aces)
        if melds is None:
            _answer_no(show.unsplit_heap(explain(heap, aces=aces)))
        say(console(), show.split_heap(melds))


@app.command(
    context_settings={"allow_extra_args": True},
    epilog=_examples(
        'hint --hand "5S 6S *"', 'hint --table "3S 4S 5S | KS KH KC" --hand "6S KD 2H"'
    ),
)
def hint(
    context: typer.Context,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The cards in hand, * for a joker; or -.")
    ] = None,
    table: Annotated[
        str,
        typer.Option(
            metavar="TABLE", help="Melds with | between them (line ends are blanks), or -."
        ),
    ] = "",
    aces: _AcesOption = Aces.BOTH,
) -> None:
    """Show the play that puts the most points on the table, and the table after it."""
    if hand is None or context.args:
        raise typer.BadParameter('name the cards, as in hint --table "3S 4S 5S" --hand "6S KD"')
    if hand == table == _STDIN:
        raise typer.BadParameter("--hand and --table cannot both be -")
    with errors_told():
        text, held = _read(table), parse_cards(_read(hand))
        if violation := check_table(text):
            _refuse(text, violation)
        old = Table.parse(text)
        play = best_play(old, held, aces=aces)
        if play is None:
            _answer_no(["nothing can be played"])
        say(console(), show.proposal(play, old, held))


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
        list[str],
        typer.Argument(
            metavar="CARDS", help="Cards of a hand or a meld; melds with | between them; or -."
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE.svg", help="Write a file; - for stdout."),
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
        int | None,
        typer.Option(
            min=render.LEAST_PIXELS,
            max=MAX_NUMBER,
            help=f"Pixels across a file at most; {_PIXELS} unless you say.",
        ),
    ] = None,
) -> None:
    """Draw cards or a table: as text, or as an SVG file."""
    given = " ".join(cards)
    if given == since == _STDIN:
        raise typer.BadParameter("CARDS and --since cannot both be -")
    if output is None:
        if dark or width is not None:
            raise typer.BadParameter("--dark and --width are for files: name one with -o")
    elif output != _STDIN and Path(output).suffix.lower() != ".svg":
        raise typer.BadParameter(f"-o writes SVG: name a file such as table.svg, not {output!r}")
    with errors_told():
        text, old = _read(given), None if since is None else _read(since)
        try:
            if output is None:
                _draw_here(text, old, four_colours=four_colours)
                return
            picture = render.svg(
                text, since=old, dark=dark, four_colours=four_colours, width=width or _PIXELS
            )
        except InvalidMeld as refused:
            _refuse(text, refused.violation)
        if output == _STDIN:
            typer.echo(picture, nl=False)
        else:
            write_text(Path(output), picture)
            say(console(), [f"wrote {output}"])


def _draw_here(text: str, since: str | None, *, four_colours: bool) -> None:
    """Draw into the terminal, with what it can show."""
    terminal = console()
    picture = render.text(
        text,
        since=since,
        unicode=not terminal.options.ascii_only,
        colour=True,
        four_colours=four_colours,
        width=max(terminal.width, render.LEAST_COLUMNS),
    )
    terminal.print(Text.from_ansi(picture), soft_wrap=True)
