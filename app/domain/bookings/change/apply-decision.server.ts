import type { Sql } from "~/lib/db.server";
import { writeAudit } from "../../audit/write-audit.server";
import { type EventSource, makeEvent } from "./event-body";
import { cappedOffers, nextChargeAt } from "../../card-on-file/booking-fees";
import type { Actor, Tenant } from "../../identity/actor";
import type { BookingCommand, Decision } from "./booking-command";
import {
  type BookingMoney,
  readMoney,
  paymentForEvent,
} from "../../accounting/booking-money.sql.server";
import { endUnfitCheckouts } from "./end-unfit-checkouts.sql.server";
import { receiveOffline, returnOffline } from "../../accounting/offline-payment.sql.server";
import { dueOf, isUnsettled, keptOf } from "../read/balance";
import { insertEvents } from "./insert-events.sql.server";
import type { BookingRow } from "../read/booking-row";
import { applySeatChange, type FreedSeats, type ResourceLocks } from "./booking-seats.sql.server";
import { chooseNeeds } from "./choose-needs.server";
import { moverOf } from "./booking-status";
import { decide } from "./decide-booking";
import { versionConflict } from "./decision-parts";
import { offerFreedSeats } from "./offer-freed-seats.server";
import type { LoadedBooking } from "../read/load-booking.sql.server";
import { manageUrl } from "../links/manage-link.server";
import { readPlace } from "./service-terms.sql.server";
import { updateBooking } from "./update-booking.sql.server";
import { settleOffer } from "./waiting.sql.server";

/** A booking as read under its locks, valid until the transaction ends. */
export interface LockedBooking {
  loaded: LoadedBooking;
  locks: ResourceLocks;
  /** The database's clock, after acquiring the locks. */
  now: Date;
  /** Whether the service that it moves to has needs. */
  to_needs?: boolean;
}

/** Several bookings that are changed in one transaction. */
export interface GroupChange {
  /**
   * The seats freed so far. They are offered to the waiting list at the end, since another booking
   * of the group may move there.
   */
  freed: FreedSeats[];
}

export interface ChangeOptions {
  /** The version the caller last saw. */
  version?: number | undefined;
  /** false: no email to the guest. */
  notify?: boolean | undefined;
  /** Required by commands about refunds. */
  money?: BookingMoney | undefined;
  /** The refund reported by booking.refunded. */
  refund?: EventSource["refund"];
  /** The change is one of several, which share their emails. */
  group?: GroupChange | undefined;
}

/**
 * Decides a command for a locked booking and writes the result; a no-op returns the booking
 * unchanged. Throws what `decide` throws.
 */
export async function changeBooking(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  command: BookingCommand,
  options: ChangeOptions = {},
): Promise<BookingRow> {
  const { row } = booking.loaded;
  const { version, money } = options;
  const returned = options.refund?.amount;
  const context = {
    mover: moverOf(actor),
    now: booking.now,
    policy: actor.tenant.policy,
    version,
    money,
    returned,
  };
  const decision = decide(row, command, context);
  return decision === null ? row : applyDecision(db, actor, booking, decision, options);
}

/**
 * Writes a decision: the booking (compare-and-swap on its version), its events, seats, waiting-list
 * entry, offline payment and audit row. Returns the new row. Throws version_conflict, and
 * slot_unavailable when the seats to claim are taken.
 */
async function applyDecision(
  db: Sql,
  actor: Actor,
  { loaded, locks, to_needs = false }: LockedBooking,
  decision: Decision,
  options: ChangeOptions,
): Promise<BookingRow> {
  const before = loaded.row;
  // Before the booking and its events, which report a balance that includes this payment.
  if (decision.offline_payment === "received") {
    const amount = decision.offline_amount ?? dueOf(decision.row);
    await receiveOffline(db, decision.row, amount, decision.offline_method);
  }
  if (decision.offline_payment === "returned") await returnOffline(db, decision.row);
  const needs = await chooseNeeds(db, actor, before, decision, loaded.has_needs || to_needs);
  const { patch, row } = withNeeds(
    needs,
    await withPlace(db, before, await withBalance(db, before, decision)),
  );
  if (!(await updateBooking(db, before, patch))) throw versionConflict();
  if (decision.waitlist !== "keep") await settleOffer(db, row, decision.waitlist);
  await writeEvents(
    db,
    actor,
    { ...loaded, resource: decision.resource ?? loaded.resource },
    row,
    decision,
    options,
  );
  await endUnfitCheckouts(db, row);
  // After the booking: the waiting list is served under daily limits that must no longer count it.
  const freed = await applySeatChange(db, before, row, decision.seats, locks, needs);
  for (const seats of freed) await passOn(db, actor.tenant, seats, options.group);
  const { audit } = decision;
  if (audit !== null) {
    const diff = { ...audit.diff, ...otherNeeds(before, row) };
    await writeAudit(db, actor, { ...audit, diff, entity: "booking", entity_id: row.id });
  }
  return row;
}

