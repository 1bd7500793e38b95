"""Drafts: no step loses a card, the same judge as for moves, every play can be reached."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    Draft,
    DraftError,
    Draw,
    EndTurn,
    GameState,
    IllegalMove,
    Joker,
    Meld,
    NotationError,
    Phase,
    Play,
    Reason,
    Table,
    Turn,
    Violation,
    apply,
    can_partition,
    check_meld,
    check_play,
    check_table,
    parse_cards,
    plays,
    public_view,
    validate,
    view,
)
from tests.situations import advance, play
from tests.strategies import DECLARED, NATURALS, any_rules, games, is_legal_meld, plays_of
from tests.test_conformance import cases, heaps


def draft_of(hand: str, table: str = "", **position: Any) -> Draft:
    """Return the draft of a turn with this hand and table."""
    return Draft.of(GameState.setup([hand, "2H", "2H"], table=table, **position))


def reasons(draft: Draft) -> tuple[Reason, ...]:
    """Return why a draft cannot be committed."""
    return draft.violation.reasons if draft.violation else ()


def as_held(cards: Any) -> Counter[AnyCard]:
    """Count cards as physical cards: jokers are alike."""
    return Counter(JOKER if isinstance(card, Joker) else card for card in cards)


def all_cards(draft: Draft) -> Counter[AnyCard]:
    """Count the cards of a draft, wherever they are."""
    laid = [card for heap in draft.heaps for card in heap]
    return as_held([*laid, *draft.hand, *draft.loose])


class At(NamedTuple):
    """A position of which only the turn is known."""

    turn: Turn


# --- random drafts --------------------------------------------------------------------------------


def some(cards: tuple[AnyCard, ...], rng: random.Random) -> list[AnyCard]:
    """Return some of the cards, mostly few."""
    return rng.sample(cards, min(len(cards), rng.choice((0, 1, 1, 1, 2, 3, 20))))


def in_order(card: AnyCard, rng: random.Random) -> AnyCard:
    """Return a card as it can be placed: a joker often stands for a card then."""
    return Joker(rng.choice(NATURALS)) if card is JOKER and rng.random() < 0.7 else card


def step(draft: Draft, rng: random.Random) -> Draft:
    """Take a step that is perhaps impossible; then a DraftError is raised."""
    heap, other = (rng.randrange(-1, len(draft.heaps) + 1) for _ in range(2))
    if draft.heaps and rng.random() < 0.9:
        heap, other = (rng.randrange(len(draft.heaps)) for _ in range(2))
    cards = draft.heaps[heap] if 0 <= heap < len(draft.heaps) else ()
    jokers = [card for card in cards if isinstance(card, Joker)]
    joker = rng.choice(jokers) if jokers else JOKER
    target = rng.choice((heap, None))
    steps: dict[str, Callable[[], Draft]] = {
        "take": lambda: draft.take(some(cards, rng), heap),
        "take from the hand": lambda: draft.take(some(draft.hand, rng)),
        "place": lambda: draft.place([in_order(c, rng) for c in some(draft.loose, rng)], target),
        "play": lambda: draft.place([in_order(c, rng) for c in some(draft.hand, rng)], target),
        "put back": lambda: draft.put_back(some(draft.loose, rng)),
        "declare": lambda: draft.declare(rng.choice(NATURALS), heap, was=joker.stands_for),
        "declare loose": lambda: draft.declare(rng.choice(NATURALS)),
        "split": lambda: draft.split(heap, some(cards, rng)),
        "join": lambda: draft.join(heap, other),
        "swap": lambda: draft.swap(
            joker.stands_for or NATURALS[0], heap, rng.choice((None, other))
        ),
        "complete": lambda: draft.complete() or draft,
        "reset": draft.reset,
    }
    weights = [6, 3, 6, 6, 2, 3, 1, 3, 2, 4, 1, 0.3]
    return steps[rng.choices(list(steps), weights)[0]]()


def walk(draft: Draft, rng: random.Random, length: int = 15) -> Iterator[Draft]:
    """Yield a draft and those after each of some steps, whenever one was possible."""
    yield draft
    for _ in range(length):
        try:
            draft = step(draft, rng)
        except DraftError:
            continue
        yield draft


rounds = games(any_rules().map(lambda rules: attrs.evolve(rules, target=1)))


@st.composite
def melding(draw: st.DrawFn) -> GameState:
    """A state from a round in which a meld is due, mostly beside a table."""
    states = [done.before for done in draw(rounds) if done.before.phase is Phase.MELD]
    with_table = [state for state in states if state.table.melds]
    return draw(st.sampled_from(with_table or states))


seeds = st.integers(0, 2**32 - 1)
slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


class TestSteps:
    def test_it_begins_with_the_melds_as_heaps(self) -> None:
        """In the order of the table, with the whole hand and nothing picked up."""
        draft = draft_of("KS 2D", "KH KD KC | 7S 8S 9S")
        assert "7S 8S 9S | KH KD KC" == str(draft)
        assert (parse_cards("2D KS"), (), ()) == (draft.hand, draft.loose, draft.played)
        assert Table.parse("7S 8S 9S | KH KD KC") == draft.table
        assert f"Draft(heaps={draft.heaps}, hand={draft.hand}, loose=())" == repr(draft)

    def test_take_and_place(self) -> None:
        """Cards come from hand and heaps, are loose, and go to a heap or a new one."""
        draft = draft_of("8H 9C", "7S 8S 9S TS | 5H 6H 7H")
        taken = draft.take("8H").take("TS", 1)
        assert parse_cards("8H TS") == taken.loose
        assert (parse_cards("9C"), "5H 6H 7H | 7S 8S 9S") == (taken.hand, str(taken))
        placed = taken.place("8H", 0).place("TS")
        assert ("5H 6H 7H 8H | 7S 8S 9S | TS", ()) == (str(placed), placed.loose)
        assert parse_cards("8H") == placed.played

    def test_place_takes_what_is_picked_up_first(self) -> None:
        """Of twins the loose one, and only what is lacking from the hand."""
        draft = draft_of("8S 9S", "8S 8H 8D 8C | 2C 3C 4C").take("8S", 1)
        assert (parse_cards("8S 9S"), ()) == (draft.place("8S").hand, draft.place("8S").loose)
        both = draft.place("8S 8S 9S")
        assert ((), (), "8S 8S 9S") == (both.hand, both.loose, str(both).split(" | ")[-1])

    def test_a_heap_lies_in_the_order_of_a_meld(self) -> None:
        """Whatever the order in which cards come; an ace stands above all but a two."""
        draft = draft_of("AS KS QS 2S *")
        assert "KS AS" == str(draft.place("AS KS"))
        assert "QS KS AS" == str(draft.place("AS KS").place("QS", 0))
        assert "AS 2S KS" == str(draft.place("AS KS").place("2S", 0))
        assert "AS *" == str(draft.place("* AS"))
        assert "*=TS KS AS" == str(draft.place("AS KS *=TS"))

    def test_heaps_keep_their_index(self) -> None:
        """An emptied one stays, and the next new heap takes its place."""
        draft = draft_of("KC KD", "5H 6H 7H | 7S 8S 9S")
        emptied = draft.take("5H 6H 7H", 0)
        assert ((), parse_cards("7S 8S 9S")) == emptied.heaps
        assert "- | 7S 8S 9S" == str(emptied)
        assert "KC | 7S 8S 9S" == str(emptied.place("KC"))
        assert "KC | 7S 8S 9S | KD" == str(emptied.place("KC").place("KD"))
        assert draft.heaps == emptied.place("5H 6H 7H", 0).heaps

    def test_put_back(self) -> None:
        """What came from the hand returns to it; a joker stands for nothing then."""
        draft = draft_of("8H * 9C", "5H 6H 7H").place("8H *=9H", 0)
        back = draft.take("8H *=9H", 0).put_back("*=9H 8H")
        assert draft.reset() == back
        assert draft.reset() == draft.take("8H *=9H", 0).put_back("8H").put_back("*=9H")

    def test_r18_cards_of_the_table_stay_on_it(self) -> None:
        """They do not go to the hand (R18), nor more of one card than the hand had."""
        draft = draft_of("8S 9C", "8S 8H 8D 8C").place("8S", 0).take("8S 8S 8H", 0)
        with pytest.raises(DraftError, match="to the hand: 8H"):
            draft.put_back("8H")
        with pytest.raises(DraftError, match="to the hand: 8S"):
            draft.put_back("8S 8S")
        assert parse_cards("8S 9C") == draft.put_back("8S").hand

    def test_r20_declare(self) -> None:
        """A joker says what it stands for, in a heap or picked up, and may say it anew."""
        draft = draft_of("* 9C", "7S 8S 9S").place("*", 0)
        assert (Reason.JOKER_UNDECLARED,) == reasons(draft)
        declared = draft.declare("TS", 0)
        assert ("7S 8S 9S *=TS", ()) == (str(declared), reasons(declared))
        assert "*=6S 7S 8S 9S" == str(declared.declare("6S", 0, was="TS"))
        loose = draft.take("*", 0).declare("TS")
        assert parse_cards("*=TS") == loose.loose
        assert parse_cards("*=6S") == loose.declare(Card.parse("6S"), was="TS").loose
        with pytest.raises(DraftError, match=r"what is picked up has no \*$"):
            draft.declare("TS")
        with pytest.raises(DraftError, match=r"heap 0 has no \*$"):
            declared.declare("6S", 0)

    def test_r20_a_joker_is_declared_where_it_is_placed(self) -> None:
        """From what is picked up before the hand; one that stands for the very card goes first."""
        draft = draft_of("* 9C", "7S *=8S 9S").take("*=8S", 0)
        assert (parse_cards("9C *"), ()) == (draft.place("*=8S").hand, draft.place("*=8S").loose)
        placed = draft.place("*=2C")
        assert (parse_cards("9C"), parse_cards("*=8S")) == (placed.hand, placed.loose)
        both_loose = draft.take("*").place("*=8S", 0)
        assert ("7S *=8S 9S", (JOKER,)) == (str(both_loose), both_loose.loose)
        assert "7S *=8S 9S | *=2C" == str(both_loose.place("*=2C"))
        with pytest.raises(DraftError, match=r"neither picked up nor in the hand: \*=3C"):
            placed.place("*=3C")

    def test_split_and_join(self) -> None:
        """The cards split off make a new heap; a joined heap leaves its place empty."""
        draft = draft_of("9C", "5H 6H 7H 8H 9H TH | 2C 3C 4C")
        split = draft.split(1, "8H 9H TH")
        assert "2C 3C 4C | 5H 6H 7H | 8H 9H TH" == str(split)
        joined = split.join(2, 1)
        assert "2C 3C 4C | 5H 6H 7H 8H 9H TH | -" == str(joined)
        assert "2C 3C 4C | TH | 5H 6H 7H 8H 9H" == str(joined.split(1, "5H 6H 7H 8H 9H"))
        assert "- | 2C 3C 4C" == str(
            draft.take("2C", 0).join(0, 1).take("5H 6H 7H 8H 9H TH", 1).place("2C", 0).join(0, 1)
        )

    def test_r21_swap_from_the_hand(self) -> None:
        """The card takes the place of the joker, which is picked up and stands for nothing."""
        draft = draft_of("8S 9C", "7S *=8S 9S").swap("8S", 0)
        assert ("7S 8S 9S", (JOKER,), parse_cards("9C")) == (str(draft), draft.loose, draft.hand)
        assert (Reason.JOKER_MISSING,) == reasons(draft)
        assert draft.place("*=TS", 0).can_commit

    def test_r21_d14_swap_from_another_heap(self) -> None:
        """The card comes from there, and the joker can go there or anywhere (R21, R23)."""
        draft = draft_of("8C 9C", "7S *=8S 9S | 8S 8H 8D").swap("8S", 0, 1)
        assert "7S 8S 9S | 8H 8D" == str(draft)
        assert draft.place("*=8S 8C", 1).can_commit
        assert (Reason.NO_CARD_PLAYED,) == reasons(draft.place("*=8S", 1))

    def test_swap_with_a_card_picked_up(self) -> None:
        """It goes before its twin in the hand."""
        draft = draft_of("8S 9C", "7S *=8S 9S | 8S 8H 8D 8C").take("8S", 1).swap("8S", 0)
        assert (parse_cards("8S 9C"), (JOKER,)) == (draft.hand, draft.loose)

    def test_swap_with_like_jokers_picked_up(self) -> None:
        """The one of the heap is freed, another goes on standing for its card."""
        draft = draft_of("8S *", "7S *=8S 9S").take("*").declare("8S").swap("8S", 0)
        assert parse_cards("*=8S *") == draft.loose

    def test_reset(self) -> None:
        """Everything is where it was."""
        draft = draft_of("8S *", "7S *=8S 9S")
        assert draft == draft.swap("8S", 0).place("*=2C *").reset()

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (lambda d: d.take("KC"), "the hand has no KC"),
            (lambda d: d.take("8S 8S"), "the hand has no 8S"),
            (lambda d: d.take("8S", 0), "heap 0 has no 8S"),
            (lambda d: d.take("*=9S", 0), r"heap 0 has no \*=9S"),
            (lambda d: d.take("8S", 2), "heap: there is no heap 2, of 2"),
            (lambda d: d.take("8S", -1), "heap: there is no heap -1, of 2"),
            (lambda d: d.take("", 0), "cards: there must be at least one"),
            (lambda d: d.place(""), "cards: there must be at least one"),
            (lambda d: d.place("KC *=2C 8S", 0), r"in the hand: KC \*=2C$"),
            (lambda d: d.place("8S", 2), "heap: there is no heap 2"),
            (lambda d: d.put_back("8S"), "what is picked up has no 8S"),
            (lambda d: d.put_back(""), "cards: there must be at least one"),
            (lambda d: d.declare("8S", 5), "heap: there is no heap 5"),
            (lambda d: d.declare("8S", 0, was="9S"), r"heap 0 has no \*=9S"),
            (lambda d: d.declare("8S"), r"what is picked up has no \*"),
            (lambda d: d.split(1, "KH KD KC"), "heap 1 has no other cards than these: KH KD KC"),
            (lambda d: d.split(1, "8S"), "heap 1 has no 8S"),
            (lambda d: d.split(1, ""), "cards: there must be at least one"),
            (lambda d: d.split(2, "8S"), "heap: there is no heap 2"),
            (lambda d: d.join(1, 1), "heap 1 cannot be joined with itself"),
            (lambda d: d.join(2, 1), "heap: there is no heap 2"),
            (lambda d: d.join(1, 2), "into: there is no heap 2"),
            (lambda d: d.take("KH KD KC", 1).join(1, 0), "heap 1 has no cards"),
            (lambda d: d.swap("9S", 0), r"heap 0 has no \*=9S"),
            (lambda d: d.swap("8S", 1), r"heap 1 has no \*=8S"),
            (lambda d: d.swap("8S", 0, 1), "heap 1 has no 8S"),
            (lambda d: d.swap("8S", 0, 7), "source: there is no heap 7"),
            (lambda d: d.take("8S").put_back("8S").place("9C").swap("8S", 2), "heap 2 has no"),
            (lambda d: d.place("8S").swap("8S", 0), "neither picked up nor in the hand: 8S"),
            (lambda d: d.faults_of(2), "heap: there is no heap 2"),
        ],
    )
    def test_what_cannot_be_done(self, wrong: Callable[[Draft], object], message: str) -> None:
        """A DraftError says what is wrong."""
        draft = draft_of("8S 9C", "7S *=8S 9S | KH KD KC")
        with pytest.raises(DraftError, match=message):
            wrong(draft)

    @pytest.mark.parametrize("card", ["", "*", "*=8S", "8S 9S", "8X"])
    def test_a_card_to_be_declared_or_swapped_is_one_natural_card(self, card: str) -> None:
        """Other text is a NotationError."""
        draft = draft_of("8S *", "7S *=8S 9S")
        with pytest.raises(NotationError):
            draft.declare(card, 0)
        with pytest.raises(NotationError):
            draft.declare("8S", 0, was=card)
        with pytest.raises(NotationError):
            draft.swap(card, 0)

    def test_wrong_types(self) -> None:
        """A TypeError names the argument."""
        draft: Any = draft_of("8S *", "7S *=8S 9S")
        with pytest.raises(TypeError, match=r"^card must be a Card or a text"):
            draft.declare(JOKER, 0)
        with pytest.raises(TypeError, match=r"^was must be a Card or a text"):
            draft.declare("8S", 0, was=8)
        with pytest.raises(TypeError, match=r"^card must be a Card or a text"):
            draft.swap(None, 0)
        with pytest.raises(TypeError, match=r"^source must be an int"):
            draft.swap("8S", 0, True)
        with pytest.raises(TypeError, match=r"^into must be an int"):
            draft.join(0, "1")
        with pytest.raises(TypeError, match=r"^state_or_view must be"):
            Draft.of(draft)


class TestWhoseDraft:
    STATE = GameState.setup(["8H KC", "8S 2C", "3D"], table="5H 6H 7H")

    def test_of_a_state(self) -> None:
        """The hand is that of the player to move, unless another seat is named."""
        assert parse_cards("8H KC") == Draft.of(self.STATE).hand
        assert Draft.of(self.STATE) == Draft.of(self.STATE, seat=0)
        assert parse_cards("3D") == Draft.of(self.STATE, seat=2).hand

    def test_of_a_view(self) -> None:
        """It is that of the player who sees it; the drafts are those of the state."""
        for seat in range(3):
            assert Draft.of(self.STATE, seat=seat) == Draft.of(view(self.STATE, seat))

    def test_r7_another_seat_prepares_and_cannot_commit(self) -> None:
        """Every step can be taken while it is another's turn; the one reason is that (R7)."""
        state = GameState.setup(["8H KC", "8H 2C", "3D"], table="5H 6H 7H")
        for draft in (Draft.of(state, seat=1), Draft.of(view(state, 1))):
            prepared = draft.place("8H", 0)
            assert "5H 6H 7H 8H" == str(prepared)
            assert (Reason.NOT_YOUR_TURN,) == reasons(prepared)
            assert validate(state, play("5H 6H 7H 8H"), seat=1) == prepared.violation
            assert prepared == draft.complete()
            with pytest.raises(IllegalMove) as caught:
                prepared.commit()
            assert prepared.violation == caught.value.violation

    @pytest.mark.parametrize(
        ("position", "reason"),
        [
            ({"phase": Phase.DRAW}, Reason.DRAW_FIRST),
            ({"phase": Phase.END}, Reason.ALREADY_MELDED),
            ({"phase": Phase.END, "melded": False}, Reason.THIRD_DRAW_BARS_MELD),
        ],
    )
    def test_in_the_wrong_phase(self, position: dict[str, Any], reason: Reason) -> None:
        """The engine's reason stands alone, whatever lies there."""
        draft = draft_of("8H KC", "5H 6H 7H", **position)
        for done in (draft, draft.place("8H", 0), draft.place("KC")):
            assert (reason,) == reasons(done)

    def test_between_rounds_and_after_the_game(self) -> None:
        """A deal is due, or nothing: told as by the engine."""
        for scores, reason in (((0, 0), Reason.WRONG_PHASE), ((140, 0), Reason.GAME_OVER)):
            state = GameState.setup(["AS AH AD", "QC KC"], scores=scores)
            over = apply(state, play("AS AH AD"))
            draft = Draft.of(over, seat=0 if over.current_player == 0 else 1)
            assert (reason,) == reasons(draft)
            assert [reason] == [f.reason for f in validate(over, play("AS AH AD")).faults]  # type: ignore[union-attr]

    def test_where_there_is_no_hand(self) -> None:
        """Spectators have none, nobody is to move after the game: a DraftError."""
        over = apply(GameState.setup(["AS AH AD", "QC"], scores=(140, 0)), play("AS AH AD"))
        for position in (public_view(self.STATE), over):
            with pytest.raises(DraftError, match="no hand to play from"):
                Draft.of(position)

    def test_seats(self) -> None:
        """There must be such a seat, and a view has its own already."""
        with pytest.raises(DraftError, match="seat must be a seat, 0 to 2"):
            Draft.of(self.STATE, seat=3)
        with pytest.raises(DraftError, match="only a state has a hand for each seat"):
            Draft.of(view(self.STATE, 1), seat=1)

    def test_carry_over_after_a_draw(self) -> None:
        """The heaps stay as they were laid out; the card drawn is in the hand."""
        state = GameState.setup(["8H KC", "2S"], table="5H 6H 7H", stock="9H 2D")
        draft = Draft.of(state).place("8H", 0).take("KC").split(0, "5H")
        later = draft.carry_over(apply(state, Draw()))
        assert (draft.heaps, draft.loose, parse_cards("9H")) == (
            later.heaps,
            later.loose,
            later.hand,
        )
        assert later.reset() == Draft.of(apply(state, Draw()))

    def test_carry_over_into_the_own_turn(self) -> None:
        """What was prepared can be committed then."""
        state = GameState.setup(["KC", "8H 2S"], table="5H 6H 7H", last_lap=1)
        prepared = Draft.of(state, seat=1).place("8H", 0)
        now = prepared.carry_over(apply(state, EndTurn()))
        assert Play("5H 6H 7H 8H") == now.commit()
        assert prepared.carry_over(view(apply(state, EndTurn()), 1)) == now

    def test_carry_over_is_refused(self) -> None:
        """Where the table is another one, or a card that is used is not held any more."""
        state = GameState.setup(["8H KC", "8H 2S", "2H"], table="5H 6H 7H")
        other = advance(state, play("5H 6H 7H 8H"), EndTurn())
        with pytest.raises(DraftError, match="the table has changed"):
            Draft.of(state, seat=1).carry_over(other)
        for used in (Draft.of(state).place("8H KC"), Draft.of(state).take("8H KC")):
            with pytest.raises(DraftError, match="the hand has no KC"):
                used.carry_over(state, seat=1)


