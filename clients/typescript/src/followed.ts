import type { MatchPosition, Ply, Resume } from "./wire.ts";

/** What to do with a frame about a match: tell it, drop it, or ask for what is missing before it. */
export type Verdict = "news" | "old" | "gap";

/** One match that is followed: the newest ply heard, and what may come next. */
export class Followed {
  /** Named when resuming; null before the first position. */
  known: Resume | null;
  /** The newest position told. */
  position: MatchPosition | null = null;
  /** The missing plies were asked for and are not here yet. */
  catching = false;

  constructor(known: Resume | null = null) {
    this.known = known;
  }

  get ply(): number {
    return this.known?.ply ?? 0;
  }

  /** Whether a heartbeat that names this ply knows of one, or of a position, that did not come. */
  lags(ply: number): boolean {
    return ply > this.ply || this.ply > (this.position?.ply ?? 0);
  }

  /** Judges a ply and remembers it if it is the next one. */
  hear({ epoch, ply }: Ply): Verdict {
    const known = this.known;
    if (known && (epoch < known.epoch || (epoch === known.epoch && ply <= known.ply))) return "old";
    // A match that was followed while open is told from its first ply on.
    if (!known && ply !== 1) return "old";
    if (known && (epoch !== known.epoch || ply !== known.ply + 1)) return "gap";
    this.known = { epoch, ply };
    return "news";
  }

  /** Judges a position and remembers it unless plies before it are missing. */
  look(position: MatchPosition): Verdict {
    const { known } = this;
    const { epoch, ply } = position;
    if (known && (epoch < known.epoch || (epoch === known.epoch && ply < known.ply))) return "old";
    if (known && (epoch !== known.epoch || ply !== known.ply)) return "gap";
    this.known = { epoch, ply };
    this.position = position;
    this.catching = false;
    return "news";
  }

  /** Forgets what was known: a fresh position follows. */
  forget(): void {
    this.known = null;
    this.catching = false;
  }
}
