import type { NewBookingVisit } from "~/contract/booking-inputs";
import type { BookingVisit } from "~/contract/booking-visits";
import type { Booking } from "~/contract/bookings";
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
import { createBooking } from "../bookings/place/create-booking.server";
import { inTurn } from "../bookings/place/in-turn.server";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import type { StaffActor } from "../identity/actor";
import { checkExpected } from "../quotes/quote";
import { completeParts, fitParts, type FittedPart } from "./fit-parts";
import { toVisit } from "./read-visit.server";
import {
  atPart,
  becauseAt,
  readVisitServices,
  type VisitCandidate,
  type VisitPart,
  type VisitServices,
} from "./visit-services.server";
import { findVisitTimes, spanOf } from "./visit-times.server";

// A visit of several services: an ordinary booking for each, one after another, in one transaction.
// The resource of each part is chosen from an unlocked read. These resources are then locked in
// order, and each part goes through createBooking with all its checks. If someone else was faster,
// another choice is tried.

/** Attempts with another choice of resources. */
const MAX_CHOICES = 8;

/**
 * Books several services together, all or none; `dry_run` checks them without saving. Throws what
 * createBooking throws: a refusal names the part, in `details.part` and its message.
 */
export async function createVisit(
  actor: StaffActor,
  input: NewBookingVisit,
  ticket: IdempotencyTicket | null,
): Promise<BookingVisit> {
  try {
    return await bookChosen(actor, input, ticket);
  } catch (error) {
    // A repeated key gets its answer, even if the request would be refused now.
    if (error instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    throw await withOtherTimes(error, actor, input);
  }
}

type Chosen = FittedPart<VisitCandidate>[];

async function bookChosen(
  actor: StaffActor,
  input: NewBookingVisit,
  ticket: IdempotencyTicket | null,
): Promise<BookingVisit> {
  const { starts_at, parts: requested, customer, customer_id } = input;
  const guest = { id: customer_id, email: customer?.email };
  const hasChoice = requested.some(({ resource_id }) => resource_id === ANYONE);
  let refused = "";
  for (let left = MAX_CHOICES; ; left -= 1) {
    const services = await readVisitServices(
      actor,
      requested,
      { from: starts_at, to: starts_at },
      guest,
    );
    const start = starts_at.getTime();
    const fitted = hasChoice ? fitParts(services.parts, start) : [];
    const chosen = completeParts(services.parts, start, fitted);
    const choice = chosen.map(({ candidate }) => candidate.resource_id).join();
    try {
      return await bookParts(actor, input, ticket, services, chosen);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === "slot_unavailable";
      if (!isTaken || !hasChoice || choice === refused || left === 1) throw error;
      refused = choice;
    }
  }
}

function bookParts(
  actor: StaffActor,
  input: NewBookingVisit,
  ticket: IdempotencyTicket | null,
  services: VisitServices,
  chosen: Chosen,
): Promise<BookingVisit> {
  const tenant_id = actor.tenant.id;
  const id = newId();
  const resources = chosen.map(({ candidate }) => candidate.resource_id);
  return inTurn(
    { tenant_id, key: "visits", resources: async () => resources },
    (work) => (input.dry_run ? inRolledBackTransaction(work) : idempotentTransaction(ticket, work)),
    async (db) => {
      const bookings: Booking[] = [];
      for (const index of chosen.keys())
        bookings.push(
          await bookPart(db, actor, input, services, chosen, {
            index,
            visit_id: id,
            customer_id: bookings[0]?.customer_id,
          }),
        );
      const { price_amount: amount, currency } = spanOf(bookings);
      checkExpected(input.expected_amount, {
        amount,
        currency,
        lines: linesOf(services, bookings),
      });
      if (input.dry_run) return toVisit(null, bookings);
      const ids = bookings.map((booking) => booking.id);
      await queueMailsTogether(db, tenant_id, ids, ["booking.created", "booking.confirmed"]);
      return toVisit(id, bookings);
    },
  );
}

const linesOf = ({ parts }: VisitServices, bookings: readonly Booking[]) =>
  bookings.map(({ price_amount, party_size }, index) => ({
    kind: "service" as const,
    label: parts[index]!.schedule.name, // one for each
    quantity: party_size,
    amount: price_amount ?? 0,
  }));

interface PartPlace {
  index: number;
  visit_id: string;
  customer_id: string | undefined;
}

async function bookPart(
  db: Sql,
  actor: StaffActor,
  input: NewBookingVisit,
  { parts, limits }: VisitServices,
  chosen: Chosen,
  { index, visit_id, customer_id }: PartPlace,
): Promise<Booking> {
  const {
    starts_at: _start,
    parts: requested,
    dry_run: _dry,
    expected_amount: _expected,
    ...common
  } = input;
  const { resource_id: _wanted, length_minutes: _length, ...own } = requested[index]!; // one for each
  const part = parts[index]!;
  const { schedule } = part;
  const fitted = chosen[index]!;
  const { resource_id, minutes, extra_minutes } = fitted.candidate;
  const starts_at = new Date(fitted.starts_at);
  try {
    return await createBooking(actor, { ...common, ...own, resource_id, starts_at }, null, {
      id: newId(),
      visit: { id: visit_id, no: index + 1, of: chosen.length },
      customer_id,
      within: db,
      assigned_because: becauseAt(parts, chosen, index),
      target: {
        kind: "custom",
        resource_id,
        starts_at,
        schedule: { id: schedule.id, is_kept: true },
        duration_minutes: minutes - extra_minutes,
        hours: { schedule, limits },
      },
    });
  } catch (error) {
    throw error instanceof AppError ? ofPart(error, actor, index, part, fitted) : error;
  }
}

/** Refusals of one part; any other error refuses the request. */
const REFUSALS_OF_A_PART: readonly string[] = ["slot_unavailable", "outside_booking_window"];

/** "2. Colour: Sami is taken at 10:30." */
function ofPart(
  error: AppError,
  { tenant }: StaffActor,
  index: number,
  { schedule }: VisitPart,
  { candidate, starts_at }: FittedPart<VisitCandidate>,
): AppError {
  if (!REFUSALS_OF_A_PART.includes(error.code)) return atPart(error, index);
  const no = index + 1;
  const { details } = error.extra;
  const { name, because, resource_id } = candidate;
  const time = wallTimeOf(starts_at, tenant.time_zone).slice("YYYY-MM-DD ".length);
  const isTaken = details?.["reason"] === "full";
  const taken = because === null ? `${name} is taken at ${time}.` : `Fully booked at ${time}.`;
  return new AppError(error.code, `${no}. ${schedule.name}: ${isTaken ? taken : error.message}`, {
    details: {
      ...details,
      reason: details?.["reason"] ?? error.code,
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
  actor: StaffActor,
  { starts_at, parts }: NewBookingVisit,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "slot_unavailable") return error;
  const { details } = error.extra;
  if (details?.["reason"] === "customer_limit") return error;
  const date = localDateOf(starts_at.getTime(), actor.tenant.time_zone);
  const { times } = await findVisitTimes(actor, { date, parts });
  const distance = (at: string) => Math.abs(Date.parse(at) - starts_at.getTime());
  const alternatives = times
    .sort((one, other) => distance(one.starts_at) - distance(other.starts_at))
    .slice(0, MAX_ALTERNATIVES);
  return new AppError(error.code, error.message, { details: { ...details, alternatives } });
}