class TestJudging:
    def test_every_fault_at_once(self) -> None:
        """Of the heaps, with their index, then of the cards that are missing."""
        draft = draft_of("8S 9C", "7S *=8S 9S | KH KD KC | 2C 3C 4C")
        draft = draft.take("KH KD KC", 2).take("4C", 0).place("9C").declare("2H", 1, was="8S")
        assert [
            (Reason.TOO_SHORT, 0),
            (Reason.MIXED, 1),
            (Reason.TOO_SHORT, 2),
            (Reason.CARD_MISSING, None),
            (Reason.JOKER_CHANGED, None),
        ] == [(fault.reason, fault.meld) for fault in draft.violation.faults]  # type: ignore[union-attr]

    def test_empty_heaps_are_none(self) -> None:
        """They are not judged, and the others are told by their own index."""
        draft = draft_of("8H KC", "5H 6H 7H | 7S 8S 9S | TD JD QD").take("5H 6H 7H", 0)
        draft = draft.place("8H", 2)
        assert () == draft.faults_of(0)
        fault = draft.violation.faults[0]  # type: ignore[union-attr]
        assert (Reason.MIXED, 2) == (fault.reason, fault.meld)
        assert (Reason.CARD_MISSING, None) == (
            draft.violation.faults[1].reason,  # type: ignore[union-attr]
            draft.violation.faults[1].meld,  # type: ignore[union-attr]
        )

    def test_a_loose_card_of_the_hand_just_stays_there(self) -> None:
        """Whoever holds it in mid-air can commit the rest."""
        draft = draft_of("8H KC", "5H 6H 7H").place("8H", 0).take("KC")
        assert Play("5H 6H 7H 8H") == draft.commit()

    def test_r18_a_loose_card_of_the_table_is_missing(self) -> None:
        """Unless its twin from the hand lies there, which is no addition then (R18)."""
        draft = draft_of("8S KC", "8S 8H 8D 8C").take("8S", 0)
        assert Reason.CARD_MISSING in reasons(draft)
        assert (Reason.NO_CARD_PLAYED,) == reasons(draft.take("8S").place("8S", 0))
        assert () == draft.place("8S", 0).played

    def test_r23_a_joker_of_the_table_cannot_be_kept(self) -> None:
        """It is picked up when it is freed, and is to be used again."""
        draft = draft_of("8S KC", "7S *=8S 9S").swap("8S", 0)
        assert (Reason.JOKER_MISSING,) == reasons(draft)
        with pytest.raises(DraftError, match=r"to the hand: \* "):
            draft.put_back("*")

    def test_d13_jokers_are_alike(self) -> None:
        """One of the hand may be used in place of one of the table, which goes to the hand then."""
        draft = draft_of("8S * KC", "7S *=8S 9S").place("*=TS", 0).swap("8S", 0)
        assert parse_cards("KC *") == draft.put_back("*").hand
        assert parse_cards("8S") == draft.put_back("*").played
        assert draft.can_commit

    @slow
    @given(melding(), seeds)
    def test_agreement_with_check_play_and_validate(self, state: GameState, seed: int) -> None:
        """The violation of a draft is that of its heaps, and of the play if they are melds."""
        for draft in walk(Draft.of(state), random.Random(seed)):
            laid = [heap for heap in draft.heaps if heap]
            assert check_play(state.table, state.turn.hand or (), laid) == without_gaps(draft)
            if check_table(laid) is None:
                assert validate(state, Play(laid)) == draft.violation
                assert draft.can_commit is (draft.violation is None)
            if draft.can_commit:
                assert Play(laid) == draft.commit()
                after = apply(state, draft.commit())
                hand = Counter(state.turn.hand) - Counter(draft.played)
                assert hand == Counter([*draft.hand, *draft.loose])
                assert after.table == Table(laid)
            else:
                with pytest.raises(IllegalMove) as caught:
                    draft.commit()
                assert draft.violation == caught.value.violation

    @slow
    @given(melding(), seeds)
    def test_the_faults_of_each_heap(self, state: GameState, seed: int) -> None:
        """They are those of `check_meld`, and those of the violation but for the index."""
        for draft in walk(Draft.of(state), random.Random(seed)):
            told = draft.violation.faults if draft.violation else ()
            for index, heap in enumerate(draft.heaps):
                violation = check_meld(heap) if heap else None
                assert (violation.faults if violation else ()) == draft.faults_of(index)
                of_heap = [attrs.evolve(f, meld=None) for f in told if f.meld == index]
                assert tuple(of_heap) == draft.faults_of(index)


