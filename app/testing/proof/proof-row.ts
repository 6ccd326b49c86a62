/** A row of the proof's table. */
export interface ProofRow {
  /** The injected fault. */
  proof: string;
  /** The load. */
  load: string;
  /** Counts; null if the part can't measure them. */
  lost: number | null;
  oversold: number | null;
  phantom: number | null;
  /** Times whose responses no order of the calls explains. */
  unexplained: number | null;
  /** The longest outage in seconds; null if nothing was down. */
  recovery: number | null;
  /** Other observations. */
  seen: string;
}

/**
 * How long a guest of another company waited at most while one company sent the worst requests to
 * one operation, page or form.
 */
export interface ProbeRow {
  name: string;
  calls: number;
  slowest_ms: number;
  /** The requests sent and the queries run. */
  by: string;
}
