"""Redacted records (D27): what a seat knows is there, and nothing else can be found in them."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    AnyCard,
    Deal,
    Draw,
    GameRecord,
    GameState,
    IllegalMove,
    Move,
    NotationError,
    Phase,
    RedactedRecord,
    RummyError,
    apply,
    pack,
)
from tests.damage import check_damaged, damaged
from tests.golden import SETTINGS
from tests.strategies import PLAYERS, game, switches
from tests.test_record import GAME, PLAYED

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=max(1, slow.max_examples // 3))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records of games, or of their beginnings, by any players under all switches."""
    rules = draw(switches(target=60, hand_size=draw(st.integers(3, 10)), knock_limit=20))
    player = draw(st.sampled_from(PLAYERS))
    steps = game(draw(st.integers(2, 5)), rules, draw(st.integers(0, 999)), player)
    played = tuple(islice(steps, draw(st.integers(1, 120))))
    start = played[0].before
    record = GameRecord.of(["N"] * start.players, rules=rules, dealer=start.dealer)
    for step in played:
        record = record.with_move(step.move)
    return record


# --- permuting what cannot be seen ----------------------------------------------------------------


@attrs.frozen
class Round:
    """A round, with who got each card of its deck; None for those that were not drawn."""

    before: GameState
    moves: tuple[Move, ...]
    after: GameState
    owners: tuple[int | None, ...]

    @property
    def deck(self) -> tuple[AnyCard, ...]:
        """The cards as they were dealt and drawn."""
        deal = self.moves[0]
        assert isinstance(deal, Deal)
        return deal.deck

    def goes_the_same(self, deck: list[AnyCard]) -> bool:
        """Whether with this deck all moves are legal, and what all see in the end is the same."""
        state = apply(self.before, Deal(deck))
        try:
            for move in self.moves[1:]:
                state = apply(state, move)
        except IllegalMove:
            return False
        ended = state.phase in {Phase.DEAL, Phase.GAME_OVER}
        return not ended or self.after.hands == state.hands


def rounds(record: GameRecord) -> list[Round]:
    """Return the rounds of a game."""
    states = list(record.states())
    deals = [index for index, move in enumerate(record.moves) if isinstance(move, Deal)]
    found = []
    for start, end in zip(deals, [*deals[1:], len(record.moves)], strict=True):
        before, moves = states[start], record.moves[start:end]
        dealt = before.players * before.rules.hand_size
        owners: list[int | None] = [
            (before.dealer + 1 + place) % before.players for place in range(dealt)
        ]
        turns = zip(states[start:end], moves, strict=True)
        owners += [state.current_player for state, move in turns if isinstance(move, Draw)]
        owners += [None] * (len(pack(before.players)) - len(owners))
        found.append(Round(before, moves, states[end], tuple(owners)))
    return found


def with_other_hidden_cards(record: GameRecord, seat: int | None, rng: random.Random) -> GameRecord:
    """Return a game that goes the same for a seat, with other cards wherever it has seen none.

    Unseen cards change places two by two, as long as all moves stay legal and the hands that are
    shown at the ends of rounds stay the same.
    """
    moves: list[Move] = []
    for played in rounds(record):
        deck = list(played.deck)
        unseen = [
            place for place in range(len(deck)) if seat is None or played.owners[place] != seat
        ]
        for _ in range(30):
            one, other = rng.choice(unseen), rng.choice(unseen)
            deck[one], deck[other] = deck[other], deck[one]
            if not played.goes_the_same(deck):
                deck[one], deck[other] = deck[other], deck[one]
        moves += (Deal(deck), *played.moves[1:])
    other_record = GameRecord.of(record.names, rules=record.rules, dealer=record.dealer)
    for move in moves:
        other_record = other_record.with_move(move)
    return other_record


