"""Between the text of the oracles and the types of the library."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from manipulation_rummy import Aces, AnyCard, Meld, parse_cards
from tests.oracles import brute_force
from tests.oracles.brute_force import ALL_ACES, JOKER, RANKS, is_joker, ordered
from tests.oracles.positions import Heap

ACES = tuple(pytest.param(aces, id=aces) for aces in ALL_ACES)
POINTS: dict[str, int] = dict(zip(RANKS, (1, *range(2, 11), 10, 10, 10), strict=True)) | {JOKER: 25}


def library(aces: brute_force.Aces) -> Aces:
    """Name a way of aces as the library does."""
    return Aces[aces.upper()]


def text(cards: Iterable[object]) -> Heap:
    """Write the library's cards as text, in the oracles' order."""
    return ordered(map(str, cards))


def as_text(melds: Iterable[Meld]) -> brute_force.Partition:
    """Write the library's melds as text, in the oracles' order."""
    return brute_force.as_partition(text(meld.cards) for meld in melds)


@cache
def card(name: str) -> AnyCard:
    """Read one card."""
    (read,) = parse_cards(name)
    return read


def heap_of(cards: Iterable[str]) -> list[AnyCard]:
    """Read cards."""
    return [card(name) for name in cards]


def points(held: object) -> int:
    """Count a card as R24 does, the solver's default weight."""
    return POINTS[str(held)[0]]


def assert_lays(cards: Iterable[str], melds: Iterable[Meld], aces: brute_force.Aces) -> None:
    """Check that melds are legal and use just these cards, free jokers declared."""
    laid = as_text(melds)
    assert all(brute_force.is_meld(meld, aces) for meld in laid), laid
    given = Counter(cards)
    jokers = given.pop(JOKER, 0)
    used = Counter(card for meld in laid for card in meld)
    assert Counter() == given - used, (given, laid)
    surplus = used - given
    assert jokers == surplus.total(), (given, laid)
    assert all(is_joker(card) for card in surplus), (given, laid)
