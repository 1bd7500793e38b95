"""What documents are made of: the types of their parts, as narrow as they are in JSON.

Most documents have the fields of the class that they are read as, and take the types from there.
What the classes leave open stands here: which numbers a seat can be, how many hands there are,
which cards can be held. Reading and the published schemas both go by these types.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from manipulation_rummy.arguments import MAX_PLAYERS, MIN_PLAYERS
from manipulation_rummy.cards import EVERY_CARD, JOKER, MAX_CARDS, AnyCard, Card, pack
from manipulation_rummy.events import Event
from manipulation_rummy.melds import MAX_SEQUENCE, MIN_MELD, Meld, Table
from manipulation_rummy.moves import Draw, EndTurn, Knock, Move, Play
from manipulation_rummy.record.transcript import MAX_COMMENTS, MAX_MOVES, MAX_NOTE, MAX_TAGS
from manipulation_rummy.rules import Rules
from manipulation_rummy.scoring import Ending, GameResult, RoundResult, SeatScore
from manipulation_rummy.state import MAX_DRAWS
from manipulation_rummy.violations import Fault

Kind: TypeAlias = Any
"""A type, such as a class, a union or a marked type; Python has no annotation for them all."""

# --- marks, which make a type narrower ------------------------------------------------------------


@attrs.frozen
class Bounds:
    """How large a number is, or how long a text or a list."""

    at_least: int
    at_most: int

    def __str__(self) -> str:
        return f"{self.at_least} to {self.at_most}"


@attrs.frozen
class Pattern:
    """What a text looks like."""

    regex: str
    meaning: str


@attrs.frozen(eq=False)
class Cards:
    """Which cards there can be, each written in one way."""

    name: str
    meaning: str
    pattern: str
    by_text: dict[str, AnyCard] = attrs.field(repr=False)

    @classmethod
    def of(
        cls, name: str, meaning: str, pattern: str, chosen: Callable[[AnyCard], object]
    ) -> Cards:
        """Return those of all cards that are chosen."""
        by_text = {str(card): card for card in EVERY_CARD if chosen(card)}
        return cls(name, meaning, f"^{pattern}$", by_text)


@attrs.frozen
class InAnyOrder:
    """Of cards that are sorted, whatever the order in which they come."""


_NATURAL: Final = "[A2-9TJQK][SHDC]"
NATURAL: Final = Cards.of(
    "card", "a card such as '8S'", _NATURAL, lambda card: isinstance(card, Card)
)
HELD: Final = Cards.of(
    "held_card",
    "a card such as '8S' or the joker '*'",
    rf"({_NATURAL}|\*)",
    lambda card: isinstance(card, Card) or card is JOKER,
)
LAID: Final = Cards.of(
    "laid_card",
    "a card such as '8S' or a joker such as '*=8S'",
    rf"(\*=)?{_NATURAL}",
    lambda card: card.counts_as,
)
ANY: Final = Cards.of(
    "any_card",
    "a card such as '8S' or a joker, '*' or '*=8S'",
    rf"((\*=)?{_NATURAL}|\*)",
    lambda card: card,
)


# --- parts ----------------------------------------------------------------------------------------

MAX_NUMBER: Final = 2**53 - 1
"""The largest number that JavaScript holds exactly."""
MAX_FAULTS: Final = 1_000
"""The most faults, and the most cards of a fault, that are read; there cannot be half as many."""

_PACK: Final = len(pack(MAX_PLAYERS))
_T = TypeVar("_T")

Seat: TypeAlias = Annotated[int, Bounds(0, MAX_PLAYERS - 1)]
HeldCard: TypeAlias = Annotated[AnyCard, HELD]
LaidCard: TypeAlias = Annotated[AnyCard, LAID]
BySeat: TypeAlias = Annotated[tuple[_T, ...], Bounds(MIN_PLAYERS, MAX_PLAYERS)]
Hand: TypeAlias = Annotated[tuple[HeldCard, ...], Bounds(0, _PACK), InAnyOrder()]
Heap: TypeAlias = Annotated[tuple[AnyCard, ...], Bounds(0, MAX_CARDS)]
"""Cards that are to be a meld; what is wrong with them is for `Meld` to say."""
Heaps: TypeAlias = Annotated[tuple[Heap, ...], Bounds(0, MAX_CARDS)]
MeldCards: TypeAlias = Annotated[tuple[LaidCard, ...], Bounds(MIN_MELD, MAX_SEQUENCE)]
"""The cards that a meld can have."""
MAX_MELDS: Final = MAX_CARDS // MIN_MELD

PLAIN: Final[dict[Kind, Kind]] = {
    int: Annotated[int, Bounds(0, MAX_NUMBER)],
    str: Annotated[str, Bounds(0, MAX_NOTE)],
    Card: Annotated[Card, NATURAL],
    AnyCard: Annotated[AnyCard, ANY],
}
"""What the types that say no more are in JSON."""

_Size: TypeAlias = Annotated[int, Bounds(0, _PACK)]
_Numbers: TypeAlias = BySeat[int]
FIELDS: Final[dict[str, Kind]] = {
    "players": Annotated[int, Bounds(MIN_PLAYERS, MAX_PLAYERS)],
    "dealer": Seat,
    "current_player": Seat,
    "seat": Seat,
    "last_lap": Seat,
    "draws": Annotated[int, Bounds(0, MAX_DRAWS)],
    "hand": Hand,
    "hands": BySeat[Hand],
    "hand_sizes": BySeat[_Size],
    "stock": Annotated[tuple[HeldCard, ...], Bounds(0, _PACK)],
    "stock_size": _Size,
    "Deal.deck": Annotated[tuple[AnyCard, ...], Bounds(0, MAX_CARDS)],
    "CardsDealt.cards": Annotated[tuple[HeldCard | None, ...], Bounds(0, _PACK)],
    "CardDrawn.card": HeldCard,
    "CardsPlayed.cards": Hand,
    "scores": _Numbers,
    "rounds_won": _Numbers,
    "points": _Numbers,
    "winners": Annotated[tuple[Seat, ...], Bounds(1, MAX_PLAYERS)],
    "breakdown": BySeat[SeatScore],
    "final": _Numbers,
    "bonuses": _Numbers,
    "faults": Annotated[tuple[Fault, ...], Bounds(1, MAX_FAULTS)],
    "Fault.rule": Annotated[str, Bounds(2, 3), Pattern("^[RD][0-9]+$", "a number such as 'R12'")],
    "Fault.cards": Annotated[tuple[AnyCard, ...], Bounds(0, MAX_FAULTS)],
}
"""Narrower types for fields, by name; where a name means two things, with that of the class."""


# --- documents that are no class of the package ---------------------------------------------------


@attrs.frozen
class CardDocument:
    """A card or a joker."""

    card: AnyCard


@attrs.frozen
class TableDocument:
    """A table: its melds."""

    melds: Table


@attrs.frozen
class MadeMove:
    """A move, and whose it was."""

    seat: int
    move: Move


@attrs.frozen
class SeenDeal:
    """A deal; cards that have not been seen are null."""

    deck: Annotated[tuple[HeldCard | None, ...], Bounds(0, _PACK)]


SeenMove: TypeAlias = SeenDeal | Draw | Play | Knock | EndTurn


@attrs.frozen
class MadeMoveAsSeen:
    """A move, as far as it has been seen, and whose it was."""

    seat: int
    move: SeenMove


@attrs.frozen
class Comment:
    """A comment."""

    after: Annotated[int, Bounds(0, MAX_MOVES)]
    """The number of moves made before it."""
    text: Annotated[str, Bounds(0, MAX_COMMENTS)]


@attrs.frozen
class _GameDocument:
    names: BySeat[str]
    """The names of the players by seat."""
    rules: Rules
    dealer: int
    """The seat of the first dealer."""
    tags: Annotated[dict[str, str], Bounds(0, MAX_TAGS)]
    """Whatever else is to be kept, by name."""
    comments: Annotated[tuple[Comment, ...], Bounds(0, MAX_MOVES + 1)]
    """Comments in order, at most one at each place."""
    results: Annotated[tuple[RoundResult, ...], Bounds(0, MAX_MOVES)]
    """The results of the rounds played."""
    result: GameResult | None
    """The settlement, null until the game is over."""


@attrs.frozen
class RecordDocument(_GameDocument):
    """A game from its first deal on, finished or going on."""

    moves: Annotated[tuple[MadeMove, ...], Bounds(0, MAX_MOVES)]


@attrs.frozen
class RedactedDocument(_GameDocument):
    """A record as far as one seat, or a spectator, knows the game."""

    seat: int | None
    """The seat whose cards are shown, null for spectators."""
    moves: Annotated[tuple[MadeMoveAsSeen, ...], Bounds(0, MAX_MOVES)]


# --- objects that say what they are ---------------------------------------------------------------

TAG: Final = "type"
"""The key that says which one of several classes an object is."""


def name_of(cls: type) -> str:
    """Return the name of a class in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


