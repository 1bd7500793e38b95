"""Cards, jokers, packs and card text (R2, R19, R20).

There is one shared `Card` for each of the 52 faces and one shared `Joker` for each card that it can
stand for, plus `JOKER`, which stands for nothing yet. Two cards are equal exactly if they are the
same object, so that comparing and hashing them costs nothing.

Text is read leniently (`8s`, `10S`, `8♠`, blanks and commas between cards) and written in one way.
"""

from __future__ import annotations

import enum
import functools
import random
import re
import reprlib
from collections.abc import Iterable
from itertools import islice, product
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar, cast, final

import attrs

from manipulation_rummy.arguments import MIN_PLAYERS, check_players, wrong_type
from manipulation_rummy.errors import NotationError, RummyError

MAX_CARDS: Final = 216
"""The most cards taken at once anywhere: four of each card and eight jokers."""

MAX_TEXT: Final = 4096
"""The longest text read at once, in characters; 216 cards in their longest form need less."""


@enum.unique
class Suit(enum.Enum):
    """The four suits, in their canonical order; the value is the letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit as one of ♠ ♥ ♦ ♣."""
        return "♠♥♦♣"["SHDC".index(self.value)]

    def __str__(self) -> str:
        return self.value


@enum.unique
class Rank(enum.Enum):
    """The thirteen ranks, ace to king; the value is the number, ace 1 to king 13."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return "A23456789TJQK"[self.value - 1]


@functools.total_ordering
class _Ordered:
    """Canonical order: by rank A…K, then S H D C, naturals before jokers, `*` last."""

    __slots__ = ()
    sort_key: int

    def __lt__(self, other: _Ordered) -> bool:
        if isinstance(other, _Ordered):
            return self.sort_key < other.sort_key
        return NotImplemented


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Card(_Ordered):
    """A natural card: `Card(Rank.EIGHT, Suit.SPADES)`, as text `8S`.

    Raises:
        TypeError: If rank or suit is not a `Rank` or a `Suit`.

    Example:
        >>> Card.parse("10♠") is Card(Rank.TEN, Suit.SPADES)
        True
    """

    rank: Rank
    suit: Suit
    sort_key: int = attrs.field(init=False)
    """Position in the canonical order; twice the number of the card, 0 to 51."""
    _text: str = attrs.field(init=False)

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        """Return the one card of this rank and suit."""
        if not isinstance(rank, Rank):
            raise wrong_type("rank", "a Rank", rank)
        if not isinstance(suit, Suit):
            raise wrong_type("suit", "a Suit", suit)
        return _CARDS[rank, suit]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a natural card, such as `8S`, `10s` or `8♠`.

        Raises:
            NotationError: If the text is no natural card.
            TypeError: If it is no text.
        """
        card = parse_card(text)
        if not isinstance(card, Card):
            problem = f"expected a natural card, not the joker {str(card)!r}"
            raise NotationError(problem, text, text.index("*"))
        return card

    @property
    def counts_as(self) -> Card:
        """The card this one counts as: itself."""
        return self

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Joker(_Ordered):
    """A joker: `*` in a hand or in the stock, `*=8S` on the table (R19, R20).

    Raises:
        TypeError: If `stands_for` is neither None nor a `Card`.

    Example:
        >>> print(JOKER, Joker(Card.parse("8S")))
        * *=8S
    """

    stands_for: Card | None
    sort_key: int = attrs.field(init=False)
    """Position in the canonical order: right after the card it stands for, or last."""
    _text: str = attrs.field(init=False)

    def __new__(cls, stands_for: Card | None = None) -> Joker:
        """Return the one joker that stands for this card, or for nothing yet."""
        if stands_for is not None and not isinstance(stands_for, Card):
            raise wrong_type("stands_for", "a Card or None", stands_for)
        return _JOKERS[stands_for]

    @property
    def counts_as(self) -> Card | None:
        """The card this one counts as, None while it stands for nothing."""
        return self.stands_for

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "JOKER" if self.stands_for is None else f"Joker({self.stands_for!r})"

    def __reduce__(self) -> tuple[type[Joker], tuple[Card | None]]:
        return Joker, (self.stands_for,)


AnyCard: TypeAlias = Card | Joker
CardsLike: TypeAlias = str | Iterable[AnyCard]
"""Where cards go in: a text such as `"7S 8S *"`, or any iterable of cards."""

