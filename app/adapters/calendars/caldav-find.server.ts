import { lastSegment } from "./caldav-read.server";
import { childOf, childrenOf, textOf } from "./dav-xml";
import {
  davAsk,
  davCall,
  davProblem,
  type DavResource,
  hrefOf,
  type PasswordSecret,
  propfindBody,
  readMultistatus,
  resolved,
  serverUrl,
} from "./dav-call.server";
import { CalendarError, type ListedCalendar } from "./port";
import { zoneOf } from "./windows-zones";

const MAX_HOMES = 5;
/** A calendar's events are known by their paths below it, which must stay within the 500 characters of an id. */
const MAX_URL = 400;
const WRITES = ["DAV:write", "DAV:all", "DAV:write-content"];

/** The calendars of an account, found from whatever address of the server was typed (RFC 6764, 5 and 6, without DNS). */
export async function findCalendars(
  secret: PasswordSecret,
  signal?: AbortSignal,
): Promise<ListedCalendar[]> {
  const principal = await findPrincipal(secret, signal);
  const names = propfindBody(["c:calendar-home-set"]);
  const { resources } = await davAsk(
    secret,
    principal,
    { method: "PROPFIND", depth: "0", body: names },
    signal,
  );
  const homes = childrenOf(resources[0]?.props.get("C:calendar-home-set"), "DAV:href")
    .flatMap((href) => resolved(textOf(href), principal) ?? [])
    .slice(0, MAX_HOMES);
  if (homes.length === 0)
    throw new CalendarError("not_found", { detail: "the account has no calendars" });
  const calendars: ListedCalendar[] = [];
  for (const home of homes) calendars.push(...(await listHome(secret, home, signal)));
  return calendars.map((calendar, index) => ({ ...calendar, is_primary: index === 0 }));
}

async function findPrincipal(secret: PasswordSecret, signal?: AbortSignal): Promise<URL> {
  const typed = serverUrl(secret.server_url);
  const places = [new URL("/.well-known/caldav", typed), new URL("/", typed)];
  // A path that was typed is meant; without one the server says where to begin.
  if (typed.pathname !== "/") places.unshift(typed);
  const body = propfindBody(["d:current-user-principal", "d:resourcetype"]);
  for (const place of places) {
    const answer = await davCall(secret, place, { method: "PROPFIND", depth: "0", body }, signal);
    // A password that was refused once is not sent to other places; a server in trouble is asked again later.
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500)
      throw davProblem(answer);
    if (answer.status !== 207) continue;
    const { url, resources } = readMultistatus(answer);
    const principal = resolved(hrefOf(resources[0], "DAV:current-user-principal"), url);
    if (principal !== null) return principal;
  }
  throw new CalendarError("not_found", { detail: "there is no CalDAV at this address" });
}

async function listHome(
  secret: PasswordSecret,
  home: URL,
  signal?: AbortSignal,
): Promise<ListedCalendar[]> {
  const body = propfindBody([
    ...["d:resourcetype", "d:displayname", "d:current-user-privilege-set"],
    ...["c:supported-calendar-component-set", "c:calendar-timezone"],
  ]);
  const { resources } = await davAsk(
    secret,
    home,
    { method: "PROPFIND", depth: "1", body },
    signal,
  );
  return resources.filter(holdsEvents).map((resource) => ({
    external_id: resource.url.href,
    name: (textOf(resource.props.get("DAV:displayname")) ?? lastSegment(resource.url)).slice(
      0,
      200,
    ),
    time_zone: timeZoneOf(resource),
    can_write: canWrite(resource),
    is_primary: false,
  }));
}

function holdsEvents({ url, props }: DavResource): boolean {
  if (
    childOf(props.get("DAV:resourcetype"), "C:calendar") === undefined ||
    url.href.length > MAX_URL
  )
    return false;
  const kinds = props.get("C:supported-calendar-component-set");
  return (
    kinds === undefined ||
    kinds.children.length === 0 ||
    kinds.children.some(({ attributes }) => attributes.name?.toUpperCase() === "VEVENT")
  );
}

function canWrite({ props }: DavResource): boolean {
  const given = childrenOf(props.get("DAV:current-user-privilege-set"), "DAV:privilege");
  return given.some(({ children }) => children.some(({ name }) => WRITES.includes(name)));
}

/** calendar-timezone is an iCalendar file with one VTIMEZONE (RFC 4791, 5.2.2). */
function timeZoneOf({ props }: DavResource): string | null {
  const tzid = /^TZID(?:;[^:\r\n]*)?:\s*([^\r\n]+)/im
    .exec(props.get("C:calendar-timezone")?.text ?? "")?.[1]
    ?.trim();
  return zoneOf(tzid);
}
