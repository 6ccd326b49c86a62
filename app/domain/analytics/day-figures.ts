/**
 * The figures of one day on the dashboard's first page. Money in minor units of the tenant's
 * currency.
 */
export interface DayFigures {
  date: string;
  bookings: number;
  /** Guests of all bookings. */
  guests: number;
  no_shows: number;
  /** The total price of the bookings, without no-shows. */
  expected: number;
  /** Payments received on the day, less refunds. */
  collected: number;
}
