"""Replays that somebody has tampered with, clumsily and with care."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from clients.verifier import verify
from scoring.replays import binding, files, selectors
from tests.scoring.evenings import evening

Json = dict[str, Any]
Forge = Callable[[Json], None]

TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "work_the_strip": (3, {"rounds": 2}),
    "lap_dance": (3, {"rounds": 6}),
    "hand_and_foot": (4, {"rounds": 2, "stock_out": "reshuffle"}),
}


@lru_cache(maxsize=8)
def _honest(game: str) -> tuple[str, str]:
    """Return the replay and the fairness of a match, as they come from the server."""
    seats, options = TABLES[game]
    record = evening(game, seats, 7, options)
    proof = selectors.proof(record, head=None)
    return files.written(binding.bound(record, "all")).decode(), json.dumps(
        proof._asdict(), default=str
    )


def honest(game: str) -> tuple[Json, Json]:
    """Return a replay and its fairness, fresh copies."""
    replay, fairness = _honest(game)
    return json.loads(replay), json.loads(fairness)


def with_care(replay: Json) -> Json:
    """Make commitment, links and head anew, as a forger would who has read the documentation."""
    replay["commitment"] = hashlib.sha256(bytes.fromhex(replay["seed"])).hexdigest()
    links, replay["chain"] = verify.chain_of(replay)
    for ply, link in zip(replay["plies"], links, strict=True):
        ply["link"] = link
    return replay


def forged(game: str, forge: Forge) -> Json:
    """Return the match's replay with something changed."""
    replay, _ = honest(game)
    forge(replay)
    assert replay != honest(game)[0], "nothing was tampered with"
    return replay


# --- What a forger may want -----------------------------------------------------------------------


def an_opening_card(replay: Json) -> None:
    """Give the first seat a better card than it was dealt."""
    view = replay["opening"]["0"]
    if view.get("hand"):
        view["hand"][-1] = _another(view["hand"][-1])
    else:  # Hand & Foot is dealt after the cut
        event = _first(replay, "bottoms_seen")
        event["a"] = _another(event["a"])


def a_drawn_card(replay: Json) -> None:
    """Have somebody draw another card."""
    event = _last(replay, "drawn_cards_seen")
    event["cards"][0] = _another(event["cards"][0])


def a_die(replay: Json) -> None:
    """Turn a die; where there is none, the luck of a cut."""
    for kind, field in (("die_rolled", "pips"), ("cut_done", "taken"), ("dice_rolled", "faces")):
        if event := _last(replay, kind):
            value = event[field]
            event[field] = (
                value % 6 + 1 if isinstance(value, int) else [_face(value[0]), *value[1:]]
            )
            return
    raise AssertionError("no die was rolled")


