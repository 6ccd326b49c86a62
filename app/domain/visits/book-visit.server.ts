import type { AssignedBecause, Booking } from "~/contract/bookings";
import { ANYONE } from "~/contract/fields";
import { AppError } from "~/lib/app-error";
import { inRolledBackTransaction, pool, type Sql } from "~/lib/db.server";
import {
  idempotentTransaction,
  type IdempotencyTicket,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { localDateOf, toRfc3339, wallTimeOf } from "~/lib/time";
import { inTurn } from "../bookings/place/in-turn.server";
import type { ResourceTarget } from "../bookings/place/slot-target";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import { checkExpected } from "../quotes/quote";
import { seatRefusal, slotUnavailable } from "../seats/claim-seats.sql.server";
import { completeParts, fitParts, type FittedPart } from "./fit-parts";
import {
  atPart,
  becauseAt,
  isClosed,
  isGuest,
  readVisitServices,
  type RequestedPart,
  type VisitActor,
  type VisitCandidate,
  type VisitPart,
  type VisitServices,
} from "./visit-services.server";
import { dayOf, offeredStarts, spanOf, visitTimesBetween } from "./visit-times.server";
import { readClosedTimes } from "./visit.sql.server";

// A visit of several services: an ordinary booking for each, one after another, in one transaction.
// The resource of each part is chosen from an unlocked read. These resources are then locked in
// order, and each part is booked with all checks of a single booking. If someone else was faster,
// another choice is tried.

/** Attempts with another choice of resources. */
const MAX_CHOICES = 8;

/** A visit to book. */
export interface VisitRequest {
  actor: VisitActor;
  starts_at: Date;
  parts: readonly RequestedPart[];
  guest: { id?: string | undefined; email?: string | null | undefined };
  /** The sum that the caller was shown. */
  expected_amount: number | undefined;
  dry_run: boolean;
  ticket: IdempotencyTicket | null;
}

/** The place of a booking within a visit, as chosen. */
interface PlannedPart {
  index: number;
  /** Its ID, fixed with the plan. */
  id: string;
  visit: NonNullable<Booking["visit"]>;
  resource_id: string;
  starts_at: Date;
  target: ResourceTarget;
  assigned_because: AssignedBecause | undefined;
}

/** Books a part in the visit's transaction; `before`: the parts booked so far. */
export type BookPart<B> = (db: Sql, planned: PlannedPart, before: readonly B[]) => Promise<B>;

interface BookedPart {
  id: string;
  starts_at: string;
  ends_at: string;
  price_amount: number | null;
  currency: string | null;
  party_size: number;
}

/**
 * Books several services together, all or none; `dry_run` checks them without saving. Throws what
 * `bookPart` throws: a refusal names the part, in `details.part` and its message.
 */
export async function bookVisit<B extends BookedPart, T>(
  request: VisitRequest,
  bookPart: BookPart<B>,
  present: (id: string, booked: B[]) => T,
): Promise<T> {
  try {
    return await bookChosen(request, bookPart, present);
  } catch (thrown) {
    const error = seatRefusal(thrown);
    const { ticket } = request;
    // A repeated key gets its answer, even if the request would be refused now.
    if (error instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    throw await withOtherTimes(error, request);
  }
}

type Chosen = FittedPart<VisitCandidate>[];

async function bookChosen<B extends BookedPart, T>(
  request: VisitRequest,
  bookPart: BookPart<B>,
  present: (id: string, booked: B[]) => T,
): Promise<T> {
  const { actor, starts_at, parts: requested, guest } = request;
  const hasChoice = requested.some(({ resource_id }) => resource_id === ANYONE);
  let refused = "";
  for (let left = MAX_CHOICES; ; left -= 1) {
    const range = { from: starts_at, to: starts_at };
    const services = await readVisitServices(actor, requested, range, guest);
    const start = starts_at.getTime();
    const parts = isGuest(actor) ? await onOfferedStart(request, services.parts) : services.parts;
    const fitted = hasChoice ? fitParts(parts, start) : [];
    const chosen = completeParts(services.parts, start, fitted);
    const choice = chosen.map(({ candidate }) => candidate.resource_id).join();
    try {
      return await bookParts(request, services, chosen, bookPart, present);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === "slot_unavailable";
      if (!isTaken || !hasChoice || choice === refused || left === 1) throw error;
      refused = choice;
    }
  }
}

/** The parts, of whose first only resources that offer the start remain: a guest takes no other. */
async function onOfferedStart(
  { actor, starts_at, parts: requested }: VisitRequest,
  [first, ...later]: VisitPart[],
): Promise<VisitPart[]> {
  const range = { from: starts_at, to: new Date(starts_at.getTime() + 1) };
  const offered = await offeredStarts(actor, requested[0]!, first!, range); // the contract requires two
  return [{ ...first!, candidates: offered.get(starts_at.getTime()) ?? [] }, ...later];
}

function bookParts<B extends BookedPart, T>(
  { actor, ticket, dry_run, expected_amount }: VisitRequest,
  services: VisitServices,
  chosen: Chosen,
  bookPart: BookPart<B>,
  present: (id: string, booked: B[]) => T,
): Promise<T> {
  const tenant_id = actor.tenant.id;
  const id = newId();
  const resources = chosen.map(({ candidate }) => candidate.resource_id);
  return inTurn(
    { tenant_id, key: "visits", resources: async () => resources },
    (work) => (dry_run ? inRolledBackTransaction(work) : idempotentTransaction(ticket, work)),
    async (db) => {
      if (isGuest(actor)) await checkClosed(db, actor, services, chosen);
      const booked: B[] = [];
      for (const [index, fitted] of chosen.entries())
        try {
          const planned = planPart(actor, services, chosen, index, id);
          booked.push(await bookPart(db, planned, booked));
        } catch (error) {
          throw error instanceof AppError
            ? ofPart(error, actor, index, services.parts[index]!, fitted) // as many as chosen
            : error;
        }
      const { price_amount: amount, currency } = spanOf(booked);
      checkExpected(expected_amount, { amount, currency, lines: linesOf(services, booked) });
      if (dry_run) return present(id, booked);
      const ids = booked.map((booking) => booking.id);
      await queueMailsTogether(db, tenant_id, ids, ["booking.created", "booking.confirmed"]);
      return present(id, booked);
    },
  );
}

const linesOf = ({ parts }: VisitServices, bookings: readonly BookedPart[]) =>
  bookings.map(({ price_amount, party_size }, index) => ({
    kind: "service" as const,
    label: parts[index]!.schedule.name, // one for each
    quantity: party_size,
    amount: price_amount ?? 0,
  }));

function planPart(
  actor: VisitActor,
  { parts, limits }: VisitServices,
  chosen: Chosen,
  index: number,
  visitId: string,
): PlannedPart {
  const { schedule, length_minutes } = parts[index]!; // as many as chosen
  const { candidate, starts_at: at } = chosen[index]!;
  const { resource_id, minutes, extra_minutes } = candidate;
  const starts_at = new Date(at);
  // Guests begin at an offered time; what follows begins when the part before ends.
  const target: ResourceTarget =
    isGuest(actor) && index === 0
      ? {
          kind: "start",
          resource_id,
          starts_at,
          schedule: { id: schedule.id, is_kept: false },
          ...(length_minutes !== null && {
            length: { minutes: length_minutes, is_required: true },
          }),
        }
      : {
          kind: "custom",
          resource_id,
          starts_at,
          schedule: { id: schedule.id, is_kept: true },
          duration_minutes: minutes - extra_minutes,
          hours: { schedule, limits },
        };
  return {
    index,
    id: newId(),
    visit: { id: visitId, no: index + 1, of: chosen.length },
    resource_id,
    starts_at,
    target,
    assigned_because: becauseAt(parts, chosen, index),
  };
}

/** Throws slot_unavailable for a later part over a slot that was closed by hand. */
async function checkClosed(
  db: Sql,
  actor: VisitActor,
  { parts }: VisitServices,
  chosen: Chosen,
): Promise<void> {
  const ids = parts.map(({ schedule }) => schedule.id);
  const range = { from: new Date(chosen[0]!.starts_at), to: new Date(chosen.at(-1)!.ends_at) };
  const closed = await readClosedTimes(db, actor.tenant.id, ids, range);
  for (const [index, fitted] of chosen.entries()) {
    const part = parts[index]!; // as many as chosen
    const { resource_id } = fitted.candidate;
    if (isClosed(closed, { ...fitted, resource_id, schedule_id: part.schedule.id }))
      throw ofPart(slotUnavailable("closed"), actor, index, part, fitted);
  }
}

/** Refusals of one part; any other error refuses the request. */
const REFUSALS_OF_A_PART: readonly string[] = ["slot_unavailable", "outside_booking_window"];

/** "2. Colour: Sami is taken at 10:30." */
function ofPart(
  error: AppError,
  actor: VisitActor,
  index: number,
  { schedule }: VisitPart,
  { candidate, starts_at }: FittedPart<VisitCandidate>,
): AppError {
  if (!REFUSALS_OF_A_PART.includes(error.code)) return atPart(error, index);
  const no = index + 1;
  const { needs_override, ...details } = error.extra.details ?? {};
  const { name, because, resource_id } = candidate;
  const time = wallTimeOf(starts_at, actor.tenant.time_zone).slice("YYYY-MM-DD ".length);
  const isTaken = details["reason"] === "full";
  const taken = because === null ? `${name} is taken at ${time}.` : `Fully booked at ${time}.`;
  return new AppError(error.code, `${no}. ${schedule.name}: ${isTaken ? taken : error.message}`, {
    details: {
      ...details,
      // Guests have no override.
      ...(needs_override !== undefined && !isGuest(actor) && { needs_override }),
      reason: details["reason"] ?? error.code,
      part: {
        no,
        schedule_id: schedule.id,
        service: schedule.name,
        resource_id,
        // null: it was for anyone.
        resource: because === null ? name : null,
        starts_at: toRfc3339(starts_at),
      },
    },
  });
}

const MAX_ALTERNATIVES = 3;

/** Adds the nearest other starts of the day at which all parts fit to a refusal of a taken time. */
async function withOtherTimes(
  error: unknown,
  { actor, starts_at, parts }: VisitRequest,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "slot_unavailable") return error;
  const { details } = error.extra;
  if (details?.["reason"] === "customer_limit") return error;
  const { time_zone } = actor.tenant;
  const day = dayOf(localDateOf(starts_at.getTime(), time_zone), time_zone);
  const times = await visitTimesBetween(actor, parts, day);
  const distance = (at: string) => Math.abs(Date.parse(at) - starts_at.getTime());
  const alternatives = times
    .sort((one, other) => distance(one.starts_at) - distance(other.starts_at))
    .slice(0, MAX_ALTERNATIVES);
  return new AppError(error.code, error.message, { details: { ...details, alternatives } });
}
