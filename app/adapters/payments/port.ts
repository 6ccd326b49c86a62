/** The two payment providers; each has its own credentials, connections and webhook secrets. */
export type ProviderName = "payprovider" | "legacypay";
export type PaymentAdapterName = "stripe";

/** Credentials and addresses of one provider. */
export interface ProviderConfig {
  slot: ProviderName;
  /** Of a stand-in on this machine; undefined: the provider's own hosts. */
  api_base: string | undefined;
  /** The platform's OAuth client (`ca_…`). */
  client_id: string;
  /** The platform's secret key. */
  secret: string;
  /** The platform's own account; asked for live when it is not set. */
  platform_organization_id: string | undefined;
  /** Several while a secret is being rotated. */
  webhook_secrets: string[];
  redirect_uri: string;
  livemode: boolean;
}

/** A tenant's account at the provider, as far as a call needs it. */
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
  /** The owner has told the provider everything it asks for. */
  is_onboarded: boolean;
}

/** What a tenant may choose between when its account has several: a set of payment methods, or the account itself. */
export interface ProviderProfile {
  id: string;
  name: string;
  website: string | null;
  usable: boolean;
  is_default: boolean;
  kind: "payment_method_configuration" | "account";
}

/** What is already known of a company that opens an account at the provider; what is not valid there is ignored by it. */
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

/** Why a provider cannot take an amount: less than the `least` or more than the `most` it takes, or no amount it can write. */
export interface AmountProblem {
  code: "amount_below_minimum" | "amount_above_maximum" | "amount_not_supported";
  least: number | null;
  most: number | null;
}

export type ProviderPaymentStatus = "open" | "processing" | "paid" | "failed" | "expired";

export interface RefundSnapshot {
  id: string;
  /** Our refund id, as the provider stored it; null for a refund made in the provider's own dashboard. */
  refund_id: string | null;
  status: "pending" | "succeeded" | "failed" | "canceled";
  amount: number;
  failure_code: string | null;
}

/** A guest has asked their bank for the money back. `won` and `closed`: the company keeps it; an appeal follows what was lost. */
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
  /** The provider's word for why, such as `fraudulent`. */
  reason: string;
  amount: number;
  currency: string;
  /** Until when the company may answer; null where it cannot, or has. */
  respond_by: Date | null;
  created_at: Date;
}

/** A payment as the provider sees it at one moment. */
export interface PaymentSnapshot {
  session_id: string;
  /** What a refund refers to; null until somebody has tried to pay. */
  charge_ref: string | null;
  status: ProviderPaymentStatus;
  amount: number;
  currency: string;
  fee_amount: number;
  /** In the order in which they were made. */
  refunds: RefundSnapshot[];
  disputes: DisputeSnapshot[];
  /** Our payment id, as the provider stored it. */
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
  /** Stored before the call, so that the same call can be repeated. */
  idempotency_key: string;
  amount: number;
  currency: string;
  /** The platform's share, minor units; 0: none. */
  fee_amount: number;
  description: string;
  customer_email: string | null;
  locale: string;
  success_url: string;
  cancel_url: string;
  /** Only methods that are decided at once: none whose money takes days. */
  instant_only: boolean;
  /** Until when it can be paid, within the provider's limits; kept with the payment, so that a repeated call is the same. */
  expires_at: Date;
}

export interface NewProviderRefund {
  refund_id: string;
  idempotency_key: string;
  charge_ref: string;
  amount: number;
  currency: string;
  /** Gives the platform's share back too, in proportion. */
  refund_fee: boolean;
}

/** What a webhook says happened: only a hint, the state is always asked for afterwards. */
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
 * Why a call to the provider did not do what was asked. `is_definite`: the provider has answered and nothing was made; otherwise it may
 * have been, and only the same call with the same idempotency key may be repeated. `message` holds no key and no guest's data.
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
    /** What of the call was refused, in the provider's words. */
    readonly field: string | null = null,
    readonly is_kept = false,
  ) {
    super(message);
    this.name = "ProviderError";
  }
}

/** What every payment provider does for a connected account. All methods throw ProviderError. */
export interface PaymentProvider {
  readonly name: PaymentAdapterName;
  readonly config: ProviderConfig;
  /** How long a checkout may last, minutes. */
  readonly checkout_minutes: { least: number; most: number };
  /** The address at which an owner allows the platform to act for their account; `prefill` for those who have none yet. */
  authorizeUrl(input: { state: string; prefill?: ConnectPrefill }): string;
  exchangeCode(code: string): Promise<ProviderConnection>;
  disconnect(organizationId: string): Promise<void>;
  getOrganization(organizationId: string): Promise<Organization>;
  /** null when neither configured nor told by the provider. */
  getPlatformOrganizationId(): Promise<string | null>;
  listProfiles(organizationId: string): Promise<ProviderProfile[]>;
  /** Whether payments can still go through the chosen profile. */
  isProfileUsable(organizationId: string, profileId: string): Promise<boolean>;
  /** What is known of an amount without asking; null: it can be paid, as far as is known. */
  amountProblem(amount: number, currency: string): AmountProblem | null;
  createPayment(
    connection: ProviderConnection,
    input: NewProviderPayment,
  ): Promise<PaymentSnapshot>;
  getPayment(organizationId: string, sessionId: string): Promise<PaymentSnapshot>;
  /** null when the account has no payment with that charge. */
  findPayment(organizationId: string, chargeRef: string): Promise<PaymentSnapshot | null>;
  /** The payment that was made for ours since then, though its making was not answered with it; null when there is none. */
  findPaymentOf(
    organizationId: string,
    paymentId: string,
    since: Date,
  ): Promise<PaymentSnapshot | null>;
  /** The refund of a charge that was made for ours; null when there is none. */
  findRefundOf(
    organizationId: string,
    chargeRef: string,
    refundId: string,
  ): Promise<RefundSnapshot | null>;
  /** Ends an unpaid checkout where that is still possible; answers what the provider says afterwards, which may be paid. */
  closePayment(organizationId: string, sessionId: string): Promise<PaymentSnapshot>;
  createRefund(organizationId: string, input: NewProviderRefund): Promise<RefundSnapshot>;
  /** Verifies the signature over the raw bytes first. Throws ProviderError bad_signature. */
  readWebhook(rawBody: Buffer, headers: Headers): WebhookHint;
}
