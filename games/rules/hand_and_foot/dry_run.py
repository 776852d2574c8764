"""A turn tried out on a copy: one way of judging, whether cards are played singly or as a plan.

`DryRun` copies a seat's active cards, its team's board and the pile.  Its methods return why they
are refused, or None and have done it, to the copy; nothing half done matters, for the copy is
thrown away.  `commit` makes it true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.hand_and_foot.cards import CODE_OF, IS_LADY, face_value
from games.rules.hand_and_foot.events import (
    Capped,
    GroupDirtied,
    GroupMade,
    LaidOff,
    Melded,
    PileTaken,
    TakenCardsSeen,
)
from games.rules.hand_and_foot.melds import bad_addition, bad_start, no_room
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import (
    AddCards,
    Cards,
    LayMelds,
    MeldRef,
    New,
    Onto,
    Plan,
    Play,
    Take,
)
from games.rules.hand_and_foot.state import FootState, meld_of
from games.rules.hand_and_foot.table import is_blocked, is_frozen, minimum, taken_count, team_of
from games.rules.kernel import Emit, Event, Refusal, Seat


class DryRun:
    """One seat's turn on a copy.

    `told`: what the table would notice; `unseen`: cards that would come with the pile and that no
    plan may name, for nobody has seen them (option pile_visible).
    """

    __slots__ = (
        "_labels", "_next", "_options", "_touched", "board", "held", "minimum", "pile", "seat",
        "shown", "team", "told", "unseen",
    )  # fmt: skip

    def __init__(self, state: FootState, seat: Seat, options: FootOptions) -> None:
        self.seat, self.team = seat, team_of(state, seat)
        self.held, self.pile = list(state.active[seat]), state.pile
        self.board = list(state.boards[self.team])
        self.shown: list[str] = list(state.shown[seat])
        self.told: list[Event] = []
        self.unseen = 0
        self.minimum = minimum(options, state.round)
        self._labels: dict[str, int] = {}
        self._next = 1 + sum(map(len, state.boards))
        self._touched = 0
        self._options = options

    def commit(self, state: FootState, emit: Emit) -> None:
        """Make it true, and tell."""
        state.active[self.seat], state.boards[self.team] = self.held, self.board
        state.pile = self.pile
        if self.shown:
            held = set(self.held)
            self.shown = [card for card in self.shown if card in held]
        state.shown[self.seat] = self.shown
        for event in self.told:
            emit(event)

    # --- Plans ------------------------------------------------------------------------------------

    def plan(self, plan: Plan) -> Refusal | None:
        """Do the whole rest of a turn, but for the last discard (HF 9.8)."""
        if plan.take and (refusal := self._take_unseen(plan.take)):
            return refusal
        for place, play in enumerate(plan.plays):
            if refusal := self.play(play, f"/plays/{place}"):
                return refusal
        return None

    def _take_unseen(self, take: Take) -> Refusal | None:
        """Take the pile in a plan, where what has been seen of it alone may be named later on."""
        size = len(self.pile)
        if refusal := self.take(take, "/take"):
            return refusal
        unseen = size - len(self.pile) - 1
        if unseen and self._options.pile_visible == "top":
            del self.held[-unseen:]
            self.unseen = unseen
        return None

    def play(self, play: Play, pointer: str) -> Refusal | None:
        """Do one entry of a plan."""
        if isinstance(play, LayMelds):
            return self.meld(play.melds, play.labels, pointer)
        if isinstance(play, AddCards):
            return self.lay_off(play.meld_id, play.cards, pointer)
        return self.cap(play.meld_id, play.card, pointer)

    # --- New melds (HF 9.4) -----------------------------------------------------------------------

    def meld(
        self, melds: Sequence[Cards], labels: Sequence[str] = (), pointer: str = ""
    ) -> Refusal | None:
        """Lay new melds; a team's first ones reach the minimum together (HF 11)."""
        if not melds:
            return Refusal("no_cards", f"{pointer}/melds")
        opened = bool(self.board)
        return (
            self._not_held([(f"{pointer}/melds/{n}", cards) for n, cards in enumerate(melds)])
            or self._bad_labels(labels, len(melds), pointer)
            or self._lay_all(melds, labels, pointer, opened=opened)
            or (None if opened else self._too_low(face_value(card for m in melds for card in m)))
        )

    def _lay_all(
        self, melds: Sequence[Cards], labels: Sequence[str], pointer: str, *, opened: bool
    ) -> Refusal | None:
        names = iter(labels)
        for place, cards in enumerate(melds):
            here = f"{pointer}/melds/{place}"
            if refusal := bad_start(cards, here) or self._lay(cards, next(names, None), here):
                return refusal
            if not (opened or self._options.wild_initial_meld or self.board[-1].naturals):
                return Refusal("no_wild_opening", here)
        return None

    def _lay(self, cards: Cards, label: str | None, pointer: str) -> Refusal | None:
        """Lay a meld that may begin so, if there is room for it."""
        meld = meld_of(self._next, cards)
        if code := no_room(self.board, meld.rank, self._options):
            most = self._options.max_melds_per_rank
            return Refusal(code, pointer, {"rank": meld.rank, "most": most})
        self._touched = meld.id
        self._next += 1
        if label is not None:
            self._labels[label] = meld.id
        self._take_away(cards)
        self.board.append(meld)
        self.told.append(Melded(self.seat, meld.id, meld.rank, cards, face_value(cards)))
        if meld.kind != "meld":
            self.told.append(GroupMade(self.seat, meld.id, meld.rank, meld.kind))
        return None

    def _too_low(self, points: int) -> Refusal | None:
        if points >= self.minimum:
            return None
        return Refusal("initial_meld_low", "", {"points": points, "minimum": self.minimum})

    def _bad_labels(self, labels: Sequence[str], melds: int, pointer: str) -> Refusal | None:
        for place, label in enumerate(labels):
            if place >= melds or label in self._labels or label in labels[:place]:
                return Refusal("bad_label", f"{pointer}/labels/{place}", {"label": label})
        return None

    # --- More cards, and Ladies (HF 9.5, 9.6) -----------------------------------------------------

    def lay_off(self, ref: MeldRef, cards: Cards, pointer: str = "") -> Refusal | None:
        """Add cards to an own meld."""
        if not cards:
            return Refusal("no_cards", f"{pointer}/cards")
        return self._not_held([(f"{pointer}/cards", cards)]) or self._lay_off(ref, cards, pointer)

    def _lay_off(self, ref: MeldRef, cards: Cards, pointer: str) -> Refusal | None:
        place = self._place_of(ref, f"{pointer}/meld_id")
        if isinstance(place, Refusal):
            return place
        if refusal := bad_addition(self.board[place], cards, f"{pointer}/cards"):
            return refusal
        self._add(place, cards, cards)
        return None

    def _add(self, place: int, cards: Cards, held: Cards) -> None:
        """Put cards onto the meld at this place of the board, `held` of them from the seat."""
        old = self.board[place]
        new = self.board[place] = meld_of(old.id, old.cards + cards, old.caps)
        self._touched = old.id
        self._take_away(held)
        self.told.append(LaidOff(self.seat, new.id, new.rank, cards))
        if old.kind == "meld" != new.kind:
            self.told.append(GroupMade(self.seat, new.id, new.rank, new.kind))
        elif old.kind == "clean" != new.kind:
            self.told.append(GroupDirtied(self.seat, new.id, new.rank))

    def cap(self, ref: MeldRef, card: str, pointer: str = "") -> Refusal | None:
        """Put a Lady on an own clean or wild group."""
        if card not in self.held:
            return Refusal("card_not_held", f"{pointer}/card", {"card": card})
        if card not in IS_LADY:
            return Refusal("not_a_lady", f"{pointer}/card", {"card": card})
        place = self._place_of(ref, here := f"{pointer}/meld_id")
        if isinstance(place, Refusal):
            return place
        old, most = self.board[place], self._options.caps_per_group
        if old.kind not in ("clean", "wild"):
            return Refusal("cap_not_allowed", here)
        if most and len(old.caps) >= most:
            return Refusal("already_capped", here)
        self.board[place] = meld_of(old.id, old.cards, (*old.caps, card))
        self._take_away((card,))
        self.told.append(Capped(self.seat, old.id, old.rank, card))
        return None

    def _place_of(self, ref: MeldRef, pointer: str) -> int | Refusal:
        """Return where on the own board a meld lies; a label names one of this plan's."""
        if not self.board:
            return Refusal("not_opened", pointer)
        meld_id = self._labels.get(ref) if isinstance(ref, str) else ref
        for place, meld in enumerate(self.board):
            if meld.id == meld_id:
                return place
        theirs = isinstance(meld_id, int) and 0 < meld_id < self._next
        code = "not_your_meld" if theirs else "no_such_meld"
        return Refusal(code, pointer, {"meld": ref})

    # --- The pile (HF 9.3) ------------------------------------------------------------------------

    def take(self, take: Take, pointer: str = "") -> Refusal | None:
        """Take the pile and play its top card."""
        if not self.pile or is_blocked(self.pile):
            return Refusal("pile_blocked", "", {"card": self.pile[-1]} if self.pile else {})
        top, use = self.pile[-1], take.use
        lists = [(f"{pointer}/use/cards", use.cards)]
        lists += [(f"{pointer}/melds/{n}", cards) for n, cards in enumerate(take.melds)]
        named = len(take.melds) + isinstance(use, New)
        return (
            self._not_held(lists)
            or self._bad_labels(take.labels, named, pointer)
            or self._frozen(use.cards, CODE_OF[top])
            or self._take(take, top, pointer)
        )

    def _frozen(self, cards: Cards, rank: str) -> Refusal | None:
        """Return that a frozen pile wants two naturals of the top's rank (HF 12)."""
        if not is_frozen(self.pile) or sum(CODE_OF[card] == rank for card in cards) >= 2:
            return None
        return Refusal("pile_frozen", "", {"rank": rank})

    def _take(self, take: Take, top: str, pointer: str) -> Refusal | None:
        opened, used, labels = bool(self.board), len(self.told), take.labels
        if isinstance(take.use, New):
            refusal = self._use_new(take.use, top, labels, f"{pointer}/use")
            labels = labels[1:]
        else:
            refusal = self._use_onto(take.use, top, f"{pointer}/use")
        if refusal:
            return refusal
        if opened and take.melds:
            return Refusal("extra_melds", f"{pointer}/melds")
        self._take_rest(used)
        if opened:
            return None
        listed = face_value((top, *take.use.cards, *(card for meld in take.melds for card in meld)))
        return self._lay_all(take.melds, labels, pointer, opened=False) or self._too_low(listed)

    def _use_new(self, use: New, top: str, labels: Sequence[str], pointer: str) -> Refusal | None:
        here = f"{pointer}/cards"
        if refusal := bad_start(use.cards, here, top):
            return refusal
        return self._lay((top, *use.cards), next(iter(labels), None), here)

    def _use_onto(self, use: Onto, top: str, pointer: str) -> Refusal | None:
        here, rank = f"{pointer}/meld_id", CODE_OF[top]
        place = self._place_of(use.meld_id, here)
        if isinstance(place, Refusal):
            return place
        if self.board[place].rank != rank:
            return Refusal("mixed_ranks", here, {"card": top, "rank": self.board[place].rank})
        for at, card in enumerate(use.cards):
            if CODE_OF[card] != rank:
                there = f"{pointer}/cards/{at}"
                return Refusal("mixed_ranks", there, {"card": card, "rank": rank})
        if len(use.cards) < 2 and not self._options.pick_onto_meld:
            return Refusal("onto_needs_pair", f"{pointer}/cards", {"rank": rank})
        self._add(place, (top, *use.cards), use.cards)
        return None

    def _take_rest(self, place: int) -> None:
        """Take the cards under the top one in hand, and tell it before the meld at `place`."""
        taken = self.pile[-taken_count(self.pile, self._options) :]
        self.pile = self.pile[: -len(taken)]
        self.held += taken[:-1]
        hidden = self._options.pile_visible == "top"
        cards = tuple(taken[-1:] if hidden else taken)
        told: list[Event] = [PileTaken(self.seat, self._touched, cards, len(taken))]
        if hidden:
            told.append(TakenCardsSeen(self.seat, tuple(taken)))
        else:
            self.shown += taken[:-1]
        self.told[place:place] = told

    # --- Cards ------------------------------------------------------------------------------------

    def _not_held(self, lists: Iterable[tuple[str, Cards]]) -> Refusal | None:
        """Return that a card is not an active one, or is named twice."""
        named: set[str] = set()
        for pointer, cards in lists:
            for place, card in enumerate(cards):
                if card not in self.held:
                    return Refusal("card_not_held", f"{pointer}/{place}", {"card": card})
                if card in named:
                    return Refusal("duplicate_card", f"{pointer}/{place}", {"card": card})
                named.add(card)
        return None

    def _take_away(self, cards: Sequence[str]) -> None:
        for card in cards:
            if card in self.held:  # the pile's top card never was
                self.held.remove(card)
