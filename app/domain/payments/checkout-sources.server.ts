import { env } from "~/lib/env.server";

/**
 * Content-Security-Policy sources for a payment provider's checkout: any https host, because an
 * account may use a custom domain, and the stand-in when it replaces the provider.
 */
export function checkoutSources(): string[] {
  const { payprovider, legacypay } = env.PAYMENTS;
  const bases = [payprovider, legacypay].flatMap((provider) =>
    provider?.api_base ? [new URL(provider.api_base).origin] : [],
  );
  return ["https:", ...new Set(bases)];
}
