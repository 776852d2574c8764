import { CLOSED_HERE } from "./closing.ts";
import { Connection } from "./connection.ts";
import { Emitter } from "./emitter.ts";
import { ParlourError } from "./errors.ts";
import { Followed } from "./followed.ts";
import { Pending } from "./pending.ts";
import { newRequestId, openWebSocket, systemClock } from "./surroundings.ts";
import type { Goodbye } from "./closing.ts";
import type { Credentials, State } from "./connection.ts";
import type { Verdict } from "./followed.ts";
import type { Clock, OpenSocket, Random } from "./surroundings.ts";
import type * as Wire from "./wire.ts";

export interface SessionOptions {
  /** Where the server is, `http(s)` or `ws(s)`; `/ws/v1` is added. */
  url: string;
  credentials: Credentials;
  /** Matches to follow, with or without where to resume. */
  follow?: readonly (string | Wire.Follow)[];
  clock?: Clock;
  random?: Random;
  openSocket?: OpenSocket;
}

/** What a session tells; see the README for when. */
export interface SessionEvents {
  state: State;
  welcome: Wire.Welcome;
  position: Wire.MatchPosition;
  ply: Wire.Ply;
  resync: Wire.Resync;
  presence: Wire.Presence;
  notice: Wire.Notice;
  /** A refusal nobody awaits: of following a match, say. */
  problem: ParlourError;
  closed: Goodbye;
}

export interface ActOptions {
  /** The question this answers; leave it out for actions out of turn. */
  decision?: number;
  /** Your name for this wish, 1 to 64 visible ASCII characters; the same one is done once. */
  requestId?: string;
}

const LAG_MS = 1000;
const MOST_FRAME_BYTES = 8192;
const MOST_IN_HELLO = 20;
const FOLLOW = "follow:";
const REQUEST_ID = /^[!-~]{1,64}$/;

/**
 * A conversation with a server that outlives its sockets.
 *
 * Plies are told once each and in order, positions never go back, and an act is kept and said
 * again, unchanged, until it is answered.
 */
export class Session {
  /** Resolves when the session has ended, by `close()` or for good by the server. */
  readonly closed: Promise<Goodbye>;
  /** How often the session came back to life. */
  reconnects = 0;
  #lives = 0;
  #clockSkewMs = 0;
  #frameBytes = MOST_FRAME_BYTES;
  /** What the server was told to follow on this socket. */
  #asked = new Set<string>();
  readonly #followed = new Map<string, Followed>();
  readonly #lagging = new Map<string, () => void>();
  readonly #pending = new Pending();
  readonly #events = new Emitter<SessionEvents>();
  readonly #clock: Clock;
  readonly #connection: Connection;

