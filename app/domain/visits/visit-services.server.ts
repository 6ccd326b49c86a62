import type { AssignedBecause, BookedAddon } from "~/contract/bookings";
import { ANYONE, type ChosenAddons, type ChosenParty, SAME } from "~/contract/fields";
import type { Schedule } from "~/contract/schedules";
import { MAX_DAYS_BLOCKED } from "~/contract/limits";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { localDateOf } from "~/lib/time";
import { bookableResources } from "../bookings/place/find-candidates.sql.server";
import { outsideHours } from "../hours/outside-hours";
import { OpenTimes } from "../hours/open-times";
import { limitsOf, readLimits, type StoredLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";
import { readSchedules } from "../hours/stored-schedule.server";
import type { KeyActor, StaffActor } from "../identity/actor";
import { addonsAmount, quote, seatPriceAt } from "../quotes/quote";
import { addonMinutes, chooseAddons } from "../quotes/choose-addons";
import { choosePeople, type PartyWish } from "../quotes/choose-party";
import { termsOn } from "../quotes/service-terms";
import { areNeedsFree, type TakenLane } from "../seats/needs-free";
import { gapOf, overlapsWork, type WorkTime } from "../seats/processing";
import { type NeedPool, readNeedPools } from "../seats/service-needs.sql.server";
import { lengthNotOffered } from "../seats/length-not-offered";
import type { FittedPart, PartCandidate, PartToFit } from "./fit-parts";
import {
  type BusyRow,
  type CandidateRow,
  type ClosedTime,
  readBusy,
  readCandidates,
  readClosedTimes,
  type WantedPart,
} from "./visit.sql.server";

/** Staff book later parts at any open time; a guest also by notice, horizon and closed slots. */
export type VisitActor = StaffActor | KeyActor;
export const isGuest = ({ kind }: VisitActor): boolean => kind === "publishable_key";

/** A part as requested. */
export interface RequestedPart {
  schedule_id: string;
  resource_id: string;
  length_minutes?: number | undefined;
  party_size?: number | undefined;
  party?: ChosenParty | undefined;
  addons?: ChosenAddons | undefined;
}

export interface VisitCandidate extends PartCandidate {
  name: string;
  /** How many of its minutes add-ons take. */
  extra_minutes: number;
  /** null: it was asked for by its ID. */
  because: AssignedBecause | null;
  /** Price for the party in minor units at a start (epoch ms); null: none. */
  priceAt(startsAt: number): number | null;
}

export interface VisitPart extends PartToFit<VisitCandidate> {
  schedule: Schedule;
  /** null: the service's own. */
  length_minutes: number | null;
  /** Price of the chosen add-ons in minor units. */
  addons_amount: number;
  party_size: number;
}

/** The services of a visit, read before anything is locked. */
export interface VisitServices {
  parts: VisitPart[];
  limits: StoredLimits;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The services of a visit with the resources that can take each part, for starts between two
 * instants: a fixed number of statements. Throws not_found, and validation_failed for a length that
 * is not offered.
 */
export async function readVisitServices(
  actor: VisitActor,
  requested: readonly RequestedPart[],
  starts: { from: Date; to: Date },
  guest: { id?: string | undefined; email?: string | null | undefined } = {},
): Promise<VisitServices> {
  const tenantId = actor.tenant.id;
  const only = bookableResources(actor);
  const schedules = await readSchedules(
    tenantId,
    requested.map(({ schedule_id }) => schedule_id),
  );
  const wanted = requested.map((part, index): WantedPart => {
    const { schedule_id, resource_id, length_minutes = null } = part;
    const schedule = schedules.get(schedule_id);
    if (schedule === undefined) throw notFound("Schedule", schedule_id);
    const { party_size } = ofPartAt(index, () => choosePeople(part, schedule.person_kinds, null));
    const isNamed = resource_id !== ANYONE && resource_id !== SAME;
    if (isNamed && only?.includes(resource_id) === false) throw notFound("Resource", resource_id);
    const named = isNamed ? resource_id : null;
    return { no: index, schedule_id, resource_id: named, length_minutes, party_size };
  });
  const rows = await readCandidates(pool, tenantId, {
    parts: wanted,
    starts,
    guest,
    only,
  });
  const ids = [...new Set([...rows, ...wanted].flatMap(({ resource_id }) => resource_id ?? []))];
  const within = occupiedWithin(wanted, schedules, starts);
  const needs = [...schedules.values()].some((schedule) => schedule.needs.length > 0)
    ? await readNeedPools(pool, tenantId, [...schedules.keys()])
    : [];
  const needed = needs.flatMap(({ resources }) => resources.map(({ id }) => id));
  const [limits, busy, closed] = await Promise.all([
    readLimits(tenantId, ids),
    readBusy(pool, tenantId, [...new Set([...ids, ...needed])], within),
    isGuest(actor) ? readClosedTimes(pool, tenantId, [...schedules.keys()], within) : [],
  ]);
  const busyOf = new Map(busy.map((row) => [row.resource_id, new BusyTimes(row)]));
  const parts = wanted.map((part, index) => {
    const schedule = schedules.get(part.schedule_id)!; // checked above
    const addons = addonsOf(schedule, requested[index]!.addons, index);
    const extra_minutes = addonMinutes(addons);
    const ofService = needs.filter(({ schedule_id }) => schedule_id === schedule.id);
    const facts = {
      schedule,
      part,
      people: requested[index]!,
      extra_minutes,
      limits,
      busyOf,
      needs: ofService,
      closed: closed.filter(({ schedule_id }) => schedule_id === schedule.id),
      has_window: isGuest(actor),
    };
    const is_same = requested[index]!.resource_id === SAME;
    const candidates = candidatesOf(
      rows.filter(({ no }) => no === index),
      facts,
      starts.from,
    );
    const { length_minutes, party_size } = part;
    const addons_amount = addonsAmount(addons);
    return { schedule, length_minutes, addons_amount, party_size, is_same, candidates };
  });
  return { limits, parts };
}

/** The resources that are open and free for a service at an instant. */
export async function freeResources(
  actor: StaffActor,
  part: RequestedPart,
  at: Date,
): Promise<string[]> {
  const { parts } = await readVisitServices(actor, [part], { from: at, to: at });
  return parts[0]!.candidates // the one requested
    .filter((candidate) => candidate.isFree(at.getTime()))
    .map(({ resource_id }) => resource_id);
}

/** All time that parts with starts in this range may occupy. */
function occupiedWithin(
  parts: readonly WantedPart[],
  schedules: ReadonlyMap<string, Schedule>,
  { from, to }: { from: Date; to: Date },
): { from: Date; to: Date } {
  const minutes = parts.reduce((sum, { schedule_id, length_minutes }) => {
    const schedule = schedules.get(schedule_id)!; // the caller has checked it
    const longest = Math.max(
      length_minutes ?? 0,
      schedule.duration_minutes,
      ...schedule.resource_terms.map(({ duration_minutes }) => duration_minutes ?? 0),
    );
    const most = schedule.addons.reduce(
      (all, { max_quantity, extra_minutes = 0 }) => all + max_quantity * extra_minutes,
      0,
    );
    return (
      sum +
      longest +
      Math.min(most, 1440) +
      schedule.buffer_before_minutes +
      schedule.buffer_after_minutes
    );
  }, 0);
  return {
    from: new Date(from.getTime() - DAY_MS),
    // What is needed may be taken for longer than the booking.
    to: new Date(to.getTime() + minutes * MINUTE_MS + DAY_MS),
  };
}

/** The chosen add-ons of a part. Throws validation_failed. */
const addonsOf = (
  schedule: Schedule,
  addons: ChosenAddons | undefined,
  index: number,
): BookedAddon[] => ofPartAt(index, () => chooseAddons(addons ?? [], schedule.addons));

/** A refusal names the part that it is about. */
function ofPartAt<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof AppError ? atPart(error, index) : error;
  }
}

