"""The laws of play: what every ply of every game keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from games.rules import kernel
from games.rules.kernel import IllegalAction, Refusal, Seat, State, TimedOut, ring, step
from games.rules.registry import AnyGame, builtins, encode_state
from tests.laws.matches import Here, Match
from tests.laws.nonsense import actions_for
from tests.laws.players import AnyAction, do, do_in_place, running

Law: TypeAlias = Callable[[Match], None]
NONSENSE = 24
"""How many made-up actions each state is offered."""


def law_a_step_leaves_its_argument_as_it_was(match: Match) -> None:
    """Law 1; refused or not, and whoever asks what is legal."""
    for before, ply, _, _ in match.steps:
        written = encode_state(before)
        do(match.game, before, ply)
        for seat in range(match.table.seats):
            match.game.legal_actions(before, seat)
            match.game.hints(match.game.view(before, seat))
        for action in actions_for(match.game, before, match.random, NONSENSE // 4):
            _refusal_of(match.game, before, match.luck % match.table.seats, action)
        assert encode_state(before) == written, f"{Here(match, before)}: the state has changed"


def law_pure_and_in_place_agree(match: Match) -> None:
    """Law 1: `advance` and `run_out` come to what `step` and `ring` come to."""
    state = kernel.clone(match.states[0])
    for before, ply, after, events in match.steps:
        seen: list[Any] = []
        do_in_place(match.game, state, ply, seen.append)
        assert encode_state(state) == encode_state(after), str(Here(match, before))
        assert seen == events, str(Here(match, before))
        assert after.ply == before.ply + 1, str(Here(match, after))


def law_what_was_told_does_not_change_later(match: Match) -> None:
    """Law 1: nothing that leaves a step shares memory with the state."""
    state, told = kernel.clone(match.states[0]), list[tuple[Any, bytes]]()

    def tell(thing: Any) -> None:
        told.append((thing, msgspec.json.encode(thing)))

    for _, ply, _, events in match.steps:
        for seat in match.table.everybody:
            tell(match.game.view(state, seat))
        do_in_place(match.game, state, ply, tell)
        assert all(isinstance(hash(event), int) for event in events), "events hold tuples"
    for thing, written in told:
        assert msgspec.json.encode(thing) == written, f"{Here(match, state)}: {thing} has changed"


def law_the_game_waits_for_who_can_act(match: Match) -> None:
    """Law 6."""
    for state in match.states:
        outcome, waits = match.game.outcome(state), bool(state.to_act or running(state))
        if outcome is None:
            assert waits, f"{Here(match, state)}: nobody is asked and no timer runs"
        else:
            assert not state.to_act, f"{Here(match, state)}: asked after the end"
            assert not state.timers, f"{Here(match, state)}: a timer after the end"
            assert len(outcome.scores) == len(outcome.places) == match.table.seats
            assert min(outcome.places) == 1, f"{Here(match, state)}: {outcome}"
        assert len(set(state.to_act)) == len(state.to_act), f"{Here(match, state)}: asked twice"
        for seat in range(match.table.seats):
            actions = match.game.legal_actions(state, seat).actions
            here = Here(match, state, seat)
            assert actions or seat not in state.to_act, f"{here}: asked, and nothing is legal"
            for action in actions:
                refusal = action.why_not(state, seat, match.game.options)
                assert refusal is None, f"{here}: {action} is listed and refused: {refusal}"


def law_nobody_waits_for_the_invited(match: Match) -> None:
    """Invited is who may act and need not: nobody twice, nobody asked, nobody after the end."""
    for state in match.states:
        here = Here(match, state, of=f"invited {state.invited}")
        assert len(set(state.invited)) == len(state.invited), str(here)
        assert set(state.invited) <= set(range(match.table.seats)), str(here)
        assert not set(state.invited) & set(state.to_act), f"{here}, asked {state.to_act}"
        assert match.game.outcome(state) is None or not state.invited, f"{here} after the end"


def law_a_bot_thinks_for_a_while_and_no_longer(match: Match) -> None:
    """Seconds from-to, less than any message may wait; whoever asks changes nothing."""
    for state in match.states:
        written = encode_state(state)
        for seat in {*state.to_act, *state.invited}:
            for anew in (False, True):
                least, most = match.game.thinking(state, seat, anew=anew) or (0, 0)
                assert 0 <= least <= most < 120, f"{Here(match, state, seat)}: {least} to {most} s"
        assert encode_state(state) == written, f"{Here(match, state)}: thinking changed the state"


def law_any_action_is_refused_with_a_code_or_applies(match: Match) -> None:
    """Law 7; and what applies is in the legal list of its kind, where that is complete.

    Offered are nonsense, and what was legal elsewhere in the match: too early, too late, again.
    """
    played = [step.ply[1] for step in match.steps if not isinstance(step.ply, int)]
    for state in match.states:
        written = encode_state(state)
        for action in (*actions_for(match.game, state, match.random, NONSENSE), *played):
            for seat in range(match.table.seats):
                here = Here(match, state, seat, action)
                refusal = _refusal_of(match.game, state, seat, action)
                if refusal is None:
                    _applies(match.game, state, seat, action, here)
                else:
                    _is_explained(match.game, action, refusal, here)
        assert encode_state(state) == written, f"{Here(match, state)}: judging changed the state"


def law_no_kind_that_is_legal_is_left_out(match: Match) -> None:
    """Of all that is legal nothing is forgotten, whatever kinds a game thinks of first."""
    for state in match.states:
        for seat in range(match.table.seats):
            kinds = [list(k.legal(state, seat, match.game.options)) for k in match.game.actions]
            listed = match.game.legal_actions(state, seat, 10_000).actions
            assert listed == tuple(a for of in kinds for a in of), str(Here(match, state, seat))


def law_cards_are_conserved(match: Match) -> None:
    """Law 8."""
    for state in match.states:
        keeps_the_cards(match.game, match.states[0], state, Here(match, state))


def law_a_bell_rings_once(match: Match) -> None:
    """Law 10: no id is used twice; unknown, paused and rung timers are refused."""
    gone: set[int] = set()
    for state in match.states:
        ids = [timer.id for timer in state.timers]
        again = gone & set(ids)
        assert len(set(ids)) == len(ids), f"{Here(match, state)}: two timers have one id of {ids}"
        assert not again, f"{Here(match, state)}: timers {again} are back"
        gone |= set(range(state.turned + 1)) - set(ids)
        live = {timer.id for timer in running(state)}
        for timer_id in {-1, 0, state.turned + 1, *ids, *sorted(gone)[-3:]}:
            if timer_id in live:
                after = ring(match.game, state, timer_id).state
                back = timer_id in {timer.id for timer in after.timers}
                assert not back, f"{Here(match, after)}: timer {timer_id} has rung and is back"
                _refuses_the_bell(match, after, timer_id)
            else:
                _refuses_the_bell(match, state, timer_id)


def law_who_is_asked_anew_has_a_new_question(match: Match) -> None:
    """Law 11, and: a seat whose choices have changed was asked something else.

    An invitation is a question too; but it need not follow every change of what it is about.
    """
    for before, ply, after, _ in match.steps:
        mover = None if isinstance(ply, int) else ply[0]
        for seat in range(match.table.seats):
            was, is_ = before.questions[seat], after.questions[seat]
            here = Here(match, after, seat, f"question {is_} after {was}")
            assert is_ >= was, str(here)
            for asked, asked_before in (
                (after.to_act, before.to_act),
                (after.invited, before.invited),
            ):
                if seat in asked and (seat not in asked_before or seat == mover):
                    assert is_ > was, str(here)
            if seat in after.to_act and seat in before.to_act and is_ == was:
                offered = [match.game.legal_actions(s, seat) for s in (before, after)]
                assert offered[0] == offered[1], f"{here}: the choice has changed"


def law_timed_out_comes_from_a_timer_that_counts(match: Match) -> None:
    """A seat's own time-out is told where its own timer ran out, and only there."""
    for before, ply, after, events in match.steps:
        told = sorted(event.seat for event in events if isinstance(event, TimedOut))
        rung = next((timer for timer in before.timers if timer.id == ply), None)
        late: list[Seat] = []
        if isinstance(ply, int) and rung and rung.counts:
            late = sorted(seat for seat in rung.seats if seat in before.to_act)
        assert told == late, f"{Here(match, after)}: timed out {told}, late {late}"


