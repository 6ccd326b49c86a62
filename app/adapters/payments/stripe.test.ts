import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StripeSandbox, stripeSandbox } from "~/sandbox/stripe/sandbox";
import { parseForm } from "~/sandbox/stripe/form";
import type { NewProviderPayment, PaymentProvider, ProviderConnection } from "./port";
import { stripeProvider } from "./stripe.server";

const CLIENT = "ca_test";
const SECRET = "sk_test_platform";
const WEBHOOK_SECRET = "whsec_new";

let server: Server;
let received: { body: Buffer; headers: Headers }[] = [];
let sandbox: StripeSandbox;
let provider: PaymentProvider;
let origin = "";

beforeAll(async () => {
  const app = express();
  app.post("/webhook", express.raw({ type: () => true }), (request, response) => {
    received.push({ body: request.body as Buffer, headers: new Headers(request.headers as Record<string, string>) });
    response.sendStatus(200);
  });
  server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sandbox = stripeSandbox({
    secret: SECRET,
    client_id: CLIENT,
    webhook: { url: `${origin}/webhook`, secret: WEBHOOK_SECRET },
    origin: () => origin,
    file: null,
  });
  app.use(sandbox.router);
  provider = stripeProvider({
    slot: "payprovider",
    api_base: origin,
    client_id: CLIENT,
    secret: SECRET,
    platform_organization_id: undefined,
    webhook_secrets: ["whsec_old", WEBHOOK_SECRET],
    redirect_uri: `${origin}/callback`,
    livemode: false,
  });
});

afterAll(() => void server.close());

beforeEach(() => {
  sandbox.state.reset();
  sandbox.wire.calls.length = 0;
  sandbox.wire.faults = [];
  received = [];
});

async function control(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${origin}/_sandbox/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Goes through the consent page as an owner would, and exchanges the code that comes back. */
async function connect(account = "acct_demo00000000"): Promise<ProviderConnection> {
  const url = new URL(provider.authorizeUrl({ state: "s1" }));
  const answer = await fetch(`${origin}/oauth/consent`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      redirect_uri: url.searchParams.get("redirect_uri")!,
      state: url.searchParams.get("state")!,
      choice: account,
    }),
  });
  const back = new URL(answer.headers.get("Location")!);
  expect(back.searchParams.get("state")).toBe("s1");
  return provider.exchangeCode(back.searchParams.get("code")!);
}

const payment = (change: Partial<NewProviderPayment> = {}): NewProviderPayment => ({
  payment_id: "p1",
  booking_id: "b1",
  tenant_id: "t1",
  idempotency_key: "k1",
  amount: 2500,
  currency: "EUR",
  fee_amount: 100,
  description: "Haircut, 3 May",
  customer_email: "guest@example.com",
  locale: "nl",
  success_url: "https://site.example/done?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://site.example/back",
  hold_expires_at: new Date(Date.now() + 15 * 60_000),
  ...change,
});

