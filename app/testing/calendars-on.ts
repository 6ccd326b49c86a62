// Import before anything that reads the environment: configures clients at Google and Microsoft.
import { setSettings } from "./settings";

setSettings({
  GOOGLE_CALENDAR_CLIENT_ID: "google-client",
  GOOGLE_CALENDAR_CLIENT_SECRET: "google-secret",
  MICROSOFT_CALENDAR_CLIENT_ID: "microsoft-client",
  MICROSOFT_CALENDAR_CLIENT_SECRET: "microsoft-secret",
});
