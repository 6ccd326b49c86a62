import type { VisitTimesQuery } from "~/contract/booking-inputs";
import type { VisitTime, VisitTimes } from "~/contract/booking-visits";
import { addDays, startOfDay, toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { type FittedPart, fitParts } from "./fit-parts";
import {
  isGuest,
  readVisitServices,
  type RequestedPart,
  type VisitActor,
  type VisitCandidate,
  type VisitPart,
} from "./visit-services.server";
import { readStarts } from "./visit.sql.server";

/**
 * The starts of a local day at which a visit fits: offered starts of its first service at which
 * each later part has a resource that is open and free. Throws what readVisitServices throws.
 */
export async function findVisitTimes(
  actor: StaffActor,
  { date, parts }: VisitTimesQuery,
): Promise<VisitTimes> {
  const { time_zone } = actor.tenant;
  const times = await visitTimesBetween(actor, parts, dayOf(date, time_zone));
  return { date, time_zone, times };
}

export const dayOf = (date: string, timeZone: string): { from: Date; to: Date } => ({
  from: new Date(startOfDay(date, timeZone)),
  to: new Date(startOfDay(addDays(date, 1), timeZone)),
});

/** The same for the starts between two instants, as staff or a guest can book them. */
export async function visitTimesBetween(
  actor: VisitActor,
  requested: readonly RequestedPart[],
  range: { from: Date; to: Date },
): Promise<VisitTime[]> {
  const { parts } = await readVisitServices(actor, requested, range);
  const first = parts[0]!; // the contract requires two
  const times: VisitTime[] = [];
  for (const [at, candidates] of await offeredStarts(actor, requested[0]!, first, range)) {
    const fitted = fitParts([{ ...first, candidates }, ...parts.slice(1)], at);
    if (fitted.length === parts.length) times.push(toTime(parts, fitted, isGuest(actor)));
  }
  return times;
}

/** The offered starts of a visit's first part (epoch ms), each with the candidates that offer it. */
export async function offeredStarts(
  actor: VisitActor,
  requested: RequestedPart,
  { candidates, party_size }: VisitPart,
  range: { from: Date; to: Date },
): Promise<Map<number, VisitCandidate[]>> {
  const { schedule_id, length_minutes = null } = requested;
  const starts = await readStarts(
    actor.tenant.id,
    { no: 0, schedule_id, resource_id: null, length_minutes, party_size },
    candidates.map(({ resource_id }) => resource_id),
    range,
    !isGuest(actor),
  );
  const offering = new Map<number, Set<string>>();
  for (const { starts_at, resource_id } of starts) {
    const at = starts_at.getTime();
    offering.set(at, (offering.get(at) ?? new Set()).add(resource_id));
  }
  return new Map(
    [...offering].map(([at, ids]) => [
      at,
      candidates.filter(({ resource_id }) => ids.has(resource_id)),
    ]),
  );
}

/** `with_addons`: their price is part of it; the desk adds it. */
function toTime(
  parts: readonly VisitPart[],
  fitted: readonly FittedPart<VisitCandidate>[],
  with_addons: boolean,
): VisitTime {
  const priced = fitted.map(({ candidate, starts_at, ends_at }, index) => {
    const { schedule, addons_amount } = parts[index]!; // as many
    const seats = candidate.priceAt(starts_at);
    const extra = with_addons ? addons_amount : 0;
    const price_amount = seats === null && extra === 0 ? null : (seats ?? 0) + extra;
    return {
      schedule_id: schedule.id,
      resource_id: candidate.resource_id,
      starts_at: toRfc3339(starts_at),
      ends_at: toRfc3339(ends_at),
      price_amount,
      currency: price_amount === null ? null : schedule.currency,
    };
  });
  return { ...spanOf(priced), parts: priced };
}

interface Priced {
  starts_at: string;
  ends_at: string;
  price_amount: number | null;
  currency: string | null;
}

/** The time and price of all parts. */
export function spanOf(parts: readonly Priced[]): Priced {
  const priced = parts.filter(({ price_amount }) => price_amount !== null);
  const currencies = new Set(priced.map(({ currency }) => currency));
  const sum = priced.reduce((total, { price_amount }) => total + price_amount!, 0); // filtered above
  return {
    starts_at: parts[0]!.starts_at, // never empty
    ends_at: parts.at(-1)!.ends_at,
    price_amount: currencies.size === 1 ? sum : null,
    currency: currencies.size === 1 ? priced[0]!.currency : null,
  };
}
