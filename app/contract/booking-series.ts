import { z } from "zod";
import { BookingStatus } from "./bookings";
import { Id, Instant } from "./common";
import { BookingId, PriceCurrency, WasDryRun } from "./fields";
import { AvailableSlot } from "./slots";

// Bookings made together by a recurrence rule.

export const IfTaken = z
  .enum(["all", "skip", "nearest"])
  .describe(
    "What happens if a date is taken: `all` books all dates or none, `skip` leaves the date out, `nearest` books the free start nearest to it on the same local day, and leaves the date out if there is none.",
  );
export type IfTaken = z.infer<typeof IfTaken>;

export const SeriesDateState = z
  .enum(["free", "taken", "planned", "booked", "skipped"])
  .describe(
    "State of the date: in a dry run `free` or `taken`; else `planned` until it is `booked` or `skipped`.",
  );
export const SeriesDate = z
  .object({
    no: z.int().describe("Number of the date, from 1."),
    starts_at: Instant.describe("Start by the rule, in UTC."),
    state: SeriesDateState,
    reason: z
      .string()
      .nullable()
      .describe(
        "Why the date is taken or was left out: the `reason` of a refused booking, such as full, closed, too_far or customer_limit, or else its error code; null if it isn't.",
      ),
    alternatives: z
      .array(AvailableSlot)
      .describe(
        "In a dry run: up to three free times of the same local day, if the date is taken.",
      ),
    booking_id: BookingId.nullable().describe("ID of the booking; null if there is none."),
    booking_status: BookingStatus.nullable().describe(
      "Present status of the booking; null if there is none.",
    ),
    booking_starts_at: Instant.nullable().describe(
      "Present start of the booking, in UTC; in a dry run the start that would be booked. null if there is none.",
    ),
    price_amount: z
      .int()
      .nullable()
      .describe("Price of the booking in minor units of the currency; null for no price."),
    currency: PriceCurrency,
  })
  .describe("A date of a series.");
export type SeriesDate = z.infer<typeof SeriesDate>;

export const BookingSeries = z
  .object({
    id: Id.nullable().describe("ID of the series; null in a dry run."),
    dry_run: WasDryRun,
    rrule: z
      .string()
      .nullable()
      .describe("Rule of RFC 5545 that the dates follow; null for those of a course."),
    time_zone: z
      .string()
      .describe("IANA time zone whose local time the dates keep, e.g. Europe/Amsterdam."),
    if_taken: IfTaken,
    state: z
      .enum(["running", "done"])
      .describe(
        "Whether dates are still being booked; a series that was interrupted continues within minutes.",
      ),
    dates: z.array(SeriesDate).describe("Dates of the series that the caller may see, in order."),
  })
  .describe("Bookings that were made together, date by date.");
export type BookingSeries = z.infer<typeof BookingSeries>;

/** The bookings that a change of one concerns. */
export const GroupScope = z
  .enum(["this", "following", "all"])
  .describe(
    "Which bookings of its series or visit to change: only `this` one, this and the `following` ones, or `all` that haven't started.",
  );
export type GroupScope = z.infer<typeof GroupScope>;

export const CancelledDate = z
  .object({
    booking_id: BookingId,
    no: z
      .int()
      .nullable()
      .describe("Number of the booking in its series or visit; null for a single booking."),
    starts_at: Instant.describe("Start of the booking, in UTC."),
    state: z
      .enum(["planned", "cancelled", "refused"])
      .describe(
        "Whether the booking was `cancelled`; in a dry run `planned` if it would be. `refused` gives its reason.",
      ),
    reason: z
      .string()
      .nullable()
      .describe("Error code of the refusal, such as invalid_transition; null if there is none."),
    refund_amount: z
      .int()
      .describe("Amount that is or would be refunded by the tenant's policy, in minor units."),
    currency: PriceCurrency,
  })
  .describe("A booking that is cancelled together with others.");
export const Cancellation = z
  .object({
    dry_run: WasDryRun,
    scope: GroupScope,
    refund_amount: z
      .int()
      .describe("Sum of the refunds of the dates that are not refused, in minor units."),
    currency: PriceCurrency,
    dates: z.array(CancelledDate).describe("The bookings, by start."),
  })
  .describe("Bookings that are cancelled together.");
export type Cancellation = z.infer<typeof Cancellation>;

export const MoveIfTaken = z
  .enum(["all", "skip"])
  .describe(
    "What happens if a date can't move: `all` moves all dates or none, `skip` leaves the date at its time.",
  );
export type MoveIfTaken = z.infer<typeof MoveIfTaken>;

export const MovedDate = z
  .object({
    booking_id: BookingId,
    no: z.int().nullable().describe("Number of the date in its series; null without a series."),
    starts_at: Instant.describe("Start of the booking before, in UTC."),
    new_starts_at: Instant.describe("Start that it moves to, in UTC."),
    resource_id: Id.describe("ID of the resource that it moves to."),
    state: z
      .enum(["free", "moved", "taken"])
      .describe(
        "Whether the booking was `moved`; in a dry run `free` if it would be. One that is `taken` stays at its time.",
      ),
    reason: z
      .string()
      .nullable()
      .describe(
        "Why the date can't move: the `reason` of a refused booking, such as full or closed, or else its error code; null if it can.",
      ),
    price_amount: z
      .int()
      .nullable()
      .describe("Price afterwards in minor units of the currency; null for no price."),
    price_difference: z
      .int()
      .describe("Price afterwards less the price before, in minor units of the currency."),
    currency: PriceCurrency,
  })
  .describe("A booking that is moved, together with others.");
export type MovedDate = z.infer<typeof MovedDate>;

export const MovedBookings = z
  .object({
    dry_run: WasDryRun,
    scope: GroupScope,
    if_taken: MoveIfTaken,
    price_amount: z
      .int()
      .describe("Sum of the prices of the dates that aren't taken, in minor units."),
    price_difference: z
      .int()
      .describe("Sum of the differences of the dates that aren't taken, in minor units."),
    currency: PriceCurrency,
    dates: z.array(MovedDate).describe("The bookings, by start."),
  })
  .describe("Bookings that are moved together.");
export type MovedBookings = z.infer<typeof MovedBookings>;
