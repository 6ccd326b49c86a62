import { standIn } from "~/testing/payments-on";
import { beforeEach, describe, expect, test } from "vitest";
import {
  checkout,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { refundBooking } from "./refund-booking.server";

// The provider stores an error under the idempotency key and replays it. The result of the first
// attempt is looked up before retrying with a new key.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const sessionsOf = (bookingId: string) =>
  Object.values(standIn.sandbox.state.data.sessions).filter(
    ({ object }) => object.metadata?.booking_id === bookingId,
  );
const refundsAt = (chargeRef: string) =>
  Object.values(standIn.sandbox.state.data.refunds).filter(
    ({ object }) => object.payment_intent === chargeRef,
  );
const breakOnce = (route: string, kind: "kept_status" | "kept_after_commit") =>
  standIn.control("faults", [{ route, kind, times: 1 }]);

describe("a checkout whose creation failed with a provider error", () => {
  test("is created once with another key", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    await breakOnce("POST /v1/checkout/sessions", "kept_status");
    const { session_id, status } = await checkout(owner, id);
    expect(status).toBe("open");
    expect(sessionsOf(id).map(({ object }) => object.id)).toEqual([session_id]);
  });

  test("that was created anyway is found", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    await breakOnce("POST /v1/checkout/sessions", "kept_after_commit");
    const { session_id } = await checkout(owner, id);
    expect(sessionsOf(id).map(({ object }) => object.id)).toEqual([session_id]);
    expect(await paymentsOf(id)).toMatchObject([{ status: "open", session_id }]);
  });
});

describe("a refund that failed with a provider error", () => {
  test.each(["kept_status", "kept_after_commit"] as const)("is sent once (%s)", async (kind) => {
    const { owner, id } = await paidBooking();
    const [payment] = await paymentsOf(id);
    await breakOnce("POST /v1/refunds", kind);
    await refundBooking(owner, id, { amount: 1000 }, null);
    await work(owner);
    await work(owner);
    expect(refundsAt(payment!.charge_ref!).map(({ object }) => object.amount)).toEqual([1000]);
    expect(await refundsOf(id)).toMatchObject([{ status: "succeeded", amount: 1000 }]);
  });
});