describe("connecting an account", () => {
  it("sends the owner to the provider with what is known of the company", () => {
    const url = new URL(
      provider.authorizeUrl({ state: "s2", prefill: { email: "owner@example.com", business_name: "Salon" } }),
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

  it("exchanges a code once, and keeps no token", async () => {
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

  it("tells who the account is, and whether it can take payments", async () => {
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

  it("offers the account itself, or its sets of payment methods where there are several", async () => {
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

  it("ends a connection: nothing may be asked for that account any more", async () => {
    await connect();
    await provider.disconnect("acct_demo00000000");
    await expect(provider.getOrganization("acct_demo00000000")).rejects.toMatchObject({ kind: "permission" });
    await sandbox.events.settled();
    const hint = provider.readWebhook(received[0]!.body, received[0]!.headers);
    expect(hint).toMatchObject({ kind: "disconnected", organization_id: "acct_demo00000000", livemode: false });
  });
});

describe("a checkout", () => {
  it("carries exactly what the provider needs, on the connected account", async () => {
    const made = await provider.createPayment(
      await connect("acct_twosets00000").then((one) => ({ ...one, profile_id: "pmc_counter000000" })),
      payment(),
    );
    const call = sandbox.wire.calls.find(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")!;
    expect(call).toMatchObject({ account: "acct_twosets00000", idempotency_key: "k1" });
    const metadata = { payment_id: "p1", booking_id: "b1", tenant_id: "t1" };
    const { expires_at, ...form } = parseForm(call.body);
    expect(form).toEqual({
      mode: "payment",
      line_items: {
        "0": {
          quantity: "1",
          price_data: { currency: "eur", unit_amount: "2500", product_data: { name: "Haircut, 3 May" } },
        },
      },
      success_url: "https://site.example/done?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://site.example/back",
      client_reference_id: "p1",
      customer_email: "guest@example.com",
      locale: "nl",
      metadata,
      payment_intent_data: { application_fee_amount: "100", description: "Haircut, 3 May", metadata },
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

  it("sends no fee when there is none", async () => {
    await provider.createPayment(await connect(), payment({ fee_amount: 0 }));
    expect(sandbox.wire.calls.at(-1)!.body).not.toContain("application_fee_amount");
  });

  it("is made once however often the same call is repeated", async () => {
    const connection = await connect();
    const input = payment({ hold_expires_at: new Date(Date.now() + 3_600_000) });
    const first = await provider.createPayment(connection, input);
    expect((await provider.createPayment(connection, input)).session_id).toBe(first.session_id);
    await expect(provider.createPayment(connection, { ...input, amount: 9900 })).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  it("survives an answer that never came", async () => {
    const connection = await connect();
    await control("faults", [{ route: "POST /v1/checkout/sessions", kind: "drop_after_commit", times: 1 }]);
    const made = await provider.createPayment(connection, payment());
    expect(Object.keys(sandbox.state.data.sessions)).toEqual([made.session_id]);
  });

  it.each([
    ["pay", "paid"],
    ["fail", "open"],
    ["expire", "expired"],
    ["later", "processing"],
  ] as const)("that ends in %s is %s", async (outcome, status) => {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await control(`payments/${made.session_id}/outcome`, { outcome });
    expect(await provider.getPayment(connection.organization_id, made.session_id)).toMatchObject({ status });
  });

  it.each([
    ["succeeded", "paid"],
    ["failed", "failed"],
  ] as const)("by a delayed method that %s is %s", async (outcome, status) => {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "later" });
    await control(`payments/${made.session_id}/outcome`, { outcome });
    expect(await provider.getPayment(connection.organization_id, made.session_id)).toMatchObject({ status });
  });

  it("that is closed is expired, and one that was paid meanwhile is paid", async () => {
    const connection = await connect();
    const open = await provider.createPayment(connection, payment());
    expect(await provider.closePayment(connection.organization_id, open.session_id)).toMatchObject({
      status: "expired",
    });
    const paid = await provider.createPayment(connection, payment({ idempotency_key: "k2" }));
    await control(`payments/${paid.session_id}/outcome`, { outcome: "pay" });
    expect(await provider.closePayment(connection.organization_id, paid.session_id)).toMatchObject({ status: "paid" });
  });

  it("is not shown to another account", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await connect("acct_twosets00000");
    await expect(provider.getPayment("acct_twosets00000", made.session_id)).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});

describe("a refund", () => {
  async function paid() {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    const snapshot = await provider.getPayment(connection.organization_id, made.session_id);
    return { organization: connection.organization_id, session_id: made.session_id, charge_ref: snapshot.charge_ref! };
  }

  it("in part and then the rest, never more than was paid", async () => {
    const { organization, charge_ref, session_id } = await paid();
    const refund = (id: string, amount: number) =>
      provider.createRefund(organization, { refund_id: id, idempotency_key: id, charge_ref, amount, refund_fee: true });
    expect(await refund("r1", 1000)).toMatchObject({ status: "succeeded", amount: 1000, refund_id: "r1" });
    await expect(refund("r2", 1501)).rejects.toMatchObject({ kind: "invalid", is_definite: true });
    expect(await refund("r3", 1500)).toMatchObject({ status: "succeeded" });
    await expect(refund("r4", 1)).rejects.toMatchObject({ code: "charge_already_refunded" });
    const { refunds } = await provider.getPayment(organization, session_id);
    expect(refunds.map((one) => one.refund_id).sort()).toEqual(["r1", "r3"]);
  });

  it("that fails later is told by a webhook, which leads to its payment", async () => {
    const { organization, charge_ref, session_id } = await paid();
    const made = await provider.createRefund(organization, {
      refund_id: "r1",
      idempotency_key: "r1",
      charge_ref,
      amount: 2500,
      refund_fee: false,
    });
    received = [];
    await control(`refunds/${made.id}/outcome`, { outcome: "failed" });
    const hint = provider.readWebhook(received[0]!.body, received[0]!.headers);
    expect(hint).toMatchObject({ kind: "payment", session_id: null, charge_ref, organization_id: organization });
    const found = await provider.findPayment(organization, charge_ref);
    expect(found).toMatchObject({
      session_id,
      refunds: [{ status: "failed", failure_code: "expired_or_canceled_card" }],
    });
  });
});

describe("webhooks", () => {
  it("are read whichever of the current secrets signed them, and from the raw bytes only", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "pay" });
    const last = received.at(-1)!;
    expect(provider.readWebhook(last.body, last.headers)).toMatchObject({
      kind: "payment",
      session_id: made.session_id,
    });
    const changed = Buffer.from(last.body.toString().replace(made.session_id, "cs_test_other"));
    expect(() => provider.readWebhook(changed, last.headers)).toThrow("The signature does not match.");
    expect(() => provider.readWebhook(last.body, new Headers())).toThrow("The signature does not match.");
  });

  it("that say nothing of a payment are ignored", async () => {
    const connection = await connect();
    const made = await provider.createPayment(connection, payment());
    await control(`payments/${made.session_id}/outcome`, { outcome: "fail" });
    expect(provider.readWebhook(received[0]!.body, received[0]!.headers)).toMatchObject({
      kind: "ignored",
      type: "payment_intent.payment_failed",
    });
  });
});

describe("a provider that is in trouble", () => {
  it.each([
    [401, "auth", true],
    [403, "permission", true],
    [404, "not_found", true],
    [400, "invalid", true],
    [429, "rate_limited", false],
    [500, "unavailable", false],
  ] as const)("answering %i is said as %s", async (status, kind, is_definite) => {
    const connection = await connect();
    await control("faults", [{ route: "GET /v1/checkout", kind: "status", status, times: 9 }]);
    await expect(provider.getPayment(connection.organization_id, "cs_1")).rejects.toMatchObject({ kind, is_definite });
  });

  it("is said to be away when it does not answer", async () => {
    const connection = await connect();
    await control("faults", [{ route: "GET /v1/checkout", kind: "no_answer", times: 9 }]);
    await expect(provider.getPayment(connection.organization_id, "cs_1")).rejects.toMatchObject({
      kind: "unavailable",
      is_definite: false,
    });
  });
});

describe("the stand-in itself", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/v1/checkout/sessions`, {
      method: "POST",
      body,
      headers: { Authorization: `Bearer ${SECRET}`, ...headers },
    });

  it("refuses parameters that the pinned version does not have", async () => {
    const answer = await post("mode=payment&payment_method_types[0]=card");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "parameter_unknown", param: "payment_method_types" } });
  });

  it("refuses a wrong key, and an account that is not connected", async () => {
    expect((await post("mode=payment", { Authorization: "Bearer sk_test_wrong" })).status).toBe(401);
    expect((await post("mode=payment", { "Stripe-Account": "acct_demo00000000" })).status).toBe(403);
  });
});
