"""Last Orders: the game as the kernel wants it, and what each seat may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any, ClassVar

from games.rules.kernel import (
    Action,
    Emit,
    Event,
    Game,
    Hints,
    Options,
    Outcome,
    Rng,
    Seat,
    State,
    TimedOut,
    Timer,
    View,
    places,
)
from tests.games.rules.mini.actions import AnswerOut, AskOut, Keep, Nudge, Roll, Seal
from tests.games.rules.mini.rules import begin_round, break_seals, close, left_of, next_turn
from tests.games.rules.mini.state import (
    CARDS,
    CardPeeked,
    CardSeen,
    DieKept,
    DieNudged,
    DieRolled,
    Discard,
    HandDealt,
    HandLaid,
    Lay,
    MatchClosed,
    MiniOptions,
    MiniState,
    OutAnswered,
    OutAsked,
    Play,
    Sealed,
    SealsBroken,
    TurnBegun,
    worth,
)


class MiniView(View, frozen=True):
    """`sealed` is None where it is not to be seen; `plan` is the asker's own."""

    phase: str
    round: int
    order: tuple[Seat, ...]
    turn: int
    die: int
    rolls: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    sealed: tuple[tuple[str, ...] | None, ...]
    known: tuple[str, ...]
    peeks: tuple[int, ...]
    nudges: tuple[int, ...]
    table: tuple[str, ...]
    scores: tuple[int, ...]
    planned: bool
    plan: tuple[Play, ...] | None


class MiniHints(Hints, frozen=True):
    """The dearest cards to seal."""

    best: tuple[str, ...]


