"""What happens in a game, in small steps, for those who watch it (D27).

`events_of` turns a move into events, `visible` takes out what a seat may not know, and `fold` takes
a view through them: whoever folds the events that are sent has the view that would be sent.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar, final, get_args

import attrs
from typing_extensions import assert_never

from manipulation_rummy.arguments import expect_int, expect_seat, wrong_type
from manipulation_rummy.cards import SORT_KEY, AnyCard, Card, pack
from manipulation_rummy.errors import RummyError
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.scoring import GameResult, RoundResult
from manipulation_rummy.state import Phase, phase_after_draw
from manipulation_rummy.views import PlayerView, PublicView

SeenCard: TypeAlias = AnyCard | None
"""A card, or None for one that may not be seen."""


# --- a deal ---------------------------------------------------------------------------------------


@final
@attrs.frozen
class RoundBegan:
    """All cards were gathered and shuffled; they are the stock now (R5)."""


@final
@attrs.frozen
class CardsDealt:
    """A player was dealt a hand (R5)."""

    seat: int
    cards: tuple[SeenCard, ...]
    """The cards, sorted; for all others so many None."""


# --- a turn ---------------------------------------------------------------------------------------


@final
@attrs.frozen
class CardDrawn:
    """A player drew a card (R8-R10)."""

    seat: int
    card: SeenCard
    """The card; None for all others."""


@final
@attrs.frozen
class CardsPlayed:
    """A player melded; the other events of the play say what became of the table (R14)."""

    seat: int
    cards: tuple[AnyCard, ...]
    """The cards from the hand, as they were held there, sorted."""


@final
@attrs.frozen
class JokerFreed:
    """A joker was replaced by the real card (R21).

    That is told from the tables before and after (D13): a joker that stands for the same card as
    before has moved and was not freed, even if it made room for the real one (D14).
    """

    by: Card
    """The real card, which the joker stood for."""
    meld: Meld
    """The meld that the joker lay in."""


@final
@attrs.frozen
class JokerDeclared:
    """A joker, from the hand or freed, was said to stand for a card (R20)."""

    stands_for: Card
    meld: Meld
    """The meld that the joker lies in."""


@final
@attrs.frozen
class MeldChanged:
    """A meld gained or lost cards; at least two of them, and so its kind, are what they were."""

    before: Meld
    after: Meld


@final
@attrs.frozen
class MeldDissolved:
    """A meld is gone, its cards lie in others."""

    meld: Meld


@final
@attrs.frozen
class MeldMade:
    """A meld is new."""

    meld: Meld


@final
@attrs.frozen
class PlayerWentOut:
    """A player played the last card (D17, in the last lap D21)."""

    seat: int


@final
@attrs.frozen
class PlayerKnocked:
    """A player knocked, which ends the round (R25)."""

    seat: int


@final
@attrs.frozen
class TurnEnded:
    """A player's turn is over, and the round was not ended by knocking or going out (D4)."""

    seat: int


@final
@attrs.frozen
class LastLapBegan:
    """The stock is exhausted, and everybody has one more turn (R26, D19)."""

    seat: int
    """The seat that exhausted the stock, whose turn will be the last."""


@final
@attrs.frozen
class TurnBegan:
    """A player is to move (R7)."""

    seat: int
    phase: Phase
    """What the turn begins with: DRAW, in the last lap MELD."""


# --- the end of a round ---------------------------------------------------------------------------


@final
@attrs.frozen
class HandsShown:
    """A round has ended, and all hands are public (D27)."""

    hands: tuple[tuple[AnyCard, ...], ...]


@final
@attrs.frozen
class RoundScored:
    """A round was scored (R27-R33)."""

    result: RoundResult
    scores: tuple[int, ...]
    """The totals by seat, with this round."""
    rounds_won: tuple[int, ...]
    """The number of rounds that each seat has won, with this one."""
    dealer: int
    """Who deals the next round (D1)."""


@final
@attrs.frozen
class GameSettled:
    """The game is over (R34-R37)."""

    result: GameResult


Event: TypeAlias = (
    RoundBegan
    | CardsDealt
    | CardDrawn
    | CardsPlayed
    | JokerFreed
    | JokerDeclared
    | MeldChanged
    | MeldDissolved
    | MeldMade
    | PlayerWentOut
    | PlayerKnocked
    | TurnEnded
    | LastLapBegan
    | TurnBegan
    | HandsShown
    | RoundScored
    | GameSettled
)
"""Any event; those of a move come in this order."""

EVENTS: Final = get_args(Event)


# --- what may be known ----------------------------------------------------------------------------


def visible(event: Event, seat: int | None) -> Event:
    """Return what a seat may know of an event: of a card dealt to or drawn by another only that.

    Args:
        event: What happened.
        seat: Who is told; None for spectators.

    Raises:
        TypeError: If an argument is of a wrong type.

    Example:
        >>> drawn = CardDrawn(0, Card.parse("8S"))
        >>> visible(drawn, 0), visible(drawn, 1)
        (CardDrawn(seat=0, card=Card.parse('8S')), CardDrawn(seat=0, card=None))
    """
    _expect_event(event)
    if seat is not None:
        expect_int("seat", seat)
    if isinstance(event, CardsDealt) and event.seat != seat:
        return CardsDealt(event.seat, (None,) * len(event.cards))
    if isinstance(event, CardDrawn) and event.seat != seat:
        return CardDrawn(event.seat, None)
    return event


def _expect_event(event: Event) -> None:
    if not isinstance(event, EVENTS):
        raise wrong_type("event", "an event", event)


