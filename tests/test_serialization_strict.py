"""JSON that is no value: refused by one of our errors, at once and with the place."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    Card,
    CardDrawn,
    CardsDealt,
    Deal,
    Draw,
    GameRecord,
    GameResult,
    GameSettled,
    GameState,
    IllegalMove,
    InvalidMeld,
    JokerFreed,
    Knock,
    Meld,
    MeldMade,
    Move,
    Phase,
    Play,
    Reason,
    RoundScored,
    Rules,
    RummyError,
    SerializationError,
    Table,
    apply,
    check_meld,
    pack,
    public_view,
    view,
)
from manipulation_rummy.record.transcript import MAX_COMMENTS, MAX_MOVES, MAX_NOTE, MAX_TAGS
from manipulation_rummy.serialization import from_data, from_json, schema, to_data, to_json
from tests.damage import damaged
from tests.test_bad_input import HOSTILE, Hostile
from tests.test_record import PLAYED
from tests.test_schemas import check_read_or_refused
from tests.test_serialization import (
    ENDED,
    LOOKS,
    ROUND,
    check_round_trip,
    format_of,
    kind_of,
)

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


# --- one thing wrong ------------------------------------------------------------------------------

Step = str | int
MISSING = object()


class Wrong(NamedTuple):
    """A document with one thing changed, and what is said about it."""

    value: Any
    path: tuple[Step, ...]
    new: Any
    place: str
    problem: str

    def data(self) -> dict[str, Any]:
        """Return the document with the change."""
        document = to_data(self.value)
        part: Any = document
        for step in self.path[:-1]:
            part = part[step]
        if self.new is MISSING:
            del part[self.path[-1]]
        else:
            part[self.path[-1]] = self.new
        return document


SEEN = view(ROUND, 1)
CARD = Card.parse("8S")
MELD = Meld.parse("7S 8S 9S")
GAME = GameResult((3, 0), (2, 0))
SECOND = apply(ENDED, Deal(pack(2)))
OVER = apply(GameState.setup(["4C", "KH"], phase=Phase.END, scores=[149, 3]), Knock())
SCORED = RoundScored(ENDED.last_round, (6, 0), (1, 0), 0)  # type: ignore[arg-type]
REDACTED = PLAYED.redacted(1)
FAULTY = check_meld("7S 8S")
EIGHT = "a card such as '8S'"

WRONG = [
    # the envelope
    Wrong(Draw(), ("format",), MISSING, "$", "'format' is missing"),
    Wrong(Draw(), ("version",), MISSING, "$", "'version' is missing"),
    Wrong(
        Draw(),
        ("format",),
        "manipulation-rummy/event",
        "$.format",
        "expected 'manipulation-rummy/move', found 'manipulation-rummy/event'",
    ),
    Wrong(Draw(), ("version",), 2, "$.version", "expected 1, found 2"),
    Wrong(Draw(), ("version",), True, "$.version", "expected 1, found True"),
    Wrong(Draw(), ("version",), 1.0, "$.version", "expected 1, found 1.0"),
    # keys
    Wrong(Rules(), ("target",), MISSING, "$", "'target' is missing"),
    Wrong(Rules(), ("type",), "rules", "$", "unknown key 'type'"),
    Wrong(Draw(), ("x" * 99,), 1, "$", "unknown key 'xxxxxxxxxxxx...xxxxxxxxxxxxx'"),
    Wrong(Draw(), ("type",), MISSING, "$", "'type' is missing"),
    Wrong(Draw(), ("type",), "fold", "$.type", "one of deal, draw, play, knock, end_turn, found"),
    Wrong(Draw(), ("type",), ["draw"], "$.type", "one of deal, draw, play, knock, end_turn, found"),
    Wrong(ROUND, ("rules",), [], "$.rules", "expected an object, found []"),
    Wrong(ROUND, ("rules", "goal"), 1, "$.rules", "unknown key 'goal'"),
    Wrong(ROUND, ("rules", 7), 1, "$.rules", "unknown key 7"),
    Wrong(ENDED, ("last_round", "ending", "seat"), MISSING, "$.last_round.ending", "'seat' is mi"),
    # numbers
    Wrong(ROUND, ("draws",), True, "$.draws", "expected a whole number, found True"),
    Wrong(ROUND, ("draws",), 1.0, "$.draws", "expected a whole number, found 1.0"),
    Wrong(ROUND, ("draws",), "1", "$.draws", "expected a whole number, found '1'"),
    Wrong(ROUND, ("draws",), None, "$.draws", "expected a whole number, found None"),
    Wrong(ROUND, ("draws",), 4, "$.draws", "must be 0 to 3, not 4"),
    Wrong(ROUND, ("draws",), -1, "$.draws", "must be 0 to 3, not -1"),
    Wrong(ROUND, ("draws",), 10**10_000, "$.draws", "must be 0 to 3, not a huge number"),
    Wrong(ROUND, ("scores", 1), 2**53, "$.scores[1]", "must be 0 to 9007199254740991, not 90071"),
    Wrong(ROUND, ("players",), 6, "$.players", "must be 2 to 5, not 6"),
    Wrong(ROUND, ("last_lap",), 5, "$.last_lap", "must be 0 to 4, not 5"),
    Wrong(Rules(), ("ace_points",), 0, "$.ace_points", "must be 1 to 1000, not 0"),
    Wrong(FAULTY, ("faults", 0, "limit"), 2.5, "$.faults[0].limit", "expected a whole number, f"),
    # switches and choices
    Wrong(Rules(), ("knock_in_last_lap",), 1, "$.knock_in_last_lap", "expected true or false, f"),
    Wrong(Rules(), ("extra_draws",), "never", "$.extra_draws", "one of compulsory, optional, fou"),
    Wrong(Rules(), ("extra_draws",), None, "$.extra_draws", "one of compulsory, optional, found"),
    Wrong(ROUND, ("phase",), "MELD", "$.phase", "one of deal, draw, meld, end, game_over, found"),
    Wrong(ROUND, ("phase",), {}, "$.phase", "one of deal, draw, meld, end, game_over, found {}"),
    Wrong(FAULTY, ("faults", 0, "reason"), "x", "$.faults[0].reason", "expected one of game_over"),
    Wrong(FAULTY, ("faults", 0, "rule"), "X1", "$.faults[0].rule", "expected a number such as 'R1"),
    Wrong(FAULTY, ("faults", 0, "rule"), "R1\n", "$.faults[0].rule", "expected a number such as"),
    Wrong(FAULTY, ("faults", 0, "rule"), 12, "$.faults[0].rule", "expected a text, found 12"),
    # cards
    Wrong(LOOKS[1][0], ("card",), "8s", "$.card", f"expected {EIGHT} or a joker, '*' or '*=8S', f"),
    Wrong(LOOKS[1][0], ("card",), "8S\n", "$.card", f"expected {EIGHT} or a joker, '*' or"),
    Wrong(LOOKS[1][0], ("card",), None, "$.card", f"expected {EIGHT} or a joker, '*' or"),
    Wrong(LOOKS[1][0], ("card",), ["8S"], "$.card", f"expected {EIGHT} or a joker, '*' or"),
    Wrong(ROUND, ("hands", 1, 0), "*=8S", "$.hands[1][0]", f"{EIGHT} or the joker '*', found '*=8"),
    Wrong(ROUND, ("stock", 1), None, "$.stock[1]", f"{EIGHT} or the joker '*', found None"),
    Wrong(CardDrawn(0, None), ("card",), "*=8S", "$.card", f"{EIGHT} or the joker '*', found '*="),
    Wrong(JokerFreed(CARD, MELD), ("by",), "*", "$.by", f"expected {EIGHT}, found '*'"),
    # lists
    Wrong(ROUND, ("hands",), "8H KC / 2S", "$.hands", "expected a list, found '8H KC / 2S'"),
    Wrong(ROUND, ("hands", 0), "8H KC", "$.hands[0]", "expected a list, found '8H KC'"),
    Wrong(ROUND, ("hands", 0), ("8H",), "$.hands[0]", "expected a list, found ('8H',)"),
    Wrong(ROUND, ("hands",), {"0": []}, "$.hands", "expected a list, found {'0': []}"),
    Wrong(ROUND, ("hands",), [["8H"]], "$.hands", "expected 2 to 5 entries, found 1"),
    Wrong(ROUND, ("stock",), ["8H"] * 107, "$.stock", "expected 0 to 106 entries, found 107"),
    Wrong(ROUND, ("scores",), [], "$.scores", "expected 2 to 5 entries, found 0"),
    Wrong(Deal(()), ("deck",), ["*"] * 217, "$.deck", "expected 0 to 216 entries, found 217"),
    Wrong(FAULTY, ("faults",), [], "$.faults", "expected 1 to 1000 entries, found 0"),
    # melds
    Wrong(ROUND, ("table", 0, 2), "8H", "$.table[0]", "the ranks of a sequence must be consecut"),
    Wrong(ROUND, ("table", 0, 2), "*", "$.table[0]", "a joker on the table must stand for a car"),
    Wrong(ROUND, ("table", 0), [], "$.table[0]", "a meld has at least 3 cards, not none (D8)"),
    Wrong(ROUND, ("table",), [["8S"] * 200] * 2, "$.table", "more than 216 cards or heaps"),
    Wrong(MeldMade(MELD), ("meld", 2), "8S", "$.meld", "identical cards in one meld: 8S 8S (D7)"),
    # states
    Wrong(ROUND, ("hands", 0, 0), "2S", "$", "more than the pack of 2 players holds: 2S"),
    Wrong(ROUND, ("players",), 3, "$", "hands, scores and rounds_won are those of 3 seats"),
    Wrong(ROUND, ("scores",), [1, 2, 3], "$", "hands, scores and rounds_won are those of 2 seats"),
    Wrong(ROUND, ("current_player",), None, "$", "in phase MELD somebody is to move"),
    Wrong(ROUND, ("current_player",), 2, "$", "current_player must be a seat, 0 to 1; not 2"),
    Wrong(ROUND, ("draws",), 3, "$", "draws must be one of [1, 2] in phase MELD, not 3"),
    Wrong(ROUND, ("result",), {"final": [1, 1], "bonuses": [0, 0]}, "$", "result is not what"),
    Wrong(ENDED, ("current_player",), None, "$", "in phase DEAL no turn is going on"),
    Wrong(ENDED, ("last_round", "hands"), None, "$", "last_round is not what its hands and its e"),
    Wrong(ENDED, ("last_round", "points"), [5, 11], "$", "last_round is not what its hands and"),
    Wrong(ENDED, ("last_round", "ending"), {"type": "knocked", "seat": 1}, "$", "seat 1 knocked"),
    Wrong(SECOND, ("last_round", "hands", 0), [], "$", "seat 0 knocked without cards (D15)"),
    Wrong(OVER, ("result",), None, "$", "result is not what scores and rounds_won come to"),
    Wrong(OVER, ("result", "final", 0), 256, "$", "result is not what scores and rounds_won come"),
    # views
    Wrong(SEEN, ("hand_sizes", 1), 3, "$", "the hand is not one that these hand_sizes and this"),
    Wrong(SEEN, ("hand",), ["2S"], "$", "the hand is not one that"),
    Wrong(SEEN, ("seat",), 2, "$", "seat must be a seat, 0 to 1; not 2"),
    Wrong(SEEN, ("stock_size",), 53, "$", "no state has this view: the pack has too few cards"),
    Wrong(SEEN, ("players",), 3, "$", "hands, scores and rounds_won are those of 3 seats"),
    Wrong(SEEN, ("draws",), 3, "$", "draws must be one of [1, 2] in phase MELD, not 3"),
    Wrong(view(ENDED, 0), ("hand",), ["5C"], "$", "the hand is not one that"),
    Wrong(public_view(ENDED), ("hand_sizes",), [2, 1], "$", "the hand is not one that"),
    # results and events
    Wrong(SCORED, ("result", "winners"), [1], "$.result", "winners and breakdown are not what"),
    Wrong(SCORED, ("result", "breakdown", 0, "differences"), 7, "$.result", "winners and breakd"),
    Wrong(SCORED, ("result", "points"), [4, 10, 0], "$.result", "winners and breakdown are not"),
    Wrong(SCORED, ("result", "hands"), [[], [], []], "$.result", "hands and points are those of"),
    Wrong(SCORED, ("result", "ending", "seat"), 2, "$.result", "ending.seat must be a seat, 0 to"),
    Wrong(SCORED, ("scores",), [1, 2, 3], "$", "scores and rounds_won are those of 2 seats"),
    Wrong(SCORED, ("dealer",), 2, "$", "dealer must be a seat, 0 to 1; not 2"),
    Wrong(GameSettled(GAME), ("result", "final"), [1], "$.result.final", "expected 2 to 5 entries"),
    Wrong(GameSettled(GAME), ("result", "final"), [3, 0, 9], "$.result", "final is not a total of"),
    Wrong(
        GameSettled(GAME), ("result", "final"), [1, 0], "$.result", "final is not a total of eac"
    ),
    Wrong(CardsDealt(0, (None, None)), ("cards", 0), "8S", "$", "a seat sees all cards of a hand"),
    # records
    Wrong(PLAYED, ("names",), ["Ann"], "$.names", "expected 2 to 5 entries, found 1"),
    Wrong(PLAYED, ("names", 1), "x" * 1001, "$.names[1]", "expected 0 to 1000 characters, found"),
    Wrong(PLAYED, ("names", 1), "\ud800", "$.names[1]", "half of a surrogate pair in '\\ud800'"),
    Wrong(PLAYED, ("names", 1), None, "$.names[1]", "expected a text, found None"),
    Wrong(PLAYED, ("dealer",), 2, "$", "dealer must be a seat, 0 to 1; not 2"),
    Wrong(PLAYED, ("rules", "hand_size"), 27, "$", "2 hands of 27 need more than 53 cards (R5)"),
    Wrong(PLAYED, ("tags",), [["x", "y"]], "$.tags", "expected an object, found [['x', 'y']]"),
    Wrong(PLAYED, ("tags", "X"), "", "$.tags", "a tag has a name such as 'date' or 'table-2', not"),
    Wrong(PLAYED, ("tags", "x"), 1, "$.tags", "expected a text, found 1"),
    Wrong(PLAYED, ("tags", 1), "x", "$.tags", "expected a text, found 1"),
    Wrong(PLAYED, ("tags",), dict.fromkeys(map(str, range(51)), ""), "$.tags", "0 to 50 keys, fo"),
    Wrong(PLAYED, ("comments", 0, "after"), 10_001, "$.comments[0].after", "must be 0 to 10000"),
    Wrong(PLAYED, ("comments", 0, "after"), 2, "$.comments", "expected ascending numbers of move"),
    Wrong(PLAYED, ("comments", 1, "after"), 16, "$.comments", "expected ascending numbers of mov"),
    Wrong(PLAYED, ("comments", 1, "text"), "x" * 50_000, "$.comments", "longer than 50000 charact"),
    Wrong(PLAYED, ("moves", 4, "seat"), 0, "$.moves[4]", "it is another player's turn (R7)"),
    Wrong(PLAYED, ("moves", 4, "seat"), 2, "$.moves[4]", "seat must be a seat, 0 to 1; not 2"),
    Wrong(PLAYED, ("moves", 0), MISSING, "$.moves[0]", "it is another player's turn (R7)"),
    Wrong(PLAYED, ("moves", 0, "move"), {"type": "draw"}, "$.moves[0]", "cards are dealt between"),
    Wrong(PLAYED, ("moves", 6), MISSING, "$.results[0]", "not what the round came to"),
    Wrong(PLAYED, ("moves", 14), MISSING, "$.results[1]", "not what the round came to"),
    Wrong(PLAYED, ("moves", 2, "move", "table", 0, 0), "TS", "$.moves[2]", "not in the hand: TS"),
    Wrong(
        PLAYED,
        ("moves", 2, "move", "table", 0, 0),
        "JS",
        "$.moves[2].move.table[0]",
        "the ranks of a sequence must be consecutive",
    ),
    Wrong(PLAYED, ("moves", 0, "move", "deck", 0), None, "$.moves[0].move.deck[0]", EIGHT),
    Wrong(PLAYED, ("moves", 0, "move", "deck", 0), "KH", "$.moves[0]", "the deck must be exactly"),
    Wrong(PLAYED, ("results", 0, "breakdown", 0, "undercut"), 0, "$.results[0]", "not what the ro"),
    Wrong(PLAYED, ("results",), [], "$.results[0]", "not what the round came to"),
    Wrong(PLAYED, ("result",), None, "$.result", "not what the game came to"),
    Wrong(PLAYED, ("moves",), [], "$.results", "there are more results than rounds"),
    # redacted records
    Wrong(REDACTED, ("seat",), 2, "$", "seat must be a seat, 0 to 1; not 2"),
    Wrong(REDACTED, ("seat",), 0, "$.moves[0].move.deck[0]", "this card is hidden, or shown, aga"),
    Wrong(REDACTED, ("seat",), MISSING, "$", "'seat' is missing"),
    Wrong(
        REDACTED,
        ("moves", 0, "move", "deck", 2),
        "2H",
        "$.moves[0].move.deck[2]",
        "this card is hidden, or shown, against what has been seen of it",
    ),
    Wrong(
        REDACTED,
        ("moves", 0, "move", "deck"),
        [None] * 52,
        "$.moves[0].move.deck",
        "expected 53 cards, found 52",
    ),
    Wrong(REDACTED, ("moves", 3, "seat"), 4, "$.moves[3]", "seat must be a seat, 0 to 1; not 4"),
    Wrong(
        REDACTED,
        ("moves", 2, "move", "table", 0),
        ["KH", "KD", "KS"],
        "$.moves[0]",
        "more has been seen than the pack holds: KH KD",
    ),
]


class TestWrong:
    @pytest.mark.parametrize(
        "wrong", WRONG, ids=lambda wrong: f"{wrong.place} {wrong.problem[:20]}"
    )
    def test_each_fault_has_its_place(self, wrong: Wrong) -> None:
        """The error says where it is, and what was expected."""
        data = wrong.data()
        with pytest.raises(SerializationError) as caught:
            from_data(data, kind_of(wrong.value))
        assert wrong.place == caught.value.path
        assert wrong.problem in caught.value.problem
        assert f"{caught.value.path}: {caught.value.problem}" == str(caught.value)
        assert len(str(caught.value)) < 1000

    def test_the_documents_that_are_changed_can_be_read(self) -> None:
        """So that it is the change that is refused."""
        for wrong in WRONG:
            assert wrong.value == from_data(to_data(wrong.value), kind_of(wrong.value))

    def test_the_first_of_several_faults_is_told(self) -> None:
        """In the order of the document."""
        data = {**to_data(ROUND), "draws": None, "hands": [["8H", "x", "y"], ["z"]], "phase": 1}
        with pytest.raises(SerializationError) as caught:
            from_data(data, GameState)
        assert caught.value.path == "$.phase"
        with pytest.raises(SerializationError) as caught:
            from_data({**data, "phase": "meld"}, GameState)
        assert caught.value.path == "$.hands[0][1]"

    @pytest.mark.parametrize("data", [None, True, 1, 1.5, "draw", [], [{}], {}, (1,), object()])
    def test_no_document(self, data: Any) -> None:
        """Anything else than an object with the keys of a document."""
        for _, form, _ in LOOKS:
            kind = next(kind_of(value) for value, name, _ in LOOKS if name == form)
            with pytest.raises(SerializationError) as caught:
                from_data(data, kind)
            assert caught.value.path == "$"

    def test_errors_are_values(self) -> None:
        """They can be copied and pickled."""
        error = SerializationError("is missing", "$.x")
        for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert ("is missing", "$.x") == (again.problem, again.path)
            assert str(error) == str(again)


class TestCauses:
    @pytest.mark.parametrize(
        "value", [Play("7S 8S 9S | KS KH KC"), Table.parse("7S 8S 9S | KS KH KC")]
    )
    def test_heaps_that_are_no_melds(self, value: Any) -> None:
        """In a play, or as a table, they are refused with every fault, to be sent back."""
        data = to_data(value)
        heaps = data["table" if isinstance(value, Play) else "melds"]
        heaps[0][0], heaps[1][0] = "*", "KH"
        with pytest.raises(InvalidMeld) as caught:
            from_data(data, kind_of(value))
        assert (Reason.JOKER_UNDECLARED, Reason.IDENTICAL_CARDS) == caught.value.violation.reasons
        assert [0, 1] == [fault.meld for fault in caught.value.violation.faults]
        assert [] == getattr(caught.value, "__notes__", [])

    def test_elsewhere_they_are_the_cause(self) -> None:
        """Of an error that has the path."""
        data = {**to_data(ROUND), "table": [["5H", "6H", "7H"], ["5H"]]}
        with pytest.raises(SerializationError) as caught:
            from_data(data, GameState)
        assert caught.value.path == "$.table[1]"
        cause = caught.value.__cause__
        assert isinstance(cause, InvalidMeld)
        assert (Reason.TOO_SHORT,) == cause.violation.reasons

    def test_an_illegal_move_of_a_record(self) -> None:
        """The error that says why is the cause."""
        data = to_data(PLAYED)
        data["moves"][1]["move"] = {"type": "knock"}
        with pytest.raises(SerializationError) as caught:
            from_data(data, GameRecord)
        cause = caught.value.__cause__
        assert isinstance(cause, IllegalMove)
        assert (Reason.DRAW_FIRST,) == cause.violation.reasons


# --- hostile texts --------------------------------------------------------------------------------

DRAW = to_json(Draw())

TEXTS = [
    ("", "$", "this is no JSON: Expecting value"),
    ("{", "$", "this is no JSON: "),
    (DRAW[:-1], "$", "this is no JSON: "),
    (DRAW + "}", "$", "this is no JSON: Extra data"),
    ("\ufeff" + DRAW, "$", "this is no JSON: "),
    (DRAW.replace('"', "'"), "$", "this is no JSON: "),
    (DRAW.replace("draw", "\n"), "$", "this is no JSON: Invalid control character"),
    (DRAW.replace("draw", "\\x"), "$", "this is no JSON: Invalid \\escape"),
    (DRAW.replace("draw", "\\ud800"), "$.type", "expected one of deal, draw, "),
    (DRAW.replace("draw", "\ud800"), "$.type", "expected one of deal, draw, "),
    (DRAW.replace("1", "NaN"), "$.version", "expected 1, found nan"),
    (DRAW.replace("1", "-Infinity"), "$.version", "expected 1, found -inf"),
    (DRAW.replace("1", "1e999"), "$.version", "expected 1, found inf"),
    (DRAW.replace("1", "1.0"), "$.version", "expected 1, found 1.0"),
    (DRAW.replace("1", "1" * 21), "$.version", "expected 1, found 1.11111"),
    (DRAW.replace("1", "1" * 90_000), "$.version", "expected 1, found inf"),
    (DRAW.replace("1", "true"), "$.version", "expected 1, found True"),
    (DRAW.replace("}", ',"type":"draw"}'), "$", "the key 'type' stands there twice"),
    (DRAW + " " * 100_000, "$", "the text is longer than 100000 characters"),
]


class TestTexts:
    @pytest.mark.parametrize(("text", "place", "problem"), TEXTS, ids=range(len(TEXTS)))
    def test_hostile_texts(self, text: str, place: str, problem: str) -> None:
        """They are refused, whatever they are."""
        with pytest.raises(SerializationError) as caught:
            from_json(text, Move)
        assert place == caught.value.path
        assert problem in caught.value.problem
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize(
        ("begin", "end"), [("[", "]"), ('{"":', "}"), ("[", ""), ('[{"":', "")]
    )
    def test_deep_nesting(self, begin: str, end: str) -> None:
        """It is refused, also by a Python that can read it."""
        with pytest.raises(SerializationError) as caught:
            from_json(DRAW.replace("1", begin * 15_000 + "1" + end * 15_000), Move)
        assert caught.value.path in {"$", "$.version"}
        assert len(str(caught.value)) < 300

    def test_a_key_that_stands_twice_has_its_place(self) -> None:
        """Python's reader would believe the last one."""
        text = to_json(ROUND).replace('"target":150', '"target":150,"target":1')
        with pytest.raises(SerializationError) as caught:
            from_json(text, GameState)
        assert "$.rules: the key 'target' stands there twice" == str(caught.value)

    def test_records_may_be_longer(self) -> None:
        """But not without end."""
        assert PLAYED == from_json(to_json(PLAYED) + " " * 200_000, GameRecord)
        with pytest.raises(SerializationError, match="longer than 8000000 characters"):
            from_json(to_json(PLAYED) + " " * 8_000_000, GameRecord)

    def test_no_record_is_too_long(self) -> None:
        """Nothing makes a text longer than rounds that end at once, even with all hands large."""
        rules = Rules(
            hand_size=20,
            knock_limit=1_000_000,
            target=1_000_000,
            extra_draws="optional",
            joker_points=1000,
        )
        joker = "\U0001f0cf"  # twelve characters in JSON
        tags = {f"tag-{number}": joker * MAX_NOTE for number in range(MAX_TAGS)}
        record = GameRecord.of([joker * MAX_NOTE] * 5, rules=rules, dealer=0, tags=tags)
        record = record.with_comment(joker * MAX_COMMENTS)
        without_moves = len(to_json(record))
        for _ in range(10):
            for move in (Deal(pack(5)[::-1]), Draw(), Knock()):
                record = record.with_move(move)
        a_move = (len(to_json(record)) - without_moves) / len(record.moves)
        a_comment = len('{"after":10000,"text":""},')
        assert without_moves + MAX_MOVES * (a_move + a_comment) < 8_000_000

    def test_the_longest_comments(self) -> None:
        """As much as a record takes is read, and not one character more."""
        record = GameRecord.of(["A", "B"], dealer=0).with_comment("x" * (MAX_COMMENTS - 1))
        record = record.with_move(Deal(pack(2))).with_comment("y")
        check_round_trip(record)
        data = to_data(record)
        data["comments"][1]["text"] = "yy"
        with pytest.raises(SerializationError, match="longer than 50000 characters"):
            from_data(data, GameRecord)

    def test_what_no_other_program_could_read_is_not_written(self) -> None:
        """Half of a surrogate pair, which a record can have in its names and notes."""
        record = GameRecord.of(["A", "B"], dealer=0)
        for strange in (
            GameRecord.of(["\ud800", "B"], dealer=0),
            record.with_tag("x", "\udfff"),
            record.with_comment("\udfff\ud800"),
        ):
            assert strange == GameRecord.loads(strange.dumps())
            for write in (to_json, to_data):
                with pytest.raises(SerializationError, match="half of a surrogate pair"):
                    write(strange)
        check_round_trip(record.with_tag("x", "\U0001f0cf"))


