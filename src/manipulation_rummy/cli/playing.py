"""A game in the terminal, a person against bots: its course, and what can be typed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Console

from manipulation_rummy.cards import parse_card, shuffled_pack
from manipulation_rummy.cli import show, texts
from manipulation_rummy.cli.editing import EDITS, edited
from manipulation_rummy.cli.keeping import Keeper, read_text
from manipulation_rummy.cli.screen import wrapped
from manipulation_rummy.cli.seating import Seating, Wish
from manipulation_rummy.cli.session import Session
from manipulation_rummy.cli.terminal import INTERRUPTED, Left, say, say_error
from manipulation_rummy.engine import validate
from manipulation_rummy.errors import NotationError, RummyError
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Deal, Draw, EndTurn, Knock, Move, Play
from manipulation_rummy.notation import parse_move
from manipulation_rummy.record import GameRecord
from manipulation_rummy.render.words import count
from manipulation_rummy.solver import best_play
from manipulation_rummy.state import Phase
from manipulation_rummy.views import view
from manipulation_rummy.violations import IllegalMove, InvalidMeld, Reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from manipulation_rummy.solver import Proposal


class Command(NamedTuple):
    """Something to be typed in one's turn."""

    usage: str
    does: str
    run: Callable[[Session, str], None]


# --- the course of a game -------------------------------------------------------------------------


def open_game(terminal: Console, wish: Wish, path: Path | None) -> Session:
    """Return the game in a file, if there is one, or else a new game.

    Raises:
        RummyError: If the file holds no record, or that of a game other than asked for.
        OSError: If it cannot be read or written.
    """
    keeper = None
    if path is not None and path.exists():
        text = read_text(path)
        record, keeper = GameRecord.loads(text), Keeper(path, text)
        wish.check(record, path)
    else:
        record = wish.new_record()
        if path is not None:
            keeper = Keeper(path, None)
            keeper.keep(record.dumps())
    return Session(terminal, record, Seating.of(record), keeper)


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
        say(session.terminal, texts.WELCOME)
        return
    say(session.terminal, [f"This game has {count(len(record.moves), 'move')} so far."])
    if not session.in_round:
        session.show_result()


def _go_on(session: Session) -> None:
    """Make the next move, or ask for it."""
    state = session.record.state
    chance = session.seating.chance(session.record)
    if state.phase is Phase.DEAL:
        if state.last_round is not None:
            _wait_for_deal(session)
        session.since = Table()
        session.make(Deal(shuffled_pack(state.players, chance)))
    elif session.my_turn:
        _take_turn(session)
    else:
        seat = state.current_player
        assert seat is not None, "it is somebody's turn"
        session.make(session.seating.bots[seat].choose(view(state, seat), chance))


def _wait_for_deal(session: Session) -> None:
    session.terminal.print()
    while True:
        say(session.terminal, [texts.BETWEEN_ROUNDS], style="dim")
        name, rest = _first_word(session.read())
        if "deal".startswith(name):
            return
        if name in _BETWEEN_ROUNDS:
            _try(session, partial(_BETWEEN_ROUNDS[name], session, rest))


def _take_turn(session: Session) -> None:
    """Ask for one move after the other until the turn is over."""
    session.begin_turn()
    while session.my_turn:
        line = session.ask()
        _try(session, partial(_obey, session, line))
    session.since = session.record.state.table


def _try(session: Session, do: Callable[[], None]) -> None:
    """Do something, or say why it cannot be done."""
    try:
        do()
    except (IllegalMove, InvalidMeld) as refusal:
        session.say_faults("Not done:", refusal.violation)
    except (RummyError, OSError) as error:
        say_error(session.terminal, error, "Not done: ")


def _obey(session: Session, line: str) -> None:
    """Do what a line says."""
    name, rest = _first_word(line)
    if not line:
        only = session.only_move()
        if only is None:
            session.show_turn()
        else:
            session.make_mine(only)
    elif _begins_with_card(line):
        _play(session, line)
    else:
        COMMANDS[_command(name)].run(session, rest)


def _first_word(line: str) -> tuple[str, str]:
    name, _, rest = line.partition(" ")
    return name.lower(), rest.strip()


def _begins_with_card(line: str) -> bool:
    try:
        parse_card(line.split(maxsplit=1)[0].split("|", maxsplit=1)[0])
    except NotationError:
        return False
    return True


def _command(name: str) -> str:
    """Return the command that is meant, or refuse what cannot be known."""
    name = _SHORT.get(name, name)
    meant = [command for command in COMMANDS if command.startswith(name)]
    if name in COMMANDS or len(meant) == 1:
        return name if name in COMMANDS else meant[0]
    if meant:
        raise RummyError(f"{name!r} could be {' or '.join(meant)}")
    raise RummyError(f"there is no {name[:20]!r}; help lists what can be typed")


# --- commands that make a move --------------------------------------------------------------------


def _draw(session: Session, _rest: str) -> None:
    session.make_mine(Draw())


