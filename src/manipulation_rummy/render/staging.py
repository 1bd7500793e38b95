"""From the things that can be drawn to scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias, cast

import attrs

from manipulation_rummy.arguments import wrong_type
from manipulation_rummy.cards import (
    MAX_CARDS,
    AnyCard,
    CardsLike,
    as_cards,
    as_held,
    parse_heaps,
)
from manipulation_rummy.draft import Draft
from manipulation_rummy.errors import RummyError
from manipulation_rummy.melds import HeapsLike, Meld, Table, as_table
from manipulation_rummy.render.marking import Cards, Mark, compare
from manipulation_rummy.render.scene import (
    Heap,
    Note,
    Scene,
    Seat,
    Section,
    Tone,
    heap_of,
    heaps_of,
    legend,
)
from manipulation_rummy.render.words import count, listed
from manipulation_rummy.scoring import hand_points
from manipulation_rummy.solver import Proposal
from manipulation_rummy.state import Phase
from manipulation_rummy.views import PlayerView, PublicView

Drawable: TypeAlias = (
    Meld | Table | Proposal | Draft | PlayerView | PublicView | CardsLike | Iterable[Meld]
)
"""What can be drawn. Melds, or a text with `|` in it or with a past, are a table, cards a hand."""

_EXPECTED: Final = "a Meld, Table, Proposal, Draft, view of a state, or cards"
_EMPTY_TABLE: Final = "the table is empty"
_MAX_NAME: Final = 80


def scene_of(
    thing: Drawable, since: HeapsLike | None = None, names: Sequence[str] | None = None
) -> Scene:
    """Return what a picture of the thing shows; see `render.svg`."""
    drawn = _recognised(thing, has_past=since is not None)
    if since is not None and not isinstance(drawn, (Table, Proposal, PlayerView, PublicView)):
        raise TypeError(f"since needs a thing that is or has a table, not a {type(thing).__name__}")
    if names is not None and not isinstance(drawn, (PlayerView, PublicView)):
        raise TypeError(f"names need a thing that has players, not a {type(thing).__name__}")
    old = None if since is None else as_table(since, "since")
    if isinstance(drawn, Meld):
        return _of_meld(drawn)
    if isinstance(drawn, Table):
        return _of_table(drawn, old)
    if isinstance(drawn, Proposal):
        return _of_proposal(drawn, old)
    if isinstance(drawn, Draft):
        return _of_draft(drawn)
    if isinstance(drawn, (PlayerView, PublicView)):
        return _of_view(drawn, old, _names(names, drawn))
    return _of_cards(drawn)


def _recognised(
    thing: object, *, has_past: bool
) -> Meld | Table | Proposal | Draft | PlayerView | PublicView | tuple[AnyCard, ...]:
    """Return what is to be drawn: what it is, or a table, or cards as a tuple."""
    if isinstance(thing, (Meld, Table, Proposal, Draft, PlayerView, PublicView)):
        return thing
    if isinstance(thing, str):
        heaps = parse_heaps(thing)
        return Table(heaps) if len(heaps) > 1 or has_past else as_cards(thing)
    if not isinstance(thing, Iterable):
        raise wrong_type("thing", _EXPECTED, thing)
    items = tuple(islice(cast("Iterable[object]", thing), MAX_CARDS + 1))
    if items and all(isinstance(item, Meld) for item in items):
        return as_table(cast("tuple[Meld, ...]", items), "thing")
    return as_cards(items, "thing")


# --- cards ----------------------------------------------------------------------------------------


def _cards(heading: str, cards: Cards) -> Section:
    return Section(heading, (heap_of(cards),) if cards else (), "no cards")


def _of_cards(cards: Cards) -> Scene:
    return Scene(count(len(cards), "card"), sections=(_cards("", cards),))


def _of_meld(meld: Meld) -> Scene:
    title = f"a {meld.kind.value} of {count(len(meld), 'card')}"
    return Scene(title, sections=(_cards("", meld.cards),))


# --- tables ---------------------------------------------------------------------------------------


def _compared(heading: str, table: Table, old: Table | None) -> tuple[Section, tuple[Note, ...]]:
    """Return a table as a section, and what its marks say."""
    melds = [meld.cards for meld in table]
    before = table if old is None else old
    comparison = compare([meld.cards for meld in before], melds)
    heaps = heaps_of(melds, comparison.marks)
    return Section(heading, heaps, _EMPTY_TABLE), tuple(legend(heaps, comparison))


def _table_title(table: Table) -> str:
    return f"a table of {count(len(table), 'meld')}, {count(len(table.cards), 'card')}"


def _of_table(table: Table, old: Table | None) -> Scene:
    section, notes = _compared("", table, old)
    change = "" if old is None else ", and what has changed"
    return Scene(_table_title(table) + change, sections=(section,), notes=notes)


def _of_proposal(proposal: Proposal, old: Table | None) -> Scene:
    table = proposal.table
    if old is None:
        marks = _surely_added(proposal)
        heaps = heaps_of([meld.cards for meld in table], marks)
        section, notes = Section("table", heaps, _EMPTY_TABLE), tuple(legend(heaps))
    else:
        section, notes = _compared("table", table, old)
    title = f"{count(len(proposal.played), 'card')} played: {_table_title(table)}"
    return Scene(title, sections=(_cards("played", proposal.played), section), notes=notes)


def _surely_added(proposal: Proposal) -> list[tuple[Mark | None, ...]]:
    """Mark the cards that are played, of twins and jokers only if all of them are."""
    played, laid = Counter(proposal.played), Counter(map(as_held, proposal.table.cards))
    return [
        tuple(Mark.ADDED if played[as_held(card)] == laid[as_held(card)] else None for card in meld)
        for meld in proposal.table
    ]


# --- drafts ---------------------------------------------------------------------------------------


def _of_draft(draft: Draft) -> Scene:
    comparison = compare([meld.cards for meld in draft.table], draft.heaps, draft.loose)
    heaps = tuple(
        attrs.evolve(heap, index=index, wrong=bool(draft.faults_of(index)))
        for index, heap in enumerate(heaps_of(draft.heaps, comparison.marks))
    )
    loose = Heap(draft.loose, comparison.picked_up)
    sections = [Section("table", heaps, _EMPTY_TABLE), _cards("hand", draft.hand)]
    if loose.cards:
        sections.insert(1, Section("picked up", (loose,), ""))
    notes = (*legend((*heaps, loose)), *_judgement(draft))
    return Scene("a turn in progress", sections=tuple(sections), notes=notes)


def _judgement(draft: Draft) -> Iterator[Note]:
    """Yield whether the draft can be committed, and if not, why; heaps are called by index."""
    violation = draft.violation
    if violation is None:
        yield Note("can be played", Tone.GOOD)
        return
    for fault in violation.faults:
        where = "" if fault.meld is None else f"heap {fault.meld}: "
        yield Note(f"{where}{attrs.evolve(fault, meld=None)}", Tone.BAD)


# --- views ----------------------------------------------------------------------------------------


def _names(names: Sequence[str] | None, view: PlayerView | PublicView) -> tuple[str, ...]:
    """Return the names of the players, as given or by seat."""
    if names is None:
        return tuple(f"seat {seat}" for seat in range(view.players))
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise wrong_type("names", "a sequence with one str a seat", names)
    if len(names) != view.players:
        raise RummyError(f"names must have {view.players} entries, one a seat, not {len(names)}")
    for seat, name in enumerate(names):
        if not isinstance(name, str):
            raise wrong_type(f"names[{seat}]", "a str", name)
        if not 0 < len(name) <= _MAX_NAME:
            raise RummyError(f"names[{seat}] must have 1 to {_MAX_NAME} letters, not {len(name)}")
    return tuple(names)


def _of_view(view: PlayerView | PublicView, old: Table | None, names: tuple[str, ...]) -> Scene:
    table, notes = _compared("table", view.table, old)
    watcher = names[view.seat] if isinstance(view, PlayerView) else "everybody"
    return Scene(
        f"the game as {watcher} sees it",
        seats=tuple(_seats(view, names)),
        status=_status(view, names),
        sections=(table, *_hands(view, names)),
        notes=notes,
    )


def _seats(view: PlayerView | PublicView, names: tuple[str, ...]) -> Iterator[Seat]:
    scores = view.result.final if view.result else view.scores
    for seat, name in enumerate(names):
        facts = (count(view.hand_sizes[seat], "card"), count(scores[seat], "point"))
        yield Seat(name, facts, seat == view.current_player, seat == view.dealer)
    yield Seat("stock", (count(view.stock_size, "card"),))


def _hands(view: PlayerView | PublicView, names: tuple[str, ...]) -> Iterator[Section]:
    """Yield the hands that can be seen: the own one, all of them once a round has ended."""
    shown: dict[int, tuple[AnyCard, ...]] = {}
    if view.phase in {Phase.DEAL, Phase.GAME_OVER} and view.last_round and view.last_round.hands:
        shown = dict(enumerate(view.last_round.hands))
    elif isinstance(view, PlayerView):
        shown = {view.seat: view.hand}
    for seat, hand in shown.items():
        points = count(hand_points(hand, view.rules), "point")
        yield _cards(f"{names[seat]}'s hand, {points}", hand)


def _status(view: PlayerView | PublicView, names: tuple[str, ...]) -> str:
    """Return what the game waits for."""
    if view.result is not None:
        return f"the game went to {listed(names[seat] for seat in view.result.winners)}"
    assert view.current_player is not None, "the game is not over"
    player = names[view.current_player]
    if view.phase is Phase.DEAL:
        if view.last_round is None:
            return f"{player} is to deal"
        winners = listed(names[seat] for seat in view.last_round.winners)
        return f"the round went to {winners}, {player} is to deal"
    if view.phase is Phase.DRAW:
        does = "is to draw"
    elif view.phase is Phase.END:
        does = "is to end the turn"
    else:
        does = "may meld or draws again" if view.turn.draw_due else "may meld"
    lap = "" if view.last_lap is None else ", the last lap"
    drawn = f", {count(view.draws, 'card')} drawn" if view.draws else ""
    return f"{player} {does}{drawn}{lap}"
