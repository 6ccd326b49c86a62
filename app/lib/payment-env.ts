/** Credentials of one payment provider. */
interface ProviderSettings {
  adapter: "stripe";
  api_base: string | undefined;
  client_id: string;
  secret: string;
  platform_organization_id: string | undefined;
  webhook_secrets: string[];
  livemode: boolean;
}

/** The platform's share of each payment. */
export interface PlatformFee {
  /** Hundredths of a percent. */
  basis_points: number;
  /** Added to the percentage, in minor units of `currency`. */
  fixed: number;
  currency: string;
  /** When the fee can't be charged: take the payment without it, or refuse the payment. */
  policy: "skip" | "require";
}

export interface PaymentSettings {
  payprovider: ProviderSettings | null;
  legacypay: ProviderSettings | null;
  fee: PlatformFee;
}

type Given = Record<string, string | undefined>;
type Refuse = (name: string, message: string) => void;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Reads the payment providers: PAYPROVIDER_… (off without a secret) and LEGACYPAY_… (off without
 * LEGACYPAY_ADAPTER). Calls `refuse` for each invalid variable.
 */
export function readPaymentSettings(given: Given, refuse: Refuse): PaymentSettings {
  const isCurrentOn = given.PAYPROVIDER_SECRET !== undefined;
  const isLegacyOn = (given.LEGACYPAY_ADAPTER ?? "off") !== "off";
  return {
    payprovider: isCurrentOn ? readProvider(given, "PAYPROVIDER_", refuse) : null,
    legacypay: isLegacyOn ? readProvider(given, "LEGACYPAY_", refuse) : null,
    fee: readFee(given, refuse),
  };
}

function readProvider(given: Given, prefix: string, refuse: Refuse): ProviderSettings | null {
  const read = (name: string) => given[prefix + name];
  if ((read("ADAPTER") ?? "stripe") !== "stripe") refuse(`${prefix}ADAPTER`, "must be stripe");
  const [secret, client_id] = [read("SECRET"), read("CLIENT_ID")];
  const webhook_secrets = (read("WEBHOOK_SECRETS") ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  if (secret === undefined) refuse(`${prefix}SECRET`, "is needed");
  if (client_id === undefined) refuse(`${prefix}CLIENT_ID`, "is needed beside the secret key");
  if (webhook_secrets.length === 0)
    refuse(`${prefix}WEBHOOK_SECRETS`, "is needed: unsigned webhooks are not taken");
  const api_base = read("API_BASE");
  const problem =
    api_base === undefined
      ? null
      : problemOf(api_base, secret ?? "", given.NODE_ENV === "production");
  if (problem !== null) refuse(`${prefix}API_BASE`, problem);
  if (secret === undefined || client_id === undefined) return null;
  const livemode = /^(sk|rk)_live_/.test(secret);
  return {
    adapter: "stripe",
    api_base: api_base?.replace(/\/$/, ""),
    client_id,
    secret,
    platform_organization_id: read("PLATFORM_ORGANIZATION_ID"),
    webhook_secrets,
    livemode,
  };
}

/**
 * Another base URL is for a local stand-in: never unencrypted over a network, never with a live
 * key.
 */
function problemOf(base: string, secret: string, isProduction: boolean): string | null {
  if (!URL.canParse(base)) return "must be an address such as http://127.0.0.1:4242";
  const { protocol, hostname } = new URL(base);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(hostname)))
    return "must be https";
  if (isProduction && LOOPBACK.test(hostname)) return "is for development only";
  return /^(sk|rk)_live_/.test(secret) ? "is not for a live key" : null;
}

function readFee(given: Given, refuse: Refuse): PlatformFee {
  const number = (name: string, most: number): number => {
    const value = Number(given[name] ?? "0");
    if (Number.isInteger(value) && value >= 0 && value <= most) return value;
    refuse(name, `must be a whole number from 0 to ${most}`);
    return 0;
  };
  const policy = given.PLATFORM_FEE_POLICY ?? "skip";
  if (policy !== "skip" && policy !== "require")
    refuse("PLATFORM_FEE_POLICY", "must be skip or require");
  const currency = given.PLATFORM_FEE_CURRENCY ?? "EUR";
  if (!/^[A-Z]{3}$/.test(currency))
    refuse("PLATFORM_FEE_CURRENCY", "must be a currency such as EUR");
  return {
    basis_points: number("PLATFORM_FEE_BPS", 10_000),
    fixed: number("PLATFORM_FEE_FIXED", 1_000_000),
    currency,
    policy: policy === "require" ? "require" : "skip",
  };
}
