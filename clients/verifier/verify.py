"""Check a match of Parlour that is over: was it dealt as promised, and told as it was played?

    python verify.py REPLAY.json [FAIRNESS.json]

One file, Python 3.10 or later, nothing else.  REPLAY.json is `GET /matches/{id}/replay` of a match
that is over, FAIRNESS.json (better: noted by you, or by somebody you trust) is its `/fairness`.
One line for each check.  Exit status 0: all is well; 1: something is not; 2: this cannot be read.
How it all works, so that you can write another one: ``docs/fairness.md``.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Cards = list[str]


class Mismatch(Exception):
    """The match is not told as it was dealt; the text says where and what."""


# --- Random numbers -------------------------------------------------------------------------------


class Streams:
    """All random numbers of a match: a row of 64-bit words for each label, each word used once."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.used: dict[str, int] = {}
        self.digests: dict[str, tuple[int, ...]] = {}
        self.draws = 0

    def word(self, label: str, place: int) -> int:
        """Return word number `place` of a row: eight of them are one keyed BLAKE2b digest."""
        text = f"{label}/{place // 8}"
        if text not in self.digests:
            digest = hashlib.blake2b(text.encode(), key=self.key, digest_size=64).digest()
            self.digests[text] = struct.unpack(">8Q", digest)
        return self.digests[text][place % 8]

    def below(self, label: str, bound: int) -> int:
        """Return the next number in range(bound); words that would favor some are passed over."""
        if bound < 1:
            raise Mismatch("a lot is drawn among nothing")
        limit = 2**64 - 2**64 % bound
        place = self.used.get(label, 0)
        while self.word(label, place) >= limit:
            place += 1
        self.used[label] = place + 1
        self.draws += 1
        return self.word(label, place) % bound

    def shuffle(self, label: str, cards: Sequence[Any]) -> list[Any]:
        """Return the cards shuffled: Fisher-Yates, from the last place down."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(label, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def key_of(seed: bytes, match: str, nonces: Sequence[str]) -> bytes:
    """Return the key of the rows: HMAC-SHA256 of the seed over match and nonces, length first."""
    words = [word.encode() for word in (match, *nonces)]
    message = b"".join(struct.pack(">I", len(word)) + word for word in words)
    return hmac.new(seed, message, hashlib.sha256).digest()


# --- The hash chain -------------------------------------------------------------------------------


def canonical(thing: Any) -> str:
    """Return JSON with sorted keys and no spaces."""
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text: str) -> str:
    """Return the hash (hexadecimal) of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def chain_of(replay: Json) -> tuple[list[str], str]:
    """Return what the link of each ply, and the head, should be."""
    set_up = ("format", "match", "game", "rules_version", "seats", "commitment", "nonces")
    fields = (*set_up, "opening")
    link, links = sha256(canonical({field: replay[field] for field in fields})), []
    for ply in replay["plies"]:
        told = {field: ply[field] for field in ("ply", "seat", "action", "timer", "events", "at")}
        link = sha256(f"{link}\n{canonical(told)}")
        links.append(link)
    end = {"plies": replay["last"], "outcome": replay["outcome"], "table": replay["table"]}
    return links, sha256(f"{link}\n{canonical(end)}")


# --- A table: what all games share ----------------------------------------------------------------


class Table(ABC):
    """Follows the cards and dice of one match; `counts` says what was compared."""

    followed: str
    """The types of events that move cards or dice, or tell results."""

    def __init__(self, replay: Json, streams: Streams) -> None:
        self.options: Json = replay["game"]
        self.seats: int = replay["seats"]
        self.views: list[Json] = [replay["opening"][str(seat)] for seat in range(self.seats)]
        self.streams = streams
        self.round = 1
        self.hands: list[Cards] = [[] for _ in range(self.seats)]
        self.over = False
        self.results: list[Json] = []
        self.totals: list[int] = [0] * self.seats
        self.counts = {"shuffles": 0, "cards": 0, "dice": 0, "fields of views": 0}

    def shuffled(self, label: str, cards: Sequence[Any]) -> list[Any]:
        """Shuffle, and count it."""
        self.counts["shuffles"] += 1
        return self.streams.shuffle(label, cards)

    def die(self, label: str, told: Any, faces: Sequence[Any]) -> None:
        """Compare one die."""
        self.counts["dice"] += 1
        self.same("die", told, faces[self.streams.below(label, len(faces))])

    def cards(self, what: str, told: Sequence[Any], dealt: Sequence[Any]) -> None:
        """Compare cards, in their order."""
        self.counts["cards"] += len(dealt)
        self.same(what, list(told), list(dealt))

    def drawn(self, deck: Cards, told: Sequence[str]) -> Cards:
        """Take as many from the top (the end) of a deck as are told, and compare."""
        if len(told) > len(deck):
            raise Mismatch(f"{len(told)} cards drawn from {len(deck)}")
        taken = [deck.pop() for _ in told]
        self.cards("cards drawn", told, taken)
        return taken

    @staticmethod
    def same(what: str, told: Any, true: Any) -> None:
        """Raise `Mismatch` unless the two are the same."""
        if canonical(told) != canonical(true):
            raise Mismatch(f"{what}: told {canonical(told)}, dealt {canonical(true)}")

    def sees(self, seat: int, view: Json, /, **true: Any) -> None:
        """Compare fields of what a seat sees with what was followed."""
        for field, value in true.items():
            self.counts["fields of views"] += 1
            self.same(f"{field}, as seat {seat} sees it", view[field], value)

    def knows(self, seat: int, view: Json, hidden: Sequence[Cards]) -> None:
        """Compare what a seat saw go into others' hands with what is there, by seat."""
        for known in view["known"]:
            self.counts["fields of views"] += 1
            if not any(known["card"] in hidden[who] for who in known["seats"]):
                raise Mismatch(f"{known['card']}, known to seat {seat}, is not there")

    def all_see(self, views: Sequence[Json]) -> None:
        """Compare what all seats see."""
        for seat, view in enumerate(views):
            self.sees(seat, view, seat=seat)
            self.look(seat, view)

    @staticmethod
    def out(holder: Cards, cards: Sequence[str]) -> None:
        """Take cards out of where they are."""
        for card in cards:
            if card not in holder:
                raise Mismatch(f"{card} is not there")
            holder.remove(card)

    def clockwise(self, first: int) -> list[int]:
        """Return every seat once, from `first` on."""
        return [(first + place) % self.seats for place in range(self.seats)]

    @abstractmethod
    def opening(self) -> None:
        """Deal, and compare with what the seats see before the first ply."""

    @abstractmethod
    def look(self, seat: int, view: Json) -> None:
        """Compare what a seat sees with what was followed: all that follows from it for certain."""

    def before(self, seat: int | None, action: Json | None) -> None:  # noqa: B027 - only two games need it
        """Follow what an action itself moves; most tell all they do in events."""

    @abstractmethod
    def hear(self, event: Json) -> None:
        """Follow one event; most move no card and no die."""

    def sit(self, event: Json) -> None:
        """Compare seats with those there are."""
        for who in (event.get("seat"), event.get("target")):
            if who is not None and who not in range(self.seats):
                raise Mismatch(f"{event['type']} of seat {who}")

    def pass_over(self, event: Json) -> None:
        """Leave out what moves nothing; not an event that only lacks what is to be compared."""
        if event["type"] in self.followed.split():
            raise Mismatch(f"{event['type']} is not told in full")


