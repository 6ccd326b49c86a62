import { z } from "zod";
import type { CalendarClient } from "~/lib/calendar-env";
import { isZone, parsed, unlessGone } from "./answers";
import { boundedFetch } from "./bounded-fetch.server";
import {
  compareWithWanted,
  Conference,
  CONFERENCE_FIELDS,
  EVENT_FIELDS,
  EventList,
  GoogleEvent,
  meetingOf,
  toGoogleBody,
  toGooglePatch,
  toOutsideEvent,
} from "./google-events";
import { callGoogle, googlePlaces, type GoogleCall } from "./google-wire.server";
import { OAuthClient } from "./oauth.server";
import {
  CalendarError,
  boundedId,
  type CalendarOAuth,
  type CalendarProvider,
  type CalendarSecret,
  type ListedCalendar,
  type OutsideCalendar,
  type ReadPage,
  type ReadRequest,
  type WantedEvent,
  type WrittenEvent,
} from "./port";

const SCOPE = "https://www.googleapis.com/auth/";
/** For listing calendars and their busy times; neither scope shows titles. */
const READ = [`${SCOPE}calendar.calendarlist.readonly`, `${SCOPE}calendar.events.freebusy`];
/** For writing to calendars that the person owns. */
const WRITE = [`${SCOPE}calendar.events.owned`];
// Google's reference gives no maximum lifetime for events.watch channels; 7 days is its default.
const CHANNEL_LIFE_MS = 7 * 86_400_000;
const QUIET = { sendUpdates: "none" };

export interface GoogleSettings extends CalendarClient {
  redirect_uri: string;
}

type Ask = (secret: CalendarSecret, call: GoogleCall) => Promise<unknown>;

/** Google Calendar, API v3. */
export function googleProvider(settings: GoogleSettings): CalendarProvider {
  const { api_url } = googlePlaces(settings.api_base);
  const ask: Ask = (secret, call) => callGoogle(api_url, secret, call);
  return {
    name: "google",
    oauth: googleOAuth(settings),
    writes: true,
    listCalendars: (secret, call) => listCalendars(ask, secret, call?.signal),
    read: (secret, calendar, request, call) => read(ask, secret, calendar, request, call?.signal),
    channels: {
      life_ms: CHANNEL_LIFE_MS,
      watch: async (secret, calendar, { id, token, address, expires_at }, call) => {
        const body = {
          id,
          token,
          address,
          type: "web_hook",
          expiration: String(expires_at.getTime()),
        };
        const path = `${eventsPath(calendar.external_id)}/watch`;
        const signal = call?.signal;
        const made = parsed(Channel, await ask(secret, { method: "POST", path, body, signal }));
        const ends = made.expiration ?? expires_at.getTime();
        return {
          id,
          external_id: null,
          outside_resource: made.resourceId,
          expires_at: new Date(ends),
        };
      },
      unwatch: async (secret, { id, outside_resource }, call) => {
        const signal = call?.signal;
        const body = { id, resourceId: outside_resource ?? "" };
        await unlessGone(ask(secret, { method: "POST", path: "/channels/stop", body, signal }));
      },
    },
    putEvent: (secret, calendar, event, known, call) =>
      putEvent(ask, secret, calendar, event, known, call?.signal),
    deleteEvent: async (secret, calendar, { external_id }, call) => {
      const signal = call?.signal;
      const path = eventPath(calendar, external_id);
      await unlessGone(ask(secret, { method: "DELETE", path, query: QUIET, signal }));
    },
    findEvent: async (secret, calendar, external_id, call) => {
      const event = await findEvent(ask, secret, calendar, external_id, call?.signal);
      if (event === null) return null;
      return toOutsideEvent(event, calendar.time_zone, { window: ALWAYS, tentative_is_busy: true });
    },
  };
}

const ALWAYS = { from: new Date(-8.64e15), to: new Date(8.64e15) };
const Channel = z.object({
  resourceId: z.string().min(1).max(500),
  expiration: z.coerce.number().optional(),
});

