"""What can be done at a table of Lap Dance, and what is to be seen there.

Every step of every test also checks that no card is lost and that the situation before it stayed
as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from unittest.mock import patch

from games.rules import kernel
from games.rules.kernel import (
    Action,
    Event,
    IllegalAction,
    Outcome,
    Refusal,
    Seat,
    clone,
    ring,
    step,
)
from games.rules.lap_dance.cards import CLASSES
from games.rules.lap_dance.game import LapDance
from games.rules.lap_dance.state import LapState, Stage, Turn
from games.rules.lap_dance.view import LapView
from games.rules.registry import encode_state
from tests.games.rules.lap_dance.printed import STAFF, rows
from tests.games.rules.lap_dance.words import (
    ROLL,
    STOP,
    compensates,
    guest,
    pips,
)

E = TypeVar("E", bound=Event)
Rolls = str | Mapping[Seat, str]


@dataclass
class Table:
    """One situation, what the dice will show, and what was last noticed."""

    game: LapDance
    state: LapState
    rolls: Rolls = ""
    events: list[Event] = field(default_factory=list)

    def act(self, seat: Seat, *actions: Action[Any, Any]) -> Table:
        """Let `seat` act.  Raises `IllegalAction`."""
        for action in actions:
            before = encode_state(self.state)
            with loaded(self.rolls):
                self._went_on(*step(self.game, self.state, seat, action), before)
        return self

    def ring(self, name: str) -> Table:
        """Let the hourglass of this name run out."""
        before = encode_state(self.state)
        with loaded(self.rolls):
            self._went_on(*ring(self.game, self.state, self.state.timer(name).id), before)
        return self

    def _went_on(self, after: LapState, events: list[Event], before: bytes) -> None:
        assert encode_state(self.state) == before, "a step changed the state it was given"
        assert self.game.card_ids(after) == self.game.card_ids(self.state), "a card was lost"
        cap = self.game.options.favor_cap
        assert all(seat.money >= 0 and 0 <= seat.favor <= cap for seat in after.seats)
        self.state, self.events = after, events

    def after(self, seat: Seat, *actions: Action[Any, Any]) -> Table:
        """Return another table, on which `seat` has acted; this one stays."""
        return replace(self).act(seat, *actions)

    def refusal(self, seat: Seat, action: Action[Any, Any]) -> Refusal:
        """Return why `seat` may not do this, and check that nothing changed."""
        before = encode_state(self.state)
        try:
            step(self.game, self.state, seat, action)
        except IllegalAction as error:
            refusal = error.refusal
        else:
            raise AssertionError(f"seat {seat} was allowed {action}")
        assert encode_state(self.state) == before, "a refusal changed the state"
        assert refusal.code in self.game.refusals, f"{refusal} is not published"
        return refusal

    def refused(self, seat: Seat, action: Action[Any, Any]) -> str:
        """Return the code of `refusal`."""
        return self.refusal(seat, action).code

    def why_not(self, seat: Seat, action: Action[Any, Any]) -> str | None:
        """Return the code, or None where the action is legal."""
        refusal = action.why_not(self.state, seat, self.game.options)
        return refusal.code if refusal else None

    def put(self, *, desire: str) -> Table:
        """Lay another Desire in the place of this round's."""
        self.state = clone(self.state)
        self.state.desires[self.state.round - 1] = guest(desire)
        return self

    # --- Going on without caring how --------------------------------------------------------------

    def wait(self) -> Table:
        """Let the next hourglass run out, whichever it is."""
        return self.ring(next(t.name for t in self.state.timers if not t.paused))

    def play_out(self) -> Table:
        """Let bells alone bring the next round, or the end."""
        round_ = self.state.round
        while self.state.round == round_ and self.game.outcome(self.state) is None:
            self.wait()
        return self

    def stop(self, seat: Seat) -> Table:
        """Let `seat` stop, if she is rolling still, and take Sandra's first line, if she comes."""
        if self.stage == "roll":
            self.act(seat, STOP)
        return self.act(seat, compensates(1)) if self.stage == "comp" else self

    def dice_now(self, seat: Seat) -> int:
        """Return how many dice `seat` rolls when her turn comes."""
        at = replace(self)
        while (at.phase, at.stage, at.active) != ("action", "preroll", seat):
            at.wait()
        return len(at.act(seat, ROLL).dice.split())

    # --- What lies where --------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def stage(self) -> Stage | None:
        return self.state.turn.stage if self.state.turn else None

    @property
    def turn(self) -> Turn:
        assert self.state.turn, "nobody has an action turn"
        return self.state.turn

    @property
    def active(self) -> Seat | None:
        """Whose action turn it is."""
        return self.state.turn.seat if self.state.turn else None

    @property
    def step(self) -> Seat:
        """Whose step of the Event Phase it is; the game waits for her alone."""
        assert self.state.phase == "event"
        assert self.state.to_act == [self.state.event_order[self.state.event_index]]
        return self.state.to_act[0]

    @property
    def dice(self) -> str:
        return " ".join(die.face for die in self.turn.dice)

    @property
    def locked(self) -> list[int]:
        return [place for place, die in enumerate(self.turn.dice) if die.face == "ST"]

    @property
    def kept(self) -> list[int]:
        return [place for place, die in enumerate(self.turn.dice) if die.kept]

    @property
    def stars(self) -> int:
        return self.turn.stars

    @property
    def rerolls(self) -> int:
        return self.turn.rerolls

    @property
    def money(self) -> list[int]:
        return [seat.money for seat in self.state.seats]

    @property
    def favor(self) -> list[int]:
        return [seat.favor for seat in self.state.seats]

    @property
    def priority(self) -> list[int | None]:
        return [seat.priority for seat in self.state.seats]

    @property
    def order(self) -> list[Seat]:
        return self.state.action_order

    @property
    def repeats(self) -> int:
        return self.state.repeats

    @property
    def customer(self) -> str:
        return self.state.customers[self.state.round - 1]

    @property
    def desire(self) -> str:
        return self.state.desires[self.state.round - 1]

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        return [self.stack(seat) for seat in range(len(self.state.seats))]

    @property
    def activated(self) -> tuple[str, ...]:
        return tuple(sorted(self.state.activated))

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(sorted(self.state.deck))

    @property
    def special_discard(self) -> tuple[str, ...]:
        return tuple(sorted(self.state.special_discard))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        return tuple(sorted(self.state.seats[seat].hand))

    def stack(self, seat: Seat) -> tuple[str, ...]:
        return tuple(sorted(self.state.seats[seat].stack))

    def specials(self, seat: Seat) -> tuple[str, ...]:
        return tuple(sorted(self.state.seats[seat].specials))

    def symbols(self, seat: Seat) -> dict[str, int]:
        return dict(zip(CLASSES, self.state.seats[seat].symbols, strict=True))

    def free(self, staff: str) -> int:
        """Return how many slots of a Staff member are free, by the printed table (LAP 3.5)."""
        return slots(len(self.state.seats))[staff] - self.state.staff_used.get(staff, 0)

    @property
    def outcome(self) -> Outcome:
        outcome = self.game.outcome(self.state)
        assert outcome is not None, "the night is not over"
        return outcome

    # --- What was noticed -------------------------------------------------------------------------

    def told(self, kind: type[E]) -> list[E]:
        """Return the last events of one type."""
        return [event for event in self.events if isinstance(event, kind)]

    def seen_stack(self, viewer: Seat | None, seat: Seat) -> tuple[str, ...] | None:
        """Return the cards of a Stack as `viewer` sees it; None: face down."""
        seen = self.view(viewer).seats[seat].stack
        return None if seen is None else tuple(sorted(seen))

    def view(self, seat: Seat | None) -> LapView:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[Action[Any, Any], ...]:
        return self.game.legal_actions(self.state, seat).actions

    def kinds(self, seat: Seat) -> set[str]:
        """Return the wire names of the kinds of action this seat has."""
        return {str(type(action).__struct_config__.tag) for action in self.legal(seat)}


@contextmanager
def loaded(rolls: Rolls) -> Iterator[None]:
    """Load the dice: what they show, one after the other, for all seats or by seat."""
    honest = kernel._words

    def words(key: str, label: str, block: int) -> tuple[int, ...]:
        found = honest(key, label, block)
        if not label.startswith("die/"):
            return found
        faces = (
            rolls
            if isinstance(rolls, str)
            else rolls.get(int(label.rsplit("/", maxsplit=1)[-1]), "")
        )
        script = [number - 1 for number in pips(faces)][8 * block :][:8]
        return (*script, *found[len(script) :])

    if not rolls:
        yield
        return
    with patch.object(kernel, "_words", words):
        yield


def slots(seats: int) -> dict[str, int]:
    """Return the printed slots of the Staff for so many players."""
    return {row[0]: int(row[3].split("/")[seats - 2]) for row in rows(STAFF)}
