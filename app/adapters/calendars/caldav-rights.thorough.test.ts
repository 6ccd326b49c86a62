import { afterAll, beforeAll, expect, vi } from "vitest";
import { type CalDavServer, startRadicale } from "~/testing/caldav-servers";
import { wanted } from "~/testing/calendar-files";
import { needsTool } from "~/testing/needs-tool";
import type { CalendarProvider } from "./port";

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error as { kind?: string }).kind ?? String(error),
  );

const test = needsTool("radicale");
let server: CalDavServer;
let provider: CalendarProvider;
beforeAll(async () => {
  server = await startRadicale();
  vi.resetModules();
  vi.stubEnv("CALENDAR_ALLOW_HOSTS", server.host);
  ({ caldavProvider: provider } = await import("./caldav.server"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

test("a wrong password requires reconnecting and mentions app passwords", async () => {
  const wrong = { ...server.secret, password: "no" };
  await expect(provider.listCalendars(wrong)).rejects.toThrow(/reconnect.*app password/);
  const calendar = { external_id: await server.makeCalendar("c"), time_zone: "Europe/Berlin" };
  expect(await kindOf(provider.putEvent(wrong, calendar, wanted(), null))).toBe("reconnect");
});

test("a read-only calendar is reported as such and not written", async () => {
  const listed = await provider.listCalendars(server.secret);
  const holidays = listed.find(({ name }) => name === "Holidays");
  expect(holidays).toMatchObject({ can_write: false });
  const calendar = { external_id: holidays?.external_id ?? "", time_zone: "Europe/Berlin" };
  expect(await kindOf(provider.putEvent(server.secret, calendar, wanted(), null))).toBe("refused");
});
