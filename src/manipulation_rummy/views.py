"""What may be seen of a game: by one player, and by everybody (D27).

A view is built by naming what goes in. It has no field for the hands of others or for the order of
the stock, and nothing in it leads back to the state.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any, final

import attrs

from manipulation_rummy.arguments import expect_seat, wrong_type
from manipulation_rummy.cards import SORT_KEY, AnyCard, as_held, pack, shuffled
from manipulation_rummy.errors import RummyError, SetupError
from manipulation_rummy.melds import Table
from manipulation_rummy.rules import Rules
from manipulation_rummy.scoring import GameResult, RoundResult
from manipulation_rummy.state import GameState, Phase, Turn


@attrs.frozen
class _View:
    """What everybody may see; the fields are those of `GameState`, hands and stock as numbers."""

    rules: Rules
    players: int
    """The number of players."""
    phase: Phase
    dealer: int
    """The dealer of the round; between rounds already that of the next one (D1)."""
    current_player: int | None
    """Whose move it is: the dealer's in DEAL, nobody's in GAME_OVER."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each hand."""
    stock_size: int
    """The number of cards in the stock."""
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
    """The result of the round before, with all its hands; None in the first one."""
    result: GameResult | None
    """The settlement, None until the game is over."""

    def _turn(self, hand: tuple[AnyCard, ...] | None) -> Turn:
        return Turn(
            self.rules,
            self.players,
            self.phase,
            self.current_player,
            self.draws,
            self.stock_size,
            self.last_lap,
            self.table,
            hand,
        )


@final
@attrs.frozen
class PlayerView(_View):
    """What one player may see: what everybody may, and the own hand.

    `validate` and `legal_moves` answer as they do for the state and this seat. A deal is the move
    of the dealer in a view too; but whoever knows the deck knows all hands, so that a server makes
    it for him.
    """

    seat: int
    """Whose view it is."""
    hand: tuple[AnyCard, ...]
    """The own hand, sorted; empty before the first deal, between rounds as the last one left it."""

    @property
    def turn(self) -> Turn:
        """All that is needed to judge a move; without a hand while it is another's turn."""
        return self._turn(self.hand if self.seat == self.current_player else None)


@final
@attrs.frozen
class PublicView(_View):
    """What everybody may see.

    No move can be made from it: until the game is over, each is `NOT_YOUR_TURN`.
    """

    @property
    def turn(self) -> Turn:
        """All that is needed to judge a move; without a hand, so that none is legal."""
        return self._turn(None)


def view(state: GameState, seat: int) -> PlayerView:
    """Return what a player may see (D27).

    Raises:
        RummyError: If there is no such seat.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> seen = view(state, 1)
        >>> seen.hand, seen.hand_sizes, seen.stock_size
        ((Card.parse('2S'),), (2, 1), 47)
    """
    public = _public(state)
    seat = expect_seat("seat", seat, state.players, RummyError)
    return PlayerView(**public, seat=seat, hand=state.hands[seat])


def public_view(state: GameState) -> PublicView:
    """Return what everybody may see (D27), for spectators.

    Raises:
        TypeError: If it is no state.

    Example:
        >>> state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H")
        >>> public_view(state).hand_sizes
        (2, 1)
    """
    return PublicView(**_public(state))


def _public(state: GameState) -> dict[str, Any]:
    """Return by name what everybody may see."""
    if not isinstance(state, GameState):
        raise wrong_type("state", "a GameState", state)
    return {
        "rules": state.rules,
        "players": state.players,
        "phase": state.phase,
        "dealer": state.dealer,
        "current_player": state.current_player,
        "hand_sizes": tuple(map(len, state.hands)),
        "stock_size": len(state.stock),
        "table": state.table,
        "draws": state.draws,
        "last_lap": state.last_lap,
        "scores": state.scores,
        "rounds_won": state.rounds_won,
        "last_round": state.last_round,
        "result": state.result,
    }


# --- the other way round --------------------------------------------------------------------------


def determinize(view: PlayerView | PublicView, rng: random.Random) -> GameState:
    """Return a state that the view cannot tell from the real one, for bots that look ahead.

    The cards not seen are dealt to the other hands and the stock, each way as likely. Between
    rounds all hands are known, and only the order of the stock is left to chance. In a position of
    `GameState.setup` fewer cards than the pack may be in play; the view does not say which, so they
    are chosen among all cards not seen.

    Args:
        view: What is known.
        rng: Chooses the rest.

    Raises:
        SetupError: If no state has this view, because the pack has too few cards for it.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> seen = view(GameState.setup(["8H KC", "2S"], table="5H 6H 7H"), 0)
        >>> guess = determinize(seen, random.Random(1))
        >>> guess.hands[1], view(guess, 0) == seen
        ((Card.parse('QS'),), True)
    """
    if not isinstance(view, (PlayerView, PublicView)):
        raise wrong_type("view", "a PlayerView or a PublicView", view)
    known = _known_hands(view)
    unseen = Counter(pack(view.players))
    unseen.subtract(map(as_held, view.table.cards))
    unseen.subtract(card for hand in known.values() for card in hand)
    hidden = [size for seat, size in enumerate(view.hand_sizes) if seat not in known]
    if min(unseen.values()) < 0 or sum(hidden) + view.stock_size > unseen.total():
        raise SetupError("no state has this view: the pack has too few cards for it")
    cards = iter(shuffled(unseen.elements(), rng))
    hands = tuple(
        known[seat] if seat in known else tuple(sorted(islice(cards, size), key=SORT_KEY))
        for seat, size in enumerate(view.hand_sizes)
    )
    return GameState(
        rules=view.rules,
        players=view.players,
        phase=view.phase,
        dealer=view.dealer,
        current_player=view.current_player,
        hands=hands,
        stock=tuple(islice(cards, view.stock_size)),
        table=view.table,
        draws=view.draws,
        last_lap=view.last_lap,
        scores=view.scores,
        rounds_won=view.rounds_won,
        last_round=view.last_round,
        result=view.result,
    )


def _known_hands(view: PlayerView | PublicView) -> dict[int, tuple[AnyCard, ...]]:
    """Return the hands that can be seen, by seat: all of them once a round has ended."""
    shown = view.last_round.hands if view.last_round else None
    if shown is not None and view.phase in {Phase.DEAL, Phase.GAME_OVER}:
        return dict(enumerate(shown))
    return {view.seat: view.hand} if isinstance(view, PlayerView) else {}
