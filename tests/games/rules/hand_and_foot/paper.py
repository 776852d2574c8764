"""A second referee, written from the page alone, for one turn under any house rules.

It is slow and literal: every cause for objection is collected, in no order, and the cards are moved
by hand.  It shares nothing with the rules but the words of the actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.hand_and_foot.actions import Cap, Discard, GoOut, LayOff, Meld, TakePile
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import AddCards, LayMelds, MeldRef, New, PutCap, Take, Use
from games.rules.kernel import Action
from tests.games.rules.hand_and_foot.words import RANKS, WILDS, code, face

Cards = Sequence[str]


def naturals(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if code(card) in RANKS]


def wilds(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if code(card) in WILDS]


def rank(cards: Iterable[str]) -> str:
    """Return the rank of a meld (HF 7)."""
    ranks = {code(card) for card in naturals(cards)}
    return ranks.pop() if ranks else "WILD"


def kind(cards: Cards) -> str:
    """Return what lies there (HF 7)."""
    if len(cards) < 7:
        return "meld"
    if not naturals(cards):
        return "wild"
    return "dirty" if wilds(cards) else "clean"


def creation(cards: Cards) -> set[str]:
    """Return what is wrong with a new meld (HF 10.1)."""
    wrong = set[str]()
    n, w = len(naturals(cards)), len(wilds(cards))
    if len(cards) < 3:
        wrong.add("meld_too_small")
    if n + w < len(cards):
        wrong.add("card_not_meldable")
    if len({code(card) for card in naturals(cards)}) > 1:
        wrong.add("mixed_ranks")
    if n == 1:
        wrong.add("too_few_naturals")
    if n == 2 and w > 1:
        wrong.add("start_one_wild")
    if n >= 3 and (w > n or w > 3):
        wrong.add("too_many_wilds")
    return wrong


def addition(cards: Cards, more: Cards, *, capped: bool) -> set[str]:
    """Return what is wrong with adding to a meld (HF 10.2)."""
    of, wrong = rank(cards), set[str]()
    if any(code(card) in ("LD", "VL") for card in more):
        wrong.add("card_not_meldable")
    if of == "WILD":
        return wrong | ({"wild_meld_only_wilds"} if len(wilds(more)) < len(more) else set())
    if any(code(card) not in (of, *WILDS) for card in more):
        wrong.add("mixed_ranks")
    n, w = len(naturals([*cards, *more])), len(wilds([*cards, *more]))
    if w > n or w > 3:
        wrong.add("too_many_wilds")
    if capped and wilds(more):
        wrong.add("capped_no_wild")
    return wrong


@dataclass
class Paper:
    """What one seat has before it: its active cards, its Foot, its team's board, the pile."""

    hand: list[str]
    foot: list[str]
    in_foot: bool
    melds: dict[int, list[str]]
    caps: dict[int, list[str]]
    theirs: set[int]
    pile: list[str]
    minimum: int
    drawn: bool
    options: FootOptions
    partner_in_foot: bool
    plan: bool = False
    labels: dict[str, int] = field(default_factory=dict)

    # --- Small questions --------------------------------------------------------------------------

    def frozen(self) -> bool:
        return any(code(card) in WILDS for card in self.pile)

    def blocked(self) -> bool:
        return code(self.pile[-1]) not in RANKS

    def not_held(self, cards: Cards) -> set[str]:
        wrong = set[str]()
        if any(card not in self.hand for card in cards):
            wrong.add("card_not_held")
        if len(set(cards)) < len(cards):
            wrong.add("duplicate_card")
        return wrong

    def too_many(self, new: Sequence[Cards]) -> set[str]:
        """Apply the limit of melds of a rank (HF 10.1) and the house rules on further ones."""
        most, wrong = self.options.max_melds_per_rank, set[str]()
        board = [list(cards) for cards in self.melds.values()]
        for cards in new:
            same = [lying for lying in board if rank(lying) == rank(cards)]
            if most and len(same) >= most:
                wrong.add("too_many_melds_of_rank")
            if self.options.second_meld_needs_group and any(len(lying) < 7 for lying in same):
                wrong.add("group_first")
            if not self.melds and rank(cards) == "WILD" and not self.options.wild_initial_meld:
                wrong.add("no_wild_opening")
            board.append(list(cards))
        return wrong

    def own(self, ref: MeldRef) -> int | None:
        meld_id = self.labels.get(ref) if isinstance(ref, str) else ref
        return meld_id if meld_id in self.melds else None

    def not_own(self, ref: MeldRef) -> set[str]:
        if self.own(ref) is not None:
            return set()
        return {"not_your_meld"} if ref in self.theirs else {"no_such_meld"}

    def keeps(self, left: int) -> set[str]:
        """Apply the keep rule (HF 14.2), which rests in a plan."""
        return {"must_keep_card"} if self.in_foot and not self.plan and left < 2 else set()

    # --- What is wrong ----------------------------------------------------------------------------

    def wrong_melds(self, lists: Sequence[Cards]) -> set[str]:
        cards = [card for one in lists for card in one]
        wrong = self.not_held(cards) | self.too_many(lists)
        for one in lists:
            wrong |= creation(one)
        if not lists:
            wrong.add("no_cards")
        if not self.melds and face(cards) < self.minimum:
            wrong.add("initial_meld_low")
        return wrong | self.keeps(len(self.hand) - len(cards))

    def wrong_lay_off(self, ref: MeldRef, cards: Cards) -> set[str]:
        wrong = self.not_held(cards) | self.not_own(ref)
        if not self.melds:
            wrong.add("not_opened")
        if not cards:
            wrong.add("no_cards")
        if (meld_id := self.own(ref)) is not None:
            lying = self.melds[meld_id]
            capped = bool(self.caps.get(meld_id)) and kind(lying) == "clean"
            wrong |= addition(lying, cards, capped=capped)
        return wrong | self.keeps(len(self.hand) - len(cards))

    def wrong_cap(self, ref: MeldRef, card: str) -> set[str]:
        wrong = self.not_held([card]) | self.not_own(ref)
        if code(card) != "LD":
            wrong.add("not_a_lady")
        if not self.melds:
            wrong.add("not_opened")
        if (meld_id := self.own(ref)) is not None:
            if kind(self.melds[meld_id]) not in ("clean", "wild"):
                wrong.add("cap_not_allowed")
            if self.caps.get(meld_id) and self.options.caps_per_group:
                wrong.add("already_capped")
        return wrong | self.keeps(len(self.hand) - 1)

    def wrong_take(self, use: Use, melds: Sequence[Cards]) -> set[str]:
        top, extra = self.pile[-1], [card for one in melds for card in one]
        cards = [*use.cards, *extra]
        wrong = self.not_held(cards)
        if self.blocked():
            wrong.add("pile_blocked")
        if self.frozen() and sum(code(card) == code(top) for card in use.cards) < 2:
            wrong.add("pile_frozen")
        if isinstance(use, New):
            wrong |= creation([top, *use.cards]) | self.too_many([[top, *use.cards], *melds])
        else:
            wrong |= self.wrong_onto(use.meld_id, use.cards) | self.too_many(melds)
        if self.melds and melds:
            wrong.add("extra_melds")
        for one in melds:
            wrong |= creation(one)
        if not self.melds and face([top, *cards]) < self.minimum:
            wrong.add("initial_meld_low")
        return wrong | self.keeps(len(self.hand) - len(cards) + self.taken() - 1)

    def taken(self) -> int:
        """Return how many cards leave the pile (HF 21, take_count)."""
        most = self.options.take_count
        return len(self.pile) if most == "all" else min(most, len(self.pile))

    def wrong_onto(self, ref: MeldRef, cards: Cards) -> set[str]:
        wrong = self.not_own(ref)
        if not self.melds:
            wrong.add("not_opened")
        if (meld_id := self.own(ref)) is not None:
            ranks = {rank(self.melds[meld_id]), code(self.pile[-1]), *map(code, cards)}
            if len(ranks) > 1:
                wrong.add("mixed_ranks")
        if not self.options.pick_onto_meld and len(cards) < 2:
            wrong.add("onto_needs_pair")
        return wrong

    def wrong_discard(self, card: str) -> set[str]:
        short = self.in_foot and len(self.hand) < 2
        return self.not_held([card]) | ({"must_keep_card"} if short else set())

    def wrong_plan(self, plan: GoOut) -> set[str]:
        """Play the plan on this very paper, entry by entry (HF 9.8)."""
        if not self.in_foot:
            return {"not_in_foot"}
        if (plan.take is None) is not self.drawn:
            return {"wrong_phase"} if plan.take else {"must_draw_first"}
        if self.options.all_in_foot and not self.partner_in_foot:
            return {"partner_not_in_foot"}
        if self.options.go_out_discard == "required" and plan.discard is None:
            return {"must_discard", *self.rehearsed(plan)}
        return self.rehearsed(plan)

    def rehearsed(self, plan: GoOut) -> set[str]:
        self.plan = True
        moves: list[Any] = [plan.take] if plan.take else []
        for move in (*moves, *plan.plays):
            if wrong := self.wrong(move):
                return wrong
            self.do(move)
        if plan.discard is not None:
            if wrong := self.not_held([plan.discard]):
                return wrong
            self.hand.remove(plan.discard)
            self.pile.append(plan.discard)
        groups = [kind(cards) for cards in self.melds.values()]
        needs = self.options.dirty_needed, self.options.clean_needed
        missing = groups.count("dirty") < needs[0] or groups.count("clean") < needs[1]
        left = {"cards_left"} if self.hand else set[str]()
        return left | ({"groups_missing"} if missing else set())

    def wrong(self, move: Action[Any, Any] | LayMelds | AddCards | PutCap | Take) -> set[str]:
        """Return every objection to a move of the right phase; none: it is legal."""
        match move:
            case Meld(lists) | LayMelds(lists):
                return self.wrong_melds(lists)
            case LayOff(ref, cards) | AddCards(ref, cards):
                return self.wrong_lay_off(ref, cards)
            case Cap(ref, card) | PutCap(ref, card):
                return self.wrong_cap(ref, card)
            case TakePile(use, melds) | Take(use, melds):
                return self.wrong_take(use, melds)
            case Discard(card):
                return self.wrong_discard(card)
            case GoOut():
                return self.wrong_plan(move)
        raise AssertionError(f"no move: {move}")

    # --- What is done -----------------------------------------------------------------------------

    def do(self, move: Any) -> None:
        """Move the cards of a legal move; a plan has moved them while it was judged."""
        match move:
            case Meld(lists, labels) | LayMelds(lists, labels):
                self.lay_melds(lists, labels)
            case LayOff(ref, cards) | AddCards(ref, cards):
                self.add(ref, cards)
            case Cap(ref, card) | PutCap(ref, card):
                self.leave([card])
                self.caps.setdefault(self.must_own(ref), []).append(card)
            case TakePile(use, melds, labels) | Take(use, melds, labels):
                self.take(use, melds, labels)
            case Discard(card, enter_foot):
                self.leave([card])
                self.pile.append(card)
                way_two = {"auto": True, "off": False}.get(self.options.way_two, enter_foot)
                self.enter(1 if way_two else 0)
                return
        self.enter(0)

    def must_own(self, ref: MeldRef) -> int:
        meld_id = self.own(ref)
        assert meld_id is not None
        return meld_id

    def leave(self, cards: Cards) -> None:
        for card in cards:
            self.hand.remove(card)

    def lay_melds(self, lists: Sequence[Cards], labels: Sequence[str]) -> None:
        for place, cards in enumerate(lists):
            self.leave([card for card in cards if card in self.hand])
            meld_id = 1 + len(self.melds) + len(self.theirs)
            self.melds[meld_id] = list(cards)
            self.labels |= dict.fromkeys(labels[place : place + 1], meld_id)

    def add(self, ref: MeldRef, cards: Cards) -> None:
        self.leave([card for card in cards if card in self.hand])
        self.melds[self.must_own(ref)] += cards

    def take(self, use: Use, melds: Sequence[Cards], labels: Sequence[str]) -> None:
        under = len(self.pile) - self.taken()
        top = self.pile.pop()
        if isinstance(use, New):
            self.lay_melds([[top, *use.cards], *melds], labels)
        else:
            self.add(use.meld_id, [top, *use.cards])
        self.hand += self.pile[under:]
        self.pile = self.pile[:under]
        self.drawn = True

    def enter(self, left: int) -> None:
        """Pick up the Foot with so many cards left or fewer (HF 13)."""
        if not self.in_foot and len(self.hand) <= left:
            self.hand += self.foot
            self.foot, self.in_foot = [], True
