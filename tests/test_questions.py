"""What the questions about tables, heaps and hands promise, beside right answers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from manipulation_rummy import (
    Aces,
    AnyCard,
    Joker,
    Meld,
    SolverError,
    Table,
    best_play,
    check_play,
    completions,
    count_partitions,
    deadwood,
    explain,
    fewest_changes,
    opening,
    parse_cards,
    partitions,
    playable,
    plays,
)
from manipulation_rummy.cards import Card
from manipulation_rummy.solver.choosing import Limit, Wanted
from manipulation_rummy.solver.keeping import keep_most
from tests.oracles import brute_force, positions
from tests.oracles.translation import heap_of


class TestFewestChanges:
    """The table that keeps the most melds."""

    def test_cards_are_added_where_that_is_enough(self) -> None:
        """Other melds stay, even if the cards could be laid anew in many ways."""
        old = "4S 5S 6S | 4H 5H 6H | 4D 5D 6D | KS KH KD"
        new = fewest_changes(old, "7D KC")
        assert Table.parse("4S 5S 6S | 4H 5H 6H | 4D 5D 6D 7D | KS KH KD KC") == new

    def test_cards_alone_change_nothing_else(self) -> None:
        """A meld from the hand leaves the table as it is."""
        old = Table.parse("4S 5S 6S | 4H 5H 6H")
        assert Table.parse("4S 5S 6S | 4H 5H 6H | 4D 5D 6D") == fewest_changes(old, "4D 5D 6D")

    def test_no_card_changes_nothing(self) -> None:
        """Without cards it is the same table, an empty one too."""
        old = Table.parse("4S 5S *=6S | 4H 5H 6H | 6S 6H 6D")
        assert old == fewest_changes(old, "")
        assert Table(()) == fewest_changes("", "")

    def test_cards_that_cannot_be_played(self) -> None:
        """There is no such table, not even one without some of them."""
        assert fewest_changes("4S 5S 6S", "7S 9S") is None
        assert fewest_changes("", "7S") is None

    def test_equal_melds(self) -> None:
        """Of two equal melds one can stay."""
        new = fewest_changes("4S 5S 6S | 4S 5S 6S", "7S")
        assert Table.parse("4S 5S 6S | 4S 5S 6S 7S") == new

    def test_r21_a_joker_keeps_its_card(self) -> None:
        """Where the real one is not there, the joker moves as the same card or not at all."""
        assert fewest_changes("7S *=8S 9S", "6S TS") == Table.parse("6S 7S *=8S 9S TS")
        assert fewest_changes("7S *=8S 9S", "KH KD") is None

    def test_r23_a_freed_joker_is_used_again(self) -> None:
        """The real card frees it, and it stands for what is needed."""
        new = fewest_changes("7S *=8S 9S | KH KD KC", "8S QH QD")
        assert Table.parse("7S 8S 9S | QH QD *=QS | KH KD KC") == new

    def test_d14_a_meld_with_a_freed_joker_can_stay(self) -> None:
        """Its joker may stand for the same card again."""
        old = "7S *=8S 9S | KS KH KD"
        new = fewest_changes(old, "8S 8H 8D")
        assert Table.parse(f"{old} | 8S 8H 8D") == new

    def test_melds_of_freed_jokers_alone_can_stay(self) -> None:
        """Also one that has no other card."""
        old = "*=2S *=3S *=4S | 2S 2H 2D | 3S 3H 3D | 4S 4H 4D"
        assert Table.parse(f"{old} | KS KH KD") == fewest_changes(old, "KS KH KD")

    @pytest.mark.parametrize(
        ("aces", "expected"),
        [
            (Aces.BOTH, "AS 2S 3S | QH KH AH | AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS | KS KH KD"),
            (Aces.LOW, None),
            (Aces.HIGH, None),
        ],
    )
    def test_melds_that_are_none_with_such_aces(self, aces: Aces, expected: str | None) -> None:
        """They cannot stay; a whole suit is a meld with any aces."""
        old = "AS 2S 3S | QH KH AH | AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
        new = fewest_changes(old, "KS KH KD", aces=aces)
        assert (None if expected is None else Table.parse(expected)) == new

    def test_whole_suit_with_a_high_ace(self) -> None:
        """With aces high it stays, though it is written with the ace first."""
        old = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
        new = fewest_changes(old, "QS KS AS", aces=Aces.HIGH)
        assert Table.parse(f"{old} | QS KS AS") == new

    def test_the_order_does_not_matter(self) -> None:
        """The same melds and cards in any order get the same table."""
        rng = random.Random("order")
        for _ in range(30):
            position = positions.random_position(rng, rng.randint(9, 40), 8, table_jokers=1)
            melds, hand = [list(meld) for meld in position.table], heap_of(position.hand)
            best = best_play(Table.parse(position.table_text), hand)
            if best is None:
                continue
            played = [*best.played]
            answers = set()
            for _ in range(3):
                answers.add(fewest_changes([heap_of(meld) for meld in melds], played))
                rng.shuffle(played)
                rng.shuffle(melds)
                for meld in melds:
                    rng.shuffle(meld)
            assert len(answers) == 1
            assert None not in answers


class TestKeepMost:
    """The same with a choice of cards: the engine of a tidy best play."""

    def test_a_goal_asks_for_the_best_choices_only(self) -> None:
        """Of the choices that are worth the goal the one is taken that dissolves the fewest."""
        rng = random.Random("goal")
        dissolved = 0
        for _ in range(60):
            position = positions.random_position(
                rng, rng.choice((6, 9, 12)), 5, table_jokers=0, hand_jokers=rng.randint(0, 1)
            )
            old = Table.parse(position.table_text)
            plays = brute_force.playable_on_table(position.cards, position.hand, "both")
            most = max(map(len, plays), default=0)
            expected = max(
                (
                    brute_force.most_kept(position.table, play, "both") or 0
                    for play in plays
                    if len(play) == most
                ),
                default=len(old),
            )
            least = bytes(map(position.cards.count, brute_force.FACES))
            held = map(position.hand.count, brute_force.FACES)
            spare = [(number, copies, 1) for number, copies in enumerate(held) if copies]
            jokers = position.hand.count("*")
            wanted = Wanted(least, spare, 0, jokers, 1)
            kept = keep_most(old, wanted, bytes(52), Aces.BOTH, goal=most)
            assert kept is not None
            assert expected == len(old) - kept.dissolved, position
            assert most == sum(kept.faces) - len(old.cards) + kept.jokers
            assert most == len(kept.table.cards) - len(old.cards)
            assert most == 0 or check_play(old, position.hand_text, kept.table) is None
            assert keep_most(old, wanted, bytes(52), Aces.BOTH, goal=most + 1) is None
            dissolved += kept.dissolved
        assert dissolved > 30

    @pytest.mark.parametrize("aces", Aces)
    @pytest.mark.parametrize("ends", ["AS {}", "{} AS"])
    def test_a_whole_suit_stands_with_any_aces(self, ends: str, aces: Aces) -> None:
        """It is kept, not dissolved and laid again."""
        suit = Table.parse(ends.format("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"))
        wanted = Wanted(bytes((1, 0, 0, 0) * 13), (), 0, 0, 0)
        kept = keep_most(suit, wanted, bytes(52), aces)
        assert kept is not None
        assert (suit, 0) == (kept.table, kept.dissolved)

    def test_equal_melds(self) -> None:
        """Of several only so many are dissolved as are needed."""
        old = Table.parse(" | ".join(["AS 2S 3S"] * 4 + ["AH 2H 3H"] * 4))
        new = fewest_changes(old, "AD AC 4S AD AC 4S")
        assert new is not None
        assert [4, 2] == [list(new).count(Meld.parse(run)) for run in ("AH 2H 3H", "AS 2S 3S")]

    def test_a_limit_on_cards(self) -> None:
        """Only choices of so many cards count, though others may be worth more."""
        rng = random.Random("limit")
        worth = {face: rng.randint(1, 5) for face in (*brute_force.FACES, "*")}
        fewer = 0
        for _ in range(60):
            position = positions.random_position(rng, rng.choice((6, 9, 12)), 6, table_jokers=0)
            old, base = Table.parse(position.table_text), len(position.hand) + 1
            plays = brute_force.playable_on_table(position.cards, position.hand, "both")
            most = rng.randint(1, 3)
            allowed = [play for play in plays if len(play) <= most]
            if not allowed:
                continue

            def value(cards: Sequence[str], base: int = base) -> int:
                return sum(worth[card] * base + 1 for card in cards)

            goal = max(map(value, allowed))
            fewer += goal < max(map(value, plays))
            expected = max(
                brute_force.most_kept(position.table, play, "both") or 0
                for play in allowed
                if value(play) == goal
            )
            least = bytes(map(position.cards.count, brute_force.FACES))
            spare = [
                (number, copies, value([face]))
                for number, face in enumerate(brute_force.FACES)
                if (copies := position.hand.count(face))
            ]
            jokers = position.hand.count("*")
            wanted = Wanted(least, spare, 0, jokers, value("*"), Limit(most, base))
            kept = keep_most(old, wanted, bytes(52), Aces.BOTH, goal)
            assert kept is not None
            assert expected == len(old) - kept.dissolved, position
            assert len(kept.table.cards) - len(old.cards) <= most
            assert keep_most(old, wanted, bytes(52), Aces.BOTH, goal + 1) is None
        assert fewer > 5


class TestTidy:
    """Of the heaviest plays one that keeps the most melds."""

    def test_r21_plays_that_free_a_joker_and_others(self) -> None:
        """Where each card weighs as much against a play, all single ones are compared."""
        table = Table.parse("7S *=8S 9S | KH KD KC | 2H 3H 4H")
        for hand, played, kept in (("8S 5H", "5H", 2), ("8S TS 6S", "6S", 2), ("8S", "8S", 2)):
            best = best_play(table, hand, weight=lambda _: -1, tidy=True)
            assert best is not None
            assert (parse_cards(played), -1) == (best.played, best.weight)
            assert kept == len({*table.melds} & {*best.table.melds})


class TestPlayable:
    """The cards of a hand that a front end highlights."""

    def test_alone_or_with_others(self) -> None:
        """A card counts if it can be played with others only, and each one comes once."""
        assert parse_cards("8S KH KD KC *") == playable("5S 6S 7S", "KC KD KH KH 8S 2C *")

    def test_nothing(self) -> None:
        """An empty hand, or one that fits nowhere, has none."""
        assert () == playable("5S 6S 7S", "") == playable("5S 6S 7S", "KH KD")

    def test_an_empty_hand_hides_no_mistake(self) -> None:
        """The table is looked at all the same."""
        with pytest.raises(TypeError, match="table_or_heap must be"):
            playable(5, "")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="aces must be"):
            playable("", "", aces="low")  # type: ignore[arg-type]

    def test_heaps_and_tables(self) -> None:
        """The jokers of a heap are free, those of a table keep their card (R21)."""
        assert parse_cards("KD KC") == playable("KH *", "KH KD KC")
        assert () == playable(Table.parse("7S *=8S 9S"), "KH KD")

    def test_r21_a_card_that_frees_a_joker_lets_others_be_played(self) -> None:
        """So both kings can be played, only because the eight can."""
        assert parse_cards("8S KH KD") == playable(Table.parse("7S *=8S 9S"), "8S KH KD")

    def test_heaps_that_do_not_split_without_a_card(self) -> None:
        """Only what can be in such a play can be played."""
        assert parse_cards("9S") == playable("7S 8S", "9S KH KD 3C")
        assert () == playable("7S 8S", "KH KD KS")

    def test_beside_cards_laid_out(self) -> None:
        """A twin of a card that is laid out is another card."""
        table, hand = Table.parse("4C 5C 6C | 7H 7D 7C"), "5H 5H 6C 7S 7S 7C 8C KH"
        assert parse_cards("6C 7S 7C 8C") == playable(table, hand)
        assert parse_cards("6C 7S 7C 8C") == playable(table, hand, including="7S")
        assert parse_cards("7C") == playable(table, hand, including="7S 7S")
        assert () == playable(table, hand, including="KH") == playable("", "2S", including="2S")
        assert () == playable("2S 3S", "4S", including="4S")


class TestCompletions:
    """The cards that a heap lacks."""

    def test_a_heap_that_splits(self) -> None:
        """It is asked with a card more all the same."""
        assert parse_cards("2S 6S") == completions("3S 4S 5S")
        assert parse_cards("8C") == completions("8S 8H 8D")[:1]

    def test_nothing_splits_with_one_card(self) -> None:
        """No card is a meld."""
        assert () == completions("") == completions("5S")

    def test_four_copies_are_the_most(self) -> None:
        """A fifth copy is not thought of."""
        assert parse_cards("6S 6C 9S") == completions("6S 7S 8S " * 3 + "6H 6D")
        assert parse_cards("6C 9S") == completions("6S 7S 8S " * 4 + "6H 6D")

    def test_aces(self) -> None:
        """They stand where they may."""
        assert parse_cards("AS JS") == completions("QS KS")
        assert parse_cards("JS") == completions("QS KS", aces=Aces.LOW)


class TestLacking:
    """What is missing to the cards left over."""

    def test_nothing_is_left_over(self) -> None:
        """Then nothing is lacking."""
        assert () == explain("5S 6S 7S").lacking

    def test_two_cards_left_over(self) -> None:
        """Each lacks the same cards beside the other."""
        assert [
            "8S lacks 7S or TS beside 9S",
            "9S lacks 7S or TS beside 8S",
        ] == [str(lack) for lack in explain("8S 9S").lacking]

    def test_free_joker_left_over(self) -> None:
        """It stands beside a card as any other; what it lacks itself is not listed."""
        lacks = explain("8S *").lacking
        assert ["8S lacks 6S or 7S or 8H or 8D or 8C or 9S or TS beside *"] == [*map(str, lacks)]

    def test_declared_joker_left_over(self) -> None:
        """It counts as its card."""
        (lack, other) = explain("*=8S 9S").lacking
        assert (Joker(Card.parse("8S")), parse_cards("9S")) == (lack.card, lack.others)
        assert parse_cards("*=8S") == other.others

    def test_joining_a_sequence(self) -> None:
        """At either end, also with an ace; as a whole, whatever could be spared."""
        assert [
            "9S lacks 8S to join 4S 5S 6S 7S",
        ] == [str(lack) for lack in explain("4S 5S 6S 7S 9S").lacking]
        assert ["AS lacks 2S to join 3S 4S 5S"] == [*map(str, explain("AS 3S 4S 5S").lacking)]
        assert ["AS lacks KS to join TS JS QS"] == [*map(str, explain("AS TS JS QS").lacking)]
        assert () == explain("AS TS JS QS", aces=Aces.LOW).lacking
        assert () == explain("AS 3S 4S 5S", aces=Aces.HIGH).lacking

    def test_too_long_a_sequence(self) -> None:
        """A sequence has 13 cards at most (D7): with two more than 12 it would be too long."""
        run = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
        assert [
            f"AS lacks KS beside QS from {run}",
        ] == [str(lack) for lack in explain(f"{run} AS").lacking]

    def test_spare_cards(self) -> None:
        """A group of four and a longer sequence can do without a card, not melds of three."""
        assert [
            "9D lacks 8D or JD beside TD from TS TH TD TC",
        ] == [str(lack) for lack in explain("TS TH TD TC 9D").lacking]
        assert [
            "4H lacks 4D or 4C beside 4S from 4S 5S 6S 7S",
        ] == [str(lack) for lack in explain("4S 5S 6S 7S 4H").lacking]
        assert () == explain("TS TH TD 9C").lacking == explain("5S 6S 7S 5H").lacking

    @pytest.mark.parametrize("ace", ["AS {}", "{} AS"])
    def test_a_whole_suit_can_do_without_its_ends(self, ace: str) -> None:
        """Which they are depends on where the ace may stand (D7)."""
        suit = ace.format("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
        ends = {Aces.LOW: {"A", "K"}, Aces.HIGH: {"A", "2"}, Aces.BOTH: {"A", "2", "K"}}
        for aces in Aces:
            for rank in "A2K":
                heap = f"{suit} {rank}H"
                lacking = explain(heap, aces=aces).lacking
                assert (rank in ends[aces]) == bool(lacking)
                assert {card for lack in lacking for card in lack.missing} == {
                    card for card in completions(heap, aces=aces) if str(card)[0] == rank
                }

    def test_equal_cards_are_named_once(self) -> None:
        """The one that is left over, and of equal melds the first one."""
        lacks = explain("9D 9D TD TD").lacking
        assert ["9D lacks 8D or JD beside TD", "TD lacks 8D or JD beside 9D"] == [*map(str, lacks)]
        lacks = explain("TS TH TD TC TS TH TD TC 9D").lacking
        assert ["9D lacks 8D or JD beside TD from TS TH TD TC"] == [*map(str, lacks)]
        lacks = explain("5C 6C 7C 5C 6C 7C 9C").lacking
        assert ["9C lacks 8C to join 5C 6C 7C"] == [*map(str, lacks)]

    def test_cards_that_there_cannot_be(self) -> None:
        """A card of which four copies are there is not lacking."""
        lacking = explain("8S 8H 8D " * 4 + "6S 7S").lacking
        assert lacking
        assert parse_cards("8S")[0] not in {card for lack in lacking for card in lack.missing}


def test_cards_that_can_be_read_once() -> None:
    """An iterator gives the same answers as a list, whatever is asked."""

    def once(text: str) -> Iterator[AnyCard]:
        return iter(parse_cards(text))

    heap, hand = "9S 9H", "9D 8D 7D"
    assert playable(heap, hand) == playable(once(heap), once(hand)) == parse_cards("9D")
    assert best_play(heap, hand) == best_play(once(heap), once(hand))
    assert best_play(heap, hand, exactly="9D") == best_play(once(heap), hand, exactly=once("9D"))
    for ask in (best_play, playable):
        assert ask(heap, hand, including="9D") == ask(once(heap), hand, including=once("9D"))
    assert [*plays(heap, hand)] == [*plays(once(heap), once(hand))]
    assert completions(heap) == completions(once(heap))
    assert explain(hand) == explain(once(hand))
    assert fewest_changes("9S 9H 9C", "9D") == fewest_changes("9S 9H 9C", once("9D"))
    assert deadwood(hand) == deadwood(once(hand))
    assert opening(hand, 0) == opening(once(hand), 0)
    assert [*partitions(hand)] == [*partitions(once(hand))]
    assert count_partitions(hand) == count_partitions(once(hand)) == 1


class TestDeadwood:
    """The least points left over."""

    def test_the_heavier_meld(self) -> None:
        """Of two melds of three cards the one is taken that counts more."""
        left = deadwood("3S 3H 3D 4S 5S 9C")
        assert (15, parse_cards("3H 3D 9C")) == (left.points, left.cards)
        assert (Meld.parse("3S 4S 5S"),) == left.melds

    def test_points_of_ones_own(self) -> None:
        """Any numbers will do; where melding would cost, nothing is melded."""
        hand = "3S 3H 3D 9C"
        assert 1 == deadwood(hand, points=lambda _: 1).points
        left = deadwood(hand, points=lambda _: -1)
        assert (-4, (), parse_cards(hand)) == (left.points, left.melds, left.cards)
        assert 0.5 == deadwood(hand, points=lambda _: 0.5).points

    def test_cards_that_count_nothing_are_melded(self) -> None:
        """Of equally good ways it is one that leaves the fewest cards."""
        assert parse_cards("9C") == deadwood("3S 3H 3D 9C", points=lambda _: 0).cards

    def test_points_add_up_exactly(self) -> None:
        """They are rounded once, not with every card."""
        assert 1.0 == deadwood("AS 3S 5S 7S 9S JS KS 2H 4H 6H", points=lambda _: 0.1).points

    def test_what_is_wrong_is_named(self) -> None:
        """The hand and the points, as the caller knows them."""
        with pytest.raises(SolverError, match=r"^hand: more than 4 copies of 3S"):
            deadwood("3S 3S 3S 3S 3S")
        with pytest.raises(TypeError, match=r"^the points of 3S must be a number"):
            deadwood("3S", points=lambda _: "x")  # type: ignore[arg-type, return-value]

    def test_no_hand(self) -> None:
        """Nothing is left of it."""
        left = deadwood("")
        assert (0, (), ()) == (left.points, left.cards, left.melds)

    def test_aces_are_low(self) -> None:
        """As gin has it; elsewhere they need not be."""
        assert 21 == deadwood("QS KS AS").points
        assert 0 == deadwood("QS KS AS", aces=Aces.BOTH).points


class TestOpening:
    """The first meld of Rummikub."""

    def test_jokers_count_as_their_card(self) -> None:
        """Not as nothing, and as the best card that they can stand for."""
        best = opening("TS JS QS *", at_least=46)
        assert best is not None
        assert ("TS JS QS *=KS", 46) == (str(best.table), best.weight)
        assert parse_cards("TS JS QS *") == best.played
        assert opening("TS JS QS *", at_least=47) is None

    def test_jokers_alone(self) -> None:
        """They can be a meld of their own."""
        best = opening("* * *", at_least=39)
        assert best is not None
        assert 39 == best.weight
        assert {13} == {card.counts_as.rank.value for card in best.table.cards if card.counts_as}

    def test_the_one_is_low(self) -> None:
        """It follows no thirteen."""
        assert opening("QS KS AS", at_least=0) is None
        assert opening("AS 2S 3S", at_least=6) is not None

    def test_most_cards(self) -> None:
        """Of equally heavy ones it is one with the most cards."""
        best = opening("2S 3S 4S 9S 9H 9D", at_least=0, points=lambda _: 0)
        assert best is not None
        assert 6 == len(best.played)

    def test_points_of_ones_own(self) -> None:
        """They decide what is heaviest."""
        best = opening("2S 2H 2D 3S 4S", 0, points=lambda card: int(card.suit.value == "S"))
        assert best is not None
        assert ("2S 3S 4S", 3) == (str(best.table), best.weight)

    def test_nothing_is_no_opening(self) -> None:
        """Not even if it need be worth nothing."""
        assert opening("", at_least=0) is None
        assert opening("2S 7H *", at_least=0) is None
