import assert from "node:assert/strict";
import { test } from "node:test";
import { ParlourError, SessionClosed } from "../src/index.ts";
import { DRAW, MATCH, position, problem, settled, Stage } from "./stage.ts";

test("an act says match, action, request id and decision, and is answered by its ack", async () => {
  const stage = new Stage();
  const session = stage.live();
  const answer = session.act(MATCH, DRAW, { decision: 41, requestId: "wish-1" });
  assert.deepEqual(stage.line.said.at(-1), {
    t: "act", id: "wish-1", d: { match: MATCH, action: DRAW, request_id: "wish-1", decision: 41 },
  });
  stage.line.tell("ack", { ply: 5, replayed: false }, "wish-1");
  assert.deepEqual(await answer, { ply: 5, replayed: false });
});

test("out of turn the decision is left out, and each wish has a name of its own", () => {
  const stage = new Stage();
  const session = stage.live();
  void session.act(MATCH, DRAW);
  void session.act(MATCH, DRAW);
  const [one, two] = stage.line.heard("act") as { request_id: string }[];
  assert.deepEqual(Object.keys(one ?? {}), ["match", "action", "request_id"]);
  assert.match(one?.request_id ?? "", /^[0-9a-f]{32}$/);
  assert.notEqual(one?.request_id, two?.request_id);
});

test("a nack rejects with the problem, typed", async () => {
  const stage = new Stage();
  const session = stage.live();
  const answer = session.act(MATCH, DRAW, { requestId: "a" });
  const no = problem("stale_decision", 409, { decision: 42 });
  stage.line.tell("nack", no, "a");
  await assert.rejects(answer, (error) => {
    assert.ok(error instanceof ParlourError);
    assert.deepEqual([error.code, error.status, error.retryable, error.message], ["stale_decision", 409, false, "It is stale_decision."]);
    assert.deepEqual(error.problem, no);
    return true;
  });
  assert.deepEqual(stage.log, []);
});

test("what was not answered is said again after each reconnect, unchanged and in order", async () => {
  const stage = new Stage();
  const session = stage.live();
  const wishes = ["a", "b", "c"].map((requestId) => session.act(MATCH, DRAW, { requestId, decision: 4 }));
  const first = stage.line.said.slice(-3);
  stage.line.tell("ack", { ply: 5, replayed: false }, "b");
  const second = stage.reconnect();
  assert.deepEqual(second.heard("act"), []);
  second.welcome();
  assert.deepEqual(second.said.slice(1), [first[0], first[2]]);
  const third = stage.reconnect().welcome();
  assert.deepEqual(third.said.slice(1), [first[0], first[2]]);
  third.tell("ack", { ply: 5, replayed: true }, "a").tell("nack", problem("stale_decision"), "c");
  const ends = await Promise.allSettled(wishes);
  assert.deepEqual(ends.map(({ status }) => status), ["fulfilled", "fulfilled", "rejected"]);
  assert.deepEqual(stage.reconnect().welcome().heard("act"), []);
});

test("an act made while there is no line is said after the welcome, once", () => {
  const stage = new Stage();
  const session = stage.session();
  void session.act(MATCH, DRAW, { requestId: "a" });
  stage.line.open();
  void session.act(MATCH, DRAW, { requestId: "b" });
  assert.deepEqual(stage.line.heard("act"), []);
  stage.line.welcome();
  const names = (stage.line.heard("act") as { request_id: string }[]).map((act) => act.request_id);
  assert.deepEqual(names, ["a", "b"]);
});

test("an act made the moment the session is live comes after those that waited, once", () => {
  const stage = new Stage();
  const session = stage.session();
  void session.act(MATCH, DRAW, { requestId: "waited" });
  session.on("state", (state) => state === "live" && void session.act(MATCH, DRAW, { requestId: "live" }));
  session.on("welcome", () => void session.act(MATCH, DRAW, { requestId: "welcome" }));
  stage.line.open().welcome();
  const names = (stage.line.heard("act") as { request_id: string }[]).map((act) => act.request_id);
  assert.deepEqual(names, ["waited", "welcome", "live"]);
});

