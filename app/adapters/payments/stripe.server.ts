import Stripe from "stripe";
import { API_VERSION } from "~/contract/version";
import type {
  ConnectPrefill,
  NewCardCharge,
  NewProviderPayment,
  NewProviderRefund,
  Organization,
  PaymentProvider,
  PaymentSnapshot,
  ProviderConfig,
  ProviderConnection,
  ProviderProfile,
} from "./port";
import { ProviderError } from "./port";
import { stripeAmountProblem, toStripeAmount } from "./stripe-amount";
import { toProviderError } from "./stripe-error";
import { findIntentOf, findRefundOf, findSessionOf } from "./stripe-find";
import { toHint } from "./stripe-hint";
import { isDisputed, toIntentSnapshot, toRefundSnapshot, toSnapshot } from "./stripe-snapshot";

/**
 * A Checkout Session lives 30 minutes to 24 hours (Stripe API reference, expires_at); one minute of
 * margin on both sides.
 */
const CHECKOUT_MINUTES = { least: 31, most: 24 * 60 - 1 };

/** Methods that take days to confirm or fail (Stripe, Delayed notification payment methods). */
const DELAYED_METHODS = [
  "acss_debit",
  "au_becs_debit",
  "bacs_debit",
  "boleto",
  "customer_balance",
  "konbini",
  "multibanco",
  "nz_bank_account",
  "oxxo",
  "payto",
  "sepa_debit",
  "sofort",
  "us_bank_account",
];

const EXPAND = {
  expand: [
    "payment_intent.latest_charge.balance_transaction",
    "payment_intent.payment_method",
    "setup_intent.payment_method",
  ],
};

/** A fee is charged without a checkout: its payment is known by its payment intent. */
const isIntent = (id: string): boolean => id.startsWith("pi_");

/**
 * Stripe Connect: OAuth to a tenant's own account, hosted checkout there (direct charges), refunds,
 * signed webhooks.
 */
