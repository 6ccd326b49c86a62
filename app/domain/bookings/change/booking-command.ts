import type { ServedNeeds } from "~/contract/booking-inputs";
import type { ChosenAddons, ChosenParty, OfflineMethod } from "~/contract/fields";
import type { BookingStatus } from "~/contract/bookings";
import type { FeeKind } from "~/contract/card-on-file";
import type { EventType } from "./event-body";
import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import type { SeatRequest } from "../../seats/seat-request";
import type { Policy } from "../../identity/policy";
import type { BookingRow } from "../read/booking-row";
import type { StoredCard } from "../../card-on-file/card-terms";
import type { Mover } from "./booking-status";
import type { Due } from "../place/new-booking";
import type { RequestedSlot } from "../place/requested-slot";

// The types of booking decisions: the command, its context and the resulting decision.

/** Details of a booking and its guest; absent fields stay unchanged. */
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
    | "text_consent"
  >
> & {
  /** Whether the guest has arrived. */
  arrived?: boolean;
};

/** Everything that changes an existing booking. */
export type BookingCommand =
  /** Confirm, pay, complete, no-show, cancel, expire, refund: a step of the transition table. */
  | {
      type: "become";
      to: BookingStatus;
      /** paid: the money was received offline (by staff). */
      offline?: boolean;
      /** The amount received offline; all that is due if not said. */
      offline_amount?: number | undefined;
      /** How it was received, if offline; other if not said. */
      offline_method?: OfflineMethod | undefined;
      /** confirmed: what is still due after an approval, before the booking is confirmed. */
      due?: Due | null;
      reason_code?: string | null;
      reason?: string | null;
    }
  /** A guest takes the seats offered from the waiting list; `due` is what is still required. */
  | { type: "accept_offer"; due: Due | null }
  /**
   * Changes the time, resource or party, and details in the same step. `schedule_id`: another
   * service, when no slot implies it; null: none.
   */
  | {
      type: "move";
      requested: RequestedSlot;
      schedule_id?: string | null;
      party_size?: number;
      /** The people by kind, replacing the current ones. */
      party?: ChosenParty;
      /** The add-ons, replacing the current ones; absent: they stay. */
      addons?: ChosenAddons;
      /** Resources that serve some of its needs from now on; the others keep theirs where it is free. */
      needs?: ServedNeeds;
      override?: boolean;
      /** Back to where it was, even if that time has been closed since. */
      is_undo?: boolean;
      details?: BookingDetails;
      /**
       * Whether to apply the new time's price instead of the agreed one. Default: when service,
       * resource or length change.
       */
      reprice?: boolean;
      /**
       * The length that the guest was shown and accepted. Default: the booking's present length.
       */
      agreed_minutes?: number;
      /** The price that the caller was shown. */
      expected_amount?: number;
    }
  | { type: "edit"; details: BookingDetails; override?: boolean }
  /** A connected calendar created its meeting; null: the meeting's event was removed. */
  | { type: "meet"; url: string | null; calendar_id: string | null }
  /** A payment is still undecided, or failed: the booking stays pending. */
  | { type: "payment_progress"; payment_status: "open" | "processing" | "failed" }
  /**
   * Money was captured without a change of status: an additional payment, or one for a completed
   * booking.
   */
  | { type: "payment_received" }
  /** A delayed payment failed: the booking ends as if its hold had expired. */
  | { type: "payment_failed" }
  /** A person decides not to collect, or not to refund, a balance. */
  | { type: "write_off" }
  /** Money was captured after the hold ended and the seats are gone: it must be refunded. */
  | { type: "late_payment_refused" }
  /** A refund completed; `context.money` includes it. */
  | { type: "refund_completed" }
  /** A dispute was lost, or an appeal won: the captured amount has changed. */
  | { type: "dispute_moved" }
  /** A surplus payment was refunded, or its refund failed afterwards. */
  | { type: "surplus_moved"; turned: "completed" | "failed" }
  /** The guest's card was kept; null: it is no longer needed. */
  | { type: "keep_card"; card: StoredCard | null }
  /** A fee is charged to the card by this payment: its amount, or all that was agreed. */
  | { type: "charge_fee"; kind: FeeKind; amount?: number | undefined; payment_id: string }
  /** A fee is not charged, also not by rule. */
  | { type: "stop_fee"; kind: FeeKind }
  /** A fee could not be charged by rule: a person decides. */
  | { type: "unschedule_fees" }
  | { type: "fee_paid"; kind: FeeKind }
  /** The card was refused; the guest is sent a payment link. */
  | { type: "fee_failed"; kind: FeeKind; code: string | null }
  /** A part of the fee was refunded; negative: that refund failed afterwards. */
  | { type: "fee_refunded"; kind: FeeKind; amount: number }
  /** The refund that made this booking refunded failed afterwards: back to its previous status. */
  | { type: "refund_failed"; former: BookingStatus };

export interface DecisionContext {
  mover: Mover;
  /** The database's clock. */
  now: Date;
  policy: Policy;
  /** The version the caller last saw; a different one is a conflict. */
  version?: number | undefined;
  /** Loaded for commands about money; absent counts as none. */
  money?: BookingMoney | undefined;
  /** Amount of the refund reported by the event (minor units). */
  returned?: number | undefined;
}

export type SeatsDecision =
  | { kind: "keep" }
  /** Held until then. */
  | { kind: "hold_until"; at: Date }
  /** Kept without expiry. */
  | { kind: "keep_for_good" }
  | { kind: "release" }
  | { kind: "exchange"; wanted: SeatRequest; needs?: ServedNeeds }
  /** Only what serves these needs changes. */
  | { kind: "exchange_needs"; needs: ServedNeeds; override: boolean }
  /** Claims released seats again; refused if they are taken. */
  | { kind: "reclaim" };

export interface Decision {
  /** The columns to update, including version, event_count and updated_at. */
  patch: Partial<BookingRow>;
  /** The booking after the update. */
  row: BookingRow;
  events: EventType[];
  seats: SeatsDecision;
  /** The outcome for the waiting-list entry that was offered this booking. */
  waitlist: "keep" | "accepted" | "passed";
  /** Money handled outside a provider: received or returned now. */
  offline_payment: "none" | "received" | "returned";
  /** The amount received; null: all that is due. */
  offline_amount: number | null;
  /** How it was received. */
  offline_method: OfflineMethod;
  audit: { action: string; diff: Record<string, unknown> } | null;
  /** The resource it moved to, as named in its events. */
  resource: RequestedSlot["resource"] | null;
}
