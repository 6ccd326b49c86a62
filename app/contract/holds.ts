import { z } from "zod";
import { LinkToken } from "./booking-links";
import { Instant } from "./common";
import { ChosenLength, ConfigId, PartySize, SlotId } from "./fields";
import { key, operation } from "./operation";

const HoldToken = z.string().max(200);

export const NewHold = z
  .strictObject({
    slot_id: SlotId,
    party_size: PartySize,
    length_minutes: ChosenLength,
    config_id: ConfigId,
    booking_link: LinkToken.optional(),
    replaces: HoldToken.optional().describe("Token of the visitor's previous hold, released in exchange for this one."),
  })
  .describe("Seats to hold for a visitor filling in the form.");
export type NewHold = z.output<typeof NewHold>;
export const Hold = z
  .object({
    hold_token: z.string().describe("Token for booking the held seats or releasing them; shown only once."),
    slot_id: SlotId,
    party_size: z.int().describe("Number of seats held."),
    expires_at: Instant.describe("When the hold expires, in UTC."),
  })
  .describe("Seats held for a visitor until `expires_at`.");
export type Hold = z.infer<typeof Hold>;
export const ReleaseHold = z
  .strictObject({ hold_token: HoldToken.describe("Token of the hold.") })
  .describe("The hold to release.");
export type ReleaseHold = z.output<typeof ReleaseHold>;

export const holds = {
  take: operation({
    method: "POST",
    path: "/api/widget/hold",
    caller: key("bookings:write"),
    summary:
      "Hold seats for a visitor filling in the form, for up to ten minutes; a refused hold (`hold_limit`) doesn't prevent booking",
    body: NewHold,
    returns: Hold,
    status: 201,
    idempotent: true,
    limit: "widget_hold",
    errors: ["slot_unavailable", "outside_booking_window", "not_found", "hold_limit", "booking_link_unavailable"],
  }),
  release: operation({
    method: "POST",
    path: "/api/widget/hold/release",
    caller: key("bookings:write"),
    summary: "Release a visitor's hold; the response is the same if there is none",
    body: ReleaseHold,
    status: 204,
    limit: "widget_hold",
  }),
};
