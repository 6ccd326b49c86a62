import type { CardTerms, Issue, Slot } from "../wire";

/** A problem shown to the visitor: each kind has its own message and action. */
export type ProblemKind =
  /** No response: offline, blocked or timed out. */
  | "unreachable"
  /** Rate limited. */
  | "busy"
  /** Server error. */
  | "failed"
  /** Someone else took the time. */
  | "taken"
  /** Invalid input. */
  | "invalid"
  /** Not allowed; a retry won't help. */
  | "refused";

export interface Problem {
  kind: ProblemKind;
  code: string;
  /** The service's message; may be empty. */
  message: string;
  issues: Issue[];
  alternatives: Slot[];
  /** Why a time can't be booked, if the service says so. */
  reason?: string | undefined;
  /** Current total, if it differs from the displayed one. */
  amount?: number | undefined;
  /** The deposit of it; null: all of it is due. */
  deposit_amount?: number | null | undefined;
  /** The card's present terms, if the visitor agreed to others. */
  card_terms?: CardTerms | undefined;
  retry_after_seconds: number;
  request_id: string | null;
}

/** A throwable `Problem`. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** The problem of a missing response. */
export const unreachable = (code = "unreachable"): Problem => ({
  kind: "unreachable",
  code,
  message: "",
  issues: [],
  alternatives: [],
  retry_after_seconds: 5,
  request_id: null,
});