class TestNothingLeaks:
    @slow
    @given(records(), st.integers(0, 999), st.data())
    def test_d27_hidden_cards_make_no_difference(
        self, record: GameRecord, seed: int, data: st.DataObject
    ) -> None:
        """Whatever a seat cannot see may be otherwise: its record stays the same in every way."""
        seat = data.draw(st.none() | st.integers(0, len(record.names) - 1))
        other = with_other_hidden_cards(record, seat, random.Random(seed))
        ours, theirs = record.redacted(seat), other.redacted(seat)
        assert ours.dumps() == theirs.dumps()
        assert ours == theirs
        assert hash(ours) == hash(theirs)
        assert (repr(ours), str(ours)) == (repr(theirs), str(theirs))
        assert pickle.dumps(ours) == pickle.dumps(theirs)
        assert ours.results == theirs.results

    def test_the_games_compared_differ(self) -> None:
        """Many of their hidden cards do, so that it says something that nobody sees it."""
        record = GameRecord.loads(SETTINGS[0].path.read_text(encoding="utf-8"))
        other = with_other_hidden_cards(record, 0, random.Random(1))
        for ours, theirs in zip(rounds(record), rounds(other), strict=True):
            pairs = zip(ours.deck, theirs.deck, strict=True)
            assert sum(ours is not theirs for ours, theirs in pairs) > 3
        assert record.redacted(0) == other.redacted(0)
        assert record.redacted(1) != other.redacted(1)


def as_seen(record: GameRecord, seat: int | None) -> list[str]:
    """Return the lines of a record with the cards that the seat has not got hidden."""
    lines = []
    played = iter(rounds(record))
    stock: Iterator[int | None] = iter(())
    for line in record.dumps().splitlines():
        key, _, said = line.partition(":")
        if key == "deal 0":
            current = next(played)
            stock = iter(current.owners[current.before.players * current.before.rules.hand_size :])
        if key.startswith("deal ") and key != f"deal {seat}":
            said = " ?" * len(said.split())
        elif key == "stock":
            seen = [seat is not None and next(stock) == seat for _ in said.split()]
            cards = zip(said.split(), seen, strict=True)
            said = "".join(f" {card if shown else '?'}" for card, shown in cards)
        elif said.startswith(" draw") and key != str(seat):
            said = " draw (?)"
        lines.append(f"{key}:{said}" if said else key)
    lines.insert(1, f"redacted for: {'spectators' if seat is None else seat}")
    return lines


class TestText:
    @few
    @given(records())
    def test_d27_what_is_hidden(self, record: GameRecord) -> None:
        """The cards that a seat has not got; all plays and results are shown."""
        for seat in (None, *range(len(record.names))):
            assert as_seen(record, seat) == record.redacted(seat).dumps().splitlines()

    @few
    @given(records(), st.data())
    def test_reading_gives_the_record_that_was_written(
        self, record: GameRecord, data: st.DataObject
    ) -> None:
        """For every seat, and for spectators."""
        redacted = record.redacted(data.draw(st.none() | st.integers(0, len(record.names) - 1)))
        again = RedactedRecord.loads(redacted.dumps())
        assert redacted == again
        assert hash(redacted) == hash(again)
        assert redacted.dumps() == again.dumps()

    def test_what_a_redacted_record_tells(self) -> None:
        """Who plays by which rules, for whom it is redacted, and the results."""
        redacted = PLAYED.redacted(1)
        assert (("Ann", "Ben"), 1, 1) == (redacted.names, redacted.dealer, redacted.seat)
        assert (PLAYED.rules, PLAYED.results) == (redacted.rules, redacted.results)
        assert PLAYED.redacted(None).seat is None

    def test_tags_and_comments_are_left_out(self) -> None:
        """They may tell anything, such as the seed of the shuffle."""
        text = PLAYED.with_comment("Ben holds the king").redacted(1).dumps()
        for told in ("date", "2026", "Ann is new", "At once", "king"):
            assert told not in text

    def test_comments_on_a_redacted_record_are_kept(self) -> None:
        """Whoever has it may write into it."""
        text = PLAYED.redacted(1).dumps().replace("\nrules", "\ntag x: y\nrules")
        text = text.replace("dealer: 1\n", "dealer: 1\n# Hm.\n")
        assert text == RedactedRecord.loads(text).dumps()

    @pytest.mark.parametrize("seat", [2, -1, 10**10])
    def test_a_seat_that_there_is_not(self, seat: int) -> None:
        """It sees nothing, not even a record."""
        with pytest.raises(RummyError, match="seat must be a seat, 0 to 1"):
            PLAYED.redacted(seat)

    @pytest.mark.parametrize("seat", ["0", 1.0, True])
    def test_a_seat_is_a_number(self, seat: Any) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match="seat must be an int"):
            PLAYED.redacted(seat)

    def test_each_kind_is_read_as_what_it_is(self) -> None:
        """A redacted record is no game record, nor the other way round."""
        with pytest.raises(NotationError, match=r"line 2, column 1: .* RedactedRecord\.loads"):
            GameRecord.loads(PLAYED.redacted(1).dumps())
        with pytest.raises(NotationError, match=r"line 1, column 1: .* GameRecord\.loads"):
            RedactedRecord.loads(GAME)