def without_gaps(draft: Draft) -> Violation | None:
    """Return the violation with the indices that the heaps have without the empty ones."""
    if draft.violation is None:
        return None
    indices = [index for index, heap in enumerate(draft.heaps) if heap]
    return Violation.of(
        fault if fault.meld is None else attrs.evolve(fault, meld=indices.index(fault.meld))
        for fault in draft.violation.faults
    )


class TestInvariants:
    @slow
    @given(melding(), seeds, st.booleans())
    def test_no_step_loses_a_card(self, state: GameState, seed: int, off_turn: bool) -> None:
        """Heaps, hand and loose cards are the table and the hand, and the hand gets no others."""
        seat = ((state.current_player or 0) + off_turn) % state.players
        expected = as_held([*state.table.cards, *state.hands[seat]])
        hand = Counter(state.hands[seat])
        for draft in walk(Draft.of(state, seat=seat), random.Random(seed)):
            assert expected == all_cards(draft)
            assert Counter(draft.hand) <= hand
            assert state.table == draft.table
            assert len(draft.heaps) <= len(state.table) + expected.total()
            for heap in draft.heaps:
                assert not is_legal_meld(heap) or Meld(heap).cards == heap

    @slow
    @given(melding(), seeds)
    def test_undo_is_keeping_the_old_one(self, state: GameState, seed: int) -> None:
        """No step changes a draft, and the same steps give equal drafts with equal hashes."""
        drafts = list(walk(Draft.of(state), random.Random(seed)))
        shown = list(map(repr, drafts))
        again = list(walk(Draft.of(state), random.Random(seed)))
        assert drafts == again
        assert list(map(hash, drafts)) == list(map(hash, again))
        assert shown == list(map(repr, drafts))
        assert drafts == pickle.loads(pickle.dumps(drafts))
        for draft in drafts:
            assert drafts[0] == draft.reset()
            assert draft == draft.carry_over(state)

    @slow
    @given(rounds, seeds)
    def test_every_play_can_be_taken_apart_and_rebuilt(self, steps: Any, seed: int) -> None:
        """From wherever a draft stands, its steps lead to any play, which is what it commits to."""
        rng = random.Random(seed)
        melds = list(plays_of(steps))
        for done, move in rng.sample(melds, min(1, len(melds))):
            *_, draft = walk(Draft.of(done.before), rng, 8)
            assert move == rebuilt(draft, [meld.cards for meld in move.table], rng).commit()
            draft = Draft.of(done.before)
            assert move == rebuilt(draft, [meld.cards for meld in move.table], rng).commit()


