"""The numbers in `docs/data`, and the programs that compute them, against slow and simple ones."""

import csv
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise, product
from pathlib import Path
from random import Random

import pytest

from counts import __main__ as command
from counts.heaps import Counts, Heaps
from counts.plays import count_plays
from counts.plays import positions as positions_of_game
from manipulation_rummy import Aces, Phase, Table, best_play, can_partition, parse_cards, plays
from manipulation_rummy.cards import CARDS
from tests.oracles import brute_force, positions
from tests.oracles.brute_force import RANKS, SUITS

# Windows of ranks, copies of a card, and aces: packs of which every heap is counted.
WINDOWS: list[tuple[str, int, brute_force.Aces]] = [
    ("A234", 1, "low"),
    ("A234", 1, "both"),
    ("AJQK", 1, "low"),
    ("AJQK", 1, "both"),
    ("A2QK", 1, "both"),
    ("6789", 1, "both"),
    ("A23", 2, "low"),
    ("678", 2, "low"),
    ("AQK", 2, "both"),
]
PACKS_AND_ACES: tuple[tuple[int, brute_force.Aces], ...] = (
    (1, "low"),
    (1, "both"),
    (2, "low"),
    (2, "both"),
)
FEW = 9
"""Sets of so few cards are one meld, two, or three of three cards."""


