"""Steps from one table to another: replayed, counted, and read aloud."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    AnyCard,
    Card,
    IllegalMove,
    Joker,
    Meld,
    Reason,
    Redeclare,
    RummyError,
    Shift,
    Step,
    Swap,
    Table,
    apply_step,
    best_play,
    fewest_changes,
    parse_cards,
    partitions,
    steps,
)
from manipulation_rummy.pairing import best_pairs
from tests.oracles import integer_program, positions
from tests.strategies import tables

POSITIONS = 250


def replayed(old: Table, taken: tuple[Step, ...]) -> Counter[Meld]:
    """Take all steps and return the melds that then lie there."""
    heaps = tuple(meld.cards for meld in old)
    for step in taken:
        heaps = apply_step(heaps, step)
    return Counter(map(Meld, heaps))


def moved(step: Step) -> int:
    """Count the cards that a step puts where they belong."""
    return len(step.cards) if isinstance(step, Shift) else 1


def fewest_moved(old: Table, new: Table) -> int:
    """Count the cards that are not in the meld that is their own, whichever new meld that is."""
    program = integer_program.Program()
    pairs = {
        (i, j): program.variable(1, len({*before} & {*after}))
        for i, before in enumerate(old)
        for j, after in enumerate(new)
    }
    for i in range(len(old)):
        program.row(((pairs[i, j], 1) for j in range(len(new))), 0, 1)
    for j in range(len(new)):
        program.row(((pairs[i, j], 1) for i in range(len(old))), 0, 1)
    return len(new.cards) - ((program.maximum() or 0) if pairs else 0)


def text(taken: tuple[Step, ...]) -> list[str]:
    """Write steps down."""
    return [str(step) for step in taken]


class TestReadAloud:
    """What a person is told to do."""

    def test_nothing_to_do(self) -> None:
        """From a table to itself there is no step."""
        assert () == steps("7S 8S 9S | KH KD KC", "KC KD KH | 9S 8S 7S") == steps("", "")

    def test_a_meld_from_the_hand(self) -> None:
        """It is played at once, its joker as the card that it stands for."""
        assert ["play KS *=KH KD"] == text(steps("7S 8S 9S", "7S 8S 9S | KS *=KH KD"))

    def test_cards_added(self) -> None:
        """They are played to the meld, also at both of its ends."""
        assert ["play 4H 8H to 5H 6H 7H"] == text(steps("5H 6H 7H", "4H 5H 6H 7H 8H"))

    def test_split(self) -> None:
        """The shorter part is taken to a new place."""
        expected = [
            "take 4S 5S 6S from 4S 5S 6S 7S 8S 9S TS, put them to a new place",
        ]
        assert expected == text(steps("4S 5S 6S 7S 8S 9S TS", "4S 5S 6S | 7S 8S 9S TS"))

    def test_join(self) -> None:
        """The shorter meld is put to the longer one."""
        expected = ["put 8S 9S TS to 4S 5S 6S 7S"]
        assert expected == text(steps("4S 5S 6S 7S | 8S 9S TS", "4S 5S 6S 7S 8S 9S TS"))

    def test_taken_from_one_meld_to_another(self) -> None:
        """One step names both."""
        expected = ["take 7S from 4S 5S 6S 7S, put it to 7H 7D 7C"]
        assert expected == text(steps("4S 5S 6S 7S | 7H 7D 7C", "4S 5S 6S | 7S 7H 7D 7C"))

    def test_cards_that_lie_apart(self) -> None:
        """They are taken one after the other, though they go the same way."""
        found = steps(
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC | 6C 7C 8C 9C TC JC QC KC AC",
            "AC 2C 3C 4C 5C 6C | 6C 7C 8C 9C TC JC QC | 7S 7D 7C | 8C 9C TC JC QC KC",
        )
        assert [
            "take 2C 3C 4C 5C from 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC, put them to a new place",
            "take 6C from 6C 7C 8C 9C TC JC QC KC AC, put it to 2C 3C 4C 5C",
            "take AC from 7C 8C 9C TC JC QC KC AC, put it to 2C 3C 4C 5C 6C",
            "take 7C from 7C 8C 9C TC JC QC KC, put it to a new place",
            "play 7S 7D to 7C",
        ] == text(found)

    def test_a_heap_that_cards_have_to_leave_is_served_later(self) -> None:
        """So a card joins what will be its meld, as far as that can be."""
        expected = [
            "take 4C from 4H 4D 4C, put it to a new place",
            "take 4S from 4S 5S 6S, put it to 4H 4D",
            "play 5C 6C to 4C",
            "play 7S to 5S 6S",
        ]
        found = steps("4H 4D 4C | 4S 5S 6S", "4S 4H 4D | 4C 5C 6C | 5S 6S 7S")
        assert expected == text(found)

    def test_melds_that_wait_for_each_other(self) -> None:
        """Where each heap has a card to leave first, the first one is served first."""
        found = steps("4S 5S 6S | 4H 5H 6H | 4D 5D 6D", "4S 4H 4D | 5S 5H 5D | 6S 6H 6D")
        expected = [
            "take 4H from 4H 5H 6H, put it to 4S 5S 6S",
            "take 4D from 4D 5D 6D, put it to 4S 4H 5S 6S",
            "take 5S from 4S 4H 4D 5S 6S, put it to 5H 6H",
        ]
        assert expected == text(found)[:3]
        assert 6 == len(found)

    def test_high_ace(self) -> None:
        """It lies above the king, also in a heap that is no meld yet."""
        expected = ["take KS from KS KH KD KC, put it to a new place", "play QS AS to KS"]
        found = steps("KS KH KD KC", "KH KD KC | QS KS AS")
        assert expected == text(found)
        heaps = apply_step(apply_step("KS KH KD KC", found[0]), Shift("AS", "", "KS", "AS"))
        assert parse_cards("KS AS") == heaps[1]


class TestJokers:
    """Each joker goes where the rules let it go."""

    def test_r21_a_card_of_the_hand_replaces_a_joker(self) -> None:
        """It is put in its place; the joker is used again at once, as another card (R23)."""
        expected = (
            Swap(Card.parse("8S"), "", "7S *=8S 9S"),
            Shift("*", "*", "KH KD KC", "*=KS"),
        )
        found = steps("7S *=8S 9S | KH KD KC", "7S 8S 9S | *=KS KH KD KC")
        assert expected == found
        assert [
            "play 8S in the place of *=8S in 7S *=8S 9S",
            "put * to KH KD KC as *=KS",
        ] == text(found)
        assert Joker(Card.parse("8S")) is expected[0].joker

    def test_r21_a_card_of_the_table_replaces_a_joker(self) -> None:
        """It may come from another meld, and the joker may go there as the same card (D14)."""
        found = steps("7S *=8S 9S | 8S 8H 8D 8C", "7S 8S 9S | 8H 8D 8C *=8S")
        assert [
            "take 8S from 8S 8H 8D 8C, put it in the place of *=8S in 7S *=8S 9S",
            "put * to 8H 8D 8C as *=8S",
        ] == text(found)

    def test_r22_a_joker_moves_as_the_same_card(self) -> None:
        """It is taken like any other card."""
        found = steps("*=8S 8H 8D 8C | 5S 6S 7S", "8H 8D 8C | 5S 6S 7S *=8S")
        assert ["take *=8S from *=8S 8H 8D 8C, put it to 5S 6S 7S"] == text(found)

    def test_r23_a_joker_changes_its_card_in_its_meld(self) -> None:
        """If it stays in the meld where the real card arrives, it only stands for another one."""
        found = steps("6S 7S *=8S", "*=5S 6S 7S 8S")
        assert [
            Redeclare(Joker(Card.parse("8S")), "6S 7S *=8S", Card.parse("5S")),
            Shift("8S", "", "*=5S 6S 7S", "8S"),
        ] == [*found]
        assert "let *=8S in 6S 7S *=8S stand for 5S" == str(found[0])

    def test_d13_one_real_card_frees_two_jokers(self) -> None:
        """One joker is replaced by it, the other one is taken as it is and changes its card."""
        found = steps("7S *=8S 9S | *=8S 8H 8D | QH KH AH", "7S 8S 9S | 8H 8D *=8C | *=JH QH KH AH")
        assert [
            "play 8S in the place of *=8S in 7S *=8S 9S",
            "let *=8S in *=8S 8H 8D stand for 8C",
            "put * to QH KH AH as *=JH",
        ] == text(found)

    def test_jokers_of_the_hand_and_freed_ones(self) -> None:
        """A freed joker takes the first place that there is, and one of the hand the next."""
        found = steps("*=4S 5S 6S", "4S 5S 6S | *=9S *=TS JS")
        assert [
            "play 4S in the place of *=4S in *=4S 5S 6S",
            "put * to a new place as *=9S",
            "play *=TS JS to *=9S",
        ] == text(found)


class TestRefusals:
    """What no steps lead to."""

    @pytest.mark.parametrize(
        ("old", "new", "reasons"),
        [
            ("7S 8S 9S TS", "7S 8S 9S", [Reason.CARD_MISSING]),
            ("7S *=8S 9S", "7S 8S 9S", [Reason.JOKER_MISSING]),
            ("7S 8S *=9S", "*=6S 7S 8S", [Reason.JOKER_CHANGED]),
            ("7S 8S *=9S TS", "*=6S 7S 8S", [Reason.CARD_MISSING, Reason.JOKER_CHANGED]),
        ],
    )
    def test_r18_cards_and_jokers_keep_the_rules(
        self, old: str, new: str, reasons: list[Reason]
    ) -> None:
        """A new table without a card, or with a joker that may not have changed, has reasons."""
        with pytest.raises(IllegalMove) as caught:
            steps(old, new)
        assert reasons == [*caught.value.violation.reasons]

    def test_a_rearrangement_needs_no_card_of_the_hand(self) -> None:
        """To show one is no play, so R18 does not ask for a card."""
        assert 6 == len(steps("4S 5S 6S | 4H 5H 6H | 4D 5D 6D", "4S 4H 4D | 5S 5H 5D | 6S 6H 6D"))

    @pytest.mark.parametrize(
        ("heaps", "step"),
        [
            ("7S 8S 9S", Shift("9S", "7S 8S 9S TS", "", "9S")),  # no such heap to take from
            ("7S 8S 9S", Shift("9S", "7S 8S 9S", "9H 9D", "9S")),  # none to put to
            ("7S 8S 9S", Shift("TS", "7S 8S 9S", "", "TS")),  # no such card in it
            ("7S 8S 9S", Shift("9S", "7S 8S 9S", "7S 8S 9S", "9S")),  # one heap for two
            ("7S 8S 9S", Swap(Card.parse("8S"), "", "7S 8S 9S")),  # no joker there
            ("7S 8S *=9S", Redeclare(Joker(Card.parse("8S")), "7S 8S *=9S", Card.parse("6S"))),
        ],
    )
    def test_a_step_that_cannot_be_taken(self, heaps: str, step: Step) -> None:
        """A heap or a card that is not there is an error, which reads the step aloud."""
        with pytest.raises(RummyError, match="this step cannot be taken here: ") as caught:
            apply_step(heaps, step)
        assert str(step) in str(caught.value)


class TestShift:
    """Cards on their way from one heap to another."""

    @pytest.mark.parametrize("laid", ["", "KD", "7S 7S", "*"])
    def test_what_is_laid_is_what_was_taken(self, laid: str) -> None:
        """No card comes or goes on the way."""
        with pytest.raises(RummyError, match="laid must be the cards taken, 7S, but that jokers"):
            Shift("7S", "4S 5S 6S 7S", "", laid)

    def test_a_joker_can_stand_for_another_card(self) -> None:
        """It is the same joker."""
        assert Shift("*=7S", "*=7S 8S 9S", "KH KD", "*=KC").laid == parse_cards("*=KC")


class TestApplyStep:
    """Replaying by hand."""

    def test_heaps_keep_their_places(self) -> None:
        """An emptied one disappears, a new one comes last."""
        heaps = apply_step("9S TS JS | 8S | KH KD KC", Shift("8S", "8S", "9S TS JS", "8S"))
        assert [*map(parse_cards, ("8S 9S TS JS", "KH KD KC"))] == [*heaps]
        heaps = apply_step("9S TS JS QS | KH KD KC", Shift("9S", "9S TS JS QS", "", "9S"))
        assert [*map(parse_cards, ("TS JS QS", "KH KD KC", "9S"))] == [*heaps]

    def test_equal_heaps(self) -> None:
        """Of two equal heaps the first is taken from, and the other one can be added to."""
        step = Shift("*=7S", "5S 6S *=7S", "5S 6S *=7S", "*=4S")
        heaps = apply_step("5S 6S *=7S | 5S 6S *=7S", step)
        assert [*map(parse_cards, ("5S 6S", "*=4S 5S 6S *=7S"))] == [*heaps]

    def test_the_order_of_cards_does_not_matter(self) -> None:
        """Neither in the heaps nor in the step."""
        heaps = apply_step("9S 7S 8S | 9D 9H", Shift("9S", "8S 7S 9S", "9H 9D", "9S"))
        assert [*map(parse_cards, ("7S 8S", "9S 9H 9D"))] == [*heaps]

    def test_a_replaced_joker_lies_apart(self) -> None:
        """It stands for nothing until another step puts it somewhere."""
        heaps = apply_step("7S *=8S 9S", Swap(Card.parse("8S"), "", "7S *=8S 9S"))
        assert [*map(parse_cards, ("7S 8S 9S", "*"))] == [*heaps]


# --- promises about all of them -------------------------------------------------------------------


def check(old: Table, new: Table) -> tuple[Step, ...]:
    """Check what is promised of the steps between any two tables."""
    found = steps(old, new)
    assert Counter(new.melds) == replayed(old, found)
    # as few cards change their place as can be, and each step puts at least one where it belongs
    assert fewest_moved(old, new) == sum(map(moved, found))
    made_or_dissolved = sum((Counter(new.melds) - Counter(old.melds)).values())
    assert len(found) <= sum(map(moved, found)) + made_or_dissolved
    for step in found:
        if isinstance(step, Shift) and step.source:
            places = sorted(map(step.source.index, step.cards))
            assert [*range(places[0], places[0] + len(places))] == places
    return found


def test_steps_of_plays() -> None:
    """Steps lead to the table of a best play and to the one with the fewest changes."""
    rng = random.Random("steps")
    kinds: Counter[type[Step]] = Counter()
    for _ in range(POSITIONS):
        position = positions.random_position(
            rng,
            rng.choice((6, 9, 12, 20, 30, 52)),
            rng.randint(1, 10),
            table_jokers=rng.choice((0, 1, 2)),
            hand_jokers=rng.choice((0, 1)),
        )
        old = Table.parse(position.table_text)
        best = best_play(old, position.hand_text)
        if best is not None:
            tidy = fewest_changes(old, best.played)
            assert tidy is not None
            for new in (best.table, tidy):
                kinds.update(map(type, check(old, new)))
    assert {Shift, Swap, Redeclare} == set(kinds)
    assert min(kinds.values()) > 5


@given(tables(max_melds=3), st.integers(0, 2**32))
def test_steps_of_rearrangements(old: Table, seed: int) -> None:
    """They lead from any way to split some cards to any other one."""
    counts = Counter(card.counts_as for card in old.cards)
    if max(counts.values(), default=0) > 4:
        return
    ways = [melds for melds, _ in zip(partitions(old), range(20), strict=False)]
    check(old, Table(random.Random(seed).choice(ways)))


@given(tables(), tables())
def test_steps_of_any_larger_table(old: Table, more: Table) -> None:
    """They lead from a table to one with any other melds beside it, and from none to all."""
    both = Table((*old, *more))
    assert len(more) >= len(check(old, both))
    assert len(both) == len(check(Table(()), both))


def test_steps_do_not_depend_on_the_order() -> None:
    """The same melds and cards in another order get the same steps."""
    rng = random.Random("order")
    old, new = "4S 5S *=6S | 4H 5H 6H | 4D 5D 6D", "4S 4H 4D | 5S 5H 5D | *=6S 6H 6D | 6S 7S 8S"
    expected = steps(old, new)
    for _ in range(20):
        shuffled: list[list[list[AnyCard]]] = []
        for table in (old, new):
            melds = [[*meld] for meld in Table.parse(table)]
            rng.shuffle(melds)
            for meld in melds:
                rng.shuffle(meld)
            shuffled.append(melds)
        assert expected == steps(*shuffled)


def test_pairs() -> None:
    """No other way to give each row a column of its own is worth more."""
    rng = random.Random("pairs")
    for _ in range(1500):
        size = rng.randint(0, 6)
        sparse = rng.choice((1, 0.3))
        worth = [
            [rng.randint(0, 5) * (rng.random() < sparse) for _ in range(size)] for _ in range(size)
        ]
        pairs = best_pairs(worth)
        assert [*range(size)] == sorted(pairs)
        best = max(
            sum(row[column] for row, column in zip(worth, order, strict=True))
            for order in permutations(range(size))
        )
        assert best == sum(row[column] for row, column in zip(worth, pairs, strict=True))