def counted(text: str) -> list[tuple[str, int]]:
    """Return what is written as ``name:number name:number``."""
    return [(name, int(many)) for name, many in (item.split(":") for item in text.split())]


# --- Work The Strip -------------------------------------------------------------------------------

STRIP_NAMES = (
    "taylor:5 casey:5 roxanne:4 jolene:4 dakota:4 sierra:4 lola:3 valentina:3 ginger:3 anastasia:3"
    " paris:3 monroe:3 violet:3 scarlett:3 bijou:3 savannah:3 cleopatra:2 duchess:2 diamond:2"
    " aurora:2 vesper:2 empress:2 sapphire:2 marquise:2"
)
STRIP_RUNS = (
    "apple_bottoms:3 desert_roses:3 neon_angels:3 velvet_vipers:3 high_rollers:3 midnight_muses:3"
)
STRIP_SPECIALS = (
    "generous_tipper:2 convention_in_town:2 grand_opening:1 hot_dice:1 noise_complaint:2"
    " surprise_inspection:1 tax_audit:1 broken_air_con:1 closed_for_repairs:1 friendly_referral:1"
    " talent_scout:1 overbooked:1 helpful_concierge:1 smooth_lawyer:1 open_casting:1"
)


def strip_deck(kind: str) -> Cards:
    """Return the cards in their printed order: names, runs, specials."""
    names = [name for name in counted(STRIP_NAMES) if kind != "compact" or name[1] > 2]
    specials = counted(STRIP_SPECIALS) if kind != "no_specials" else []
    rows = (("n", names), ("r", counted(STRIP_RUNS)), ("s", specials))
    return [f"{k}_{name}_{n + 1}" for k, row in rows for name, many in row for n in range(many)]


