"""The published schemas: up to date, true of all that is written, and no trap for the reader."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema
from jsonschema import Draft202012Validator

from manipulation_rummy import GameRecord, Rules, RummyError
from manipulation_rummy.serialization import from_data, schema, to_data
from manipulation_rummy.serialization.formats import FORMATS, Format
from manipulation_rummy.serialization.schemas import notes_on_fields
from manipulation_rummy.serialization.shapes import ANY, FIELDS, HELD, LAID, NATURAL, Cards
from tests.published import FOLDER, schema_files
from tests.strategies import DECLARED, NATURALS, Step, games
from tests.test_redacted_record import records
from tests.test_serialization import LOOKS, documents_of, format_of

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=max(1, slow.max_examples // 3))
fewest = settings(slow, max_examples=max(1, slow.max_examples // 10))

VALIDATORS = {form.name: Draft202012Validator(schema(form.values)) for form in FORMATS}


def validate(value: Any) -> None:
    """Check that the document of a value is what its schema says."""
    VALIDATORS[format_of(value).name].validate(to_data(value))


class TestFiles:
    def test_they_are_up_to_date(self) -> None:
        """`python -m tests.published` writes them anew."""
        files = dict(schema_files())
        assert files == {path: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}

    @pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
    def test_each_is_a_schema(self, form: Format) -> None:
        """By the metaschema of 2020-12; it says of itself what it is."""
        found = schema(form.values)
        Draft202012Validator.check_schema(found)
        assert found["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        assert found["$id"].endswith(f"/schemas/{form.name}.json")
        assert found["title"] == f"manipulation-rummy {form.name}"

    def test_fields_are_described(self) -> None:
        """With the words of the API reference, as far as they are JSON's."""
        found = schema(Rules)["properties"]
        assert found["target"] == {
            "description": "The total that ends the game (R34).",
            "type": "integer",
            "minimum": 1,
            "maximum": 1_000_000,
        }
        assert schema(GameRecord)["properties"]["result"]["description"].endswith(
            "until the game is over."
        )

    def test_without_the_source(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The fields have no descriptions, and all else is the same."""

        def no_source(_: object) -> str:
            raise OSError

        monkeypatch.setattr(inspect, "getsource", no_source)
        notes_on_fields.cache_clear()
        found = schema(Rules)["properties"]
        notes_on_fields.cache_clear()
        assert found["target"] == {"type": "integer", "minimum": 1, "maximum": 1_000_000}

    def test_types_without_a_format(self) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="kind must be a type that has a format"):
            schema(int)  # type: ignore[arg-type]


class TestParts:
    @pytest.mark.parametrize("cards", [NATURAL, HELD, LAID, ANY], ids=lambda cards: cards.name)
    def test_patterns_of_cards(self, cards: Cards) -> None:
        """A pattern matches the texts of those cards that are read, and no others."""
        texts = [*map(str, (*NATURALS, *DECLARED)), "*", "", "8", "8s", "10S", "*=", "*=*", "*8S"]
        for text in texts:
            assert (text in cards.by_text) is (re.search(cards.pattern, text) is not None)

    def test_every_narrower_type_is_of_a_field(self) -> None:
        """None has lost its field, which may have got another name."""
        found = set[str]()
        for form in FORMATS:
            for name, properties in objects(schema(form.values)):
                found |= {*properties, *(f"{name}.{field}" for field in properties)}
        assert set() == {snake_case(name) for name in FIELDS} - found


def snake_case(name: str) -> str:
    """Return a name with that of a class in it as schemas have it."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def objects(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the properties of all objects in a schema, with their names."""
    for branch in found.get("oneOf", [found]):
        yield branch["properties"].get("type", {}).get("const", ""), branch["properties"]
    for name, part in found["$defs"].items():
        if "properties" in part:
            yield name, part["properties"]


class TestWhatIsWritten:
    @few
    @given(games(), st.integers(0, 2**32 - 1))
    def test_all_of_a_game(self, steps: tuple[Step, ...], seed: int) -> None:
        """States, moves, views, events and refusals of random games under all switches."""
        rng = random.Random(seed)
        validate(steps[0].before)
        validate(steps[0].before.rules)
        for step in rng.sample(steps, min(3, len(steps))):
            validate(step.after.table)
            for value in documents_of(step, rng):
                validate(value)

    @fewest
    @given(records(), st.data())
    def test_records(self, record: GameRecord, data: st.DataObject) -> None:
        """Redacted ones too."""
        validate(record)
        validate(record.redacted(data.draw(st.none() | st.integers(0, len(record.names) - 1))))

    @pytest.mark.parametrize("value", [look[0] for look in LOOKS])
    def test_one_of_each(self, value: Any) -> None:
        """And what is valid by one schema is valid by no other."""
        validate(value)
        data = to_data(value)
        assert [format_of(value).name] == [
            name for name, validator in VALIDATORS.items() if validator.is_valid(data)
        ]


def check_read_or_refused(form: Format, data: Any) -> None:
    """Check that data is read, and then is as its schema says, or refused by one of our errors."""
    try:
        value = from_data(data, form.values)
    except RummyError:
        return
    VALIDATORS[form.name].validate(data)
    validate(value)
    assert value == from_data(to_data(value), form.values)


GENERATED = {form.name: from_schema(schema(form.values)) for form in FORMATS}
SMALL = [form for form in FORMATS if form.name in {"rules", "card", "table", "move", "event"}]
LARGE = [form for form in FORMATS if form not in SMALL]


class TestWhatIsGenerated:
    @pytest.mark.parametrize("form", SMALL, ids=lambda form: form.name)
    @few
    @given(data=st.data())
    def test_small_documents(self, form: Format, data: st.DataObject) -> None:
        """Whatever hypothesis-jsonschema makes of a schema is read or refused."""
        check_read_or_refused(form, data.draw(GENERATED[form.name]))

    @pytest.mark.parametrize("form", LARGE, ids=lambda form: form.name)
    @fewest
    @given(data=st.data())
    def test_large_documents(self, form: Format, data: st.DataObject) -> None:
        """The same, less often: to make them takes long."""
        check_read_or_refused(form, data.draw(GENERATED[form.name]))
