import type { StatusChange } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { seesContacts, seesSensitive, type StaffActor } from "../../identity/actor";
import { limitPerTenant } from "../../seats/concurrency-limits";
import { changeBooking, type LockedBooking } from "./apply-decision.server";
import type { BookingCommand } from "./booking-command";
import { isPaidOnline, readMoney } from "../../accounting/booking-money.sql.server";
import { requestRefunds } from "../../accounting/request-refund.sql.server";
import { type BookingRow, toBooking } from "../read/booking-row";
import { moverOf } from "./booking-status";
import { decide } from "./decide-booking";
import { dueAfterApproval } from "./payment-after-approval.server";
import { possibleStatuses } from "./possible-statuses";
import { cancelBooking, checkRefundRequest, recordNoShow } from "./cancel-booking.server";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Changes a booking's status on behalf of staff. Idempotent. A cancellation refunds by the tenant's
 * policy, or as `refund` says; a no-show by the policy. `refunded` on a booking paid online requests a full refund from the
 * provider: the booking becomes refunded once that completes, and is returned unchanged until then.
 * Throws not_found, forbidden_role, invalid_transition (with `allowed`), version_conflict,
 * hold_expired, validation_failed.
 */
export async function changeBookingStatus(
  actor: StaffActor,
  id: string,
  input: StatusChange,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  checkRefundRequest(actor, input);
  checkOfflineAmount(input);
  const work = (db: Sql) =>
    withLockedBooking(db, actor, id, {}, async (booking) => {
      const row = await change(db, actor, booking, input).catch(async (error: unknown) => {
        throw await withPossible(db, actor, booking, input, error);
      });
      return toBooking(row, seesContacts(actor), seesSensitive(actor));
    });
  return limitPerTenant(actor.tenant.id, () => idempotentTransaction(ticket, work));
}

/** Throws validation_failed for an amount without money received on site. */
function checkOfflineAmount({ status, payment_method, offline_amount }: StatusChange): void {
  if (offline_amount === undefined || (status === "paid" && payment_method === "offline")) return;
  throw invalidField(
    "offline_amount",
    "Only for money that was received on site: status paid, payment_method offline.",
    "not_applicable",
  );
}

/** Adds the possible statuses to an invalid transition; each of them would be accepted now. */
async function withPossible(
  db: Sql,
  actor: StaffActor,
  { loaded: { row }, now }: LockedBooking,
  { payment_method }: StatusChange,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "invalid_transition") return error;
  const money = await readMoney(db, row.tenant_id, row.id);
  const context = { mover: moverOf(actor), now, policy: actor.tenant.policy, money };
  const allowed = possibleStatuses(row, payment_method === "offline", context);
  return new AppError(error.code, error.message, {
    ...error.extra,
    details: { ...error.extra.details, allowed },
  });
}

async function change(
  db: Sql,
  actor: StaffActor,
  booking: LockedBooking,
  input: StatusChange,
): Promise<BookingRow> {
  const { version, notify } = input;
  const { row: before } = booking.loaded;
  if (input.status === "confirmed") {
    const due = await dueAfterApproval(db, actor.tenant, before, booking.now);
    return changeBooking(
      db,
      actor,
      booking,
      { type: "become", to: "confirmed", due },
      { version, notify },
    );
  }
  if (input.status === "no_show")
    return recordNoShow(db, actor, booking, commandOf(input), { version, notify });
  if (input.status !== "refunded" && input.status !== "cancelled")
    return changeBooking(db, actor, booking, commandOf(input), { version, notify });
  if (input.status === "cancelled")
    return cancelBooking(db, actor, booking, commandOf(input), input.refund, { version, notify });
  const money = await readMoney(db, before.tenant_id, before.id);
  if (!(await isPaidOnline(db, before)))
    return changeBooking(db, actor, booking, commandOf(input), { version, notify, money });
  // Checks first that the step is valid, by the same rules; nothing is written yet.
  decide(before, commandOf(input), {
    mover: moverOf(actor),
    now: booking.now,
    policy: actor.tenant.policy,
    version,
    money,
  });
  await requestRefunds(db, before, money.refundable, "requested");
  return before;
}

function commandOf(input: StatusChange): Extract<BookingCommand, { type: "become" }> {
  return {
    type: "become",
    to: input.status,
    offline: input.payment_method === "offline",
    offline_amount: input.offline_amount,
    offline_method: input.offline_method,
    reason_code: input.reason_code ?? null,
    reason: input.reason ?? null,
  };
}
