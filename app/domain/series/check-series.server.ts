import type { BookingSeries, SeriesDate } from "~/contract/booking-series";
import type { Booking } from "~/contract/bookings";
import { inRolledBackTransaction, type Sql } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { inTurn } from "../bookings/place/in-turn.server";
import {
  bookDate,
  bookNearest,
  isDateRefusal,
  otherTimes,
  reasonOf,
  type SeriesPlan,
  turnOf,
} from "./plan-series.server";
import { toSeries } from "./read-series.server";
import type { DateRow } from "./series.sql.server";

/** Books the dates in a transaction that is rolled back, so that they are checked like bookings. */
export async function checkDates(plan: SeriesPlan): Promise<BookingSeries> {
  const dates = await inTurn(turnOf(plan), inRolledBackTransaction<SeriesDate[]>, async (db) => {
    const checked: SeriesDate[] = [];
    let customer_id: string | undefined;
    const attempt = async (date: DateRow) => {
      const booking = await bookDate(plan, date, { within: db, customer_id });
      customer_id = booking.customer_id;
      return booking;
    };
    for (const date of plan.dates) checked.push(await checkDate(db, plan, date, attempt));
    return checked;
  });
  return { ...toSeries(plan.row, dates), id: null, dry_run: true, state: "done" };
}

async function checkDate(
  db: Sql,
  plan: SeriesPlan,
  date: DateRow,
  attempt: (date: DateRow) => Promise<Booking>,
): Promise<SeriesDate> {
  const dateOf = (
    booking: Booking | null,
    more: Pick<SeriesDate, "state" | "reason" | "alternatives">,
  ): SeriesDate => ({
    no: date.no,
    starts_at: toRfc3339(date.starts_at.getTime()),
    ...more,
    booking_id: null,
    booking_status: null,
    booking_starts_at: booking?.starts_at ?? null,
    price_amount: booking?.price_amount ?? null,
    currency: booking?.currency ?? null,
  });
  try {
    return dateOf(await attempt(date), { state: "free", reason: null, alternatives: [] });
  } catch (error) {
    if (!isDateRefusal(error)) throw error;
    const alternatives = await otherTimes(db, plan, date.starts_at, error);
    const instead = await bookNearest(plan.row.if_taken, alternatives, (starts_at) =>
      attempt({ ...date, starts_at }),
    );
    const reason = reasonOf(error, plan, date.starts_at);
    return dateOf(instead, { state: "taken", reason, alternatives });
  }
}
