"""Checks of arguments, worded alike everywhere.

A wrong type gets a `TypeError` that names the argument and what was expected, a wrong value the
error that the caller asks for.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import Final, cast

from manipulation_rummy.errors import RummyError, SetupError

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5

MAX_NUMBER: Final = 1_000_000
"""The largest number of points or cards that is taken anywhere."""


def wrong_type(argument: str, expected: str, value: object) -> TypeError:
    """Return the error for a value of a wrong type, naming the argument and what was expected."""
    return TypeError(f"{argument} must be {expected}, not {type(value).__name__}: {shown(value)}")


def shown(value: object) -> str:
    """Return a short text for any value, also for ints that Python refuses to write out."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "a huge number"


def expect_int(argument: str, value: object) -> int:
    """Return `value` if it is an int and no bool; raise TypeError otherwise."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(argument, "an int", value)
    return value


def expect_seat(argument: str, value: object, players: int, error: type[RummyError]) -> int:
    """Return `value` if it is the seat of one of so many players; raise `error` otherwise."""
    if not 0 <= (seat := expect_int(argument, value)) < players:
        raise error(f"{argument} must be a seat, 0 to {players - 1}; not {shown(seat)}")
    return seat


def check_players(players: object) -> int:
    """Return the number of players if so many can play (R1); raise SetupError otherwise."""
    if not MIN_PLAYERS <= (number := expect_int("players", players)) <= MAX_PLAYERS:
        problem = f"must be {MIN_PLAYERS} to {MAX_PLAYERS} (R1), not {shown(number)}"
        raise SetupError(f"players {problem}")
    return number


def by_seat(argument: str, values: object, error: type[RummyError]) -> tuple[object, ...]:
    """Return the values as a tuple if they can be of as many seats as can play."""
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise wrong_type(argument, "a sequence with one entry a seat", values)
    seats = cast("Sequence[object]", values)
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        problem = f"must have {MIN_PLAYERS} to {MAX_PLAYERS} entries, not {len(seats)}"
        raise error(f"{argument} {problem}")
    return tuple(seats)


def numbers_by_seat(argument: str, values: object, error: type[RummyError]) -> tuple[int, ...]:
    """Return the values as a tuple of ints from 0 up, one a seat."""
    seats = by_seat(argument, values, error)
    return tuple(
        bounded_int(f"{argument}[{seat}]", value, 0, error) for seat, value in enumerate(seats)
    )


def bounded_int(argument: str, value: object, at_least: int, error: type[RummyError]) -> int:
    """Return `value` if it is an int from `at_least` up to `MAX_NUMBER`."""
    if not at_least <= (number := expect_int(argument, value)) <= MAX_NUMBER:
        raise error(f"{argument} must be {at_least} to {MAX_NUMBER}, not {shown(number)}")
    return number
