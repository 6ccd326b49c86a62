import type { FeeDecision } from "~/contract/card-on-file";
import type { Booking } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { isConstraint, type Sql, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import { settleLater } from "../accounting/request-refund.sql.server";
import { changeBooking, type LockedBooking } from "../bookings/change/apply-decision.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import { type BookingRow, toBooking } from "../bookings/read/booking-row";
import { findDueFees } from "./old-cards.sql.server";
import { type Actor, seesContacts, seesSensitive, type StaffActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { findPayableConnection } from "./connections.sql.server";
import { checkMode, findPlatform, newPayment } from "./create-checkout.server";
import { insertPayment } from "./payments.sql.server";

/** Fees charged by rule per run. */
const MOST = 50;

/**
 * Charges a fee of a booking to the card on file, or stops it. The payment is stored here; a worker
 * calls the provider. Throws not_found, booking_not_payable (no such fee, charged already, more than
 * 14 days ago), not_connected, validation_failed (more than was agreed).
 */
export async function decideBookingFee(
  actor: StaffActor,
  id: string,
  decision: FeeDecision,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  const platform = await findPlatform(actor.tenant.id);
  const work = (db: Sql) =>
    withLockedBooking(db, actor, id, { seats: false }, async (booking) => {
      const row = await decide(db, actor, booking, decision, platform);
      return toBooking(row, seesContacts(actor), seesSensitive(actor));
    });
  return idempotentTransaction(ticket, work).catch(chargedTwice);
}

async function decide(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  { kind, decision, amount }: FeeDecision,
  platform: string | null,
): Promise<BookingRow> {
  if (decision === "stop") return changeBooking(db, actor, booking, { type: "stop_fee", kind });
  const { row } = booking.loaded;
  const money = await readMoney(db, row.tenant_id, row.id);
  const connection = await findPayableConnection(db, row.tenant_id);
  if (connection === null || (row.card && row.card.organization_id !== connection.organization_id))
    throw new AppError(
      "not_connected",
      "The payment account that the card was kept with is not connected.",
    );
  checkMode(row, connection);
  const how = { purpose: kind, addresses: null } as const;
  const payment_id = newId();
  const command = { type: "charge_fee", kind, amount, payment_id } as const;
  const charged = await changeBooking(db, actor, booking, command, { money });
  const after = { ...booking, loaded: { ...booking.loaded, row: charged } };
  const payment = newPayment(after, connection, how, platform, actor.tenant);
  await insertPayment(db, { ...payment, id: payment_id });
  await settleLater(db, row.tenant_id, payment_id);
  return charged;
}

/** The unique indexes stop what the booking's lock has not, and a fee next to an open checkout. */
function chargedTwice(error: unknown): never {
  if (isConstraint(error, "payment_one_unfinished"))
    throw new AppError(
      "booking_not_payable",
      "A payment of this booking is under way. Try again once it has ended.",
    );
  if (isConstraint(error, "payment_one_fee"))
    throw new AppError("booking_not_payable", "This fee has been charged already.");
  throw error;
}

/** Charges the fees whose time to be stopped is over. Returns how many were due. */
export async function chargeDueFees(): Promise<number> {
  const due = await findDueFees(MOST);
  for (const booking of due) await chargeDue(booking);
  return due.length;
}

async function chargeDue({ tenant_id, id }: { tenant_id: string; id: string }): Promise<void> {
  const tenant = await findTenant(tenant_id);
  if (tenant === null) return;
  const actor = { kind: "system", tenant, request_id: null } as const;
  const platform = await findPlatform(tenant_id);
  await transaction((db) =>
    withLockedBooking(db, actor, id, { seats: false }, async (booking) => {
      const { fees } = booking.loaded.row;
      const isDue = (at: string | null) => at !== null && Date.parse(at) <= booking.now.getTime();
      const fee = fees.find(({ status, charge_at }) => status === "scheduled" && isDue(charge_at));
      if (fee === undefined) return;
      const charge = { kind: fee.kind, decision: "charge" } as const;
      await decide(db, actor, booking, charge, platform);
    }),
  )
    .catch(chargedTwice)
    .catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // Nothing left to charge, or no account: a person decides.
      log.warn(
        { tenant_id, booking_id: id, code: error.code },
        "a fee could not be charged by rule",
      );
      await transaction((db) =>
        withLockedBooking(db, actor, id, { seats: false }, (booking) =>
          changeBooking(db, actor, booking, { type: "unschedule_fees" }),
        ),
      );
    });
}
