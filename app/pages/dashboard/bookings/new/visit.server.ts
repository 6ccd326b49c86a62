import { VisitTimesQuery } from "~/contract/booking-inputs";
import type { VisitTime } from "~/contract/booking-visits";
import { ANYONE, SAME } from "~/contract/fields";
import { MAX_VISIT_PARTS } from "~/contract/limits";
import type { Schedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import type { DeskSlot } from "~/domain/slots/free-slots.server";
import { findVisitTimes } from "~/domain/visits/visit-times.server";
import { t } from "~/i18n/text";
import { clockFormat } from "~/i18n/clock-format";
import { AppError } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";
import { localDateOf } from "~/lib/time";
import { type Calendar, dateWords, dayLabel } from "~/ui/booking/booking-lines";
import { type DeskPart, type DeskTime, partField } from "~/ui/new-booking/desk-state";
import { addonsIn } from "./addons-in";
import { OF_A_PART, partOfDay } from "./desk-times";
import { partyOf, peopleIn } from "./people-in";
import { lengthsOf } from "./lengths-of";

interface Named {
  id: string;
  name: string;
}

/** The services after the first one, as the page's query string names them. */
export function readParts(
  query: URLSearchParams,
  schedules: readonly Schedule[],
  resources: readonly Named[],
  party: number,
  locale: string,
): DeskPart[] {
  // A button that changes the number comes after the field that keeps it.
  const wanted = Math.trunc(Number(query.getAll("services").at(-1))) || 1;
  const count = Math.min(wanted, MAX_VISIT_PARTS);
  const parts: DeskPart[] = [];
  for (let no = 2; no <= count; no += 1) {
    const schedule =
      schedules.find(({ id }) => id === query.get(partField("service", no))) ?? schedules[0];
    if (schedule === undefined) break;
    const givers = resources.filter(({ id }) => schedule.resource_ids.includes(id));
    const named = query.get(partField("resource", no)) ?? SAME;
    const resource = [ANYONE, ...givers.map(({ id }) => id)].includes(named) ? named : SAME;
    const lengths = lengthsOf(schedule, resource === ANYONE || resource === SAME ? "" : resource);
    const length = lengths.find(({ id }) => id !== "" && id === query.get(partField("length", no)));
    parts.push({
      no,
      service: schedule.id,
      resource,
      resources: givers.map(({ id, name }) => ({ id, name })),
      lengths,
      length: length?.id ?? "",
      addons: addonsIn(query, no, schedule, locale),
      people: peopleIn(query, no, schedule, party, locale),
    });
  }
  return parts;
}

/** The services of a visit, as createVisit takes them. */
export const visitParts = (
  first: Pick<DeskPart, "service" | "resource" | "length" | "people">,
  parts: readonly Pick<DeskPart, "service" | "resource" | "length" | "people">[],
  party_size: number,
) =>
  [{ ...first, resource: first.resource === "" ? ANYONE : first.resource }, ...parts].map(
    ({ service, resource, length, people }) => ({
      schedule_id: service,
      resource_id: resource,
      ...(partyOf(people) === undefined ? { party_size } : { party: partyOf(people) }),
      ...(length !== "" && { length_minutes: Number(length) }),
    }),
  );

interface Wish {
  parts: ReturnType<typeof visitParts>;
  day: string;
  /** Free times of the first service: without a day, those of its first days are searched. */
  firsts: readonly DeskSlot[];
}

/** The starts at which all services fit, on the chosen day or on the first ones that have times. */
export async function findVisit(
  actor: UserActor,
  { parts, day, firsts }: Wish,
  calendar: Calendar,
): Promise<DeskTime[]> {
  const { time_zone } = calendar;
  const days =
    day === ""
      ? new Set(firsts.map(({ starts_at }) => localDateOf(Date.parse(starts_at), time_zone)))
      : [day];
  const times: VisitTime[] = [];
  for (const date of days)
    try {
      const found = await findVisitTimes(actor, VisitTimesQuery.parse({ date, parts }));
      times.push(...found.times);
    } catch (error) {
      // A combination that can't be had has no times, such as a person without that length.
      if (!(error instanceof AppError) || error.status >= 429) throw error;
    }
  const counts = new Map<string, number>();
  return visitTimes(times, calendar).filter((time) => {
    const part = `${time.day} ${time.part}`;
    counts.set(part, (counts.get(part) ?? 0) + 1);
    return day !== "" || counts.get(part)! <= OF_A_PART;
  });
}

/** Starts of a visit as desk choices. */
export function visitTimes(times: readonly VisitTime[], calendar: Calendar): DeskTime[] {
  const { locale, time_zone } = calendar;
  const clock = clockFormat(locale, time_zone);
  return times.map(({ starts_at, ends_at, price_amount, currency }) => {
    const date = localDateOf(Date.parse(starts_at), time_zone);
    const time = clock.format(new Date(starts_at));
    const more = t("until {{time}}", { time: clock.format(new Date(ends_at)) });
    return {
      slot_id: starts_at,
      day: dayLabel(date, calendar),
      time,
      more,
      description: [dateWords(date, calendar), time, more].join(", "),
      part: partOfDay(starts_at, time_zone),
      price:
        price_amount === null || currency === null
          ? null
          : formatMoney(price_amount, currency, locale),
      amount: price_amount ?? 0,
    };
  });
}
