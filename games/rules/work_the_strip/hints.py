"""What helps a client to compose an action, computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.rules.kernel import Seat
from games.rules.work_the_strip.cards import (
    CARDS_OF,
    ID_OF,
    MODE_OF,
    SPECIAL_OF,
    key_of,
)
from games.rules.work_the_strip.holdings import holding
from games.rules.work_the_strip.options import StripOptions
from games.rules.work_the_strip.table import DECKS, KEYS_IN_PLAY
from games.rules.work_the_strip.view import KeyHint, SpecialHint, StripHints, StripView, key_ref

_IN_DECK = {
    name: {key: frozenset(cards).intersection(deck) for key, cards in CARDS_OF.items()}
    for name, deck in DECKS.items()
}
"""By deck and key, the cards there are."""


def hints_of(view: StripView, options: StripOptions) -> StripHints:
    """Return the hints of a seat; a spectator has none."""
    held = holding(view.hand)
    forced = (
        view.phase == "turn" and view.current == view.seat and bool(view.hand)
    ) and not held.performers
    laid = [frozenset(key_of(g.mode, g.key) for g in groups) for groups in view.tableaus]
    keys = _key_hints(view, options, laid, forced=forced)
    specials = tuple(_special_hint(view, card) for card in held.specials)
    return StripHints(forced, tuple(keys), specials)


def _key_hints(
    view: StripView, options: StripOptions, laid: list[frozenset[str]], *, forced: bool
) -> Iterator[KeyHint]:
    """Yield a hint per key of the hand; per key in play, where any may be asked for."""
    held, seen = holding(view.hand).keys, _seen(view)
    opened, there_are = frozenset().union(*laid), _IN_DECK[options.deck]
    playable = {
        key: _may_lay(view, forced=forced) and (len(cards) > 1 or _may_build(view, key, opened))
        for key, cards in held.items()
    }
    asking = view.phase == "turn" and view.seat == view.current and not forced
    if options.must_play_matches and any(playable.values()):
        asking = False
    asked = {key_of(ref.mode, ref.key) for ref in view.asked_this_turn}
    for key in held if options.ask_requires_holding else KEYS_IN_PLAY[options.deck]:
        madams = _others(view) if asking and key not in asked else ()
        mistakes = tuple(seat for seat in madams if key in laid[seat])
        yield KeyHint(
            mode=MODE_OF[key],
            key=ID_OF[key],
            cards=held.get(key, ()),
            open=key in opened,
            playable=playable.get(key, False),
            askable=tuple(s for s in madams if not (options.friendly_ask and s in mistakes)),
            mistakes=() if options.friendly_ask else mistakes,
            hidden=len(there_are[key] - seen),
        )


def _seen(view: StripView) -> frozenset[str]:
    """Return the cards in the own hand or face up."""
    seen = {*view.hand, *view.flipped}
    for groups in view.tableaus:
        for group in groups:
            seen.update(group.cards)
    for hand in view.revealed or ():
        seen.update(hand)
    return frozenset(seen)


def _may_lay(view: StripView, *, forced: bool) -> bool:
    if view.phase == "initial_play":
        return view.seat in view.to_act
    return view.phase in ("turn", "final_turn") and view.current == view.seat and not forced


def _may_build(view: StripView, key: str, opened: Iterable[str]) -> bool:
    return view.phase != "initial_play" and key in opened


def _others(view: StripView) -> tuple[Seat, ...]:
    seats = len(view.hand_counts)
    return tuple((view.current + place) % seats for place in range(1, seats))


def _special_hint(view: StripView, card: str) -> SpecialHint:
    """Return whom a special may be played on, and what it lets the player choose (WTS 3.6)."""
    special = SPECIAL_OF[card]
    seats = range(len(view.hand_counts))
    targets = tuple(seat for seat in seats if seat != view.seat) if special.choice else ()
    held = holding(view.hand)
    cards: tuple[str, ...] = ()
    if special.effect == "give":
        cards = held.performers
    elif special.effect == "poach":
        groups = (group for seat in targets for group in view.tableaus[seat])
        cards = tuple(card for group in groups for card in group.cards)
    elif special.effect == "clear_penalty" and view.seat is not None:
        cards = tuple(lying.card for lying in view.fronts[view.seat] if lying.amount < 0)
    keys = tuple(map(key_ref, held.keys)) if special.effect == "ask_all" else ()
    return SpecialHint(card, special.effect, targets, cards, special.param if cards else 0, keys)
