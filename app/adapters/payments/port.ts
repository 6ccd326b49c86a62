/** The two payment providers; each has its own credentials, connections and webhook secrets. */
export type ProviderName = "payprovider" | "legacypay";
type PaymentAdapterName = "stripe";

/** Credentials and addresses of one provider. */
export interface ProviderConfig {
  provider: ProviderName;
  /** Base URL of a local stand-in; undefined: the provider's own hosts. */
  api_base: string | undefined;
  /** The platform's OAuth client (`ca_…`). */
  client_id: string;
  /** The platform's secret key. */
  secret: string;
  /** The platform's own account; queried if not set. */
  platform_organization_id: string | undefined;
  /** Several while a secret is being rotated. */
  webhook_secrets: string[];
  redirect_uri: string;
  livemode: boolean;
}

/** A tenant's account at the provider, as calls need it. */
export interface ProviderConnection {
  organization_id: string;
  profile_id: string | null;
  livemode: boolean;
  scopes: string[];
}

export interface Organization {
  id: string;
  name: string | null;
  email: string | null;
  country: string | null;
  website: string | null;
  can_take_payments: boolean;
  /** Whether the owner has completed the provider's onboarding. */
  is_onboarded: boolean;
}

/** An option when an account has several: a set of payment methods, or the account itself. */
export interface ProviderProfile {
  id: string;
  name: string;
  website: string | null;
  usable: boolean;
  is_default: boolean;
  kind: "payment_method_configuration" | "account";
}

/** Known data of a company that opens an account at the provider, which ignores invalid values. */
export interface ConnectPrefill {
  email?: string | undefined;
  business_name?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  url?: string | undefined;
  phone?: string | undefined;
  street_address?: string | undefined;
  city?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  currency?: string | undefined;
}

/** Why an amount can't be charged: below `least`, above `most`, or not representable. */
export interface AmountProblem {
  code: "amount_below_minimum" | "amount_above_maximum" | "amount_not_supported";
  least: number | null;
  most: number | null;
}

export type ProviderPaymentStatus = "open" | "processing" | "paid" | "failed" | "expired";

export interface RefundSnapshot {
  id: string;
  /**
   * Our refund id from the provider's metadata; null for a refund made in the provider's dashboard.
   */
  refund_id: string | null;
  status: "pending" | "succeeded" | "failed" | "canceled";
  amount: number;
  failure_code: string | null;
}

/**
 * A dispute: a guest asked their bank for the money back. `won` and `closed`: the company keeps it;
 * a lost dispute can be appealed.
 */
export interface DisputeSnapshot {
  id: string;
  status:
    | "needs_response"
    | "under_review"
    | "appeal_needs_response"
    | "appeal_under_review"
    | "won"
    | "lost"
    | "closed";
  /** The provider's reason, such as `fraudulent`. */
  reason: string;
  amount: number;
  currency: string;
  /** The company's deadline to respond; null if it can't, or already has. */
  respond_by: Date | null;
  created_at: Date;
}

/** A card kept at the provider for later charges. */
export interface CardRef {
  customer_ref: string;
  method_ref: string;
  /** In the provider's terms, such as `visa`. */
  brand: string;
  last4: string;
}

/** The state of a payment at the provider at one moment. */
export interface PaymentSnapshot {
  session_id: string;
  /** The card that its checkout kept; null: none. */
  card: CardRef | null;
  /** Reference for refunds; null until someone has tried to pay. */
  charge_ref: string | null;
  status: ProviderPaymentStatus;
  amount: number;
  currency: string;
  fee_amount: number;
  /**
   * The provider's own fee, without the platform's; null until the provider reports it, or if it is
   * taken in another currency.
   */
  provider_fee_amount: number | null;
  /** How the guest paid, such as `card` or `ideal`; null until they have. */
  method: string | null;
  /** In order of creation. */
  refunds: RefundSnapshot[];
  disputes: DisputeSnapshot[];
  /** Our payment id from the provider's metadata. */
  payment_id: string | null;
  livemode: boolean;
  checkout_url: string | null;
  expires_at: Date | null;
  receipt_url: string | null;
  failure_code: string | null;
}

export interface NewProviderPayment {
  payment_id: string;
  booking_id: string;
  tenant_id: string;
  /** Stored before the call, so that it can be repeated. */
  idempotency_key: string;
  amount: number;
  currency: string;
  /** The platform's share in minor units; 0 for none. */
  fee_amount: number;
  description: string;
  customer_email: string | null;
  locale: string;
  success_url: string;
  cancel_url: string;
  /** Only payment methods with an immediate result, none that take days. */
  instant_only: boolean;
  /**
   * Keeps the guest's card for later charges, which this text agrees to; null: doesn't. With an
   * amount of zero, that is all it does.
   */
  keeps_card: { text: string } | null;
  /**
   * When it expires, within the provider's limits. Stored with the payment, so that a repeated call
   * is identical.
   */
  expires_at: Date;
}

