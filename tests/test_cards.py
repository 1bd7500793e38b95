"""Cards, jokers, packs and card text."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise, product

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    Joker,
    NotationError,
    Rank,
    RummyError,
    SetupError,
    Suit,
    pack,
    parse_card,
    parse_cards,
    shuffled_pack,
)
from manipulation_rummy.cards import (
    CARDS,
    EVERY_CARD,
    MAX_CARDS,
    MAX_TEXT,
    as_cards,
    as_hand,
    as_held,
    look_at,
    parse_heaps,
    random_below,
    text_of,
)
from tests.strategies import DECLARED, NATURALS, RANKS, SUITS, any_cards

EIGHT = Card(Rank.EIGHT, Suit.SPADES)

SHUFFLED_2024 = (
    "4D 7D JC * 9H 8H KC JH 8C KS JS 6C AS 9S 4H 5D 2H QC AC 8S 3S 5S JD AD 3D 3H AH "
    "QH 2D 2S KH 6D KD 7H 2C 9C TD 5C 7C QD TC 8D 5H 6H TS 3C 4S 9D 6S QS 4C TH 7S"
)
"""One pack shuffled with the seed 2024."""


class TestFaces:
    def test_ranks_and_suits_have_letters(self) -> None:
        """Ranks read A23456789TJQK, suits SHDC, in canonical order."""
        assert RANKS == "".join(map(str, Rank))
        assert SUITS == "".join(map(str, Suit))
        assert "♠♥♦♣" == "".join(suit.symbol for suit in Suit)

    def test_there_is_one_object_for_each_card(self) -> None:
        """Making a card or a joker again gives the same object."""
        for rank, suit in product(Rank, Suit):
            assert Card(rank, suit) is Card(rank, suit)
            assert Joker(Card(rank, suit)) is Joker(Card(rank, suit))
        assert Joker(None) is Joker() is JOKER
        assert 52 == len({Card(rank, suit) for rank, suit in product(Rank, Suit)})

    def test_a_card_knows_its_parts(self) -> None:
        """Rank, suit, text, and the card it counts as."""
        assert (Rank.EIGHT, Suit.SPADES) == (EIGHT.rank, EIGHT.suit)
        assert ("8S", "Card.parse('8S')") == (str(EIGHT), repr(EIGHT))
        assert EIGHT is EIGHT.counts_as

    def test_a_joker_knows_what_it_stands_for(self) -> None:
        """A card, or nothing yet."""
        joker = Joker(EIGHT)
        assert EIGHT is joker.stands_for is joker.counts_as
        assert ("*=8S", "Joker(Card.parse('8S'))") == (str(joker), repr(joker))
        assert JOKER.stands_for is JOKER.counts_as is None
        assert ("*", "JOKER") == (str(JOKER), repr(JOKER))

    def test_a_joker_is_not_the_card_it_stands_for(self) -> None:
        """They differ, and so do jokers for different cards."""
        assert 2 == len({EIGHT, Joker(EIGHT)})
        assert Joker(NATURALS[0]) != Joker(NATURALS[1])

    def test_cards_are_in_canonical_order(self) -> None:
        """By rank, then S H D C, a natural before the joker that stands for it, `*` last."""
        expected: list[AnyCard] = []
        for rank, suit in product(RANKS, SUITS):
            expected += [Card.parse(rank + suit), Joker(Card.parse(rank + suit))]
        expected.append(JOKER)
        shuffled = expected.copy()
        random.Random(1).shuffle(shuffled)
        assert expected == sorted(shuffled) == list(EVERY_CARD)
        assert all(low < high and high > low and low <= high for low, high in pairwise(expected))
        assert list(NATURALS) == list(CARDS)

    def test_a_card_knows_its_place_in_the_order(self) -> None:
        """Its sort key is its index among all cards, and twice that among the naturals."""
        assert list(range(105)) == [card.sort_key for card in EVERY_CARD]
        assert list(range(0, 104, 2)) == [card.sort_key for card in CARDS]

    def test_cards_are_not_compared_with_other_things(self) -> None:
        """An order with what is no card is a TypeError."""
        with pytest.raises(TypeError):
            _ = EIGHT < 8  # type: ignore[operator]

    @pytest.mark.parametrize("card", [EIGHT, Joker(EIGHT), JOKER], ids=str)
    def test_copies_are_the_same_object(self, card: AnyCard) -> None:
        """Copying, pickling and evolving give back the shared object."""
        assert card is copy.copy(card) is copy.deepcopy(card)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert card is pickle.loads(pickle.dumps(card, protocol))
        assert card is attrs.evolve(card)

    def test_evolving_gives_the_other_shared_object(self) -> None:
        """Another rank gives that card."""
        assert Card.parse("9S") is attrs.evolve(EIGHT, rank=Rank.NINE)  # type: ignore[call-arg]

    @pytest.mark.parametrize(
        ("rank", "suit", "message"),
        [(8, Suit.SPADES, "rank must be a Rank"), (Rank.EIGHT, "S", "suit must be a Suit")],
    )
    def test_a_card_is_made_of_a_rank_and_a_suit(
        self, rank: Rank, suit: Suit, message: str
    ) -> None:
        """Anything else is a TypeError that names the argument."""
        with pytest.raises(TypeError, match=message):
            Card(rank, suit)

    def test_a_joker_stands_for_a_natural_card(self) -> None:
        """Not for text, and not for another joker."""
        for other in ("8S", JOKER):
            with pytest.raises(TypeError, match="stands_for must be a Card or None"):
                Joker(other)  # type: ignore[arg-type]


class TestText:
    @given(any_cards())
    def test_text_goes_out_and_in(self, card: AnyCard) -> None:
        """Reading what was written gives the card."""
        assert card is parse_card(str(card))

    @given(any_cards(), st.booleans(), st.booleans(), st.sampled_from(["", "\ufe0f"]), st.data())
    def test_text_is_read_leniently(
        self, card: AnyCard, ten: bool, symbol: bool, emoji: str, data: st.DataObject
    ) -> None:
        """Case, `10`, suit symbols and blanks around do not matter."""
        text = str(card)
        if symbol and card.counts_as is not None:
            black_or_white = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}[text[-1]]
            text = text[:-1] + data.draw(st.sampled_from(black_or_white)) + emoji
        if ten:
            text = text.replace("T", "10")
        text = data.draw(st.sampled_from([text, text.lower(), f" {text}\n", f"{text},"]))
        assert card is parse_card(text)

    @given(
        st.lists(any_cards(), max_size=30), st.sampled_from([" ", ",", ", ", "\n", "\t", " ,\r\n"])
    )
    def test_blanks_and_commas_separate_cards(self, cards: list[AnyCard], between: str) -> None:
        """In the order given, whatever lies between them."""
        assert tuple(cards) == parse_cards(between.join(map(str, cards)))
        assert tuple(cards) == parse_cards(text_of(cards))

    def test_no_text_is_no_cards(self) -> None:
        """Blanks alone are no cards, and no heaps."""
        assert () == parse_cards("") == parse_cards(" ,\n")
        assert () == parse_heaps("") == parse_heaps("  ")

    def test_bars_separate_heaps(self) -> None:
        """With or without blanks; nothing between two bars is an empty heap."""
        assert (parse_cards("7S"), parse_cards("8H 9D")) == parse_heaps("7S|8H 9D")
        assert (parse_cards("7S"), (), ()) == parse_heaps("7S | |")

    @pytest.mark.parametrize(
        ("text", "position", "problem"),
        [
            ("7S 8X 9S", 3, "expected a card such as '8S' or the joker '*', found '8X'"),
            ("7S\n 1S", 4, "expected a card such as '8S' or the joker '*', found '1S'"),
            ("S8", 0, "expected a card such as '8S' or the joker '*', found 'S8'"),
            ("10", 0, "expected a card such as '8S' or the joker '*', found '10'"),
            ("11S", 0, "expected a card such as '8S' or the joker '*', found '11S'"),
            ("7S8S", 0, "expected a card such as '8S' or the joker '*', found '7S8S'"),
            ("7S;8S", 0, "expected a card such as '8S' or the joker '*', found '7S;8S'"),
            (
                "7S *=8",
                3,
                "a joker stands for a whole card, as in '*=8S', or for none, '*'; not '*=8'",
            ),
            ("**", 0, "a joker stands for a whole card, as in '*=8S', or for none, '*'; not '**'"),
            (
                "7S | 8S",
                3,
                "expected the cards of one heap, found '|', which parts the melds of a table",
            ),
        ],
    )
    def test_what_cannot_be_read_is_named_with_its_place(
        self, text: str, position: int, problem: str
    ) -> None:
        """A NotationError says what is wrong and where."""
        with pytest.raises(NotationError) as caught:
            parse_cards(text)
        assert (problem, text, position) == (
            caught.value.problem,
            caught.value.text,
            caught.value.position,
        )

    def test_a_long_word_is_shortened(self) -> None:
        """The message stays short."""
        with pytest.raises(
            NotationError, match=r"expected a card such as '8S' or the joker '\*', found 'xxx"
        ) as caught:
            parse_cards("x" * MAX_TEXT)
        assert len(str(caught.value)) < 120

    @pytest.mark.parametrize(
        ("text", "found", "position"),
        [("", 0, 0), ("  ", 0, 2), ("7S 8S", 2, 3), (" 7S,*  9S", 3, 4)],
    )
    def test_one_card_is_one_card(self, text: str, found: int, position: int) -> None:
        """None and two are refused where one is read, at the end or at the second one."""
        with pytest.raises(NotationError, match=f"expected one card, found {found}") as caught:
            parse_card(text)
        assert position == caught.value.position

    def test_a_natural_card_is_no_joker(self) -> None:
        """`Card.parse` refuses jokers."""
        assert EIGHT is Card.parse("8♠")
        for text in ("*", "*=8S", " *=8S"):
            with pytest.raises(NotationError) as caught:
                Card.parse(text)
            told = f"expected a natural card, not the joker '{text.strip()}'"
            assert (told, text.index("*")) == (caught.value.problem, caught.value.position)

    def test_the_longest_text(self) -> None:
        """So many cards and characters are read, and no more."""
        card = "*=10♠"
        assert MAX_CARDS == len(parse_cards(" ".join([card] * MAX_CARDS)))
        with pytest.raises(NotationError, match="more than 216 cards") as caught:
            parse_cards(" ".join([card] * (MAX_CARDS + 1)))
        assert MAX_CARDS * (len(card) + 1) == caught.value.position
        assert (EIGHT,) == parse_cards("8S".ljust(MAX_TEXT))
        with pytest.raises(NotationError, match="longer than 4096 characters"):
            parse_cards("8S".ljust(MAX_TEXT + 1))


class TestCollections:
    def test_cards_are_text_or_any_iterable_of_cards(self) -> None:
        """Text, tuples and generators give the same cards, in the order given."""
        expected = parse_cards("9S 8S *")
        for cards in ("9S 8S *", expected, list(expected), iter(expected)):
            assert expected == as_cards(cards)

    def test_what_is_no_card_is_named(self) -> None:
        """The message has the argument and the place in it."""
        with pytest.raises(TypeError, match=r"hand\[1\] must be a Card or a Joker, not str: 'x'"):
            look_at([EIGHT, "x"], "hand")
        with pytest.raises(TypeError, match="hand must be text or an iterable of cards, not int"):
            look_at(7, "hand")

    def test_too_many_cards_are_refused(self) -> None:
        """An iterable is read no further than needed to see that it is too long."""
        read = []

        def endless() -> object:
            while True:
                read.append(EIGHT)
                yield EIGHT

        with pytest.raises(SetupError, match="stock: more than 216 cards"):
            as_cards(endless(), "stock", SetupError)
        assert MAX_CARDS + 1 == len(read)
        assert MAX_CARDS == len(as_cards([EIGHT] * MAX_CARDS))

    def test_a_hand_is_sorted_and_its_jokers_stand_for_nothing(self) -> None:
        """A declared joker is refused with the error asked for."""
        assert parse_cards("8S 9S *") == as_hand("* 9S 8S")
        with pytest.raises(RummyError, match=r"hand: the joker \*=8S stands for a card"):
            as_hand("9S *=8S")
        with pytest.raises(SetupError, match=r"hands\[0\]: the joker"):
            as_hand("9S *=8S", "hands[0]", SetupError)

    def test_cards_as_held(self) -> None:
        """In a hand any joker stands for nothing."""
        assert EIGHT is as_held(EIGHT)
        assert JOKER is as_held(Joker(EIGHT)) is as_held(JOKER)


class TestPacks:
    @pytest.mark.parametrize(("players", "copies"), [(2, 1), (3, 2), (5, 2)])
    def test_a_pack_is_in_canonical_order(self, players: int, copies: int) -> None:
        """Every card once or twice, twins side by side, jokers last."""
        expected = [card for card in (*NATURALS, JOKER) for _ in range(copies)]
        assert expected == list(pack(players))

    @pytest.mark.parametrize("players", [1, 6])
    def test_a_pack_is_for_two_to_five_players(self, players: int) -> None:
        """Other numbers are a SetupError, shuffled or not."""
        with pytest.raises(SetupError):
            pack(players)
        with pytest.raises(SetupError):
            shuffled_pack(players, random.Random(0))

    def test_shuffles_are_the_same_everywhere(self) -> None:
        """A seed gives the shuffle that it always gave, on every Python."""
        shuffled = text_of(shuffled_pack(2, random.Random(2024)))
        assert SHUFFLED_2024 == shuffled

    def test_only_random_is_asked(self) -> None:
        """The one method whose sequence Python promises to keep; the last card is placed first."""

        class Lowest(random.Random):
            def random(self) -> float:
                return 0.0

        cards = pack(2)
        # each card from the last on changes places with the first
        assert (*cards[1:], cards[0]) == shuffled_pack(2, Lowest())

    def test_every_card_can_come_first(self) -> None:
        """And about equally often."""
        first = Counter(shuffled_pack(2, random.Random(seed))[0] for seed in range(2000))
        assert 53 == len(first)
        assert max(first.values()) < 80

    def test_random_below(self) -> None:
        """From 0 up to the bound, exclusive, each of them."""
        rng = random.Random(1)
        assert {0, 1, 2} == {random_below(3, rng) for _ in range(100)}
        for no_generator in (5, random):
            with pytest.raises(TypeError, match=r"rng must be a random\.Random, not"):
                random_below(3, no_generator)  # type: ignore[arg-type]


def test_cards_from_another_process_are_the_same_objects() -> None:
    """What another interpreter pickled is equal here, sets and hashes included."""
    program = (
        "import pickle, sys; from manipulation_rummy import Table;"
        "table = Table.parse('7S *=8S 9S | KH KD KC'); hash(table);"
        "sys.stdout.buffer.write(pickle.dumps((table, frozenset(table.cards))))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    table, cards = pickle.loads(run.stdout)
    assert parse_cards("7S *=8S 9S KH KD KC") == table.cards
    assert frozenset(parse_cards("7S *=8S 9S KH KD KC")) == cards
    assert hash(type(table).parse(str(table))) == hash(table)
    assert DECLARED[0] is Joker(NATURALS[0])