TAGGED: Final = (Move, Ending, Event, SeenMove)
TAGS: Final[dict[type, str]] = {
    member: name_of(member) for union in TAGGED for member in get_args(union)
} | {SeenDeal: "deal"}
"""What the objects of a class say that they are."""


# --- what the types say ---------------------------------------------------------------------------


@enum.unique
class Shape(enum.Enum):
    """What a part of a document is."""

    NULLABLE = enum.auto()
    """Null or something else."""
    TAGGED = enum.auto()
    """An object of one of several classes."""
    OBJECT = enum.auto()
    TEXTS_BY_NAME = enum.auto()
    LIST = enum.auto()
    MELD = enum.auto()
    TABLE = enum.auto()
    CARD = enum.auto()
    CHOICE = enum.auto()
    """One of a few texts."""
    NUMBER = enum.auto()
    TEXT = enum.auto()
    FLAG = enum.auto()


_BY_TYPE: Final[dict[Kind, Shape]] = {
    bool: Shape.FLAG,
    int: Shape.NUMBER,
    str: Shape.TEXT,
    Meld: Shape.MELD,
    Table: Shape.TABLE,
    tuple: Shape.LIST,
    dict: Shape.TEXTS_BY_NAME,
    Literal: Shape.CHOICE,
}


def shape_of(kind: Kind) -> Shape | None:
    """Return what values of a type are in JSON, None for types that do not occur in documents."""
    kind = PLAIN.get(kind, kind)
    plain = unmarked(kind)
    if mark_of(kind, Cards):
        return Shape.CARD
    if can_be_null(kind):
        return Shape.NULLABLE
    if kind in TAGGED:
        return Shape.TAGGED
    if found := _BY_TYPE.get(plain) or _BY_TYPE.get(get_origin(plain)):
        return found
    if is_enum(kind):
        return Shape.CHOICE
    return Shape.OBJECT if attrs.has(kind) else None


