import { childOf, childrenOf, parseXml, textOf, type XmlNode } from "./dav-xml";

export interface MultistatusTask {
  xml: string;
  /** Resources beyond this number are counted and dropped. */
  most: number;
  /** Only collections that contain events; others are ignored. */
  calendars_only: boolean;
}

/**
 * One resource of a multistatus response (RFC 4918, 13), plain data because it is sent between
 * processes.
 */
export interface MultistatusResource {
  href: string;
  /** Status of the resource itself, if given: 404 is gone. */
  status: number | null;
  is_collection: boolean;
  is_calendar: boolean;
  can_write: boolean;
  texts: Partial<Record<TextProperty, string>>;
  hrefs: Partial<Record<HrefProperty, string[]>>;
}

export interface Multistatus {
  resources: MultistatusResource[];
  left_out: number;
  sync_token: string | null;
}

const LONGEST_TEXT = 2_000;
/** Maximum stored length per property. */
const TEXTS = {
  "DAV:displayname": 200,
  "DAV:getetag": LONGEST_TEXT,
  "DAV:sync-token": LONGEST_TEXT,
  "CS:getctag": LONGEST_TEXT,
  "C:calendar-timezone": 20_000,
  "C:calendar-data": Infinity,
} as const;
type TextProperty = keyof typeof TEXTS;
const HREFS = [
  "DAV:current-user-principal",
  "C:calendar-home-set",
  "C:calendar-user-address-set",
] as const;
type HrefProperty = (typeof HREFS)[number];
const MAX_HREFS = 50;

const WRITES = ["DAV:write", "DAV:all", "DAV:write-content"];

/** null if it isn't a valid WebDAV response. */
export function readMultistatus(task: MultistatusTask): Multistatus | null {
  const root = parseXml(task.xml);
  if (root?.name !== "DAV:multistatus") return null;
  const resources: MultistatusResource[] = [];
  let left_out = 0;
  for (const response of childrenOf(root, "DAV:response")) {
    const props = propsOf(response);
    if (task.calendars_only && !holdsEvents(props)) continue;
    for (const node of childrenOf(response, "DAV:href")) {
      const href = textOf(node);
      if (href === null || href.length > LONGEST_TEXT) continue;
      if (resources.length === task.most) left_out += 1;
      else
        resources.push({
          href,
          status: statusOf(childOf(response, "DAV:status")),
          is_collection: hasType(props, "DAV:collection"),
          is_calendar: hasType(props, "C:calendar"),
          can_write: canWrite(props),
          texts: textsOf(props),
          hrefs: hrefsOf(props),
        });
    }
  }
  return { resources, left_out, sync_token: textOf(childOf(root, "DAV:sync-token")) };
}

type Props = ReadonlyMap<string, XmlNode>;

/** The properties with status 200. */
function propsOf(response: XmlNode): Props {
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

function textsOf(props: Props): MultistatusResource["texts"] {
  const found: MultistatusResource["texts"] = {};
  for (const [name, longest] of Object.entries(TEXTS) as [TextProperty, number][]) {
    const text = props.get(name)?.text;
    if (text !== undefined)
      found[name] = name === "C:calendar-data" ? text : text.trim().slice(0, longest);
  }
  return found;
}

function hrefsOf(props: Props): MultistatusResource["hrefs"] {
  const found: MultistatusResource["hrefs"] = {};
  for (const name of HREFS) {
    const prop = props.get(name);
    if (prop === undefined) continue;
    found[name] = childrenOf(prop, "DAV:href")
      .slice(0, MAX_HREFS)
      .flatMap((href) => textOf(href)?.slice(0, LONGEST_TEXT) ?? []);
  }
  return found;
}

function hasType(props: Props, name: string): boolean {
  return childOf(props.get("DAV:resourcetype"), name) !== undefined;
}

function holdsEvents(props: Props): boolean {
  if (!hasType(props, "C:calendar")) return false;
  const kinds = props.get("C:supported-calendar-component-set");
  return (
    kinds === undefined ||
    kinds.children.length === 0 ||
    kinds.children.some(({ attributes }) => attributes.name?.toUpperCase() === "VEVENT")
  );
}

function canWrite(props: Props): boolean {
  const given = childrenOf(props.get("DAV:current-user-privilege-set"), "DAV:privilege");
  return given.some(({ children }) => children.some(({ name }) => WRITES.includes(name)));
}