def law_every_word_is_in_the_catalogue(match: Match) -> None:
    """Event types, timer names and kinds of actions are declared by the game."""
    game = match.game
    for state in match.states:
        names = {timer.name for timer in state.timers}
        assert names <= set(game.timer_notes), f"{Here(match, state)}: {names}"
        for timer in state.timers:
            assert timer.seats, f"{Here(match, state)}: {timer} is nobody's"
    for _, ply, after, events in match.steps:
        unknown = {type(event) for event in events} - set(game.events)
        assert not unknown, f"{Here(match, after)}: {unknown} not in game.events"
        assert isinstance(ply, int) or type(ply[1]) in game.actions, str(Here(match, after))


def keeps_the_cards(game: AnyGame, before: State, after: State, here: Here) -> None:
    """Compare the cards of two states, wherever they lie."""
    cards = game.card_ids(before)
    assert cards == sorted(cards), f"{here}: card_ids are to be sorted"
    assert game.card_ids(after) == cards, f"{here}: cards came or went"


def _refusal_of(game: AnyGame, state: State, seat: Seat, action: AnyAction) -> Refusal | None:
    return action.why_not(state, seat, game.options)


def _applies(game: AnyGame, state: State, seat: Seat, action: AnyAction, here: Here) -> None:
    after = step(game, state, seat, action).state
    keeps_the_cards(game, state, after, here)
    listed = list(type(action).legal(state, seat, game.options))
    assert listed, f"{here} is legal, and none of its kind is listed"
    assert not action.enumerated or action in listed, f"{here} is legal and not listed"


