import { createHash } from "node:crypto";
import type { calendar_v3 } from "@googleapis/calendar";
import { z } from "zod";
import { parseInstant } from "~/lib/time";
import { type WireAnswer, type WireCall, WireError, type WireRoute } from "../calendars/wire";
import type { GoogleChannels } from "./channels";
import { epochOf, listEvents } from "./list-events";
import { partOf } from "./partial-response";
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
/** In a patch, null removes the other kind of time (RFC 7396). */
const EventTime = z.union([
  z.strictObject({ dateTime: Instant, timeZone: z.string().optional(), date: z.null().optional() }),
  z.strictObject({ date: z.iso.date(), dateTime: z.null().optional() }),
]);
const EventBody = z.strictObject({
  summary: z.string().max(1024).optional(),
  description: z.string().max(8192).optional(),
  location: z.string().max(1024).optional(),
  start: EventTime,
  end: EventTime,
  status: z.enum(["confirmed", "tentative"]).optional(),
  transparency: z.enum(["opaque", "transparent"]).optional(),
  source: z.strictObject({ title: z.string(), url: z.url({ protocol: /^https?$/ }) }).optional(),
  conferenceData: z
    .strictObject({
      createRequest: z.strictObject({
        requestId: z.string().min(1).max(128),
        conferenceSolutionKey: z.strictObject({ type: z.literal("hangoutsMeet") }),
      }),
    })
    .optional(),
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
const EventPatch = EventBody.partial();
const WatchBody = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9\-_+/=]{1,64}$/),
  type: z.literal("web_hook"),
  address: z.url(),
  token: z.string().max(256).optional(),
  expiration: z.string().regex(/^\d+$/).optional(),
});
const StopBody = z.strictObject({ id: z.string(), resourceId: z.string() });

const LONGEST_CHANNEL_MS = 7 * 86_400_000;
const WRITE_PARAMS = ["sendUpdates", "fields", "conferenceDataVersion"];
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
  /** Page size; providers may return fewer events than requested. */
  pageSize = 2500;
  /** Puts an empty page before each page. */
  emptyPages = false;
  /**
   * When a Meet link exists: in the response, at the next call after it, or never, as in an
   * organization that disabled Meet.
   */
  meetings: "immediately" | "late" | "never" = "late";

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
        method: "patch",
        path: one,
        query: WRITE_PARAMS,
        body: EventPatch,
        handle: (call) => this.#patch(call),
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
    const from = Number(call.query.get("pageToken") ?? 0);
    const end = from + Math.min(Number(call.query.get("maxResults") ?? 100), this.pageSize);
    const body: calendar_v3.Schema$CalendarList = {
      kind: "calendar#calendarList",
      items: items.slice(from, end),
    };
    if (end < items.length) body.nextPageToken = String(end);
    return { status: 200, body };
  }

  #list(call: WireCall): WireAnswer {
    const opened = this.#open(call, READ);
    const most = Number(call.query.get("maxAttendees") ?? Infinity);
    const show = (event: GoogleEvent) => shownTo(opened, event, most);
    return this.#answer(
      call,
      listEvents(opened.calendar, call.query, show, {
        mostItems: this.pageSize,
        emptyPages: this.emptyPages,
      }),
    );
  }

  #get(call: WireCall): WireAnswer {
    const opened = this.#open(call, READ);
    const stored = opened.calendar.events[call.params.event ?? ""];
    if (stored === undefined) throw new WireError(404, "notFound", "Not Found");
    this.#finishLate(opened.calendar, stored.event);
    return this.#answer(call, shownTo(opened, opened.calendar.events[stored.event.id]!.event));
  }

  /** Only the requested fields. */
  #answer({ query }: WireCall, body: object): WireAnswer {
    const fields = query.get("fields");
    return { status: 200, body: fields === null ? body : partOf(body, fields) };
  }

  #insert(call: WireCall): WireAnswer {
    const opened = this.#open(call, [OWNED], true);
    const body = call.body as z.infer<typeof NewEventBody>;
    // A deleted event keeps its id.
    if (body.id !== undefined && opened.calendar.events[body.id] !== undefined)
      throw new WireError(409, "duplicate", "The requested identifier already exists.");
    return this.#write(
      opened,
      call,
      mergePatch({}, this.#withConference(call, body, undefined)) as NewGoogleEvent,
    );
  }

  /** Ignores a conference request without version 1, or with an id already used for the event. */
  #withConference(
    { query }: WireCall,
    { conferenceData, ...rest }: z.infer<typeof EventPatch>,
    before: GoogleEvent | undefined,
  ): object {
    if (conferenceData === undefined || query.get("conferenceDataVersion") !== "1") return rest;
    const { createRequest } = conferenceData;
    if (before?.conferenceData?.createRequest?.requestId === createRequest.requestId) return rest;
    const status = { statusCode: this.meetings === "never" ? "failure" : "pending" };
    const made = { createRequest: { ...createRequest, status } };
    const finished = this.meetings === "immediately" ? finishedConference(made) : null;
    return { ...rest, conferenceData: finished ?? made };
  }

  /** A conference created after the response changes the event and its etag. */
  #finishLate(calendar: GoogleCalendar, event: GoogleEvent): void {
    if (this.meetings !== "late") return;
    const conferenceData = finishedConference(event.conferenceData);
    if (conferenceData !== null) this.state.patch(calendar.id, event.id, { conferenceData });
  }

  #patch(call: WireCall): WireAnswer {
    const opened = this.#open(call, [OWNED], true);
    const stored = opened.calendar.events[call.params.event ?? ""];
    if (stored === undefined) throw new WireError(404, "notFound", "Not Found");
    this.#finishLate(opened.calendar, stored.event);
    checkEtag(call, opened.calendar.events[stored.event.id]!.event);
    const body = this.#withConference(call, call.body as z.infer<typeof EventPatch>, stored.event);
    const merged = mergePatch(
      opened.calendar.events[stored.event.id]!.event,
      body,
    ) as NewGoogleEvent;
    for (const { date, dateTime } of [merged.start, merged.end])
      if (date != null && dateTime != null)
        throw new WireError(400, "invalid", "Invalid start time.");
    return this.#write(opened, call, merged);
  }

  #write(opened: Opened, call: WireCall, event: NewGoogleEvent): WireAnswer {
    const { calendar } = opened;
    if (!(epochOf(event.start, calendar.time_zone) < epochOf(event.end, calendar.time_zone)))
      throw new WireError(400, "timeRangeEmpty", "The specified time range is empty.");
    const [id = ""] = this.state.put(calendar.id, event);
    return this.#answer(call, shownTo(opened, calendar.events[id]!.event));
  }

  #delete(call: WireCall): WireAnswer {
    const { calendar } = this.#open(call, [OWNED], true);
    const stored = calendar.events[call.params.event ?? ""];
    if (stored === undefined) throw new WireError(404, "notFound", "Not Found");
    checkEtag(call, stored.event);
    if (!this.state.remove(calendar.id, stored.event.id))
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

