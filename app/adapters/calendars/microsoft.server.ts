import { z } from "zod";
import type { CalendarClient } from "~/lib/calendar-env";
import { RecentKeys } from "~/lib/recent-keys";
import { parsed, unlessGone } from "./answers";
import { DeltaItem, EVENT_FIELDS, GraphEvent, toOutsideEvent } from "./microsoft-events";
import {
  type AskGraph,
  calendarPath,
  eventPath,
  findGraphEvent,
  IN_UTC,
} from "./microsoft-find.server";
import { callGraph, type GraphCall, microsoftPlaces } from "./microsoft-wire.server";
import { putGraphEvent } from "./microsoft-write.server";
import { OAuthClient } from "./oauth.server";
import {
  CalendarError,
  type CalendarOAuth,
  type CalendarProvider,
  type CalendarSecret,
  boundedId,
  type ListedCalendar,
  type OutsideCalendar,
  type OutsideEvent,
  type ReadPage,
  type ReadRequest,
} from "./port";

// "Create subscription", maximum lifetime: 4,230 minutes was the limit for Outlook events for years
// and is within all later ones. Slightly less, because clocks differ.
const CHANNEL_LIFE_MS = 4_200 * 60_000;
const IDENTITY = ["offline_access", "User.Read"];

export interface MicrosoftSettings extends CalendarClient {
  redirect_uri: string;
}

/** Outlook calendars through Microsoft Graph v1.0. */
export function microsoftProvider(settings: MicrosoftSettings): CalendarProvider {
  const { api_url } = microsoftPlaces(settings.api_base);
  const ask: AskGraph = (secret, call) => callGraph(api_url, secret, call);
  return {
    name: "microsoft",
    oauth: microsoftOAuth(settings, ask),
    writes: true,
    listCalendars: (secret, call) => listCalendars(ask, secret, call?.signal),
    read: (secret, calendar, request, call) => read(ask, secret, calendar, request, call?.signal),
    channels: graphChannels(ask),
    putEvent: (secret, calendar, event, known, call) =>
      putGraphEvent(ask, secret, calendar, event, known, call?.signal),
    deleteEvent: async (secret, calendar, { external_id }, call) => {
      const signal = call?.signal;
      await unlessGone(
        ask(secret, { method: "DELETE", at: eventPath(calendar, external_id), signal }),
      );
    },
    findEvent: async (secret, calendar, external_id, call) => {
      const event = await findGraphEvent(ask, secret, calendar, external_id, call?.signal);
      if (event === null) return null;
      return toOutsideEvent(event, calendar.time_zone, { window: ALWAYS, tentative_is_busy: true });
    },
  };
}

const ALWAYS = { from: new Date(-8.64e15), to: new Date(8.64e15) };
const Me = z.object({ mail: z.string().nullish(), userPrincipalName: z.string().nullish() });
// AADSTS65001: no consent; 90094: an administrator must consent ("Microsoft Entra authentication
// and authorization error codes").
const ADMIN_CONSENT = /\bAADSTS(65001|90094)\b/;

function microsoftOAuth(settings: MicrosoftSettings, ask: AskGraph): CalendarOAuth {
  const { client_id, client_secret, redirect_uri, api_base } = settings;
  const { authorize_url, token_url } = microsoftPlaces(api_base);
  const client = new OAuthClient({
    issuer: "https://login.microsoftonline.com/common/v2.0",
    authorize_url,
    token_url,
    client_id,
    client_secret,
    redirect_uri,
    scopes: {
      read: [...IDENTITY, "Calendars.ReadBasic"],
      // Subscriptions require Calendars.Read explicitly ("Create subscription", permissions).
      write: [...IDENTITY, "Calendars.ReadWrite", "Calendars.Read"],
    },
    more: { prompt: "select_account" },
    problemOf: ({ description }) => (ADMIN_CONSENT.test(description) ? "admin_consent" : undefined),
  });
  return {
    authorizeUrl: async (given) => client.authorizeUrl(given),
    exchange: async (callbackUrl, verifier) => {
      const { secret, scopes } = await client.exchange(callbackUrl, verifier);
      const query = { $select: "mail,userPrincipalName" };
      const { mail, userPrincipalName } = parsed(Me, await ask(secret, { at: "/me", query }));
      const account = mail ?? userPrincipalName;
      if (account == null)
        throw new CalendarError("refused", { detail: "the account's address is missing" });
      return { secret, scopes: scopes.map(shortName), account };
    },
    // Each refresh replaces the refresh token; the new one must be stored.
    refresh: (secret) => client.refresh(secret),
    // Microsoft offers no token revocation to applications: tokens expire when unused (90 days), or
    // when the person removes access at https://myapps.microsoft.com.
    revoke: async () => undefined,
    missingScopes: (scopes, use) => {
      const has = new Set(scopes.map((scope) => shortName(scope).toLowerCase()));
      if (has.has("calendars.readwrite")) return [];
      if (use === "write") return ["Calendars.ReadWrite"];
      return has.has("calendars.readbasic") || has.has("calendars.read")
        ? []
        : ["Calendars.ReadBasic"];
    },
  };
}