export function stripeProvider(config: ProviderConfig): PaymentProvider {
  const stripe = new Stripe(config.secret, {
    ...addressOf(config.api_base),
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: "booking-service", version: API_VERSION },
  });

  const listMoney = async (payment_intent: string, stripeAccount: string, hasDispute: boolean) => {
    const account = { stripeAccount };
    const refunds = await stripe.refunds.list({ payment_intent, limit: 100 }, account);
    const disputes = hasDispute
      ? await stripe.disputes.list({ payment_intent, limit: 100 }, account)
      : null;
    return [refunds.data, disputes?.data] as const;
  };

  const readIntent = async (organizationId: string, id: string): Promise<PaymentSnapshot> => {
    const account = { stripeAccount: organizationId };
    const expand = { expand: ["latest_charge.balance_transaction"] };
    const intent = await stripe.paymentIntents.retrieve(id, expand, account);
    return toIntentSnapshot(intent, ...(await listMoney(id, organizationId, isDisputed(intent))));
  };

  const read = async (organizationId: string, sessionId: string): Promise<PaymentSnapshot> => {
    if (isIntent(sessionId)) return readIntent(organizationId, sessionId);
    const account = { stripeAccount: organizationId };
    const session = await stripe.checkout.sessions.retrieve(sessionId, EXPAND, account);
    if (session.payment_intent === null) return toSnapshot(session, []);
    const intent = session.payment_intent;
    const id = typeof intent === "string" ? intent : intent.id;
    return toSnapshot(session, ...(await listMoney(id, organizationId, isDisputed(intent))));
  };

  return {
    name: "stripe",
    config,
    checkout_minutes: CHECKOUT_MINUTES,

    authorizeUrl: ({ state, prefill }) => authorizeUrl(stripe, config, state, prefill),

    exchangeCode: (code) =>
      callStripe(async () => {
        const token = await stripe.oauth.token({ grant_type: "authorization_code", code });
        if (token.stripe_user_id === undefined)
          throw new ProviderError("invalid", "The payment provider returned no account.", true);
        // The tokens are not stored: the platform's own key acts for the account.
        return {
          organization_id: token.stripe_user_id,
          profile_id: null,
          livemode: token.livemode ?? false,
          scopes: (token.scope ?? "").split(" ").filter(Boolean),
        };
      }),

    disconnect: (stripe_user_id) =>
      callStripe(async () => {
        await stripe.oauth.deauthorize({ client_id: config.client_id, stripe_user_id });
      }),

    getOrganization: (id) =>
      callStripe(async () => toOrganization(await stripe.accounts.retrieve(id))),

    getPlatformOrganizationId: () =>
      callStripe(
        async () => config.platform_organization_id ?? (await stripe.accounts.retrieveCurrent()).id,
      ),

    listProfiles: (id) => callStripe(() => listProfiles(stripe, id)),

    isProfileUsable: (id, profileId) => callStripe(() => isProfileUsable(stripe, id, profileId)),

    amountProblem: stripeAmountProblem,

    createPayment: (connection, input) =>
      callStripe(async () => {
        const session = await stripe.checkout.sessions.create(checkoutOf(connection, input), {
          stripeAccount: connection.organization_id,
          idempotencyKey: input.idempotency_key,
        });
        return toSnapshot(session, []);
      }),

    chargeCard: (connection, input) =>
      callStripe(async () => {
        const intent = await stripe.paymentIntents.create(chargeOf(input), {
          stripeAccount: connection.organization_id,
          idempotencyKey: input.idempotency_key,
        });
        return toIntentSnapshot(intent, []);
      }),

    findChargeOf: (organizationId, customerRef, paymentId) =>
      callStripe(async () => {
        const intent = await findIntentOf(stripe, organizationId, customerRef, paymentId);
        return intent === null ? null : readIntent(organizationId, intent.id);
      }),

    deleteCard: (organizationId, customerRef) =>
      callStripe(() => deleteCustomer(stripe, organizationId, customerRef)),

    getPayment: (organizationId, sessionId) => callStripe(() => read(organizationId, sessionId)),

    findPayment: (organizationId, payment_intent) =>
      callStripe(async () => {
        const account = { stripeAccount: organizationId };
        const [session] = (
          await stripe.checkout.sessions.list({ payment_intent, limit: 1 }, account)
        ).data;
        return session === undefined ? null : read(organizationId, session.id);
      }),

    findPaymentOf: (organizationId, paymentId, since) =>
      callStripe(async () => {
        const session = await findSessionOf(stripe, organizationId, paymentId, since);
        return session === null ? null : read(organizationId, session.id);
      }),

    findRefundOf: (organizationId, chargeRef, refundId) =>
      callStripe(async () => {
        const refund = await findRefundOf(stripe, organizationId, chargeRef, refundId);
        return refund === null ? null : toRefundSnapshot(refund);
      }),

    closePayment: (organizationId, sessionId) =>
      callStripe(async () => {
        if (isIntent(sessionId)) return read(organizationId, sessionId);
        try {
          await stripe.checkout.sessions.expire(sessionId, {}, { stripeAccount: organizationId });
        } catch (error) {
          // Only an open session can be expired: this one was paid or has expired concurrently.
          if (toProviderError(error).kind !== "invalid") throw error;
        }
        return read(organizationId, sessionId);
      }),

    createRefund: (organizationId, input) =>
      callStripe(async () =>
        toRefundSnapshot(
          await stripe.refunds.create(refundOf(input), {
            stripeAccount: organizationId,
            idempotencyKey: input.idempotency_key,
          }),
        ),
      ),

    readWebhook: (rawBody, headers) => toHint(verified(rawBody, headers, config.webhook_secrets)),
  };
}

async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toProviderError(error);
  }
}

/** The SDK's target: Stripe's hosts, or a local stand-in. */
function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === "http:" ? ("http" as const) : ("https" as const);
  return { host: hostname, port: port || (scheme === "http" ? 80 : 443), protocol: scheme };
}

