"""Checks of arguments: the right error, naming the argument."""

from __future__ import annotations

from itertools import repeat

import pytest

from manipulation_rummy import ScoringError, SetupError
from manipulation_rummy.arguments import (
    MAX_NUMBER,
    bounded_int,
    by_seat,
    check_players,
    expect_int,
    expect_seat,
    numbers_by_seat,
    wrong_type,
)


def _kind(value: object) -> str:
    """Return a name for a case that is the same in every process."""
    return type(value).__name__


class TestTypes:
    def test_a_wrong_type_is_told_with_the_value(self) -> None:
        """The message names the argument, what was expected, and what came."""
        error = wrong_type("seat", "an int", "0")
        assert "seat must be an int, not str: '0'" == str(error)

    def test_a_long_value_is_shortened(self) -> None:
        """A message stays short whatever comes in."""
        for value in ("x" * 10_000_000, [[1] * 1000] * 1000, 10**10_000):
            assert len(str(wrong_type("seat", "a Card", value))) < 250

    @pytest.mark.parametrize("value", [True, 1.0, "1", None])
    def test_bools_and_floats_are_no_ints(self, value: object) -> None:
        """Only ints are."""
        assert 1 == expect_int("seat", 1)
        with pytest.raises(TypeError, match="seat must be an int"):
            expect_int("seat", value)


class TestNumbers:
    def test_seats_are_counted_from_0(self) -> None:
        """The first and the last are taken, the next on either side are not."""
        assert [0, 2] == [expect_seat("dealer", seat, 3, SetupError) for seat in (0, 2)]
        for seat in (-1, 3):
            with pytest.raises(SetupError, match=f"dealer must be a seat, 0 to 2; not {seat}"):
                expect_seat("dealer", seat, 3, SetupError)

    def test_two_to_five_players(self) -> None:
        """The bounds are taken, the next numbers are not."""
        assert [2, 5] == [check_players(players) for players in (2, 5)]
        for players in (1, 6):
            message = rf"players must be 2 to 5 \(R1\), not {players}"
            with pytest.raises(SetupError, match=message):
                check_players(players)

    def test_numbers_have_bounds(self) -> None:
        """The bounds are taken, the next numbers are not."""
        bounds = (1, MAX_NUMBER)
        assert bounds == tuple(bounded_int("target", n, 1, SetupError) for n in bounds)
        for number in (0, MAX_NUMBER + 1):
            with pytest.raises(SetupError, match=f"target must be 1 to {MAX_NUMBER}, not {number}"):
                bounded_int("target", number, 1, SetupError)

    def test_a_huge_number_is_shortened(self) -> None:
        """Also one that Python refuses to write out."""
        with pytest.raises(SetupError, match="target must be 1 to 1000000") as caught:
            bounded_int("target", 10**10_000, 1, SetupError)
        assert len(str(caught.value)) < 100


class TestEntriesBySeat:
    def test_entries_are_taken_from_any_sequence(self) -> None:
        """Two to five of them."""
        assert (1, 2) == by_seat("hands", (1, 2), ScoringError)
        assert (1, 2, 3, 4, 5) == by_seat("hands", [1, 2, 3, 4, 5], ScoringError)

    @pytest.mark.parametrize(("values", "told"), [([], 0), ([1], 1), ([1] * 6, 6), (range(99), 99)])
    def test_fewer_or_more_are_refused(self, values: object, told: int) -> None:
        """With the error asked for."""
        with pytest.raises(ScoringError, match=f"hands must have 2 to 5 entries, not {told}"):
            by_seat("hands", values, ScoringError)

    @pytest.mark.parametrize("values", ["12", 7, None, {1, 2}, iter([1, 2]), repeat(1)], ids=_kind)
    def test_only_sequences_have_seats(self, values: object) -> None:
        """Text is none, nor is what has no order or no end."""
        with pytest.raises(TypeError, match="hands must be a sequence with one entry a seat"):
            by_seat("hands", values, ScoringError)

    def test_numbers_start_at_0(self) -> None:
        """The message names the entry."""
        assert (0, 7) == numbers_by_seat("scores", [0, 7], ScoringError)
        with pytest.raises(ScoringError, match=r"scores\[1\] must be 0 to 1000000, not -1"):
            numbers_by_seat("scores", [0, -1], ScoringError)
        with pytest.raises(TypeError, match=r"scores\[0\] must be an int, not bool: True"):
            numbers_by_seat("scores", [True, 1], ScoringError)
