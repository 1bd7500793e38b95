"""Pictures: what they show, how it lies, and that everybody can see or hear it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manipulation_rummy import (
    JOKER,
    AnyCard,
    Card,
    Draft,
    GameState,
    InvalidMeld,
    Joker,
    Knock,
    Meld,
    Phase,
    Play,
    Rules,
    RummyError,
    Table,
    apply,
    best_play,
    new_game,
    pack,
    parse_card,
    parse_cards,
    partition,
    public_view,
    render,
    view,
)
from manipulation_rummy.cards import EVERY_CARD, as_held
from manipulation_rummy.render import shapes
from manipulation_rummy.render.layout import (
    CARD_HEIGHT,
    CARD_WIDTH,
    NARROW_STEP,
    Box,
    fan,
    rows,
)
from manipulation_rummy.render.marking import Mark, compare
from manipulation_rummy.render.palette import DARK, LIGHT, Palette
from manipulation_rummy.render.scene import Tone
from manipulation_rummy.render.words import card_name, columns, shortened, wrapped
from tests.pictures import FOLDER, LARGE_TABLE, NAMES, OLD_TABLE, STATE, pictures
from tests.strategies import any_cards, by_turns, game, plays_of, tables

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = st.integers(200, 1200)
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


class Drawn(NamedTuple):
    """A card or a heap in a picture, and where it lies."""

    name: str
    mark: str | None
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Drawn) -> bool:
        """Whether they lie one upon the other."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def parsed(picture: str) -> ET.Element:
    """Read a picture as XML."""
    return ET.fromstring(picture)


def cards_in(element: ET.Element, x: float = 0, y: float = 0) -> list[Drawn]:
    """Return the cards of a part of a picture, and where they lie in the whole."""
    place = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if place:
        x, y = x + float(place[1]), y + float(place[2])
    if card := element.get("data-card"):
        return [Drawn(card, element.get("data-mark"), x, y, x + CARD_WIDTH, y + CARD_HEIGHT)]
    return [drawn for child in element for drawn in cards_in(child, x, y)]


def heaps_in(element: ET.Element, x: float = 0, y: float = 0) -> list[list[Drawn]]:
    """Return the heaps of a picture that have cards."""
    if element.get("data-heap"):
        return [found] if (found := cards_in(element, x, y)) else []
    place = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if place:
        x, y = x + float(place[1]), y + float(place[2])
    return [heap for child in element for heap in heaps_in(child, x, y)]


def names_of(picture: str) -> list[str]:
    """Return the cards of a picture in the order in which they are drawn."""
    return [drawn.name for drawn in cards_in(parsed(picture))]


def marked(picture: str) -> dict[str, str]:
    """Return the marked cards of a picture with their marks."""
    return {drawn.name: drawn.mark for drawn in cards_in(parsed(picture)) if drawn.mark}


def described(picture: str) -> tuple[str, str]:
    """Return title and description of a picture."""
    root = parsed(picture)
    return root.findtext(f"{SVG}title", ""), root.findtext(f"{SVG}desc", "")


def words_in(picture: str) -> str:
    """Return all that is written in a picture."""
    return "\n".join(element.text or "" for element in parsed(picture).iter(f"{SVG}text"))


def states_of_a_game(players: int) -> list[GameState]:
    """Return some states of a game, those at the ends of its rounds among them."""
    states = [step.after for step in game(players, Rules(), players, by_turns)]
    ends = [state for state in states if state.phase in {Phase.DEAL, Phase.GAME_OVER}]
    return [*states[::11], *ends]


def plain(text: str) -> str:
    """Return a text without its colours."""
    return re.sub(r"\x1b\[\d+m", "", text)


class TestCards:
    def test_every_card_can_be_told_from_every_other(self) -> None:
        """No two of the 105 cards and jokers look the same, not even where only the edge shows."""
        whole = {card: render.svg([card]) for card in EVERY_CARD}
        edge = {card: render.svg([card, JOKER]) for card in EVERY_CARD}
        for seen in (whole, edge):
            paths = {
                tuple(
                    (path.get("d"), path.get("fill"), path.get("transform"))
                    for path in parsed(picture).iter(f"{SVG}path")
                )
                for picture in seen.values()
            }
            assert len(EVERY_CARD) == len(paths)

    def test_a_joker_shows_what_it_stands_for(self) -> None:
        """It has the rank and the suit of that card, and a cap, seen also where it is covered."""
        for picture in (render.svg("*=8S"), render.svg("*=8S 9S")):
            paths = [path.get("d") for path in parsed(picture).iter(f"{SVG}path")]
            eight = Card.parse("8S")
            expected = [shapes.RANKS[eight.rank], shapes.SUITS[eight.suit], shapes.CAP]
            assert expected == paths[:3]

    def test_only_the_joker_of_a_hand_has_no_index_but_its_cap(self) -> None:
        """It stands for nothing yet."""
        paths = [path.get("d") for path in parsed(render.svg("*")).iter(f"{SVG}path")]
        assert [shapes.CAP, shapes.CAP] == paths
        covered = [path.get("d") for path in parsed(render.svg("* 8S")).iter(f"{SVG}path")]
        assert covered.count(shapes.CAP) == 1

    def test_shapes_are_no_letters_of_a_font(self) -> None:
        """A picture of cards has no text at all: it looks the same on every machine."""
        assert words_in(render.svg(LARGE_TABLE)) == ""

    @given(st.lists(any_cards(), max_size=40), WIDTHS)
    def test_each_card_of_a_hand_once_and_in_order(self, cards: list[AnyCard], width: int) -> None:
        """Whatever the cards and the room."""
        assert [str(card) for card in cards] == names_of(render.svg(cards, width=width))

    @given(tables(max_melds=12), WIDTHS)
    def test_each_card_of_a_table_once_and_in_order(self, table: Table, width: int) -> None:
        """Meld by meld, as the table has them."""
        heaps = heaps_in(parsed(render.svg(table, width=width)))
        expected = [[str(card) for card in meld] for meld in table]
        assert expected == [[card.name for card in heap] for heap in heaps]

    def test_cards_have_names_for_pointing_at_them(self) -> None:
        """With what has become of them, where that is shown."""
        root = parsed(render.svg("3S 4S 5S 6S", since="3S 4S 5S"))
        titles = [element.text for element in root.iter(f"{SVG}title")]
        assert ["3 of spades", "4 of spades", "5 of spades", "6 of spades, added"] == titles[1:]


