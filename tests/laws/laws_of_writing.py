"""The laws of writing: what is saved, sent and logged comes back as it was."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from games.rules import registry
from games.rules.kernel import State
from games.rules.registry import AnyGame, builtins, encode_state
from tests.laws.laws_of_play import Law
from tests.laws.matches import Here, Match
from tests.laws.players import Ply, do


def law_what_is_read_is_what_was_written(match: Match) -> None:
    """Law 2: options, states, actions, events, and the views and hints of all who look on."""
    game = match.game
    kind = type(game)
    _survives(game.options, game.options_type)
    for state in match.states:
        _survives(state, game.state_type)
        for seat in match.table.everybody:
            view = game.view(state, seat)
            _survives(view, game.view_type)
            _frames(match, state, view)
            _survives(game.hints(view), game.hints_type)
        for seat in range(match.table.seats):
            for action in game.legal_actions(state, seat, 20).actions:
                assert registry.decode_action(kind, builtins(action)) == action, str(action)
    for step in match.steps:
        events: Any = Union[game.events]  # noqa: UP007 - of a tuple made at run time
        for event in step.events:
            _survives(event, events)
        assert registry.events_from(kind, builtins(step.events)) == step.events


def law_a_restart_changes_nothing(match: Match) -> None:
    """Laws 2 and 3: from the stored bytes the match goes on as if nothing had happened."""
    game = match.game
    for before, ply, after, events in match.steps:
        loaded = registry.decode_state(type(game), encode_state(before))
        assert encode_state(loaded) == encode_state(before), str(Here(match, before))
        for seat in match.table.everybody:
            here, view = Here(match, before, seat), game.view(loaded, seat)
            assert view == game.view(before, seat), str(here)
            assert game.hints(view) == game.hints(game.view(before, seat)), str(here)
            if seat is not None:
                legal = game.legal_actions(before, seat)
                assert game.legal_actions(loaded, seat) == legal, str(here)
        state, told = do(game, loaded, ply)
        assert encode_state(state) == encode_state(after), str(Here(match, after))
        assert told == events, str(Here(match, after))


def law_seed_and_log_give_the_same_states(match: Match) -> None:
    """Law 3, for a match from its deal on; the log is what a database would hold."""
    first = match.states[0]
    assert first.ply == 0, "a whole match is asked for"
    states = replayed(match.game, match.table.seats, first.rng.key, written_log(match))
    for state, expected in zip(states, match.states, strict=True):
        assert encode_state(state) == encode_state(expected), str(Here(match, expected))


def written_log(match: Match) -> bytes:
    """Return the plies as JSON: ``[seat, action]``, or the timer's id."""
    return msgspec.json.encode([builtins(step.ply) for step in match.steps])


def replayed(game: AnyGame, seats: int, key: str, log: bytes) -> list[State]:
    """Return every state of the match that `written_log` tells, from the deal on."""
    states = [game.setup(seats, key)]
    for raw in msgspec.json.decode(log):
        ply: Ply = raw
        if not isinstance(raw, int):
            ply = raw[0], registry.decode_action(type(game), raw[1])
        states.append(do(game, states[-1], ply).state)
    return states


def _survives(thing: object, kind: Any) -> None:
    """Write and read as JSON and as MessagePack."""
    assert msgspec.json.decode(msgspec.json.encode(thing), type=kind) == thing
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(thing), type=kind) == thing
    assert msgspec.convert(builtins(thing), kind) == thing


def _frames(match: Match, state: State, view: Any) -> None:
    """Compare what every view shows of every game."""
    here = Here(match, state, view.seat)
    assert view.ply == state.ply, str(here)
    assert view.to_act == tuple(state.to_act), str(here)
    assert view.timers == tuple(state.timers), str(here)
    assert view.decision == (0 if view.seat is None else state.questions[view.seat]), str(here)


LAWS_OF_WRITING: list[Law] = [
    law_what_is_read_is_what_was_written,
    law_a_restart_changes_nothing,
]
