import type { BookingStatus } from "~/contract/bookings";
import type { EventType } from "./event-body";
import type { BookingMoney } from "../accounting/booking-money.sql.server";
import type { SeatRequest } from "../seats/seat-request";
import type { Policy } from "../identity/policy";
import type { BookingRow } from "./booking-row";
import type { Mover } from "./booking-status";
import type { Due } from "./new-booking";
import type { RequestedSlot } from "./requested-slot";

// The words in which a booking's life is decided: what is asked (command), what is known (context), what follows (decision).

/** What a booking says about its guest and itself; what is absent stays as it is. */
export type BookingDetails = Partial<
  Pick<
    BookingRow,
    | "notes"
    | "answers"
    | "meta"
    | "customer_id"
    | "customer_name"
    | "customer_email"
    | "customer_phone"
  >
> & {
  /** Whether the guest is here. */
  arrived?: boolean;
};

/** Everything that changes a booking after it was inserted. */
export type BookingCommand =
  /** Confirm, pay, complete, no-show, cancel, expire, refund: a step of the transition table. */
  | {
      type: "become";
      to: BookingStatus;
      /** paid: the money was received by hand (staff). */
      offline?: boolean;
      /** confirmed: what is asked for after an approval, before the booking is confirmed. */
      due?: Due | null;
      reason_code?: string | null;
      reason?: string | null;
    }
  /** A guest takes the seats held for them from the waiting list; `due` is what is still asked for then. */
  | { type: "accept_offer"; due: Due | null }
  /**
   * Another time, resource or party, and in the same change what the booking says. `schedule_id`: another service, where no slot says it;
   * null: none.
   */
  | {
      type: "move";
      requested: RequestedSlot;
      schedule_id?: string | null;
      party_size?: number;
      override?: boolean;
      details?: BookingDetails;
      /**
       * Whether it takes the price of where it goes instead of the one that was agreed; left out: where service, resource or length are
       * others.
       */
      reprice?: boolean;
      /** The length that a guest was shown and agreed to; left out: the one that they have. */
      agreed_minutes?: number;
      /** The price that the caller was shown. */
      expected_amount?: number;
    }
  | { type: "edit"; details: BookingDetails; override?: boolean }
  /** A payment that is not decided yet, or failed: the booking waits as it did. */
  | { type: "payment_progress"; payment_status: "open" | "processing" | "failed" }
  /** Money came in for a booking whose status does not change by it: more for one that was paid, or one that was completed already. */
  | { type: "payment_received" }
  /** A payment that was on its way for days did not go through: its booking ends as one whose hold is over. */
  | { type: "payment_failed" }
  /** A person decides that a balance is not collected, or not refunded. */
  | { type: "write_off" }
  /** Money came in after the hold had ended and the seats are gone: it is to be refunded. */
  | { type: "late_payment_refused" }
  /** A refund went through; `context.money` counts it. */
  | { type: "refund_completed" }
  /** A dispute was lost, or an appeal won: what was captured has changed. */
  | { type: "dispute_moved" }
  /** A payment beside the booking's own went back, or its return failed afterwards. */
  | { type: "surplus_moved"; turned: "completed" | "failed" }
  /** The refund that made this booking refunded failed afterwards: back to the status it had before. */
  | { type: "refund_failed"; former: BookingStatus };

export interface DecisionContext {
  mover: Mover;
  /** By the database's clock. */
  now: Date;
  policy: Policy;
  /** The version the caller last saw; another one is a conflict. */
  version?: number | undefined;
  /** Read for commands about money; absent counts as none. */
  money?: BookingMoney | undefined;
  /** Amount of the refund that the event reports (minor units). */
  returned?: number | undefined;
}

export type SeatsDecision =
  | { kind: "keep" }
  /** Held, but only until then. */
  | { kind: "hold_until"; at: Date }
  /** A hold that no longer expires. */
  | { kind: "keep_for_good" }
  | { kind: "release" }
  | { kind: "exchange"; wanted: SeatRequest }
  /** Seats that were released are claimed again; refused when somebody else has them. */
  | { kind: "reclaim" };

export interface Decision {
  /** The columns that change, version, event_count and updated_at among them. */
  patch: Partial<BookingRow>;
  /** The booking afterwards. */
  row: BookingRow;
  events: EventType[];
  seats: SeatsDecision;
  /** What becomes of the waiting-list entry whose offer this booking is. */
  waitlist: "keep" | "accepted" | "passed";
  /** Money handled outside a provider: received now, or handed back now. */
  offline_payment: "none" | "received" | "returned";
  audit: { action: string; diff: Record<string, unknown> } | null;
  /** The resource it moved to, as its events name it. */
  resource: RequestedSlot["resource"] | null;
}
