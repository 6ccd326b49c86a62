import type Stripe from "stripe";
import type { SandboxAccount } from "./state";

// An account in the format of the API; see objects.ts.

export function toAccount(account: SandboxAccount): Stripe.Account {
  const capability = account.charges_enabled ? "active" : "inactive";
  return {
    id: account.id,
    object: "account",
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: account.name,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: `https://${account.id.replace("_", "-")}.example.com`,
    },
    business_type: "company",
    capabilities: { card_payments: capability, transfers: capability },
    charges_enabled: account.charges_enabled,
    controller: { type: "account" },
    country: account.country,
    created: 1_700_000_000,
    default_currency: account.currency,
    details_submitted: account.details_submitted,
    email: account.email,
    metadata: {},
    payouts_enabled: account.charges_enabled,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: account.details_submitted ? [] : ["business_profile.url"],
      disabled_reason: account.details_submitted ? null : "requirements.past_due",
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    type: "standard",
  };
}

export function toConfiguration({
  id,
  name,
  is_default,
}: SandboxAccount["payment_method_configurations"][number]): Stripe.PaymentMethodConfiguration {
  return {
    id,
    object: "payment_method_configuration",
    active: true,
    application: null,
    is_default,
    livemode: false,
    name,
    parent: null,
  };
}
