"""Records of games: grown move by move, written, read, replayed, and refused if damaged."""

from __future__ import annotations

import copy
import pickle
import random
import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    Deal,
    Draw,
    GameRecord,
    IllegalMove,
    InvalidMeld,
    Knock,
    NotationError,
    Phase,
    Reason,
    RedactedRecord,
    Rules,
    RummyError,
    SetupError,
    new_game,
    pack,
)
from manipulation_rummy.record.reading import MAX_TEXT
from manipulation_rummy.record.transcript import MAX_COMMENTS, MAX_MOVES, MAX_NOTE, MAX_TAGS
from tests.damage import check_damaged, damaged
from tests.strategies import Step, games

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=max(1, slow.max_examples // 3))

NAMES = ("Ann", "Ben", "Chloë", "", " \\n\n\u202e\ud800")


def record_of(steps: tuple[Step, ...], names: tuple[str, ...] = NAMES) -> GameRecord:
    """Return the record of a game, or of its beginning."""
    start = steps[0].before
    record = GameRecord.of(names[: start.players], rules=start.rules, dealer=start.dealer)
    for step in steps:
        record = record.with_move(step.move)
    return record


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records of games or of their beginnings, with any names, tags and comments."""
    steps = draw(games())
    steps = steps[: draw(st.sampled_from((0, 1, 2, len(steps))) | st.integers(0, len(steps)))]
    start = steps[0].before if steps else new_game(3, dealer=1)
    texts = st.text(st.characters(), max_size=12)
    record = GameRecord.of(
        draw(st.lists(texts, min_size=start.players, max_size=start.players)),
        rules=start.rules,
        dealer=start.dealer,
        tags=draw(st.dictionaries(st.from_regex(r"\A[a-z][a-z0-9_-]{0,8}\Z"), texts, max_size=3)),
    )
    comments = draw(st.dictionaries(st.integers(0, len(steps)), texts, max_size=4))
    for made in range(len(steps) + 1):
        if made in comments:
            record = record.with_comment(comments[made])
        if made < len(steps):
            record = record.with_move(steps[made].move)
    return record


# --- growing --------------------------------------------------------------------------------------


class TestGrowing:
    @few
    @given(games())
    def test_a_record_holds_the_game(self, steps: tuple[Step, ...]) -> None:
        """Its moves, the state after the last one, and the results of the rounds."""
        record = record_of(steps)
        assert tuple(step.move for step in steps) == record.moves
        assert steps[-1].after == record.state
        results = [step.after.last_round for step in steps if step.after.phase is Phase.DEAL]
        assert (*results, steps[-1].after.last_round) == record.results
        assert [steps[0].before, *(step.after for step in steps)] == list(record.states())

    def test_a_record_stays_as_it_is(self) -> None:
        """Growing gives another one."""
        record = GameRecord.of(["Ann", "Ben"], dealer=0)
        longer = record.with_move(Deal(pack(2)))
        assert ((), 1) == (record.moves, len(longer.moves))
        assert Phase.DEAL is record.state.phase
        assert record != longer

    def test_an_illegal_move_is_refused(self) -> None:
        """As by `apply`, with every reason, and nothing is recorded."""
        record = GameRecord.of(["Ann", "Ben"], dealer=0)
        with pytest.raises(IllegalMove) as caught:
            record.with_move(Draw())
        assert (Reason.WRONG_PHASE,) == caught.value.violation.reasons
        record = record.with_move(Deal(pack(2)))
        with pytest.raises(IllegalMove) as caught:
            record.with_move(Draw(), seat=0)
        assert (Reason.NOT_YOUR_TURN,) == caught.value.violation.reasons
        assert 1 == len(record.moves)
        assert 2 == len(record.with_move(Draw(), seat=1).moves)

    def test_the_first_dealer(self) -> None:
        """Is given, or chosen by chance as by `new_game`."""
        for seed in range(5):
            dealer = new_game(4, rng=random.Random(seed)).dealer
            record = GameRecord.of(["A", "B", "C", "D"], rng=random.Random(seed))
            assert dealer == record.dealer
        with pytest.raises(SetupError, match="exactly one of dealer and rng"):
            GameRecord.of(["A", "B"])

    def test_replaying_stops_at_a_move_that_is_not_legal(self) -> None:
        """In a record that was put together by hand, after the states before that move."""
        record = GameRecord.of(["A", "B"], dealer=0).with_move(Deal(pack(2)))
        broken = attrs.evolve(record, moves=(*record.moves, Knock(), Draw()))
        states = broken.states()
        assert [Phase.DEAL, Phase.DRAW] == [next(states).phase, next(states).phase]
        with pytest.raises(IllegalMove):
            next(states)

    def test_comments(self) -> None:
        """They stand after the moves made so far; at one place they become one."""
        record = GameRecord.of(["A", "B"], dealer=0).with_comment("one").with_comment("two\nthree")
        record = record.with_move(Deal(pack(2))).with_move(Draw()).with_comment("")
        assert ((0, "one\ntwo\nthree"), (2, "")) == record.comments
        record = record.with_comment("four")
        assert ((0, "one\ntwo\nthree"), (2, "\nfour")) == record.comments

    def test_tags(self) -> None:
        """One of a name; a new value takes the place of the old one."""
        record = GameRecord.of(["A", "B"], dealer=0, tags={"date": "today", "table-2": ""})
        record = record.with_tag("date", "2026-07-05").with_tag("x_1", "y")
        assert (("date", "2026-07-05"), ("table-2", ""), ("x_1", "y")) == record.tags

    def test_its_text_for_people_is_short(self) -> None:
        """However long the names and the game are."""
        record = GameRecord.of(["Ann", "B" * 1000], dealer=0).with_move(Deal(pack(2)))
        assert "<GameRecord of 'Ann', 'BBBBBBBBBBBB...BBBBBBBBBBBBB': 1 moves>" == repr(record)
        assert repr(record.redacted(1)).startswith("<RedactedRecord for seat 1 of 'Ann', 'BBB")
        assert "for spectators" in repr(record.redacted(None))

    @pytest.mark.parametrize(
        ("arguments", "error", "message"),
        [
            ({"names": "Ann"}, TypeError, "names must be a sequence"),
            ({"names": ["Ann", 5]}, TypeError, r"names\[1\] must be a str"),
            ({"names": ["Ann"]}, SetupError, "names must have 2 to 5 entries"),
            ({"names": ["A"] * 6}, SetupError, "names must have 2 to 5 entries"),
            ({"names": ["A", "B" * 1001]}, RummyError, r"names\[1\]: longer than 1000 characters"),
            ({"dealer": 2}, SetupError, "dealer must be a seat, 0 to 1"),
            ({"rules": Rules(hand_size=27)}, SetupError, "need more than 53 cards"),
            ({"tags": [("date", "x")]}, TypeError, "tags must be a mapping"),
            ({"tags": {5: "x"}}, TypeError, "tags: name must be a str"),
            ({"tags": {"date": 5}}, TypeError, "tags: value must be a str"),
            ({"tags": {"Date": "x"}}, RummyError, "tags: a tag has a name such as 'date'"),
            ({"tags": {"": "x"}}, RummyError, "tags: a tag has a name such as 'date'"),
            ({"tags": {"x" * 41: "x"}}, RummyError, "tags: a tag has a name such as 'date'"),
            ({"tags": {"date": "x" * 1001}}, RummyError, "tags: value: longer than 1000"),
            ({"tags": {f"x{n}": "" for n in range(51)}}, RummyError, "has at most 50 tags"),
        ],
    )
    def test_what_cannot_be_kept(
        self, arguments: dict[str, Any], error: type[Exception], message: str
    ) -> None:
        """A name or a tag that no record can hold is refused at once."""
        usual: dict[str, Any] = {"names": ["A", "B"], "dealer": 0}
        with pytest.raises(error, match=message):
            GameRecord.of(**usual | arguments)

    @pytest.mark.parametrize("method", ["with_comment", "with_tag"])
    def test_wrong_types(self, method: str) -> None:
        """A TypeError names the argument."""
        record = GameRecord.of(["A", "B"], dealer=0)
        with pytest.raises(TypeError, match="must be a str"):
            getattr(record, method)(*[5, "x"][: 1 + (method == "with_tag")])


# --- writing and reading --------------------------------------------------------------------------


PAGE = Path(__file__).parents[1] / "docs" / "notation.md"
GAME = next(
    block
    for block in re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    if block.startswith("manipulation-rummy record 1\n")
)
"""The whole game in the documentation."""

PLAYED = GameRecord.loads(GAME)


class TestText:
    @slow
    @given(records())
    def test_reading_gives_the_record_that_was_written(self, record: GameRecord) -> None:
        """With any names, tags and comments, and the state it leads to."""
        again = GameRecord.loads(record.dumps())
        assert record == again
        assert hash(record) == hash(again)
        assert (record.state, record.results) == (again.state, again.results)
        assert record.dumps() == again.dumps()

    @pytest.mark.parametrize("end", ["\r\n", "\n\n", " \n\t", "\n \r\n"])
    def test_line_ends_and_blanks_do_not_matter(self, end: str) -> None:
        """As other systems and editors leave them; nor does a byte order mark."""
        assert PLAYED == GameRecord.loads("\ufeff" + GAME.replace("\n", end))
        assert PLAYED == GameRecord.loads(GAME.rstrip("\n"))

    @given(st.text(st.characters(), max_size=20))
    def test_any_text_can_be_kept(self, text: str) -> None:
        """As a name, a tag and a comment, in lines that every system and editor leaves alone."""
        record = GameRecord.of([text, text], dealer=0, tags={"x": text}).with_comment(text)
        written = record.dumps()
        assert record == GameRecord.loads(written)
        assert written == written.encode().decode()
        assert written.splitlines() == written.split("\n")[:-1]
        assert record == GameRecord.loads("\n".join(map(str.strip, written.split("\n"))))

    def test_what_is_escaped(self) -> None:
        """Nothing of what can be seen, except the backslash."""
        name = " é Дора ♠ \\ \n\t\r\x85\u2028\u202e\ud800\U0001f0a1 "
        line = GameRecord.of([name, ""], dealer=0).dumps().splitlines()[1]
        expected = (
            r"player 0: \u0020é Дора ♠ \\ \n\u0009\u000d\u0085\u2028\u202e\ud800"
            "\U0001f0a1"
            r"\u0020"
        )
        assert expected == line

    def test_pairs_of_surrogates_are_kept_apart(self) -> None:
        """They are not taken for the one character that they would be in JSON."""
        record = GameRecord.of(["\ud83c\udca1", "\U0001f0a1"], dealer=0)
        assert record.names == GameRecord.loads(record.dumps()).names

    def test_the_game_in_the_documentation(self) -> None:
        """It is written as it stands there, and ends as it says."""
        assert GAME == PLAYED.dumps()
        assert ((39, 0), (139, 0)) == (
            PLAYED.state.scores,
            PLAYED.state.result and PLAYED.state.result.final,
        )
        assert ((0, "Ann is new to the game."), (2, "At once!")) == PLAYED.comments

    def test_cards_are_read_in_any_form(self) -> None:
        """Melds in any order, comments without a blank; all is written in one way."""
        text = GAME.replace("deal 0: 7S 2H 8S", "deal 0: 7♠ 2h 8s")
        text = text.replace("play 7S 8S 9S | KH KD KC", "play kc,kd,kh|9S 8S 7S")
        text = text.replace("# At once!", "#At once!")
        assert PLAYED == GameRecord.loads(text)

    def test_records_travel(self) -> None:
        """They can be copied, pickled and hashed, and stay equal."""
        for again in (copy.deepcopy(PLAYED), pickle.loads(pickle.dumps(PLAYED))):
            assert PLAYED == again
            assert hash(PLAYED) == hash(again)
            assert PLAYED.state == again.state

    def test_a_record_that_was_read_grows_on(self) -> None:
        """From where it ends."""
        start, _, _ = GAME.partition("\nround 2")
        record = GameRecord.loads(f"{start}\nunfinished\n")
        for move in PLAYED.moves[len(record.moves) :]:
            record = record.with_move(move)
        assert PLAYED == record


DAMAGE = [
    # the header
    ("manipulation-rummy", "manipulation", "expected 'manipulation-rummy record 1', found 'mani"),
    ("record 1", "record ^2", "only version 1 can be read, not 2"),
    ("player 0: Ann\n", "", "expected 'player 0: …', found 'player 1: Ben'"),
    ("player 1: Ben\n", "", "expected 'player 1: …', found 'tag date: 2026-07-05'"),
    ("player 1: Ben", "player 1: Ben\n^player 1: Eve", "expected 'player 2: …', found"),
    (
        "player 1: Ben\n",
        "player 1:\nplayer 2:\nplayer 3:\nplayer 4:\n^player 5:\n",
        "there are more than 5 players (R1)",
    ),
    ("Ann\n", "^" + "x" * 1001 + "\n", "name: longer than 1000 characters"),
    ("Ann\n", r"Ann^\x" + "\n", "expected another backslash, n, or u and four"),
    ("Ann\n", "Ann^\\\n", "expected another backslash, n, or u and four"),
    ("Ann\n", r"Ann^\u12" + "\n", "expected another backslash, n, or u and four"),
    ("tag date", "^tag Date", "a tag has a name such as 'date' or 'table-2', not 'Date'"),
    ("tag date", "^tag", "a tag has a name such as 'date' or 'table-2', not ''"),
    ("tag date", "tag date: x\ntag ^date", "the tag 'date' stands there twice"),
    ("2026", "20\\^26", None),
    ("rules: ", "rules: ^fun=1 ", "expected the name of a rule, found 'fun'"),
    ("target=30", "target=^0", "target must be 1 to 1000000, not 0"),
    ("hand_size=3", "hand_size=^27", None),
    ("dealer: 1", "dealer: ^2", "expected a seat, 0 to 1, found '2'"),
    ("dealer: 1", "dealer:^", "expected a number of at most nine digits, found nothing"),
    ("dealer: 1\n", "", "expected 'dealer: …', found '# Ann is new to the game.'"),
    # rounds
    ("round 1", "round 2", "expected 'round 1', found 'round 2'"),
    ("round 1\n", "", "expected a move, a round or 'unfinished', found 'deal 0: 7S 2H 8S'"),
    ("deal 0: 7S 2H 8S\n", "", "expected 'deal 0: …', found 'deal 1: KH KD 3C'"),
    ("deal 0: 7S 2H 8S", "deal 0: ^7S 2H", "expected 3 cards, found 2"),
    ("deal 0: 7S 2H 8S", "deal 0: 7S ^2X 8S", "expected a card such as '8S'"),
    ("deal 0: 7S 2H 8S", "deal 0: 7S ^? 8S", "expected a card such as '8S'"),
    ("deal 0: 7S 2H 8S", "deal 0: 7S 2H^,8S 8S", None),
    ("stock: 9S KC", "stock: ^9S", "expected 47 cards, found 46"),
    # moves
    ("0: draw (9S)", "0: draw ^(9H)", "expected '(9S)', found '(9H)'"),
    ("0: draw (9S)", "0: draw^", "expected '(9S)', found nothing"),
    ("0: draw (9S)", "0: draw ^(9S", "expected '(9S)', found '(9S'"),
    ("0: draw (9S)", "1: draw (9S)", "it is another player's turn (R7)"),
    ("0: draw (9S)", "^2: draw (9S)", "expected a seat, 0 to 1, found '2'"),
    ("0: draw (9S)", "^٣: draw (9S)", "expected a number of at most nine digits"),
    ("0: draw (9S)", "0: ^fold", "expected draw, play, end, knock or deal, found 'fold'"),
    ("0: draw (9S)", "0: draw ^again (9S)", "expected nothing after 'draw', found 'again'"),
    ("0: draw (9S)", "0: end", "a turn begins with a draw (R8)"),
    ("0: draw (9S)", "0: ^deal 9S", "a deal is written as the beginning of a round"),
    ("0: end", "0: end ^(9S)", "expected nothing after the move, found '(9S)'"),
    ("(7S 8S 9S)", "^(7S 8S)", "expected '(7S 8S 9S)', found '(7S 8S)'"),
    ("play 7S 8S 9S (", "play ^7S 8S (", "meld 1: a meld has at least 3 cards: 7S 8S (R11)"),
    ("| KH KD KC (", "| ^KH KD (", "meld 2: a meld has at least 3 cards: KH KD (R11)"),
    ("play 7S 8S 9S (", "play 7S 8S ^9X (", "expected a card such as '8S'"),
    ("play 7S 8S 9S (", "play^ (", "expected melds, or '-' for an empty table, found nothing"),
    ("0: play 7S 8S 9S (", "0: play 8S 9S TS (", "not in the hand: TS (R18)"),
    ("1: knock\n", "", "expected a move, found 'ended: knocked 1'"),
    # results
    ("ended: knocked 1", "ended: knocked 0", "expected 'ended: knocked 1', found 'ended: knock"),
    ("hands: 2H / 3C\n", "", "expected 'hands: 2H / 3C', found 'points: 2 3'"),
    ("points: 2 3", "points: 2 4", "expected 'points: 2 3', found 'points: 2 4'"),
    ("winners: 0", "winners: 1", "expected 'winners: 0', found 'winners: 1'"),
    ("scores: 11 0", "scores: 1 0", "expected 'scores: 11 0', found 'scores: 1 0'"),
    ("totals: 11 0", "totals: 1 0", "expected 'totals: 11 0', found 'totals: 1 0'"),
    ("totals: 11 0\n\n", "^", "expected 'totals: 11 0', found 'round 2'"),
    ("totals: 11 0", "0: draw (2C)", "expected 'totals: 11 0', found '0: draw (2C)'"),
    ("totals: 11 0", "totals: 11 0\n^totals: 11 0", "expected a move, found 'totals: 11 0'"),
    ("totals: 11 0", "totals: 11 0\n0: ^deal 9S", "a deal is written as the"),
    ("0: end\n", "0: end\n^scores: 1 1\n", "expected a move, found 'scores: 1 1'"),
    # the end
    ("final: 139 0", "final: 138 0", "expected 'final: 139 0', found 'final: 138 0'"),
    ("final: 139 0", "unfinished", "expected 'final: 139 0', found 'unfinished'"),
    ("139 0\nwinners: 0", "139 0\n^winners: 1", "expected 'winners: 0', found 'winners: 1'"),
    ("139 0\nwinners: 0\n", "139 0\n^", "expected 'winners: 0', found nothing"),
    ("139 0\nwinners: 0", "139 0\nwinners: 0\n^# Bye.", "expected nothing after the end"),
    ("\n\nfinal: 139 0", "\nround 3", None),
]


class TestDamage:
    @pytest.mark.parametrize(("old", "new", "problem"), DAMAGE)
    def test_what_is_damaged_is_refused(self, old: str, new: str, problem: str | None) -> None:
        """At its place, here `^`, otherwise at the beginning of the line that is changed."""
        start, found, rest = GAME.partition(old)
        assert found
        before, marked, after = (start + new + rest).partition("^")
        with pytest.raises(NotationError) as caught:
            GameRecord.loads(before + after)
        assert problem is None or problem in caught.value.problem
        if problem is not None:
            line = start.count("\n") + 1
            expected = (before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)
            assert (expected if marked else (line, 1)) == (caught.value.line, caught.value.column)

    @pytest.mark.parametrize("lines", range(len(GAME.splitlines())))
    def test_a_text_that_breaks_off_is_refused(self, lines: int) -> None:
        """Wherever it does; a record that goes on says so."""
        with pytest.raises(NotationError, match="found nothing"):
            GameRecord.loads("".join(GAME.splitlines(keepends=True)[:lines]))

    @settings(max_examples=6 * slow.max_examples)
    @given(damaged(GAME))
    def test_any_damage(self, text: str) -> None:
        """The text is refused with a place in it, or is the text of another record."""
        assert check_damaged(text, GameRecord.loads, GameRecord.dumps)

    @few
    @given(records(), st.data())
    def test_any_damage_to_any_record(self, record: GameRecord, data: st.DataObject) -> None:
        """The same for other games."""
        text = data.draw(damaged(record.dumps()))
        assert check_damaged(text, GameRecord.loads, GameRecord.dumps)

    def test_the_error_behind_is_kept(self) -> None:
        """Whoever asks sees the reasons."""
        with pytest.raises(NotationError) as caught:
            GameRecord.loads(GAME.replace("0: draw (9S)", "0: end", 1))
        cause = caught.value.__cause__
        assert isinstance(cause, IllegalMove)
        assert (Reason.DRAW_FIRST,) == cause.violation.reasons
        with pytest.raises(NotationError) as caught:
            GameRecord.loads(GAME.replace("play 7S 8S 9S (", "play 7S 8S (", 1))
        assert isinstance(caught.value.__cause__, InvalidMeld)

    @pytest.mark.parametrize("wrong", [None, 5, GAME.encode(), PLAYED])
    @pytest.mark.parametrize("record", [GameRecord, RedactedRecord])
    def test_wrong_types(self, record: Any, wrong: Any) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="text must be a str"):
            record.loads(wrong)


# --- bounds ---------------------------------------------------------------------------------------


HEADER = "manipulation-rummy record 1\nplayer 0: A\nplayer 1: B\ndealer: 0\n"
DEALT = GameRecord.of(["A", "B"], dealer=0).with_move(Deal(pack(2))).dumps().rpartition("\n\n")[0]


class TestBounds:
    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("\n" * (MAX_TEXT + 1), "the text is longer than 4000000 characters"),
            ("\n" * MAX_TEXT, "found nothing"),
            ("x" * MAX_TEXT, "expected 'manipulation-rummy record 1'"),
            (HEADER + "#\n" * 60_000, "the comments are longer than 50000 characters"),
            (HEADER + "#" + "x" * 60_000, "the comments are longer than 50000 characters"),
            (HEADER + "round 1\ndeal 0: " + "8S " * 2000, "this is longer than 4096 characters"),
            (DEALT + "\n1: play " + "8S " * 2000, "the text is longer than 4096 characters"),
            (DEALT + "\n1: draw" * 1001, "there are more than 1000 lines in a round"),
            (DEALT + "\nhands: x" * 1001, "there are more than 1000 lines in a round"),
            (
                DEALT.replace("record 1", "record 1\nredacted for: 0") + "\nhands: " + "/" * 5000,
                "this is longer than 4096 characters",
            ),
        ],
    )
    def test_long_texts_are_refused(self, text: str, problem: str) -> None:
        """As soon as they are longer than any record."""
        for kind in (GameRecord, RedactedRecord):
            with pytest.raises(NotationError) as caught:
                kind.loads(text)
            assert problem in caught.value.problem or "expected a card such" in str(caught.value)

    def test_the_bounds_are_told(self) -> None:
        """The page on the texts names each of them."""
        page = " ".join(PAGE.read_text(encoding="utf-8").split())
        for bound in (
            *(f"{MAX_TEXT:,} characters", f"{MAX_MOVES:,} moves", f"{MAX_TAGS} tags"),
            *(f"{MAX_COMMENTS:,} characters of comments", f"{MAX_NOTE} characters in a name"),
        ):
            assert bound in page

    def test_a_line_of_cards_may_be_wide(self) -> None:
        """Up to 4096 characters, blanks and all."""
        wide = "7S" + " " * (4096 - len("7S2H 8S")) + "2H 8S"
        assert PLAYED == GameRecord.loads(GAME.replace("7S 2H 8S", wide))
        with pytest.raises(NotationError, match="this is longer than 4096 characters"):
            GameRecord.loads(GAME.replace("7S 2H 8S", wide.replace("7S", "7S ")))

    def test_comments_are_bounded(self) -> None:
        """All together; as many as a record can hold are read."""
        record = GameRecord.of(["A", "B"], dealer=0).with_comment("\0" * (MAX_COMMENTS - 2))
        record = record.with_comment("x")
        assert record == GameRecord.loads(record.dumps())
        with pytest.raises(RummyError, match="longer than 50000 characters"):
            record.with_comment("")
        with pytest.raises(NotationError, match="longer than 50000 characters"):
            GameRecord.loads(record.dumps().replace("# x", "# xx"))

    def test_moves_are_bounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A record with as many as it can hold is read, with one more it is not."""
        record = GameRecord.of(["A", "B"], dealer=0).with_move(Deal(pack(2)))
        monkeypatch.setattr("manipulation_rummy.record.records.MAX_MOVES", 2)
        monkeypatch.setattr("manipulation_rummy.record.reading.MAX_MOVES", 2)
        record = record.with_move(Draw())
        drawn = record.state.stock[0]
        assert record == GameRecord.loads(record.dumps())
        with pytest.raises(RummyError, match="a record has at most 2 moves"):
            record.with_move(Draw())
        with pytest.raises(NotationError, match="there are more than 2 moves"):
            GameRecord.loads(record.dumps().replace("\n\nunf", f"\n1: draw ({drawn})\n\nunf"))

    def test_the_longest_record_can_be_read(self) -> None:
        """Short rounds have the longest text for their moves, a deck and two hands for three."""
        rules = Rules(hand_size=21, knock_limit=1000, extra_draws="optional", target=1_000_000)
        tags = {f"x{number}": "\0" * MAX_NOTE for number in range(MAX_TAGS)}
        record = GameRecord.of(["\0" * MAX_NOTE] * 5, rules=rules, dealer=0, tags=tags)
        start = len(record.with_comment("\0" * MAX_COMMENTS).dumps())
        played = GameRecord.of([""] * 5, rules=rules, dealer=0)
        for number in range(30):
            played = played.with_move((Deal(pack(5)), Draw(), Knock())[number % 3])
        assert start + 1.1 * len(played.dumps()) * MAX_MOVES / 30 < MAX_TEXT