test("the same request id twice is said once, and both get the answer", async () => {
  const stage = new Stage();
  const session = stage.live();
  const both = [session.act(MATCH, DRAW, { requestId: "a" }), session.act(MATCH, DRAW, { requestId: "a" })];
  assert.equal(stage.line.heard("act").length, 1);
  stage.line.tell("ack", { ply: 5, replayed: false }, "a");
  assert.deepEqual(await Promise.all(both), [{ ply: 5, replayed: false }, { ply: 5, replayed: false }]);
});

test("an answer that comes twice, or to nobody, changes nothing", async () => {
  const stage = new Stage();
  const session = stage.live();
  const answer = session.act(MATCH, DRAW, { requestId: "a" });
  stage.line.tell("ack", { ply: 5, replayed: false }, "a").tell("ack", { ply: 9 }, "a");
  stage.line.tell("nack", problem("stale_decision", 409, { match: MATCH }), "a").tell("ack", {}, "stranger");
  assert.deepEqual(await answer, { ply: 5, replayed: false });
  stage.line.tell("position", position(5));
  stage.line.tell("position", position(4));
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH, resume: { epoch: 1, ply: 4 } }]);
  assert.deepEqual(stage.log, ["position 1:4"]);
});

test("an act too long for a frame is refused here and never said", async () => {
  const stage = new Stage();
  const session = stage.live();
  const action = { type: "set_stack", cards: ["x".repeat(8192)] } as const;
  await assert.rejects(session.act(MATCH, { ...action, cards: [...action.cards] }), RangeError);
  assert.deepEqual(stage.line.heard("act"), []);
  assert.deepEqual(stage.reconnect().welcome().heard("act"), []);
});

for (const requestId of ["", "two words", "naïve", "line\n", "x".repeat(65)]) {
  test(`${JSON.stringify(requestId).slice(0, 12)} is no request id: refused here and never said`, async () => {
    const stage = new Stage();
    const session = stage.live();
    await assert.rejects(session.act(MATCH, DRAW, { requestId }), RangeError);
    assert.deepEqual(stage.line.heard("act"), []);
  });
}

for (const end of ["by close()", "for good by the server"]) {
  test(`what is not answered when the session ends ${end} is rejected with why`, async () => {
    const stage = new Stage();
    const session = stage.live();
    const before = session.act(MATCH, DRAW);
    if (end === "by close()") session.close();
    else stage.line.cut(4541, "banned");
    const after = session.act(MATCH, DRAW);
    const goodbye = await session.closed;
    for (const answer of [before, after]) {
      await assert.rejects(answer, (error) => {
        assert.ok(error instanceof SessionClosed);
        assert.deepEqual({ code: error.code, reason: error.reason }, goodbye);
        return true;
      });
    }
  });
}

test("a refresh is acknowledged, and the next hello has the new token", async () => {
  const stage = new Stage();
  const session = stage.live();
  const refreshed = session.refresh("tok-2");
  const { id, ...said } = stage.line.said.at(-1) ?? {};
  assert.deepEqual(said, { t: "refresh", d: { token: "tok-2" } });
  stage.line.tell("ack", {}, id ?? "");
  await refreshed;
  assert.match(JSON.stringify(stage.reconnect().heard("hello")), /"token":"tok-2"/);
});

test("a refresh that is refused leaves the old token", async () => {
  const stage = new Stage();
  const session = stage.live();
  const refreshed = session.refresh("somebody-elses");
  stage.line.tell("nack", problem("forbidden", 403), stage.line.said.at(-1)?.id ?? "");
  await assert.rejects(refreshed, { code: "forbidden" });
  assert.match(JSON.stringify(stage.reconnect().heard("hello")), /"token":"tok"/);
});

test("a refresh that was cut is said again with the old token's hello", async () => {
  const stage = new Stage();
  const session = stage.live();
  const refreshed = session.refresh("tok-2");
  const line = stage.reconnect().welcome();
  assert.match(JSON.stringify(line.heard("hello")), /"token":"tok"/);
  line.tell("ack", {}, line.said.at(-1)?.id ?? "");
  await refreshed;
  await settled();
  assert.match(JSON.stringify(stage.reconnect().heard("hello")), /"token":"tok-2"/);
});
