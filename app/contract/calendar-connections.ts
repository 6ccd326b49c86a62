import { z } from "zod";
import { bounded, Id, IdParams, Instant, pageOf, PageQuery, text, webAddress } from "./common";
import { CreatedAt } from "./fields";
import { MAX_AVAILABLE_CALENDARS, MAX_CONNECTIONS } from "./limits";
import { operation, session } from "./operation";

// Staff accounts at calendar providers. Their contents are private; others see only their state.

export const CalendarProvider = z
  .enum(["google", "microsoft", "caldav", "ical"])
  .describe("Where the calendars are; `ical` is an iCalendar address, which can only be read.");
export const OAuthCalendarProvider = z
  .enum(["google", "microsoft"])
  .describe("A provider on whose own page a person agrees.");
export type OAuthCalendarProvider = z.infer<typeof OAuthCalendarProvider>;

export const CalendarConnection = z
  .object({
    id: Id.describe("ID of the connection."),
    user_id: Id.describe("ID of the user whose account it is."),
    user_name: z.string().describe("Name of that user."),
    provider: CalendarProvider,
    account: z
      .string()
      .nullable()
      .describe("The account, as its own user sees it; null for everyone else."),
    state: z
      .enum(["ok", "stale", "reconnect_required", "missing_scope", "rate_limited", "disconnecting"])
      .describe(
        "State of the account. `stale`: not reached for 15 minutes, or read later than it should be; `reconnect_required`: its user must connect again; `missing_scope`: a right was not given; `rate_limited`: the provider asks to wait; `disconnecting`: being removed.",
      ),
    problem: z
      .string()
      .nullable()
      .describe("What is wrong and what to do, in plain words; null if nothing is."),
    can_write: z.boolean().describe("Whether bookings may be written to its calendars."),
    last_ok_at: Instant.nullable().describe(
      "When the provider last answered, in UTC; null if it never has.",
    ),
    broken_at: Instant.nullable().describe(
      "Since when it has not worked, in UTC; null if it works.",
    ),
    created_at: CreatedAt,
  })
  .describe("A user's account at a calendar provider.");
export type CalendarConnection = z.infer<typeof CalendarConnection>;

const caldavPassword = bounded(500)
  .min(1)
  .describe("Password; iCloud and Fastmail take only an app password.");
export const NewCalendarConnection = z
  .discriminatedUnion("provider", [
    z.strictObject({
      provider: z.literal("caldav").describe("A CalDAV account."),
      server_url: webAddress("Use a web address such as https://caldav.example.com.").describe(
        "Address of the server.",
      ),
      username: text(254, 1).describe("User name at the server."),
      password: caldavPassword,
    }),
    z.strictObject({
      provider: z.literal("ical").describe("An iCalendar address."),
      url: webAddress("Use a web address such as https://example.com/calendar.ics.").describe(
        "Address of an iCalendar file. Anyone who has it can read the calendar.",
      ),
    }),
  ])
  .describe("An account that is opened by a password, or a calendar by its address.");
export type NewCalendarConnection = z.output<typeof NewCalendarConnection>;

export const CalendarConnectionFilter = PageQuery.extend({
  user_id: Id.optional().describe("Only connections of this user."),
});
export type CalendarConnectionFilter = z.output<typeof CalendarConnectionFilter>;

export const ConnectCalendars = z
  .strictObject({
    provider: OAuthCalendarProvider,
    connection_id: Id.optional().describe(
      "ID of the connection to repair; the account is then suggested.",
    ),
    resource_id: Id.optional().describe(
      "ID of the resource that the calendars are for, suggested afterwards.",
    ),
    access: z
      .enum(["read", "write"])
      .default("write")
      .describe(
        "Rights to ask for. `read`: when calendars are busy, and nothing else; bookings can't be written to them.",
      ),
  })
  .describe("Which account to connect.");
export type ConnectCalendars = z.output<typeof ConnectCalendars>;
export const ConnectCalendarsAddress = z
  .object({ url: z.string().describe("URL where the user agrees, in the same browser.") })
  .describe("Where the user goes on.");
/** The provider determines the code's length and may add parameters. */
export const CalendarsReturn = z.object({
  code: bounded(4000).optional().describe("Code to exchange for the connection, once."),
  state: text(200).optional().describe("State as it was sent to the provider."),
  error: text(200).optional().describe("Why the provider or the user refused."),
});
export type CalendarsReturn = z.output<typeof CalendarsReturn>;