def kept(name: str) -> list[dict[str, str]]:
    """Read a file of numbers."""
    with (command.DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kept_counts(packs: int, aces: str) -> list[Counts]:
    """Return the counts of a pack or two by cards, as they are kept."""
    return [
        Counts(int(row["sets"]), int(row["hands"]))
        for row in kept("counts")
        if (int(row["packs"]), row["aces"]) == (packs, aces)
    ]


def hands_of(numbers: Sequence[int], packs: int) -> int:
    """Return how many choices of physical cards there are for so many copies of some cards."""
    return math.prod(math.comb(packs, n) for n in numbers)


# Heaps


@pytest.mark.parametrize(("window", "copies", "aces"), WINDOWS)
def test_every_heap_of_a_small_pack_is_counted(
    window: str, copies: int, aces: brute_force.Aces
) -> None:
    """Of a few ranks just the heaps are counted that melds can be laid side by side to."""
    faces = [rank + suit for suit in SUITS for rank in window]
    sets, hands = Counter[int](), Counter[int]()
    for heap in brute_force.splittable(faces, copies, aces):
        numbers = [heap >> 4 * place & 15 for place in range(len(faces))]
        sets[sum(numbers)] += 1
        hands[sum(numbers)] += hands_of(numbers, copies)
    most = len(faces) * copies
    expected = [Counts(sets[cards], hands[cards]) for cards in range(most + 1)]
    there = [copies if rank in window else 0 for rank in RANKS]
    assert expected == Heaps(copies, Aces[aces.upper()]).count(there, most)
    assert expected[:8] == Heaps(copies, Aces[aces.upper()]).count(there, 7)


def few_cards(packs: int, aces: brute_force.Aces) -> set[tuple[str, ...]]:
    """List every set of up to nine cards that melds can be laid side by side to."""
    melds = [brute_force.ordered(meld) for meld in brute_force.legal_melds(aces)]
    threes = [meld for meld in melds if len(meld) == 3]
    laid = [
        (),
        *(meld for meld in melds if len(meld) <= FEW),
        *(a + b for a, b in combinations_with_replacement(melds, 2) if len(a + b) <= FEW),
        *(a + b + c for a, b, c in combinations_with_replacement(threes, 3)),
    ]
    return {
        tuple(sorted(cards)) for cards in laid if max(Counter(cards).values(), default=0) <= packs
    }


@pytest.mark.parametrize(("packs", "aces"), PACKS_AND_ACES)
def test_kept_counts_of_few_cards(packs: int, aces: brute_force.Aces) -> None:
    """The counts kept of up to nine cards are those of sets made by laying melds side by side."""
    sets, hands = Counter[int](), Counter[int]()
    for cards in few_cards(packs, aces):
        sets[len(cards)] += 1
        hands[len(cards)] += hands_of([*Counter(cards).values()], packs)
    expected = [Counts(sets[cards], hands[cards]) for cards in range(FEW + 1)]
    assert expected == kept_counts(packs, aces)[: FEW + 1]


@pytest.mark.parametrize(
    ("packs", "aces", "missing"), [(1, "low", 3), (1, "both", 3), (2, "low", 2)]
)
def test_kept_counts_of_many_cards(packs: int, aces: brute_force.Aces, missing: int) -> None:
    """The counts kept of all cards but a few are those of heaps looked at one by one."""
    counts = kept_counts(packs, aces)
    for cards in range(missing + 1):
        sets = hands = 0
        for away in combinations_with_replacement(range(len(CARDS)), cards):
            numbers = [packs - away.count(face) for face in range(len(CARDS))]
            if min(numbers) >= 0:
                heap = [card for card, n in zip(CARDS, numbers, strict=True) for _ in range(n)]
                if can_partition(heap, aces=Aces[aces.upper()]):
                    sets += 1
                    hands += hands_of(numbers, packs)
        assert Counts(sets, hands) == counts[len(CARDS) * packs - cards]


def test_kept_counts_are_told_apart() -> None:
    """No more sets than hands are kept, no more hands than can be dealt, no fewer by high aces."""
    for packs in (1, 2):
        low, both = kept_counts(packs, "low"), kept_counts(packs, "both")
        for cards, counts in [*enumerate(low), *enumerate(both)]:
            assert counts.sets <= counts.hands <= math.comb(52 * packs, cards)
            assert (packs == 1) <= (counts.sets == counts.hands)
        for less, more in zip(low, both, strict=False):
            assert less.sets <= more.sets


def test_seven_cards() -> None:
    """Of a pack there are 4,728 pairs of melds of three and four cards, and 4,604 hands (R13).

    The docs derive the difference; here both are counted one by one.
    """
    melds = brute_force.legal_melds("both")
    pairs = [
        three | four
        for three, four in product(melds, repeat=2)
        if (len(three), len(four)) == (3, 4) and not three & four
    ]
    sevens = {meld for meld in melds if len(meld) == 7}
    ways = Counter(pairs)
    assert (4728, 4604) == (len(pairs), len(ways))
    assert sevens < set(ways)
    assert {1: 4480, 2: 124} == Counter(ways.values())
    assert Counts(4604, 4604) == kept_counts(1, "both")[7]


# Partitions


@pytest.mark.parametrize(("packs", "ranks"), [(1, 3), (1, 4), (1, 5), (1, 6), (2, 3)])
@pytest.mark.parametrize("aces", ["low", "both"])
def test_kept_splits_of_few_ranks(packs: int, ranks: int, aces: brute_force.Aces) -> None:
    """The partitions kept of packs cut down to a few ranks are as many as the oracle counts."""
    faces = [rank + suit for rank in RANKS[:ranks] for suit in SUITS]
    expected = brute_force.count_declared(faces * packs, aces)
    assert [expected] == [
        int(row["splits"])
        for row in kept("splits")
        if (row["packs"], row["aces"], row["ranks"]) == (str(packs), aces, str(ranks))
    ]


# Plays


def test_plays_are_counted() -> None:
    """As many plays are counted as `plays` yields, jokers on the table and in the hand included."""
    rng = Random("plays")
    for _ in range(150):
        position = positions.random_position(
            rng,
            rng.choice((0, 3, 6, 9, 20, 30)),
            rng.randint(1, 8),
            table_jokers=rng.choice((0, 1, 1, 2)),
            hand_jokers=rng.choice((0, 0, 1, 2)),
        )
        table, hand = Table.parse(position.table_text), parse_cards(position.hand_text)
        assert len(list(plays(table, hand))) == count_plays(table, hand), position


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("", "2S 3S 4S 5S", 3),
        ("", "* * *", 1),
        ("5H 6H 7H", "8H 9H 2C", 2),
        ("7S *=8S 9S", "8S KH KD 2C", 2),  # the real card frees the joker (D13)
        ("7S *=8S 9S", "8S", 1),
        ("QS KS *=AS", "AS AS", 1),  # two cannot stand there, and no other place is left
    ],
)
def test_plays_by_hand(table: str, hand: str, expected: int) -> None:
    """Plays of small positions are as many as one finds by looking."""
    assert expected == count_plays(Table.parse(table), parse_cards(hand))


