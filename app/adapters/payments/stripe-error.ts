import Stripe from "stripe";
import { ProviderError } from "./port";

/**
 * Converts an SDK error by its HTTP status (Stripe API reference, Errors). Without a response, or
 * after a 5xx, it is unknown whether the call was executed; Stripe stores a 5xx under the
 * idempotency key and repeats it (Idempotent requests).
 */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new ProviderError(
      "unavailable",
      "The payment provider's answer could not be read.",
      false,
    );
  const { statusCode, requestId } = error;
  // OAuth errors carry a name in place of a code.
  const code =
    error instanceof Stripe.errors.StripeInvalidGrantError ? "invalid_grant" : error.code;
  const make = (
    kind: ProviderError["kind"],
    message: string,
    isDefinite: boolean,
    isStored = false,
  ) => {
    const [providerCode, request] = [code ?? error.type, requestId ?? null];
    return new ProviderError(
      kind,
      message,
      isDefinite,
      providerCode,
      request,
      error.param ?? null,
      isStored,
    );
  };
  if (statusCode === undefined)
    return make("unavailable", "The payment provider did not answer.", false);
  if (statusCode === 401)
    return make("auth", "The payment provider did not accept the platform's key.", true);
  if (statusCode === 403)
    return make("permission", "The payment provider no longer lets us act for this account.", true);
  if (statusCode === 404)
    return make("not_found", "The payment provider does not know this record.", true);
  if (statusCode === 409)
    return make("conflict", "The payment provider is still working on the same call.", false);
  if (statusCode === 429)
    return make("rate_limited", "The payment provider asks us to slow down.", false);
  if (statusCode < 500)
    return make("invalid", `The payment provider refused the call (${code ?? error.type}).`, true);
  return make("unavailable", "The payment provider has a problem.", false, true);
}
