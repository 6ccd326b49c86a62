import { z } from "zod";
import { CalendarConnection, CalendarProvider } from "./calendar-connections";
import {
  DateOrInstant,
  Id,
  IdParams,
  Instant,
  listOf,
  Page,
  pageOf,
  PageQuery,
  text,
} from "./common";
import { BookingId, CreatedAt, ResourceId, ResourceIds } from "./fields";
import {
  MAX_BUSY_TIMES,
  MAX_CALENDARS_OF_A_RESOURCE,
  MAX_DAYS_OF_BUSY_TIME,
  MAX_MINUTES_AROUND_EVENTS,
} from "./limits";
import { operation, session } from "./operation";

// External calendars that block resources and receive bookings. Their contents are private; others
// see only their state.

const checks = z.boolean().describe("Whether its busy times count for the resource.");
const mode = z
  .enum(["hard", "advise"])
  .describe(
    "How busy times count. `hard`: they can't be booked; `advise`: they are only shown to staff.",
  );
const tentative_is_busy = z.boolean().describe("Whether events not agreed to yet count as busy.");
const minutes = z.int().min(0).max(MAX_MINUTES_AROUND_EVENTS);
const minutes_before = minutes.describe(
  `Minutes closed before each of its events, at most ${MAX_MINUTES_AROUND_EVENTS}. Bookings already there stay and are no clash.`,
);
const minutes_after = minutes.describe(
  `Minutes closed after each of its events, at most ${MAX_MINUTES_AROUND_EVENTS}. Bookings already there stay and are no clash.`,
);
const keeps_titles = z
  .boolean()
  .describe("Whether the titles of its events are kept (encrypted), and shown to its own user.");
const writes = z
  .boolean()
  .describe("Whether the resource's bookings are written to it; one calendar of a resource is.");
const writes_guest = z
  .boolean()
  .describe("Whether the guest's name and contact go out with a booking.");

const health = z
  .enum(["ok", "late", "unreadable", "gone", "no_right"])
  .describe(
    "State of the calendar itself. `late`: not read when it should have been; `unreadable`: what the provider sends can't be read as a calendar, or is too large; `gone`: it no longer exists there; `no_right`: reading it, or writing bookings to it, is refused, or its account must be connected again. Its earlier busy times go on counting.",
  );
export type CalendarHealth = z.infer<typeof health>;

const UnreadEvents = z
  .object({
    reason: z
      .enum(["no_time", "rule", "too_many", "format"])
      .describe(
        "Why. `no_time`: no start that can be read, so it closes no time; `rule`: a recurrence that can't be read, its first occurrence counts; `too_many`: more occurrences than are kept, the nearest count; `format`: damaged.",
      ),
    count: z.int().describe("Number of events."),
  })
  .describe("Events that could not be read, for one reason.");

export const ConnectedCalendar = z
  .object({
    id: Id.describe("ID of the calendar."),
    connection_id: Id.describe("ID of its connection."),
    resource_id: ResourceId,
    user_id: Id.describe("ID of the user whose calendar it is."),
    user_name: z.string().describe("Name of that user."),
    provider: CalendarProvider,
    state: CalendarConnection.shape.state,
    external_id: z
      .string()
      .nullable()
      .describe("ID of the calendar at the provider; null for everyone but its user."),
    name: z.string().nullable().describe("Name of the calendar; null for everyone but its user."),
    time_zone: z
      .string()
      .nullable()
      .describe("IANA time zone of the calendar; null if the provider doesn't say."),
    can_write: z.boolean().describe("Whether bookings can be written to it."),
    checks,
    mode,
    tentative_is_busy,
    minutes_before,
    minutes_after,
    keeps_titles,
    writes,
    writes_guest,
    last_read_at: Instant.nullable().describe(
      "When it was last read, in UTC; null if it hasn't been.",
    ),
    events: z.int().describe("Number of busy times known of it."),
    health,
    health_since: Instant.nullable().describe(
      "Since when the calendar is in that state, in UTC; null if it is `ok`.",
    ),
    problem: z
      .string()
      .nullable()
      .describe(
        "What is wrong with the calendar and what to do, in plain words; null if nothing is.",
      ),
    unread_events: z.int().describe("Number of its events that the last read could not read."),
    unread: z.array(UnreadEvents).describe("Why those could not be read."),
    shrunk_at: Instant.nullable().describe(
      "When over half of its events were suddenly gone, in UTC: the earlier ones count until its user confirms; null if that isn't so.",
    ),
    notices_problem: z
      .string()
      .nullable()
      .describe(
        "Why the provider announces no changes of it and what to do, in plain words: it is read every few minutes instead. Null if it announces them, or never does for any calendar.",
      ),
    created_at: CreatedAt,
  })
  .describe("A calendar outside that a resource checks, or that its bookings are written to.");
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>;

