"""The rules of play, number by number: every R and D of the rules has a test that carries it."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

from manipulation_rummy import (
    JOKER,
    Card,
    CardDrawn,
    CardsPlayed,
    Deal,
    Draw,
    EndTurn,
    GameState,
    IllegalMove,
    Joker,
    Knock,
    Knocked,
    Meld,
    MeldKind,
    NotationError,
    Phase,
    Reason,
    Rules,
    RulesError,
    ScoringError,
    SeatScore,
    SetupError,
    StockExhausted,
    Table,
    WentOut,
    apply,
    check_meld,
    check_play,
    check_table,
    events_of,
    hand_points,
    legal_moves,
    new_game,
    pack,
    parse_cards,
    public_view,
    score_round,
    settle,
    shuffled_pack,
    validate,
    view,
    visible,
)
from tests.situations import advance, cards_in_play, dealt, play, reason, refusal, stacked
from tests.strategies import NATURALS, RANKS

OPTIONAL_DRAWS = Rules(extra_draws="optional")


def why_not(table: str, hand: str, proposed: str) -> tuple[Reason, ...]:
    """Return the reasons against a play, none if it may be played."""
    violation = check_play(table, hand, proposed)
    return violation.reasons if violation else ()


def why_no_meld(cards: str) -> tuple[Reason, ...]:
    """Return the reasons why cards are no meld, none if they are one."""
    violation = check_meld(cards)
    return violation.reasons if violation else ()


class TestPlayersPackAndDeal:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_r1_two_to_five_can_play(self, players: int) -> None:
        """A game can be made for 2 to 5 players."""
        assert players == new_game(players, dealer=0).players

    @pytest.mark.parametrize("players", [-1, 0, 1, 6])
    def test_r1_fewer_or_more_cannot(self, players: int) -> None:
        """No game can be made for other numbers of players."""
        with pytest.raises(SetupError, match="players must be 2 to 5"):
            new_game(players, dealer=0)

    @pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 2), (4, 2), (5, 2)])
    def test_r2_one_pack_for_two_players_two_packs_for_more(self, players: int, packs: int) -> None:
        """Each of the 52 cards and the joker is in the pack once for two players, else twice."""
        expected = dict.fromkeys((*NATURALS, JOKER), packs)
        assert expected == Counter(pack(players))

    def test_r3_cards_played_to_the_table_make_the_score(self) -> None:
        """Playing cards in a legal group leaves fewer points in hand and so scores more."""
        state = GameState.setup(["8S 8H 8D 2C", "KC", "QC"])
        after = advance(state, play("8S 8H 8D"), Knock())
        assert (26, 2) == (hand_points(state.hands[0]), hand_points(after.hands[0]))
        assert (16, 0, 0) == after.scores

    def test_r4_the_first_dealer_is_chosen_at_random(self) -> None:
        """With a random generator every seat can become the first dealer."""
        dealers = {new_game(4, rng=random.Random(seed)).dealer for seed in range(60)}
        assert {0, 1, 2, 3} == dealers

    def test_d1_the_deal_passes_to_the_left(self) -> None:
        """After each round the next seat deals, from the last seat on to seat 0."""
        state = new_game(3, dealer=1)
        dealers = []
        for _ in range(3):
            dealers.append(state.dealer)
            state = apply(state, stacked(3, state.dealer))
            state = GameState.setup(
                ["AS", "KH", "KD"],
                phase=Phase.END,
                current_player=0,
                dealer=state.dealer,
            )
            state = apply(state, Knock())
        assert [1, 2, 0] == dealers

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_r5_ten_cards_are_dealt_to_each(self, players: int) -> None:
        """After the deal every hand has 10 cards, all of them from the deck."""
        deck = shuffled_pack(players, random.Random(7))
        state = apply(new_game(players, dealer=1), Deal(deck))
        assert [10] * players == list(map(len, state.hands))
        assert Counter(deck) == cards_in_play(state)

    def test_r5_a_shuffled_pack_is_the_pack_in_random_order(self) -> None:
        """Shuffling loses and adds nothing, and another generator gives another order."""
        first, second = (shuffled_pack(3, random.Random(seed)) for seed in (1, 2))
        assert first != second
        assert Counter(pack(3)) == Counter(first) == Counter(second)

    def test_r5_only_the_whole_pack_can_be_dealt(self) -> None:
        """A deck with a card too many, missing or exchanged is refused, naming the cards."""
        game = new_game(2, dealer=0)
        missing, *others = pack(2)
        for deck, wrong in (
            (others, [missing]),
            ([*pack(2), JOKER], [JOKER]),
            ([others[0], *others], [missing, others[0]]),
        ):
            (fault,) = refusal(game, Deal(deck)).faults
            assert (Reason.WRONG_DECK, "R2", 53) == (fault.reason, fault.rule, fault.limit)
            assert wrong == list(fault.cards)

    def test_d2_cards_are_dealt_one_at_a_time_from_the_dealers_left(self) -> None:
        """The first card of the deck goes to the dealer's left, the next to the seat after it."""
        deck = shuffled_pack(3, random.Random(5))
        state = apply(new_game(3, dealer=1), Deal(deck))
        for offset, seat in enumerate((2, 0, 1)):
            assert Counter(deck[offset:30:3]) == Counter(state.hands[seat])

    @pytest.mark.parametrize(("players", "stock"), [(2, 33), (3, 76), (4, 66), (5, 56)])
    def test_r6_the_rest_is_the_stock(self, players: int, stock: int) -> None:
        """What is not dealt is the stock, in the order of the deck; the table is empty."""
        deck = shuffled_pack(players, random.Random(3))
        state = apply(new_game(players, dealer=0), Deal(deck))
        assert stock == len(state.stock)
        assert deck[-stock:] == state.stock
        assert Table() == state.table


