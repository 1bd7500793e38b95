"""The errors: what they are, what they tell, and that they travel."""

from __future__ import annotations

import pickle

import pytest

from manipulation_rummy import (
    IllegalMove,
    InvalidMeld,
    NotationError,
    Reason,
    RulesError,
    RummyError,
    ScoringError,
    SetupError,
    SolverError,
    Violation,
)
from manipulation_rummy.violations import Fault

VIOLATION = Violation((Fault.of(Reason.NO_CARD_PLAYED),))


@pytest.mark.parametrize(
    "error",
    [NotationError, RulesError, SetupError, ScoringError, SolverError, InvalidMeld, IllegalMove],
)
def test_every_error_is_a_rummy_error(error: type[Exception]) -> None:
    """And hence a ValueError."""
    assert issubclass(error, RummyError)
    assert issubclass(error, ValueError)


@pytest.mark.parametrize(
    "error",
    [
        NotationError("no card", "7S\n8X", 3),
        RulesError("target", "must be 1"),
        SetupError("no"),
        InvalidMeld(VIOLATION),
        IllegalMove(VIOLATION),
    ],
)
def test_errors_can_be_pickled(error: RummyError) -> None:
    """They come out of another process with all they hold."""
    again = pickle.loads(pickle.dumps(error))
    assert type(error) is type(again)
    assert (vars(error), str(error)) == (vars(again), str(again))


class TestNotationErrors:
    @pytest.mark.parametrize(
        ("text", "position", "line", "column", "marked"),
        [
            ("8X", 0, 1, 1, "8X\n^"),
            ("7S 8X", 3, 1, 4, "7S 8X\n   ^"),
            ("7S\n8S 8X\n9S", 6, 2, 4, "8S 8X\n   ^"),
            ("7S\n\n8X", 4, 3, 1, "8X\n^"),
            ("\n8X", 1, 2, 1, "8X\n^"),
            ("", 0, 1, 1, "\n^"),
            ("7S\n", 3, 2, 1, "\n^"),
            ("7S\r8X", 3, 1, 4, "7S 8X\n   ^"),
            ("7S\t8X", 3, 1, 4, "7S 8X\n   ^"),
            ("7S\x0b8X\u20289S", 3, 1, 4, "7S 8X 9S\n   ^"),
        ],
    )
    def test_the_place_is_marked(
        self, text: str, position: int, line: int, column: int, marked: str
    ) -> None:
        """Line and column count from 1; a caret stands under the place, whatever the blanks."""
        error = NotationError("no card", text, position)
        assert (line, column) == (error.line, error.column)
        assert marked == error.marked()
        assert f"line {line}, column {column}: no card" == str(error)


def test_rules_errors_name_the_field() -> None:
    """Field and problem are apart, and together in the text."""
    error = RulesError("target", "must be 1 to 10, not 0")
    assert ("target", "must be 1 to 10, not 0") == (error.field, error.problem)
    assert "target must be 1 to 10, not 0" == str(error)


@pytest.mark.parametrize("error", [InvalidMeld, IllegalMove])
def test_refusals_carry_the_violation(error: type[InvalidMeld | IllegalMove]) -> None:
    """Their text is that of the violation."""
    refused = error(VIOLATION)
    assert VIOLATION is refused.violation
    assert str(VIOLATION) == str(refused)
