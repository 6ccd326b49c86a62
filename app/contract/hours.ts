import { z } from "zod";
import {
  Id,
  IdParams,
  Instant,
  LocalDate,
  LocalTime,
  pageOf,
  PageQuery,
  SeenVersion,
  text,
  TimeZone,
  Version,
} from "./common";
import { BookingId, CreatedAt, ResourceId, UpdatedAt, WasDryRun } from "./fields";
import { MAX_OVERRIDE_INTERVALS } from "./limits";
import { operation, session } from "./operation";

/** Opening and closing time in requests. */
const times = {
  start: LocalTime.describe("Opening time, HH:MM in the time zone of the hours."),
  end: LocalTime.describe("Closing time, HH:MM; at or before `start` means the next day."),
};
/** The same in responses. */
const storedTimes = {
  start: z.string().describe("Opening time, HH:MM in the time zone of the hours."),
  end: z.string().describe("Closing time, HH:MM; at or before `start` means the next day."),
};
const Rule = z
  .strictObject({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .transform((days) => [...new Set(days)].sort())
      .describe("ISO weekdays, 1 for Monday to 7 for Sunday."),
    ...times,
  })
  .describe("Opening hours on some days of the week.");
const date = LocalDate.describe("Date, YYYY-MM-DD in the time zone of the hours.");
const Override = z
  .union(
    [
      z.strictObject({ date, closed: z.literal(true).describe("Closed for the whole date.") }),
      z.strictObject({
        date,
        intervals: z
          .array(z.strictObject(times))
          .min(1)
          .max(20)
          .describe("Opening hours of the date instead of the weekly ones."),
      }),
    ],
    { error: "Give a date with closed: true, or a date with its intervals (start and end)." },
  )
  .describe("A date with other opening hours, or closed.");

/** Opening hours in requests. */
export const hoursFields = {
  time_zone: TimeZone.describe("IANA time zone of the hours, e.g. Europe/Amsterdam."),
  rules: z.array(Rule).max(50).describe("Weekly opening hours."),
  overrides: z
    .array(Override)
    .max(400)
    .refine(
      (overrides) =>
        overrides.reduce(
          (sum, each) => sum + ("intervals" in each ? each.intervals.length : 0),
          0,
        ) <= MAX_OVERRIDE_INTERVALS,
      {
        error: `All dates together have at most ${MAX_OVERRIDE_INTERVALS} intervals. Join those that touch, or remove past dates.`,
      },
    )
    .describe(
      "Dates with other opening hours, at most 400 with 1,200 intervals in all; each date once.",
    ),
  valid_from: LocalDate.nullable().describe(
    "First day the hours apply, YYYY-MM-DD; null for no start date.",
  ),
  valid_to: LocalDate.nullable().describe(
    "Last day the hours apply, inclusive; null for no end date.",
  ),
};
/** The same in responses. */
export const storedHoursFields = {
  rules: z
    .array(
      z.object({
        days: z.array(z.int()).describe("ISO weekdays, 1 for Monday to 7 for Sunday."),
        ...storedTimes,
      }),
    )
    .describe("Weekly opening hours."),
  overrides: z
    .array(
      z.object({
        date: z.string().describe("Date, YYYY-MM-DD in the time zone of the hours."),
        closed: z.literal(true).optional().describe("Closed for the whole date."),
        intervals: z
          .array(z.object(storedTimes))
          .optional()
          .describe("Opening hours of the date instead of the weekly ones."),
      }),
    )
    .describe("Dates with other opening hours; each date once."),
};

/** Upcoming bookings outside the given hours, at most 200, ordered by start. */
export const OutsideBookings = z
  .array(
    z.object({
      id: BookingId,
      reference: z.string().describe("Reference of the booking."),
      resource_id: ResourceId,
      starts_at: Instant.describe("Start of the booking, in UTC."),
      ends_at: Instant.describe("End of the booking, in UTC."),
      customer_name: z.string().describe("Name of the guest."),
    }),
  )
  .describe("Future bookings outside the hours or resources, at most 200; they stay as they are.");
export type OutsideBookings = z.infer<typeof OutsideBookings>;

export const HoursId = Id.describe("ID of the hours.");
const name = text(120, 1).describe("Name of the hours, for staff.");

