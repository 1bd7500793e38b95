"""The solver's questions as integer programs, answered by HiGHS.

One integer variable says how often each meld (as a set of faces) lies on the new table, one for
each face how many free jokers stand for it, one for each face of the hand how many are played.
For each face, the melds that hold it are as many as its fixed cards, played cards and jokers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import highspy

from tests.oracles.brute_force import (
    FACES,
    JOKER,
    Aces,
    Meld,
    face_of,
    is_joker,
    is_meld,
    legal_melds,
)

MOST = 128  # no pack has as many cards: bounds that bind nothing, but make every program finite


class SolverStatusError(RuntimeError):
    """HiGHS neither found an optimum nor proved that there is no solution."""


@dataclass
class Program:
    """A maximisation in bounded integer variables, built row by row."""

    upper: list[int] = field(default_factory=list)
    gain: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, int], int, int]] = field(default_factory=list)

    def variable(self, upper: int = MOST, gain: int = 0) -> int:
        """Add a variable from 0 to `upper` and return its number."""
        self.upper.append(upper)
        self.gain.append(gain)
        return len(self.upper) - 1

    def row(self, terms: Iterable[tuple[int, int]], least: int, most: int) -> None:
        """Add a constraint: the sum of factor times variable lies between two bounds."""
        self.rows.append((dict(terms), least, most))

    def maximum(self) -> int | None:
        """Return the greatest gain, None if the constraints can't be met."""
        highs = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (
            ("output_flag", False),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.0),
        ):
            highs.setOptionValue(option, value)
        highs.passModel(self._model())
        highs.run()
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise SolverStatusError(highs.modelStatusToString(status))
        return self.value([round(value) for value in highs.getSolution().col_value])

    def _model(self) -> highspy.HighsLp:
        model = highspy.HighsLp()
        model.num_col_ = len(self.upper)
        model.num_row_ = len(self.rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = [float(gain) for gain in self.gain]
        model.col_lower_ = [0.0] * len(self.upper)
        model.col_upper_ = [float(upper) for upper in self.upper]
        model.row_lower_ = [float(least) for _, least, _ in self.rows]
        model.row_upper_ = [float(most) for _, _, most in self.rows]
        matrix = model.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        starts, index, value = [0], list[int](), list[float]()
        for terms, _, _ in self.rows:
            index += list(terms)
            value += list(terms.values())
            starts.append(len(index))
        matrix.start_, matrix.index_, matrix.value_ = starts, index, value
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.upper)
        return model

    def value(self, solution: Sequence[int]) -> int:
        """Return the gain of a solution after checking it in whole numbers."""
        for terms, least, most in self.rows:
            if not least <= sum(factor * solution[at] for at, factor in terms.items()) <= most:
                message = "the optimum breaks a constraint once rounded"
                raise SolverStatusError(message)
        if not all(0 <= x <= upper for x, upper in zip(solution, self.upper, strict=True)):
            message = "the optimum leaves its bounds once rounded"
            raise SolverStatusError(message)
        return sum(gain * x for gain, x in zip(self.gain, solution, strict=True))


def _optimum(
    cards: Sequence[str],
    hand: Mapping[str, tuple[int, int]],
    aces: Aces,
    *,
    least: int,
    joker_rules: bool = False,
) -> int | None:
    """Return the greatest weight of hand cards, `least` or more, that go with `cards` into melds.

    The hand maps each card to its number and its weight.
    """
    program = Program()
    terms: dict[str, list[tuple[int, int]]] = {face: [] for face in FACES}
    for meld in legal_melds(aces):
        laid = program.variable()
        for face in meld:
            terms[face].append((laid, 1))

    played = {card: program.variable(*number_and_gain) for card, number_and_gain in hand.items()}
    program.row(((at, 1) for at in played.values()), least, MOST)

    # On a table every joker may come to stand for anything, subject to D13 below.
    declared = Counter(face_of(card) for card in cards if is_joker(card) and card != JOKER)
    natural = Counter(card for card in cards if not is_joker(card))
    fixed = natural if joker_rules else natural + declared
    jokers = cards.count(JOKER) + (declared.total() if joker_rules else 0)
    stands_for = {face: program.variable() for face in FACES}
    total = [(at, 1) for at in stands_for.values()]
    if JOKER in played:
        total.append((played[JOKER], -1))
    program.row(total, jokers, jokers)

    for face in FACES:
        cover = [*terms[face], (stands_for[face], -1)]
        if face in played:
            cover.append((played[face], -1))
        program.row(cover, fixed[face], fixed[face])

    if joker_rules:
        for face, number in declared.items():
            if not natural[face]:
                # Fewer jokers than before stand for this face only if a natural one is played.
                freed = program.variable(1)
                program.row([(stands_for[face], 1), (freed, number)], number, MOST)
                by_hand = [(played[face], -1)] if face in played else []
                program.row([(freed, 1), *by_hand], -MOST, 0)
    return program.maximum()