# --- any damage -----------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 5, 2**53, 10**400, 1.0, 0.5, float("nan"), float("inf")),
    *("", "x", "8S", "8s", "*", "*=8S", "*=*", "draw", "\ud800", "R12", (), [], {}, [[]], [None]),
    *({"": ""}, {"type": "draw"}, object()),
)


def nodes(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object in the data with each of its indices or keys."""
    if isinstance(data, (dict, list)):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from nodes(data[key])


@st.composite
def damaged_data(draw: st.DrawFn) -> tuple[Any, Any]:
    """A value of any format, and its data with some parts replaced, moved, doubled or left out."""
    value = draw(st.sampled_from(VALUES))
    data = to_data(value)
    for _ in range(draw(st.integers(1, 3))):
        places = list(nodes(data))
        holder, key = draw(st.sampled_from(places))
        other, other_key = draw(st.sampled_from(places))
        kind = draw(st.sampled_from(("odd", "copy", "cut", "add")))
        if kind == "odd":
            holder[key] = copy.copy(draw(st.sampled_from(ODD)))
        elif kind == "copy":
            holder[key] = copy.deepcopy(other[other_key])
        elif kind == "cut":
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        else:
            holder[f"{key}s"] = copy.deepcopy(holder[key])
    return value, data


VALUES = [
    *(value for value, *_ in LOOKS),
    ENDED,
    SECOND,
    OVER,
    SEEN,
    view(OVER, 0),
    PLAYED,
    REDACTED,
]


class TestDamage:
    @settings(max_examples=10 * slow.max_examples)
    @given(damaged_data())
    def test_damaged_data(self, damage: tuple[Any, Any]) -> None:
        """It is refused by one of our errors, or is the data of another value."""
        value, data = damage
        check_read_or_refused(format_of(value), data)

    @settings(max_examples=4 * slow.max_examples)
    @given(st.data())
    def test_damaged_texts(self, data: st.DataObject) -> None:
        """They are refused by one of our errors, or are the texts of another value."""
        value = data.draw(st.sampled_from(VALUES))
        text = data.draw(damaged(to_json(value)))
        error, again = tried(from_json, text, kind_of(value))
        if error is None:
            check_round_trip(again)
        else:
            assert isinstance(error, RummyError)
            assert len(str(error)) < 2000

    @pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name)
    def test_hostile_arguments(self, hostile: Hostile) -> None:
        """A wrong type is a TypeError that names the argument, a wrong value one of our errors."""
        make, is_class = hostile.make, hostile.name == "type"
        for name, (error, _) in (
            ("text", tried(from_json, make(), Move)),
            ("data", tried(from_data, make(), Move)),
            ("kind", tried(from_json, DRAW, make())),
            ("kind", tried(schema, make())),
            ("value", tried(to_json, make())),
        ):
            if isinstance(error, TypeError):
                assert str(error).startswith(f"{name} must be ")
            elif error is None:
                assert is_class or hostile.name in {"card", "joker"}
            else:
                assert isinstance(error, SerializationError)
                assert name in {"text", "data"} or is_class
                assert len(str(error)) < 1000


def tried(function: Callable[..., Any], *arguments: object) -> tuple[Exception | None, Any]:
    """Return the error that a call ends with, or None and what it returns."""
    try:
        return None, function(*arguments)
    except Exception as error:  # noqa: BLE001  # whichever it is will be judged
        return error, None