class WorkTheStrip(Table):
    """Nine cards each, one pile, a die for two of the cards."""

    followed = (
        "round_started hand_dealt cards_drawn drawn_cards_seen top_card_flipped die_rolled set_laid"
        " cards_handed_over mistake_made special_played bonus_laid penalty_laid given_cards_seen"
        " card_poached penalty_cleared peeked_hand_seen hand_revealed top_card_bonus_paid"
        " round_scored"
    )

    def opening(self) -> None:
        """Compare the first hands, and the dealer if he was drawn by lot."""
        self.dealer: int = self.views[0]["dealer"]
        if self.options["first_dealer"] == "random":
            self.same("dealer", self.dealer, self.streams.below("dealer", self.seats))
        self.deal()
        for seat, view in enumerate(self.views):
            self.cards(f"hand of seat {seat}", view["hand"], self.hands[seat])

    def deal(self) -> None:
        """Shuffle all cards, and deal from the dealer's left."""
        self.pile: Cards = self.shuffled(f"deck/{self.round}", strip_deck(self.options["deck"]))
        self.over = False
        self.top: list[Any] = [None, None]
        self.discard: Cards = []
        self.flipped: Cards = []
        self.laid: list[dict[str, Cards]] = [{} for _ in range(self.seats)]
        self.fronts: list[list[Json]] = [[] for _ in range(self.seats)]
        for seat in self.clockwise(self.dealer + 1):
            self.hands[seat] = [self.pile.pop() for _ in range(9)]

    def look(self, seat: int, view: Json) -> None:
        """Compare hands, piles and what is laid; results as they were told."""
        laid = [[f"{key} {canonical(of[key])}" for key in sorted(of)] for of in self.laid]
        told = [
            [f"{one['mode']}:{one['key']} {canonical(one['cards'])}" for one in groups]
            for groups in view["tableaus"]
        ]
        self.sees(seat, view, round=self.round, dealer=self.dealer, hand=self.hands[seat])
        self.sees(seat, view, hand_counts=[len(hand) for hand in self.hands])
        self.sees(seat, view, pile_count=len(self.pile), discard=self.discard)
        self.sees(seat, view, flipped=self.flipped, fronts=self.fronts)
        self.sees(seat, {"tableaus": told}, tableaus=laid)
        self.sees(seat, view, revealed=self.hands if self.over else None)
        self.sees(seat, view, results=self.results, totals=self.totals)
        self.knows(seat, view, self.hands)
        if self.over:
            self.sees(seat, view, known=[], submission=[])

    def hear(self, event: Json) -> None:
        """Follow deals, draws and dice."""
        match event:
            case {"type": "round_started", "round": round_, "dealer": dealer}:
                self.round, self.dealer = self.round + 1, (self.dealer + 1) % self.seats
                self.same("round and dealer", [round_, dealer], [self.round, self.dealer])
                self.deal()
            case {"type": "hand_dealt", "seat": seat, "cards": cards}:
                self.cards("hand dealt", cards, self.hands[seat])
            case {"type": "cards_drawn", "count": count, "left": left}:
                self.same("cards left", left, len(self.pile) - count)
            case {"type": "drawn_cards_seen", "seat": seat, "cards": cards}:
                self.hands[seat] += self.drawn(self.pile, cards)
            case {"type": "top_card_flipped", "card": card}:
                self.flipped += self.drawn(self.pile, [card])
            case {"type": "die_rolled", "purpose": "top_card", "pips": pips}:
                self.die(f"top/{self.round}", pips, range(1, 7))
                self.top = [self.flipped[-1], pips]
            case {"type": "die_rolled", "seat": seat, "pips": pips}:
                self.die(f"die/{self.round}/{seat}", pips, range(1, 7))
            case _:
                self.hear_of_hands(event)

    def hear_of_hands(self, event: Json) -> None:
        """Follow cards from hand to hand, and what is laid."""
        match event:
            case {"type": "cards_handed_over" | "given_cards_seen", "seat": seat, "target": who}:
                self.out(self.hands[seat], event["cards"])
                self.hands[who] += event["cards"]
            case {"type": "set_laid", "seat": seat, "mode": mode, "key": key, "cards": cards}:
                self.out(self.hands[seat], cards)
                self.lay(seat, f"{mode}:{key}", cards)
            case {"type": "mistake_made", "seat": seat, "target": who, "cards": cards}:
                self.out(self.hands[seat], cards)
                self.lay(who, f"{event['mode']}:{event['key']}", cards)
            case {"type": "card_poached", "seat": seat, "target": who, "card": card}:
                key = f"{event['mode']}:{event['key']}"
                self.out(self.laid[who].get(key, []), [card])
                if not self.laid[who][key]:
                    del self.laid[who][key]
                self.lay(seat, key, [card])
            case {"type": "peeked_hand_seen", "target": who, "cards": cards}:
                self.cards("hand peeked at", cards, self.hands[who])
            case {"type": "hand_revealed", "seat": seat, "cards": cards}:
                self.cards("hand left", cards, self.hands[seat])
            case _:
                self.hear_of_specials(event)

    def hear_of_specials(self, event: Json) -> None:
        """Follow special cards: used up, but for those that lie in front of somebody; results."""
        match event:
            case {"type": "special_played", "seat": seat, "card": card}:
                self.out(self.hands[seat], [card])
                self.discard.append(card)
            case {"type": "bonus_laid" | "penalty_laid", "card": card, "amount": amount}:
                self.out(self.discard, [card])
                who = event["target"] if event["type"] == "penalty_laid" else event["seat"]
                self.fronts[who].append({"card": card, "amount": amount})
            case {"type": "penalty_cleared", "seat": seat, "card": card, "amount": amount}:
                self.same("penalty", {"card": card, "amount": amount} in self.fronts[seat], True)
                self.fronts[seat].remove({"card": card, "amount": amount})
                self.discard.append(card)
            case {"type": "top_card_bonus_paid", "card": card}:
                self.same("top card", card, self.top[0])
            case {"type": "round_scored", "winner": winner, "lines": lines, "totals": totals}:
                self.over, self.totals = True, totals
                row = {"round": self.round, "dealer": self.dealer, "winner": winner}
                top = {"top_card": self.top[0], "die": self.top[1]}
                self.results.append({**row, **top, "lines": lines})
            case _:
                self.pass_over(event)

    def lay(self, seat: int, key: str, cards: Cards) -> None:
        """Lay cards in front of a seat."""
        self.laid[seat].setdefault(key, []).extend(cards)


# --- Hand & Foot ----------------------------------------------------------------------------------

FOOT_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "LO")
FOOT_OTHERS = ("JS", "JK", "LD", "VL")
FOOT_COPIES = {
    "standard": {"LO": 20, "JS": 20, "JK": 10, "LD": 10, "VL": 10, "else": 16},
    "extended": {"LO": 24, "JS": 24, "JK": 12, "LD": 12, "VL": 12, "else": 19},
}


def foot_deck(kind: str) -> Cards:
    """Return the cards in their printed order."""
    copies, codes = FOOT_COPIES[kind], FOOT_RANKS + FOOT_OTHERS
    return [f"{code}-{n + 1}" for code in codes for n in range(copies.get(code, copies["else"]))]


