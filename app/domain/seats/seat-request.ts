import { addDays, isoWeekday, localDateOf } from "~/lib/time";

/** The seats somebody asks for at a time: which lanes, over [occupies_from, occupies_to), buffers included, and what else must hold. */
export interface SeatRequest {
  occupies_from: Date;
  occupies_to: Date;
  capacity: number;
  /** The chosen slot, which must still be bookable. */
  slot_id: string | null;
  /** A longer length than the slot's, which it must still be offered in; null: the slot's own. */
  length_minutes?: number | null;
  /** The slot of a booking that keeps its time: its seats count, even when it is no longer bookable. */
  own_slot_id?: string | null;
  /** At most `max` live bookings of this schedule on this resource on the local day of `starts_at`. */
  daily: { schedule_id: string; max: number; starts_at: Date; time_zone: string } | null;
  /** The limits of longer than a day, and of one guest (booking-limits.sql). Left out: there are none. */
  limits?: BookingLimits;
  /** Seats beyond the capacity are taken when the lanes below it are full (override; the caller has checked the right). */
  over_capacity: boolean;
}

/** How many bookings of a schedule there may be around `starts_at`; null: any number. */
export interface BookingLimits {
  schedule_id: string;
  starts_at: Date;
  time_zone: string;
  /** On the resource, in the week from Monday and in the month. */
  week: number | null;
  month: number | null;
  /** Of the guest: yet to come, and in the week. */
  upcoming: number | null;
  customer_week: number | null;
}

/** What a schedule says of them. */
export interface LimitTerms {
  max_per_week: number | null;
  max_per_month: number | null;
  max_upcoming_per_customer: number | null;
  max_per_customer_week: number | null;
}

/** A time with what decides who gets its seats. */
export interface SeatPlace extends Pick<
  SeatRequest,
  "occupies_from" | "occupies_to" | "capacity" | "slot_id" | "length_minutes"
> {
  starts_at: Date;
  resource?: { id: string };
  schedule:
    ({ id: string; max_per_day: number | null; time_zone: string } & Partial<LimitTerms>) | null;
}

/** Where a booking that asks is already. */
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
 * What a booking, a move, a hold and a late payment ask for. `held`: the slot of a booking that has one already; where it stays there and becomes
 * no longer, the slot need not be on offer. `override`: neither closed times nor capacity nor limits count.
 */
export function seatRequest(
  place: SeatPlace,
  { override = false, held }: { override?: boolean; held?: Held },
): SeatRequest {
  const { occupies_from, occupies_to, capacity, slot_id, length_minutes, starts_at, schedule } =
    place;
  const isHeld =
    slot_id === held?.slot_id && (length_minutes == null || length_minutes === minutesOf(held));
  const max = override ? null : (schedule?.max_per_day ?? null);
  const limits = override ? null : limitsOf(place, held);
  return {
    occupies_from,
    occupies_to,
    capacity,
    // A slot that was closed by hand keeps the bookings it has, and their parties may still change.
    slot_id: override || isHeld ? null : slot_id,
    ...(length_minutes != null && { length_minutes }),
    ...(held !== undefined && { own_slot_id: slot_id }),
    daily:
      schedule === null || max === null
        ? null
        : { schedule_id: schedule.id, max, starts_at, time_zone: schedule.time_zone },
    ...(limits !== null && { limits }),
    over_capacity: override,
  };
}

/**
 * The limits that a booking would count towards: one that moves within its week or month does not, so a limit that was lowered since
 * keeps nobody from moving there.
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
    customer_week: stays(weekOf) ? null : (schedule.max_per_customer_week ?? null),
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
