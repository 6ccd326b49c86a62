import type { CancelBooking } from "~/contract/booking-inputs";
import type { Cancellation } from "~/contract/booking-series";
import { AppError, notFound } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import { type IdempotencyTicket, idempotentTransaction } from "~/lib/idempotency.server";
import { toRfc3339 } from "~/lib/time";
import { mayMove } from "../bookings/change/booking-status";
import {
  type CancelledRow,
  cancelGroup,
  checkGroupCancellation,
  type GroupCancellation,
} from "./cancel-group.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { hasRole, maySeeBooking, type StaffActor } from "../identity/actor";
import { limitPerTenant } from "../seats/concurrency-limits";
import { bookingsTogether } from "./together.sql.server";

/**
 * Cancels a booking, or several of its series or visit, each like a single cancellation; one that
 * can't be cancelled is listed with its reason. Guest and staff get one email about all of them.
 * `dry_run` lists the bookings with their refunds. Throws not_found, forbidden_role.
 */
export async function cancelTogether(
  actor: StaffActor,
  id: string,
  input: CancelBooking,
  ticket: IdempotencyTicket | null = null,
): Promise<Cancellation> {
  const { scope, dry_run, refund, reason_code, reason, notify } = input;
  const how: GroupCancellation = {
    actor,
    refund: refund?.mode ?? "policy",
    reason_code: reason_code ?? null,
    reason: reason ?? null,
    notify,
  };
  if (how.refund !== "policy" && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin may refund.");
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  const now = await databaseNow(pool);
  const rows = (await bookingsTogether(row, scope, now)).filter(
    (each) => each.id === id || (maySeeBooking(actor, each) && isCancellable(each)),
  );
  if (dry_run) return toCancellation(input, await checkGroupCancellation(rows, how, now));
  return limitPerTenant(actor.tenant.id, () =>
    idempotentTransaction(ticket, async (db) =>
      toCancellation(input, await cancelGroup(db, rows, how)),
    ),
  );
}

const isCancellable = ({ status }: BookingRow) => mayMove(status, "cancelled", "staff", false);

function toCancellation(
  { scope, dry_run }: Pick<CancelBooking, "scope" | "dry_run">,
  rows: CancelledRow[],
): Cancellation {
  return {
    dry_run,
    scope,
    refund_amount: rows.reduce((sum, { refund_amount }) => sum + refund_amount, 0),
    currency: rows.find(({ currency }) => currency !== null)?.currency ?? null,
    dates: rows.map(({ row, refusal, refund_amount, currency }) => ({
      booking_id: row.id,
      no: row.series_no ?? row.visit_no,
      starts_at: toRfc3339(row.starts_at.getTime()),
      state: refusal !== null ? "refused" : dry_run ? "planned" : "cancelled",
      reason: refusal?.code ?? null,
      refund_amount,
      currency,
    })),
  };
}
