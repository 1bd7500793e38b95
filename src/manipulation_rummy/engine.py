"""The verbs of the game: `new_game`, `validate`, `apply`, `legal_moves`.

The one place where the rules of the turn live. Whether a move belongs here has one reason, in a
fixed order; only then are the contents of the move judged, with every fault at once.
"""

from __future__ import annotations

import random
from bisect import insort
from collections import Counter
from collections.abc import Iterator
from typing import TypeVar, final

import attrs
from typing_extensions import assert_never

from manipulation_rummy.arguments import check_players, expect_int, expect_seat, wrong_type
from manipulation_rummy.cards import (
    SORT_KEY,
    AnyCard,
    pack,
    random_below,
)
from manipulation_rummy.errors import RummyError, SetupError
from manipulation_rummy.laying import cards_played, faults_of_play
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import MOVES, Deal, Draw, EndTurn, Knock, Move, Play
from manipulation_rummy.rules import DEFAULT_RULES, Rules, expect_rules
from manipulation_rummy.scoring import (
    Ending,
    Knocked,
    StockExhausted,
    WentOut,
    points_of,
    result_of,
    settlement_of,
)
from manipulation_rummy.solver import best_play, plays
from manipulation_rummy.state import (
    MAX_DRAWS,
    GameState,
    Phase,
    Position,
    Turn,
    check_hand_size,
    phase_after_draw,
    seat_to_move,
)
from manipulation_rummy.violations import Fault, IllegalMove, Reason, Violation


def new_game(
    players: int,
    *,
    rules: Rules = DEFAULT_RULES,
    dealer: int | None = None,
    rng: random.Random | None = None,
) -> GameState:
    """Return a game before its first deal (R1, R2, R4).

    Args:
        players: 2 to 5.
        rules: The numbers and switches.
        dealer: The seat of the first dealer.
        rng: Chooses the first dealer instead.

    Raises:
        SetupError: If so many cannot play, the pack does not serve the hands, or not exactly one of
            `dealer` and `rng` is given.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> state = new_game(3, dealer=0)
        >>> state.phase, state.current_player
        (<Phase.DEAL: 'deal'>, 0)
    """
    check_players(players)
    expect_rules(rules)
    check_hand_size(rules, players)
    if (dealer is None) == (rng is None):
        raise SetupError("exactly one of dealer and rng must be given (R4)")
    if rng is not None:
        dealer = random_below(players, rng)
    seat = expect_seat("dealer", dealer, players, SetupError)
    return GameState(
        rules=rules,
        players=players,
        phase=Phase.DEAL,
        dealer=seat,
        current_player=seat,
        hands=((),) * players,
        stock=(),
        table=Table(),
        draws=0,
        last_lap=None,
        scores=(0,) * players,
        rounds_won=(0,) * players,
        last_round=None,
        result=None,
    )


# --- judging --------------------------------------------------------------------------------------


def validate(state_or_view: Position, move: Move, *, seat: int | None = None) -> Violation | None:
    """Return why a move is illegal here, None if it is legal.

    Args:
        state_or_view: A state or a view.
        move: The move.
        seat: Whose move it is. By default that of the player to move; for a view, that of its own
            player, so that in another's turn every move is `NOT_YOUR_TURN`.

    Raises:
        TypeError: If an argument is of a wrong type.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> validate(state, Play("5H 6H 7H 8H")) is None
        True
        >>> print(validate(state, EndTurn()))
        another draw is due before the turn can end (D3)
    """
    turn = turn_of(state_or_view)
    if not isinstance(move, MOVES):
        raise wrong_type("move", "a Deal, Draw, Play, Knock or EndTurn", move)
    if seat is not None:
        expect_int("seat", seat)
    if reason := reason_not_here(turn, move, seat):
        return Violation((Fault.of(reason),))
    return Violation.of(_faults_of_contents(turn, move))


def turn_of(state_or_view: Position) -> Turn:
    """Return the turn of a position; raise TypeError if it has none."""
    turn = getattr(state_or_view, "turn", None)
    if not isinstance(turn, Turn):
        raise wrong_type("state_or_view", "a state or a view, with a Turn as turn", state_or_view)
    return turn


def reason_not_here(  # noqa: PLR0911  # one return a reason, in the order of precedence
    turn: Turn, move: Move, seat: int | None
) -> Reason | None:
    """Return why no move of this kind belongs here, whatever it holds; the first that applies."""
    if turn.phase is Phase.GAME_OVER:
        return Reason.GAME_OVER
    if turn.hand is None or (seat is not None and seat != turn.current_player):
        return Reason.NOT_YOUR_TURN
    if isinstance(move, Deal) is not (turn.phase is Phase.DEAL):
        return Reason.WRONG_PHASE
    if turn.phase is Phase.DRAW and not isinstance(move, Draw):
        return Reason.DRAW_FIRST
    if isinstance(move, Draw):
        return _reason_against_draw(turn)
    if isinstance(move, Play) and turn.phase is Phase.END:
        third = turn.draws == MAX_DRAWS
        return Reason.THIRD_DRAW_BARS_MELD if third else Reason.ALREADY_MELDED
    if isinstance(move, Knock) and turn.last_lap is not None and not turn.rules.knock_in_last_lap:
        return Reason.NO_KNOCK_IN_LAST_LAP
    if isinstance(move, (Knock, EndTurn)) and turn.draw_due:
        return Reason.DRAW_DUE
    return None


