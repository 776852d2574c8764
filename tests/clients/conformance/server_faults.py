"""What a server may do wrong, and the lines of the table in which that shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.clients.conformance.twisted import Answered, Asked, Json, Talk, Twist
from tests.clients.conformance.twists import (
    Answers,
    Asks,
    Closes,
    Door,
    Frames,
    HangsUp,
    Head,
    Leak,
    Says,
    Streams,
    Told,
    lacks,
    refuses,
    says,
)

PROTOCOL = "parlour.v1+json"


class Fault(NamedTuple):
    """How it is twisted, and the names of the checks that must turn red, and no other."""

    twist: Twist
    red: set[str]


def said(talk: Talk) -> list[Json]:
    """Return the frames the client has said so far."""
    return [frame for frame in talk.said if isinstance(frame, dict)]


def last(talk: Talk) -> Any:
    """Return what the client said last."""
    return talk.said[-1] if talk.said else ""


def greeted(talk: Talk) -> bool:
    """Say whether the client was welcome."""
    return bool(talk.heard)


# --- Shaking hands --------------------------------------------------------------------------------


def _of_the_query(asked: Asked) -> None:
    if "token=" in asked.query:
        asked.headers["authorization"] = f"Bearer {asked.query.partition('token=')[2]}"


def _counted_from_one(d: Json, _: Talk) -> Json:
    return {**d, "ply": d["ply"] + 1}


SHAKING_HANDS = {
    "takes any subprotocol": Fault(
        Door(
            offered=lambda _: [PROTOCOL],
            chosen=lambda name, offered: name if name in offered else None,
        ),
        {"subprotocol-missing"},
    ),
    "takes the first subprotocol": Fault(
        Door(offered=lambda names: names and [PROTOCOL], chosen=lambda _, offered: offered[0]),
        {"subprotocol-chosen"} | {"subprotocol-missing"},
    ),
    "answers everywhere": Fault(Door(path=lambda _: "/ws/v1"), {"wrong-path"}),
    "lets every page in": Fault(Door(origin=lambda _: None), {"foreign-origin"}),
    "welcomes without a session": Fault(Told("welcome", lacks("session")), {"welcome-first"}),
    "counts positions from one": Fault(Told("position", _counted_from_one), {"first-position"}),
    "is vague about silence": Fault(
        Closes(4508, 4000, lambda talk: not talk.said), {"hello-missing"}
    ),
    "is vague about other frames": Fault(
        Closes(4508, 4000, lambda talk: talk.said), {"other-frame-first"}
    ),
    "is vague about bad greetings": Fault(
        Closes(4500, 4400), {"hello-malformed", "token-absent", "token-in-query"}
    ),
    "hangs up on a second hello": Fault(
        HangsUp(4500, lambda talk, _: [f["t"] for f in said(talk)].count("hello") > 1),
        {"second-hello"},
    ),
    "is vague about odd tokens": Fault(
        Closes(4540, 4040, lambda talk: len(said(talk)[0]["d"]["token"]) != 64), {"token-unknown"}
    ),
    "is vague about revoked tokens": Fault(Closes(4540, 4000, greeted), {"token-revoked"}),
    "does not miss a token": Fault(
        Answers(
            "GET /api/v1/me",
            lambda d: {**d, "code": "who"} if d["code"] == "token_missing" else d,
            status=401,
        ),
        {"token-absent", "token-in-query"},
    ),
    "reads tokens from the address": Fault(Asks(_of_the_query), {"token-in-query"}),
    "is vague about unknown matches": Fault(Closes(4504, 4000), {"match-unknown"}),
    "does not say which match": Fault(
        Told("nack", lambda d, _: {**d, "match": None}), {"match-unknown-among-others"}
    ),
    "says gone for unknown": Fault(
        Told("nack", refuses("no_such_match", status=410)), {"follow-unknown"}
    ),
}

# --- Frames ---------------------------------------------------------------------------------------


def _pointless(pointer: str) -> Told:
    def change(d: Json, _: Talk) -> Json:
        flaws = [{**f, "pointer": ""} if f["pointer"] == pointer else f for f in d["errors"]]
        return {**d, "errors": flaws}

    return Told("nack", change)


def _doubled_nacks(frame: Json, _: Talk) -> list[Json]:
    return [frame] * (2 if frame["t"] == "nack" and "id" in frame else 1)


def _later(frame: Json, talk: Talk) -> list[Json]:
    """Keep one answer back until after the next."""
    if frame.get("id") == "q3" and "kept" not in talk.notes:
        talk.notes["kept"] = frame
        return []
    kept = talk.notes.pop("kept", None)
    if kept:
        talk.notes["kept"] = None
    return [frame, kept] if kept else [frame]


def _pong_first(frame: Json, _: Talk) -> list[Json]:
    pong = {"t": "pong", "d": {}}
    return [pong, frame] if frame["t"] == "ack" and not frame["d"] else [frame]


FRAMES = {
    "does not do binary": Fault(
        HangsUp(1003, lambda _, text: isinstance(text, bytes)), {"binary-frame"}
    ),
    "is vague about lists": Fault(
        Closes(4500, 4000, lambda talk: str(last(talk)).startswith("[")), {"not-a-frame"}
    ),
    "is vague about size": Fault(
        Closes(4500, 4000, lambda talk: str(last(talk)).startswith("{'t': 'ping', 'id': 'fits'")),
        {"oversized-frame"},
    ),
    "calls unknown frames something else": Fault(
        Told(
            "nack",
            lambda d, _: (
                {**d, "code": "odd", "type": "/problems/odd"}
                if d["errors"] and d["errors"][0]["pointer"] == "/t"
                else d
            ),
        ),
        {"unknown-message"},
    ),
    "does not say which field": Fault(_pointless("/d/colour"), {"unknown-field"}),
    "does not say which value": Fault(_pointless("/d/match"), {"wrong-type"}),
    "refuses twice": Fault(Frames(_doubled_nacks), {"answered-once", "answers-in-order"}),
    "answers out of order": Fault(Frames(_later), {"answers-in-order"}),
    "keeps unnamed refusals back": Fault(
        Frames(lambda f, _: [] if f["t"] == "nack" and "id" not in f else [f]), {"unnamed-frames"}
    ),
    "pongs before it acks": Fault(Frames(_pong_first), {"ping-answered"}),
}

# --- Following ------------------------------------------------------------------------------------


def _stale_too(frame: Json, _: Talk) -> list[Json]:
    if frame["t"] != "position" or not frame["d"]["ply"]:
        return [frame]
    return [{**frame, "d": {**frame["d"], "ply": frame["d"]["ply"] - 1}}, frame]


def _early(frame: Json, talk: Talk) -> list[Json]:
    follows = [each for each in said(talk) if each["t"] == "follow"]
    if frame["t"] != "ack" or not follows or frame["id"] != follows[0]["id"]:
        return [frame]
    return [frame, {"t": "position", "d": {"match": follows[0]["d"]["match"], "ply": 0}}]


def _mixed_up(frame: Json, talk: Talk) -> list[Json]:
    followed = [each["match"] for each in said(talk)[0]["d"].get("follow", ())]
    if frame["t"] != "ply" or len(followed) < 2:
        return [frame]
    return [{**frame, "d": {**frame["d"], "match": followed[0]}}]


def _deaf_to_unfollow(frame: Json, _: Talk) -> tuple[Json | None, list[Json]]:
    if frame["t"] == "unfollow":
        return None, [{"t": "ack", "id": frame["id"], "d": {}}]
    return frame, []


FOLLOWING = {
    "loses the fourth ply": Fault(
        Told("ply", lambda d, _: None if d["ply"] == 4 else d), {"every-ply-told"}
    ),
    "does not say when": Fault(Told("ply", lacks("at")), {"ply-says-where"}),
    "tells old positions too": Fault(Frames(_stale_too), {"position-after-plies"}),
    "tells positions before the deal": Fault(Frames(_early), {"open-match"}),
    "mixes matches up": Fault(Frames(_mixed_up), {"several-matches", "unfollow"}),
    "goes on after unfollow": Fault(Says(_deaf_to_unfollow), {"unfollow"}),
    "is vague about too many": Fault(Closes(4500, 4400), {"too-many-followed"}),
    "beats without plies": Fault(Told("ping", says(plies={})), {"heartbeat-carries-plies"}),
    "takes no pong for an answer": Fault(
        HangsUp(4002, lambda talk, _: [f["t"] for f in said(talk)].count("pong") > 2),
        {"pong-keeps-alive"},
    ),
    "sends the slow away for good": Fault(Closes(4002, 4500), {"pongs-missed"}),
}

# --- Acting ---------------------------------------------------------------------------------------


def _grudge(frame: Json, talk: Talk) -> list[Json]:
    """Refuse what comes under a request id that was refused before."""
    refused = talk.notes.setdefault("refused", set())
    asked = [each for each in said(talk) if each.get("id") == frame.get("id")]
    if not asked or asked[0]["t"] != "act":
        return [frame]
    request = asked[0]["d"]["request_id"]
    if request in refused:
        kind = {"type": "/problems/request_id_reused", "code": "request_id_reused"}
        return [{"t": "nack", "id": frame["id"], "d": {**talk.notes["problem"], **kind}}]
    if frame["t"] == "nack":
        refused.add(request)
        talk.notes["problem"] = frame["d"]
    return [frame]


def _early_act(d: Json, talk: Talk) -> Json:
    ahead = said(talk)[-1]["d"].get("request_id", "").startswith("2-")
    return {**d, "code": "not_asked", "type": "/problems/not_asked"} if ahead else d


ACTING = {
    "tells plies twice": Fault(
        Frames(lambda f, _: [f] * (2 if f["t"] == "ply" else 1)), {"act-acked"}
    ),
    "never calls it a repeat": Fault(
        Told("ack", lambda d, _: {**d, "replayed": False} if "replayed" in d else d),
        {"act-repeated", "act-twice-at-once", "acts-reordered"},
    ),
    "repeats without events": Fault(
        Answers("POST .*/actions", lambda d: {**d, "events": []}, status=200),
        {"act-repeated-over-rest"},
    ),
    "calls a reused id something else": Fault(
        Told("nack", refuses("request_id_reused", code="again", type="/problems/again")),
        {"request-id-reused"},
    ),
    "remembers refusals": Fault(Frames(_grudge), {"refused-id-is-free", "act-malformed"}),
    "keeps the position of now back": Fault(
        Told("nack", refuses("stale_decision", position={})), {"decision-stale"}
    ),
    "calls early acts something else": Fault(Told("nack", _early_act), {"acts-reordered"}),
    "names no rule": Fault(Told("nack", lacks("rule")), {"act-illegal"}),
    "calls nonsense something else": Fault(
        Told("nack", refuses("malformed", code="odd", type="/problems/odd")), {"act-malformed"}
    ),
    "hides what one may not do": Fault(
        Told("nack", refuses("not_your_seat", status=404)), {"seat-not-mine"}
    ),
}
WRITTEN = {"cut-before-ack", "cut-by-half", "cut-after-ack", "cut-after-ply", "cut-after-position"}
CUTS = {
    "always calls it a repeat": Fault(
        Told("ack", lambda d, _: {**d, "replayed": True} if "replayed" in d else d),
        {"cut-before-sending", "cut-while-sending", "cut-again-and-again"},
    ),
    "never calls it a repeat, after a cut": Fault(
        Told("ack", lambda d, _: {**d, "replayed": False} if "replayed" in d else d),
        WRITTEN | {"cut-again-and-again"},
    ),
}

# --- Coming back ----------------------------------------------------------------------------------


def _no_question(d: Json, talk: Talk) -> Json:
    resumed = any(frame["t"] == "resumed" for frame in talk.heard)
    return {**d, "legal": []} if resumed else d


def _follows_from_now(frame: Json, _: Talk) -> tuple[Json | None, list[Json]]:
    if frame["t"] != "follow":
        return frame, []
    return {**frame, "d": {"match": frame["d"]["match"]}}, []


def _other_reason(reason: str) -> Told:
    return Told("resync", lambda d, _: {**d, "reason": "odd"} if d["reason"] == reason else d)


COMING_BACK = {
    "miscounts where it resumes": Fault(
        Told("resumed", lambda d, _: {**d, "from": d["from"] + 1}), {"resume-old"}
    ),
    "does not repeat the question": Fault(Told("position", _no_question), {"resume-current"}),
    "has another word for ahead": Fault(_other_reason("ahead"), {"resume-future"}),
    "has another word for epochs": Fault(_other_reason("epoch_changed"), {"resume-other-epoch"}),
    "has another word for old": Fault(_other_reason("too_old"), {"resume-too-old"}),
    "resumes in hello only": Fault(Says(_follows_from_now), {"resume-by-follow"}),
    "tells plies twice, on resuming": Fault(
        Frames(lambda f, _: [f] * (2 if f["t"] == "ply" else 1)),
        {"resume-old", "resume-by-follow", "resume-while-playing"},
    ),
}

# --- REST -----------------------------------------------------------------------------------------


def _at_once(asked: Asked) -> None:
    asked.query = asked.query.replace("wait=25", "wait=0")


def _without(name: str) -> Asks:
    return Asks(lambda asked: asked.headers.pop(name, None))


def _first_page_only(asked: Asked) -> None:
    if "mine" in asked.query:
        asked.query = asked.query.partition("&cursor")[0]


def _tagged(answered: Answered) -> None:
    answered.headers["etag"] = 'W/"always"'


def _silent(d: Json) -> Json:
    return {**d, "plies": [{**ply, "events": []} for ply in d["plies"]]}


REST = {
    "has two truths": Fault(
        Answers("GET .*/position", lambda d: {**d, "complete": not d["complete"]}, status=200),
        {"position-equal"},
    ),
    "tags everything alike": Fault(Head("GET .*/position", _tagged), {"position-tagged"}),
    "tells REST no events": Fault(
        Answers("GET .*/plies", _silent), {"long-poll-same", "stream-resumed"}
    ),
    "does not wait": Fault(Asks(_at_once), {"long-poll-woken"}),
    "numbers streams otherwise": Fault(Streams(b"id: 1:", b"id: 9:"), {"stream-same"}),
    "forgets where a stream was": Fault(_without("last-event-id"), {"stream-resumed"}),
    "creates again": Fault(_without("idempotency-key"), {"created-once"}),
    "does not say what is bad": Fault(
        Answers("POST /api/v1/matches", lambda d: {**d, "errors": []}, status=400),
        {"bad-requests"},
    ),
    "has only a first page": Fault(Asks(_first_page_only), {"pages-add-up"}),
    "keeps the seat of who resigns": Fault(
        Answers(
            "POST .*/resign", lambda d: {**d, "seats": [{**s, "bot": None} for s in d["seats"]]}
        ),
        {"resigned"},
    ),
    "knows nobody by name": Fault(
        Answers("GET /api/v1/players/[^/]+", lambda d: {**d, "name": "Nobody"}), {"profile-public"}
    ),
}

# --- Secrets, rights, problems --------------------------------------------------------------------

SECRETS = {
    "shows everybody the last hand": Fault(
        Leak("GET .*/position", lambda d, hand: d.update(burnt=hand)),
        {"hand-hidden", "hand-hidden-from-strangers"},
    ),
    "tells everybody the last hand": Fault(
        Leak("GET .*/plies", lambda d, hand: d["plies"][0]["events"].append({"cards": hand})),
        {"plies-hide"},
    ),
    "shows the seed": Fault(
        Answers("GET /api/v1/matches/[^/]+", lambda d: {**d, "seed": "7"}), {"header-hides"}
    ),
}


def _swallowed_refresh(frame: Json, _: Talk) -> tuple[Json | None, list[Json]]:
    if frame["t"] == "refresh":
        return None, [{"t": "ack", "id": frame["id"], "d": {}}]
    return frame, []


RIGHTS = {
    "sees ghosts": Fault(
        Told("presence", lambda d, _: {**d, "seats": [*d["seats"], 5]}), {"presence-told"}
    ),
    "forgets who holds a ticket": Fault(
        Told(
            "welcome",
            lambda d, talk: (
                {**d, "player": {**d["player"], "name": "?"}}
                if "ticket" in said(talk)[0]["d"]
                else d
            ),
        ),
        {"ticket-greets"},
    ),
    "sends used tickets away for good": Fault(Closes(4040, 4500), {"ticket-used-once"}),
    "is vague about too many names": Fault(Closes(4500, 4400), {"ticket-or-token"}),
    "refreshes nothing": Fault(Says(_swallowed_refresh), {"token-refreshed", "refresh-by-another"}),
    "calls another's token unknown": Fault(
        Told("nack", refuses("forbidden", status=404)), {"refresh-by-another"}
    ),
    "does not warn": Fault(Told("notice", lambda *_: None), {"frames-limited"}),
    "does not say how much is too much": Fault(
        Answers("POST /api/v1/sessions", lambda d: {**d, "ratelimit": None}, status=429),
        {"guesses-limited"},
    ),
}
PROBLEMS = {
    "traces everything alike": Fault(
        Answers("[A-Z]+ /api/.*", lambda d: {**d, "trace_id": "7"} if "trace_id" in d else d),
        {"well-formed"},
    ),
    "has no advice": Fault(
        Answers("GET /problems/[a-z_]+", lambda d: {**d, "remedy": ""}), {"pages-resolve"}
    ),
    "has a page for everything": Fault(
        Head("GET /problems/no_such_code", lambda answered: setattr(answered, "status", 200)),
        {"code-unknown"},
    ),
    "serves last year's description": Fault(
        Answers("GET /api/v1/openapi.json", lambda d: {**d, "openapi": "3.0.3"}),
        {"documents-served"},
    ),
}
FAULTS = (
    SHAKING_HANDS
    | FRAMES
    | FOLLOWING
    | ACTING
    | CUTS
    | COMING_BACK
    | REST
    | SECRETS
    | RIGHTS
    | PROBLEMS
)