/** With free/busy access only, the content is hidden. */
function shownTo(
  { role, grant, calendar }: Opened,
  event: GoogleEvent,
  mostAttendees = Infinity,
): calendar_v3.Schema$Event {
  if (grant.scopes.includes(OWNED) && role === "owner")
    return withAttendees(event, calendar.id, mostAttendees);
  const { kind, id, status, etag, start, end, transparency, eventType } = event;
  return { kind, id, status, etag, start, end, transparency, eventType, visibility: "private" };
}

/** With more attendees than requested, only the calendar's own is returned. */
function withAttendees(
  event: GoogleEvent,
  calendarId: string,
  most: number,
): calendar_v3.Schema$Event {
  if (event.attendees === undefined) return event;
  const all = event.attendees.map((one) =>
    one.email === calendarId ? { ...one, self: true } : one,
  );
  if (all.length <= most) return { ...event, attendees: all };
  return { ...event, attendees: all.filter(({ self }) => self === true), attendeesOmitted: true };
}

/** The finished conference of a pending request; null if none is pending. */
function finishedConference(
  before: calendar_v3.Schema$ConferenceData | undefined,
): calendar_v3.Schema$ConferenceData | null {
  const request = before?.createRequest;
  if (request?.status?.statusCode !== "pending") return null;
  const code = createHash("sha256")
    .update(request.requestId ?? "")
    .digest("hex")
    .slice(0, 10);
  return {
    createRequest: { ...request, status: { statusCode: "success" } },
    conferenceId: code,
    conferenceSolution: { key: request.conferenceSolutionKey ?? {}, name: "Google Meet" },
    entryPoints: [
      { entryPointType: "video", uri: `https://meet.google.com/${code}` },
      { entryPointType: "phone", uri: "tel:+31200000000" },
    ],
  };
}

/** JSON merge patch (RFC 7396): missing fields stay, null removes. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  return merged;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function checkEtag({ header }: WireCall, event: GoogleEvent): void {
  const wanted = header("If-Match");
  if (wanted !== undefined && wanted !== "*" && wanted !== event.etag)
    throw new WireError(412, "conditionNotMet", "Precondition Failed");
}

/** Error body in the Calendar API's format. */
export function googleErrorBody({ status, reason, message }: WireError): object {
  return { error: { code: status, message, errors: [{ domain: "global", reason, message }] } };
}
