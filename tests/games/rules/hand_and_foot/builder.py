"""Tables of Hand & Foot in the rulebook's words, and what is to be seen on them.

Cards that no word mentions lie in the stock; where the test says what the stock is, they stay in
the box.  Every step of every test also checks that no card on the table is lost and that the
situation before it stayed as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import Any, Literal, TypedDict, TypeVar

from games.rules.hand_and_foot.actions import Continue
from games.rules.hand_and_foot.events import FootEntered
from games.rules.hand_and_foot.game import HandAndFoot
from games.rules.hand_and_foot.options import FootOptions
from games.rules.hand_and_foot.sheet import Sheet
from games.rules.hand_and_foot.state import (
    BoardMeld,
    CutResult,
    End,
    FootState,
    Phase,
    RoundResult,
    meld_of,
)
from games.rules.hand_and_foot.view import FootView
from games.rules.kernel import (
    Action,
    Event,
    IllegalAction,
    Refusal,
    Rng,
    Seat,
    clone,
    ring,
    step,
)
from games.rules.registry import encode_state
from tests.games.rules.hand_and_foot.words import (
    COPIES,
    EXTENDED,
    A,
    Meaning,
    Spoken,
    choose,
    code,
    codes,
    cut,
    discard,
    tokens,
)

Ev = TypeVar("Ev", bound=Event)
NOTHING: Mapping[Any, Any] = MappingProxyType({})
SOME_HAND = "1 2 3 4"
"""What a seat holds of which a test says nothing."""
SOME_FOOT = "1 2 3 4 5 6 7 8 10 11 12"
"""The Foot of which a test says nothing."""
MISSED = CutResult(22, 21, exact=False)
EXACT = CutResult(22, 22, exact=True)


def teams_of(seats: int, round_: int) -> list[int]:
    """Return each seat's team (HF 4): by the page, not by the rules."""
    if seats <= 3:
        return list(range(seats))
    floater = {1: 0, 2: 1, 3: 1, 4: 0}[round_]
    return [0, 1, 0, 1, floater] if seats == 5 else [seat % 2 for seat in range(seats)]


