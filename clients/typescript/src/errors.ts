import type { Goodbye } from "./closing.ts";
import type { Problem } from "./wire.ts";

/** The server said no: a problem document (RFC 9457), from REST or from a `nack`.  Branch on `code`. */
export class ParlourError extends Error {
  override readonly name = "ParlourError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** Whether the same request may succeed later by itself. */
  get retryable(): boolean {
    return this.problem.retryable;
  }
}

/** The session has ended.  Whether an act that was not answered was done, the match's plies tell. */
export class SessionClosed extends Error implements Goodbye {
  override readonly name = "SessionClosed";
  readonly code: number;
  readonly reason: string;

  constructor({ code, reason }: Goodbye) {
    super(`${code} ${reason}`.trim());
    this.code = code;
    this.reason = reason;
  }
}

/** Returns the problem in a body; where a proxy answered with a page, one made of the status. */
export function problemIn(body: unknown, status: number, statusText: string): Problem {
  if (isProblem(body)) return body;
  return {
    type: "about:blank",
    title: statusText || "No problem document",
    status,
    code: `http_${status}`,
    detail: `The answer was ${status} ${statusText}`.trim(),
    errors: [],
    retryable: status >= 500,
    trace_id: "",
  };
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}
