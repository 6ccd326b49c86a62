import { AppError } from "~/lib/app-error";
import type { RequestedSlot } from "./requested-slot";

/** The place and time that was requested. */
export type NearTime = Pick<RequestedSlot, "resource" | "schedule" | "starts_at" | "price_amount">;

/**
 * A time that is not offered, or no longer. `near`: the requested time, for suggesting others;
 * null: unknown. An id of a removed slot looks like one that never existed or belongs to another
 * company, so all get this answer.
 */
export class UnofferedTime extends AppError {
  constructor(readonly near: NearTime | null) {
    super("slot_unavailable", "That time can no longer be booked. Choose another one.", {
      details: { reason: "closed", alternatives: [] },
    });
  }
}