function authorizeUrl(
  stripe: Stripe,
  config: ProviderConfig,
  state: string,
  prefill: ConnectPrefill | undefined,
): string {
  const url = new URL(
    stripe.oauth.authorizeUrl({
      client_id: config.client_id,
      scope: "read_write",
      redirect_uri: config.redirect_uri,
      state,
      ...(prefill === undefined
        ? {}
        : { stripe_landing: "register", stripe_user: toStripeUser(prefill) }),
    }),
  );
  if (config.api_base === undefined) return url.href;
  // The SDK builds URLs with https and without a port, regardless of its configuration.
  return new URL(url.pathname + url.search, config.api_base).href;
}

function toStripeUser({
  phone,
  ...others
}: ConnectPrefill): Stripe.OAuthAuthorizeUrlParams.StripeUser {
  return present({ ...others, phone_number: phone });
}

/** Drops undefined values, which the SDK would send as the text "undefined". */
function present<T extends object>(given: T): { [K in keyof T]: NonNullable<T[K]> } {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: NonNullable<T[K]> };
}

function toOrganization(account: Stripe.Account): Organization {
  return {
    id: account.id,
    name: account.business_profile?.name ?? null,
    email: account.email ?? null,
    country: account.country ?? null,
    website: account.business_profile?.url ?? null,
    can_take_payments:
      (account.charges_enabled ?? false) && account.capabilities?.card_payments === "active",
    is_onboarded: (account.details_submitted ?? false) && !account.requirements?.disabled_reason,
  };
}

/**
 * Stripe has no website profiles. A tenant chooses between the account's sets of payment methods;
 * with one or none, or if they can't be listed, only the account itself is offered.
 */
async function listProfiles(stripe: Stripe, organizationId: string): Promise<ProviderProfile[]> {
  const sets = await stripe.paymentMethodConfigurations
    .list({ limit: 100 }, { stripeAccount: organizationId })
    .then(({ data }) => data.filter((set) => set.active))
    .catch((error: unknown) => {
      if (toProviderError(error).kind === "unavailable") throw error;
      return [];
    });
  if (sets.length > 1)
    return sets.map((set) => ({
      id: set.id,
      name: set.name,
      website: null,
      usable: true,
      is_default: set.is_default,
      kind: "payment_method_configuration",
    }));
  const account = toOrganization(await stripe.accounts.retrieve(organizationId));
  return [
    {
      id: account.id,
      name: account.name ?? account.email ?? account.id,
      website: account.website,
      usable: true,
      is_default: true,
      kind: "account",
    },
  ];
}

/** An active set of payment methods; the account itself is always usable. */
async function isProfileUsable(
  stripe: Stripe,
  organizationId: string,
  profileId: string,
): Promise<boolean> {
  if (profileId === organizationId) return true;
  try {
    return (
      await stripe.paymentMethodConfigurations.retrieve(
        profileId,
        {},
        { stripeAccount: organizationId },
      )
    ).active;
  } catch (error) {
    const { kind, code } = toProviderError(error);
    if (kind === "not_found" || code === "resource_missing") return false;
    throw error;
  }
}

function checkoutOf(
  connection: ProviderConnection,
  input: NewProviderPayment,
): Stripe.Checkout.SessionCreateParams {
  const { payment_id, booking_id, tenant_id, keeps_card } = input;
  const metadata = { payment_id, booking_id, tenant_id };
  const hasSet =
    connection.profile_id !== null && connection.profile_id !== connection.organization_id;
  return {
    ...(input.amount === 0 ? setupOf(input, metadata) : paymentOf(input, metadata)),
    ...(keeps_card === null ? {} : keepsCard(keeps_card.text)),
    success_url: input.success_url,
    cancel_url: input.cancel_url,
    client_reference_id: payment_id,
    ...(input.customer_email === null ? {} : { customer_email: input.customer_email }),
    locale: checkoutLocale(input.locale),
    expires_at: Math.floor(input.expires_at.getTime() / 1000),
    metadata,
    ...(hasSet ? { payment_method_configuration: connection.profile_id! } : {}),
  };
}

