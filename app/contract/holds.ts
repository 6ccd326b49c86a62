import { z } from "zod";
import { LinkToken } from "./booking-links";
import { anyoneOfWhat, namesAnyone } from "./booking-inputs";
import { Amount, Id, Instant, InstantInput } from "./common";
import {
  ChosenLength,
  ConfigId,
  ExpectedAmount,
  ExpectedDeposit,
  isForAnyone,
  ChosenParty,
  PartySeats,
  PriceCurrency,
  ResourceOrAny,
  SlotId,
} from "./fields";
import { key, operation } from "./operation";

const HoldToken = z.string().max(200);

export const NewHold = z
  .strictObject({
    slot_id: Id.optional().describe(
      "ID of the slot to hold. With `resource_id` any: the slot that was shown, and nobody who costs more is held.",
    ),
    resource_id: ResourceOrAny.optional().describe(
      "Any of the schedule's resources (`any`, with `schedule_id` and `starts_at`), or the ID of the slot's resource, which names other times with `schedule_id` and `starts_at` where the slot was removed.",
    ),
    schedule_id: Id.optional().describe("ID of the schedule."),
    starts_at: InstantInput.optional().describe(
      "Start of the time to hold, RFC 3339 with any offset, e.g. 2026-11-20T09:00:00Z.",
    ),
    party_size: PartySeats,
    party: ChosenParty.optional(),
    length_minutes: ChosenLength,
    expected_amount: ExpectedAmount,
    expected_deposit_amount: ExpectedDeposit,
    config_id: ConfigId,
    booking_link_token: LinkToken.optional(),
    replaces: HoldToken.optional().describe(
      "Token of the visitor's previous hold, released in exchange for this one.",
    ),
  })
  .refine((body) => body.slot_id !== undefined || isForAnyone(body), {
    error: "Name a slot_id, or resource_id any.",
    path: ["slot_id"],
  })
  .refine(namesAnyone, anyoneOfWhat)
  .describe("Seats to hold for a visitor filling in the form.");
export type NewHold = z.output<typeof NewHold>;
export const Hold = z
  .object({
    hold_token: z
      .string()
      .describe("Token for booking the held seats or releasing them; shown only once."),
    slot_id: SlotId,
    party_size: z.int().describe("Number of seats held."),
    price_amount: Amount.nullable().describe(
      "Price of all seats in minor units, kept until the hold expires; null for none.",
    ),
    currency: PriceCurrency,
    deposit_amount: Amount.nullable().describe(
      "The part of it that is due when booking, kept like the price; null for no deposit.",
    ),
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
    caller: key("bookings:write", { test_key: "test_data" }),
    summary:
      "Hold seats for a visitor filling in the form, for up to ten minutes; booking with the hold keeps its time, price and terms. A refused hold (`hold_limit`) doesn't prevent booking",
    body: NewHold,
    returns: Hold,
    status: 201,
    location: "/api/widget/hold",
    idempotent: true,
    limit: "widget_hold",
    errors: [
      "slot_unavailable",
      "outside_booking_window",
      "not_found",
      "hold_limit",
      "price_changed",
      "booking_link_unavailable",
    ],
  }),
  release: operation({
    method: "POST",
    path: "/api/widget/hold/release",
    caller: key("bookings:write", { test_key: "test_data" }),
    summary: "Release a visitor's hold; the response is the same if there is none",
    body: ReleaseHold,
    status: 204,
    limit: "widget_hold",
  }),
};
