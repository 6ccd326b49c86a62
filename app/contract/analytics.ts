import { z } from "zod";
import type { BookingStatus } from "./bookings";
import { Currency, DateOrInstant, Instant, TimeZone } from "./common";
import { ResourceId, ResourceIds } from "./fields";
import { MAX_DAYS_ANALYSED } from "./limits";
import { operation, session } from "./operation";

// Analytics count bookings by their start and current status. "Held" bookings keep or kept their
// seats (pending, confirmed, paid, completed, no_show). Shares range from 0 to 1 with four
// decimals; null when there is nothing to divide by.

export const AnalyticsInterval = z
  .enum(["day", "week", "month"])
  .describe("Length of each interval.");
export type AnalyticsInterval = z.infer<typeof AnalyticsInterval>;

export const AnalyticsQuery = z.object({
  from: DateOrInstant.optional().describe(
    "Start of the range, a date or an instant; 30 days before the end if omitted.",
  ),
  to: DateOrInstant.optional().describe(
    `End of the range, a date (inclusive) or an instant (exclusive), at most ${MAX_DAYS_ANALYSED} days; today if omitted.`,
  ),
  interval: AnalyticsInterval.default("day").describe(
    "Length of the intervals of `series`; weeks start on Monday.",
  ),
  tz: TimeZone.optional().describe(
    "IANA time zone of the days and hours; the tenant's if omitted.",
  ),
  resource_id: ResourceIds,
  compare: z
    .enum(["previous"])
    .optional()
    .describe("With `previous`, adds the figures of the same number of days before."),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("Format of the response; csv is the series, and needs the role admin."),
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

const Count = z.int().min(0);
const Share = z.number().min(0).nullable();

/** All payments and refunds of the counted bookings, whenever they were made. */
export const AnalyticsMoney = z
  .object({
    currency: Currency.describe("ISO 4217 currency code, e.g. EUR."),
    gross: Count.describe("Amount collected, duplicate payments included, in minor units."),
    refunds: Count.describe("Amount refunded, duplicate payments included, in minor units."),
    owed: Count.describe("Cash refunds not handed back yet, in minor units; not in `refunds`."),
    deposits: Count.describe(
      "The part of `net` paid for bookings with a deposit that still take place and have a balance due, in minor units.",
    ),
    fees: z
      .int()
      .describe(
        "The part of `net` that is fees for no-shows and late cancellations, in minor units; below 0 where a dispute took more.",
      ),
    net: z.int().describe("Gross less refunds, in minor units."),
  })
  .describe("Payments and refunds of the counted bookings in one currency.");
export type AnalyticsMoney = z.infer<typeof AnalyticsMoney>;

const inStatus = Count.describe("Number of bookings in this status.");
const inEachStatus = {
  pending: inStatus,
  confirmed: inStatus,
  paid: inStatus,
  completed: inStatus,
  no_show: inStatus,
  cancelled: inStatus,
  refunded: inStatus,
  expired: inStatus,
} satisfies Record<BookingStatus, typeof Count>;
const counted = {
  bookings_total: Count.describe("Number of bookings that start in the range, in any status."),
  by_status: z.object(inEachStatus).describe("Number of bookings in each status now."),
  party_total: Count.describe("Number of guests: the party sizes of held bookings."),
  money: z.array(AnalyticsMoney).describe("Payments and refunds, by currency."),
  utilisation: Share.describe(
    "Share of offered seat-minutes that is booked, 0 to 1, above 1 for bookings outside offered times; null if nothing was offered. Overlapping open slots of a resource count once, with the most seats any of them has.",
  ),
};
export const AnalyticsPoint = z
  .object({
    date: z
      .string()
      .describe("First day of the interval, YYYY-MM-DD; may be before the start of the range."),
    ...counted,
  })
  .describe("The figures of one interval.");
export type AnalyticsPoint = z.infer<typeof AnalyticsPoint>;

export const AnalyticsFigures = z
  .object({
    starts_at: Instant.describe("Start of the range, in UTC."),
    ends_at: Instant.describe("End of the range, exclusive, in UTC."),
    ...counted,
    cancellation_rate: Share.describe(
      "Cancelled and refunded bookings as a share of all but pending and expired ones, 0 to 1; null if there are none.",
    ),
    no_show_rate: Share.describe(
      "No-shows as a share of confirmed, paid, completed and no-show bookings that have started, 0 to 1; null if there are none.",
    ),
    expiry_rate: Share.describe(
      "Expired bookings as a share of `bookings_total`, 0 to 1; null if there are none.",
    ),
    payment_conversion: Share.describe(
      "Paid bookings, refunded ones included, as a share of bookings with a payment started, 0 to 1; null if there are none.",
    ),
    avg_lead_hours: z
      .number()
      .min(0)
      .nullable()
      .describe(
        "Average hours from booking to start over `bookings_total`, with two decimals; null if there are none.",
      ),
    repeat_customer_rate: Share.describe(
      "Customers with an earlier or another held booking as a share of customers with a held booking in the range, 0 to 1; null if there are none.",
    ),
    series: z.array(AnalyticsPoint).describe("Figures of each interval, in order."),
  })
  .describe("The figures of one range.");
export type AnalyticsFigures = z.infer<typeof AnalyticsFigures>;

export const TopResource = z
  .object({
    resource_id: ResourceId,
    name: z.string().describe("Name of the resource now; its last known name if it was deleted."),
    bookings: Count.describe("Number of held bookings."),
    party_total: Count.describe("Number of guests in them."),
    booked_minutes: Count.describe("Seat-minutes booked: party size times length."),
  })
  .describe("A resource with many bookings.");
export type TopResource = z.infer<typeof TopResource>;

export const Analytics = AnalyticsFigures.extend({
  time_zone: z.string().describe("IANA time zone of the days and hours, e.g. Europe/Amsterdam."),
  interval: AnalyticsInterval.describe("Length of the intervals of `series`."),
  top_resources: z
    .array(TopResource)
    .max(10)
    .describe("Resources with the most held bookings, at most ten."),
  heatmap: z
    .array(z.array(Count))
    .describe("Held bookings by local weekday (seven, Monday first) and hour (24) of their start."),
  previous: AnalyticsFigures.nullable().describe(
    "Figures of the same number of days before; null if not requested.",
  ),
}).describe("Figures of the bookings that start in a range of days.");
export type Analytics = z.infer<typeof Analytics>;

export const analytics = {
  read: operation({
    method: "GET",
    path: "/api/analytics",
    caller: session("viewer"),
    summary:
      "Get figures of the bookings that start in a range of days; staff and viewers get those of their own resources",
    query: AnalyticsQuery,
    returns: Analytics,
    errors: ["not_ready"],
  }),
};