def partitions(cards: Sequence[str], aces: Aces) -> bool:
    """Tell whether a heap, its `*` free, partitions into legal melds."""
    return _optimum(cards, {}, aces, least=0) is not None


def best_weight(
    cards: Sequence[str],
    hand: Sequence[str],
    weight: Callable[[str], int],
    aces: Aces,
    *,
    joker_rules: bool = False,
) -> int | None:
    """Return the greatest weight of one or more hand cards that can be played, None if none can.

    All of `cards` must be used. With `joker_rules` they are those of a table (R19 to R23), else
    a heap whose free jokers may stand for anything and whose declared ones stay what they are.
    """
    counts = Counter(hand)
    held = {card: (number, weight(card)) for card, number in counts.items()}
    return _optimum(cards, held, aces, least=1, joker_rules=joker_rules)


def largest_part(cards: Sequence[str], aces: Aces) -> int:
    """Return how many cards the largest part that partitions has."""
    # Here a declared joker is a card like its natural twin.
    counts = Counter(map(face_of, cards))
    held = {card: (number, 1) for card, number in counts.items()}
    most = _optimum((), held, aces, least=0)
    if most is None:
        message = "nothing at all always partitions"
        raise SolverStatusError(message)
    return most


def most_kept(table: Sequence[Meld], part: Sequence[str], aces: Aces) -> int | None:
    """Return how many melds of a table can stay as they are if a part of a hand is played.

    One variable more for each meld that lies there says how often it is kept. The others are laid
    of the cards of the rest, with jokers free as D13 says.
    """
    program = Program()
    cards = [*(card for meld in table for card in meld), *part]
    naturals = Counter(card for card in cards if not is_joker(card))
    free = [card for card in cards if is_joker(card) and (card == JOKER or naturals[card[2:]])]
    fixed = Counter(map(face_of, cards)) - Counter(map(face_of, free))
    terms: dict[str, list[tuple[int, int]]] = {face: [] for face in FACES}
    for legal in legal_melds(aces):
        laid = program.variable()
        for face in legal:
            terms[face].append((laid, 1))
    jokers: list[tuple[int, int]] = []
    for meld, copies in Counter(table).items():
        kept = program.variable(copies if is_meld(meld, aces) else 0, 1)
        in_it = [card for card in meld if card in free]
        jokers.append((kept, len(in_it)))
        for card in meld:
            if card not in free:
                terms[face_of(card)].append((kept, 1))
    for face in FACES:
        stands_for = program.variable()
        jokers.append((stands_for, 1))
        program.row([*terms[face], (stands_for, -1)], fixed[face], fixed[face])
    program.row(jokers, len(free), len(free))
    return program.maximum()


def heaviest_opening(hand: Sequence[str], points: Callable[[str], int], aces: Aces) -> int:
    """Return the most that melds of a hand alone are worth, jokers as the faces they stand for."""
    program = Program()
    terms: dict[str, list[tuple[int, int]]] = {face: [] for face in FACES}
    for meld in legal_melds(aces):
        laid = program.variable(gain=sum(map(points, meld)))
        for face in meld:
            terms[face].append((laid, 1))
    jokers = []
    for face in FACES:
        stands_for = program.variable()
        jokers.append((stands_for, 1))
        program.row([*terms[face], (stands_for, -1)], -MOST, hand.count(face))
    program.row(jokers, 0, hand.count(JOKER))
    return program.maximum() or 0
