import { ProviderError, type PaymentProvider, type ProviderName } from "~/adapters/payments/port";
import { paymentProvider } from "~/adapters/registry.server";
import { AppError } from "~/lib/app-error";

/** The provider by its name. Throws integration_disabled if the operator has not configured it. */
export function requireProvider(providerName: ProviderName): PaymentProvider {
  const provider = paymentProvider(providerName);
  if (provider === null)
    throw new AppError(
      "integration_disabled",
      "This payment provider is not switched on for this service.",
    );
  return provider;
}

/**
 * Calls the provider on behalf of a request: failures become provider_unavailable, with
 * Retry-After.
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.is_definite) throw error;
    throw new AppError(
      "provider_unavailable",
      "The payment provider isn’t responding. Please try again.",
      {
        headers: { "Retry-After": "10" },
      },
    );
  }
}

const platforms = new Map<ProviderName, string>();

/** The platform's account, which never changes; null while the provider cannot be reached. */
export async function platformOrganization(provider: ProviderName): Promise<string | null> {
  const known = platforms.get(provider);
  if (known !== undefined) return known;
  try {
    const id = await requireProvider(provider).getPlatformOrganizationId();
    if (id !== null) platforms.set(provider, id);
    return id;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}
