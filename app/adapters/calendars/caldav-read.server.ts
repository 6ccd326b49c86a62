import { z } from "zod";
import {
  davAsk,
  davCall,
  type DavBounds,
  davProblem,
  type DavResource,
  multigetBody,
  ONE_RESOURCE,
  type PasswordSecret,
  propfindBody,
  readDavAnswer,
  resolved,
  syncBody,
} from "./dav-call.server";
import { expandFiles } from "./expand.server";
import {
  type CalendarCall,
  CalendarError,
  boundedId,
  type OutsideCalendar,
  type ReadPage,
  type ReadRequest,
} from "./port";

/** Files requested per page. */
const PAGE_FILES = 100;
const MAX_FILES = 20_000;
/** A listing takes about 400 bytes per file. */
const LIST: DavBounds = { max_bytes: 8 * 1024 * 1024, most: MAX_FILES + 1 };
/** A hundred events with long descriptions take about 1 MB; some contain images. */
const FILES: DavBounds = { max_bytes: 16 * 1024 * 1024, most: 2 * PAGE_FILES };

/**
 * The state of a calendar: its sync token (RFC 6578), or its ctag. `own`: addresses of its owner.
 */
const Place = z.object({
  token: z.string().nullable(),
  tag: z.string().nullable(),
  own: z.array(z.string()),
});
type Place = z.infer<typeof Place>;
/** The remaining pages to fetch; the cursor comes with the last one. */
const Rest = z.object({ place: Place, hrefs: z.array(z.string()), is_more: z.boolean() });
type Rest = z.infer<typeof Rest>;

/**
 * Reads one page of a calendar. The first page lists what exists or has changed; the files follow,
 * a hundred per page. Data that servers embed in the listing is not relied on.
 */
export async function readCalDav(
  secret: PasswordSecret,
  calendar: OutsideCalendar,
  request: ReadRequest,
  call?: CalendarCall,
): Promise<ReadPage> {
  const url = calendarUrl(calendar);
  const { rest, removed } = await listed(secret, url, request, call);
  const requestedHrefs = rest.hrefs.slice(0, PAGE_FILES);
  const page = await readFiles(
    secret,
    url,
    requestedHrefs,
    calendar,
    request,
    rest.place.own,
    call,
  );
  return { ...page, removed: [...removed, ...page.removed], ...following(rest) };
}