class TestTurn:
    @pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)])
    def test_r7_the_player_on_the_dealers_left_begins(self, dealer: int, first: int) -> None:
        """The seat after the dealer takes the first turn."""
        assert first == dealt(4, dealer=dealer).current_player

    def test_r7_play_goes_clockwise(self) -> None:
        """The turn passes to the next seat, from the last one to seat 0."""
        for seat, following in enumerate((1, 2, 3, 0)):
            state = GameState.setup(["KS", "QH", "JD", "TC"], phase=Phase.END, current_player=seat)
            assert following == apply(state, EndTurn()).current_player

    def test_r7_nobody_moves_out_of_turn(self) -> None:
        """A move of a seat whose turn it is not is refused."""
        state = GameState.setup(["KS", "QH", "JD"], phase=Phase.DRAW, current_player=1)
        for seat in (0, 2):
            assert Reason.NOT_YOUR_TURN is reason(state, Draw(), seat=seat)
        assert validate(state, Draw(), seat=1) is None

    def test_r8_a_turn_begins_with_a_draw(self) -> None:
        """Before the first draw nothing else can be done, also with a meld in hand."""
        state = GameState.setup(["AS AH AD", "KH"], phase=Phase.DRAW)
        for move in (play("AS AH AD"), Knock(), EndTurn()):
            assert Reason.DRAW_FIRST is reason(state, move)

    def test_r8_the_top_of_the_stock_is_drawn_and_a_meld_may_follow(self) -> None:
        """The first card of the stock joins the hand of the player, who may then meld."""
        state = GameState.setup(["AS AH 9C", "KH"], phase=Phase.DRAW, stock="AD 5C")
        drawn = apply(state, Draw())
        assert parse_cards("AS AH AD 9C") == drawn.hands[0]
        assert parse_cards("5C") == drawn.stock
        assert state.hands[1] == drawn.hands[1]
        assert parse_cards("9C") == apply(drawn, play("AS AH AD")).hands[0]

    def test_r9_a_second_card_may_be_drawn_without_a_meld_and_then_melded(self) -> None:
        """Whoever did not meld draws again and may meld then."""
        state = GameState.setup(["AS AH 9C", "KH"], draws=1, stock="AD 5C")
        drawn = apply(state, Draw())
        assert (2, Phase.MELD) == (drawn.draws, drawn.phase)
        assert Table.parse("AS AH AD") == apply(drawn, play("AS AH AD")).table

    @pytest.mark.parametrize("draws", [1, 2])
    def test_d3_further_draws_are_compulsory_by_default(self, draws: int) -> None:
        """Without a meld neither the turn can be ended nor a knock made before the third draw."""
        state = GameState.setup(["AS", "KH"], draws=draws)
        assert Reason.DRAW_DUE is reason(state, EndTurn())
        assert Reason.DRAW_DUE is reason(state, Knock())
        assert validate(state, Draw()) is None

    @pytest.mark.parametrize("draws", [1, 2])
    def test_d3_further_draws_may_be_optional(self, draws: int) -> None:
        """With `extra_draws="optional"` they may be declined, by ending the turn or knocking."""
        state = GameState.setup(["AS", "KH"], draws=draws, rules=OPTIONAL_DRAWS)
        assert [Draw(), EndTurn(), Knock()] == list(legal_moves(state))

    def test_r10_a_third_card_bars_the_meld(self) -> None:
        """Whoever drew a third card may not meld, even if that card makes a meld."""
        state = GameState.setup(["AS AH 9C", "KH"], draws=2, stock="AD 5C")
        drawn = apply(state, Draw())
        assert (3, Phase.END) == (drawn.draws, drawn.phase)
        assert Reason.THIRD_DRAW_BARS_MELD is reason(drawn, play("AS AH AD"))
        assert Phase.DRAW is apply(drawn, EndTurn()).phase

    def test_r10_there_is_no_fourth_draw(self) -> None:
        """Three cards are drawn in a turn at most."""
        state = GameState.setup(["9C", "KH"], phase=Phase.END, draws=3)
        assert Reason.NO_FOURTH_DRAW is reason(state, Draw())

    @pytest.mark.parametrize("draws", [1, 2])
    def test_d4_nothing_is_drawn_or_melded_after_melding(self, draws: int) -> None:
        """After the one meld phase of a turn only its end and a knock remain."""
        state = GameState.setup(["AS AH AD 2S 2H 2D 3C", "KH"], draws=draws)
        melded = apply(state, play("AS AH AD"))
        assert Reason.NO_DRAW_AFTER_MELD is reason(melded, Draw())
        assert Reason.ALREADY_MELDED is reason(melded, play("AS AH AD | 2S 2H 2D"))
        assert Phase.END is melded.phase
        assert (Phase.DRAW, 1, 0) == attrs.astuple(apply(melded, EndTurn()).turn, recurse=False)[
            2:5
        ]

    def test_d4_the_shapes_of_a_turn(self) -> None:
        """A turn is a draw and a meld, two draws and a meld, or three draws."""
        state = GameState.setup(["AS AH AD 9C", "KH"], phase=Phase.DRAW)
        shapes = set()

        def explore(state: GameState, so_far: str) -> None:
            for move in legal_moves(state):
                if isinstance(move, EndTurn):
                    shapes.add(so_far)
                elif isinstance(move, Draw):
                    explore(apply(state, move), so_far + "draw ")
                elif not isinstance(move, Knock):
                    explore(apply(state, move), so_far + "meld ")

        explore(state, "")
        assert {"draw meld ", "draw draw meld ", "draw draw draw "} == shapes

    def test_d5_a_refused_proposal_has_no_consequences(self) -> None:
        """After a refusal nothing has changed, and the same player may propose again."""
        state = GameState.setup(["8H 2C", "KH"], table="5H 6H 7H")
        assert (Reason.NO_CARD_PLAYED,) == refusal(state, play("5H 6H 7H")).reasons
        assert (Reason.CARD_NOT_IN_HAND,) == refusal(state, play("4H 5H 6H 7H")).reasons
        after = apply(state, play("5H 6H 7H 8H"))
        assert (parse_cards("2C"), state.stock) == (after.hands[0], after.stock)


