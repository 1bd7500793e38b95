"""Bad input anywhere: one of our errors or a speaking TypeError, at once, and nothing else."""

from __future__ import annotations

import inspect
import itertools
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args

import pytest

import manipulation_rummy
from manipulation_rummy import (
    JOKER,
    Aces,
    Card,
    Deal,
    Draft,
    DraftError,
    Draw,
    EndTurn,
    Event,
    GameRecord,
    GameState,
    IllegalMove,
    InvalidMeld,
    Joker,
    Knock,
    Knocked,
    Meld,
    NotationError,
    Phase,
    Play,
    PlayerKnocked,
    Rank,
    Reason,
    RedactedRecord,
    Redeclare,
    RoundBegan,
    Rules,
    RulesError,
    RummyError,
    ScoringError,
    SetupError,
    Shift,
    SolverError,
    Suit,
    Swap,
    Table,
    apply,
    apply_step,
    best_play,
    can_partition,
    check_meld,
    check_play,
    check_table,
    completions,
    count_partitions,
    deadwood,
    determinize,
    events_of,
    explain,
    fewest_changes,
    fold,
    hand_points,
    legal_moves,
    move_text,
    new_game,
    opening,
    pack,
    parse_card,
    parse_cards,
    parse_move,
    parse_state,
    partition,
    partitions,
    playable,
    plays,
    public_view,
    render,
    score_round,
    settle,
    shuffled_pack,
    state_text,
    steps,
    validate,
    view,
    visible,
)

AT_ONCE = 0.5
"""Seconds that a refusal may take; it takes milliseconds, on a machine that has nothing to do."""

EIGHT = Card.parse("8S")
STATE = GameState.setup(["AS AH AD 4C", "KH", "KD"])
BESIDE = GameState.setup(["TS 4C", "KH", "KD"], table="7S 8S 9S | 8S 8H *=8D | 8D 9D TD")
DRAFT = Draft.of(BESIDE)
RECORD = GameRecord.of(["A", "B"], dealer=0).with_move(Deal(pack(2)))


class Hostile(NamedTuple):
    """A value that fits nowhere, or hardly."""

    name: str
    make: Callable[[], Any]