def rebuilt(draft: Draft, proposed: Sequence[tuple[AnyCard, ...]], rng: random.Random) -> Draft:
    """Take a draft apart, and lay out other heaps card by card."""
    for index, heap in enumerate(draft.heaps):
        if heap:
            draft = draft.take(heap, index)
    wanted = Counter(card for heap in proposed for card in heap)
    for heap in rng.sample(proposed, len(proposed)):
        index = next((i for i, laid in enumerate(draft.heaps) if not laid), len(draft.heaps))
        for place, card in enumerate(rng.sample(heap, len(heap))):
            spare = [c for c in (Counter(draft.loose) - wanted).elements() if c in DECLARED]
            if isinstance(card, Joker) and card.stands_for and card not in draft.loose and spare:
                draft = draft.declare(card.stands_for, was=spare[0].counts_as)
            draft = draft.place([card], index if place else None)
            wanted[card] -= 1
    return draft


@cases("turns")
def test_turns(case: dict[str, Any]) -> None:
    """A proposed table can be laid out and is judged as it should be, or cards for it lack."""
    hand = parse_cards(" ".join(case["hand"]))
    proposed = [parse_cards(" ".join(heap)) for heap in case["proposed"]]
    # the cards of a case need not all be in one pack
    turn = attrs.evolve(
        GameState.setup(["KC", "QC"]).turn, table=Table.parse(heaps(case["table"])), hand=hand
    )
    expected = {Reason[name] for name in case.get("reasons", ())}
    try:
        draft = rebuilt(Draft.of(At(turn)), proposed, random.Random(1))
    except DraftError:
        assert Reason.CARD_NOT_IN_HAND in expected
    else:
        assert case["expect"] is draft.can_commit
        assert expected <= set(reasons(draft))