class Mini(Game[MiniOptions, MiniState, MiniView], frozen=True):
    """Two to six seats, partners across the table."""

    options: MiniOptions = MiniOptions()

    name: ClassVar[str] = "mini"
    title: ClassVar[str] = "Last Orders"
    tagline: ClassVar[str] = "Seal, roll, peek, and leave while it is fun."
    content_rating: ClassVar[str] = "everyone"
    version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = MiniOptions
    state_type: ClassVar[type[State]] = MiniState
    view_type: ClassVar[type[View]] = MiniView
    hints_type: ClassVar[type[Hints]] = MiniHints
    actions: ClassVar[tuple[type[Action[Any, Any]], ...]] = (
        AnswerOut,
        Roll,
        Keep,
        Nudge,
        Seal,
        AskOut,
    )
    events: ClassVar[tuple[type[Event], ...]] = (
        HandDealt,
        Sealed,
        SealsBroken,
        TurnBegun,
        DieRolled,
        DieNudged,
        DieKept,
        CardPeeked,
        CardSeen,
        OutAsked,
        OutAnswered,
        HandLaid,
        MatchClosed,
        TimedOut,
    )
    refusals: ClassVar[Mapping[str, tuple[str, str]]] = {
        "not_your_turn": ("LO 1", "The table is not waiting for you."),
        "too_many_cards": ("LO 2", "At most {most} cards fit in the envelope."),
        "card_not_in_hand": ("LO 2", "Card {card} is not in your hand."),
        "card_twice": ("LO 2", "Card {card} is named twice."),
        "no_reroll_left": ("LO 3", "You have rolled {rolls} times; that will do."),
        "six_stands": ("LO 3", "A six stands."),
        "nothing_rolled": ("LO 3", "Roll first."),
        "no_die_of_others": ("LO 4", "There is no die of another seat to nudge."),
        "no_nudge_left": ("LO 4", "You have nudged before."),
        "not_your_hand": ("LO 5", "The plan must name each card of your hand once."),
    }
    timer_notes: ClassVar[Mapping[str, str]] = {
        "sealing": "Who is late seals nothing; if nobody has sealed, the cards are dealt anew.",
        "show": "The first turn begins.",
        "turn": "The turn is over; a die is kept unread.",
        "answer": "No.",
        "closing": "The match ends as it stands.",
    }

    @property
    def seats(self) -> range:
        """Two in each team."""
        return range(2 * self.options.teams, 2 * self.options.teams + 1)

    @property
    def max_plies(self) -> int:
        """Deals, seals and nudges, the show, the closing, and six plies a turn."""
        return 3 + self.options.redeals + (8 + self.options.rerolls) * self.seats[0]

    def setup(self, seats: int, key: str) -> MiniState:
        """Deal the first round."""
        state = MiniState(Rng(key), [0] * seats)
        state.scores, state.nudges = [0] * seats, [1] * seats
        state.sealed, state.known = [()] * seats, [[] for _ in range(seats)]
        begin_round(state, self.options, lambda _: None)
        state.start_timer("closing", self.options.closing_seconds, range(seats), counts=False)
        return state

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Do what `timer_notes` says."""
        late = [seat for seat in timer.seats if seat in state.to_act]
        for seat in late if timer.counts else ():
            emit(TimedOut(seat))
        match timer.name:
            case "sealing" if not state.order and state.round <= self.options.redeals:
                begin_round(state, self.options, emit)
            case "sealing":
                state.rng.stream("lots").shuffle(late)
                state.order += late
                break_seals(state, self.options, emit)
            case "show" | "turn":
                next_turn(state, self.options, emit)
            case "answer":
                AnswerOut(yes=False).apply(state, late[0], self.options, emit)
            case _:
                close(state, emit)

    def outcome(self, state: MiniState) -> Outcome | None:
        """Most points win."""
        if state.phase != "over":
            return None
        return Outcome(tuple(state.scores), places(state.scores))

    def thinking(
        self, state: MiniState, seat: Seat, *, anew: bool = False
    ) -> tuple[int, int] | None:
        """Sealing at once would win the first turn for ever."""
        del seat, anew
        quick = state.phase != "seal" or self.options.seconds < 10
        return None if quick else (2, self.options.seconds // 2)

    def view(self, state: MiniState, seat: Seat | None) -> MiniView:
        """Show the table, the seat's own cards, and what it peeked at."""
        shown = state.phase != "seal"
        asker = state.current if state.plan else None
        return MiniView(
            seat=seat,
            decision=0 if seat is None else state.questions[seat],
            ply=state.ply,
            to_act=tuple(state.to_act),
            timers=tuple(state.timers),
            phase=state.phase,
            round=state.round,
            order=tuple(state.order),
            turn=state.turn,
            die=state.die,
            rolls=state.rolls,
            hand=() if seat is None else tuple(state.hands[seat]),
            hand_sizes=tuple(map(len, state.hands)),
            sealed=tuple(
                cards if shown or owner == seat else None
                for owner, cards in enumerate(state.sealed)
            ),
            known=() if seat is None else tuple(state.known[seat]),
            peeks=tuple(map(len, state.known)),
            nudges=tuple(state.nudges),
            table=tuple(state.table),
            scores=tuple(state.scores),
            planned=state.plan is not None,
            plan=state.plan if seat is not None and seat == asker else None,
        )

    def hints(self, view: MiniView) -> MiniHints:
        """Return the seat's dearest cards."""
        return MiniHints(tuple(sorted(view.hand, key=worth, reverse=True)[: self.options.most]))

    def sample(self, view: MiniView, random: Random) -> MiniState:
        """Deal out what the seat has not seen, and guess what the others saw, sealed and plan."""
        seats = range(len(view.scores))
        hands = self._sampled_hands(view, random)
        seen = {*view.table, *chain(*hands)} | {c for cards in view.sealed for c in cards or ()}
        deck = [card for card in CARDS if card not in seen]
        random.shuffle(deck)
        sealed = list(view.sealed)
        for seat in seats:
            if sealed[seat] is None:
                most = self.options.most if seat in view.order else 0
                sealed[seat] = tuple(random.sample(hands[seat], random.randint(0, most)))
        known = [
            list(view.known)
            if seat == view.seat
            else random.sample(hands[(seat + 1) % len(seats)] or view.table, view.peeks[seat])
            for seat in seats
        ]
        plan = view.plan
        if view.planned and plan is None:
            hand = random.sample(cards := hands[view.order[view.turn]], len(cards))
            plan = tuple(random.choice((Lay, Discard))(card) for card in hand)
        return MiniState(
            Rng(random.randbytes(32).hex()),
            [view.decision if seat == view.seat else 0 for seat in seats],
            list(view.to_act),
            list(view.timers),
            max((timer.id for timer in view.timers), default=0),
            view.ply,
            deck=deck,
            hands=hands,
            sealed=[cards or () for cards in sealed],
            known=known,
            nudges=list(view.nudges),
            scores=list(view.scores),
            table=list(view.table),
            order=list(view.order),
            phase=view.phase,
            round=view.round,
            turn=view.turn,
            die=view.die,
            rolls=view.rolls,
            plan=plan,
        )

    def _sampled_hands(self, view: MiniView, random: Random) -> list[list[str]]:
        """Return the hands: the seat's own, its left neighbour's as far as peeked, luck."""
        hands: list[list[str]] = [[] for _ in view.scores]
        public = {*view.table} | {card for cards in view.sealed for card in cards or ()}
        if view.seat is not None:
            hands[(view.seat + 1) % len(hands)] = [c for c in view.known if c not in public]
            hands[view.seat] = list(view.hand)
        taken = public | set(chain(*hands))
        unseen = [card for card in CARDS if card not in taken]
        random.shuffle(unseen)
        for hand, size in zip(hands, view.hand_sizes, strict=True):
            hand += [unseen.pop() for _ in range(size - len(hand))]
        return hands

    def hidden(self, state: MiniState, seat: Seat | None) -> Mapping[str, object]:
        """Return the deck, and the others' hands, seals, peeks and plan, unless peeked or plain."""
        facts: dict[str, object] = {"deck": tuple(state.deck)}
        for other, hand in enumerate(state.hands):
            if other == seat:
                continue
            if not self._read(state, seat, other):
                facts[f"hand {other}"] = sorted(hand)
            if state.phase == "seal" and other in state.order and self.options.most:
                facts[f"sealed {other}"] = state.sealed[other]
            left = left_of(state, other)
            plain = len(state.hands[left] or state.table) == 1 and self._read(state, seat, left)
            if state.known[other] and not plain:
                facts[f"known {other}"] = state.known[other]
        if state.plan and seat != state.current:
            facts["plan"] = state.plan
        return facts

    def _read(self, state: MiniState, seat: Seat | None, owner: Seat) -> bool:
        """Say whether `seat` knows each card of this hand."""
        hand = set(state.hands[owner])
        return seat == owner or hand <= (set() if seat is None else {*state.known[seat]})

    def card_ids(self, state: MiniState) -> list[str]:
        """Return all cards; a sealed one is still in its hand until the seals are broken."""
        sealed = chain(*state.sealed) if state.phase != "seal" else ()
        return sorted(chain(state.deck, state.table, *state.hands, sealed))
