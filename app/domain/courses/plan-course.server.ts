import type { Course, CourseReason, ScheduleCourse } from "~/contract/course";
import type { CourseQuery } from "~/contract/course-query";
import type { Schedule } from "~/contract/schedules";
import type { AvailableSlot } from "~/contract/slots";
import { AppError, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { payableStep } from "~/lib/money";
import { addDays, toRfc3339 } from "~/lib/time";
import type { CourseShare } from "../bookings/place/requested-slot";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import type { KeyActor, StaffActor } from "../identity/actor";
import { choosePeople, type PartyWish } from "../quotes/choose-party";
import { quote } from "../quotes/quote";
import { slotUnavailable } from "../seats/claim-seats.sql.server";
import { isTooFar, refusalOfDate } from "../series/plan-series.server";
import { readCourseTimes } from "../slots/availability.sql.server";
import { isBookedAlone } from "../services/repeat-dates";
import { courseStarts, shareOf } from "./course-dates";

export interface PlannedDate {
  no: number;
  starts_at: Date;
  /** Over, or too soon for guests. */
  is_past: boolean;
  /** As it can be booked; null: it can't, or has passed. */
  slot: AvailableSlot | null;
  /** Why it is taken; null: it is free, or has passed. */
  reason: string | null;
  /** For the party; null: no price, or not free. */
  price_amount: number | null;
}

export interface CoursePlan {
  schedule: Schedule;
  course: Course;
  /** All dates, those that have passed included. */
  dates: PlannedDate[];
  /** null: all dates ahead can be booked. */
  reason: CourseReason | null;
  price_amount: number | null;
  currency: string | null;
  share(no: number): CourseShare;
}

export const datesAhead = ({ dates }: CoursePlan): PlannedDate[] =>
  dates.filter(({ is_past }) => !is_past);

/**
 * A schedule's course as it can be booked now, for a party: its dates by the time engine, with the
 * state of each that is ahead. Guests can't book a date within the minimum notice, nor join a course
 * that has begun unless it allows that. Throws not_found for a schedule without a course.
 */
export async function planCourse(
  actor: StaffActor | KeyActor,
  schedule: Schedule | null,
  wish: PartyWish,
): Promise<CoursePlan> {
  if (schedule?.course == null || !schedule.active) throw notFound("Course", schedule?.id ?? "");
  const { course, time_zone, person_kinds } = schedule;
  const { party_size } = choosePeople(wish, person_kinds, null);
  const isGuest = actor.kind === "publishable_key";
  const since = new Date(`${addDays(course.starts_on, -1)}T00:00:00Z`);
  const limits = await readLimits(actor.tenant.id, schedule.resource_ids, since);
  const starts = courseStarts(schedule, course, (id) => limitsOf(limits, id));
  const notice = isGuest ? schedule.min_notice_minutes * 60_000 : 0;
  const ahead = starts.filter((start) => start > clock.now() + notice);
  const [first, last] = [ahead[0], ahead.at(-1)];
  const times =
    first === undefined || last === undefined
      ? []
      : await readCourseTimes(
          actor,
          { schedule_id: schedule.id, party_size },
          { first: new Date(first), last: new Date(last) },
        );
  const slots = new Map(times.map((slot) => [Date.parse(slot.starts_at), slot]));
  const currency = schedule.currency ?? actor.tenant.currency;
  const share = (no: number): CourseShare =>
    course.price_amount === null
      ? {}
      : {
          price_amount: shareOf(
            course.price_amount,
            { no, dates: course.dates },
            payableStep(currency),
          ),
          currency,
        };
  const dates = starts.map((start, index): PlannedDate => {
    const no = index + 1;
    const starts_at = new Date(start);
    const date = { no, starts_at, slot: null, reason: null, price_amount: null };
    if (!ahead.includes(start)) return { ...date, is_past: true };
    const slot = slots.get(start);
    const isBeyond = isTooFar(starts_at, time_zone, schedule.max_advance_days);
    const reason = slot === undefined ? (isBeyond ? "too_far" : "closed") : slot.reason;
    if (slot === undefined || reason !== null) return { ...date, is_past: false, reason };
    const { price_amount: each = slot.price_amount } = share(no);
    const { party } = choosePeople(wish, person_kinds, each);
    const price = { label: schedule.name, amount: each, seats: 1, currency };
    const { amount } = quote(price, party_size, [], party);
    return { ...date, is_past: false, slot, price_amount: amount };
  });
  const priced = dates.flatMap(({ price_amount }) => price_amount ?? []);
  return {
    schedule,
    course,
    dates,
    reason: reasonOf(schedule, course, dates, isGuest),
    price_amount: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0),
    currency: priced.length === 0 ? null : currency,
    share,
  };
}

function reasonOf(
  schedule: Schedule,
  { dates: count, late_joining }: Course,
  dates: PlannedDate[],
  isGuest: boolean,
): CourseReason | null {
  if (dates.length < count) return "incomplete";
  if (dates.every(({ is_past }) => is_past)) return "over";
  if (isGuest && isBookedAlone(schedule)) return "payment";
  if (isGuest && !late_joining && dates[0]?.is_past) return "begun";
  return dates.some(({ reason }) => reason !== null) ? "taken" : null;
}

export function toScheduleCourse(plan: CoursePlan): ScheduleCourse {
  const { schedule, course, dates, reason, price_amount, currency } = plan;
  const left = datesAhead(plan).map(({ slot }) => slot?.remaining ?? 0);
  return {
    schedule_id: schedule.id,
    name: course.name ?? schedule.name,
    time_zone: schedule.time_zone,
    bookable: reason === null,
    reason,
    remaining: reason === null ? Math.min(...left) : 0,
    price_amount,
    currency,
    dates: dates.map((date) => ({
      no: date.no,
      starts_at: toRfc3339(date.starts_at.getTime()),
      state: date.is_past ? "past" : date.reason === null ? "free" : "taken",
      reason: date.reason,
      price_amount: date.price_amount,
    })),
  };
}

/**
 * Checks that the course can be booked as the guest was shown it. Throws outside_booking_window,
 * validation_failed, version_conflict (its dates have changed), slot_unavailable naming the first
 * date that is taken.
 */
export function checkCourse(plan: CoursePlan, shown: readonly Date[] | undefined): void {
  const { reason, schedule } = plan;
  if (reason !== null && reason !== "taken") throw courseRefusal(reason);
  const ahead = datesAhead(plan);
  const isSame = ahead.map(({ starts_at }) => starts_at.getTime()).join();
  if (shown !== undefined && shown.map((start) => start.getTime()).join() !== isSame)
    throw new AppError(
      "version_conflict",
      "The dates of the course have changed. Check them and confirm.",
    );
  const taken = ahead.find((date) => date.reason !== null);
  if (taken?.reason != null)
    throw refusalOfDate(slotUnavailable("full"), taken.reason, schedule.time_zone, taken);
}

const REFUSALS: Record<Exclude<CourseReason, "taken">, string> = {
  begun: "This course has begun.",
  over: "This course is over.",
  incomplete: "The opening hours have fewer dates than this course.",
  payment: "This course can't be booked online, because each date is paid before it is confirmed.",
};
const courseRefusal = (reason: keyof typeof REFUSALS): AppError =>
  new AppError(
    reason === "begun" || reason === "over" ? "outside_booking_window" : "slot_unavailable",
    REFUSALS[reason],
    { details: { reason } },
  );

/** The people of a query, which has a number of seats by default: named ones take its place. */
export const peopleOf = ({ party_size, party }: CourseQuery): PartyWish =>
  party === undefined ? { party_size } : { party };
