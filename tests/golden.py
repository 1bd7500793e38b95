"""The games kept in `tests/data/games`, and how they were played.

`python -m tests.golden` plays those of which there is no file. A file that is there is never
written again: the solver may come to prefer other plays, the kept games stay as they are.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from manipulation_rummy import Deal, GameRecord, Phase, Rules, new_game, shuffled_pack
from tests.strategies import Player, by_chance, by_turns, greedily, patiently

FOLDER = Path(__file__).parent / "data" / "games"
NAMES = ("Ann", "Ben", "Chloë", "Дора", "Emil")
MANNERS: tuple[Player, ...] = (greedily, by_chance, greedily, by_turns, patiently)


class Setting(NamedTuple):
    """What a game is played with."""

    players: int
    seed: int
    rules: Rules = Rules()

    @property
    def path(self) -> Path:
        """The file of the game."""
        return FOLDER / f"{self.players}-players-{self.seed}.txt"


SETTINGS = (
    Setting(2, 612),
    Setting(2, 696),
    Setting(
        2,
        184,
        Rules(
            knock_limit=40,
            extra_draws="optional",
            going_out_ends_last_lap=True,
            undercut_without_knock=True,
        ),
    ),
    Setting(
        2,
        1288,
        Rules(
            knock_limit=10,
            extra_draws="optional",
            knock_in_last_lap=True,
            undercut_without_knock=True,
            round_bonus_for="all",
        ),
    ),
    Setting(3, 153),
    Setting(3, 1029),
    Setting(3, 577, Rules(knock_limit=20, round_bonus_for="all")),
    Setting(4, 198),
    Setting(4, 430, Rules(knock_limit=40, knock_in_last_lap=True, undercut_without_knock=True)),
    Setting(
        4,
        286,
        Rules(
            knock_limit=40,
            extra_draws="optional",
            going_out_ends_last_lap=True,
            round_bonus_for="all",
        ),
    ),
    Setting(5, 339),
    Setting(
        5,
        359,
        Rules(extra_draws="optional", undercut_without_knock=True, round_bonus_for="all"),
    ),
    Setting(
        5,
        1163,
        Rules(
            extra_draws="optional",
            knock_in_last_lap=True,
            undercut_without_knock=True,
            round_bonus_for="all",
        ),
    ),
)


def play(setting: Setting) -> GameRecord:
    """Play a whole game, each seat in its own manner."""
    rng = random.Random(setting.seed)
    dealer = new_game(setting.players, rng=rng).dealer
    record = GameRecord.of(
        NAMES[: setting.players],
        rules=setting.rules,
        dealer=dealer,
        tags={"seed": str(setting.seed)},
    )
    manners = [MANNERS[(seat + setting.seed) % len(MANNERS)] for seat in range(setting.players)]
    plays = (
        f"{name} plays {manner.__name__}" for name, manner in zip(NAMES, manners, strict=False)
    )
    record = record.with_comment("\n".join(plays).replace("_", " "))
    while record.state.result is None:
        seat = record.state.current_player or 0
        if record.state.phase is Phase.DEAL:
            record = record.with_move(Deal(shuffled_pack(setting.players, rng)))
        else:
            record = record.with_move(manners[seat](record.state, rng))
    return record


if __name__ == "__main__":
    for each in SETTINGS:
        if not each.path.exists():
            each.path.write_text(play(each).dumps(), encoding="utf-8", newline="\n")
