import { env } from "~/lib/env.server";

/** Whether payments are only played through on this server: a test key of the provider, or the stand-in. No real money moves then. */
export function isPaymentTest(): boolean {
  const { payprovider, legacypay } = env.PAYMENTS;
  const providers = [payprovider, legacypay].filter((settings) => settings !== null);
  return providers.length > 0 && providers.every(({ livemode }) => !livemode);
}
