import type { AssignedBecause } from "~/contract/bookings";
import type { Assign } from "~/contract/service-fields";
import { AppError } from "~/lib/app-error";
import { seatRefusal, slotUnavailable } from "../seats/claim-seats.sql.server";

/** A time of one of the resources that a booking for anyone may go to. */
export interface Offered {
  slot_id: string;
  /** The visitor holds its seats already. */
  is_held: boolean;
  /** Whether its own count says that the party can have it. */
  is_free: boolean;
  /** The guest had this resource last. */
  is_last: boolean;
  assign: Assign;
  /** Per seat; no price is 0. */
  price: number;
  currency: string | null;
}

/** Whom a booking for anyone may go to, and why. */
export interface Candidate {
  slot_id: string;
  because: AssignedBecause;
}

/**
 * Whom to try, of `offered` in the order in which they are asked. Nobody who costs more than `most` (the slot that was shown); a visitor who was
 * shown none gets the lowest price there is, and staff see what they book. Where nobody is free, the first is tried for its refusal alone.
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
 * Tries one after the other until one has seats, each in a transaction of its own. Throws what refused the last one, or that no more can be held:
 * that can be booked still.
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
      if (error.extra.details?.["reason"] === "customer_limit") throw error; // the guest's own, with each of them
      if (refusal.code !== "hold_limit") refusal = error;
    }
  }
  throw refusal;
}
