import { env } from "~/lib/env.server";

/**
 * Whether payments are only simulated on this server, with the provider's test key or the stand-in,
 * so that no real money moves.
 */
export function isPaymentTest(): boolean {
  const { payprovider, legacypay } = env.PAYMENTS;
  const providers = [payprovider, legacypay].filter((settings) => settings !== null);
  return providers.length > 0 && providers.every(({ livemode }) => !livemode);
}
