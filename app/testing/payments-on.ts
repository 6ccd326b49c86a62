// Imported before anything that reads the environment: the payment stand-in on a port of its own, and the slot that speaks to it.
import { CLIENT, SECRET, startStripeStandIn, WEBHOOK_SECRET } from "./stripe-stand-in";

export const standIn = await startStripeStandIn();

Object.assign(process.env, {
  PAYPROVIDER_SECRET: SECRET,
  PAYPROVIDER_CLIENT_ID: CLIENT,
  PAYPROVIDER_WEBHOOK_SECRETS: `whsec_old,${WEBHOOK_SECRET}`,
  PAYPROVIDER_API_BASE: standIn.origin,
  PLATFORM_FEE_BPS: "250",
});
