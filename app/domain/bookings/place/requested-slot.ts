import type { CardOnFile } from "~/contract/card-on-file";
import { MAX_DAYS_AHEAD } from "~/contract/limits";
import type { Question } from "~/contract/schedules";
import type { BookedAddon } from "~/contract/bookings";
import type { Addon, PersonKind, Processing } from "~/contract/service-fields";
import { AppError, invalidField } from "~/lib/app-error";
import type { LimitTerms } from "../../seats/seat-request";
import type { Place } from "../read/booking-location";
import type { DepositTerms } from "../../quotes/deposit";
import { choosePeople, type ChosenPeople, type PartyWish } from "../../quotes/choose-party";
import { quote, type Quote } from "../../quotes/quote";
import type { NamedTime, SlotTarget } from "./slot-target";

/**
 * A time to be booked, with everything that decides whether it may be. Instants are Dates, the rest
 * as in the records.
 */
export interface RequestedSlot {
  resource: { id: string; type: string; name: string; capacity: number };
  schedule: RequestedService | null;
  slot_id: string | null;
  /**
   * A longer length than the slot's; absent or null: the slot's length, or that of the custom time.
   */
  length_minutes?: number | null;
  starts_at: Date;
  ends_at: Date;
  occupies_from: Date;
  occupies_to: Date;
  /** By how many minutes add-ons have lengthened it (lengthenedBy), beyond `length_minutes`. */
  extra_minutes?: number;
  /** The processing time, which leaves the resource free; absent or null: none. */
  gap_from?: Date | null;
  gap_to?: Date | null;
  capacity: number;
  price_amount: number | null;
  currency: string | null;
  /**
   * The side of the booking window that the start lies on, by the database's clock (window_refusal
   * in seats/booking-window.sql).
   */
  window_refusal: "too_soon" | "too_far" | null;
  /** Booked as a date of its schedule's course. */
  is_course?: boolean;
  /**
   * For a custom time: why it needs an override (closed-reasons.server.ts). For a slot, its
   * schedule's hours were checked already.
   */
  needs_override?: OverrideReason[];
}

/** Why a time needs an override, the most useful reason first. */
export type OverrideReason =
  | "past"
  | "too_far"
  | "other_resource"
  | "closed_day"
  | "outside_hours"
  | "not_offered"
  | "course_only";

export interface RequestedService extends LimitTerms {
  id: string;
  name: string;
  time_zone: string;
  min_notice_minutes: number;
  max_advance_days: number;
  max_party_size: number | null;
  max_per_day: number | null;
  /** Not public: bookable by staff, or with a booking link. */
  private: boolean;
  /**
   * Its times are booked as a course, and not one by one; absent in a hold's terms of before there
   * were courses.
   */
  course_only?: boolean;
  requires_payment: boolean;
  /** Absent in a hold's terms of before there were deposits. */
  deposit?: DepositTerms | null;
  /** Absent in a hold's terms of before there were cards on file. */
  card_on_file?: CardOnFile | null;
  /** Why the payment it requires cannot be taken online. */
  unpayable: string | null;
  requires_approval: boolean;
  /** Absent in a hold's terms of before there were text reminders. */
  text_reminders?: "company" | "on" | "off";
  questions: Question[];
  /** Absent in a hold's terms of before there were add-ons, as is `currency`. */
  addons?: Addon[];
  /** Absent in a hold's terms of before there were kinds of people. */
  person_kinds?: PersonKind[];
  currency?: string | null;
  place?: Place | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  /** Absent in a hold's terms of before there were processing times. */
  processing?: Processing | null;
  /** Whether it takes more than its resource; absent in a hold's terms of before there were needs. */
  has_needs?: boolean;
}

/**
 * The price of this time for a party, by kind if the service has kinds, with its add-ons. Throws
 * validation_failed when it exceeds what can be charged.
 */
export function quoteFor(
  { schedule, resource, price_amount: amount, currency: own }: RequestedSlot,
  { party_size, party }: ChosenPeople,
  addons: BookedAddon[],
): Quote {
  const label = schedule?.name ?? resource.name;
  const currency = own ?? schedule?.currency ?? null;
  return quote({ label, amount, seats: 1, currency }, party_size, addons, party);
}

/** The people of a booking at this time, with the prices it has for them. Throws validation_failed. */
export const peopleAt = (
  { schedule, price_amount }: Pick<RequestedSlot, "schedule" | "price_amount">,
  wish: PartyWish,
): ChosenPeople => choosePeople(wish, schedule?.person_kinds ?? [], price_amount);

/**
 * The time with so many minutes more at its end, for add-ons. Throws validation_failed when it
 * becomes longer than a day.
 */
export function lengthenedBy(requested: RequestedSlot, minutes: number): RequestedSlot {
  if (minutes === 0) return requested;
  const later = (at: Date) => new Date(at.getTime() + minutes * 60_000);
  const ends_at = later(requested.ends_at);
  if (ends_at.getTime() - requested.starts_at.getTime() > DAY_MS)
    throw invalidField("addons", "With these add-ons the booking is longer than a day.", "too_big");
  return {
    ...requested,
    ends_at,
    occupies_to: later(requested.occupies_to),
    extra_minutes: minutes,
  };
}

/** A date of a course: its share of the course's price per person; absent: the time's own price. */
export interface CourseShare {
  price_amount?: number;
  currency?: string;
}

/** The time as a date of its schedule's course. */
export const asCourseDate = (requested: RequestedSlot, share: CourseShare): RequestedSlot => ({
  ...requested,
  ...share,
  is_course: true,
});

/** The deposit that a service asks for; null: none, or no payment before the booking is confirmed. */
export const depositTermsOf = (schedule: RequestedService | null): DepositTerms | null =>
  schedule?.requires_payment ? (schedule.deposit ?? null) : null;

