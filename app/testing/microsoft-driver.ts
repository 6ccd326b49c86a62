import { expect } from "vitest";
import { microsoftProvider } from "~/adapters/calendars/microsoft.server";
import type { CalendarGrant } from "~/adapters/calendars/port";
import { MIA, MIA_CALENDAR } from "~/sandbox/graph/state";
import { microsoftSettings, visitMicrosoft } from "./microsoft-calendar";
import { pkce } from "./pkce";

/** The driver as the registry creates it from the environment. */
export const microsoftClient = {
  client_id: microsoftSettings.MICROSOFT_CALENDAR_CLIENT_ID,
  client_secret: microsoftSettings.MICROSOFT_CALENDAR_CLIENT_SECRET,
  api_base: microsoftSettings.MICROSOFT_CALENDAR_API_BASE,
  redirect_uri: "http://127.0.0.1:3000/api/calendar-connections/callback/microsoft",
};
export const provider = microsoftProvider(microsoftClient);
export const oauth = provider.oauth!;
export const calendar = { external_id: MIA_CALENDAR, time_zone: "Europe/London" };

/** Start and end of an event in March 2027: at("02T08:00"). */
export const at = (time: string, minutes = 60) => ({
  start: `2027-03-${time}:00Z`,
  end: new Date(Date.parse(`2027-03-${time}:00Z`) + minutes * 60_000).toISOString(),
});

/** Completes the consent page. */
export async function connect(
  use: "read" | "write" = "write",
  account: string | null = MIA,
): Promise<CalendarGrant> {
  const { code_verifier, code_challenge } = pkce();
  const back = await visitMicrosoft(
    await oauth.authorizeUrl({ state: "s1", code_challenge, use }),
    account,
  );
  expect(back.searchParams.get("state")).toBe("s1");
  return oauth.exchange(back, code_verifier);
}
