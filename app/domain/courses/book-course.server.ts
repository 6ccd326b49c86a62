import type { NewCourseBooking } from "~/contract/booking-inputs";
import type { BookingSeries } from "~/contract/booking-series";
import { ANYONE } from "~/contract/fields";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import {
  idempotentTransaction,
  type IdempotencyTicket,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { inTurn } from "../bookings/place/in-turn.server";
import { actorRecord, isLiveMode, type StaffActor } from "../identity/actor";
import { checkExpected } from "../quotes/quote";
import { getSchedule } from "../schedules/read-schedule.server";
import { bookDates } from "../series/book-series.server";
import { type SeriesPlan, turnOf } from "../series/plan-series.server";
import { toDate, toSeries } from "../series/read-series.server";
import { readDates } from "../series/series.sql.server";
import { checkCourse, type CoursePlan, datesAhead, planCourse } from "./plan-course.server";

// A course is booked as a series: an ordinary booking for each date that is still ahead, all or
// none, in one transaction. Each passes the checks of a single booking.

/**
 * Books a course for a guest, also one that has begun. Throws what createBooking throws; the refusal
 * of a date names it. version_conflict: its dates are others than those that were shown.
 */
export async function bookCourse(
  actor: StaffActor,
  input: NewCourseBooking,
  ticket: IdempotencyTicket | null,
): Promise<BookingSeries> {
  const { schedule_id, starts, expected_amount, ...guest } = input;
  try {
    const course = await planCourse(actor, await getSchedule(actor, schedule_id), guest);
    checkCourse(course, starts);
    const plan = seriesOf(actor, course, guest);
    const { row } = plan;
    return await inTurn(
      turnOf(plan),
      (work) => idempotentTransaction(ticket, work),
      async (db) => {
        const booked = await bookDates(db, plan);
        const priced = booked.flatMap(({ price_amount }) => price_amount ?? []);
        const amount = priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0);
        checkExpected(expected_amount, { amount, currency: course.currency, lines: [] });
        return toSeries({ ...row, state: "done" }, (await readDates(db, row)).map(toDate));
      },
    );
  } catch (error) {
    // A repeated key gets its answer, even if the request would be refused now.
    if (error instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    throw error;
  }
}

function seriesOf(
  actor: StaffActor,
  course: CoursePlan,
  guest: Omit<NewCourseBooking, "schedule_id" | "starts" | "expected_amount">,
): SeriesPlan {
  const { schedule, share } = course;
  return {
    actor,
    request: {
      ...guest,
      schedule_id: schedule.id,
      resource_id: ANYONE,
      addons: [],
      override: false,
    },
    max_advance_days: schedule.max_advance_days,
    row: {
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
    },
    dates: datesAhead(course).map(({ no, starts_at }) => ({
      no,
      starts_at,
      state: "planned",
      reason: null,
      booking_id: newId(),
    })),
    course: { dates: course.course.dates, share },
  };
}
