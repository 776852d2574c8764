"""The mini game with one fault each: what the laws are for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from games.rules.kernel import (
    Action,
    Emit,
    Event,
    Refusal,
    Seat,
    TimedOut,
    Timer,
)
from tests.games.rules.mini.actions import AnswerOut, AskOut, Keep, Nudge, Roll, Seal
from tests.games.rules.mini.game import Mini, MiniView
from tests.games.rules.mini.rules import keep_die
from tests.games.rules.mini.state import CardSeen, MiniOptions, MiniState

AnyKinds = tuple[type[Action[Any, Any]], ...]


class ShowsTheNeighboursHand(Mini, frozen=True):
    """A view with a hand too many, and a sampler that plays along."""

    def view(self, state: MiniState, seat: Seat | None) -> MiniView:
        """Show the left neighbour's hand as if it had been peeked at."""
        view = super().view(state, seat)
        if seat is None:
            return view
        return replace(view, known=tuple(state.hands[(seat + 1) % len(state.hands)]))


class ShowsThePartnersPlan(Mini, frozen=True):
    """The secret plan is in everybody's view."""

    def view(self, state: MiniState, seat: Seat | None) -> MiniView:
        """Show the plan to who is to answer."""
        return replace(super().view(state, seat), plan=state.plan)


class ShowsTheSealedAsTheyCome(Mini, frozen=True):
    """Envelopes of glass."""

    def view(self, state: MiniState, seat: Seat | None) -> MiniView:
        """Show all that is sealed."""
        return replace(super().view(state, seat), sealed=tuple(state.sealed))


class CardShouted(CardSeen, frozen=True):
    """A card seen by one, told to all."""

    def seen_by(self, seat: Seat | None) -> bool:
        """Everybody."""
        return True


class KeepShouting(Keep, frozen=True, tag="keep"):
    """Keep, and say aloud what was peeked at."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        def shout(event: Event) -> None:
            emit(CardShouted(event.seat, event.card) if isinstance(event, CardSeen) else event)

        keep_die(state, options, shout)


class ShoutsThePeek(Mini, frozen=True):
    """The private half of a peek is told to the table."""

    events: ClassVar[tuple[type[Event], ...]] = (*Mini.events, CardShouted)
    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, KeepShouting, Nudge, Seal, AskOut)


class SealTwice(Seal, frozen=True, tag="seal"):
    """Seal, also one card twice."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        return Seal(tuple(dict.fromkeys(self.cards))).why_not(state, seat, options)


class AcceptsACardTwice(Mini, frozen=True):
    """Naming a card twice is overlooked, and the card is lost on the way."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, Nudge, SealTwice, AskOut)


class ReusesATimerId(Mini, frozen=True):
    """A bell that restarts its timer gives it the old number."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Count back."""
        state.turned = timer.id - 1
        super().time_up(state, timer, emit)


class SealSorting(Seal, frozen=True, tag="seal"):
    """Seal, and tidy the hand while judging."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        state.hands[seat].sort()
        return super().why_not(state, seat, options)


class ChangesWhatItJudges(Mini, frozen=True):
    """`why_not` has a side effect, so a step changes its argument."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, Nudge, SealSorting, AskOut)


class LosesACard(Mini, frozen=True):
    """A card falls under the table."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Drop the last card of the deck."""
        super().time_up(state, timer, emit)
        state.deck.pop()


class NudgeRudely(Nudge, frozen=True, tag="nudge"):
    """Nudge, refused in words nobody has declared."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        refusal = super().why_not(state, seat, options)
        return refusal and Refusal("hands_off")


class RefusesInOwnWords(Mini, frozen=True):
    """A refusal code is not in the table."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, NudgeRudely, Seal, AskOut)


class ForgetsTheNumbers(Mini, frozen=True):
    """A refusal's text asks for a number the refusal does not carry."""

    refusals: ClassVar[Mapping[str, tuple[str, str]]] = {
        **Mini.refusals,
        "not_your_turn": ("LO 1", "Wait for seat {current}."),
    }


class NudgeSilently(Nudge, frozen=True, tag="nudge"):
    """Nudge, and leave the old question as it was."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        questions = list(state.questions)
        super().apply(state, seat, options, emit)
        state.questions = questions


class KeepsTheOldQuestion(Mini, frozen=True):
    """What a seat is asked changes under its hand, and its question number does not."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, NudgeSilently, Seal, AskOut)


class AsksWithoutANumber(Mini, frozen=True):
    """The bell asks the next seat without a new question."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Put the old numbers back."""
        questions = list(state.questions)
        super().time_up(state, timer, emit)
        state.questions = questions


class RollInvitingAll(Roll, frozen=True, tag="roll"):
    """Roll, and invite whoever is at the table, even the one who rolls."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        super().apply(state, seat, options, emit)
        state.invited = list(range(len(state.hands)))


class InvitesWhoIsAsked(Mini, frozen=True):
    """The seat that is waited for is invited as well, and keeps its old question."""

    actions: ClassVar[AnyKinds] = (AnswerOut, RollInvitingAll, Keep, Nudge, Seal, AskOut)


class RollInvitingSilently(Roll, frozen=True, tag="roll"):
    """Roll, and invite the others without a new question."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        questions = list(state.questions)
        super().apply(state, seat, options, emit)
        state.questions = questions


class InvitesWithoutANumber(Mini, frozen=True):
    """Who may nudge is told so by the number of an old question."""

    actions: ClassVar[AnyKinds] = (AnswerOut, RollInvitingSilently, Keep, Nudge, Seal, AskOut)


