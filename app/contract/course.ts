import { z } from "zod";
import { Amount, Instant, LocalDate, text } from "./common";
import { PriceCurrency, ScheduleId } from "./fields";
import { MAX_SERIES_DATES } from "./limits";

// A course: a fixed number of a schedule's dates that guests book together.

export const Course = z
  .strictObject({
    name: text(120, 1)
      .nullable()
      .default(null)
      .describe("Name of the course, as guests see it; null for that of the schedule."),
    starts_on: LocalDate.describe(
      "Day from which its dates count, YYYY-MM-DD in the schedule's time zone.",
    ),
    dates: z
      .int()
      .min(2)
      .max(MAX_SERIES_DATES)
      .describe(
        "Number of dates, 2 to 52: the schedule's first starts from `starts_on` on. A closed day is left out, so that the course ends later.",
      ),
    price_amount: Amount.nullable()
      .default(null)
      .describe(
        "Price per person of the whole course in minor units, divided over its dates; null for the price of each date.",
      ),
    single_dates: z
      .boolean()
      .default(false)
      .describe(
        "Whether guests can also book single times of the schedule; otherwise those are refused with the reason course_only.",
      ),
    late_joining: z
      .boolean()
      .default(false)
      .describe(
        "Whether guests can book the remaining dates once the course has begun, at their share of the price.",
      ),
  })
  .describe("A course: dates of the schedule that guests book together.");
export type Course = z.output<typeof Course>;

/** Why a course can't be booked as a whole. */
export const CourseReason = z
  .enum(["taken", "begun", "over", "incomplete", "payment"])
  .describe(
    "Why the course can't be booked: a date is `taken` (see `dates`), it has `begun` and can't be joined, is `over`, or the opening hours have fewer dates (`incomplete`). Guests can't book a course that is paid online or with a card before each booking is confirmed (`payment`).",
  );
export type CourseReason = z.infer<typeof CourseReason>;

export const ScheduleCourse = z
  .object({
    schedule_id: ScheduleId,
    name: z.string().describe("Name of the course, as guests see it."),
    time_zone: z.string().describe("IANA time zone of the dates, e.g. Europe/Amsterdam."),
    bookable: z.boolean().describe("Whether all dates ahead can be booked now."),
    reason: CourseReason.nullable().describe("Why it can't be booked; null if it can."),
    remaining: z
      .int()
      .describe("Number of places left on every date ahead; 0 if it can't be booked."),
    price_amount: z
      .int()
      .nullable()
      .describe(
        "Sum of the prices of the dates ahead for the party, in minor units; null for no price.",
      ),
    currency: PriceCurrency,
    dates: z
      .array(
        z
          .object({
            no: z.int().describe("Number of the date in the course, from 1."),
            starts_at: Instant.describe("Start of the date, in UTC."),
            state: z
              .enum(["past", "free", "taken"])
              .describe(
                "Whether the date can be booked; one that is `past` is no longer part of a booking.",
              ),
            reason: z
              .string()
              .nullable()
              .describe(
                "Why the date is taken, as for a time in the availability, such as full, closed or too_far; null if it isn't.",
              ),
            price_amount: z
              .int()
              .nullable()
              .describe(
                "Price of the date for the party in minor units; null for no price, or if it isn't free.",
              ),
          })
          .describe("A date of a course."),
      )
      .describe("All dates of the course in order, those that have passed included."),
  })
  .describe("A course with its dates as they can be booked now.");
export type ScheduleCourse = z.infer<typeof ScheduleCourse>;