const ExternalId = text(1000, 1).describe(
  "ID of the calendar at the provider, as `available` lists it.",
);
export const NewConnectedCalendar = z
  .strictObject({
    connection_id: Id.describe("ID of the connection."),
    external_id: ExternalId,
    resource_id: ResourceId,
    checks: checks.default(true),
    mode: mode.default("hard"),
    tentative_is_busy: tentative_is_busy.default(true),
    minutes_before: minutes_before.default(0),
    minutes_after: minutes_after.default(0),
    keeps_titles: keeps_titles.default(false),
    writes: writes.default(false),
    writes_guest: writes_guest.default(false),
  })
  .describe("A calendar to connect.");
export type NewConnectedCalendar = z.output<typeof NewConnectedCalendar>;
export const ConnectedCalendarPatch = z
  .strictObject({
    resource_id: ResourceId,
    checks,
    mode,
    tentative_is_busy,
    minutes_before,
    minutes_after,
    keeps_titles,
    writes,
    writes_guest,
    confirm_shrunk: z
      .literal(true)
      .describe("That the events which were suddenly gone are really gone."),
  })
  .partial()
  .describe("Fields of a connected calendar to change.");
export type ConnectedCalendarPatch = z.output<typeof ConnectedCalendarPatch>;

export const ConnectedCalendarFilter = PageQuery.extend({
  resource_id: ResourceIds,
  connection_id: Id.optional().describe("Only calendars of this connection."),
});
export type ConnectedCalendarFilter = z.output<typeof ConnectedCalendarFilter>;

const from = DateOrInstant.describe("Start of the range, a date or an instant.");
const to = DateOrInstant.describe(
  `End of the range, a date (inclusive) or an instant (exclusive), at most ${MAX_DAYS_OF_BUSY_TIME} days later.`,
);
export const BusyQuery = z.object({
  resource_id: listOf(z.uuid()).describe("Resources, by their IDs separated by commas."),
  from,
  to,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_BUSY_TIMES)
    .default(MAX_BUSY_TIMES)
    .describe(`Number of busy times per page, 1 to ${MAX_BUSY_TIMES}.`),
  cursor: PageQuery.shape.cursor,
});
export type BusyQuery = z.output<typeof BusyQuery>;
export const BusyTime = z
  .object({
    resource_id: ResourceId,
    starts_at: Instant.describe("Start of the busy time, in UTC."),
    ends_at: Instant.describe("End of the busy time, in UTC."),
    mode,
    calendar_ids: z.array(Id).describe("IDs of the calendars that say so."),
    user_names: z.array(z.string()).describe("Whose calendars those are."),
    titles: z
      .array(z.string())
      .describe("Titles of your own events, where you keep them; empty for everyone else's."),
  })
  .describe(
    "A time at which connected calendars are busy, with the minutes before and after their events; those that touch or overlap as one.",
  );
export type BusyTime = z.infer<typeof BusyTime>;
export const BusyTimes = z
  .object({
    data: z.array(BusyTime).describe("Busy times, in order of resource and time."),
    page: Page.omit({ total: true }).describe(
      "Where this page is in the list, and how to get the next one.",
    ),
  })
  .describe("Busy times of resources.");
export type BusyTimes = z.infer<typeof BusyTimes>;

export const CalendarClash = z
  .object({
    booking_id: BookingId,
    resource_id: ResourceId,
    calendar_id: Id.describe("ID of the calendar that is busy then."),
    user_name: z.string().describe("Whose calendar it is."),
    external_id: z
      .string()
      .describe(
        "Which event it is, for `fine`: its ID at the provider for the calendar's own user, a reference for everyone else.",
      ),
    instance: z
      .string()
      .describe("Which occurrence of the event, for `fine`; empty where there is one."),
    starts_at: Instant.describe("Start of the event, in UTC."),
    ends_at: Instant.describe("End of the event, in UTC."),
  })
  .describe("A booking at a time when a calendar of its resource says busy.");
export type CalendarClash = z.infer<typeof CalendarClash>;
export const ClashQuery = PageQuery.extend({ resource_id: ResourceIds });
export type ClashQuery = z.output<typeof ClashQuery>;
export const FineClash = z
  .strictObject({
    calendar_id: Id.describe("ID of the calendar."),
    external_id: text(500, 1).describe("Which event, as the clash names it."),
    instance: text(100).default("").describe("Which occurrence, as the clash names it."),
  })
  .describe("An event that may stay beside the bookings at its time.");
export type FineClash = z.output<typeof FineClash>;

