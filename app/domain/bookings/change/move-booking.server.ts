import { notFound } from "~/lib/app-error";
import type { ServedNeeds } from "~/contract/booking-inputs";
import type { ChosenAddons, ChosenParty } from "~/contract/fields";
import { UnofferedTime } from "../place/unoffered-time";
import { inRolledBackTransaction, pool, type Sql, transaction } from "~/lib/db.server";
import { type Actor, mayUseResource } from "../../identity/actor";
import { withAlternatives } from "../place/find-alternatives.sql.server";
import { changeBooking, type GroupChange } from "./apply-decision.server";
import { addonsAfter } from "./addons-after";
import type { BookingDetails } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { limitPerResource, limitLookupsPerTenant } from "../../seats/concurrency-limits";
import { loadBooking } from "../read/load-booking.sql.server";
import { readClaimedTime, seatRefusal, slotUnavailable } from "../../seats/claim-seats.sql.server";
import { gapOf } from "../../seats/processing";
import { addonMinutes } from "../../quotes/choose-addons";
import {
  type ExtraMinutes,
  findRequestedSlot,
  type FoundSlot,
} from "../place/find-requested-slot.sql.server";
import { checkTarget, type RequestedSlot } from "../place/requested-slot";
import { namedTime, requiredMinutes, type ResourceTarget } from "../place/slot-target";
import { versionConflict } from "./decision-parts";
import { withLockedBooking } from "./with-locked-booking.server";

export interface Move {
  target: ResourceTarget;
  /** Another service than the booking's, when no slot implies it; null: none. */
  schedule_id?: string | null | undefined;
  party_size?: number | undefined;
  party?: ChosenParty | undefined;
  addons?: ChosenAddons | undefined;
  /** Resources that serve some of its needs from now on. */
  needs?: ServedNeeds | undefined;
  /** The price that the caller was shown. */
  expected_amount?: number | undefined;
  version?: number | undefined;
  override?: boolean;
  /** Back to where it was, even if that time has been closed since; the caller has checked it. */
  is_undo?: boolean;
  /** Whether to apply the new time's price. Default: when service, resource or length change. */
  reprice?: boolean | undefined;
  /** The length that the guest was shown and accepted, if it differs from the present one. */
  agreed_minutes?: number | undefined;
  /** Changes nothing and returns the booking as it would be. */
  dry_run?: boolean;
  /** false: no email to the guest. */
  notify?: boolean | undefined;
  /** The move is one of several together. */
  group?: GroupChange;
  /** Other details to change, read or written in the same transaction. */
  details?(db: Sql, row: BookingRow): Promise<BookingDetails>;
}

/**
 * Moves a booking to another time, resource, party size or room: the id stays, the claims are exchanged
 * in one transaction, and the agreed price per seat is kept unless `reprice` applies. Guests may
 * move inside their window and only to offered times. A no-op if it is already there.
 * Throws not_found, invalid_transition, version_conflict, hold_expired, validation_failed,
 * slot_unavailable (with alternatives), outside_booking_window, cancellation_window_passed,
 * price_changed.
 */
export async function moveBooking(actor: Actor, id: string, move: Move): Promise<BookingRow> {
  if (actor.kind === "customer" && actor.booking_id !== id) throw notFound("Booking", id);
  const tenantId = actor.tenant.id;
  const requested = await findMoveTarget(actor, id, move);
  try {
    const inTransaction = move.dry_run
      ? inRolledBackTransaction<BookingRow>
      : transaction<BookingRow>;
    return await limitPerResource(tenantId, requested.resource.id, () =>
      inTransaction((db) => moveWithin(db, actor, id, move, requested)),
    );
  } catch (error) {
    // Another time doesn't help a booking that only changes its room.
    if (move.needs !== undefined && move.target.kind === "held") throw seatRefusal(error);
    throw await withAlternatives(seatRefusal(error), tenantId, requested, move.party_size ?? 1);
  }
}

/**
 * The time that a booking moves to, found before its transaction. Throws not_found,
 * validation_failed, slot_unavailable (with alternatives).
 */
export async function findMoveTarget(actor: Actor, id: string, move: Move): Promise<RequestedSlot> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  const { requested } = await findTarget(actor, move, row).catch(async (error: unknown) => {
    throw error instanceof UnofferedTime ? await nearbyTimes(actor.tenant.id, id, move) : error;
  });
  checkTarget(move.target, requested);
  return requested;
}

/** Throws not_found, validation_failed, slot_unavailable (UnofferedTime). */
async function findTarget(
  actor: Actor,
  { target, addons }: Move,
  row: BookingRow,
): Promise<FoundSlot> {
  const extra: ExtraMinutes = (schedule) => addonMinutes(addonsAfter(row, addons, schedule));
  const found = await limitLookupsPerTenant(actor.tenant.id, () =>
    findRequestedSlot(pool, actor, withoutAddons(target, row, addons), null, extra),
  );
  // The same answer as for a slot that does not exist: resources outside the actor's scope stay
  // hidden.
  if (!mayUseResource(actor, found.requested.resource.id))
    throw target.kind === "slot"
      ? new UnofferedTime(null)
      : notFound("Resource", found.requested.resource.id);
  return found;
}

