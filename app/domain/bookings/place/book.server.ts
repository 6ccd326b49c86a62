import type { BookingAnswer } from "~/contract/bookings";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import {
  isConstraint,
  isRetryable,
  pool,
  retryOnConflict,
  type Sql,
  transaction,
} from "~/lib/db.server";
import { type IdempotencyTicket, replayStoredAnswer } from "~/lib/idempotency.server";
import type { Actor } from "../../identity/actor";
import { limitPerResource, limitLookupsPerTenant } from "../../seats/concurrency-limits";
import { seatRefusal, slotUnavailable } from "../../seats/claim-seats.sql.server";
import { lockResource } from "../../seats/lock-resource.sql.server";
import { lockNeeds } from "../../seats/service-needs.sql.server";
import { proofRequired } from "../../identity/proof-required";
import { tryCandidates } from "./candidates";
import { withAlternatives, withTimesNear } from "./find-alternatives.sql.server";
import type { BookingRow } from "../read/booking-row";
import { expireHolds } from "../change/expire-holds.server";
import { bookableResources, findCandidates } from "./find-candidates.sql.server";
import { addonMinutes } from "../../quotes/choose-addons";
import {
  type ExtraMinutes,
  findHeldSlot,
  findRequestedSlot,
  type FoundSlot,
} from "./find-requested-slot.sql.server";
import { coversWish, type HeldTerms, type RunningHold } from "./held-terms";
import type { Due } from "./new-booking";
import { readPartySeats } from "./party-seats.sql.server";
import { asCourseDate, lengthenedBy, peopleAt, type RequestedSlot } from "./requested-slot";
import { requiredMinutes, type ResourceTarget, slotById } from "./slot-target";
import type { NearTime } from "./unoffered-time";
import {
  addonsOf,
  type BookingDraft,
  type BookingWish,
  draftBooking,
  placeBooking,
  priceOf,
  withNeeds,
} from "./place-booking.server";
import { linkRefused } from "../links/link-unavailable";
import type { LinkRefusal, Placed } from "./place-booking.sql.server";

export interface Booked {
  row: BookingRow;
  requested: RequestedSlot;
}

/** The rules for a kind of caller. `held`: the terms of the running hold that is being booked. */
export interface BookingRules {
  /**
   * Whether a hold on these terms is meant for this booking. Absent: this kind of caller has no
   * holds.
   */
  mayUseHold?(terms: HeldTerms): boolean;
  /** Throws when this request may not book this slot. */
  check(requested: RequestedSlot, held: HeldTerms | null, partySize: number): void;
  /** The answers as stored with the booking. Throws validation_failed. */
  answers(requested: RequestedSlot, held: HeldTerms | null): BookingAnswer[];
  /** Work to do first in the same transaction, rolled back when the booking fails; null: none. */
  before?(held: HeldTerms | null): Before | null;
  /** Whether a refusal may suggest other times around one that is not offered. */
  mayShow(near: NearTime): boolean;
  /**
   * The caller's transaction, which the booking is a part of: the caller retries it, and suggests
   * other times. Absent: a separate one.
   */
  within?: Sql | undefined;
  /** null: nothing is due, confirm in the same transaction. */
  due(requested: RequestedSlot, held: HeldTerms | null, price_amount: number | null): Due | null;
}
type Before = (db: Sql) => Promise<void>;

/**
 * Creates a booking: the single use case behind the dashboard, the widget and the API. Finds the
 * slot, checks it, and writes the booking with its claims, events and the answer to the caller's
 * Idempotency-Key in one call of the database. For anyone, it tries the resources one by one until
 * one has seats. The caller's running hold for this time is booked on its own terms. A repeated key
 * returns the stored answer, even if the request would be refused now.
 * Throws not_found, validation_failed, outside_booking_window, slot_unavailable (with up to 3
 * alternatives), booking_link_unavailable, price_changed.
 */