/** Scopes come with or without Graph's URL as prefix. */
const shortName = (scope: string) => scope.replace("https://graph.microsoft.com/", "");

const CalendarPage = z.object({
  "@odata.nextLink": z.string().optional(),
  value: z.array(
    z.object({
      id: z.string().min(1).max(500),
      name: z.string().nullish(),
      canEdit: z.boolean().nullish(),
      isDefaultCalendar: z.boolean().nullish(),
    }),
  ),
});
/** Guards against endless pagination. Pages may be short, or empty. */
const MAX_PAGES = 500;

async function listCalendars(
  ask: AskGraph,
  secret: CalendarSecret,
  signal?: AbortSignal,
): Promise<ListedCalendar[]> {
  const found: ListedCalendar[] = [];
  let call: GraphCall = {
    at: "/me/calendars",
    query: { $select: "id,name,canEdit,isDefaultCalendar", $top: "100" },
    signal,
  };
  for (let page = 0; page < MAX_PAGES; page++) {
    const list = parsed(CalendarPage, await ask(secret, call));
    for (const { id, name, canEdit, isDefaultCalendar } of list.value)
      found.push({
        external_id: id,
        name: name ?? "",
        time_zone: null, // requires MailboxSettings.Read; all-day events carry their own zone
        can_write: canEdit === true,
        is_primary: isDefaultCalendar === true,
      });
    const next = list["@odata.nextLink"];
    if (next === undefined) break;
    call = { at: next, signal };
  }
  return found;
}

/** Calendars whose delta timed out: their view is read directly for some hours. */
const slowDeltas = new RecentKeys({ most: 1_000, for_ms: 6 * 3_600_000 });

/** For a delta: read everything. */
const TIMES_OUT = { 504: "cursor_gone" } as const;

const DeltaPage = z.object({
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
  value: z.array(DeltaItem).max(5000),
});