class TestMelds:
    @pytest.mark.parametrize("cards", ["8S", "8S 8H", "7S 8S"])
    def test_r11_a_meld_has_at_least_three_cards(self, cards: str) -> None:
        """Fewer than three cards are too short, whatever they are."""
        violation = check_meld(cards)
        assert violation is not None
        assert [(Reason.TOO_SHORT, 3)] == [(f.reason, f.limit) for f in violation.faults]

    def test_r11_three_cards_of_no_kind_are_no_meld(self) -> None:
        """Cards neither of one rank nor of one suit are neither a group nor a sequence."""
        assert (Reason.MIXED,) == why_no_meld("8S 8H 9D")

    @pytest.mark.parametrize("cards", ["8S 8H 8D", "8S 8H 8D 8C", "AS AD AC"])
    def test_r12_three_or_four_cards_of_one_rank_are_a_group(self, cards: str) -> None:
        """Different cards of one rank are a group."""
        assert MeldKind.GROUP is Meld.parse(cards).kind

    def test_r12_identical_cards_are_no_group(self) -> None:
        """No two cards of a group are identical, also with two packs, so five are never one."""
        assert (Reason.IDENTICAL_CARDS,) == why_no_meld("8S 8S 8H")
        violation = check_meld("8S 8H 8D 8C 8S")
        assert violation is not None
        assert [
            (Reason.IDENTICAL_CARDS, "R12", parse_cards("8S 8S"), None),
            (Reason.TOO_LONG, "R12", parse_cards("8S 8H 8D 8C 8S"), 4),
        ] == [(f.reason, f.rule, f.cards, f.limit) for f in violation.faults]

    @pytest.mark.parametrize("cards", ["AS 2S 3S", "QS KS AS", "4H 5H 6H 7H", "TD JD QD KD AD"])
    def test_r13_consecutive_cards_of_one_suit_are_a_sequence(self, cards: str) -> None:
        """The ace is high or low."""
        assert MeldKind.SEQUENCE is Meld.parse(cards).kind
        assert cards == str(Meld.parse(cards))

    @pytest.mark.parametrize("cards", ["KS AS 2S", "QS KS AS 2S", "JS QS KS AS 2S 3S"])
    def test_r13_a_sequence_never_goes_round_the_corner(self, cards: str) -> None:
        """The ace does not lie between a king and a two."""
        assert (Reason.ROUND_THE_CORNER,) == why_no_meld(cards)

    @pytest.mark.parametrize("cards", ["4H 5H 7H", "AS 3S 4S", "JS KS AS", "2C 3C KC"])
    def test_r13_a_sequence_has_no_gap(self, cards: str) -> None:
        """A missing rank in the middle makes it no sequence."""
        assert (Reason.GAP,) == why_no_meld(cards)

    def test_d6_a_sequence_is_of_one_suit(self) -> None:
        """Consecutive ranks of different suits are no sequence."""
        assert (Reason.MIXED,) == why_no_meld("4H 5D 6H")

    def test_d7_a_sequence_has_no_identical_cards(self) -> None:
        """A repeated card is refused in a sequence, by the rule for sequences."""
        violation = check_meld("4H 5H 5H 6H")
        assert violation is not None
        assert [(Reason.IDENTICAL_CARDS, "D7", parse_cards("5H 5H"))] == [
            (f.reason, f.rule, f.cards) for f in violation.faults
        ]

    def test_d7_thirteen_cards_are_the_most(self) -> None:
        """A run from ace to ace is refused as one meld, and is a table as two."""
        suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
        assert MeldKind.SEQUENCE is Meld.parse(suit).kind
        violation = check_meld(suit + " AS")
        assert violation is not None
        assert [
            (Reason.IDENTICAL_CARDS, "D7", None),
            (Reason.TOO_LONG, "D7", 13),
        ] == [(f.reason, f.rule, f.limit) for f in violation.faults]
        assert check_table("AS 2S 3S 4S 5S 6S 7S | 8S 9S TS JS QS KS AS") is None

    def test_d8_order_carries_no_meaning(self) -> None:
        """Melds and tables are equal whatever the order in which they are given."""
        assert Meld.parse("4H 5H 6H") == Meld.parse("6H 4H 5H")
        assert Table.parse("KH KD KC | 7S 8S 9S") == Table.parse("9S 7S 8S | KC KH KD")

    def test_d8_equal_melds_may_lie_side_by_side(self) -> None:
        """With two packs the same meld can lie on the table twice."""
        table = Table.parse("7S 8S 9S | 7S 8S 9S")
        assert 2 == len(table)
        assert Table.parse("7S 8S 9S") != table

    def test_d8_an_empty_meld_is_an_error(self) -> None:
        """No cards are no meld, alone or on a table."""
        assert (Reason.EMPTY_MELD,) == why_no_meld("")
        violation = check_table("7S 8S 9S |")
        assert violation is not None
        assert [(Reason.EMPTY_MELD, 1)] == [(f.reason, f.meld) for f in violation.faults]

    def test_r14_cards_go_from_the_hand_to_the_table(self) -> None:
        """The cards played leave the hand and lie on the table, and nothing else moves."""
        state = GameState.setup(["8H 9H KC", "KH"], table="5H 6H 7H")
        after = apply(state, play("5H 6H 7H 8H 9H"))
        assert parse_cards("KC") == after.hands[0]
        assert parse_cards("5H 6H 7H 8H 9H") == after.table.cards
        assert (state.hands[1], state.stock) == (after.hands[1], after.stock)

    def test_r15_every_card_lies_in_a_legal_meld_afterwards(self) -> None:
        """A proposal with a heap that is no meld is refused and says which."""
        violation = check_play("8S 8H 8D", "6S 7S", "6S 7S 8S | 8H 8D")
        assert violation is not None
        assert [(Reason.TOO_SHORT, 1, parse_cards("8H 8D"))] == [
            (f.reason, f.meld, f.cards) for f in violation.faults
        ]

    def test_r15_only_the_result_matters(self) -> None:
        """Three sequences may become three groups at one stroke."""
        assert () == why_not(
            "AS 2S 3S | AH 2H 3H | AD 2D 3D", "2C", "AS AH AD | 2S 2H 2D 2C | 3S 3H 3D"
        )

    def test_r16_the_first_to_meld_plays_a_whole_meld(self) -> None:
        """On an empty table two cards are too few and three are a meld."""
        assert (Reason.TOO_SHORT,) == why_not("", "8S 8H KC", "8S 8H")
        assert () == why_not("", "8S 8H 8D KC", "8S 8H 8D")

    def test_d9_there_is_no_opening_requirement(self) -> None:
        """A first meld of few points will do, several may be laid, and others' melds be used."""
        assert () == why_not("", "AS 2S 3S KC", "AS 2S 3S")
        assert () == why_not("", "AS 2S 3S 4H 4D 4C", "AS 2S 3S | 4H 4D 4C")
        state = GameState.setup(["8H KC", "QC"], table="5H 6H 7H")
        assert validate(state, play("5H 6H 7H 8H")) is None

    def test_r17_melds_have_no_owner(self) -> None:
        """What others have laid may be extended and rearranged."""
        state = GameState.setup(["8S 8H 8D 8C 2C", "6S 7S KC"], stock="2D 3D 4D 5D", draws=1)
        state = advance(state, play("8S 8H 8D 8C"), EndTurn(), Draw())
        after = apply(state, play("6S 7S 8S | 8H 8D 8C"))
        assert Table.parse("6S 7S 8S | 8H 8D 8C") == after.table

    def test_r18_at_least_one_card_comes_from_the_hand(self) -> None:
        """Rearranging the table alone is no meld."""
        assert (Reason.NO_CARD_PLAYED,) == why_not("5H 6H 7H | 8H 9H TH", "KC", "5H 6H 7H 8H 9H TH")

    def test_r18_no_card_leaves_the_table(self) -> None:
        """A table card missing from the new table is named."""
        violation = check_play("5H 6H 7H 8H", "KC KD KS", "5H 6H 7H | KC KD KS")
        assert violation is not None
        assert [(Reason.CARD_MISSING, "R18", parse_cards("8H"))] == [
            (f.reason, f.rule, f.cards) for f in violation.faults
        ]

    def test_r18_every_new_card_comes_from_the_hand(self) -> None:
        """A new card that the hand does not hold often enough is named."""
        violation = check_play("", "8S 8H 8D 7S 9S", "8S 8H 8D | 7S 8S 9S")
        assert violation is not None
        assert [(Reason.CARD_NOT_IN_HAND, parse_cards("8S"))] == [
            (f.reason, f.cards) for f in violation.faults
        ]

    def test_r18_a_card_exchanged_for_its_twin_is_no_addition(self) -> None:
        """Playing one eight of spades and taking the other back adds nothing."""
        assert (Reason.NO_CARD_PLAYED,) == why_not("8S 8H 8D", "8S KC", "8S 8H 8D")

    def test_d10_a_joker_alone_is_enough(self) -> None:
        """A joker is a card from the hand like any other."""
        assert () == why_not("5H 6H 7H", "* KC", "5H 6H 7H *=8H")


