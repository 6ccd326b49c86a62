import { ProviderError, type PaymentProvider, type ProviderName } from "~/adapters/payments/port";
import { paymentProvider } from "~/adapters/registry.server";
import { AppError } from "~/lib/app-error";

/** The provider of a slot. Throws integration_disabled where the operator has not set it up. */
export function requireProvider(slot: ProviderName): PaymentProvider {
  const provider = paymentProvider(slot);
  if (provider === null)
    throw new AppError(
      "integration_disabled",
      "This payment provider is not switched on for this service.",
    );
  return provider;
}

/** A call to the provider on somebody's behalf: its trouble is said as provider_unavailable, with Retry-After. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.is_definite) throw error;
    throw new AppError(
      "provider_unavailable",
      "The payment provider does not answer. Please try again.",
      {
        headers: { "Retry-After": "10" },
      },
    );
  }
}

const platforms = new Map<ProviderName, string>();

/** The platform's own account, which never changes; null while the provider cannot be reached. */
export async function platformOrganization(slot: ProviderName): Promise<string | null> {
  const known = platforms.get(slot);
  if (known !== undefined) return known;
  try {
    const id = await requireProvider(slot).getPlatformOrganizationId();
    if (id !== null) platforms.set(slot, id);
    return id;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}
