"""Small edits of a table as they are typed."""

import pytest

pytest.importorskip("typer", reason="the extra `cli` is not installed")

from manipulation_rummy import JOKER, Card, Draft, DraftError, GameState, Joker, Phase
from manipulation_rummy.cli.editing import declarable, edited, example, swaps


def draft_of(hand: str, table: str) -> Draft:
    """Return the draft of a turn in which one may meld."""
    return Draft.of(GameState.setup([hand, "2C", "3C"], table=table, phase=Phase.MELD))


class TestMeant:
    """Which card, which meld is meant."""

    @pytest.mark.parametrize(
        ("typed", "reason"),
        [
            (
                "put 3D",
                "neither picked up nor in the hand: 3D; a joker that stands for it is typed *=3D",
            ),
            ("take KS 2", "meld 2 has no KS, but *=KS"),
            ("take KH KS 2", "meld 2 has no KS, but *=KS"),
            ("swap KS", "a real KS is neither in your hand nor on the table"),
            ("swap KS 2", "a real KS is neither in your hand nor on the table"),
            ("declare 3D", "the joker stands for KS already, until a real KS replaces it"),
            ("declare 3D 1", "there is no joker in meld 1"),
        ],
    )
    def test_reasons(self, typed: str, reason: str) -> None:
        """A refusal names the joker that may be meant."""
        draft = draft_of("* 5D 6C", "*=KS KH KD | 5S 6S 7S")
        with pytest.raises(DraftError) as refused:
            edited(draft, *typed.split(" ", 1))
        assert reason == str(refused.value)

    def test_two_jokers_in_a_meld(self) -> None:
        """Of two jokers it has to be said which is meant."""
        draft = draft_of("5D 6C", "TH JH *=QH *=KH")
        with pytest.raises(DraftError, match=r"meld 1 has \*=QH \*=KH: say which one"):
            edited(draft, "take", "*")

    def test_two_jokers_to_declare(self) -> None:
        """Of two open jokers it has to be said in which meld."""
        draft = draft_of("* * 5D 6D 9C TC", "").place("5D 6D *").place("9C TC *")
        with pytest.raises(DraftError, match="more than one joker is open: say in which meld"):
            edited(draft, "declare", "7D")
        assert "5D 6D *=7D | 9C TC *=JC" == str(
            edited(edited(draft, "declare", "7D 1"), "declare", "JC 2")
        )

    def test_no_joker(self) -> None:
        """Without a joker there is none to declare."""
        with pytest.raises(DraftError, match=r"there is no joker$"):
            edited(draft_of("5D 6C", "5S 6S 7S"), "declare", "7D")

    def test_emptied_meld(self) -> None:
        """A meld that was emptied is gone, and the others have new numbers."""
        draft = edited(draft_of("5D 6C", "5S 6S 7S | 8S 9S TS | KS KH KD"), "join", "1 2")
        assert "5S 6S 7S 8S 9S TS | KS KH KD" == str(draft)
        with pytest.raises(DraftError, match="there is no meld 3: the table has 2"):
            edited(draft, "take", "KS 3")

    def test_moved_to_where_it_lies(self) -> None:
        """Moving cards to their own meld is refused, as nothing would change."""
        with pytest.raises(DraftError, match="meld 1 is where that lies: 5S"):
            edited(draft_of("5D 6C", "5S 6S 7S 8S"), "move", "5S 1")

    @pytest.mark.parametrize("place", ["1", "on 1", "to meld 1", "onto 1", "at 1", "into 1"])
    def test_fillers(self, place: str) -> None:
        """Words that people put before a number do no harm."""
        assert "4S 5S 6S 7S" == str(edited(draft_of("4S 6C", "5S 6S 7S"), "put", f"4S\t{place}"))

    def test_real_card_on_the_table(self) -> None:
        """A joker is swapped for the real card of another meld, in the first one that has it."""
        draft = edited(draft_of("5D 6C", "7S *=8S 9S | 8S 8H 8D 8C"), "swap", "8S")
        assert "7S 8S 9S | 8H 8D 8C" == str(draft)


class TestOffered:
    """What is offered to be typed."""

    def test_swaps(self) -> None:
        """Jokers can be swapped whose cards lie anywhere, and it is said where on the table."""
        table = "7S *=8S 9S | *=KS KH KD"
        assert ["swap 8S 1"] == list(swaps(draft_of("8S 6C", table)))
        assert ["swap 8S 1"] == list(swaps(draft_of("8S 6C", table).take("8S")))
        draft = draft_of("5D", f"{table} | KS QS JS")
        (swap,) = swaps(draft)
        assert "swap KS 3 from 2" == swap
        assert "7S *=8S 9S | JS QS | KS KH KD" == str(edited(draft, *swap.split(" ", 1)))
        table = "7S *=8S 9S TS | 8S 8H 8D"
        same = edited(draft_of("8S 6C", table), "put", "8S 1")
        assert ["swap 8S 1"] == list(swaps(same))
        swapped = edited(same, "swap", "8S 1")
        assert "7S 8S 9S TS | 8S 8H 8D" == str(swapped)
        assert [] == list(swaps(swapped))

    def test_declarable(self) -> None:
        """A joker of one's own can be declared anew, one of the table cannot."""
        draft = draft_of("* 5D 6D 9C", "7S *=8S 9S")
        assert [] == declarable(draft)
        laid = edited(draft, "put", "5D 6D *=7D")
        assert [(1, Joker(Card.parse("7D")))] == declarable(laid)
        assert [(None, JOKER)] == declarable(edited(draft_of("8S 6C", "7S *=8S 9S"), "swap", "8S"))

    def test_examples(self) -> None:
        """An example has cards that lie there, as far as any do."""
        draft = draft_of("5D 6C", "7S 8S 9S")
        assert "put 5D 1" == example(draft, "put")
        assert "take 7S 1" == example(draft, "take")
        empty = draft_of("5D 6C 6S", "")
        assert "put 5D" == example(empty, "put")
        assert "take 7S" == example(empty, "take")
        assert "put 8S 1" == example(empty.place("5D 6C 6S"), "put")
