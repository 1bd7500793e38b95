"""Events: what is told of each move, to whom, and how views follow."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from functools import reduce
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    Card,
    CardDrawn,
    CardsDealt,
    CardsPlayed,
    Deal,
    Draw,
    EndTurn,
    Event,
    GameSettled,
    GameState,
    HandsShown,
    IllegalMove,
    Joker,
    JokerDeclared,
    JokerFreed,
    Knock,
    LastLapBegan,
    Meld,
    MeldChanged,
    MeldDissolved,
    MeldMade,
    Phase,
    Play,
    PlayerKnocked,
    PlayerView,
    PlayerWentOut,
    RoundBegan,
    RoundScored,
    Rules,
    RummyError,
    Table,
    TurnBegan,
    TurnEnded,
    apply,
    events_of,
    fold,
    new_game,
    parse_cards,
    public_view,
    validate,
    view,
    visible,
)
from tests.situations import advance, cards_in_play, dealt, play, stacked
from tests.strategies import Step, games, plays_of, states

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
few = settings(slow, max_examples=slow.max_examples // 3)


def card(text: str) -> Card:
    """Read a natural card."""
    return Card.parse(text)


def meld(text: str) -> Meld:
    """Read a meld."""
    return Meld.parse(text)


def told(hand: str, before: str, after: str) -> tuple[Event, ...]:
    """Return what is told of a play by the first of three players, who keeps a king."""
    state = GameState.setup([f"{hand} KC", "KH", "KD"], table=before)
    played, *events = events_of(state, play(after))
    assert CardsPlayed(0, tuple(sorted(parse_cards(hand)))) == played
    return tuple(events)


# --- moves ----------------------------------------------------------------------------------------


class TestMoves:
    def test_a_deal(self) -> None:
        """A round begins, each is dealt a hand, from the dealer's left, who then is to move."""
        state = new_game(3, dealer=1)
        deal = stacked(3, 1, {0: "AS 2S", 1: "AH 2H", 2: "AD 2D"}, hand_size=10)
        hands = apply(state, deal).hands
        assert (
            RoundBegan(),
            CardsDealt(2, hands[2]),
            CardsDealt(0, hands[0]),
            CardsDealt(1, hands[1]),
            TurnBegan(2, Phase.DRAW),
        ) == events_of(state, deal)

    def test_draws(self) -> None:
        """Each tells the card, and nothing else happens."""
        state = GameState.setup(["2S", "KH"], phase=Phase.DRAW, stock="9C 8C 7C")
        for text in ("9C", "8C", "7C"):
            assert (CardDrawn(0, card(text)),) == events_of(state, Draw())
            state = apply(state, Draw())

    def test_a_play(self) -> None:
        """The cards as they were held, then the jokers, then the melds; the turn goes on."""
        state = GameState.setup(["8S * TS KC", "KH", "KD"], table="7S *=8S 9S | 2H 3H 4H")
        assert (
            CardsPlayed(0, parse_cards("8S TS *")),
            JokerFreed(card("8S"), meld("7S *=8S 9S")),
            JokerDeclared(card("5H"), meld("2H 3H 4H *=5H")),
            JokerDeclared(card("JS"), meld("7S 8S 9S TS *=JS")),
            MeldChanged(meld("2H 3H 4H"), meld("2H 3H 4H *=5H")),
            MeldChanged(meld("7S *=8S 9S"), meld("7S 8S 9S TS *=JS")),
        ) == events_of(state, play("7S 8S 9S TS *=JS | 2H 3H 4H *=5H"))

    def test_the_end_of_a_turn(self) -> None:
        """The next player's turn begins, with a draw."""
        state = GameState.setup(["2S", "KH", "KD"], phase=Phase.END, current_player=2)
        assert (TurnEnded(2), TurnBegan(0, Phase.DRAW)) == events_of(state, EndTurn())

    def test_r26_the_last_lap(self) -> None:
        """It begins when the turn that exhausted the stock has ended, and is told once."""
        state = GameState.setup(["2S", "KH"], phase=Phase.END, stock="")
        expected = TurnEnded(0), LastLapBegan(0), TurnBegan(1, Phase.MELD)
        assert expected == events_of(state, EndTurn())
        state = apply(state, EndTurn())
        assert (TurnEnded(1), TurnBegan(0, Phase.MELD)) == events_of(state, EndTurn())

    def test_r25_a_knock(self) -> None:
        """It ends the round: hands are shown, and the round is scored."""
        state = GameState.setup(["2S", "KH"], phase=Phase.END, scores=(0, 7), rounds_won=(2, 3))
        after = apply(state, Knock())
        assert after.last_round is not None
        assert (
            PlayerKnocked(0),
            HandsShown((parse_cards("2S"), parse_cards("KH"))),
            RoundScored(after.last_round, (8, 7), (3, 3), dealer=0),
        ) == events_of(state, Knock())

    def test_d17_going_out(self) -> None:
        """It ends the round at once; the turn is not said to have ended."""
        state = GameState.setup(["2S 2H 2D", "KH"])
        after = apply(state, play("2S 2H 2D"))
        assert after.last_round is not None
        assert (
            CardsPlayed(0, parse_cards("2S 2H 2D")),
            MeldMade(meld("2S 2H 2D")),
            PlayerWentOut(0),
            HandsShown(((), parse_cards("KH"))),
            RoundScored(after.last_round, (35, 0), (1, 0), dealer=0),
        ) == events_of(state, play("2S 2H 2D"))

    def test_d21_going_out_in_the_last_lap(self) -> None:
        """It ends the turn only; with the switch the round; as the last one both."""
        arguments: dict[str, Any] = {"hands": ["2S 2H 2D", "KH", "KD"], "stock": ""}
        going_out = play("2S 2H 2D")
        kinds = [CardsPlayed, MeldMade, PlayerWentOut]
        end_of_round = [HandsShown, RoundScored]
        for rules, last_lap, expected in [
            (Rules(), 1, [TurnEnded, TurnBegan]),
            (Rules(going_out_ends_last_lap=True), 1, end_of_round),
            (Rules(), 0, [TurnEnded, *end_of_round]),
        ]:
            state = GameState.setup(rules=rules, last_lap=last_lap, **arguments)
            assert kinds + expected == list(map(type, events_of(state, going_out)))

    def test_the_last_turn_of_the_lap(self) -> None:
        """The turn ends, and so does the round."""
        state = GameState.setup(["2S", "KH"], last_lap=0)
        kinds = [TurnEnded, HandsShown, RoundScored]
        assert kinds == list(map(type, events_of(state, EndTurn())))

    def test_a_round_that_ends_like_the_one_before(self) -> None:
        """It is told, although its result is equal."""
        rules = Rules(hand_size=1, extra_draws="optional", knock_limit=100)
        hands = {0: "KH", 1: "2C"}
        first = stacked(2, 0, hands, stock="2D KD 2S", hand_size=1)
        second = stacked(2, 1, hands, stock="KD 2D 2S", hand_size=1)
        state = advance(new_game(2, dealer=0, rules=rules), first, Draw(), EndTurn(), Draw())
        state = advance(state, EndTurn(), Draw(), Knock(), second)
        state = advance(state, Draw(), EndTurn(), Draw(), Draw())
        after = apply(state, Knock())
        assert state.last_round == after.last_round
        kinds = [PlayerKnocked, HandsShown, RoundScored]
        assert kinds == list(map(type, events_of(state, Knock())))

    def test_r34_the_end_of_the_game(self) -> None:
        """It is settled after the round has been scored."""
        state = GameState.setup(["2S", "KH"], phase=Phase.END, scores=(149, 0))
        result = apply(state, Knock()).result
        assert result is not None
        assert GameSettled(result) == events_of(state, Knock())[-1]
        assert RoundScored is type(events_of(state, Knock())[-2])

    @few
    @given(states())
    def test_an_illegal_move_is_an_error(self, state: GameState) -> None:
        """The same as when it is applied: nothing has happened."""
        for move in (Draw(), EndTurn(), Knock(), Deal(())):
            if violation := validate(state, move):
                with pytest.raises(IllegalMove) as caught:
                    events_of(state, move)
                assert violation == caught.value.violation

    @few
    @given(games())
    def test_the_order_of_events(self, steps: tuple[Step, ...]) -> None:
        """In all games they come in the order in which they are listed."""
        order = get_args(Event)
        for step in steps:
            places = [order.index(type(event)) for event in events_of(step.before, step.move)]
            assert sorted(places) == places