type Metadata = Record<"payment_id" | "booking_id" | "tenant_id", string>;

function paymentOf(
  input: NewProviderPayment,
  metadata: Metadata,
): Stripe.Checkout.SessionCreateParams {
  const { keeps_card, instant_only } = input;
  const takesDays = !instant_only || keeps_card !== null; // a kept card is a card
  return {
    mode: "payment",
    // Guests pay the amount and currency that they agreed to.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: input.currency.toLowerCase(),
          unit_amount: toStripeAmount(input.amount, input.currency),
          product_data: { name: input.description },
        },
      },
    ],
    payment_intent_data: {
      ...platformFee(input),
      description: input.description,
      metadata,
      ...(keeps_card === null ? {} : { setup_future_usage: "off_session" }),
    },
    ...(takesDays ? {} : { excluded_payment_method_types: [...DELAYED_METHODS] }),
  };
}

/** A checkout that takes no money. */
const setupOf = (
  { currency, description }: NewProviderPayment,
  metadata: Metadata,
): Stripe.Checkout.SessionCreateParams => ({
  mode: "setup",
  currency: currency.toLowerCase(),
  setup_intent_data: { description, metadata },
});

/** Stripe's text about reusing the card is replaced with the one that the guest agreed to. */
const keepsCard = (message: string): Stripe.Checkout.SessionCreateParams => ({
  customer_creation: "always",
  allowed_payment_method_types: ["card"],
  consent_collection: { payment_method_reuse_agreement: { position: "hidden" } },
  custom_text: { submit: { message: message.slice(0, 1200) } },
});

/** Without redirects, which need the guest: a card that wants them is refused. */
const chargeOf = (input: NewCardCharge): Stripe.PaymentIntentCreateParams => {
  const { payment_id, booking_id, tenant_id, card } = input;
  return {
    amount: toStripeAmount(input.amount, input.currency),
    currency: input.currency.toLowerCase(),
    customer: card.customer_ref,
    payment_method: card.method_ref,
    off_session: true,
    confirm: true,
    error_on_requires_action: true,
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    ...platformFee(input),
    description: input.description,
    metadata: { payment_id, booking_id, tenant_id },
  };
};

const platformFee = ({
  fee_amount,
  currency,
}: Pick<NewProviderPayment, "fee_amount" | "currency">) =>
  fee_amount > 0 ? { application_fee_amount: toStripeAmount(fee_amount, currency) } : {};

/** Deleting the customer deletes its cards. */
async function deleteCustomer(stripe: Stripe, stripeAccount: string, id: string): Promise<void> {
  try {
    await stripe.customers.del(id, {}, { stripeAccount });
  } catch (error) {
    if (toProviderError(error).kind !== "not_found") throw error;
  }
}

/** Our languages that Stripe's checkout supports; for others (Arabic) it follows the browser. */
function checkoutLocale(locale: string): Stripe.Checkout.SessionCreateParams.Locale {
  const known = ["en", "nl", "de", "fr", "es"] as const;
  return known.find((language) => language === locale.slice(0, 2)) ?? "auto";
}

function refundOf({
  refund_id,
  charge_ref,
  amount,
  currency,
  refund_fee,
}: NewProviderRefund): Stripe.RefundCreateParams {
  return {
    payment_intent: charge_ref,
    amount: toStripeAmount(amount, currency),
    reason: "requested_by_customer",
    ...(refund_fee ? { refund_application_fee: true } : {}),
    metadata: { refund_id },
  };
}

function verified(rawBody: Buffer, headers: Headers, secrets: string[]): unknown {
  const signature = headers.get("Stripe-Signature") ?? "";
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(rawBody, signature, secret);
    } catch {
      continue; // signed with another secret, or forged
    }
  }
  throw new ProviderError("bad_signature", "The signature does not match.", true);
}
