import type { calendar_v3 } from "@googleapis/calendar";
import { z } from "zod";
import { parseInstant } from "~/lib/time";
import { type WireAnswer, type WireCall, WireError, type WireRoute } from "../calendars/wire";
import type { GoogleChannels } from "./channels";
import { epochOf, listEvents } from "./list-events";
import type {
  AccessRole,
  GoogleCalendar,
  GoogleEvent,
  GoogleGrant,
  GoogleState,
  NewGoogleEvent,
} from "./state";

const SCOPE = "https://www.googleapis.com/auth/";
const LIST = [`${SCOPE}calendar.calendarlist.readonly`];
const OWNED = `${SCOPE}calendar.events.owned`;
const READ = [`${SCOPE}calendar.events.freebusy`, OWNED];

const Instant = z.string().refine((text) => parseInstant(text) !== null, "Invalid date-time");
const EventTime = z.union([
  z.strictObject({ dateTime: Instant, timeZone: z.string().optional() }),
  z.strictObject({ date: z.iso.date() }),
]);
const EventBody = z.strictObject({
  summary: z.string().max(1024).optional(),
  description: z.string().max(8192).optional(),
  location: z.string().max(1024).optional(),
  start: EventTime,
  end: EventTime,
  status: z.enum(["confirmed", "tentative"]).default("confirmed"),
  transparency: z.enum(["opaque", "transparent"]).default("opaque"),
  source: z.strictObject({ title: z.string(), url: z.url({ protocol: /^https?$/ }) }).optional(),
  extendedProperties: z
    .strictObject({ private: z.record(z.string().max(44), z.string().max(1024)) })
    .optional(),
});
const NewEventBody = EventBody.extend({
  id: z
    .string()
    .regex(/^[a-v0-9]{5,1024}$/, "Invalid resource id value.")
    .optional(),
});
const WatchBody = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9\-_+/=]{1,64}$/),
  type: z.literal("web_hook"),
  address: z.url(),
  token: z.string().max(256).optional(),
  expiration: z.string().regex(/^\d+$/).optional(),
});
const StopBody = z.strictObject({ id: z.string(), resourceId: z.string() });

const LONGEST_CHANNEL_MS = 7 * 86_400_000;
const WRITE_PARAMS = ["sendUpdates", "fields"];
const LIST_PARAMS = [
  "singleEvents",
  "showDeleted",
  "maxResults",
  "maxAttendees",
  "timeMin",
  "timeMax",
  "pageToken",
  "syncToken",
  "fields",
];

interface Opened {
  calendar: GoogleCalendar;
  role: AccessRole;
  grant: GoogleGrant;
}

/** The endpoints of the Calendar API v3 that the product calls. */
export class GoogleWire {
  /** Events of a page; a provider may give fewer than were asked for. */
  pageSize = 2500;

  constructor(
    private readonly state: GoogleState,
    private readonly channels: GoogleChannels,
  ) {}

  routes(): WireRoute[] {
    const events = "/calendar/v3/calendars/:calendar/events";
    const one = `${events}/:event`;
    const list = this.#list.bind(this);
    return [
      { method: "get", path: "/calendar/v3/users/me/calendarList", query: ["maxResults", "pageToken"], body: null, handle: (call) => this.#calendars(call) }, // prettier-ignore
      { method: "get", path: events, query: LIST_PARAMS, body: null, handle: list },
      {
        method: "post",
        path: events,
        query: WRITE_PARAMS,
        body: NewEventBody,
        handle: (call) => this.#insert(call),
      },
      {
        method: "post",
        path: `${events}/watch`,
        query: [],
        body: WatchBody,
        handle: (call) => this.#watch(call),
      },
      {
        method: "get",
        path: one,
        query: ["fields"],
        body: null,
        handle: (call) => this.#get(call),
      },
      {
        method: "put",
        path: one,
        query: WRITE_PARAMS,
        body: EventBody,
        handle: (call) => this.#update(call),
      },
      {
        method: "delete",
        path: one,
        query: ["sendUpdates"],
        body: null,
        handle: (call) => this.#delete(call),
      },
      { method: "post", path: "/calendar/v3/channels/stop", query: [], body: StopBody, handle: (call) => this.#stop(call) }, // prettier-ignore
    ];
  }

  #grantOf({ header }: WireCall, anyOf: string[]): GoogleGrant {
    const token = /^Bearer (.+)$/.exec(header("Authorization") ?? "")?.[1] ?? "";
    const access = this.state.data.access[token];
    const grant = access === undefined ? undefined : this.state.data.grants[access.grant];
    if (
      access === undefined ||
      grant === undefined ||
      grant.revoked ||
      access.expires <= this.state.now()
    )
      throw new WireError(401, "authError", "Invalid Credentials");
    if (!anyOf.some((scope) => grant.scopes.includes(scope)))
      throw new WireError(
        403,
        "insufficientPermissions",
        "Request had insufficient authentication scopes.",
      );
    return grant;
  }

  #open(call: WireCall, anyOf: string[], mustOwn = false): Opened {
    const grant = this.#grantOf(call, anyOf);
    const entry = this.state.data.accounts[grant.account]?.calendars.find(
      ({ id }) => id === call.params.calendar,
    );
    const calendar = this.state.data.calendars[entry?.id ?? ""];
    if (entry === undefined || calendar === undefined)
      throw new WireError(404, "notFound", "Not Found");
    if (mustOwn && entry.access_role !== "owner")
      throw new WireError(
        403,
        "requiredAccessLevel",
        "You need to have owner access to this calendar.",
      );
    return { calendar, role: entry.access_role, grant };
  }