/**
 * Whether a guest may book this time now. Throws outside_booking_window with details.reason
 * too_soon or too_far.
 */
export function checkWindow({ window_refusal: reason }: RequestedSlot): void {
  if (reason !== null) throw outsideWindow(reason);
}

/**
 * Whether a time can be booked by any actor and any route: a new booking, a move, an offer. For
 * staff and keys no notice applies, and for a slot no horizon of the schedule. Throws
 * outside_booking_window and slot_unavailable; `details.needs_override` lists what an override
 * (admins) sets aside, except the product's horizon.
 */
export function checkTime(requested: RequestedSlot, now: Date, override: boolean): void {
  if (requested.starts_at.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    throw outsideWindow("too_far");
  const needs_override = overrideReasons(requested, now);
  const first = needs_override[0];
  if (first === undefined || override) return;
  throw refusalFor(first, needs_override);
}

/** The reasons an override is needed; a time that has ended is past. */
export function overrideReasons(requested: RequestedSlot, now: Date): OverrideReason[] {
  const { ends_at, needs_override = [] } = requested;
  const reasons = isSingleOfCourse(requested)
    ? [...needs_override, "course_only" as const]
    : needs_override;
  return ends_at <= now ? ["past", ...reasons] : reasons;
}

/** Whether a single time is one that guests book as a course alone. */
const isSingleOfCourse = ({ schedule, is_course = false }: RequestedSlot): boolean =>
  !is_course && (schedule?.course_only ?? false);

/**
 * Checks that guests can book this time on its own: for requests that hold or wait for a time. A
 * booking and a move check it with everything else (checkTime). Throws slot_unavailable.
 */
export function checkSingleDate(requested: RequestedSlot): void {
  if (isSingleOfCourse(requested)) throw refusalFor("course_only", ["course_only"]);
}

function refusalFor(first: OverrideReason, needs_override: OverrideReason[]): AppError {
  const { code, reason, message } = OVERRIDE_REFUSALS[first];
  const details = { reason, needs_override };
  // Other times of a course can no more be booked on their own.
  const isOfCourse = first === "course_only";
  return new AppError(code, message, {
    details: isOfCourse ? { ...details, alternatives: [] } : details,
  });
}

/** `reason` is one of those used in the lists of times. */
const OVERRIDE_REFUSALS: Record<
  OverrideReason,
  {
    code: "slot_unavailable" | "outside_booking_window";
    reason: "closed" | "too_soon" | "too_far" | "course_only";
    message: string;
  }
> = {
  past: { code: "outside_booking_window", reason: "too_soon", message: "That time has passed." },
  too_far: {
    code: "outside_booking_window",
    reason: "too_far",
    message: "That time is further ahead than this service can be booked.",
  },
  other_resource: {
    code: "slot_unavailable",
    reason: "closed",
    message: "This resource doesn’t offer that service.",
  },
  closed_day: { code: "slot_unavailable", reason: "closed", message: "Closed that day." },
  outside_hours: {
    code: "slot_unavailable",
    reason: "closed",
    message: "Outside opening hours.",
  },
  not_offered: {
    code: "slot_unavailable",
    reason: "closed",
    message: "That service has no time then. Send duration_minutes for a custom time.",
  },
  course_only: {
    code: "slot_unavailable",
    reason: "course_only",
    message: "This class is booked as a whole course.",
  },
};

const DAY_MS = 86_400_000;

function outsideWindow(reason: NonNullable<RequestedSlot["window_refusal"]>): AppError {
  const message =
    reason === "too_soon"
      ? "That time is too soon. Choose a later one."
      : "That time cannot be booked yet. Choose an earlier one.";
  return new AppError("outside_booking_window", message, { details: { reason } });
}

/**
 * Other fields given with a slot must match it. Throws validation_failed with the field that
 * differs.
 */
export function checkTarget(target: SlotTarget, requested: RequestedSlot): void {
  const field = target.kind === "slot" ? contradiction(target.named ?? {}, requested) : undefined;
  if (field !== undefined)
    throw invalidField(
      field,
      "This does not match the slot. Correct it, or send slot_id alone.",
      "contradiction",
    );
}

/** The named field that differs from this time. */
export function contradiction(named: NamedTime, requested: RequestedSlot): string | undefined {
  const { resource_id, schedule_id, starts_at, duration_minutes } = named;
  const minutes = baseMinutes(requested);
  const isOther = {
    resource_id: resource_id !== undefined && resource_id !== requested.resource.id,
    schedule_id: schedule_id !== undefined && schedule_id !== requested.schedule?.id,
    starts_at: starts_at !== undefined && starts_at.getTime() !== requested.starts_at.getTime(),
    duration_minutes: duration_minutes !== undefined && duration_minutes !== minutes,
  };
  return Object.entries(isOther).find(([, differs]) => differs)?.[0];
}

/** The length without what add-ons have added. */
export const baseMinutes = ({
  starts_at,
  ends_at,
  extra_minutes = 0,
}: Pick<RequestedSlot, "starts_at" | "ends_at" | "extra_minutes">): number =>
  (ends_at.getTime() - starts_at.getTime()) / 60_000 - extra_minutes;

/** Throws validation_failed when the party can never fit, even with no other booking. */
export function checkParty(requested: RequestedSlot, partySize: number): void {
  const most = Math.min(
    requested.capacity,
    requested.schedule?.max_party_size ?? requested.capacity,
  );
  if (partySize > most)
    throw invalidField(
      "party_size",
      most === 1 ? "Only one place can be booked here." : `At most ${most} places.`,
      "too_big",
    );
}
