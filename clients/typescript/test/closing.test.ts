import assert from "node:assert/strict";
import { test } from "node:test";
import { mayComeBack } from "../src/index.ts";
import { DRAW, MATCH, problem, settled, Stage } from "./stage.ts";

const COME_BACK = [1000, 1001, 1005, 1006, 1011, 1012, 1013, 3999, 4000, 4001, 4002, 4008, 4123, 4499, 5000];
const FOR_GOOD = [4500, 4503, 4504, 4508, 4540, 4541, 4777, 4999];

for (const code of COME_BACK) {
  test(`after ${code} it comes back`, () => {
    const stage = new Stage();
    const session = stage.live();
    stage.line.cut(code);
    assert.deepEqual([session.state, mayComeBack(code)], ["waiting", true]);
    stage.sitOut();
    assert.deepEqual([session.state, stage.lines.length], ["connecting", 2]);
  });
}

for (const code of FOR_GOOD) {
  test(`after ${code} it does not come back`, async () => {
    const stage = new Stage();
    const session = stage.live();
    stage.line.cut(code, "why");
    assert.deepEqual(await session.closed, { code, reason: "why" });
    stage.advance(60_000);
    assert.deepEqual([session.state, stage.lines.length, mayComeBack(code)], ["closed", 1, false]);
  });
}

test("after 4040 it does not come back with the token that expired", async () => {
  const stage = new Stage();
  const session = stage.live();
  stage.line.cut(4040, "token_expired");
  assert.deepEqual(await session.closed, { code: 4040, reason: "token_expired" });
  assert.equal(stage.lines.length, 1);
});

test("after 4040 it comes back with another token, and ends when it is given the same again", async () => {
  const stage = new Stage();
  const tokens = ["one", "two", "two"];
  const session = stage.session({ credentials: () => ({ token: tokens.shift() ?? "" }) });
  await settled();
  stage.line.open().welcome().cut(4040);
  stage.sitOut();
  await settled();
  assert.match(JSON.stringify(stage.line.open().heard("hello")), /"token":"two"/);
  stage.line.welcome().cut(4040);
  stage.sitOut();
  await settled();
  assert.deepEqual(await session.closed, { code: 4040, reason: "token_expired" });
  assert.equal(stage.lines.length, 2);
});

test("after 4040 in the middle of a refresh it comes back with the new token", () => {
  const stage = new Stage();
  const session = stage.live();
  void session.refresh("tok-2");
  assert.match(JSON.stringify(stage.reconnect(4040).heard("hello")), /"token":"tok-2"/);
  assert.equal(session.state, "greeting");
});

test("pauses double up to 30 seconds, and start anew once it was live", () => {
  const stage = new Stage();
  stage.live();
  const pauses: (number | undefined)[] = [];
  for (let failure = 0; failure < 9; failure++) {
    stage.line.cut();
    pauses.push(stage.nextMs);
    stage.sitOut();
  }
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  stage.line.open().welcome().cut();
  assert.equal(stage.nextMs, 500);
});

test("pauses are spread over their whole length", () => {
  const stage = new Stage();
  const luck = [0, 0.5, 0.999];
  stage.live(4, { random: () => luck.shift() ?? 1 });
  const pauses = [0, 1, 2].map(() => {
    stage.line.cut();
    const pause = stage.nextMs;
    stage.sitOut();
    return pause;
  });
  assert.deepEqual(pauses, [0, 500, 1998]);
});

test("waking it ends the pause, and only a pause", () => {
  const stage = new Stage();
  const session = stage.live();
  session.wake();
  assert.equal(stage.lines.length, 1);
  stage.line.cut();
  session.wake();
  assert.deepEqual([session.state, stage.lines.length], ["connecting", 2]);
  stage.advance(500);
  assert.equal(stage.lines.length, 2);
});

test("silence of two and a half heartbeats is a cut, whatever the socket says", () => {
  const stage = new Stage();
  const session = stage.session();
  stage.line.open().welcome(4000);
  stage.advance(9999);
  stage.line.tell("confetti", {});
  stage.advance(9999);
  assert.equal(session.state, "live");
  const silent = stage.line;
  stage.advance(1);
  assert.deepEqual([session.state, silent.hungUp], ["waiting", true]);
  silent.tell("ack", {}, "late").cut(4541);
  assert.equal(session.state, "waiting");
});

for (const noise of ["", "{", "static", "null", "[]", "7", '"position"', '{"t":"ply"}', '{"t":7,"d":{}}', '{"d":{}}']) {
  test(`a line that says '${noise}' is of no use`, () => {
    const stage = new Stage();
    const session = stage.live();
    stage.line.mumble(noise);
    assert.deepEqual([session.state, stage.line.hungUp], ["waiting", true]);
  });
}

for (const [code, mostMs] of [[1006, 500], [1012, 5000], [4008, 5000]] as const) {
  test(`after ${code} the pause is spread over ${mostMs} ms`, () => {
    const stage = new Stage();
    stage.live();
    stage.line.cut(code);
    assert.equal(stage.nextMs, mostMs);
  });
}

for (const [stuck, open] of [["connecting", false], ["greeting", true]] as const) {
  test(`who is left ${stuck} for ten seconds tries again`, () => {
    const stage = new Stage();
    const session = stage.session();
    if (open) stage.line.open();
    stage.advance(9999);
    assert.equal(session.state, stuck);
    stage.advance(1);
    assert.equal(session.state, "waiting");
  });
}

test("hung up on for too many frames it stays away until the limit is full again", async () => {
  const stage = new Stage();
  const session = stage.live();
  const ratelimit = { key: "frames", limit: 30, remaining: 0, reset_s: 6, window_s: 10 };
  const notices: string[] = [];
  session.on("notice", ({ kind }) => notices.push(kind));
  stage.line.tell("notice", { kind: "rate_warning", text: "Slow down.", ratelimit: { ...ratelimit, reset_s: 2 } });
  const answer = session.act(MATCH, DRAW, { requestId: "a" });
  stage.line.tell("nack", problem("rate_limited", 429, { retryable: true, ratelimit }), "a");
  await assert.rejects(answer, { code: "rate_limited", retryable: true });
  stage.line.cut(4008);
  assert.deepEqual([stage.nextMs, notices], [11_000, ["rate_warning"]]);
});
