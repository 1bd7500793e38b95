"""The errors that know no cards.

Every error of the package is a `RummyError`, hence a `ValueError`; arguments of a wrong *type* get
a `TypeError` instead.
"""

from __future__ import annotations


class RummyError(ValueError):
    """Base of all errors about wrong values; raised itself only where no narrower error fits."""


class NotationError(RummyError):
    """Raised when a text cannot be read.

    Attributes:
        problem: What is wrong, without the place.
        text: The whole text that was to be read.
        position: Where the trouble starts, as an index into `text`.
    """

    def __init__(self, problem: str, text: str, position: int) -> None:
        super().__init__(problem, text, position)
        self.problem = problem
        self.text = text
        self.position = position

    @property
    def line(self) -> int:
        """The line of the trouble, counted from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the trouble within its line, counted from 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    def marked(self) -> str:
        """Return the line of the trouble with a caret under the place."""
        line = self.text.split("\n")[self.line - 1]
        plain = "".join(letter if letter.isprintable() else " " for letter in line)
        return f"{plain}\n{' ' * (self.column - 1)}^"

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.problem}"


class SerializationError(RummyError):
    """Raised when a value cannot be read from JSON, or not be written as JSON.

    Attributes:
        problem: What is wrong, without the place.
        path: The place, such as `$.hands[1][0]`; `$` is the whole document.
    """

    def __init__(self, problem: str, path: str = "$") -> None:
        super().__init__(problem, path)
        self.problem = problem
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


class RulesError(RummyError):
    """Raised when `Rules` are given an impossible value.

    Attributes:
        field: The name of the field.
        problem: What is wrong with its value.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.field} {self.problem}"


class SetupError(RummyError):
    """Raised when a game or a position cannot be set up as asked."""


class DraftError(RummyError):
    """Raised when something cannot be done with a draft; it stays as it was."""


class ScoringError(RummyError):
    """Raised when a round or a game cannot have ended as told."""


class SolverError(RummyError):
    """Raised when the solver is asked about cards beyond its bounds."""
