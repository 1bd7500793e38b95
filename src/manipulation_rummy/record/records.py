"""Records: a game with the names of its players, kept move by move."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import final

import attrs

from manipulation_rummy.arguments import by_seat, expect_seat, shown, wrong_type
from manipulation_rummy.engine import apply, new_game
from manipulation_rummy.errors import NotationError, RummyError, SetupError
from manipulation_rummy.moves import Move
from manipulation_rummy.record.reading import read
from manipulation_rummy.record.transcript import (
    MAX_COMMENTS,
    MAX_MOVES,
    ShownTo,
    Step,
    Tags,
    Transcript,
    check_note,
    with_tag,
)
from manipulation_rummy.record.writing import SPECTATORS, write
from manipulation_rummy.rules import DEFAULT_RULES, Rules
from manipulation_rummy.scoring import RoundResult


@final
@attrs.frozen(repr=False)
class GameRecord(Transcript):
    """A game from its first deal on, finished or going on: who plays, every move, what came of it.

    `GameRecord.of` begins a record, each `with_move` returns a longer one, and the text that
    `dumps` returns is read by `loads`. So there are records of legal games only; the constructor
    itself checks nothing.

    Example:
        >>> record = GameRecord.of(["Ann", "Ben"], dealer=0, tags={"date": "2026-07-05"})
        >>> record = record.with_comment("The first game of the evening.")
        >>> print(record.dumps(), end="")
        manipulation-rummy record 1
        player 0: Ann
        player 1: Ben
        tag date: 2026-07-05
        dealer: 0
        # The first game of the evening.
        <BLANKLINE>
        unfinished
    """

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        *,
        rules: Rules = DEFAULT_RULES,
        dealer: int | None = None,
        rng: random.Random | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> GameRecord:
        """Return the record of a game before its first deal.

        Args:
            names: The names of the 2 to 5 players by seat, of at most 1000 characters each.
            rules: The numbers and switches.
            dealer: The seat of the first dealer.
            rng: Chooses the first dealer instead.
            tags: Whatever else is to be kept, by name; see `with_tag`.

        Raises:
            SetupError: If there can be no such game; see `new_game`.
            RummyError: If a name or a tag cannot be kept.
            TypeError: If an argument is of a wrong type.
        """
        players = tuple(
            check_note(f"names[{seat}]", name)
            for seat, name in enumerate(by_seat("names", names, SetupError))
        )
        if tags is not None and not isinstance(tags, Mapping):
            raise wrong_type("tags", "a mapping of names to values, or None", tags)
        kept: Tags = ()
        for name, value in (tags or {}).items():
            kept = with_tag(kept, name, value, within="tags: ")
        state = new_game(len(players), rules=rules, dealer=dealer, rng=rng)
        return cls(players, rules, state.dealer, kept, (), (), state, ())

    @classmethod
    def loads(cls, text: str) -> GameRecord:
        """Read a record, and replay it: nothing in it is believed unchecked.

        Raises:
            NotationError: If the text cannot be read, a move is not legal, or anything else in it
                is not so; at most 4,000,000 characters are read.
            TypeError: If it is no text.
        """
        transcript, shown_to = read(text)
        if shown_to is not None:
            problem = "this record is redacted: RedactedRecord.loads reads it"
            raise NotationError(problem, text, text.index("redacted for"))
        return cls(
            transcript.names,
            transcript.rules,
            transcript.dealer,
            transcript.tags,
            transcript.moves,
            transcript.comments,
            transcript.state,
            transcript.results,
        )

    def dumps(self) -> str:
        """Return the record as text: the same text on every machine, whatever wrote it."""
        return write(self)

    def with_move(self, move: Move, *, seat: int | None = None) -> GameRecord:
        """Return the record with one move more.

        Args:
            move: The move.
            seat: Whose move it is, by default that of the player to move.

        Raises:
            IllegalMove: If the move is not legal; its `.violation` says why.
            RummyError: If there are 10,000 moves already.
            TypeError: If an argument is of a wrong type.

        Example:
            >>> from manipulation_rummy import Deal, Draw, pack
            >>> record = GameRecord.of(["Ann", "Ben"], dealer=0)
            >>> record = record.with_move(Deal(pack(2))).with_move(Draw(), seat=1)
            >>> record.state.turn.draws, len(record.moves)
            (1, 2)
        """
        step = Step(self.state, move, apply(self.state, move, seat=seat))
        if len(self.moves) >= MAX_MOVES:
            raise RummyError(f"a record has at most {MAX_MOVES} moves")
        return GameRecord(
            self.names,
            self.rules,
            self.dealer,
            self.tags,
            (*self.moves, move),
            self.comments,
            step.after,
            self.results if step.result is None else (*self.results, step.result),
        )

    def with_comment(self, text: str) -> GameRecord:
        """Return the record with a comment after the moves made so far.

        Further comments at the same place are further lines of it. All comments together have at
        most 50,000 characters.

        Raises:
            RummyError: If the comments become too long.
            TypeError: If it is no text.
        """
        if not isinstance(text, str):
            raise wrong_type("text", "a str", text)
        place, comments = len(self.moves), self.comments
        if comments and comments[-1][0] == place:
            comments, text = comments[:-1], f"{comments[-1][1]}\n{text}"
        comments = (*comments, (place, text))
        if sum(len(comment) for _, comment in comments) > MAX_COMMENTS:
            raise RummyError(f"text: the comments are longer than {MAX_COMMENTS} characters")
        return attrs.evolve(self, comments=comments)

    def with_tag(self, name: str, value: str) -> GameRecord:
        """Return the record with a tag, in the place of one of the same name if there is one.

        Names are made of a to z, 0 to 9, `-` and `_`, such as `date`. There are at most 50 tags,
        whose values have at most 1000 characters each.

        Raises:
            RummyError: If the tag cannot be kept.
            TypeError: If it is no text.
        """
        return attrs.evolve(self, tags=with_tag(self.tags, name, value))

    def redacted(self, seat: int | None) -> RedactedRecord:
        """Return the record as far as a seat knows the game, or spectators if it is None (D27).

        Tags and comments are left out: they may speak of anything.

        Raises:
            RummyError: If there is no such seat.
            TypeError: If it is neither an int nor None.
        """
        known: ShownTo = ()
        if seat is not None:
            known = (expect_seat("seat", seat, len(self.names), RummyError),)
        return RedactedRecord.loads(write(attrs.evolve(self, tags=(), comments=()), known))

    def __repr__(self) -> str:
        return f"<GameRecord of {_summary(self)}>"


@final
@attrs.frozen(repr=False)
class RedactedRecord:
    """A record as far as one seat, or a spectator, knows the game (D27).

    It is made from its text, in which hidden cards are `?`, so it holds nothing else.

    Example:
        >>> from manipulation_rummy import Deal, pack
        >>> record = GameRecord.of(["Ann", "Ben"], dealer=0).with_move(Deal(pack(2)))
        >>> redacted = record.redacted(1)
        >>> for line in redacted.dumps().splitlines()[7:10]:
        ...     print(line)
        deal 0: ? ? ? ? ? ? ? ? ? ?
        deal 1: AS AD 2S 2D 3S 3D 4S 4D 5S 5D
        stock: ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
        >>> RedactedRecord.loads(redacted.dumps()) == redacted
        True
    """

    seat: int | None
    """The seat whose cards are shown, None for spectators."""
    _possible: Transcript
    """A game that they cannot tell from the real one: hidden cards are guessed from the text."""

    @classmethod
    def loads(cls, text: str) -> RedactedRecord:
        """Read a redacted record, and see that a legal game can have gone so.

        Raises:
            NotationError: If the text cannot be read, or there can be no such game.
            TypeError: If it is no text.
        """
        possible, shown_to = read(text)
        if shown_to is None:
            raise NotationError("nothing is redacted here: GameRecord.loads reads it", text, 0)
        return cls(shown_to[0] if shown_to else None, possible)

    def dumps(self) -> str:
        """Return the record as text, `?` for a hidden card."""
        return write(self._possible, () if self.seat is None else (self.seat,))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return self._possible.names

    @property
    def rules(self) -> Rules:
        """The numbers and switches."""
        return self._possible.rules

    @property
    def dealer(self) -> int:
        """The seat of the first dealer."""
        return self._possible.dealer

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The results of the rounds played."""
        return self._possible.results

    def __repr__(self) -> str:
        who = SPECTATORS if self.seat is None else f"seat {self.seat}"
        return f"<RedactedRecord for {who} of {_summary(self._possible)}>"


def _summary(transcript: Transcript) -> str:
    return f"{', '.join(map(shown, transcript.names))}: {len(transcript.moves)} moves"