@dataclass
class Table:
    """One situation, and what was noticed in the last thing done there."""

    game: HandAndFoot
    state: FootState
    events: list[Event] = field(default_factory=list)
    heard: list[Event] = field(default_factory=list)

    # --- What is done -----------------------------------------------------------------------------

    def meant(self, seat: Seat, sentence: Spoken) -> Action[Any, Any]:
        """Return the action that this sentence is, spoken here and now by `seat`."""
        return sentence(Meaning(self.state.active[seat], self.state.pile))

    def act(self, seat: Seat, *sentences: Spoken) -> Table:
        """Let `seat` act.  Raises `IllegalAction`."""
        self.events = []
        for sentence in sentences:
            before = encode_state(self.state)
            self._went_on(*step(self.game, self.state, seat, self.meant(seat, sentence)), before)
        return self

    def ring(self, name: str) -> Table:
        """Let the hourglass of this name run out."""
        self.events, before = [], encode_state(self.state)
        self._went_on(*ring(self.game, self.state, self.state.timer(name).id), before)
        return self

    def _went_on(self, after: FootState, events: list[Event], before: bytes) -> None:
        assert encode_state(self.state) == before, "a step changed the state it was given"
        if after.round == self.state.round:
            assert self.game.card_ids(after) == self.game.card_ids(self.state), "a card was lost"
        self.state = after
        self.events += events
        self.heard += events

    def refusal(self, seat: Seat, sentence: Spoken) -> Refusal:
        """Return why `seat` may not do this, and check that nothing changed."""
        action, before = self.meant(seat, sentence), encode_state(self.state)
        try:
            step(self.game, self.state, seat, action)
        except IllegalAction as error:
            refusal = error.refusal
        else:
            raise AssertionError(f"seat {seat} was allowed {action}")
        assert encode_state(self.state) == before, "a refusal changed the state"
        assert refusal.code in self.game.refusals, f"{refusal} is not published"
        return refusal

    def refused(self, seat: Seat, sentence: Spoken) -> str:
        """Return the code of `refusal`."""
        return self.refusal(seat, sentence).code

    def why_not(self, seat: Seat, sentence: Spoken) -> str | None:
        """Return the code of the refusal, or None; nothing is done."""
        refusal = self.meant(seat, sentence).why_not(self.state, seat, self.game.options)
        return refusal.code if refusal else None

    def all_cut(self, n: int = 22) -> Table:
        """Let every seat cut, where the table cuts at all (HF 21, exact22)."""
        for seat in tuple(self.state.to_act) if self.state.phase == "cut" else ():
            self.act(seat, cut(n))
        return self

    def all_choose(self, pile: Literal["A", "B"] = "A") -> Table:
        for seat in tuple(self.state.to_act):
            self.act(seat, choose(pile))
        return self

    def all_continue(self) -> Table:
        """Let every seat see enough of the round's result."""
        for seat in tuple(self.state.to_act):
            self.act(seat, lambda _: Continue())
        return self

    # --- What lies where --------------------------------------------------------------------------

    def cards_of(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of the active cards."""
        return tuple(self.state.active[seat])

    def held(self, seat: Seat) -> tuple[str, ...]:
        """Return the codes of the active cards, sorted."""
        return codes(self.state.active[seat])

    def foot(self, seat: Seat) -> int:
        """Return how many cards of the Foot are not picked up."""
        return len(self.state.foot[seat])

    def in_foot(self, seat: Seat) -> bool:
        return self.state.in_foot[seat]

    @property
    def way(self) -> int | None:
        """The way in which a Foot was last entered."""
        ways = [event.way for event in self.heard if isinstance(event, FootEntered)]
        return ways[-1] if ways else None

    @property
    def pile(self) -> tuple[str, ...]:
        """The codes of the pile, the top one last."""
        return tuple(map(code, self.state.pile))

    @property
    def stock_left(self) -> int:
        return len(self.state.stock)

    @property
    def returned(self) -> tuple[str, ...]:
        """The codes of the upcards put back, sorted."""
        return codes(self.state.returned)

    @property
    def cuts(self) -> list[tuple[int, int, bool]]:
        return [(found.n, found.taken, found.exact) for found in self.state.cuts if found]

    # --- The boards -------------------------------------------------------------------------------

    def on_board(self, meld_id: int) -> BoardMeld:
        (found,) = (meld for board in self.state.boards for meld in board if meld.id == meld_id)
        return found

    def lies(self, meld_id: int) -> tuple[str, ...]:
        """Return the codes of a meld, sorted."""
        return codes(self.on_board(meld_id).cards)

    def kind(self, meld_id: int) -> str:
        return self.on_board(meld_id).kind

    def caps(self, meld_id: int) -> int:
        return len(self.on_board(meld_id).caps)

    def melds(self, team: int) -> list[tuple[str, ...]]:
        """Return the codes of each meld of a team, in the order they were begun."""
        return [codes(meld.cards) for meld in self.state.boards[team]]

    @property
    def newest(self) -> int:
        """The id of the meld begun last."""
        return max(meld.id for board in self.state.boards for meld in board)

    def opened(self, team: int) -> bool:
        return self.view(None).teams[team].opened

    @property
    def teams(self) -> list[int]:
        """The team of each seat."""
        return [player.team for player in self.view(None).players]

    @property
    def turn(self) -> tuple[Phase, Seat]:
        """Whose turn it is, and which part; the game waits for that seat alone."""
        assert self.state.to_act == [self.state.turn]
        return self.state.phase, self.state.turn

    # --- What was noticed -------------------------------------------------------------------------

    def told(self, kind: type[Ev]) -> list[Ev]:
        """Return the last events of one type."""
        return [event for event in self.events if isinstance(event, kind)]

    def view(self, seat: Seat | None) -> FootView:
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> tuple[Action[Any, Any], ...]:
        return self.game.legal_actions(self.state, seat).actions

    def kinds(self, seat: Seat) -> set[str]:
        """Return the wire names of the kinds of action this seat has."""
        return {str(type(action).__struct_config__.tag) for action in self.legal(seat)}

    # --- How the round ended ----------------------------------------------------------------------

    @property
    def ended(self) -> End | None:
        """Why the round ended; None while it is played."""
        return self.result.end if self.state.phase in ("over", "game_over") else None

    @property
    def result(self) -> RoundResult:
        assert self.state.phase in ("over", "game_over"), "the round goes on"
        return self.state.results[-1]

    def sheet(self, team: int) -> Sheet:
        return self.result.sheets[team]

    def base(self, team: int) -> int:
        return self.sheet(team).base

    def unplayed(self, team: int) -> int:
        return self.sheet(team).unplayed

    def worth(self, team: int) -> tuple[int, int]:
        """Return the base and the count of a board, as if the stock were out now."""
        state = clone(self.state)
        state.stock, state.active[state.turn] = [], ["VL-1", "VL-2", "VL-3"]
        after = step(self.game, state, state.turn, discard("VL-1")(Meaning([]))).state
        sheet = after.results[-1].sheets[team]
        return sheet.base, sheet.count


# --- Laying a table -------------------------------------------------------------------------------


class Box:
    """The deck before a table is laid: every card lies in one place."""

    def __init__(self, options: FootOptions, *texts: str) -> None:
        copies = EXTENDED if options.deck == "extended" else COPIES
        cards = [f"{kind}-{copy}" for kind, most in copies.items() for copy in range(1, most + 1)]
        named = [word for text in texts for word in tokens(text) if "-" in word]
        assert len(named) == len(set(named)), f"a card lies in two places: {sorted(named)}"
        self._bare = [card for card in cards if card not in named]

    def cards(self, text: str) -> list[str]:
        """Return the cards these words name: the id itself, or the lowest free copy."""
        return [word if "-" in word else self._lowest(word) for word in tokens(text)]

    def rest(self) -> list[str]:
        """Return what is left, rank cards on top."""
        return sorted(self._bare, key=lambda card: not card[0].isalpha())

    def _lowest(self, word: str) -> str:
        found = next((card for card in self._bare if code(card) == word), None)
        assert found, f"no {word} is left in the box"
        self._bare.remove(found)
        return found


class Situation(TypedDict, total=False):
    """What `table` may be told."""

    seats: int
    hands: Mapping[Seat, str]
    feet: Mapping[Seat, str]
    in_foot: Iterable[Seat]
    boards: Mapping[int, str]
    pile: str
    stock: str | None
    phase: Phase
    turn: Seat
    round_: int
    starter: Seat
    exact: Iterable[Seat]
    past: Sequence[Sequence[int]]
    options: FootOptions | None
    key: int


def table(  # noqa: PLR0913 - a table is made of this many things
    *,
    seats: int = 4,
    hands: Mapping[Seat, str] = NOTHING,
    feet: Mapping[Seat, str] = NOTHING,
    in_foot: Iterable[Seat] = (),
    boards: Mapping[int, str] = NOTHING,
    pile: str = "1",
    stock: str | None = None,
    phase: Phase = "play",
    turn: Seat = A,
    round_: int = 1,
    starter: Seat = A,
    exact: Iterable[Seat] = (),
    past: Sequence[Sequence[int]] = (),
    options: FootOptions | None = None,
    key: int = 0,
) -> Table:
    """Lay a table in a turn of `turn`.

    `boards` by team: melds with ids counted from 1 in the order written, ``"9*7 +LD; 4*3"``;
    `pile` has its top last, `stock` (as the page words it) its top first; `exact` are the seats
    that cut 22; `past` are the scores by seat of earlier rounds, by default nothing.
    """
    options = options or FootOptions()
    texts = [text.replace("+", "").replace(";", "") for text in boards.values()]
    box = Box(options, *hands.values(), *feet.values(), *texts, pile, stock or "")
    state = FootState(
        rng=Rng(f"{key:064x}"),
        questions=[0] * seats,
        phase=phase,
        round=round_,
        starter=starter,
        turn=turn,
        boards=_boards(box, boards, max(teams_of(seats, round_)) + 1),
        pile=box.cards(pile),
        sent=[None] * seats,
        cuts=[EXACT if seat in exact else MISSED for seat in range(seats)],
        chosen=[True] * seats,
        in_foot=[seat in in_foot for seat in range(seats)],
        shown=[[] for _ in range(seats)],
        source="stock" if phase == "play" else None,
    )
    top = None if stock is None else box.cards(stock)[::-1]
    _hand_out(state, box, hands, feet)
    state.stock = box.rest() if top is None else top
    _remember(state, past or [[0] * seats] * (round_ - 1))
    _wait(state, options)
    return Table(HandAndFoot(options), state)


def _hand_out(
    state: FootState, box: Box, hands: Mapping[Seat, str], feet: Mapping[Seat, str]
) -> None:
    """Give every seat its cards: what a test says first, so that the rest takes what is left."""
    held, below = ({s: box.cards(text) for s, text in texts.items()} for texts in (hands, feet))
    for seat, in_foot in enumerate(state.in_foot):
        state.active.append(held.get(seat) or box.cards(SOME_HAND))
        state.foot.append([] if in_foot else below.get(seat) or box.cards(SOME_FOOT))


def _boards(box: Box, boards: Mapping[int, str], teams: int) -> list[list[BoardMeld]]:
    ids = count(1)
    return [[_meld(box, next(ids), text) for text in _melds(boards, team)] for team in range(teams)]


def _melds(boards: Mapping[int, str], team: int) -> list[str]:
    return [text for text in boards.get(team, "").split(";") if text.strip()]


def _meld(box: Box, meld_id: int, text: str) -> BoardMeld:
    cards, _, caps = text.partition("+")
    return meld_of(meld_id, tuple(box.cards(cards)), tuple(box.cards(caps.replace("+", ""))))


def _remember(state: FootState, past: Sequence[Sequence[int]]) -> None:
    seats = len(state.active)
    for number, scores in enumerate(past, start=1):
        side = teams_of(seats, number)
        sheets = tuple(
            Sheet(team, _side(side, team), (), 0, 0, 0, scores[_side(side, team)[0]])
            for team in range(max(side) + 1)
        )
        state.results.append(RoundResult(number, 0, "stock", None, sheets, tuple(scores)))
    state.totals = [sum(scores[seat] for scores in past) for seat in range(seats)]


def _side(side: Sequence[int], team: int) -> tuple[Seat, ...]:
    return tuple(seat for seat, of in enumerate(side) if of == team)


def _wait(state: FootState, options: FootOptions) -> None:
    seconds = options.turn_seconds // 2 if state.phase == "draw" else options.turn_seconds
    state.ask(state.turn)
    state.start_timer(state.phase, seconds, [state.turn])


# --- Before the first turn ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def key_for(offsets: tuple[int, ...], round_: int = 1) -> str:
    """Return the first key whose streams make the seats' cuts miss by so many cards (HF 6.1)."""
    return next(
        key
        for key in map("{:064x}".format, count())
        if all(
            Rng(key).stream("cut", round_, seat).below(11) - 5 == offset
            for seat, offset in enumerate(offsets)
        )
    )


def opening(
    seats: int = 4,
    *,
    offsets: tuple[int, ...] = (),
    options: FootOptions | None = None,
    key: int = 0,
) -> Table:
    """Sit down to a new match, before the first cut, which misses by `offsets`, by seat."""
    game = HandAndFoot(options or FootOptions())
    return Table(game, game.setup(seats, key_for(offsets) if offsets else f"{key:064x}"))


def dealt(
    seats: int = 4,
    *,
    stock: str = "",
    bottoms: Mapping[Seat, str] = NOTHING,
    options: FootOptions | None = None,
    key: int = 0,
) -> Table:
    """Return a table where all have cut: `stock` is its top, top first, `bottoms` are A and B."""
    at = opening(seats, options=options, key=key).all_cut()
    places = [(at.state.stock, -1 - depth, word) for depth, word in enumerate(tokens(stock))]
    for seat, words in bottoms.items():
        a, b = tokens(words)
        places += [(at.state.active[seat], -1, a), (at.state.foot[seat], -1, b)]
    fixed: set[str] = set()
    for row, place, word in places:
        _swap(at.state, row, place, word, fixed)
        fixed.add(row[place])
    return at


def _swap(state: FootState, row: list[str], place: int, word: str, fixed: set[str]) -> None:
    """Put a card of this code at a place; what lay there goes where that card was."""
    for other in (state.stock, *state.active, *state.foot):
        for index, card in enumerate(other):
            if code(card) == word and card not in fixed:
                other[index], row[place] = row[place], card
                return
    raise AssertionError(f"no {word} is left")