def _play(session: Session, rest: str) -> None:
    if not rest:
        raise RummyError("play is said as: play TABLE, such as play 7S 8S 9S | KH KD KC")
    try:
        session.make_mine(parse_move(f"play {rest}"))
    except IllegalMove as refusal:
        session.say_faults("Not done:", refusal.violation)
        if Reason.CARD_MISSING in refusal.violation.reasons:
            say(session.terminal, texts.WHOLE_TABLE)


def _done(session: Session, _rest: str) -> None:
    session.make_mine(session.draft.commit())


def _best(session: Session, _rest: str) -> None:
    play = _best_play(session)
    if play is None:
        raise RummyError("nothing of your hand can be played")
    session.make_mine(play.move)


def _end(session: Session, _rest: str) -> None:
    _finish(session, EndTurn())


def _knock(session: Session, _rest: str) -> None:
    _finish(session, Knock())


def _finish(session: Session, move: Move) -> None:
    if session.changed and validate(session.seen, move) is None:
        raise RummyError("the table is not as it was: done plays it, reset puts it back")
    session.make_mine(move)


# --- commands about the turn in progress ----------------------------------------------------------


def _edit(name: str) -> Callable[[Session, str], None]:
    def run(session: Session, rest: str) -> None:
        _expect_time_to_lay(session)
        session.lay(edited(session.draft, name, rest))

    return run


def _expect_time_to_lay(session: Session) -> None:
    """Refuse edits that can come to nothing in this turn."""
    if session.seen.phase is Phase.END:
        session.draft.commit()


def _undo(session: Session, _rest: str) -> None:
    session.undo()


def _reset(session: Session, _rest: str) -> None:
    session.lay(session.draft.reset())


def _complete(session: Session, _rest: str) -> None:
    _expect_time_to_lay(session)
    draft = session.draft.complete()
    if draft is None:
        raise RummyError("no cards of your hand complete what lies there")
    session.lay(draft)


def _why(session: Session, _rest: str) -> None:
    violation = session.draft.violation
    if violation is None:
        say(session.terminal, ["Nothing is wrong: done plays it."])
    else:
        session.say_faults("It cannot be played:", violation)


def _hint(session: Session, _rest: str) -> None:
    seen = session.seen
    if session.changed:
        finished = session.draft.complete()
        if finished is None:
            say(session.terminal, ["Nothing completes what lies there; undo, or reset."])
        else:
            say(session.terminal, [f"It can become {finished}", "complete lays it so."])
    elif play := _best_play(session):
        for line in show.proposal(play, seen.table, seen.hand):
            say(session.terminal, wrapped(line, session.terminal.width))
        say(session.terminal, ["best makes this play; put and take let you find others."])
    else:
        say(session.terminal, ["Nothing of your hand can be played."])


def _best_play(session: Session) -> Proposal | None:
    """Return the play that puts the most points on the table, if it is time for one."""
    seen = session.seen
    if (violation := validate(seen, Play(seen.table))) and seen.phase is not Phase.MELD:
        raise IllegalMove(violation)
    return best_play(seen.table, seen.hand, weight=seen.rules.points)


# --- other commands -------------------------------------------------------------------------------


def _show(session: Session, _rest: str) -> None:
    session.show_turn()


def _save(session: Session, rest: str) -> None:
    if rest:
        keeper = Keeper(Path(rest), None)
        keeper.keep(session.record.dumps())
        session.keeper = keeper
    if session.keeper is None:
        raise RummyError("save is said as: save FILE")
    say(session.terminal, [f"Saved in {session.keeper.path}, and so is each further move."])


def _help(session: Session, _rest: str) -> None:
    say(session.terminal, texts.help_lines(COMMANDS.values(), session.terminal.width))


def _rules(session: Session, _rest: str) -> None:
    say(session.terminal, texts.rules_lines(session.record.rules, session.terminal.width))


def _quit(session: Session, _rest: str) -> None:
    if not session.warns():
        raise Left(0)


COMMANDS: Final[dict[str, Command]] = {
    "draw": Command("draw", "draw a card", _draw),
    "play": Command("play TABLE", "make this the whole table: play 7S 8S 9S | KH KD KC", _play),
    **{name: Command(edit.usage, edit.does, _edit(name)) for name, edit in EDITS.items()},
    "done": Command("done", "play the table as it lies there now", _done),
    "why": Command("why", "what is still wrong with it", _why),
    "complete": Command("complete", "finish it with as few more cards as it takes", _complete),
    "undo": Command("undo, reset", "take the last step back, all steps back", _undo),
    "reset": Command("", "", _reset),
    "hint": Command("hint, best", "show the best play, make it", _hint),
    "best": Command("", "", _best),
    "end": Command("end", "end your turn", _end),
    "knock": Command("knock", "end your turn and the round, with few points in hand", _knock),
    "show": Command("show", "show everything again (Enter does, too)", _show),
    "rules": Command("rules, help", "the rules in short, this list", _rules),
    "help": Command("", "", _help),
    "save": Command("save FILE", "save the game in a new file, and each further move", _save),
    "quit": Command("quit", "leave", _quit),
}
_SHORT: Final = {"d": "draw", "e": "end", "h": "hint", "?": "help"}
_BETWEEN_ROUNDS: Final = {"save": _save, "rules": _rules, "quit": _quit, "q": _quit}