@pytest.mark.parametrize("moves", ["heaviest", "random"])
def test_positions_of_games(moves: str) -> None:
    """A game is played to its end, the same for the same seed, and seen where one may meld."""
    games = [list(positions_of_game(2, moves, Random(seed))) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert {Phase.MELD} == {state.phase for game in games for state in game}
    assert all(max(game[-1].scores) > 0 for game in games)


def test_players_move_as_they_are_said_to() -> None:
    """The heaviest play is made wherever there is one; at random it is made now and then."""
    heaviest = [0, 0]
    for which, moves in enumerate(("heaviest", "random")):
        states = list(positions_of_game(2, moves, Random(3)))
        for state, following in pairwise(states):
            best = best_play(state.table, state.turn.hand or ())
            if best and following.dealer == state.dealer:
                heaviest[which] += following.table == best.table
                assert moves == "random" or following.table == best.table
    assert heaviest[0] > heaviest[1] > 0


# The command


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put small files of numbers in the place of the ones that are kept."""
    monkeypatch.setattr(command, "DATA", tmp_path)
    monkeypatch.setattr(command, "HEAPS", (command.HeapsOf(1, Aces.LOW, most=6, quick=5),))
    monkeypatch.setattr(command, "SPLITS", [(1, Aces.LOW, 3)])
    monkeypatch.setattr(command, "GAMES", (command.Games("heaviest", 1, quick=(2,)),))
    return tmp_path


def test_command_writes(files: Path) -> None:
    """Each file is written with the names of its columns and a row for each number."""
    assert 0 == command.main([])
    assert {"counts.csv", "plays.csv", "splits.csv"} == {path.name for path in files.iterdir()}
    counts = (files / "counts.csv").read_text(encoding="utf-8").splitlines()
    assert ["packs,aces,cards,sets,hands", "1,low,0,1,1", "1,low,1,0,0"] == counts[:3]
    assert "1,low,6,4010,4010" == counts[-1]


def test_command_checks(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that has changed is told."""
    command.main([])
    assert 0 == command.main(["--check"])
    assert "all numbers are as they were\n" == capsys.readouterr().out
    (files / "splits.csv").write_text("packs,aces,ranks,splits\n1,low,3,7\n", encoding="utf-8")
    assert 1 == command.main(["--check", "counts", "splits"])
    assert "splits: 1,low,3,6\n" == capsys.readouterr().out
    (files / "splits.csv").write_text("1,low,3,6\n1,low,3,7\n", encoding="utf-8")
    assert ["splits: 1,low,3,6"] == [*command.differences("splits")]


def test_command_keeps_the_old_numbers(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as not all new ones are there."""

    def interrupted(**_quick: bool) -> Iterator[Sequence[object]]:
        yield 1, "low", 3, 7
        raise KeyboardInterrupt

    (files / "splits.csv").write_text("old", encoding="utf-8")
    monkeypatch.setitem(command.FILES, "splits", command.File("packs", interrupted))
    with pytest.raises(KeyboardInterrupt):
        command.write("splits")
    assert "old" == (files / "splits.csv").read_text(encoding="utf-8")


def test_command_knows_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    """Another name is refused."""
    with pytest.raises(SystemExit):
        command.main(["--check", "nothing"])
    assert "there is no 'nothing': choose from counts, splits, plays" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["counts", "splits"])
def test_kept_numbers_are_found_again(name: str) -> None:
    """What takes seconds to compute is in the files that are kept."""
    assert [] == list(command.differences(name))
