import assert from "node:assert/strict";
import { test } from "node:test";
import { MATCH, OTHER, ply, position, problem, Stage } from "./stage.ts";

const TIME = "2030-01-01T12:00:00Z";

test("it resumes with the newest epoch and ply, and tells what was missed once and in order", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ply", ply(5)).tell("position", position(5));
  const line = stage.reconnect();
  assert.deepEqual(line.heard("hello"), [{ token: "tok", follow: [{ match: MATCH, resume: { epoch: 1, ply: 5 } }] }]);
  line.welcome().tell("resumed", { match: MATCH, from: 5, to: 7 });
  line.tell("ply", ply(5)).tell("ply", ply(6)).tell("ply", ply(6)).tell("ply", ply(7)).tell("position", position(7));
  assert.deepEqual(stage.log.filter((entry) => entry.includes(":")), [
    "ply 1:5", "position 1:5", "ply 1:6", "ply 1:7", "position 1:7",
  ]);
});

test("a ply whose position never came is where it resumes", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ply", ply(5));
  assert.deepEqual(stage.reconnect().heard("hello"), [
    { token: "tok", follow: [{ match: MATCH, resume: { epoch: 1, ply: 5 } }] },
  ]);
});

test("old plies and old positions are dropped, and a position is never taken back", () => {
  const stage = new Stage();
  const session = stage.live(4);
  stage.line.tell("ply", ply(3)).tell("ply", ply(4)).tell("position", position(3)).tell("position", position(9, 0));
  assert.deepEqual(stage.log, []);
  assert.equal(session.position(MATCH)?.ply, 4);
  assert.deepEqual(stage.line.heard("follow"), []);
});

test("a gap is not told but asked for, once", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ply", ply(7)).tell("position", position(7)).tell("ply", ply(6));
  assert.deepEqual(stage.log, []);
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH, resume: { epoch: 1, ply: 4 } }]);
  stage.line.tell("resumed", { match: MATCH, from: 4, to: 6 });
  stage.line.tell("ply", ply(5)).tell("ply", ply(6)).tell("position", position(6));
  assert.deepEqual(stage.log, ["ply 1:5", "ply 1:6", "position 1:6"]);
});

test("a match followed while open is told from its first ply on", () => {
  const stage = new Stage();
  stage.session();
  stage.line.open().welcome().tell("ply", ply(1)).tell("position", position(1));
  assert.deepEqual(stage.log.slice(3), ["ply 1:1", "position 1:1"]);
});

test("a ply before any position is old; what is missing is asked for after the next heartbeat", () => {
  const stage = new Stage();
  stage.session();
  stage.line.open().welcome().tell("ply", ply(9));
  assert.deepEqual(stage.line.heard("follow"), []);
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 9 } });
  stage.advance(1000);
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH }]);
});

for (const reason of ["epoch_changed", "too_old", "ahead"]) {
  test(`after a resync (${reason}) it begins anew with the position that follows`, () => {
    const stage = new Stage();
    stage.live(400);
    stage.line.tell("resync", { match: MATCH, reason }).tell("position", position(2, 2));
    stage.line.tell("ply", ply(401)).tell("ply", ply(3, 2)).tell("position", position(3, 2));
    assert.deepEqual(stage.log, [`resync ${reason}`, "position 2:2", "ply 2:3", "position 2:3"]);
    assert.deepEqual(stage.reconnect().heard("hello"), [
      { token: "tok", follow: [{ match: MATCH, resume: { epoch: 2, ply: 3 } }] },
    ]);
  });
}

test("cut between a resync and its position it follows from now", () => {
  const stage = new Stage();
  stage.live(400);
  stage.line.tell("resync", { match: MATCH, reason: "ahead" });
  assert.deepEqual(stage.reconnect().heard("hello"), [{ token: "tok", follow: [{ match: MATCH }] }]);
});

test("a position of a newer epoch is a gap: without a resync plies would be missing", () => {
  const stage = new Stage();
  stage.live(9);
  stage.line.tell("position", position(3, 2));
  assert.deepEqual(stage.log, []);
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH, resume: { epoch: 1, ply: 9 } }]);
});

test("a position that did not come is asked for after the next heartbeat", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ply", ply(5)).tell("ping", { server_time: TIME, plies: { [MATCH]: 5 } });
  stage.advance(1000);
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH, resume: { epoch: 1, ply: 5 } }]);
});

test("a ping is answered by a pong", () => {
  const stage = new Stage();
  stage.live();
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 4 } });
  assert.deepEqual(stage.line.said.at(-1), { t: "pong", d: {} });
});

