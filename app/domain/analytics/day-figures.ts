/** What one day amounts to, for the figures of the first page. Money in minor units of the tenant's currency. */
export interface DayFigures {
  date: string;
  bookings: number;
  /** People, of all bookings. */
  guests: number;
  no_shows: number;
  /** What the bookings cost together, without those whose guests did not come. */
  expected: number;
  /** What came in on the day, less what went back. */
  collected: number;
}
