"""The laws of secrecy: nobody is told, in any way, what he cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from games.rules.kernel import Event, Rng, Seat, step
from games.rules.registry import AnyGame
from tests.laws.laws_of_play import Law, keeps_the_cards
from tests.laws.matches import Here, Match, told
from tests.laws.nonsense import actions_for
from tests.laws.players import Ply, any_ply, do, running

WORLDS = 48
"""How many guesses may agree by chance before a fact counts as known."""
STATES = 3
"""How many states of a match are looked into."""


def law_a_view_cannot_tell_a_sample_from_the_truth(match: Match) -> None:
    """Law 4; and every legal action of a sampled state applies."""
    game = match.game
    for state in _some(match):
        for seat in match.table.everybody:
            here, view = Here(match, state, seat), game.view(state, seat)
            world = game.sample(view, match.random)
            assert game.view(world, seat) == view, str(here)
            keeps_the_cards(game, state, world, here)
            if seat is not None:
                assert game.legal_actions(world, seat) == game.legal_actions(state, seat), str(here)
            for actor in range(match.table.seats):
                for action in game.legal_actions(world, actor, 30).actions:
                    after = step(game, world, actor, action).state
                    keeps_the_cards(game, state, after, here._replace(of=action))
            for timer in running(world):
                do(game, world, timer.id)


def law_what_is_hidden_varies_among_samples(match: Match) -> None:
    """Law 5: what the view leaves open, the samples leave open."""
    game = match.game
    for state in _some(match):
        for seat in match.table.everybody:
            view, here = game.view(state, seat), Here(match, state, seat)
            open_ = set(game.hidden(state, seat))
            guesses = (game.hidden(game.sample(view, Random(n)), seat) for n in range(WORLDS))
            first = next(guesses)
            assert set(first) == open_, f"{here}: open {open_}, in a sample {set(first)}"
            while open_ and (guess := next(guesses, None)) is not None:
                open_ = {name for name in open_ if guess[name] == first[name]}
            assert not open_, f"{here} can tell {sorted(open_)}"


def law_the_hidden_moves_no_view_list_or_refusal(match: Match) -> None:
    """Law 5: permute what a seat cannot see, and no byte of what it is answered changes."""
    game = match.game
    for state in _some(match):
        offers = list(actions_for(game, state, match.random, 40))
        for seat in match.table.everybody:
            world, here = permuted(game, state, seat, match.random), Here(match, state, seat)
            view = game.view(state, seat)
            assert _bytes(game.view(world, seat)) == _bytes(view), str(here)
            assert _bytes(game.hints(game.view(world, seat))) == _bytes(game.hints(view)), str(here)
            if seat is None:
                continue
            legal = game.legal_actions(state, seat)
            assert game.legal_actions(world, seat) == legal, str(here)
            for action in (*offers, *legal.actions[:20]):
                answers = [
                    a.why_not(s, seat, game.options) for a in (action,) for s in (state, world)
                ]
                assert _bytes(answers[0]) == _bytes(answers[1]), f"{here}: {action}: {answers}"


def law_a_seat_is_told_no_more_than_it_may_know(match: Match) -> None:
    """Law 5: in two worlds that look the same to a seat after a ply, it was told the same.

    Where the views differ afterwards, the ply has shown something, and the telling may differ.
    """
    game, table = match.game, match.table
    for state in _some(match):
        for seat in table.everybody:
            world = permuted(game, state, seat, match.random)
            for ply in _plies_of_both(game, state, world, match.random):
                one, other = do(game, state, ply), do(game, world, ply)
                if _bytes(game.view(one.state, seat)) == _bytes(game.view(other.state, seat)):
                    here = f"{Here(match, state, seat)}, then {told(ply)}"
                    heard, elsewhere = (_heard(s.events, seat) for s in (one, other))
                    assert heard == elsewhere, f"{here}: {heard} or {elsewhere}"


def permuted(game: AnyGame, state: Any, seat: Seat | None, random: Random) -> Any:
    """Return another world that `seat` cannot tell from `state`, with the same luck to come."""
    world = game.sample(game.view(state, seat), random)
    world.rng = Rng(state.rng.key, dict(state.rng.drawn))
    world.questions, world.turned = list(state.questions), state.turned
    return world


def _some(match: Match) -> list[Any]:
    return match.random.sample(match.states, min(STATES, len(match.states)))


def _plies_of_both(game: AnyGame, state: Any, world: Any, random: Random) -> Iterator[Ply]:
    """Yield bells, and plies that are legal in both worlds."""
    yield from (timer.id for timer in running(state))
    for source in (state, world) * 3:
        if game.outcome(source) is None:
            match any_ply(game, source, random):
                case (seat, action) if not any(
                    action.why_not(s, seat, game.options) for s in (state, world)
                ):
                    yield seat, action


def _heard(events: list[Event], seat: Seat | None) -> list[bytes]:
    return [_bytes(event) for event in events if event.seen_by(seat)]


def _bytes(thing: object) -> bytes:
    return msgspec.json.encode(thing)


LAWS_OF_SECRECY: list[Law] = [
    law_a_view_cannot_tell_a_sample_from_the_truth,
    law_what_is_hidden_varies_among_samples,
    law_the_hidden_moves_no_view_list_or_refusal,
    law_a_seat_is_told_no_more_than_it_may_know,
]
