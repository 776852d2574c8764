import { ParlourError, problemIn } from "./errors.ts";
import { newRequestId } from "./surroundings.ts";
import type { paths } from "./generated/wire.ts";
import type * as Wire from "./wire.ts";

export type Method = "get" | "post" | "patch" | "delete";

/** A path of the API without its base: `/matches/{match_id}`. */
export type Route<M extends Method = Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? Short<P> : never;
}[keyof paths];

type Short<P> = P extends `/api/v1${infer Rest}` ? Rest : never;
type Operation<M extends Method, P extends Route<M>> = paths[`/api/v1${P}` & keyof paths][M];
type Json<T> = T extends { content: { "application/json": infer B } } ? B : undefined;
type Found<T, K> = K extends keyof T ? T[K] : never;
type Asked<O> = O extends { parameters: infer P } ? P : never;
type Sent<O> = O extends { requestBody?: infer R } ? Json<NonNullable<R>> : undefined;

/** What an operation answers with when it succeeds. */
export type Body<M extends Method, P extends Route<M>> =
  Operation<M, P> extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 204)]> : never;

export interface CallOptions<M extends Method, P extends Route<M>> {
  /** What stands for the `{…}` in the path. */
  path?: Found<Asked<Operation<M, P>>, "path">;
  query?: Found<Asked<Operation<M, P>>, "query">;
  headers?: Record<string, string>;
  body?: Sent<Operation<M, P>>;
  signal?: AbortSignal;
}

/** The same without the operation it belongs to. */
type Said = { path?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal };

export interface ParlourOptions {
  token?: string;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** The REST API.  Every method rejects with `ParlourError` when the server says no. */
export class Parlour {
  /** Where the server is, without a slash at the end. */
  readonly url: string;
  /** Sent with each request; empty: as nobody. */
  token: string;
  readonly #fetch: typeof fetch;

  constructor(url: string, { token = "", fetch: fetching }: ParlourOptions = {}) {
    this.url = url.replace(/\/+$/, "");
    this.token = token;
    this.#fetch = fetching ?? ((...request) => fetch(...request));
  }

  /**
   * Calls any operation of the API, typed by its path.
   *
   * A POST gets an `Idempotency-Key` of its own unless the headers bring one; to repeat a request
   * whose answer was lost, give both the same.
   */
  async call<M extends Method, P extends Route<M>>(
    method: M, route: P, options: CallOptions<M, P> = {},
  ): Promise<Body<M, P>> {
    const { path, query, body, signal }: Said = options;
    const answer = await this.#fetch(this.#address(route, path, query), {
      method: method.toUpperCase(),
      headers: { ...this.#headers(method, body), ...options.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const content = await contentOf(answer);
    if (!answer.ok) throw new ParlourError(problemIn(content, answer.status, answer.statusText));
    return content as Body<M, P>;
  }

  /** Becomes a guest; from then on `token` is theirs. */
  async guest(): Promise<Wire.SignedIn> {
    return this.#signedIn(await this.call("post", "/players/guest", { body: {} }));
  }

  /** Signs in; from then on `token` is of this session. */
  async signIn(credentials: Wire.Credentials): Promise<Wire.SignedIn> {
    return this.#signedIn(await this.call("post", "/sessions", { body: credentials }));
  }

  /** Sets a table; with `start`, deals at once. */
  async createMatch(match: Wire.NewMatch): Promise<Wire.Match> {
    return this.call("post", "/matches", { body: match });
  }

  async match(match: string): Promise<Wire.Match> {
    return this.call("get", "/matches/{match_id}", { path: { match_id: match } });
  }

  async takeSeat(match: string, seat: Wire.NewSeat = {}): Promise<Body<"post", "/matches/{match_id}/seats">> {
    return this.call("post", "/matches/{match_id}/seats", { path: { match_id: match }, body: seat });
  }

  async start(match: string): Promise<Wire.Match> {
    return this.call("post", "/matches/{match_id}/start", { path: { match_id: match } });
  }

  /** What the token's seat may know and do now; as nobody, what spectators see. */
  async position(match: string): Promise<Wire.Position> {
    return this.call("get", "/matches/{match_id}/position", { path: { match_id: match } });
  }

  /** The plies after one, at most 300; waits up to `wait` seconds for news if there are none. */
  async plies(match: string, after = 0, wait = 0): Promise<Wire.Plies> {
    const path = { match_id: match };
    return this.call("get", "/matches/{match_id}/plies", { path, query: { after, wait } });
  }

  /** Acts without a socket.  The same `requestId` again is done once and answered alike. */
  async act(
    match: string, action: Wire.Action, options: { requestId?: string; decision?: number } = {},
  ): Promise<Wire.Played> {
    const { requestId = newRequestId(), decision } = options;
    const headers = {
      "Idempotency-Key": requestId,
      ...(decision === undefined ? {} : { "If-Decision": String(decision) }),
    };
    const path = { match_id: match };
    return this.call("post", "/matches/{match_id}/actions", { path, headers, body: action });
  }

  #signedIn(signedIn: Wire.SignedIn): Wire.SignedIn {
    this.token = signedIn.token;
    return signedIn;
  }

  #address(route: string, path: unknown, query: unknown): string {
    const filled = Object.entries(path ?? {}).reduce(
      (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(String(value))),
      route,
    );
    const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
    return `${this.url}/api/v1${filled}${search && `?${search}`}`;
  }

  #headers(method: Method, body: unknown): Record<string, string> {
    return {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
      ...(method === "post" && this.token ? { "Idempotency-Key": newRequestId() } : {}),
    };
  }
}

/** Returns the JSON an answer carries; undefined if it carries none. */
async function contentOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
