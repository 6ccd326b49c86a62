import { childOf, childrenOf, escapeXml, parseXml, textOf, type XmlNode } from "./dav-xml";
import { callCalendar, problemOf } from "./outside-call.server";
import { CalendarError, type CalendarSecret } from "./port";
import type { GuardedAnswer } from "~/lib/outside/guarded-fetch.server";

/** A hundred events with long descriptions are about 1 MB; a list of 20,000 events 8 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface DavRequest {
  method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  depth?: "0" | "1";
  body?: string;
  headers?: Record<string, string>;
}

/** One resource of a multistatus answer (RFC 4918, 13). */
export interface DavResource {
  url: URL;
  /** Of the resource itself, where it has one: 404 is gone. */
  status: number | null;
  /** Properties that were found. */
  props: ReadonlyMap<string, XmlNode>;
}

export interface DavAnswer {
  url: URL;
  resources: DavResource[];
  root: XmlNode;
}

/** Providers that spread accounts over hosts of their own domain, as Apple does: caldav.icloud.com, p42-caldav.icloud.com. */
const OWN_DOMAINS = ["icloud.com"];

/** Whether a password that was typed for `server` may be sent to `url`. */
export function isSameServer(server: URL, url: URL): boolean {
  if (url.origin === server.origin) return true;
  const isOf = (domain: string) => (one: URL) =>
    one.protocol === "https:" && one.port === "" && one.hostname.endsWith(`.${domain}`);
  return OWN_DOMAINS.some((domain) => [server, url].every(isOf(domain)));
}

/** The address that was typed, with or without https://. */
export function serverUrl(typed: string): URL {
  const text = typed.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) throw new CalendarError("address_not_allowed", { detail: "no address" });
  return new URL(url);
}

export type PasswordSecret = Extract<CalendarSecret, { kind: "password" }>;

/**
 * A call as the account's owner. Its status is the caller's to read. The password goes only to the server that it was typed for: whatever a
 * redirect, a principal or a list of calendars names, another host is `other_host`, which its owner can enter themselves.
 */
export function davCall(
  secret: PasswordSecret,
  url: URL,
  request: DavRequest,
  signal?: AbortSignal,
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
  return callCalendar(url, { method, headers, body, max_bytes: MAX_BYTES, may_follow }, signal);
}

/** A question that is answered by resources (207). Throws CalendarError for any other answer. */
export async function davAsk(
  secret: PasswordSecret,
  url: URL,
  request: DavRequest,
  signal?: AbortSignal,
): Promise<DavAnswer> {
  const answer = await davCall(secret, url, request, signal);
  if (answer.status !== 207) throw davProblem(answer);
  return readMultistatus(answer);
}

export function davProblem(answer: GuardedAnswer): CalendarError {
  if (answer.status !== 401) return problemOf(answer);
  const schemes = answer.header("www-authenticate");
  if (schemes !== null && !/\bbasic\b/i.test(schemes))
    return new CalendarError("refused", {
      detail: "the server does not take a user name and password (Basic)",
    });
  return problemOf(
    answer,
    "user name or password is wrong; iCloud, Fastmail and others ask for an app password",
  );
}

export function readMultistatus(answer: GuardedAnswer): DavAnswer {
  const root = parseXml(answer.text);
  if (root?.name !== "DAV:multistatus")
    throw new CalendarError("unavailable", { detail: "no proper WebDAV answer" });
  const resources = childrenOf(root, "DAV:response").flatMap((response) => {
    const props = propsOf(response);
    return childrenOf(response, "DAV:href").flatMap((href) => {
      const url = resolved(textOf(href), answer.url);
      return url === null
        ? []
        : [{ url, status: statusOf(childOf(response, "DAV:status")), props }];
    });
  });
  return { url: answer.url, resources, root };
}

function propsOf(response: XmlNode): Map<string, XmlNode> {
  const found = new Map<string, XmlNode>();
  for (const propstat of childrenOf(response, "DAV:propstat")) {
    const status = statusOf(childOf(propstat, "DAV:status")) ?? 200;
    if (status < 200 || status > 299) continue;
    for (const prop of childOf(propstat, "DAV:prop")?.children ?? []) found.set(prop.name, prop);
  }
  return found;
}

/** "HTTP/1.1 404 Not Found" */
function statusOf(node: XmlNode | undefined): number | null {
  const digits = /^HTTP\/\S+\s+(\d{3})/.exec(textOf(node) ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

export function resolved(href: string | null, base: URL): URL | null {
  return href !== null && URL.canParse(href, base) ? new URL(href, base) : null;
}

/** The address within a property, such as a principal's. */
export function hrefOf(resource: DavResource | undefined, name: string): string | null {
  return textOf(childOf(resource?.props.get(name), "DAV:href"));
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
