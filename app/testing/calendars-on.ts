// Imported before anything that reads the environment: this service has a client at Google and at Microsoft.
import { setSettings } from "./settings";

setSettings({
  GOOGLE_CALENDAR_CLIENT_ID: "google-client",
  GOOGLE_CALENDAR_CLIENT_SECRET: "google-secret",
  MICROSOFT_CALENDAR_CLIENT_ID: "microsoft-client",
  MICROSOFT_CALENDAR_CLIENT_SECRET: "microsoft-secret",
});