def _reason_against_draw(turn: Turn) -> Reason | None:
    if turn.last_lap is not None:
        return Reason.NO_DRAW_IN_LAST_LAP
    if turn.draws == MAX_DRAWS:
        return Reason.NO_FOURTH_DRAW
    if turn.phase is Phase.END:
        return Reason.NO_DRAW_AFTER_MELD
    if turn.stock_size == 0:
        return Reason.STOCK_EMPTY
    return None


def _faults_of_contents(turn: Turn, move: Move) -> Iterator[Fault]:
    hand = turn.hand or ()
    if isinstance(move, Deal):
        yield from _faults_of_deck(move.deck, turn.players)
    elif isinstance(move, Knock):
        if not hand:
            yield Fault.of(Reason.KNOCK_WITHOUT_CARDS)
        elif points_of(hand, turn.rules) > turn.rules.knock_limit:
            yield Fault.of(Reason.KNOCK_OVER_LIMIT, hand, limit=turn.rules.knock_limit)
    elif isinstance(move, Play):
        yield from faults_of_play(turn.table, hand, move.table.melds)


def _faults_of_deck(deck: tuple[AnyCard, ...], players: int) -> Iterator[Fault]:
    cards = pack(players)
    difference = Counter(cards)
    difference.subtract(deck)
    if wrong := sorted((card for card, left in difference.items() if left), key=SORT_KEY):
        yield Fault.of(Reason.WRONG_DECK, wrong, limit=len(cards))


# --- applying -------------------------------------------------------------------------------------


def apply(state: GameState, move: Move, *, seat: int | None = None) -> GameState:
    """Return the state after a legal move.

    Args:
        state: The state, which stays as it is.
        move: The move.
        seat: Whose move it is, by default that of the player to move.

    Raises:
        IllegalMove: If the move is not legal; its `.violation` says why.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> after = apply(state, Play("5H 6H 7H 8H"))
        >>> after.hands[0], after.phase
        ((Card.parse('KC'),), <Phase.END: 'end'>)
    """
    if not isinstance(state, GameState):
        raise wrong_type("state", "a GameState", state)
    if violation := validate(state, move, seat=seat):
        raise IllegalMove(violation)
    if isinstance(move, Draw):
        return _draw(state)
    if isinstance(move, Play):
        return _play(state, move.table)
    if isinstance(move, EndTurn):
        return _end_turn(state)
    if isinstance(move, Knock):
        return _end_round(state, Knocked(seat_to_move(state)))
    if isinstance(move, Deal):
        return _deal(state, move.deck)
    assert_never(move)


def piles_of_deal(state: GameState, cards: int) -> tuple[range, ...]:
    """Return where in a deck of so many cards the hands lie, by seat, and last the stock.

    One card at a time, starting at the dealer's left (R5, D2).
    """
    players = state.players
    dealt = players * state.rules.hand_size
    first = (state.dealer + 1) % players
    hands = (range((seat - first) % players, dealt, players) for seat in range(players))
    return (*hands, range(dealt, cards))


def _deal(state: GameState, deck: tuple[AnyCard, ...]) -> GameState:
    *hands, stock = (
        tuple(map(deck.__getitem__, places)) for places in piles_of_deal(state, len(deck))
    )
    return _in_round(
        state,
        Phase.DRAW,
        (state.dealer + 1) % state.players,
        hands=tuple(tuple(sorted(hand, key=SORT_KEY)) for hand in hands),
        stock=stock,
        table=Table(),
    )


def _draw(state: GameState) -> GameState:
    seat = seat_to_move(state)
    hand = list(state.hands[seat])
    insort(hand, state.stock[0], key=SORT_KEY)
    draws = state.draws + 1
    phase = phase_after_draw(draws)
    hands = _replaced(state.hands, seat, tuple(hand))
    return _in_round(state, phase, seat, draws=draws, hands=hands, stock=state.stock[1:])


def _play(state: GameState, table: Table) -> GameState:
    seat = seat_to_move(state)
    hand = list(state.hands[seat])
    for card in cards_played(state.table, table):
        hand.remove(card)
    hands = _replaced(state.hands, seat, tuple(hand))
    melded = _in_round(state, Phase.END, seat, draws=state.draws, hands=hands, table=table)
    if hand:
        return melded
    if state.last_lap is None or state.rules.going_out_ends_last_lap:
        return _end_round(melded, WentOut(seat))
    return _end_turn(melded)  # the last lap is played to its end (D21)


def _end_turn(state: GameState) -> GameState:
    seat = seat_to_move(state)
    following = (seat + 1) % state.players
    if state.last_lap == seat:
        return _end_round(state, StockExhausted())
    if state.stock:
        return _in_round(state, Phase.DRAW, following)
    exhausted_by = seat if state.last_lap is None else state.last_lap  # (D19)
    return _in_round(state, Phase.MELD, following, last_lap=exhausted_by)