class TestLayout:
    @given(tables(max_melds=12), WIDTHS)
    def test_melds_do_not_overlap(self, table: Table, width: int) -> None:
        """No card of one lies on a card of another."""
        heaps = heaps_in(parsed(render.svg(table, width=width)))
        for heap, other in combinations(heaps, 2):
            assert not any(a.overlaps(b) for a in heap for b in other)

    @given(st.lists(any_cards(), min_size=1, max_size=60), WIDTHS)
    def test_the_index_of_a_card_is_never_covered(self, cards: list[AnyCard], width: int) -> None:
        """Of a covered card at least its left edge can be seen."""
        drawn = cards_in(parsed(render.svg(cards, width=width)))
        for card, after in pairwise(drawn):
            assert after.top >= card.bottom or after.left - card.left >= NARROW_STEP

    @given(tables(max_melds=12), WIDTHS)
    def test_everything_lies_in_the_picture(self, table: Table, width: int) -> None:
        """The picture is no wider than asked for, and no card sticks out of it."""
        root = parsed(render.svg(table, width=width))
        right, bottom = float(root.get("width", "")), float(root.get("height", ""))
        assert f"0 0 {right:g} {bottom:g}" == root.get("viewBox")
        assert right <= width
        for card in cards_in(root):
            assert 0 < card.left < card.right < right
            assert 0 < card.top < card.bottom < bottom

    @pytest.mark.parametrize("width", [200, 360, 800])
    def test_so_it_does_with_several_parts(self, width: int) -> None:
        """The widest part decides, wherever it stands."""
        draft = Draft.of(STATE).join(0, 1).join(2, 1).take("KS KH", 4)
        for thing in (draft, view(STATE, 0), "7S 8S 9S", Draft.of(STATE).place("6S")):
            root = parsed(render.svg(thing, width=width))
            right, bottom = float(root.get("width", "")), float(root.get("height", ""))
            for card in cards_in(root):
                assert card.right < right <= width
                assert card.bottom < bottom

    def test_rows(self) -> None:
        """Boxes fill a row to its end; a row is as high as its highest box."""
        sizes = [Box(0, 0, 40, 50), Box(0, 0, 50, 20), Box(0, 0, 100, 10)]
        boxes, height = rows(sizes, 100, 10)
        assert [(0, 0), (50, 0), (0, 60)] == [(box.x, box.y) for box in boxes]
        assert height == 70

    def test_only_covered_cards_are_drawn_short(self) -> None:
        """The last card of each line is seen whole, with a large sign of its suit."""
        lying = fan(14, 320)
        whole = [number for number, spot in enumerate(lying.spots) if not spot.covered]
        assert [6, 13] == whole
        assert [2, 4] == [n for n, spot in enumerate(fan(5, 100).spots) if not spot.covered]

    def test_sixty_cards_fit_into_800_pixels(self) -> None:
        """In full size, less than a screen high."""
        assert len(LARGE_TABLE.cards) == 60
        root = parsed(render.svg(LARGE_TABLE))
        assert float(root.get("height", "")) <= 450

    def test_a_whole_suit_fits_on_a_phone(self) -> None:
        """In one line, a little closer."""
        suit = Meld.parse("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
        assert len({card.top for card in cards_in(parsed(render.svg(suit, width=360)))}) == 1

    def test_a_small_picture_is_small(self) -> None:
        """It takes no more room than it needs."""
        assert parsed(render.svg("7S 8S 9S")).get("width") == "152"

    def test_pictures_shrink_with_the_page(self) -> None:
        """On a screen that is narrower than the picture."""
        assert "max-width: 100%" in parsed(render.svg("7S")).get("style", "")


class TestAccess:
    """Title and description say what can be seen."""

    def test_table(self) -> None:
        """The melds are told with the names of their cards."""
        title, description = described(render.svg("7S *=8S 9S | KH KD KC"))
        assert title == "a table of 2 melds, 6 cards"
        expected = (
            "7 of spades, joker for the 8 of spades, 9 of spades; "
            "king of hearts, king of diamonds, king of clubs."
        )
        assert expected == description

    @pytest.mark.parametrize(
        ("thing", "title"),
        [
            ("8S", "1 card"),
            ("", "0 cards"),
            ([Meld.parse("7S 8S 9S")], "a table of 1 meld, 3 cards"),
            (Meld.parse("7S 8S 9S"), "a sequence of 3 cards"),
            (Meld.parse("7S 7H 7D 7C"), "a group of 4 cards"),
            (view(STATE, 2), "the game as seat 2 sees it"),
            (public_view(STATE), "the game as everybody sees it"),
            (Draft.of(STATE), "a turn in progress"),
        ],
    )
    def test_titles(self, thing: render.Drawable, title: str) -> None:
        """Each kind is called what it is."""
        assert title == described(render.svg(thing))[0]

    @pytest.mark.parametrize(
        ("thing", "sentence"),
        [("", "no cards."), (Table(), "the table is empty."), ("* AS", "joker, ace of spades.")],
    )
    def test_descriptions(self, thing: render.Drawable, sentence: str) -> None:
        """Also of what is not there."""
        assert sentence == described(render.svg(thing))[1]

    def test_marks_are_told(self) -> None:
        """With names of cards, not with their signs."""
        _, description = described(render.svg("3S 4S 5S 6S | 9H TH JH", since="3S 4S 5S"))
        assert description.endswith(
            "added: 6 of spades, 9 of hearts, 10 of hearts, jack of hearts."
        )

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_a_view_is_told_whole(self, players: int) -> None:
        """Every card of the table and of the own hand, and how many the others have."""
        for state in states_of_a_game(players):
            seen = view(state, 0)
            _, description = described(render.svg(seen))
            for card in (*seen.table.cards, *seen.hand):
                assert card_name(card) in description
            for seat, size in enumerate(seen.hand_sizes):
                assert f"seat {seat}: {size} card" in description

    def test_the_picture_is_one_image(self) -> None:
        """Assistive programs read title and description instead of the shapes."""
        root = parsed(render.svg("8S"))
        assert root.get("role") == "img"
        assert [f"{SVG}title", f"{SVG}desc"] == [child.tag for child in root][:2]

    def test_a_title_of_ones_own(self) -> None:
        """In place of the other."""
        assert described(render.svg("8S", title="lead"))[0] == "lead"

    @given(st.text(max_size=80))
    def test_any_title_is_well_formed(self, title: str) -> None:
        """Signs that mean something in XML are escaped, and what is no sign at all is replaced."""
        found = described(render.svg("8S", title=title))[0]
        assert len(title) == len(found)
        for given_letter, found_letter in zip(title, found, strict=True):
            expected = given_letter if given_letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
            assert expected == found_letter

    @given(
        st.lists(st.text(min_size=1, max_size=80), min_size=3, max_size=3), st.integers(200, 800)
    )
    def test_any_names_are_well_formed(self, names: list[str], width: int) -> None:
        """In pictures and in text, where they cannot send codes to the terminal either."""
        root = parsed(render.svg(view(STATE, 0), names=names, width=width))
        assert float(root.get("width", "")) <= width
        written = render.text(view(STATE, 0), names=names, width=width // 5)
        assert all(letter.isprintable() for letter in written if letter != "\n")
        assert max(map(columns, written.split("\n"))) <= width // 5

    def test_names_that_look_like_markup(self) -> None:
        """They are just names."""
        picture = render.svg(view(STATE, 0), names=["<script>", "a & b", '"'])
        assert "<script>" not in picture
        assert "a & b" in words_in(picture)


class TestPages:
    """Several pictures can stand in one page."""

    @given(tables())
    def test_there_are_no_ids_styles_or_scripts(self, table: Table) -> None:
        """Nothing to clash, and nothing that a page would have to allow."""
        for element in parsed(render.svg(table)).iter():
            assert "id" not in element.attrib
            assert "class" not in element.attrib
            assert element.tag.removeprefix(SVG) in {
                *("svg", "title", "desc", "g", "rect", "path", "circle", "text")
            }

    @given(tables(), st.booleans(), st.booleans(), WIDTHS)
    def test_the_same_thing_gives_the_same_picture(
        self, table: Table, dark: bool, four: bool, width: int
    ) -> None:
        """Whatever the order in which the melds were given."""
        again = Table.of(reversed(table.melds))
        expected = render.svg(table, dark=dark, four_colours=four, width=width)
        assert expected == render.svg(again, dark=dark, four_colours=four, width=width)


class TestMarks:
    """From one table to another: added, moved, freed, gone."""

    @pytest.mark.parametrize(
        ("old", "new", "expected", "gone"),
        [
            ("", "3S 4S 5S", "+3S +4S +5S", ""),
            ("3S 4S 5S", "3S 4S 5S", "", ""),
            ("3S 4S 5S", "3S 4S 5S 6S", "+6S", ""),
            ("3S 4S 5S 6S", "3S 4S 5S | 6S 6H 6D", ">6S +6H +6D", ""),
            ("3S 4S 5S *=6S", "3S 4S 5S 6S | KH KD *=KC", "+6S +KH +KD *KC", ""),
            ("3S 4S *=5S | 5S 5H 5D 5C", "3S 4S 5S | 5H 5D 5C *=5S", ">5S >*=5S", ""),
            ("3S 4S *=5S", "3S 4S 5S *=6S", "+5S *6S", ""),
            ("3S 4S 5S | 8H 8D 8C", "3S 4S 5S", "", "8H 8D 8C"),
            ("3S 4S *=5S", "3S 4S 5S", "+5S", "*=5S"),
            ("3S 4S 5S | 3S 4S 5S", "3S 4S 5S 6S | 3S 4S 5S", "+6S", ""),
            ("3S 4S 5S", "3S 4S 5S | 3S 4S 5S", "+3S +4S +5S", ""),
            ("3S 4S 5S 6S 7S 8S", "3S 4S 5S | 6S 7S 8S", ">6S >7S >8S", ""),
        ],
    )
    def test_cases(self, old: str, new: str, expected: str, gone: str) -> None:
        """Of melds that have two cards in common, the others are added, moved or freed."""
        table = Table.parse(new)
        found = compare([meld.cards for meld in Table.parse(old)], [m.cards for m in table])
        signs = {Mark.ADDED: "+", Mark.MOVED: ">", Mark.FREED: "*"}
        shown = [
            signs[mark] + (str(card.counts_as) if mark is Mark.FREED else str(card))
            for meld, marks in zip(table, found.marks, strict=True)
            for card, mark in zip(meld, marks, strict=True)
            if mark
        ]
        assert sorted(expected.split()) == sorted(shown)
        assert gone == " ".join(map(str, found.gone))

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_of_a_play_the_added_cards_are_those_played(self, players: int) -> None:
        """Nothing else comes from the hand, and nothing is gone."""
        for step, play in plays_of(tuple(game(players, Rules(), players, by_turns))):
            old, new = step.before.table, play.table
            found = compare([meld.cards for meld in old], [meld.cards for meld in new])
            hand = Counter(step.before.hands[step.before.current_player or 0])
            played = hand - Counter(step.after.hands[step.before.current_player or 0])
            added = Counter(
                as_held(card)
                for meld, marks in zip(new, found.marks, strict=True)
                for card, mark in zip(meld, marks, strict=True)
                if mark is Mark.ADDED
            )
            assert played == added
            assert found.gone == ()

    @given(tables(max_melds=8), tables(max_melds=8))
    def test_every_card_is_accounted_for(self, old: Table, new: Table) -> None:
        """The old cards stay, move, are freed or gone; the new ones stay, moved, freed or added."""
        found = compare([meld.cards for meld in old], [meld.cards for meld in new])
        marks = Counter(mark for melds in found.marks for mark in melds)
        assert len(new.cards) == marks.total()
        assert len(old.cards) == marks.total() - marks[Mark.ADDED] + len(found.gone)

    def test_marks_are_drawn(self) -> None:
        """The cards bear them, and a legend says what they mean."""
        picture = render.svg("3S 4S 5S 6S | KH *=KD KC", since="3S 4S 5S *=6S")
        expected = {"6S": "added", "KH": "added", "*=KD": "freed", "KC": "added"}
        assert expected == marked(picture)
        assert "freed: *=KD" in words_in(picture)

    def test_what_is_gone_is_said(self) -> None:
        """As in an undone play."""
        assert "gone: 6S" in words_in(render.svg("3S 4S 5S", since="3S 4S 5S 6S"))


PLAY = best_play(STATE.table, STATE.hands[0])
assert PLAY is not None


class TestProposals:
    def test_the_cards_played_are_shown_and_marked(self) -> None:
        """Above the table, and on it."""
        play = best_play(Table.parse("3S 4S 5S"), "6S KH KD *")
        assert play is not None
        expected = [*play.played, *chain.from_iterable(play.table)]
        assert list(map(str, expected)) == names_of(render.svg(play))
        assert dict.fromkeys(["6S", "KH", "KD", "*=KS"], "added") == marked(render.svg(play))

    def test_twins_are_marked_only_if_all_of_them_are_played(self) -> None:
        """Without the old table nobody can say which one it is."""
        play = best_play(Table.parse("3S 4S 5S"), "3S 3H 3D")
        assert play is not None
        assert set(marked(render.svg(play))) == {"3H", "3D"}

    def test_jokers_are_marked_only_if_all_of_them_are_played(self) -> None:
        """For the same reason."""
        play = best_play(Table.parse("3S 4S *=5S"), "KH KD *")
        assert play is not None
        assert set(marked(render.svg(play))) == {"KH", "KD"}

    def test_with_the_old_table_everything_is_marked(self) -> None:
        """What was moved and freed too."""
        assert PLAY is not None
        assert marked(render.svg(PLAY.table, since=OLD_TABLE)) == marked(
            render.svg(PLAY, since=OLD_TABLE)
        )


class TestDrafts:
    DRAFT = Draft.of(STATE).swap("6S", 1).take("9D", 3).place("8D 9D TD")

    def test_everything_is_shown(self) -> None:
        """Table, cards picked up and hand, each card once."""
        shown = Counter(map(as_held, map(parse_card, names_of(render.svg(self.DRAFT)))))
        assert Counter(map(as_held, (*STATE.table.cards, *STATE.hands[0]))) == shown

    def test_what_was_done_is_marked(self) -> None:
        """Without being asked: a draft knows the table it began with."""
        expected = {"6S": "added", "8D": "added", "9D": "moved", "TD": "added", "*": "freed"}
        assert expected == marked(render.svg(self.DRAFT))

    def test_what_is_wrong_is_said(self) -> None:
        """By the number of the heap, as the steps call it."""
        words = words_in(render.svg(self.DRAFT))
        assert "heap 3: a meld has at least 3 cards: 9S 9C (R11)" in words
        assert "a joker may not leave the table: * (R23)" in words
        assert "can be played" not in words

    def test_what_is_right_is_said(self) -> None:
        """When nothing is wrong any more."""
        draft = self.DRAFT.place("9H", 3).place("*=JD", 5)
        assert "can be played" in words_in(render.svg(draft))

    def test_heaps_that_are_no_melds_have_a_dashed_frame(self) -> None:
        """And nothing else has one but a place that is empty."""

        def dashes(draft: Draft) -> list[str | None]:
            rects = parsed(render.svg(draft)).iter(f"{SVG}rect")
            return [rect.get("stroke") for rect in rects if rect.get("stroke-dasharray")]

        assert dashes(Draft.of(STATE)) == []
        assert dashes(self.DRAFT) == [LIGHT.tones[Tone.BAD]]
        assert dashes(Draft.of(STATE).take("KS KH KC", 4)) == [LIGHT.edge]

    def test_heaps_have_numbers(self) -> None:
        """Also the empty ones, which keep their place."""
        draft = Draft.of(STATE).join(0, 1)
        root = parsed(render.svg(draft))
        numbers = [element.get("data-heap") for element in root.iter() if element.get("data-heap")]
        assert ["0", "1", "2", "3", "4", "0"] == numbers
        assert words_in(render.svg(draft)).split("\n")[1:6] == ["0", "1", "2", "3", "4"]

    def test_nothing_picked_up_is_not_shown(self) -> None:
        """Only where there is something."""
        assert "picked up" not in words_in(render.svg(Draft.of(STATE)))
        assert "picked up" in words_in(render.svg(self.DRAFT))


class TestViews:
    def test_what_everybody_may_see(self) -> None:
        """Names, cards, points, the stock, whose move it is, and the table."""
        words = words_in(render.svg(public_view(STATE), names=NAMES)).split("\n")
        expected = [
            *("Ann", "7 cards", "34 points"),
            *("Ben", "4 cards", "12 points"),
            *("D", "Cleo", "5 cards", "97 points"),
            *("stock", "72 cards"),
            "Ann may meld or draws again, 1 card drawn",
            "table",
        ]
        assert expected == words
        assert [str(c) for m in STATE.table for c in m] == names_of(render.svg(public_view(STATE)))

    @pytest.mark.parametrize("players", [2, 4])
    def test_the_own_hand_and_no_other(self, players: int) -> None:
        """Every card of the picture is one of the view; after a round they are those of all."""
        for number, state in enumerate(states_of_a_game(players)):
            seen = view(state, number % players)
            result = seen.last_round if state.phase in {Phase.DEAL, Phase.GAME_OVER} else None
            hands = (result.hands or ()) if result else (seen.hand,)
            shown = Counter(names_of(render.svg(seen)))
            assert Counter(map(str, chain(seen.table.cards, *hands))) == shown

    def test_d27_the_cards_of_others_leave_no_trace(self) -> None:
        """Two states that differ only in hidden cards give the same picture."""
        other = GameState.setup(
            [STATE.hands[0], "4C 4D JC QD", "AS AH 5D QC AC"],
            table=OLD_TABLE,
            scores=[34, 12, 97],
            dealer=2,
        )
        assert render.svg(view(STATE, 0)) == render.svg(view(other, 0))

    def test_d27_all_hands_once_a_round_has_ended(self) -> None:
        """With their points."""
        ended = apply(GameState.setup(["AS AH", "KH"], phase=Phase.END), Knock())
        words = words_in(render.svg(public_view(ended)))
        assert "seat 0's hand, 2 points" in words
        assert "seat 1's hand, 10 points" in words
        assert "the round went to seat 0, seat 0 is to deal" in words

    @pytest.mark.parametrize(
        ("state", "status"),
        [
            (new_game(2, dealer=1), "seat 1 is to deal"),
            (GameState.setup(["8S", "9S"], phase=Phase.DRAW), "seat 0 is to draw"),
            (
                GameState.setup(["8S", "9S"], phase=Phase.END),
                "seat 0 is to end the turn, 1 card drawn",
            ),
            (GameState.setup(["8S", "9S"], stock=""), "seat 0 may meld, 1 card drawn"),
            (GameState.setup(["8S", "9S"], last_lap=1), "seat 0 may meld, the last lap"),
            (
                apply(GameState.setup(["AS", "KH"], phase=Phase.END, scores=[149, 0]), Knock()),
                "the game went to seat 0",
            ),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_what_the_game_waits_for(self, state: GameState, status: str) -> None:
        """Is said in each phase."""
        assert status in words_in(render.svg(view(state, 0))).split("\n")
        assert status in render.text(view(state, 0)).split("\n")

    def test_the_final_points(self) -> None:
        """With the bonuses of the end."""
        over = apply(GameState.setup(["AS", "KH"], phase=Phase.END, scores=[149, 0]), Knock())
        assert over.result is not None
        assert f"{over.result.final[0]} points" in words_in(render.svg(view(over, 0)))

    def test_what_has_changed_on_its_table(self) -> None:
        """A view can be compared with an older table too."""
        assert PLAY is not None
        after = view(apply(STATE, PLAY.move), 1)
        assert marked(render.svg(PLAY.table, since=OLD_TABLE)) == marked(
            render.svg(after, since=OLD_TABLE)
        )

    def test_long_names_are_cut(self) -> None:
        """Where there is no room for them; the whole name can be pointed at."""
        name = "Maximiliane von und zu Hohenstein"
        picture = render.svg(view(STATE, 0), names=(name, "B", "C"))
        assert any(line.endswith("…") for line in words_in(picture).split("\n"))
        assert f"{name}: 7 cards, 34 points" in picture

    def test_the_name_of_the_dealer_leaves_room_for_the_token(self) -> None:
        """It is cut earlier."""
        words = words_in(render.svg(view(STATE, 0), names=["A", "Maximiliane", "Maximiliane"]))
        assert words.split("\n").count("Maximiliane") == 1


class TestText:
    """Pictures of text."""

    def test_unicode(self) -> None:
        """Cards in boxes, with their suits."""
        expected = [
            "╭──┬────┬───╮  ╭──┬──┬──╮",
            "│8♠│*=9♠│10♠│  │K♥│K♦│K♣│",
            "╰──┴────┴───╯  ╰──┴──┴──╯",
        ]
        assert expected == render.text("8S *=9S TS | KH KD KC").split("\n")

    def test_ascii(self) -> None:
        """The same, for terminals and files that have nothing else."""
        expected = [
            ".--.----.--.  .--.--.--.",
            "|8S|*=9S|TS|  |KH|KD|KC|",
            "'--'----'--'  '--'--'--'",
        ]
        assert expected == render.text("8S *=9S TS | KH KD KC", unicode=False).split("\n")

    @given(tables(max_melds=8), st.integers(40, 120), st.booleans())
    def test_it_can_be_read_back(self, table: Table, width: int, unicode: bool) -> None:
        """Every card is there as one types it, meld by meld."""
        written = render.text(table, width=width, unicode=unicode)
        assert all(len(line) <= width for line in written.split("\n"))
        lines = [line for line in written.split("\n") if line[0] in "│|┊:"]
        read = parse_cards(re.sub("[│|┊:]", " ", " ".join(lines)))
        assert list(chain.from_iterable(table)) == list(read)

    @given(tables(max_melds=8), st.booleans())
    def test_ascii_is_ascii(self, table: Table, colour: bool) -> None:
        """With colours or without."""
        assert render.text(table, unicode=False, colour=colour).isascii()

    @given(tables(max_melds=8), st.booleans(), st.booleans())
    def test_colours_change_nothing_else(self, table: Table, unicode: bool, four: bool) -> None:
        """Without them the text is the same."""
        coloured = render.text(table, unicode=unicode, colour=True, four_colours=four)
        assert render.text(table, unicode=unicode) == plain(coloured)

    def test_suits_have_colours(self) -> None:
        """Two or four; jokers of a hand have their own."""
        two = render.text("8S 8H 8D 8C *", colour=True)
        assert ["31m8♥", "31m8♦", "35m*"] == re.findall(r"\d\dm[^\x1b]+", two)
        four = render.text("8S 8H 8D 8C *", colour=True, four_colours=True)
        assert ["31m8♥", "34m8♦", "32m8♣", "35m*"] == re.findall(r"\d\dm[^\x1b]+", four)

    def test_marks(self) -> None:
        """They stand under their cards and in the legend."""
        written = render.text("3S 4S 5S | 6S 6H 6D *=6C", since="3S 4S 5S 6S | 8H 8D *=8S")
        expected = [
            "╭──┬──┬──╮  ╭──┬──┬──┬────╮",
            "│3♠│4♠│5♠│  │6♠│6♥│6♦│*=6♣│",
            "╰──┴──┴──╯  ╰→─┴+─┴+─┴─*──╯",
            "",
            "+ added: 6H 6D",
            "→ moved: 6S",
            "* freed: *=6C",
            "gone: 8H 8D",
        ]
        assert expected == written.split("\n")

    def test_drafts(self) -> None:
        """Heaps have numbers, those that are no melds a `!`, and empty ones a place."""
        draft = Draft.of(GameState.setup(["6S 6D KC", "2S"], table="6H 7H 8H | 9S 9H 9D"))
        written = render.text(draft.place("6S 6D").take("9S 9H 9D", 1), unicode=False)
        expected = [
            "table",
            ".0-.--.--.  .1-.  .2!.--.",
            "|6H|7H|8H|  |  |  |6S|6D|",
            "'--'--'--'  '--'  '+-'+-'",
            "",
            "picked up",
            ".--.--.--.",
            "|9S|9H|9D|",
            "'>-'>-'>-'",
            "",
            "hand",
            ".--.",
            "|KC|",
            "'--'",
            "",
            "+ added: 6S 6D",
            "> moved: 9S 9H 9D",
            "! heap 2: a meld has at least 3 cards: 6S 6D (R11)",
            "! cards may not leave the table: 9S 9H 9D (R18)",
        ]
        assert expected == written.split("\n")

    def test_a_draft_that_can_be_played(self) -> None:
        """Says so."""
        draft = Draft.of(GameState.setup(["9H KC", "2S"], table="6H 7H 8H")).place("9H", 0)
        assert render.text(draft).endswith("✓ can be played")

    def test_views(self) -> None:
        """The players in columns, an arrow before the one to move."""
        written = render.text(public_view(STATE), names=["Ann", "Ben", "宮本"], unicode=False)
        expected = [
            "> Ann     7 cards  34 points",
            "  Ben     4 cards  12 points",
            "  宮本    5 cards  97 points  dealer",
            "  stock  72 cards",
            "",
            "Ann may meld or draws again, 1 card drawn",
            "",
            "table",
        ]
        assert expected == written.split("\n")[:8]

    def test_a_long_hand_goes_on_in_the_next_line(self) -> None:
        """Open edges say that it is one."""
        expected = [
            ".--.--.--.--.--.--.--.--.--.--.--.--.--.",
            "|AS|AH|AD|AC|2S|2H|2D|2C|3S|3H|3D|3C|4S:",
            "'--'--'--'--'--'--'--'--'--'--'--'--'--'",
            ".--.--.",
            ":4H|4D|",
            "'--'--'",
        ]
        hand = pack(2)[:15]
        assert expected == render.text(hand, width=40, unicode=False).split("\n")

    def test_nothing(self) -> None:
        """No cards, no melds: in words."""
        assert render.text("") == "no cards"
        assert render.text(Table()) == "the table is empty"

    def test_headings_are_bold_and_wrong_is_red(self) -> None:
        """Where there are colours."""
        draft = Draft.of(GameState.setup(["6S KC", "2S"], table="6H 7H 8H"))
        written = render.text(draft, colour=True)
        assert written.startswith("\x1b[1mtable\x1b[0m\n")
        assert "\x1b[31m✗\x1b[0m no card comes from the hand" in written


class TestWords:
    def test_names_of_cards(self) -> None:
        """As one says them."""
        expected = ["ace of spades", "10 of hearts", "queen of clubs", "joker"]
        assert expected == [card_name(card) for card in parse_cards("AS TH QC *")]
        assert card_name(Joker(Card.parse("KD"))) == "joker for the king of diamonds"

    def test_columns(self) -> None:
        """Some letters take two."""
        assert [0, 3, 4, 2] == [columns(text) for text in ("", "Ann", "宮本", "\uff21")]

    def test_shortened(self) -> None:
        """Only if need be."""
        assert [shortened("abcd", room) for room in (5, 4, 3, 1)] == ["abcd", "abcd", "ab…", "…"]

    @given(st.text(), st.integers(1, 30))
    def test_shortened_texts_fit(self, text: str, room: int) -> None:
        """And are the whole text if it fits."""
        cut = shortened(text, room)
        assert columns(cut) <= room
        assert cut == text or cut.endswith("…")

    @given(st.text(), st.integers(2, 30))
    def test_wrapped_texts_fit_and_are_whole(self, text: str, room: int) -> None:
        """In lines that are no wider than there is room."""
        lines = wrapped(text, room)
        assert max(map(columns, lines)) <= room
        assert "".join(text.split()) == "".join(lines).replace(" ", "")

    def test_wrapped_texts_break_between_words(self) -> None:
        """Lines are as full as they can be; only a word too long for any is cut."""
        assert wrapped("one two three", 7) == ["one two", "three"]
        assert wrapped("seventeen", 5) == ["seven", "teen"]
        assert wrapped("", 5) == [""]


# --- colours --------------------------------------------------------------------------------------


def light_of(colour: str) -> tuple[float, float, float]:
    """Return the red, green and blue light of a colour, linear (sRGB)."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    return linear(red), linear(green), linear(blue)


def times(matrix: Sequence[Sequence[float]], light: Sequence[float]) -> tuple[float, ...]:
    """Return the product of a matrix and a vector."""
    return tuple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)


def contrast(colour: str, ground: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2)."""
    dark, light = sorted(times(TO_XYZ, light_of(each))[1] for each in (colour, ground))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """Return a colour as CIE L*a*b*, as eyes of some sight see it."""
    light = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], light_of(colour))]
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (
            part / white
            for part, white in zip(times(TO_XYZ, light), (0.95047, 1, 1.08883), strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear light without one kind of cones (Machado, Oliveira, Fernandes 2009)."""


@PALETTES
class TestPalettes:
    def test_cards_can_be_read(self, palette: Palette) -> None:
        """Suits, and the caps of jokers, on every kind of card: contrast 4.5, as for text."""
        faces = (palette.card, palette.joker_card, *palette.marked_cards.values())
        inks = (*palette.two_suits.values(), *palette.four_suits.values(), palette.joker)
        for face in faces:
            assert min(contrast(ink, face) for ink in inks) >= 4.5

    def test_words_and_signs_can_be_read(self, palette: Palette) -> None:
        """On the ground and on what is raised from it."""
        for ground in (palette.ground, palette.raised):
            assert min(contrast(ink, ground) for ink in (palette.words, palette.quiet)) >= 4.5
        signs = (*palette.marks.values(), *palette.tones.values())
        assert min(contrast(palette.ground, sign) for sign in signs) >= 4.5

    def test_edges_can_be_seen(self, palette: Palette) -> None:
        """Of cards on the ground, on each other and where they are marked: contrast 3."""
        assert contrast(palette.edge, palette.ground) >= 3
        assert contrast(palette.edge, palette.card) >= 3
        assert contrast(palette.joker, palette.joker_card) >= 3
        for mark, edge in palette.marks.items():
            assert contrast(edge, palette.marked_cards[mark]) >= 3

    @pytest.mark.parametrize("sight", SIGHTS)
    def test_four_suits_can_be_told_apart(self, palette: Palette, sight: str) -> None:
        """By everybody: any two are 20 apart in L*a*b*, where 2.3 can just be noticed."""
        colours = [seen(colour, sight) for colour in palette.four_suits.values()]
        assert min(math.dist(a, b) for a, b in combinations(colours, 2)) >= 20

    def test_two_suits_are_black_and_red(self, palette: Palette) -> None:
        """As on real cards, two of each."""
        assert [2, 2] == list(Counter(palette.two_suits.values()).values())


def test_colours_are_those_of_the_palette() -> None:
    """Light unless told otherwise, with two colours of suits unless told otherwise."""
    for dark, palette in ((False, LIGHT), (True, DARK)):
        for four, suits in ((False, palette.two_suits), (True, palette.four_suits)):
            root = parsed(render.svg("8S 8H 8D 8C", dark=dark, four_colours=four))
            used = {element.get("fill") for element in root.iter()} - {None, "none"}
            assert {palette.ground, palette.card, *suits.values()} == used


# --- bad input ------------------------------------------------------------------------------------

WRONG = [
    ({"thing": STATE}, TypeError, "thing must be a Meld, Table, .* not GameState"),
    ({"thing": None}, TypeError, "thing must be"),
    ({"thing": [1]}, TypeError, r"thing\[0\] must be a Card"),
    ({"thing": "7S 8S | KH KD KC"}, InvalidMeld, "meld 1: a meld has at least 3 cards"),
    ({"thing": pack(3) * 3}, RummyError, "more than 216 cards"),
    ({"thing": [Meld.parse("7S 8S 9S")] * 300}, RummyError, "more than 216 cards"),
    ({"since": "7S 8S"}, InvalidMeld, "at least 3 cards"),
    ({"since": 5}, TypeError, "since must be a Table"),
    ({"thing": parse_cards("7S"), "since": ""}, TypeError, "since needs a thing .* not a tuple"),
    ({"thing": Draft.of(STATE), "since": ""}, TypeError, "since needs a thing .* not a Draft"),
    ({"names": NAMES}, TypeError, "names need a thing .* not a str"),
    ({"thing": view(STATE, 0), "names": "Ann"}, TypeError, "names must be a sequence"),
    ({"thing": view(STATE, 0), "names": 3}, TypeError, "names must be a sequence"),
    ({"thing": view(STATE, 0), "names": ["A", "B"]}, RummyError, "names must have 3 entries"),
    ({"thing": view(STATE, 0), "names": ["A", "B", 3]}, TypeError, r"names\[2\] must be a str"),
    ({"thing": view(STATE, 0), "names": ["A", "B", ""]}, RummyError, r"names\[2\] must have 1"),
    ({"thing": view(STATE, 0), "names": ["A", "B", "C" * 81]}, RummyError, "1 to 80 letters"),
    ({"four_colours": 1}, TypeError, "four_colours must be a bool"),
    ({"width": 39}, RummyError, "width must be"),
    ({"width": 10**9}, RummyError, "width must be"),
    ({"width": 80.0}, TypeError, "width must be an int"),
]


@pytest.mark.parametrize("draw", [render.svg, render.text])
@pytest.mark.parametrize(("arguments", "error", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_arguments(draw, arguments, error, message: str) -> None:
    """Each is refused by name, by text and SVG alike."""
    with pytest.raises(error, match=message):
        draw(**{"thing": "7S 8S 9S | KH KD KC", **arguments})


def test_wrong_options_of_svg() -> None:
    """Those that text does not have."""
    with pytest.raises(TypeError, match="dark must be a bool"):
        render.svg("7S", dark="yes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="title must be a str or None"):
        render.svg("7S", title=7)  # type: ignore[arg-type]
    with pytest.raises(RummyError, match="title has more than 500 letters"):
        render.svg("7S", title="x" * 501)
    with pytest.raises(RummyError, match="width must be 200"):
        render.svg("7S", width=199)


def test_wrong_options_of_text() -> None:
    """Those that SVG does not have."""
    with pytest.raises(TypeError, match="unicode must be a bool"):
        render.text("7S", unicode=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="colour must be a bool"):
        render.text("7S", colour=1)  # type: ignore[arg-type]


# --- the documentation ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", pictures())
def test_the_pictures_of_the_documentation_are_up_to_date(name: str) -> None:
    """They are what the code draws; `python -m tests.pictures` draws them anew."""
    assert pictures()[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_there_are_no_other_pictures() -> None:
    """None is left behind."""
    assert set(pictures()) == {path.name for path in FOLDER.iterdir()}


def test_a_melds_partition_is_a_table() -> None:
    """What the solver returns can be drawn as it is."""
    melds = partition("3H 4H 5H 6H 6S 6D")
    assert melds is not None
    assert render.svg(melds) == render.svg(Table.of(melds))


def test_a_play_is_drawn_by_its_table() -> None:
    """Its own and the one before."""
    play = Play("3S 4S 5S 6S")
    assert set(marked(render.svg(play.table, since="3S 4S 5S"))) == {"6S"}
