import { z } from "zod";
import { Booking } from "./bookings";
import { Id, Instant } from "./common";
import { PriceCurrency, ResourceId, ScheduleId, WasDryRun } from "./fields";

// Several services that a guest has one after another: ordinary bookings that are made together.

const span = {
  starts_at: Instant.describe("Start, RFC 3339 in UTC, e.g. 2026-11-20T09:00:00Z."),
  ends_at: Instant.describe("End, RFC 3339 in UTC, e.g. 2026-11-20T10:00:00Z."),
  price_amount: z.int().nullable().describe("Price in minor units of the currency; null for none."),
  currency: PriceCurrency,
};
const total = {
  ...span,
  price_amount: z
    .int()
    .nullable()
    .describe(
      "Sum of the prices in minor units; null without a price, or if their currencies differ.",
    ),
};

export const BookingVisit = z
  .object({
    id: Id.nullable().describe("ID of the visit; null in a dry run."),
    dry_run: WasDryRun,
    ...total,
    bookings: z
      .array(Booking)
      .describe("Bookings of the visit that the caller may see, in order; not saved in a dry run."),
  })
  .describe("Bookings of several services, one after another for one guest.");
export type BookingVisit = z.infer<typeof BookingVisit>;

export const VisitTime = z
  .object({
    ...total,
    parts: z
      .array(z.object({ schedule_id: ScheduleId, resource_id: ResourceId, ...span }))
      .describe("The parts at that start, in order, each with a resource that is free."),
  })
  .describe("A start at which all parts of a visit are free.");
export type VisitTime = z.infer<typeof VisitTime>;

export const WidgetVisitTimes = z
  .object({
    time_zone: z.string().describe("IANA time zone of the days, e.g. Europe/Amsterdam."),
    times: z
      .array(z.object(total).describe("A start at which all services are free, one after another."))
      .describe("Starts in order; `ends_at` is the end of the last service."),
  })
  .describe("Starts at which several services are free, with their minutes and price together.");
export type WidgetVisitTimes = z.infer<typeof WidgetVisitTimes>;

export const VisitTimes = z
  .object({
    date: z.string().describe("The day, YYYY-MM-DD."),
    time_zone: z.string().describe("IANA time zone of the day, e.g. Europe/Amsterdam."),
    times: z.array(VisitTime).describe("Starts of the day, in order."),
  })
  .describe("Starts on a day at which all parts of a visit are free.");
export type VisitTimes = z.infer<typeof VisitTimes>;
