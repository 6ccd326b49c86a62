// Import before anything that reads the environment: starts the payment stand-in and configures it
// as provider.
import { setSettings } from "./settings";
import { CLIENT, SECRET, startStripeStandIn, WEBHOOK_SECRET } from "./stripe-stand-in";

export const standIn = await startStripeStandIn();

setSettings({
  PAYPROVIDER_SECRET: SECRET,
  PAYPROVIDER_CLIENT_ID: CLIENT,
  PAYPROVIDER_WEBHOOK_SECRETS: `whsec_old,${WEBHOOK_SECRET}`,
  PAYPROVIDER_API_BASE: standIn.origin,
  PLATFORM_FEE_BPS: "250",
});

/** Settings that connect web and worker processes to this database and the stand-in. */
export const processSettings = () => ({
  DATABASE_URL: process.env.DATABASE_URL!,
  RATE_LIMITS: "off",
  NODE_ENV: "test",
  PAYPROVIDER_SECRET: process.env.PAYPROVIDER_SECRET!,
  PAYPROVIDER_CLIENT_ID: process.env.PAYPROVIDER_CLIENT_ID!,
  PAYPROVIDER_WEBHOOK_SECRETS: process.env.PAYPROVIDER_WEBHOOK_SECRETS!,
  PAYPROVIDER_API_BASE: process.env.PAYPROVIDER_API_BASE!,
  PLATFORM_FEE_BPS: process.env.PLATFORM_FEE_BPS!,
});
