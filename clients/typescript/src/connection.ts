import { ABNORMAL, BackOff, mayComeBack, RATE_LIMITED, TOKEN_EXPIRED } from "./closing.ts";
import { ParlourError } from "./errors.ts";
import type { Goodbye } from "./closing.ts";
import type { Clock, Line, OpenSocket, Random } from "./surroundings.ts";
import type { ClientFrame, Follow, ServerFrame, Welcome } from "./wire.ts";

export type State = "idle" | "connecting" | "greeting" | "live" | "waiting" | "closed";

/** What `hello` says: a token, or a single-use ticket. */
export type Credential = { token: string } | { ticket: string };

/** A token for good, or where to get what the next `hello` says: asked before each connection. */
export type Credentials = string | (() => Credential | Promise<Credential>);

/** Whom a connection serves. */
export interface Owner {
  /** What to follow, said with `hello`. */
  follows(): Follow[];
  /** The session is live; said before anything else is heard. */
  welcomed(welcome: Welcome): void;
  heard(frame: ServerFrame): void;
  entered(state: State): void;
  ended(goodbye: Goodbye): void;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: OpenSocket;
}

const SUBPROTOCOL = "parlour.v1+json";
const PATIENCE_MS = 10_000;
const MISSED_HEARTBEATS = 2.5;

/** Socket after socket to one server: hello on each, pauses in between, until it is for good. */
export class Connection {
  state: State = "idle";
  #line: Line | null = null;
  /** Counts attempts, so that what belongs to an earlier one is not mistaken for news. */
  #attempt = 0;
  #patienceMs = PATIENCE_MS;
  #credentials: Credentials;
  #token = "";
  #expired = "";
  /** A token that the server was told of and has not answered for. */
  #spare = "";
  #restMs = 0;
  #stopTimer = (): void => {};
  readonly #backOff: BackOff;
  readonly #options: ConnectionOptions;
  readonly #owner: Owner;

  constructor(options: ConnectionOptions, owner: Owner) {
    this.#options = options;
    this.#owner = owner;
    this.#credentials = options.credentials;
    this.#backOff = new BackOff(options.random);
  }

  start(): void {
    if (this.state === "idle") void this.#connect();
  }

  /** Ends a pause: connect now. */
  wake(): void {
    if (this.state === "waiting") void this.#connect();
  }

  /** Says a frame; without a socket it is lost, and said again by whom it matters to. */
  say(frame: ClientFrame): void {
    if (this.state === "live" || this.state === "greeting") this.#line?.send(JSON.stringify(frame));
  }

  /** Leaves, for good. */
  end(goodbye: Goodbye): void {
    if (this.state === "closed") return;
    this.#hangUp();
    this.#enter("closed");
    this.#owner.ended(goodbye);
  }

  /** Remembers a token the server is being told of: the one to use should the old one expire first. */
  offer(token: string): void {
    this.#spare = token;
  }

