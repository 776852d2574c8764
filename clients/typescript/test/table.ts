// A server in a few lines, which plays a match of so many plies, and a network that can be cut.
import { DRAW, MATCH, ply, position, problem, Stage } from "./stage.ts";
import type { Session } from "../src/index.ts";
import type { FakeLine } from "./stage.ts";

interface Frame { t: string; d: object; id?: string }
interface Said { t: string; id?: string; d: { match?: string; follow?: Said["d"][]; resume?: { ply: number }; request_id?: string; decision?: number } }

/** What happens to the nth frame on its way; frames from the client can only arrive or be cut. */
export type Fate = "arrives" | "cut" | "lost" | "twice" | "late";

/** Every odd ply is an act of the client, and a bot answers it with the next. */
export class Table {
  readonly stage = new Stage();
  readonly session: Session;
  readonly heard: number[] = [];
  readonly acked: number[] = [];
  /** How often each request was done. */
  readonly done = new Map<string, { ply: number }>();
  cuts = 0;
  steps = 0;
  #ply = 0;
  #line: FakeLine | undefined;
  #read = 0;
  readonly #asked = new Set<string>();
  #outbox: Frame[] = [];
  readonly #last: number;
  readonly #fate: (step: number, frame: { t: string }) => Fate;

  constructor(last: number, fate: (step: number, frame: { t: string }) => Fate) {
    this.#last = last;
    this.#fate = fate;
    this.session = this.stage.session();
    this.session.on("ply", (news) => this.heard.push(news.ply));
    this.session.on("position", (news) => this.#answer(news.ply));
  }

  /** Plays until the client knows the last ply and nothing is under way; returns whether it came to that. */
  play(patience = 2000): boolean {
    for (let round = 0; round < patience; round++) {
      if (this.#deliver()) continue;
      if (this.#isOver()) return true;
      this.#idle();
    }
    return false;
  }

  #isOver(): boolean {
    return this.session.state === "live" && this.session.position(MATCH)?.ply === this.#last;
  }

  /** The client answers every question once: a decision is the ply it is asked at. */
  #answer(at: number): void {
    if (at % 2 !== 0 || at === this.#last) return;
    const requestId = `wish-${at}`;
    if (this.#asked.has(requestId)) return;
    this.#asked.add(requestId);
    void this.session.act(MATCH, DRAW, { requestId, decision: at }).then(({ ply: reached }) => this.acked.push(reached ?? 0));
  }

  /** Brings the next frame to where it goes; returns false if none is under way. */
  #deliver(): boolean {
    const line = this.stage.line;
    if (line !== this.#line || line.hungUp) {
      this.#line = line;
      this.#read = 0;
      this.#outbox = [];
      if (this.session.state === "connecting") line.open();
    }
    const said = line.said[this.#read] as Said | undefined;
    const frame = said ?? this.#outbox.shift();
    if (!frame || this.session.state === "waiting") return false;
    this.#read += said ? 1 : 0;
    this.#carry(line, frame, said);
    return true;
  }

  #carry(line: FakeLine, frame: Frame | Said, said: Said | undefined): void {
    const fate = this.#fate(++this.steps, frame);
    if (fate === "cut") {
      this.cuts++;
      line.cut();
    } else if (said) {
      this.#serve(said);
    } else if (fate === "late") {
      this.#outbox.splice(1, 0, frame as Frame);
    } else {
      const copies = { lost: 0, arrives: 1, twice: 2 }[fate];
      for (let copy = 0; copy < copies; copy++) line.tell(frame.t, frame.d, (frame as Frame).id);
    }
  }

  /** Nothing is under way: a heartbeat if somebody hears it, else the end of a pause. */
  #idle(): void {
    if (this.session.state === "live") {
      this.#outbox.push({ t: "ping", d: { server_time: "2030-01-01T12:00:00Z", plies: { [MATCH]: this.#ply } } });
      this.stage.advance(1500);
    } else {
      this.stage.sitOut();
    }
  }

  #serve({ t, id, d }: Said): void {
    if (t === "hello") {
      const limits = { frame_bytes: 8192, followed: 20, resumed_plies: 300 };
      this.#outbox.push({ t: "welcome", d: { heartbeat_ms: 10_000, server_time: "2030-01-01T12:00:00Z", limits } });
      for (const follow of d.follow ?? []) this.#tellFrom(follow.resume?.ply);
    } else if (t === "follow") {
      this.#outbox.push({ t: "ack", d: {}, id: id ?? "" });
      this.#tellFrom(d.resume?.ply);
    } else if (t === "act") this.#act(d.request_id ?? "", d.decision ?? -1);
  }

  #tellFrom(known: number | undefined): void {
    if (known !== undefined) {
      this.#outbox.push({ t: "resumed", d: { match: MATCH, from: known, to: this.#ply } });
      this.#tellPlies(known);
    }
    this.#outbox.push({ t: "position", d: position(this.#ply) });
  }

  #tellPlies(after: number): void {
    for (let number = after + 1; number <= this.#ply; number++) this.#outbox.push({ t: "ply", d: ply(number) });
  }

  #act(id: string, decision: number): void {
    const before = this.done.get(id);
    if (before) {
      this.#outbox.push({ t: "ack", d: { ply: before.ply, replayed: true }, id });
    } else if (decision !== this.#ply) {
      this.#outbox.push({ t: "nack", d: problem("stale_decision"), id });
    } else {
      const was = this.#ply;
      this.#ply += 1;
      this.done.set(id, { ply: this.#ply });
      this.#outbox.push({ t: "ack", d: { ply: this.#ply, replayed: false }, id });
      this.#ply += 1;
      this.#tellPlies(was);
      this.#outbox.push({ t: "position", d: position(this.#ply) });
    }
  }
}
