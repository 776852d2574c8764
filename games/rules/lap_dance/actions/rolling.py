"""The dice of a turn: rolling, rolling on, stopping, and what Sandra does about the stars."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from games.rules.kernel import Action, Emit, Refusal, Seat
from games.rules.lap_dance import rules
from games.rules.lap_dance.choices import FEW_DICE, dice_sets, stray_dice
from games.rules.lap_dance.effects import roll_dice
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.state import LapState, Turn
from games.rules.lap_dance.table import amount, free_dice, locked, not_my_turn


def _turn(state: LapState) -> Turn:
    """Return the turn that is played; `why_not` has seen that there is one."""
    assert state.turn  # noqa: S101 - for the type checker
    return state.turn


class Roll(Action[LapOptions, LapState], frozen=True):
    """Roll all your dice: two, one more for each die symbol of your Stack, eight at most (LAP 9.2).

    Every star is Locked.
    """

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Only at the beginning of one's own turn."""
        del options
        return not_my_turn(state, seat, "preroll")

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Roll."""
        del seat
        rules.roll(state, _turn(state), options, emit)


class Reroll(Action[LapOptions, LapState], frozen=True):
    """Roll again all unlocked dice but those you keep (LAP 9.3).

    `keep`: by index, at least one unlocked die, and not all.  With the option `set_aside` a die
    once kept stays kept, and at least one more is named.
    """

    keep: tuple[int, ...]

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[Reroll]:
        """Yield what may be kept: everything of a few dice, of many each alone and neighbours."""
        if state.turn is None or not_my_turn(state, seat, "roll"):
            return ()
        return _rerolls(free_dice(state, options))

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check turn and stage, and that something stays and something is rolled."""
        if refusal := not_my_turn(state, seat, "roll"):
            return refusal
        free = free_dice(state, options)
        if refusal := stray_dice(self.keep, free, "keep"):
            return refusal
        return None if 0 < len(self.keep) < len(free) else Refusal("bad_dice", "/keep")

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Roll; what stays alone ends the rolling."""
        del seat
        rules.reroll(state, _turn(state), self.keep, options, emit)


@lru_cache(maxsize=1024)
def _rerolls(free: tuple[int, ...]) -> tuple[Reroll, ...]:
    sets = dice_sets(free, len(free) - 1)
    if len(free) > FEW_DICE:
        sets = tuple(dict.fromkeys((*sets, *combinations(free, len(free) - 1))))
    return tuple(map(Reroll, sets))


class Stop(Action[LapOptions, LapState], frozen=True):
    """Stop rolling: now Sandra looks at your stars (LAP 9.4)."""

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Only while rolling."""
        del options
        return not_my_turn(state, seat, "roll")

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Count the stars."""
        del seat
        rules.stop(state, _turn(state), options, emit)


class Compensate(Action[LapOptions, LapState], frozen=True):
    """Choose what Sandra does for two or more stars (LAP 3.10, 9.4).

    `option` 1: money, Favor or a card.  `option` 2: she unlocks Locked dice and rolls them; `dice`:
    none, up to one for two stars, up to two for three, up to four for more.
    """

    option: int
    dice: tuple[int, ...] = ()

    enumerated = False

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[Compensate]:
        """Yield the options, the second with every set of a few dice, and some of many."""
        del options
        if (turn := state.turn) is None or not_my_turn(state, seat, "comp"):
            return ()
        return _compensations(locked(state), rules.sandra(turn)[1][0].n)

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check turn and stage, the option, the dice."""
        del options
        turn, refusal = state.turn, not_my_turn(state, seat, "comp")
        if refusal or not turn:
            return refusal
        if not 1 <= self.option <= len(rules.sandra(turn)):
            return Refusal("bad_choice", "/option")
        op = rules.sandra(turn)[self.option - 1][0]
        if len(self.dice) > (op.n if op.op == "unlock_reroll" else 0):
            return Refusal("bad_dice", "/dice")
        return stray_dice(self.dice, locked(state))

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Let Sandra do it; the dice are final then, but for Staff and Specials."""
        del seat
        rules.compensate(state, _turn(state), self.option, self.dice, options, emit)


@lru_cache(maxsize=1024)
def _compensations(stars: tuple[int, ...], most: int) -> tuple[Compensate, ...]:
    return (Compensate(1), Compensate(2), *(Compensate(2, dice) for dice in dice_sets(stars, most)))


class FreeUnlock(Action[LapOptions, LapState], frozen=True):
    """Unlock a Locked die and roll it, for nothing, where the Customer allows it (LAP 9.5).

    `die`: by index.
    """

    die: int

    @classmethod
    def legal(cls, state: LapState, seat: Seat, options: LapOptions) -> Iterable[FreeUnlock]:
        """Yield every Locked die."""
        del options
        turn = state.turn
        if turn is None or turn.seat != seat or turn.stage != "resolve":
            return ()
        if turn.free_unlocks >= amount(state, "free_unlock"):
            return ()
        return [cls(die) for die in locked(state)]

    def why_not(self, state: LapState, seat: Seat, options: LapOptions) -> Refusal | None:
        """Check turn and stage, that the Customer allows it once more, and the die."""
        del options
        turn, refusal = state.turn, not_my_turn(state, seat, "resolve")
        if refusal or not turn:
            return refusal
        if turn.free_unlocks >= amount(state, "free_unlock"):
            return Refusal("bad_choice")
        return None if self.die in locked(state) else Refusal("bad_dice", "/die")

    def apply(self, state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
        """Roll the die; a star locks again."""
        del seat
        turn = _turn(state)
        turn.free_unlocks += 1
        roll_dice(state, (self.die,), emit, kept=True)
        rules.after_play(state, turn, options, emit)