class TestJokers:
    @pytest.mark.parametrize("card", NATURALS, ids=str)
    def test_r19_a_joker_can_stand_for_any_card(self, card: Card) -> None:
        """For each of the 52 cards it can complete a group and a sequence."""
        others = [c for c in NATURALS if c.rank is card.rank and c is not card]
        place = NATURALS.index(card) // 4
        start = min(max(place - 1, 0), 10)
        run = [Card.parse(rank + str(card.suit)) for rank in RANKS[start : start + 3]]
        sequence = [Joker(card) if c is card else c for c in run]
        assert MeldKind.GROUP is Meld.of([Joker(card), *others[:2]]).kind
        assert MeldKind.SEQUENCE is Meld.of(sequence).kind

    def test_d11_also_for_a_card_whose_copies_are_all_in_sight(self) -> None:
        """A joker may be a third eight of spades."""
        table = "6S 7S 8S | 8S 9S TS"
        assert () == why_not(table, "* 8H 8D", f"{table} | *=8S 8H 8D")

    def test_d11_two_jokers_may_stand_for_the_same_card_in_different_melds(self) -> None:
        """On one table they may, inside one meld they may not."""
        assert check_table("7S *=8S 9S | *=8S 8H 8D") is None
        assert (Reason.IDENTICAL_CARDS,) == why_no_meld("*=8S *=8S 8H")
        assert (Reason.IDENTICAL_CARDS,) == why_no_meld("*=8S 8S 8H")

    def test_r20_a_joker_on_the_table_says_which_card_it_stands_for(self) -> None:
        """An undeclared joker is an error, named with its meld."""
        violation = check_play("", "4H * 6H", "4H * 6H")
        assert violation is not None
        assert [(Reason.JOKER_UNDECLARED, "R20", (JOKER,), 0)] == [
            (f.reason, f.rule, f.cards, f.meld) for f in violation.faults
        ]

    @pytest.mark.parametrize("text", ["*=8", "*=S", "*=", "*=*", "*8S"])
    def test_r20_half_a_declaration_is_none(self, text: str) -> None:
        """Rank and suit are both needed."""
        with pytest.raises(NotationError, match="a joker stands for a whole card"):
            Meld.parse(f"4H {text} 6H")

    def test_d12_whether_an_ace_is_high_is_no_part_of_the_declaration(self) -> None:
        """A joker that stands for an ace may move from below a two to above a king."""
        assert () == why_not("*=AS 2S 3S 4S", "QS KS", "2S 3S 4S | QS KS *=AS")

    def test_r21_the_card_of_a_joker_does_not_change(self) -> None:
        """Without the real card a joker keeps its card, though all melds are legal."""
        violation = check_play("*=8S 9S TS", "JS", "9S TS JS *=QS")
        assert violation is not None
        assert [(Reason.JOKER_CHANGED, "R21", parse_cards("*=8S"))] == [
            (f.reason, f.rule, f.cards) for f in violation.faults
        ]

    def test_r21_the_real_card_replaces_it_from_the_hand_or_the_table(self) -> None:
        """Once the real card lies in its place the joker may stand for something else."""
        assert () == why_not("7S *=8S 9S", "8S KH KD", "7S 8S 9S | KH KD *=KS")
        assert () == why_not(
            "7S *=8S 9S | 8S 8H 8D 8C", "KH KD", "7S 8S 9S | 8H 8D 8C | KH KD *=KS"
        )

    def test_d13_one_real_card_frees_two_jokers_that_stand_for_it(self) -> None:
        """It may replace one and then, coming from that meld, the other."""
        table = "7S *=8S 9S | *=8S 8H 8D 8C"
        proposed = "7S 8S 9S | 8H 8D 8C | *=JC QC KC *=AC"
        assert () == why_not(table, "8S KC QC", proposed)

    def test_d13_the_real_card_may_stay_where_it_lies(self) -> None:
        """A joker whose real card lies anywhere on the table can always be freed."""
        table = "6S 7S 8S | *=8S 8H 8D 8C"
        assert () == why_not(table, "KH KD", "6S 7S 8S | 8H 8D 8C | KH KD *=KS")

    def test_d13_another_joker_is_not_the_real_card(self) -> None:
        """Of two jokers for one card neither may change while the real one is missing."""
        table = "7S *=8S 9S | *=8S 8H 8D 8C"
        proposed = "7S *=8S 9S | 8H 8D 8C | KH KD *=KS"
        assert (Reason.JOKER_CHANGED,) == why_not(table, "KH KD", proposed)

    def test_d13_a_real_card_helps_only_jokers_that_stand_for_it(self) -> None:
        """In a group the missing suit that the joker does not stand for frees nothing."""
        table, hand = "8H 8D *=8C", "8S 6H 7H"
        assert (Reason.JOKER_CHANGED,) == why_not(table, hand, "8H 8D 8S | *=5H 6H 7H")

    def test_d13_jokers_are_alike(self) -> None:
        """One from the hand may take over the card of one on the table."""
        proposed = "7S *=8S 9S TS | KH KD *=KS"
        assert () == why_not("7S *=8S 9S TS", "* KH KD", proposed)
        assert (Reason.CARD_NOT_IN_HAND,) == why_not("7S *=8S 9S TS", "KH KD", proposed)

    def test_r22_a_joker_may_move_while_it_stands_for_the_same_card(self) -> None:
        """It may leave a sequence for a group."""
        assert () == why_not("*=8S 9S TS JS", "8H 8D", "9S TS JS | *=8S 8H 8D")

    def test_r23_a_replaced_joker_never_goes_to_a_hand(self) -> None:
        """It must lie on the new table, in a legal meld."""
        violation = check_play("7S *=8S 9S", "8S 2C", "7S 8S 9S")
        assert violation is not None
        assert [(Reason.JOKER_MISSING, "R23", (JOKER,))] == [
            (f.reason, f.rule, f.cards) for f in violation.faults
        ]
        assert (Reason.TOO_SHORT,) == why_not("7S *=8S 9S", "8S", "7S 8S 9S | *=KS")

    def test_r23_the_replacing_card_counts_if_it_comes_from_the_hand(self) -> None:
        """From the hand it is the card played; from the table another is needed."""
        assert () == why_not("5H 6H *=7H", "7H KC", "5H 6H 7H *=8H")
        table, proposed = "7S *=8S 9S | 8S 8H 8D 8C", "*=6S 7S 8S 9S | 8H 8D 8C"
        assert (Reason.NO_CARD_PLAYED,) == why_not(table, "KH", proposed)

    def test_d14_a_replaced_joker_may_stand_for_the_same_card_again(self) -> None:
        """The real card takes its place and the joker is an eight of spades elsewhere."""
        assert () == why_not("7S *=8S 9S", "8S 8H 8D", "7S 8S 9S | *=8S 8H 8D")


