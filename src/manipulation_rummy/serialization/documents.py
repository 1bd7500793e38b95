"""Documents: values as JSON, each with the name and the version of its format."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import UnionType
from typing import Any, Final, TypeAlias, TypeVar, get_args, overload

import attrs
from cattrs.errors import BaseValidationError

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import AnyCard
from manipulation_rummy.errors import RummyError, SerializationError
from manipulation_rummy.events import Event
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Move
from manipulation_rummy.record import GameRecord, RedactedRecord
from manipulation_rummy.rules import Rules
from manipulation_rummy.serialization.converting import (
    CONVERTER,
    Repeated,
    as_object,
    located,
    unexpected,
    value_of,
)
from manipulation_rummy.serialization.records import (
    document_of_record,
    document_of_redacted,
    record_of_document,
    redacted_of_document,
)
from manipulation_rummy.serialization.schemas import schema_of
from manipulation_rummy.serialization.shapes import (
    CardDocument,
    Kind,
    RecordDocument,
    RedactedDocument,
    TableDocument,
)
from manipulation_rummy.state import GameState
from manipulation_rummy.views import PlayerView, PublicView
from manipulation_rummy.violations import InvalidMeld, Violation

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

_Read = TypeVar("_Read")

SCHEMAS: Final = "https://manipulation-rummy.readthedocs.io/en/latest/schemas/"

_PROGRAM: Final = "manipulation-rummy"
_MAX_TEXT: Final = 100_000
"""The longest text of any document but a record; those that are written have at most 30,000."""
_MAX_RECORD: Final = 8_000_000
"""The longest text of a record; no record that can be made has a longer one."""
_MAX_DIGITS: Final = 20


_Same = TypeVar("_Same")


def _identity(value: _Same) -> _Same:
    return value


# --- formats --------------------------------------------------------------------------------------


@attrs.frozen
class Format:
    """How the documents of some values look.

    Attributes:
        name: What it is called, as in the name of the file of its schema.
        values: The type of the values: a class or a union.
        body: The type that a document has the fields of.
        pack: Makes that of a value.
        unpack: Makes a value of it, or raises one of the package's errors.
        version: The number of the version, which changes whenever the documents do.
    """

    name: str
    values: Kind
    body: Kind
    pack: Callable[[Any], Any] = _identity
    unpack: Callable[[Any], Any] = _identity
    version: int = 1

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes of the values."""
        return get_args(self.values) or (self.values,)

    @property
    def envelope(self) -> dict[str, str | int]:
        """The keys that every document has, with their values."""
        return {"format": f"{_PROGRAM}/{self.name}", "version": self.version}

    @property
    def max_text(self) -> int:
        """The longest text that is read, in characters."""
        return _MAX_RECORD if self.classes[0] in {GameRecord, RedactedRecord} else _MAX_TEXT


def _plain(name: str, values: Kind) -> Format:
    return Format(name, values, values)


FORMATS: Final = (
    _plain("rules", Rules),
    Format("card", AnyCard, CardDocument, CardDocument, lambda document: document.card),
    Format(
        "table",
        Table,
        TableDocument,
        TableDocument,
        lambda document: document.melds,
    ),
    _plain("move", Move),
    _plain("state", GameState),
    _plain("player-view", PlayerView),
    _plain("public-view", PublicView),
    _plain("event", Event),
    _plain("violation", Violation),
    Format("record", GameRecord, RecordDocument, document_of_record, record_of_document),
    Format(
        "redacted-record",
        RedactedRecord,
        RedactedDocument,
        document_of_redacted,
        redacted_of_document,
    ),
)
_BY_TYPE: Final[dict[Any, Format]] = {
    kind: form for form in FORMATS for kind in (form.values, *form.classes)
}


_TYPES: Final = (
    "Rules, Card, Joker, Table, a Move, GameState, PlayerView, PublicView, an Event, Violation, "
    "GameRecord or RedactedRecord"
)


def _format_of(kind: object) -> Format:
    form = _BY_TYPE.get(kind) if isinstance(kind, (type, UnionType)) else None
    if form is None:
        raise wrong_type("kind", f"a type that has a format ({_TYPES})", kind)
    return form


# --- writing --------------------------------------------------------------------------------------


def to_data(value: Value) -> dict[str, Any]:
    """Return a value as plain data for JSON: dicts with text keys, lists, texts, numbers, None.

    Raises:
        SerializationError: If a name, tag or comment of a record has half of a surrogate pair.
        TypeError: If the value is of a type that has no format.

    Example:
        >>> to_data(Table.parse("KH KD KC | 7S *=8S 9S"))["melds"]
        [['7S', '*=8S', '9S'], ['KH', 'KD', 'KC']]
    """
    form = _BY_TYPE.get(type(value))
    if form is None:
        raise wrong_type("value", _TYPES, value)
    return {**form.envelope, **CONVERTER.unstructure(form.pack(value))}


