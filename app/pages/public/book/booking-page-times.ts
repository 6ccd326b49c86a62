import type { AvailableSlot } from "~/contract/slots";

export interface CalendarDay {
  date: string;
  is_open: boolean;
  /** All times are taken, but have a waiting list. */
  is_full: boolean;
}

/** A time that can be chosen. */
type PageTime = Pick<AvailableSlot, "starts_at" | "price_amount" | "currency">;

/** The chosen time: a slot, or the span of a visit. */
export type ChosenTime = PageTime & Pick<AvailableSlot, "ends_at"> & Partial<AvailableSlot>;

/** A day of a timetable. */
export interface ClassDay {
  date: string;
  /** In order, each time of a class once; full ones only if they have a waiting list. */
  classes: (AvailableSlot & { is_full: boolean })[];
}

/** Seven days of classes. */
export interface ClassWeek {
  time_zone: string;
  today: string;
  days: ClassDay[];
  /** First days of the weeks before and after; null for none. */
  before: string | null;
  after: string | null;
  /** The next bookable instant on any day. */
  next: string | null;
}

/** Four weeks of days, and the times of the selected day, in the service's time zone. */
export interface BookingPageTimes {
  time_zone: string;
  today: string;
  weeks: CalendarDay[][];
  /** First days of the previous and next pages; null for none. */
  earlier: string | null;
  later: string | null;
  /** For services with a few fixed times; null for all others. */
  timetable: ClassWeek | null;
  /** The next bookable instant on any day. */
  next: string | null;
  /** Times of the selected day, each once, whichever resource is free. */
  times: PageTime[];
  /** Times of the selected day with a waiting list, where no resource is free. */
  full: AvailableSlot[];
  /** Whether the times differ in price. */
  has_prices: boolean;
}
