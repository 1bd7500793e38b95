"""Documents: values as JSON, each with the name and the version of its format."""

from __future__ import annotations

import json
from collections import Counter
from types import UnionType
from typing import Any, Final, TypeVar, overload

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.errors import SerializationError
from manipulation_rummy.melds import Table
from manipulation_rummy.moves import Move
from manipulation_rummy.serialization.converting import (
    CONVERTER,
    Repeated,
    as_object,
    value_of,
)
from manipulation_rummy.serialization.faults import FAULTS, located, unexpected
from manipulation_rummy.serialization.formats import (
    PROGRAM,
    Format,
    Value,
    format_of_kind,
    format_of_value,
)
from manipulation_rummy.serialization.schemas import schema_of
from manipulation_rummy.serialization.shapes import Kind
from manipulation_rummy.violations import InvalidMeld

SCHEMAS: Final = "https://manipulation-rummy.readthedocs.io/en/latest/schemas"
"""Where the schemas are published."""

_MAX_DIGITS: Final = 20
_Read = TypeVar("_Read")


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
    form = format_of_value(value)
    return {**form.envelope, **CONVERTER.unstructure(form.pack(value))}


def to_json(value: Value) -> str:
    """Return a value as JSON in one line of ASCII, the same text for equal values.

    Raises:
        SerializationError: If a name, tag or comment of a record has half of a surrogate pair.
        TypeError: If the value is of a type that has no format.

    Example:
        >>> from manipulation_rummy import Play
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
    form = format_of_kind(kind)
    try:
        value = form.unpack(CONVERTER.structure(_body(data, form), form.body))
        if not isinstance(value, kind):
            raise unexpected(f"{kind.__name__}", value)
    except FAULTS as error:
        problem, path, cause = located(error)
        if isinstance(cause, InvalidMeld) and form.values in {Table, Move}:
            raise InvalidMeld(cause.violation) from None
        raise SerializationError(problem, path) from cause
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
        >>> from manipulation_rummy import GameState, PlayerView, view
        >>> seen = view(GameState.setup(["8H KC", "2S"], table="5H 6H 7H"), 0)
        >>> from_json(to_json(seen), PlayerView) == seen
        True
        >>> from_json(to_json(seen).replace("KC", "KX"), PlayerView)
        Traceback (most recent call last):
            ...
        manipulation_rummy.errors.SerializationError: $.hand[1]: expected a card such as ...
    """
    form = format_of_kind(kind)
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
    times = Counter(key for key, _ in pairs)
    return Repeated(next(key for key, number in times.items() if number > 1))


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
    form = format_of_kind(kind)
    about = {"$id": f"{SCHEMAS}/{form.name}.json", "title": f"{PROGRAM} {form.name}"}
    envelope = {key: {"const": value} for key, value in form.envelope.items()}
    return schema_of(form.body, envelope, about)
