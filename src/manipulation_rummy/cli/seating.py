"""Who sits where in a game that is played in the terminal; kept as tags of its record."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import attrs

from manipulation_rummy.cli.bots import Bot
from manipulation_rummy.cli.screen import name_of
from manipulation_rummy.cli.show import NAMES
from manipulation_rummy.errors import RummyError, SetupError
from manipulation_rummy.record import GameRecord
from manipulation_rummy.record.transcript import Transcript
from manipulation_rummy.state import Phase

MAX_SEED: Final = 10**9 - 1
_PERSON: Final = "person"
PLAYERS: Final = 3
"""How many play unless somebody says it."""
_NAME: Final = "Player"
"""The name in the record of whoever gives none, and is called "You" while playing."""
_KINDS: Final = tuple(bot.value for bot in Bot)


@attrs.frozen
class Seating:
    """Who sits where, and the seed of all chance."""

    names: tuple[str, ...]
    """The names by seat, as they are shown."""
    me: int
    """The seat of the person."""
    bots: Mapping[int, Bot]
    """The bots by seat."""
    seed: int

    @classmethod
    def of(cls, record: Transcript) -> Seating:
        """Return who sits where by the tags of a record; by default the person on seat 0.

        Raises:
            RummyError: If its tags are none of ours.
        """
        tags, players = dict(record.tags), len(record.names)
        kinds = tags.get("seats", _seats_text([Bot.BEST] * (players - 1))).split()
        bots = {seat: Bot(kind) for seat, kind in enumerate(kinds) if kind in _KINDS}
        if len(kinds) != players or len(bots) != players - 1 or _PERSON not in kinds:
            expected = f"{_PERSON!r} once and {players - 1} of {', '.join(_KINDS)}"
            raise RummyError(f"the tag 'seats' of the record must be {expected}")
        seed = tags.get("seed", "0")
        if not (seed.isascii() and seed.isdecimal() and len(seed) <= len(str(MAX_SEED))):
            raise RummyError("the tag 'seed' of the record must be a number")
        me = kinds.index(_PERSON)
        names = [name_of(name, seat) for seat, name in enumerate(record.names)]
        if names[me] == _NAME:
            names[me] = "You"
        return cls(tuple(names), me, bots, int(seed))

    def chance(self, record: Transcript) -> random.Random:
        """Return the chance of the next move.

        A deal depends on the seed and the number of rounds played, so the same seed gives the same
        cards however they are played; other moves depend on the seed and the number of moves made.
        So a resumed game goes on as it would have.
        """
        if record.state.phase is Phase.DEAL:
            return _chance(self.seed, str(len(record.results)))
        return _chance(self.seed, f"move {len(record.moves)}")


def seat_of_person(record: Transcript) -> int | None:
    """Return the seat of the person in a game against bots, None if it is none."""
    with suppress(RummyError):  # what is meant by tags of others is not known
        if "seats" in dict(record.tags):
            return Seating.of(record).me
    return None


def _chance(seed: int, what: str) -> random.Random:
    return random.Random(f"{seed}/{what}")  # noqa: S311  # cards, not secrets


def _seats_text(bots: Sequence[Bot]) -> str:
    return " ".join([_PERSON, *(bot.value for bot in bots)])


@attrs.frozen
class Wish:
    """What somebody asks for who begins a game, or goes on with one; None where it is open."""

    players: int | None = None
    seed: int | None = None
    name: str | None = None
    bots: Sequence[Bot] | None = None

    @property
    def _name(self) -> str | None:
        """The name that is given, None if that is none."""
        return (self.name or "").strip() or None

    def new_record(self) -> GameRecord:
        """Return the record of a new game; the person has seat 0, bots not named are best.

        Raises:
            SetupError: If there are more bots than seats.
            RummyError: If the name cannot be kept.
        """
        bots = self.bots or ()
        players = self.players or max(PLAYERS, len(bots) + 1)
        if len(bots) >= players:
            raise SetupError(f"{len(bots)} bots and you are more than {players} players")
        seed = random.SystemRandom().randrange(MAX_SEED) if self.seed is None else self.seed
        name = self._name or _NAME
        others = [other for other in NAMES if other.lower() != name.lower()]
        kinds = [*bots, *[Bot.BEST] * (players - 1 - len(bots))]
        return GameRecord.of(
            [name, *others[: players - 1]],
            rng=_chance(seed, "dealer"),
            tags={"seats": _seats_text(kinds), "seed": str(seed)},
        )

    def check(self, record: GameRecord, path: Path) -> None:
        """See that a game that goes on is the one asked for.

        Raises:
            SetupError: If it is another one.
        """
        seating = Seating.of(record)
        bots = tuple(seating.bots.values())
        for option, wanted, found in (
            ("--players", self.players, len(record.names)),
            ("--seed", self.seed, seating.seed),
            ("--name", self._name, record.names[seating.me]),
            ("--bot", tuple(self.bots or ()) or None, bots[: len(self.bots or ())]),
        ):
            if wanted is not None and wanted != found:
                raise SetupError(
                    f"{path} holds a game with another {option}; leave it out to go on with that "
                    "game, or name a new file"
                )
