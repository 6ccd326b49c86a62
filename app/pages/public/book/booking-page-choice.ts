import { Id, LocalDate } from "~/contract/common";
import type { WidgetConfig } from "~/contract/widget";
import { classesTogether } from "./classes-together";
import { parseInstant, toRfc3339 } from "~/lib/time";
import { ANYONE } from "~/contract/fields";
import type { BookableResource, BookableService, Choice, AlsoPart } from "./choice";
import { readAlso, writeAlso } from "./visit-parts";

/** Id of the chosen service in the URL. */
export const serviceOf = (query: URLSearchParams): string | undefined =>
  Id.safeParse(query.get("service")).data;

/** Booking link token in the URL, valid or not. */
export const linkOf = (query: URLSearchParams): string | undefined =>
  query.get("link") ?? undefined;

/** Parses the URL. Invalid choices are ignored; a single service is preselected. */
export function readChoice(
  config: WidgetConfig,
  query: URLSearchParams,
  lang: string | null,
): Choice {
  const { schedules } = config;
  const requested = schedules.find(({ id }) => id === serviceOf(query));
  const service = requested ?? (schedules.length === 1 ? schedules[0]! : null);
  const classes = service === null ? classesTogether(config) : [];
  const only = classes.find(({ id }) => id === query.get("class")) ?? null;
  const shown = service ?? only;
  const resources = config.resources.filter(({ id }) =>
    (shown === null ? classes : [shown]).some(({ resource_ids }) => resource_ids.includes(id)),
  );
  const resource = resources.find(({ id }) => id === query.get("resource")) ?? null;
  const longer = longerLengths(service, resource);
  const length = longer.find((minutes) => String(minutes) === query.get("length_minutes")) ?? null;
  const also =
    service === null
      ? []
      : readAlso(config, query, { service, resources, who: resource?.id ?? ANYONE, length });
  // A visit of several services is for one person.
  const most = service === null || also.length > 0 ? 1 : mostPeople(service, resources);
  const people = Number(query.get("people") ?? "1");
  const instant = parseInstant(query.get("time") ?? "");
  const date = LocalDate.safeParse(query.get("date")).data ?? null;
  const time = service === null || date === null || instant === null ? null : toRfc3339(instant);
  const place = Number(query.get("place") ?? "");
  return {
    lang,
    link: config.booking_link === undefined ? null : (linkOf(query) ?? null),
    service,
    classes,
    only,
    resources,
    resource,
    longer,
    length,
    also,
    adds: service !== null && query.has("add"),
    party_size: Number.isInteger(people) && people >= 1 ? Math.min(people, most) : 1,
    most_people: most,
    from: LocalDate.safeParse(query.get("from")).data ?? null,
    date: service === null && classes.length === 0 ? null : date,
    time,
    course:
      service?.course !== undefined &&
      also.length === 0 &&
      config.booking_link === undefined &&
      query.has("course"),
    waits: time !== null && also.length === 0 && query.has("wait") && config.steps.waitlist,
    place: Number.isInteger(place) && place >= 1 ? place : null,
  };
}

/** Whether any of several resources will do; one is assigned when booking. */
export const isForAnyone = ({ resource }: Choice, service: BookableService): boolean =>
  resource === null && service.anyone;

/** Lengths of the chosen resource if it has its own, otherwise of any. */
function longerLengths(
  service: BookableService | null,
  resource: BookableResource | null,
): number[] {
  const own = service?.resource_terms.find(({ resource_id }) => resource_id === resource?.id);
  return ((own ?? service)?.length_options ?? []).map(({ minutes }) => minutes);
}

function mostPeople(service: BookableService, resources: BookableResource[]): number {
  const room = Math.max(1, ...resources.map(({ capacity }) => capacity));
  return Math.min(room, service.max_party_size ?? room);
}

/** URL changes of a link; null removes a parameter. */
export interface ChoiceChange {
  lang?: string;
  service?: string | null;
  class?: string | null;
  resource?: string | null;
  length?: number | null;
  people?: number;
  also?: readonly AlsoPart[];
  add?: 1 | null;
  from?: string | null;
  date?: string | null;
  time?: string | null;
  course?: 1 | null;
  wait?: 1 | null;
  place?: number | null;
}

/** Query string of a choice: "?service=…&date=2027-01-04". */
export function addressOf(choice: Choice, change: ChoiceChange = {}): string {
  const { lang, link, service, only, resource, length, party_size } = choice;
  const { from, date, time, course, waits, place } = choice;
  // The waiting list applies to one time; another time is booked.
  const is_same = !("date" in change || "time" in change);
  const { length: chosen = length, also = choice.also, ...changed } = change;
  const whole: Record<string, string | number | null | undefined> = {
    service: service?.id,
    class: only?.id,
    resource: resource?.id,
    length_minutes: chosen,
    people: party_size,
    from,
    date,
    time,
    course: is_same && course ? 1 : null,
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
  const search = new URLSearchParams(parts.map(([name, value]) => [name, String(value)]));
  if (whole.service != null) for (const part of also) search.append("also", writeAlso(part));
  return `?${search}`;
}