SORT_KEY: Final = attrgetter("sort_key")


_Kind = TypeVar("_Kind", Card, Joker)


def _shared(cls: type[_Kind], **fields: object) -> _Kind:
    card = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(card, name, value)
    return card


_CARDS: Final[dict[tuple[Rank, Suit], Card]] = {
    (rank, suit): _shared(Card, rank=rank, suit=suit, sort_key=2 * number, _text=f"{rank}{suit}")
    for number, (rank, suit) in enumerate(product(Rank, Suit))
}
_JOKERS: Final[dict[Card | None, Joker]] = {
    None: _shared(Joker, stands_for=None, sort_key=2 * len(_CARDS), _text="*")
} | {
    card: _shared(Joker, stands_for=card, sort_key=card.sort_key + 1, _text=f"*={card}")
    for card in _CARDS.values()
}

JOKER: Final = Joker(None)
CARDS: Final = tuple(_CARDS.values())
"""The 52 natural cards in canonical order: `CARDS[card.sort_key // 2] is card`."""

EVERY_CARD: Final[tuple[AnyCard, ...]] = tuple(sorted((*CARDS, *_JOKERS.values()), key=SORT_KEY))
"""The 105 cards and jokers in canonical order: `EVERY_CARD[card.sort_key] is card`."""


# --- text -----------------------------------------------------------------------------------------

_BY_TEXT: Final[dict[str, AnyCard]] = {str(card): card for card in EVERY_CARD}
_CANONICAL: Final = str.maketrans(
    {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "\ufe0f": None}
)
_TOKEN: Final = re.compile(r"[^\s,|]+|\|")


def _read_token(token: str, text: str, position: int) -> AnyCard:
    plain = token.translate(_CANONICAL)
    card = _BY_TEXT.get(plain.upper().replace("10", "T"))
    if card is None or not plain.isascii():
        shown = reprlib.repr(token)
        if token.startswith("*"):
            problem = (
                f"a joker stands for a whole card, as in '*=8S', or for none, '*'; not {shown}"
            )
        else:
            problem = f"expected a card such as '8S' or the joker '*', found {shown}"
        raise NotationError(problem, text, position)
    return card


def parse_heaps(text: str) -> tuple[tuple[AnyCard, ...], ...]:
    """Read heaps of cards with `|` between them; an empty text is no heap at all.

    Raises:
        NotationError: If it cannot be read; so it is beyond `MAX_TEXT` characters, `MAX_CARDS`
            cards or as many heaps.
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    if len(text) > MAX_TEXT:
        raise NotationError(f"the text is longer than {MAX_TEXT} characters", text, MAX_TEXT)
    heaps: list[list[AnyCard]] = [[]]
    cards = 0
    for match in _TOKEN.finditer(text):
        if match.group() == "|":
            heaps.append([])
        else:
            heaps[-1].append(_read_token(match.group(), text, match.start()))
            cards += 1
        if max(cards, len(heaps)) > MAX_CARDS:
            raise NotationError(f"more than {MAX_CARDS} cards or heaps", text, match.start())
    if heaps == [[]]:
        return ()
    return tuple(map(tuple, heaps))


def parse_cards(text: str) -> tuple[AnyCard, ...]:
    """Read cards with blanks or commas between them, in the order given.

    Raises:
        NotationError: If the text holds anything else, or more than 216 cards.
        TypeError: If it is no text.

    Example:
        >>> parse_cards("8s, 10♥ *")
        (Card.parse('8S'), Card.parse('TH'), JOKER)
    """
    heaps = parse_heaps(text)
    if len(heaps) > 1:
        problem = "expected the cards of one heap, found '|', which parts the melds of a table"
        raise NotationError(problem, text, text.index("|"))
    return heaps[0] if heaps else ()


def parse_card(text: str) -> AnyCard:
    """Read one card or joker.

    Raises:
        NotationError: If the text is not exactly one card.
        TypeError: If it is no text.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        words = [match.start() for match in _TOKEN.finditer(text)]
        place = words[1] if cards else len(text)
        raise NotationError(f"expected one card, found {len(cards)}", text, place)
    return cards[0]