export async function book<T>(
  actor: Actor,
  request: BookingWish,
  rules: BookingRules,
  ticket: IdempotencyTicket | null,
  present: (booked: Booked) => T,
): Promise<T> {
  const tenantId = actor.tenant.id;
  const { within } = rules;
  const lookUp = <R>(work: (db: Sql) => Promise<R>): Promise<R> =>
    within === undefined ? limitLookupsPerTenant(tenantId, () => work(pool)) : work(within);
  let requested = null as RequestedSlot | null;
  let seats = request.party_size ?? 1;
  const bookFound = async (wish: BookingWish, slot: FoundSlot, held: HeldTerms | null) => {
    const { course } = wish;
    const found =
      course === undefined ? slot : { ...slot, requested: asCourseDate(slot.requested, course) };
    requested = found.requested;
    const people = peopleAt(requested, wish);
    seats = people.party_size;
    const placed = { ...wish, ...people };
    rules.check(requested, held, seats);
    const draft = draftBooking(
      actor,
      { ...placed, answers: rules.answers(requested, held) },
      found,
      rules.due(requested, held, priceOf(placed, requested).amount),
    );
    const before = rules.before?.(held) ?? null;
    const answer = ({ row, found: { requested: slot } }: BookingDraft) =>
      present({ row, requested: slot });
    const placing = { before, ticket, answer };
    if (within !== undefined) return placeWithin(within, draft, placing);
    const proposed = await lookUp((db) => withNeeds(db, draft, "propose"));
    return limitPerResource(tenantId, draft.row.resource_id, () => place(proposed, placing));
  };
  const { target } = request;
  const extraMinutes: ExtraMinutes = (schedule) => addonMinutes(addonsOf(request, schedule));
  const bookOne = async (
    one: ResourceTarget,
    because: Pick<BookingWish, "assigned_because"> = {},
  ) => {
    requested = null;
    const found = await lookUp((db) =>
      findRequestedSlot(db, actor, one, request.customer, extraMinutes),
    );
    return bookFound({ ...request, ...because }, found, null);
  };
  const attempt = async () => {
    requested = null;
    const held = await findHeld(lookUp, tenantId, request, rules);
    if (held !== null) {
      const { assigned_because } = held.terms;
      const because = assigned_because === null ? {} : { assigned_because };
      const extra = extraMinutes(held.requested.schedule);
      const lengthened = { ...held, requested: lengthenedBy(held.requested, extra) };
      // A hold has the service's length: what add-ons take besides must be free as well.
      return bookFound({ ...request, ...because, is_held: extra === 0 }, lengthened, held.terms);
    }
    if (target.kind !== "anyone") return bookOne(target);
    const { customer: guest, hold } = request;
    const candidates = await lookUp(async (db) => {
      seats = await readPartySeats(db, tenantId, target.schedule_id, request);
      return findCandidates(db, actor, { ...target, party_size: seats, guest, hold });
    });
    return tryCandidates(candidates, ({ slot_id, because: assigned_because }) =>
      bookOne(slotById(slot_id, target.length_minutes), { assigned_because }),
    );
  };
  if (within !== undefined) return attempt();
  try {
    return await retryOnConflict(attempt, isConcurrencyConflict);
  } catch (error) {
    const refusal = isGuestGone(error) ? guestErased() : seatRefusal(error);
    if (refusal instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    const among = bookableResources(actor);
    const extra_minutes = requested?.extra_minutes;
    const wanted = target.kind === "anyone" ? { ...target, among, extra_minutes } : requested;
    if (wanted === null)
      throw await withTimesNear(refusal, tenantId, (near) => rules.mayShow(near), {
        length_minutes: requiredMinutes(target),
        party_size: seats,
      });
    throw await withAlternatives(refusal, tenantId, wanted, seats);
  }
}

/** The caller's running hold, if it is meant for this booking. */
async function findHeld(
  lookUp: <R>(work: (db: Sql) => Promise<R>) => Promise<R>,
  tenantId: string,
  request: BookingWish,
  rules: BookingRules,
): Promise<(RunningHold & FoundSlot) | null> {
  const { hold, customer } = request;
  if (hold === undefined) return null;
  const held = await lookUp((db) => findHeldSlot(db, tenantId, hold, customer));
  if (held === null || !coversWish(held, request)) return null;
  return rules.mayUseHold?.(held.terms) ? held : null;
}

/** The service's needs have changed since the lookup. Retried with the present ones. */
class NeedsChanged extends Error {}

/** The hold ended between lookup and lock. Retried as a booking without a hold. */
class HoldEnded extends Error {}

/**
 * Lost a race: the customer or reference was created concurrently, the hold ended, or we deadlocked
 * with a migration. Retry.
 */
export function isConcurrencyConflict(error: unknown): boolean {
  return (
    isRetryable(error) ||
    error instanceof HoldEnded ||
    error instanceof NeedsChanged ||
    isGuestGone(error) ||
    isConstraint(error, "booking_tenant_id_reference_key")
  );
}

/** The customer found before was erased meanwhile (place-booking.sql), or their record is gone. */
const isGuestGone = (error: unknown): boolean =>
  isConstraint(error, "booking_tenant_id_customer_id_fkey");
/** A customer named by id: a retry would not find it either. */
const guestErased = (): AppError =>
  invalidField("customer_id", "This customer was erased. Enter the guest again.", "erased");

interface Placing<T> {
  before: Before | null;
  ticket: IdempotencyTicket | null;
  /** The answer to the caller. */
  answer(draft: BookingDraft): T;
}

/**
 * One round trip, unless the same transaction has other work to do: `before`, expiring a lapsed
 * hold, or choosing again what serves a need.
 */
async function place<T>(draft: BookingDraft, placing: Placing<T>): Promise<T> {
  if (placing.before === null) {
    const result = placing.answer(draft);
    const placed = await placeBooking(pool, draft, placing.ticket, result);
    if (placed !== "lapsed" && placed !== "need_lost") {
      throwUnlessPlaced(placed, draft);
      return result;
    }
  }
  return transaction((db) => placeWithin(db, draft, placing));
}

async function placeWithin<T>(
  db: Sql,
  draft: BookingDraft,
  { before, ticket, answer }: Placing<T>,
): Promise<T> {
  await before?.(db);
  const chosen = await chooseUnderLocks(db, draft);
  const result = answer(chosen);
  let placed = await placeBooking(db, chosen, ticket, result);
  if (placed === "lapsed") {
    const { actor, found, row } = draft;
    const { tenant_id, resource_id } = row;
    const lock = await lockResource(db, { ...found.requested, tenant_id, resource_id });
    await expireHolds(db, actor.tenant, resource_id, lock);
    placed = await placeBooking(db, chosen, ticket, result);
  }
  if (placed === "need_lost") throw new NeedsChanged();
  throwUnlessPlaced(placed, draft);
  return result;
}

/**
 * Locks the resource with all that can serve its service's needs, ends what has lapsed there, and
 * chooses. A no-op for a service without needs.
 */
async function chooseUnderLocks(db: Sql, draft: BookingDraft): Promise<BookingDraft> {
  const { actor, found, row } = draft;
  const { schedule } = found.requested;
  if (!schedule?.has_needs) return draft;
  const locks = await lockNeeds(db, row.tenant_id, {
    resource_ids: [row.resource_id],
    schedule_ids: [schedule.id],
    time: found.requested,
  });
  for (const [id, lock] of locks)
    if (lock.has_lapsed) await expireHolds(db, actor.tenant, id, lock);
  return withNeeds(db, draft, "choose");
}

const isLinkRefusal = (placed: Placed): placed is LinkRefusal => placed.startsWith("link_");

/** The caller catches this and reads the stored answer. */
function throwUnlessPlaced(placed: Placed, { row }: BookingDraft): void {
  if (placed === "ok") return;
  if (placed === "hold_ended") throw new HoldEnded();
  if (placed === "unproven") throw proofRequired(["email"]);
  if (placed === "gone" || placed === "answered") throw notFound("Resource", row.resource_id);
  throw isLinkRefusal(placed) ? linkRefused(placed) : slotUnavailable(placed);
}