class TestCompleting:
    def test_it_adds_what_is_lacking(self) -> None:
        """The fewest further cards that make melds of everything, in the heaps as they are."""
        draft = draft_of("9H 8S 8D KC", "5H 6H 7H 8H").place("8S 8D")
        done = draft.complete()
        assert done is not None
        assert "5H 6H 7H | 8S 8H 8D" == str(done)
        assert (parse_cards("9H KC"), ()) == (done.hand, done.loose)
        assert done.can_commit

    def test_none_if_it_cannot(self) -> None:
        """What is placed must be used; what is only picked up need not be."""
        draft = draft_of("8H KC", "5H 6H 7H")
        assert draft.place("KC").complete() is None
        assert draft.take("KC 8H").complete() == draft.place("8H", 0)
        assert draft_of("KC 2D", "5H 6H 7H").complete() is None

    def test_r18_at_least_one_card_is_played(self) -> None:
        """A table that only lies differently is not finished (R18)."""
        draft = draft_of("TH KC", "5H 6H 7H 8H 9H").split(0, "8H 9H")
        assert "5H 6H 7H | 8H 9H TH" == str(draft.complete())
        assert draft_of("KC", "5H 6H 7H 8H 9H TH").split(0, "8H 9H TH").complete() is None

    def test_cards_of_the_table_picked_up_are_used(self) -> None:
        """They go back to it, a card of the hand picked up to the hand, twins as need be."""
        draft = draft_of("9S 8S KC", "5S 6S 7S 8S").take("8S", 0).take("8S KC").place("9S", 0)
        done = draft.complete()
        assert done is not None
        assert ("5S 6S 7S 8S 9S", parse_cards("8S KC"), ()) == (str(done), done.hand, done.loose)
        twins = draft_of("9S KC", "5S 6S 7S 8S | 5S 6S 7S 8S").take("8S", 0).take("8S", 1)
        done = twins.complete()
        assert done is not None
        assert parse_cards("9S") == done.played
        spare = draft_of("8S 8S KC", "5S 6S 7S").place("8S", 0).take("8S").complete()
        assert spare is not None
        assert parse_cards("8S KC") == spare.hand

    def test_melds_that_can_stay_do(self) -> None:
        """Only what has to change does, and the others keep their index."""
        draft = draft_of("9H KC", "2C 3C 4C | 5H 6H 7H 8H | 8S 8D 8C").place("9H")
        assert "2C 3C 4C | 5H 6H 7H 8H 9H | 8S 8D 8C | -" == str(draft.complete())
        draft = draft_of("5C KC", "2C 3C 4C | 5S 5H 5D").place("5C")
        assert "2C 3C 4C | 5S 5H 5D 5C | -" == str(draft.complete())

    def test_melds_made_of_others_take_the_heap_they_have_most_of(self) -> None:
        """New ones the first empty one, or one at the end."""
        draft = draft_of("9S 9D QH", "2C 3C 4C | 5H 6H 7H 8H 9H TH JH").place("9S 9D")
        assert "2C 3C 4C | 5H 6H 7H 8H | 9S 9H 9D | TH JH QH" == str(draft.complete())
        draft = draft_of("8S KC", "2C 3C 4C | 9S TS JS").take("2C 3C 4C", 0).place("8S")
        assert "2C 3C 4C | 8S 9S TS JS" == str(draft.complete())
        draft = draft_of("QS KC", "5H 6H 7H | 9S TS JS")
        crossed = draft.take("5H 6H 7H", 0).take("9S TS JS", 1).place("TS JS", 0).place("5H 6H", 1)
        assert "9S TS JS QS | 5H 6H 7H" == str(crossed.complete())

    def test_jokers_keep_what_they_stand_for(self) -> None:
        """Those of the hand as well, as long as it takes no more cards."""
        draft = draft_of("* 3H 4H KC").place("*=2H 3H")
        assert "*=2H 3H 4H" == str(draft.complete())
        assert "*=2H 3H 4H" == str(draft_of("* 3H 4H KC").place("*=2H").complete())
        assert "3H 4H *=5H" == str(draft_of("* 3H 4H KC").place("* 3H").complete())

    def test_r21_jokers_are_declared_anew_if_need_be(self) -> None:
        """One of the table is freed by the real card, from the hand if it must be (R21)."""
        draft = draft_of("8S KH KD", "7S *=8S 9S").place("8S")
        assert "7S 8S 9S *=TS | -" == str(draft.complete())
        kings = draft_of("8S KH KD", "7S *=8S 9S").place("KH KD").complete()
        assert kings is not None
        assert parse_cards("8S KH KD") == kings.played
        assert "7S 8S 9S | *=KS KH KD" == str(kings)
        assert draft_of("2C KH KD", "7S *=8S 9S").place("KH KD").complete() is None

    def test_r21_a_joker_is_not_freed_without_its_card(self) -> None:
        """Where it could be spared, the real card has to be played all the same."""
        table = "*=6S 7S 8S 9S"
        assert draft_of("2C KH KD", table).place("KH KD").complete() is None
        done = draft_of("2C 6S KH KD", table).place("KH KD").complete()
        assert done is not None
        assert "6S 7S 8S 9S | *=KS KH KD" == str(done)
        twice = draft_of("6S 6H 6D KH KD", "*=6S 7S 8S").place("6H 6D KH KD")
        assert twice.complete() is None
        declared = draft_of("2C KH KD", table).take("*=6S", 0).declare("KS", was="6S")
        assert declared.place("*=KS KH KD").complete() is None

    def test_a_joker_that_lost_its_card_without_the_real_one(self) -> None:
        """It is given back its card, or the real one is played."""
        changed = draft_of("8S TS KC", "7S *=8S 9S").declare("2C", 0, was="8S")
        assert (Reason.MIXED, Reason.NO_CARD_PLAYED, Reason.JOKER_CHANGED) == reasons(changed)
        assert "7S *=8S 9S TS" == str(changed.place("TS", 0).complete())

    @slow
    @given(melding(), seeds)
    def test_against_all_plays(self, state: GameState, seed: int) -> None:
        """It has as many cards as the smallest play with those placed; none if there is none."""
        hand = (state.turn.hand or ())[:8]  # the plays of many cards are too many
        draft = Draft.of(At(attrs.evolve(state.turn, hand=hand)))
        check_completion(draft, hand)
        *_, draft = walk(draft, random.Random(seed), 5)
        check_completion(draft, hand)


def check_completion(draft: Draft, hand: tuple[AnyCard, ...]) -> None:
    """Compare what completes a draft with the smallest play of at least its cards."""
    done = draft.complete()
    fewest_first = plays(draft.table, hand, weight=lambda _card: -1)
    placed = Counter(draft.played)
    smallest = next((found for found in fewest_first if placed <= Counter(found.played)), None)
    assert (done is None) is (smallest is None)
    if done is None or smallest is None:
        return
    assert len(smallest.played) == len(done.played)
    assert placed <= Counter(done.played)
    assert done.violation is None
    assert Counter(hand) == Counter(done.hand) + Counter(done.played)
    assert done == done.complete()
    kept = {index for index, heap in enumerate(draft.heaps) if done.heaps[index] == heap != ()}
    others = [card for index, heap in enumerate(done.heaps) for card in heap if index not in kept]
    if not any(isinstance(card, Joker) for card in others):
        for index, heap in enumerate(draft.heaps):
            # no other meld could have stayed
            if index not in kept and is_legal_meld(heap) and Counter(heap) <= Counter(others):
                assert not can_partition((Counter(others) - Counter(heap)).elements())