class _Evil:
    """A thing whose text cannot even be written."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


HOSTILE = [
    Hostile("None", lambda: None),
    Hostile("true", lambda: True),
    Hostile("float", lambda: 2.0),
    Hostile("nan", lambda: float("nan")),
    Hostile("inf", lambda: float("inf")),
    Hostile("negative", lambda: -1),
    Hostile("large", lambda: 10**9),
    Hostile("huge", lambda: 10**10_000),
    Hostile("-huge", lambda: -(10**10_000)),
    Hostile("no text", lambda: ""),
    Hostile("blank", lambda: " "),
    Hostile("unknown text", lambda: "8X"),
    Hostile("declared", lambda: "*=8S"),
    Hostile("half declared", lambda: "*=8"),
    Hostile("free jokers", lambda: "* " * 9),
    Hostile("five of a kind", lambda: "8S 8S 8S 8S 8S"),
    Hostile("bars", lambda: "|" * 200),
    Hostile("10 MB of text", lambda: "8S " * 3_500_000),
    Hostile("10 MB without blanks", lambda: "x" * 10_000_000),
    Hostile("null bytes", lambda: "\0\0"),
    Hostile("bytes", lambda: b"8S 9S TS"),
    Hostile("object", object),
    Hostile("evil object", _Evil),
    Hostile("type", lambda: Card),
    Hostile("function", lambda: len),
    Hostile("rank", lambda: Rank.ACE),
    Hostile("card", lambda: EIGHT),
    Hostile("joker", lambda: JOKER),
    Hostile("list", list),
    Hostile("dict", dict),
    Hostile("dict of ints", lambda: {0: 1, 1: 2}),
    Hostile("list of None", lambda: [None, None]),
    Hostile("list of floats", lambda: [1.5, 2.5]),
    Hostile("list of bools", lambda: [True, False]),
    Hostile("list of huge ints", lambda: [10**10_000, 10**10_000]),
    Hostile("list of texts", lambda: ["8X", "8Y"]),
    Hostile("list of evil objects", lambda: [_Evil(), _Evil()]),
    Hostile("nested lists", lambda: [[[[]]], [[[]]]]),
    Hostile("10,000 cards", lambda: [EIGHT] * 10_000),
    Hostile("10,000 melds", lambda: [Meld.parse("7S 8S 9S")] * 10_000),
    Hostile("10,000 numbers", lambda: [1] * 10_000),
    Hostile("endless cards", lambda: itertools.repeat(EIGHT)),
    Hostile("endless jokers", lambda: itertools.repeat(Joker(EIGHT))),
    Hostile("endless melds", lambda: itertools.repeat(Meld.parse("7S 8S 9S"))),
    Hostile("endless nothing", lambda: itertools.repeat(())),
    Hostile("endless endlessness", lambda: itertools.repeat(itertools.repeat(EIGHT))),
    Hostile("endless numbers", itertools.count),
]


class Call(NamedTuple):
    """A public callable with arguments that it takes."""

    function: Callable[..., Any]
    arguments: dict[str, Any]


def _asked(moves: Any) -> Callable[..., Any]:
    """Return `in` as a function, whose argument is called as in messages."""

    def contains(move: Any) -> bool:
        return move in moves

    return contains


RULES_FIELDS = dict.fromkeys(inspect.signature(Rules).parameters)
SOLVER = {"cards": "7S 8S 9S", "aces": Aces.BOTH}
ON_A_TABLE = {"table_or_heap": "7S 8S 9S", "hand": "TS", "aces": Aces.BOTH}
PLAYING = ON_A_TABLE | {"weight": Rules().points}
SHIFT = {"cards": "9S", "source": "7S 8S 9S", "target": "9H 9D", "laid": "9S"}

CALLS: dict[str, Call] = {
    "Card": Call(Card, {"rank": Rank.ACE, "suit": Suit.CLUBS}),
    "Card.parse": Call(Card.parse, {"text": "8S"}),
    "Joker": Call(Joker, {"stands_for": EIGHT}),
    "parse_card": Call(parse_card, {"text": "8S"}),
    "parse_cards": Call(parse_cards, {"text": "8S"}),
    "pack": Call(pack, {"players": 2}),
    "shuffled_pack": Call(shuffled_pack, {"players": 2, "rng": random.Random(1)}),
    "Meld": Call(Meld, {"cards": "7S 8S 9S"}),
    "Meld.of": Call(Meld.of, {"cards": "7S 8S 9S"}),
    "Meld.parse": Call(Meld.parse, {"text": "7S 8S 9S"}),
    "Table": Call(Table, {"melds": "7S 8S 9S"}),
    "Table.of": Call(Table.of, {"melds": "7S 8S 9S"}),
    "Table.parse": Call(Table.parse, {"text": "7S 8S 9S"}),
    "check_meld": Call(check_meld, {"cards": "7S 8S 9S"}),
    "check_table": Call(check_table, {"heaps": "7S 8S 9S"}),
    "Rules": Call(Rules, {f: getattr(Rules(), f) for f in RULES_FIELDS}),
    "Rules.points": Call(Rules().points, {"card": EIGHT}),
    "Deal": Call(Deal, {"deck": pack(2)}),
    "Play": Call(Play, {"table": "7S 8S 9S"}),
    "new_game": Call(new_game, {"players": 2, "rules": Rules(), "dealer": 0}),
    "new_game by chance": Call(new_game, {"players": 2, "rng": random.Random(1)}),
    "GameState.setup": Call(
        GameState.setup,
        {
            "hands": ["AS AH AD", "KH"],
            "table": "7S 8S 9S",
            "stock": "2C",
            "rules": Rules(),
            "phase": Phase.MELD,
            "current_player": 0,
            "dealer": 0,
            "draws": 1,
            "melded": False,
            "last_lap": None,
            "scores": [0, 0],
            "rounds_won": [0, 0],
        },
    ),
    "validate": Call(validate, {"state_or_view": STATE, "move": Draw(), "seat": 0}),
    "apply": Call(apply, {"state": STATE, "move": Draw(), "seat": 0}),
    "check_play": Call(check_play, {"table": "", "hand": "7S 8S 9S", "proposed": "7S 8S 9S"}),
    "legal_moves": Call(legal_moves, {"state_or_view": STATE}),
    "view": Call(view, {"state": STATE, "seat": 0}),
    "public_view": Call(public_view, {"state": STATE}),
    "determinize": Call(determinize, {"view": view(STATE, 0), "rng": random.Random(1)}),
    "events_of": Call(events_of, {"state": STATE, "move": Draw()}),
    "visible": Call(visible, {"event": RoundBegan(), "seat": 0}),
    "fold": Call(fold, {"view": view(STATE, 0), "event": RoundBegan()}),
    "LegalMoves in": Call(_asked(legal_moves(STATE)), {"move": Draw()}),
    "LegalMoves.sample": Call(legal_moves(STATE).sample, {"rng": random.Random(1)}),
    "Draft.of": Call(Draft.of, {"state_or_view": STATE, "seat": 0}),
    "Draft.take": Call(DRAFT.take, {"cards": "7S", "heap": 0}),
    "Draft.place": Call(DRAFT.place, {"cards": "TS", "heap": 0}),
    "Draft.put_back": Call(DRAFT.take("TS").put_back, {"cards": "TS"}),
    "Draft.declare": Call(DRAFT.declare, {"card": "2C", "heap": 1, "was": "8D"}),
    "Draft.split": Call(DRAFT.split, {"heap": 0, "cards": "7S"}),
    "Draft.join": Call(DRAFT.join, {"heap": 0, "into": 1}),
    "Draft.swap": Call(DRAFT.swap, {"card": "8D", "heap": 1, "source": 2}),
    "Draft.carry_over": Call(DRAFT.carry_over, {"state_or_view": BESIDE, "seat": 0}),
    "Draft.faults_of": Call(DRAFT.faults_of, {"heap": 0}),
    "can_partition": Call(can_partition, SOLVER),
    "partition": Call(partition, SOLVER),
    "partitions": Call(partitions, SOLVER),
    "count_partitions": Call(count_partitions, SOLVER),
    "explain": Call(explain, SOLVER),
    "best_play": Call(best_play, PLAYING),
    "plays": Call(plays, PLAYING),
    "playable": Call(playable, ON_A_TABLE),
    "completions": Call(completions, SOLVER),
    "fewest_changes": Call(fewest_changes, {"table": "7S 8S 9S", "cards": "TS", "aces": Aces.BOTH}),
    "deadwood": Call(deadwood, {"hand": "7S 8S", "points": Rules().points, "aces": Aces.LOW}),
    "opening": Call(opening, {"hand": "7S 8S", "at_least": 1, "points": Rules().points}),
    "steps": Call(steps, {"old_table": "", "new_table": ""}),
    "apply_step": Call(apply_step, {"heaps": "7S 8S 9S | 9H 9D", "step": Shift(**SHIFT)}),
    "Shift": Call(Shift, SHIFT),
    "Swap": Call(Swap, {"card": EIGHT, "source": "", "target": "7S *=8S 9S"}),
    "Redeclare": Call(
        Redeclare,
        {"joker": Joker(EIGHT), "heap": "6S 7S *=8S", "stands_for": Card.parse("5S")},
    ),
    "hand_points": Call(hand_points, {"cards": "7S", "rules": Rules()}),
    "score_round": Call(score_round, {"hands": [4, 20], "ending": Knocked(0), "rules": Rules()}),
    "state_text": Call(state_text, {"state": STATE}),
    "parse_state": Call(parse_state, {"text": state_text(STATE)}),
    "move_text": Call(move_text, {"move": Draw()}),
    "parse_move": Call(parse_move, {"text": "draw"}),
    "GameRecord.of": Call(
        GameRecord.of, {"names": ["A", "B"], "rules": Rules(), "dealer": 0, "tags": {"x": "y"}}
    ),
    "GameRecord.loads": Call(GameRecord.loads, {"text": RECORD.dumps()}),
    "GameRecord.with_move": Call(RECORD.with_move, {"move": Draw(), "seat": 1}),
    "GameRecord.with_comment": Call(RECORD.with_comment, {"text": "x"}),
    "GameRecord.with_tag": Call(RECORD.with_tag, {"name": "x", "value": "y"}),
    "GameRecord.redacted": Call(RECORD.redacted, {"seat": 0}),
    "RedactedRecord.loads": Call(RedactedRecord.loads, {"text": RECORD.redacted(0).dumps()}),
    "render.text": Call(
        render.text, {"thing": view(STATE, 0), "since": "", "names": ["A", "B", "C"], "width": 80}
    ),
    "render.svg": Call(
        render.svg, {"thing": "7S 8S 9S", "since": "", "title": "a table", "dark": True}
    ),
    "settle": Call(settle, {"scores": [150, 0], "rounds_won": [1, 0], "rules": Rules()}),
}

OURS = (RummyError, TypeError)

MADE_BY_THE_PACKAGE = {kind.__name__ for kind in get_args(Event)} | {
    "Deadwood",
    "Explanation",
    "Fault",
    "GameResult",
    "Lack",
    "LegalMoves",
    "PlayerView",
    "Proposal",
    "PublicView",
    "RoundResult",
    "SeatScore",
    "Turn",
    "Violation",
}
"""Answers: their constructors check nothing, as only the package makes them."""

WITHOUT_CHECKS = {"Knocked", "WentOut", "StockExhausted", "Draw", "Knock", "EndTurn", "Position"}
"""`score_round` judges endings, these moves hold nothing, and a protocol is never made."""


def outcome(call: Call, arguments: dict[str, Any]) -> Exception | None:
    """Return the error that a call ends with, None if it takes the arguments."""
    started = time.process_time()
    try:
        result = call.function(**arguments)
        if isinstance(result, Iterator):
            list(itertools.islice(result, 20))
    except Exception as error:  # noqa: BLE001  # whichever it is will be judged
        found: Exception | None = error
    else:
        found = None
    taken = time.process_time() - started
    assert taken < AT_ONCE, f"it took {taken} s"
    return found


@pytest.mark.parametrize("name", CALLS)
def test_the_arguments_are_good_ones(name: str) -> None:
    """Without anything hostile in them the calls succeed, so that refusals mean something."""
    assert outcome(CALLS[name], CALLS[name].arguments) is None


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name)
@pytest.mark.parametrize("name", CALLS)
def test_hostile_arguments(name: str, hostile: Hostile) -> None:
    """In place of any argument they are taken or refused at once, a wrong type by name."""
    call = CALLS[name]
    for parameter in call.arguments:
        if parameter in {"weight", "points"} and callable(hostile.make()):
            continue  # a function of the caller's, and its errors are
        error = outcome(call, call.arguments | {parameter: hostile.make()})
        if error is not None:
            assert isinstance(error, OURS), f"{parameter}: {error!r}"
            assert len(str(error)) < 20_000
        if isinstance(error, TypeError):
            assert parameter in str(error), f"{parameter}: {error}"


@pytest.mark.parametrize("name", CALLS)
def test_unknown_arguments(name: str) -> None:
    """A TypeError names one that there is not."""
    with pytest.raises(TypeError, match="no_such_argument"):
        CALLS[name].function(**CALLS[name].arguments, no_such_argument=1)


def test_no_public_callable_is_forgotten() -> None:
    """Each is called here, or is listed with the reason why not."""
    called = {name.split()[0].split(".")[0] for name in CALLS}
    for name in manipulation_rummy.__all__:
        found = getattr(manipulation_rummy, name)
        is_error = isinstance(found, type) and issubclass(found, Exception)
        is_enum = isinstance(found, type(Rank))
        if not is_error and not is_enum and (inspect.isfunction(found) or inspect.isclass(found)):
            assert name in called | MADE_BY_THE_PACKAGE | WITHOUT_CHECKS


CARD = "a Card or a Joker"

WRONG = [
    # cards
    ("parse_cards", "text", "8X", NotationError, "expected a card"),
    ("parse_cards", "text", b"8S", TypeError, "text must be a str"),
    ("parse_card", "text", "8S 9S", NotationError, "expected one card"),
    ("pack", "players", 6, SetupError, "players must be 2 to 5"),
    ("pack", "players", 2.0, TypeError, "players must be an int"),
    ("shuffled_pack", "rng", 7, TypeError, r"rng must be a random\.Random"),
    # melds
    ("Meld", "cards", "7S 8S", InvalidMeld, "at least 3 cards"),
    ("Meld", "cards", [EIGHT, 8], TypeError, rf"cards\[1\] must be {CARD}"),
    ("Meld", "cards", [EIGHT] * 10_000, InvalidMeld, "identical"),
    ("Table", "melds", "7S 8S", InvalidMeld, "at least 3 cards"),
    ("Table", "melds", [Meld.parse("7S 8S 9S")] * 10_000, RummyError, "more than 216"),
    ("check_table", "heaps", [[EIGHT] * 10_000], RummyError, "more than 216"),
    # rules
    ("Rules", "target", -5, RulesError, "target must be 1 to"),
    ("Rules", "target", 1.5, TypeError, "target must be an int"),
    ("Rules", "knock_limit", True, TypeError, "knock_limit must be an int"),
    ("Rules", "extra_draws", "never", RulesError, "extra_draws must be one of"),
    ("Rules", "knock_in_last_lap", 0, TypeError, "knock_in_last_lap must be a bool"),
    # moves
    ("Deal", "deck", [EIGHT] * 10_000, RummyError, "deck: more than 216 cards"),
    ("Deal", "deck", [None], TypeError, rf"deck\[0\] must be {CARD}"),
    ("Play", "table", "7S 8S", InvalidMeld, "at least 3 cards"),
    # the game
    ("new_game", "players", 1, SetupError, "players must be 2 to 5"),
    ("new_game", "dealer", 2, SetupError, "dealer must be a seat, 0 to 1"),
    ("new_game", "dealer", 0.0, TypeError, "dealer must be an int"),
    ("new_game", "rules", Rules(hand_size=27), SetupError, "2 hands of 27 need more than 53"),
    ("GameState.setup", "hands", ["8S"], SetupError, "hands must have 2 to 5 entries"),
    ("GameState.setup", "hands", ["8S", "*=9S"], SetupError, r"hands\[1\]: the joker \*=9S"),
    ("GameState.setup", "hands", ["8X", "9S"], NotationError, "expected a card"),
    ("GameState.setup", "stock", "*=2C", SetupError, r"stock: the joker \*=2C stands for"),
    ("GameState.setup", "stock", [EIGHT] * 10_000, SetupError, "stock: more than 216 cards"),
    ("GameState.setup", "table", "7S 8S", SetupError, "no table: meld 1: a meld has at least 3"),
    ("GameState.setup", "current_player", 9, SetupError, "current_player must be a seat"),
    ("GameState.setup", "phase", "draw", TypeError, "phase must be a Phase"),
    ("GameState.setup", "draws", 10**10_000, SetupError, "draws must be one of"),
    (
        "validate",
        "state_or_view",
        STATE.table,
        TypeError,
        "must be a state or a view, with a Turn as turn",
    ),
    ("validate", "move", "draw", TypeError, "move must be a Deal, Draw"),
    ("validate", "seat", 1.0, TypeError, "seat must be an int"),
    ("apply", "state", None, TypeError, "state must be a GameState"),
    ("apply", "move", Knock(), IllegalMove, "another draw is due"),
    ("apply", "move", Play("2S 2H 2D"), IllegalMove, "not in the hand"),
    ("view", "state", view(STATE, 0), TypeError, "state must be a GameState"),
    ("view", "seat", 3, RummyError, "seat must be a seat, 0 to 2"),
    ("view", "seat", True, TypeError, "seat must be an int"),
    ("public_view", "state", None, TypeError, "state must be a GameState"),
    ("determinize", "view", STATE, TypeError, "view must be a PlayerView or a PublicView"),
    ("determinize", "rng", 1, TypeError, r"rng must be a random\.Random"),
    ("events_of", "state", view(STATE, 0), TypeError, "state must be a GameState"),
    ("events_of", "move", Knock(), IllegalMove, "another draw is due"),
    ("visible", "event", Draw(), TypeError, "event must be an event"),
    ("visible", "seat", 1.0, TypeError, "seat must be an int"),
    ("fold", "view", STATE, TypeError, "view must be a PlayerView or a PublicView"),
    ("fold", "event", PlayerKnocked, TypeError, "event must be an event"),
    ("check_play", "hand", "*=8S", RummyError, r"hand: the joker \*=8S stands for a card"),
    ("check_play", "table", "7S 8S", InvalidMeld, "at least 3 cards"),
    ("LegalMoves.sample", "rng", None, TypeError, r"rng must be a random\.Random"),
    # the solver
    ("can_partition", "cards", "8S 8S 8S 8S 8S", SolverError, "4"),
    ("partition", "cards", "* " * 9, SolverError, "8"),
    ("partitions", "cards", [EIGHT] * 10_000, SolverError, "more than 216 cards"),
    ("count_partitions", "aces", "low", TypeError, "aces must be"),
    ("explain", "cards", None, TypeError, "cards must be"),
    ("best_play", "hand", "*=8S", SolverError, r"hand: the joker \*=8S stands for a card"),
    ("best_play", "weight", 5, TypeError, "weight must be a function"),
    ("best_play", "weight", lambda _card: None, TypeError, "weight"),
    ("best_play", "weight", lambda _card: float("nan"), SolverError, "weight"),
    ("best_play", "weight", lambda _card: float("inf"), SolverError, "weight"),
    ("plays", "aces", None, TypeError, "aces must be"),
    # drafts
    ("Draft.of", "seat", 3, DraftError, "seat must be a seat, 0 to 2"),
    ("Draft.take", "cards", [EIGHT] * 10_000, DraftError, "cards: more than 216 cards"),
    ("Draft.take", "heap", 10**10_000, DraftError, "there is no heap a huge number, of 3"),
    ("Draft.place", "cards", [None], TypeError, rf"cards\[0\] must be {CARD}"),
    ("Draft.put_back", "cards", "TS TS", DraftError, "what is picked up has no TS"),
    ("Draft.declare", "card", "*", NotationError, "expected a natural card"),
    ("Draft.declare", "was", EIGHT, DraftError, r"heap 1 has no \*=8S"),
    ("Draft.split", "cards", "", DraftError, "cards: there must be at least one"),
    ("Draft.join", "into", 0, DraftError, "heap 0 cannot be joined with itself"),
    ("Draft.swap", "source", 0.0, TypeError, "source must be an int"),
    ("Draft.carry_over", "state_or_view", STATE, DraftError, "the table has changed"),
    # text and records
    ("parse_state", "text", "phase meld", NotationError, "'hands' is missing"),
    ("parse_move", "text", "fold", NotationError, "expected draw, play"),
    ("parse_move", "text", "play 7S 8S", InvalidMeld, "at least 3 cards"),
    ("GameRecord.of", "names", ["A", None], TypeError, r"names\[1\] must be a str"),
    ("GameRecord.of", "names", ["A"], SetupError, "names must have 2 to 5 entries"),
    ("GameRecord.of", "tags", {"X": ""}, RummyError, "a tag has a name such as 'date'"),
    ("GameRecord.loads", "text", "", NotationError, "expected 'manipulation-rummy record 1'"),
    ("GameRecord.with_move", "move", Knock(), IllegalMove, "a turn begins with a draw"),
    ("GameRecord.redacted", "seat", 2, RummyError, "seat must be a seat, 0 to 1"),
    ("playable", "hand", "*=8S", SolverError, r"hand: the joker \*=8S stands for a card"),
    ("completions", "cards", "8S 8S 8S 8S 8S", SolverError, "4"),
    ("fewest_changes", "table", "7S 8S", InvalidMeld, "at least 3 cards"),
    ("fewest_changes", "cards", "*=8S", SolverError, r"cards: the joker \*=8S stands for a card"),
    ("fewest_changes", "cards", "* " * 9, SolverError, "table and cards: more than 8"),
    ("fewest_changes", "cards", "8S 8S 8S 8S", SolverError, "table and cards: more than 4 copies"),
    ("deadwood", "points", 5, TypeError, "points must be a function"),
    ("deadwood", "points", lambda _card: float("nan"), SolverError, "a finite number"),
    ("opening", "at_least", -1, SolverError, "at_least must be 0 to 1000000, not -1"),
    ("opening", "points", 5, TypeError, "points must be a function"),
    ("opening", "points", lambda _card: -1, SolverError, "the points of AS must be 0 to 1000000"),
    ("opening", "points", lambda _card: 1.5, TypeError, "the points of AS must be an int"),
    ("opening", "hand", "* * * * *", SolverError, "hand: more than 4 jokers"),
    # steps
    ("steps", "old_table", "7S 8S 9S", IllegalMove, "cards may not leave the table: 7S 8S 9S"),
    ("steps", "new_table", "7S 8S", InvalidMeld, "at least 3 cards"),
    ("apply_step", "heaps", "7S 8S 9S", RummyError, "this step cannot be taken here: take 9S"),
    ("apply_step", "heaps", "7S 8S | 9H 9D", RummyError, "this step cannot be taken here"),
    ("apply_step", "step", "9S", TypeError, "step must be a Shift, a Swap or a Redeclare"),
    ("Swap", "card", JOKER, TypeError, "card must be a Card"),
    ("Redeclare", "joker", EIGHT, TypeError, "joker must be a Joker"),
    # scores
    ("hand_points", "cards", "*=8S", ScoringError, r"cards: the joker \*=8S stands for a card"),
    ("hand_points", "rules", 5, TypeError, "rules must be Rules"),
    ("score_round", "hands", [4], ScoringError, "hands must have 2 to 5 entries"),
    ("score_round", "hands", [4, 5.0], TypeError, r"hands\[1\] must be an int"),
    ("score_round", "ending", None, TypeError, "ending must be Knocked"),
    ("score_round", "ending", Knocked(5), ScoringError, "must be a seat, 0 to 1"),
    ("settle", "scores", [149, 0], ScoringError, "nobody has reached"),
    ("settle", "rounds_won", [1, 0, 0], ScoringError, "2 scores"),
]


@pytest.mark.parametrize(
    ("name", "parameter", "value", "error", "message"),
    WRONG,
    ids=[f"{number}-{name}-{parameter}" for number, (name, parameter, *_) in enumerate(WRONG)],
)
def test_each_mistake_has_its_error(
    name: str, parameter: str, value: Any, error: type[Exception], message: str
) -> None:
    """A wrong value gets the error of its kind, a wrong type a TypeError with the argument."""
    call = CALLS[name]
    with pytest.raises(error, match=message) as caught:
        call.function(**call.arguments | {parameter: value})
    assert error is caught.type


def test_decks_that_are_no_pack_are_refused_with_the_move() -> None:
    """A deal can be made of any cards; it is not legal with a card too many or missing."""
    game = new_game(2, dealer=0)
    for deck in (pack(2)[1:], (*pack(2), EIGHT), pack(3), (), (Joker(EIGHT), *pack(2)[:-1])):
        violation = validate(game, Deal(deck))
        assert violation is not None
        assert (Reason.WRONG_DECK,) == violation.reasons
        with pytest.raises(IllegalMove):
            apply(game, Deal(deck))


def test_a_seat_that_there_is_not_is_never_to_move() -> None:
    """Its moves are refused like those of any other seat but one."""
    for seat in (-1, 3, 10**10_000):
        violation = validate(STATE, EndTurn(), seat=seat)
        assert violation is not None
        assert (Reason.NOT_YOUR_TURN,) == violation.reasons
