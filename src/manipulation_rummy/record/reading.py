"""Records read from text; `docs/notation.md` describes it.

Reading replays the game. A move that is not legal is refused at its place, and so is what is said
about a draw, a play or a result and is not so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from manipulation_rummy.arguments import MAX_PLAYERS, MIN_PLAYERS, wrong_type
from manipulation_rummy.cards import AnyCard, pack, parse_card
from manipulation_rummy.engine import apply, new_game, piles_of_deal
from manipulation_rummy.errors import NotationError
from manipulation_rummy.moves import Deal, Move
from manipulation_rummy.notation import invalid_meld, read_hands, read_move, read_rules
from manipulation_rummy.parts import Part
from manipulation_rummy.record.completing import completed
from manipulation_rummy.record.lines import Lines, plain, unescaped
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
from manipulation_rummy.record.writing import (
    HIDDEN,
    SPECTATORS,
    TITLE,
    UNFINISHED,
    VERSION,
    deck_texts,
    end_lines,
    note_of,
    result_lines,
)
from manipulation_rummy.rules import DEFAULT_RULES
from manipulation_rummy.scoring import RoundResult
from manipulation_rummy.state import GameState
from manipulation_rummy.violations import InvalidMeld

MAX_TEXT: Final = 4_000_000
"""The longest text read, in characters; no record that can be made has a longer one."""

_MAX_ENTRIES: Final = 1_000
"""The most lines of moves and results read of one round; there cannot be half as many."""

_ABOUT_RESULT: Final = ("ended", "hands", "points", "winners", "scores", "totals")


def read(text: str) -> tuple[Transcript, ShownTo]:
    """Read the text of a record; return it and to whom its cards are shown.

    Raises:
        NotationError: If it cannot be read, or there can be no such game.
        TypeError: If it is no text.
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    if len(text) > MAX_TEXT:
        raise NotationError(f"the text is longer than {MAX_TEXT} characters", text, MAX_TEXT)
    return _Reader(Lines(text)).record()


class _MoveLine(NamedTuple):
    """A line that says what a seat did."""

    seat: int
    move: Move
    line: Part
    note: Part


class _ResultLine(NamedTuple):
    """A line that says something about the end of a round."""

    key: str
    value: Part
    line: Part