class TestEndOfARound:
    @pytest.mark.parametrize(
        ("hand", "points"),
        [("*", 25), ("JS QH KD", 30), ("2S 3S 4S 5S 6S 7S 8S 9S TS", 54), ("AC", 1), ("", 0)],
    )
    def test_r24_what_cards_count_in_hand(self, hand: str, points: int) -> None:
        """A joker counts 25, faces 10, numbers their number, an ace 1."""
        assert points == hand_points(hand)

    @pytest.mark.parametrize("field", ["joker_points", "face_points", "ace_points"])
    def test_r24_only_an_empty_hand_counts_nothing(self, field: str) -> None:
        """No card may count less than 1."""
        with pytest.raises(RulesError, match=field):
            Rules(**{field: 0})  # type: ignore[arg-type]

    @pytest.mark.parametrize(("hand", "may"), [("5H", True), ("2S 3H", True), ("6H", False)])
    def test_r25_a_player_with_five_points_or_fewer_may_knock(self, hand: str, may: bool) -> None:
        """With 5 points a knock ends the round at once; with 6 it is refused."""
        state = GameState.setup([hand, "KH"], phase=Phase.END)
        assert may is (Knock() in legal_moves(state))
        if may:
            assert Knocked(0) == getattr(apply(state, Knock()).last_round, "ending", None)
        else:
            (fault,) = refusal(state, Knock()).faults
            assert (Reason.KNOCK_OVER_LIMIT, "R25", 5) == (
                fault.reason,
                fault.rule,
                fault.limit,
            )
            assert parse_cards(hand) == fault.cards

    def test_r25_the_hand_at_the_knock_counts(self) -> None:
        """What was melded in the same turn no longer counts."""
        state = GameState.setup(["KS KD KC 5H", "KH"])
        after = advance(state, play("KS KD KC"), Knock())
        assert Phase.DEAL is after.phase

    def test_d15_a_knock_is_due_exactly_when_the_turn_could_be_ended(self) -> None:
        """After a meld or when no draw is due, and not before."""
        ends = {"phase": Phase.END}
        positions: list[tuple[dict[str, Any], bool]] = [
            ({"phase": Phase.DRAW}, False),
            ({"draws": 1}, False),
            ({"draws": 2}, False),
            ({"draws": 1, "stock": ""}, True),
            ({"draws": 1, "rules": OPTIONAL_DRAWS}, True),
            (ends | {"draws": 1}, True),
            (ends | {"draws": 3}, True),
        ]
        for arguments, may in positions:
            state = GameState.setup(["AS", "KH"], **arguments)
            assert may is (validate(state, Knock()) is None)
            assert may is (validate(state, EndTurn()) is None)

    def test_d15_knocking_is_optional_and_needs_no_meld(self) -> None:
        """With few points after three draws a player may knock or hand on the turn."""
        state = GameState.setup(["AS", "KH"], phase=Phase.END, draws=3)
        assert [EndTurn(), Knock()] == list(legal_moves(state))

    def test_d15_a_player_without_cards_never_knocks(self) -> None:
        """A hand without cards is no hand of few points."""
        state = GameState.setup(["AS", "KH"], phase=Phase.END)
        empty = attrs.evolve(state, hands=((), state.hands[1]))
        assert Reason.KNOCK_WITHOUT_CARDS is reason(empty, Knock())
        with pytest.raises(ScoringError, match="knocked without cards"):
            score_round(["", "KH"], Knocked(0))

    def test_d16_nothing_is_laid_off_after_a_knock(self) -> None:
        """The round is over: the others keep their cards, and moves wait for the next deal."""
        state = GameState.setup(["AS", "8H KD"], table="5H 6H 7H", phase=Phase.END)
        after = apply(state, Knock())
        assert Reason.WRONG_PHASE is reason(after, play("5H 6H 7H 8H"))
        assert (state.hands, state.table) == (after.hands, after.table)
        assert (1, 18) == getattr(after.last_round, "points", None)

    def test_d17_playing_the_last_card_ends_the_round_at_once(self) -> None:
        """Going out is an ending of its own, without a knock or an end of the turn."""
        state = GameState.setup(["8S 8H 8D", "KH 5C", "KD"])
        after = apply(state, play("8S 8H 8D"))
        assert Phase.DEAL is after.phase
        assert after.last_round is not None
        assert WentOut(0) == after.last_round.ending
        assert (15 + 10 + 25, 0, 0) == after.scores