REDACTED = PLAYED.redacted(1).dumps()

DAMAGE = [
    ("redacted for: 1", "redacted for: ^2", "expected a seat, 0 to 1, found '2'"),
    ("redacted for: 1", "redacted for: ^nobody", "expected a number of at most nine digits"),
    ("deal 0: ? ? ?", "deal 0: ? ? ^2H", "this card is hidden, or shown, against"),
    ("deal 1: KH KD 3C", "deal 1: ^? KD 3C", "this card is hidden, or shown, against"),
    ("deal 1: KH KD 3C", "deal 1: KH ^KX 3C", "expected a card such as '8S'"),
    ("stock: ? KC ?", "stock: ? KC ^4C", "this card is hidden, or shown, against"),
    ("stock: ? KC ?", "stock: ^? KC", "expected 47 cards, found 46"),
    ("0: draw (?)", "0: draw ^(9S)", "expected '(?)', found '(9S)'"),
    ("1: draw (KC)", "1: draw ^(?)", "expected '(KC)', found '(?)'"),
    ("0: end", "1: end", "it is another player's turn (R7)"),
    # what no hidden cards make possible
    ("KH KD KC (KH KD KC)", "KH KD KS (KH KD KS)", "not in the hand: KS (R18)"),
    ("play 7S 8S 9S (7S 8S 9S)", "play 7S 8S 9S TS JS (7S 8S 9S TS JS)", "not in the hand: "),
    ("play 7S 8S 9S (7S 8S 9S)", "play KS KD KH (KS KH KD)", "than the pack holds: KH KD"),
    ("hands: 2H / 3C", "hands: KH / 3C", "more has been seen than the pack holds: KH"),
    ("hands: 2H / 3C", "hands: 2H 2D / 3C", "expected 'hands: "),
    ("hands: 2H / 3C", "hands: 2H / 3C / 3C", "expected 'hands: "),
    ("hands: 2H / 3C", "hands: ^2H", "expected the hands of 2 to 5 seats"),
    ("points: 2 3", "points: 3 3", "expected 'points: 2 3', found 'points: 3 3'"),
]


class TestDamage:
    @pytest.mark.parametrize(("old", "new", "problem"), DAMAGE)
    def test_what_cannot_be_is_refused(self, old: str, new: str, problem: str) -> None:
        """At its place, here `^`, otherwise somewhere."""
        assert old in REDACTED
        before, marked, after = REDACTED.replace(old, new, 1).partition("^")
        with pytest.raises(NotationError) as caught:
            RedactedRecord.loads(before + after)
        assert problem in caught.value.problem
        if marked:
            assert len(before) == caught.value.position

    @settings(max_examples=6 * slow.max_examples)
    @given(damaged(REDACTED))
    def test_any_damage(self, text: str) -> None:
        """The text is refused with a place in it, or is the text of another record."""
        assert check_damaged(text, RedactedRecord.loads, RedactedRecord.dumps)
