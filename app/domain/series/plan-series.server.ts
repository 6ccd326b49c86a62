import type { NewBookingSeries } from "~/contract/booking-inputs";
import type { IfTaken } from "~/contract/booking-series";
import type { Booking } from "~/contract/bookings";
import { isForAnyone } from "~/contract/fields";
import type { AvailableSlot } from "~/contract/slots";
import { AppError, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf, startOfDay, toRfc3339 } from "~/lib/time";
import { createBooking, type PlannedAs } from "../bookings/place/create-booking.server";
import { readAddonMinutes } from "../bookings/place/addon-minutes.sql.server";
import { readPartySeats } from "../bookings/place/party-seats.sql.server";
import { alternativesIn } from "../bookings/place/find-alternatives.sql.server";
import { bookableResources } from "../bookings/place/find-candidates.sql.server";
import type { CourseShare } from "../bookings/place/requested-slot";
import type { Turn } from "../bookings/place/in-turn.server";
import {
  type Actor,
  actorRecord,
  hasRole,
  isLiveMode,
  mayUseResource,
  type StaffActor,
} from "../identity/actor";
import { seriesStarts } from "./series-starts";
import { type DateRow, readSeriesService, resourcesOf, type SeriesRow } from "./series.sql.server";

/** A booking of the series without its time. */
export type SeriesRequest = Omit<NewBookingSeries, "starts_at" | "repeat" | "dry_run">;

export interface SeriesPlan {
  actor: StaffActor;
  row: SeriesRow;
  request: SeriesRequest;
  /** Of the schedule; null: without one. */
  max_advance_days: number | null;
  dates: DateRow[];
  /** Of a course: its number of dates, and the share of each in its price. */
  course?: { dates: number; share(no: number): CourseShare };
}

