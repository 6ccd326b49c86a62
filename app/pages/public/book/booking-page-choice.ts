import { Id, LocalDate } from "~/contract/common";
import type { WidgetConfig } from "~/contract/widget";
import { parseInstant, toRfc3339 } from "~/lib/time";

export type BookableService = WidgetConfig["schedules"][number];
export type BookableResource = WidgetConfig["resources"][number];

/** What a visitor has chosen so far. It is in the page's address, so that links and the back button are all it takes. */
export interface Choice {
  /** The language asked for in the address; null: none. */
  lang: string | null;
  /** The token of the booking link that the visitor came by; null: none. */
  link: string | null;
  service: BookableService | null;
  /** The resources of the service; empty while none is chosen. */
  resources: BookableResource[];
  /** The chosen one; null: any. */
  resource: BookableResource | null;
  /** The lengths that can be chosen instead of the usual one, shortest first. */
  longer: number[];
  /** The chosen one of them, in minutes; null: the usual one. */
  length: number | null;
  party_size: number;
  /** The largest party that the service takes. */
  most_people: number;
  /** The first day of the weeks shown; null: today's. */
  from: string | null;
  date: string | null;
  /** An instant, RFC 3339. */
  time: string | null;
  /** That time is full, and the visitor wants to wait for it. */
  waits: boolean;
  /** Their place on the waiting list, once they have one. */
  place: number | null;
}

/** The id of the chosen service in the address. */
export const serviceOf = (query: URLSearchParams): string | undefined =>
  Id.safeParse(query.get("service")).data;

/** The booking link in the address, whatever it opens. */
export const linkOf = (query: URLSearchParams): string | undefined =>
  query.get("link") ?? undefined;

/** Reads the address. What cannot be used is as if it were not there; where one service is offered, it is chosen. */
export function readChoice(
  config: WidgetConfig,
  query: URLSearchParams,
  lang: string | null,
): Choice {
  const { schedules } = config;
  const asked = schedules.find(({ id }) => id === serviceOf(query));
  const service = asked ?? (schedules.length === 1 ? schedules[0]! : null);
  const resources = config.resources.filter(({ id }) => service?.resource_ids.includes(id));
  const resource = resources.find(({ id }) => id === query.get("resource")) ?? null;
  const longer = longerLengths(service, resource);
  const most = mostPeople(service, resources);
  const people = Number(query.get("people") ?? "1");
  const instant = parseInstant(query.get("time") ?? "");
  const date = LocalDate.safeParse(query.get("date")).data ?? null;
  const time = service === null || date === null || instant === null ? null : toRfc3339(instant);
  const place = Number(query.get("place") ?? "");
  return {
    lang,
    link: config.booking_link === undefined ? null : (linkOf(query) ?? null),
    service,
    resources,
    resource,
    longer,
    length: longer.find((minutes) => String(minutes) === query.get("length_minutes")) ?? null,
    party_size: Number.isInteger(people) && people >= 1 ? Math.min(people, most) : 1,
    most_people: most,
    from: LocalDate.safeParse(query.get("from")).data ?? null,
    date: service === null ? null : date,
    time,
    waits: time !== null && query.has("wait") && config.steps.waitlist,
    place: Number.isInteger(place) && place >= 1 ? place : null,
  };
}

/** Whether any of several resources is wanted: who gives it is decided when it is booked. */
export const isForAnyone = ({ resource }: Choice, service: BookableService): boolean =>
  resource === null && service.anyone;

/** Of the chosen resource where it has lengths of its own, else of any. */
function longerLengths(
  service: BookableService | null,
  resource: BookableResource | null,
): number[] {
  const own = service?.resource_terms.find(({ resource_id }) => resource_id === resource?.id);
  return ((own ?? service)?.length_options ?? []).map(({ minutes }) => minutes);
}

function mostPeople(service: BookableService | null, resources: BookableResource[]): number {
  const room = Math.max(1, ...resources.map(({ capacity }) => capacity));
  return Math.min(room, service?.max_party_size ?? room);
}

/** What is different in the address that a link leads to; null takes a part away. */
export interface ChoiceChange {
  lang?: string;
  service?: string | null;
  resource?: string | null;
  length?: number | null;
  people?: number;
  from?: string | null;
  date?: string | null;
  time?: string | null;
  wait?: 1 | null;
  place?: number | null;
}

/** The address of a choice: "?service=…&date=2027-01-04". */
export function addressOf(choice: Choice, change: ChoiceChange = {}): string {
  const { lang, link, service, resource, length, party_size, from, date, time, waits, place } =
    choice;
  // A visitor waits for one time; another one is to be booked.
  const is_same = !("date" in change || "time" in change);
  const { length: chosen = length, ...changed } = change;
  const whole: Record<string, string | number | null | undefined> = {
    service: service?.id,
    resource: resource?.id,
    length_minutes: chosen,
    people: party_size,
    from,
    date,
    time,
    wait: is_same && waits ? 1 : null,
    place: is_same ? place : null,
    link,
    lang,
    ...changed,
  };
  if (whole.people === 1) whole.people = null;
  const parts = Object.entries(whole).filter(
    (part): part is [string, string | number] => part[1] != null,
  );
  const search = new URLSearchParams(
    parts.map(([name, value]) => [name, String(value)]),
  ).toString();
  return `?${search}`;
}
