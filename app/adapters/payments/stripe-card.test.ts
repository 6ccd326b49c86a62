import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newPayment, startStripeStandIn, type StripeStandIn } from "~/testing/stripe-stand-in";
import { ProviderError, type CardRef } from "./port";

// Cards on file over the SDK: kept in a checkout, charged without their guest, deleted.

let standIn: StripeStandIn;
beforeAll(async () => {
  standIn = await startStripeStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const TEXT = "I agree to a fee of €20.00.";
const setup = { amount: 0, fee_amount: 0, keeps_card: { text: TEXT } };
const charge = (card: CardRef, more: object = {}) => ({
  payment_id: "p2",
  booking_id: "b1",
  tenant_id: "t1",
  idempotency_key: "fee 2",
  amount: 2000,
  currency: "EUR",
  fee_amount: 50,
  description: "No-show fee",
  card,
  ...more,
});

let keys = 0;

async function keep(refuses?: string, input: object = setup) {
  const connection = await standIn.connect();
  const { session_id } = await standIn.provider.createPayment(
    connection,
    newPayment({ idempotency_key: `k${++keys}`, ...input }),
  );
  await standIn.control(`payments/${session_id}/outcome`, { outcome: "pay", card: refuses });
  const snapshot = await standIn.provider.getPayment(connection.organization_id, session_id);
  return { connection, organization: connection.organization_id, snapshot, card: snapshot.card! };
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as ProviderError,
  );

describe("keeping a card", () => {
  test("takes no money and keeps only what is needed", async () => {
    const connection = await standIn.connect();
    const open = await standIn.provider.createPayment(
      connection,
      newPayment({ ...setup, idempotency_key: "open" }),
    );
    expect(open).toMatchObject({ status: "open", amount: 0, card: null });
    const { snapshot, card } = await keep();
    expect(snapshot).toMatchObject({
      status: "paid",
      amount: 0,
      currency: "EUR",
      charge_ref: null,
    });
    expect(card).toEqual({
      customer_ref: expect.stringMatching(/^cus_/) as string,
      method_ref: expect.stringMatching(/^pm_/) as string,
      brand: "visa",
      last4: "4242",
    });
  });

  test("goes along with a payment", async () => {
    const { snapshot } = await keep(undefined, { keeps_card: { text: TEXT } });
    expect(snapshot).toMatchObject({ status: "paid", amount: 2500, card: { last4: "4242" } });
  });

  test("an ordinary payment keeps none", async () => {
    const { snapshot } = await keep(undefined, {});
    expect(snapshot).toMatchObject({ status: "paid", card: null });
  });
});

describe("charging a kept card", () => {
  test("captures the money, once per key", async () => {
    const { connection, organization, card } = await keep();
    const paid = await standIn.provider.chargeCard(connection, charge(card));
    expect(paid).toMatchObject({ status: "paid", amount: 2000, fee_amount: 50, payment_id: "p2" });
    const again = await standIn.provider.chargeCard(connection, charge(card));
    expect(again.session_id).toBe(paid.session_id);
    expect(await standIn.provider.getPayment(organization, paid.session_id)).toMatchObject({
      status: "paid",
      charge_ref: paid.session_id,
      method: "card",
      provider_fee_amount: 55,
    });
    const found = await standIn.provider.findChargeOf(organization, card.customer_ref, "p2");
    expect(found?.session_id).toBe(paid.session_id);
    expect(await standIn.provider.findChargeOf(organization, card.customer_ref, "p3")).toBeNull();
  });

  test.each(["authentication_required", "expired_card", "card_declined"])(
    "is refused for good: %s",
    async (refuses) => {
      const { connection, organization, card } = await keep(refuses);
      for (let attempt = 0; attempt < 2; attempt++) {
        const error = await failed(standIn.provider.chargeCard(connection, charge(card)));
        expect(error).toMatchObject({ code: refuses, is_definite: true, is_stored: false });
      }
      const found = await standIn.provider.findChargeOf(organization, card.customer_ref, "p2");
      expect(found).toMatchObject({ status: "failed", failure_code: refuses });
    },
  );

  test("is refused with another account, another customer, or after the card was deleted", async () => {
    const { connection, organization, card } = await keep();
    const other = await standIn.connect("acct_twosets00000");
    expect(await failed(standIn.provider.chargeCard(other, charge(card)))).toMatchObject({
      code: "resource_missing",
    });
    const second = await keep();
    const mixed = { ...card, customer_ref: second.card.customer_ref };
    expect(await failed(standIn.provider.chargeCard(connection, charge(mixed)))).toBeInstanceOf(
      ProviderError,
    );
    await standIn.provider.deleteCard(organization, card.customer_ref);
    await standIn.provider.deleteCard(organization, card.customer_ref);
    expect(
      await failed(
        standIn.provider.chargeCard(connection, charge(card, { idempotency_key: "fee 3" })),
      ),
    ).toMatchObject({ code: "resource_missing", is_definite: true });
  });
});

describe("the stand-in refuses what Stripe refuses", () => {
  const post = async (path: string, body: Record<string, string>) => {
    const answer = await fetch(`${standIn.origin}/v1/${path}`, {
      method: "POST",
      headers: {
        Authorization: "Bearer sk_test_platform",
        "Stripe-Account": "acct_studio0000000",
      },
      body: new URLSearchParams(body),
    });
    return { status: answer.status, ...((await answer.json()) as { error?: { param?: string } }) };
  };
  const page = { success_url: "https://a.example", cancel_url: "https://a.example" };

  test.each<[string, Record<string, string>, string]>([
    ["a setup without a currency", {}, "currency"],
    ["a setup with a price", { currency: "eur", "line_items[0][quantity]": "1" }, "line_items"],
    [
      "a setup with payment data",
      { currency: "eur", "payment_intent_data[description]": "x" },
      "payment_intent_data",
    ],
    [
      "a text that is too long",
      { currency: "eur", "custom_text[submit][message]": "x".repeat(1201) },
      "custom_text[submit][message]",
    ],
  ])("%s", async (_name, more, param) => {
    const answer = await post("checkout/sessions", { mode: "setup", ...page, ...more });
    expect(answer).toMatchObject({ status: 400, error: { param } });
  });

  test("a charge that could redirect, and one that isn't confirmed", async () => {
    const body = { amount: "2000", currency: "eur", customer: "cus_1", payment_method: "pm_1" };
    expect(await post("payment_intents", { ...body, confirm: "true" })).toMatchObject({
      status: 400,
      error: { param: "return_url" },
    });
    expect(await post("payment_intents", { ...body, off_session: "true" })).toMatchObject({
      status: 400,
      error: { param: "off_session" },
    });
  });
});