def is_enum(kind: Kind) -> bool:
    """Whether a type is an enumeration."""
    return isinstance(kind, type) and issubclass(kind, enum.Enum)


def choices_of(kind: Kind) -> dict[str, Any]:
    """Return the values of an enumeration or a `Literal` by their texts."""
    if is_enum(kind):
        return {str(member.value): member for member in kind}
    return {text: text for text in get_args(kind)}


def fields_of(cls: type) -> dict[str, Kind]:
    """Return the types of the fields of a class by name, as narrow as they are in JSON."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: _narrowed(cls, field, hints[field.name]) for field in attrs.fields(cls)}


def _narrowed(cls: type, field: attrs.Attribute[Any], hint: Kind) -> Kind:
    if "at_least" in field.metadata:
        return Annotated[hint, Bounds(field.metadata["at_least"], field.metadata["at_most"])]
    narrower = FIELDS.get(f"{cls.__name__}.{field.name}") or FIELDS.get(field.name)
    if narrower is None:
        return hint
    return narrower | None if can_be_null(hint) else narrower


def can_be_null(kind: Kind) -> bool:
    """Whether None is one of the values of a type."""
    return type(None) in get_args(kind)


def unless_null(kind: Kind) -> Kind:
    """Return the type of the other values where None can be one."""
    (other,) = (member for member in get_args(kind) if member is not type(None))
    return other


def mark_of(kind: Kind, mark: type[_T]) -> _T | None:
    """Return what an annotated type is marked with, if it is a mark of this class."""
    marks: tuple[object, ...] = getattr(kind, "__metadata__", ())
    return next((found for found in marks if isinstance(found, mark)), None)


def bounds_of(kind: Kind) -> Bounds:
    """Return the bounds that a type is marked with."""
    bounds = mark_of(kind, Bounds)
    assert bounds is not None, f"{kind} has no bounds"
    return bounds


def unmarked(kind: Kind) -> Kind:
    """Return a type without its marks."""
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind
