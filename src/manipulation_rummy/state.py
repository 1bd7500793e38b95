"""The state of a game, and what of it is needed to judge a move.

States are made by `new_game`, `apply` and `GameState.setup`; the constructor itself checks nothing.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Protocol, final

import attrs

from manipulation_rummy.arguments import (
    by_seat,
    check_players,
    expect_int,
    expect_seat,
    numbers_by_seat,
    shown,
    wrong_type,
)
from manipulation_rummy.cards import (
    SORT_KEY,
    AnyCard,
    CardsLike,
    as_cards,
    as_hand,
    as_held,
    pack,
    refuse_declared,
    text_of,
)
from manipulation_rummy.errors import NotationError, RummyError, SetupError
from manipulation_rummy.melds import HeapsLike, Table, as_table
from manipulation_rummy.rules import DEFAULT_RULES, Rules, expect_rules
from manipulation_rummy.scoring import GameResult, RoundResult, StockExhausted

MAX_DRAWS: Final = 3
"""The most cards drawn in a turn (R10)."""


@enum.unique
class Phase(enum.Enum):
    """What the game waits for."""

    DEAL = "deal"
    """A deal: before the first round, and between rounds."""
    DRAW = "draw"
    """The first draw of a turn (R8)."""
    MELD = "meld"
    """A meld, the next draw, or where no draw is due the end of the turn."""
    END = "end"
    """The end of the turn, with a knock or without."""
    GAME_OVER = "game_over"
    """Nothing: the game is over (R34)."""


def phase_after_draw(draws: int) -> Phase:
    """Return what a turn waits for after so many draws; the third bars the meld (R10)."""
    return Phase.MELD if draws < MAX_DRAWS else Phase.END


@final
@attrs.frozen
class Turn:
    """All that is needed to judge a move."""

    rules: Rules
    players: int
    phase: Phase
    current_player: int | None
    draws: int
    stock_size: int
    last_lap: int | None
    table: Table
    hand: tuple[AnyCard, ...] | None
    """The hand of the player to move; None in the views of all others, and if there is none."""

    @property
    def draw_due(self) -> bool:
        """Whether the turn cannot be ended without another draw (R8-R10, D3, D18)."""
        return self.phase is Phase.DRAW or (
            self.phase is Phase.MELD
            and self.last_lap is None
            and self.stock_size > 0
            and self.rules.extra_draws == "compulsory"
        )


class Position(Protocol):
    """What a move can be judged in, a state or a view: whatever has a `Turn` as its `turn`."""

    @property
    def turn(self) -> Turn:
        """All that is needed to judge a move."""
        ...


@final
@attrs.frozen
class GameState:
    """A game at one moment; immutable, hashable, comparable.

    After a round, hands, stock and table stay as they are until the next deal.
    """

    rules: Rules
    players: int
    """The number of players; seats are 0 to `players` - 1, clockwise."""
    phase: Phase
    dealer: int
    """The dealer of the round; between rounds already that of the next one (D1)."""
    current_player: int | None
    """Whose move it is: the dealer's in DEAL, nobody's in GAME_OVER."""
    hands: tuple[tuple[AnyCard, ...], ...]
    """The hands by seat, each sorted."""
    stock: tuple[AnyCard, ...]
    """The stock; `stock[0]` is drawn next."""
    table: Table
    draws: int
    """How many cards have been drawn in this turn."""
    last_lap: int | None
    """The seat that exhausted the stock, from the first turn of the lap on; else None (D19)."""
    scores: tuple[int, ...]
    """The totals by seat, without the bonuses of the end."""
    rounds_won: tuple[int, ...]
    """The number of rounds that each seat has won."""
    last_round: RoundResult | None
    """The result of the round before, None in the first one."""
    result: GameResult | None
    """The settlement, None until the game is over."""

    @property
    def turn(self) -> Turn:
        """All that is needed to judge a move."""
        seat = self.current_player
        return Turn(
            self.rules,
            self.players,
            self.phase,
            seat,
            self.draws,
            len(self.stock),
            self.last_lap,
            self.table,
            None if seat is None else self.hands[seat],
        )

    @classmethod
    def setup(  # noqa: PLR0913  # a position has many parts, all but the hands optional
        cls,
        hands: Sequence[CardsLike],
        *,
        table: HeapsLike = "",
        stock: CardsLike | None = None,
        rules: Rules = DEFAULT_RULES,
        phase: Phase = Phase.MELD,
        current_player: int = 0,
        dealer: int | None = None,
        draws: int | None = None,
        melded: bool | None = None,
        last_lap: int | None = None,
        scores: Sequence[int] | None = None,
        rounds_won: Sequence[int] | None = None,
    ) -> GameState:
        """Return any position of a round, for tests and puzzles.

        Only the hand of the seat to move needs cards. With a `stock`, of which `stock[0]` is drawn
        next, only the cards named are in play; without, all others lie in it in canonical order,
        but in the last lap none. The `dealer` is by default the seat before `current_player`,
        `last_lap` the seat that exhausted the stock. In this turn `draws` cards have been drawn: by
        default none in DRAW and in the last lap, one in MELD and END, three in END with
        `melded=False`. `melded`, whether the player to move has melded, must agree with the rest.

        Raises:
            SetupError: If there is no such position.
            TypeError: If an argument is of a wrong type.
            NotationError: If a text cannot be read.

        Example:
            >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
            >>> state.phase, len(state.stock)
            (<Phase.MELD: 'meld'>, 47)
        """
        players = len(held := _hands(hands))
        check_hand_size(expect_rules(rules), players)
        seat = expect_seat("current_player", current_player, players, SetupError)
        if not held[seat]:
            raise SetupError(f"seat {seat} is to move and has no cards")
        dealer = (seat - 1) % players if dealer is None else dealer
        if in_lap := last_lap is not None:
            expect_seat("last_lap", last_lap, players, SetupError)
        laid = _table(table)
        return cls(
            rules=rules,
            players=players,
            phase=phase,
            dealer=expect_seat("dealer", dealer, players, SetupError),
            current_player=seat,
            hands=held,
            draws=_draws(phase, draws, melded=melded, in_last_lap=in_lap),
            stock=_stock(stock, held, laid, phase, in_last_lap=in_lap),
            table=laid,
            last_lap=last_lap,
            scores=_totals("scores", scores, players, below=rules.target),
            rounds_won=_totals("rounds_won", rounds_won, players),
            last_round=None,
            result=None,
        )


def seat_to_move(state: GameState) -> int:
    """Return whose move it is, in a game that is not over."""
    assert state.current_player is not None, "only GAME_OVER has nobody to move"
    return state.current_player


def check_hand_size(rules: Rules, players: int) -> None:
    """Raise SetupError if the pack does not serve the hands (R2, R5)."""
    cards = len(pack(players))
    if players * rules.hand_size > cards:
        raise SetupError(f"{players} hands of {rules.hand_size} need more than {cards} cards (R5)")


# --- states from outside --------------------------------------------------------------------------


def check_state(state: GameState) -> None:
    """Raise SetupError unless a game, or a position set up by hand, can lead to this state.

    For states that are put together from text or files: of parts of the right types, with sorted
    hands, a `last_round` that is right in itself, and the `result` that follows from the rest.
    """
    by_seats = (state.hands, state.scores, state.rounds_won)
    if any(len(entries) != check_players(state.players) for entries in by_seats):
        raise SetupError(f"hands, scores and rounds_won are those of {state.players} seats")
    check_hand_size(state.rules, state.players)
    expect_seat("dealer", state.dealer, state.players, SetupError)
    in_last_lap = state.last_lap is not None
    _stock(state.stock, state.hands, state.table, state.phase, in_last_lap=in_last_lap)
    highest, over = max(state.scores), state.phase is Phase.GAME_OVER
    if (highest >= state.rules.target) is not over:
        raise SetupError(f"phase {state.phase.name} is impossible with {highest} points (R34)")
    if over or state.phase is Phase.DEAL:
        _check_between_rounds(state)
    else:
        _check_in_round(state)
    if state.last_round is not None:
        _check_last_round(state, state.last_round)


def _check_in_round(state: GameState) -> None:
    seat = expect_seat("current_player", state.current_player, state.players, SetupError)
    in_last_lap = state.last_lap is not None
    if in_last_lap:
        expect_seat("last_lap", state.last_lap, state.players, SetupError)
    _draws(state.phase, state.draws, melded=None, in_last_lap=in_last_lap)
    if (state.draws or state.phase is Phase.END) and not state.hands[seat]:
        raise SetupError(f"seat {seat} is to move and has no cards")
    in_play = sum(map(len, (*state.hands, state.stock, state.table.cards)))
    if state.last_round is not None and in_play < (cards := len(pack(state.players))):
        raise SetupError(f"all {cards} cards are in play after a deal (R6), not {in_play}")


def _check_between_rounds(state: GameState) -> None:
    seat = state.dealer if state.phase is Phase.DEAL else None
    if (state.current_player, state.draws, state.last_lap) != (seat, 0, None):
        raise SetupError(f"in phase {state.phase.name} no turn is going on")
    last = state.last_round
    if last is None:
        unplayed = (*state.hands, state.stock, state.table.melds)
        if any((*unplayed, *state.scores, *state.rounds_won)):
            raise SetupError("there are cards, points or rounds won before the first deal")
    elif last.hands != state.hands:
        raise SetupError("after a round the hands are those that it ended with")
    elif state.stock and isinstance(last.ending, StockExhausted):
        raise SetupError("the round ended with the last lap, and there is a stock (R26)")


def _check_last_round(state: GameState, last: RoundResult) -> None:
    if len(last.points) != state.players:
        raise SetupError(f"the last round was played by {len(last.points)}, not {state.players}")
    _left_of_pack(last.hands or (), state.players)
    before = [total - score for total, score in zip(state.scores, last.scores, strict=True)]
    if min(before) < 0 or min(state.rounds_won[seat] for seat in last.winners) < 1:
        raise SetupError("scores and rounds_won are those after the last round")
    if max(before) >= state.rules.target:
        raise SetupError("the game was over before the last round (R34)")


# --- the parts of a position ----------------------------------------------------------------------


def _hands(hands: Sequence[CardsLike]) -> tuple[tuple[AnyCard, ...], ...]:
    return tuple(
        as_hand(hand, f"hands[{seat}]", SetupError)
        for seat, hand in enumerate(by_seat("hands", hands, SetupError))
    )


def _draws(phase: Phase, draws: int | None, *, melded: bool | None, in_last_lap: bool) -> int:
    """Return the cards drawn in this turn, given or by default."""
    if not isinstance(phase, Phase):
        raise wrong_type("phase", "a Phase", phase)
    if melded is not None and not isinstance(melded, bool):
        raise wrong_type("melded", "a bool or None", melded)
    if phase is Phase.DRAW and not in_last_lap:
        possible = [0]
    elif phase is Phase.MELD:
        possible = [0] if in_last_lap else [1, 2]
    elif phase is Phase.END:
        possible = [0] if in_last_lap else [1, 2, 3]
    else:
        where = "in the last lap" if in_last_lap else "within a round"
        raise SetupError(f"there is no phase {phase.name} {where}")
    if draws is None:
        draws = possible[-1] if phase is Phase.END and melded is False else possible[0]
    if expect_int("draws", draws) not in possible:
        raise SetupError(
            f"draws must be one of {possible} in phase {phase.name}, not {shown(draws)}"
        )
    has_melded = phase is Phase.END and draws < MAX_DRAWS
    if melded is not None and melded is not has_melded:
        raise SetupError(f"melded={melded} is impossible in phase {phase.name} after {draws} draws")
    return draws


def _table(table: HeapsLike) -> Table:
    try:
        return as_table(table)
    except NotationError:
        raise
    except RummyError as error:
        raise SetupError(f"no table: {error}") from error


def _stock(
    stock: CardsLike | None,
    hands: tuple[tuple[AnyCard, ...], ...],
    table: Table,
    phase: Phase,
    *,
    in_last_lap: bool,
) -> tuple[AnyCard, ...]:
    """Return the stock, given or made of the cards not named, if the pack serves them all."""
    pile = () if stock is None else as_cards(stock, "stock", SetupError)
    refuse_declared(pile, "stock", SetupError)
    left = _left_of_pack((*hands, pile, tuple(map(as_held, table.cards))), len(hands))
    if stock is None and not in_last_lap:
        pile = left
    if phase is Phase.DRAW and not pile:
        raise SetupError("no card to draw: in phase DRAW the stock cannot be empty")
    if in_last_lap and pile:
        raise SetupError("the last lap begins when the stock is empty (R26)")
    return pile


def _left_of_pack(piles: Iterable[Iterable[AnyCard]], players: int) -> tuple[AnyCard, ...]:
    """Return what is left of the pack without these piles, if it holds them all (R2)."""
    cards = Counter(pack(players))
    cards.subtract(chain.from_iterable(piles))
    if over := sorted((card for card, left in cards.items() if left < 0), key=SORT_KEY):
        raise SetupError(f"more than the pack of {players} players holds: {text_of(over)}")
    return tuple(sorted(cards.elements(), key=SORT_KEY))


def _totals(
    argument: str, values: Sequence[int] | None, players: int, below: int | None = None
) -> tuple[int, ...]:
    if values is None:
        return (0,) * players
    totals = numbers_by_seat(argument, values, SetupError)
    if len(totals) != players:
        raise SetupError(f"{argument} must have {players} entries, one a seat, not {len(totals)}")
    if below is not None and max(totals) >= below:
        raise SetupError(f"{argument}: with {max(totals)} points the game would be over (R34)")
    return totals
