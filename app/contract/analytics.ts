import { z } from "zod";
import type { BookingStatus } from "./bookings";
import { Currency, DateOrInstant, Id, Instant, listOf, TimeZone } from "./common";
import { MOST_DAYS_ANALYSED } from "./limits";
import { operation, session } from "./operation";

// Which bookings count: those that start in the range, as they are now. "Held" are those that keep or kept their seats (pending,
// confirmed, paid, completed, no_show). A share is a number from 0 to 1 with four decimals; null where there is nothing to divide by.

export const AnalyticsInterval = z.enum(["day", "week", "month"]);
export type AnalyticsInterval = z.infer<typeof AnalyticsInterval>;

export const AnalyticsQuery = z.object({
  from: DateOrInstant.optional().describe("first day, or first instant; 30 days before the end when absent"),
  to: DateOrInstant.optional().describe(
    `last day (inclusive) or instant (exclusive); today when absent; at most ${MOST_DAYS_ANALYSED} days`,
  ),
  interval: AnalyticsInterval.default("day").describe("of the series; weeks begin on Monday"),
  tz: TimeZone.optional().describe("whose days and hours; the tenant's, when absent"),
  resource_id: listOf(z.uuid()).optional(),
  compare: z.enum(["previous"]).optional().describe("adds the same figures of as many days just before"),
  format: z.enum(["json", "csv"]).default("json").describe("csv is the series as a file; for admins"),
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

const Count = z.int().min(0);
const Share = z.number().min(0).nullable();

/** Money of the bookings that count, whenever it came or went. */
export const AnalyticsMoney = z.object({
  currency: Currency,
  gross: Count.describe("what came in, minor units; a payment that came in a second time too"),
  refunds: Count.describe("what of it went back, minor units; the return of a second payment too"),
  net: z.int().describe("gross less refunds, minor units"),
});
export type AnalyticsMoney = z.infer<typeof AnalyticsMoney>;

const inStatus = Count.describe("bookings in this status");
const inEachStatus = {
  ...{ pending: inStatus, confirmed: inStatus, paid: inStatus, completed: inStatus },
  ...{ no_show: inStatus, cancelled: inStatus, refunded: inStatus, expired: inStatus },
} satisfies Record<BookingStatus, typeof Count>;
const counted = {
  bookings_total: Count.describe("bookings that start in the range, whatever became of them"),
  by_status: z.object(inEachStatus).describe("how many of bookings_total are in each status now"),
  party_total: Count.describe("people: the party sizes of held bookings"),
  money: z.array(AnalyticsMoney).describe("one for each currency with a payment"),
  utilisation: Share.describe(
    "booked ÷ offered: seat-minutes of held bookings ÷ seat-minutes on offer (a minute of a resource counts once for the open slots that begin on one day, with the most seats that any of them has then); above 1 where bookings stand outside the times on offer",
  ),
};
export const AnalyticsPoint = z.object({
  date: z.string().describe("first day of the interval, in the time zone; the range may begin after it"),
  ...counted,
});
export type AnalyticsPoint = z.infer<typeof AnalyticsPoint>;

export const AnalyticsFigures = z.object({
  from: Instant,
  to: Instant.describe("exclusive"),
  ...counted,
  cancellation_rate: Share.describe("cancelled and refunded ÷ all but pending and expired"),
  no_show_rate: Share.describe("no_show ÷ confirmed, paid, completed and no_show that have begun"),
  expiry_rate: Share.describe("expired ÷ bookings_total"),
  payment_conversion: Share.describe(
    "bookings that were paid (payment_status paid, partially_refunded or refunded) ÷ bookings with a payment begun (any but none)",
  ),
  avg_lead_hours: z
    .number()
    .min(0)
    .nullable()
    .describe("hours from making a booking to its start, on average over bookings_total; two decimals"),
  repeat_customer_rate: Share.describe(
    "customers with a held booking in the range who have another one in it or before it ÷ customers with a held booking in the range",
  ),
  series: z.array(AnalyticsPoint).describe("each interval of the range, in order"),
});
export type AnalyticsFigures = z.infer<typeof AnalyticsFigures>;

export const TopResource = z.object({
  resource_id: Id,
  name: z.string().describe("as it is now; of a deleted resource, as it was last booked"),
  bookings: Count.describe("held bookings"),
  party_total: Count.describe("people in them"),
  booked_minutes: Count.describe("seat-minutes: party × length"),
});
export type TopResource = z.infer<typeof TopResource>;

export const Analytics = AnalyticsFigures.extend({
  time_zone: z.string(),
  interval: AnalyticsInterval.describe("of the series"),
  top_resources: z.array(TopResource).max(10).describe("by held bookings, then by name"),
  heatmap: z
    .array(z.array(Count))
    .describe("held bookings by the weekday (seven, Monday first) and hour (24) in which they start, in the time zone"),
  previous: AnalyticsFigures.nullable().describe("null: not asked for"),
});
export type Analytics = z.infer<typeof Analytics>;

export const analytics = {
  read: operation({
    method: "GET",
    path: "/api/analytics",
    caller: session("viewer"),
    summary:
      "Figures of the bookings that start in a range of days; staff and viewers get those of their own resources",
    query: AnalyticsQuery,
    returns: Analytics,
    errors: ["not_ready"],
  }),
};
