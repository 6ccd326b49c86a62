import { runMultistatus } from "./calendar-process.server";
import { escapeXml } from "./dav-xml";
import type { Multistatus, MultistatusResource } from "./multistatus";
import { callCalendar, problemOf } from "./outside-call.server";
import { type CalendarCall, CalendarError, type CalendarSecret } from "./port";
import type { GuardedAnswer } from "~/lib/outside/guarded-fetch.server";

export interface DavRequest {
  method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  depth?: "0" | "1";
  body?: string;
  headers?: Record<string, string>;
}

/** Limits of a response: bytes and resources. */
export interface DavBounds {
  max_bytes: number;
  most: number;
  calendars_only?: boolean;
}
/** Limits for the properties of one resource: an account, a calendar or a file. */
export const ONE_RESOURCE: DavBounds = { max_bytes: 256 * 1024, most: 20 };

export interface DavResource extends MultistatusResource {
  url: URL;
}

export interface DavAnswer extends Omit<Multistatus, "resources"> {
  url: URL;
  resources: DavResource[];
}

/**
 * Providers that spread accounts over hosts of one domain, as Apple does: caldav.icloud.com,
 * p42-caldav.icloud.com.
 */
const OWN_DOMAINS = ["icloud.com"];

/** Whether a password entered for `server` may be sent to `url`. */
export function isSameServer(server: URL, url: URL): boolean {
  if (url.origin === server.origin) return true;
  const isOf = (domain: string) => (one: URL) =>
    one.protocol === "https:" && one.port === "" && one.hostname.endsWith(`.${domain}`);
  return OWN_DOMAINS.some((domain) => [server, url].every(isOf(domain)));
}

/** Parses the entered address, with or without https://. */
export function serverUrl(typed: string): URL {
  const text = typed.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) throw new CalendarError("address_not_allowed", { detail: "no address" });
  return new URL(url);
}

export type PasswordSecret = Extract<CalendarSecret, { kind: "password" }>;

/**
 * Makes a call as the account's owner; the caller interprets the status. The password is sent only
 * to the server it was entered for: if a redirect, principal or calendar list names another host,
 * the call fails with `other_host`, and the owner can enter that host.
 */
export function davCall(
  secret: PasswordSecret,
  url: URL,
  request: DavRequest,
  { max_bytes }: Pick<DavBounds, "max_bytes">,
  call?: CalendarCall,
): Promise<GuardedAnswer> {
  const server = serverUrl(secret.server_url);
  const may_follow = (to: URL) => isSameServer(server, to);
  if (!may_follow(url)) throw new CalendarError("other_host", { host: url.host });
  const { method, depth, body = "" } = request;
  const basic = Buffer.from(`${secret.username}:${secret.password}`).toString("base64");
  const headers = {
    Authorization: `Basic ${basic}`,
    ...(depth && { Depth: depth }),
    ...((method === "PROPFIND" || method === "REPORT") && {
      "Content-Type": "application/xml; charset=utf-8",
    }),
    ...request.headers,
  };
  return callCalendar(url, { method, headers, body, max_bytes, may_follow }, call?.signal);
}

/**
 * Makes a query that is answered with resources (207). Throws CalendarError for any other response.
 */
export async function davAsk(
  secret: PasswordSecret,
  url: URL,
  request: DavRequest,
  bounds: DavBounds,
  call?: CalendarCall,
): Promise<DavAnswer> {
  const answer = await davCall(secret, url, request, bounds, call);
  if (answer.status !== 207) throw davProblem(answer);
  return readDavAnswer(answer, bounds, call);
}

export function davProblem(answer: GuardedAnswer): CalendarError {
  // Concerns only this resource: a password has no scopes, so one read-only event says nothing
  // about the account.
  if (answer.status === 403) return new CalendarError("refused", { detail: "status 403" });
  if (answer.status !== 401) return problemOf(answer);
  const schemes = answer.header("www-authenticate");
  if (schemes !== null && !/\bbasic\b/i.test(schemes))
    return new CalendarError("refused", {
      detail: "the server does not support Basic authentication",
    });
  return problemOf(
    answer,
    "user name or password is wrong; iCloud, Fastmail and others ask for an app password",
  );
}

export async function readDavAnswer(
  answer: GuardedAnswer,
  { most, calendars_only = false }: DavBounds,
  call?: CalendarCall,
): Promise<DavAnswer> {
  const found = await runMultistatus({ xml: answer.text, most, calendars_only }, call);
  if (found === null) throw new CalendarError("unavailable", { detail: "invalid WebDAV response" });
  const resources = found.resources.flatMap((resource) => {
    const url = resolved(resource.href, answer.url);
    return url === null ? [] : [{ ...resource, url }];
  });
  return { ...found, url: answer.url, resources };
}

export function resolved(href: string | null | undefined, base: URL): URL | null {
  return href != null && URL.canParse(href, base) ? new URL(href, base) : null;
}

const NAMESPACES = `xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"`;
const XML = `<?xml version="1.0" encoding="utf-8"?>`;

/** Names with their prefix: "d:getetag". */
export function propfindBody(names: readonly string[]): string {
  return `${XML}<d:propfind ${NAMESPACES}><d:prop>${elements(names)}</d:prop></d:propfind>`;
}
export function syncBody(token: string): string {
  return `${XML}<d:sync-collection ${NAMESPACES}><d:sync-token>${escapeXml(token)}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`;
}
export function multigetBody(hrefs: readonly string[]): string {
  const all = hrefs.map((href) => `<d:href>${escapeXml(href)}</d:href>`).join("");
  return `${XML}<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>${all}</c:calendar-multiget>`;
}
function elements(names: readonly string[]): string {
  return names.map((name) => `<${name}/>`).join("");
}