/**
 * The target in the length of its service alone: a length that a booking keeps has the minutes of
 * its add-ons, which the time found is lengthened by again. A custom length with other add-ons is
 * one without them, as in a new booking.
 */
function withoutAddons(
  target: ResourceTarget,
  row: BookingRow,
  addons: Move["addons"],
): ResourceTarget {
  const minutes = addonMinutes(row.addons);
  if (minutes === 0 || (target.kind === "custom" && addons !== undefined)) return target;
  if (target.kind === "custom" || target.kind === "held") {
    const { duration_minutes } = target;
    return { ...target, duration_minutes: Math.max(duration_minutes - minutes, 1) };
  }
  const { length } = target;
  if (length === undefined || length.is_required) return target;
  return { ...target, length: { ...length, minutes: Math.max(length.minutes - minutes, 1) } };
}

/**
 * Suggests other times with a refusal of a time that isn't offered: of the booking's service on its
 * resource, around the requested time, else around its own.
 */
async function nearbyTimes(
  tenantId: string,
  id: string,
  { target, party_size }: Move,
): Promise<unknown> {
  const { row } = await loadBooking(pool, tenantId, id, false);
  const near = {
    resource: { id: row.resource_id },
    schedule: row.schedule_id === null ? null : { id: row.schedule_id },
    starts_at: namedTime(target).starts_at ?? row.starts_at,
    length_minutes: requiredMinutes(target) ?? row.length_minutes,
  };
  return withAlternatives(slotUnavailable("closed"), tenantId, near, party_size ?? row.party_size);
}

export const minutesOf = ({
  starts_at,
  ends_at,
}: Pick<BookingRow, "starts_at" | "ends_at">): number =>
  (ends_at.getTime() - starts_at.getTime()) / 60_000;

/** Moves a booking in the caller's transaction. Throws what moveBooking throws. */
export function moveWithin(
  db: Sql,
  actor: Actor,
  id: string,
  move: Move,
  requested: RequestedSlot,
): Promise<BookingRow> {
  const { occupies_from, occupies_to } = requested;
  const to = {
    resource_id: requested.resource.id,
    occupies_from,
    occupies_to,
    schedule_ids: [requested.schedule?.id ?? [], move.schedule_id ?? []].flat(),
    // A service named besides the time is looked up under the lock.
    has_needs: (requested.schedule?.has_needs ?? false) || move.schedule_id != null,
  };
  return withLockedBooking(db, actor, id, { to, lapsed: "end_others" }, async (booking) => {
    const {
      target,
      schedule_id,
      party_size,
      party,
      addons,
      needs,
      expected_amount,
      override = false,
      is_undo = false,
      reprice,
      agreed_minutes,
      version,
      notify,
      group,
    } = move;
    const { row } = booking.loaded;
    const extra = addonMinutes(addonsAfter(row, addons, requested.schedule));
    if (extra !== (requested.extra_minutes ?? 0)) throw versionConflict();
    const place = target.kind === "held" ? await ownTime(db, row, requested) : requested;
    const details = (await move.details?.(db, row)) ?? {};
    const command = {
      type: "move",
      requested: place,
      override,
      ...(is_undo && { is_undo }),
      ...(reprice !== undefined && { reprice }),
      ...(agreed_minutes !== undefined && { agreed_minutes }),
      details,
      ...(schedule_id !== undefined && { schedule_id }),
      ...(party_size !== undefined && { party_size }),
      ...(party !== undefined && { party }),
      ...(addons !== undefined && { addons }),
      ...(needs !== undefined && { needs }),
      ...(expected_amount !== undefined && { expected_amount }),
    } as const;
    return changeBooking(db, actor, booking, command, { version, notify, group });
  });
}

/**
 * A booking that stays in place keeps its booked time, even if its slot's length, buffers or
 * processing time have changed since.
 */
async function ownTime(
  db: Sql,
  { tenant_id, id, starts_at, ends_at, processing, addons, length_minutes }: BookingRow,
  requested: RequestedSlot,
): Promise<RequestedSlot> {
  const { extra_minutes = 0 } = requested;
  const more = extra_minutes - addonMinutes(addons);
  const later = (at: Date) => new Date(at.getTime() + more * 60_000);
  const claimed = await readClaimedTime(db, tenant_id, id);
  return {
    ...requested,
    starts_at,
    ends_at: later(ends_at),
    ...(claimed && {
      occupies_from: claimed.occupies_from,
      occupies_to: later(claimed.occupies_to),
    }),
    gap_from: null,
    gap_to: null,
    ...gapOf(processing, { starts_at, ends_at: later(ends_at) }),
    ...(extra_minutes > 0 && { length_minutes }),
  };
}
