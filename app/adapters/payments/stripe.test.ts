import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseForm } from "~/sandbox/stripe/form";
import {
  CLIENT,
  newPayment,
  startStripeStandIn,
  type StripeStandIn,
} from "~/testing/stripe-stand-in";

let standIn: StripeStandIn;
let { origin, sandbox, provider, received, control, connect } = {} as StripeStandIn; // set in beforeAll

beforeAll(async () => {
  standIn = await startStripeStandIn();
  ({ origin, sandbox, provider, received, control, connect } = standIn);
});
afterAll(() => standIn.close());
beforeEach(() => standIn.reset());

describe("connecting an account", () => {
  it("redirects the owner with the company's details", () => {
    const url = new URL(
      provider.authorizeUrl({
        state: "s2",
        prefill: { email: "owner@example.com", business_name: "Salon" },
      }),
    );
    expect(url.origin).toBe(origin);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT,
      scope: "read_write",
      state: "s2",
      response_type: "code",
      stripe_landing: "register",
      "stripe_user[email]": "owner@example.com",
      "stripe_user[business_name]": "Salon",
    });
    expect(url.search).not.toContain("undefined");
  });

  it("exchanges a code once, without storing tokens", async () => {
    const connection = await connect();
    expect(connection).toEqual({
      organization_id: "acct_demo00000000",
      profile_id: null,
      livemode: false,
      scopes: ["read_write"],
    });
    const [used] = Object.keys(sandbox.state.data.codes);
    await expect(provider.exchangeCode(used!)).rejects.toMatchObject({
      kind: "invalid",
      is_definite: true,
      code: "invalid_grant",
    });
  });

  it("returns the account and whether it can take payments", async () => {
    await connect("acct_nocharges000");
    expect(await provider.getOrganization("acct_nocharges000")).toMatchObject({
      can_take_payments: false,
      is_onboarded: false,
    });
    await connect();
    expect(await provider.getOrganization("acct_demo00000000")).toMatchObject({
      can_take_payments: true,
      is_onboarded: true,
      country: "NL",
    });
    expect(await provider.getPlatformOrganizationId()).toBe("acct_platform000000");
  });

  it("offers the account, or its sets of payment methods if there are several", async () => {
    await connect();
    expect(await provider.listProfiles("acct_demo00000000")).toMatchObject([
      { id: "acct_demo00000000", kind: "account" },
    ]);
    await connect("acct_twosets00000");
    const profiles = await provider.listProfiles("acct_twosets00000");
    expect(profiles.map(({ id, kind }) => [id, kind])).toEqual([
      ["pmc_online0000000", "payment_method_configuration"],
      ["pmc_counter000000", "payment_method_configuration"],
    ]);
  });

  it("disconnects: later calls for the account fail", async () => {
    await connect();
    await provider.disconnect("acct_demo00000000");
    await expect(provider.getOrganization("acct_demo00000000")).rejects.toMatchObject({
      kind: "permission",
    });
    await sandbox.events.settled();
    const hint = provider.readWebhook(received[0]!.body, received[0]!.headers);
    expect(hint).toMatchObject({
      kind: "disconnected",
      organization_id: "acct_demo00000000",
      livemode: false,
    });
  });
});

