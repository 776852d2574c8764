"""What a view leaves open, and full states that it cannot tell from the true one (HF 18)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.rules.hand_and_foot.cards import DECKS, IS_WILD
from games.rules.hand_and_foot.leavings import Asked, guess_plan
from games.rules.hand_and_foot.options import DEEPEST_CUT, EXACT, FootOptions
from games.rules.hand_and_foot.plays import Plan
from games.rules.hand_and_foot.state import FootState, Pending
from games.rules.hand_and_foot.table import taken_count
from games.rules.hand_and_foot.view import FootView, PlayerView
from games.rules.hand_and_foot.ways import line_of
from games.rules.kernel import Rng


def sample_of(view: FootView, options: FootOptions, random: Random) -> FootState:
    """Return a full state with this view: what is hidden is dealt out anew.

    Cards that everybody saw go into a hand stay there.  A plan to go out is guessed together with
    the hand that it empties.
    """
    deal = _Deal(view, options, random)
    seats = range(len(view.players))
    return FootState(
        rng=Rng(random.randbytes(32).hex()),
        questions=[view.decision if seat == view.seat else 0 for seat in seats],
        to_act=list(view.to_act),
        timers=list(view.timers),
        turned=max((timer.id for timer in view.timers), default=0),
        ply=view.ply,
        phase=view.phase,
        round=view.round,
        starter=view.starter,
        turn=view.turn,
        stock=deal.stock,
        pile=deal.pile,
        returned=list(view.returned),
        sent=[_cut_of(view, player, random) for player in view.players],
        cuts=[player.cut for player in view.players],
        chosen=[player.chosen for player in view.players],
        active=deal.active,
        foot=deal.foot,
        in_foot=[player.in_foot for player in view.players],
        shown=[list(player.shown) for player in view.players],
        boards=[list(team.melds) for team in view.teams],
        source=view.source,
        denied=view.denied,
        pending=_pending(view, deal.plan),
        results=list(view.results),
        totals=list(view.totals),
    )


def _cut_of(view: FootView, player: PlayerView, random: Random) -> int | None:
    """Return the number a seat has sent, guessed while it is secret (HF 6.1)."""
    if not player.has_cut:
        return None
    if player.cut is not None:
        return player.cut.n
    return view.cut_sent if player.seat == view.seat else random.randint(1, DEEPEST_CUT)


def _pending(view: FootView, guess: Plan | None) -> Pending | None:
    asked = view.permission
    if asked is None:
        return None
    plan = asked.plan or guess or Plan()
    return Pending(asked.seat, plan, asked.back_to, asked.waiting, asked.answers)


class _Deal:
    """All hidden cards in new places, at random."""

    def __init__(self, view: FootView, options: FootOptions, random: Random) -> None:
        self._view = view
        self.plan: Plan | None = None
        self.active, self.foot = _seen_hands(view)
        seen = _in_sight(view).union(*self.active, *self.foot)
        unseen = [card for card in DECKS[options.deck] if card not in seen]
        self._unseen = [card for _, card in sorted((random.random(), card) for card in unseen)]
        self.pile = self._deal_pile()
        self._deal_plan(options, random)
        self._deal_hands(random)
        self.stock = self._unseen

    def _deal_pile(self) -> list[str]:
        """Return the pile; where only its top is shown, frozen or not as is said (HF 12)."""
        view = self._view
        under = view.pile_count - len(view.pile)
        if not under:
            return list(view.pile)
        wilds = [card for card in self._unseen if card in IS_WILD]
        others = [card for card in self._unseen if card not in IS_WILD]
        frozen_by_one_below = view.frozen and not IS_WILD.intersection(view.pile)
        hidden = (wilds[:1] if frozen_by_one_below else []) + others[:under]
        return [*self._keep_out(hidden[:under]), *view.pile]

    def _deal_plan(self, options: FootOptions, random: Random) -> None:
        """Deal the hand of who asks to go out, with a plan for it (HF 14.3)."""
        asked = self._view.permission
        if asked is None or asked.plan is not None:
            return
        player = self._view.players[asked.seat]
        taken = self.pile[-taken_count(self.pile, options) :] if asked.back_to == "draw" else []
        lines = [line_of(meld) for meld in self._view.teams[player.team].melds]
        known = self.active[asked.seat]
        leaving = Asked(lines, known, player.count - len(known), taken, self._view.frozen)
        cards, self.plan = guess_plan(leaving, self._unseen, options, random)
        known += self._keep_out(list(cards))

    def _deal_hands(self, random: Random) -> None:
        """Deal the rest; upcards that went back into the stock lie in no Foot (HF 6.4)."""
        view = self._view
        back = self._keep_out([card for card in view.returned if card in set(self._unseen)])
        for player, foot in zip(view.players, self.foot, strict=True):
            foot[:0] = [self._unseen.pop() for _ in range(player.foot - len(foot))]
        in_stock = _is_untouched(view)
        if not in_stock:
            self._mix(back, random)
        for player, active in zip(view.players, self.active, strict=True):
            active[:0] = [self._unseen.pop() for _ in range(player.count - len(active))]
        if in_stock:
            self._mix(back, random)

    def _mix(self, cards: list[str], random: Random) -> None:
        for card in cards:
            self._unseen.insert(random.randrange(len(self._unseen) + 1), card)

    def _keep_out(self, cards: list[str]) -> list[str]:
        """Return these cards, and deal them to nobody else."""
        out = set(cards)
        self._unseen = [card for card in self._unseen if card not in out]
        return cards


def _seen_hands(view: FootView) -> tuple[list[list[str]], list[list[str]]]:
    """Return what is known of all hands and feet; a foot's bottom card is its last (HF 6.2)."""
    if view.revealed is not None:
        return [list(one.hand) for one in view.revealed], [list(one.foot) for one in view.revealed]
    active = [list(player.shown) for player in view.players]
    foot = [list[str]() for _ in view.players]
    if view.seat is not None:
        active[view.seat] = list(view.you_hold)
        if view.bottoms is not None:
            active[view.seat], foot[view.seat] = [view.bottoms.a], [view.bottoms.b]
        if view.foot is not None:
            foot[view.seat] = [view.foot.bottom]
    return active, foot