class _Reader:
    """Reads the lines of one record in their order."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._shown_to: ShownTo = None
        self._moves: list[Move] = []
        self._results: list[RoundResult] = []
        self._comments: dict[int, list[str]] = {}
        self._comment_size = 0

    def record(self) -> tuple[Transcript, ShownTo]:
        """Read the whole record."""
        self._take_title()
        redacted_for = self._take_if_ahead("redacted for")
        names = self._take_names()
        players = len(names)
        self._shown_to = None if redacted_for is None else _read_shown_to(redacted_for, players)
        tags = self._take_tags()
        other_rules = self._take_if_ahead("rules")
        rules = DEFAULT_RULES if other_rules is None else read_rules(other_rules)
        dealer = self._lines.take_value("dealer")
        with dealer.blamed():
            start = state = new_game(players, rules=rules, dealer=dealer.seat(players))
        self._take_comments(0)
        while self._lines.ahead.text.startswith("round"):
            state = self._take_round(state)
        self._take_end(state)
        transcript = Transcript(
            names=names,
            rules=rules,
            dealer=start.dealer,
            tags=tags,
            moves=tuple(self._moves),
            comments=tuple((place, "\n".join(text)) for place, text in self._comments.items()),
            state=state,
            results=tuple(self._results),
        )
        return transcript, self._shown_to

    # --- before and after the rounds --------------------------------------------------------------

    def _take_title(self) -> None:
        line = self._lines.take()
        title, _, version = plain(line).rpartition(" ")
        if title != TITLE:
            raise line.unexpected(f"'{TITLE} {VERSION}'")
        if version != VERSION:
            raise line.words()[-1].error(f"only version {VERSION} can be read, not {version}")

    def _take_if_ahead(self, key: str) -> Part | None:
        ahead, _ = self._lines.ahead.partition(":")
        return self._lines.take_value(key) if ahead.text == key else None

    def _take_names(self) -> tuple[str, ...]:
        names: list[str] = []
        while len(names) < MIN_PLAYERS or self._lines.ahead.text.startswith("player"):
            if len(names) == MAX_PLAYERS:
                raise self._lines.ahead.error(f"there are more than {MAX_PLAYERS} players (R1)")
            name = self._lines.take_value(f"player {len(names)}")
            with name.blamed():
                names.append(check_note("name", unescaped(name)))
        return tuple(names)

    def _take_tags(self) -> Tags:
        tags: Tags = ()
        while self._lines.ahead.text.startswith("tag"):
            key, value = self._lines.take().partition(":")
            _, name = key.first_word()
            if name.text in dict(tags):
                raise name.error(f"the tag {name.text!r} stands there twice")
            with key.blamed():
                tags = with_tag(tags, name.text, unescaped(value))
        return tags

    def _take_comments(self, place: int) -> None:
        """Take the lines of the comment at this place, if there are any."""
        while (line := self._lines.ahead).text.startswith("#"):
            text = unescaped(line.within(1))
            self._comment_size += len(text) + (place in self._comments)
            if self._comment_size > MAX_COMMENTS:
                raise line.error(f"the comments are longer than {MAX_COMMENTS} characters")
            self._comments.setdefault(place, []).append(text)
            self._lines.take()

    def _take_end(self, state: GameState) -> None:
        ahead = self._lines.ahead
        if state.result is None and plain(ahead) != UNFINISHED:
            raise ahead.unexpected(f"a move, a round or '{UNFINISHED}'")
        for expected in end_lines(state):
            self._lines.take_exactly(expected)
        if self._lines.ahead.text:
            raise self._lines.ahead.unexpected("nothing after the end")

    # --- rounds -----------------------------------------------------------------------------------

    def _take_round(self, before: GameState) -> GameState:
        heading = self._lines.take_exactly(f"round {len(self._results) + 1}")
        deck = self._take_deck(before)
        lines = tuple(self._take_lines_of_round(before.players))
        with heading.blamed():
            deal = Deal(self._cards_of(deck, before, lines))
            steps = [Step(before, deal, apply(before, deal))]
        self._replay(lines, steps)
        for part, text in zip(deck, deck_texts(steps, self._shown_to), strict=True):
            if (part.text == HIDDEN) is not (text == HIDDEN):
                raise part.error("this card is hidden, or shown, against what has been seen of it")
        self._moves += (step.move for step in steps)
        if len(self._moves) > MAX_MOVES:
            raise heading.error(f"there are more than {MAX_MOVES} moves")
        if (result := steps[-1].result) is not None:
            self._results.append(result)
        return steps[-1].after

    def _take_deck(self, before: GameState) -> tuple[Part, ...]:
        """Take the lines of a deal, a hand or the stock each; return the cards as in the deck."""
        piles = piles_of_deal(before, len(pack(before.players)))
        deck: dict[int, Part] = {}
        for seat, pile in enumerate(piles):
            key = f"deal {seat}" if seat < before.players else "stock"
            cards = self._lines.take_value(key)
            words = cards.words()
            if len(words) != len(pile):
                raise cards.error(f"expected {len(pile)} cards, found {len(words)}")
            deck.update(zip(pile, words, strict=True))
        return tuple(deck[place] for place in range(len(deck)))

    def _take_lines_of_round(self, players: int) -> Iterator[_MoveLine | _ResultLine]:
        moves = len(self._moves) + 1
        for _ in range(_MAX_ENTRIES):
            self._take_comments(moves)
            line = self._lines.ahead
            key, value = line.partition(":")
            if key.text.isdecimal():
                moves += 1
                yield _read_move_line(line, key.seat(players), value)
            elif key.text in _ABOUT_RESULT:
                yield _ResultLine(key.text, value, line)
            else:
                return
            self._lines.take()
        raise self._lines.ahead.error(f"there are more than {_MAX_ENTRIES} lines in a round")

    def _cards_of(
        self, deck: tuple[Part, ...], before: GameState, lines: tuple[_MoveLine | _ResultLine, ...]
    ) -> tuple[AnyCard, ...]:
        if self._shown_to is None:
            return tuple(part.read(parse_card) for part in deck)
        known = [None if part.text == HIDDEN else part.read(parse_card) for part in deck]
        moves = [(line.seat, line.move) for line in lines if isinstance(line, _MoveLine)]
        results = {line.key: line.value for line in lines if isinstance(line, _ResultLine)}
        hands = read_hands(results["hands"]) if "hands" in results else ()
        return completed(known, before, moves, hands)

    def _replay(self, lines: tuple[_MoveLine | _ResultLine, ...], steps: list[Step]) -> None:
        """Make the moves, add them to the steps, and check what else the lines say."""
        due: deque[str] = deque()
        for line in lines:
            if isinstance(line, _ResultLine):
                if not due or plain(line.line) != due[0]:
                    raise line.line.unexpected(repr(due[0]) if due else "a move")
                due.popleft()
            elif due:
                raise line.line.unexpected(repr(due[0]))
            else:
                steps.append(self._step(steps[-1].after, line))
                due.extend(result_lines(steps[-1]))
        if due:
            raise self._lines.ahead.unexpected(repr(due[0]))

    def _step(self, before: GameState, line: _MoveLine) -> Step:
        with line.line.blamed():
            step = Step(before, line.move, apply(before, line.move, seat=line.seat))
        note = note_of(step, self._shown_to)
        if plain(line.note) != (expected := f"({note})" if note else ""):
            raise line.note.unexpected(repr(expected) if expected else "nothing after the move")
        return step


def _read_shown_to(part: Part, players: int) -> tuple[int, ...]:
    return () if part.text == SPECTATORS else (part.seat(players),)


def _read_move_line(line: Part, seat: int, value: Part) -> _MoveLine:
    said, _, _ = value.text.partition("(")
    part, note = value.within(0, len(said)), value.within(len(said))
    try:
        move = read_move(part)
    except InvalidMeld as error:
        _, table = part.first_word()
        raise invalid_meld(table, error) from error
    if isinstance(move, Deal):
        raise part.error("a deal is written as the beginning of a round")
    return _MoveLine(seat, move, line, note)