  #calendars(call: WireCall): WireAnswer {
    const { account } = this.#grantOf(call, LIST);
    const entries = this.state.data.accounts[account]?.calendars ?? [];
    const items = entries.map(
      ({ id, access_role, primary }): calendar_v3.Schema$CalendarListEntry => {
        const { summary, time_zone } = this.state.calendar(id);
        const entry = {
          kind: "calendar#calendarListEntry",
          id,
          summary,
          timeZone: time_zone,
          accessRole: access_role,
        };
        return primary ? { ...entry, primary } : entry;
      },
    );
    return {
      status: 200,
      body: { kind: "calendar#calendarList", items } satisfies calendar_v3.Schema$CalendarList,
    };
  }

  #list(call: WireCall): WireAnswer {
    const opened = this.#open(call, READ);
    const show = (event: GoogleEvent) => shownTo(opened, event);
    return { status: 200, body: listEvents(opened.calendar, call.query, show, this.pageSize) };
  }

  #get(call: WireCall): WireAnswer {
    const opened = this.#open(call, READ);
    const kept = opened.calendar.events[call.params.event ?? ""];
    if (kept === undefined) throw new WireError(404, "notFound", "Not Found");
    return { status: 200, body: shownTo(opened, kept.event) };
  }

  #insert(call: WireCall): WireAnswer {
    const opened = this.#open(call, [OWNED], true);
    const body = call.body as z.infer<typeof NewEventBody>;
    // A deleted event keeps its id.
    if (body.id !== undefined && opened.calendar.events[body.id] !== undefined)
      throw new WireError(409, "duplicate", "The requested identifier already exists.");
    return this.#write(opened, body as NewGoogleEvent);
  }

  #update(call: WireCall): WireAnswer {
    const opened = this.#open(call, [OWNED], true);
    const id = call.params.event ?? "";
    const kept = opened.calendar.events[id];
    if (kept === undefined) throw new WireError(404, "notFound", "Not Found");
    checkEtag(call, kept.event);
    return this.#write(opened, {
      ...(call.body as z.infer<typeof EventBody>),
      id,
    } as NewGoogleEvent);
  }

  #write(opened: Opened, event: NewGoogleEvent): WireAnswer {
    const { calendar } = opened;
    if (!(epochOf(event.start, calendar.time_zone) < epochOf(event.end, calendar.time_zone)))
      throw new WireError(400, "timeRangeEmpty", "The specified time range is empty.");
    const [id = ""] = this.state.put(calendar.id, event);
    return { status: 200, body: shownTo(opened, calendar.events[id]!.event) };
  }

  #delete(call: WireCall): WireAnswer {
    const { calendar } = this.#open(call, [OWNED], true);
    const kept = calendar.events[call.params.event ?? ""];
    if (kept === undefined) throw new WireError(404, "notFound", "Not Found");
    checkEtag(call, kept.event);
    if (!this.state.remove(calendar.id, kept.event.id))
      throw new WireError(410, "deleted", "Resource has been deleted");
    return { status: 204 };
  }

  #watch(call: WireCall): WireAnswer {
    const { calendar } = this.#open(call, READ);
    const { id, address, token = "", expiration } = call.body as z.infer<typeof WatchBody>;
    const { protocol, hostname } = new URL(address);
    if (protocol !== "https:" && hostname !== "127.0.0.1")
      throw new WireError(
        400,
        "push.webhookUrlNotHttps",
        `WebHook callback must be HTTPS: ${address}`,
      );
    const latest = this.state.now() + LONGEST_CHANNEL_MS;
    const expires = Math.min(expiration === undefined ? latest : Number(expiration), latest);
    const made = this.channels.open({ id, calendar: calendar.id, token, address, expires });
    if (made === null)
      throw new WireError(400, "channelIdNotUnique", `Channel id ${id} not unique`);
    const body = {
      kind: "api#channel",
      id,
      resourceId: made.resource_id,
      resourceUri: `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(calendar.id)}/events`,
      token,
      expiration: String(expires),
    } satisfies calendar_v3.Schema$Channel;
    return { status: 200, body };
  }

  #stop(call: WireCall): WireAnswer {
    this.#grantOf(call, READ);
    const { id, resourceId } = call.body as z.infer<typeof StopBody>;
    if (!this.channels.stop(id, resourceId))
      throw new WireError(404, "notFound", `Channel '${id}' not found`);
    return { status: 204 };
  }
}

/** A holder of the free/busy right alone, or of a calendar that is shared as free/busy, sees no content. */
function shownTo({ role, grant }: Opened, event: GoogleEvent): calendar_v3.Schema$Event {
  if (grant.scopes.includes(OWNED) && role === "owner") return event;
  const { kind, id, status, etag, start, end, transparency, eventType } = event;
  return { kind, id, status, etag, start, end, transparency, eventType, visibility: "private" };
}

function checkEtag({ header }: WireCall, event: GoogleEvent): void {
  const wanted = header("If-Match");
  if (wanted !== undefined && wanted !== "*" && wanted !== event.etag)
    throw new WireError(412, "conditionNotMet", "Precondition Failed");
}

/** As the Calendar API words its refusals. */
export function googleErrorBody({ status, reason, message }: WireError): object {
  return { error: { code: status, message, errors: [{ domain: "global", reason, message }] } };
}
