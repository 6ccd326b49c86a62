import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { type CalDavServer, startRadicale, startXandikos } from "~/testing/caldav-servers";
import { BOOKING, hour, ics, OUR_FILE, wanted } from "~/testing/calendar-files";
import { needsTool } from "~/testing/needs-tool";
import type { CalendarProvider, ReadPage, ReadRequest } from "./port";

const WINDOW = { from: new Date("2027-01-01T00:00:00Z"), to: new Date("2028-02-01T00:00:00Z") };

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error as { kind?: string }).kind ?? String(error),
  );

describe.each([
  { name: "Radicale", start: startRadicale, test: needsTool("radicale") },
  { name: "Xandikos", start: startXandikos, test: needsTool("xandikos") },
])("$name", ({ start, test }) => {
  let server: CalDavServer;
  let provider: CalendarProvider;
  let made = 0;

  beforeAll(async () => {
    server = await start();
    vi.resetModules();
    vi.stubEnv("CALENDAR_ALLOW_HOSTS", server.host);
    ({ caldavProvider: provider } = await import("./caldav.server"));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.stop();
  });

  /** Creates an empty calendar for a test. */
  async function calendar() {
    return { external_id: await server.makeCalendar(`c${++made}`), time_zone: "Europe/Berlin" };
  }
  type Calendar = Awaited<ReturnType<typeof calendar>>;
  const request = (cursor: string | null, page: string | null = null): ReadRequest => ({
    window: WINDOW,
    cursor,
    page,
    tentative_is_busy: true,
  });
  async function readAll(of: Calendar, cursor: string | null = null) {
    const pages: ReadPage[] = [];
    for (
      let page: string | null = null;
      pages.length === 0 || page !== null;
      page = pages.at(-1)?.page ?? null
    )
      pages.push(await provider.read(server.secret, of, request(cursor, page)));
    return {
      events: pages.flatMap(({ events }) => events),
      removed: pages.flatMap(({ removed }) => removed),
      cursor: pages.at(-1)?.cursor ?? null,
      pages: pages.length,
    };
  }
  const outside = (of: Calendar, file: string, body: string, headers = {}) =>
    server.send("PUT", `${of.external_id}${file}`, body, {
      "Content-Type": "text/calendar",
      ...headers,
    });
  const names = (events: { external_id: string }[]) =>
    events.map(({ external_id }) => external_id.split("/").at(-1)).sort();

  test("finds an account's calendars from the server's bare URL", async () => {
    const { external_id } = await calendar();
    const listed = await provider.listCalendars(server.secret);
    expect(listed.find((each) => each.external_id === external_id)).toMatchObject({
      can_write: true,
    });
    expect(listed.filter(({ is_primary }) => is_primary)).toHaveLength(1);
  });

  test("finds them from a calendar's URL", async () => {
    const { external_id } = await calendar();
    const listed = await provider.listCalendars({ ...server.secret, server_url: external_id });
    expect(listed.map((each) => each.external_id)).toContain(external_id);
  });

  test("the first read returns the window, the second nothing, the third the changes", async () => {
    const of = await calendar();
    await outside(of, "one.ics", ics("one", ...hour("20270104")));
    await outside(of, "old.ics", ics("old", ...hour("20260104")));
    await outside(
      of,
      "series.ics",
      ics("series", ...hour("20270111"), "RRULE:FREQ=WEEKLY;COUNT=3"),
    );
    const first = await readAll(of);
    expect(names(first.events)).toEqual(["one.ics", "series.ics", "series.ics", "series.ics"]);
    expect(first.events.find(({ external_id }) => external_id.endsWith("one.ics"))).toMatchObject({
      instance: "",
      starts_at: new Date("2027-01-04T10:00:00Z"),
      ends_at: new Date("2027-01-04T11:00:00Z"),
      is_busy: true,
      title: "Dentist",
      booking_id: null,
      etag: expect.any(String) as string,
    });
    expect(first.cursor).not.toBeNull();

    const second = await readAll(of, first.cursor);
    expect(second).toMatchObject({ events: [], removed: [] });

    await outside(of, "one.ics", ics("one", ...hour("20270104", "140000Z"), "SEQUENCE:1"));
    await outside(of, "two.ics", ics("two", ...hour("20270105")));
    await server.send("DELETE", `${of.external_id}series.ics`);
    const third = await readAll(of, second.cursor);
    expect(names(third.events)).toEqual(["one.ics", "two.ics"]);
    expect(third.removed.map((id) => id.split("/").at(-1))).toEqual(["series.ics"]);
    expect(
      third.events.map(({ starts_at }) => starts_at.toISOString().slice(8, 13)).sort(),
    ).toEqual(["04T14", "05T10"]);
  });

  test("an event moved out of the window is gone", async () => {
    const of = await calendar();
    await outside(of, "one.ics", ics("one", ...hour("20270104")));
    const first = await readAll(of);
    await outside(of, "one.ics", ics("one", ...hour("20300104"), "SEQUENCE:1"));
    const second = await readAll(of, first.cursor);
    expect(second).toMatchObject({
      events: [],
      removed: first.events.map(({ external_id }) => external_id),
    });
  });

  test("reads changed occurrences and exceptions with their series", async () => {
    const of = await calendar();
    const series = ics(
      "s",
      ...hour("20270111"),
      "RRULE:FREQ=WEEKLY;COUNT=3",
      "EXDATE:20270125T100000Z",
    );
    const moved = [
      "BEGIN:VEVENT",
      "UID:s",
      "DTSTAMP:20270101T000000Z",
      "RECURRENCE-ID:20270118T100000Z",
    ];
    const both = series.replace(
      "END:VCALENDAR",
      [...moved, ...hour("20270119"), "END:VEVENT", "END:VCALENDAR"].join("\r\n"),
    );
    expect((await outside(of, "s.ics", both)).status).toBe(201);
    expect(
      (await readAll(of)).events
        .map(({ instance, starts_at }) => [instance.slice(5, 10), starts_at.getUTCDate()])
        .sort(),
    ).toEqual([
      ["01-11", 11],
      ["01-18", 19],
    ]);
  });

  test("reads many files in pages, each event once", async () => {
    const of = await calendar();
    for (let index = 0; index < 120; index++)
      await outside(
        of,
        `e${index}.ics`,
        ics(`e${index}`, ...hour(`202701${String((index % 28) + 1).padStart(2, "0")}`)),
      );
    const read = await readAll(of);
    expect(read.pages).toBe(2);
    expect(new Set(names(read.events)).size).toBe(120);
    expect((await readAll(of, read.cursor)).events).toEqual([]);
  });

  test("a rejected token and a foreign cursor are cursor_gone", async () => {
    const of = await calendar();
    const { cursor } = await readAll(of);
    const other = JSON.stringify({
      ...(JSON.parse(cursor ?? "{}") as object),
      token: "http://example.com/sync/none",
    });
    expect(await kindOf(readAll(of, other))).toBe("cursor_gone");
    expect(await kindOf(readAll(of, "CAAQ"))).toBe("cursor_gone");
  });

  test("without tokens, the ctag decides about reading again", async () => {
    const of = await calendar();
    const { cursor } = await readAll(of);
    const place = {
      ...(JSON.parse(cursor ?? "{}") as { token: string | null; tag: string | null }),
      token: null,
    };
    expect(place.tag).not.toBeNull();
    expect(await readAll(of, JSON.stringify(place))).toMatchObject({
      events: [],
      removed: [],
      cursor: JSON.stringify(place),
    });
    await outside(of, "one.ics", ics("one", ...hour("20270104")));
    expect(await kindOf(readAll(of, JSON.stringify(place)))).toBe("cursor_gone");
  });

  test("a deleted calendar is not_found", async () => {
    const of = await calendar();
    const { cursor } = await readAll(of);
    await server.send("DELETE", of.external_id);
    expect(await kindOf(readAll(of))).toBe("not_found");
    expect(await kindOf(readAll(of, cursor))).toMatch(/not_found|cursor_gone/);
  });

  test("an event is written once despite retries, and read as ours", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    expect(first.etag).not.toBeNull();
    // The response was lost, so the call is repeated.
    expect(await provider.putEvent(server.secret, of, wanted(), null)).toEqual(first);
    const { events } = await readAll(of);
    expect(events).toMatchObject([
      {
        external_id: first.external_id,
        booking_id: BOOKING,
        starts_at: wanted().starts_at,
        title: wanted().title,
      },
    ]);
    expect(await provider.findEvent(server.secret, of, first.external_id)).toMatchObject({
      booking_id: BOOKING,
      etag: first.etag,
    });
  });

  test("it invites nobody", async () => {
    const of = await calendar();
    const { external_id } = await provider.putEvent(server.secret, of, wanted(), null);
    const { text } = await server.send("GET", new URL(external_id, server.home).href);
    expect(text.replace(/\r\n[ \t]/g, "")).not.toMatch(/^(ORGANIZER|ATTENDEE)/m);
    expect(text).toContain("Zoë");
  });

  test("an update replaces the event, also when its response was lost", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    const moved = wanted({
      starts_at: new Date("2027-01-05T12:00:00Z"),
      ends_at: new Date("2027-01-05T13:00:00Z"),
      sequence: 1,
    });
    const second = await provider.putEvent(server.secret, of, moved, first);
    expect(second).toMatchObject({ external_id: first.external_id });
    expect(second.etag).not.toBe(first.etag);
    expect(await provider.putEvent(server.secret, of, moved, first)).toEqual(second);
    expect(await provider.putEvent(server.secret, of, moved, { ...first, etag: null })).toEqual(
      second,
    );
    expect((await readAll(of)).events.map(({ starts_at }) => starts_at)).toEqual([moved.starts_at]);
  });

  test("an event moved in the calendar is a conflict and stays unchanged", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    const url = new URL(first.external_id, server.home).href;
    const { text } = await server.send("GET", url);
    await server.send("PUT", url, text.replace("20270105T09", "20270105T08"), {
      "Content-Type": "text/calendar",
    });
    const later = wanted({ sequence: 1 });
    expect(await kindOf(provider.putEvent(server.secret, of, later, first))).toBe("conflict");
    const found = await provider.findEvent(server.secret, of, first.external_id);
    expect(found?.starts_at).toEqual(new Date("2027-01-05T08:00:00Z"));
    // After resolving the conflict it is moved back.
    await provider.putEvent(server.secret, of, later, {
      external_id: first.external_id,
      etag: found?.etag ?? null,
    });
    expect((await readAll(of)).events.map(({ starts_at }) => starts_at)).toEqual([later.starts_at]);
  });

  test("an event with only changed texts is overwritten", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    const url = new URL(first.external_id, server.home).href;
    const { text } = await server.send("GET", url);
    await server.send("PUT", url, text.replace("SUMMARY:", "SUMMARY:My "), {
      "Content-Type": "text/calendar",
    });
    await provider.putEvent(server.secret, of, wanted({ sequence: 1 }), first);
    expect((await readAll(of)).events).toMatchObject([{ title: wanted().title }]);
  });

  test("an event deleted in the calendar is created again", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    await server.send("DELETE", new URL(first.external_id, server.home).href);
    expect(await provider.findEvent(server.secret, of, first.external_id)).toBeNull();
    await provider.putEvent(server.secret, of, wanted({ sequence: 1 }), first);
    expect((await readAll(of)).events).toHaveLength(1);
  });

  test("a foreign file of the same name is neither overwritten nor deleted", async () => {
    const of = await calendar();
    await outside(of, OUR_FILE, ics("theirs", ...hour("20270104")));
    expect(await kindOf(provider.putEvent(server.secret, of, wanted(), null))).toBe("conflict");
    const known = { external_id: new URL(OUR_FILE, of.external_id).pathname, etag: null };
    expect(await kindOf(provider.putEvent(server.secret, of, wanted(), known))).toBe("conflict");
    expect(await kindOf(provider.deleteEvent(server.secret, of, known))).toBe("refused");
    expect(await provider.findEvent(server.secret, of, known.external_id)).toBeNull();
    expect((await readAll(of)).events).toMatchObject([{ title: "Dentist" }]);
  });

  test("our event is deleted even after changes; deleting again is a no-op", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    await outside(of, "one.ics", ics("one", ...hour("20270104")));
    const url = new URL(first.external_id, server.home).href;
    const { text } = await server.send("GET", url);
    await server.send("PUT", url, text.replace("20270105T09", "20270105T08"), {
      "Content-Type": "text/calendar",
    });
    await provider.deleteEvent(server.secret, of, first);
    await provider.deleteEvent(server.secret, of, first);
    expect(names((await readAll(of)).events)).toEqual(["one.ics"]);
  });

  test("our event is recognised even without our property", async () => {
    const of = await calendar();
    const first = await provider.putEvent(server.secret, of, wanted(), null);
    const url = new URL(first.external_id, server.home).href;
    const { text } = await server.send("GET", url);
    await server.send("PUT", url, text.replace(/^X-BOOKING.*\r\n/gm, ""), {
      "Content-Type": "text/calendar",
    });
    expect(await provider.findEvent(server.secret, of, first.external_id)).toMatchObject({
      starts_at: wanted().starts_at,
    });
    await provider.deleteEvent(server.secret, of, first);
    expect((await readAll(of)).events).toEqual([]);
  });

  test("an id outside the calendar is rejected", async () => {
    const [of, other] = [await calendar(), await calendar()];
    const { external_id } = await provider.putEvent(server.secret, other, wanted(), null);
    for (const id of [external_id, "http://10.0.0.1/x.ics", "/", "../"])
      expect(
        await kindOf(provider.deleteEvent(server.secret, of, { external_id: id, etag: null })),
      ).toBe("not_found");
    expect((await readAll(other)).events).toHaveLength(1);
  });
});
