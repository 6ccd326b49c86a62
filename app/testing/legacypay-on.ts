// Import before anything that reads the environment: configures the old payment provider in
// addition to the current one, at the same stand-in.
import { standIn } from "./payments-on";
import { setSettings } from "./settings";
import { CLIENT, SECRET, WEBHOOK_SECRET } from "./stripe-stand-in";

setSettings({
  LEGACYPAY_ADAPTER: "stripe",
  LEGACYPAY_SECRET: SECRET,
  LEGACYPAY_CLIENT_ID: CLIENT,
  LEGACYPAY_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  LEGACYPAY_API_BASE: standIn.origin,
});

export { standIn };
