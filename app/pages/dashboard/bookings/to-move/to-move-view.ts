import type { BookingLine } from "~/ui/booking/booking-lines";

/** Bookings whose time was closed, with the best other time of each. */
export interface ToMoveView {
  /** "Sami is off"; null: everything that is left. */
  off: { name: string; when: string; path: string; calendar: string } | null;
  rows: ToMoveRow[];
  has_more: boolean;
  /** Fields that move all bookings with a time on their day, and whether all go to others. */
  all: { fields: string[]; to_colleagues: boolean };
  /** Ids of bookings whose guest can be emailed and has not been, as many as one press takes. */
  to_ask: string[];
  /** The company's language. */
  locale: string;
  sees_contacts: boolean;
  may_change: boolean;
}

export interface ToMoveRow {
  line: BookingLine;
  offer: OfferView | null;
  /** The guest has been asked by email to choose another time. */
  is_asked: boolean;
}

/** A time that a booking can be moved to. */
export interface OfferView {
  /** "10:30 with Jo", with the day if it is another one. */
  words: string;
  /** "same time", "30 min later"; null on another day. */
  distance: string | null;
  /** Form field that moves it there. */
  field: string;
}
