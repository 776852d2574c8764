"""The rules against a second referee (``paper.py``), in thousands of situations of all sorts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.hand_and_foot.actions import Cap, Discard, GoOut, LayOff, Meld, TakePile
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import AddCards, LayMelds, New, Onto, Play, PutCap, Take
from games.rules.hand_and_foot.state import meld_of
from games.rules.kernel import Action, step
from tests.games.rules.hand_and_foot.builder import Table, table
from tests.games.rules.hand_and_foot.paper import Paper, kind, naturals, rank, wilds
from tests.games.rules.hand_and_foot.words import COPIES, A, C, code

MINIMUMS = (50, 90, 120, 150)
THROWS = 12
"""How many moves are tried in each situation."""


# --- Situations and moves, at random --------------------------------------------------------------


def text_of(random: Random, ranks: Sequence[str], most: int, least: int = 0) -> str:
    kinds = [*ranks, *ranks, *ranks, "JK", "JS", "JS", "LD", "VL"]
    return " ".join(random.choice(kinds) for _ in range(random.randint(least, most)))


def board_of(random: Random, ranks: Sequence[str], most: int) -> str:
    """Return a board that may lie there: at most two melds of each rank (HF 10.3)."""
    melds = list[str]()
    for _ in range(random.randint(0, most)):
        of, n = random.choice([*ranks, "WILD"]), random.choice((2, 3, 4, 5, 6, 6, 7, 8))
        w = random.randint(0, min(3, n))
        if of == "WILD":
            melds.append(f"JS*{max(3, n)}" + " +LD" * (n >= 7 and random.random() < 0.5))
        elif n + w >= 3:
            cards = f"{of}*{n}" + f" JS*{w}" * (w > 0)
            melds.append(cards + " +LD" * (not w and n >= 7 and random.random() < 0.5))
    kinds = Counter(melds_[:2] for melds_ in melds)
    return "; ".join(m for m in melds if kinds[m[:2]] <= 2)


def fits(*texts: str) -> bool:
    words = " ".join(texts).replace("+", " ").replace(";", " ").split()
    count = Counter[str]()
    for word in words:
        name, _, times = word.partition("*")
        count[name] += int(times or 1)
    spared = {name: 8 if name in ("1", "2", "3", "4") else 4 * name.isdigit() for name in count}
    return all(count[name] <= COPIES[name] - spared[name] for name in count)


def situation(random: Random) -> Table:
    """Return a turn of A's; nobody is in the foot before the team has opened: a Hand only grows."""
    while True:
        ranks = random.sample(["4", "7", "8", "9", "10", "12", "LO"], random.choice((1, 2, 2, 3)))
        near_the_end = random.random() < 0.3
        if near_the_end:
            ranks = ["8", "9", "LO"]
            ours = "9*6 JS; LO*5 JS*2; 8*7" + random.choice(("", " +LD", "; JS*3", "; 8*3"))
        else:
            ours = board_of(random, ranks, random.choice((0, 3, 5)))
        theirs = board_of(random, ranks, 2)
        hand = text_of(random, ranks, 5 if near_the_end else 12, 1)
        pile = text_of(random, ranks, 1 if near_the_end else 8)
        pile += f" {random.choice(ranks)}" if random.random() < 0.8 else " VL"
        if fits(ours, theirs, hand, pile):
            break
    return table(
        seats=random.choice((2, 4)),
        hands={A: hand},
        in_foot=[seat for seat in (A, C) if near_the_end or (ours and random.random() < 0.5)],
        boards={0: ours, 1: theirs},
        pile=pile,
        phase=random.choice(("draw", "play")),
        round_=random.randint(1, 4),
        options=house_rules(random) if random.random() < 0.5 else None,
    )


def house_rules(random: Random) -> FootOptions:
    """Return options that change what is legal in a turn (HF 21), a few at a time."""
    rules = {
        "pick_onto_meld": False,
        "take_count": random.choice((5, 6, 7)),
        "max_melds_per_rank": random.choice((0, 1, 3)),
        "second_meld_needs_group": True,
        "wild_initial_meld": False,
        "dirty_needed": random.choice((1, 3)),
        "clean_needed": 2,
        "all_in_foot": True,
        "go_out_discard": "required",
        "caps_per_group": 0,
        "way_two": random.choice(("auto", "off")),
    }
    chosen = random.sample(sorted(rules), random.randint(1, 4))
    return msgspec.convert({name: rules[name] for name in chosen}, FootOptions)