# --- melds ----------------------------------------------------------------------------------------


class TestMelds:
    def test_a_longer_meld_is_a_changed_one(self) -> None:
        """It is the same one as before, with more cards."""
        assert (MeldChanged(meld("5H 6H 7H"), meld("5H 6H 7H 8H")),) == told(
            "8H", "5H 6H 7H", "5H 6H 7H 8H"
        )

    def test_melds_that_stay_are_not_told(self) -> None:
        """Nor is one of two equal ones, if the other grows."""
        assert (MeldMade(meld("2S 2H 2D")),) == told("2S 2H 2D", "5H 6H 7H", "5H 6H 7H | 2S 2H 2D")
        assert (MeldChanged(meld("5H 6H 7H"), meld("5H 6H 7H 8H")),) == told(
            "8H", "5H 6H 7H | 5H 6H 7H", "5H 6H 7H | 5H 6H 7H 8H"
        )

    def test_a_meld_in_two_parts_goes_on_in_the_larger_one(self) -> None:
        """The other part is new."""
        assert (
            MeldChanged(meld("2S 3S 4S 5S 6S 7S"), meld("4S 5S 6S 7S")),
            MeldMade(meld("2S 3S 4S")),
        ) == told("4S", "2S 3S 4S 5S 6S 7S", "2S 3S 4S | 4S 5S 6S 7S")

    def test_of_two_equal_parts_it_goes_on_in_the_first(self) -> None:
        """In the order of the table."""
        assert (
            MeldChanged(meld("2S 3S 4S 5S 6S"), meld("2S 3S 4S")),
            MeldMade(meld("4S 5S 6S")),
        ) == told("4S", "2S 3S 4S 5S 6S", "4S 5S 6S | 2S 3S 4S")

    def test_of_two_joined_melds_the_larger_one_goes_on(self) -> None:
        """The other is dissolved; of equally large ones it is the second."""
        whole = meld("2S 3S 4S 5S 6S 7S 8S 9S")
        assert (
            MeldChanged(meld("6S 7S 8S 9S"), whole),
            MeldDissolved(meld("2S 3S 4S")),
        ) == told("5S", "2S 3S 4S | 6S 7S 8S 9S", str(whole))
        whole = meld("2S 3S 4S 5S 6S 7S 8S")
        assert (
            MeldChanged(meld("2S 3S 4S"), whole),
            MeldDissolved(meld("6S 7S 8S")),
        ) == told("5S", "2S 3S 4S | 6S 7S 8S", str(whole))

    def test_one_card_in_common_is_not_enough(self) -> None:
        """Two sequences that become groups are dissolved."""
        assert (
            MeldDissolved(meld("3S 4S 5S")),
            MeldDissolved(meld("3H 4H 5H")),
            MeldMade(meld("3S 3H 3D")),
            MeldMade(meld("4S 4H 4D")),
            MeldMade(meld("5S 5H 5D")),
        ) == told("3D 4D 5D", "3S 4S 5S | 3H 4H 5H", "3S 3H 3D | 4S 4H 4D | 5S 5H 5D")

    def test_two_cards_in_common_are(self) -> None:
        """A group that trades a card for another is the same group."""
        assert (
            MeldChanged(meld("5S 5H 5D"), meld("5H 5D 5C")),
            MeldChanged(meld("6S 7S 8S"), meld("5S 6S 7S 8S")),
        ) == told("5C", "5S 5H 5D | 6S 7S 8S", "5H 5D 5C | 5S 6S 7S 8S")

    def test_the_most_cards_in_common_come_first(self) -> None:
        """A meld that could go on in two ways leaves the one to which another is closer."""
        assert (
            MeldChanged(meld("2S 3S 4S 5S 6S"), meld("2S 3S 4S 5S")),
            MeldMade(meld("6S 7S 8S")),
        ) == told("7S 8S", "2S 3S 4S 5S 6S", "2S 3S 4S 5S | 6S 7S 8S")

    @slow
    @given(games())
    def test_no_pair_is_missed(self, steps: tuple[Step, ...]) -> None:
        """Changed melds keep two cards and their kind; of the others no old is like a new one."""
        for step, _ in plays_of(steps):
            events = events_of(step.before, step.move)
            pairs = [(e.before, e.after) for e in events if isinstance(e, MeldChanged)]
            dissolved = [event.meld for event in events if isinstance(event, MeldDissolved)]
            made = [event.meld for event in events if isinstance(event, MeldMade)]
            for before, after in pairs:
                assert before != after
                assert len(set(before) & set(after)) >= 2
                assert before.kind is after.kind
            for one in dissolved:
                assert all(len(set(one) & set(other)) < 2 for other in made)
            gone = Counter([*(before for before, _ in pairs), *dissolved])
            come = Counter([*(after for _, after in pairs), *made])
            assert gone <= Counter(step.before.table)
            assert Counter(step.before.table) - gone + come == Counter(step.after.table)
            assert not gone & come

    @few
    @given(games(), st.integers(0, 99))
    def test_the_order_on_the_table_does_not_matter(
        self, steps: tuple[Step, ...], seed: int
    ) -> None:
        """However the melds and cards of a move are given, the same is told."""
        rng = random.Random(seed)
        for step, move in plays_of(steps):
            heaps = [rng.sample(meld.cards, len(meld)) for meld in move.table]
            shuffled = Play(Table.of(rng.sample(heaps, len(heaps))))
            assert events_of(step.before, move) == events_of(step.before, shuffled)


