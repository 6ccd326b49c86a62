import { addDays, isoWeekday, localDateOf } from "~/lib/time";

/**
 * The seats requested at a time: which lanes, over [occupies_from, occupies_to), buffers included,
 * and the conditions to check.
 */
export interface SeatRequest {
  occupies_from: Date;
  occupies_to: Date;
  capacity: number;
  /** The chosen slot, which must still be bookable. */
  slot_id: string | null;
  /** A length beyond the slot's, which it must still be offered in; null: the slot's own. */
  length_minutes?: number | null;
  /**
   * The slot of a booking that keeps its time: its seats count, even when it is no longer bookable.
   */
  own_slot_id?: string | null;
  /**
   * At most `max` live bookings of this schedule on this resource on the local day of `starts_at`.
   */
  daily: { schedule_id: string; max: number; starts_at: Date; time_zone: string } | null;
  /** The weekly and monthly limits, and those per guest (booking-limits.sql). Absent: none. */
  limits?: BookingLimits;
  /**
   * Allows seats beyond the capacity when the lanes below it are full (override; the caller has
   * checked the permission).
   */
  over_capacity: boolean;
  /** Also takes time in a block (the caller has checked the permission). */
  in_block?: boolean;
  /** By how many minutes it is longer than its slot, or than that length, for add-ons. */
  extra_minutes?: number;
  /** Time within it that stays free (processing.ts); absent or null: none. */
  gap_from?: Date | null;
  gap_to?: Date | null;
  /** The service whose needs are claimed as well (service-needs.sql), and the time they count from. */
  schedule_id?: string | null;
  starts_at?: Date;
  ends_at?: Date;
}

/** Limits on the bookings of a schedule around `starts_at`; null: unlimited. */
export interface BookingLimits {
  schedule_id: string;
  starts_at: Date;
  time_zone: string;
  /** For the resource, in the week from Monday and in the month. */
  week: number | null;
  month: number | null;
  /** For the guest: upcoming bookings, and bookings in the week. */
  upcoming: number | null;
  customer_week: number | null;
}

/** The limits set on a schedule. */
export interface LimitTerms {
  max_per_week: number | null;
  max_per_month: number | null;
  max_upcoming_per_customer: number | null;
  max_per_week_per_customer: number | null;
}

/** A time with the facts that decide whether its seats can be had. */
export interface SeatPlace extends Pick<
  SeatRequest,
  | "occupies_from"
  | "occupies_to"
  | "gap_from"
  | "gap_to"
  | "extra_minutes"
  | "capacity"
  | "slot_id"
  | "length_minutes"
> {
  starts_at: Date;
  ends_at: Date;
  resource?: { id: string };
  schedule:
    ({ id: string; max_per_day: number | null; time_zone: string } & Partial<LimitTerms>) | null;
}

/** The present seats of a booking that changes. */
interface Held {
  slot_id: string | null;
  schedule_id?: string | null;
  resource_id?: string;
  starts_at?: Date;
  ends_at?: Date;
}

const minutesOf = ({ starts_at, ends_at }: Held): number =>
  ((ends_at?.getTime() ?? 0) - (starts_at?.getTime() ?? 0)) / 60_000;

/**
 * The seat request of a booking, a move, a hold or a late payment. `held`: the slot of an existing
 * booking; one that stays there without growing longer does not need the slot to be on offer.
 * `override`: ignores closed times, capacity and limits.
 */
export function seatRequest(
  place: SeatPlace,
  { override = false, held }: { override?: boolean; held?: Held },
): SeatRequest {
  const { occupies_from, occupies_to, capacity, slot_id, length_minutes, starts_at, schedule } =
    place;
  const { ends_at, gap_from, gap_to, extra_minutes = 0 } = place;
  const isLonger = extra_minutes > 0 && held?.ends_at !== undefined && ends_at > held.ends_at;
  const isHeld =
    slot_id === held?.slot_id &&
    (length_minutes == null ? !isLonger : length_minutes + extra_minutes === minutesOf(held));
  const max = override ? null : (schedule?.max_per_day ?? null);
  const limits = override ? null : limitsOf(place, held);
  return {
    occupies_from,
    occupies_to,
    capacity,
    // A slot closed by hand keeps its bookings, and their party size may still change.
    slot_id: override || isHeld ? null : slot_id,
    ...(gap_from != null && { gap_from, gap_to: gap_to ?? null }),
    ...(length_minutes != null && { length_minutes }),
    ...(extra_minutes > 0 && { extra_minutes }),
    ...(held !== undefined && { own_slot_id: slot_id }),
    daily:
      schedule === null || max === null
        ? null
        : { schedule_id: schedule.id, max, starts_at, time_zone: schedule.time_zone },
    ...(limits !== null && { limits }),
    over_capacity: override,
    schedule_id: schedule?.id ?? null,
    starts_at,
    ends_at,
  };
}

/**
 * The limits that a booking would count towards: not those of the week or month it already counts
 * in, so a limit lowered since does not prevent moves within it.
 */
function limitsOf(
  { schedule, starts_at, resource }: SeatPlace,
  held: Held | undefined,
): BookingLimits | null {
  if (schedule === null) return null;
  const { id: schedule_id, time_zone } = schedule;
  const stays = (periodOf: (at: Date, zone: string) => string, within?: "resource") =>
    held?.starts_at !== undefined &&
    held.schedule_id === schedule_id &&
    (within === undefined || held.resource_id === resource?.id) &&
    periodOf(held.starts_at, time_zone) === periodOf(starts_at, time_zone);
  const limits = {
    week: stays(weekOf, "resource") ? null : (schedule.max_per_week ?? null),
    month: stays(monthOf, "resource") ? null : (schedule.max_per_month ?? null),
    upcoming: stays(() => "ever") ? null : (schedule.max_upcoming_per_customer ?? null),
    customer_week: stays(weekOf) ? null : (schedule.max_per_week_per_customer ?? null),
  };
  return Object.values(limits).every((limit) => limit === null)
    ? null
    : { schedule_id, starts_at, time_zone, ...limits };
}

/** The Monday of its local week. */
function weekOf(at: Date, zone: string): string {
  const date = localDateOf(at.getTime(), zone);
  return addDays(date, 1 - isoWeekday(date));
}

const monthOf = (at: Date, zone: string): string => localDateOf(at.getTime(), zone).slice(0, 7);