  /** Uses an offered token from now on; who asks for credentials each time gets them there. */
  adopt(token: string): void {
    if (typeof this.#credentials === "string") this.#credentials = token;
    this.withdraw(token);
  }

  withdraw(token: string): void {
    if (this.#spare === token) this.#spare = "";
  }

  /** Keeps away for this long should the server hang up for too many frames. */
  restFor(seconds: number): void {
    this.#restMs = seconds * 1000;
  }

  async #connect(): Promise<void> {
    this.#stopTimer();
    const attempt = ++this.#attempt;
    this.#patienceMs = PATIENCE_MS;
    this.#watch();
    this.#enter("connecting");
    try {
      const said = this.#credentials;
      const credential = typeof said === "string" ? { token: said } : await said();
      if (attempt === this.#attempt) this.#open(attempt, credential);
    } catch (fault) {
      if (attempt === this.#attempt) this.#failed(fault);
    }
  }

  #open(attempt: number, credential: Credential): void {
    this.#token = "token" in credential ? credential.token : "";
    if (this.#token && this.#token === this.#expired) {
      this.end({ code: TOKEN_EXPIRED, reason: "token_expired" });
      return;
    }
    const { url, openSocket } = this.#options;
    const now = (handle: () => void): void => {
      if (attempt === this.#attempt) handle();
    };
    this.#line = openSocket(url, SUBPROTOCOL, {
      opened: () => now(() => this.#greet(credential)),
      heard: (text) => now(() => this.#hear(text)),
      closed: (code, reason) => now(() => this.#lost({ code, reason })),
    });
  }

  #failed(fault: unknown): void {
    // Who refuses to give a token or a ticket will refuse again; a network that failed may not.
    if (fault instanceof ParlourError && !fault.retryable) {
      this.end({ code: TOKEN_EXPIRED, reason: fault.code });
    } else {
      this.#lost({ code: ABNORMAL, reason: String(fault) });
    }
  }

  #greet(credential: Credential): void {
    this.#enter("greeting");
    this.say({ t: "hello", d: { ...credential, follow: this.#owner.follows() } });
  }

  #hear(text: string): void {
    this.#watch();
    const frame = parsed(text);
    if (!frame) {
      this.#lost({ code: ABNORMAL, reason: "unreadable frame" });
      return;
    }
    if (frame.t === "ping") this.say({ t: "pong", d: {} });
    if (frame.t === "welcome") this.#welcomed(frame.d);
    else this.#owner.heard(frame);
  }

  #welcomed(welcome: Welcome): void {
    if (this.state !== "greeting") return;
    this.#patienceMs = welcome.heartbeat_ms * MISSED_HEARTBEATS;
    this.#watch();
    this.#backOff.reset();
    this.state = "live";
    this.#owner.welcomed(welcome);
    if (this.#is("live")) this.#owner.entered("live");
  }

  /** Hangs up when nothing is heard for too long. */
  #watch(): void {
    this.#stopTimer();
    this.#stopTimer = this.#options.clock.after(this.#patienceMs, () =>
      this.#lost({ code: ABNORMAL, reason: "silence" }),
    );
  }

  #lost(goodbye: Goodbye): void {
    this.#hangUp();
    if (goodbye.code === TOKEN_EXPIRED) this.#expire();
    const inVain = this.#credentials === this.#expired && this.#expired !== "";
    if (inVain || !mayComeBack(goodbye.code)) {
      this.end(goodbye);
      return;
    }
    const rest = goodbye.code === RATE_LIMITED ? this.#restMs : 0;
    this.#stopTimer = this.#options.clock.after(rest + this.#backOff.next(goodbye.code), () => void this.#connect());
    this.#enter("waiting");
  }

  #expire(): void {
    this.#expired = this.#token;
    if (this.#spare) this.adopt(this.#spare);
  }

  #hangUp(): void {
    this.#attempt++;
    this.#stopTimer();
    this.#line?.close();
    this.#line = null;
  }

  /** Whether it is still so: whoever was told of something may have closed the session. */
  #is(state: State): boolean {
    return this.state === state;
  }

  #enter(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.#owner.entered(state);
  }
}

/** Returns a frame; undefined for what is none. */
/** What is nothing without its content. */
const KNOWN: ReadonlySet<string> = new Set<ServerFrame["t"]>([
  "welcome", "position", "ply", "resumed", "resync", "ack", "nack", "presence", "notice", "ping", "pong",
]);

function parsed(text: string): ServerFrame | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    const { t, d } = frame as { t?: unknown; d?: unknown };
    // A kind that is not known yet may come without content.
    const bare = d === undefined && typeof t === "string" && !KNOWN.has(t);
    const is = typeof t === "string" && (bare || (typeof d === "object" && d !== null));
    return is ? ({ d: {}, ...(frame as object) } as ServerFrame) : undefined;
  } catch {
    return undefined;
  }
}