/** The names of what serves its needs, before and after, for the audit log. */
function otherNeeds(before: BookingRow, row: BookingRow): { needs?: [string[], string[]] } {
  const ids = (of: BookingRow) => of.needs.map(({ resource_id }) => resource_id);
  if (ids(before).join() === ids(row).join()) return {};
  return { needs: [before.needs.map(({ name }) => name), row.needs.map(({ name }) => name)] };
}

/**
 * Offers freed seats to the waiting list in the same transaction, so that nobody else can take them
 * first; those of a group at its end.
 */
async function passOn(
  db: Sql,
  tenant: Tenant,
  freed: FreedSeats,
  group: GroupChange | undefined,
): Promise<void> {
  if (group === undefined) await offerFreedSeats(db, tenant, freed.place, freed.lock);
  else group.freed.push(freed);
}

/** Adds to the decision the amount paid so far, and since when it differs from the price. */
async function withBalance(
  db: Sql,
  before: BookingRow,
  { row, patch }: Decision,
): Promise<Pick<Decision, "row" | "patch">> {
  const money = row.payment_status === "none" ? null : await readMoney(db, row.tenant_id, row.id);
  const counted = {
    ...row,
    paid_amount: money === null ? 0 : money.captured - money.refunded,
    owed_amount: money === null ? 0 : money.owed,
  };
  const unsettled_since = isUnsettled(counted) ? (before.unsettled_since ?? row.updated_at) : null;
  const fees = feesLessKept(before, counted, patch, money);
  return {
    row: { ...counted, ...fees, unsettled_since },
    patch: {
      ...patch,
      ...fees,
      ...(unsettled_since !== before.unsettled_since && { unsettled_since }),
    },
  };
}

/** Reduces a newly offered fee by the guest's money that the company keeps. */
function feesLessKept(
  before: BookingRow,
  row: BookingRow,
  patch: Decision["patch"],
  money: BookingMoney | null,
): Partial<Pick<BookingRow, "fees" | "fee_due_at">> {
  if (patch.fees === undefined || money === null) return {};
  const fees = cappedOffers(before, row, keptOf(row, money));
  return { fees, fee_due_at: nextChargeAt(fees) };
}

const withNeeds = (
  needs: BookingRow["needs"] | null,
  { row, patch }: Pick<Decision, "row" | "patch">,
): Pick<Decision, "row" | "patch"> =>
  needs === null ? { row, patch } : { row: { ...row, needs }, patch: { ...patch, needs } };

/** Adds the place of the new service when the service changes, and the present meeting's link. */
async function withPlace(
  db: Sql,
  before: BookingRow,
  { row, patch }: Pick<Decision, "row" | "patch">,
): Promise<Pick<Decision, "row" | "patch">> {
  const isSame = row.schedule_id === before.schedule_id;
  const place = (isSame ? row.place : await readPlace(db, row)) ?? null;
  const { meeting_url = null } = row;
  return { row: { ...row, place: place && { ...place, meeting_url } }, patch };
}

/** One event per type; their sequence continues that of the booking's earlier events. */
async function writeEvents(
  db: Sql,
  actor: Actor,
  loaded: LoadedBooking,
  row: BookingRow,
  { events }: Decision,
  { notify = true, refund = null, group }: ChangeOptions,
): Promise<void> {
  if (events.length === 0) return;
  const { row: before, resource, customer } = loaded;
  const manage_url = manageUrl(row.tenant_id, row.id);
  const payment =
    row.payment_status === "none" ? null : await paymentForEvent(db, row.tenant_id, row.id);
  const source = { booking: row, resource, customer, manage_url, payment, refund };
  const made = events.map((type, index) =>
    makeEvent(type, before.event_count + 1 + index, row.updated_at, source, before),
  );
  await insertEvents(db, row, made, actor, { notify, in_group: group !== undefined });
}
