"""A turn in progress: the table taken apart and the hand laid out, until they are a play.

A card is named by what it is and by where it lies: in a heap, which has a number, in the hand, or
picked up. Of equal cards in one place it does not matter which is meant. A heap lies in the order
of a meld, whatever the order in which its cards came, and keeps its number, also when it is empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, final

import attrs

from manipulation_rummy.arguments import expect_int, expect_seat, shown, wrong_type
from manipulation_rummy.cards import (
    JOKER,
    SORT_KEY,
    AnyCard,
    Card,
    CardsLike,
    Joker,
    as_cards,
    as_hand,
    as_held,
    text_of,
)
from manipulation_rummy.completing import completed
from manipulation_rummy.engine import reason_not_here, turn_of
from manipulation_rummy.errors import DraftError
from manipulation_rummy.laying import cards_played, faults_of_play, lay
from manipulation_rummy.melds import Table, check_meld, in_order
from manipulation_rummy.moves import Play
from manipulation_rummy.state import GameState, Position, Turn
from manipulation_rummy.views import PlayerView
from manipulation_rummy.violations import Fault, IllegalMove, Violation

_Heaps: TypeAlias = tuple[tuple[AnyCard, ...], ...]
_LOOSE: Final = "what is picked up"


def _sorted(cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
    return tuple(sorted(cards, key=SORT_KEY))


def _each_in_order(heaps: Iterable[Iterable[AnyCard]]) -> _Heaps:
    return tuple(map(in_order, heaps))


@final
@attrs.frozen
class Draft:
    """A turn in progress, as a front end with drag and drop needs it; immutable.

    Each step returns a new draft, so undo is keeping the old one. No step loses a card: the heaps,
    the cards picked up and the hand are always those of the table and the whole hand together. What
    a step cannot do is a `DraftError`; whether what then lies there is legal, `violation` tells.

    Drafts are made by `Draft.of` and the steps; the constructor itself checks nothing.

    Example:
        >>> state = GameState.setup(["6S 6D KC", "2S"], table="6H 7H 8H 9H")
        >>> draft = Draft.of(state).place("6S 6D")
        >>> print(draft.violation)
        meld 2: a meld has at least 3 cards: 6S 6D (R11)
        >>> draft = draft.take("6H", 0).place("6H", 1)
        >>> print(draft)
        7H 8H 9H | 6S 6H 6D
        >>> draft.commit()
        Play(table=Table.parse('6S 6H 6D | 7H 8H 9H'))
    """

    _turn: Turn = attrs.field(repr=False)
    _whole_hand: tuple[AnyCard, ...] = attrs.field(repr=False)
    heaps: tuple[tuple[AnyCard, ...], ...] = attrs.field(converter=_each_in_order)
    """The heaps on the table, melds or not yet, first those that its melds have become.

    Each keeps its index, which the steps call it by. An emptied one stays, as `()`; a new one takes
    the place of the first empty one, or one at the end.
    """
    hand: tuple[AnyCard, ...] = attrs.field(converter=_sorted)
    """The cards left in the hand, sorted."""
    loose: tuple[AnyCard, ...] = attrs.field(default=(), converter=_sorted)
    """The cards picked up and not yet placed, sorted, and the jokers that a swap has freed."""

    @classmethod
    def of(cls, state_or_view: Position, *, seat: int | None = None) -> Draft:
        """Return the draft of a turn in which nothing has been done yet.

        Where it is another's turn, or no time to meld, a draft can be prepared nevertheless; it
        cannot be committed.

        Args:
            state_or_view: A state, or the view of a player, which brings his own hand.
            seat: Whose hand of a state, by default that of the player to move.

        Raises:
            DraftError: If the hand is hidden, there is no such seat, or one is given for a view.
            TypeError: If an argument is of a wrong type.
        """
        turn = turn_of(state_or_view)
        if seat is None:
            hand = state_or_view.hand if isinstance(state_or_view, PlayerView) else turn.hand
            if hand is None:
                raise DraftError("no hand to play from: it is hidden, or nobody is to move")
        elif isinstance(state_or_view, GameState):
            hand = state_or_view.hands[expect_seat("seat", seat, turn.players, DraftError)]
            if seat != turn.current_player:
                turn = attrs.evolve(turn, hand=None)  # whose moves are all NOT_YOUR_TURN
        else:
            raise DraftError("seat: only a state has a hand for each seat, a view has its own")
        whole_hand = as_hand(hand, "hand", DraftError)
        return cls(turn, whole_hand, turn.table, whole_hand)

    # --- what lies where --------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it was when nothing had been done."""
        return self._turn.table

    @property
    def played(self) -> tuple[AnyCard, ...]:
        """The cards that the heaps have more than the table had, as held in the hand, sorted."""
        return cards_played(self.table, self.heaps)

    def faults_of(self, heap: int) -> tuple[Fault, ...]:
        """Return what is wrong with a heap as a meld, as `check_meld` does; an empty one has none.

        Raises:
            DraftError: If there is no such heap.
            TypeError: If it is no int.
        """
        cards = self.heaps[self._expect_heap("heap", heap)]
        violation = check_meld(cards) if cards else None
        return violation.faults if violation else ()

    def __str__(self) -> str:
        return " | ".join(text_of(heap) or "-" for heap in self.heaps)

    # --- whether it is a play ---------------------------------------------------------------------

    @property
    def violation(self) -> Violation | None:
        """Why it cannot be committed, None if it can.

        Either why no play belongs here, whatever it holds, or every fault of the heaps as a new
        table. A card of the table that is picked up is missing from it; one of the hand just stays
        there. The index of a meld is that of the heap.
        """
        if reason := reason_not_here(self._turn, Play(self.table), None):
            return Violation((Fault.of(reason),))
        return Violation.of(self._faults())

    def _faults(self) -> Iterator[Fault]:
        """Yield the faults of the heaps, of which the empty ones are no melds at all."""
        indices = [index for index, heap in enumerate(self.heaps) if heap]
        for fault in faults_of_play(self.table, self._whole_hand, self._laid):
            yield fault if fault.meld is None else attrs.evolve(fault, meld=indices[fault.meld])

    @property
    def _laid(self) -> _Heaps:
        return tuple(filter(None, self.heaps))

    @property
    def can_commit(self) -> bool:
        """Whether it can be committed."""
        return self.violation is None

    def commit(self) -> Play:
        """Return the play.

        Raises:
            IllegalMove: If it is none; its `.violation` says why.
        """
        if violation := self.violation:
            raise IllegalMove(violation)
        return Play(Table(self._laid))

    def complete(self) -> Draft | None:
        """Return a draft with a legal new table, finished from this one; None if it cannot be.

        It keeps every card of the table and plays every card that is placed, with as few more of
        the hand as it takes, and at least one in all. Jokers stand for what they do here if that
        takes no more cards. Heaps that are melds stay as they are if they can, each looked at in
        its turn.

        Example:
            >>> state = GameState.setup(["6S 6D KC", "2S"], table="6H 7H 8H 9H")
            >>> print(Draft.of(state).place("6S").complete())
            7H 8H 9H | 6S 6H 6D
        """
        heaps = completed(self.table, self.heaps, self.loose, self.hand)
        if heaps is None:
            return None
        played = cards_played(self.table, heaps)
        hand = Counter(self._whole_hand) - Counter(played)
        return Draft(self._turn, self._whole_hand, heaps, hand.elements())

    # --- steps ------------------------------------------------------------------------------------

    def take(self, cards: CardsLike, heap: int | None = None) -> Draft:
        """Pick cards up, from a heap or, if none is given, from the hand.

        A joker goes on standing for what it stands for.

        Raises:
            DraftError: If there is no such heap, or it or the hand lacks one of the cards.
            TypeError: If an argument is of a wrong type.
            NotationError: If the cards are text that cannot be read.
        """
        wanted = _some(cards)
        loose = (*self.loose, *wanted)
        if heap is None:
            return attrs.evolve(self, hand=_less(self.hand, wanted, "the hand"), loose=loose)
        heaps = list(self.heaps)
        heaps[heap] = self._heap_less(heap, wanted)
        return attrs.evolve(self, heaps=heaps, loose=loose)

    def place(self, cards: CardsLike, heap: int | None = None) -> Draft:
        """Put cards in a heap or, if none is given, together in a new one.

        They are those picked up and, as far as these lack them, those of the hand. A joker that
        stands for nothing yet can be placed as `*=8S`, which says what it stands for (R20).

        Raises:
            DraftError: If there is no such heap, or a card is neither picked up nor in the hand.
            TypeError: If an argument is of a wrong type.
            NotationError: If the cards are text that cannot be read.

        Example:
            >>> state = GameState.setup(["* KC", "2S"], table="7S 8S 9S")
            >>> print(Draft.of(state).place("*=TS", 0))
            7S 8S 9S *=TS
        """
        wanted = _some(cards)
        loose, hand = list(self.loose), list(self.hand)
        lacking = [card for card in wanted if not lay(card, loose, hand)]
        if lacking:
            raise DraftError(f"neither picked up nor in the hand: {text_of(lacking)}")
        return attrs.evolve(self, heaps=self._with(wanted, heap), hand=hand, loose=loose)

    def put_back(self, cards: CardsLike) -> Draft:
        """Return cards that were picked up to the hand, as far as they came from it.

        Raises:
            DraftError: If a card is not picked up, or does not come from the hand (R18).
            TypeError: If the cards are none.
            NotationError: If they are text that cannot be read.
        """
        wanted = _some(cards)
        loose = _less(self.loose, wanted, _LOOSE)
        hand = [*self.hand, *map(as_held, wanted)]
        if foreign := Counter(hand) - Counter(self._whole_hand):
            text = text_of(_sorted(foreign.elements()))
            raise DraftError(f"cards of the table cannot go to the hand: {text} (R18, R23)")
        return attrs.evolve(self, hand=hand, loose=loose)

    def declare(
        self, card: Card | str, heap: int | None = None, *, was: Card | str | None = None
    ) -> Draft:
        """Say which card a joker of a heap or, if none is given, one picked up stands for (R20).

        Args:
            card: The card.
            heap: The heap.
            was: The card that the joker stands for before, None if it is none yet.

        Raises:
            DraftError: If there is no such heap, or no such joker in it.
            TypeError: If an argument is of a wrong type.
            NotationError: If a text cannot be read.
        """
        before = JOKER if was is None else Joker(_as_card("was", was))
        after = Joker(_as_card("card", card))
        if heap is None:
            loose = _less(self.loose, [before], _LOOSE)
            return attrs.evolve(self, loose=(*loose, after))
        heaps = list(self.heaps)
        heaps[heap] = (*self._heap_less(heap, [before]), after)
        return attrs.evolve(self, heaps=heaps)

    def split(self, heap: int, cards: CardsLike) -> Draft:
        """Put some of the cards of a heap in a new one.

        Raises:
            DraftError: If there is no such heap, or it lacks one of the cards or has no other.
            TypeError: If an argument is of a wrong type.
            NotationError: If the cards are text that cannot be read.
        """
        wanted = _some(cards)
        left = self._heap_less(heap, wanted)
        if not left:
            raise DraftError(f"heap {heap} has no other cards than these: {text_of(wanted)}")
        heaps = self._with(wanted, None)
        heaps[heap] = left
        return attrs.evolve(self, heaps=heaps)

    def join(self, heap: int, into: int) -> Draft:
        """Put all cards of a heap in another one.

        Raises:
            DraftError: If there is no such heap, it is empty, or both are the same.
            TypeError: If an argument is no int.
        """
        cards = self.heaps[self._expect_heap("heap", heap)]
        if not cards:
            raise DraftError(f"heap {heap} has no cards")
        if self._expect_heap("into", into) == heap:
            raise DraftError(f"heap {heap} cannot be joined with itself")
        heaps = self._with(cards, into)
        heaps[heap] = ()
        return attrs.evolve(self, heaps=heaps)

    def swap(self, card: Card | str, heap: int, source: int | None = None) -> Draft:
        """Put a real card in the place of a joker that stands for it; the joker is picked up (R21).

        It stands for nothing then, and is to be placed again (R23).

        Args:
            card: The card.
            heap: The heap in which the joker lies.
            source: The heap in which the card lies, if it is neither picked up nor in the hand.

        Raises:
            DraftError: If there is no such heap, card or joker.
            TypeError: If an argument is of a wrong type.
            NotationError: If the card is text that cannot be read.

        Example:
            >>> state = GameState.setup(["8S KC", "2S"], table="7S *=8S 9S")
            >>> draft = Draft.of(state).swap("8S", 0)
            >>> print(draft, *draft.loose)
            7S 8S 9S *
            >>> print(draft.place("*=TS", 0))
            7S 8S 9S *=TS
        """
        real = _as_card("card", card)
        joker = Joker(real)
        draft = self
        if source is not None:
            draft = self.take([real], self._expect_heap("source", source))
        draft = draft.take([joker], heap).place([real], heap)
        return attrs.evolve(draft, loose=(*_less(draft.loose, [joker], _LOOSE), JOKER))

    def reset(self) -> Draft:
        """Return the draft in which nothing has been done."""
        return Draft(self._turn, self._whole_hand, self.table, self._whole_hand)

    def carry_over(self, state_or_view: Position, *, seat: int | None = None) -> Draft:
        """Return the same draft in a later position: after a draw, or when it is one's turn now.

        Args:
            state_or_view: As for `Draft.of`.
            seat: As for `Draft.of`.

        Raises:
            DraftError: If the table is another one, a card placed or picked up is in the hand no
                more, or `Draft.of` refuses.
            TypeError: If an argument is of a wrong type.
        """
        later = Draft.of(state_or_view, seat=seat)
        if later.table != self.table:
            raise DraftError("the table has changed")
        used = (Counter(self._whole_hand) - Counter(self.hand)).elements()
        hand = _less(later.hand, used, "the hand")
        return attrs.evolve(later, heaps=self.heaps, hand=hand, loose=self.loose)

    # --- heaps ------------------------------------------------------------------------------------

    def _expect_heap(self, argument: str, heap: int) -> int:
        if not 0 <= expect_int(argument, heap) < len(self.heaps):
            raise DraftError(f"{argument}: there is no heap {shown(heap)}, of {len(self.heaps)}")
        return heap

    def _heap_less(self, heap: int, cards: Iterable[AnyCard]) -> tuple[AnyCard, ...]:
        """Return what is left of a heap without some of its cards."""
        return _less(self.heaps[self._expect_heap("heap", heap)], cards, f"heap {heap}")

    def _with(self, cards: Iterable[AnyCard], heap: int | None) -> list[tuple[AnyCard, ...]]:
        """Return the heaps with cards added to one of them, or to a new one."""
        heaps = list(self.heaps)
        if heap is not None:
            heaps[self._expect_heap("heap", heap)] += tuple(cards)
        elif () in heaps:
            heaps[heaps.index(())] = tuple(cards)
        else:
            heaps.append(tuple(cards))
        return heaps


def _some(cards: CardsLike) -> tuple[AnyCard, ...]:
    if not (some := as_cards(cards, "cards", DraftError)):
        raise DraftError("cards: there must be at least one")
    return some


def _as_card(argument: str, card: Card | str) -> Card:
    read = Card.parse(card) if isinstance(card, str) else card
    if not isinstance(read, Card):
        raise wrong_type(argument, "a Card or a text", card)
    return read


def _less(pile: Iterable[AnyCard], cards: Iterable[AnyCard], where: str) -> tuple[AnyCard, ...]:
    """Return what is left of a pile without some of its cards, which it must have."""
    left = Counter(pile)
    left.subtract(cards)
    if lacking := _sorted((-left).elements()):
        raise DraftError(f"{where} has no {text_of(lacking)}")
    return tuple(left.elements())
