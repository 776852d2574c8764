// A whole match over a network that is cut at every step, and one that loses, doubles and reorders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "./stage.ts";
import { Table } from "./table.ts";
import type { Fate } from "./table.ts";

const LAST = 12;
const FROM_FIRST_TO_LAST = Array.from({ length: LAST }, (_, index) => index + 1);
const ACTS = [1, 3, 5, 7, 9, 11];

const STEPS = ((): number => {
  const table = new Table(LAST, () => "arrives");
  assert.ok(table.play());
  return table.steps;
})();

async function assertPerfect(table: Table, what: string): Promise<void> {
  assert.ok(table.play(), `${what}: the match came to no end`);
  await settled();
  assert.deepEqual(table.heard, FROM_FIRST_TO_LAST, what);
  assert.deepEqual([...table.done.values()].map(({ ply }) => ply), ACTS, what);
  assert.deepEqual(table.acked, ACTS, what);
}

test("without a cut every ply is told once and every act done once", async () => {
  const table = new Table(LAST, () => "arrives");
  await assertPerfect(table, "no cut");
  assert.equal(table.session.reconnects, 0);
});

test("cut once, at every step of a match: every ply is told once, every act is done once", async () => {
  for (let cut = 1; cut <= STEPS; cut++) {
    const table = new Table(LAST, (step) => (step === cut ? "cut" : "arrives"));
    await assertPerfect(table, `cut at ${cut}`);
    assert.equal(table.cuts, 1);
  }
});

// Fewer than eight frames do not reach as far as the answer to what was said again.
test("cut again and again, every so many steps", async () => {
  for (let every = 8; every <= STEPS; every++) {
    const table = new Table(LAST, (step) => (step % every === 0 ? "cut" : "arrives"));
    await assertPerfect(table, `cut every ${every}`);
    assert.ok(table.cuts >= 1);
  }
});

test("with frames lost, doubled, late and lines cut at random", async () => {
  const fates = new Map<Fate, number>();
  for (let seed = 1; seed <= 300; seed++) {
    const luck = lottery(seed);
    const table = new Table(LAST, (_step, { t }) => {
      const fate = drawn(luck(), t);
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
      return fate;
    });
    await assertPerfect(table, `seed ${seed}`);
  }
  assert.deepEqual([...fates.keys()].sort(), ["arrives", "cut", "late", "lost", "twice"]);
});

/** A socket loses nothing without being cut; but what is healed by heartbeats may get lost in a server. */
function drawn(chance: number, t: string): Fate {
  if (chance < 0.03) return "cut";
  if (chance < 0.1) return "twice";
  const healed = t === "ply" || t === "position" || t === "resumed" || t === "ping";
  if (healed && chance < 0.17) return "lost";
  return healed && chance < 0.24 ? "late" : "arrives";
}

function lottery(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
