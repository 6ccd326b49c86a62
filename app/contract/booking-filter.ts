import { z } from "zod";
import { BookingSource, BookingStatus, PaymentStatus } from "./bookings";
import {
  bounded,
  DateOrInstant,
  Id,
  InstantInput,
  listOf,
  LivemodeFilter,
  MetaFilter,
  PageQuery,
  text,
} from "./common";
import { ResourceIds } from "./fields";

export const BookingSort = z
  .enum(["starts_at", "-starts_at", "created_at", "-created_at", "updated_at", "-updated_at"])
  .describe("Order of the list; a leading dash sorts descending.");
/**
 * A reference as guests type it: with or without dash, in any case, and with letters that are read
 * as digits.
 */
export const Reference = bounded(20)
  .transform((value) =>
    value.trim().toUpperCase().replace("-", "").replace(/O/g, "0").replace(/[IL]/g, "1"),
  )
  .pipe(
    z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/, { error: "Use a reference such as K7QF-2M9D." }),
  )
  .meta({ maxLength: 20 })
  .describe(
    "Reference of the booking as the guest received it, with or without the dash, e.g. K7QF-2M9D.",
  );
export const BookingFilter = PageQuery.extend({
  reference: Reference.optional(),
  status: listOf(BookingStatus)
    .optional()
    .describe("Only bookings with these statuses, separated by commas."),
  resource_id: ResourceIds,
  schedule_id: listOf(z.uuid())
    .optional()
    .describe("Only these schedules; IDs separated by commas."),
  slot_id: Id.optional().describe("Only bookings of this slot."),
  customer_id: Id.optional().describe("Only bookings of this customer."),
  series_id: Id.optional().describe("Only bookings of this series."),
  visit_id: Id.optional().describe("Only bookings of this visit."),
  from: DateOrInstant.optional().describe("Only bookings that end after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only bookings that start before this time, or before the end of this date.",
  ),
  range_by: z
    .enum(["overlap", "start"])
    .optional()
    .describe(
      "Whether `from` compares starts (`start`) or also includes bookings in progress (`overlap`, the default).",
    ),
  created_from: DateOrInstant.optional().describe(
    "Only bookings created at or after this date or time.",
  ),
  created_to: DateOrInstant.optional().describe(
    "Only bookings created before this time, or before the end of this date.",
  ),
  updated_since: InstantInput.optional().describe("Only bookings changed at or after this time."),
  payment_status: listOf(PaymentStatus)
    .optional()
    .describe("Only bookings with these payment statuses, separated by commas."),
  source: listOf(BookingSource)
    .optional()
    .describe("Only bookings from these sources, separated by commas."),
  meta: MetaFilter.optional(),
  livemode: LivemodeFilter,
  search: text(100)
    .pipe(z.string().min(2))
    .optional()
    .describe(
      "Part of the guest's name, email or phone, or the first three or more characters of a reference.",
    ),
  sort: BookingSort.default("-starts_at"),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("Format of the response; csv is the whole list."),
});
export type BookingFilter = z.output<typeof BookingFilter>;