def exhausted() -> GameState:
    """Three players, seat 0 is about to draw the last card; nobody can meld."""
    return GameState.setup(["9D KS", "7C QH", "5D JC"], stock="2C", phase=Phase.DRAW)


class TestTheStockRunsOut:
    def test_r26_everybody_has_one_more_turn_and_the_lowest_total_wins(self) -> None:
        """Then the hands are counted: 21, 17 and 15 points."""
        after = advance(exhausted(), Draw(), EndTurn(), EndTurn(), EndTurn(), EndTurn())
        assert after.last_round is not None
        assert StockExhausted() == after.last_round.ending
        assert (21, 17, 15) == after.last_round.points
        assert ((2,), (0, 0, 6 + 2)) == (after.last_round.winners, after.scores)

    def test_d18_the_turn_of_the_last_card_goes_on_as_an_ordinary_one(self) -> None:
        """It may hold a meld and then a knock or its end; a further draw is not due."""
        state = GameState.setup(["AS AH 5C", "KH"], stock="AD", phase=Phase.DRAW)
        drawn = apply(state, Draw())
        assert Reason.STOCK_EMPTY is reason(drawn, Draw())
        assert validate(drawn, EndTurn()) is None
        melded = apply(drawn, play("AS AH AD"))
        assert [EndTurn(), Knock()] == list(legal_moves(melded))
        assert 10 - 5 == apply(melded, Knock()).scores[0]
        assert (0, 1) == (
            apply(melded, EndTurn()).last_lap,
            apply(melded, EndTurn()).current_player,
        )

    def test_d18_a_last_card_that_is_the_third_bars_the_meld(self) -> None:
        """R10 holds in the turn that exhausts the stock."""
        state = GameState.setup(["AS AH 5C", "KH"], stock="AD", draws=2)
        assert Reason.THIRD_DRAW_BARS_MELD is reason(apply(state, Draw()), play("AS AH AD"))

    def test_d18_the_exhausting_player_may_knock_in_that_turn(self) -> None:
        """Without a meld too, for no draw is due from an empty stock."""
        state = GameState.setup(["AS", "KH"], stock="2D", phase=Phase.DRAW)
        after = advance(state, Draw(), Knock())
        assert (7, 0) == after.scores

    def test_d19_the_lap_goes_from_the_next_player_to_the_one_who_exhausted_the_stock(
        self,
    ) -> None:
        """Seats 3, 0, 1 and 2 have a turn when seat 2 drew the last card; nobody draws."""
        state = GameState.setup(
            ["KS", "QH", "JD", "TC"], stock="9C", phase=Phase.DRAW, current_player=2
        )
        state = advance(state, Draw(), EndTurn())
        seats = []
        while state.phase is Phase.MELD:
            assert (2, 0) == (state.last_lap, state.draws)
            assert Reason.NO_DRAW_IN_LAST_LAP is reason(state, Draw())
            seats.append(state.current_player)
            state = apply(state, EndTurn())
        assert [3, 0, 1, 2] == seats
        assert Phase.DEAL is state.phase

    def test_d19_each_may_meld_once_in_the_lap(self) -> None:
        """Also whoever drew a third card before it; there is no second meld."""
        state = GameState.setup(
            ["AS AH 2S 2H 2D 9C", "QH KH"], stock="AD", draws=2, current_player=0
        )
        lap = advance(state, Draw(), EndTurn(), EndTurn())
        assert (0, Phase.MELD) == (lap.current_player, lap.phase)
        melded = apply(lap, play("AS AH AD"))
        assert Reason.ALREADY_MELDED is reason(melded, play("AS AH AD | 2S 2H 2D"))
        assert Reason.NO_DRAW_IN_LAST_LAP is reason(melded, Draw())
        assert Phase.DEAL is apply(melded, EndTurn()).phase

    @pytest.mark.parametrize("melds", [False, True])
    def test_d20_nobody_knocks_in_the_last_lap_by_default(self, melds: bool) -> None:
        """With and without a meld a knock is refused, unless the switch allows it."""
        for may in (False, True):
            state = GameState.setup(
                ["8S 8H 8D 3C", "KH", "KD"] if melds else ["3C", "KH", "KD"],
                rules=Rules(knock_in_last_lap=may),
                last_lap=2,
            )
            if melds:
                state = apply(state, play("8S 8H 8D"))
            if may:
                assert (7 + 7, 0, 0) == apply(state, Knock()).scores
            else:
                assert Reason.NO_KNOCK_IN_LAST_LAP is reason(state, Knock())

    def test_d21_going_out_ends_only_ones_own_turn_of_the_lap(self) -> None:
        """The lap is played to its end, several may go out, and each scores the bonus."""
        state = GameState.setup(["8S 8H 8D", "9S 9H 9D", "5C KD"], last_lap=2)
        state = apply(state, play("8S 8H 8D"))
        assert (1, Phase.MELD) == (state.current_player, state.phase)
        state = apply(state, play("8S 8H 8D | 9S 9H 9D"))
        assert (2, Phase.MELD) == (state.current_player, state.phase)
        state = apply(state, EndTurn())
        assert state.last_round is not None
        assert StockExhausted() == state.last_round.ending
        assert (15 + 25, 15 + 25, 0) == state.scores

    def test_d21_the_last_seat_of_the_lap_ends_the_round_by_going_out(self) -> None:
        """Its turn is over like any other, and with it the lap."""
        state = GameState.setup(["8S 8H 8D", "KH"], last_lap=0)
        after = apply(state, play("8S 8H 8D"))
        assert after.last_round is not None
        assert StockExhausted() == after.last_round.ending
        assert (10 + 25, 0) == after.scores

    def test_d21_going_out_may_end_the_lap(self) -> None:
        """With the switch the round is over at once."""
        state = GameState.setup(
            ["8S 8H 8D", "9S 9H 9D", "5C KD"],
            rules=Rules(going_out_ends_last_lap=True),
            last_lap=2,
        )
        after = apply(state, play("8S 8H 8D"))
        assert after.last_round is not None
        assert WentOut(0) == after.last_round.ending
        assert (27 + 15 + 25, 0, 0) == after.scores


