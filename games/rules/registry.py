"""The catalogue: which games there are, in which versions, and how their data is read and written.

Every version of a game's rules that still has matches stays here under (name, version): a change
that makes an old ply log replay differently raises the version and leaves the old package beside
the new one.

Errors: `UnknownGame` (no such name or version); `msgspec.ValidationError` (data that is not what
its type says; the message ends with the path of the wrong field).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeAlias, Union

import msgspec
from msgspec import inspect

from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.kernel import Action, Event, Game, Options, State
from games.rules.lap_dance.game import LapDance
from games.rules.work_the_strip.game import WorkTheStrip

__all__ = [
    "AnyGame",
    "UnknownGame",
    "builtins",
    "decode_action",
    "decode_state",
    "encode_state",
    "events_from",
    "game",
    "kind",
    "names",
    "register",
    "registered",
]

AnyGame: TypeAlias = Game[Any, Any, Any]


class UnknownGame(LookupError):
    """The catalogue holds no game of this name, or not this version of it."""


# --- The catalogue --------------------------------------------------------------------------------

_catalogue: dict[str, dict[int, type[AnyGame]]] = {}


def names() -> tuple[str, ...]:
    """Return the wire name of every game, in catalogue order."""
    return tuple(_catalogue)


def kind(name: str, version: int | None = None) -> type[AnyGame]:
    """Return the rules of this name; None: the latest version.  Raises `UnknownGame`."""
    versions = _catalogue.get(name)
    if not versions:
        raise UnknownGame(name)
    try:
        return versions[max(versions) if version is None else version]
    except KeyError:
        raise UnknownGame(f"{name} {version}") from None


def game(
    name: str, options: Mapping[str, object] | Options | None = None, version: int | None = None
) -> AnyGame:
    """Return the game under these options; what is not named has its default.

    Raises `UnknownGame` and `msgspec.ValidationError`.
    """
    rules = kind(name, version)
    return rules(msgspec.convert({} if options is None else options, rules.options_type))


def register(rules: type[AnyGame]) -> None:
    """Add one version of a game.  Raises `ValueError` if it is there already."""
    versions = _catalogue.setdefault(rules.name, {})
    if rules.version in versions:
        raise ValueError(f"{rules.name} {rules.version} is registered already")
    versions[rules.version] = rules


@contextmanager
def registered(rules: type[AnyGame]) -> Iterator[type[AnyGame]]:
    """Add one version of a game for as long as the block lasts."""
    register(rules)
    try:
        yield rules
    finally:
        del _catalogue[rules.name][rules.version]
        if not _catalogue[rules.name]:
            del _catalogue[rules.name]


register(WorkTheStrip)
register(LapDance)
register(HandAndFoot)


# --- Reading and writing --------------------------------------------------------------------------

# Keys in sorted order: a state's hash is one for all of its histories.
_canonical = msgspec.msgpack.Encoder(order="deterministic")


def encode_state(state: State) -> bytes:
    """Return the state as canonical MessagePack: equal states are equal bytes."""
    return _canonical.encode(state)


def decode_state(rules: type[AnyGame], data: bytes) -> State:
    """Return the state that `encode_state` wrote.  Raises `msgspec.ValidationError`."""
    return msgspec.msgpack.decode(data, type=rules.state_type)


def decode_action(rules: type[AnyGame], action: object) -> Action[Any, Any]:
    """Return the action of ``{"type": "ask", ...}``.  Raises `msgspec.ValidationError`."""
    # By the one class it says it is: a union of classes is put together at each conversion.
    said = action.get("type") if isinstance(action, dict) else None
    kind = _by_tag(rules.actions).get(said) if isinstance(said, str) else None
    found: Action[Any, Any] = msgspec.convert(action, kind or _union(rules.actions))
    return found


def events_from(rules: type[AnyGame], rows: Iterable[object]) -> list[Event]:
    """Return the events of old rows, leniently: types and fields no longer known are skipped.

    A row that lacks a field its event has today is skipped as well: a log stays readable.
    """
    types = {event.__struct_config__.tag: event for event in rules.events}
    return [event for row in rows if (event := _event(types, row)) is not None]


def builtins(thing: object) -> Any:
    """Return `thing` as dicts, lists, strings and numbers, ready for any JSON encoder."""
    return msgspec.to_builtins(thing, str_keys=True)


@lru_cache(maxsize=64)
def _union(types: tuple[type[Action[Any, Any]], ...]) -> Any:
    """Return the tagged union of a game's actions."""
    return Union[types]  # noqa: UP007 - of a tuple made at run time


@lru_cache(maxsize=64)
def _by_tag(types: tuple[type[Action[Any, Any]], ...]) -> Mapping[str, type[Action[Any, Any]]]:
    """Return a game's actions by their names on the wire."""
    return {str(each.__struct_config__.tag): each for each in types}


def _event(types: Mapping[Any, type[Event]], row: object) -> Event | None:
    if not isinstance(row, Mapping) or (event := types.get(str(row.get("type")))) is None:
        return None
    try:
        return msgspec.convert(row, event)
    except msgspec.ValidationError:
        pass
    try:
        return msgspec.convert(_known(inspect.type_info(event), row), event)
    except msgspec.ValidationError:
        return None


def _known(kind: inspect.Type, raw: Any) -> Any:
    """Return `raw` without the fields that `kind` has no longer, all the way down."""
    match kind:
        case inspect.StructType() if isinstance(raw, Mapping):
            fields = {field.encode_name: field.type for field in kind.fields}
            known = {name: _known(fields[name], raw[name]) for name in raw if name in fields}
            return known | {key: raw[key] for key in (kind.tag_field,) if key in raw}
        case inspect.VarTupleType() | inspect.ListType() if isinstance(raw, list | tuple):
            return [_known(kind.item_type, item) for item in raw]
        case inspect.UnionType() if isinstance(raw, Mapping):
            tagged = [t for t in kind.types if getattr(t, "tag", None) == raw.get("type")]
            return _known(tagged[0], raw) if tagged else raw
    return raw