class ThinksForEver(Mini, frozen=True):
    """A bot that would still think when its message is lost."""

    def thinking(
        self, state: MiniState, seat: Seat, *, anew: bool = False
    ) -> tuple[int, int] | None:
        """Return an hour."""
        return 0, 3600


class AskOutKnowingly(AskOut, frozen=True, tag="ask_out"):
    """Ask, refused by a look into the partner's hand."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        partner = state.hands[(seat + len(state.hands) // 2) % len(state.hands)]
        if any(play.card in partner for play in self.plan):
            return Refusal("not_your_hand", "/plan/0")
        return super().why_not(state, seat, options)


class RefusesByTheHidden(Mini, frozen=True):
    """The bytes of a refusal depend on what the mover cannot see."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, Nudge, Seal, AskOutKnowingly)


class DieBlown(Event, frozen=True):
    """Undeclared."""

    seat: Seat


class RollBlowing(Roll, frozen=True, tag="roll"):
    """Roll, and tell of it in an undeclared event."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        emit(DieBlown(seat))
        super().apply(state, seat, options, emit)


class TellsWhatIsNotDeclared(Mini, frozen=True):
    """An event is not in the game's list."""

    actions: ClassVar[AnyKinds] = (AnswerOut, RollBlowing, Keep, Nudge, Seal, AskOut)


class StartsANamelessTimer(Mini, frozen=True):
    """A timer has no note."""

    timer_notes: ClassVar[Mapping[str, str]] = {"sealing": "", "turn": "", "answer": ""}


class BlamesTheShow(Mini, frozen=True):
    """A window that closes counts as everybody's time-out."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Time out the whole table."""
        if timer.name == "show":
            emit(TimedOut(0))
        super().time_up(state, timer, emit)


class RollForEver(Roll, frozen=True, tag="roll"):
    """Roll as often as you like."""

    def why_not(self, state: MiniState, seat: Seat, options: MiniOptions) -> Refusal | None:
        refusal = super().why_not(state, seat, options)
        return refusal if refusal and refusal.code == "not_your_turn" else None


class NeverEnds(Mini, frozen=True):
    """A draft without a limit."""

    actions: ClassVar[AnyKinds] = (AnswerOut, RollForEver, Keep, Nudge, Seal, AskOut)


class HangsAfterTheShow(Mini, frozen=True):
    """After the show nobody is asked, and no timer runs."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Forget to ask."""
        super().time_up(state, timer, emit)
        if timer.name == "show":
            state.ask_nobody()
            state.timers = []


class SealAll(Seal, frozen=True, tag="seal"):
    """Seal, listed without regard to the table's limit."""

    @classmethod
    def legal(cls, state: MiniState, seat: Seat, options: MiniOptions) -> Any:
        if state.phase == "seal" and seat in state.to_act:
            yield from super().legal(state, seat, options)
            yield cls(tuple(state.hands[seat]))


class ForgetsAKind(Mini, frozen=True):
    """A short cut that leaves out the first kind of action."""

    def kinds(self, state: MiniState, seat: Seat) -> AnyKinds:
        """All but one."""
        return self.actions[1:]


class ListsWhatItRefuses(Mini, frozen=True):
    """`legal` and `why_not` disagree."""

    actions: ClassVar[AnyKinds] = (AnswerOut, Roll, Keep, Nudge, SealAll, AskOut)


class GuessesAPlanOfOtherCards(Mini, frozen=True):
    """A sample whose secret plan does not fit the sampled hand."""

    def sample(self, view: MiniView, random: Random) -> MiniState:
        """Plan with the deck."""
        state = super().sample(view, random)
        if state.plan and view.plan is None:
            state.plan = tuple(
                replace(play, card=card) for play, card in zip(state.plan, state.deck, strict=False)
            )
        return state


class GuessesAlwaysTheSame(Mini, frozen=True):
    """A sampler without imagination."""

    def sample(self, view: MiniView, random: Random) -> MiniState:
        """Guess as always."""
        return super().sample(view, Random(0))


class KeepsSetsInOrder(Mini, frozen=True):
    """The first deal is in the order of a set: another order in each process."""

    def setup(self, seats: int, key: str) -> MiniState:
        """Deal, and stack the deck as the hashes fall."""
        state = super().setup(seats, key)
        state.deck = list(set(state.deck))
        return state


class ReadsTheOrderOfKeys(Mini, frozen=True):
    """The rules read the order of a dictionary, which no store keeps."""

    def time_up(self, state: MiniState, timer: Timer, emit: Emit) -> None:
        """Lay down the die as the name of the last stream says."""
        super().time_up(state, timer, emit)
        if state.phase == "turn" and state.rng.drawn:
            state.die = len([*state.rng.drawn][-1])


class SharesItsLists(Event, frozen=True):
    """An event that holds the state's own list."""

    hands: list[list[str]]


class RollSharing(Roll, frozen=True, tag="roll"):
    """Roll, and hand out the state."""

    def apply(self, state: MiniState, seat: Seat, options: MiniOptions, emit: Emit) -> None:
        emit(SharesItsLists(state.hands))
        super().apply(state, seat, options, emit)


class HandsOutItsState(Mini, frozen=True):
    """What was told changes later."""

    events: ClassVar[tuple[type[Event], ...]] = (*Mini.events, SharesItsLists)
    actions: ClassVar[AnyKinds] = (AnswerOut, RollSharing, Keep, Nudge, Seal, AskOut)


class CannotReadItsViews(Mini, frozen=True):
    """A view that is written and cannot be read."""

    def view(self, state: MiniState, seat: Seat | None) -> MiniView:
        """Put a number where a card belongs."""
        view = super().view(state, seat)
        hand: Any = tuple(int(card[1:]) for card in view.hand)
        return replace(view, hand=hand)
