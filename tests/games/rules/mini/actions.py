"""Last Orders: what a seat may do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import ClassVar

from games.rules.kernel import Action, Emit, Refusal, Seat
from tests.games.rules.mini.rules import (
    break_seals,
    close,
    invite_nudgers,
    keep_die,
    not_asked,
    partner_of,
)
from tests.games.rules.mini.state import (
    EXTRA_SECONDS,
    DieNudged,
    DieRolled,
    HandLaid,
    Lay,
    MiniOptions,
    MiniState,
    OutAnswered,
    OutAsked,
    Play,
    Sealed,
    worth,
)


class Seal(Action[MiniOptions, MiniState], frozen=True):
    """Seal a few cards of your hand; they are shown when everybody is done."""

    cards: tuple[str, ...]

    @classmethod
    def legal(cls, state: MiniState, seat: Seat, options: MiniOptions) -> Iterator[Seal]:
        if not not_asked(state, seat, "seal"):
            for size in range(options.most + 1):
                yield from map(cls, permutations(state.hands[seat], size))

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        if refusal := not_asked(state, seat, "seal"):
            return refusal
        if len(self.cards) > options.most:
            return Refusal("too_many_cards", "/cards", {"most": options.most})
        for place, card in enumerate(self.cards):
            if card not in state.hands[seat]:
                return Refusal("card_not_in_hand", f"/cards/{place}", {"card": card})
            if card in self.cards[:place]:
                return Refusal("card_twice", f"/cards/{place}", {"card": card})
        return None

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        state.sealed[seat] = self.cards
        state.order.append(seat)
        state.answered(seat)
        emit(Sealed(seat))
        if not state.to_act:
            break_seals(state, options, emit)


class Roll(Action[MiniOptions, MiniState], frozen=True):
    """Roll the die, or roll it again; a six stands."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        if refusal := not_asked(state, seat, "turn", "roll"):
            return refusal
        if state.rolls > options.rerolls:
            return Refusal("no_reroll_left", params={"rolls": state.rolls})
        return Refusal("six_stands") if state.die == 6 else None

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        state.phase = "roll"
        state.rolls += 1
        state.die = state.rng.stream("die", seat).die()
        invite_nudgers(state)
        emit(DieRolled(seat, state.die))
        state.start_timer("turn", options.seconds, [seat])


class Keep(Action[MiniOptions, MiniState], frozen=True):
    """Keep the die as it lies; your turn is over."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        if refusal := not_asked(state, seat, "turn", "roll"):
            return refusal
        return None if state.die else Refusal("nothing_rolled")

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        keep_die(state, options, emit)


class Nudge(Action[MiniOptions, MiniState], frozen=True):
    """Turn another seat's die up by one, a six to a one: once in a match, out of turn."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        if not state.die or seat == state.current:
            return Refusal("no_die_of_others")
        return None if state.nudges[seat] else Refusal("no_nudge_left")

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        state.nudges[seat] -= 1
        state.die = state.die % 6 + 1
        state.ask(state.current)
        invite_nudgers(state)
        emit(DieNudged(seat, state.die))


class AnswerOut(Action[MiniOptions, MiniState], frozen=True):
    """Answer your partner: a yes carries out the plan, a no gives the turn more time."""

    yes: bool

    @classmethod
    def legal(cls, state: MiniState, seat: Seat, options: MiniOptions) -> tuple[AnswerOut, ...]:
        return () if not_asked(state, seat, "answer") else (cls(yes=True), cls(yes=False))

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        return not_asked(state, seat, "answer")

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        asker, plan = state.current, state.plan or ()
        emit(OutAnswered(seat, self.yes))
        state.plan = None
        state.ask_nobody()
        state.drop_timer("answer")
        if self.yes:
            state.hands[asker], state.table = [], [play.card for play in plan]
            state.scores[asker] += 10 + sum(worth(p.card) for p in plan if isinstance(p, Lay))
            emit(HandLaid(asker, plan))
            close(state, emit)
        else:
            state.phase = "roll"
            state.ask(asker)
            if options.seconds:
                state.resume_timer("turn")
                state.extend_timer("turn", EXTRA_SECONDS)


class AskOut(Action[MiniOptions, MiniState], frozen=True):
    """Ask your partner "Shall we leave?" before you roll, with a plan for your whole hand."""

    plan: tuple[Play, ...]
    enumerated: ClassVar[bool] = False

    @classmethod
    def legal(cls, state: MiniState, seat: Seat, options: MiniOptions) -> Iterator[AskOut]:
        if not not_asked(state, seat, "turn"):
            yield cls(tuple(map(Lay, state.hands[seat])))

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        if refusal := not_asked(state, seat, "turn"):
            return refusal
        planned = sorted(play.card for play in self.plan)
        return None if planned == sorted(state.hands[seat]) else Refusal("not_your_hand", "/plan")

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        partner = partner_of(state, seat)
        state.phase, state.plan = "answer", self.plan
        state.ask_nobody()
        state.ask(partner)
        if options.seconds:
            state.pause_timer("turn")
        state.start_timer("answer", options.seconds, [partner])
        emit(OutAsked(seat, partner))