/** Throws forbidden_role, not_found, validation_failed. */
export async function planSeries(
  actor: StaffActor,
  { starts_at, repeat, dry_run, ...given }: NewBookingSeries,
): Promise<SeriesPlan> {
  const tenant_id = actor.tenant.id;
  const resource_id = isForAnyone(given) ? null : given.resource_id;
  if (resource_id !== null && !mayUseResource(actor, resource_id))
    throw notFound("Resource", resource_id);
  if (given.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  const service = await readSeriesService(tenant_id, {
    schedule_id: given.schedule_id ?? null,
    resource_id: given.duration_minutes === undefined ? resource_id : null,
    starts_at,
  });
  const starts = seriesStarts(repeat.rrule, starts_at, service.time_zone);
  // A series keeps its service, also where another one has the same start.
  const schedule_id = given.schedule_id ?? service.schedule_id ?? undefined;
  const request = { ...given, schedule_id };
  return {
    actor,
    request,
    max_advance_days: service.max_advance_days,
    row: {
      tenant_id,
      id: newId(),
      rrule: repeat.rrule,
      time_zone: service.time_zone,
      if_taken: repeat.if_taken,
      resource_id,
      schedule_id: schedule_id ?? null,
      request: dry_run ? null : request,
      state: "running",
      created_by: actorRecord(actor),
      livemode: isLiveMode(actor),
    },
    dates: starts.map((each, index) => ({
      no: index + 1,
      starts_at: each,
      state: "planned",
      reason: null,
      booking_id: newId(),
    })),
  };
}

type Attempt = Pick<PlannedAs, "within" | "before" | "customer_id">;

export function bookDate(
  { actor, request, row: { id }, dates, course }: SeriesPlan,
  { no, booking_id, starts_at }: Pick<DateRow, "no" | "booking_id" | "starts_at">,
  attempt: Attempt,
): Promise<Booking> {
  const series = { id, no, of: course?.dates ?? dates.length };
  return createBooking(actor, { ...request, starts_at }, null, {
    id: booking_id,
    series,
    course: course?.share(no),
    ...attempt,
  });
}

/** Refusals of one date; any other error refuses the request. */
const REFUSALS_OF_A_DATE: readonly string[] = [
  "slot_unavailable",
  "outside_booking_window",
  "price_changed",
];
export const isDateRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && REFUSALS_OF_A_DATE.includes(error.code);

/** Times beyond the schedule's horizon have no slots, and look like closed ones. */
export function reasonOf(
  error: AppError,
  { max_advance_days, row }: SeriesPlan,
  startsAt: Date,
): string {
  const { reason } = error.extra.details ?? {};
  if (reason === "closed" && isTooFar(startsAt, row.time_zone, max_advance_days)) return "too_far";
  return refusalReason(error);
}

/** Whether a start is beyond the schedule's horizon; null: it has none. */
export function isTooFar(startsAt: Date, timeZone: string, maxAdvanceDays: number | null): boolean {
  if (maxAdvanceDays === null) return false;
  const last = addDays(localDateOf(clock.now(), timeZone), maxAdvanceDays);
  return localDateOf(startsAt.getTime(), timeZone) > last;
}

/** The refusal of a date, which names it. */
export function refusalOfDate(
  error: AppError,
  reason: string,
  timeZone: string,
  { no, starts_at }: Pick<DateRow, "no" | "starts_at">,
): AppError {
  const day = localDateOf(starts_at.getTime(), timeZone);
  return new AppError(error.code, `${day}: ${error.message}`, {
    details: {
      ...error.extra.details,
      reason,
      date: { no, starts_at: toRfc3339(starts_at.getTime()) },
    },
  });
}

/** The reason that a refusal gives, or else its code. */
export function refusalReason({ code, extra }: AppError): string {
  const { reason } = extra.details ?? {};
  return typeof reason === "string" ? reason : code;
}

/** Up to three free times of the date's local day, the nearest first. */
export async function otherTimes(
  db: Sql,
  { actor, request, row }: SeriesPlan,
  startsAt: Date,
  error: AppError,
): Promise<AvailableSlot[]> {
  // Other times do not help against a guest's own limit.
  if (error.code !== "slot_unavailable" || error.extra.details?.reason === "customer_limit")
    return [];
  const { resource_id, schedule_id, time_zone } = row;
  const { length_minutes, addons } = request;
  const seats = await readPartySeats(db, row.tenant_id, schedule_id, request);
  const extra_minutes = await readAddonMinutes(db, row.tenant_id, schedule_id, addons);
  const wanted = { starts_at: startsAt, length_minutes, extra_minutes };
  const refused =
    resource_id !== null
      ? {
          ...wanted,
          resource: { id: resource_id },
          schedule: schedule_id === null ? null : { id: schedule_id },
        }
      : { ...wanted, schedule_id: schedule_id!, among: bookableResources(actor) }; // the contract requires it
  const day = localDateOf(startsAt.getTime(), time_zone);
  const found = await alternativesIn(db, row.tenant_id, refused, seats, {
    from: new Date(startOfDay(day, time_zone)),
    to: new Date(startOfDay(addDays(day, 1), time_zone)),
  });
  const distance = (slot: AvailableSlot) =>
    Math.abs(Date.parse(slot.starts_at) - startsAt.getTime());
  return found.sort((one, other) => distance(one) - distance(other));
}

type SeriesResources = Pick<SeriesRow, "tenant_id" | "resource_id" | "schedule_id">;

/** The resources that may take its dates; a single one is locked by each booking. */
export function turnOf({ actor, row }: { actor: Actor; row: SeriesResources }): Turn {
  const { tenant_id, resource_id, schedule_id } = row;
  if (resource_id !== null) return { tenant_id, key: resource_id, resources: async () => [] };
  const among = bookableResources(actor);
  const key = schedule_id!; // the contract requires it
  return { tenant_id, key, resources: (db) => resourcesOf(db, tenant_id, key, among) };
}

/** Books the first of these times that is still free, if the series wants the nearest. */
export async function bookNearest<T>(
  ifTaken: IfTaken,
  alternatives: AvailableSlot[],
  attempt: (startsAt: Date) => Promise<T>,
): Promise<T | null> {
  if (ifTaken !== "nearest") return null;
  for (const { starts_at } of alternatives)
    try {
      return await attempt(new Date(starts_at));
    } catch (error) {
      if (!isDateRefusal(error)) throw error;
    }
  return null;
}
