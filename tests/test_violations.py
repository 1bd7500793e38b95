"""Reasons, faults and violations: stable values, rule numbers, and words that read well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from manipulation_rummy import Fault, Reason, Violation, parse_cards

RULE_OF = {
    "GAME_OVER": "R34",
    "NOT_YOUR_TURN": "R7",
    "WRONG_PHASE": "R5",
    "DRAW_FIRST": "R8",
    "NO_DRAW_IN_LAST_LAP": "D19",
    "NO_DRAW_AFTER_MELD": "D4",
    "NO_FOURTH_DRAW": "R10",
    "STOCK_EMPTY": "D18",
    "THIRD_DRAW_BARS_MELD": "R10",
    "ALREADY_MELDED": "D4",
    "NO_KNOCK_IN_LAST_LAP": "D20",
    "DRAW_DUE": "D3",
    "WRONG_DECK": "R2",
    "KNOCK_OVER_LIMIT": "R25",
    "KNOCK_WITHOUT_CARDS": "D15",
    "NO_CARD_PLAYED": "R18",
    "CARD_NOT_IN_HAND": "R18",
    "CARD_MISSING": "R18",
    "JOKER_MISSING": "R23",
    "JOKER_CHANGED": "R21",
    "JOKER_UNDECLARED": "R20",
    "EMPTY_MELD": "D8",
    "TOO_SHORT": "R11",
    "IDENTICAL_CARDS": "R12",
    "TOO_LONG": "R12",
    "ROUND_THE_CORNER": "R13",
    "GAP": "R13",
    "MIXED": "R11",
}


def test_reasons_are_stable() -> None:
    """Names, values and rule numbers are those that programs and saved games rely on."""
    assert RULE_OF == {reason.name: reason.rule for reason in Reason}
    assert [reason.name.lower() for reason in Reason] == [reason.value for reason in Reason]


def test_a_fault_brings_its_rule() -> None:
    """Made from a reason it has the rule behind it, and what else is given."""
    cards = parse_cards("8S 8H")
    fault = Fault.of(Reason.TOO_SHORT, iter(cards), meld=2, limit=3)
    assert Fault(Reason.TOO_SHORT, "R11", cards, 2, 3) == fault
    assert Fault(Reason.DRAW_FIRST, "R8", (), None, None) == Fault.of(Reason.DRAW_FIRST)
    assert "D7" == Fault.of(Reason.TOO_LONG, cards, limit=13, rule="D7").rule


def test_a_violation_has_faults() -> None:
    """Without faults there is none."""
    faults = (Fault.of(Reason.NO_CARD_PLAYED), Fault.of(Reason.EMPTY_MELD, meld=0))
    violation = Violation.of(iter(faults))
    assert violation is not None
    assert faults == violation.faults
    assert (Reason.NO_CARD_PLAYED, Reason.EMPTY_MELD) == violation.reasons
    assert Violation.of([]) is None
    with pytest.raises(ValueError, match="faults"):
        Violation(())


def test_the_text_of_a_violation_is_that_of_its_faults() -> None:
    """One after the other, each with its rule."""
    faults = (Fault.of(Reason.NO_CARD_PLAYED), Fault.of(Reason.NO_DRAW_AFTER_MELD))
    assert "no card comes from the hand (R18); nobody draws after melding (D4)" == str(
        Violation(faults)
    )


def test_a_fault_of_a_meld_says_of_which() -> None:
    """Melds are counted from 1 in the text."""
    fault = Fault.of(Reason.TOO_SHORT, parse_cards("8S 8H"), meld=2, limit=3)
    assert "meld 3: a meld has at least 3 cards: 8S 8H (R11)" == str(fault)


def test_many_cards_are_shortened() -> None:
    """The text names fourteen cards at most, and how many there are."""
    cards = parse_cards("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS 2H 3H")
    fault = Fault.of(Reason.CARD_MISSING, cards)
    assert str(fault).endswith("QS KS 2H 3H (R18)")
    fault = Fault.of(Reason.CARD_MISSING, cards * 3)
    assert str(fault).endswith("QS KS 2H 3H … (42 cards) (R18)")


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.value)
def test_reasons_have_words_of_their_own(reason: Reason) -> None:
    """No two reasons read alike, none is left with a hole, each ends with its rule."""
    text = str(Fault.of(reason, parse_cards("8S 8H"), limit=3))
    assert text.endswith(f"({reason.rule})")
    assert "{" not in text
    assert "None" not in text
    others = {str(Fault.of(other, parse_cards("8S 8H"), limit=3)) for other in Reason}
    assert len(Reason) == len(others)


def test_reasons_are_documented_in_their_order() -> None:
    """The table of the documentation has a row for each, with its rule."""
    page = Path(__file__).parents[1] / "docs" / "reasons.md"
    rows = re.findall(r"^\| `(\w+)` \| \[(\w+)\]", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(reason.name, reason.rule) for reason in Reason] == rows
