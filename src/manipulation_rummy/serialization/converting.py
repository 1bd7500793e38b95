"""Values from plain data and back, by cattrs: strictly, and with the path of what is wrong.

cattrs goes through the classes and keeps the path. What a number, a text, a list or an object may
be is decided here, as cattrs itself would rather convert than refuse.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, Final, TypeAlias, cast, get_args

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from manipulation_rummy.arguments import shown
from manipulation_rummy.cards import SORT_KEY, Card, Joker
from manipulation_rummy.errors import SerializationError
from manipulation_rummy.melds import Meld, Table
from manipulation_rummy.serialization.checks import CHECKS
from manipulation_rummy.serialization.faults import FAULTS, located, unexpected
from manipulation_rummy.serialization.shapes import (
    PLAIN,
    TAG,
    TAGS,
    Bounds,
    Cards,
    Heap,
    Heaps,
    InAnyOrder,
    Kind,
    Pattern,
    Shape,
    bounds_of,
    choices_of,
    fields_of,
    mark_of,
    shape_of,
    unless_null,
    unmarked,
)

_Reader: TypeAlias = Callable[[object, Kind], Any]
"""A hook of cattrs: takes the data and the type, and returns the value."""


@attrs.frozen
class Repeated:
    """An object of a JSON text in which a key stands twice; refused wherever it would be read."""

    key: str


# --- objects --------------------------------------------------------------------------------------


def as_object(data: object) -> dict[str, object]:
    """Return the data if it is an object."""
    if isinstance(data, Repeated):
        raise SerializationError(f"the key {shown(data.key)} stands there twice")
    if not isinstance(data, dict):
        raise unexpected("an object", data)
    return cast("dict[str, object]", data)


def value_of(data: dict[str, object], key: str) -> object:
    """Return the value of a key that an object must have."""
    if key not in data:
        raise SerializationError(f"{key!r} is missing")
    return data[key]


def _check_keys(data: object, expected: Iterable[str]) -> None:
    found = as_object(data)
    unknown = next((key for key in found if key not in expected), None)
    if unknown is not None:
        raise SerializationError(f"unknown key {shown(unknown)}")
    for key in expected:
        value_of(found, key)


def _object_reader(cls: type, converter: Converter) -> _Reader:
    fields = fields_of(cls)
    hooks: dict[str, Any] = {
        name: override(struct_hook=converter.get_structure_hook(kind))
        for name, kind in fields.items()
    }
    structure = cast("_Reader", make_dict_structure_fn(cls, converter, **hooks))
    check = CHECKS.get(cls)
    keys = dict.fromkeys((TAG, *fields) if cls in TAGS else fields)

    def read(data: object, _: Kind) -> object:
        _check_keys(data, keys)
        value = structure(data, cls)
        return check(value) if check else value

    return read


def _tagged_reader(union: Kind, converter: Converter) -> _Reader:
    hooks = {TAGS[cls]: converter.get_structure_hook(cls) for cls in get_args(union)}

    def read(data: object, _: Kind) -> object:
        tag = value_of(as_object(data), TAG)
        if not isinstance(tag, str) or tag not in hooks:
            raise unexpected(f"one of {', '.join(hooks)}", tag, f"$.{TAG}")
        return hooks[tag](data, None)

    return read


def _texts_by_name_reader(kind: Kind, converter: Converter) -> _Reader:
    read_text = converter.get_structure_hook(str)
    bounds = bounds_of(kind)

    def read(data: object, _: Kind) -> dict[str, str]:
        found = as_object(data)
        _check_length(found, bounds, "keys")
        return {read_text(key, str): read_text(text, str) for key, text in found.items()}

    return read


# --- lists ----------------------------------------------------------------------------------------


def _check_length(data: Sized, bounds: Bounds, of: str) -> None:
    if not bounds.at_least <= len(data) <= bounds.at_most:
        raise SerializationError(f"expected {bounds} {of}, found {len(data)}")


def _list_reader(kind: Kind, converter: Converter) -> _Reader:
    item = get_args(unmarked(kind))[0]
    read_item = converter.get_structure_hook(item)
    bounds, in_any_order = bounds_of(kind), mark_of(kind, InAnyOrder)

    def read(data: object, _: Kind) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise unexpected("a list", data)
        entries = cast("list[object]", data)
        _check_length(entries, bounds, "entries")
        found: list[Any] = []
        try:  # as soon as one is wrong, that is it: a hostile list has very many
            for entry in entries:
                found.append(read_item(entry, item))  # noqa: PERF401  # it tells how far it got
        except FAULTS as error:
            problem, path, cause = located(error, f"$[{len(found)}]")
            raise SerializationError(problem, path) from cause
        return tuple(sorted(found, key=SORT_KEY) if in_any_order else found)

    return read


def _meld_reader(cls: Kind, converter: Converter) -> _Reader:
    """Read a meld, or a table, from any heaps of cards: its constructor knows what is wrong."""
    heaps = {Meld: Heap, Table: Heaps}[cls]
    read = converter.get_structure_hook(heaps)
    return lambda data, _: cls.of(read(data, heaps))


# --- all the rest ---------------------------------------------------------------------------------


def _nullable_reader(kind: Kind, converter: Converter) -> _Reader:
    other = unless_null(kind)
    read = converter.get_structure_hook(other)
    return lambda data, _: None if data is None else read(data, other)


def _number_reader(kind: Kind, _: Converter) -> _Reader:
    bounds = bounds_of(kind)

    def read(data: object, _: Kind) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            raise unexpected("a whole number", data)
        if not bounds.at_least <= data <= bounds.at_most:
            raise SerializationError(f"must be {bounds}, not {shown(data)}")
        return data

    return read


def _flag_reader(_: Kind, __: Converter) -> _Reader:
    def read(data: object, _: Kind) -> bool:
        if not isinstance(data, bool):
            raise unexpected("true or false", data)
        return data

    return read


def _text_reader(kind: Kind, _: Converter) -> _Reader:
    bounds, pattern = bounds_of(kind), mark_of(kind, Pattern)

    def read(data: object, _: Kind) -> str:
        if not isinstance(data, str):
            raise unexpected("a text", data)
        _check_length(data, bounds, "characters")
        if pattern and not re.fullmatch(pattern.regex, data):
            raise unexpected(pattern.meaning, data)
        return whole_text(data)

    return read


def whole_text(text: str) -> str:
    """Return a text, unless it has half of a surrogate pair, which not every program can read."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SerializationError(f"there is half of a surrogate pair in {shown(text)}") from None
    return text


