"""A game in the terminal, a person against bots: its course, and what can be typed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Console

from manipulation_rummy.cards import parse_card, shuffled_pack, text_of
from manipulation_rummy.cli import texts
from manipulation_rummy.cli.advising import way
from manipulation_rummy.cli.editing import EDITS, edited, without_gaps
from manipulation_rummy.cli.keeping import Keeper
from manipulation_rummy.cli.offering import meant
from manipulation_rummy.cli.seating import Seating, Wish
from manipulation_rummy.cli.session import Session
from manipulation_rummy.cli.sheet import expect_no_score
from manipulation_rummy.cli.show import marked
from manipulation_rummy.cli.telling import without_rules
from manipulation_rummy.cli.terminal import INTERRUPTED, Left, say
from manipulation_rummy.errors import NotationError, RummyError
from manipulation_rummy.moves import Deal, Draw, EndTurn, Knock, Move
from manipulation_rummy.notation import parse_move
from manipulation_rummy.record import GameRecord
from manipulation_rummy.render.words import count
from manipulation_rummy.scoring import hand_points
from manipulation_rummy.solver import best_play
from manipulation_rummy.state import Phase
from manipulation_rummy.views import view
from manipulation_rummy.violations import IllegalMove, InvalidMeld, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from manipulation_rummy.draft import Draft
    from manipulation_rummy.solver import Proposal


class Command(NamedTuple):
    """Something that can be typed."""

    run: Callable[[Session, str], None]
    takes_more: bool = False
    """Whether anything can follow the word."""


# --- the course of a game -------------------------------------------------------------------------


def open_game(terminal: Console, wish: Wish, path: Path | None) -> Session:
    """Return the game in a file, if there is one, or else a new game.

    Raises:
        RummyError: If the file holds no record, or that of a game other than asked for, or cannot
            be read or written.
    """
    keeper = None if path is None else Keeper.open(path)
    if keeper is not None and keeper.text is not None:
        record = _saved(keeper.text, keeper.path)
        wish.check(record, keeper.path)
    else:
        record = wish.new_record()
        if keeper is not None:
            keeper.keep(record.dumps())
    return Session(terminal, record, Seating.of(record), keeper)


def _saved(text: str, path: Path) -> GameRecord:
    """Return the game in a file."""
    expect_no_score(text, path)
    try:
        return GameRecord.loads(text)
    except NotationError as error:
        problem = f"{error.problem}; so {path} is no saved game, or a damaged one"
        raise NotationError(problem, error.text, error.position) from None


def play(session: Session) -> int:
    """Play until the game is over or left; return the exit code."""
    code = 0
    try:
        _welcome(session)
        while session.record.state.result is None:
            _go_on(session)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Left as left:
        code = left.code
    say(session.terminal, session.how_to_go_on())
    return code


def _welcome(session: Session) -> None:
    record = session.record
    if not record.moves:
        session.say([texts.WELCOME])
        return
    session.say([f"This game has {count(len(record.moves), 'move')} so far."])
    if not session.in_round:
        session.show_result()


def _go_on(session: Session) -> None:
    """Make the next move, or ask for it; Ctrl-C leaves, as `quit` does."""
    try:
        _make_next_move(session)
    except KeyboardInterrupt:
        if not session.stays():
            raise


def _make_next_move(session: Session) -> None:
    state = session.record.state
    if state.phase is Phase.DEAL and state.last_round is None:
        _deal(session, "")
    elif state.phase is Phase.DEAL:
        session.terminal.print()
        line = session.ask() or "deal"
        _try(session, partial(_obey, session, line, BETWEEN_ROUNDS))
    elif session.my_turn:
        _take_turn(session)
    else:
        seat = state.current_player
        assert seat is not None, "it is somebody's turn"
        chance = session.seating.chance(session.record)
        session.make(session.seating.bots[seat].choose(view(state, seat), chance))


def _take_turn(session: Session) -> None:
    """Ask for one move after the other until the turn is over."""
    session.show_turn()
    while session.my_turn:
        line = session.ask()
        _try(session, partial(_obey, session, line, COMMANDS))


def _try(session: Session, do: Callable[[], None]) -> None:
    """Do something, or say why it cannot be done."""
    try:
        do()
    except (IllegalMove, InvalidMeld) as refusal:
        session.say_faults("Not done:", refusal.violation)
    except NotationError as error:
        session.say([f"Not done: {error.problem}"], "bold")
        say(session.terminal, marked(error, session.terminal.width))
    except RummyError as error:
        session.say([f"Not done: {without_rules(str(error))}"], "bold")


def _obey(session: Session, line: str, commands: Mapping[str, Command]) -> None:
    """Do what a line says."""
    if not line:
        _enter(session)
        return
    if session.my_turn and _begins_with_card(line):
        line = f"{'play' if '|' in line else 'put'} {line}"
    word, rest = _first_word(line)
    if word in COMMANDS and word not in commands:
        raise RummyError(f"the round is over: {word} has to wait for the next one, so deal first")
    offered = [offer.split()[0] for offer in session.offers()]
    name = meant(word, offered, commands)
    command = commands[name]
    if rest and not command.takes_more:
        raise RummyError(f"{name} is typed alone, without {rest[:20]!r}")
    command.run(session, rest)


def _enter(session: Session) -> None:
    """Do what Enter alone does: it makes the only move, or shows the turn again."""
    only = session.moment.only_move
    if only is None:
        session.show_turn()
    else:
        session.make_mine(only)


def _first_word(line: str) -> tuple[str, str]:
    name, *rest = line.split(maxsplit=1)
    return name.lower(), "".join(rest)


def _begins_with_card(line: str) -> bool:
    try:
        parse_card(line.split(maxsplit=1)[0].split("|", maxsplit=1)[0])
    except NotationError:
        return False
    return True


# --- commands that make a move --------------------------------------------------------------------


def _deal(session: Session, _rest: str) -> None:
    chance = session.seating.chance(session.record)
    session.make(Deal(shuffled_pack(len(session.record.names), chance)))


def _draw(session: Session, _rest: str) -> None:
    if session.moment.changed and session.moment.third_card_next:
        raise RummyError(texts.THIRD_CARD)
    session.make_mine(Draw())


def _play(session: Session, rest: str) -> None:
    if not rest:
        raise RummyError("play is typed as play TABLE, such as play 7S 8S 9S | KH KD KC")
    try:
        session.make_mine(parse_move(f"play {rest}"))
    except IllegalMove as refusal:
        session.say_faults("Not done:", refusal.violation)
        if Reason.CARD_MISSING in refusal.violation.reasons:
            session.say([texts.WHOLE_TABLE])


def _done(session: Session, _rest: str) -> None:
    session.make_mine(session.moment.draft.commit())


def _best(session: Session, _rest: str) -> None:
    session.make_mine(_best_play(session).move)


def _end(session: Session, _rest: str) -> None:
    _finish(session, EndTurn())


def _knock(session: Session, _rest: str) -> None:
    _finish(session, Knock())


def _finish(session: Session, move: Move) -> None:
    if session.moment.changed:
        raise RummyError(texts.NOT_PLAYED_YET)
    session.make_mine(move)


# --- commands about the turn in progress ----------------------------------------------------------


def _edit(name: str) -> Callable[[Session, str], None]:
    def run(session: Session, rest: str) -> None:
        _expect(session, Phase.DRAW, Phase.MELD)
        draft = edited(session.moment.draft, name, rest)
        session.knows_put |= name == "put"
        _lay(session, draft)

    return run


def _lay(session: Session, draft: Draft) -> None:
    session.change(session.moment.laid(draft))


def _expect(session: Session, *phases: Phase) -> None:
    """Refuse what is of no use in another phase of the turn, and say why."""
    violation = session.moment.draft.violation
    if violation and session.seen.phase not in phases:
        raise IllegalMove(violation)


def _undo(session: Session, _rest: str) -> None:
    session.change(session.moment.undone())


def _reset(session: Session, _rest: str) -> None:
    _lay(session, session.moment.draft.reset())


def _complete(session: Session, _rest: str) -> None:
    _expect(session, Phase.DRAW, Phase.MELD)
    draft = session.moment.draft.complete()
    if draft is None:
        raise RummyError("no cards of your hand complete what lies there")
    _lay(session, without_gaps(draft))


def _why(session: Session, _rest: str) -> None:
    violation = session.moment.draft.violation
    if violation is None:
        session.say(["Nothing is wrong: done plays it."])
    else:
        session.say_faults("It cannot be played:", violation)


def _hint(session: Session, _rest: str) -> None:
    draft = session.moment.draft
    play = _best_play(session)
    points = count(hand_points(play.played, session.record.rules), "point")
    of_what = " with what you laid out" if draft.played else ""
    session.say([f"The best play{of_what} lays {text_of(play.played)}, {points}:"])
    session.say(f"  {line}" for line in (*way(draft, play.table), "done"))
    session.say(["best does all of that at once."])


def _best_play(session: Session) -> Proposal:
    """Return the best play with the cards that are laid out."""
    _expect(session, Phase.MELD)
    seen, draft = session.seen, session.moment.draft
    points = seen.rules.points
    play = best_play(draft.table, seen.hand, weight=points, including=draft.played, tidy=True)
    if play is None:
        raise RummyError(texts.NO_PLAY_WITH_THAT if draft.played else texts.NO_PLAY)
    return play


# --- other commands -------------------------------------------------------------------------------


def _show(session: Session, _rest: str) -> None:
    session.show_turn()


def _show_result(session: Session, _rest: str) -> None:
    session.show_result()


def _last(session: Session, _rest: str) -> None:
    session.tell_again()


def _sort(session: Session, rest: str) -> None:
    by_suit = {"": not session.by_suit, "suit": True, "rank": False}.get(rest.lower())
    if by_suit is None:
        raise RummyError("sort is typed as sort, sort suit or sort rank")
    session.by_suit = by_suit
    session.say([f"Your hand is sorted by {'suit' if by_suit else 'rank'}."])
    session.show_draft()


def _save(session: Session, rest: str) -> None:
    keeper = session.keeper
    if rest and not (keeper and _is_same(rest, keeper.path)):
        keeper = Keeper(Path(rest), None)
    if keeper is None:
        raise RummyError("save is typed as save FILE, such as save game.txt")
    session.save(keeper)
    session.say([f"Saved in {keeper.path}, and so is each further move."])


def _is_same(typed: str, path: Path) -> bool:
    return Path(typed).absolute() == path.absolute()


def _help(session: Session, rest: str) -> None:
    about = meant(_first_word(rest)[0], (), {**COMMANDS, **BETWEEN_ROUNDS}) if rest else None
    rules, width = session.record.rules, session.terminal.width
    say(session.terminal, texts.help_lines(about, rules, width))


def _rules(session: Session, rest: str) -> None:
    page = {"": 0, "1": 0, "2": 1}.get(rest)
    if page is None:
        raise RummyError("the rules have two pages: rules, rules 2")
    rules, width = session.record.rules, session.terminal.width
    say(session.terminal, texts.rules_lines(rules, width, page))
    if page == 0:
        session.say([texts.MORE_RULES])


def _quit(session: Session, _rest: str) -> None:
    if not session.warns():
        raise Left(0)


ALWAYS: Final[dict[str, Command]] = {
    "help": Command(_help, takes_more=True),
    "rules": Command(_rules, takes_more=True),
    "save": Command(_save, takes_more=True),
    "quit": Command(_quit),
}
BETWEEN_ROUNDS: Final = {
    "deal": Command(_deal),
    "show": Command(_show_result),
    "last": Command(_last),
    **ALWAYS,
}
COMMANDS: Final[dict[str, Command]] = {
    "draw": Command(_draw),
    "play": Command(_play, takes_more=True),
    **{name: Command(_edit(name), takes_more=True) for name in EDITS},
    "done": Command(_done),
    "why": Command(_why),
    "complete": Command(_complete),
    "undo": Command(_undo),
    "reset": Command(_reset),
    "hint": Command(_hint),
    "best": Command(_best),
    "end": Command(_end),
    "knock": Command(_knock),
    "show": Command(_show),
    "last": Command(_last),
    "sort": Command(_sort, takes_more=True),
    **ALWAYS,
}
