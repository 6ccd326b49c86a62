import { refundBooking } from "~/domain/payments/refund-booking.server";
import { refundsOf, work } from "./payment-calls";
import { PAID, pay, type Race, deliverWebhooks } from "./payment-race-parts";
import { standIn } from "./payments-on";

/** Races between partial refunds and the rest of the money. */
export const partialRefunds: Record<string, Race> = {
  "all of it goes back while a part is on its way": {
    drive: async (stage) => {
      await pay(stage);
      await deliverWebhooks(stage);
      await refundBooking(stage.owner, stage.id, { amount: 1000 }, null);
      await refundBooking(stage.owner, stage.id, {}, null);
      await work(stage.owner);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded" }],
    refunds: [
      { status: "succeeded", reason: "requested", amount: 1000 },
      { status: "succeeded", reason: "requested", amount: 1500 },
    ],
    events: [...PAID, "refunded", "refunded"],
  },
  "a part comes through after all that was left": {
    drive: async (stage) => {
      await pay(stage);
      await deliverWebhooks(stage);
      await refundBooking(stage.owner, stage.id, { amount: 1000 }, null);
      await work(stage.owner);
      const [part] = await refundsOf(stage.id);
      await standIn.control(`refunds/${part!.provider_refund_id}/outcome`, { outcome: "pending" });
      await deliverWebhooks(stage);
      await refundBooking(stage.owner, stage.id, {}, null);
      await work(stage.owner);
      await standIn.control(`refunds/${part!.provider_refund_id}/outcome`, {
        outcome: "succeeded",
      });
      await deliverWebhooks(stage);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded" }],
    refunds: [
      { status: "succeeded", reason: "requested", amount: 1000 },
      { status: "succeeded", reason: "requested", amount: 1500 },
    ],
    events: [...PAID, "refunded", "updated", "refunded", "refunded"],
  },
};
