"""The kernel: the few words in which every game of Parlour is written.

Seats, numbered from 0, share one *state*.  Any seat may offer any *action* at any time; the action
itself judges (`Action.why_not`) and changes the state (`Action.apply`), telling the table what it
notices as past-tense *events*.  What one seat may know is its *view*, built by naming what is
shown.  Hourglasses and random numbers are part of the state, so a state can be saved, copied,
compared and replayed; there is no clock, no I/O and no other randomness below this line.

Because "whose turn is it" is not a law of the kernel but an answer of `why_not`, a turn, a minute
in which everybody plans at once and a question answered out of turn are one and the same case.

Errors: `IllegalAction` (the rules refuse; carries a `Refusal`), `NoSuchTimer` (a fault in a game).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

__all__ = [
    "Action",
    "Data",
    "Emit",
    "Event",
    "Game",
    "Hints",
    "IllegalAction",
    "Legal",
    "Meta",
    "NoSuchTimer",
    "Options",
    "Outcome",
    "Refusal",
    "Rng",
    "Seat",
    "State",
    "Step",
    "Stream",
    "TimedOut",
    "Timer",
    "View",
    "advance",
    "changed",
    "clone",
    "commitment",
    "places",
    "ring",
    "run_out",
    "shuffle_key",
    "snake_case",
    "step",
]

Seat = int
"""A place at the table, counted from 0 clockwise; who sits there is not the rules' business."""

Emit = Callable[["Event"], None]

O = TypeVar("O", bound="Options")  # noqa: E741 - O, S, V: the options, state and view of one game
S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")


def snake_case(name: str) -> str:
    """Return the wire name of a class: ``PlaySet`` -> ``play_set``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable, typed bundle of fields that is JSON through and through.

    JSON holds no cycles, so the garbage collector need not watch (an eighth of all time, measured).
    """


D = TypeVar("D", bound=Data)


def changed(record: D, **fields: Any) -> D:
    """Return a copy of `record` with these fields in the place of its own."""
    return msgspec.structs.replace(record, **fields)


# --- What a table agrees on, and what the rules answer --------------------------------------------


class Options(Data, frozen=True):
    """What a table chooses before the first card.  Every field has a default."""

    def hosted_by(self, seat: Seat) -> Options:
        """Return these options with "the host" replaced by the seat the host sits in."""
        del seat
        return self


class Refusal(Data, frozen=True):
    """Why not: a code of the game's table, a JSON pointer into the action, numbers for the text."""

    code: str
    pointer: str = ""
    params: dict[str, str | int] = {}


