"""Going out: the whole rest of a turn as one plan, and the partner's answer."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.hand_and_foot.dry_run import DryRun
from games.rules.hand_and_foot.going_out import plans
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.plays import Plan, Play, Take
from games.rules.hand_and_foot.rules import answer, ask_permission
from games.rules.hand_and_foot.state import Answer, FootState
from games.rules.hand_and_foot.table import groups, not_now, partners, wrong_phase
from games.rules.kernel import Action, Emit, Refusal, Seat


class GoOut(Action[FootOptions, FootState], frozen=True):
    """Ask "May I go out?" with all you will do when you may (HF 9.8).

    `take`: the pile, if you have not drawn yet; `plays`: what you lay, in order; `discard`: your
    last card, if you do not lay it.  Nothing may be left.  Your partners do not see the plan.
    """

    take: Take | None = None
    plays: tuple[Play, ...] = ()
    discard: str | None = None

    enumerated = False

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[GoOut]:
        """Yield a plan or two that lay whatever fits, if they lead out."""
        if not_now(state, seat, "draw", "play") or _may_not_ask(state, seat, options):
            return ()
        return [cls(p.take, p.plays, p.discard) for p in plans(state, seat, options)]

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check phase, turn, foot, an earlier no; then try the plan out and look what is left."""
        return (
            not_now(state, seat, "draw", "play")
            or self._bad_take(state)
            or _may_not_ask(state, seat, options)
            or self._fails(state, seat, options)
        )

    @property
    def plan(self) -> Plan:
        """The plan as the state keeps it."""
        return Plan(self.take, self.plays, self.discard)

    def _bad_take(self, state: FootState) -> Refusal | None:
        if state.phase == "draw" and self.take is None:
            return Refusal("must_draw_first")
        if state.phase == "play" and self.take is not None:
            return Refusal("wrong_phase", "/take", {"phase": state.phase})
        return None

    def _fails(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        run = DryRun(state, seat, options)
        if refusal := run.plan(self.plan):
            return refusal
        left = len(run.held) + run.unseen
        if self.discard is not None:
            if self.discard not in run.held:
                return Refusal("card_not_held", "/discard", {"card": self.discard})
            left -= 1
        elif options.go_out_discard == "required":
            return Refusal("must_discard")
        if left:
            return Refusal("cards_left", "", {"left": left})
        needs = options.dirty_needed, options.clean_needed
        have = groups(run.board)
        if all(own >= need for own, need in zip(have, needs, strict=True)):
            return None
        names = ("dirty", "clean", "need_dirty", "need_clean")
        return Refusal("groups_missing", "", dict(zip(names, (*have, *needs), strict=True)))

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Ask, or go out where there is nobody to ask."""
        ask_permission(state, seat, self.plan, options, emit)


def _may_not_ask(state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
    """Return why a seat may not even ask: not in the foot, refused already (HF 9.8)."""
    if not state.in_foot[seat]:
        return Refusal("not_in_foot")
    if state.denied:
        return Refusal("already_denied")
    if options.all_in_foot and not all(state.in_foot[mate] for mate in partners(state, seat)):
        return Refusal("partner_not_in_foot")
    return None


class Permission(Action[FootOptions, FootState], frozen=True):
    """Answer your partner's "May I go out?" (HF 9.9); the answer binds."""

    answer: Answer

    @classmethod
    def legal(cls, state: FootState, seat: Seat, options: FootOptions) -> Iterable[Permission]:
        """Yield yes and no."""
        action = cls("yes")
        return () if action.why_not(state, seat, options) else (action, cls("no"))

    def why_not(self, state: FootState, seat: Seat, options: FootOptions) -> Refusal | None:
        """Check the phase, and that this seat is asked and has not answered."""
        del options
        if refusal := wrong_phase(state, "permission"):
            return refusal
        if seat in state.to_act:
            return None
        answered = state.pending and any(seat == one.seat for one in state.pending.answers)
        return Refusal("already_done" if answered else "not_asked")

    def apply(self, state: FootState, seat: Seat, options: FootOptions, emit: Emit) -> None:
        """Say it."""
        answer(state, seat, self.answer, options, emit)
