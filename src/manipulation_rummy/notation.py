"""States and moves as one line of text, and back.

What is read is checked: a text gives only such states as a game, or a position set up by hand, can
lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias, TypeVar

import attrs
from typing_extensions import assert_never

from manipulation_rummy.arguments import MAX_PLAYERS, MIN_PLAYERS, wrong_type
from manipulation_rummy.cards import MAX_TEXT, AnyCard, as_hand, text_of
from manipulation_rummy.errors import (
    NotationError,
    RulesError,
)
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import MOVES, Deal, Draw, EndTurn, Knock, Move, Play
from manipulation_rummy.parts import NOTHING, Part
from manipulation_rummy.rules import DEFAULT_RULES, Rules
from manipulation_rummy.scoring import (
    Ending,
    Knocked,
    RoundResult,
    StockExhausted,
    WentOut,
    round_of,
    settlement_of,
)
from manipulation_rummy.state import GameState, Phase, check_state
from manipulation_rummy.violations import InvalidMeld

_Value = TypeVar("_Value")
_Default = TypeVar("_Default")
Hands: TypeAlias = tuple[tuple[AnyCard, ...], ...]


def _whole(text: str) -> Part:
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    if len(text) > MAX_TEXT:
        raise NotationError(f"the text is longer than {MAX_TEXT} characters", text, MAX_TEXT)
    return Part.of(text, 0, len(text))


# --- moves ----------------------------------------------------------------------------------------

_SIMPLE_MOVES: Final[dict[str, Move]] = {"draw": Draw(), "knock": Knock(), "end": EndTurn()}


def move_text(move: Move) -> str:
    """Return a move as text that `parse_move` reads.

    Raises:
        TypeError: If it is no move.

    Example:
        >>> move_text(Play("9S *=8S 7S")), move_text(EndTurn())
        ('play 7S *=8S 9S', 'end')
    """
    if not isinstance(move, MOVES):
        raise wrong_type("move", "a Deal, Draw, Play, Knock or EndTurn", move)
    if isinstance(move, Draw):
        return "draw"
    if isinstance(move, Play):
        return f"play {move.table or NOTHING}"
    if isinstance(move, EndTurn):
        return "end"
    if isinstance(move, Knock):
        return "knock"
    if isinstance(move, Deal):
        return f"deal {cards_text(move.deck)}"
    assert_never(move)


def parse_move(text: str) -> Move:
    """Read a move: `draw`, `play` and the whole new table, `end`, `knock`, or `deal` and the deck.

    Raises:
        NotationError: If it cannot be read.
        InvalidMeld: If it is a play of heaps that are no melds; its `.violation` holds every fault.
        TypeError: If it is no text.

    Example:
        >>> parse_move("play 7S 8S 9S | KH KD KC")
        Play(table=Table.parse('7S 8S 9S | KH KD KC'))
    """
    return read_move(_whole(text))


def read_move(part: Part) -> Move:
    """Read a move from a part of a text; see `parse_move`."""
    name, rest = part.first_word()
    if name.text == "play":
        return Play(_read_table(rest))
    if name.text == "deal":
        return Deal(rest.cards())
    if name.text not in _SIMPLE_MOVES:
        raise name.unexpected("draw, play, end, knock or deal")
    if rest.text:
        raise rest.unexpected(f"nothing after {name.text!r}")
    return _SIMPLE_MOVES[name.text]


# --- states ---------------------------------------------------------------------------------------

_NO_TURN: Final = (Phase.DEAL, Phase.GAME_OVER)
_FIELDS: Final = (
    *("phase", "rules", "dealer", "current_player", "draws", "last_lap"),
    *("hands", "table", "stock", "scores", "rounds_won", "last_round"),
)


def state_text(state: GameState) -> str:
    """Return a state as one line of text that `parse_state` reads.

    It holds all of the state, but for what follows from the rest or has its usual value.

    Raises:
        TypeError: If it is no state.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H", stock="* 2D")
        >>> for field in state_text(state).split("; "):
        ...     print(field)
        phase meld
        dealer 1
        current_player 0
        draws 1
        hands 8H KC / 2S
        table 5H 6H 7H
        stock * 2D
    """
    if not isinstance(state, GameState):
        raise wrong_type("state", "a GameState", state)
    fields = zip(_FIELDS, _texts_of(state), strict=True)
    return "; ".join(f"{name} {text}" for name, text in fields if text)


def _texts_of(state: GameState) -> Iterator[str]:
    """Yield the text of each field in the order of `_FIELDS`, nothing for what is left out."""
    in_round = state.phase not in _NO_TURN
    yield state.phase.value
    yield rules_text(state.rules)
    yield str(state.dealer)
    yield str(state.current_player) if in_round else ""
    yield str(state.draws) if state.draws else ""
    yield "" if state.last_lap is None else str(state.last_lap)
    yield hands_text(state.hands)
    yield str(state.table) or NOTHING
    yield cards_text(state.stock)
    yield numbers_text(state.scores) if any(state.scores) else ""
    yield numbers_text(state.rounds_won) if any(state.rounds_won) else ""
    last = state.last_round
    hands = f": {hands_text(last.hands or ())}" if last and in_round else ""
    yield ending_text(last.ending) + hands if last else ""


def parse_state(text: str) -> GameState:
    """Read a state, and see that there can be such a state.

    Raises:
        NotationError: If it cannot be read, or no game and no `GameState.setup` leads to it.
        TypeError: If it is no text.

    Example:
        >>> text = "phase draw; dealer 0; current_player 1; hands 8H / 2S KC; table -; stock 4C 2D"
        >>> parse_state(text).turn.hand
        (Card.parse('2S'), Card.parse('KC'))
    """
    fields = _Fields.of(_whole(text))
    phase = _read_phase(fields["phase"])
    rules = fields.get("rules", read_rules, DEFAULT_RULES)
    hands = read_hands(fields["hands"])
    players = len(hands)

    def seat(part: Part) -> int:
        return part.seat(players)

    def numbers(part: Part) -> tuple[int, ...]:
        return _read_numbers(part, players)

    def last_round(part: Part) -> RoundResult:
        return _read_last_round(part, hands if phase in _NO_TURN else None, rules)

    dealer = seat(fields["dealer"])
    nobody = dealer if phase is Phase.DEAL else None
    scores = fields.get("scores", numbers, (0,) * players)
    rounds_won = fields.get("rounds_won", numbers, (0,) * players)
    state = GameState(
        rules=rules,
        players=players,
        phase=phase,
        dealer=dealer,
        current_player=nobody if phase in _NO_TURN else seat(fields["current_player"]),
        hands=hands,
        stock=fields["stock"].cards(),
        table=_read_legal_table(fields["table"]),
        draws=fields.get("draws", Part.number, 0),
        last_lap=fields.get("last_lap", seat, None),
        scores=scores,
        rounds_won=rounds_won,
        last_round=fields.get("last_round", last_round, None),
        result=settlement_of(scores, rounds_won, rules) if phase is Phase.GAME_OVER else None,
    )
    with fields.whole.blamed():
        check_state(state)
    return state


@attrs.frozen
class _Fields:
    """The fields of a text by name."""

    whole: Part
    _parts: dict[str, Part]

    @classmethod
    def of(cls, whole: Part) -> _Fields:
        parts: dict[str, Part] = {}
        for field in whole.split(";"):
            name, part = field.first_word()
            if name.text not in _FIELDS:
                raise name.unexpected(f"one of {', '.join(_FIELDS)}")
            if name.text in parts:
                raise name.error(f"{name.text!r} stands there twice")
            parts[name.text] = part
        return cls(whole, parts)

    def __getitem__(self, name: str) -> Part:
        """Return a field that cannot be left out."""
        if name not in self._parts:
            raise self.whole.error(f"{name!r} is missing")
        return self._parts[name]

    def get(
        self, name: str, read: Callable[[Part], _Value], default: _Default
    ) -> _Value | _Default:
        """Return what `read` makes of a field, or the default if it is left out."""
        return read(self._parts[name]) if name in self._parts else default


def _read_phase(part: Part) -> Phase:
    values = [phase.value for phase in Phase]
    if part.text not in values:
        raise part.unexpected(f"one of {', '.join(values)}")
    return Phase(part.text)


def _read_last_round(part: Part, hands: Hands | None, rules: Rules) -> RoundResult:
    """Read how a round ended, and its hands, which can be left out where they are known."""
    ending, piles = part.partition(":")
    if hands is None or piles.text:
        hands = read_hands(piles)
    with part.blamed():
        return round_of(hands, read_ending(ending, len(hands)), rules)


# --- parts of states, moves and records -----------------------------------------------------------


def cards_text(cards: Iterable[AnyCard]) -> str:
    """Return cards as text, `-` if there are none."""
    return text_of(cards) or NOTHING


def numbers_text(numbers: Iterable[int]) -> str:
    """Return numbers as text."""
    return " ".join(map(str, numbers))


def _read_numbers(part: Part, players: int) -> tuple[int, ...]:
    numbers = tuple(word.number() for word in part.words())
    if len(numbers) != players:
        raise part.unexpected(f"{players} numbers, one a seat")
    return numbers


def hands_text(hands: Hands) -> str:
    """Return hands as text, by seat."""
    return " / ".join(map(cards_text, hands))


def read_hands(part: Part) -> Hands:
    """Read the hands of 2 to 5 seats."""
    hands = part.split("/")
    if not MIN_PLAYERS <= len(hands) <= MAX_PLAYERS:
        raise part.unexpected(
            f"the hands of {MIN_PLAYERS} to {MAX_PLAYERS} seats, '/' between them"
        )
    return tuple(map(_read_hand, hands))


def _read_hand(part: Part) -> tuple[AnyCard, ...]:
    with part.blamed():
        return as_hand(part.cards())


def _read_table(part: Part) -> Table:
    """Read a table; raise InvalidMeld if it is none."""
    if not part.text:
        raise part.unexpected("melds, or '-' for an empty table")
    return Table() if part.text == NOTHING else part.read(Table.parse)


def _read_legal_table(part: Part) -> Table:
    try:
        return _read_table(part)
    except InvalidMeld as error:
        raise invalid_meld(part, error) from error


def invalid_meld(part: Part, error: InvalidMeld) -> NotationError:
    """Return the error for heaps that are no melds, at the place of the first one."""
    return part.split("|")[error.violation.faults[0].meld or 0].error(str(error))


_USUAL: Final[dict[str, object]] = attrs.asdict(DEFAULT_RULES)
_SWITCH: Final = {"no": False, "yes": True}


def rules_text(rules: Rules) -> str:
    """Return what is different from the published rules, as text."""
    values = {name: getattr(rules, name) for name in _USUAL}
    return " ".join(
        f"{name}={_value_text(value)}" for name, value in values.items() if value != _USUAL[name]
    )


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_rules(part: Part) -> Rules:
    """Read what is different from the published rules."""
    values: dict[str, Any] = {}
    places: dict[str, Part] = {}
    for word in part.words():
        name, value = word.partition("=")
        values[name.text] = _read_rule(name, value)
        if name.text in places:
            raise name.error(f"{name.text!r} stands there twice")
        places[name.text] = value
    try:
        return Rules(**values)
    except RulesError as error:
        raise places[error.field].error(str(error)) from error


def _read_rule(name: Part, value: Part) -> object:
    if name.text not in _USUAL:
        raise name.unexpected("the name of a rule")
    usual = _USUAL[name.text]
    if not isinstance(usual, bool):
        return value.number() if isinstance(usual, int) else value.text
    if value.text not in _SWITCH:
        raise value.unexpected("yes or no")
    return _SWITCH[value.text]


def ending_text(ending: Ending) -> str:
    """Return how a round ended, as text."""
    if isinstance(ending, StockExhausted):
        return "stock_exhausted"
    return f"{'knocked' if isinstance(ending, Knocked) else 'went_out'} {ending.seat}"


def read_ending(part: Part, players: int) -> Ending:
    """Read how a round of so many players ended."""
    name, seat = part.first_word()
    if name.text == "knocked":
        return Knocked(seat.seat(players))
    if name.text == "went_out":
        return WentOut(seat.seat(players))
    if part.text != "stock_exhausted":
        raise part.unexpected("knocked, went_out (and by whom) or stock_exhausted")
    return StockExhausted()
