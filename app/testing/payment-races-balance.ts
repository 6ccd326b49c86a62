import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { atProvider, checkout, work } from "./payment-calls";
import { changeParty, PAID, pay, type Race, deliverWebhooks } from "./payment-race-parts";

// Races between price changes, pending payments and delayed payment methods.

export const balanceRaces: Record<string, Race> = {
  "the party grows while the guest pays": {
    capacity: 2,
    drive: async (stage) => {
      await Promise.all([pay(stage), changeParty(stage, 2)]);
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 2],
    payments: [{ status: "paid", attention: null, is_surplus: false }],
    events: ["updated", ...PAID],
  },
  "the party shrinks between payment and news, and the credit goes back": {
    capacity: 2,
    drive: async (stage) => {
      await changeParty(stage, 2);
      const { session_id } = await checkout(stage.owner, stage.id);
      await atProvider(session_id, "pay");
      await changeParty(stage, 1);
      await deliverWebhooks(stage);
      await refundBooking(stage.owner, stage.id, { amount: 2500 }, null);
      await work(stage.owner);
    },
    booking: ["paid", "partially_refunded", 1],
    payments: [
      { status: "expired" },
      { status: "partially_refunded", attention: null, is_surplus: false },
    ],
    refunds: [{ status: "succeeded", reason: "requested", amount: 2500 }],
    events: ["updated", "updated", ...PAID, "refunded"],
  },
  "paid by a debit that takes days": {
    drive: async (stage) => {
      await atProvider(stage.session_id, "later");
      await deliverWebhooks(stage);
      await sweepHolds();
      await atProvider(stage.session_id, "succeeded");
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: ["payment_processing", ...PAID],
  },
  "a debit that fails after days": {
    drive: async (stage) => {
      await atProvider(stage.session_id, "later");
      await deliverWebhooks(stage);
      await atProvider(stage.session_id, "failed");
      await deliverWebhooks(stage);
    },
    booking: ["expired", "failed", 0],
    payments: [{ status: "failed" }],
    events: ["payment_processing", "cancelled"],
  },
};