export const BookingCalendar = z
  .object({
    calendar_id: Id.describe("ID of the calendar."),
    user_name: z.string().describe("Whose calendar it is."),
    provider: CalendarProvider,
    state: z
      .enum(["written", "waiting", "failing", "deleted_outside", "moved_outside"])
      .describe(
        "How far it is. `written`: the calendar shows the booking as it is; `waiting`: it will; `failing`: tried again for days; `deleted_outside`, `moved_outside`: someone did that in the calendar, and the booking is as it was.",
      ),
    problem: z
      .string()
      .nullable()
      .describe("Why it isn't written, in plain words; null if nothing is wrong."),
    next_at: Instant.nullable().describe("When it is tried again, in UTC; null if it isn't."),
    outside_starts_at: Instant.nullable().describe(
      "Start that the calendar shows, in UTC; null unless moved there.",
    ),
    outside_ends_at: Instant.nullable().describe(
      "End that the calendar shows, in UTC; null unless moved there.",
    ),
  })
  .describe("A booking in a calendar outside.");
export type BookingCalendar = z.infer<typeof BookingCalendar>;
export const BookingCalendars = pageOf(BookingCalendar).describe(
  "All calendars that a booking is written to.",
);
export const ResolveOutside = z
  .strictObject({
    calendar_id: Id.describe("ID of the calendar."),
    action: z
      .enum(["cancel", "put_back", "move", "keep"])
      .describe(
        "What to do. `cancel` the booking; `put_back`: write it again as it is; `move` it to the time that the calendar shows; `keep` both as they are.",
      ),
    override: z
      .boolean()
      .optional()
      .describe(
        "With `move`: whether to move outside opening hours and over capacity; needs the role admin and is audited.",
      ),
  })
  .describe("What to do about a booking that was deleted or moved in a calendar.");
export type ResolveOutside = z.output<typeof ResolveOutside>;

const person = { secret_key: false } as const;

/** Calendars of those accounts, assigned to resources. */
export const calendars = {
  list: operation({
    method: "GET",
    path: "/api/calendars",
    caller: session("staff"),
    summary:
      "List connected calendars of the resources that the caller works with; names only of the caller's own",
    query: ConnectedCalendarFilter,
    returns: pageOf(ConnectedCalendar),
  }),
  create: operation({
    method: "POST",
    path: "/api/calendars",
    caller: session("staff", person),
    summary: `Connect a calendar of the caller's own account to a resource, at most ${MAX_CALENDARS_OF_A_RESOURCE} to one`,
    body: NewConnectedCalendar,
    returns: ConnectedCalendar,
    status: 201,
    errors: [
      "already_exists",
      "in_use",
      "not_found",
      "not_connected",
      "provider_unavailable",
      "rate_limited",
    ],
  }),
  busy: operation({
    method: "GET",
    path: "/api/calendars/busy",
    caller: session("staff"),
    summary:
      "List busy times of resources, merged; titles only of the caller's own events, where they keep them",
    query: BusyQuery,
    returns: BusyTimes,
    errors: ["not_found", "not_ready"],
  }),
  clashes: operation({
    method: "GET",
    path: "/api/calendars/clashes",
    caller: session("staff"),
    summary: "List bookings at times when a calendar says busy, soonest first",
    query: ClashQuery,
    returns: pageOf(CalendarClash),
    errors: ["not_ready"],
  }),
  fine: operation({
    method: "POST",
    path: "/api/calendars/clashes/fine",
    caller: session("staff", person),
    summary:
      "Let an event stay beside the bookings at its time; it isn't listed as a clash any more",
    body: FineClash,
    status: 204,
    errors: ["not_found"],
  }),
  get: operation({
    method: "GET",
    path: "/api/calendars/:id",
    caller: session("staff"),
    summary: "Get a connected calendar",
    params: IdParams,
    returns: ConnectedCalendar,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/calendars/:id",
    caller: session("staff", person),
    summary: "Change how a calendar counts, or whether bookings are written to it. Its user only",
    params: IdParams,
    body: ConnectedCalendarPatch,
    returns: ConnectedCalendar,
    errors: ["already_exists", "in_use"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/calendars/:id",
    caller: session("staff", person),
    summary:
      "Let a calendar go: its busy times no longer count, bookings written to it stay there. Its user or an admin",
    params: IdParams,
    status: 204,
  }),
  ofBooking: operation({
    method: "GET",
    path: "/api/bookings/:id/calendars",
    caller: session("staff"),
    summary: "List the calendars that a booking is written to, and how far that is",
    params: IdParams,
    returns: BookingCalendars,
  }),
  resolve: operation({
    method: "POST",
    path: "/api/bookings/:id/calendars/resolve",
    caller: session("staff", person),
    summary: "Say what to do about a booking that was deleted or moved in a calendar",
    params: IdParams,
    body: ResolveOutside,
    returns: BookingCalendars,
    errors: ["invalid_transition", "slot_unavailable"],
  }),
};