class HandAndFoot(Table):
    """Two piles of eleven each, a stock, a pile that begins with a card of a rank."""

    followed = (
        "round_started cut_done bottoms_seen hand_seen foot_seen hand_revealed upcard drew"
        " drawn_cards_seen discarded pile_taken taken_cards_seen stock_reshuffled melded laid_off"
        " capped round_scored"
    )

    def opening(self) -> None:
        """Compare who starts, and the cuts and bottom cards where there are any already."""
        self.starter: int = self.views[0]["starter"]
        self.same("starter", self.starter, self.streams.below("start", self.seats))
        self.deal()
        for seat, player in enumerate(self.views[0]["players"]):
            if player["cut"] is not None:
                self.hear({"type": "cut_done", "seat": seat, **player["cut"]})
        for seat, view in enumerate(self.views):
            if view["bottoms"] is not None:
                self.hear({"type": "bottoms_seen", "seat": seat, **view["bottoms"]})

    def deal(self) -> None:
        """Shuffle all cards, and deal from the starting seat on."""
        self.stock: Cards = self.shuffled(f"deck/{self.round}", foot_deck(self.options["deck"]))
        self.over = False
        self.pile: Cards = []
        self.taken: Cards = []
        self.returned: Cards = []
        self.chosen: dict[int, str] = {}
        self.cuts: list[Json | None] = [None] * self.seats
        self.melds: dict[int, Json] = {}
        places = [(seat, name) for seat in self.clockwise(self.starter) for name in "AB"]
        self.piles = {place: [self.stock.pop() for _ in range(11)] for place in places}
        self.ready = [False] * self.seats
        self.dealt = False
        self.shown: list[Cards] = [[] for _ in range(self.seats)]
        self.hands = [[] for _ in range(self.seats)]
        self.foot: list[Cards] = [[] for _ in range(self.seats)]
        if self.options["exact22"] != "cut":
            for seat in range(self.seats):
                self.take_up(seat, "A")

    def take_up(self, seat: int, name: str) -> None:
        """Make one pile the Hand, the other the Foot; before the choice A counts as the Hand."""
        self.dealt = True
        self.hands[seat] = list(self.piles[seat, name])
        self.foot[seat] = list(self.piles[seat, "B" if name == "A" else "A"])

    def look(self, seat: int, view: Json) -> None:
        """Compare hands, feet, piles and boards; results as they were told."""
        ready, foot = self.ready[seat], self.foot[seat]
        waits = bool(foot) and not ready
        visible = self.pile if self.options["pile_visible"] == "all" else self.pile[-1:]
        undealt = 0 if self.dealt else 22 * self.seats
        self.sees(seat, view, round=self.round, starter=self.starter)
        self.sees(seat, view, stock=len(self.stock) + undealt)
        self.sees(seat, view, pile=visible, pile_count=len(self.pile), returned=self.returned)
        self.sees(seat, view, you_hold=self.hands[seat] if ready else [])
        own = {"count": len(foot), "bottom": foot[-1]} if foot and ready else None
        ends = {"a": self.hands[seat][-1], "b": foot[-1]} if waits else None
        self.sees(seat, view, foot=own, bottoms=ends)
        pairs = zip(self.hands, self.foot, strict=True)
        left = [{"hand": hand, "foot": foot} for hand, foot in pairs]
        self.sees(seat, view, revealed=left if self.over else None)
        self.sees(seat, view, results=self.results, totals=self.totals)
        fields = ("count", "foot", "cut", "chosen", "shown")
        told = [{field: player[field] for field in fields} for player in view["players"]]
        self.sees(seat, {"players": told}, players=[self.about(who) for who in range(self.seats)])
        parts = ("id", "rank", "cards", "caps")
        melds = [meld for team in view["teams"] for meld in team["melds"]]
        told = [{part: meld[part] for part in parts} for meld in melds]
        told.sort(key=lambda meld: int(meld["id"]))
        self.sees(seat, {"melds": told}, melds=[self.melds[n] for n in sorted(self.melds)])
        if self.over:
            self.sees(seat, view, permission=None)

    def about(self, seat: int) -> Json:
        """Return what all see of a seat."""
        counts = {"count": len(self.hands[seat]), "foot": len(self.foot[seat])}
        open_ = {"chosen": self.ready[seat], "shown": self.shown[seat]}
        return {**counts, **open_, "cut": self.cuts[seat]}

    def before(self, seat: int | None, action: Json | None) -> None:
        """Note which pile a seat chose itself."""
        if seat is not None and action is not None and action["type"] == "choose_hand":
            self.chosen[seat] = action["pile"]

    def hear(self, event: Json) -> None:
        """Follow cuts, deals, draws and the pile."""
        match event:
            case {"type": "round_started", "round": round_, "starter": starter}:
                self.round, self.starter = self.round + 1, (self.starter + 1) % self.seats
                self.same("round and starter", [round_, starter], [self.round, self.starter])
                self.deal()
            case {"type": "cut_done", "seat": seat, "n": n, "taken": taken, "exact": exact}:
                cuts = [max(1, n + miss) for miss in range(-5, 6)]
                self.die(f"cut/{self.round}/{seat}", taken, cuts)
                self.cuts[seat] = {"n": n, "taken": taken, "exact": exact}
            case {"type": "bottoms_seen", "seat": seat, "a": a, "b": b}:
                self.take_up(seat, "A")
                self.cards("bottom cards", [a, b], [self.piles[seat, name][-1] for name in "AB"])
            case {"type": "hand_seen", "seat": seat, "cards": cards}:
                self.choose(seat, cards)
            case {"type": "foot_seen", "seat": seat, "cards": foot}:
                self.cards("foot", foot, self.foot[seat])
                self.hands[seat] += self.foot[seat]
                self.foot[seat] = []
            case {"type": "hand_revealed", "seat": seat, "cards": cards, "foot": foot}:
                self.cards("cards left", [cards, foot], [self.hands[seat], self.foot[seat]])
            case {"type": "upcard", "returned": returned, "card": card}:
                self.cards("upcard", [*returned, card], self.upcard())
            case {"type": "drew", "count": count, "left": left}:
                self.same("cards left", left, len(self.stock) - count)
            case {"type": "drawn_cards_seen", "seat": seat, "cards": cards}:
                self.hands[seat] += self.drawn(self.stock, cards)
            case _:
                self.hear_of_the_pile(event)

    def hear_of_the_pile(self, event: Json) -> None:
        """Follow what is laid on the pile, and who takes it."""
        match event:
            case {"type": "discarded", "seat": seat, "card": card}:
                self.play(seat, [card])
                self.pile.append(card)
            case {"type": "pile_taken", "seat": seat, "count": count, "cards": cards}:
                self.pile, self.taken = self.pile[:-count], self.pile[-count:]
                self.same("cards taken", count, len(self.taken))
                self.cards("pile taken", cards, self.taken[-len(cards) :])
                self.hands[seat] += self.taken
                if self.options["pile_visible"] == "all":
                    self.shown[seat] += self.taken
            case {"type": "taken_cards_seen", "cards": cards}:
                self.cards("pile taken", cards, self.taken)
            case {"type": "stock_reshuffled", "count": count}:
                self.stock[:0] = self.shuffled(f"reshuffle/{self.round}", self.pile[:-1])
                self.pile = self.pile[-1:]
                self.same("cards of the new stock", count, len(self.stock))
            case _:
                self.hear_of_the_boards(event)

    def hear_of_the_boards(self, event: Json) -> None:
        """Follow what is laid on the boards, by the number of its meld; and results."""
        match event:
            case {"type": "melded", "seat": seat, "meld_id": n, "rank": rank, "cards": cards}:
                self.play(seat, cards)
                self.melds[n] = {"id": n, "rank": rank, "cards": [*cards], "caps": []}
            case {"type": "laid_off", "seat": seat, "meld_id": n, "rank": rank, "cards": cards}:
                self.play(seat, cards)
                self.melds[n]["rank"] = rank
                self.melds[n]["cards"] += cards
            case {"type": "capped", "seat": seat, "meld_id": n, "card": card}:
                self.play(seat, [card])
                self.melds[n]["caps"].append(card)
            case {"type": "round_scored", "result": result, "totals": totals}:
                self.over, self.totals = True, totals
                self.results.append(result)
            case _:
                self.pass_over(event)

    def play(self, seat: int, cards: Cards) -> None:
        """Take cards out of a hand; what all saw come into it, they see no longer."""
        self.out(self.hands[seat], cards)
        self.shown[seat] = [card for card in self.shown[seat] if card not in cards]

    def choose(self, seat: int, cards: Cards) -> None:
        """Make one pile the Hand, the other the Foot; for who was late either was chosen."""
        late = "A" if cards == self.piles[seat, "A"] else "B"
        self.take_up(seat, self.chosen.get(seat, late))
        self.cards("hand", cards, self.hands[seat])
        self.ready[seat] = True

    def upcard(self) -> Cards:
        """Turn up a card of a rank; others before it go back at random, or lie under it."""
        passed: Cards = []
        while self.stock[-1].split("-")[0] not in FOOT_RANKS:
            passed.append(self.stock.pop())
            if self.options["upcard"] == "stack":
                self.pile.append(passed[-1])
            else:
                place = self.streams.below(f"upcard/{self.round}", len(self.stock) + 1)
                self.stock.insert(place, passed[-1])
                self.returned.append(passed[-1])
        self.pile.append(self.stock.pop())
        return [*passed, self.pile[-1]]


