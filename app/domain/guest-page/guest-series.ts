import type { GroupScope } from "~/contract/booking-series";
import type { GuestBooking } from "./guest-booking";

/** The dates of a series, or the services of a visit, as the guest of one of them sees them. */
export interface GuestSeries {
  is_visit: boolean;
  /** This one's number. */
  no: number;
  of: number;
  dates: GuestDate[];
  /** Whether the guest may still cancel another one. */
  may_cancel_others: boolean;
}

interface GuestDate {
  no: number;
  /** Service and resource, in a visit. */
  what: string | null;
  when: string;
  state: GuestBooking["state"];
  is_this: boolean;
  /** Its own page; null: this one, or one that no longer opens. */
  path: string | null;
}

/** Cancelling several dates or services, with the refund of each. */
export interface GuestCancellation {
  is_visit: boolean;
  choices: CancelChoice[];
  dates: {
    no: number;
    what: string | null;
    when: string;
    refund: string | null;
    stays: boolean;
  }[];
}

export interface CancelChoice {
  scope: GroupScope;
  /** How many dates it cancels. */
  count: number;
  /** The refund in minor units that the page promises. */
  amount: number;
  /** null: there is none. */
  refund: string | null;
}