class Throw:
    """Moves at random from what lies there, right about half of the time."""

    def __init__(self, random: Random, at: Table) -> None:
        self.random, self.at = random, at
        self.hand = list(at.state.active[A])
        self.meant = set[str]()
        self.ids = [meld.id for board in at.state.boards for meld in board]

    def cards(self, of: str | None = None) -> tuple[str, ...]:
        """Return cards of one rank with some wilds, or any cards, or what is not held."""
        roll, held = self.random.random(), self.hand
        if roll < 0.1:
            return tuple(self.random.sample(held, self.random.randint(0, min(4, len(held)))))
        if roll < 0.13:
            return (*held[:2], "9-16")
        if roll < 0.16:
            return (*held[:2], *held[:1])
        free = [card for card in held if card not in self.meant] or held
        of = of or code(self.random.choice(free))
        found = self._of(of, free)
        self.meant.update(found)
        return found

    def _of(self, of: str, held: Sequence[str]) -> tuple[str, ...]:
        same = [card for card in held if code(card) == of]
        wild = [card for card in wilds(held) if card not in same]
        few = self.random.sample(wild, min(len(wild), self.random.choice((0, 0, 0, 1, 1, 2, 3, 4))))
        return (*same[: self.random.choice((1, 2, 3, 3, 9))], *few)

    def meld_id(self) -> int:
        return self.random.choice([*self.ids * 4, 0, 99])

    def added(self) -> AddCards:
        meld_id = self.meld_id()
        found = [m for board in self.at.state.boards for m in board if m.id == meld_id]
        return AddCards(meld_id, self.cards(found[0].rank if found else None))

    def lists(self) -> tuple[tuple[str, ...], ...]:
        return tuple(self.cards() for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))))

    def take(self) -> Take:
        top = code(self.at.state.pile[-1])
        more = self.lists() if self.random.random() < 0.4 else ()
        if self.random.random() < 0.5:
            return Take(New(self.cards(top)), more)
        with_ = tuple(card for card in self.hand if code(card) == top)
        ids = [m.id for m in self.at.state.boards[0] if m.rank == top]
        to = self.random.choice(ids) if ids and self.random.random() < 0.8 else self.meld_id()
        return Take(Onto(to, with_[: self.random.randint(0, 3)]), more)

    def cap(self) -> PutCap:
        ladies = [card for card in self.hand if code(card) == "LD"]
        groups = [meld.id for meld in self.at.state.boards[0] if meld.kind in ("clean", "wild")]
        on = self.random.choice(groups) if groups and self.random.random() < 0.8 else self.meld_id()
        return PutCap(on, self.random.choice([*ladies * 5, *self.hand]))

    def play(self) -> Play:
        return self.random.choice((self.added, self.cap, lambda: LayMelds(self.lists())))()

    def plan(self) -> GoOut:
        """Return a plan that is rid of most cards, taken apart rank by rank."""
        take = self.take() if self.at.state.phase == "draw" else None
        left = [card for card in self.hand if not take or card not in take.use.cards]
        left += self.at.state.pile[:-1] if take else []
        plays = list[Play]()
        for of in sorted({code(card) for card in left}):
            same = tuple(card for card in left if code(card) == of)
            homes = [m.id for m in self.at.state.boards[0] if m.rank == of or of in ("JS", "JK")]
            if of == "LD" and self.ids:
                plays += [PutCap(self.random.choice(self.ids), card) for card in same]
            elif homes and self.random.random() < 0.9:
                plays.append(AddCards(self.random.choice(homes), same))
            elif len(same) > 1:
                plays.append(LayMelds((same,)))
        laid = {card for play in plays for card in cards_of(play)}
        last = [card for card in left if card not in laid]
        if not last and plays and self.random.random() < 0.5:
            last = [*cards_of(plays.pop())]
        return GoOut(take, tuple(plays), last[0] if last else None)

    def action(self) -> Action[Any, Any]:
        self.meant.clear()
        if self.random.random() < 0.25:
            return self.plan()
        if self.at.state.phase == "draw":
            take = self.take()
            return TakePile(take.use, take.melds)
        roll = self.random.random()
        if roll < 0.4:
            return Meld(self.lists())
        if roll < 0.75:
            added = self.added()
            assert isinstance(added.meld_id, int)
            return LayOff(added.meld_id, added.cards)
        if roll < 0.9:
            put = self.cap()
            assert isinstance(put.meld_id, int)
            return Cap(put.meld_id, put.card)
        return Discard(self.random.choice([*self.hand, "9-16"]), self.random.random() < 0.5)