class TestScoringARound:
    def test_r27_the_fewest_points_win_knocker_or_not(self) -> None:
        """The knocker wins with the fewest points and loses otherwise."""
        assert (0,) == score_round([3, 4, 9], Knocked(0)).winners
        assert (1,) == score_round([3, 2, 9], Knocked(0)).winners
        assert (2,) == score_round([30, 20, 9], StockExhausted()).winners

    def test_r28_the_winner_of_two_scores_the_difference(self) -> None:
        """The loser scores 0."""
        assert (26, 0) == score_round([4, 30], Knocked(0)).scores

    def test_r29_the_winner_of_three_to_five_scores_the_sum_of_the_differences(self) -> None:
        """To all others; they score 0."""
        assert (10 + 20 + 30 + 5, 0, 0, 0, 0) == score_round([5, 15, 25, 35, 10], Knocked(0)).scores

    def test_r30_a_winner_who_is_not_the_knocker_gets_the_undercut_bonus_once(self) -> None:
        """It is 10 points, however many have been beaten; a knocker who wins gets none."""
        result = score_round([4, 3, 20, 30, 40], Knocked(0))
        assert SeatScore(1 + 17 + 27 + 37, undercut=10) == result.breakdown[1]
        assert 0 == score_round([4, 30], Knocked(0)).breakdown[0].undercut

    def test_r31_who_ties_with_the_knocker_wins(self) -> None:
        """The other scores the differences and the bonus, the knocker nothing."""
        result = score_round([5, 5, 8], Knocked(0))
        assert ((1,), (0, 0 + 3 + 10, 0)) == (result.winners, result.scores)

    def test_r32_two_who_tie_with_the_knocker_both_win(self) -> None:
        """Both score the differences and the bonus."""
        result = score_round([5, 5, 8, 5], Knocked(0))
        assert ((1, 3), (0, 13, 0, 13)) == (result.winners, result.scores)

    def test_d22_there_is_no_undercut_without_a_knock_by_default(self) -> None:
        """A switch gives it to the winners of the last lap, never to an empty hand."""
        switched = Rules(undercut_without_knock=True)
        for hands, default, with_switch in (
            ([12, 13, 25], (14, 0, 0), (24, 0, 0)),
            ([9, 9, 10], (1, 1, 0), (11, 11, 0)),
            ([0, 9, 10], (19 + 25, 0, 0), (19 + 25, 0, 0)),
        ):
            assert default == score_round(hands, StockExhausted()).scores
            assert with_switch == score_round(hands, StockExhausted(), switched).scores
        assert (34, 0) == score_round([0, 9], WentOut(0), switched).scores
        assert (5, 0) == score_round([4, 9], Knocked(0), switched).scores

    def test_d23_more_who_tie_all_win(self) -> None:
        """Four with the knocker, or several below him, each with the bonus."""
        assert (0, 10, 10, 10, 10) == score_round([5] * 5, Knocked(0)).scores
        assert (0, 13, 13) == score_round([5, 2, 2], Knocked(0)).scores
        assert (1, 2) == score_round([5, 2, 2], Knocked(0)).winners

    def test_r33_a_winner_without_cards_gets_the_bonus_once(self) -> None:
        """Whatever ended the round: going out, the last lap, or a knock in it."""
        bonus = SeatScore(30, going_out=25)
        knocks = Rules(knock_in_last_lap=True)
        assert bonus == score_round([0, 10, 20], WentOut(0)).breakdown[0]
        assert bonus == score_round([0, 10, 20], StockExhausted()).breakdown[0]
        assert (
            SeatScore(14, going_out=25) == score_round([0, 4, 10], Knocked(1), knocks).breakdown[0]
        )

    def test_d24_all_who_tie_without_a_knock_win(self) -> None:
        """Each scores the differences and counts a round won; if all tie, that is 0."""
        result = score_round([9, 9, 10, 12], StockExhausted())
        assert ((0, 1), (4, 4, 0, 0)) == (result.winners, result.scores)
        result = score_round([10, 10, 10], StockExhausted())
        assert ((0, 1, 2), (0, 0, 0)) == (result.winners, result.scores)

    def test_d24_each_co_winner_counts_a_round_won(self) -> None:
        """And the knocker who tied with them does not."""
        state = GameState.setup(["5S", "5H", "5D", "KH"], phase=Phase.END)
        assert (0, 1, 1, 0) == apply(state, Knock()).rounds_won


