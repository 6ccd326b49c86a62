import type { AvailableSlot } from "~/contract/slots";

export interface CalendarDay {
  date: string;
  is_open: boolean;
  /** All times are taken, but have a waiting list. */
  is_full: boolean;
}

/** Four weeks of days, and the times of the selected day, in the service's time zone. */
export interface BookingPageTimes {
  time_zone: string;
  today: string;
  weeks: CalendarDay[][];
  /** First days of the previous and next pages; null for none. */
  earlier: string | null;
  later: string | null;
  /** The next bookable instant on any day. */
  next: string | null;
  /** Times of the selected day, each once, whichever resource is free. */
  times: AvailableSlot[];
  /** Times of the selected day with a waiting list, where no resource is free. */
  full: AvailableSlot[];
  /** Whether the times differ in price. */
  has_prices: boolean;
}