def _in_sight(view: FootView) -> frozenset[str]:
    """Return the cards that lie face up."""
    melds = [meld for team in view.teams for meld in team.melds]
    laid = (card for meld in melds for card in (*meld.cards, *meld.caps))
    return frozenset((*view.pile, *laid))


def _is_untouched(view: FootView) -> bool:
    """Say whether nobody can have drawn: all have as many cards as were dealt."""
    return all(player.count + player.foot == EXACT for player in view.players) and not any(
        team.opened for team in view.teams
    )


# --- What is open ---------------------------------------------------------------------------------


def hidden_from(view: FootView, state: FootState, options: FootOptions) -> Mapping[str, object]:
    """Return, by name, the facts of `state` that its `view` leaves open.

    A hand, Foot or pile is open if cards of it are out of sight and others are too.
    """
    facts: dict[str, object] = {}
    active, foot = _seen_hands(view)
    seen = _in_sight(view).union(*active, *foot)
    unseen = sum(card not in seen for card in DECKS[options.deck])
    for player in view.players:
        seat = player.seat
        if 0 < player.count - len(active[seat]) < unseen:
            facts[f"hand {seat}"] = sorted(state.active[seat])
        if 0 < player.foot - len(foot[seat]) < unseen:
            facts[f"foot {seat}"] = sorted(state.foot[seat])
        if player.has_cut and player.cut is None and seat != view.seat:
            facts[f"cut {seat}"] = state.sent[seat]
    if view.stock and unseen > 1:
        facts["stock"] = list(state.stock)
    if view.pile_count > len(view.pile):
        facts["pile"] = list(state.pile)
    if view.permission is not None and f"hand {view.permission.seat}" in facts:
        facts["plan"] = state.pending and state.pending.plan
    return facts