class IllegalAction(Exception):
    """The rules forbid this now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class NoSuchTimer(LookupError):
    """A game named a timer that is not on the table: a fault in its rules."""


# --- Random numbers -------------------------------------------------------------------------------


def commitment(seed: bytes) -> str:
    """Return the SHA-256 (hex) that is published before the first card, to check `seed` by."""
    return hashlib.sha256(seed).hexdigest()


def shuffle_key(seed: bytes, match_id: str, nonces: Sequence[str]) -> str:
    """Return the key (hex, 32 bytes) of a match's random streams.

    HMAC-SHA256 of the secret seed over the match's id and the players' nonces in seat order, each
    length-prefixed so that no two lists read the same.
    """
    words = [match_id, *nonces]
    message = b"".join(struct.pack(">I", len(w.encode())) + w.encode() for w in words)
    return hmac.new(seed, message, hashlib.sha256).hexdigest()


@lru_cache(maxsize=1024)
def _words(key: str, label: str, block: int) -> tuple[int, ...]:
    """Return the eight 64-bit words of one keyed BLAKE2b digest in counter mode."""
    digest = hashlib.blake2b(f"{label}/{block}".encode(), key=bytes.fromhex(key)).digest()
    return struct.unpack(">8Q", digest)


class Rng(msgspec.Struct):
    """Random numbers as part of the state: a key (hex of 32 bytes) and a counter per stream."""

    key: str
    drawn: dict[str, int] = {}

    def stream(self, *label: str | int) -> Stream:
        """Return the stream of a label, where it stopped: ``rng.stream("die", round, seat)``."""
        return Stream(self, "/".join(map(str, label)))


class Stream(NamedTuple):
    """One row of random numbers.  Drawing moves no other row: nobody moves another's luck."""

    rng: Rng
    label: str

    def below(self, bound: int) -> int:
        """Return a uniform integer in ``range(bound)``; words past a multiple are redrawn."""
        limit = (1 << 64) - (1 << 64) % bound
        place = self.rng.drawn.get(self.label, 0)
        while (word := _words(self.rng.key, self.label, place >> 3)[place & 7]) >= limit:
            place += 1
        self.rng.drawn[self.label] = place + 1
        return word % bound

    def die(self, sides: int = 6) -> int:
        """Return one roll of a fair die, counted from 1."""
        return self.below(sides) + 1

    def pick(self, items: Sequence[Any]) -> Any:
        """Return one of `items`, each with the same chance."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher-Yates from the last place down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


# --- The situation --------------------------------------------------------------------------------


class Timer(Data, frozen=True):
    """An hourglass of `seconds` (+ `extra`).  No id is used twice in a match.

    `counts`: running out is its seats' own time-out (two in a row hand the seat to a bot), not just
    a window closing.
    """

    id: int
    name: str
    seconds: int
    seats: tuple[Seat, ...]
    paused: bool = False
    extra: int = 0
    counts: bool = True


class State(msgspec.Struct):
    """What the situation of every game has; the game waits for the seats `to_act`.

    `questions[seat]` numbers what the seat was asked, so that an old answer can be told from a new
    one; `turned` counts the hourglasses; `ply` the applied actions and bells.  Nobody waits for the
    seats `invited`: they may act out of turn, and are told so (a bot would never try by itself).
    """

    rng: Rng
    questions: list[int]
    to_act: list[Seat] = []
    timers: list[Timer] = []
    turned: int = 0
    ply: int = 0
    invited: list[Seat] = []

    def ask(self, *seats: Seat) -> None:
        """Wait for these seats, with a new question for each; asking again changes the question."""
        for seat in seats:
            self.questions[seat] += 1
            if seat not in self.to_act:
                self.to_act.append(seat)
            if seat in self.invited:
                self.invited.remove(seat)

    def invite(self, *seats: Seat) -> None:
        """Let these seats know that they may act out of turn, and no others; () calls all off.

        Each gets a new question, once; it may go unanswered.  Seats waited for are left out.
        """
        self.invited = [seat for seat in seats if seat not in self.to_act]
        for seat in self.invited:
            self.questions[seat] += 1

    def answered(self, seat: Seat) -> None:
        """Wait for this seat no longer."""
        self.to_act.remove(seat)

    def ask_nobody(self) -> None:
        """Wait for no seat: only a bell goes on from here."""
        self.to_act = []

    def start_timer(
        self, name: str, seconds: int, seats: Iterable[Seat], *, counts: bool = True
    ) -> None:
        """Turn a new hourglass in the place of any of that name; with 0 seconds none is turned."""
        self.drop_timer(name)
        if seconds:
            self.turned += 1
            self.timers.append(Timer(self.turned, name, seconds, tuple(seats), counts=counts))

    def pause_timer(self, name: str) -> None:
        """Lay the hourglass on its side.  Raises `NoSuchTimer`."""
        self._change_timer(name, paused=True)

    def resume_timer(self, name: str) -> None:
        """Let it run again.  Raises `NoSuchTimer`."""
        self._change_timer(name, paused=False)

    def extend_timer(self, name: str, seconds: int) -> None:
        """Add sand.  Raises `NoSuchTimer`."""
        self._change_timer(name, extra=self.timer(name).extra + seconds)

    def drop_timer(self, name: str) -> None:
        """Take the hourglass off the table, if it is there."""
        self.timers = [timer for timer in self.timers if timer.name != name]

    def timer(self, name: str) -> Timer:
        """Return the timer of this name.  Raises `NoSuchTimer`."""
        for timer in self.timers:
            if timer.name == name:
                return timer
        raise NoSuchTimer(name)

    def _change_timer(self, name: str, **changes: Any) -> None:
        place = self.timers.index(self.timer(name))
        self.timers[place] = changed(self.timers[place], **changes)


class Event(Data, frozen=True, tag=snake_case):
    """Something that just happened, in the past tense.  It holds tuples, never the state's lists.

    A secret that is told is two events: one for the table, one with its own `seen_by`.
    """

    def seen_by(self, seat: Seat | None) -> bool:
        """Say whether `seat` (None: a spectator) is told; a secret overrides this."""
        del seat
        return True


class TimedOut(Event, frozen=True):
    """A seat let its own time run out: emitted by the rules, for timers that count."""

    seat: Seat


class Action(Data, Generic[O, S], frozen=True, tag=snake_case):
    """Something a seat may do: its fields are the request, its docstring the manual."""

    enumerated: ClassVar[bool] = True
    """Whether `legal` yields all there are of this kind; if not, some whenever there are any."""

    @classmethod
    def legal(cls, state: S, seat: Seat, options: O) -> Iterable[Action[O, S]]:
        """Yield legal actions of this kind in a fixed order; by default the one without fields."""
        action = cls()
        return () if action.why_not(state, seat, options) else (action,)

    def why_not(self, state: S, seat: Seat, options: O) -> Refusal | None:
        """Return why the rules forbid this now, from what `seat` can see; None if it is legal."""
        raise NotImplementedError

    def for_bots(self) -> bool:
        """Say whether bots do it where they may; some things are between people."""
        return True

    def apply(self, state: S, seat: Seat, options: O, emit: Emit) -> None:
        """Change `state` as the rules say.  Called only when `why_not` had no objection."""
        raise NotImplementedError


class View(Data, frozen=True):
    """What one seat (None: a spectator) may know: the fields of this type, and nothing else."""

    seat: Seat | None
    decision: int
    ply: int
    to_act: tuple[Seat, ...]
    timers: tuple[Timer, ...]


class Hints(Data, frozen=True):
    """What helps a client to compose an action; computed from a view alone."""


class Outcome(Data, frozen=True):
    """How a game ended: scores by seat, and places counted from 1 (equal places are a tie)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


