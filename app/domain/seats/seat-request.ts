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
  /** Seats beyond the capacity are taken when the lanes below it are full (override; the caller has checked the right). */
  over_capacity: boolean;
}

/** A time with what decides who gets its seats. */
export interface SeatPlace extends Pick<
  SeatRequest,
  "occupies_from" | "occupies_to" | "capacity" | "slot_id" | "length_minutes"
> {
  starts_at: Date;
  schedule: { id: string; max_per_day: number | null; time_zone: string } | null;
}

/** Where a booking is already. */
interface HeldSeats {
  slot_id: string | null;
  starts_at?: Date;
  ends_at?: Date;
}

const minutesOf = ({ starts_at, ends_at }: HeldSeats): number =>
  ((ends_at?.getTime() ?? 0) - (starts_at?.getTime() ?? 0)) / 60_000;

/**
 * What a booking, a move, a hold and a late payment ask for. `held`: the slot of a booking that has one already; where it stays there and becomes
 * no longer, the slot need not be on offer. `override`: neither closed times nor capacity nor the limit of the day count.
 */
export function seatRequest(
  { occupies_from, occupies_to, capacity, slot_id, length_minutes, starts_at, schedule }: SeatPlace,
  { override = false, held }: { override?: boolean; held?: HeldSeats },
): SeatRequest {
  const isHeld = slot_id === held?.slot_id && (length_minutes == null || length_minutes === minutesOf(held));
  const max = override ? null : (schedule?.max_per_day ?? null);
  return {
    ...{ occupies_from, occupies_to, capacity },
    // A slot that was closed by hand keeps the bookings it has, and their parties may still change.
    slot_id: override || isHeld ? null : slot_id,
    ...(length_minutes != null && { length_minutes }),
    ...(held !== undefined && { own_slot_id: slot_id }),
    daily:
      schedule === null || max === null
        ? null
        : { schedule_id: schedule.id, max, starts_at, time_zone: schedule.time_zone },
    over_capacity: override,
  };
}
