import { z } from "zod";
import { Instant, text } from "./common";
import { CurrencyCode } from "./fields";
import { operation, session } from "./operation";

// The company's account at the payment provider.

export const FeeCode = z
  .enum([
    "not_connected",
    "connection_revoked",
    "provider_unreachable",
    "fee_not_configured",
    "platform_organization_unknown",
    "same_organization",
    "scope_missing",
    "payments_not_enabled",
    "onboarding_incomplete",
    "profile_required",
    "profile_not_usable",
    "mode_mismatch",
    "fee_currency_unsupported",
    "fee_too_high",
  ])
  .describe("Why the platform fee can't be taken.");
export type FeeCode = z.infer<typeof FeeCode>;
export const FeeConfig = z
  .object({
    provider: z.string().describe("Name of the payment provider."),
    eligible: z.boolean().describe("Whether the platform fee can be taken."),
    codes: z.array(FeeCode).describe("All reasons why not, in a fixed order."),
    organization_id: z
      .string()
      .nullable()
      .describe("ID of the tenant's account at the payment provider; null if none is connected."),
    platform_organization_id: z
      .string()
      .nullable()
      .describe("ID of the platform's own account; null if unknown."),
    profile_id: z
      .string()
      .nullable()
      .describe("ID of the profile that payments use; null if none is chosen."),
    livemode: z
      .boolean()
      .nullable()
      .describe("Whether real money moves; null if no account is connected."),
    fee: z
      .object({
        basis_points: z.int().describe("Percentage part, in hundredths of a percent."),
        fixed: z.int().describe("Fixed part, in minor units, on top of the percentage."),
        currency: CurrencyCode,
      })
      .describe("Platform fee per payment."),
    checked_at: Instant.describe("When the provider was asked, in UTC."),
  })
  .describe("Whether the platform fee can be taken, and why not.");
export type FeeConfig = z.infer<typeof FeeConfig>;

export const ConnectStatus = z
  .object({
    connected: z.boolean().describe("Whether an account is connected."),
    provider: z
      .string()
      .nullable()
      .describe("Name of the payment provider; null if none is connected."),
    organization: z
      .object({
        id: z.string().describe("ID of the account at the payment provider."),
        name: z.string().nullable().describe("Name of the account; null if unknown."),
        country: z
          .string()
          .nullable()
          .describe("ISO 3166-1 alpha-2 code of its country, e.g. NL; null if unknown."),
      })
      .nullable()
      .describe("The connected account; null if there is none."),
    livemode: z
      .boolean()
      .nullable()
      .describe("Whether real money moves; null if no account is connected."),
    profile: z.string().nullable().describe("ID of the chosen profile; null if none is chosen."),
    profiles: z
      .array(
        z.object({
          id: z.string().describe("ID of the profile."),
          name: z.string().describe("Name of the profile."),
          website: z.string().nullable().describe("Website of the profile; null if there is none."),
          usable: z.boolean().describe("Whether the profile can be chosen."),
          is_default: z.boolean().describe("Whether the provider uses it when none is chosen."),
          kind: z.enum(["payment_method_configuration", "account"]).describe("Type of profile."),
        }),
      )
      .describe("Profiles to choose from."),
    can_take_payments: z.boolean().describe("Whether the provider lets the account take payments."),
    problems: z.array(z.string()).describe("What keeps guests from paying, in plain words."),
  })
  .describe("State of the connection to the payment provider.");
export type ConnectStatus = z.infer<typeof ConnectStatus>;
export const ConnectAddress = z
  .object({ url: z.string().describe("URL where the owner continues.") })
  .describe("Where the owner continues.");
export const ConnectQuery = z.object({
  action: z
    .enum(["authorize", "status"])
    .default("status")
    .describe(
      "Whether to go to the provider (`authorize`) or get the state of the connection (`status`).",
    ),
  return_to: z
    .enum(["dashboard", "onboarding"])
    .default("dashboard")
    .describe("Page that the owner returns to, with `authorize`."),
});
export type ConnectPage = z.output<typeof ConnectQuery>["return_to"];
export const ConnectReturn = z.object({
  code: text(500).optional().describe("Code to exchange for the connection, once."),
  state: text(200).optional().describe("State as it was sent to the provider."),
  error: text(200).optional().describe("Why the provider or the owner refused."),
});
export type ConnectReturn = z.output<typeof ConnectReturn>;
export const ConnectExchange = z
  .strictObject({
    code: text(500, 1).describe("Code to exchange for the connection, once."),
    state: text(200, 1).describe("State as it was sent to the provider."),
  })
  .describe("Code and state from the payment provider.");
export const ProfileChoice = z
  .strictObject({ profile_id: text(255, 1).describe("ID of the profile.") })
  .describe("The profile to take payments with.");

const person = { secret_key: false } as const;
const connectErrors = ["integration_disabled", "provider_unavailable"] as const;

/** Operations by which an owner connects the account that receives guests' payments. */
export const paymentConnection = {
  feeConfig: operation({
    method: "GET",
    path: "/api/payments/payprovider-fee-config",
    caller: session("admin", { test_key: "settings" }),
    summary:
      "Check with the provider whether the platform fee can be taken, with a code for every reason against it",
    returns: FeeConfig,
  }),
  connect: operation({
    method: "GET",
    path: "/api/payprovider/connect",
    caller: session("admin", person),
    summary:
      "Go to the provider (action=authorize) or get the state of the connection (action=status)",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
    redirects: "to the provider, with action=authorize",
  }),
  connectCallback: operation({
    method: "GET",
    path: "/api/payprovider/connect/callback",
    caller: session("owner", person),
    summary: "Return from the provider; continues to the page the owner came from",
    query: ConnectReturn,
    status: 302,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
    loose_query: true,
  }),
  clientLink: operation({
    method: "POST",
    path: "/api/payprovider/connect/client-link",
    caller: session("owner", person),
    summary:
      "Get a link to open an account at the provider, prefilled with the tenant's details; sets the state cookie",
    returns: ConnectAddress,
    errors: connectErrors,
    idempotent: { never: "each link belongs to the state cookie set with it" },
  }),
  exchange: operation({
    method: "POST",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "Complete a connection with the code and state from the provider",
    body: ConnectExchange,
    returns: ConnectStatus,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
  }),
  chooseProfile: operation({
    method: "PATCH",
    path: "/api/payprovider/connect/profile",
    caller: session("owner", person),
    summary: "Choose the profile to take payments with, if the account has several",
    body: ProfileChoice,
    returns: ConnectStatus,
    errors: [...connectErrors, "not_connected"],
  }),
  disconnect: operation({
    method: "DELETE",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "Disconnect the account; open checkouts end, past payments stay",
    status: 204,
    errors: [...connectErrors, "not_connected", "in_use"],
  }),
  legacyConnect: operation({
    method: "GET",
    path: "/api/legacypay/connect",
    caller: session("admin", person),
    summary: "Same as /api/payprovider/connect, for the older provider if enabled",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
    redirects: "to the provider, with action=authorize",
  }),
  legacyCallback: operation({
    method: "GET",
    path: "/api/legacypay/connect/callback",
    caller: session("owner", person),
    summary: "Same as /api/payprovider/connect/callback, for the older provider",
    query: ConnectReturn,
    status: 302,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
    loose_query: true,
  }),
};
