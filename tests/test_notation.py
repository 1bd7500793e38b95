"""States and moves as text: nothing is lost, and nothing is read that could not be."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    Deal,
    Draw,
    EndTurn,
    GameState,
    InvalidMeld,
    Joker,
    Knock,
    Move,
    NotationError,
    Phase,
    Play,
    Reason,
    Rules,
    Table,
    apply,
    legal_moves,
    move_text,
    new_game,
    pack,
    parse_cards,
    parse_move,
    parse_state,
    state_text,
)
from tests.damage import check_damaged, damaged
from tests.situations import advance, play
from tests.strategies import Step, any_rules, games, hands, melds, states, tables

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


# --- states ---------------------------------------------------------------------------------------


@st.composite
def set_up(draw: st.DrawFn) -> GameState:
    """Positions set up by hand, whether a game leads to them or not, and some moves later."""
    players = draw(st.integers(2, 5))
    cards = list(draw(hands(players, max_size=40))) or [JOKER]
    held: list[list[Any]] = [[] for _ in range(players)]
    seat = draw(st.integers(0, players - 1))
    held[seat].append(cards.pop())
    stock = [cards.pop() for _ in range(draw(st.integers(0, len(cards))))]
    for card in cards:
        held[draw(st.integers(0, players - 1))].append(card)
    rules = draw(any_rules())
    lap = draw(st.none() | st.integers(0, players - 1)) if not stock else None
    phases = [Phase.MELD, Phase.END] if lap is not None or not stock else list(Phase)[1:4]
    state = GameState.setup(
        held,
        stock=stock,
        rules=rules,
        phase=draw(st.sampled_from(phases)),
        current_player=seat,
        dealer=draw(st.integers(0, players - 1)),
        last_lap=lap,
        scores=draw(st.lists(st.integers(0, rules.target - 1), min_size=players, max_size=players)),
        rounds_won=draw(st.lists(st.integers(0, 9), min_size=players, max_size=players)),
    )
    rng = random.Random(draw(st.integers(0, 99)))
    for _ in range(draw(st.integers(0, 6))):
        if legal_moves(state):
            state = apply(state, legal_moves(state).sample(rng))
        elif state.phase is Phase.DEAL:
            state = apply(state, Deal(pack(players)))
    return state


ROUND = "phase meld; dealer 1; current_player 0; draws 1; hands 8H / 2S; table -; stock 3S 4S"
DEAL = (
    "phase deal; dealer 0; hands 4C / KH; table -; stock 2D; scores 6 0; rounds_won 1 0; "
    "last_round knocked 0"
)
OVER = DEAL.replace("deal;", "game_over;").replace("scores 6 0", "scores 155 0")
SECOND = state_text(apply(parse_state(DEAL), Deal(pack(2))))
LAP = "phase meld; dealer 1; current_player 0; last_lap 1; hands 8H / 2S; table -; stock -"


class TestStates:
    @slow
    @given(states() | set_up())
    def test_reading_gives_the_state_that_was_written(self, state: GameState) -> None:
        """From anywhere in a game, and in any position set up: one line of ASCII has all of it."""
        text = state_text(state)
        assert text.isascii()
        assert text.isprintable()
        assert len(text) < 2000
        again = parse_state(text)
        assert state == again
        assert attrs.astuple(state, recurse=False) == attrs.astuple(again, recurse=False)
        assert text == state_text(again)

    @given(any_rules(), st.integers(2, 5))
    def test_any_rules_come_back(self, rules: Rules, players: int) -> None:
        """All numbers and switches."""
        state = new_game(players, rules=rules, dealer=0)
        assert rules == parse_state(state_text(state)).rules

    def test_a_new_game(self) -> None:
        """What is left out has its usual value or follows from the rest."""
        expected = "phase deal; dealer 2; hands - / - / -; table -; stock -"
        assert expected == state_text(new_game(3, dealer=2))

    def test_a_position_with_everything(self) -> None:
        """The fields of a round have the names that `GameState` gives them."""
        rules = Rules(target=200, extra_draws="optional", knock_in_last_lap=True)
        state = GameState.setup(
            ["8H KC", "2S", "AS"],
            table="5H *=6H 7H | KS KH KD",
            rules=rules,
            current_player=1,
            dealer=2,
            last_lap=0,
            scores=[10, 0, 199],
            rounds_won=[1, 0, 2],
        )
        expected = (
            "phase meld; rules target=200 extra_draws=optional knock_in_last_lap=yes; dealer 2; "
            "current_player 1; last_lap 0; hands 8H KC / 2S / AS; "
            "table 5H *=6H 7H | KS KH KD; stock -; scores 10 0 199; rounds_won 1 0 2"
        )
        assert expected == state_text(state)
        assert state == parse_state(expected)

    def test_the_last_round(self) -> None:
        """After a round its hands are those of the state, in the next one they are told."""
        state = GameState.setup(["4C", "KH"], phase=Phase.END, stock="2D")
        after = apply(state, Knock())
        assert (
            "phase deal; dealer 0; hands 4C / KH; table -; stock 2D; "
            "scores 6 0; rounds_won 1 0; last_round knocked 0"
        ) == state_text(after)
        following = apply(after, Deal(pack(2)))
        assert state_text(following).endswith("; last_round knocked 0: 4C / KH")
        assert following == parse_state(state_text(following))

    @pytest.mark.parametrize(
        ("state", "ending"),
        [
            (GameState.setup(["AS AH AD", "KH"]), "went_out 0"),
            (GameState.setup(["AS", "KH"], last_lap=0), "stock_exhausted"),
        ],
    )
    def test_other_endings(self, state: GameState, ending: str) -> None:
        """Going out, and the last lap."""
        move: Move = play("AS AH AD") if ending == "went_out 0" else EndTurn()
        text = state_text(apply(state, move))
        assert text.endswith(f"last_round {ending}")
        assert apply(state, move) == parse_state(text)

    def test_the_end_of_a_game(self) -> None:
        """The settlement follows from scores and rounds won."""
        state = GameState.setup(["4C", "KH"], phase=Phase.END, scores=[149, 3], rounds_won=[1, 2])
        over = apply(state, Knock())
        assert state_text(over).startswith("phase game_over; dealer 0; hands 4C / KH; ")
        assert over.result == parse_state(state_text(over)).result
        assert over.result is not None

    def test_fields_may_stand_in_any_order(self) -> None:
        """With any blanks, and cards in any of their forms."""
        text = (
            "\tstock 10♣, 4d;hands kc 8♥ /2s\n;  table 7H 5h *=6h ; draws  2; dealer 1;"
            "current_player 0 ;phase meld\r\n"
        )
        expected = GameState.setup(["8H KC", "2S"], table="5H *=6H 7H", stock="TC 4D", draws=2)
        assert expected == parse_state(text)

    def test_rules_may_be_told_that_are_as_published(self) -> None:
        """They are not written, but read."""
        text = ROUND.replace("dealer", "rules target=150 knock_in_last_lap=no; dealer")
        assert parse_state(ROUND) == parse_state(text)

    def test_empty_hands_of_others_are_kept(self) -> None:
        """A position may leave hands open, and their players may come to move."""
        state = GameState.setup(["8H KC", ""], last_lap=1)
        state = advance(state, EndTurn())
        assert (1, ()) == (state.current_player, state.turn.hand)
        assert state == parse_state(state_text(state))
        ended = advance(GameState.setup(["4C", ""], phase=Phase.END), Knock())
        assert ended == parse_state(state_text(ended))


IMPOSSIBLE = [
    # what cannot be read
    (ROUND, ROUND, "", "expected one of phase, rules, "),
    (ROUND, "; dealer", "; ^; dealer", "expected one of phase, rules, dealer, "),
    (ROUND, "; dealer", "; ^; dealer", "rounds_won, last_round, found nothing"),
    (ROUND, "phase meld", "face meld", "expected one of phase, rules, "),
    (ROUND, "phase meld", "phase ^melt", "expected one of deal, draw, meld, end, game_over, "),
    (ROUND, "phase meld", "phase^", "found nothing"),
    (ROUND, "phase meld; ", "", "'phase' is missing"),
    (ROUND, "dealer 1; ", "", "'dealer' is missing"),
    (ROUND, "current_player 0; ", "", "'current_player' is missing"),
    (ROUND, "hands 8H / 2S; ", "", "'hands' is missing"),
    (ROUND, "table -; ", "", "'table' is missing"),
    (ROUND, "; stock 3S 4S", "", "'stock' is missing"),
    (ROUND, "draws 1", "draws 1; ^draws 1", "'draws' stands there twice"),
    (ROUND, "dealer 1", "dealer ^2", "expected a seat, 0 to 1, found '2'"),
    (ROUND, "dealer 1", "dealer ^-1", "expected a number of at most nine digits, found '-1'"),
    (ROUND, "dealer 1", "dealer ^01", "expected a number of at most nine digits, found '01'"),
    (ROUND, "dealer 1", "dealer ^①", "expected a number of at most nine digits"),
    (ROUND, "dealer 1", "dealer ^1000000000", "expected a number of at most nine digits"),
    (ROUND, "current_player 0", "current_player ^7", "expected a seat, 0 to 1, found '7'"),
    (ROUND, "hands 8H / 2S", "hands ^8H", "expected the hands of 2 to 5 seats"),
    (ROUND, "hands 8H", "hands ^8H" + " / -" * 5, "expected the hands of 2 to 5 seats"),
    (ROUND, "hands 8H ", "hands ^", "expected cards, or '-' for none, found nothing"),
    (ROUND, "hands 8H", "hands 8H ^8X", "expected a card such as '8S'"),
    (ROUND, "hands 8H", "hands ^*=8H", "hand: the joker *=8H stands for a card"),
    (ROUND, "table -", "table^", "expected melds, or '-' for an empty table, found nothing"),
    (ROUND, "table -", "table 5H 6H 7H | ^9S TS", "meld 2: a meld has at least 3 cards"),
    (ROUND, "table -", "table 5H ^6X 7H", "expected a card such as '8S'"),
    (ROUND, "stock 3S", "stock ^?", "expected a card such as '8S'"),
    (ROUND, "dealer", "rules ^fun=yes; dealer", "expected the name of a rule, found 'fun'"),
    (ROUND, "dealer", "rules ^points=1; dealer", "expected the name of a rule, found 'points'"),
    (ROUND, "dealer", "rules ^__doc__=x; dealer", "expected the name of a rule"),
    (ROUND, "dealer", "rules target^; dealer", "expected a number of at most nine digits, "),
    (ROUND, "dealer", "rules target=^0; dealer", "target must be 1 to 1000000, not 0"),
    (ROUND, "dealer", "rules extra_draws=^no; dealer", "extra_draws must be one of"),
    (ROUND, "dealer", "rules knock_in_last_lap=^1; dealer", "expected yes or no, found '1'"),
    (ROUND, "dealer", "rules target=9 ^target=8; dealer", "'target' stands there twice"),
    (ROUND, "stock", "scores ^1; stock", "expected 2 numbers, one a seat, found '1'"),
    (ROUND, "stock", "rounds_won ^1 2 3; stock", "expected 2 numbers, one a seat"),
    (DEAL, "knocked 0", "knocked^", "expected a number of at most nine digits, found nothing"),
    (DEAL, "knocked 0", "knocked ^2", "expected a seat, 0 to 1, found '2'"),
    (DEAL, "knocked 0", "^left 0", "expected knocked, went_out (and by whom) or"),
    (DEAL, "knocked 0", "^stock_exhausted 0", "expected knocked, went_out (and by whom) or"),
    (DEAL, "knocked 0", "^knocked 1", "seat 1 knocked with more than 5 points (R25)"),
    (DEAL, "knocked 0", "^went_out 0", "seat 0 went out with 4 points in hand (D17)"),
    (SECOND, "knocked 0: 4C / KH", "knocked 0^", "expected the h"),
    # what can be read, but cannot be
    (ROUND, "hands 8H", "hands 8H 8H", "more than the pack of 2 players holds: 8H"),
    (ROUND, "hands 8H", "hands -", "seat 0 is to move and has no cards"),
    (ROUND, "stock 3S", "stock 2S", "more than the pack of 2 players holds: 2S"),
    (ROUND, "dealer", "rules hand_size=27; dealer", "2 hands of 27 need more than 53 cards (R5)"),
    (ROUND, "draws 1", "draws 0", "draws must be one of [1, 2] in phase MELD, not 0"),
    (ROUND, "draws 1", "draws 3", "draws must be one of [1, 2] in phase MELD, not 3"),
    (ROUND, "phase meld", "phase draw", "draws must be one of [0] in phase DRAW, not 1"),
    (ROUND, "phase meld", "phase deal", "in phase DEAL no turn is going on"),
    (ROUND, "phase meld", "phase game_over", "phase GAME_OVER is impossible with 0 points"),
    (ROUND, "stock", "scores 150 0; stock", "phase MELD is impossible with 150 points (R34)"),
    (LAP, "stock -", "stock 3S", "the last lap begins when the stock is empty (R26)"),
    (LAP, "phase meld", "phase draw", "in phase DRAW the stock cannot be empty"),
    (LAP, "last_lap 1", "last_lap ^2", "expected a seat, 0 to 1"),
    (LAP, "phase meld", "phase end; draws 1", "draws must be one of [0] in phase END, not 1"),
    (LAP.replace("meld", "end"), "hands 8H", "hands -", "seat 0 is to move and has no cards"),
    (DEAL, "; last_round knocked 0", "", "there are cards, points or rounds won before the"),
    (DEAL, "stock 2D", "stock KH", "more than the pack of 2 players holds: KH"),
    (DEAL, "dealer 0", "dealer 0; draws 1", "in phase DEAL no turn is going on"),
    (DEAL, "dealer 0", "dealer 0; last_lap 1", "the last lap begins when the stock is empty"),
    (DEAL.replace("2D", "-"), "dealer 0", "dealer 0; last_lap 1", "in phase DEAL no turn"),
    (DEAL, "knocked 0", "knocked 0: 4C / QH", "after a round the hands are those that it"),
    (DEAL, "knocked 0", "stock_exhausted", "the round ended with the last lap, and there is"),
    (DEAL, "scores 6 0", "scores 5 0", "scores and rounds_won are those after the last round"),
    (DEAL, "rounds_won 1 0", "rounds_won 0 1", "scores and rounds_won are those after the las"),
    (DEAL, "scores 6 0", "scores 6 150", "phase DEAL is impossible with 150 points (R34)"),
    (OVER, "scores 155 0", "scores 156 0", "the game was over before the last round (R34)"),
    (OVER, "scores 155 0", "scores 149 0", "phase GAME_OVER is impossible with 149 points"),
    (OVER, "; last_round knocked 0", "", "there are cards, points or rounds won before the"),
    (SECOND, " KC *;", " *;", "all 53 cards are in play after a deal (R6), not 52"),
    (SECOND, ": 4C / KH", ": 4C / KH / -", "the last round was played by 3, not 2"),
    (SECOND, ": 4C / KH", ": 4C / KH KH", "more than the pack of 2 players holds: KH"),
]


class TestImpossibleStates:
    @pytest.mark.parametrize("text", [ROUND, DEAL, OVER, SECOND, LAP])
    def test_the_texts_that_are_changed_can_be_read(self, text: str) -> None:
        """So that it is the change that is refused."""
        assert text == state_text(parse_state(text))

    @pytest.mark.parametrize(("text", "old", "new", "problem"), IMPOSSIBLE)
    def test_what_cannot_be_is_refused(self, text: str, old: str, new: str, problem: str) -> None:
        """At its place, here `^`; at the beginning if parts of the text do not go together."""
        assert old in text
        before, place, after = text.replace(old, new, 1).partition("^")
        with pytest.raises(NotationError) as caught:
            parse_state(before + after)
        assert problem in caught.value.problem
        assert (len(before) if place else 0) == caught.value.position

    def test_the_error_behind_is_kept(self) -> None:
        """Whoever asks sees what is wrong with a table as with any other."""
        with pytest.raises(NotationError) as caught:
            parse_state(ROUND.replace("table -", "table 5H 6H"))
        cause = caught.value.__cause__
        assert isinstance(cause, InvalidMeld)
        assert (Reason.TOO_SHORT,) == cause.violation.reasons

    def test_a_long_text_is_refused(self) -> None:
        """Beyond 4096 characters."""
        longest = ROUND.ljust(4096)
        assert parse_state(ROUND) == parse_state(longest)
        with pytest.raises(NotationError, match="longer than 4096 characters"):
            parse_state(longest + " ")

    @slow
    @given(states() | set_up(), st.data())
    def test_damaged_texts(self, state: GameState, data: st.DataObject) -> None:
        """They are refused with a place within them, or are the text of another state."""
        text = data.draw(damaged(state_text(state)))
        assert check_damaged(text, parse_state, state_text)


# --- moves ----------------------------------------------------------------------------------------


@st.composite
def any_moves(draw: st.DrawFn) -> Move:
    """Moves of all kinds, few of them legal anywhere."""
    simple: st.SearchStrategy[Move] = st.sampled_from((Draw(), EndTurn(), Knock()))
    deals: st.SearchStrategy[Move] = hands(max_size=106).map(Deal)
    plays: st.SearchStrategy[Move] = tables().map(Play)
    return draw(simple | deals | plays | st.just(Deal((JOKER, *pack(5)))))


class TestMoves:
    @given(any_moves())
    def test_reading_gives_the_move_that_was_written(self, move: Move) -> None:
        """Whether it is legal anywhere or not, on one line of ASCII."""
        text = move_text(move)
        assert move == parse_move(text)
        assert text.isascii()
        assert text.isprintable()

    @slow
    @given(games())
    def test_moves_of_games(self, steps: tuple[Step, ...]) -> None:
        """Every move of a game comes back."""
        for step in steps:
            assert step.move == parse_move(move_text(step.move))

    @pytest.mark.parametrize(
        ("move", "text"),
        [
            (Draw(), "draw"),
            (Knock(), "knock"),
            (EndTurn(), "end"),
            (Play("KH KD KC | 7S *=8S 9S"), "play 7S *=8S 9S | KH KD KC"),
            (Play(Table()), "play -"),
            (Deal("8S * 7S"), "deal 8S * 7S"),
            (Deal([Joker(parse_cards("8S")[0])]), "deal *=8S"),  # type: ignore[arg-type]
            (Deal(()), "deal -"),
        ],
    )
    def test_the_texts(self, move: Move, text: str) -> None:
        """One word, and what the move holds."""
        assert text == move_text(move)
        assert move == parse_move(text)

    def test_cards_are_read_in_any_form(self) -> None:
        """And blanks do not matter."""
        assert Play("7S 8S 9S | KH KD KC") == parse_move("  play\t9♠ 8s,7S|kh kd kc \n")

    @pytest.mark.parametrize(
        ("text", "column", "problem"),
        [
            ("", 1, "expected draw, play, end, knock or deal, found nothing"),
            ("fold", 1, "expected draw, play, end, knock or deal, found 'fold'"),
            ("Draw", 1, "expected draw, play, end, knock or deal, found 'Draw'"),
            ("draw 8S", 6, "expected nothing after 'draw', found '8S'"),
            ("play", 5, "expected melds, or '-' for an empty table, found nothing"),
            ("play 7S 8S 9X", 12, "expected a card such as '8S' or the joker '*', found '9X'"),
            ("deal", 5, "expected cards, or '-' for none, found nothing"),
            ("deal 8S ?", 9, "expected a card such as '8S' or the joker '*', found '?'"),
            (" deal 8S | 9S", 10, "expected the cards of one heap, found '|'"),
            ("deal " + "8S " * 1400, 4097, "the text is longer than 4096 characters"),
        ],
    )
    def test_what_cannot_be_read(self, text: str, column: int, problem: str) -> None:
        """A notation error tells where."""
        with pytest.raises(NotationError) as caught:
            parse_move(text)
        assert problem in caught.value.problem
        assert (1, column) == (caught.value.line, caught.value.column)
        assert text == caught.value.text

    def test_heaps_that_are_no_melds(self) -> None:
        """They are refused with every fault, as by `Table.parse`."""
        with pytest.raises(InvalidMeld) as caught:
            parse_move("play 7S 8S | KH KD KC KC")
        reasons = (Reason.TOO_SHORT, Reason.IDENTICAL_CARDS)
        assert reasons == caught.value.violation.reasons

    @given(melds().map(lambda cards: Play([cards])), st.data())
    def test_damaged_texts(self, move: Move, data: st.DataObject) -> None:
        """They are refused, or are the text of another move."""
        text = data.draw(damaged(move_text(move)))
        assert check_damaged(text, parse_move, move_text)


@pytest.mark.parametrize(
    ("function", "argument"),
    [(state_text, "state"), (move_text, "move"), (parse_state, "text"), (parse_move, "text")],
)
def test_wrong_types(function: Any, argument: str) -> None:
    """A TypeError names the argument."""
    for wrong in (None, 5, b"draw", Table()):
        with pytest.raises(TypeError, match=f"{argument} must be"):
            function(wrong)
