import assert from "node:assert/strict";
import { test } from "node:test";
import { Parlour, ParlourError } from "../src/index.ts";
import { DRAW, MATCH, problem } from "./stage.ts";
import type { NewMatch } from "../src/index.ts";

interface Asked { url: string; method: string; headers: Record<string, string>; body: unknown }

/** A server that always answers alike, and keeps what it was asked. */
function answering(status: number, body: string, type = "application/json"): { asked: Asked[]; fetch: typeof fetch } {
  const asked: Asked[] = [];
  const fetching = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const said = init.body === undefined ? undefined : JSON.parse(String(init.body));
    asked.push({ url: String(url), method: init.method ?? "", headers, body: said });
    return new Response(status === 204 ? null : body, { status, headers: { "Content-Type": type } });
  };
  return { asked, fetch: fetching as typeof fetch };
}

const TABLE: NewMatch = { game: { type: "work_the_strip" }, seats: 3, start: true };

test("a guest's token is sent from then on, and only then", async () => {
  const { asked, fetch } = answering(201, '{"token":"secret","player":{}}');
  const parlour = new Parlour("http://parlour.test/", { fetch });
  await parlour.guest();
  await parlour.createMatch(TABLE);
  assert.deepEqual(asked.map(({ url, headers }) => [url, headers["authorization"]]), [
    ["http://parlour.test/api/v1/players/guest", undefined],
    ["http://parlour.test/api/v1/matches", "Bearer secret"],
  ]);
  assert.deepEqual(asked[1]?.body, TABLE);
});

test("a POST of somebody has a key of its own, and the key that is given", async () => {
  const { asked, fetch } = answering(200, "{}");
  const parlour = new Parlour("http://parlour.test", { token: "secret", fetch });
  await parlour.start(MATCH);
  await parlour.act(MATCH, DRAW, { requestId: "wish-1", decision: 41 });
  await parlour.position(MATCH);
  assert.match(asked[0]?.headers["idempotency-key"] ?? "", /^[0-9a-f]{32}$/);
  assert.deepEqual([asked[1]?.headers["idempotency-key"], asked[1]?.headers["if-decision"]], ["wish-1", "41"]);
  assert.deepEqual([asked[2]?.headers["idempotency-key"], asked[2]?.headers["content-type"]], [undefined, undefined]);
});

test("paths are filled in and quoted, and queries leave out what is not asked", async () => {
  const { asked, fetch } = answering(200, "{}");
  const parlour = new Parlour("http://parlour.test", { fetch });
  await parlour.call("get", "/games/{game}/rules", { path: { game: "a/b c" }, query: { format: "markdown" } });
  await parlour.call("get", "/matches", { query: { mine: true, limit: 3 } });
  await parlour.plies(MATCH, 7, 25);
  assert.deepEqual(asked.map(({ url }) => url.replace("http://parlour.test/api/v1", "")), [
    "/games/a%2Fb%20c/rules?format=markdown",
    "/matches?mine=true&limit=3",
    `/matches/${MATCH}/plies?after=7&wait=25`,
  ]);
});

test("a problem document is a ParlourError", async () => {
  const no = problem("seat_taken", 409, { rule: "HF 1", trace_id: "abc" });
  const { fetch } = answering(409, JSON.stringify(no), "application/problem+json");
  await assert.rejects(new Parlour("http://parlour.test", { fetch }).takeSeat(MATCH), (error) => {
    assert.ok(error instanceof ParlourError);
    assert.deepEqual(error.problem, no);
    return true;
  });
});

for (const [status, retryable] of [[502, true], [404, false]] as const) {
  test(`a page instead of a problem (${status}) is a ParlourError all the same`, async () => {
    const { fetch } = answering(status, "<h1>Somebody's proxy</h1>", "text/html");
    await assert.rejects(new Parlour("http://parlour.test", { fetch }).match(MATCH), {
      name: "ParlourError", code: `http_${status}`, status, retryable,
    });
  });
}

test("an answer without content is undefined", async () => {
  const { asked, fetch } = answering(204, "");
  const parlour = new Parlour("http://parlour.test", { token: "secret", fetch });
  assert.equal(await parlour.call("delete", "/sessions/current"), undefined);
  assert.equal(asked[0]?.method, "DELETE");
});

test("a network that failed is told as fetch tells it", async () => {
  const failing = (async () => { throw new TypeError("fetch failed"); }) as typeof fetch;
  await assert.rejects(new Parlour("http://parlour.test", { fetch: failing }).match(MATCH), TypeError);
});
