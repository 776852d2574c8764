"""Fun rules: accusing, admitting, voting, paying (LAP 11).  It runs beside the phase."""

from __future__ import annotations

from games.rules.kernel import Emit, Seat
from games.rules.lap_dance.events import (
    CalledOut,
    CallOutAdmitted,
    CallOutContested,
    CallOutDropped,
    Penalised,
    VoteCast,
)
from games.rules.lap_dance.options import ACCUSATION_SECONDS, LapOptions
from games.rules.lap_dance.rules import invite
from games.rules.lap_dance.state import Accusation, Ballot, LapState
from games.rules.lap_dance.table import note, others, renew


def accuse(state: LapState, accuser: Seat, accused: Seat, options: LapOptions, emit: Emit) -> None:
    """Open an accusation; the accused is to answer."""
    state.called_out.append(accuser)
    emit(CalledOut(accuser, accused))
    _put(state, Accusation(accuser, accused), options)


def admit(state: LapState, open_: Accusation, options: LapOptions, emit: Emit) -> None:
    """The accused admits it."""
    emit(CallOutAdmitted(open_.accused))
    penalise(state, open_, emit)
    _put(state, None, options)


def contest(state: LapState, open_: Accusation, options: LapOptions, emit: Emit) -> None:
    """The accused denies it, or is silent: the others vote; of two nobody is left to vote."""
    voters = tuple(seat for seat in others(state, open_.accuser) if seat != open_.accused)
    emit(CallOutContested(open_.accused, voters))
    if voters:
        _put(state, Accusation(open_.accuser, open_.accused, True, voters), options)
    else:
        emit(CallOutDropped(open_.accused))
        _put(state, None, options)


def cast(state: LapState, open_: Accusation, vote: Ballot, options: LapOptions, emit: Emit) -> None:
    """Count a vote; after the last one the accusation is decided."""
    emit(VoteCast(vote.seat, vote.yes))
    votes = (*open_.votes, vote)
    cast_ = Accusation(open_.accuser, open_.accused, True, open_.voters, votes)
    if len(votes) == len(open_.voters):
        decide(state, cast_, options, emit)
    else:
        state.accusation = cast_
        renew(state)
        invite(state, options)


def decide(state: LapState, open_: Accusation, options: LapOptions, emit: Emit) -> None:
    """Punish if more than half of accuser and voters say yes; who is silent says no."""
    ayes = 1 + sum(vote.yes for vote in open_.votes)
    if 2 * ayes > 1 + len(open_.voters):
        penalise(state, open_, emit)
    else:
        emit(CallOutDropped(open_.accused))
    _put(state, None, options)


def penalise(state: LapState, open_: Accusation, emit: Emit) -> None:
    """Take one Favor, else one dollar, else nothing (S13, LAP-R51)."""
    one = state.seats[open_.accused]
    favor = min(1, one.favor)
    dollars = min(1 - favor, one.money)
    one.favor -= favor
    note(state, open_.accused, -dollars)
    state.penalised.append(open_.accused)
    emit(Penalised(open_.accused, favor, dollars))


def _put(state: LapState, accusation: Accusation | None, options: LapOptions) -> None:
    """Lay the accusation on the table, or off it; the choice of all who are asked is another."""
    state.accusation = accusation
    if accusation:
        asked = accusation.voters if accusation.contested else (accusation.accused,)
        state.start_timer("accusation", ACCUSATION_SECONDS, asked, counts=False)
    else:
        state.drop_timer("accusation")
    renew(state)
    invite(state, options)
