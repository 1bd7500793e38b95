"""The score of a game with real cards, and its text.

The text has a title, a line `player: NAME` for each player, and a line for each round with the
points in hand and how it ended, such as `round: 4 31 18; knocked 0`. The last round may be
unfinished, such as `round: 4 31`.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs

from manipulation_rummy.arguments import MAX_PLAYERS, MIN_PLAYERS
from manipulation_rummy.cards import pack, parse_cards
from manipulation_rummy.cli.screen import name_of
from manipulation_rummy.errors import NotationError, RummyError, ScoringError
from manipulation_rummy.notation import ending_text, numbers_text, read_ending
from manipulation_rummy.parts import Part
from manipulation_rummy.record.lines import Lines
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import (
    Ending,
    GameResult,
    RoundResult,
    StockExhausted,
    WentOut,
    hand_points,
    score_round,
    settle,
)

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


def evident_ending(points: Sequence[int]) -> Ending | None:
    """Return how a round ended, None if the points leave a doubt.

    Who is the only one without cards may also have played the last one in the last lap: that makes
    no difference to the scores.
    """
    out = [seat for seat, held in enumerate(points) if held == 0]
    if len(out) == 1:
        return WentOut(out[0])
    nobody_knocked = out or min(points) > DEFAULT_RULES.knock_limit
    return StockExhausted() if nobody_knocked else None


@attrs.frozen
class Sheet:
    """The score of a game, entry by entry; immutable."""

    names: tuple[str, ...] = ()
    """The names of the players, none before they are known."""
    results: tuple[RoundResult, ...] = ()
    points: tuple[int, ...] = ()
    """The points in hand that are known of the round that is not finished."""

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
        if max(self.totals, default=0) < DEFAULT_RULES.target:
            return None
        return settle(self.totals, self.rounds_won)

    # --- entries ----------------------------------------------------------------------------------

    def points_of(self, cards: str) -> int:
        """Return what cards count in a hand.

        Raises:
            NotationError: If it is no text of cards.
            ScoringError: If they are more than the game has, or cannot be in a hand.
        """
        hand = parse_cards(cards)
        points = hand_points(hand)
        there = Counter(pack(len(self.names)))
        for card, held in Counter(hand).items():
            if held > there[card]:
                raise ScoringError(f"{held} of {card}, but the game has {there[card]}")
        return points

    def with_points(self, *points: int) -> Sheet:
        """Return the score with the points in hand of the next players.

        Raises:
            ScoringError: If there are no such players, no such points, or the game is over.
        """
        known = (*self.points, *points)
        most = hand_points(pack(len(self.names)))
        if self.result is not None:
            raise ScoringError("the game is over (R34)")
        if len(known) > len(self.names):
            left = ", ".join(self.names[len(self.points) :])
            raise ScoringError(f"{len(points)} numbers are too many: missing are those of {left}")
        if sum(known) > most:
            raise ScoringError(f"all cards of the game together count {most} points")
        return attrs.evolve(self, points=known)

    def with_ending(self, ending: Ending) -> Sheet:
        """Return the score with the end of the round of which all points are known.

        Raises:
            ScoringError: If a round cannot have ended so.
        """
        return Sheet(self.names, (*self.results, score_round(self.points, ending)))

    def without_last_entry(self) -> Sheet:
        """Return the score before its last entry: points of a player, an ending, or the names."""
        if self.points:
            return attrs.evolve(self, points=self.points[:-1])
        if not self.results:
            return Sheet()
        *earlier, last = self.results
        reopened = Sheet(self.names, tuple(earlier), last.points)
        asked = evident_ending(last.points) is None
        return reopened if asked else reopened.without_last_entry()

    # --- text -------------------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the score as text."""
        lines = [_TITLE, *(f"player: {name}" for name in self.names)]
        lines += (
            f"round: {numbers_text(result.points)}; {ending_text(result.ending)}"
            for result in self.results
        )
        if self.points:
            lines.append(f"round: {numbers_text(self.points)}")
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
            sheet = cls(player_names(tuple(names))) if names or players.text else cls()
        while lines.ahead.text:
            if sheet.points:
                raise lines.ahead.unexpected("nothing after a round that is not finished")
            sheet = _with_line(sheet, lines.ahead, lines.take_value("round"))
        return sheet


def _with_line(sheet: Sheet, line: Part, value: Part) -> Sheet:
    points, ending = value.partition(";")
    numbers = tuple(word.number() for word in points.words())
    players = len(sheet.names)
    finished = ";" in value.text
    if len(numbers) != players and finished:
        raise points.unexpected(f"{players} numbers, one a player")
    with line.blamed():
        sheet = sheet.with_points(*numbers)
        return sheet.with_ending(read_ending(ending, players)) if finished else sheet
