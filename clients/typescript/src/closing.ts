// Why a conversation ended, and what that means for coming back.

/** How a session ended; 1000: by `close()`. */
export interface Goodbye {
  readonly code: number;
  readonly reason: string;
}

export const CLOSED_HERE = 1000;
/** What a browser calls a connection that went without a word. */
export const ABNORMAL = 1006;
export const RATE_LIMITED = 4008;
export const RESTARTED = 1012;
/** Everybody else comes back now, too: the least a pause is spread over after a restart. */
const CROWD_MS = 5000;
/** Come back, but with another token. */
export const TOKEN_EXPIRED = 4040;

/** Whether a new connection may help.  Judged by the range, so that codes of tomorrow are understood. */
export function mayComeBack(code: number): boolean {
  return code < 4500 || code > 4999;
}

/** Pauses that grow and are spread: a random share of 0.5 s, 1 s, 2 s, … at most 30 s. */
export class BackOff {
  #failures = 0;
  readonly #random: () => number;
  readonly #firstMs: number;
  readonly #mostMs: number;

  constructor(random: () => number, firstMs = 500, mostMs = 30_000) {
    this.#random = random;
    this.#firstMs = firstMs;
    this.#mostMs = mostMs;
  }

  /** The next pause in milliseconds, after a connection that ended with this code. */
  next(code: number): number {
    const crowdMs = code === RESTARTED || code === RATE_LIMITED ? CROWD_MS : 0;
    const ceilingMs = Math.max(crowdMs, this.#firstMs * 2 ** this.#failures++);
    return this.#random() * Math.min(this.#mostMs, ceilingMs);
  }

  reset(): void {
    this.#failures = 0;
  }
}
