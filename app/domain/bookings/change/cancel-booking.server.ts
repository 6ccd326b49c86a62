import type { StatusChange } from "~/contract/booking-inputs";
import { AppError, invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { type BookingMoney, readMoney } from "../../accounting/booking-money.sql.server";
import { writeHeldRefund } from "../../accounting/held-refund.sql.server";
import { requestRefunds } from "../../accounting/request-refund.sql.server";
import { type Actor, hasRole, type StaffActor } from "../../identity/actor";
import { changeBooking, type ChangeOptions, type LockedBooking } from "./apply-decision.server";
import type { BookingCommand } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { moverOf } from "./booking-status";
import { decide } from "./decide-booking";
import { noShowRefund, previewRefund } from "./refund-preview";

type RefundRequest = NonNullable<StatusChange["refund"]>;

/**
 * Cancels a locked booking and requests its refunds: first any credit in full, then the policy's
 * share of the price or the requested amount. The policy's share of disputed money waits for the
 * dispute. Every cancellation goes through here. Idempotent for a cancelled booking.
 * Throws what `decide` throws, validation_failed.
 */
export async function cancelBooking(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  command: Extract<BookingCommand, { type: "become" }>,
  requested: RefundRequest | undefined,
  options: ChangeOptions = {},
): Promise<BookingRow> {
  const { row: before } = booking.loaded;
  if (before.status !== "cancelled") {
    const money = await readMoney(db, before.tenant_id, before.id);
    const amount = refundFor(requested, booking, money, actor);
    // Decided before anything is written: refunds come first, so that the cancellation event can
    // report the amount owed.
    decide(before, command, {
      mover: moverOf(actor),
      now: booking.now,
      policy: actor.tenant.policy,
      version: options.version,
      money,
    });
    await requestRefunds(db, before, amount, requested === undefined ? "policy" : "requested");
    const isByPolicy = requested === undefined || requested.mode === "policy";
    const owed = isByPolicy ? owedWithoutDisputes(actor, booking, money) : amount;
    await writeHeldRefund(db, before, owed - amount);
  }
  return changeBooking(db, actor, booking, command, options);
}

/**
 * Records a no-show and requests the refund of the policy's share of the price. Money that is
 * disputed is not refunded: won, it is a credit that a person settles. Throws what `decide` throws.
 */
export async function recordNoShow(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  command: Extract<BookingCommand, { type: "become" }>,
  options: ChangeOptions = {},
): Promise<BookingRow> {
  const { row: before } = booking.loaded;
  const { policy } = actor.tenant;
  if (before.status !== "no_show" && policy.no_show_refund_pct > 0) {
    // Decided before anything is written, as in cancelBooking.
    const { version } = options;
    decide(before, command, { mover: moverOf(actor), now: booking.now, policy, version });
    const money = await readMoney(db, before.tenant_id, before.id);
    await requestRefunds(db, before, noShowRefund(policy, before, money), "policy");
  }
  return changeBooking(db, actor, booking, command, options);
}

/** The refund by the policy if the company wins every open dispute. */
function owedWithoutDisputes(
  actor: Actor,
  { loaded: { row }, now }: LockedBooking,
  money: Awaited<ReturnType<typeof readMoney>>,
): number {
  const { gross, refunded, on_way } = money;
  const won = { ...money, captured: gross, refundable: Math.max(gross - refunded - on_way, 0) };
  return previewRefund(actor.tenant.policy, row, won, now.getTime()).refund_amount;
}

/**
 * Throws forbidden_role below admin, and validation_failed when combined with another status than
 * cancelled.
 */
export function checkRefundRequest(actor: StaffActor, { status, refund }: StatusChange): void {
  if (refund === undefined) return;
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin may refund.");
  if (status !== "cancelled")
    throw invalidField(
      "refund",
      "A refund can be asked for with a cancellation only.",
      "not_applicable",
    );
  if (refund.mode === "amount" && refund.amount === undefined)
    throw invalidField("refund.amount", "Say how much goes back.", "required");
}

/**
 * The amount that a cancellation refunds (minor units): by the tenant's policy unless the request
 * says otherwise. Throws validation_failed when nothing was captured, or the request exceeds what
 * is left.
 */
function refundFor(
  requested: RefundRequest | undefined,
  { loaded: { row }, now }: LockedBooking,
  money: BookingMoney,
  actor: Actor,
): number {
  const mode = requested?.mode ?? "policy";
  if (mode === "none") return 0;
  if (requested !== undefined && mode !== "policy" && money.refundable === 0)
    throw invalidField("refund", "Nothing was paid that could be refunded.", "nothing_captured");
  if (mode === "full") return money.refundable;
  if (mode === "policy")
    return previewRefund(actor.tenant.policy, row, money, now.getTime()).refund_amount;
  const amount = requested?.amount ?? 0;
  if (amount > money.refundable)
    throw invalidField(
      "refund.amount",
      `At most ${money.refundable} (minor units) can be refunded.`,
      "too_big",
    );
  return amount;
}