async function read(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadPage> {
  const { window, cursor, page } = request;
  const link = page ?? cursor;
  const prefer = [IN_UTC, "odata.maxpagesize=100"];
  // Links are followed unchanged: they contain the window.
  const call: GraphCall =
    link === null
      ? { at: `${calendarPath(calendar)}/calendarView/delta`, query: timesOf(window) }
      : { at: link };
  const problems: GraphCall["problems"] =
    link === null
      ? TIMES_OUT
      : { 400: "cursor_gone", 404: "cursor_gone", 410: "cursor_gone", ...TIMES_OUT };
  if (link === null && slowDeltas.has(calendar.external_id))
    return readView(ask, secret, calendar, request, signal);
  let answer: unknown;
  try {
    answer = await ask(secret, { ...call, problems, prefer, signal });
  } catch (error) {
    if (cursor !== null || !(error instanceof CalendarError)) throw error;
    if (error.kind === "cursor_gone" || signal?.aborted) slowDeltas.add(calendar.external_id);
    if (error.kind !== "cursor_gone") throw error;
    return readView(ask, secret, calendar, request, signal);
  }
  const delta = parsed(DeltaPage, answer);
  const result: ReadPage = {
    events: [],
    removed: [],
    page: delta["@odata.nextLink"] ?? null,
    cursor: null,
  };
  const series = new Set<string>();
  for (const item of delta.value) {
    if ("removed" in item) result.removed.push(boundedId(item.removed));
    else if (item.event.type === "seriesMaster") series.add(item.event.id);
    else if (item.event.seriesMasterId != null) series.add(item.event.seriesMasterId);
    else place(result, [item.event], boundedId(item.event.id), calendar, request);
  }
  for (const id of series)
    place(
      result,
      await readSeries(ask, secret, calendar, id, request, signal),
      boundedId(id),
      calendar,
      request,
    );
  if (result.page === null) result.cursor = delta["@odata.deltaLink"] ?? null;
  return result;
}

/** The events with one id; none if it is gone. */
function place(
  result: ReadPage,
  events: GraphEvent[],
  id: string,
  calendar: OutsideCalendar,
  request: ReadRequest,
): void {
  const found = events
    .map((event) => toOutsideEvent(event, calendar.time_zone, request))
    .filter((event): event is OutsideEvent => event !== null);
  if (found.length === 0) result.removed.push(id);
  else result.events.push(...found);
}

const timesOf = ({ from, to }: ReadRequest["window"]) => ({
  startDateTime: from.toISOString(),
  endDateTime: to.toISOString(),
});

/**
 * Reads the whole window without a cursor. The delta of a calendar with endless series times out
 * (504); its view doesn't.
 */
async function readView(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadPage> {
  const at = `${calendarPath(calendar)}/calendarView`;
  const query = { ...timesOf(request.window), $select: EVENT_FIELDS, $top: "500" };
  // From all pages together: a series is returned in full, and its occurrences may span pages.
  const events = (await readEvents(ask, secret, { at, query, signal }))
    .map((event) => toOutsideEvent(event, calendar.time_zone, request))
    .filter((event): event is OutsideEvent => event !== null);
  return { events, removed: [], page: null, cursor: null };
}

const EventPage = z.object({
  "@odata.nextLink": z.string().optional(),
  value: z.array(GraphEvent).max(5000),
});

/**
 * All occurrences of a series in the window. A delta returns them without details (id and times:
 * microsoft-graph-docs-contrib issues 34 and 5602) and omits the deletion of a single one
 * (microsoft-graph-docs pull request 4501), so each mentioned series is read separately.
 */
async function readSeries(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  id: string,
  { window }: ReadRequest,
  signal?: AbortSignal,
): Promise<GraphEvent[]> {
  const at = `${eventPath(calendar, id)}/instances`;
  const query = { ...timesOf(window), $select: EVENT_FIELDS, $top: "500" };
  try {
    const found = await readEvents(ask, secret, { at, query, signal });
    return found.map((event) => ({ ...event, seriesMasterId: id }));
  } catch (error) {
    if (!(error instanceof CalendarError && error.kind === "not_found")) throw error;
    return []; // the series was deleted between the two calls
  }
}

/**
 * The events of all pages. Throws when there are too many pages: a part must not count as the
 * whole.
 */
async function readEvents(
  ask: AskGraph,
  secret: CalendarSecret,
  first: GraphCall,
): Promise<GraphEvent[]> {
  const found: GraphEvent[] = [];
  let call = first;
  for (let page = 0; page < MAX_PAGES; page++) {
    const list = parsed(EventPage, await ask(secret, { ...call, prefer: [IN_UTC] }));
    found.push(...list.value);
    const next = list["@odata.nextLink"];
    if (next === undefined) return found;
    call = { at: next, signal: first.signal };
  }
  throw new CalendarError("unavailable", { detail: "endless pagination" });
}

const Subscription = z.object({ id: z.string().min(1).max(200), expirationDateTime: z.string() });

function graphChannels(ask: AskGraph): CalendarProvider["channels"] {
  return {
    life_ms: CHANNEL_LIFE_MS,
    watch: async (secret, calendar, { id, token, address, expires_at }, call) => {
      const signal = call?.signal;
      const body = {
        changeType: "created,updated,deleted",
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        resource: `${calendarPath(calendar)}/events`,
        expirationDateTime: expires_at.toISOString(),
        clientState: token,
      };
      // Without Calendars.Read, or for a calendar shared by another mailbox, only this call is
      // refused; the account stays connected.
      const problems = { 403: "refused" } as const;
      const answer = await ask(secret, {
        method: "POST",
        at: "/subscriptions",
        body,
        problems,
        signal,
      });
      const made = parsed(Subscription, answer);
      const ends = Date.parse(made.expirationDateTime);
      const expires = Number.isNaN(ends) ? expires_at : new Date(ends);
      return { id, external_id: made.id, outside_resource: null, expires_at: expires };
    },
    unwatch: async (secret, { external_id }, call) => {
      const signal = call?.signal;
      if (external_id === null) return;
      const at = `/subscriptions/${encodeURIComponent(external_id)}`;
      await unlessGone(ask(secret, { method: "DELETE", at, signal }));
    },
  };
}
