import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type {
  NewProviderPayment,
  PaymentProvider,
  ProviderConnection,
} from "~/adapters/payments/port";
import { stripeProvider } from "~/adapters/payments/stripe.server";
import { clock } from "~/lib/clock";
import { type StripeSandbox, stripeSandbox } from "~/sandbox/stripe/sandbox";

export const CLIENT = "ca_test";
export const SECRET = "sk_test_platform";
export const WEBHOOK_SECRET = "whsec_new";

export interface StripeStandIn {
  origin: string;
  sandbox: StripeSandbox;
  provider: PaymentProvider;
  /** Sent webhooks, oldest first. */
  received: { body: Buffer; headers: Headers }[];
  /** Sends a command to the stand-in's control API. */
  control(path: string, body: object): Promise<unknown>;
  /** Completes the consent page as an owner and exchanges the code. */
  connect(account?: string): Promise<ProviderConnection>;
  reset(): void;
  close(): void;
}

/** The stand-in with a receiver of its webhooks and an adapter connected to it. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const received: StripeStandIn["received"] = [];
  const app = express();
  app.post("/webhook", express.raw({ type: () => true }), (request, response) => {
    received.push({
      body: request.body as Buffer,
      headers: new Headers(request.headers as Record<string, string>),
    });
    response.sendStatus(200);
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = stripeSandbox({
    secret: SECRET,
    client_id: CLIENT,
    webhook: { url: `${origin}/webhook`, secret: WEBHOOK_SECRET },
    origin: () => origin,
    file: null,
  });
  app.use(sandbox.router);
  const provider = stripeProvider({
    provider: "payprovider",
    api_base: origin,
    client_id: CLIENT,
    secret: SECRET,
    platform_organization_id: undefined,
    webhook_secrets: ["whsec_old", WEBHOOK_SECRET],
    redirect_uri: `${origin}/callback`,
    livemode: false,
  });
  const control = async (path: string, body: object): Promise<unknown> => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${origin}/_sandbox/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const connect = async (account = "acct_demo00000000"): Promise<ProviderConnection> => {
    const url = new URL(provider.authorizeUrl({ state: "s1" }));
    const [redirect_uri = "", state = ""] = [
      url.searchParams.get("redirect_uri")!,
      url.searchParams.get("state")!,
    ];
    const body = new URLSearchParams({ redirect_uri, state, choice: account });
    const answer = await fetch(`${origin}/oauth/consent`, {
      method: "POST",
      redirect: "manual",
      body,
    });
    const back = new URL(answer.headers.get("Location")!);
    if (back.searchParams.get("state") !== "s1") throw new Error("The state did not come back.");
    return provider.exchangeCode(back.searchParams.get("code")!);
  };
  const reset = () => {
    sandbox.state.reset();
    sandbox.wire.calls.length = 0;
    sandbox.wire.faults = [];
    received.length = 0;
  };
  return {
    origin,
    sandbox,
    provider,
    received,
    control,
    connect,
    reset,
    close: () => void server.close(),
  };
}

/** Input of a payment of 25 euros with a platform fee of one euro. */
export const newPayment = (change: Partial<NewProviderPayment> = {}): NewProviderPayment => ({
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
  instant_only: false,
  keeps_card: null,
  success_url: "https://site.example/done?session_id={CHECKOUT_SESSION_ID}",
  cancel_url: "https://site.example/back",
  expires_at: new Date(clock.now() + 31 * 60_000),
  ...change,
});
