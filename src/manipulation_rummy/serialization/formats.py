"""The formats: for which values there are documents, and how these are called."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from types import UnionType
from typing import Any, Final, TypeAlias, TypeVar, get_args

import attrs

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import AnyCard
from manipulation_rummy.events import Event
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Move
from manipulation_rummy.record import GameRecord, RedactedRecord
from manipulation_rummy.rules import Rules
from manipulation_rummy.serialization.records import (
    document_of_record,
    document_of_redacted,
    record_of_document,
    redacted_of_document,
)
from manipulation_rummy.serialization.shapes import (
    CardDocument,
    Kind,
    RecordDocument,
    RedactedDocument,
    TableDocument,
)
from manipulation_rummy.state import GameState
from manipulation_rummy.views import PlayerView, PublicView
from manipulation_rummy.violations import Violation

Value: TypeAlias = (
    Rules
    | AnyCard
    | Table
    | Move
    | GameState
    | PlayerView
    | PublicView
    | Event
    | Violation
    | GameRecord
    | RedactedRecord
)
"""Whatever has a format."""

PROGRAM: Final = "manipulation-rummy"

_MAX_TEXT: Final = 100_000
"""The longest text of any document but a record; what is written is a fifth of that at most."""
_MAX_RECORD: Final = 8_000_000
"""The longest text of a record; no record that can be made has a longer one."""

_Same = TypeVar("_Same")


def _identity(value: _Same) -> _Same:
    return value


@attrs.frozen
class Format:
    """How the documents of some values look.

    Attributes:
        name: What it is called, as in the name of the file of its schema.
        values: The type of the values: a class or a union.
        body: The type whose fields a document has.
        pack: Makes a body of a value.
        unpack: Makes a value of a body, or raises one of the package's errors.
        max_text: The longest text that is read, in characters.
        version: The number of the version, which changes whenever the documents do.
    """

    name: str
    values: Kind
    body: Kind
    pack: Callable[[Any], Any] = _identity
    unpack: Callable[[Any], Any] = _identity
    max_text: int = _MAX_TEXT
    version: int = 1

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes of the values."""
        return get_args(self.values) or (self.values,)

    @property
    def envelope(self) -> dict[str, str | int]:
        """The keys that every document has, with their values."""
        return {"format": f"{PROGRAM}/{self.name}", "version": self.version}


FORMATS: Final = (
    Format("rules", Rules, Rules),
    Format("card", AnyCard, CardDocument, CardDocument, attrgetter("card")),
    Format("table", Table, TableDocument, TableDocument, attrgetter("melds")),
    Format("move", Move, Move),
    Format("state", GameState, GameState),
    Format("player-view", PlayerView, PlayerView),
    Format("public-view", PublicView, PublicView),
    Format("event", Event, Event),
    Format("violation", Violation, Violation),
    Format(
        "record", GameRecord, RecordDocument, document_of_record, record_of_document, _MAX_RECORD
    ),
    Format(
        "redacted-record",
        RedactedRecord,
        RedactedDocument,
        document_of_redacted,
        redacted_of_document,
        _MAX_RECORD,
    ),
)

_BY_TYPE: Final[dict[Kind, Format]] = {
    kind: form for form in FORMATS for kind in (form.values, *form.classes)
}
_TYPES: Final = (
    "Rules, Card, Joker, Table, a Move, GameState, PlayerView, PublicView, an Event, Violation, "
    "GameRecord or RedactedRecord"
)


def format_of_kind(kind: object) -> Format:
    """Return the format in which values of a type are read; raise TypeError if there is none."""
    form = _BY_TYPE.get(kind) if isinstance(kind, (type, UnionType)) else None
    if form is None:
        raise wrong_type("kind", f"a type that has a format ({_TYPES})", kind)
    return form


def format_of_value(value: object) -> Format:
    """Return the format in which a value is written; raise TypeError if there is none."""
    form = _BY_TYPE.get(type(value))
    if form is None:
        raise wrong_type("value", _TYPES, value)
    return form
