import { type ProviderName, ProviderError, type WebhookHint } from "~/adapters/payments/port";
import { paymentProvider } from "~/adapters/registry.server";
import type { Provider } from "~/contract/operation";
import { AppError } from "~/lib/app-error";
import { channelOfToken } from "~/lib/channel-token.server";
import { hmacSha1, isEqual, sha256 } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";
import { parseForm, parseJson } from "./body.server";

/**
 * Verifies a provider's signature over the raw bytes before they are parsed. Returns the payload of
 * a payment provider, null for others. Throws integration_disabled without a secret,
 * unauthenticated, bad_signature, malformed_request.
 */
type Verifier = (headers: Headers, raw: Buffer, url: URL) => WebhookHint | null;

/** One verifier per provider of the contract; a missing one does not compile. */
const verifiers: Record<Provider, Verifier> = {
  postmark: checkPostmark,
  twilio: checkTwilio,
  payprovider: (headers, raw) => checkPaymentProvider("payprovider", headers, raw),
  legacypay: (headers, raw) => checkPaymentProvider("legacypay", headers, raw),
  google_calendar: checkGoogleCalendar,
  microsoft_calendar: checkMicrosoftCalendar,
};

/** The provider's verifier. Throws when there is none, so that a call can't pass unverified. */
export function verifierOf(provider: Provider): Verifier {
  if (!Object.hasOwn(verifiers, provider))
    throw new Error(`No signature check for the provider ${provider}.`);
  return verifiers[provider];
}

/** Verifies the payment provider's signature over the raw bytes. */
function checkPaymentProvider(
  providerName: ProviderName,
  headers: Headers,
  raw: Buffer,
): WebhookHint {
  const provider = paymentProvider(providerName);
  if (provider === null)
    throw new AppError("integration_disabled", "This payment provider is not enabled.");
  try {
    return provider.readWebhook(raw, headers);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "invalid")
      throw new AppError("malformed_request", "This is not an event of this payment provider.");
    throw new AppError("bad_signature", "The signature of this call does not match.");
  }
}

/** Google doesn't sign: it returns the channel token that we issued, along with the channel id. */
function checkGoogleCalendar(headers: Headers): null {
  requireCalendars("google");
  const channel = channelOfToken(headers.get("X-Goog-Channel-Token") ?? "");
  if (channel !== null && channel === headers.get("X-Goog-Channel-ID")) return null;
  throw new AppError("bad_signature", "The channel token of this notice is invalid.");
}

/**
 * Microsoft returns the channel token in each notice. Its handshake has no body and is not parsed.
 */
function checkMicrosoftCalendar(headers: Headers, raw: Buffer): null {
  requireCalendars("microsoft");
  if (raw.length === 0) return null;
  const { value } = parseJson(raw, headers) as { value?: unknown };
  const tokens = Array.isArray(value)
    ? value.map((notice: { clientState?: unknown } | null) => notice?.clientState)
    : [];
  const isOurs = tokens.every(
    (token) => typeof token === "string" && channelOfToken(token) !== null,
  );
  if (tokens.length > 0 && isOurs) return null;
  throw new AppError("bad_signature", "The client state of this notice is invalid.");
}

function requireCalendars(name: "google" | "microsoft"): void {
  if (env.CALENDARS[name] === null)
    throw new AppError(
      "integration_disabled",
      "Calendars of this provider are not switched on here.",
    );
}

/**
 * Twilio signs the URL as it was given to Twilio, followed by the form's names and values in the
 * order of their names (HMAC-SHA1 with the account's token). Like its own libraries, this accepts
 * the URL with or without its port.
 */
function checkTwilio(headers: Headers, raw: Buffer, { pathname, search }: URL): null {
  const token = env.TWILIO_AUTH_TOKEN;
  if (token === undefined)
    throw new AppError("integration_disabled", "This deployment does not take Twilio's webhooks.");
  const signature = headers.get("X-Twilio-Signature") ?? "";
  const fields = parseForm(raw, headers);
  const content = [...new Set(fields.keys())]
    .sort()
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
  const isSigned = twilioOrigins().some((origin) =>
    isEqual(signature, hmacSha1(token, `${origin}${pathname}${search}${content}`)),
  );
  if (isSigned) return null;
  throw new AppError("bad_signature", "The signature of this call does not match.");
}

/** The public origin, which a proxy may hide from the request, without and with its port. */
function twilioOrigins(): string[] {
  const { protocol, hostname, port } = new URL(env.BASE_URL);
  return [
    `${protocol}//${hostname}`,
    `${protocol}//${hostname}:${port || (protocol === "https:" ? "443" : "80")}`,
  ];
}

/** Postmark doesn't sign: it sends the webhook's password (RFC 7617), compared as hashes. */
function checkPostmark(headers: Headers): null {
  if (env.POSTMARK_WEBHOOK_SECRET === undefined)
    throw new AppError(
      "integration_disabled",
      "This deployment does not take Postmark's webhooks.",
    );
  const [, encoded = ""] = /^Basic +(\S+)$/i.exec(headers.get("Authorization") ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString("utf8");
  const password = given.slice(given.indexOf(":") + 1);
  if (isEqual(sha256(password), sha256(env.POSTMARK_WEBHOOK_SECRET))) return null;
  throw new AppError("unauthenticated", "Use the password of this webhook.", {
    headers: { "WWW-Authenticate": "Basic" },
  });
}
