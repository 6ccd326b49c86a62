import { z } from "zod";
import { DeskCustomer } from "~/contract/booking-inputs";
import { GroupScope, MoveIfTaken } from "~/contract/booking-series";
import { BookingStatus } from "~/contract/bookings";
import { FeeKind } from "~/contract/card-on-file";
import { Id, InstantInput, text } from "~/contract/common";
import { ExpectedAmount, OfflineMethod } from "~/contract/fields";
import { MAX_NEEDS } from "~/contract/limits";

// Forms posted from the booking's page, panel and row. Fields follow the contract; an empty field
// is omitted.

const version = z.int().min(1);
/** The page to go to, if not the booking's own. */
export const ReturnTo = z.string().max(2000).optional();
export const notify = z.boolean().default(false).describe("a tick: mail the guest");

/** Quantities by ID, of add-ons ("addons.racket") or kinds of people ("party.adult"). */
export const Quantities = z.record(z.string(), z.string().regex(/^\d{0,3}$/)).default({});
export const EditForm = z.object({
  intent: z.literal("edit"),
  ...DeskCustomer.pick({ name: true, email: true, phone: true }).shape,
  party_size: z.int().min(1).max(500),
  addons: Quantities,
  party: Quantities,
  notes: text(4000).optional(),
  texts_agreed: z.boolean().default(false).describe("a tick: the guest agreed to text reminders"),
  texts_stopped: z.boolean().default(false).describe("a tick: no more text reminders"),
  expected_amount: ExpectedAmount.describe(
    "the price that was shown for another party or other add-ons",
  ),
  version,
  to: ReturnTo,
});
export type EditForm = z.output<typeof EditForm>;

/** Forms on the booking page, discriminated by their button's intent. */
export const BookingForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("status"),
    status: BookingStatus,
    payment_method: z.enum(["offline"]).optional(),
    offline_amount: z.int().min(1).optional().describe("part of what is due; all without it"),
    offline_method: OfflineMethod.optional(),
    version,
    to: ReturnTo,
  }),
  z.object({
    intent: z.literal("cancel"),
    scope: GroupScope.optional().describe("which dates of its series; only this one if absent"),
    refund: z.enum(["policy", "full", "none", "amount"]).optional(),
    amount: z.string().max(20).optional(),
    reason: text(1000).optional(),
    notify,
    version,
    to: ReturnTo,
  }),
  z.object({
    intent: z.literal("arrived"),
    arrived: z.boolean().default(false).describe("without it: the guest is not here after all"),
    version,
    to: ReturnTo,
  }),
  z.object({
    intent: z.literal("refund"),
    payment_id: Id.optional().describe(
      "of which payment; without it the booking's own, the latest first",
    ),
    amount: z.string().max(20).optional(),
    reason: text(500).optional(),
    to: ReturnTo,
  }),
  z.object({ intent: z.literal("write_off"), to: ReturnTo }),
  z.object({
    intent: z.literal("fee"),
    kind: FeeKind,
    decision: z.enum(["charge", "stop"]),
    amount: z.int().min(1).optional().describe("the amount that was shown, minor units"),
    to: ReturnTo,
  }),
  z.object({ intent: z.literal("hand_back"), to: ReturnTo }),
  z.object({
    intent: z.literal("move"),
    slot_id: Id.optional(),
    resource_id: Id.optional(),
    starts_at: InstantInput.optional(),
    duration_minutes: z.int().min(5).max(1440).optional(),
    reprice: z
      .boolean()
      .default(false)
      .describe("a tick: the price of the new time instead of the agreed one"),
    override: z.boolean().default(false).describe("asked for after a refusal: move anyway"),
    expected_amount: ExpectedAmount.describe(
      "the price that was shown, or agreed to after a refusal",
    ),
    scope: GroupScope.optional().describe("which dates of its series; only this one if absent"),
    if_taken: MoveIfTaken.optional().describe("the dates were shown; absent: show them first"),
    notify,
    version,
    to: ReturnTo,
  }),
  z.object({
    intent: z.literal("room"),
    no: z.int().min(1).max(MAX_NEEDS).describe("the need that the resource serves from now on"),
    resource_id: Id,
    notify,
    version,
    to: ReturnTo,
  }),
  EditForm,
]);
export type BookingForm = z.output<typeof BookingForm>;
