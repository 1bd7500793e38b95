"""Whole games kept as files: what they came to never changes without an entry in the changelog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from manipulation_rummy import (
    GameRecord,
    GameState,
    Joker,
    Knocked,
    Move,
    Play,
    RoundResult,
    StockExhausted,
    WentOut,
    score_round,
    settle,
)
from tests.golden import FOLDER, SETTINGS, Setting

FINAL = {
    "2-players-612": (289, 50),
    "2-players-696": (98, 308),
    "2-players-184": (322, 210),
    "2-players-1288": (83, 320),
    "3-players-153": (0, 187, 388),
    "3-players-1029": (284, 284, 0),
    "3-players-577": (499, 50, 50),
    "4-players-198": (116, 288, 288, 149),
    "4-players-430": (106, 0, 0, 382),
    "4-players-286": (0, 336, 0, 138),
    "5-players-339": (87, 283, 0, 87, 87),
    "5-players-359": (590, 169, 0, 0, 0),
    "5-players-1163": (0, 135, 491, 0, 135),
}
"""The final scores by seat, with the bonuses of the end."""


def text_of(setting: Setting) -> str:
    """Return the text of a game."""
    return setting.path.read_text(encoding="utf-8")


every_game = pytest.mark.parametrize("setting", SETTINGS, ids=lambda each: each.path.stem)


@every_game
def test_final_scores(setting: Setting) -> None:
    """Replayed, each game ends as it did when it was played, and its text is as it was written."""
    record = GameRecord.loads(text_of(setting))
    assert record.state.result is not None
    assert FINAL[setting.path.stem] == record.state.result.final
    assert text_of(setting) == record.dumps()
    assert setting.rules == record.rules
    assert setting.players == len(record.names)


@every_game
def test_scores_follow_from_hands(setting: Setting) -> None:
    """The results are also those that the scoring functions give for the hands."""
    record = GameRecord.loads(text_of(setting))
    totals, won = [0] * setting.players, [0] * setting.players
    for result in record.results:
        assert result == score_round(result.hands or (), result.ending, setting.rules)
        for seat in range(setting.players):
            totals[seat] += result.scores[seat]
            won[seat] += seat in result.winners
    assert settle(totals, won, setting.rules) == record.state.result


def test_no_file_is_forgotten() -> None:
    """Every game has its file and every file its final scores."""
    assert set(FINAL) == {path.stem for path in FOLDER.iterdir()}
    assert set(FINAL) == {setting.path.stem for setting in SETTINGS}


# --- what happens in them -------------------------------------------------------------------------


def happenings(record: GameRecord) -> Iterator[str]:
    """Yield what is worth a test in a game, in words."""
    states = list(record.states())
    for before, move, after in zip(states, record.moves, states[1:], strict=False):
        yield from happenings_of_move(before, move, after)
    for result in record.results:
        yield from happenings_of_round(result)
    settled = record.state.result
    assert settled is not None
    if len(settled.winners) > 1:
        yield "R37 D26 the game is shared"
    if sum(total >= record.rules.target for total in record.state.scores) > 1:
        yield "R35 two reach the target together"


def happenings_of_move(before: GameState, move: Move, after: GameState) -> Iterator[str]:
    """Yield what is worth a test in a move."""
    seat = before.current_player
    assert seat is not None
    if before.last_lap is not None:
        yield "D19 last lap"
        if after.last_round is not before.last_round and after.last_round is not None:
            ends = type(after.last_round.ending).__name__
            yield f"D20 D21 last lap ended by {ends}"
        if isinstance(move, Play) and not after.hands[seat]:
            yield f"D21 going out in the last lap, {before.rules.going_out_ends_last_lap}"
    if isinstance(move, Play):
        old, new = (
            Counter(card for card in state.table.cards if isinstance(card, Joker))
            for state in (before, after)
        )
        if old - new:
            yield "R21 joker freed"
        if new.total() == 2:
            yield "two jokers on the table"


def happenings_of_round(result: RoundResult) -> Iterator[str]:
    """Yield what is worth a test in the result of a round."""
    lowest = [seat for seat, held in enumerate(result.points) if held == min(result.points)]
    if isinstance(result.ending, Knocked):
        knocker = result.ending.seat
        if knocker in result.winners:
            yield "R27 the knocker wins"
        elif knocker in lowest:
            yield "R31 the knocker ties"
        else:
            yield "R30 undercut"
    elif isinstance(result.ending, WentOut):
        yield "D17 went out"
    elif isinstance(result.ending, StockExhausted):
        yield "D24 tie without a knock" if len(lowest) > 1 else "R26 the lowest wins"
        if any(score.undercut for score in result.breakdown):
            yield "D22 undercut without a knock"


def test_all_kinds_of_things_happen() -> None:
    """In the games together, under switches on and off."""
    records = [GameRecord.loads(text_of(setting)) for setting in SETTINGS]
    expected = {
        "D17 went out",
        "D19 last lap",
        "D20 D21 last lap ended by Knocked",
        "D20 D21 last lap ended by StockExhausted",
        "D20 D21 last lap ended by WentOut",
        "D21 going out in the last lap, False",
        "D21 going out in the last lap, True",
        "D22 undercut without a knock",
        "D24 tie without a knock",
        "R21 joker freed",
        "R26 the lowest wins",
        "R27 the knocker wins",
        "R30 undercut",
        "R31 the knocker ties",
        "R35 two reach the target together",
        "R37 D26 the game is shared",
        "two jokers on the table",
    }
    assert expected == {word for record in records for word in happenings(record)}
    for switch in (
        *("extra_draws", "knock_in_last_lap", "going_out_ends_last_lap"),
        *("undercut_without_knock", "round_bonus_for"),
    ):
        assert 2 == len({getattr(record.rules, switch) for record in records})
    assert {2, 3, 4, 5} == {len(record.names) for record in records}
