"""Melds and tables: what exists of them is legal, and what does not is told why."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import combinations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    InvalidMeld,
    Joker,
    Meld,
    MeldKind,
    NotationError,
    Reason,
    RummyError,
    Table,
    check_meld,
    check_table,
    parse_cards,
)
from manipulation_rummy.melds import as_heaps
from tests.strategies import (
    LEGAL_FACES,
    MELDS_AS_LAID,
    NATURALS,
    RANKS,
    any_cards,
    is_legal_meld,
    melds,
    tables,
)


def told(text: str) -> list[tuple[Reason, str, str, int | None]]:
    """Return each fault of the cards: reason, rule, cards, limit."""
    violation = check_meld(text)
    assert violation is not None
    return [
        (fault.reason, fault.rule, " ".join(map(str, fault.cards)), fault.limit)
        for fault in violation.faults
    ]


class TestEveryHeap:
    def test_there_are_373_melds(self) -> None:
        """All of them are melds, whole suits counted twice, as sets of cards 369."""
        assert 373 == len(MELDS_AS_LAID)
        assert 369 == len(LEGAL_FACES) == len({Meld.of(cards) for cards in MELDS_AS_LAID})

    def test_three_cards(self) -> None:
        """Of all threes of the 52 cards exactly those in the list of melds are melds."""
        for cards in combinations(NATURALS, 3):
            assert (frozenset(cards) in LEGAL_FACES) is (check_meld(cards) is None)

    def test_every_part_of_a_suit(self) -> None:
        """Of the 8191 parts of a suit exactly the sequences are melds."""
        suit = [Card.parse(rank + "D") for rank in RANKS]
        for size in range(1, 14):
            for cards in combinations(suit, size):
                assert (frozenset(cards) in LEGAL_FACES) is (check_meld(cards) is None)

    def test_every_part_of_two_ranks(self) -> None:
        """With twins, of all parts of the eights and nines of two packs only groups are melds."""
        eights = [Card.parse("8" + suit) for suit in "SSHHDDCC"]
        nines = [Card.parse("9" + suit) for suit in "SHDC"]
        for size in range(1, 6):
            for cards in combinations([*eights, *nines], size):
                assert is_legal_meld(cards) is (check_meld(cards) is None)

    @given(st.lists(any_cards(), max_size=6))
    def test_any_cards(self, cards: list[AnyCard]) -> None:
        """With jokers, cards are a meld if the cards they stand for are one."""
        assert is_legal_meld(tuple(cards)) is (check_meld(cards) is None)

    @given(melds(), st.data())
    def test_a_meld_with_one_card_changed(
        self, cards: tuple[AnyCard, ...], data: st.DataObject
    ) -> None:
        """Near a meld the answers are right too."""
        index = data.draw(st.integers(0, len(cards) - 1))
        other = (*cards[:index], data.draw(any_cards()), *cards[index + 1 :])
        assert is_legal_meld(other) is (check_meld(other) is None)


class TestFaults:
    @pytest.mark.parametrize(
        ("cards", "expected"),
        [
            ("", [(Reason.EMPTY_MELD, "D8", "", None)]),
            ("8S", [(Reason.TOO_SHORT, "R11", "8S", 3)]),
            ("8S 8S", [(Reason.TOO_SHORT, "R11", "8S 8S", 3)]),
            ("*", [(Reason.JOKER_UNDECLARED, "R20", "*", None)]),
            ("8S * 9D *", [(Reason.JOKER_UNDECLARED, "R20", "* *", None)]),
            ("8S 8S 8S", [(Reason.IDENTICAL_CARDS, "R12", "8S 8S 8S", None)]),
            ("8H *=8S 8S", [(Reason.IDENTICAL_CARDS, "R12", "*=8S 8S", None)]),
            ("5H 6H 5H", [(Reason.IDENTICAL_CARDS, "D7", "5H 5H", None)]),
            ("KS AS KS", [(Reason.IDENTICAL_CARDS, "D7", "KS KS", None)]),
            (
                "5H 5H 7H",
                [
                    (Reason.IDENTICAL_CARDS, "D7", "5H 5H", None),
                    (Reason.GAP, "R13", "5H 5H 7H", None),
                ],
            ),
            (
                "KH AH 2H 2H",
                [
                    (Reason.IDENTICAL_CARDS, "D7", "2H 2H", None),
                    (Reason.ROUND_THE_CORNER, "R13", "KH AH 2H 2H", None),
                ],
            ),
            (
                "8S 8S 8H 9D",
                [
                    (Reason.IDENTICAL_CARDS, "R12", "8S 8S", None),
                    (Reason.MIXED, "R11", "8S 8S 8H 9D", None),
                ],
            ),
            (
                "8S 8H 8D 8C 8H",
                [
                    (Reason.IDENTICAL_CARDS, "R12", "8H 8H", None),
                    (Reason.TOO_LONG, "R12", "8S 8H 8D 8C 8H", 4),
                ],
            ),
            ("8S 8H 9S 9H", [(Reason.MIXED, "R11", "8S 8H 9S 9H", None)]),
            ("AS 3S 2S 5S", [(Reason.GAP, "R13", "AS 3S 2S 5S", None)]),
            ("KS AS QS 3S", [(Reason.GAP, "R13", "KS AS QS 3S", None)]),
            ("KS *=AS 2S", [(Reason.ROUND_THE_CORNER, "R13", "KS *=AS 2S", None)]),
        ],
    )
    def test_what_is_wrong(
        self, cards: str, expected: list[tuple[Reason, str, str, int | None]]
    ) -> None:
        """Each fault has its reason, rule, cards in the order given, and limit."""
        assert expected == told(cards)

    def test_too_many_cards_of_one_suit(self) -> None:
        """Fourteen and more are too long, gaps and twins or not."""
        whole = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
        for more in ("AS", "7S", "2S 3S"):
            assert [Reason.IDENTICAL_CARDS, Reason.TOO_LONG] == [
                reason for reason, *_ in told(f"{whole} {more}")
            ]
            assert ("D7", 13) == (told(f"{whole} {more}")[1][1], told(f"{whole} {more}")[1][3])

    def test_heaps_are_told_apart(self) -> None:
        """Each fault of a table has the index of its heap."""
        violation = check_table("7S 8S 9S | 7S 8S | KH KD KC | 4H 5H 7H |")
        assert violation is not None
        assert [
            (Reason.TOO_SHORT, 1),
            (Reason.GAP, 3),
            (Reason.EMPTY_MELD, 4),
        ] == [(fault.reason, fault.meld) for fault in violation.faults]
        assert check_table("7S 8S 9S | KH KD KC") is None
        assert check_table("") is None

    @given(tables())
    def test_a_table_has_no_faults(self, table: Table) -> None:
        """What exists is legal."""
        assert check_table(table) is None
        assert check_table(table.melds) is None

    def test_the_error_holds_the_violation(self) -> None:
        """A constructor that refuses tells the same as the check."""
        with pytest.raises(InvalidMeld) as meld:
            Meld.parse("8S 8H 9D")
        assert check_meld("8S 8H 9D") == meld.value.violation
        with pytest.raises(InvalidMeld) as table:
            Table.parse("7S 8S 9S | 8S 8H 9D")
        assert check_table("7S 8S 9S | 8S 8H 9D") == table.value.violation


class TestMelds:
    @pytest.mark.parametrize("laid", MELDS_AS_LAID, ids=lambda cards: f"{cards[0]}-{cards[-1]}")
    def test_cards_lie_in_canonical_order(self, laid: tuple[Card, ...]) -> None:
        """Whatever order is given, the ace lies where it counts; in a whole suit it lies low."""
        whole_with_high_ace = len(laid) == 13 and str(laid[0])[0] == "2"
        expected = (laid[-1], *laid[:-1]) if whole_with_high_ace else laid
        assert expected == Meld.of(laid).cards == Meld.of(laid[::-1]).cards
        assert expected == Meld.of(sorted(laid)).cards

    @given(melds(), st.randoms(use_true_random=False))
    def test_melds_are_equal_whatever_the_order_given(
        self, cards: tuple[AnyCard, ...], rng: object
    ) -> None:
        """Equal, of one hash, and with the very cards given."""
        other = list(cards)
        rng.shuffle(other)  # type: ignore[attr-defined]
        first, second = Meld.of(cards), Meld.of(other)
        assert first == second
        assert hash(first) == hash(second)
        assert Counter(cards) == Counter(first.cards)

    @given(melds())
    def test_text_goes_out_and_in(self, cards: tuple[AnyCard, ...]) -> None:
        """Reading what was written gives the meld; its repr is code."""
        meld = Meld.of(cards)
        assert meld == Meld.parse(str(meld))
        assert f"Meld.parse('{meld}')" == repr(meld)
        assert " ".join(map(str, meld.cards)) == str(meld)

    @pytest.mark.parametrize(
        ("cards", "kind"),
        [
            ("AS AH AD", MeldKind.GROUP),
            ("*=8S *=8H *=8D", MeldKind.GROUP),
            ("QS KS AS", MeldKind.SEQUENCE),
            ("*=AS *=2S 3S", MeldKind.SEQUENCE),
        ],
    )
    def test_kinds(self, cards: str, kind: MeldKind) -> None:
        """A group has one rank, a sequence has one suit."""
        assert kind is Meld.parse(cards).kind

    def test_a_meld_is_a_collection_of_cards(self) -> None:
        """It iterates over its cards and has a length."""
        meld = Meld.parse("9S 7S *=8S")
        assert parse_cards("7S *=8S 9S") == tuple(meld)
        assert 3 == len(meld)
        assert JOKER not in meld

    def test_jokers_matter(self) -> None:
        """A meld with a joker differs from the one with the card it stands for."""
        assert Meld.parse("7S *=8S 9S") != Meld.parse("7S 8S 9S")

    def test_a_meld_is_taken_as_it_is(self) -> None:
        """Making a meld of a meld gives that one."""
        meld = Meld.parse("7S 8S 9S")
        assert meld is Meld.of(meld)
        assert meld == Meld(meld) == Meld("9S 8S 7S") == Meld.of(iter(meld))

    def test_text_of_two_melds_is_no_meld(self) -> None:
        """A bar cannot be read here."""
        with pytest.raises(NotationError):
            Meld.parse("7S 8S 9S | KH KD KC")


class TestTables:
    @given(tables(), st.randoms(use_true_random=False))
    def test_tables_are_equal_whatever_the_order_given(self, table: Table, rng: object) -> None:
        """Equal, of one hash; all cards lie on it, in canonical order."""
        other = list(table.melds)
        rng.shuffle(other)  # type: ignore[attr-defined]
        again = Table.of(reversed(other))
        assert table == again
        assert (hash(table), str(table)) == (hash(again), str(again))
        assert sorted(card for meld in table for card in meld) == list(table.cards)

    @given(tables())
    def test_text_goes_out_and_in(self, table: Table) -> None:
        """Reading what was written gives the table; its repr is code."""
        assert table == Table.parse(str(table))
        assert f"Table.parse('{table}')" == repr(table)
        assert " | ".join(map(str, table)) == str(table)

    @given(tables())
    def test_tables_travel(self, table: Table) -> None:
        """Copies and pickles are equal and have the same hash."""
        for again in (copy.deepcopy(table), pickle.loads(pickle.dumps(table)), attrs.evolve(table)):
            assert table == again
            assert (hash(table), table.cards) == (hash(again), again.cards)

    def test_melds_lie_in_canonical_order(self) -> None:
        """By their first cards, then by the next ones; a natural before a joker."""
        table = Table.parse("KH KD KC | *=7S 8S 9S TS | 7S 8S 9S TS | AS AH AD | 7S 8S 9S")
        expected = "AS AH AD | 7S 8S 9S | 7S 8S 9S TS | *=7S 8S 9S TS | KH KD KC"
        assert expected == str(table)

    def test_a_table_is_a_collection_of_melds(self) -> None:
        """It iterates over its melds and has a length; an empty one is false."""
        table = Table.parse("7S 8S 9S | KH KD KC")
        assert [Meld.parse("7S 8S 9S"), Meld.parse("KH KD KC")] == list(table)
        assert (2, 0) == (len(table), len(Table()))
        assert Table() == Table.parse("") == Table.of([])
        assert not Table()

    def test_a_table_is_made_of_many_things(self) -> None:
        """Text, melds, heaps of cards and texts of heaps; a table is taken as it is."""
        table = Table.parse("7S 8S 9S | KH KD KC")
        texts = ("KH KD KC", "9S 8S 7S")
        assert table == Table.of("9S 8S 7S | KH KD KC")
        assert table == Table.of(texts)
        assert table == Table.of([texts[0], Meld.parse(texts[1])])
        assert table == Table.of(parse_cards(text) for text in texts)
        assert table == Table.of([list(parse_cards(texts[0])), iter(parse_cards(texts[1]))])
        assert table is Table.of(table)
        assert table == Table(table)

    def test_cards_are_no_part_of_equality(self) -> None:
        """They follow from the melds, which do make the difference."""
        assert Table.parse("7S 8S 9S TS JS QS") != Table.parse("7S 8S 9S | TS JS QS")

    def test_the_largest_table(self) -> None:
        """216 cards fit on it, and so many heaps are looked at; not one more."""
        most = [Meld.parse("7S 8S 9S")] * 72
        assert 216 == len(Table.of(most).cards)
        assert 216 == len(Table(tuple(most)).cards)
        too_many: tuple[list[Meld | str] | tuple[Meld, ...], ...] = (
            [*most, "8S"],
            [*most, most[0]],
            (*most, most[0]),
        )
        for heaps in too_many:
            with pytest.raises(RummyError, match="more than 216 cards or heaps"):
                Table.of(heaps)
        assert 216 == len(as_heaps([()] * 216))
        with pytest.raises(RummyError, match="more than 216 cards or heaps"):
            check_table([()] * 217)

    @pytest.mark.parametrize(
        ("heaps", "message"),
        [
            (7, " must be a Table, text or an iterable of melds, not int"),
            (["7S 8S 9S", 7], r"\[1\] must be text or an iterable of cards, not int"),
            ([[Card.parse("7S"), None]], r"\[0\]\[1\] must be a Card or a Joker, not NoneType"),
            (parse_cards("7S 8S 9S"), r"\[0\] must be text or an iterable of cards, not Card"),
        ],
    )
    def test_what_is_no_table_is_named(self, heaps: object, message: str) -> None:
        """A TypeError names the argument and the place."""
        with pytest.raises(TypeError, match="heaps" + message):
            check_table(heaps)  # type: ignore[arg-type]

    def test_jokers_on_a_table_are_declared(self) -> None:
        """One that stands for nothing is refused."""
        assert check_table([[*parse_cards("7S 9S"), Joker(Card.parse("8S"))]]) is None
        with pytest.raises(InvalidMeld):
            Table.of([[*parse_cards("7S 9S"), JOKER]])
