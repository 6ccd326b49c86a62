import { AppError } from "~/lib/app-error";
import { pool, type Sql } from "~/lib/db.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import type { CustomerActor, StaffActor } from "../identity/actor";
import type { BookingRow } from "../bookings/read/booking-row";
import type { ChangeOptions } from "../bookings/change/apply-decision.server";
import type { BookingCommand } from "../bookings/change/booking-command";
import { lockPlaces } from "../bookings/change/booking-seats.sql.server";
import { moverOf } from "../bookings/change/booking-status";
import { cancelBooking } from "../bookings/change/cancel-booking.server";
import { changeGroup } from "../bookings/change/change-group.server";
import { decide } from "../bookings/change/decide-booking";
import { previewRefund } from "../bookings/change/refund-preview";
import { placeOf, withLockedBooking } from "../bookings/change/with-locked-booking.server";

/** How several bookings are cancelled: each like a single one. */
export interface GroupCancellation {
  actor: StaffActor | CustomerActor;
  /** How much of each to refund. */
  refund: "policy" | "full" | "none";
  reason_code: string | null;
  reason: string | null;
  /** Whether to email the guest. */
  notify: boolean;
}

/** A booking that is, or would be, cancelled with others. */
export interface CancelledRow {
  row: BookingRow;
  /** Why it stays; null: it doesn't. */
  refusal: AppError | null;
  /** Minor units; 0 if it stays. */
  refund_amount: number;
  currency: string | null;
}

type Money = Awaited<ReturnType<typeof readMoney>>;

const commandOf = ({ reason_code, reason }: GroupCancellation) =>
  ({ type: "become", to: "cancelled", reason_code, reason }) satisfies BookingCommand;

/** Checks the bookings by the same rules, without cancelling them. `now`: the database's clock. */
export async function checkGroupCancellation(
  rows: readonly BookingRow[],
  how: GroupCancellation,
  now: Date,
): Promise<CancelledRow[]> {
  const checked: CancelledRow[] = [];
  for (const row of rows) {
    const money = await readMoney(pool, row.tenant_id, row.id);
    checked.push(cancelledRow(row, money, how, now, refusalOf(row, money, how, now)));
  }
  return checked;
}

function refusalOf(
  row: BookingRow,
  money: Money,
  how: GroupCancellation,
  now: Date,
): AppError | null {
  const { actor } = how;
  if (row.status === "cancelled") return alreadyCancelled();
  try {
    decide(row, commandOf(how), { mover: moverOf(actor), now, policy: actor.tenant.policy, money });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function cancelledRow(
  row: BookingRow,
  money: Money,
  { actor, refund }: GroupCancellation,
  now: Date,
  refusal: AppError | null,
): CancelledRow {
  const refund_amount = {
    policy: previewRefund(actor.tenant.policy, row, money, now.getTime()).refund_amount,
    full: money.refundable,
    none: 0,
  }[refund];
  return {
    row,
    refusal,
    refund_amount: refusal === null ? refund_amount : 0,
    currency: money.currency ?? row.currency,
  };
}

/**
 * Cancels bookings in the caller's transaction and queues their emails, one to each reader. One that
 * can't be cancelled stays and has its refusal.
 */
export async function cancelGroup(
  db: Sql,
  rows: readonly BookingRow[],
  how: GroupCancellation,
): Promise<CancelledRow[]> {
  const { tenant } = how.actor;
  await lockPlaces(db, tenant.id, rows.map(placeOf));
  const outcomes = await changeGroup(
    db,
    tenant,
    rows,
    (row, group) => cancelOne(db, row, how, { notify: how.notify, group }),
    ({ status }) => status < 429,
  );
  const cancelled = outcomes.flatMap(({ done }) => (done === null ? [] : [done.row.id]));
  await queueMailsTogether(db, tenant.id, cancelled, ["booking.cancelled"]);
  return outcomes.map(
    ({ item: row, done, refusal }) =>
      done ?? { row, refusal, refund_amount: 0, currency: row.currency },
  );
}

function cancelOne(
  db: Sql,
  { id, tenant_id }: BookingRow,
  how: GroupCancellation,
  options: ChangeOptions,
): Promise<CancelledRow> {
  const { actor, refund } = how;
  // A guest acts on each booking as its own guest.
  const by = actor.kind === "customer" ? { ...actor, booking_id: id } : actor;
  return withLockedBooking(db, by, id, {}, async (booking) => {
    const { row } = booking.loaded;
    const money = await readMoney(db, tenant_id, id);
    // A booking without money has nothing to refund, whatever is asked for.
    const wish = refund === "policy" || money.refundable === 0 ? undefined : { mode: refund };
    // For a single booking a no-op, but here it isn't part of what was cancelled.
    if (row.status === "cancelled") throw alreadyCancelled();
    await cancelBooking(db, by, booking, commandOf(how), wish, options);
    return cancelledRow(row, money, how, booking.now, null);
  });
}

const alreadyCancelled = () =>
  new AppError("invalid_transition", "This booking is cancelled already.", {
    details: { allowed: [] },
  });
