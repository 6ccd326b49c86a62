import { paymentProviders } from "~/adapters/registry.server";

/** Whether payments are only played through on this server: a test key of the provider, or the stand-in. No real money moves then. */
export function isPaymentTest(): boolean {
  const providers = Object.values(paymentProviders).filter((provider) => provider !== null);
  return providers.length > 0 && providers.every(({ config }) => !config.livemode);
}
