"""The moves: small frozen values, legal or not (R5, R8, R14, R25)."""

from __future__ import annotations

from typing import Final, TypeAlias, final

import attrs

from manipulation_rummy.cards import AnyCard, CardsLike, as_cards
from manipulation_rummy.melds import Table, as_table


def _as_deck(cards: CardsLike) -> tuple[AnyCard, ...]:
    return as_cards(cards, "deck")


@final
@attrs.frozen
class Deal:
    """Deal a round from this deck: `deck[0]` goes to the dealer's left (R5, D2).

    Raises:
        RummyError: If there are more than 216 cards; fewer are judged by `validate`.
        TypeError: If the deck is not made of cards.
        NotationError: If it is text that cannot be read.
    """

    deck: tuple[AnyCard, ...] = attrs.field(converter=_as_deck)


@final
@attrs.frozen
class Draw:
    """Draw the next card of the stock (R8-R10)."""


@final
@attrs.frozen
class Play:
    """Meld: put this whole new table in place of the old one (R14-R18, D5).

    It holds a legal table; to judge raw heaps of cards, as a person puts them, ask `check_play`.

    Raises:
        InvalidMeld: If the table is given as text or heaps that are no melds.
        NotationError: If it is text that cannot be read.
        RummyError: If there are more than 216 cards.
        TypeError: If it is no table, text or heaps of cards.
    """

    table: Table = attrs.field(converter=as_table)


@final
@attrs.frozen
class Knock:
    """End the round after one's turn (R25)."""


@final
@attrs.frozen
class EndTurn:
    """Hand the turn to the next player (D4)."""


Move: TypeAlias = Deal | Draw | Play | Knock | EndTurn
MOVES: Final = (Deal, Draw, Play, Knock, EndTurn)
