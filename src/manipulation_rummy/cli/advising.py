"""Advice for a turn in progress: the way to a new table, as one types it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manipulation_rummy.cards import JOKER, AnyCard, text_of
from manipulation_rummy.cli.editing import edited
from manipulation_rummy.melds import Table, in_order
from manipulation_rummy.stepping import Redeclare, Shift, Step, Swap, steps
from manipulation_rummy.violations import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from manipulation_rummy.draft import Draft


def way(draft: Draft, table: Table) -> tuple[str, ...]:
    """Return what to type to come from a draft to a new table.

    If what lies there are no melds, or jokers have changed, it begins with `reset`.
    """
    if draft.can_commit and not draft.loose:
        try:
            return tuple(_typed(draft, steps(Table(draft.heaps), table)))
        except IllegalMove:  # a joker of the hand was to stand for another card
            pass
    begin = draft.reset()
    words = () if begin == draft else ("reset",)
    return (*words, *_typed(begin, steps(draft.table, table)))


def _typed(draft: Draft, taken: Sequence[Step]) -> Iterator[str]:
    """Yield the edits that take these steps, one after the other."""
    for step in taken:
        for line in _edits(draft, step):
            yield line
            name, _, rest = line.partition(" ")
            draft = edited(draft, name, rest)


def _edits(draft: Draft, step: Step) -> Iterator[str]:
    """Yield the edits that take one step."""
    if isinstance(step, Redeclare):
        yield f"declare {step.stands_for} {_number(draft, step.heap)} {step.joker.stands_for}"
    elif isinstance(step, Swap):
        source = f" from {_number(draft, step.source)}" if step.source else ""
        yield f"swap {step.card} {_number(draft, step.target)}{source}"
    elif not step.source or step.source == (JOKER,):  # a joker that a swap has freed is picked up
        yield f"put {text_of(step.laid)}{_to(draft, step.target)}"
    else:
        yield from _edits_on_the_table(draft, step)


def _edits_on_the_table(draft: Draft, step: Shift) -> Iterator[str]:
    """Yield the edits that move cards of the table."""
    source = _number(draft, step.source)
    for was, card in zip(step.cards, step.laid, strict=True):
        if was != card:
            yield f"declare {card.counts_as} {source} {was.counts_as}"
    whole = step.cards == step.source
    if not step.target:
        if not whole:  # else it lies apart already
            yield f"split {text_of(step.laid)} {source}"
    elif whole:
        yield f"join {source} {_number(draft, step.target)}"
    else:
        yield f"move {text_of(step.laid)} {source} {_number(draft, step.target)}"


def _to(draft: Draft, heap: Sequence[AnyCard]) -> str:
    return f" {_number(draft, heap)}" if heap else ""


def _number(draft: Draft, heap: Sequence[AnyCard]) -> int:
    """Return the number by which a person calls a heap that lies there."""
    return draft.heaps.index(in_order(heap)) + 1
