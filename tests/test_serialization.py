"""Values as JSON and back: nothing is lost, and the text is always the same."""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    AnyCard,
    Card,
    CardDrawn,
    CardsDealt,
    Deal,
    Draw,
    EndTurn,
    Event,
    GameRecord,
    GameState,
    Knock,
    Move,
    Phase,
    Play,
    RedactedRecord,
    Rules,
    SerializationError,
    Table,
    apply,
    check_meld,
    check_table,
    events_of,
    new_game,
    pack,
    parse_card,
    parse_cards,
    public_view,
    validate,
    view,
    visible,
)
from manipulation_rummy.serialization import from_data, from_json, to_data, to_json
from manipulation_rummy.serialization.formats import FORMATS, Format
from tests.golden import SETTINGS
from tests.strategies import DECLARED, NATURALS, Step, any_cards, any_rules, games, tables
from tests.test_notation import any_moves, set_up
from tests.test_record import PLAYED
from tests.test_redacted_record import records, with_other_hidden_cards
from tests.test_secrecy import double, look, tried

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=max(1, slow.max_examples // 3))


def kind_of(value: object) -> Any:
    """Return the type that a value is read as: its class, or the union that has it."""
    return format_of(value).values


def format_of(value: object) -> Format:
    """Return the format of a value."""
    return next(form for form in FORMATS if type(value) in form.classes)


def check_round_trip(value: Any) -> None:
    """Check that a value comes back from its text and from its data, with the same text."""
    kind, text = kind_of(value), to_json(value)
    again = from_json(text, kind)
    assert value == again
    assert type(value) is type(again)
    assert repr(value) == repr(again)
    assert text == to_json(again)
    assert text.isascii()
    assert text.isprintable()
    assert value == from_data(to_data(value), kind)
    assert json.loads(text) == to_data(value)


def documents_of(step: Step, rng: random.Random) -> Iterator[Any]:
    """Yield all that a server sends or keeps when a move is made, as one seat is told of it."""
    seat = rng.choice((None, *range(step.before.players)))
    yield step.after
    yield step.move
    yield look(step.after, seat)
    for event in events_of(step.before, step.move):
        yield event
        yield visible(event, seat)
    for move in tried(step):
        if (violation := validate(step.after, move)) is not None:
            yield violation


# --- round trips ----------------------------------------------------------------------------------


class TestRoundTrips:
    @few
    @given(games(), st.integers(0, 2**32 - 1))
    def test_all_of_a_game(self, steps: tuple[Step, ...], seed: int) -> None:
        """States, moves, views, events and refusals of whole random games under all switches."""
        rng = random.Random(seed)
        for step in (steps[0], steps[-1], *rng.sample(steps, min(6, len(steps)))):
            for value in documents_of(step, rng):
                check_round_trip(value)

    @slow
    @given(set_up())
    def test_positions_set_up(self, state: GameState) -> None:
        """Whether a game leads to them or not: the state, and every view of it."""
        check_round_trip(state)
        check_round_trip(public_view(state))
        for seat in range(state.players):
            check_round_trip(view(state, seat))

    @few
    @given(any_rules(), tables(), any_moves())
    def test_what_is_small(self, rules: Rules, table: Table, move: Move) -> None:
        """Rules, tables and moves, whether they are legal anywhere or not."""
        for value in (rules, table, move):
            check_round_trip(value)

    def test_every_card(self) -> None:
        """The 52 naturals, and the jokers, undeclared and for each of them."""
        for card in (*NATURALS, *DECLARED, parse_card("*")):
            check_round_trip(card)

    @given(st.lists(st.lists(any_cards(), max_size=6), max_size=6))
    def test_every_fault_of_heaps(self, heaps: list[list[AnyCard]]) -> None:
        """All that can be wrong with melds."""
        violation = check_table(heaps)
        if violation is not None:
            check_round_trip(violation)

    @few
    @given(records(), st.data())
    def test_records(self, record: GameRecord, data: st.DataObject) -> None:
        """Of games or their beginnings; redacted for any seat too."""
        check_round_trip(record)
        seat = data.draw(st.none() | st.integers(0, len(record.names) - 1))
        check_round_trip(record.redacted(seat))

    @pytest.mark.parametrize("setting", SETTINGS[::4], ids=lambda setting: setting.path.stem)
    def test_kept_games(self, setting: Any) -> None:
        """With names of any script, comments and tags; as text they are what they were."""
        text = setting.path.read_text(encoding="utf-8")
        record = GameRecord.loads(text)
        check_round_trip(record)
        assert text == from_json(to_json(record), GameRecord).dumps()
        redacted = record.redacted(1)
        assert redacted.dumps() == from_json(to_json(redacted), RedactedRecord).dumps()

    def test_comments_on_a_redacted_record(self) -> None:
        """Whoever has it may have written into it."""
        text = PLAYED.redacted(1).dumps().replace("\nrules", "\ntag x: y\nrules")
        check_round_trip(RedactedRecord.loads(text.replace("dealer: 1\n", "dealer: 1\n# Hm.\n")))

    def test_the_largest_violations(self) -> None:
        """As many faults, and as many cards of one fault, as there can be are read again."""
        eight = Card.parse("8S")
        for violation in (
            check_table("|" * 200),
            check_table([[eight]] * 216),
            check_table([parse_cards("8S 8S KD")] * 72),
            check_meld([eight] * 10_000),
            validate(new_game(5, dealer=0), Deal([eight] * 216)),
        ):
            assert violation is not None
            check_round_trip(violation)


# --- what documents look like ---------------------------------------------------------------------

ROUND = GameState.setup(["8H KC", "2S *"], table="5H 6H 7H", stock="4C 2D", scores=[9, 41])
RULES = (
    '{"hand_size":10,"knock_limit":5,"undercut_bonus":10,"going_out_bonus":25,"target":150,'
    '"game_bonus":100,"round_bonus":25,"joker_points":25,"face_points":10,"ace_points":1,'
    '"extra_draws":"compulsory","knock_in_last_lap":false,"going_out_ends_last_lap":false,'
    '"undercut_without_knock":false,"round_bonus_for":"others"}'
)
PUBLIC = (
    f'"rules":{RULES},"players":2,"phase":"meld","dealer":1,"current_player":0,'
    '"hand_sizes":[2,2],"stock_size":2,"table":[["5H","6H","7H"]],"draws":1,"last_lap":null,'
    '"scores":[9,41],"rounds_won":[0,0],"last_round":null,"result":null'
)
ENDED = apply(GameState.setup(["4C", "KH"], phase=Phase.END, stock="2D"), Knock())
LAST_ROUND = (
    '{"points":[4,10],"winners":[0],"breakdown":[{"differences":6,"undercut":0,"going_out":0},'
    '{"differences":0,"undercut":0,"going_out":0}],"ending":{"type":"knocked","seat":0},'
    '"hands":[["4C"],["KH"]]}'
)

LOOKS: list[tuple[Any, str, str]] = [
    (Rules(), "rules", RULES[1:-1]),
    (parse_card("8S"), "card", '"card":"8S"'),
    (parse_card("*"), "card", '"card":"*"'),
    (parse_card("*=8S"), "card", '"card":"*=8S"'),
    (Table.parse("KH KD KC | 7S 8S 9S"), "table", '"melds":[["7S","8S","9S"],["KH","KD","KC"]]'),
    (Table(), "table", '"melds":[]'),
    (Draw(), "move", '"type":"draw"'),
    (EndTurn(), "move", '"type":"end_turn"'),
    (Knock(), "move", '"type":"knock"'),
    (Deal("8S *"), "move", '"type":"deal","deck":["8S","*"]'),
    (Play("9S *=8S 7S"), "move", '"type":"play","table":[["7S","*=8S","9S"]]'),
    (
        ROUND,
        "state",
        PUBLIC.replace(
            '"hand_sizes":[2,2],"stock_size":2',
            '"hands":[["8H","KC"],["2S","*"]],"stock":["4C","2D"]',
        ),
    ),
    (view(ROUND, 1), "player-view", f'{PUBLIC},"seat":1,"hand":["2S","*"]'),
    (public_view(ROUND), "public-view", PUBLIC),
    (CardDrawn(0, None), "event", '"type":"card_drawn","seat":0,"card":null'),
    (CardsDealt(1, (None, None)), "event", '"type":"cards_dealt","seat":1,"cards":[null,null]'),
    (
        events_of(GameState.setup(["4C", "KH"], phase=Phase.END, stock="2D"), Knock())[2],
        "event",
        f'"type":"round_scored","result":{LAST_ROUND},"scores":[6,0],"rounds_won":[1,0],"dealer":0',
    ),
    (
        check_meld("KS AS 2S"),
        "violation",
        (
            '"faults":[{"reason":"round_the_corner","rule":"R13","cards":["KS","AS","2S"],'
            '"meld":null,"limit":null}]'
        ),
    ),
    (
        GameRecord.of(["Ann", "Дора"], dealer=1, tags={"date": "today"}).with_comment("Hm."),
        "record",
        (
            f'"names":["Ann","\\u0414\\u043e\\u0440\\u0430"],"rules":{RULES},"dealer":1,'
            '"tags":{"date":"today"},"comments":[{"after":0,"text":"Hm."}],"results":[],'
            '"result":null,"moves":[]'
        ),
    ),
    (
        GameRecord.of(["", ""], dealer=1).redacted(0),
        "redacted-record",
        (
            f'"names":["",""],"rules":{RULES},"dealer":1,"tags":{{}},"comments":[],"results":[],'
            '"result":null,"seat":0,"moves":[]'
        ),
    ),
]


class TestLooks:
    @pytest.mark.parametrize(("value", "name", "rest"), LOOKS, ids=[look[2][:30] for look in LOOKS])
    def test_what_is_written_stays_as_it_is(self, value: Any, name: str, rest: str) -> None:
        """Other programs read it: another text is another version."""
        assert f'{{"format":"manipulation-rummy/{name}","version":1,{rest}}}' == to_json(value)

    def test_moves_of_records(self) -> None:
        """Each says whose it was; what a seat has not seen of a deck is null."""
        record = GameRecord.of(["A", "B"], rules=Rules(hand_size=1), dealer=0)
        record = record.with_move(Deal(pack(2))).with_move(Draw())
        deal, draw = to_data(record)["moves"]
        assert {"seat": 0, "move": {"type": "deal", "deck": list(map(str, pack(2)))}} == deal
        assert {"seat": 1, "move": {"type": "draw"}} == draw
        deck = to_data(record.redacted(1))["moves"][0]["move"]["deck"]
        assert ["AS", None, "AD", *(None,) * 50] == deck

    def test_every_format_is_shown(self) -> None:
        """None is forgotten here."""
        assert {form.name for form in FORMATS} == {name for _, name, _ in LOOKS}

    def test_cards_may_come_in_any_order(self) -> None:
        """Those of a hand and of a meld, and the melds of a table; the stock lies as it lies."""
        data = to_data(ROUND)
        data["hands"][0].reverse()
        data["table"][0].reverse()
        assert ROUND == from_data(data, GameState)
        data["stock"].reverse()
        assert parse_cards("2D 4C") == from_data(data, GameState).stock
        assert Table.parse("7S 8S 9S | KH KD KC") == from_data(
            {**to_data(Table()), "melds": [["KC", "KD", "KH"], ["9S", "7S", "8S"]]}, Table
        )

    def test_data_is_made_anew(self) -> None:
        """Whoever gets it may change it."""
        to_data(ROUND)["hands"][0].clear()
        assert to_data(ROUND) == to_data(ROUND)
        assert ["8H", "KC"] == to_data(ROUND)["hands"][0]


# --- types ----------------------------------------------------------------------------------------


class TestKinds:
    def test_one_class_of_several(self) -> None:
        """A play can be asked for as a play, a joker as a joker; anything else is refused."""
        assert Draw() == from_json(to_json(Draw()), Draw)
        assert parse_card("8S") is from_json(to_json(parse_card("8S")), Card)
        with pytest.raises(SerializationError) as caught:
            from_json(to_json(Draw()), Play)
        assert ("expected Play, found Draw()", "$") == (caught.value.problem, caught.value.path)

    @pytest.mark.parametrize("kind", [AnyCard, Move, Event])
    def test_unions(self, kind: Any) -> None:
        """They are asked for by the names that they have in the package."""
        value = next(value for value, *_ in LOOKS if kind == kind_of(value))
        assert value == from_json(to_json(value), kind)

    @pytest.mark.parametrize("kind", [int, str, Phase, None, "move", Card | None, Draw | Knock, []])
    def test_types_without_a_format(self, kind: Any) -> None:
        """A TypeError names the argument."""
        for read in (from_json, from_data):
            with pytest.raises(TypeError, match="kind must be a type that has a format"):
                read("", kind)

    @pytest.mark.parametrize("value", [None, 1, "8S", [], {}, Phase.MELD, ROUND.turn, Rules])
    def test_values_without_a_format(self, value: Any) -> None:
        """A TypeError names the argument."""
        for write in (to_json, to_data):
            with pytest.raises(TypeError, match="value must be Rules, Card, "):
                write(value)

    def test_a_text_is_a_str(self) -> None:
        """Bytes are decoded by whoever knows how."""
        with pytest.raises(TypeError, match="text must be a str"):
            from_json(b"{}", Rules)  # type: ignore[call-overload]


# --- secrecy --------------------------------------------------------------------------------------


class TestNothingLeaks:
    @few
    @given(games(), st.integers(0, 2**32 - 1))
    def test_consequence_10_hidden_cards_leave_no_trace(
        self, steps: tuple[Step, ...], seed: int
    ) -> None:
        """What is sent to a seat is the same, byte for byte, whatever it cannot see."""
        rng = random.Random(seed)
        for step in rng.sample(steps, min(5, len(steps))):
            for seat in (None, *range(step.before.players)):
                assert sent(step, seat) == sent(double(step, seat, rng), seat)

    def test_a_leak_would_be_found(self) -> None:
        """The states behind differ, and so does what is sent to others."""
        steps = [Step(ROUND, Draw(), apply(ROUND, Draw()))]
        other = double(steps[0], 1, random.Random(1))
        assert to_json(steps[0].after) != to_json(other.after)
        assert sent(steps[0], 0) != sent(other, 0)
        assert sent(steps[0], 1) == sent(other, 1)

    @settings(few, max_examples=max(1, few.max_examples // 2))
    @given(records(), st.integers(0, 999), st.data())
    def test_d27_redacted_records(self, record: GameRecord, seed: int, data: st.DataObject) -> None:
        """Hidden cards make no difference in them."""
        seat = data.draw(st.none() | st.integers(0, len(record.names) - 1))
        other = with_other_hidden_cards(record, seat, random.Random(seed))
        assert to_json(record.redacted(seat)) == to_json(other.redacted(seat))


def sent(step: Step, seat: int | None) -> list[str]:
    """Return all that is sent to a seat, or to spectators, when a move is made."""
    seen = [look(step.before, seat), look(step.after, seat)]
    events = [visible(event, seat) for event in events_of(step.before, step.move)]
    refusals = [validate(seen[0], move) for move in (Draw(), EndTurn(), Knock(), Play(""))]
    found = filter(None, refusals)
    return [*map(to_json, seen), *map(to_json, events), *map(to_json, found)]


# --- the extra ------------------------------------------------------------------------------------

PACKAGE = "manipulation_rummy.serialization"


def import_without(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import the package anew where a module is missing."""
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    importlib.import_module(PACKAGE)


class TestExtra:
    def test_without_cattrs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever asks for JSON is told how to get it."""
        with pytest.raises(ImportError) as caught:
            import_without("cattrs", monkeypatch)
        expected = "cattrs is missing; install it with pip install 'manipulation-rummy[json]'"
        assert (expected, "cattrs") == (str(caught.value), caught.value.name)

    def test_another_module_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """That is another trouble, and said as it is."""
        with pytest.raises(ImportError) as caught:
            import_without(f"{PACKAGE}.shapes", monkeypatch)
        assert f"{PACKAGE}.shapes" == caught.value.name
