// Takes part in a match of any game until it is over, by choosing from what is legal.
import { setTimeout as sleep } from "node:timers/promises";
import { Parlour, ParlourError, Session } from "../src/index.ts";
import type { Action, GameOptions, MatchPosition } from "../src/index.ts";

const { PARLOUR_URL = "http://127.0.0.1:8000", PARLOUR_TOKEN, PARLOUR_MATCH, PARLOUR_WS, PARLOUR_SEED, PARLOUR_GAME } =
  process.env;
const ENDING = ["ready", "stop", "fulfil", "pass_event", "pass_reaction", "end_final_turn", "discard", "go_out"];

let seed = Number(PARLOUR_SEED ?? 1);
function random(): number { // mulberry32
  let t = (seed = (seed + 0x6d2b79f5) | 0);
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

function choose(legal: Action[]): Action {
  const kinds = [...new Set(legal.map((action) => action.type))];
  const ending = kinds.filter((kind) => ENDING.includes(kind));
  const kind = pick(ending.length > 0 && random() < 0.5 ? ending : kinds);
  return pick(legal.filter((action) => action.type === kind));
}
const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)] as T;

const parlour = new Parlour(PARLOUR_URL, { token: PARLOUR_TOKEN ?? "" });
if (!parlour.token) await parlour.guest();
const game = { type: PARLOUR_GAME ?? "work_the_strip" } as GameOptions;
const bots = [1, 2, 3].map((seat) => ({ seat, level: "greedy" as const }));
const match = PARLOUR_MATCH ?? (await parlour.createMatch({ game, seats: 4, bots, start: true })).id;
const session = new Session({ url: PARLOUR_WS ?? PARLOUR_URL, credentials: parlour.token, follow: [match] });
let answered = -1;

async function look(position: MatchPosition): Promise<void> {
  if (position.status !== "running" && position.status !== "open") {
    session.close();
  } else if (position.legal.length > 0 && position.decision !== null && position.decision !== answered) {
    answered = position.decision;
    await session.act(match, choose(position.legal), { decision: answered }).catch((no) => think(position, no));
  }
}

async function think(before: MatchPosition, refusal: unknown): Promise<void> {
  if (!(refusal instanceof ParlourError) || answered !== before.decision) return;
  if (refusal.retryable) await sleep(1000 * (refusal.problem.ratelimit?.reset_s ?? 1));
  answered = -1;
  const newest = session.position(match);
  if (newest && (newest !== before || refusal.retryable)) await look(newest);
}

session.on("position", (position) => void look(position));
const { code, reason } = await session.start().closed;
if (code !== 1000) console.error(code, reason);
if (code !== 1000) process.exit(2);
const { epoch, ply, status } = session.position(match) as MatchPosition;
const { view } = await new Parlour(PARLOUR_URL).position(match);
console.log(JSON.stringify({ epoch, ply, status, reconnects: session.reconnects, view }));
