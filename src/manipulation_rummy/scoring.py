"""Scores: hands to points, a round to its result, a game to its settlement (R24-R37).

Pure functions of hands and rules. Hands may be given as bare points, by whoever keeps the score of
a game played with real cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final, overload

import attrs

from manipulation_rummy.arguments import by_seat, expect_seat, numbers_by_seat, wrong_type
from manipulation_rummy.cards import AnyCard, CardsLike, as_hand
from manipulation_rummy.errors import ScoringError
from manipulation_rummy.rules import DEFAULT_RULES, Rules, expect_rules

# --- how a round ends -----------------------------------------------------------------------------


@final
@attrs.frozen
class Knocked:
    """The round ended with a knock of this seat (R25)."""

    seat: int


@final
@attrs.frozen
class WentOut:
    """The round ended when this seat played its last card (D17)."""

    seat: int


@final
@attrs.frozen
class StockExhausted:
    """The round ended with the last lap (R26)."""


Ending: TypeAlias = Knocked | WentOut | StockExhausted


# --- results --------------------------------------------------------------------------------------


@final
@attrs.frozen
class SeatScore:
    """What one seat scores in a round, by where it comes from."""

    differences: int = 0
    """The differences to the other hands (R28, R29)."""
    undercut: int = 0
    """The bonus of a winner who is not the knocker (R30)."""
    going_out: int = 0
    """The bonus of a winner who has played all his cards (R33)."""

    @property
    def total(self) -> int:
        """The score of the seat."""
        return self.differences + self.undercut + self.going_out


@final
@attrs.frozen
class RoundResult:
    """The result of a round; tuples have one entry a seat."""

    points: tuple[int, ...]
    """Points in hand (R24)."""
    winners: tuple[int, ...]
    """The seats that won the round, ascending; each counts it as won (D24)."""
    breakdown: tuple[SeatScore, ...]
    """The scores by where they come from."""
    ending: Ending
    """How the round ended."""
    hands: tuple[tuple[AnyCard, ...], ...] | None
    """The hands, None if only points were given."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(seat.total for seat in self.breakdown)


@final
@attrs.frozen
class GameResult:
    """The settlement of a game; tuples have one entry a seat unless they say otherwise."""

    final: tuple[int, ...]
    """Totals with the bonuses of the end."""
    bonuses: tuple[int, ...]
    """The bonuses of the end (R35, R36)."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points, ascending (R37, D26)."""
        return self.standings[0]

    @property
    def standings(self) -> tuple[tuple[int, ...], ...]:
        """The seats by rank, best first; seats that tie share a rank."""
        return tuple(
            tuple(seat for seat, total in enumerate(self.final) if total == level)
            for level in sorted(set(self.final), reverse=True)
        )


# --- scoring --------------------------------------------------------------------------------------


def hand_points(cards: CardsLike, rules: Rules = DEFAULT_RULES) -> int:
    """Return what a hand counts (R24).

    Raises:
        ScoringError: If a joker stands for a card, which it does on a table only, or for more than
            216 cards.
        TypeError: If the cards are none.
        NotationError: If they are text that cannot be read.

    Example:
        >>> hand_points("AS KH 7D *")
        43
    """
    expect_rules(rules)
    return points_of(as_hand(cards, "cards", ScoringError), rules)


def points_of(hand: tuple[AnyCard, ...], rules: Rules) -> int:
    """Return what a hand that is known to be one counts; see `hand_points`."""
    return sum(map(rules.points, hand))


@overload
def score_round(
    hands: Sequence[int], ending: Ending, rules: Rules = DEFAULT_RULES
) -> RoundResult: ...


@overload
def score_round(
    hands: Sequence[CardsLike], ending: Ending, rules: Rules = DEFAULT_RULES
) -> RoundResult: ...


def score_round(
    hands: Sequence[int] | Sequence[CardsLike], ending: Ending, rules: Rules = DEFAULT_RULES
) -> RoundResult:
    """Return the result of a round (R27-R33, D22-D24).

    Args:
        hands: One hand a seat, or the points of each hand.
        ending: How the round ended.
        rules: The numbers and switches.

    Raises:
        ScoringError: If there are not 2 to 5 hands, or the round cannot have ended so: a knocker
            over the limit or without cards, somebody going out with cards in hand, an empty hand
            where the round would have been over before.
        TypeError: If an argument is of a wrong type.
        NotationError: If a hand is text that cannot be read.

    Example:
        >>> result = score_round(["4H", "3C", "KD KC"], Knocked(0))
        >>> result.scores
        (0, 28, 0)
        >>> result.breakdown[1]
        SeatScore(differences=18, undercut=10, going_out=0)
        >>> score_round([4, 3, 20], Knocked(0)).winners
        (1,)
    """
    expect_rules(rules)
    cards, points = _hands_and_points(hands, rules)
    _check_ending(points, ending, rules)
    return result_of(points, cards, ending, rules)