def places(merits: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat by comparable merits, higher is better: ``1, 2, 2, 4``."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)


class Legal(NamedTuple):
    """Legal actions in a fixed order, and whether these are all there are."""

    actions: tuple[Action[Any, Any], ...]
    complete: bool


# --- A game ---------------------------------------------------------------------------------------


class Game(Data, Generic[O, S, V], frozen=True):
    """One game's rules under the options of one table.  It holds no match."""

    options: O

    name: ClassVar[str]
    """Its wire name: ``work_the_strip``."""
    title: ClassVar[str]
    tagline: ClassVar[str]
    content_rating: ClassVar[str]
    version: ClassVar[int]
    """Raised by every change that makes an old ply log replay differently."""
    options_type: ClassVar[type[Options]]
    state_type: ClassVar[type[State]]
    view_type: ClassVar[type[View]]
    hints_type: ClassVar[type[Hints]]
    actions: ClassVar[tuple[type[Action[Any, Any]], ...]]
    """In the order of the legal list; combinatorial kinds last."""
    events: ClassVar[tuple[type[Event], ...]]
    refusals: ClassVar[Mapping[str, tuple[str, str]]]
    """Every code `why_not` returns: the rule it rests on, and its text with ``{params}``."""
    timer_notes: ClassVar[Mapping[str, str]]
    """Every timer's name, and what happens when it runs out."""

    @classmethod
    def explain(cls, refusal: Refusal) -> str:
        """Return the refusal as a sentence, for people; a game puts its titles for its ids."""
        return cls.refusals[refusal.code][1].format(**refusal.params)

    @property
    def seats(self) -> range:
        """How many may play under these options."""
        raise NotImplementedError

    @property
    def max_plies(self) -> int:
        """After how many plies every match has ended, whatever is played."""
        raise NotImplementedError

    def misfit(self, seats: int) -> Refusal | None:
        """Return why these options do not suit so many seats; None if they do."""
        if seats in self.seats:
            return None
        least, most = self.seats[0], self.seats[-1]
        return Refusal("bad_seat_count", "/seats", {"least": least, "most": most})

    def setup(self, seats: int, key: str) -> S:
        """Return the state before the first action, cards dealt.

        `key`: hex of 32 bytes, see `shuffle_key`.
        """
        raise NotImplementedError

    def time_up(self, state: S, timer: Timer, emit: Emit) -> None:
        """Do what the rules say when `timer`, already off the table, has run out."""
        raise NotImplementedError

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        raise NotImplementedError

    def sides(self, seats: int) -> tuple[int, ...]:
        """Return the side of every seat, counted from 0: seats of a side have one result."""
        return tuple(range(seats))

    def thinking(self, state: S, seat: Seat, *, anew: bool = False) -> tuple[int, int] | None:
        """Return how long, in seconds from-to, a bot should seem to think about its question now.

        Asked once for each question; None: no longer than it usually takes.  `anew`: it was not at
        an earlier one just now, whatever was done in its seat before it sat down.
        """
        del state, seat, anew
        return None

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what `seat` (None: a spectator) may know."""
        raise NotImplementedError

    def hints(self, view: V) -> Hints:
        """Return what helps the seat of `view` to compose its action."""
        raise NotImplementedError

    def sample(self, view: V, random: Random) -> S:
        """Return a full state that `view` cannot tell from the true one: a bot's guess."""
        raise NotImplementedError

    def hidden(self, state: S, seat: Seat | None) -> Mapping[str, object]:
        """Return, by name, the facts that the view of `seat` leaves open.  For the laws."""
        raise NotImplementedError

    def card_ids(self, state: S) -> list[str]:
        """Return every card of the state, wherever it lies, sorted.  For the laws."""
        raise NotImplementedError

    def kinds(self, state: S, seat: Seat) -> tuple[type[Action[Any, Any]], ...]:
        """Return the kinds that may be legal for `seat` now, in their order: a short cut."""
        del state, seat
        return self.actions

    def legal_actions(self, state: S, seat: Seat, limit: int = 200) -> Legal:
        """Return at most `limit` legal actions in a fixed order, and whether these are all."""
        found: list[Action[Any, Any]] = []
        complete = True
        for kind in self.kinds(state, seat):
            if more := [*islice(kind.legal(state, seat, self.options), limit + 1 - len(found))]:
                found += more
                complete = complete and kind.enumerated
        return Legal(tuple(found[:limit]), complete and len(found) <= limit)


class Step(NamedTuple, Generic[S]):
    """What a ply led to: the new state, and what the table noticed."""

    state: S
    events: list[Event]


def step(game: Game[O, S, V], state: S, seat: Seat, action: Action[O, S]) -> Step[S]:
    """Return the state after `action`; `state` stays as it was.  Raises `IllegalAction`."""
    if refusal := action.why_not(state, seat, game.options):
        raise IllegalAction(refusal)
    after, events = clone(state), list[Event]()
    advance(game, after, seat, action, events.append)
    return Step(after, events)


def ring(game: Game[O, S, V], state: S, timer_id: int) -> Step[S]:
    """Return the state after a running timer ran out.  Any other bell raises `IllegalAction`."""
    timer = next((t for t in state.timers if t.id == timer_id and not t.paused), None)
    if timer is None:
        raise IllegalAction(Refusal("timer_not_running"))
    after, events = clone(state), list[Event]()
    run_out(game, after, timer, events.append)
    return Step(after, events)


def advance(game: Game[O, S, V], state: S, seat: Seat, action: Action[O, S], emit: Emit) -> None:
    """Apply a legal `action` in place: the search's fast path."""
    question = state.questions[seat]
    action.apply(state, seat, game.options, emit)
    if state.questions[seat] == question and (seat in state.to_act or seat in state.invited):
        state.questions[seat] += 1
    state.ply += 1


def run_out(game: Game[O, S, V], state: S, timer: Timer, emit: Emit) -> None:
    """Let a running `timer` run out in place."""
    state.timers.remove(timer)
    game.time_up(state, timer, emit)
    state.ply += 1


def clone(state: S) -> S:
    """Copy by a round trip: nothing is shared, and what cannot be saved cannot be copied."""
    return msgspec.msgpack.decode(_encoder.encode(state), type=type(state))


_encoder = msgspec.msgpack.Encoder()
