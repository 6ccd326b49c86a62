import type { NewWidgetSeries } from "~/contract/booking-inputs";
import type { WidgetBookings } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { pool, type Sql } from "~/lib/db.server";
import {
  type IdempotencyTicket,
  idempotentTransaction,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { isForAnyone } from "~/contract/fields";
import { book, type Booked } from "../bookings/place/book.server";
import { inTurn } from "../bookings/place/in-turn.server";
import type { BookingWish } from "../bookings/place/place-booking.server";
import type { CourseShare } from "../bookings/place/requested-slot";
import { targetOf } from "../bookings/place/slot-target";
import { manageUrl } from "../bookings/links/manage-link.server";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import { actorRecord, isLiveMode, type KeyActor } from "../identity/actor";
import { checkExpected } from "../quotes/quote";
import { seatRefusal, slotUnavailable } from "../seats/claim-seats.sql.server";
import { isDateRefusal, refusalOfDate, refusalReason, turnOf } from "../series/plan-series.server";
import { insertSeries, type SeriesRow } from "../series/series.sql.server";
import { publicBooking, visitorBooking } from "./create-widget-booking.server";
import { dueOffline, rulesOfOne } from "./guest-group.server";
import {
  type GuestDate,
  type GuestSeries,
  ONE_DATE,
  planGuestSeries,
} from "./plan-guest-series.server";

/**
 * Books the dates of a booking that a guest repeats, in one transaction: exactly those that they
 * were shown as free, at the sum that they were shown, or none. Each date passes the checks of a
 * single booking; the visitor's hold and verification count once.
 * Throws what createWidgetBooking throws; the refusal of a date names it.
 */
export async function createGuestSeries(
  caller: KeyActor,
  input: NewWidgetSeries,
  ticket: IdempotencyTicket | null,
): Promise<WidgetBookings> {
  const { repeat: _repeat, leave_out, expected_amount, ...form } = input;
  const visitor = await visitorBooking(caller, form);
  const { actor } = visitor;
  try {
    const plan = await planGuestSeries(actor, input);
    checkAgreed(plan, leave_out);
    const row = rowOf(actor, input, plan);
    return await inTurn(
      turnOf({ actor, row }),
      (work) => idempotentTransaction(ticket, work),
      async (db) => {
        const { dates } = plan;
        const booked = await bookDates(db, visitor, input, { dates, of: dates.length }, row);
        return presentBookings(booked, expected_amount);
      },
    );
  } catch (error) {
    const refusal = seatRefusal(error);
    // An earlier attempt with this key may itself have taken the dates.
    if (refusal instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    throw refusal;
  }
}

/** Throws slot_unavailable for a date that is taken and was not left out. */
function checkAgreed({ dates, time_zone }: GuestSeries, leaveOut: number[]): void {
  for (const { no, starts_at, reason } of dates)
    if (reason !== null && !leaveOut.includes(no))
      throw refusalOfDate(slotUnavailable("full"), reason, time_zone, { no, starts_at });
}

const rowOf = (
  actor: KeyActor,
  { schedule_id, resource_id, leave_out }: NewWidgetSeries,
  { rrule, time_zone }: GuestSeries,
): SeriesRow => ({
  tenant_id: actor.tenant.id,
  id: newId(),
  rrule,
  time_zone,
  if_taken: leave_out.length === 0 ? "all" : "skip",
  resource_id: isForAnyone({ resource_id }) ? null : resource_id,
  schedule_id,
  request: null,
  state: "done",
  created_by: actorRecord(actor),
  livemode: isLiveMode(actor),
});

/** The service whose dates are booked. */
type Service = Pick<NewWidgetSeries, "schedule_id" | "resource_id" | "leave_out"> & {
  length_minutes?: number | undefined;
};
/** With its share in the price of the course that it belongs to. */
type BookedDate = Pick<GuestDate, "no" | "starts_at" | "slot" | "reason"> & {
  course?: CourseShare;
};

/**
 * Books the dates that are not left out, in the caller's transaction, with one email. `of`: the
 * number of dates that theirs count in.
 */
export async function bookDates(
  db: Sql,
  { actor, wish, rules }: Awaited<ReturnType<typeof visitorBooking>>,
  input: Service,
  { dates, of }: { dates: BookedDate[]; of: number },
  row: SeriesRow,
): Promise<Booked[]> {
  const isLeftOut = ({ no }: BookedDate) => input.leave_out.includes(no);
  const planned = dates.map((date) => ({ ...date, booking_id: newId() }));
  await insertSeries(
    db,
    row,
    planned.map((date) => ({
      no: date.no,
      starts_at: date.starts_at,
      state: isLeftOut(date) ? "skipped" : "booked",
      reason: isLeftOut(date) ? (date.reason ?? "left_out") : null,
      booking_id: date.booking_id,
    })),
  );
  const due = dueOffline(rules, "repeat", ONE_DATE);
  const booked: Booked[] = [];
  for (const [index, date] of planned.filter((each) => !isLeftOut(each)).entries()) {
    const { hold, ...request } = wish;
    // The first date is never left out; that of a course which has begun has a later number.
    const isFirst = index === 0;
    const ofDate = { ...rulesOfOne(rules, isFirst), due, within: db };
    const one: BookingWish = {
      ...request,
      ...(isFirst && hold !== undefined && { hold }),
      id: date.booking_id,
      series: { id: row.id, no: date.no, of },
      course: date.course,
      target: targetOfDate(input, date),
      expected_amount: undefined, // of all dates, checked with their sum
    };
    try {
      booked.push(await book(actor, one, ofDate, null, (each) => each));
    } catch (error) {
      throw isDateRefusal(error)
        ? refusalOfDate(error, refusalReason(error), row.time_zone, date)
        : error;
    }
  }
  const ids = booked.map((each) => each.row.id);
  await queueMailsTogether(db, row.tenant_id, ids, ["booking.created", "booking.confirmed"]);
  return booked;
}

/** For anyone, with the slot that was shown, so that nobody who costs more is booked. */
const targetOfDate = (
  { schedule_id, resource_id, length_minutes }: Service,
  { starts_at, slot }: BookedDate,
) =>
  targetOf({
    schedule_id,
    resource_id,
    starts_at,
    length_minutes,
    ...(slot !== null && isForAnyone({ resource_id }) && { slot_id: slot.id }),
  });

/** Throws price_changed if the sum is another one than the guest was shown. */
export function presentBookings(booked: Booked[], expected: number | undefined): WidgetBookings {
  const first = booked[0]!.row; // there is a date ahead, and the first one is never left out
  const priced = booked.flatMap(({ row }) => row.price_amount ?? []);
  const amount = priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0);
  const { currency } = first;
  checkExpected(expected, { amount, currency, lines: [] });
  return {
    bookings: booked.map(publicBooking),
    manage_url: manageUrl(first.tenant_id, first.id),
    price_amount: amount,
    currency,
  };
}
