"""Problems: one shape for every refusal, each with a page that explains it."""

from __future__ import annotations

from uuid import uuid4

from clients.conformance.checks import Group, Json, expect, same
from clients.conformance.server.line import is_problem
from clients.conformance.server.venue import Guest, Venue

group: Group[Venue] = Group("Problems")


async def _provoked(guest: Guest) -> list[Json]:
    """Return one problem of each kind that is easily had."""
    return [
        (await guest.get("/me", status=401, headers={"Authorization": ""})).json(),
        (await guest.get("/me", status=401, headers={"Authorization": "Bearer x"})).json(),
        (await guest.get("/nothing/here", status=404)).json(),
        (await guest.get(f"/matches/{uuid4()}", status=404)).json(),
        (await guest.get("/games/no_such_game", status=404)).json(),
        (await guest.delete("/games", status=405)).json(),
        (await guest.get("/games", status=406, headers={"Accept": "image/png"})).json(),
        (await guest.post("/matches", {"game": {}}, status=400)).json(),
        (await guest.post("/matches", {"x": "y" * 70_000}, status=413)).json(),
        (await guest.post("/matches", {}, status=400, Idempotency_Key="a b")).json(),
    ]


@group.check
async def well_formed(venue: Venue) -> None:
    """Every refusal is a problem document: type, title, status, code, detail, errors, trace_id."""
    met = await _provoked(venue.guests[0])
    async with venue.guests[0].talk() as line:
        met.append(await line.refused("follow", "no_such_match", match=str(uuid4())))
    for problem in met:
        is_problem(problem)
    expect(len({each["trace_id"] for each in met}) == len(met), "two problems with one trace_id")


@group.check
async def pages_resolve(venue: Venue) -> None:
    """`/problems/<code>` resolves for each code that was met, as JSON and as a page to read."""
    for problem in await _provoked(venue.guests[0]):
        venue.met(problem)
    http = venue.guests[0].http
    for code in sorted(venue.problems):
        page = f"{venue.url}/problems/{code}"
        told = await http.get(page, headers={"Accept": "application/json"})
        same((told.status_code, told.json().get("code")), (200, code), f"the JSON page of {code}")
        expect(told.json().get("remedy"), f"no word on what to do about {code}")
        read = await http.get(page, headers={"Accept": "text/html"})
        kind = read.headers["content-type"].partition(";")[0]
        same((read.status_code, kind), (200, "text/html"), f"the HTML page of {code}")


@group.check
async def code_unknown(venue: Venue) -> None:
    """A code that no problem carries has no page."""
    answer = await venue.guests[0].http.get(f"{venue.url}/problems/no_such_code")
    same(answer.status_code, 404, "the status of the page")


@group.check
async def documents_served(venue: Venue) -> None:
    """The contract is served where it says: OpenAPI 3.1 and AsyncAPI 3.0."""
    openapi: Json = (await venue.guests[0].get("/openapi.json")).json()
    expect(openapi["openapi"].startswith("3.1"), f"OpenAPI {openapi['openapi']}")
    asyncapi: Json = (await venue.guests[0].get("/asyncapi.json")).json()
    expect(asyncapi["asyncapi"].startswith("3.0"), f"AsyncAPI {asyncapi['asyncapi']}")