def _card_reader(kind: Kind, _: Converter) -> _Reader:
    cards = mark_of(kind, Cards)
    assert cards is not None, "it has been looked for"
    return _one_of(cards.by_text, cards.meaning)


def _choice_reader(kind: Kind, _: Converter) -> _Reader:
    choices = choices_of(kind)
    return _one_of(choices, f"one of {', '.join(choices)}")


def _one_of(choices: Mapping[str, Any], expected: str) -> _Reader:
    def read(data: object, _: Kind) -> object:
        if not isinstance(data, str) or data not in choices:
            raise unexpected(expected, data)
        return choices[data]

    return read


# --- the converter --------------------------------------------------------------------------------

_READERS: Final[dict[Shape, Callable[[Any, Converter], _Reader]]] = {
    Shape.NULLABLE: _nullable_reader,
    Shape.TAGGED: _tagged_reader,
    Shape.OBJECT: _object_reader,
    Shape.TEXTS_BY_NAME: _texts_by_name_reader,
    Shape.LIST: _list_reader,
    Shape.MELD: _meld_reader,
    Shape.TABLE: _meld_reader,
    Shape.CARD: _card_reader,
    Shape.CHOICE: _choice_reader,
    Shape.NUMBER: _number_reader,
    Shape.TEXT: _text_reader,
    Shape.FLAG: _flag_reader,
}


def _reader(kind: Kind, converter: Converter) -> _Reader:
    kind = PLAIN.get(kind, kind)
    shape = shape_of(kind)
    assert shape is not None, f"{kind} occurs in documents"
    return _READERS[shape](kind, converter)


def _object_writer(cls: type, converter: Converter) -> Callable[[Any], dict[str, Any]]:
    unstructure: Callable[[Any], dict[str, Any]] = make_dict_unstructure_fn(cls, converter)
    tag = {TAG: TAGS[cls]} if cls in TAGS else {}
    return lambda value: {**tag, **unstructure(value)}


def _converter() -> Converter:
    converter = Converter(unstruct_collection_overrides={tuple: list})
    converter.register_structure_hook_factory(lambda kind: shape_of(kind) is not None, _reader)

    def read(data: object, cls: Kind) -> object:
        return _reader(cls, converter)(data, cls)

    for base in (int, str, bool, enum.Enum):  # to which cattrs itself converts whatever it can
        converter.register_structure_hook(base, read)
    converter.register_unstructure_hook_factory(attrs.has, _object_writer)
    converter.register_unstructure_hook(str, whole_text)
    converter.register_unstructure_hook(Card, str)
    converter.register_unstructure_hook(Joker, str)
    converter.register_unstructure_hook(Meld, _texts)
    converter.register_unstructure_hook(Table, lambda table: list(map(_texts, table)))
    return converter


def _texts(meld: Meld) -> list[str]:
    return list(map(str, meld))


CONVERTER: Final = _converter()
