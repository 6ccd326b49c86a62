import { expect, test } from "vitest";
import { readCalendarSettings } from "./calendar-env";

function read(given: Record<string, string>) {
  const refused: string[] = [];
  const settings = readCalendarSettings(given, (name, message) =>
    refused.push(`${name} ${message}`),
  );
  return { ...settings, refused };
}
const client = { GOOGLE_CALENDAR_CLIENT_ID: "id", GOOGLE_CALENDAR_CLIENT_SECRET: "secret" };
const MINE = "http://127.0.0.1:3002/google";

test("a provider is enabled only with a client", () => {
  expect(read({})).toEqual({ google: null, microsoft: null, refused: [] });
  expect(read(client)).toEqual({
    google: { client_id: "id", client_secret: "secret", api_base: undefined },
    microsoft: null,
    refused: [],
  });
  expect(read({ ...client, GOOGLE_CALENDAR_API_BASE: `${MINE}/` }).google).toMatchObject({
    api_base: MINE,
  });
});

test.each([
  [{ GOOGLE_CALENDAR_CLIENT_ID: "id" }, /^GOOGLE_CALENDAR_CLIENT_SECRET is needed/],
  [{ MICROSOFT_CALENDAR_CLIENT_SECRET: "secret" }, /^MICROSOFT_CALENDAR_CLIENT_ID is needed/],
  [
    { ...client, GOOGLE_CALENDAR_API_BASE: "https://calendar.example" },
    /API_BASE must be on this machine/,
  ],
  [{ ...client, GOOGLE_CALENDAR_API_BASE: "calendar" }, /API_BASE must be an address/],
  [
    { ...client, GOOGLE_CALENDAR_API_BASE: MINE, NODE_ENV: "production" },
    /API_BASE is for development only/,
  ],
])("%j is refused with an explanation", (given, message) => {
  const { refused } = read(given);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(message);
});
