"""What the package offers: complete, documented, frozen, and light to import."""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
import random
import subprocess
import sys
import types
from typing import TYPE_CHECKING, Any, get_args

import attrs
import pytest

import manipulation_rummy
from manipulation_rummy import (
    JOKER,
    Aces,
    Card,
    Deal,
    Draft,
    Draw,
    EndTurn,
    Event,
    GameRecord,
    GameState,
    Joker,
    Knock,
    Knocked,
    Meld,
    Phase,
    Play,
    Redeclare,
    Rules,
    Shift,
    StockExhausted,
    Swap,
    Table,
    WentOut,
    apply,
    best_play,
    check_meld,
    deadwood,
    events_of,
    explain,
    legal_moves,
    new_game,
    pack,
    public_view,
    view,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation_rummy import Move

PROMISED = [
    "Suit",
    "Rank",
    "Card",
    "Joker",
    "JOKER",
    "AnyCard",
    "parse_card",
    "parse_cards",
    "pack",
    "shuffled_pack",
    "Meld",
    "MeldKind",
    "Table",
    "check_meld",
    "check_table",
    "Violation",
    "Fault",
    "InvalidMeld",
    "IllegalMove",
    "Reason",
    "Rules",
    "Deal",
    "Draw",
    "Play",
    "Knock",
    "EndTurn",
    "Move",
    "new_game",
    "GameState",
    "Phase",
    "Turn",
    "validate",
    "apply",
    "check_play",
    "legal_moves",
    "Draft",
    "Aces",
    "can_partition",
    "partition",
    "partitions",
    "count_partitions",
    "best_play",
    "plays",
    "Proposal",
    "playable",
    "completions",
    "explain",
    "Explanation",
    "view",
    "public_view",
    "PlayerView",
    "PublicView",
    "determinize",
    "events_of",
    "visible",
    "fold",
    "Event",
    *(kind.__name__ for kind in get_args(Event)),
    "Lack",
    "fewest_changes",
    "deadwood",
    "Deadwood",
    "opening",
    "steps",
    "apply_step",
    "Step",
    "Shift",
    "Swap",
    "Redeclare",
    "hand_points",
    "score_round",
    "Knocked",
    "WentOut",
    "StockExhausted",
    "RoundResult",
    "settle",
    "GameResult",
    "GameRecord",
    "RedactedRecord",
    "state_text",
    "parse_state",
    "move_text",
    "parse_move",
    "RummyError",
    "DraftError",
    "NotationError",
    "RulesError",
    "SetupError",
    "ScoringError",
    "SolverError",
]
"""The names that other programs are written against."""


def public() -> dict[str, object]:
    """Return the public names and what they stand for."""
    return {name: getattr(manipulation_rummy, name) for name in manipulation_rummy.__all__}


def modules() -> Iterator[types.ModuleType]:
    """Yield the modules of the package that need no extra."""
    for info in pkgutil.walk_packages(manipulation_rummy.__path__, "manipulation_rummy."):
        if not info.name.startswith(("manipulation_rummy.cli", "manipulation_rummy.__main__")):
            yield importlib.import_module(info.name)


def own_classes() -> set[type]:
    """Return all classes of the package."""
    return {
        found
        for module in modules()
        for found in vars(module).values()
        if isinstance(found, type) and found.__module__ == module.__name__
    }


class TestNames:
    def test_all_promised_names_are_there(self) -> None:
        """Names are not taken away."""
        assert set(PROMISED) <= set(manipulation_rummy.__all__)

    def test_all_is_complete(self) -> None:
        """Whatever can be seen in the package and is no module is listed."""
        seen = {
            name
            for name, found in vars(manipulation_rummy).items()
            if not name.startswith("_") and not isinstance(found, types.ModuleType)
        }
        assert seen - {"annotations"} == set(manipulation_rummy.__all__)

    def test_all_is_sorted(self) -> None:
        """Constants, then classes, then functions, each by name, none twice."""
        names = manipulation_rummy.__all__
        expected = sorted(set(names), key=lambda n: (not n.isupper(), not n[0].isupper(), n))
        assert expected == list(names)

    def test_the_version_is_three_numbers(self) -> None:
        """As text, with dots between them."""
        assert [True] * 3 == [part.isdigit() for part in manipulation_rummy.__version__.split(".")]


class TestDocstrings:
    def test_every_public_name_has_a_docstring(self) -> None:
        """Classes and functions, and the public methods and properties of the classes."""
        missing = []
        for name, found in public().items():
            if not isinstance(found, (type, types.FunctionType)):
                continue
            if not (found.__doc__ or "").strip() or (found.__doc__ or "").startswith(name + "("):
                missing.append(name)
            if isinstance(found, type):
                missing += [
                    f"{name}.{attribute}"
                    for attribute, value in vars(found).items()
                    if not attribute.startswith("_")
                    and isinstance(value, (types.FunctionType, property, classmethod, staticmethod))
                    and not (inspect.getdoc(getattr(found, attribute)) or "").strip()
                ]
        assert [] == missing

    def test_every_module_has_a_docstring(self) -> None:
        """Each says what it is for."""
        assert [] == [module.__name__ for module in modules() if not module.__doc__]


STATE = GameState.setup(["AS AH AD 4C", "KH", "KD"], table="7S *=8S 9S")
ENDED = apply(apply(STATE, Play("7S *=8S 9S | AS AH AD")), Knock())
MOVES: list[tuple[GameState, Move]] = [
    (new_game(2, dealer=0), Deal(pack(2))),
    (GameState.setup(["2S", "KH"], phase=Phase.DRAW), Draw()),
    (
        GameState.setup(["8S 3S 3D 4S 4D 5D", "KH", "KD"], table="7S *=8S 9S | 3H 4H 5H"),
        Play("7S 8S 9S | 3S 3H 3D | 4S 4H 4D | *=5S 5H 5D"),
    ),
    (GameState.setup(["2S", "KH"], phase=Phase.END, stock=""), EndTurn()),
    (GameState.setup(["4C", "KH"], phase=Phase.END, scores=(149, 0)), Knock()),
]
EVENTS = [event for state, move in MOVES for event in events_of(state, move)]
OVER = apply(
    GameState.setup(["4C", "KH"], phase=Phase.END, scores=(149, 0)),
    Knock(),
)
RECORD = GameRecord.of(["Ann", "Ben"], dealer=0, tags={"date": "today"}).with_move(Deal(pack(2)))
HANDED_OUT = {
    "card": Card.parse("8S"),
    "joker": JOKER,
    "declared joker": Joker(Card.parse("8S")),
    "meld": Meld.parse("7S 8S 9S"),
    "table": Table.parse("7S 8S 9S"),
    "rules": Rules(),
    "violation": check_meld("7S 8S"),
    "fault": getattr(check_meld("7S 8S"), "faults", (None,))[0],
    "deal": Deal(pack(2)),
    "draw": Draw(),
    "play": Play("7S 8S 9S"),
    "knock": Knock(),
    "end of the turn": EndTurn(),
    "state": STATE,
    "turn": STATE.turn,
    "round": ENDED.last_round,
    "seat's score": getattr(ENDED.last_round, "breakdown", (None,))[0],
    "game": apply(*MOVES[-1]).result,
    "knocked": Knocked(0),
    "went out": WentOut(0),
    "stock exhausted": StockExhausted(),
    "proposal": best_play(STATE.table, STATE.hands[0]),
    "draft": Draft.of(STATE).take("7S", 0),
    "view": view(STATE, 1),
    "public view": public_view(STATE),
    **{type(event).__name__: event for event in EVENTS},
    "record": RECORD,
    "redacted record": RECORD.redacted(0),
    "explanation": explain("7S 8S 9S KH KD"),
    "lack": explain("7S 8S 9S KH KD").lacking[0],
    "deadwood": deadwood("7S 8S 9S KH"),
    "shift": Shift("9S", "7S 8S 9S", "9H 9D", "9S"),
    "swap": Swap(Card.parse("8S"), "", "7S *=8S 9S"),
    "redeclared joker": Redeclare(Joker(Card.parse("8S")), "6S 7S *=8S", Card.parse("5S")),
}


class TestValues:
    @pytest.mark.parametrize("value", HANDED_OUT.values(), ids=HANDED_OUT)
    def test_values_are_frozen_and_hashable(self, value: Any) -> None:
        """No field can be set or deleted, no new one added; all they hold is hashable."""
        assert value is not None
        hash(value)
        assert attrs.has(type(value))
        for field in (*[f.name for f in attrs.fields(type(value))], "no_such_field"):
            with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
                setattr(value, field, None)
            with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
                delattr(value, field)
        assert not hasattr(value, "__dict__")

    @pytest.mark.parametrize("value", HANDED_OUT.values(), ids=HANDED_OUT)
    def test_values_hold_no_lists(self, value: Any) -> None:
        """Every field, down to the last one, is a value that cannot be changed."""
        pending: list[Any] = [value]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending += part
            elif attrs.has(type(part)) and not isinstance(part, (Card, Joker)):
                pending += [getattr(part, field.name) for field in attrs.fields(type(part))]
            else:
                frozen = (int, float, str, bool, type(None), enum.Enum, Card, Joker)
                assert isinstance(part, frozen)

    def test_every_class_of_values_is_frozen_and_slotted(self) -> None:
        """None is forgotten here, or has a `__dict__`."""
        shown = {type(value) for value in HANDED_OUT.values()}
        values = {found for found in own_classes() if attrs.has(found)}
        public_values = values & {found for found in public().values() if isinstance(found, type)}
        assert set() == public_values - shown - {type(legal_moves(STATE))}
        for found in values:
            assert "__slots__" in vars(found)
            assert found.__setattr__ is not object.__setattr__

    def test_legal_moves_are_frozen(self) -> None:
        """The lazy collection is a value too."""
        moves = legal_moves(STATE)
        assert moves == legal_moves(STATE)
        assert not hasattr(moves, "__dict__")
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            moves.x = 1  # type: ignore[attr-defined]

    def test_enums_have_stable_values(self) -> None:
        """Texts that can be kept."""
        assert ["deal", "draw", "meld", "end", "game_over"] == [phase.value for phase in Phase]
        assert ["BOTH", "HIGH", "LOW"] == sorted(aces.name for aces in Aces)


class TestImport:
    def test_nothing_else_is_imported(self) -> None:
        """Only attrs, typing-extensions and the standard library."""
        program = (
            "import sys; before = set(sys.modules); import manipulation_rummy;"
            "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
        )
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, check=True, text=True
        )
        allowed = {"manipulation_rummy", "attr", "attrs", "typing_extensions"}
        assert set() == set(run.stdout.split()) - allowed - set(sys.stdlib_module_names)

    def test_importing_does_not_touch_chance(self) -> None:
        """The global generator is left alone, by imports and by games."""
        before = random.getstate()
        legal_moves(STATE).sample(random.Random(1))
        assert before == random.getstate()