# --- jokers ---------------------------------------------------------------------------------------


def of_jokers(events: tuple[Event, ...]) -> list[Event]:
    """Leave out what is told of melds."""
    return [event for event in events if isinstance(event, (JokerFreed, JokerDeclared))]


class TestJokers:
    def test_r20_a_joker_from_the_hand_is_declared(self) -> None:
        """With the meld that it lies in."""
        events = told("* 8S 9S", "", "*=7S 8S 9S")
        assert [JokerDeclared(card("7S"), meld("*=7S 8S 9S"))] == of_jokers(events)

    def test_r21_a_joker_is_freed_by_the_real_card_from_the_hand(self) -> None:
        """It is told what it stood for and where it lay, then what it stands for now."""
        events = told("8S", "7S *=8S 9S", "7S 8S 9S *=TS")
        assert [
            JokerFreed(card("8S"), meld("7S *=8S 9S")),
            JokerDeclared(card("TS"), meld("7S 8S 9S *=TS")),
        ] == of_jokers(events)

    def test_r21_a_joker_is_freed_by_a_card_of_another_meld(self) -> None:
        """Told in the same way; no card of that kind comes from the hand."""
        events = told("4S 5S", "7S *=8S 9S | 8S 8H 8D 8C", "7S 8S 9S | 8H 8D 8C | *=3S 4S 5S")
        assert [
            JokerFreed(card("8S"), meld("7S *=8S 9S")),
            JokerDeclared(card("3S"), meld("*=3S 4S 5S")),
        ] == of_jokers(events)

    def test_r22_a_joker_that_moves_is_not_told(self) -> None:
        """It stands for the same card in another meld."""
        events = told("8H 8D", "5S 6S 7S *=8S", "5S 6S 7S | *=8S 8H 8D")
        assert [] == of_jokers(events)

    def test_d14_a_joker_that_makes_room_for_the_same_card_is_not_freed(self) -> None:
        """The tables look as if it had moved."""
        events = told("8S 8H 8D", "7S *=8S 9S", "7S 8S 9S | *=8S 8H 8D")
        assert [] == of_jokers(events)

    def test_d13_one_of_two_jokers_for_one_card(self) -> None:
        """The one that left is told, the other one stays."""
        events = told("8S 8C", "*=8S 8H 8D | *=8S 9S TS", "*=8S 8H 8D 8C | 8S 9S TS *=JS")
        assert [
            JokerFreed(card("8S"), meld("*=8S 9S TS")),
            JokerDeclared(card("JS"), meld("8S 9S TS *=JS")),
        ] == of_jokers(events)

    def test_a_second_joker_for_one_card(self) -> None:
        """The new one is told, not the one that stays."""
        events = told("* 8C 9S TS", "*=8S 8H 8D", "*=8S 8H 8D 8C | *=8S 9S TS")
        assert [JokerDeclared(card("8S"), meld("*=8S 9S TS"))] == of_jokers(events)

    def test_d13_two_jokers_freed_by_one_card(self) -> None:
        """Each is told with its own meld."""
        events = told("8S 8C", "6S 7S *=8S | *=8S 8H 8D", "*=5S 6S 7S 8S *=9S | 8H 8D 8C")
        assert [
            JokerFreed(card("8S"), meld("6S 7S *=8S")),
            JokerFreed(card("8S"), meld("*=8S 8H 8D")),
            JokerDeclared(card("5S"), meld("*=5S 6S 7S 8S *=9S")),
            JokerDeclared(card("9S"), meld("*=5S 6S 7S 8S *=9S")),
        ] == of_jokers(events)

    def test_of_two_melds_it_was_freed_from_the_one_that_goes_on(self) -> None:
        """Where one joker for a card is freed and another one moves, either could be meant."""
        events = told(
            "8S 9S TS 6H 6D 7H 7D",
            "6S 7S *=8S | *=8S 8H 8D",
            "8S 8H 8D | *=8S 9S TS *=JS | 6S 6H 6D | 7S 7H 7D",
        )
        assert [
            JokerFreed(card("8S"), meld("*=8S 8H 8D")),
            JokerDeclared(card("JS"), meld("*=8S 9S TS *=JS")),
        ] == of_jokers(events)

    def test_of_two_melds_it_was_declared_in_the_one_that_goes_on(self) -> None:
        """Where one joker for a card is declared and another one moves, either could be meant."""
        events = told(
            "* 9S TS 6H 6D 7H 7D",
            "6S 7S *=8S | 8H 8D 8C",
            "*=8S 8H 8D 8C | *=8S 9S TS | 6S 6H 6D | 7S 7H 7D",
        )
        assert [JokerDeclared(card("8S"), meld("*=8S 8H 8D 8C"))] == of_jokers(events)

    @slow
    @given(games())
    def test_jokers_are_accounted_for(self, steps: tuple[Step, ...]) -> None:
        """What is freed lay there and its card lies there; what is declared was freed or played."""
        for step, _ in plays_of(steps):
            events = events_of(step.before, step.move)
            freed = [event for event in events if isinstance(event, JokerFreed)]
            declared = [event for event in events if isinstance(event, JokerDeclared)]
            (played,) = [event for event in events if isinstance(event, CardsPlayed)]
            assert len(declared) == len(freed) + played.cards.count(JOKER)
            for left in freed:
                assert left.meld in step.before.table.melds
                assert Joker(left.by) in left.meld
                assert left.by in step.after.table.cards
            for joined in declared:
                assert joined.meld in step.after.table.melds
                assert Joker(joined.stands_for) in joined.meld
            jokers = Counter(c.stands_for for c in step.before.table.cards if isinstance(c, Joker))
            jokers.subtract(event.by for event in freed)
            jokers.update(event.stands_for for event in declared)
            after = Counter(c.stands_for for c in step.after.table.cards if isinstance(c, Joker))
            assert +jokers == after