class TestTheGame:
    @pytest.mark.parametrize(("before", "over"), [(137, False), (138, True), (139, True)])
    def test_r34_a_total_of_150_ends_the_game(self, before: int, over: bool) -> None:
        """The bonuses of the round count towards it: 12 points for an undercut by 2."""
        state = GameState.setup(["4H", "2C"], phase=Phase.END, scores=(0, before))
        after = apply(state, Knock())
        assert (0, before + 2 + 10) == after.scores
        assert (Phase.GAME_OVER if over else Phase.DEAL) is after.phase
        assert over is (after.result is not None)

    def test_r34_the_bonuses_of_the_end_do_not_count_towards_it(self) -> None:
        """A seat that passes 150 by them alone gets no 100 points."""
        result = settle([150, 149], [1, 5])
        assert (100, 125) == result.bonuses

    def test_r34_after_the_end_nothing_can_be_done(self) -> None:
        """Every move of every seat is refused."""
        state = GameState.setup(["4H", "2C"], phase=Phase.END, scores=(0, 140))
        over = apply(state, Knock())
        for move in (Deal(pack(2)), Draw(), play("7S 8S 9S"), Knock(), EndTurn()):
            assert Reason.GAME_OVER is reason(over, move)
            assert Reason.GAME_OVER is reason(over, move, seat=1)

    def test_r35_whoever_reached_the_target_gets_a_hundred_points(self) -> None:
        """Each of those players, if there are several."""
        assert (261, 252, 120) == settle([161, 152, 120], [5, 4, 0]).final

    def test_r36_every_other_player_gets_25_points_for_each_round_won(self) -> None:
        """Rounds won by a player who reached the target earn nothing."""
        assert (274, 95 + 3 * 25) == settle([174, 95], [4, 3]).final

    def test_d25_a_switch_gives_the_round_bonus_to_all(self) -> None:
        """Then rounds won by a player who reached the target count too."""
        everybody = Rules(round_bonus_for="all")
        final = settle([151, 149, 20], [1, 6, 1], everybody).final
        assert (151 + 100 + 25, 149 + 150, 20 + 25) == final

    def test_r37_the_most_points_win(self) -> None:
        """The standings go from the most points to the fewest."""
        result = settle([150, 30, 149], [1, 1, 6])
        assert (250, 55, 299) == result.final
        assert (2,) == result.winners
        assert ((2,), (0,), (1,)) == result.standings

    def test_d26_ties_are_shared_and_the_winner_need_not_have_reached_the_target(self) -> None:
        """Equal totals share a rank, not by seat."""
        result = settle([150, 125, 0, 0], [2, 5, 0, 0])
        assert ((0, 1), ((0, 1), (2, 3))) == (result.winners, result.standings)


class TestWhatCanBeSeen:
    def test_d27_a_refusal_out_of_turn_tells_nothing_about_a_hand(self) -> None:
        """Whatever the player to move holds, the others get the same answer, without cards."""
        answers = {
            validate(GameState.setup([hand, "KC"], phase=phase), move, seat=1)
            for hand in ("AS AH AD", "AS", "9S TH")
            for phase in (Phase.DRAW, Phase.MELD, Phase.END)
            for move in (Draw(), play("AS AH AD"), Knock(), EndTurn(), Deal(pack(2)))
        }
        (answer,) = answers
        assert answer is not None
        (fault,) = answer.faults
        assert (Reason.NOT_YOUR_TURN, (), None) == (fault.reason, fault.cards, fault.limit)

    def test_d27_all_hands_are_public_once_a_round_has_ended(self) -> None:
        """The result of the round holds them."""
        state = GameState.setup(["4H", "2C 9D"], phase=Phase.END)
        after = apply(state, Knock())
        assert after.last_round is not None
        assert (parse_cards("4H"), parse_cards("2C 9D")) == after.last_round.hands

    def test_d27_what_is_public_and_what_is_secret(self) -> None:
        """Of hands and stock the numbers are public, the cards only for whoever holds them."""
        state = GameState.setup(["4H 5H", "2C", "9D"], table="7S *=8S 9S", stock="KC QC")
        for seen in (view(state, 1), public_view(state)):
            assert ((2, 1, 1), 2) == (seen.hand_sizes, seen.stock_size)
            assert (0, Phase.MELD, 1) == (seen.current_player, seen.phase, seen.draws)
            assert state.table == seen.table
            assert not any(f"'{card}'" in repr(seen) for card in ("4H", "5H", "9D", "KC", "QC"))
        assert parse_cards("2C") == view(state, 1).hand
        assert "'2C'" not in repr(public_view(state))

    def test_d27_plays_are_public_and_draws_are_not(self) -> None:
        """Everybody is told which cards were played, and only whoever drew which card it was."""
        state = GameState.setup(["7H", "2C"], table="8H 9H TH", phase=Phase.DRAW, stock="KC QC")
        (drawn,) = events_of(state, Draw())
        told = [visible(drawn, seat) for seat in (0, 1, None)]
        assert [CardDrawn(0, Card.parse("KC")), CardDrawn(0, None), CardDrawn(0, None)] == told
        played = events_of(apply(state, Draw()), play("7H 8H 9H TH"))
        assert CardsPlayed(0, parse_cards("7H")) == played[0]
        assert all(event is visible(event, None) for event in played)

    def test_d27_a_refused_proposal_is_told_to_nobody(self) -> None:
        """It has no events."""
        state = GameState.setup(["8S KC", "2C"], table="7H 8H 9H")
        with pytest.raises(IllegalMove):
            events_of(state, play("7H 8H 9H TH"))


def test_every_number_of_the_rules_has_a_test() -> None:
    """Each of R1 to R37 and D1 to D27 is in the name of a test of this module."""
    source = Path(sys.modules[__name__].__file__ or "").read_text(encoding="utf-8")
    tested = set(re.findall(r"def test_([rd]\d+)_", source))
    expected = {f"r{n}" for n in range(1, 38)} | {f"d{n}" for n in range(1, 28)}
    assert expected == tested
