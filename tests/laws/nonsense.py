"""Actions that fit their types and little else: what a careless or a wicked client may send."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from games.rules import registry
from games.rules.kernel import State
from games.rules.registry import AnyGame, builtins
from tests.laws.players import AnyAction, one_of_a_kind

STRAY_WORDS = ("", "nonsense", "Lola", "../../etc", "{card}", "\N{DIE FACE-6}")
STRAY_NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 99, 2**53)


class Words:
    """What strings are made of: what one seat alone sees, what lies about, and stray words."""

    def __init__(self, game: AnyGame, state: State, random: Random) -> None:
        seat = random.choice(state.to_act or range(len(state.questions)))
        public = set(_words(builtins(game.view(state, None))))
        self._own = [w for w in _words(builtins(game.view(state, seat))) if w not in public]
        self._all = [*game.card_ids(state), *_words(builtins(state)), *STRAY_WORDS]
        self._random = random

    def near(self, raw: object) -> Words:
        """Return these words, the seat's own only as far as they resemble those of `raw`."""
        told = [word for word in _words(raw) if len(word) > 3]
        near = copy(self)
        near._own = [w for w in self._own if any(word in w for word in told)] or self._own
        return near

    def one(self) -> str:
        """Return a word; every second is of the seat's own."""
        own = self._own and self._random.random() < 0.5
        return self._random.choice(self._own if own else self._all)


def actions_for(game: AnyGame, state: State, random: Random, count: int) -> Iterator[AnyAction]:
    """Yield up to `count` actions of any kind: made up, or legal ones with a spoilt field."""
    words = Words(game, state, random)
    legal = [
        action
        for seat in range(len(state.questions))
        for action in game.legal_actions(state, seat, 40).actions
    ]
    for number in range(count):
        if legal and number % 2:
            action = one_of_a_kind(legal, random)
            raw = builtins(action)
            raw = _spoilt(_type_of(type(action)), raw, words.near(raw), random)
        else:
            raw = _made_up(_type_of(random.choice(game.actions)), words, random)
        try:
            yield registry.decode_action(type(game), raw)
        except msgspec.ValidationError:  # not well-typed after all: a limit of the field
            continue


@cache
def _type_of(kind: type[AnyAction]) -> inspect.Type:
    return inspect.type_info(kind)


def _words(thing: Any) -> list[str]:
    """Return every short string in plain data, keys included, in the order of reading."""
    found: list[str] = []
    _collect(thing, found)
    return found


def _collect(thing: Any, found: list[str]) -> None:
    kind = type(thing)  # of plain data, in which there are no subclasses
    if kind is str:
        if len(thing) < 40:
            found.append(thing)
    elif kind is dict:
        for key, value in thing.items():
            _collect(key, found)
            _collect(value, found)
    elif kind is list or kind is tuple:
        for item in thing:
            _collect(item, found)


def _made_up(kind: inspect.Type, words: Words, random: Random) -> Any:
    """Return plain data of this type."""
    match kind:
        case inspect.StructType():
            return _made_up_struct(kind, words, random)
        case inspect.UnionType(types=types):
            return _made_up(random.choice(types), words, random)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [_made_up(item, words, random) for _ in range(random.randrange(4))]
        case inspect.StrType():
            return words.one()
        case inspect.LiteralType(values=values):
            return random.choice(values)
    return random.choice(_FEW[type(kind)])


_FEW: dict[type[inspect.Type], tuple[Any, ...]] = {
    inspect.IntType: STRAY_NUMBERS,
    inspect.BoolType: (False, True),
    inspect.NoneType: (None,),
}


def _made_up_struct(kind: inspect.StructType, words: Words, random: Random) -> Any:
    """Return all that is required, and often what is not."""
    made = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    for field in kind.fields:
        if field.required or random.random() < 0.7:
            made[field.encode_name] = _made_up(field.type, words, random)
    return made


def _spoilt(kind: inspect.Type, thing: Any, words: Words, random: Random) -> Any:
    """Return plain data of this type with one leaf made up, or one item doubled or dropped."""
    match kind, thing:
        case inspect.StructType(fields=fields), dict() if fields:
            field = random.choice(fields)
            spoilt = _spoilt(field.type, thing[field.encode_name], words, random)
            return {**thing, field.encode_name: spoilt}
        case inspect.VarTupleType(item_type=item), [_, *_]:
            return _spoilt_list(item, list(thing), words, random)
    return _made_up(kind, words, random)


def _spoilt_list(kind: inspect.Type, items: list[Any], words: Words, random: Random) -> list[Any]:
    place = random.randrange(len(items))
    match random.randrange(5):
        case 0:
            items.append(items[place])
        case 1:
            del items[place]
        case 2:
            random.shuffle(items)
        case 3:
            items.append(_made_up(kind, words, random))
        case _:
            items[place] = _spoilt(kind, items[place], words, random)
    return items