export function calendarUrl({ external_id }: OutsideCalendar): URL {
  if (!URL.canParse(external_id))
    throw new CalendarError("not_found", { detail: "not a calendar address" });
  return new URL(external_id.replace(/\/*$/, "/"));
}

async function listed(
  secret: PasswordSecret,
  url: URL,
  { page, cursor }: ReadRequest,
  call?: CalendarCall,
): Promise<{ rest: Rest; removed: string[] }> {
  if (page !== null) {
    const rest = Rest.parse(JSON.parse(page));
    return rest.hrefs.length > 0
      ? { rest, removed: [] }
      : listChanges(secret, url, rest.place, call);
  }
  if (cursor === null) return { rest: await listAll(secret, url, call), removed: [] };
  return listChanges(secret, url, readPlace(cursor), call);
}

/**
 * The next page, or the cursor. A listing that the server truncated continues from its new token.
 */
function following({ place, hrefs, is_more }: Rest): Pick<ReadPage, "page" | "cursor"> {
  const left = hrefs.slice(PAGE_FILES);
  if (left.length > 0 || is_more)
    return { page: JSON.stringify({ place, hrefs: left, is_more } satisfies Rest), cursor: null };
  const cursor = place.token === null && place.tag === null ? null : JSON.stringify(place);
  return { page: null, cursor };
}

function readPlace(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(cursor));
  } catch {
    throw new CalendarError("cursor_gone");
  }
}

async function listAll(secret: PasswordSecret, url: URL, call?: CalendarCall): Promise<Rest> {
  // The state is read before the listing: a change in between is then reported twice rather than
  // missed.
  const place = await placeOf(secret, url, call);
  const body = propfindBody(["d:getetag", "d:resourcetype"]);
  const { resources } = await davAsk(
    secret,
    url,
    { method: "PROPFIND", depth: "1", body },
    LIST,
    call,
  );
  const hrefs = resources.filter((each) => isFile(each, url)).map((each) => each.url.pathname);
  if (hrefs.length > MAX_FILES)
    throw new CalendarError("refused", { detail: `more than ${MAX_FILES} events` });
  return { place, hrefs, is_more: false };
}

async function placeOf(secret: PasswordSecret, url: URL, call?: CalendarCall): Promise<Place> {
  const body = propfindBody([
    "d:resourcetype",
    "d:sync-token",
    "cs:getctag",
    "d:current-user-principal",
  ]);
  const { resources } = await davAsk(
    secret,
    url,
    { method: "PROPFIND", depth: "0", body },
    ONE_RESOURCE,
    call,
  );
  const [own] = resources;
  // Xandikos answers 207 for a deleted calendar. Reading it as an empty calendar would free all its
  // times.
  if (own?.is_calendar !== true) throw new CalendarError("not_found");
  const principal = resolved(own.hrefs["DAV:current-user-principal"]?.[0], url);
  return {
    token: own.texts["DAV:sync-token"] || null,
    tag: own.texts["CS:getctag"] || null,
    own: principal === null ? [] : await ownAddresses(secret, principal, call),
  };
}

/** The owner's addresses in invitations; none if the server has no scheduling. */
async function ownAddresses(
  secret: PasswordSecret,
  principal: URL,
  call?: CalendarCall,
): Promise<string[]> {
  const body = propfindBody(["c:calendar-user-address-set"]);
  const { resources } = await davAsk(
    secret,
    principal,
    { method: "PROPFIND", depth: "0", body },
    ONE_RESOURCE,
    call,
  );
  const addresses = (resources[0]?.hrefs["C:calendar-user-address-set"] ?? []).flatMap(
    (href) => /^mailto:(.+)$/i.exec(href)?.[1]?.toLowerCase() ?? [],
  );
  return [
    ...new Set([
      ...addresses,
      ...(secret.username.includes("@") ? [secret.username.toLowerCase()] : []),
    ]),
  ];
}

async function listChanges(
  secret: PasswordSecret,
  url: URL,
  before: Place,
  call?: CalendarCall,
): Promise<{ rest: Rest; removed: string[] }> {
  if (before.token === null)
    return { rest: await unchanged(secret, url, before, call), removed: [] };
  const request = { method: "REPORT", depth: "0", body: syncBody(before.token) } as const;
  const answer = await davCall(secret, url, request, LIST, call);
  if (answer.status !== 207)
    throw isRefusedToken(answer.status) ? new CalendarError("cursor_gone") : davProblem(answer);
  const { resources, sync_token: token, left_out } = await readDavAnswer(answer, LIST, call);
  // After this many changes a full read is needed.
  if (token === null || left_out > 0) throw new CalendarError("cursor_gone");
  const files = resources.filter((each) => isFile(each, url));
  const isGone = ({ status }: DavResource) => status === 404 || status === 410;
  return {
    rest: {
      place: { ...before, token },
      hrefs: files.filter((each) => !isGone(each)).map((each) => each.url.pathname),
      // 507 for the calendar itself: there are more results (RFC 6578, 3.6).
      is_more: resources.some(({ status }) => status === 507),
    },
    removed: files.filter(isGone).map((each) => idOf(each.url)),
  };
}

/**
 * Whether the sync token was rejected: valid-sync-token with 403 or 409. Some servers fail with
 * 500, and all expire tokens.
 */
function isRefusedToken(status: number): boolean {
  return [400, 403, 409, 410, 412, 500, 501].includes(status);
}

/**
 * For servers without sync tokens: an equal ctag means no changes, otherwise everything is read.
 */
async function unchanged(
  secret: PasswordSecret,
  url: URL,
  before: Place,
  call?: CalendarCall,
): Promise<Rest> {
  const body = propfindBody(["cs:getctag"]);
  const { resources } = await davAsk(
    secret,
    url,
    { method: "PROPFIND", depth: "0", body },
    ONE_RESOURCE,
    call,
  );
  if ((resources[0]?.texts["CS:getctag"] || null) !== before.tag)
    throw new CalendarError("cursor_gone");
  return { place: before, hrefs: [], is_more: false };
}

async function readFiles(
  secret: PasswordSecret,
  url: URL,
  hrefs: string[],
  calendar: OutsideCalendar,
  request: ReadRequest,
  own: string[],
  call?: CalendarCall,
): Promise<Pick<ReadPage, "events" | "removed" | "problems">> {
  if (hrefs.length === 0) return { events: [], removed: [] };
  const report = { method: "REPORT", depth: "1", body: multigetBody(hrefs) } as const;
  const { resources } = await davAsk(secret, url, report, FILES, call);
  const files = resources.flatMap(({ url: at, texts }) => {
    const data = texts["C:calendar-data"];
    return data ? [{ id: idOf(at), etag: texts["DAV:getetag"] || null, data }] : [];
  });
  const answered = new Set(resources.map(({ url: at }) => idOf(at)));
  const missing = hrefs.find((href) => !answered.has(idOf(new URL(href, url))));
  // A file that is neither returned nor reported as deleted would count as free time.
  if (missing !== undefined)
    throw new CalendarError("unavailable", { detail: "the server omitted an event" });
  const { events, problems } = await expandFiles(files, calendar, request, own, call);
  const returnedIds = new Set(events.map(({ external_id }) => external_id));
  return { events, removed: [...answered].filter((id) => !returnedIds.has(id)), problems };
}

/** Whether a resource lies directly in the calendar and isn't the calendar itself. */
function isFile({ url, is_collection }: DavResource, calendar: URL): boolean {
  if (url.origin !== calendar.origin || is_collection) return false;
  const [folder, path] = [pathOf(calendar).replace(/\/*$/, "/"), pathOf(url)];
  return path.startsWith(folder) && path !== folder && !path.slice(folder.length).includes("/");
}

/** Normalizes a path: servers differ in which characters they escape (%40). */
function pathOf(url: URL): string {
  return url.pathname
    .split("/")
    .map((segment) => {
      try {
        return encodeURIComponent(decodeURIComponent(segment));
      } catch {
        return segment;
      }
    })
    .join("/");
}

/** The event's id: the path of its file. */
export function idOf(url: URL): string {
  return boundedId(pathOf(url));
}

/** The last path segment, decoded: "private" of "/anna/private/". */
export function lastSegment(url: URL): string {
  const segment = url.pathname.split("/").filter(Boolean).at(-1) ?? url.hostname;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
