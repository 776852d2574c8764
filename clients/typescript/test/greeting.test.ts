import assert from "node:assert/strict";
import { test } from "node:test";
import { ParlourError } from "../src/index.ts";
import { MATCH, OTHER, position, problem, settled, Stage } from "./stage.ts";
import type { Credential, State } from "../src/index.ts";

test("hello comes first, with the token and what to follow, at /ws/v1", () => {
  const stage = new Stage();
  stage.session({ follow: [MATCH, { match: OTHER, resume: { epoch: 2, ply: 7 } }] });
  assert.equal(stage.line.url, "ws://parlour.test/ws/v1");
  assert.deepEqual(stage.line.said, []);
  stage.line.open();
  assert.deepEqual(stage.line.said, [
    { t: "hello", d: { token: "tok", follow: [{ match: MATCH }, { match: OTHER, resume: { epoch: 2, ply: 7 } }] } },
  ]);
});

test("the states are idle, connecting, greeting, live, waiting, connecting, …, closed", async () => {
  const stage = new Stage();
  const session = stage.session();
  stage.line.open().welcome();
  stage.reconnect().welcome();
  session.close();
  assert.deepEqual(stage.log, [
    "connecting", "greeting", "live", "waiting", "connecting", "greeting", "live", "closed",
  ]);
  assert.deepEqual(await session.closed, { code: 1000, reason: "closed here" });
  assert.equal(session.reconnects, 1);
  assert.equal(stage.nextMs, undefined);
});

test("a session that was closed opens no socket", () => {
  const stage = new Stage();
  const session = stage.session();
  session.close();
  session.start();
  session.wake();
  stage.advance(60_000);
  assert.equal(stage.lines.length, 1);
  assert.equal(stage.line.hungUp, true);
});

for (const when of ["connecting", "greeting", "live", "waiting"] satisfies State[]) {
  test(`a listener may close the session the moment it is ${when}`, () => {
    const stage = new Stage();
    const session = stage.session();
    session.on("state", (state) => state === when && session.close());
    stage.line.cut();
    stage.sitOut();
    stage.line.open().welcome().cut();
    stage.advance(60_000);
    assert.equal(session.state, "closed");
    assert.equal(stage.nextMs, undefined);
  });
}

test("each connection gets a ticket of its own", async () => {
  const stage = new Stage();
  let tickets = 0;
  stage.session({ follow: [], credentials: async () => ({ ticket: `ticket-${++tickets}` }) });
  await settled();
  stage.line.open().welcome();
  stage.line.cut();
  stage.sitOut();
  await settled();
  stage.line.open();
  assert.deepEqual(stage.lines.map((line) => line.heard("hello")), [
    [{ ticket: "ticket-1", follow: [] }],
    [{ ticket: "ticket-2", follow: [] }],
  ]);
});

test("a ticket that cannot be fetched just now is fetched later; one that is refused ends it", async () => {
  const stage = new Stage();
  const answers: (() => Credential)[] = [
    () => { throw new TypeError("fetch failed"); },
    () => { throw new ParlourError(problem("unavailable", 503, { retryable: true })); },
    () => { throw new ParlourError(problem("token_invalid", 401)); },
  ];
  const session = stage.session({ credentials: () => (answers.shift() as () => Credential)() });
  await settled();
  assert.equal(session.state, "waiting");
  stage.advance(500);
  await settled();
  assert.equal(session.state, "waiting");
  stage.advance(1000);
  await settled();
  assert.deepEqual(await session.closed, { code: 4040, reason: "token_invalid" });
  assert.equal(stage.lines.length, 0);
});

test("a socket that cannot be opened is a connection that failed", () => {
  const stage = new Stage();
  const session = stage.session({ openSocket: () => { throw new Error("no network"); } });
  assert.equal(session.state, "waiting");
});

test("frames and fields it does not know are ignored", () => {
  const stage = new Stage();
  const session = stage.live();
  stage.line.tell("fireworks", { match: MATCH, colour: "gold" });
  stage.line.tell("position", { ...position(4), weather: "fair" });
  assert.deepEqual(stage.log, ["position 1:4"]);
  assert.equal(session.state, "live");
});

test("a second welcome changes nothing", async () => {
  const stage = new Stage();
  const session = stage.live();
  const answer = session.act(MATCH, { type: "draw" }, { requestId: "a" });
  stage.line.welcome();
  assert.equal(stage.line.heard("act").length, 1);
  stage.line.tell("ack", { ply: 5, replayed: false }, "a");
  assert.deepEqual(await answer, { ply: 5, replayed: false });
  assert.equal(session.reconnects, 0);
});

test("a listener that throws does not keep others from being told", ({ mock }) => {
  const stage = new Stage();
  const session = stage.live();
  const later: (() => void)[] = [];
  mock.method(globalThis, "queueMicrotask", (task: () => void) => later.push(task));
  session.on("position", () => { throw new Error("spilled"); });
  const heard: number[] = [];
  session.on("position", ({ ply }) => heard.push(ply));
  stage.line.tell("position", position(4));
  assert.deepEqual(heard, [4]);
  assert.throws(() => later.forEach((task) => task()), /spilled/);
});

test("the server's clock is known from its welcome and its heartbeats", () => {
  const stage = new Stage();
  const session = stage.live();
  assert.equal(new Date(session.serverNow()).toISOString(), "2030-01-01T12:00:00.000Z");
  stage.advance(5000);
  stage.line.tell("ping", { server_time: "2030-01-01T12:00:06Z", plies: {} });
  assert.equal(new Date(session.serverNow()).toISOString(), "2030-01-01T12:00:06.000Z");
});