export const Hours = z
  .object({
    id: HoursId,
    name,
    ...hoursFields,
    ...storedHoursFields,
    version: Version,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe("Opening hours that several schedules and resources have in common.");
export type Hours = z.output<typeof Hours>;

export const NewHours = z
  .strictObject({
    name,
    ...hoursFields,
    time_zone: hoursFields.time_zone
      .optional()
      .describe("IANA time zone of the hours, e.g. Europe/Amsterdam; the tenant's if omitted."),
    overrides: hoursFields.overrides.default([]),
    valid_from: hoursFields.valid_from.default(null),
    valid_to: hoursFields.valid_to.default(null),
  })
  .describe("Hours to create.");
export type NewHours = z.output<typeof NewHours>;
const dry_run = z
  .boolean()
  .describe(
    "Whether to save nothing and only return the bookings that would fall outside the hours.",
  );
export const HoursPatch = z
  .strictObject({ name, ...hoursFields, dry_run, version: SeenVersion })
  .partial()
  .describe("Fields of hours to change.");
export type HoursPatch = z.output<typeof HoursPatch>;
export const SavedHours = Hours.extend({
  dry_run: WasDryRun,
  outside_bookings: OutsideBookings,
}).describe("Hours as saved, with the future bookings that no longer fit them.");
export type SavedHours = z.infer<typeof SavedHours>;

const closedDate = LocalDate.describe("Date, YYYY-MM-DD.");
export const ClosedDay = z
  .object({
    date: z.string().describe("Date, YYYY-MM-DD, in the time zone of each schedule."),
    name: z.string().describe("Why the company is closed, e.g. the name of a public holiday."),
  })
  .describe("A date on which nothing of the company can be booked.");
export type ClosedDay = z.infer<typeof ClosedDay>;
export const NewClosedDays = z
  .strictObject({
    days: z
      .array(
        z.strictObject({
          date: closedDate,
          name: text(120, 1).describe(
            "Why the company is closed, e.g. the name of a public holiday.",
          ),
        }),
      )
      .min(1)
      .max(100)
      .describe("Dates to close, at most 100; one that is closed already takes the new name."),
    dry_run: dry_run.default(false),
  })
  .describe("Dates to close.");
export type NewClosedDays = z.output<typeof NewClosedDays>;
export const SavedClosedDays = pageOf(ClosedDay)
  .extend({ dry_run: WasDryRun, outside_bookings: OutsideBookings })
  .describe("Closed dates as saved, with the future bookings on them.");
export type SavedClosedDays = z.infer<typeof SavedClosedDays>;
export const ClosedDayFilter = PageQuery.extend({
  from: LocalDate.optional().describe("Only dates from this one on."),
  to: LocalDate.optional().describe("Only dates up to this one."),
});
export type ClosedDayFilter = z.output<typeof ClosedDayFilter>;
const DateParams = z.object({ date: closedDate });

const Holiday = z
  .object({
    date: z.string().describe("Date, YYYY-MM-DD."),
    name: z.string().describe("Name of the holiday in the country's language, or in English."),
    closed: z.boolean().describe("Whether the company is closed on this date already."),
  })
  .describe("A public holiday.");
export const HolidayQuery = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: "Use the two capital letters of ISO 3166-1, e.g. DE." })
    .describe("Country, ISO 3166-1 alpha-2, e.g. DE."),
  region: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,10}$/, {
      error: "Use the code of the region without its country, e.g. BY.",
    })
    .optional()
    .describe(
      "Region of the country, e.g. BY for Bavaria; omitted: holidays of the whole country alone.",
    ),
  year: z.coerce.number().int().min(1970).max(2199).describe("Calendar year, e.g. 2027."),
});
export type HolidayQuery = z.output<typeof HolidayQuery>;
export const Holidays = pageOf(Holiday).describe(
  "All public holidays of the year, by date, to choose closed days from.",
);
export type Holidays = z.infer<typeof Holidays>;

export const hours = {
  list: operation({
    method: "GET",
    path: "/api/hours",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List shared hours, by name",
    query: PageQuery,
    returns: pageOf(Hours),
  }),
  create: operation({
    method: "POST",
    path: "/api/hours",
    caller: session("staff"),
    summary: "Create shared hours",
    body: NewHours,
    returns: Hours,
    status: 201,
    versioned: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/hours/:id",
    caller: session("viewer", { test_key: "settings" }),
    summary: "Get shared hours",
    params: IdParams,
    returns: Hours,
    versioned: true,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/hours/:id",
    caller: session("staff"),
    summary:
      "Update shared hours; the free slots of all that use them are regenerated, booked ones stay",
    params: IdParams,
    body: HoursPatch,
    returns: SavedHours,
    versioned: true,
    errors: ["version_conflict"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/hours/:id",
    caller: session("staff"),
    summary: "Delete shared hours; fails with in_use while a schedule or resource uses them",
    params: IdParams,
    status: 204,
    errors: ["in_use"],
  }),
  listClosedDays: operation({
    method: "GET",
    path: "/api/closed-days",
    caller: session("viewer", { test_key: "settings" }),
    summary: "List the dates on which the company is closed",
    query: ClosedDayFilter,
    returns: pageOf(ClosedDay),
  }),
  closeDays: operation({
    method: "POST",
    path: "/api/closed-days",
    caller: session("admin"),
    summary:
      "Close the company on some dates; nothing can be booked on them from then on, bookings stay",
    body: NewClosedDays,
    returns: SavedClosedDays,
  }),
  openDay: operation({
    method: "DELETE",
    path: "/api/closed-days/:date",
    caller: session("admin"),
    summary: "Open the company on a date again",
    params: DateParams,
    status: 204,
  }),
  listHolidays: operation({
    method: "GET",
    path: "/api/holidays",
    caller: session("viewer", { test_key: "settings" }),
    summary:
      "List public holidays of a country or region, to close the company on; data of date-holidays, CC BY-SA 3.0",
    query: HolidayQuery,
    returns: Holidays,
  }),
};
