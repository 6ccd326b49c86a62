/** What one part of the proof says in the table. */
export interface ProofRow {
  /** What was done to the product. */
  proof: string;
  /** How much of it. */
  load: string;
  /** How many; null where the part cannot show it. */
  lost: number | null;
  oversold: number | null;
  phantom: number | null;
  /** Times whose clients were told what no order of their calls explains. */
  unexplained: number | null;
  /** The longest time until somebody was served again, in seconds; null where nothing was down. */
  recovery: number | null;
  /** What else was seen. */
  seen: string;
}

/** How long a guest of another company waited at most while one company sent what is worst to one operation, page or form. */
export interface ProbeRow {
  name: string;
  calls: number;
  slowest_ms: number;
  /** What was being sent, and what was asked for. */
  by: string;
}