# --- Lap Dance ------------------------------------------------------------------------------------

LAP_ACTIONS = (
    "md1:4 md2:2 md3:2 md4:2 md5:1 md6:1 fd1:4 fd2:2 fd3:2 fd4:2 fd5:1 fd6:1 cd1:4 cd2:3 cd3:2"
    " cd4:2 cd5:1 ed1:4 ed2:2 ed3:2 ed4:2 ed5:1 ed6:1 li1:4 li2:2 li3:2 li4:2 li5:1 li6:1 ls1:4"
    " ls2:2 ls3:2 ls4:2 ls5:1 ls6:1 ev01:2 ev02:2 ev03:2 ev04:2 ev05:2 ev06:2 ev07:2 ev08:2"
    " ev09:2 ev10:2 ev11:2 ev12:2 ev13:2 ev14:2 ev15:2"
)
LAP_SPECIALS = "sp1:2 sp2:2 sp3:2 sp4:2 sp5:2 sp6:2 sp7:2 sp8:2 sp9:2"
LAP_STARTING = ("md1", "fd1", "cd1", "ed1", "li1", "ls1")
LAP_FACES = ("D1", "D2", "L1", "K1", "W2", "ST")
LAP_STREAMS = {"action": "deck", "special": "specials", "desire": "desires"}


