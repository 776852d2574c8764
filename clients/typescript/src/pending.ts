import { ParlourError, SessionClosed } from "./errors.ts";
import type { Goodbye } from "./closing.ts";
import type { Ack, KeptFrame, Problem } from "./wire.ts";

interface Wish {
  readonly frame: KeptFrame;
  readonly answer: Promise<Ack>;
  readonly done: (ack: Ack) => void;
  readonly failed: (error: Error) => void;
}

/** What was asked of the server and is not answered yet, in the order in which it was asked. */
export class Pending {
  readonly #wishes = new Map<string, Wish>();

  /** Keeps a frame until it is answered.  The same id again shares the first one's answer. */
  add(frame: KeptFrame): { answer: Promise<Ack>; isNew: boolean } {
    const known = this.#wishes.get(frame.id);
    if (known) return { answer: known.answer, isNew: false };
    let settle: Pick<Wish, "done" | "failed"> | undefined;
    const answer = new Promise<Ack>((done, failed) => {
      settle = { done, failed };
    });
    this.#wishes.set(frame.id, { frame, answer, ...(settle as Pick<Wish, "done" | "failed">) });
    return { answer, isNew: true };
  }

  frames(): KeptFrame[] {
    return Array.from(this.#wishes.values(), ({ frame }) => frame);
  }

  acknowledge(id: string, ack: Ack): void {
    this.#take(id)?.done(ack);
  }

  /** Returns whether it was one of ours that was refused. */
  refuse(id: string, problem: Problem): boolean {
    const wish = this.#take(id);
    wish?.failed(new ParlourError(problem));
    return wish !== undefined;
  }

  endAll(goodbye: Goodbye): void {
    for (const id of [...this.#wishes.keys()]) this.#take(id)?.failed(new SessionClosed(goodbye));
  }

  #take(id: string): Wish | undefined {
    const wish = this.#wishes.get(id);
    this.#wishes.delete(id);
    return wish;
  }
}