# --- what may be known ----------------------------------------------------------------------------

HAND = parse_cards("2S 3S")
A_RESULT = apply(GameState.setup(["2S", "KH"], phase=Phase.END, scores=(149, 0)), Knock())


def public_events() -> list[Event]:
    """Return an event of each kind that everybody may know."""
    assert A_RESULT.last_round is not None
    assert A_RESULT.result is not None
    pair = meld("7S 8S 9S"), meld("7S 8S 9S TS")
    return [
        RoundBegan(),
        CardsPlayed(0, HAND),
        JokerFreed(card("8S"), meld("7S *=8S 9S")),
        JokerDeclared(card("8S"), meld("7S *=8S 9S")),
        MeldChanged(*pair),
        MeldDissolved(pair[0]),
        MeldMade(pair[0]),
        PlayerWentOut(0),
        PlayerKnocked(0),
        TurnEnded(0),
        LastLapBegan(0),
        TurnBegan(0, Phase.DRAW),
        HandsShown(A_RESULT.hands),
        RoundScored(A_RESULT.last_round, (157, 0), (1, 0), 0),
        GameSettled(A_RESULT.result),
    ]


class TestVisible:
    def test_d27_a_drawn_card_is_a_card(self) -> None:
        """Only the player who drew it knows which."""
        event = CardDrawn(1, card("8S"))
        assert event == visible(event, 1)
        for seat in (0, 2, None):
            assert CardDrawn(1, None) == visible(event, seat)

    def test_d27_dealt_cards_are_so_many_cards(self) -> None:
        """Only the player who was dealt them knows which."""
        event = CardsDealt(1, HAND)
        assert event == visible(event, 1)
        for seat in (0, 2, None):
            assert CardsDealt(1, (None, None)) == visible(event, seat)

    @pytest.mark.parametrize("event", public_events(), ids=lambda event: type(event).__name__)
    def test_d27_all_else_is_public(self, event: Event) -> None:
        """Everybody is told of every play, knock and score, and of all hands after a round."""
        assert all(event is visible(event, seat) for seat in (0, 1, None))

    def test_every_kind_of_event_is_looked_at(self) -> None:
        """None is forgotten here."""
        kinds = {CardDrawn, CardsDealt, *map(type, public_events())}
        assert set(get_args(Event)) == kinds

    @pytest.mark.parametrize("event", public_events(), ids=lambda event: type(event).__name__)
    def test_events_travel(self, event: Event) -> None:
        """Copies and pickles are equal, with the same hash."""
        for again in (copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
            assert (event, hash(event)) == (again, hash(again))

    def test_what_has_been_hidden_stays_hidden(self) -> None:
        """Also from the player it was hidden from by mistake."""
        for event in (CardDrawn(1, card("8S")), CardsDealt(1, HAND)):
            hidden = visible(event, 0)
            assert all(hidden == visible(hidden, seat) for seat in (0, 1, None))

    def test_wrong_types(self) -> None:
        """A TypeError names the argument."""
        wrong: Any = Draw()
        with pytest.raises(TypeError, match=r"event must be an event, not Draw: Draw\(\)"):
            visible(wrong, 0)
        with pytest.raises(TypeError, match="seat must be an int, not str"):
            visible(RoundBegan(), "0")  # type: ignore[arg-type]


# --- views that follow ----------------------------------------------------------------------------


class TestFold:
    @slow
    @given(games())
    def test_views_follow(self, steps: tuple[Step, ...]) -> None:
        """Through whole games each player's view, and that of all, is the one of the state."""
        first = steps[0].before
        players: list[PlayerView] = [view(first, seat) for seat in range(first.players)]
        public = public_view(first)
        for step in steps:
            events = events_of(step.before, step.move)
            for seat in range(first.players):
                told = [visible(event, seat) for event in events]
                players[seat] = reduce(fold, told, players[seat])
                assert view(step.after, seat) == players[seat]
            public = reduce(fold, [visible(event, None) for event in events], public)
            assert public_view(step.after) == public

    @few
    @given(games())
    def test_no_card_appears_or_disappears_in_a_deal(self, steps: tuple[Step, ...]) -> None:
        """After each event of a deal or a draw, hands and stock hold all cards off the table."""
        for step in steps:
            seen = public_view(step.before)
            if not isinstance(step.move, Play) and step.before.hands[0]:
                for event in events_of(step.before, step.move):
                    seen = fold(seen, visible(event, None))
                    cards = sum(seen.hand_sizes) + seen.stock_size + len(seen.table.cards)
                    assert cards_in_play(step.before).total() == cards

    def test_positions_set_up_follow_too(self) -> None:
        """With fewer cards in play, and into the next round."""
        state = GameState.setup(["2S 2H 2D", "KH", "KD"], stock="9C")
        seen = view(state, 1)
        for move in (play("2S 2H 2D"), stacked(3, 0)):
            events = [visible(event, 1) for event in events_of(state, move)]
            state, seen = apply(state, move), reduce(fold, events, seen)
            assert view(state, 1) == seen

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_the_end_of_a_round_and_the_next_deal(self, seat: int) -> None:
        """The next dealer is to move, then the seat after."""
        hands = ["2S", "2H", "2D"]
        state = GameState.setup(hands, phase=Phase.END, current_player=seat, draws=3)
        seen = view(state, 1)
        for move in (Knock(), stacked(3, seat)):
            seen = reduce(fold, [visible(event, 1) for event in events_of(state, move)], seen)
            state = apply(state, move)
            assert view(state, 1) == seen

    def test_events_that_say_in_words_what_happens(self) -> None:
        """They change nothing in a view."""
        seen = view(dealt(3), 0)
        for event in (
            JokerFreed(card("8S"), meld("7S *=8S 9S")),
            JokerDeclared(card("8S"), meld("7S *=8S 9S")),
            PlayerWentOut(0),
            PlayerKnocked(0),
            TurnEnded(0),
            HandsShown(A_RESULT.hands),
        ):
            assert seen == fold(seen, event)

    def test_the_cards_of_others_change_nothing_but_numbers(self) -> None:
        """Events of others may be folded as they are: their cards do not get into the view."""
        seen = view(GameState.setup(["2S 8S", "KH", "KD"], phase=Phase.DRAW), 1)
        for event in (CardDrawn(0, card("9S")), CardsDealt(0, HAND)):
            assert fold(seen, visible(event, 1)) == fold(seen, event)

    @pytest.mark.parametrize(
        ("event", "problem"),
        [
            (CardDrawn(3, None), "event.seat must be a seat, 0 to 2; not 3"),
            (CardsDealt(-1, HAND), "event.seat must be a seat, 0 to 2; not -1"),
            (CardsPlayed(10**9, HAND), "event.seat must be a seat"),
            (TurnBegan(3, Phase.DRAW), "event.seat must be a seat"),
            (LastLapBegan(3), "event.seat must be a seat"),
            (CardDrawn(0, None), "seat 0 must see its own cards"),
            (CardsDealt(0, (card("2S"), None)), "seat 0 must see its own cards"),
            (CardsDealt(1, (None, None, None)), "the stock has no such cards"),
            (CardsPlayed(0, parse_cards("9S")), "there is no 9S"),
            (CardsPlayed(0, parse_cards("8S 8S")), "there is no 8S"),
            (CardsPlayed(1, parse_cards("8S 9S")), "seat 1 has no such cards"),
            (MeldDissolved(meld("7S 8S 9S")), "there is no 7S 8S 9S"),
            (MeldChanged(meld("7S 8S 9S"), meld("7S 8S 9S TS")), "there is no 7S 8S 9S"),
        ],
    )
    def test_an_event_that_cannot_follow(self, event: Event, problem: str) -> None:
        """An error says why; whoever has missed one asks for the whole view."""
        state = GameState.setup(["2S 8S", "KH", "KD"], stock="AS 2S", table="7H 8H 9H")
        with pytest.raises(RummyError, match=problem) as caught:
            fold(view(state, 0), event)
        assert RummyError is caught.type

    def test_what_the_stock_still_holds(self) -> None:
        """All of it can be dealt and drawn."""
        seen = view(GameState.setup(["2S 8S", "KH", "KD"], stock="AS 2S"), 0)
        assert 0 == fold(seen, CardsDealt(1, (None, None))).stock_size
        assert 0 == fold(seen, CardsPlayed(1, parse_cards("KH"))).hand_sizes[1]

    def test_wrong_types(self) -> None:
        """A TypeError names the argument."""
        seen: Any = GameState.setup(["2S 8S", "KH", "KD"])
        wrong: Any = Draw()
        with pytest.raises(TypeError, match="view must be a PlayerView or a PublicView, not Game"):
            fold(seen, RoundBegan())
        with pytest.raises(TypeError, match="event must be an event, not Draw"):
            fold(view(seen, 0), wrong)
