"""Short ways to name moves and positions, and to look at a refusal from both sides."""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from manipulation_rummy import (
    Deal,
    GameState,
    IllegalMove,
    Play,
    Table,
    apply,
    new_game,
    pack,
    parse_cards,
    validate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from manipulation_rummy import AnyCard, Move, Reason, Rules, Violation


def play(table: str) -> Play:
    """Return the move that leaves this table."""
    return Play(Table.parse(table))


def advance(state: GameState, *moves: Move) -> GameState:
    """Return the state after these moves, all of them legal."""
    for move in moves:
        state = apply(state, move)
    return state


def refusal(state: GameState, move: Move, *, seat: int | None = None) -> Violation:
    """Return why a move is refused, having seen that both verbs say so and nothing changes."""
    before = copy.deepcopy(state)
    violation = validate(state, move, seat=seat)
    assert violation is not None, f"{move} is legal here"
    with pytest.raises(IllegalMove) as caught:
        apply(state, move, seat=seat)
    assert violation == caught.value.violation
    assert before == state
    return violation


def reason(state: GameState, move: Move, *, seat: int | None = None) -> Reason:
    """Return the one reason why a move is refused."""
    (only,) = refusal(state, move, seat=seat).reasons
    return only


def stacked(
    players: int,
    dealer: int,
    hands: Mapping[int, str] | None = None,
    *,
    stock: str = "",
    hand_size: int = 10,
) -> Deal:
    """Return the deal that gives these hands and this top of the stock; the rest as it comes."""
    wanted = {seat: list(parse_cards(text)) for seat, text in (hands or {}).items()}
    top = parse_cards(stock)
    rest = Counter(pack(players))
    rest.subtract(top)
    for hand in wanted.values():
        rest.subtract(hand)
    assert min(rest.values()) >= 0, "more cards than the pack holds"
    others = list(rest.elements())
    for seat in range(players):
        hand = wanted.setdefault(seat, [])
        hand += [others.pop(0) for _ in range(hand_size - len(hand))]
    deck = [
        wanted[(dealer + offset) % players][turn]
        for turn in range(hand_size)
        for offset in range(1, players + 1)
    ]
    return Deal((*deck, *top, *others))


def dealt(players: int, *, dealer: int = 0, rules: Rules | None = None) -> GameState:
    """Return a game right after its first deal."""
    game = (
        new_game(players, dealer=dealer)
        if rules is None
        else new_game(players, dealer=dealer, rules=rules)
    )
    return apply(game, stacked(players, dealer, hand_size=game.rules.hand_size))


def cards_in_play(state: GameState) -> Counter[AnyCard]:
    """Return all cards of a state as physical cards: jokers are alike."""
    loose: Iterable[AnyCard] = (*state.stock, *(card for hand in state.hands for card in hand))
    joker = parse_cards("*")[0]
    on_table = (joker if str(card).startswith("*") else card for card in state.table.cards)
    return Counter([*loose, *on_table])
