import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { CalendarProvider, CalendarSecret, ReadRequest } from "./port";

let server: Server;
let host: string;
let provider: CalendarProvider;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The environment is read when the driver is loaded.
  vi.stubEnv("CALENDAR_ALLOW_HOSTS", host);
  ({ icalProvider: provider } = await import("./ical.server"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const calendar = { external_id: "feed", time_zone: "Europe/Berlin" };
const secret = (url = `http://${host}/feed.ics`): CalendarSecret => ({ kind: "address", url });
const request = (cursor: string | null = null): ReadRequest => ({
  window: { from: new Date("2027-01-01T00:00:00Z"), to: new Date("2028-02-01T00:00:00Z") },
  cursor,
  page: null,
  tentative_is_busy: true,
});
const feed = (stamp: string, start = "20270104T100000Z") =>
  [
    "BEGIN:VCALENDAR",
    "X-WR-CALNAME:Anna\\, private",
    "X-WR-TIMEZONE:Europe/Paris",
    "BEGIN:VEVENT",
    "UID:e1",
    `DTSTAMP:${stamp}`,
    `DTSTART:${start}`,
    "DURATION:PT1H",
    "SUMMARY:Dentist",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const serve = (text: string, status = 200, headers: Record<string, string> = {}) => {
  answer = (_, response) => void response.writeHead(status, headers).end(text);
};
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error as { kind?: string }).kind ?? String(error),
  );

test("a URL is one read-only calendar with its name and zone", async () => {
  serve(feed("20270101T000000Z"));
  expect(await provider.listCalendars(secret())).toEqual([
    {
      external_id: "feed",
      name: "Anna, private",
      time_zone: "Europe/Paris",
      can_write: false,
      is_primary: true,
    },
  ]);
});

test("it is read completely, with title and times", async () => {
  serve(feed("20270101T000000Z"));
  expect(await provider.read(secret(), calendar, request())).toEqual({
    events: [
      {
        external_id: "e1",
        instance: "",
        starts_at: new Date("2027-01-04T10:00:00Z"),
        ends_at: new Date("2027-01-04T11:00:00Z"),
        is_busy: true,
        title: "Dentist",
        etag: null,
        booking_id: null,
      },
    ],
    removed: [],
    page: null,
    cursor: expect.any(String) as string,
    problems: [],
  });
});

test("a second read sends the validators, and a 304 means no changes", async () => {
  serve(feed("20270101T000000Z"), 200, { ETag: '"v1"' });
  const { cursor } = await provider.read(secret(), calendar, request());
  answer = ({ headers }, response) =>
    void response.writeHead(headers["if-none-match"] === '"v1"' ? 304 : 500).end();
  expect(await provider.read(secret(), calendar, request(cursor))).toEqual({
    events: [],
    removed: [],
    page: null,
    cursor,
  });
});

test("a server without ETag is revalidated by date", async () => {
  const date = "Mon, 04 Jan 2027 15:00:00 GMT";
  serve(feed("20270101T000000Z"), 200, { "Last-Modified": date });
  const { cursor } = await provider.read(secret(), calendar, request());
  answer = ({ headers }, response) =>
    void response.writeHead(headers["if-modified-since"] === date ? 304 : 500).end();
  expect((await provider.read(secret(), calendar, request(cursor))).events).toEqual([]);
});

test("a changed DTSTAMP is not a change, a changed time is", async () => {
  serve(feed("20270101T000000Z"));
  const { cursor } = await provider.read(secret(), calendar, request());
  serve(feed("20270102T000000Z"), 200, { ETag: '"v2"' });
  const again = await provider.read(secret(), calendar, request(cursor));
  expect(again.events).toEqual([]);
  expect(again.cursor).toContain("v2");
  serve(feed("20270102T000000Z", "20270104T120000Z"));
  expect(await kindOf(provider.read(secret(), calendar, request(again.cursor)))).toBe(
    "cursor_gone",
  );
});

test("a foreign cursor is cursor_gone", async () => {
  serve(feed("20270101T000000Z"));
  for (const cursor of ["", "{}", "https://example.com/sync"])
    expect(await kindOf(provider.read(secret(), calendar, request(cursor)))).toBe("cursor_gone");
});

test.each([
  [401, "unavailable"],
  [403, "rate_limited"],
  [404, "not_found"],
  [410, "not_found"],
  [400, "refused"],
  [500, "unavailable"],
  [503, "unavailable"],
  [204, "unavailable"],
])("status %i is %s", async (status, kind) => {
  serve("", status);
  expect(await kindOf(provider.read(secret(), calendar, request()))).toBe(kind);
});

test.each([
  [401, "unavailable"],
  [403, "rate_limited"],
])("a status %i never requires reconnecting, also when listing", async (status, kind) => {
  serve("", status);
  await expect(provider.listCalendars(secret())).rejects.toMatchObject({ kind, status });
});

test("a 429 has retry_after_ms", async () => {
  serve("", 429, { "Retry-After": "120" });
  await expect(provider.read(secret(), calendar, request())).rejects.toMatchObject({
    kind: "rate_limited",
    retry_after_ms: 120_000,
  });
});

test.each([
  ["a page to sign in", "<html><body>Sign in</body></html>"],
  ["nothing", ""],
  ["a page that ends with one", `<pre>${feed("20270101T000000Z")}`],
  ["half a calendar", feed("20270101T000000Z").slice(0, -10)],
])("%s is not an empty calendar", async (_, text) => {
  serve(text);
  expect(await kindOf(provider.read(secret(), calendar, request()))).toBe("unavailable");
});

test("an endless file is refused", async () => {
  serve(`BEGIN:VCALENDAR\r\n${"X".repeat(11 * 1024 * 1024)}`);
  expect(await kindOf(provider.read(secret(), calendar, request()))).toBe("refused");
});

test("a malicious rule hides no other event and does not block the next calendar", async () => {
  const bomb = ["UID:bomb", "DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY"];
  const event = ["BEGIN:VEVENT", ...bomb, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
  serve(feed("20270101T000000Z").replace("END:VCALENDAR", event));
  const { events, problems } = await provider.read(secret(), calendar, request());
  expect(problems).toEqual([{ reason: "too_many", count: 1 }]);
  expect(events.filter(({ external_id }) => external_id === "e1")).toHaveLength(1);
  serve(feed("20270101T000000Z"));
  expect((await provider.read(secret(), calendar, request())).events).toHaveLength(1);
});

test.each([
  "http://127.0.0.1:1/x.ics",
  "http://169.254.169.254/latest",
  "https://10.0.0.1/",
  "file:///etc/passwd",
  "no",
])("%s is not contacted", async (url) => {
  expect(await kindOf(provider.read(secret(url), calendar, request()))).toBe("address_not_allowed");
  expect(requests).toEqual([]);
});

test("webcal:// means https", async () => {
  serve(feed("20270101T000000Z"));
  expect(
    await kindOf(provider.read(secret(`webcal://${host}/feed.ics`), calendar, request())),
  ).toBe("unavailable");
  expect(requests).toEqual([]);
});

test("nothing is written", async () => {
  const known = { external_id: createHash("sha256").digest("hex"), etag: null };
  expect(provider.writes).toBe(false);
  expect(await kindOf(provider.deleteEvent(secret(), calendar, known))).toBe("refused");
});
