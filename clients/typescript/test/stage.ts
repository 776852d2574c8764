// A stage for a session: a clock that stands still until it is moved, and sockets that a test speaks for.
import { Session } from "../src/index.ts";
import type { Action, ClientFrame, Clock, Line, MatchPosition, Ply, Problem, SessionOptions, SocketEars } from "../src/index.ts";

export const MATCH = "01945f6a-7c00-7000-8000-000000000001";
export const OTHER = "01945f6a-7c00-7000-8000-000000000002";
export const DRAW: Action = { type: "draw" };

type Said = ClientFrame & { id?: string };

/** One socket, with the server's end in the test's hand. */
export class FakeLine implements Line {
  readonly url: string;
  readonly said: Said[] = [];
  hungUp = false;
  readonly #ears: SocketEars;

  constructor(url: string, ears: SocketEars) {
    this.url = url;
    this.#ears = ears;
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as Said);
  }

  close(): void {
    this.hungUp = true;
  }

  open(): this {
    this.#ears.opened();
    return this;
  }

  /** The server says a frame, known to the client or not. */
  tell(t: string, d: object, id?: string): this {
    return this.mumble(JSON.stringify({ t, d, ...(id === undefined ? {} : { id }) }));
  }

  mumble(text: string): this {
    this.#ears.heard(text);
    return this;
  }

  cut(code = 1006, reason = ""): void {
    this.#ears.closed(code, reason);
  }

  welcome(heartbeatMs = 10_000): this {
    const player = { id: MATCH, name: "Ada", is_guest: true };
    const limits = { frame_bytes: 8192, followed: 20, resumed_plies: 300 };
    const server_time = "2030-01-01T12:00:00Z";
    return this.tell("welcome", { heartbeat_ms: heartbeatMs, session: MATCH, player, server_time, limits });
  }

  /** What the client said of one kind, without the rest. */
  heard(t: string): unknown[] {
    return this.said.filter((frame) => frame.t === t).map((frame) => frame.d);
  }
}

export class Stage implements Clock {
  readonly lines: FakeLine[] = [];
  readonly log: string[] = [];
  #now = 0;
  #timers: { at: number; ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, ring: () => void): () => void {
    const timer = { at: this.#now + ms, ring };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((each) => each !== timer));
  }

  /** Lets time pass, and rings what is due on the way. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#now = due.at;
      this.#timers = this.#timers.filter((each) => each !== due);
      due.ring();
    }
    this.#now = end;
  }

  /** How long until the next bell; undefined if none is set. */
  get nextMs(): number | undefined {
    const bells = this.#timers.map(({ at }) => at - this.#now);
    return bells.length > 0 ? Math.min(...bells) : undefined;
  }

  /** The newest socket. */
  get line(): FakeLine {
    return this.lines.at(-1) as FakeLine;
  }

  /** A started session; what it tells stands in `log`. */
  session(options: Partial<SessionOptions> = {}): Session {
    const session = new Session({
      url: "http://parlour.test/",
      credentials: "tok",
      follow: [MATCH],
      clock: this,
      random: () => 1,
      openSocket: (url, _protocol, ears) => {
        this.lines.push(new FakeLine(url, ears));
        return this.line;
      },
      ...options,
    });
    session.on("state", (state) => this.log.push(state));
    session.on("ply", ({ epoch, ply }) => this.log.push(`ply ${epoch}:${ply}`));
    session.on("position", ({ epoch, ply }) => this.log.push(`position ${epoch}:${ply}`));
    session.on("resync", ({ reason }) => this.log.push(`resync ${reason}`));
    session.on("problem", ({ code }) => this.log.push(`problem ${code}`));
    return session.start();
  }

  /** A session that is live and knows a position. */
  live(at = 4, options: Partial<SessionOptions> = {}): Session {
    const session = this.session(options);
    this.line.open().welcome().tell("position", position(at));
    this.log.length = 0;
    return session;
  }

  /** Lets the pause before the next connection pass. */
  sitOut(): void {
    this.advance(this.nextMs ?? 0);
  }

  /** Cuts the line and brings the session back to greeting. */
  reconnect(code = 1006): FakeLine {
    this.line.cut(code);
    this.sitOut();
    return this.line.open();
  }
}

export function position(ply: number, epoch = 1, match = MATCH): MatchPosition {
  const fields = { hints: null, legal: [DRAW], complete: true, timers: [], seat: 0, status: "running" };
  return { match, epoch, ply, decision: ply, server_time: "2030-01-01T12:00:00Z", view: {}, ...fields } as unknown as MatchPosition;
}

export function ply(number: number, epoch = 1, match = MATCH): Ply {
  return { match, epoch, ply: number, at: "2030-01-01T12:00:00Z", events: [] };
}

export function problem(code: string, status = 409, more: Partial<Problem> = {}): Problem {
  return { type: `http://parlour.test/problems/${code}`, title: code, status, code, detail: `It is ${code}.`, errors: [], retryable: false, trace_id: "t", ...more };
}

/** Lets promises that are due be heard. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