# --- views kept up to date ------------------------------------------------------------------------

_AnyView = TypeVar("_AnyView", PlayerView, PublicView)


def fold(view: _AnyView, event: Event) -> _AnyView:
    """Return the view after an event.

    After all events of a move it equals the view of the next state; within a play its table is on
    the way from the old one to the new one.

    Args:
        view: The view of a player, or of spectators.
        event: The next event, as `visible` gives it for them.

    Raises:
        RummyError: If the event cannot follow, as when one has been missed; or if it hides the
            player's own cards, being meant for somebody else.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> from manipulation_rummy import GameState, view
        >>> seen = view(GameState.setup(["8H KC", "2S"], phase=Phase.DRAW), 1)
        >>> seen = fold(seen, CardDrawn(seat=0, card=None))
        >>> seen.hand_sizes, seen.stock_size, seen.phase
        ((3, 1), 49, <Phase.MELD: 'meld'>)
    """
    if not isinstance(view, (PlayerView, PublicView)):
        raise wrong_type("view", "a PlayerView or a PublicView", view)
    _expect_event(event)
    return attrs.evolve(view, **_changes(view, event))


def _changes(  # noqa: C901, PLR0911  # one case an event
    view: PlayerView | PublicView, event: Event
) -> dict[str, Any]:
    """Return the fields that an event changes, by name."""
    match event:
        case RoundBegan():
            return _new_round(view)
        case CardsDealt(seat, cards):
            return _gain(view, seat, cards)
        case TurnBegan(seat, phase):
            return {"current_player": _seat(view, seat), "phase": phase, "draws": 0}
        case CardDrawn(seat, card):
            draws = view.draws + 1
            return {**_gain(view, seat, (card,)), "draws": draws, "phase": phase_after_draw(draws)}
        case CardsPlayed(seat, cards):
            return {**_loss(view, seat, cards), "phase": Phase.END}
        case MeldDissolved(meld):
            return {"table": _exchanged(view, lost=(meld,))}
        case MeldChanged(before, after):
            return {"table": _exchanged(view, lost=(before,), gained=(after,))}
        case MeldMade(meld):
            return {"table": _exchanged(view, gained=(meld,))}
        case LastLapBegan(seat):
            return {"last_lap": _seat(view, seat)}
        case RoundScored():
            return _scored(event)
        case GameSettled(result):
            return {"phase": Phase.GAME_OVER, "current_player": None, "result": result}
        case (
            JokerFreed()
            | JokerDeclared()
            | PlayerWentOut()
            | PlayerKnocked()
            | TurnEnded()
            | HandsShown()
        ):  # they say in words what the others bring about
            return {}
    assert_never(event)


def _new_round(view: PlayerView | PublicView) -> dict[str, Any]:
    return {
        "hand_sizes": (0,) * view.players,
        "stock_size": len(pack(view.players)),
        "table": Table(),
        **({"hand": ()} if isinstance(view, PlayerView) else {}),
    }


def _gain(view: PlayerView | PublicView, seat: int, cards: tuple[SeenCard, ...]) -> dict[str, Any]:
    """Return what changes when a hand gains cards of the stock."""
    changes = _counted(view, seat, len(cards)) | {"stock_size": view.stock_size - len(cards)}
    if changes["stock_size"] < 0:
        raise _out_of_step("the stock has no such cards")
    if isinstance(view, PlayerView) and view.seat == seat:
        known = [card for card in cards if card is not None]
        if len(known) < len(cards):
            raise RummyError(f"seat {seat} must see its own cards: the event is another's")
        changes["hand"] = tuple(sorted((*view.hand, *known), key=SORT_KEY))
    return changes


def _loss(view: PlayerView | PublicView, seat: int, cards: tuple[AnyCard, ...]) -> dict[str, Any]:
    """Return what changes when a hand loses cards to the table."""
    changes = _counted(view, seat, -len(cards))
    if isinstance(view, PlayerView) and view.seat == seat:
        changes["hand"] = _without(view.hand, cards)
    return changes


def _counted(view: PlayerView | PublicView, seat: int, more: int) -> dict[str, Any]:
    sizes = list(view.hand_sizes)
    sizes[_seat(view, seat)] += more
    if sizes[seat] < 0:
        raise _out_of_step(f"seat {seat} has no such cards")
    return {"hand_sizes": tuple(sizes)}


def _exchanged(
    view: PlayerView | PublicView, *, lost: tuple[Meld, ...] = (), gained: tuple[Meld, ...] = ()
) -> Table:
    return Table((*_without(view.table.melds, lost), *gained))


def _scored(event: RoundScored) -> dict[str, Any]:
    return {
        "phase": Phase.DEAL,
        "dealer": event.dealer,
        "current_player": event.dealer,
        "draws": 0,
        "last_lap": None,
        "scores": event.scores,
        "rounds_won": event.rounds_won,
        "last_round": event.result,
    }


_Item = TypeVar("_Item", AnyCard, Meld)


def _without(items: tuple[_Item, ...], lost: tuple[_Item, ...]) -> tuple[_Item, ...]:
    left = list(items)
    for item in lost:
        if item not in left:
            raise _out_of_step(f"there is no {item}")
        left.remove(item)
    return tuple(left)


def _seat(view: PlayerView | PublicView, seat: int) -> int:
    return expect_seat("event.seat", seat, view.players, RummyError)


def _out_of_step(problem: str) -> RummyError:
    return RummyError(f"the event does not follow: {problem}; was one missed?")
