import { clock } from "~/lib/clock";
import type { Kind } from "./sample-tenant";

/** One way to call an operation. */
export interface Example {
  /** The one in the path. */
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Of the answer, where it is not the operation's own. */
  status?: number;
  /** Where the body asks for more than the operation's caller rule: who may, by name, and what all others get. */
  refused?: { status: number; except: string[] };
  /** What a call that succeeds uses up, beside the record in the path. */
  uses?: Kind[];
}

/** A date so many days from now, YYYY-MM-DD. */
export const day = (offset: number) =>
  new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10);
