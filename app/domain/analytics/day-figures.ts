/** What one day amounts to, for the figures of the first page. Money in minor units of the tenant's currency. */
export interface DayFigures {
  date: string;
  bookings: number;
  no_shows: number;
  free_seats: number;
  net: number;
}
