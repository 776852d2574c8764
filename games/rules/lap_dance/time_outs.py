"""What happens when an hourglass has run out (LAP 7, 11, 14)."""

from __future__ import annotations

from games.rules.kernel import Emit, Seat, TimedOut, Timer
from games.rules.lap_dance import accusations
from games.rules.lap_dance.actions import ActivateEvent, PassEvent
from games.rules.lap_dance.options import LapOptions
from games.rules.lap_dance.rules import close_window, end_preparation, open_preparation, play_out
from games.rules.lap_dance.state import LapState


def run_out(state: LapState, timer: Timer, options: LapOptions, emit: Emit) -> None:
    """Do what the rules say when `timer` has run out."""
    for seat in timer.seats if timer.counts else ():
        if seat in state.to_act:
            emit(TimedOut(seat))
    match timer.name:
        case "reading":
            open_preparation(state, options, emit)
        case "preparation":
            end_preparation(state, options, emit)
        case "event_step":
            act_for(state, timer.seats[0], options, emit)
        case "turn" if state.turn:
            play_out(state, state.turn, options, emit)
        case "reaction" if state.turn:
            close_window(state, state.turn, options, emit)
        case "accusation" if state.accusation:
            judge_silence(state, options, emit)


def act_for(state: LapState, seat: Seat, options: LapOptions, emit: Emit) -> None:
    """Activate the first Event, aimed by lot; or pass (LAP 14)."""
    ways = list(ActivateEvent.legal(state, seat, options))
    if not ways:
        PassEvent().apply(state, seat, options, emit)
        return
    stream = state.rng.stream("timeout", state.round, seat)
    first = [way for way in ways if way.card == ways[0].card]
    picked: ActivateEvent = stream.pick(first)
    picked.apply(state, seat, options, emit)


def judge_silence(state: LapState, options: LapOptions, emit: Emit) -> None:
    """Who does not answer contests; who does not vote says no (LAP 11)."""
    if (open_ := state.accusation) and open_.contested:
        accusations.decide(state, open_, options, emit)
    elif open_:
        accusations.contest(state, open_, options, emit)