  constructor({ url, credentials, follow = [], ...surroundings }: SessionOptions) {
    this.#clock = surroundings.clock ?? systemClock;
    for (const each of follow) {
      const { match, resume }: Wire.Follow = typeof each === "string" ? { match: each } : each;
      this.#followed.set(match, new Followed(resume ?? null));
    }
    this.closed = new Promise((resolve) => this.on("closed", resolve));
    this.#connection = new Connection(
      {
        url: socketAddress(url),
        credentials,
        clock: this.#clock,
        random: surroundings.random ?? Math.random,
        openSocket: surroundings.openSocket ?? openWebSocket,
      },
      {
        follows: () => this.#follows(),
        welcomed: (welcome) => this.#welcomed(welcome),
        heard: (frame) => this.#heard(frame),
        entered: (state) => this.#entered(state),
        ended: (goodbye) => this.#ended(goodbye),
      },
    );
  }

  get state(): State {
    return this.#connection.state;
  }

  /** Calls `listener` with each event of this kind from now on; returns what ends that. */
  on<K extends keyof SessionEvents>(kind: K, listener: (news: SessionEvents[K]) => void): () => void {
    return this.#events.on(kind, listener);
  }

  /** Connects.  Once; a session that was closed stays closed. */
  start(): this {
    this.#connection.start();
    return this;
  }

  /** Connects now instead of after the pause: for the moment the device is online again. */
  wake(): void {
    this.#connection.wake();
  }

  /** Leaves.  What is not answered is rejected with `SessionClosed`. */
  close(): void {
    this.#connection.end({ code: CLOSED_HERE, reason: "closed here" });
  }

  /** The newest position told of a match. */
  position(match: string): Wire.MatchPosition | null {
    return this.#followed.get(match)?.position ?? null;
  }

  /** What the server's clock shows now, in milliseconds since 1970: to count down to deadlines. */
  serverNow(): number {
    return this.#clock.now() + this.#clockSkewMs;
  }

  /** Follows a match, from now or from where you stopped. */
  follow(match: string, resume?: Wire.Resume): void {
    if (this.#followed.has(match)) return;
    this.#followed.set(match, new Followed(resume ?? null));
    this.#align();
  }

  unfollow(match: string): void {
    this.#drop(match);
    this.#align();
  }

  /**
   * Acts in a match.  Rejects with `ParlourError` when refused, with `SessionClosed` when the
   * session ended before an answer, with `RangeError` when the frame is too long to be read or
   * the request id is none.
   */
  async act(match: string, action: Wire.Action, options: ActOptions = {}): Promise<Wire.Ack> {
    const id = options.requestId ?? newRequestId();
    if (!REQUEST_ID.test(id)) throw new RangeError("a request id is 1 to 64 visible ASCII characters");
    const question = options.decision === undefined ? {} : { decision: options.decision };
    return this.#ask({ t: "act", id, d: { match, action, request_id: id, ...question } });
  }

  /** Goes on with a new token of the same player.  Rejects like `act`; the old token then stays. */
  async refresh(token: string): Promise<void> {
    this.#connection.offer(token);
    try {
      await this.#ask({ t: "refresh", id: `refresh:${newRequestId()}`, d: { token } });
      this.#connection.adopt(token);
    } catch (refusal) {
      this.#connection.withdraw(token);
      throw refusal;
    }
  }

  // --- What is said -------------------------------------------------------------------------------

  async #ask(frame: Wire.KeptFrame): Promise<Wire.Ack> {
    const bytes = new TextEncoder().encode(JSON.stringify(frame)).length;
    if (bytes > this.#frameBytes) throw new RangeError(`${bytes} bytes are more than a frame holds`);
    const { answer, isNew } = this.#pending.add(frame);
    if (this.state === "closed") this.#pending.endAll(await this.closed);
    else if (isNew && this.state === "live") this.#connection.say(frame);
    return answer;
  }

  #follows(): Wire.Follow[] {
    const said = [...this.#followed.keys()].slice(0, MOST_IN_HELLO);
    this.#asked = new Set(said);
    return said.map((match) => this.#follow(match));
  }

  #follow(match: string): Wire.Follow {
    const known = this.#followed.get(match)?.known;
    return known ? { match, resume: known } : { match };
  }

  /** Tells the server what it does not know yet of what is followed and what no longer. */
  #align(): void {
    if (this.state !== "live") return;
    for (const match of [...this.#asked].filter((each) => !this.#followed.has(each))) {
      this.#asked.delete(match);
      this.#connection.say({ t: "unfollow", d: { match } });
    }
    for (const match of this.#followed.keys()) if (!this.#asked.has(match)) this.#askFor(match);
  }

  #askFor(match: string): void {
    this.#asked.add(match);
    this.#connection.say({ t: "follow", id: FOLLOW + match, d: this.#follow(match) });
  }

  /** Asks for the plies between what is known and what came. */
  #fillGap(match: string, followed: Followed): void {
    if (followed.catching) return;
    followed.catching = true;
    this.#askFor(match);
  }

  // --- What is heard ------------------------------------------------------------------------------

  #heard(frame: Wire.ServerFrame): void {
    switch (frame.t) {
      case "position":
        if (this.#isNews(frame.d.match, (each) => each.look(frame.d))) this.#events.emit("position", frame.d);
        break;
      case "ply":
        if (this.#isNews(frame.d.match, (each) => each.hear(frame.d))) this.#events.emit("ply", frame.d);
        break;
      case "resumed":
        this.#caughtUp(frame.d.match);
        break;
      case "resync":
        this.#followed.get(frame.d.match)?.forget();
        this.#about(frame.d.match, "resync", frame.d);
        break;
      case "ack":
        this.#pending.acknowledge(frame.id, frame.d);
        break;
      case "nack":
        this.#refused(frame.id ?? "", frame.d);
        break;
      case "presence":
        this.#about(frame.d.match, "presence", frame.d);
        break;
      case "notice":
        this.#restFor(frame.d.ratelimit);
        this.#events.emit("notice", frame.d);
        break;
      case "ping":
        this.#heartbeat(frame.d);
        break;
      default: // what this version does not know is not for it
    }
  }

  #welcomed(welcome: Wire.Welcome): void {
    this.#clockSkewMs = Date.parse(welcome.server_time) - this.#clock.now();
    this.#frameBytes = welcome.limits?.frame_bytes ?? MOST_FRAME_BYTES;
    this.reconnects = this.#lives++;
    this.#align();
    for (const frame of this.#pending.frames()) this.#connection.say(frame);
    this.#events.emit("welcome", welcome);
  }

  /** Returns whether this is news; asks for what is missing before it. */
  #isNews(match: string, judge: (followed: Followed) => Verdict): boolean {
    const followed = this.#followed.get(match);
    const verdict = followed ? judge(followed) : "old";
    if (followed && verdict === "gap") this.#fillGap(match, followed);
    return verdict === "news";
  }

  #caughtUp(match: string): void {
    const followed = this.#followed.get(match);
    if (followed) followed.catching = false;
  }

  #about<K extends "resync" | "presence">(match: string, kind: K, news: SessionEvents[K]): void {
    if (this.#followed.has(match)) this.#events.emit(kind, news);
  }

  #refused(id: string, problem: Wire.Problem): void {
    this.#restFor(problem.ratelimit);
    if (this.#pending.refuse(id, problem)) return;
    // Without an id it is what hello wanted to follow; any other was answered before.
    if (id !== "" && !id.startsWith(FOLLOW)) return;
    const match = id === "" ? (problem.match ?? "") : id.slice(FOLLOW.length);
    this.#asked.delete(match);
    this.#caughtUp(match);
    // One that may succeed later is tried again with the next heartbeat.
    if (!problem.retryable) this.#drop(match);
    this.#events.emit("problem", new ParlourError(problem));
  }

  #restFor(limit: Wire.RateLimit | undefined): void {
    if (limit) this.#connection.restFor(limit.reset_s);
  }

  #heartbeat({ server_time, plies }: Wire.Heartbeat): void {
    this.#clockSkewMs = Date.parse(server_time) - this.#clock.now();
    this.#align();
    for (const [match, followed] of this.#followed) {
      const ply = plies[match];
      if (ply !== undefined && followed.lags(ply)) this.#suspect(match, followed, ply);
    }
  }

  /** Follows anew if what a heartbeat told of is not on its way. */
  #suspect(match: string, followed: Followed, ply: number): void {
    if (this.#lagging.has(match)) return;
    const stop = this.#clock.after(LAG_MS, () => {
      this.#lagging.delete(match);
      followed.catching = false;
      if (followed.lags(ply) && this.state === "live") this.#fillGap(match, followed);
    });
    this.#lagging.set(match, stop);
  }

  // --- How it goes ----------------------------------------------------------------------------------

  #entered(state: State): void {
    if (state === "waiting" || state === "closed") {
      for (const match of [...this.#followed.keys()]) this.#relax(match);
    }
    this.#events.emit("state", state);
  }

  /** Forgets what was on its way. */
  #relax(match: string): void {
    this.#caughtUp(match);
    this.#lagging.get(match)?.();
    this.#lagging.delete(match);
  }

  #drop(match: string): void {
    this.#relax(match);
    this.#followed.delete(match);
  }

  #ended(goodbye: Goodbye): void {
    this.#pending.endAll(goodbye);
    this.#events.emit("closed", goodbye);
  }
}

function socketAddress(url: string): string {
  return `${url.replace(/^http/, "ws").replace(/\/+$/, "")}/ws/v1`;
}