def cards_of(play: Play) -> tuple[str, ...]:
    match play:
        case LayMelds(lists):
            return tuple(card for one in lists for card in one)
        case AddCards(_, cards):
            return cards
        case PutCap(_, card):
            return (card,)


# --- Two referees ---------------------------------------------------------------------------------


def on_paper(at: Table) -> Paper:
    ours, *others = at.state.boards
    return Paper(
        hand=list(at.state.active[A]),
        foot=list(at.state.foot[A]),
        in_foot=at.state.in_foot[A],
        melds={meld.id: list(meld.cards) for meld in ours},
        caps={meld.id: list(meld.caps) for meld in ours if meld.caps},
        theirs={meld.id for board in others for meld in board},
        pile=list(at.state.pile),
        minimum=MINIMUMS[at.state.round - 1],
        drawn=at.state.phase == "play",
        options=at.game.options,
        partner_in_foot=at.state.in_foot[C] if len(at.state.in_foot) == 4 else True,
    )


def check_move(at: Table, action: Action[Any, Any]) -> str | None:
    """Let both judge, and if it is legal, let both move the cards; return the refusal's code."""
    paper = on_paper(at)
    wrong = paper.wrong(action)
    refusal = action.why_not(at.state, A, at.game.options)
    found = {refusal.code} if refusal else set[str]()
    assert bool(found) == bool(wrong), f"{action}: {refusal}, {wrong}"
    assert found <= wrong, f"{action}: {refusal}, {wrong}"
    if refusal:
        return refusal.code
    if not isinstance(action, GoOut):
        paper.do(action)
        compare(step(at.game, at.state, A, action).state, paper)
    elif len(at.state.active) == 2:
        after = step(at.game, at.state, A, action).state
        assert after.results[-1].end == "out"
        compare(after, paper)
    return None


def compare(state: Any, paper: Paper) -> None:
    assert sorted(state.active[A]) == sorted(paper.hand)
    assert sorted(state.foot[A]) == sorted(paper.foot)
    assert state.in_foot[A] == paper.in_foot
    assert state.pile == paper.pile
    melds = {meld.id: sorted(meld.cards) for meld in state.boards[0]}
    assert melds == {meld_id: sorted(cards) for meld_id, cards in paper.melds.items()}
    assert {m.id: list(m.caps) for m in state.boards[0] if m.caps} == paper.caps
    for meld in state.boards[0]:
        assert (meld.kind, meld.rank) == (kind(meld.cards), rank(meld.cards))


@settings(max_examples=150, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_both_referees_agree(seed: int) -> None:
    random = Random(seed)
    at = situation(random)
    throw = Throw(random, at)
    for _ in range(THROWS):
        check_move(at, throw.action())


def test_the_moves_are_of_all_sorts() -> None:
    """Legal moves of every kind, and every refusal of a turn, turn up among five hundred tables."""
    legal, refused = Counter[str](), Counter[str]()
    for seed in range(500):
        random = Random(seed)
        at = situation(random)
        throw = Throw(random, at)
        for _ in range(3):
            action = throw.action()
            if code_ := check_move(at, action):
                refused[code_] += 1
            else:
                legal[type(action).__name__] += 1
    assert set(legal) == {"Meld", "LayOff", "Cap", "TakePile", "Discard", "GoOut"}
    assert len(refused) >= 25


@settings(max_examples=100, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_frozen_blocked_and_kind_are_read_from_the_cards(seed: int) -> None:
    """HF 24.1."""
    at = situation(Random(seed))
    paper = on_paper(at)
    for seat in (A, 1, None):
        view = at.view(seat)
        assert (view.frozen, view.blocked) == (paper.frozen(), paper.blocked())
        for meld in view.teams[0].melds:
            assert meld.kind == kind(meld.cards)
            assert meld.rank == rank(meld.cards)
            assert (meld.naturals, meld.wilds) == (
                len(naturals(meld.cards)),
                len(wilds(meld.cards)),
            )
            assert meld == meld_of(meld.id, meld.cards, meld.caps)


@settings(max_examples=120, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_legal_to_both(seed: int) -> None:
    at = situation(Random(seed))
    for action in at.legal(A):
        if type(action).__name__ != "Draw":
            assert check_move(at, action) is None, action


@settings(max_examples=150, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_of_every_kind_that_is_legal_something_is_offered(seed: int) -> None:
    random = Random(seed)
    at = situation(random)
    throw, offered = Throw(random, at), {type(action) for action in at.legal(A)}
    for _ in range(THROWS):
        action = throw.action()
        if action.why_not(at.state, A, at.game.options) is None:
            assert type(action) in offered, action
