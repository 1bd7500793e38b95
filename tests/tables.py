"""Games with chosen cards, saved to be played on in the terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from manipulation_rummy import Deal, GameRecord, Rules, pack, parse_cards, parse_move


def game_with(  # one argument a part of a position
    *hands: str,
    stock: str = "",
    moves: Sequence[str] = (),
    names: Sequence[str] = ("Player", "Ann", "Ben"),
    tags: Mapping[str, str] | None = None,
    **rules: object,
) -> GameRecord:
    """Return a game in which these hands were dealt, seat 0 to move, and these moves were made.

    The cards of the stock that are named lie on top.
    """
    held = [parse_cards(hand) for hand in hands]
    players = len(held)
    record = GameRecord.of(
        names[:players],
        rules=Rules(hand_size=len(held[0]), **rules),  # type: ignore[arg-type]
        dealer=players - 1,
        tags=tags,
    )
    top = (*chain.from_iterable(zip(*held, strict=True)), *parse_cards(stock))
    rest = Counter(pack(players)) - Counter(top)
    record = record.with_move(Deal((*top, *rest.elements())))
    for move in moves:
        record = record.with_move(parse_move(move))
    return record
