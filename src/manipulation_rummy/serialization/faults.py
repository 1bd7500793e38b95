"""Where in a document something is wrong."""

from __future__ import annotations

from typing import Final

from cattrs.errors import AttributeValidationNote, BaseValidationError

from manipulation_rummy.arguments import shown
from manipulation_rummy.errors import RummyError, SerializationError
from manipulation_rummy.violations import InvalidMeld

FAULTS: Final = (RummyError, BaseValidationError)
"""What reading raises: one of our errors, or those that cattrs has collected."""


def unexpected(expected: str, found: object, path: str = "$") -> SerializationError:
    """Return the error for data that is something else."""
    return SerializationError(f"expected {expected}, found {shown(found)}", path)


def located(error: BaseException, place: str = "$") -> tuple[str, str, BaseException | None]:
    """Return what is wrong, the path to it, and the error behind it, if it is another one.

    Of several errors, that is the first one.

    Args:
        error: What has been raised.
        place: The path of what was being read.
    """
    while collected := getattr(error, "exceptions", None):
        error = collected[0]
        place += "".join(map(_step, getattr(error, "__notes__", ())))
    assert isinstance(error, RummyError), f"{error!r} at {place}"
    if isinstance(error, SerializationError):
        return error.problem, place + error.path.removeprefix("$"), error.__cause__
    if isinstance(error, InvalidMeld) and (heap := error.violation.faults[0].meld) is not None:
        place += f"[{heap}]"
    return str(error), place, error


def _step(note: object) -> str:
    """Return how a path goes on, from what cattrs has noted."""
    return f".{note.name}" if isinstance(note, AttributeValidationNote) else ""
