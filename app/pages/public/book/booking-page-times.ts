import type { AvailableSlot } from "~/contract/slots";

export interface CalendarDay {
  date: string;
  is_open: boolean;
  /** All its times are taken, and can be waited for. */
  is_full: boolean;
}

/** The days of four weeks with the times of the chosen one, in the service's zone. */
export interface BookingPageTimes {
  time_zone: string;
  today: string;
  weeks: CalendarDay[][];
  /** First days of the weeks before and after; null: there are none to book on. */
  earlier: string | null;
  later: string | null;
  /** The next instant that can be booked, wherever it is. */
  next: string | null;
  /** The times of the chosen day, each once, whichever of the resources is free. */
  times: AvailableSlot[];
  /** Those of the chosen day that can be waited for: no resource is free. */
  full: AvailableSlot[];
  /** Whether its times differ in price. */
  has_prices: boolean;
}