def to_json(value: Value) -> str:
    """Return a value as JSON in one line of ASCII, the same text for equal values.

    Raises:
        SerializationError: If a name, tag or comment of a record has half of a surrogate pair.
        TypeError: If the value is of a type that has no format.

    Example:
        >>> print(to_json(Play("7S 8S 9S")))
        {"format":"manipulation-rummy/move","version":1,"type":"play","table":[["7S","8S","9S"]]}
    """
    return json.dumps(to_data(value), separators=(",", ":"))


# --- reading --------------------------------------------------------------------------------------


@overload
def from_data(data: object, kind: type[_Read]) -> _Read: ...
@overload
def from_data(data: object, kind: UnionType) -> Any: ...  # noqa: ANN401  # of the union
def from_data(data: object, kind: Kind) -> object:
    """Return the value that plain data says, as `to_data` makes it.

    Args:
        data: The data; dicts and lists, nothing that merely looks like one.
        kind: The type of the value: a class, `Move`, `Event` or `AnyCard`.

    Raises:
        SerializationError: If there is no such value; it has the path of what is wrong.
        InvalidMeld: If a table, or the table of a play, is made of heaps that are no melds; its
            `.violation` holds every fault. Elsewhere it is the cause of a SerializationError.
        TypeError: If `kind` is no type that has a format.

    Example:
        >>> from_data({"format": "manipulation-rummy/move", "version": 1, "type": "draw"}, Move)
        Draw()
    """
    form = _format_of(kind)
    try:
        value = form.unpack(CONVERTER.structure(_body(data, form), form.body))
        if not isinstance(value, kind):
            raise unexpected(f"{kind.__name__}", value)
    except (RummyError, BaseValidationError) as error:
        fault, path = located(error)
        if isinstance(fault, InvalidMeld) and form.values in {Table, Move}:
            raise InvalidMeld(fault.violation) from None
        if isinstance(fault, SerializationError):
            raise SerializationError(fault.problem, path) from fault.__cause__
        raise SerializationError(str(fault), path) from fault
    return value


def _body(data: object, form: Format) -> dict[str, object]:
    """Return a document without its envelope."""
    document = as_object(data)
    envelope = form.envelope
    for key, expected in envelope.items():
        found = value_of(document, key)
        if type(found) is not type(expected) or found != expected:
            raise unexpected(repr(expected), found, f"$.{key}")
    return {key: value for key, value in document.items() if key not in envelope}


@overload
def from_json(text: str, kind: type[_Read]) -> _Read: ...
@overload
def from_json(text: str, kind: UnionType) -> Any: ...  # noqa: ANN401  # of the union
def from_json(text: str, kind: Kind) -> object:
    """Return the value that a JSON text says, as `to_json` writes it.

    It is read strictly: nothing may be missing, nothing may be there that is not known, and what
    is read can be. See `from_data` for arguments and errors. Also refused are texts of more than
    100,000 characters, or 8,000,000 for records, keys that stand twice, and what is no JSON.

    Example:
        >>> seen = view(GameState.setup(["8H KC", "2S"], table="5H 6H 7H"), 0)
        >>> from_json(to_json(seen), PlayerView) == seen
        True
        >>> from_json(to_json(seen).replace("KC", "KX"), PlayerView)
        Traceback (most recent call last):
            ...
        manipulation_rummy.errors.SerializationError: $.hand[1]: expected a card such as ...
    """
    form = _format_of(kind)
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    if len(text) > form.max_text:
        raise SerializationError(f"the text is longer than {form.max_text} characters")
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_int=_number)
    except json.JSONDecodeError as error:
        raise SerializationError(f"this is no JSON: {error}") from None
    except RecursionError:
        raise SerializationError("lists or objects are nested too deeply") from None
    return from_data(data, kind)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Repeated:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _ in pairs]
    return Repeated(next(key for place, key in enumerate(keys) if key in keys[:place]))


def _number(digits: str) -> int | float:
    """Return a number; one with too many digits, which take long to read, as a float."""
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


# --- schemas --------------------------------------------------------------------------------------


def schema(kind: type[Value] | UnionType) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the documents of a type.

    Whatever is written or read is valid by it. The schemas are also published with the
    documentation.

    Raises:
        TypeError: If `kind` is no type that has a format.

    Example:
        >>> schema(Table)["properties"]["melds"]
        {'$ref': '#/$defs/table'}
    """
    form = _format_of(kind)
    about = {"$id": f"{SCHEMAS}{form.name}.json", "title": f"{_PROGRAM} {form.name}"}
    envelope = {key: {"const": value} for key, value in form.envelope.items()}
    return schema_of(form.body, envelope, about)
