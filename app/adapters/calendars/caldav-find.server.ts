import { lastSegment } from "./caldav-read.server";
import {
  davAsk,
  davCall,
  type DavBounds,
  davProblem,
  type DavResource,
  ONE_RESOURCE,
  type PasswordSecret,
  propfindBody,
  readDavAnswer,
  resolved,
  serverUrl,
} from "./dav-call.server";
import { type CalendarCall, CalendarError, type ListedCalendar } from "./port";
import { zoneOf } from "./windows-zones";

const MAX_HOMES = 5;
/** Event ids are paths below the calendar's URL and must fit into 500 characters. */
const MAX_URL = 400;
/** A calendar takes about 1 kB; this is many times what anyone has. */
const HOME: DavBounds = { max_bytes: 1024 * 1024, most: 1_000, calendars_only: true };

/**
 * Finds the calendars of an account from any address of its server (RFC 6764, 5 and 6, without
 * DNS).
 */
export async function findCalendars(
  secret: PasswordSecret,
  call?: CalendarCall,
): Promise<ListedCalendar[]> {
  const principal = await findPrincipal(secret, call);
  const names = propfindBody(["c:calendar-home-set"]);
  const { resources } = await davAsk(
    secret,
    principal,
    { method: "PROPFIND", depth: "0", body: names },
    ONE_RESOURCE,
    call,
  );
  const homes = (resources[0]?.hrefs["C:calendar-home-set"] ?? [])
    .flatMap((href) => resolved(href, principal) ?? [])
    .slice(0, MAX_HOMES);
  if (homes.length === 0)
    throw new CalendarError("not_found", { detail: "the account has no calendars" });
  const calendars: ListedCalendar[] = [];
  for (const home of homes) calendars.push(...(await listHome(secret, home, call)));
  return calendars.map((calendar, index) => ({ ...calendar, is_primary: index === 0 }));
}

async function findPrincipal(secret: PasswordSecret, call?: CalendarCall): Promise<URL> {
  const typed = serverUrl(secret.server_url);
  const places = [new URL("/.well-known/caldav", typed), new URL("/", typed)];
  // A typed path is tried first; without one the server's well-known address is used.
  if (typed.pathname !== "/") places.unshift(typed);
  const body = propfindBody(["d:current-user-principal", "d:resourcetype"]);
  for (const place of places) {
    const answer = await davCall(
      secret,
      place,
      { method: "PROPFIND", depth: "0", body },
      ONE_RESOURCE,
      call,
    );
    // Don't send a refused password to further addresses, and don't press a server in trouble.
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500)
      throw davProblem(answer);
    if (answer.status !== 207) continue;
    const { url, resources } = await readDavAnswer(answer, ONE_RESOURCE, call);
    const principal = resolved(resources[0]?.hrefs["DAV:current-user-principal"]?.[0], url);
    if (principal !== null) return principal;
  }
  throw new CalendarError("not_found", { detail: "no CalDAV at this address" });
}

async function listHome(
  secret: PasswordSecret,
  home: URL,
  call?: CalendarCall,
): Promise<ListedCalendar[]> {
  const body = propfindBody([
    "d:resourcetype",
    "d:displayname",
    "d:current-user-privilege-set",
    "c:supported-calendar-component-set",
    "c:calendar-timezone",
  ]);
  const { resources } = await davAsk(
    secret,
    home,
    { method: "PROPFIND", depth: "1", body },
    HOME,
    call,
  );
  const usable = resources.filter(({ url }) => url.href.length <= MAX_URL);
  return usable.map((resource) => ({
    external_id: resource.url.href,
    name: resource.texts["DAV:displayname"] || lastSegment(resource.url).slice(0, 200),
    time_zone: timeZoneOf(resource),
    can_write: resource.can_write,
    is_primary: false,
  }));
}

/** calendar-timezone is an iCalendar file with one VTIMEZONE (RFC 4791, 5.2.2). */
function timeZoneOf({ texts }: DavResource): string | null {
  const tzid = /^TZID(?:;[^:\r\n]*)?:\s*([^\r\n]+)/im
    .exec(texts["C:calendar-timezone"] ?? "")?.[1]
    ?.trim();
  return zoneOf(tzid);
}
