"""Records as documents, and back: reading replays the game, so that nothing in it is believed."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, TypeAlias

from manipulation_rummy.arguments import expect_seat
from manipulation_rummy.cards import pack, parse_card
from manipulation_rummy.engine import apply, new_game
from manipulation_rummy.errors import RummyError, SerializationError
from manipulation_rummy.moves import Deal, Move
from manipulation_rummy.record import GameRecord, RedactedRecord
from manipulation_rummy.record.completing import completed
from manipulation_rummy.record.reading import read
from manipulation_rummy.record.transcript import (
    MAX_COMMENTS,
    ShownTo,
    Step,
    Tags,
    Transcript,
    rounds_of,
    with_tag,
)
from manipulation_rummy.record.writing import HIDDEN, deck_texts
from manipulation_rummy.scoring import RoundResult
from manipulation_rummy.serialization.faults import located
from manipulation_rummy.serialization.shapes import (
    Comment,
    MadeMove,
    MadeMoveAsSeen,
    RecordDocument,
    RedactedDocument,
    SeenDeal,
    SeenMove,
)
from manipulation_rummy.state import GameState, seat_to_move

_Document: TypeAlias = RecordDocument | RedactedDocument
_Moves: TypeAlias = Sequence[MadeMove | MadeMoveAsSeen]


# --- writing --------------------------------------------------------------------------------------


def document_of_record(record: GameRecord) -> RecordDocument:
    """Return the document of a record."""
    moves = tuple(
        MadeMove(seat_to_move(step.before), step.move)
        for steps in rounds_of(record)
        for step in steps
    )
    return RecordDocument(**_common_parts(record), moves=moves)


def document_of_redacted(record: RedactedRecord) -> RedactedDocument:
    """Return the document of a redacted record, made of nothing but its text."""
    transcript, shown_to = read(record.dumps())
    moves = tuple(
        MadeMoveAsSeen(seat_to_move(step.before), _as_seen(step.move, steps, shown_to))
        for steps in rounds_of(transcript)
        for step in steps
    )
    return RedactedDocument(**_common_parts(transcript), seat=record.seat, moves=moves)


def _common_parts(transcript: Transcript) -> dict[str, Any]:
    return {
        "names": transcript.names,
        "rules": transcript.rules,
        "dealer": transcript.dealer,
        "tags": dict(transcript.tags),
        "comments": tuple(Comment(*comment) for comment in transcript.comments),
        "results": transcript.results,
        "result": transcript.state.result,
    }


def _as_seen(move: Move, steps: list[Step], shown_to: ShownTo) -> SeenMove:
    if not isinstance(move, Deal):
        return move
    texts = deck_texts(steps, shown_to)
    return SeenDeal(tuple(None if text == HIDDEN else parse_card(text) for text in texts))


# --- reading --------------------------------------------------------------------------------------


def record_of_document(document: RecordDocument) -> GameRecord:
    """Return the record that a document is of.

    Raises:
        RummyError: If there can be no such game.
    """
    return GameRecord(**_replayed(document, None))


def redacted_of_document(document: RedactedDocument) -> RedactedRecord:
    """Return the redacted record that a document is of.

    Raises:
        RummyError: If there can be no such game.
    """
    shown_to: ShownTo = ()
    if document.seat is not None:
        seat = expect_seat("seat", document.seat, len(document.names), RummyError)
        shown_to = (seat,)
    return RedactedRecord(document.seat, Transcript(**_replayed(document, shown_to)))


def _replayed(document: _Document, shown_to: ShownTo) -> dict[str, Any]:
    """Return the parts of the transcript, in which hidden cards are guessed."""
    players = len(document.names)
    state = new_game(players, rules=document.rules, dealer=document.dealer)
    _check_seats(document.moves, players)
    moves: list[Move] = []
    results: list[RoundResult] = []
    told = iter(document.results)
    for number, made_in_round in enumerate(_rounds(document.moves)):
        expected = next(told, None)
        steps = list(_steps(state, made_in_round, expected, first=len(moves)))
        _check_hidden(made_in_round[0].move, steps, shown_to, index=len(moves))
        moves += (step.move for step in steps)
        state = steps[-1].after
        if (result := steps[-1].result) != expected:
            raise SerializationError("not what the round came to", f"$.results[{number}]")
        if result is not None:
            results.append(result)
    if any(told):
        raise SerializationError("there are more results than rounds", "$.results")
    if document.result != state.result:
        raise SerializationError("not what the game came to", "$.result")
    return {
        "names": document.names,
        "rules": document.rules,
        "dealer": document.dealer,
        "tags": _tags(document),
        "moves": tuple(moves),
        "comments": _comments(document),
        "state": state,
        "results": tuple(results),
    }


def _check_seats(moves: _Moves, players: int) -> None:
    for index, made in enumerate(moves):
        with _at(f"$.moves[{index}]"):
            expect_seat("seat", made.seat, players, RummyError)


def _rounds(moves: _Moves) -> Iterator[_Moves]:
    """Yield the moves of each round, the first of which is its deal."""
    deals = [index for index, made in enumerate(moves) if isinstance(made.move, (Deal, SeenDeal))]
    for start, end in pairwise([0, *deals, len(moves)]):
        if start < end:
            yield moves[start:end]


def _steps(
    state: GameState, made_in_round: _Moves, told: RoundResult | None, *, first: int
) -> Iterator[Step]:
    """Make the moves of a round, of which it is told how it ends, if it does."""
    for index, made in enumerate(made_in_round, first):
        with _at(f"$.moves[{index}]"):
            move = made.move
            if isinstance(move, SeenDeal):
                move = _completed(move, state, made_in_round, told)
            step = Step(state, move, apply(state, move, seat=made.seat))
        yield step
        state = step.after


def _completed(
    deal: SeenDeal, before: GameState, made_in_round: _Moves, told: RoundResult | None
) -> Deal:
    """Return a deal without hidden cards with which the round goes as it went."""
    if len(deal.deck) != (cards := len(pack(before.players))):
        raise SerializationError(f"expected {cards} cards, found {len(deal.deck)}", "$.move.deck")
    moves = [
        (made.seat, made.move)
        for made in made_in_round
        if not isinstance(made.move, (Deal, SeenDeal))
    ]
    hands = (told and told.hands) or ()
    return Deal(completed(deal.deck, before, moves, hands))


def _check_hidden(deal: object, steps: list[Step], shown_to: ShownTo, *, index: int) -> None:
    """Check that the cards of a deck that have been seen are shown, and no others."""
    if isinstance(deal, SeenDeal):
        for place, text in enumerate(deck_texts(steps, shown_to)):
            if (deal.deck[place] is None) is not (text == HIDDEN):
                problem = "this card is hidden, or shown, against what has been seen of it"
                raise SerializationError(problem, f"$.moves[{index}].move.deck[{place}]")


def _tags(document: _Document) -> Tags:
    tags: Tags = ()
    with _at("$.tags"):
        for name, value in document.tags.items():
            tags = with_tag(tags, name, value)
    return tags


def _comments(document: _Document) -> tuple[tuple[int, str], ...]:
    comments = tuple((comment.after, comment.text) for comment in document.comments)
    places = [-1, *(place for place, _ in comments), len(document.moves) + 1]
    if any(place >= following for place, following in pairwise(places)):
        problem = "expected ascending numbers of moves, each of them once"
        raise SerializationError(problem, "$.comments")
    if sum(len(text) for _, text in comments) > MAX_COMMENTS:
        raise SerializationError(f"longer than {MAX_COMMENTS} characters", "$.comments")
    return comments


@contextmanager
def _at(place: str) -> Generator[None, None, None]:
    """Turn any of the package's errors within into one that has this place."""
    try:
        yield
    except RummyError as error:
        problem, path, cause = located(error, place)
        raise SerializationError(problem, path) from cause