def _end_round(state: GameState, ending: Ending) -> GameState:
    """Score the round; hands, stock and table stay as they are."""
    rules = state.rules
    points = tuple(points_of(hand, rules) for hand in state.hands)
    round_result = result_of(points, state.hands, ending, rules)
    scores = tuple(map(sum, zip(state.scores, round_result.scores, strict=True)))
    rounds_won = tuple(
        won + (seat in round_result.winners) for seat, won in enumerate(state.rounds_won)
    )
    over = max(scores) >= rules.target
    dealer = (state.dealer + 1) % state.players
    return GameState(
        rules=rules,
        players=state.players,
        phase=Phase.GAME_OVER if over else Phase.DEAL,
        dealer=dealer,
        current_player=None if over else dealer,
        hands=state.hands,
        stock=state.stock,
        table=state.table,
        draws=0,
        last_lap=None,
        scores=scores,
        rounds_won=rounds_won,
        last_round=round_result,
        result=settlement_of(scores, rounds_won, rules) if over else None,
    )


def _in_round(  # noqa: PLR0913  # all that can change within a round
    state: GameState,
    phase: Phase,
    seat: int,
    *,
    draws: int = 0,
    hands: tuple[tuple[AnyCard, ...], ...] | None = None,
    stock: tuple[AnyCard, ...] | None = None,
    table: Table | None = None,
    last_lap: int | None = None,
) -> GameState:
    """Return the next state of the round, with what is not given as it was.

    The constructor is called directly: `attrs.evolve` takes about three times as long.
    """
    return GameState(
        rules=state.rules,
        players=state.players,
        phase=phase,
        dealer=state.dealer,
        current_player=seat,
        hands=state.hands if hands is None else hands,
        stock=state.stock if stock is None else stock,
        table=state.table if table is None else table,
        draws=draws,
        last_lap=state.last_lap if last_lap is None else last_lap,
        scores=state.scores,
        rounds_won=state.rounds_won,
        last_round=state.last_round,
        result=None,
    )


_Item = TypeVar("_Item")


def _replaced(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- enumerating ----------------------------------------------------------------------------------


@final
@attrs.frozen
class LegalMoves:
    """The legal moves of the player to move; lazy: `in`, `bool` and `sample` enumerate nothing.

    Iterating gives the simple moves first, then one `Play` for each distinct set of hand cards that
    can be played, heaviest first. There are none where a deal is due, since no player chooses a
    deck, in a finished game, and in the view of anybody who is not to move.
    """

    _position: Position

    def __contains__(self, move: Move) -> bool:
        return not isinstance(move, Deal) and validate(self._position, move) is None

    def __bool__(self) -> bool:
        return any(True for _ in self._simple_moves())

    def __iter__(self) -> Iterator[Move]:
        yield from self._simple_moves()
        turn = self._position.turn
        if turn.phase is Phase.MELD and turn.hand is not None:
            weight = turn.rules.points
            yield from (play.move for play in plays(turn.table, turn.hand, weight=weight))

    def sample(self, rng: random.Random) -> Move:
        """Return a random legal move: any of them can come up, the same for the same `rng`.

        Every simple move is as likely as melding at all; the cards of a meld are drawn by chance.

        Raises:
            RummyError: If there is no legal move.
            TypeError: If `rng` is no `random.Random`.
        """
        simple = tuple(self._simple_moves())
        if not simple:
            raise RummyError("there is no move to choose from: a deal is due, or the game is over")
        turn = self._position.turn
        can_meld = turn.phase is Phase.MELD
        chosen = random_below(len(simple) + can_meld, rng)
        if chosen == len(simple):
            if play := _random_play(turn.table, turn.hand or (), rng):
                return play
            chosen = random_below(len(simple), rng)
        return simple[chosen]

    def _simple_moves(self) -> Iterator[Move]:
        for move in (Draw(), EndTurn(), Knock()):
            if move in self:
                yield move


def legal_moves(state_or_view: Position) -> LegalMoves:
    """Return the legal moves in a state or a view, lazily; a deal is not among them.

    The number of plays can double with each card of the hand. Take the first few, the heaviest; or
    `best_play`, or `LegalMoves.sample`, which do not go through them.

    Raises:
        TypeError: If it has no `Turn` as its `turn`.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> moves = legal_moves(state)
        >>> list(moves)
        [Draw(), Play(table=Table.parse('5H 6H 7H 8H'))]
        >>> Draw() in moves, EndTurn() in moves
        (True, False)
    """
    turn_of(state_or_view)
    return LegalMoves(state_or_view)


def _random_play(table: Table, hand: tuple[AnyCard, ...], rng: random.Random) -> Play | None:
    """Return the best play by random weights, from a random part of the hand if it allows one."""
    part = [card for card in hand if random_below(2, rng)]
    weights = {card: 1 + random_below(len(hand), rng) for card in hand}
    play = best_play(table, part, weight=weights.__getitem__) or best_play(
        table, hand, weight=weights.__getitem__
    )
    return play.move if play else None
