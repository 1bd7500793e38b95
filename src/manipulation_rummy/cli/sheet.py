"""The score of a game with real cards, and its text.

The text has a title, a line `player: NAME` for each player, and a line for each round with the
points in hand and how it ended, such as `round: 4 31 18; knocked 0`.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

import attrs

from manipulation_rummy.arguments import MAX_PLAYERS, MIN_PLAYERS
from manipulation_rummy.cli.screen import name_of
from manipulation_rummy.errors import NotationError, RummyError, ScoringError
from manipulation_rummy.notation import ending_text, numbers_text, read_ending
from manipulation_rummy.parts import Part
from manipulation_rummy.record.lines import Lines
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import Ending, GameResult, RoundResult, score_round, settle

_TITLE: Final = "manipulation-rummy score 1"
_ANY_TITLE: Final = "manipulation-rummy score"
_MAX_TEXT: Final = 100_000


def expect_no_score(text: str, path: Path) -> None:
    """See that a file, which is to hold a game, holds no score.

    Raises:
        RummyError: If it does; with what to do then.
    """
    if text.startswith(_ANY_TITLE):
        go_on = f"manipulation-rummy score {shlex.quote(str(path))}"
        raise RummyError(f"{path} holds a score and no game; to go on with it: {go_on}")


def player_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names if they can be those of players.

    Raises:
        ScoringError: If they are too few or too many, not all different, or cannot be shown.
    """
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise ScoringError(f"{MIN_PLAYERS} to {MAX_PLAYERS} can play (R1), not {len(names)}")
    for seat, name in enumerate(names):
        if name != name_of(name, seat):
            raise ScoringError("a name has 1 to 20 letters")
    if len({name.lower() for name in names}) < len(names):
        raise ScoringError("two players have the same name")
    return names


@attrs.frozen
class Sheet:
    """The score of a game, round by round; immutable."""

    names: tuple[str, ...]
    results: tuple[RoundResult, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each player, without the bonuses of the end."""
        return tuple(
            sum(result.scores[seat] for result in self.results) for seat in range(len(self.names))
        )

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """The number of rounds that each player has won."""
        return tuple(
            sum(seat in result.winners for result in self.results)
            for seat in range(len(self.names))
        )

    @property
    def result(self) -> GameResult | None:
        """The settlement, None until somebody has reached the target (R34)."""
        if max(self.totals) < DEFAULT_RULES.target:
            return None
        return settle(self.totals, self.rounds_won)

    def with_round(self, points: tuple[int, ...], ending: Ending) -> Sheet:
        """Return the score after one round more.

        Raises:
            ScoringError: If a round cannot have ended so, or the game is over.
        """
        if self.result is not None:
            raise ScoringError("the game is over (R34)")
        return Sheet(self.names, (*self.results, score_round(points, ending)))

    def without_last_round(self) -> Sheet:
        """Return the score without its last round."""
        return Sheet(self.names, self.results[:-1])

    # --- text -------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the score as text."""
        lines = [_TITLE, *(f"player: {name}" for name in self.names)]
        lines += (
            f"round: {numbers_text(result.points)}; {ending_text(result.ending)}"
            for result in self.results
        )
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str) -> Sheet:
        """Read a score.

        Raises:
            NotationError: If it cannot be read, or is none.
        """
        if len(text) > _MAX_TEXT:
            raise NotationError(f"the text is longer than {_MAX_TEXT} characters", text, _MAX_TEXT)
        lines = Lines(text)
        lines.take_exactly(_TITLE)
        players = lines.ahead
        names: list[str] = []
        while lines.ahead.text.startswith("player"):
            names.append(lines.take_value("player").text)
        with players.blamed():
            sheet = cls(player_names(tuple(names)))
        while lines.ahead.text:
            sheet = _with_line(sheet, lines.ahead, lines.take_value("round"))
        return sheet


def _with_line(sheet: Sheet, line: Part, value: Part) -> Sheet:
    points, ending = value.partition(";")
    players = len(sheet.names)
    numbers = tuple(word.number() for word in points.words())
    if len(numbers) != players:
        raise points.unexpected(f"{players} numbers, one a player")
    with line.blamed():
        return sheet.with_round(numbers, read_ending(ending, players))