const eventsPath = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`;
const eventPath = (calendar: OutsideCalendar, id: string) =>
  `${eventsPath(calendar.external_id)}/${encodeURIComponent(id)}`;

function googleOAuth({
  client_id,
  client_secret,
  redirect_uri,
  api_base,
}: GoogleSettings): CalendarOAuth {
  const { authorize_url, token_url, revoke_url } = googlePlaces(api_base);
  const client = new OAuthClient({
    issuer: "https://accounts.google.com",
    authorize_url,
    token_url,
    client_id,
    client_secret,
    redirect_uri,
    scopes: { read: ["openid", "email", ...READ], write: ["openid", "email", ...READ, ...WRITE] },
    // Without `prompt=consent` a person who agreed before gets no refresh token (Google, "Using
    // OAuth 2.0 for Web Server Applications").
    more: { access_type: "offline", prompt: "consent", include_granted_scopes: "true" },
  });
  return {
    authorizeUrl: async (given) => client.authorizeUrl(given),
    exchange: async (callbackUrl, verifier) => {
      const { secret, scopes, email } = await client.exchange(callbackUrl, verifier);
      if (email === null)
        throw new CalendarError("refused", { detail: "the account's address is missing" });
      return { secret, scopes, account: email };
    },
    refresh: (secret) => client.refresh(secret),
    revoke: async ({ refresh_token }) => {
      const body = new URLSearchParams({ token: refresh_token });
      const answer = await boundedFetch(revoke_url, { method: "POST", body });
      // 400 invalid_token: the token is already invalid, which was the goal.
      if (!answer.ok && answer.status !== 400)
        throw new CalendarError("unavailable", { detail: `${answer.status}` });
    },
    missingScopes: (scopes, use) =>
      [...READ, ...(use === "write" ? WRITE : [])].filter((one) => !scopes.includes(one)),
  };
}

const CalendarList = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(500),
        summary: z.string().default(""),
        summaryOverride: z.string().optional(),
        timeZone: z.string().optional(),
        accessRole: z.string().optional(),
        primary: z.boolean().optional(),
      }),
    )
    .default([]),
});
const MAX_PAGES = 20;

async function listCalendars(
  ask: Ask,
  secret: CalendarSecret,
  signal?: AbortSignal,
): Promise<ListedCalendar[]> {
  const found: ListedCalendar[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { maxResults: "250", ...(pageToken !== undefined && { pageToken }) };
    const list = parsed(
      CalendarList,
      await ask(secret, { path: "/users/me/calendarList", query, signal }),
    );
    for (const { id, summary, summaryOverride, timeZone, accessRole, primary } of list.items)
      found.push({
        external_id: id,
        name: summaryOverride ?? summary,
        time_zone: timeZone ?? null,
        // The scope we request (calendar.events.owned) excludes calendars that others own and the
        // person may edit.
        can_write: accessRole === "owner",
        is_primary: primary === true,
      });
    pageToken = list.nextPageToken;
    if (pageToken === undefined) break;
  }
  return found;
}

async function read(
  ask: Ask,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadPage> {
  const { window, cursor, page } = request;
  // `showDeleted` is omitted: its default is false, and an explicit value is rejected together with
  // a sync token, as are the times, which the token implies. All other parameters must not change
  // (reference of events.list, syncToken).
  const query = {
    singleEvents: "true",
    maxResults: "2500",
    maxAttendees: "1",
    fields: `timeZone,nextPageToken,nextSyncToken,items(${EVENT_FIELDS})`,
    ...(cursor === null
      ? { timeMin: window.from.toISOString(), timeMax: window.to.toISOString() }
      : { syncToken: cursor }),
    ...(page !== null && { pageToken: page }),
  };
  // 410 for an expired token, 400 for one that Google no longer understands: both need a full read.
  const problems =
    cursor === null ? undefined : ({ 400: "cursor_gone", 410: "cursor_gone" } as const);
  const path = eventsPath(calendar.external_id);
  const list = parsed(EventList, await ask(secret, { path, query, problems, signal }));
  const zone =
    list.timeZone !== undefined && isZone(list.timeZone) ? list.timeZone : calendar.time_zone;
  const result: ReadPage = {
    events: [],
    removed: [],
    page: list.nextPageToken ?? null,
    cursor: null,
  };
  for (const item of list.items) {
    const event = toOutsideEvent(item, zone, request);
    if (event === null) result.removed.push(boundedId(item.id));
    else result.events.push(event);
  }
  if (result.page === null) result.cursor = list.nextSyncToken ?? null;
  return result;
}

const EventFound = GoogleEvent.extend({
  etag: z.string().min(1).max(500),
  conferenceData: Conference.optional(),
});
type EventFound = z.infer<typeof EventFound>;
const ONE_EVENT = { fields: `${EVENT_FIELDS},${CONFERENCE_FIELDS}` };

async function findEvent(
  ask: Ask,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  id: string,
  signal?: AbortSignal,
): Promise<EventFound | null> {
  try {
    const path = eventPath(calendar, id);
    return parsed(EventFound, await ask(secret, { path, query: ONE_EVENT, signal }));
  } catch (error) {
    if (error instanceof CalendarError && error.kind === "not_found") return null;
    throw error;
  }
}

async function putEvent(
  ask: Ask,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  event: WantedEvent,
  known: WrittenEvent | null,
  signal?: AbortSignal,
): Promise<WrittenEvent> {
  // Without a conferenceDataVersion Google ignores the request for a meeting.
  const query = {
    ...QUIET,
    ...ONE_EVENT,
    ...(event.wants_meeting === true && { conferenceDataVersion: "1" }),
  };
  const writtenEvent = ({ id, etag, conferenceData }: EventFound): WrittenEvent => ({
    external_id: id,
    etag,
    ...(event.wants_meeting === true && { meeting: meetingOf(conferenceData) }),
  });
  const written = (answer: unknown) => writtenEvent(parsed(EventFound, answer));
  const patch = async (id: string, etag: string | null, body: object) => {
    const path = eventPath(calendar, id);
    const headers = etag === null ? undefined : { "If-Match": etag };
    return written(await ask(secret, { method: "PATCH", path, query, body, headers, signal }));
  };
  const id = known?.external_id ?? event.id;
  try {
    if (known?.etag != null) return await patch(id, known.etag, toGooglePatch(event));
    if (known === null) {
      const path = eventsPath(calendar.external_id);
      const body = { ...toGoogleBody(event), id };
      return written(await ask(secret, { method: "POST", path, query, body, signal }));
    }
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  // Either our earlier call whose response was lost, or someone's change, or a deletion: a deleted
  // event keeps its id and is revived.
  const found = await findEvent(ask, secret, calendar, id, signal);
  if (found === null) {
    if (known === null) throw new CalendarError("conflict", { detail: "the id is taken" });
    return putEvent(ask, secret, calendar, event, null, signal);
  }
  const stands = compareWithWanted(found, event);
  if (stands === "same") return writtenEvent(found);
  if (stands === "changed") throw new CalendarError("conflict", { detail: "the event was moved" });
  return patch(id, found.etag, stands === "deleted" ? toGoogleBody(event) : toGooglePatch(event));
}

const isThere = (error: unknown) =>
  error instanceof CalendarError && ["conflict", "not_found"].includes(error.kind);
