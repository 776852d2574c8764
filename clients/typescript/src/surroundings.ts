// What a session takes from the world around it, each replaceable in a test.

/** Time, in milliseconds. */
export interface Clock {
  now(): number;
  /** Calls `ring` once, after `ms`; returns what cancels it. */
  after(ms: number, ring: () => void): () => void;
}

/** A number from 0 up to but not including 1, like `Math.random`. */
export type Random = () => number;

/** What a socket tells; nothing comes after `closed`. */
export interface SocketEars {
  opened(): void;
  heard(text: string): void;
  closed(code: number, reason: string): void;
}

/** An open or opening socket. */
export interface Line {
  send(text: string): void;
  close(): void;
}

/** Opens a socket; may throw, which counts as a connection that failed. */
export type OpenSocket = (url: string, protocol: string, ears: SocketEars) => Line;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, ring) => {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  },
};

/** The WebSocket that browsers and Node (22 and later) have. */
export const openWebSocket: OpenSocket = (url, protocol, ears) => {
  const socket = new WebSocket(url, protocol);
  socket.onopen = () => ears.opened();
  socket.onmessage = ({ data }: MessageEvent<unknown>) => ears.heard(typeof data === "string" ? data : "");
  socket.onclose = ({ code, reason }) => ears.closed(code, reason);
  return { send: (text) => socket.send(text), close: () => socket.close() };
};

/** A name for one wish: 32 hexadecimal digits.  (`randomUUID` is missing on pages without TLS.) */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
