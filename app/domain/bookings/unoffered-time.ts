import { AppError } from "~/lib/app-error";
import type { RequestedSlot } from "./requested-slot";

/** Where and when a time was to be. */
export type NearTime = Pick<RequestedSlot, "resource" | "schedule" | "starts_at" | "price_amount">;

/**
 * A time that is not offered, or no longer. `near`: what the call itself says of it, for other times around it; null: nothing. An id of a
 * time that was removed looks like one that never was, or is another company's: all get this answer.
 */
export class UnofferedTime extends AppError {
  constructor(readonly near: NearTime | null) {
    super("slot_unavailable", "That time can no longer be booked. Choose another one.", {
      details: { reason: "closed", alternatives: [] },
    });
  }
}
