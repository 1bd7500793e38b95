"""JSON Schemas (2020-12) of the documents, made of the same types that they are read by.

Only keywords that draft 7 has as well are used, apart from `$defs`, so that older tools take them
too. A schema says what each part can be; what parts say against each other only reading finds.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, TypeAlias, get_args

from manipulation_rummy.melds import Meld
from manipulation_rummy.serialization.shapes import (
    MAX_MELDS,
    PLAIN,
    TAG,
    TAGGED,
    TAGS,
    Cards,
    Kind,
    MeldCards,
    Pattern,
    Shape,
    bounds_of,
    choices_of,
    fields_of,
    is_enum,
    mark_of,
    name_of,
    shape_of,
    unless_null,
    unmarked,
)

Schema: TypeAlias = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: Kind, envelope: Schema, about: Schema) -> Schema:
    """Return the schema of the documents of a type.

    Args:
        kind: The class of which a document has the fields, or a union of classes.
        envelope: The schemas of the other keys of a document.
        about: Keywords that say what it is the schema of.
    """
    parts = _Parts()
    if kind in TAGGED:
        body: Schema = {"oneOf": [parts.object_of(cls, envelope) for cls in get_args(kind)]}
    else:
        body = parts.object_of(kind, envelope)
    return {"$schema": DIALECT, **about, **body, "$defs": dict(sorted(parts.named.items()))}


class _Parts:
    """The schemas of the parts of a document; those that have names are made once."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, kind: Kind) -> Schema:
        """Return the schema of a part of this type."""
        kind = PLAIN.get(kind, kind)
        shape = shape_of(kind)
        assert shape is not None, f"{kind} occurs in documents"
        return _MAKERS[shape](self, kind)

    def object_of(self, cls: type, envelope: Schema) -> Schema:
        """Return the schema of an object with the fields of a class."""
        properties = dict(envelope)
        if cls in TAGS:
            properties[TAG] = {"const": TAGS[cls]}
        notes = notes_on_fields(cls)
        for name, kind in fields_of(cls).items():
            properties[name] = notes.get(name, {}) | self.of(kind)
        return {
            "description": _summary(cls),
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def reference(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to the schema of this name."""
        if name not in self.named:
            self.named[name] = make()
        return {"$ref": f"#/$defs/{name}"}


def _nullable(parts: _Parts, kind: Kind) -> Schema:
    return {"anyOf": [parts.of(unless_null(kind)), {"type": "null"}]}


def _tagged(parts: _Parts, union: Kind) -> Schema:
    return {"oneOf": list(map(parts.of, get_args(union)))}


def _object(parts: _Parts, cls: type) -> Schema:
    return parts.reference(name_of(cls), lambda: parts.object_of(cls, {}))


def _texts_by_name(parts: _Parts, kind: Kind) -> Schema:
    texts = {"type": "object", "additionalProperties": parts.of(str)}
    return texts | _limits(kind, "minProperties", "maxProperties")


def _list(parts: _Parts, kind: Kind) -> Schema:
    items = parts.of(get_args(unmarked(kind))[0])
    return {"type": "array", "items": items} | _limits(kind, "minItems", "maxItems")


def _meld(parts: _Parts, cls: type) -> Schema:
    cards = parts.of(MeldCards)
    return parts.reference(name_of(cls), lambda: {"description": _summary(cls), **cards})


def _table(parts: _Parts, cls: type) -> Schema:
    melds = {"type": "array", "items": parts.of(Meld), "maxItems": MAX_MELDS}
    return parts.reference(name_of(cls), lambda: {"description": _summary(cls), **melds})


def _card(parts: _Parts, kind: Kind) -> Schema:
    cards = mark_of(kind, Cards)
    assert cards is not None, "it has been looked for"
    text = {"description": cards.meaning, "type": "string", "pattern": cards.pattern}
    return parts.reference(cards.name, lambda: text)


def _choice(parts: _Parts, kind: Kind) -> Schema:
    texts = {"enum": list(choices_of(kind))}
    if not is_enum(kind):
        return texts
    return parts.reference(name_of(kind), lambda: {"description": _summary(kind), **texts})


def _number(_: _Parts, kind: Kind) -> Schema:
    return {"type": "integer"} | _limits(kind, "minimum", "maximum")


def _text(_: _Parts, kind: Kind) -> Schema:
    pattern = mark_of(kind, Pattern)
    looks = {} if pattern is None else {"pattern": pattern.regex}
    return {"type": "string", **looks} | _limits(kind, "minLength", "maxLength")


def _flag(_: _Parts, __: Kind) -> Schema:
    return {"type": "boolean"}


def _limits(kind: Kind, at_least: str, at_most: str) -> Schema:
    bounds = bounds_of(kind)
    return {at_least: bounds.at_least, at_most: bounds.at_most}


_MAKERS: Final[dict[Shape, Callable[[_Parts, Kind], Schema]]] = {
    Shape.NULLABLE: _nullable,
    Shape.TAGGED: _tagged,
    Shape.OBJECT: _object,
    Shape.TEXTS_BY_NAME: _texts_by_name,
    Shape.LIST: _list,
    Shape.MELD: _meld,
    Shape.TABLE: _table,
    Shape.CARD: _card,
    Shape.CHOICE: _choice,
    Shape.NUMBER: _number,
    Shape.TEXT: _text,
    Shape.FLAG: _flag,
}


# --- words from the docstrings --------------------------------------------------------------------


def _summary(cls: type) -> str:
    """Return the first sentence or so of what a class says about itself."""
    summary, _, _ = (inspect.getdoc(cls) or "").partition("\n\n")
    return summary.replace("\n", " ")


@functools.cache
def notes_on_fields(cls: type) -> dict[str, Schema]:
    """Return what stands under the fields of a class, by name, as descriptions.

    Python does not keep it, so it is read in the source; without that there are no descriptions.
    """
    notes: dict[str, Schema] = {}
    for base in reversed(cls.__mro__[:-1]):
        with suppress(OSError):
            for statement, below in pairwise(_statements(base)):
                match statement, below:
                    case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(note))):
                        words = inspect.cleandoc(note).replace("\n", " ").replace("None", "null")
                        notes[name] = {"description": words}
                    case _:
                        pass
    return notes


def _statements(cls: type) -> list[ast.stmt]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    return definition.body
