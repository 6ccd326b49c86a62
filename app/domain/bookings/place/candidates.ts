import type { AssignedBecause } from "~/contract/bookings";
import type { Assign } from "~/contract/service-fields";
import { AppError } from "~/lib/app-error";
import { seatRefusal, slotUnavailable } from "../../seats/claim-seats.sql.server";

/** A slot of one of the resources that can take a booking for anyone. */
export interface Offered {
  slot_id: string;
  /** The visitor already holds its seats. */
  is_held: boolean;
  /** Whether its seat counter has room for the party. */
  is_free: boolean;
  /** The guest's most recent resource. */
  is_last: boolean;
  assign: Assign;
  /** Per seat; no price is 0. */
  price: number;
  currency: string | null;
}

/** A resource to try for a booking for anyone, and why it was chosen. */
export interface Candidate {
  slot_id: string;
  because: AssignedBecause;
}

/**
 * The candidates among `offered`, in that order. None may cost more than `most` (the price of the
 * slot shown); a visitor who was shown no slot gets the lowest price, and staff see what they book.
 * If all are full, only the first is tried, to produce the refusal.
 */
export function chooseCandidates(
  offered: Offered[],
  isVisitor: boolean,
  most?: Pick<Offered, "price" | "currency">,
): Candidate[] {
  const free = offered.filter((one) => one.is_free || one.is_held);
  if (free.length === 0) return offered.slice(0, 1).map(toCandidate);
  const cheapest = free.reduce((least, one) => (one.price < least.price ? one : least));
  const limit = most ?? (isVisitor ? cheapest : null);
  const isInside = ({ price, currency }: Offered) =>
    limit === null || (price <= limit.price && (price === 0 || currency === limit.currency));
  const chosen = free.filter((one) => one.is_held || isInside(one));
  return chosen.length === 1
    ? [{ ...toCandidate(chosen[0]!), because: "only_free" }]
    : chosen.map(toCandidate);
}

function toCandidate({ slot_id, assign, is_last }: Offered): Candidate {
  return { slot_id, because: assign === "same_as_last_time" && !is_last ? "least_loaded" : assign };
}

/**
 * Tries the candidates in turn until one has seats, each in its own transaction. Throws the last
 * refusal, except that a limit on holds wins over it: the slot can still be booked.
 */
export async function tryCandidates<T>(
  candidates: Candidate[],
  attempt: (one: Candidate) => Promise<T>,
): Promise<T> {
  let refusal: AppError = slotUnavailable("full");
  for (const candidate of candidates) {
    try {
      return await attempt(candidate);
    } catch (thrown) {
      const error = seatRefusal(thrown);
      if (
        !(error instanceof AppError) ||
        (error.code !== "slot_unavailable" && error.code !== "hold_limit")
      )
        throw thrown;
      if (error.extra.details?.["reason"] === "customer_limit") throw error; // applies to all candidates
      if (refusal.code !== "hold_limit") refusal = error;
    }
  }
  throw refusal;
}
