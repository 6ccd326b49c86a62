import type { Issue, Slot } from "../wire";

/** What went wrong, as the visitor meets it: each kind has its own sentence and its own way on. */
export type ProblemKind =
  /** No answer came: offline, blocked or too slow. */
  | "unreachable"
  /** Asked to wait. */
  | "busy"
  /** The service failed. */
  | "failed"
  /** Someone else took the time. */
  | "taken"
  /** Something typed was not accepted. */
  | "invalid"
  /** Not allowed as asked; trying again would not help. */
  | "refused";

export interface Problem {
  kind: ProblemKind;
  code: string;
  /** The service's own words, written for people; may be empty. */
  message: string;
  issues: Issue[];
  alternatives: Slot[];
  /** The price now, of all seats, where it is not the one that was shown. */
  amount?: number | undefined;
  retry_after_seconds: number;
  request_id: string | null;
}

/** A `Problem` that can be thrown. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** The problem of no answer at all. */
export const unreachable = (code = "unreachable"): Problem => ({
  kind: "unreachable",
  code,
  message: "",
  issues: [],
  alternatives: [],
  retry_after_seconds: 5,
  request_id: null,
});
