"""Deadwood of gin rummy hands, against OpenSpiel.

Gin rummy is played with one pack, aces low, and no jokers. Its deadwood is what the cards count
that lie in no meld, at the least. OpenSpiel tries every set of melds that do not overlap.

With one card more than a hand it also discards a card, the one worth most, but from *one* heaviest
set of melds: another that leaves more may leave less after the discard. So hands of that size are
asked about without the discard, and `test_discard_that_is_not_best` shows the difference.
"""

import os
from collections.abc import Iterable, Sequence
from random import Random

import pyspiel
import pytest
from pyspiel import gin_rummy

import manipulation_rummy
from manipulation_rummy import AnyCard, parse_card
from tests.oracles.brute_force import FACES, RANKS

SCALE = int(os.environ.get("ORACLE_SCALE", "1"))
HANDS = 5_000 * SCALE
DEALS = 500 * SCALE
GAMES = 60 * SCALE
HAND = 10
KNOCK = 55  # OpenSpiel's action
KNOCK_CARD = 10

WITHOUT_DISCARD = gin_rummy.GinRummyUtils(len(RANKS), 4, len(FACES))
WITH_DISCARD = gin_rummy.GinRummyUtils(len(RANKS), 4, HAND)


def points(card: AnyCard) -> int:
    """Return what a card counts in gin rummy: an ace 1, a face card 10."""
    return min(10, RANKS.index(str(card)[0]) + 1)


def deadwood(cards: Iterable[str]) -> int:
    """Return the least points left over, as we see it."""
    return int(manipulation_rummy.deadwood([parse_card(card) for card in cards]).points)


def after_discard(cards: Sequence[str]) -> int:
    """Return the least points left over once any one card has been discarded, as we see it."""
    return min(deadwood([*cards[:place], *cards[place + 1 :]]) for place in range(len(cards)))


def number(card: str) -> int:
    """Number a card as OpenSpiel does."""
    return int(WITH_DISCARD.card_int(card[0] + card[1].lower()))


def named(number: int) -> str:
    """Name a card of OpenSpiel as we do."""
    name: str = WITH_DISCARD.card_string(number)
    return name[0] + name[1].upper()


def its_deadwood(cards: Sequence[str]) -> int:
    """Return the least points left over, as OpenSpiel sees it."""
    return int(WITHOUT_DISCARD.min_deadwood([number(card) for card in cards]))


def test_numbers() -> None:
    """Each card has a number of its own there, and counts the same."""
    assert [*range(len(FACES))] == sorted(map(number, FACES))
    for face in FACES:
        assert face == named(number(face))
        assert points(parse_card(face)) == WITH_DISCARD.card_value(number(face))


def test_random_hands() -> None:
    """Hands of ten dealt at random have the same deadwood."""
    rng = Random("hands")
    for _ in range(HANDS):
        hand = rng.sample(FACES, HAND)
        assert its_deadwood(hand) == deadwood(hand), hand


@pytest.mark.parametrize("cards", [7, 10, 11, 13])
def test_close_hands(cards: int) -> None:
    """So have hands from a few neighbouring ranks, in which many melds overlap."""
    rng = Random(f"close {cards}")
    melds = 0
    for _ in range(HANDS // 2):
        width = rng.randint(4, 7)
        start = rng.randrange(len(RANKS) - width + 1)
        near = [face for face in FACES if face[0] in RANKS[start : start + width]]
        hand = rng.sample(near, cards)
        left = its_deadwood(hand)
        melds += left < sum(points(parse_card(card)) for card in hand)
        assert left == deadwood(hand), hand
    assert melds > HANDS // 5


def test_dealt_hands() -> None:
    """So have both hands of a game that was dealt there, as its state reports them."""
    game = pyspiel.load_game("gin_rummy")
    rng = Random("deals")
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        hands = [[named(card) for card in hand] for hand in state.hands()]
        assert list(state.deadwood()) == [deadwood(hand) for hand in hands], hands


def test_knocks() -> None:
    """Whoever may knock there, in games played at random, has so little left after a discard.

    Whoever has so little may knock there too, but for the discards that are not the best ones.
    """
    game = pyspiel.load_game("gin_rummy")
    rng = Random("knocks")
    knocks, missed = 0, 0
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node() and not state.knocked()[0] and not state.knocked()[1]:
                hand = [named(card) for card in state.hands()[state.current_player()]]
                if len(hand) == HAND + 1:
                    may_knock = KNOCK in actions
                    left = after_discard(hand)
                    assert not may_knock or left <= KNOCK_CARD, hand
                    knocks += may_knock
                    missed += not may_knock and left <= KNOCK_CARD
            state.apply_action(rng.choice(actions))
    assert knocks > GAMES // 10
    assert missed <= knocks // 10


def test_hands_without_deadwood() -> None:
    """Hands that are all melds have none in either program, whole suits included."""
    for text in (
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
        "7S 8S 9S 7H 8H 9H 7D 8D 9D TD",
        "AS AH AD 2S 2H 2D 3S 3H 3D 3C",
        "QS KS JS QH KH JH TH 4S 4H 4D 4C",
    ):
        hand = text.split()
        assert (0, 0) == (its_deadwood(hand), deadwood(hand))


def test_ace_is_low() -> None:
    """Queen, king and ace are no sequence in gin rummy."""
    hand = ["QS", "KS", "AS"]
    assert (21, 21) == (its_deadwood(hand), deadwood(hand))


def test_discard_that_is_not_best() -> None:
    """With a card to discard OpenSpiel may leave more than the least.

    Three groups leave two threes, so 3 after the discard. A group of aces and two sequences leave a
    two and a four, as much before the discard and only 2 after it.
    """
    hand = ["AS", "AD", "AC", "2H", "2D", "2C", "3H", "3D", "4H", "4D", "4C"]
    least = after_discard(hand)
    assert (6, 6) == (its_deadwood(hand), deadwood(hand))
    assert (3, 2) == (WITH_DISCARD.min_deadwood([number(card) for card in hand]), least)
