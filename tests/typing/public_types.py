"""What a type checker makes of the public names; never run, only checked."""

import random
from collections.abc import Iterator
from functools import reduce
from typing import Any

from typing_extensions import assert_type

from manipulation_rummy import (
    Card,
    Deadwood,
    Deal,
    Draft,
    Draw,
    EndTurn,
    Event,
    Explanation,
    Fault,
    GameRecord,
    GameResult,
    GameState,
    Joker,
    Knock,
    Knocked,
    LegalMoves,
    Meld,
    MeldKind,
    Move,
    Phase,
    Play,
    PlayerView,
    Proposal,
    PublicView,
    Rank,
    Reason,
    RedactedRecord,
    Redeclare,
    RoundResult,
    Rules,
    Shift,
    StockExhausted,
    Suit,
    Swap,
    Table,
    Turn,
    Violation,
    WentOut,
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
from manipulation_rummy.serialization import from_data, from_json, schema, to_data, to_json

card = Card.parse("8S")
assert_type(card, Card)
assert_type(card.rank, Rank)
assert_type(card.suit, Suit)
assert_type(Card(Rank.ACE, Suit.SPADES), Card)
assert_type(Joker().stands_for, Card | None)
assert_type(parse_card("*"), Card | Joker)
assert_type(parse_cards("8S *"), tuple[Card | Joker, ...])
assert_type(pack(2), tuple[Card | Joker, ...])
assert_type(shuffled_pack(2, random.Random(1)), tuple[Card | Joker, ...])

meld = Meld.of([card, card, Joker(card)])
assert_type(meld, Meld)
assert_type(meld.kind, MeldKind)
assert_type(meld.cards, tuple[Card | Joker, ...])
table = Table.of(["7S 8S 9S", meld, parse_cards("KH KD KC")])
assert_type(table, Table)
assert_type(table.melds, tuple[Meld, ...])
assert_type(list(table), list[Meld])
assert_type(check_meld("7S 8S"), Violation | None)
assert_type(check_table([meld]), Violation | None)
assert_type(check_play(table, "8S", "7S 8S 9S"), Violation | None)

state = new_game(2, dealer=0)
assert_type(state, GameState)
assert_type(state.phase, Phase)
assert_type(state.turn, Turn)
assert_type(state.current_player, int | None)
assert_type(state.hands, tuple[tuple[Card | Joker, ...], ...])
assert_type(state.last_round, RoundResult | None)
assert_type(state.result, GameResult | None)
assert_type(Rules().points(card), int)
assert_type(GameState.setup(["8S", parse_cards("9S")], table=table), GameState)
assert_type(apply(state, Deal(pack(2)), seat=0), GameState)
assert_type(Play("7S 8S 9S").table, Table)
violation = validate(state, EndTurn())
if violation is not None:
    assert_type(violation.faults, tuple[Fault, ...])
    assert_type(violation.reasons, tuple[Reason, ...])
    assert_type(violation.faults[0].meld, int | None)
moves = legal_moves(state)
assert_type(moves, LegalMoves)
for move in moves:
    assert_type(move, Deal | Draw | Play | Knock | EndTurn)
assert_type(moves.sample(random.Random(1)), Deal | Draw | Play | Knock | EndTurn)
assert_type(Draw() in moves, bool)

seen = view(state, 0)
assert_type(seen, PlayerView)
assert_type(seen.hand, tuple[Card | Joker, ...])
assert_type(public_view(state), PublicView)
assert_type(seen.turn, Turn)
assert_type(validate(seen, EndTurn()), Violation | None)
assert_type(legal_moves(public_view(state)), LegalMoves)
assert_type(determinize(seen, random.Random(1)), GameState)
for event in events_of(state, Draw()):
    assert_type(event, Event)
    assert_type(visible(event, None), Event)
    seen = fold(seen, event)
assert_type(reduce(fold, events_of(state, Draw()), seen), PlayerView)
assert_type(reduce(fold, events_of(state, Draw()), public_view(state)), PublicView)
draft = Draft.of(state, seat=1)
assert_type(draft, Draft)
assert_type(draft.heaps, tuple[tuple[Card | Joker, ...], ...])
assert_type(draft.hand, tuple[Card | Joker, ...])
assert_type(draft.loose, tuple[Card | Joker, ...])
assert_type(draft.played, tuple[Card | Joker, ...])
assert_type(draft.faults_of(0), tuple[Fault, ...])
assert_type(draft.violation, Violation | None)
assert_type(draft.can_commit, bool)
assert_type(draft.commit(), Play)
assert_type(draft.complete(), Draft | None)
assert_type(draft.place("8S").take([card], 0).swap(card, 0, source=1), Draft)

assert_type(can_partition(table), bool)
assert_type(partition("7S 8S 9S"), tuple[Meld, ...] | None)
assert_type(partitions("7S 8S 9S"), Iterator[tuple[Meld, ...]])
assert_type(count_partitions([card]), int)
assert_type(explain("7S"), Explanation)
assert_type(plays(table, "8S"), Iterator[Proposal])
proposal = best_play(table, "8S", weight=lambda card: len(str(card)))
if proposal is not None:
    assert_type(proposal.played, tuple[Card | Joker, ...])
    assert_type(proposal.move, Play)

assert_type(playable(table, "8S"), tuple[Card | Joker, ...])
assert_type(playable(table, "8S 9S", including="8S"), tuple[Card | Joker, ...])
assert_type(completions(table), tuple[Card, ...])
assert_type(explain("7S 8S").lacking[0].missing, tuple[Card, ...])
assert_type(fewest_changes(table, "8S"), Table | None)
assert_type(deadwood("7S 8S"), Deadwood)
assert_type(opening("7S 8S", 30), Proposal | None)
taken = steps(table, table)
assert_type(taken, tuple[Shift | Swap | Redeclare, ...])
assert_type(apply_step(table, taken[0]), tuple[tuple[Card | Joker, ...], ...])
assert_type(Shift("7S", "", "", "7S").cards, tuple[Card | Joker, ...])

assert_type(hand_points("7S 8S"), int)
result = score_round([4, 20], Knocked(0))
assert_type(result, RoundResult)
assert_type(result.ending, Knocked | WentOut | StockExhausted)
assert_type(result.scores, tuple[int, ...])
assert_type(settle([150, 0], [1, 0]).standings, tuple[tuple[int, ...], ...])

assert_type(parse_state(state_text(state)), GameState)
assert_type(parse_move(move_text(Draw())), Deal | Draw | Play | Knock | EndTurn)
record = GameRecord.of(["Ann", "Ben"], dealer=0)
assert_type(record.with_move(Deal(pack(2))), GameRecord)
assert_type(record.with_comment("x").with_tag("date", "today"), GameRecord)
assert_type(record.moves, tuple[Deal | Draw | Play | Knock | EndTurn, ...])
assert_type(record.state, GameState)
assert_type(record.results, tuple[RoundResult, ...])
assert_type(record.states(), Iterator[GameState])
assert_type(GameRecord.loads(record.dumps()), GameRecord)
assert_type(record.redacted(0), RedactedRecord)
assert_type(RedactedRecord.loads(record.redacted(None).dumps()).seat, int | None)

assert_type(render.svg(meld, dark=True), str)
assert_type(render.text([card], colour=True), str)
assert_type(render.svg(table, since="7S 8S 9S"), str)
assert_type(to_json(state), str)
assert_type(to_data(Draw()), dict[str, Any])
assert_type(from_json(to_json(seen), PlayerView), PlayerView)
assert_type(from_data(to_data(record), GameRecord), GameRecord)
sent: Move = from_json(to_json(Draw()), Move)
assert_type(schema(Event), dict[str, Any])
assert_type(schema(Table), dict[str, Any])
