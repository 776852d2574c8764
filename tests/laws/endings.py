"""Law 9: every match ends within `max_plies`, whatever is played and however long all sleep."""

from __future__ import annotations

from random import Random

from games.rules.kernel import Seat, State
from games.rules.registry import AnyGame
from tests.laws.players import AnyAction, do_in_place, goes_on, one_of_a_kind, turn_ply
from tests.laws.tables import Table


def ends_with_a_favourite(table: Table, kind: type[AnyAction], seed: int) -> None:
    """Play one match in which this kind of action is chosen whenever any seat may."""
    game, random = table.game, Random(seed)
    state = game.setup(table.seats, random.randbytes(32).hex())
    while goes_on(game, state):
        seat, actions = _favourites(game, state, kind)
        ply = (seat, one_of_a_kind(actions, random)) if actions else turn_ply(game, state, random)
        do_in_place(game, state, ply, lambda _: None)
        assert state.ply <= game.max_plies, f"{table}: {kind.__name__} goes on for ever"
    assert game.outcome(state) is not None, f"{table}: the match hangs"


def ends_by_bells(table: Table, seed: int) -> None:
    """Play one match in which every seat is silent, as far as there are timers to go on."""
    game, random = table.game, Random(seed)
    state = game.setup(table.seats, random.randbytes(32).hex())
    while goes_on(game, state):
        timers = [timer for timer in state.timers if not timer.paused]
        first = min(timers, key=lambda timer: timer.seconds + timer.extra, default=None)
        ply = first.id if first else turn_ply(game, state, random)
        do_in_place(game, state, ply, lambda _: None)
        assert state.ply <= game.max_plies, f"{table}: silence goes on for ever"
    assert game.outcome(state) is not None, f"{table}: the match hangs"


def _favourites(game: AnyGame, state: State, kind: type[AnyAction]) -> tuple[Seat, list[AnyAction]]:
    for seat in range(len(state.questions)):
        if actions := list(kind.legal(state, seat, game.options))[:200]:
            return seat, actions
    return 0, []
