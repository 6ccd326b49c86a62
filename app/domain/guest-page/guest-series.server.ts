import { isUpcoming } from "~/contract/booking-status";
import type { GroupScope } from "~/contract/booking-series";
import { AppError } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { formatMoney } from "~/lib/money";
import { mayMove } from "../bookings/change/booking-status";
import { isInsideCancelWindow } from "../bookings/change/refund-preview";
import { manageUrl } from "../bookings/links/manage-link.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { type Reading, whenOf } from "../bookings/read/booking-time";
import {
  type CancelledRow,
  cancelGroup,
  checkGroupCancellation,
  type GroupCancellation,
} from "../series/cancel-group.server";
import { bookingsOfGuest, type GuestGroupRow } from "../series/together.sql.server";
import { stateOf } from "./guest-booking";
import type { CancelChoice, GuestCancellation, GuestSeries } from "./guest-series";
import { isLinkOpen, type OpenedLink } from "./open-manage-link.server";

// The link of one booking also opens and cancels the others of its series or visit, if they belong
// to the same guest, each by the company's rules for guests.

const isOfVisit = ({ series_id, visit_id }: BookingRow) => series_id === null && visit_id !== null;
const numberOf = ({ series_no, visit_no }: BookingRow) => series_no ?? visit_no ?? 1;
const whatOf = (row: GuestGroupRow) =>
  isOfVisit(row) ? [row.service, row.resource_name].filter(Boolean).join(" · ") : null;

/** The bookings of the booking's series or visit; null if the guest has no other one. */
export async function readGuestSeries(
  { actor, booking: { row }, now }: OpenedLink,
  reading: Reading,
): Promise<GuestSeries | null> {
  const rows = await bookingsOfGuest(row);
  if (rows.length < 2) return null;
  const { policy } = actor.tenant;
  return {
    is_visit: isOfVisit(row),
    no: numberOf(row),
    of: row.series_of ?? row.visit_of ?? rows.length,
    dates: rows.map((each) => ({
      no: numberOf(each),
      what: whatOf(each),
      when: whenOf(each.starts_at, each.ends_at, reading),
      state: stateOf(each),
      is_this: each.id === row.id,
      path:
        each.id === row.id || !isLinkOpen(each, now)
          ? null
          : new URL(manageUrl(each.tenant_id, each.id)).pathname,
    })),
    may_cancel_others: rows.some(
      (each) =>
        each.id !== row.id &&
        isAhead(each, now) &&
        isInsideCancelWindow(policy, each.starts_at.getTime(), now),
    ),
  };
}

/** Whether a date hasn't started and is in a state that its guest may cancel. */
const isAhead = ({ status, pending_reason, starts_at }: BookingRow, now: number): boolean =>
  isUpcoming(status) &&
  pending_reason !== "offer" &&
  starts_at.getTime() > now &&
  mayMove(status, "cancelled", "customer", false);

/** The bookings of its series or visit that a cancellation in this scope concerns, by start. */
async function datesIn(
  { booking: { row }, now }: OpenedLink,
  scope: GroupScope,
): Promise<GuestGroupRow[]> {
  const from = scope === "following" ? row.starts_at.getTime() : now;
  return (await bookingsOfGuest(row)).filter(
    (each) =>
      isAhead(each, now) &&
      (scope === "this" ? each.id === row.id : each.starts_at.getTime() >= from),
  );
}

const byGuest = ({ actor }: OpenedLink, reason: string | null): GroupCancellation => ({
  actor,
  refund: "policy",
  reason_code: "customer_cancelled",
  reason,
  notify: true,
});

const sumOf = (rows: readonly CancelledRow[]): number =>
  rows.reduce((sum, { refund_amount }) => sum + refund_amount, 0);

/** The choices of dates or services to cancel; null if there is only this one. */
export async function readGuestCancellation(
  link: OpenedLink,
  reading: Reading,
): Promise<GuestCancellation | null> {
  const { row } = link.booking;
  const rows = await datesIn(link, "all");
  const whats = new Map(rows.map((each) => [each.id, whatOf(each)]));
  const checked = await checkGroupCancellation(rows, byGuest(link, null), new Date(link.now));
  const open = checked.filter(({ refusal }) => refusal === null);
  const isThis = ({ row: { id } }: CancelledRow) => id === row.id;
  const isFollowing = ({ row: { starts_at } }: CancelledRow) => starts_at >= row.starts_at;
  const money = ({ amount, currency }: { amount: number; currency: string | null }) =>
    amount === 0 || currency === null ? null : formatMoney(amount, currency, reading.locale);
  const choiceOf = (scope: GroupScope, of: CancelledRow[]): CancelChoice => {
    const amount = sumOf(of);
    const currency = of.find((each) => each.currency !== null)?.currency ?? null;
    return { scope, count: of.length, amount, refund: money({ amount, currency }) };
  };
  // Each choice has more dates than the one before.
  const choices: CancelChoice[] = [];
  for (const choice of [
    choiceOf("this", open.filter(isThis)),
    ...(isOfVisit(row) ? [] : [choiceOf("following", open.filter(isFollowing))]),
    choiceOf("all", open),
  ])
    if (choice.count > (choices.at(-1)?.count ?? 0)) choices.push(choice);
  if (!choices.some(({ scope }) => scope !== "this")) return null;
  return {
    is_visit: isOfVisit(row),
    choices,
    dates: checked.map(({ row: each, refusal, refund_amount, currency }) => ({
      no: numberOf(each),
      what: whats.get(each.id) ?? null,
      when: whenOf(each.starts_at, each.ends_at, reading),
      refund: money({ amount: refund_amount, currency }),
      stays: refusal !== null,
    })),
  };
}

/**
 * Cancels several dates or services for their guest, with the refund that the page displayed. Throws
 * version_conflict if that has changed, and cancellation_window_passed if no date can be cancelled.
 */
export async function cancelGuestDates(
  link: OpenedLink,
  scope: GroupScope,
  { reason, refund_amount }: { reason: string | null; refund_amount: string | null },
): Promise<void> {
  const how = byGuest(link, reason);
  const rows = await datesIn(link, scope);
  const checked = await checkGroupCancellation(rows, how, new Date(link.now));
  if (refund_amount !== String(sumOf(checked)))
    throw new AppError("version_conflict", "The refund has changed since the page was shown.");
  const done = await transaction((db) => cancelGroup(db, rows, how));
  const refusal = done.find((each) => each.refusal !== null)?.refusal ?? nothingToCancel();
  if (done.every((each) => each.refusal !== null)) throw refusal;
}

const nothingToCancel = () =>
  new AppError("cancellation_window_passed", "It is too late to cancel online. Please contact us.");