def result_of(
    points: tuple[int, ...],
    hands: tuple[tuple[AnyCard, ...], ...] | None,
    ending: Ending,
    rules: Rules,
) -> RoundResult:
    """Return the result of a round that is known to have ended so; see `score_round`."""
    lowest = min(points)
    tied = tuple(seat for seat, held in enumerate(points) if held == lowest)
    knocker = ending.seat if isinstance(ending, Knocked) else None
    # a tied knocker has not won (R31, R32, D23)
    winners = tuple(seat for seat in tied if seat != knocker) or tied
    undercuts = knocker is not None or (
        rules.undercut_without_knock and isinstance(ending, StockExhausted)
    )
    differences = sum(points) - lowest * len(points)

    def score(seat: int) -> SeatScore:
        if seat not in winners:
            return SeatScore()
        if lowest == 0:
            return SeatScore(differences, going_out=rules.going_out_bonus)
        undercut = rules.undercut_bonus if undercuts and seat != knocker else 0
        return SeatScore(differences, undercut)

    breakdown = tuple(score(seat) for seat in range(len(points)))
    return RoundResult(points, winners, breakdown, ending, hands)


def round_of(hands: tuple[tuple[AnyCard, ...], ...], ending: Ending, rules: Rules) -> RoundResult:
    """Return the result of a round that ended so with these hands.

    Unlike `score_round` it takes empty hands of others: a position that is set up may have them.

    Raises:
        ScoringError: If the player who ended the round could not do so.
    """
    points = tuple(points_of(hand, rules) for hand in hands)
    _check_actor(points, ending, rules)
    return result_of(points, hands, ending, rules)


def settle(
    scores: Sequence[int], rounds_won: Sequence[int], rules: Rules = DEFAULT_RULES
) -> GameResult:
    """Return the settlement of a game that is over (R34-R37, D25, D26).

    Args:
        scores: The total of each seat, without the bonuses of the end.
        rounds_won: The number of rounds that each seat has won.
        rules: The numbers and switches.

    Raises:
        ScoringError: If nobody has reached the target, or the numbers are not 2 to 5 for each.
        TypeError: If an argument is of a wrong type.

    Example:
        >>> result = settle([174, 95], [4, 3])
        >>> result.final, result.standings
        ((274, 170), ((0,), (1,)))
    """
    expect_rules(rules)
    totals = numbers_by_seat("scores", scores, ScoringError)
    rounds = numbers_by_seat("rounds_won", rounds_won, ScoringError)
    if len(totals) != len(rounds):
        raise ScoringError(f"{len(totals)} scores, but rounds_won of {len(rounds)} seats")
    if max(totals) < rules.target:
        raise ScoringError(f"nobody has reached {rules.target} points (R34): {totals}")
    return settlement_of(totals, rounds, rules)


def settlement_of(scores: tuple[int, ...], rounds_won: tuple[int, ...], rules: Rules) -> GameResult:
    """Return the settlement of a game that is known to be over; see `settle`."""

    def bonus(total: int, won: int) -> int:
        reached = total >= rules.target
        for_rounds = rules.round_bonus_for == "all" or not reached
        return rules.game_bonus * reached + rules.round_bonus * won * for_rounds

    bonuses = tuple(map(bonus, scores, rounds_won))
    return GameResult(tuple(map(sum, zip(scores, bonuses, strict=True))), bonuses)


# --- what goes in ---------------------------------------------------------------------------------


def _hands_and_points(
    hands: Sequence[int] | Sequence[CardsLike], rules: Rules
) -> tuple[tuple[tuple[AnyCard, ...], ...] | None, tuple[int, ...]]:
    seats = by_seat("hands", hands, ScoringError)
    if any(isinstance(hand, int) for hand in seats):
        return None, numbers_by_seat("hands", seats, ScoringError)
    cards = tuple(as_hand(hand, f"hands[{seat}]", ScoringError) for seat, hand in enumerate(seats))
    return cards, tuple(points_of(hand, rules) for hand in cards)


def _check_ending(points: tuple[int, ...], ending: Ending, rules: Rules) -> None:
    """Refuse an ending that these hands and rules rule out."""
    actor = _check_actor(points, ending, rules)
    empties_allowed = not rules.going_out_ends_last_lap  # several may go out in the last lap (D21)
    if isinstance(ending, WentOut):
        empties_allowed = False
    elif isinstance(ending, Knocked):
        empties_allowed &= rules.knock_in_last_lap
    for seat, held in enumerate(points):
        if held == 0 and seat != actor and not empties_allowed:
            raise ScoringError(f"seat {seat} has no cards: the round would have ended before (D17)")


def _check_actor(points: tuple[int, ...], ending: Ending, rules: Rules) -> int | None:
    """Return the seat that ended the round, if somebody did and could."""
    if isinstance(ending, StockExhausted):
        return None
    if not isinstance(ending, (Knocked, WentOut)):
        raise wrong_type("ending", "Knocked, WentOut or StockExhausted", ending)
    actor = expect_seat("ending.seat", ending.seat, len(points), ScoringError)
    held = points[actor]
    if isinstance(ending, WentOut):
        if held > 0:
            raise ScoringError(f"seat {actor} went out with {held} points in hand (D17)")
    elif held > rules.knock_limit:
        problem = f"knocked with more than {rules.knock_limit} points (R25)"
        raise ScoringError(f"seat {actor} {problem}")
    elif held == 0:
        raise ScoringError(f"seat {actor} knocked without cards (D15)")
    return actor
