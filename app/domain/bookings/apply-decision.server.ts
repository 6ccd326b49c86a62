import type { Sql } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { type EventSource, makeEvent } from "./event-body";
import type { Actor } from "../identity/actor";
import type { BookingCommand, Decision } from "./booking-command";
import {
  type BookingMoney,
  readMoney,
  paymentForEvent,
} from "../accounting/booking-money.sql.server";
import { endUnfitCheckouts } from "./end-unfit-checkouts.sql.server";
import { receiveOffline, returnOffline } from "../accounting/offline-payment.sql.server";
import { dueOf, isUnsettled } from "./balance";
import { insertEvents } from "./insert-events.sql.server";
import type { BookingRow } from "./booking-row";
import { applySeatChange, type ResourceLocks } from "./booking-seats.sql.server";
import { moverOf } from "./booking-status";
import { decide } from "./decide-booking";
import { versionConflict } from "./decision-parts";
import type { LoadedBooking } from "./load-booking.sql.server";
import { manageUrl } from "./manage-link.server";
import { readPlace } from "./service-terms.sql.server";
import { updateBooking } from "./update-booking.sql.server";
import { settleOffer } from "./waiting.sql.server";

/** A booking as read under its locks, valid until the transaction ends. */
export interface LockedBooking {
  loaded: LoadedBooking;
  locks: ResourceLocks;
  /** By the database's clock, after the locks were had. */
  now: Date;
}

export interface ChangeOptions {
  /** The version the caller last saw. */
  version?: number | undefined;
  /** false: the guest is not mailed about it. */
  notify?: boolean | undefined;
  /** For commands about refunds. */
  money?: BookingMoney | undefined;
  /** The refund that a booking.refunded tells of. */
  refund?: EventSource["refund"];
}

/** Decides a command for a locked booking and writes what follows; the booking as it is when nothing does. Throws what decide throws. */
export async function changeBooking(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  command: BookingCommand,
  { version, notify, money, refund }: ChangeOptions = {},
): Promise<BookingRow> {
  const { row } = booking.loaded;
  const returned = refund?.amount;
  const context = {
    mover: moverOf(actor),
    now: booking.now,
    policy: actor.tenant.policy,
    version,
    money,
    returned,
  };
  const decision = decide(row, command, context);
  return decision === null ? row : applyDecision(db, actor, booking, decision, notify, refund);
}

/**
 * Writes a decision: the booking (compare-and-swap on its version), its events, seats, waiting-list entry, money by hand and audit row.
 * Returns the new row. Throws version_conflict, and slot_unavailable where seats are claimed and not there.
 */
export async function applyDecision(
  db: Sql,
  actor: Actor,
  { loaded, locks }: LockedBooking,
  decision: Decision,
  notify = true,
  refund: EventSource["refund"] = null,
): Promise<BookingRow> {
  const before = loaded.row;
  // Before the booking and its events: what they say of its balance follows from the money.
  if (decision.offline_payment === "received")
    await receiveOffline(db, decision.row, dueOf(decision.row));
  if (decision.offline_payment === "returned") await returnOffline(db, decision.row);
  const { patch, row } = await withPlace(db, before, await withBalance(db, before, decision));
  if (!(await updateBooking(db, before, patch))) throw versionConflict();
  if (decision.waitlist !== "keep") await settleOffer(db, row, decision.waitlist);
  await writeEvents(
    db,
    actor,
    { ...loaded, resource: decision.resource ?? loaded.resource },
    row,
    decision,
    notify,
    refund,
  );
  await endUnfitCheckouts(db, row);
  // After the booking: who waits for what becomes free is judged by limits of the day that it no longer counts towards.
  await applySeatChange(db, actor.tenant, before, row, decision.seats, locks);
  const { audit } = decision;
  if (audit !== null)
    await writeAudit(db, actor, { ...audit, entity: "booking", entity_id: row.id });
  return row;
}

/** The decision with what came in for the booking by now, and since when that is not what it costs. */
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
  const isSame = unsettled_since === before.unsettled_since;
  return {
    row: { ...counted, unsettled_since },
    patch: isSame ? patch : { ...patch, unsettled_since },
  };
}

/** With the place of its new service, where it has another one. */
async function withPlace(
  db: Sql,
  before: BookingRow,
  { row, patch }: Pick<Decision, "row" | "patch">,
): Promise<Pick<Decision, "row" | "patch">> {
  if (row.schedule_id === before.schedule_id) return { row, patch };
  return { row: { ...row, place: await readPlace(db, row) }, patch };
}

/** One event per type, numbered on from what the booking had before. */
async function writeEvents(
  db: Sql,
  actor: Actor,
  loaded: LoadedBooking,
  row: BookingRow,
  { events }: Decision,
  notify: boolean,
  refund: EventSource["refund"],
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
  await insertEvents(db, row, made, actor, notify);
}