def _is_explained(game: AnyGame, action: AnyAction, refusal: Refusal, here: Here) -> None:
    assert refusal.code in game.refusals, f"{here}: {refusal.code} is not in the table"
    rule, text = game.refusals[refusal.code]
    assert rule, f"{here}: {refusal.code} rests on no rule"
    try:
        said = text.format(**refusal.params)
    except (KeyError, IndexError) as missing:
        raise AssertionError(f"{here}: {refusal.code} lacks {missing}") from missing
    assert said, str(here)
    _points_into(builtins(action), refusal.pointer, here)


def _points_into(raw: Any, pointer: str, here: Here) -> None:
    """Follow a JSON pointer."""
    assert pointer == "" or pointer.startswith("/"), f"{here}: pointer {pointer}"
    for part in pointer.split("/")[1:]:
        try:
            raw = raw[int(part)] if isinstance(raw, list | tuple) else raw[part]
        except (LookupError, TypeError, ValueError) as lost:
            raise AssertionError(f"{here}: {pointer} leads nowhere") from lost


def _refuses_the_bell(match: Match, state: State, timer_id: int) -> None:
    refusal = None
    try:
        ring(match.game, state, timer_id)
    except IllegalAction as refused:
        refusal = refused.refusal
    here = Here(match, state, of=f"bell {timer_id}")
    assert refusal == Refusal("timer_not_running"), f"{here} is answered by {refusal}"


LAWS_OF_PLAY: list[Law] = [law for name, law in globals().items() if name.startswith("law_")]
CHEAP_LAWS: list[Law] = [
    law_the_game_waits_for_who_can_act,
    law_nobody_waits_for_the_invited,
    law_a_bot_thinks_for_a_while_and_no_longer,
    law_cards_are_conserved,
    law_a_bell_rings_once,
    law_who_is_asked_anew_has_a_new_question,
    law_timed_out_comes_from_a_timer_that_counts,
    law_every_word_is_in_the_catalogue,
]
"""Those that a whole match can be put through."""
