"""A bot for every game: plays some legal action, and comes back whenever it is cut off."""

import asyncio
import json
import os
import sys
from random import Random

from parlour_client import MatchPosition, Parlour, ProblemError, Session, SessionClosed
from parlour_client.models import Action, BotSeat


def choose(legal: list[Action], luck: Random) -> Action:
    ends = ("continue", "discard", "end_final_turn", "go_out", "ready", "stop")
    kinds = sorted({action["type"] for action in legal})
    kind = luck.choice([kind for kind in kinds if kind in ends and luck.random() < 0.5] or kinds)
    return luck.choice([action for action in legal if action["type"] == kind])


async def play(session: Session, match: str, luck: Random) -> MatchPosition:
    following, done = session.follow(match), (0, 0)
    async for event in following:
        if not isinstance(event, MatchPosition) or (event.epoch, event.ply) < done:
            continue
        if event.status not in ("open", "running"):
            return event
        legal = [*event.legal]
        while legal and following.position is event:
            action = choose(legal, luck)
            try:
                ack = await session.act(match, action, decision=event.decision)
                done, legal = (event.epoch, ack.ply or 0), []
            except ProblemError as no:  # somebody was faster, or all of us too fast
                left = [] if no.code == "stale_decision" else legal
                legal = [each for each in left if no.retryable or each != action]
                await asyncio.sleep(no.retryable)
    raise SessionClosed(1000, "nothing more is told")


async def main(env: dict[str, str]) -> None:
    url = env.get("PARLOUR_URL", "http://127.0.0.1:8000")
    here = Parlour(url, token=env.get("PARLOUR_TOKEN"), socket_url=env.get("PARLOUR_WS"))
    async with here as me, Parlour(url) as onlooker:
        _ = me.token or await me.guest()
        if not (match := env.get("PARLOUR_MATCH")):
            game = await me.game(env.get("PARLOUR_GAME", "work_the_strip"))
            bots = [BotSeat(seat=seat, level="greedy") for seat in range(1, game.seats.least)]
            match = (await me.create_match(game.name, game.seats.least, bots=bots, start=True)).id
        async with me.session() as session:
            end = await play(session, match, Random(env.get("PARLOUR_SEED")))
        facts = {"epoch": end.epoch, "ply": end.ply, "status": end.status}
        view = (await onlooker.position(match)).view
        print(json.dumps({**facts, "reconnects": session.reconnects, "view": view}))


try:
    asyncio.run(main({**os.environ}))
except (ProblemError, SessionClosed) as refused:
    print(refused, file=sys.stderr)
    sys.exit(2)
