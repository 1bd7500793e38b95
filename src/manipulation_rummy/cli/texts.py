"""Longer texts for whoever plays in the terminal: what can be typed, and the rules in short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from manipulation_rummy.cli.screen import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from manipulation_rummy.rules import Rules

WELCOME: Final = (
    "Welcome. If you do not know the game, type rules. What can be typed stands above each >, and "
    "what Enter alone does; help tells more."
)
WHOLE_TABLE: Final = (
    "play takes the whole new table. To add to what lies there: put CARDS, then done."
)
NOT_SAVED: Final = (
    "This game is not saved. save FILE keeps it, such as save game.txt; quit again leaves it."
)
NOTHING_TO_UNDO: Final = (
    "there is nothing to undo: only what you lay out can be taken back, not moves"
)
NO_PLAY: Final = "nothing of your hand can be played"
NO_PLAY_WITH_THAT: Final = "what you laid out cannot be played, whatever you add: undo, or reset"
MORE_RULES: Final = "rules 2 goes on with jokers, the end of a round, and the score."
NOT_PLAYED_YET: Final = (
    "what you laid out is not played yet: play it (done), or take it back (reset)"
)
THIRD_CARD: Final = (
    "after a third card nothing may be laid: play what lies there (done), or take it back (reset)"
)

_HELP_WIDTH: Final = 19
_HELP: Final = """\
draw               draw a card
put 8S 2           lay cards to meld 2; without a number they make a new meld
take 7S 2          pick cards of meld 2 up, to put them elsewhere
move 7S 2 3        move cards from meld 2 to meld 3
split 7S 8S 9S 2   lay these cards of meld 2 apart, as a new meld
join 2 3           lay the whole meld 2 to meld 3
swap 8S            lay the real 8S for a joker that stands for it, pick that up
declare 8S 2       say which card your joker in meld 2 stands for
back 8S            take cards back that came from your hand
undo, reset        take the last of these steps back, all of them
done               play the table as it lies there now
why, complete      what is wrong with it; let it be finished for you
play TABLE         or type the whole new table: play 7S 8S 9S | KH KD KC
hint, best         show the best play, step by step; make it
end, knock         end your turn; end the round, if you hold {limit} points or fewer
show, last, sort   this turn, the others' last turns; sort by suit, by rank
rules, rules 2     the rules in short; help put tells about put alone
save FILE, quit    save the game in a new file, and each further move; leave
"""
_ABOUT_HELP: Final = (
    "The numbers are those before the melds. Cards are rank and suit, such as 8S TH (10H) AD; * is "
    "a joker, *=8S one that stands for 8S. Words can be shortened. Enter does what (or Enter) says."
)
_RULES: Final = (
    """\
THE RULES IN SHORT. Get rid of your cards: lay them on the table in melds. A meld is
- a group: 3 or 4 cards of one rank and of different suits, such as KH KD KC; or
- a sequence: 3 to 13 cards in a row of one suit, such as 9S TS JS (T is the ten). An ace is low \
or high (AS 2S 3S, QS KS AS), but KS AS 2S is none.
Two players have one pack with a joker, 53 cards; more have two packs with two jokers, 106 cards. \
Each gets {rules.hand_size}, the others are the stock. There is no discard pile. The player after \
the dealer begins.
Your turn: draw a card. Then you can lay cards. If you lay none, you {draw} draw a second card \
and can lay then; if you lay none again, you {draw} draw a third one, after which you may lay \
none. You lay once in a turn, and draw no more after it. Then end your turn.
Laying: put at least one card of your hand on the table, and rearrange whatever lies there as \
you like: melds belong to nobody. In the end each card of the table must lie in a meld, and none \
of them may have gone to your hand.
""",
    """\
MORE RULES. Jokers: whoever lays a joker says which card it stands for, *=8S. It may be \
moved about while it stands for that. It is freed when a real 8S, from the hand or from elsewhere \
on the table, lies there in its place: it must be laid again at once, for any card.
A round ends when somebody has no cards left (goes out), or knocks: whoever holds \
{rules.knock_limit} points or fewer can do so instead of ending the turn, having laid cards or \
not. When the last card of the stock is drawn, everybody has one more turn without drawing, last \
the one who drew it.
Points in hand: a joker {rules.joker_points}, K Q J {rules.face_points}, an ace \
{rules.ace_points}, others their number. The fewest win the round, even if somebody else knocked.
The winner scores what each of the others holds more than he does; {rules.going_out_bonus} more \
for having no cards; {rules.undercut_bonus} more (undercut) if another one knocked. If the knocker \
ties with others for the fewest, they win and he does not; otherwise all who tie win.
The game ends when somebody has {rules.target}. Whoever has that gets {rules.game_bonus} more, the \
others {rules.round_bonus} for each round they have won. The most points win.
""",
)


def help_lines(about: str, rules: Rules, width: int) -> Iterator[str]:
    """Yield what can be typed, or just what is said about one word."""
    lines = _HELP.format(limit=rules.knock_limit).splitlines()
    chosen = [line for line in lines if about and about in line[:_HELP_WIDTH]]
    for line in chosen or lines:
        yield from wrapped(line, width, indent=" " * _HELP_WIDTH)
    if not chosen:
        yield from wrapped(_ABOUT_HELP, width, indent="")


def rules_lines(rules: Rules, width: int, page: int | None = None) -> Iterator[str]:
    """Yield the rules in short, or just their first or second page (0, 1)."""
    draw = "must" if rules.extra_draws == "compulsory" else "can"
    text = "".join(_RULES) if page is None else _RULES[page]
    for paragraph in text.format(rules=rules, draw=draw).splitlines():
        yield from wrapped(paragraph, width)
