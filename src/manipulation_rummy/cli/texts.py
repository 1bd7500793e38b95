"""Longer texts for whoever plays in the terminal: what can be typed, and the rules in short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from manipulation_rummy.cli.screen import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from manipulation_rummy.rules import Rules

WELCOME: Final = (
    "Welcome. You do not know the game? Type rules. help lists what can be typed;",
    "the line above each > says what can be typed now. Short forms such as d do.",
)
BETWEEN: Final = " \N{MIDDLE DOT} "
"""Stands between the things that can be typed."""
CAN_PLAY: Final = ("put CARDS [N]", "take CARDS N")
HELPERS: Final = ("hint", "best")
IN_A_DRAFT: Final = ("put", "take", "why", "complete", "undo", "reset")
BETWEEN_ROUNDS: Final = BETWEEN.join(("deal (or Enter)", "rules", "save FILE", "quit"))
WHOLE_TABLE: Final = (
    "play takes the whole new table. To add to what lies there: put CARDS, then done.",
)
_USAGE_WIDTH: Final = 20
_RULES: Final = """\
THE RULES IN SHORT. Get rid of your cards: lay them on the table in melds. A meld is
- a group: 3 or 4 cards of one rank and of different suits, such as KH KD KC; or
- a sequence: 3 or more cards in a row of one suit, such as 7S 8S 9S. An ace is low or high \
(AS 2S 3S, QS KS AS), but KS AS 2S is none.
Your turn: draw a card. Then lay cards, or draw a second one; then lay cards, or draw a third one, \
after which you may lay none. Whoever lays cards draws no more.
Laying: put at least one card of your hand on the table and rearrange everything there as you \
like. In the end each card must lie in a meld, and none may have left the table.
A joker stands for the card that you say, *=8S, until somebody lays a real 8S; he lays the joker \
again at once, for any card.
After your turn you may knock if you hold {rules.knock_limit} points at most: a joker counts \
{rules.joker_points}, K Q J {rules.face_points}, an ace {rules.ace_points}, others their number. \
That ends the round. So does a player without cards; or the stock is used up, and everybody has \
one more turn.
The fewest points win the round and score the differences to all others; {rules.undercut_bonus} \
more if somebody else knocked, {rules.going_out_bonus} more without cards. The game ends when \
somebody has {rules.target}.
"""


class Usage(Protocol):
    """How something is typed, and what it does."""

    @property
    def usage(self) -> str:
        """How it is typed."""
        ...

    @property
    def does(self) -> str:
        """What it does."""
        ...


def help_lines(commands: Iterable[Usage], width: int) -> Iterator[str]:
    """Yield what can be typed."""
    for command in commands:
        if not command.usage:
            continue  # it stands beside another one
        yield from wrapped(
            f"{command.usage:{_USAGE_WIDTH}}{command.does}", width, indent=" " * _USAGE_WIDTH
        )
    yield from wrapped(
        "N is the number before a meld. Cards are written 8S TH AD KC, a joker in your hand *, "
        "one that stands for the 8 of spades *=8S. Words can be shortened.",
        width,
        indent="",
    )


def rules_lines(rules: Rules, width: int) -> Iterator[str]:
    """Yield the rules in short."""
    for paragraph in _RULES.format(rules=rules).splitlines():
        yield from wrapped(paragraph, width)