def text_of(cards: Iterable[AnyCard]) -> str:
    """Return the cards as text, in the order given."""
    return " ".join(map(str, cards))


# --- collections of cards -------------------------------------------------------------------------


def look_at(cards: object, argument: str = "cards") -> tuple[AnyCard, ...]:
    """Return the first `MAX_CARDS` + 1 of the cards, each known to be one.

    Raises:
        TypeError: If they are no cards; the message names `argument`.
        NotationError: If they are text that cannot be read.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Iterable):
        raise wrong_type(argument, "text or an iterable of cards", cards)
    seen: tuple[object, ...] = tuple(islice(cast("Iterable[object]", cards), MAX_CARDS + 1))
    for index, card in enumerate(seen):
        if not isinstance(card, (Card, Joker)):
            raise wrong_type(f"{argument}[{index}]", "a Card or a Joker", card)
    return cast("tuple[AnyCard, ...]", seen)


def as_cards(
    cards: object, argument: str = "cards", error: type[RummyError] = RummyError
) -> tuple[AnyCard, ...]:
    """Return the cards as a tuple, in the order given.

    Raises:
        RummyError: Of the kind `error`, if there are more than `MAX_CARDS` of them.
        TypeError: If they are no cards.
        NotationError: If they are text that cannot be read.
    """
    seen = look_at(cards, argument)
    if len(seen) > MAX_CARDS:
        raise error(f"{argument}: more than {MAX_CARDS} cards")
    return seen


def as_hand(
    cards: object, argument: str = "hand", error: type[RummyError] = RummyError
) -> tuple[AnyCard, ...]:
    """Return the cards of a hand or a stock, sorted: naturals and jokers that stand for nothing.

    Raises:
        RummyError: Of the kind `error`, if a joker stands for a card, or for too many cards.
        TypeError: If they are no cards.
        NotationError: If they are text that cannot be read.
    """
    hand = as_cards(cards, argument, error)
    refuse_declared(hand, argument, error)
    return tuple(sorted(hand, key=SORT_KEY))


def refuse_declared(cards: Iterable[AnyCard], argument: str, error: type[RummyError]) -> None:
    """Raise `error` if a joker among the cards stands for a card: it does so on the table only."""
    for card in cards:
        if isinstance(card, Joker) and card.stands_for is not None:
            raise error(
                f"{argument}: the joker {card} stands for a card, which it does on a table only"
            )


def as_held(card: AnyCard) -> AnyCard:
    """Return the card as it is held in a hand: a joker there stands for nothing."""
    return JOKER if isinstance(card, Joker) else card


# --- packs ----------------------------------------------------------------------------------------


def pack(players: int) -> tuple[AnyCard, ...]:
    """Return the cards of a game in canonical order: 53 for two players, else 106 (R2).

    Raises:
        SetupError: If there are fewer than 2 or more than 5 players.
        TypeError: If `players` is no int.
    """
    packs = 1 if check_players(players) == MIN_PLAYERS else 2
    cards: tuple[AnyCard, ...] = (*CARDS, JOKER)
    return tuple(card for card in cards for _ in range(packs))


def shuffled_pack(players: int, rng: random.Random) -> tuple[AnyCard, ...]:
    """Return the cards of a game in random order (R5), the same for the same state of `rng`.

    Raises:
        SetupError: If there are fewer than 2 or more than 5 players.
        TypeError: If `players` is no int, or `rng` no `random.Random`.

    Example:
        >>> import random
        >>> len(shuffled_pack(3, random.Random(1)))
        106
    """
    return tuple(shuffled(pack(players), rng))


def shuffled(cards: Iterable[AnyCard], rng: random.Random) -> list[AnyCard]:
    """Return the cards in random order, each order as likely (Fisher and Yates)."""
    expect_rng(rng)  # also where there is nothing to shuffle
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = random_below(last + 1, rng)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def random_below(bound: int, rng: random.Random) -> int:
    """Return a random int from 0 up to `bound`, exclusive.

    Only `random()` is used: its sequence is the one that Python promises to keep.
    """
    return int(expect_rng(rng).random() * bound)


def expect_rng(rng: object) -> random.Random:
    """Return `rng` if it is a `random.Random`; raise TypeError otherwise."""
    if not isinstance(rng, random.Random):
        raise wrong_type("rng", "a random.Random", rng)
    return rng