def an_action(replay: Json) -> None:
    """Have somebody else have done it."""
    acts = [ply for ply in replay["plies"] if ply["action"] is not None]
    act = acts[len(acts) // 2]
    act["seat"] = (act["seat"] + 1) % replay["seats"]


def a_field_of_an_action(replay: Json) -> None:
    """Have somebody have wanted something else."""
    acts = [ply["action"] for ply in replay["plies"] if ply["action"] and len(ply["action"]) > 1]
    act = acts[-1]
    field = next(name for name in sorted(act) if name != "type")
    act[field] = [act[field], 1]


def the_seed(replay: Json) -> None:
    """Claim another seed."""
    replay["seed"] = hashlib.sha256(replay["seed"].encode()).hexdigest()


def a_nonce(replay: Json) -> None:
    """Claim that a player had said something else."""
    replay["nonces"][1] += "!"


def a_missing_ply(replay: Json) -> None:
    """Leave a ply out, and close the gap."""
    del replay["plies"][len(replay["plies"]) // 2]
    _renumber(replay)


def a_missing_end(replay: Json) -> None:
    """Leave out how it ended."""
    del replay["plies"][-1]
    _renumber(replay)


def a_swapped_order(replay: Json) -> None:
    """Have two plies have happened the other way round."""
    plies, middle = replay["plies"], len(replay["plies"]) // 2
    plies[middle], plies[middle + 1] = plies[middle + 1], plies[middle]
    _renumber(replay)


def a_moment(replay: Json) -> None:
    """Have somebody have been in time."""
    replay["plies"][3]["at"] = replay["plies"][2]["at"]


def the_outcome(replay: Json) -> None:
    """Let another win."""
    replay["outcome"]["places"].reverse()
    replay["outcome"]["scores"][0] += 1


def an_option(replay: Json) -> None:
    """Claim that something else was agreed."""
    replay["game"]["rounds"] += 1


CARDS_AND_LUCK: tuple[Forge, ...] = (an_opening_card, a_drawn_card, a_die, the_seed, a_nonce)
"""What no recomputed chain hides: the streams tell."""
OTHERS: tuple[Forge, ...] = (
    an_action,
    a_field_of_an_action,
    a_missing_ply,
    a_missing_end,
    a_swapped_order,
    a_moment,
    the_outcome,
    an_option,
)
FORGERIES = CARDS_AND_LUCK + OTHERS


# --- What lies on the table before the first ply, and after the last ------------------------------


def a_card_of_the_opening(seat: int, replay: Json) -> None:
    """Give a seat another card than it was dealt, or one before it was dealt any."""
    view = replay["opening"][str(seat)]
    if view.get("hand"):
        view["hand"][0] = _another(view["hand"][0])
    else:
        view["you_hold"].append("LD-1")


def a_card_on_the_table(replay: Json) -> None:
    """Have another card lie there at the end: in a tableau, in a meld, in a Stack."""
    view = replay["table"]["1"]
    lies = {
        "work_the_strip": lambda: next(filter(None, view["tableaus"]))[0]["cards"],
        "hand_and_foot": lambda: next(team["melds"] for team in view["teams"])[0]["cards"],
        "lap_dance": lambda: next(seat["stack"] for seat in view["seats"] if seat["stack"]),
    }[replay["game"]["type"]]()
    lies[0] = _another(lies[0])


def a_card_in_a_hand(replay: Json) -> None:
    """Have somebody have been left with another card."""
    views = replay["table"].values()
    hands = [view.get("hand") or view.get("you_hold") for view in views]
    hand = next(filter(None, hands))
    hand[0] = _another(hand[0])


def a_card_of_a_pile(replay: Json) -> None:
    """Have another card have been discarded."""
    view = replay["table"]["0"]
    pile = view["pile"] if "pile" in view else view["discard"]
    pile[0] = _another(pile[0])


def a_card_more(replay: Json) -> None:
    """Have more cards be left to draw."""
    view = replay["table"]["2"]
    field = next(name for name in ("pile_count", "deck_count", "stock") if name in view)
    view[field] += 1


def a_sum(replay: Json) -> None:
    """Have somebody have more money, or points, than was told."""
    view = replay["table"]["0"]
    if "totals" in view:
        view["totals"][0] += 100
    else:
        view["seats"][0]["money"] += 1


def seen(game: str) -> tuple[Forge, ...]:
    """Return what a forger may want to have been seen: nothing of it moves a ply."""
    seats, _ = TABLES[game]
    dealt = [partial(a_card_of_the_opening, seat) for seat in range(seats)]
    ends = (a_card_on_the_table, a_card_in_a_hand, a_card_of_a_pile, a_card_more, a_sum)
    return (*dealt, *ends)


def _another(card: str) -> str:
    """Return another card of the same game."""
    stem, last = card[:-1], card[-1]
    return stem + {"a": "b", "b": "a", "1": "2"}.get(last, "1" if last.isdigit() else "a")


def _face(face: str) -> str:
    return "D1" if face != "D1" else "ST"


def _renumber(replay: Json) -> None:
    for number, ply in enumerate(replay["plies"], 1):
        ply["ply"] = number
    replay["last"] = replay["ply"] = len(replay["plies"])


def _first(replay: Json, kind: str) -> Json:
    return _all(replay, kind)[0]


def _last(replay: Json, kind: str) -> Json:
    found = _all(replay, kind)
    return found[-1] if found else {}


def _all(replay: Json, kind: str) -> list[Json]:
    return [event for ply in replay["plies"] for event in ply["events"] if event["type"] == kind]