describe("a checkout", () => {
  it("sends exactly the needed parameters, on the connected account", async () => {
    const made = await provider.createPayment(
      await connect("acct_twosets00000").then((one) => ({
        ...one,
        profile_id: "pmc_counter000000",
      })),
      newPayment(),
    );
    const call = sandbox.wire.calls.find(
      ({ method, path }) => method === "POST" && path === "/v1/checkout/sessions",
    )!;
    expect(call).toMatchObject({ account: "acct_twosets00000", idempotency_key: "k1" });
    const metadata = { payment_id: "p1", booking_id: "b1", tenant_id: "t1" };
    const { expires_at, ...form } = parseForm(call.body);
    expect(form).toEqual({
      mode: "payment",
      adaptive_pricing: { enabled: "false" },
      line_items: {
        "0": {
          quantity: "1",
          price_data: {
            currency: "eur",
            unit_amount: "2500",
            product_data: { name: "Haircut, 3 May" },
          },
        },
      },
      success_url: "https://site.example/done?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://site.example/back",
      client_reference_id: "p1",
      customer_email: "guest@example.com",
      locale: "nl",
      metadata,
      payment_intent_data: {
        application_fee_amount: "100",
        description: "Haircut, 3 May",
        metadata,
      },
      payment_method_configuration: "pmc_counter000000",
    });
    const lasts = Number(expires_at) - Math.floor(Date.now() / 1000);
    expect(lasts).toBeGreaterThanOrEqual(1800);
    expect(lasts).toBeLessThanOrEqual(1860);
    expect(made).toMatchObject({
      status: "open",
      amount: 2500,
      currency: "EUR",
      payment_id: "p1",
      charge_ref: null,
      livemode: false,
    });
    expect(made.checkout_url).toContain(`/c/pay/${made.session_id}`);
  });

  it("omits a zero fee", async () => {
    await provider.createPayment(await connect(), newPayment({ fee_amount: 0 }));
    expect(sandbox.wire.calls.at(-1)!.body).not.toContain("application_fee_amount");
  });

  it("is created once despite retries", async () => {
    const connection = await connect();
    const input = newPayment({ expires_at: new Date(Date.now() + 3_600_000) });
    const first = await provider.createPayment(connection, input);
    expect((await provider.createPayment(connection, input)).session_id).toBe(first.session_id);
    await expect(
      provider.createPayment(connection, { ...input, amount: 9900 }),
    ).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  it("survives a lost response", async () => {
    const connection = await connect();
    await control("faults", [
      { route: "POST /v1/checkout/sessions", kind: "drop_after_commit", times: 1 },
    ]);
    const made = await provider.createPayment(connection, newPayment());
    expect(Object.keys(sandbox.state.data.sessions)).toEqual([made.session_id]);
  });

  it.each([
    ["pay", "paid"],
    ["fail", "open"],
    ["expire", "expired"],
    ["later", "processing"],
  ] as const)("that ends in %s is %s", async (outcome, status) => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome });
    expect(await provider.getPayment(connection.organization_id, made.session_id)).toMatchObject({
      status,
    });
  });

  it.each([
    ["succeeded", "paid"],
    ["failed", "failed"],
  ] as const)("by a delayed method that %s is %s", async (outcome, status) => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "later" });
    await control(`payments/${made.session_id}/outcome`, { outcome });
    expect(await provider.getPayment(connection.organization_id, made.session_id)).toMatchObject({
      status,
    });
  });

  it("that was paid has the provider's own fee, and how the guest paid", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    expect(made).toMatchObject({ provider_fee_amount: null, method: null });
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    const paid = await provider.getPayment(connection.organization_id, made.session_id);
    // 1.5 % of 25 euros and 25 cents; the platform's euro is a fee of its own
    expect(paid).toMatchObject({ fee_amount: 100, provider_fee_amount: 63, method: "card" });
  });

  it("that is booked in another currency has no fee that could be told", async () => {
    const connection = await connect();
    sandbox.state.data.accounts[connection.organization_id]!.currency = "usd";
    const made = await provider.createPayment(connection, newPayment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    expect(await provider.getPayment(connection.organization_id, made.session_id)).toMatchObject({
      fee_amount: 100,
      provider_fee_amount: null,
    });
  });

  it("that is closed is expired, and one that was paid meanwhile is paid", async () => {
    const connection = await connect();
    const open = await provider.createPayment(connection, newPayment());
    expect(await provider.closePayment(connection.organization_id, open.session_id)).toMatchObject({
      status: "expired",
    });
    const paid = await provider.createPayment(connection, newPayment({ idempotency_key: "k2" }));
    await control(`payments/${paid.session_id}/outcome`, { outcome: "pay" });
    expect(await provider.closePayment(connection.organization_id, paid.session_id)).toMatchObject({
      status: "paid",
    });
  });

  it("is not visible to another account", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, newPayment());
    await connect("acct_twosets00000");
    await expect(provider.getPayment("acct_twosets00000", made.session_id)).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});
