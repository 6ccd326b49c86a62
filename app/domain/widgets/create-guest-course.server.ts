import type { NewWidgetCourse } from "~/contract/booking-inputs";
import type { WidgetBookings } from "~/contract/bookings";
import { ANYONE } from "~/contract/fields";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import {
  type IdempotencyTicket,
  idempotentTransaction,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { inTurn } from "../bookings/place/in-turn.server";
import { checkCourse, datesAhead } from "../courses/plan-course.server";
import { actorRecord, isLiveMode, type KeyActor } from "../identity/actor";
import { seatRefusal } from "../seats/claim-seats.sql.server";
import { turnOf } from "../series/plan-series.server";
import type { SeriesRow } from "../series/series.sql.server";
import { bookDates, presentBookings } from "./create-guest-series.server";
import { visitorBooking } from "./create-widget-booking.server";
import { planGuestCourse } from "./read-guest-course.server";

/**
 * Books the dates of a course that are still ahead for a guest, in one transaction: those that they
 * were shown, at the sum that they were shown, or none. Each date passes the checks of a single
 * booking; the visitor's verification counts once. Throws what createWidgetBooking throws, the
 * refusal of a date names it; and version_conflict (the dates have changed).
 */
export async function createGuestCourse(
  caller: KeyActor,
  input: NewWidgetCourse,
  ticket: IdempotencyTicket | null,
): Promise<WidgetBookings> {
  const { starts, expected_amount, ...form } = input;
  // Each booking gets its date's start.
  const wish = { ...form, resource_id: ANYONE, starts_at: new Date(clock.now()), addons: [] };
  const visitor = await visitorBooking(caller, wish);
  const { actor } = visitor;
  try {
    const plan = await planGuestCourse(actor, form);
    checkCourse(plan, starts);
    const { schedule, course, share } = plan;
    const row: SeriesRow = {
      tenant_id: actor.tenant.id,
      id: newId(),
      rrule: null,
      time_zone: schedule.time_zone,
      if_taken: "all",
      resource_id: null,
      schedule_id: schedule.id,
      request: null,
      state: "done",
      created_by: actorRecord(actor),
      livemode: isLiveMode(actor),
    };
    const dates = datesAhead(plan).map((date) => ({ ...date, course: share(date.no) }));
    const service = { schedule_id: schedule.id, resource_id: ANYONE, leave_out: [] };
    return await inTurn(
      turnOf({ actor, row }),
      (work) => idempotentTransaction(ticket, work),
      async (db) =>
        presentBookings(
          await bookDates(db, visitor, service, { dates, of: course.dates }, row),
          expected_amount,
        ),
    );
  } catch (error) {
    const refusal = seatRefusal(error);
    // An earlier attempt with this key may itself have taken the places.
    if (refusal instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    throw refusal;
  }
}
