import { env } from "~/lib/env.server";

/**
 * Where a payment provider's checkout may be, as sources of a Content-Security-Policy: any https host, since an account may have a domain
 * of its own for it, and the stand-in where that takes the provider's place.
 */
export function checkoutSources(): string[] {
  const { payprovider, legacypay } = env.PAYMENTS;
  const bases = [payprovider, legacypay].flatMap((slot) =>
    slot?.api_base ? [new URL(slot.api_base).origin] : [],
  );
  return ["https:", ...new Set(bases)];
}
