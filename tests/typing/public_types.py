"""What a type checker makes of the public names; never run, only checked."""

import random
from collections.abc import Iterator

from typing_extensions import assert_type

from manipulation_rummy import (
    Card,
    Deadwood,
    Deal,
    Draw,
    EndTurn,
    Explanation,
    Fault,
    GameResult,
    GameState,
    Joker,
    Knock,
    Knocked,
    LegalMoves,
    Meld,
    MeldKind,
    Phase,
    Play,
    Proposal,
    Rank,
    Reason,
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
    explain,
    fewest_changes,
    hand_points,
    legal_moves,
    new_game,
    opening,
    pack,
    parse_card,
    parse_cards,
    partition,
    partitions,
    playable,
    plays,
    score_round,
    settle,
    shuffled_pack,
    steps,
    validate,
)

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
