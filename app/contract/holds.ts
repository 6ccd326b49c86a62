import { z } from "zod";
import { Id, Instant } from "./common";
import { key, operation } from "./operation";

const HoldToken = z.string().max(200);

/** Seats that a visitor wants to keep while they fill in the form. */
export const NewHold = z.strictObject({
  slot_id: Id,
  party_size: z.int().min(1).max(500).default(1),
  config_id: Id.optional().describe("the configuration shown; the key's own, or the default, when absent"),
  replaces: HoldToken.optional().describe("hold_token of the visitor's former hold, given up for this one"),
});
export type NewHold = z.output<typeof NewHold>;
/** Seats that are kept until `expires_at`. */
export const Hold = z.object({
  hold_token: z.string().describe("for the booking, and to give the hold back; shown in this answer only"),
  slot_id: Id,
  party_size: z.int(),
  expires_at: Instant,
});
export type Hold = z.infer<typeof Hold>;
export const ReleaseHold = z.strictObject({ hold_token: HoldToken.describe("of the hold to give back") });
export type ReleaseHold = z.output<typeof ReleaseHold>;

export const holds = {
  take: operation({
    method: "POST",
    path: "/api/widget/hold",
    caller: key("bookings:write"),
    summary:
      "Keep seats for a visitor who fills in the form, ten minutes at most; one that is declined (`hold_limit`) keeps nobody from booking",
    body: NewHold,
    returns: Hold,
    status: 201,
    idempotent: true,
    limit: "widget_hold",
    errors: ["slot_unavailable", "outside_booking_window", "not_found", "hold_limit"],
  }),
  release: operation({
    method: "POST",
    path: "/api/widget/hold/release",
    caller: key("bookings:write"),
    summary: "Give a visitor's hold back; the answer is the same where there is none",
    body: ReleaseHold,
    status: 204,
    limit: "widget_hold",
  }),
};