/** A charge of a kept card while its guest is away. */
export interface NewCardCharge extends Pick<
  NewProviderPayment,
  | "payment_id"
  | "booking_id"
  | "tenant_id"
  | "idempotency_key"
  | "amount"
  | "currency"
  | "fee_amount"
  | "description"
> {
  card: Pick<CardRef, "customer_ref" | "method_ref">;
}

export interface NewProviderRefund {
  refund_id: string;
  idempotency_key: string;
  charge_ref: string;
  amount: number;
  currency: string;
  /** Whether to refund the platform's share too, in proportion. */
  refund_fee: boolean;
}

/** The content of a webhook. Only a hint: the state is always queried afterwards. */
export type WebhookHint = {
  event_id: string;
  livemode: boolean;
  organization_id: string | null;
} & (
  | { kind: "payment"; session_id: string | null; charge_ref: string | null }
  | { kind: "disconnected" }
  | { kind: "account_changed" }
  | { kind: "ignored"; type: string }
);

/**
 * Why a call to the provider failed. `is_definite`: the provider answered and nothing was created.
 * Otherwise something may have been, and only the same call with the same idempotency key may be
 * repeated. `message` contains no key and no guest data.
 */
export class ProviderError extends Error {
  constructor(
    readonly kind:
      | "auth"
      | "permission"
      | "not_found"
      | "invalid"
      | "conflict"
      | "rate_limited"
      | "unavailable"
      | "bad_signature",
    message: string,
    readonly is_definite: boolean,
    readonly code: string | null = null,
    readonly provider_request_id: string | null = null,
    /** The rejected field, in the provider's terms. */
    readonly field: string | null = null,
    readonly is_stored = false,
  ) {
    super(message);
    this.name = "ProviderError";
  }
}

/** A payment provider acting for connected accounts. All methods throw ProviderError. */
export interface PaymentProvider {
  readonly name: PaymentAdapterName;
  readonly config: ProviderConfig;
  /** Allowed lifetime of a checkout in minutes. */
  readonly checkout_minutes: { least: number; most: number };
  /**
   * The URL at which an owner authorizes the platform; `prefill` is for those without an account.
   */
  authorizeUrl(input: { state: string; prefill?: ConnectPrefill }): string;
  exchangeCode(code: string): Promise<ProviderConnection>;
  disconnect(organizationId: string): Promise<void>;
  getOrganization(organizationId: string): Promise<Organization>;
  /** null if neither configured nor reported by the provider. */
  getPlatformOrganizationId(): Promise<string | null>;
  listProfiles(organizationId: string): Promise<ProviderProfile[]>;
  /** Whether the chosen profile still accepts payments. */
  isProfileUsable(organizationId: string, profileId: string): Promise<boolean>;
  /** Checks an amount without a call; null if no problem is known. */
  amountProblem(amount: number, currency: string): AmountProblem | null;
  createPayment(
    connection: ProviderConnection,
    input: NewProviderPayment,
  ): Promise<PaymentSnapshot>;
  /**
   * Charges a kept card without its guest. Refused (definite) if the card is declined or its bank
   * wants the guest to confirm (`authentication_required`).
   */
  chargeCard(connection: ProviderConnection, input: NewCardCharge): Promise<PaymentSnapshot>;
  /** The charge of a kept card that was made for our payment; null if there is none. */
  findChargeOf(
    organizationId: string,
    customerRef: string,
    paymentId: string,
  ): Promise<PaymentSnapshot | null>;
  /** Deletes a kept card; done if it is gone already. */
  deleteCard(organizationId: string, customerRef: string): Promise<void>;
  getPayment(organizationId: string, sessionId: string): Promise<PaymentSnapshot>;
  /** null if the account has no payment with that charge. */
  findPayment(organizationId: string, chargeRef: string): Promise<PaymentSnapshot | null>;
  /** The payment created for ours since then when the response was lost; null if there is none. */
  findPaymentOf(
    organizationId: string,
    paymentId: string,
    since: Date,
  ): Promise<PaymentSnapshot | null>;
  /** The refund of a charge that was created for ours; null if there is none. */
  findRefundOf(
    organizationId: string,
    chargeRef: string,
    refundId: string,
  ): Promise<RefundSnapshot | null>;
  /** Expires an unpaid checkout if possible; returns the resulting state, which may be paid. */
  closePayment(organizationId: string, sessionId: string): Promise<PaymentSnapshot>;
  createRefund(organizationId: string, input: NewProviderRefund): Promise<RefundSnapshot>;
  /** Verifies the signature over the raw bytes first. Throws ProviderError bad_signature. */
  readWebhook(rawBody: Buffer, headers: Headers): WebhookHint;
}
