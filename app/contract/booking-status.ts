import type { BookingStatus } from "./bookings";

// What a status means for seats, plans and money: the one place that says so. In SQL `is_live(status)` and `is_upcoming(status)`
// (domain/seats), which a test holds to these lists.

type Statuses = readonly BookingStatus[];

/** The booking holds its seats. */
export const LIVE: Statuses = ["pending", "confirmed", "paid", "completed", "no_show"];
/** It has still to take place: it can be moved, and its guest is waited for. */
export const UPCOMING: Statuses = ["pending", "confirmed", "paid"];
/** Its guest is expected or came: they can be marked as arrived, and owe what is open. */
export const ATTENDED: Statuses = ["pending", "confirmed", "paid", "completed"];
/** The guest was told that it takes place: they are reminded of it. */
export const AGREED: Statuses = ["confirmed", "paid"];

export const isLive = (status: BookingStatus): boolean => LIVE.includes(status);
export const isUpcoming = (status: BookingStatus): boolean => UPCOMING.includes(status);
export const isAttended = (status: BookingStatus): boolean => ATTENDED.includes(status);
export const isAgreed = (status: BookingStatus): boolean => AGREED.includes(status);