def lap_cards(variants: str, options: Json) -> Cards:
    """Return the cards of these variants, but for those that are left in the box."""
    kinds = [kind for kind in counted(variants) if kind[0] not in options["disabled_cards"]]
    return [f"{name}{'abcd'[n]}" for name, many in kinds for n in range(many)]


def lap_starting(seat: int) -> Cards:
    """Return the starting cards of a seat's color."""
    return [f"{variant}{'abcd'[seat]}" for variant in LAP_STARTING]


class LapDance(Table):
    """Three decks that are shuffled again, hands of which cards are taken at random, many dice."""

    followed = (
        "drawn_cards_seen drawn_specials_seen deck_reshuffled dice_rolled priority_dealt"
        " stack_trimmed hand_card_discarded taken_card_seen round_started desire_revealed"
        " desire_discarded priority_taken special_played round_ended stack_revealed"
        " cards_returned stack_card_discarded event_cancelled stack_card_taken event_activated"
        " game_ended"
    )

    def opening(self) -> None:
        """Compare hands and Customers; what a Customer deals before the first ply as well."""
        colors = 4 if self.options["unused_colours"] == "box" else self.seats
        out = {card for seat in range(colors) for card in lap_starting(seat)}
        actions = [card for card in lap_cards(LAP_ACTIONS, self.options) if card not in out]
        specials = lap_cards(LAP_SPECIALS, self.options)
        self.decks: dict[str, Cards] = {"action": self.shuffled("deck/0", actions)}
        deck = self.decks["action"]
        self.hands = [[*lap_starting(s), *(deck.pop() for _ in "four")] for s in range(self.seats)]
        self.decks["special"] = self.shuffled("specials/0", specials)
        self.discards: dict[str, Cards] = {"action": [], "special": [], "desire": []}
        self.stacks: list[Cards] = [[] for _ in range(self.seats)]
        self.specials: list[Cards] = [[] for _ in range(self.seats)]
        self.activated: Cards = []
        self.open = False
        self.reading = bool(self.options["read_seconds"])
        self.priority: dict[int, int] = {}
        self.late: list[int] = []
        self.replace = False
        self.lay_the_row()
        for seat, (view, hand) in enumerate(zip(self.views, self.hands, strict=True)):
            hand += [deck.pop() for _ in view["hand"][len(hand) :]]
            self.cards(f"hand of seat {seat}", view["hand"], hand)

    def look(self, seat: int, view: Json) -> None:
        """Compare decks, discards, hands and Stacks; at the end, money and Favor."""
        row, shown = self.desires, self.round - self.reading
        hidden = [None] * (len(row) - shown)
        self.sees(seat, view, round=self.round, customers=self.customers)
        self.sees(seat, view, desires=[*row[:shown], *hidden], activated=self.activated)
        self.sees(seat, view, hand=self.hands[seat], specials=self.specials[seat])
        self.sees(seat, view, deck_count=len(self.decks["action"]))
        self.sees(seat, view, special_deck_count=len(self.decks["special"]))
        self.sees(seat, view, desire_deck_count=len(self.decks["desire"]))
        self.sees(seat, view, discard=self.discards["action"])
        self.sees(seat, view, special_discard=self.discards["special"])
        self.sees(seat, view, desire_discard=self.discards["desire"])
        self.same("seats", len(view["seats"]), self.seats)
        for who, told in enumerate(view["seats"]):
            self.sees(seat, told, hand_count=len(self.hands[who]))
            self.sees(seat, told, special_count=len(self.specials[who]))
            self.sees(seat, told, stack_count=len(self.stacks[who]))
            if self.open or who == seat or told["stack"] is not None:
                self.sees(seat, told, stack=self.stacks[who])
            if self.over:
                self.sees(seat, told, money=self.totals[who], favor=self.favor[who])
        self.knows(seat, view, [h + s for h, s in zip(self.hands, self.stacks, strict=True)])

    def lay_the_row(self) -> None:
        """Lay Customers, by lot or as agreed, and a Desire for each: as many of each level."""
        rounds, order = self.options["rounds"], self.options["desire_order"]
        self.customers: Cards = self.options["customers"]
        if self.options["customers"] == "random":
            all_ = [f"c{number:02}" for number in range(1, 19)]
            self.customers = self.shuffled("customers", all_)[:rounds]
        self.cards("customers", self.views[0]["customers"], self.customers)
        desires = range(1, 7 if order == "level_1_only" else 19)
        pile = self.shuffled("desires/0", [f"d{number:02}" for number in desires])
        self.desires: Cards = pile[:rounds]
        if order == "ascending":
            levels = [[card for card in pile if (int(card[1:]) - 1) // 6 == n] for n in range(3)]
            many = [(rounds + 2 - n) // 3 for n in range(3)]
            self.desires = [card for n in range(3) for card in levels[n][: many[n]]]
        self.decks["desire"] = [card for card in pile if card not in self.desires]

    def before(self, seat: int | None, action: Json | None) -> None:
        """Follow a Stack that is placed face down."""
        self.late = []
        if seat is not None and action is not None and action["type"] == "set_stack":
            new, old = action["cards"], self.stacks[seat]
            kept = [card for card in self.hands[seat] if card not in new]
            self.hands[seat] = kept + [card for card in old if card not in new]
            self.stacks[seat] = list(new)

    def hear(self, event: Json) -> None:
        """Follow decks, dice and lots; then what moves in the open."""
        match event:
            case {"type": "drawn_cards_seen", "seat": seat, "cards": cards}:
                self.hands[seat] += self.drawn(self.decks["action"], cards)
            case {"type": "drawn_specials_seen", "seat": seat, "cards": cards}:
                self.specials[seat] += self.drawn(self.decks["special"], cards)
            case {"type": "deck_reshuffled", "deck": deck, "count": count}:
                # What was drawn just before is told afterwards: it lies on top still.
                self.same("cards reshuffled", count, len(self.discards[deck]))
                label = f"{LAP_STREAMS[deck]}/{self.round}"
                self.decks[deck][:0] = self.shuffled(label, self.discards[deck])
                self.discards[deck] = []
            case {"type": "dice_rolled", "seat": seat, "dice": dice, "faces": faces}:
                self.same("dice", len(faces), len(dice))
                for face in faces:
                    self.die(f"die/{self.round}/{seat}", face, LAP_FACES)
            case {"type": "priority_dealt", "seat": seat, "priority": priority}:
                self.cards("priority", [priority], [self.lot_of_the_late()])
                self.priority[seat] = priority
            case {"type": "stack_trimmed", "seat": seat, "cards": cards}:
                self.discards["action"] += self.lots("stack", seat, self.stacks, cards)
            case {"type": "hand_card_discarded", "seat": seat, "card": card}:
                self.discards["action"] += self.lots("hand", seat, self.hands, [card])
            case {"type": "taken_card_seen", "seat": seat, "target": target, "card": card}:
                self.hands[seat] += self.lots("hand", target, self.hands, [card])
            case _:
                self.hear_of_the_round(event)

    def hear_of_the_round(self, event: Json) -> None:
        """Follow the row of Customers and Desires, and what becomes of the Stacks."""
        match event:
            case {"type": "round_started", "round": round_, "customer": customer}:
                self.round += 1
                self.reading = True
                row = [self.round, self.customers[self.round - 1]]
                self.cards("customer", [round_, customer], row)
            case {"type": "desire_revealed", "desire": desire}:
                if self.replace:
                    self.desires[self.round - 1] = self.decks["desire"].pop()
                self.replace, self.reading, self.priority = False, False, {}
                self.cards("desire", [desire], [self.desires[self.round - 1]])
            case {"type": "desire_discarded"}:
                self.discards["desire"].append(self.desires[self.round - 1])
                self.replace = True
            case {"type": "priority_taken", "seat": seat, "priority": priority}:
                self.priority[seat] = priority
            case {"type": "special_played", "seat": seat, "card": card}:
                self.out(self.specials[seat], [card])
                self.discards["special"].append(card)
            case {"type": "round_ended"}:
                self.discards["action"] += [card for stack in self.stacks for card in stack]
                self.discards["desire"].append(self.desires[self.round - 1])
                self.stacks = [[] for _ in self.stacks]
                self.open, self.activated = False, []
            case {"type": "game_ended", "scores": scores, "favor": favor}:
                self.over, self.totals, self.favor = True, scores, favor
            case _:
                self.hear_of_the_stacks(event)

    def hear_of_the_stacks(self, event: Json) -> None:
        """Follow cards of Stacks, in the open."""
        match event:
            case {"type": "stack_revealed", "seat": seat, "cards": cards}:
                self.cards("stack", cards, self.stacks[seat])
                self.open = True
            case {"type": "event_activated", "card": card}:
                self.activated.append(card)
            case {"type": "cards_returned", "seat": seat, "cards": cards}:
                self.hands[seat] += [self.left(seat, card) for card in cards]
            case {"type": "stack_card_discarded" | "event_cancelled", "target": who, "card": card}:
                self.discards["action"].append(self.left(who, card))
            case {"type": "stack_card_taken", "seat": seat, "target": who, "card": card}:
                self.stacks[seat].append(self.left(who, card))
            case _:
                self.pass_over(event)

    def lot_of_the_late(self) -> int:
        """Return the next Priority card for who is late: of those left, by lot or by seat."""
        if not self.late:
            taken = self.priority.values()
            self.late = [n for n in range(1, self.seats + 1) if n not in taken]
            if self.options["late_priority"] == "random":
                self.late = self.shuffled(f"priority/{self.round}", self.late)
        return self.late.pop(0)

    def lots(self, stream: str, seat: int, holders: list[Cards], told: Sequence[str]) -> Cards:
        """Take as many cards as are told by lot, and compare."""
        cards, label = holders[seat], f"{stream}/{self.round}/{seat}"
        taken = [cards.pop(self.streams.below(label, len(cards))) for _ in told]
        self.cards("cards by lot", told, taken)
        return taken

    def left(self, seat: int, card: str) -> str:
        """Take a card out of a Stack, and return it."""
        if card not in self.stacks[seat]:
            raise Mismatch(f"{card} is not in the Stack of seat {seat}")
        self.stacks[seat].remove(card)
        self.activated = [one for one in self.activated if one != card]
        return card


TABLES: dict[tuple[str, int], Callable[[Json, Streams], Table]] = {
    ("work_the_strip", 1): WorkTheStrip,
    ("hand_and_foot", 1): HandAndFoot,
    ("lap_dance", 1): LapDance,
}
"""By game and version of its rules."""


# --- The checks -----------------------------------------------------------------------------------

MOST_SEATS = 10
MOST = 2**53 - 1
"""The largest integer that every JSON reader reads as it is written."""

Line = tuple[bool, str, str]
"""Whether a check went well, its name, and what was found."""


def checks(replay: Json, fairness: Json | None) -> list[Line]:
    """Return the result of every check.  Raises ValueError for anything but a whole replay."""
    only_integers([replay, fairness])
    for field in ("rules_version", "seats", "last", "ply", "after"):
        integer(replay, field)
    for ply in replay["plies"]:
        integer(ply, "ply")
    if replay["format"] != "parlour-replay/1" or replay["eyes"] != "all" or replay["after"]:
        raise ValueError("only a replay that is all open and whole can be checked")
    if replay["ply"] != replay["last"] or replay["seed"] is None:
        raise ValueError("only the replay of a whole match that is over can be checked")
    if not 1 <= replay["seats"] <= MOST_SEATS:
        raise ValueError(f"there are no tables for {replay['seats']}")
    if not re.fullmatch("[0-9a-f]{64}", replay["seed"]):
        raise ValueError("the seed is not 32 bytes in hexadecimal digits")
    seed, nonces = bytes.fromhex(replay["seed"]), replay["nonces"]
    promise = hashlib.sha256(seed).hexdigest()
    key = key_of(seed, replay["match"], nonces)
    lines = [
        (promise == replay["commitment"], "commitment", "SHA-256 of the seed"),
        (len(nonces) == replay["seats"], "nonces", f"{len(nonces)} for {replay['seats']} seats"),
        *chain_checks(replay),
    ]
    if fairness is not None:
        lines += fairness_checks(replay, fairness, key)
    return [*lines, table_check(replay, key), end_check(replay)]


def chain_checks(replay: Json) -> list[Line]:
    """Compare numbers, links and head."""
    numbers = [ply["ply"] for ply in replay["plies"]]
    counted = list(range(1, len(numbers) + 1))
    links, head = chain_of(replay)
    both = zip(replay["plies"], links, strict=True)
    broken = [ply["ply"] for ply, link in both if ply.get("link") != link]
    return [
        (
            numbers == counted and len(numbers) == replay["last"],
            "plies",
            f"1 to {replay['last']}, each once, in order",
        ),
        (not broken, "chain", f"breaks at ply {broken[0]}" if broken else f"{len(links)} links"),
        (head == replay["chain"], "head", head),
    ]


def fairness_checks(replay: Json, fairness: Json, key: bytes) -> list[Line]:
    """Compare the file with what was noted elsewhere."""
    fields = ("match", "game", "rules_version", "commitment", "seed", "nonces", "chain")
    lines = [
        (
            canonical(fairness[field]) == canonical(replay[field]),
            f"noted {field}",
            "as in the replay",
        )
        for field in fields
    ]
    return [*lines, (fairness["key"] == key.hex(), "noted key", key.hex())]


def table_check(replay: Json, key: bytes) -> Line:
    """Deal the match again, and compare every card and die."""
    rules = (replay["game"]["type"], replay["rules_version"])
    if rules not in TABLES:
        return False, "deal", f"this verifier does not know {rules[0]}, version {rules[1]}"
    where = "opening"
    try:
        table = TABLES[rules](replay, Streams(key))
        table.opening()
        table.all_see(table.views)
        for ply in replay["plies"]:
            where = f"ply {ply['ply']}"
            table.before(ply["seat"], ply["action"])
            for event in ply["events"]:
                table.sit(event)
                table.hear(event)
        where = "table"
        table.all_see([replay["table"][str(seat)] for seat in range(table.seats)])
    except Mismatch as mismatch:
        return False, "deal", f"{where}: {mismatch}"
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        return False, "deal", f"{where}: makes no sense ({type(fault).__name__}: {fault})"
    found = ", ".join(f"{many} {what}" for what, many in table.counts.items())
    return True, "deal", f"{found}, by {table.streams.draws} random numbers"


def end_check(replay: Json) -> Line:
    """Compare the outcome with what the last ply told; an abandoned match has none."""
    if replay["status"] != "finished":
        return replay["outcome"] is None, "outcome", f"none, the match is {replay['status']}"
    last = replay["plies"][-1]["events"] if replay["plies"] else []
    told = [{"scores": e["scores"], "places": e["places"]} for e in last if "scores" in e]
    same = [canonical(replay["outcome"])] == [canonical(outcome) for outcome in told[-1:]]
    return same, "outcome", "as told in the last ply"


def only_integers(thing: Any) -> None:
    """Raise ValueError for a number that is none everywhere: with a point, or too large."""
    if isinstance(thing, float) or (isinstance(thing, int) and abs(thing) > MOST):
        raise ValueError(f"{thing} is not an integer up to {MOST}")
    if isinstance(thing, (dict, list)):
        for one in thing.values() if isinstance(thing, dict) else thing:
            only_integers(one)


def integer(thing: Json, field: str) -> None:
    """Raise ValueError unless this field is an integer; true is none."""
    if type(thing[field]) is not int:
        raise ValueError(f"{field} is not an integer")


def read(path: str) -> Json:
    """Return a file's JSON object."""
    found: Json = json.loads(Path(path).read_text("utf-8"))
    return found


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


def main(arguments: Sequence[str]) -> int:
    """Print a line for each check; return the exit status."""
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):
        say(__doc__ or "")
        return 2
    try:
        files = [read(path) for path in arguments]
        lines = checks(files[0], files[1] if len(files) > 1 else None)
    except (OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        say(f"FAIL  cannot be read: {type(fault).__name__}: {fault}")
        return 2
    for good, name, found in lines:
        say(f"{'ok  ' if good else 'FAIL'}  {name}: {found}")
    return 0 if all(good for good, _, _ in lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
