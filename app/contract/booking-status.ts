import type { BookingStatus } from "./bookings";

// The only definition of what a status means for seats, plans and money. SQL has `is_live(status)`
// and `is_upcoming(status)` (domain/seats); a test keeps them equal.

type Statuses = readonly BookingStatus[];

/** The booking holds its seats. */
export const LIVE: Statuses = ["pending", "confirmed", "paid", "completed", "no_show"];
/** Still to take place: it can be moved, and the guest is expected. */
export const UPCOMING: Statuses = ["pending", "confirmed", "paid"];
/** The guest is expected or came: they can be checked in, and owe the balance. */
export const ATTENDED: Statuses = ["pending", "confirmed", "paid", "completed"];
/** The guest has a confirmation: they get reminders. */
const AGREED: Statuses = ["confirmed", "paid"];

export const isLive = (status: BookingStatus): boolean => LIVE.includes(status);
export const isUpcoming = (status: BookingStatus): boolean => UPCOMING.includes(status);
export const isAttended = (status: BookingStatus): boolean => ATTENDED.includes(status);
export const isAgreed = (status: BookingStatus): boolean => AGREED.includes(status);
