import type { Dispute, Payment, PaymentState, Refund } from "~/contract/payments";
import { LOST_DISPUTES } from "../accounting/dispute-status";
import { CAPTURED, UNFINISHED } from "../accounting/payment-row";

/** Statuses of each kind of movement. */
export interface MovementStatuses {
  payment: readonly PaymentState[];
  refund: readonly Refund["status"][];
  dispute: readonly Dispute["status"][];
}

/** Movements whose money has moved: the only ones in sums. */
export const COUNTED_MOVEMENTS: MovementStatuses = {
  payment: CAPTURED,
  refund: ["succeeded"],
  dispute: LOST_DISPUTES,
};

/** The filter of the payments page. */
export const MOVEMENT_STATUSES = {
  paid: { payment: CAPTURED, refund: [], dispute: [] },
  waiting: { payment: UNFINISHED, refund: ["requested", "pending", "owed"], dispute: [] },
  failed: {
    payment: ["failed", "canceled", "expired"],
    refund: ["failed", "canceled"],
    dispute: [],
  },
  refunded: { payment: [], refund: ["succeeded"], dispute: [] },
  disputed: {
    payment: [],
    refund: [],
    dispute: [
      "needs_response",
      "under_review",
      "appeal_needs_response",
      "appeal_under_review",
      "won",
      "lost",
      "closed",
    ],
  },
} satisfies Record<string, MovementStatuses>;
export type MovementStatus = keyof typeof MOVEMENT_STATUSES;

export type MovementKind = keyof MovementStatuses;

/** A payment, refund or dispute as one line of the books; amounts in minor units. */
export interface Movement {
  kind: MovementKind;
  id: string;
  payment_id: string;
  booking_id: string;
  /** When the money moved; if it has not, when it was requested. */
  at: Date;
  status: PaymentState | Refund["status"] | Dispute["status"];
  /** Negative if it leaves the company. */
  amount: number;
  currency: string;
  /** Fees of the provider and the platform; negative if returned, null if not known or not moved. */
  fee: number | null;
  /** `amount` less `fee`; null like it. */
  net: number | null;
  provider: Payment["provider"];
  /** In the provider's terms, or an OfflineMethod; null if not known. */
  method: string | null;
  receipt_url: string | null;
  respond_by: Date | null;
  reference: string;
  customer_name: string;
  service_name: string;
  livemode: boolean;
}

/** Filter and page of movements. */
export interface MovementFilter {
  from: Date | null;
  to: Date | null;
  status?: MovementStatus | undefined;
  /** The provider's name of a method, an OfflineMethod, or `offline` for all of those. */
  method?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Money received by one method, minor units. */
export interface MethodTotals {
  provider: Movement["provider"];
  method: string | null;
  collected: number;
  /** Refunded, or lost in a dispute. */
  refunded: number;
}

/** The money of a period in one currency, minor units. */
export interface MoneyTotals {
  currency: string;
  collected: number;
  /** Refunded, or lost in a dispute. */
  refunded: number;
  /** The fees that are known. */
  fees: number;
  /** Payments without a known fee. */
  unknown_fees: number;
  net: number;
  /** Still to be paid for the bookings of the period. */
  due: number;
  due_bookings: number;
  /** Of the same money, by method. */
  methods: MethodTotals[];
}
