import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newPayment,
  SECRET,
  startStripeStandIn,
  type StripeStandIn,
} from "~/testing/stripe-stand-in";

let standIn: StripeStandIn;
let { origin, provider, received, control, connect } = {} as StripeStandIn; // set in beforeAll

beforeAll(async () => {
  standIn = await startStripeStandIn();
  ({ origin, provider, received, control, connect } = standIn);
});
afterAll(() => standIn.close());
beforeEach(() => standIn.reset());

describe("a refund", () => {
  async function paid() {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    const snapshot = await provider.getPayment(connection.organization_id, made.session_id);
    return {
      organization: connection.organization_id,
      session_id: made.session_id,
      charge_ref: snapshot.charge_ref!,
    };
  }

  it("partial and remaining, never more than was paid", async () => {
    const { organization, charge_ref, session_id } = await paid();
    const refund = (id: string, amount: number) =>
      provider.createRefund(organization, {
        refund_id: id,
        idempotency_key: id,
        charge_ref,
        amount,
        currency: "EUR",
        refund_fee: true,
      });
    expect(await refund("r1", 1000)).toMatchObject({
      status: "succeeded",
      amount: 1000,
      refund_id: "r1",
    });
    await expect(refund("r2", 1501)).rejects.toMatchObject({ kind: "invalid", is_definite: true });
    expect(await refund("r3", 1500)).toMatchObject({ status: "succeeded" });
    await expect(refund("r4", 1)).rejects.toMatchObject({ code: "charge_already_refunded" });
    const { refunds } = await provider.getPayment(organization, session_id);
    expect(refunds.map((one) => one.refund_id).sort()).toEqual(["r1", "r3"]);
  });

  it("that fail later are reported by a webhook with their payment", async () => {
    const { organization, charge_ref, session_id } = await paid();
    const made = await provider.createRefund(organization, {
      refund_id: "r1",
      idempotency_key: "r1",
      charge_ref,
      amount: 2500,
      currency: "EUR",
      refund_fee: false,
    });
    received.length = 0;
    await control(`refunds/${made.id}/outcome`, { outcome: "failed" });
    const hint = provider.readWebhook(received[0]!.body, received[0]!.headers);
    expect(hint).toMatchObject({
      kind: "payment",
      session_id: null,
      charge_ref,
      organization_id: organization,
    });
    const found = await provider.findPayment(organization, charge_ref);
    expect(found).toMatchObject({
      session_id,
      refunds: [{ status: "failed", failure_code: "expired_or_canceled_card" }],
    });
  });
});

describe("webhooks", () => {
  it("are accepted with any current secret, over the raw bytes only", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    const last = received.at(-1)!;
    expect(provider.readWebhook(last.body, last.headers)).toMatchObject({
      kind: "payment",
      session_id: made.session_id,
    });
    const changed = Buffer.from(last.body.toString().replace(made.session_id, "cs_test_other"));
    expect(() => provider.readWebhook(changed, last.headers)).toThrow(
      "The signature does not match.",
    );
    expect(() => provider.readWebhook(last.body, new Headers())).toThrow(
      "The signature does not match.",
    );
  });

  it("unrelated to payments are ignored", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "fail" });
    expect(provider.readWebhook(received[0]!.body, received[0]!.headers)).toMatchObject({
      kind: "ignored",
      type: "payment_intent.payment_failed",
    });
  });
});

describe("provider failures", () => {
  it.each([
    [401, "auth", true],
    [403, "permission", true],
    [404, "not_found", true],
    [400, "invalid", true],
    [429, "rate_limited", false],
    [500, "unavailable", false],
  ] as const)("status %i is reported as %s", async (status, kind, is_definite) => {
    const connection = await connect();
    await control("faults", [{ route: "GET /v1/checkout", kind: "status", status, times: 9 }]);
    await expect(provider.getPayment(connection.organization_id, "cs_1")).rejects.toMatchObject({
      kind,
      is_definite,
    });
  });

  it("without a response are unavailable", async () => {
    const connection = await connect();
    await control("faults", [{ route: "GET /v1/checkout", kind: "no_answer", times: 9 }]);
    await expect(provider.getPayment(connection.organization_id, "cs_1")).rejects.toMatchObject({
      kind: "unavailable",
      is_definite: false,
    });
  });
});

describe("the stand-in", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/v1/checkout/sessions`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${SECRET}`, ...headers },
    });

  it("refuses parameters that the pinned version does not have", async () => {
    const answer = await post("mode=payment&payment_method_types[0]=card");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: "parameter_unknown", param: "payment_method_types" },
    });
  });

  it("refuses a wrong key, and an account that is not connected", async () => {
    expect((await post("mode=payment", { Authorization: "Bearer sk_test_wrong" })).status).toBe(
      401,
    );
    expect((await post("mode=payment", { "Stripe-Account": "acct_demo00000000" })).status).toBe(
      403,
    );
  });
});
