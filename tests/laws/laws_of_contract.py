"""The laws of the contract: what clients are promised of every position and of every refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import jsonschema_rs

from api import catalogue
from api.errors import problem_of
from api.problems import section_of
from api.schema import document
from api.serializers.positions import position_wire
from games.models import Match as Row
from games.models import Status
from games.rules.kernel import IllegalAction, Legal, Refusal, Seat
from games.rules.registry import AnyGame, builtins
from games.selectors import Clock, Position
from tests.laws.laws_of_play import Law
from tests.laws.matches import Here, Match
from tests.laws.nonsense import actions_for

NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)
OFFERS: Final = 16

OF_THE_MOMENT: Final[Mapping[str, frozenset[str]]] = {
    "work_the_strip": frozenset(
        ("already_submitted", "must_play_sets", "must_play_specials", "not_your_turn")
    ),
    "lap_dance": frozenset(
        (
            *("already_ready", "already_voted", "already_penalised", "bad_stage", "call_out_open"),
            *("call_out_spent", "fun_rules_off", "not_a_voter", "not_accused", "not_your_step"),
            *("not_your_turn", "reaction_window", "too_many_drafts"),
            *("bad_choice", "bad_target", "bad_card", "bad_dice", "no_slot"),  # nothing to name
        )
    ),
    "hand_and_foot": frozenset(
        (
            *("already_done", "must_draw_first", "not_asked", "not_in_foot", "not_your_turn"),
            *("partner_not_in_foot", "pile_blocked", "pile_frozen", "cards_left", "must_discard"),
            *("already_denied", "groups_missing", "initial_meld_low"),
        )
    ),
}
"""Codes that may point to the whole action: no field is wrong, it is the moment."""
ALWAYS: Final = "wrong_phase"


def law_a_refusal_names_a_rule_of_the_page_and_the_field(match: Match) -> None:
    """A section of the rules page, and a field of the action unless it is the moment."""
    game, sections = match.game, _sections(type(match.game))
    played = [step.ply[1] for step in match.steps if not isinstance(step.ply, int)]
    for state in match.states:
        for action in (*actions_for(game, state, match.random, OFFERS), *played):
            for seat in range(match.table.seats):
                refusal = action.why_not(state, seat, game.options)
                if refusal is not None:
                    here = Here(match, state, seat, action)
                    _is_told(game, action, refusal, sections, here)


def law_a_position_tells_all_that_is_needed(match: Match) -> None:
    """View, hints and every legal action are of the published form; so is the whole position."""
    game = match.game
    for state in match.states:
        for seat in match.table.everybody:
            here, position = Here(match, state, seat), _position(game, state, seat)
            _valid("Position", position, here)
            for role, part in _parts(position):
                for flaw in _published(type(game), role).iter_errors(part):
                    raise AssertionError(f"{here}: {role} {flaw.instance_path}: {flaw.message}")
            asked = seat is not None and seat in state.to_act
            assert position["legal"] or not asked, f"{here}: asked, and nothing is offered"
            assert (position["hints"] is None) == (seat is None), str(here)
            assert position["decision"] == (0 if seat is None else state.questions[seat]), str(here)


def law_every_event_is_of_the_published_form(match: Match) -> None:
    """As it is told to whoever may see it."""
    published = _published(type(match.game), "Event")
    for _, _, after, events in match.steps:
        for event in events:
            for flaw in published.iter_errors(builtins(event)):
                raise AssertionError(f"{Here(match, after)}: {event}: {flaw.message}")


LAWS_OF_CONTRACT: Final[list[Law]] = [
    law_a_refusal_names_a_rule_of_the_page_and_the_field,
    law_a_position_tells_all_that_is_needed,
    law_every_event_is_of_the_published_form,
]


def _is_told(
    game: AnyGame, action: Any, refusal: Refusal, sections: frozenset[str], here: Here
) -> None:
    problem = problem_of(IllegalAction(refusal), game=type(game))
    assert problem.rule is not None, f"{here}: {refusal.code} rests on no rule"
    assert section_of(problem.rule) in sections, f"{here}: {problem.rule} is not on the page"
    (flaw,) = problem.errors
    fields = builtins(action)
    if flaw.pointer:
        assert _leads_somewhere(fields, flaw.pointer), f"{here}: {flaw.pointer} leads nowhere"
    else:
        whole = {ALWAYS} | OF_THE_MOMENT[game.name]
        assert len(fields) == 1 or flaw.code in whole, f"{here}: {flaw.code} names no field"


def _leads_somewhere(thing: Any, pointer: str) -> bool:
    for part in pointer.removeprefix("/").split("/"):
        if isinstance(thing, dict) and part in thing:
            thing = thing[part]
        elif isinstance(thing, list | tuple) and part.isdigit() and int(part) < len(thing):
            thing = thing[int(part)]
        else:
            return False
    return True


def _position(game: AnyGame, state: Any, seat: Seat | None) -> dict[str, Any]:
    """Return the position of a seat as it stands on the wire."""
    view = game.view(state, seat)
    over = game.outcome(state) is not None
    playing = seat is not None and not over
    return position_wire(
        Position(
            match=Row(status=Status.FINISHED if over else Status.RUNNING),
            epoch=1,
            ply=state.ply,
            seat=seat,
            view=view,
            hints=None if seat is None else game.hints(view),
            legal=game.legal_actions(state, seat or 0) if playing else Legal((), True),
            decision=view.decision,
            clocks=tuple(Clock(t.id, t.name, t.seats, NOW, None) for t in view.timers),
            server_time=NOW,
        )
    )


def _parts(position: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what the game's own schemas speak of."""
    yield "View", position["view"]
    if position["hints"] is not None:
        yield "Hints", position["hints"]
    for action in position["legal"]:
        yield "Action", action


def _valid(name: str, thing: Any, here: Here) -> None:
    for flaw in _component(name).iter_errors(thing):
        raise AssertionError(f"{here}: {name} {flaw.instance_path}: {flaw.message}")


@lru_cache(maxsize=8)
def _component(name: str) -> Any:
    whole = {"$ref": f"#/components/schemas/{name}", "components": _without_unions()}
    return jsonschema_rs.validator_for(whole, validate_formats=True)


def _without_unions() -> dict[str, Any]:
    """Return the components; "one of the games'" is told by each game's own schema instead."""
    schemas = dict(document()["components"]["schemas"])
    for name in ("View", "Hints", "Action"):
        schemas[name] = {"type": "object"}
    return {"schemas": schemas}


@lru_cache(maxsize=32)
def _published(kind: type[AnyGame], role: str) -> Any:
    """Return a schema of the catalogue, without room for fields that it does not know."""
    detail = catalogue.detail(kind)
    fields = {"View": "view", "Hints": "hints", "Action": "actions", "Event": "events"}
    schema = getattr(detail, fields[role])
    closed = {name: _closed(part) for name, part in schema["$defs"].items()}
    return jsonschema_rs.validator_for({**schema, "$defs": closed})


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    return {"additionalProperties": False} | schema if "properties" in schema else schema


@lru_cache(maxsize=8)
def _sections(kind: type[AnyGame]) -> frozenset[str]:
    return frozenset(section.id for section in catalogue.rules(kind).sections)