/** Keeps or deletes future events in a calendar that is disconnected. */
const EventsLeft = z
  .enum(["keep", "delete"])
  .default("keep")
  .describe("Whether future bookings already written there are kept or deleted.");
export const DisconnectQuery = z.object({ events: EventsLeft });

export const AvailableCalendar = z
  .object({
    external_id: z.string().describe("ID of the calendar at the provider."),
    name: z.string().describe("Name of the calendar."),
    time_zone: z
      .string()
      .nullable()
      .describe("IANA time zone of the calendar; null if the provider doesn't say."),
    can_write: z.boolean().describe("Whether bookings can be written to it."),
    is_primary: z.boolean().describe("Whether it is the account's own calendar."),
    calendar_id: Id.nullable().describe("ID under which it is connected; null if it isn't."),
  })
  .describe("A calendar of a connected account.");
export type AvailableCalendar = z.infer<typeof AvailableCalendar>;
export const AvailableCalendars = pageOf(AvailableCalendar)
  .extend({
    left_out: z
      .int()
      .describe(
        `Number of calendars of the account beyond the first ${MAX_AVAILABLE_CALENDARS}, which are not listed.`,
      ),
  })
  .describe("Calendars of a connected account, as the provider lists them.");
export type AvailableCalendars = z.infer<typeof AvailableCalendars>;

const person = { secret_key: false } as const;
const callbackErrors = ["integration_disabled", "provider_unavailable", "invalid_state"] as const;

/** Accounts of users at calendar providers. */
export const calendarConnections = {
  list: operation({
    method: "GET",
    path: "/api/calendar-connections",
    caller: session("staff"),
    summary:
      "List calendar connections: the caller's own; for admins everyone's, without their accounts",
    query: CalendarConnectionFilter,
    returns: pageOf(CalendarConnection),
  }),
  create: operation({
    method: "POST",
    path: "/api/calendar-connections",
    caller: session("staff", person),
    summary: `Connect a CalDAV account or an iCalendar address; it is read before anything is stored. At most ${MAX_CONNECTIONS} per user`,
    body: NewCalendarConnection,
    returns: CalendarConnection,
    status: 201,
    errors: ["in_use", "provider_unavailable"],
    answers_secret: true,
  }),
  connect: operation({
    method: "POST",
    path: "/api/calendar-connections/connect",
    caller: session("staff", person),
    summary: "Begin to connect an account at Google or Microsoft; sets the state cookie",
    body: ConnectCalendars,
    returns: ConnectCalendarsAddress,
    errors: ["integration_disabled", "provider_unavailable", "not_found", "in_use"],
    idempotent: { never: "each link belongs to the state cookie set with it" },
  }),
  googleCallback: operation({
    method: "GET",
    path: "/api/calendar-connections/callback/google",
    caller: session("staff", person),
    summary: "Return from Google; continues to the page of the connection",
    query: CalendarsReturn,
    status: 302,
    errors: callbackErrors,
    loose_query: true,
  }),
  microsoftCallback: operation({
    method: "GET",
    path: "/api/calendar-connections/callback/microsoft",
    caller: session("staff", person),
    summary: "Return from Microsoft; continues to the page of the connection",
    query: CalendarsReturn,
    status: 302,
    errors: callbackErrors,
    loose_query: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/calendar-connections/:id",
    caller: session("staff"),
    summary: "Get a calendar connection",
    params: IdParams,
    returns: CalendarConnection,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/calendar-connections/:id",
    caller: session("staff", person),
    summary:
      "Disconnect an account: its calendars stop counting, and what opens it is deleted. Its user or an admin",
    params: IdParams,
    query: DisconnectQuery,
    status: 204,
  }),
  read: operation({
    method: "POST",
    path: "/api/calendar-connections/:id/read",
    caller: session("staff", person),
    summary: "Read the calendars of a connection again now",
    params: IdParams,
    status: 204,
    errors: ["not_connected"],
  }),
  available: operation({
    method: "GET",
    path: "/api/calendar-connections/:id/available",
    caller: session("staff", person),
    summary:
      "List the calendars of a connected account, as its provider answers now. Its user only",
    params: IdParams,
    returns: AvailableCalendars,
    errors: ["not_connected", "provider_unavailable", "rate_limited"],
  }),
};