interface Facts {
  schedule: Schedule;
  part: WantedPart;
  people: PartyWish;
  extra_minutes: number;
  limits: StoredLimits;
  busyOf: ReadonlyMap<string, BusyTimes>;
  /** What else the service needs. */
  needs: NeedPool[];
  /** Slots of the service closed by hand, for a guest. */
  closed: ClosedTime[];
  /** Whether notice and horizon of the service count. */
  has_window: boolean;
}

/** The taken time of a resource, by UTC day: a search over weeks reads only what is near. */
class BusyTimes {
  readonly name: string;
  readonly #lanes = new Map<number, TakenLane[]>();

  constructor({ name, claims, blocks }: BusyRow) {
    this.name = name;
    const all = [...claims, ...blocks.map((block) => ({ ...block, lane: null }))];
    for (const taken of all) {
      const last = Math.min(dayOf(taken.to), dayOf(taken.from) + MAX_DAYS_BLOCKED + 1);
      for (let day = dayOf(taken.from); day <= last; day += 1) {
        const known = this.#lanes.get(day);
        if (known === undefined) this.#lanes.set(day, [taken]);
        else known.push(taken);
      }
    }
  }

  /** All that overlaps the days around an instant; what overlaps several is in it several times. */
  near(at: number): TakenLane[] {
    const day = dayOf(at);
    return [-1, 0, 1, 2].flatMap((more) => this.#lanes.get(day + more) ?? []);
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** The cheapest first, as for a booking for anyone. */
function candidatesOf(rows: CandidateRow[], facts: Facts, from: Date): VisitCandidate[] {
  const { schedule, part } = facts;
  const { resource_id, length_minutes: length } = part;
  const offersLength = (id: string) => {
    const { duration_minutes, length_options } = termsOn(schedule, id);
    return (
      length === null ||
      length === duration_minutes ||
      length_options.some(({ minutes }) => minutes === length)
    );
  };
  const offering = rows.filter((row) => offersLength(row.resource_id));
  if (resource_id !== null) {
    if (!offersLength(resource_id)) throw atPart(lengthNotOffered(), part.no);
    // Booking it says why it can't be had.
    const row = rows[0] ?? null;
    return [candidateOf(resource_id, row, facts)];
  }
  if (rows.length === 0) throw notFound("Schedule", schedule.id);
  if (offering.length === 0) throw atPart(lengthNotOffered(), part.no);
  const candidates = offering.map((row) => candidateOf(row.resource_id, row, facts));
  const price = (candidate: VisitCandidate) => candidate.priceAt(from.getTime()) ?? 0;
  return candidates.sort((one, other) => price(one) - price(other));
}

/** `row` null: the resource doesn't offer the schedule. */
function candidateOf(
  resource_id: string,
  row: CandidateRow | null,
  { schedule, part, people, extra_minutes, limits, busyOf, needs, closed, has_window }: Facts,
): VisitCandidate {
  const terms = termsOn(schedule, resource_id);
  const base = part.length_minutes ?? terms.duration_minutes;
  const minutes = base + extra_minutes;
  const { party_size } = part;
  const open = OpenTimes.of(hoursOf(schedule), limitsOf(limits, resource_id));
  const busy = busyOf.get(resource_id);
  if (busy === undefined) throw notFound("Resource", resource_id);
  const limited = new Set(row?.limited_days);
  const isFree = (starts_at: number): boolean => {
    if (row === null || party_size > mostSeats(schedule, row)) return false;
    if (limited.size > 0 && limited.has(localDateOf(starts_at, schedule.time_zone))) return false;
    if (has_window && (starts_at < row.first_start || starts_at > row.last_start)) return false;
    const ends_at = starts_at + minutes * MINUTE_MS;
    if (isClosed(closed, { schedule_id: schedule.id, resource_id, starts_at, ends_at }))
      return false;
    const gap = gapOf(schedule.processing, {
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    });
    const occupied = {
      from: starts_at - schedule.buffer_before_minutes * MINUTE_MS,
      to: ends_at + schedule.buffer_after_minutes * MINUTE_MS,
      gap: gap && { from: gap.gap_from.getTime(), to: gap.gap_to.getTime() },
    };
    return (
      outsideHours(open, [{ starts_at, ends_at }]).length === 0 &&
      hasSeats(busy.near(starts_at), occupied, row.capacity, party_size) &&
      areNeedsFree(needs, (id) => busyOf.get(id)?.near(starts_at) ?? [], {
        resource_id,
        starts_at,
        ends_at,
      })
    );
  };
  return {
    resource_id,
    name: busy.name,
    minutes,
    extra_minutes,
    buffer_before_minutes: schedule.buffer_before_minutes,
    buffer_after_minutes: schedule.buffer_after_minutes,
    because: part.resource_id === null && row !== null ? becauseOf(row) : null,
    isFree: remembered(isFree),
    priceAt: (startsAt) => {
      const seat = seatPriceAt(terms, schedule, base, new Date(startsAt));
      const { name: label, currency } = schedule;
      const { party } = choosePeople(people, schedule.person_kinds, seat);
      return quote({ label, amount: seat, seats: 1, currency }, party_size, [], party).amount;
    },
  };
}

const becauseOf = ({ assign, is_last }: CandidateRow): AssignedBecause =>
  assign === "same_as_last_time" && !is_last ? "least_loaded" : assign;

const mostSeats = ({ max_party_size }: Schedule, { capacity }: CandidateRow): number =>
  Math.min(capacity, max_party_size ?? capacity);

/** Whether as many lanes are free throughout, as find_lanes counts them (claim-seats.sql). */
function hasSeats(
  taken: readonly TakenLane[],
  time: WorkTime,
  capacity: number,
  seats: number,
): boolean {
  const lanes = new Set(taken.filter((one) => overlapsWork(one, time)).map(({ lane }) => lane));
  return !lanes.has(null) && lanes.size + seats <= capacity;
}

interface TimeOfPart {
  schedule_id: string;
  resource_id: string;
  starts_at: number;
  ends_at: number;
}

/** Whether a time overlaps slots of its service and resource that were closed by hand. */
export const isClosed = (
  closed: readonly ClosedTime[],
  { schedule_id, resource_id, starts_at, ends_at }: TimeOfPart,
): boolean =>
  closed.some(
    (one) =>
      one.resource_id === resource_id &&
      one.schedule_id === schedule_id &&
      one.from < ends_at &&
      one.to > starts_at,
  );

/** Computes each start once: a search comes back to it. */
function remembered(isFree: (at: number) => boolean): (at: number) => boolean {
  const known = new Map<number, boolean>();
  return (at) => {
    let free = known.get(at);
    if (free === undefined) known.set(at, (free = isFree(at)));
    return free;
  };
}

/** Why the resource of a part was chosen: for the same as before, the reason of that part. */
export function becauseAt(
  parts: readonly VisitPart[],
  chosen: readonly FittedPart<VisitCandidate>[],
  index: number,
): AssignedBecause | undefined {
  const { candidates, is_same } = parts[index]!; // as many as chosen
  if (is_same) return becauseAt(parts, chosen, index - 1);
  const { candidate, starts_at } = chosen[index]!;
  if (candidate.because === null) return undefined;
  const isOnlyOne = candidates.filter((each) => each.isFree(starts_at)).length === 1;
  return isOnlyOne ? "only_free" : candidate.because;
}

/** Fields that each part of a request has. */
const FIELDS_OF_A_PART = new Set([
  "schedule_id",
  "resource_id",
  "length_minutes",
  "party_size",
  "party",
  "addons",
  "answers",
  "price_amount",
]);

/** A refusal of a part's field, which names the part: `parts.0.party_size`. */
export function atPart(error: AppError, index: number): AppError {
  const issue = error.extra.issues?.[0];
  if (issue === undefined || !FIELDS_OF_A_PART.has(issue.path.split(".")[0]!)) return error;
  return invalidField(`parts.${index}.${issue.path}`, issue.message, issue.code);
}
