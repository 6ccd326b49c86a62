import { z } from "zod";
import { Instant, text } from "./common";
import { operation, session } from "./operation";

// The company's account at the payment provider.

export const FeeCode = z.enum([
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
]);
export type FeeCode = z.infer<typeof FeeCode>;
export const FeeConfig = z.object({
  provider: z.string().describe("the payment provider's name"),
  eligible: z.boolean(),
  codes: z.array(FeeCode).describe("every reason that holds, in a fixed order"),
  organization_id: z.string().nullable(),
  platform_organization_id: z.string().nullable(),
  profile_id: z.string().nullable(),
  livemode: z.boolean().nullable(),
  fee: z.object({
    basis_points: z.int().describe("hundredths of a percent"),
    fixed: z.int().describe("minor units, on top"),
    currency: z.string(),
  }),
  checked_at: Instant,
});
export type FeeConfig = z.infer<typeof FeeConfig>;

export const ConnectStatus = z.object({
  connected: z.boolean(),
  provider: z.string().nullable().describe("the payment provider's name"),
  organization: z.object({ id: z.string(), name: z.string().nullable(), country: z.string().nullable() }).nullable(),
  livemode: z.boolean().nullable(),
  profile: z.string().nullable().describe("the id of the chosen one"),
  profiles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      website: z.string().nullable(),
      usable: z.boolean(),
      is_default: z.boolean(),
      kind: z.enum(["payment_method_configuration", "account"]),
    }),
  ),
  can_take_payments: z.boolean(),
  problems: z.array(z.string()).describe("what keeps guests from paying, in plain words"),
});
export type ConnectStatus = z.infer<typeof ConnectStatus>;
export const ConnectAddress = z.object({ url: z.string().describe("where the owner goes on") });
export const ConnectQuery = z.object({
  action: z
    .enum(["authorize", "status"])
    .default("status")
    .describe("authorize: go to the provider; status: tell how it is"),
  return_to: z
    .enum(["dashboard", "onboarding"])
    .default("dashboard")
    .describe("with authorize: the page that the owner comes from and goes back to"),
});
export type ConnectPage = z.output<typeof ConnectQuery>["return_to"];
export const ConnectReturn = z.object({
  code: text(500).optional().describe("to be exchanged for the connection, once"),
  state: text(200).optional().describe("as it was given to the provider"),
  error: text(200).optional().describe("why the provider or the owner refused"),
});
export type ConnectReturn = z.output<typeof ConnectReturn>;
export const ConnectExchange = z.strictObject({ code: text(500, 1), state: text(200, 1) });
export const ProfileChoice = z.strictObject({ profile_id: text(255, 1) });

const person = { secret_key: false } as const;
const connectErrors = ["integration_disabled", "provider_unavailable"] as const;

/** The operations by which an owner connects the account that guests pay to. */
export const paymentConnection = {
  feeConfig: operation({
    method: "GET",
    path: "/api/payments/payprovider-fee-config",
    caller: session("admin"),
    summary: "Whether the platform's fee can be taken, asked of the provider now; every reason against it by its code",
    returns: FeeConfig,
  }),
  connect: operation({
    method: "GET",
    path: "/api/payprovider/connect",
    caller: session("admin", person),
    summary: "action=authorize sends the owner to the provider; action=status tells how the connection is",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
    redirects: "with action=authorize: to the provider, where the owner goes on",
  }),
  connectCallback: operation({
    method: "GET",
    path: "/api/payprovider/connect/callback",
    caller: session("owner", person),
    summary: "Where the provider sends the owner back to; goes on to the page they came from",
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
      "The address at which a new account is opened, filled in with what is known of the company; sets the state cookie",
    returns: ConnectAddress,
    errors: connectErrors,
    idempotent: { never: "each address has a state of its own in the cookie that is set with it" },
  }),
  exchange: operation({
    method: "POST",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "Finish a connection with the code and state that the provider gave",
    body: ConnectExchange,
    returns: ConnectStatus,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
  }),
  chooseProfile: operation({
    method: "PATCH",
    path: "/api/payprovider/connect/profile",
    caller: session("owner", person),
    summary: "Choose the profile to be paid through, where the account has several",
    body: ProfileChoice,
    returns: ConnectStatus,
    errors: [...connectErrors, "not_connected"],
  }),
  disconnect: operation({
    method: "DELETE",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "End the connection; open checkouts end too, what was paid stays",
    status: 204,
    errors: [...connectErrors, "not_connected", "in_use"],
  }),
  legacyConnect: operation({
    method: "GET",
    path: "/api/legacypay/connect",
    caller: session("admin", person),
    summary: "As /api/payprovider/connect, for the older provider where it is switched on",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
    redirects: "with action=authorize: to the provider, where the owner goes on",
  }),
  legacyCallback: operation({
    method: "GET",
    path: "/api/legacypay/connect/callback",
    caller: session("owner", person),
    summary: "As /api/payprovider/connect/callback, for the older provider",
    query: ConnectReturn,
    status: 302,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
    loose_query: true,
  }),
};
