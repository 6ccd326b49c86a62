import { clock } from "~/lib/clock";
import type { Kind } from "./sample-tenant";

/** An example call of an operation. */
export interface Example {
  /** The id in the path. */
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The expected status, if not the operation's own. */
  status?: number;
  /**
   * Callers allowed by name when the body requires more than the operation's rule, and the response
   * for others.
   */
  refused?: { status: number; except: string[] };
  /** Records used up by a successful call, in addition to the one in the path. */
  uses?: Kind[];
}

/** A date some days from now, YYYY-MM-DD. */
export const day = (offset: number) =>
  new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
