import { type ProviderName, ProviderError, type WebhookHint } from "~/adapters/payments/port";
import { paymentProviders } from "~/adapters/registry.server";
import type { Provider } from "~/contract/operation";
import { AppError } from "~/lib/app-error";
import { isEqual, sha256 } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";

/**
 * Judges who sent the bytes, before anything is made of them; then what a payment provider says in them, null of any other. Throws
 * integration_disabled without a secret, unauthenticated, bad_signature, malformed_request.
 */
type Verifier = (headers: Headers, raw: Buffer) => WebhookHint | null;

/** How each provider of the contract proves itself. One without a line here does not compile. */
const verifiers: Record<Provider, Verifier> = {
  postmark: checkPostmark,
  payprovider: (headers, raw) => checkPaymentProvider("payprovider", headers, raw),
  legacypay: (headers, raw) => checkPaymentProvider("legacypay", headers, raw),
};

/** The provider's verifier. Throws for a name that has none, so that a call can never pass for lack of one. */
export function verifierOf(provider: Provider): Verifier {
  if (!Object.hasOwn(verifiers, provider)) throw new Error(`No signature check for the provider ${provider}.`);
  return verifiers[provider];
}

/** By the provider's own signature over the raw bytes. */
function checkPaymentProvider(slot: ProviderName, headers: Headers, raw: Buffer): WebhookHint {
  const provider = paymentProviders[slot];
  if (provider === null) throw new AppError("integration_disabled", "This payment provider is not switched on here.");
  try {
    return provider.readWebhook(raw, headers);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "invalid") throw new AppError("malformed_request", "This is no event of this payment provider.");
    throw new AppError("bad_signature", "The signature of this call does not match.");
  }
}

/** Postmark signs nothing: it sends the password of its webhook (RFC 7617), compared as hashes. */
function checkPostmark(headers: Headers): null {
  if (env.POSTMARK_WEBHOOK_SECRET === undefined)
    throw new AppError("integration_disabled", "This deployment does not take Postmark's webhooks.");
  const [, encoded = ""] = /^Basic +(\S+)$/i.exec(headers.get("Authorization") ?? "") ?? [];
  const given = Buffer.from(encoded, "base64").toString("utf8");
  const password = given.slice(given.indexOf(":") + 1);
  if (isEqual(sha256(password), sha256(env.POSTMARK_WEBHOOK_SECRET))) return null;
  throw new AppError("unauthenticated", "Use the password of this webhook.", {
    headers: { "WWW-Authenticate": "Basic" },
  });
}