test("a heartbeat with a newer ply leads to following anew, unless the ply is on its way", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 5 } }).tell("ply", ply(5)).tell("position", position(5));
  stage.advance(5000);
  assert.deepEqual(stage.line.heard("follow"), []);
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 7 } });
  stage.advance(1000);
  assert.deepEqual(stage.line.heard("follow"), [{ match: MATCH, resume: { epoch: 1, ply: 5 } }]);
});

test("a follow that was not answered is said again after the next heartbeat", () => {
  const stage = new Stage();
  stage.live(4);
  for (let beat = 0; beat < 2; beat++) {
    stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 7 } });
    stage.advance(1000);
  }
  assert.equal(stage.line.heard("follow").length, 2);
});

test("a heartbeat of a line that was cut asks for nothing on the next one", () => {
  const stage = new Stage();
  stage.live(4);
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 7 } });
  stage.line.cut();
  stage.advance(500);
  stage.line.open().welcome();
  stage.advance(2000);
  assert.deepEqual(stage.line.heard("follow"), []);
});

test("several matches go over one socket, each with plies of its own", () => {
  const stage = new Stage();
  const session = stage.live(4);
  session.follow(OTHER);
  assert.deepEqual(stage.line.heard("follow"), [{ match: OTHER }]);
  stage.line.tell("position", position(90, 3, OTHER)).tell("ply", ply(5)).tell("ply", ply(91, 3, OTHER));
  assert.deepEqual(stage.log, ["position 3:90", "ply 1:5", "ply 3:91"]);
  assert.deepEqual(stage.reconnect().heard("hello"), [
    { token: "tok", follow: [{ match: MATCH, resume: { epoch: 1, ply: 5 } }, { match: OTHER, resume: { epoch: 3, ply: 91 } }] },
  ]);
});

test("nothing is told of a match that is followed no longer", () => {
  const stage = new Stage();
  const session = stage.live(4);
  session.unfollow(MATCH);
  stage.line.tell("ply", ply(5)).tell("position", position(5)).tell("resync", { match: MATCH, reason: "ahead" });
  stage.line.tell("presence", { match: MATCH, seats: [0] });
  assert.deepEqual(stage.log, []);
  assert.deepEqual(stage.line.heard("unfollow"), [{ match: MATCH }]);
  assert.equal(session.position(MATCH), null);
});

test("what is followed or not while the greeting is under way is said after it", () => {
  const stage = new Stage();
  const session = stage.session();
  stage.line.open();
  session.unfollow(MATCH);
  session.follow(OTHER, { epoch: 1, ply: 3 });
  assert.equal(stage.line.said.length, 1);
  stage.line.welcome();
  assert.deepEqual(stage.line.said.slice(1), [
    { t: "unfollow", d: { match: MATCH } },
    { t: "follow", id: `follow:${OTHER}`, d: { match: OTHER, resume: { epoch: 1, ply: 3 } } },
  ]);
});

test("hello names no more than 20 matches; the rest are followed after it", () => {
  const stage = new Stage();
  const matches = Array.from({ length: 21 }, (_, number) => `match-${number}`);
  stage.session({ follow: matches });
  stage.line.open().welcome();
  const [hello] = stage.line.heard("hello") as { follow: unknown[] }[];
  assert.equal(hello?.follow.length, 20);
  assert.deepEqual(stage.line.heard("follow"), [{ match: "match-20" }]);
});

test("a match nobody knows is dropped, and the others go on", () => {
  const stage = new Stage();
  stage.session({ follow: [MATCH, OTHER] });
  stage.line.open().welcome().tell("nack", problem("no_such_match", 404, { match: OTHER })).tell("position", position(4));
  assert.deepEqual(stage.log.slice(3), ["problem no_such_match", "position 1:4"]);
  assert.deepEqual(stage.reconnect().heard("hello"), [
    { token: "tok", follow: [{ match: MATCH, resume: { epoch: 1, ply: 4 } }] },
  ]);
});

test("a match that could not be followed just now is tried again with the next heartbeat", () => {
  const stage = new Stage();
  const session = stage.live(4);
  session.follow(OTHER);
  stage.line.tell("nack", problem("unavailable", 503, { retryable: true }), `follow:${OTHER}`);
  stage.line.tell("ping", { server_time: TIME, plies: { [MATCH]: 4 } });
  assert.deepEqual(stage.line.heard("follow"), [{ match: OTHER }, { match: OTHER }]);
  assert.deepEqual(stage.log, ["problem unavailable"]);
});

test("who is there is told as it comes", () => {
  const stage = new Stage();
  const session = stage.live();
  const seats: number[][] = [];
  session.on("presence", (presence) => seats.push(presence.seats));
  stage.line.tell("presence", { match: MATCH, seats: [0, 2] }).tell("presence", { match: OTHER, seats: [1] });
  assert.deepEqual(seats, [[0, 2]]);
});
