"""What may be laid: every fault of a proposed table, and the rules read aloud beside it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    InvalidMeld,
    Joker,
    Reason,
    RummyError,
    Table,
    check_play,
    parse_cards,
)
from manipulation_rummy.laying import cards_played
from tests.strategies import NATURALS, hands, is_legal_meld, melds, tables


class TestPlays:
    def test_every_fault_at_once(self) -> None:
        """Of the melds first, then of cards and jokers, each with what it speaks of."""
        violation = check_play(
            "7S *=8S 9S | KH KD KC KS",
            "2C *",
            "7S 9S | KH KD KC | AS AS 2H | *",
        )
        assert violation is not None
        assert [
            (Reason.TOO_SHORT, 0, parse_cards("7S 9S")),
            (Reason.IDENTICAL_CARDS, 2, parse_cards("AS AS")),
            (Reason.MIXED, 2, parse_cards("AS AS 2H")),
            (Reason.JOKER_UNDECLARED, 3, (JOKER,)),
            (Reason.CARD_NOT_IN_HAND, None, parse_cards("AS AS 2H")),
            (Reason.CARD_MISSING, None, parse_cards("KS")),
            (Reason.JOKER_CHANGED, None, parse_cards("*=8S")),
        ] == [(f.reason, f.meld, f.cards) for f in violation.faults]

    def test_a_missing_joker_is_no_changed_one(self) -> None:
        """That it has left the table is all that is said about it."""
        violation = check_play("7S *=8S 9S TS JS", "2C 2D 2H", "9S TS JS | 2C 2D 2H")
        assert violation is not None
        assert [
            (Reason.CARD_MISSING, parse_cards("7S")),
            (Reason.JOKER_MISSING, (JOKER,)),
        ] == [(f.reason, f.cards) for f in violation.faults]

    def test_two_jokers_missing(self) -> None:
        """Each is named."""
        violation = check_play("*=8S *=9S TS", "2C 2D 2H", "2C 2D 2H")
        assert violation is not None
        assert [(parse_cards("TS")), (JOKER, JOKER)] == [f.cards for f in violation.faults]

    def test_changed_jokers_are_named_once_each(self) -> None:
        """In canonical order, by the card that they stood for."""
        table = "*=KS *=KH KD | 5H *=6H 7H"
        violation = check_play(table, "2C", "*=2C *=2D 2C | 5H *=8H 7H | KD")
        assert violation is not None
        assert parse_cards("*=6H *=KS *=KH") == violation.faults[-1].cards

    def test_the_empty_table_is_no_play(self) -> None:
        """Nothing played is told, and nothing else."""
        violation = check_play("", "2C", "")
        assert violation is not None
        assert (Reason.NO_CARD_PLAYED,) == violation.reasons

    def test_more_copies_than_held_are_named(self) -> None:
        """Only those that the hand lacks, also of jokers."""
        violation = check_play("", "8S 8H 8D *", "8S 8H 8D | 8S 8H 8D | *=2C *=3C *=4C")
        assert violation is not None
        assert [parse_cards("8S 8H 8D * *")] == [f.cards for f in violation.faults]

    def test_an_illegal_table_is_an_error_of_its_own(self) -> None:
        """What lies on the table must be melds; only the proposal is judged."""
        with pytest.raises(InvalidMeld):
            check_play("7S 8S", "9S", "7S 8S 9S")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((None, "", ""), "^table must be"),
            (("", None, ""), "^hand must be"),
            (("", "", None), "^proposed must be"),
            (("", "", [None]), r"^proposed\[0\] must be"),
        ],
    )
    def test_wrong_types(self, arguments: tuple[Any, Any, Any], message: str) -> None:
        """A TypeError names the argument."""
        with pytest.raises(TypeError, match=message):
            check_play(*arguments)

    def test_a_proposal_is_a_table_or_raw_heaps(self) -> None:
        """Tables, text and heaps of cards are judged alike."""
        heaps = [parse_cards("7S 8S 9S TS")]
        for proposed in (Table.of(heaps), "7S 8S 9S TS", heaps, iter(["TS 9S 8S 7S"])):
            assert check_play("7S 8S 9S", "TS", proposed) is None
        assert check_play(Table.of(heaps), "TS", Table.of(heaps)) is not None

    def test_a_declared_joker_is_not_in_a_hand(self) -> None:
        """One of our errors says so."""
        with pytest.raises(RummyError, match=r"hand: the joker \*=8S stands for a card"):
            check_play("", "*=8S 8H 8D", "*=8S 8H 8D")

    @given(tables(max_melds=3), hands(3, 6), st.data())
    def test_against_the_rules_read_aloud(
        self, table: Table, hand: tuple[AnyCard, ...], data: st.DataObject
    ) -> None:
        """Of tables with a few cards moved, added, exchanged or lost the right ones are legal."""
        proposed = mutated(table, hand, data)
        expected = may_be_played(table, hand, proposed)
        assert expected is (check_play(table, hand, proposed) is None)

    @given(tables(max_melds=2), st.lists(melds(), min_size=1, max_size=2), st.data())
    def test_plays_with_jokers_against_the_rules_read_aloud(
        self, table: Table, added: list[tuple[AnyCard, ...]], data: st.DataObject
    ) -> None:
        """Where all cards are there, all depends on what the jokers stand for."""
        hand = tuple(JOKER if isinstance(c, Joker) else c for meld in added for c in meld)
        proposed = mutated(Table.of([*table, *added]), (), data)
        expected = may_be_played(table, hand, proposed)
        assert expected is (check_play(table, hand, proposed) is None)

    def test_cards_played(self) -> None:
        """They are what the new table has more, jokers as held, sorted."""
        table = Table.parse("7S *=8S 9S | 4H 5H 6H")
        new = Table.parse("7S 8S 9S *=TS | *=3H 4H 5H 6H 7H")
        assert parse_cards("8S 7H *") == tuple(
            sorted(cards_played(table, new), key=lambda card: parse_cards("8S 7H *").index(card))
        )
        assert parse_cards("7H 8S *") == cards_played(table, new)


def mutated(table: Table, hand: tuple[AnyCard, ...], data: st.DataObject) -> list[list[AnyCard]]:
    """Return a table with some cards of a hand added and a few small things done to it."""
    heaps = [list(meld) for meld in table]
    declared = [
        Joker(data.draw(st.sampled_from(NATURALS))) if card is JOKER else card for card in hand
    ]
    heaps += [declared[:3], declared[3:]]
    for _ in range(data.draw(st.integers(0, 3))):
        source = data.draw(st.sampled_from(heaps))
        if not source:
            continue
        index = data.draw(st.integers(0, len(source) - 1))
        what = data.draw(st.sampled_from(("move", "lose", "replace", "redeclare")))
        card = source.pop(index)
        if what == "move":
            data.draw(st.sampled_from(heaps)).append(card)
        elif what == "replace":
            source.append(
                card.counts_as if card.counts_as and isinstance(card, Joker) else Joker(NATURALS[0])
            )
        elif what == "redeclare":
            source.append(Joker(data.draw(st.sampled_from(NATURALS))))
    return [heap for heap in heaps if heap]


def may_be_played(table: Table, hand: tuple[AnyCard, ...], proposed: list[list[AnyCard]]) -> bool:
    """Tell by R14 to R23, read aloud, whether a proposal may be played.

    Jokers are followed one by one: there must be some way to say which of the new ones each old one
    has become, such that those whose card has changed have been replaced by the real one.
    """
    if not all(is_legal_meld(tuple(heap)) for heap in proposed):
        return False
    new = [card for heap in proposed for card in heap]
    old_naturals = Counter(card for card in table.cards if isinstance(card, Card))
    new_naturals = Counter(card for card in new if isinstance(card, Card))
    hand_naturals = Counter(card for card in hand if isinstance(card, Card))
    old_jokers = [card.stands_for for card in table.cards if isinstance(card, Joker)]
    new_jokers = [card.stands_for for card in new if isinstance(card, Joker)]
    if old_naturals - new_naturals or (new_naturals - old_naturals) - hand_naturals:
        return False
    extra = len(new_jokers) - len(old_jokers)
    if not 0 <= extra <= list(hand).count(JOKER):
        return False
    if len(new) <= len(table.cards):
        return False
    return any(
        all(
            now == before or before in new_naturals
            for before, now in zip(old_jokers, became, strict=True)
        )
        for became in permutations(new_jokers, len(old_jokers))
    )
