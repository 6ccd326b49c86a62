import { setSettings } from "./settings";
import { TWILIO_BASE, TWILIO_NUMBER, TWILIO_TOKEN } from "./twilio-stand-in";

// Import before anything that reads the environment: texts go to Twilio's stand-in.
setSettings({
  SMS_DRIVER: "twilio",
  SMS_COUNTRIES: "NL,BE",
  SMS_PRICE: "0.08 EUR",
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
  TWILIO_FROM: TWILIO_NUMBER,
  TWILIO_API_BASE: TWILIO_BASE,
  TWILIO_WHATSAPP_FROM: "+3197000001",
  TWILIO_WHATSAPP_TEMPLATES: `en:HX${"0".repeat(32)},nl:HX${"1".repeat(32)}`,
});
