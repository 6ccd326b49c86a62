import { expect } from "vitest";
import { googleProvider } from "~/adapters/calendars/google.server";
import type { CalendarGrant } from "~/adapters/calendars/port";
import { ANNA } from "~/sandbox/google/state";
import { GOOGLE_ALL, googleSettings, pkce, visitGoogle } from "./google-calendar";

/** The driver as the registry creates it from the environment. */
export const googleClient = {
  client_id: googleSettings.GOOGLE_CALENDAR_CLIENT_ID,
  client_secret: googleSettings.GOOGLE_CALENDAR_CLIENT_SECRET,
  api_base: googleSettings.GOOGLE_CALENDAR_API_BASE,
  redirect_uri: "http://127.0.0.1:3000/api/calendar-connections/callback/google",
};
export const provider = googleProvider(googleClient);
export const oauth = provider.oauth!;
export const calendar = { external_id: ANNA, time_zone: "UTC" };

/** Start and end of an event in March 2027: at("02T08:00"). */
export const at = (time: string, minutes = 60) => ({
  start: { dateTime: `2027-03-${time}:00Z` },
  end: { dateTime: new Date(Date.parse(`2027-03-${time}:00Z`) + minutes * 60_000).toISOString() },
});

/** Answers the consent page with these boxes ticked. */
export async function connect(
  boxes = GOOGLE_ALL,
  account: string | null = ANNA,
): Promise<CalendarGrant> {
  const { code_verifier, code_challenge } = pkce();
  const back = await visitGoogle(
    await oauth.authorizeUrl({ state: "s1", code_challenge }),
    account,
    boxes,
  );
  expect(back.searchParams.get("state")).toBe("s1");
  return oauth.exchange(back, code_verifier);
}
