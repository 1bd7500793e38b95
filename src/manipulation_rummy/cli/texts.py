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
WAS_NOT_SAVED: Final = "The game was not saved. Next time, play --save FILE saves each move."
NOT_PLAYED: Final = "What you laid out and did not play is not saved; each move is."
TRY_TO_SAVE: Final = "save tries again, as does each move; save FILE saves it elsewhere."
NOTHING_TO_UNDO: Final = (
    "there is nothing to undo: only what you lay out can be taken back, not moves"
)
OR_DRAW: Final = "Or draw first: what is laid out stays there and can still be played."
HOW_TO_PUT: Final = (
    "To lay cards, type for example: {example} (a number is the meld that they go to; without one "
    "they make a new meld)."
)
NOT_TOGETHER: Final = "The cards that can be played do not always go together."
REARRANGE: Final = "To lay cards takes some rearranging this time, or a joker: hint shows how."
LAST_CARD: Final = (
    "You have drawn the last card of the stock. Unless this turn ends the round, everybody has one "
    "more turn then, without drawing."
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
draw, deal         draw a card; deal the next round, once one is over
put 8S 2           lay cards to meld 2; without a number they make a new meld
take 7S 2          pick cards of meld 2 up, to put them elsewhere
move 7S 2 3        move cards from meld 2 to meld 3
split 7S 8S 9S 2   lay these cards of meld 2 apart, as a new meld
join 2 3           lay the whole meld 2 to meld 3
swap 8S 2          lay the real 8S for meld 2's joker, and pick the joker up
declare 8S 2       say which card your joker in meld 2, or picked up, stands for
back 8S            take cards back that came from your hand
undo, reset        take the last of these steps back, all of them
done               play the table as it lies there now
why, complete      what is wrong with it; let it be finished for you
play TABLE         or type the whole new table: play 7S 8S 9S | KH KD KC
hint, best         show the best play, step by step; make it
end, knock         end your turn; end the round, if you hold {limit} points or fewer
show, last, sort   this turn, the others' last turns; sort by suit, by rank
rules, rules 2     the rules in short; help put tells more about put
save FILE, quit    save the game in a new file, and each further move; leave
"""
_MORE_HELP: Final = {
    "put": """\
put 7S 8S 9S       a new meld; the cards alone do the same
put 8H 9H 2        several cards, from the hand, picked up, or some of each
put 4C * 6C        with a joker, which stands for whatever fits
put 4C 5C *=3C     with a joker, if more than one card fits
""",
    "take": """\
take 2             pick the whole of meld 2 up
""",
    "swap": """\
swap 8S 2 from 3   the real 8S lies in meld 3
""",
    "declare": """\
declare 8S         your only joker that does not stand for a card yet
declare 8S 2 7S    of more than one joker the one that stood for 7S
""",
    "back": """\
back 8S 2          take 8S back from meld 2
""",
    "play": """\
7S 8S 9S | KH KD   the word can be left out if there is a |
""",
    "save": """\
save               try again where the game could not be saved
""",
    "sort": """\
sort suit          by suit; sort rank: by rank; sort alone: the other way
""",
}
_ABOUT_HELP: Final = (
    "The numbers are those before the melds now; they change with the table. Cards are rank and "
    "suit, such as 8S TH (10H) AD; * is a joker, *=8S one that stands for 8S. Words can be "
    "shortened; cards alone mean put."
)
_RULES: Final = (
    """\
THE RULES IN SHORT. Get rid of your cards: lay them on the table in melds. A meld is
- a group: 3 or 4 cards of one rank and of different suits, such as KH KD KC; or
- a sequence: 3 to 13 cards in a row of one suit, such as 9S TS JS (T is the ten). An ace is low \
or high (AS 2S 3S, QS KS AS), but KS AS 2S is none.
Two players have one pack with a joker, 53 cards; more have two packs with two jokers, 106 cards. \
Each gets {rules.hand_size}, the others are the stock. There is no discard pile. The first dealer \
is drawn by lot, then the deal passes on to the left. The player after the dealer begins.
Your turn: draw a card. Then you can lay cards. If you lay none, you {draw} draw a second card \
and can lay then; if you lay none again, you {draw} draw a third one, after which you may lay \
none. You lay once in a turn, and draw no more after it. Then end your turn.
Laying: put at least one card of your hand on the table (a joker will do), and rearrange whatever \
lies there as you like: melds belong to nobody. In the end each card of the table must lie in a \
meld, and none of them may have gone to your hand.
""",
    """\
MORE RULES. Jokers: whoever lays a joker says which card it stands for, *=8S. It may be moved \
about while it stands for that. Once a real 8S lies on the table, from the hand or there already, \
the joker can be freed: it must be laid again at once, for any card. Two jokers may stand for one \
card, but not in one meld.
A round ends when somebody has no cards left (goes out), or knocks: whoever holds \
{rules.knock_limit} points or fewer can do so where the turn could be ended: after laying, or when \
no further card must be drawn.
Whoever draws the last card of the stock finishes the turn as usual. If the round goes on, \
everybody has one last turn then, last of all the one who drew that card: no draw, lay once or \
not, {knock}. {go_out} After these turns the round ends.
Points in hand: a joker {rules.joker_points}, K Q J {rules.face_points}, an ace \
{rules.ace_points}, others their number. The fewest win the round, even if somebody else knocked.
The winner scores what each of the others holds more than he does; {rules.going_out_bonus} more \
for having no cards, or else {rules.undercut_bonus} more (undercut) if another one \
knocked{undercut}. If the knocker ties with others for the fewest, they win and he does not; \
otherwise all who tie win.
The game ends when somebody has {rules.target} or more. Whoever has that gets {rules.game_bonus} \
more; {others} get {rules.round_bonus} for each round won. The most points win; a tie is shared.
""",
)


def last_turn(rules: Rules) -> str:
    """Return what can be done in one of the last turns of a round (D19-D21)."""
    no_more = "draw" if rules.knock_in_last_lap else "draw or knock"
    return f"Your last turn of this round: you can lay cards once, but not {no_more}."


def help_lines(about: str | None, rules: Rules, width: int) -> Iterator[str]:
    """Yield what can be typed, or just what is said about one word."""
    lines = _HELP.format(limit=rules.knock_limit).splitlines()
    chosen = [line for line in lines if about in line[:_HELP_WIDTH].replace(",", " ").split()]
    for line in (*chosen, *_MORE_HELP.get(about or "", "").splitlines()) if chosen else lines:
        yield from wrapped(line, width, indent=" " * _HELP_WIDTH)
    if not chosen:
        yield from wrapped(_ABOUT_HELP, width, indent="")


def rules_lines(rules: Rules, width: int, page: int | None = None) -> Iterator[str]:
    """Yield the rules in short, or just their first or second page (0, 1)."""
    text = "".join(_RULES) if page is None else _RULES[page]
    for paragraph in text.format(rules=rules, **_switched(rules)).splitlines():
        yield from wrapped(paragraph, width)


def _switched(rules: Rules) -> dict[str, str]:
    """Return the words of the rules in short that depend on switches (D3, D20-D22, D25)."""
    return {
        "draw": "must" if rules.extra_draws == "compulsory" else "can",
        "knock": "knock if you can" if rules.knock_in_last_lap else "no knock",
        "go_out": "Going out still ends the round."
        if rules.going_out_ends_last_lap
        else "Going out only ends one's own turn then.",
        "undercut": " or nobody did" if rules.undercut_without_knock else "",
        "others": "all" if rules.round_bonus_for == "all" else "the others",
    }
