import { beforeEach, describe, expect, it } from "vitest";
import { ANNA, TOM } from "~/sandbox/google/state";
import { kindOf, readAll, WINDOW } from "~/testing/calendar-driver";
import { google, GOOGLE_ALL, GOOGLE_READ } from "~/testing/google-calendar";
import { at, calendar, connect, provider } from "~/testing/google-driver";
import { toOutsideEvent } from "./google-events";
import type { CalendarError, CalendarGrant } from "./port";

beforeEach(() => google.control.reset());

describe("reading", () => {
  it("reads everything in pages, then changes; deleted events have only their id", async () => {
    const { secret } = await connect(GOOGLE_READ);
    for (let hour = 8; hour < 13; hour++)
      google.control.addEvent(ANNA, {
        id: `e${hour}`,
        ...at(`02T${String(hour).padStart(2, "0")}:00`),
      });
    google.control.addEvent(ANNA, { id: "before", ...at("02T08:00"), start: { dateTime: "2026-01-01T00:00:00Z" }, end: { dateTime: "2026-01-02T00:00:00Z" } }); // prettier-ignore
    google.control.settings({ page_size: 2 });
    const first = await readAll(provider, secret, calendar);
    expect(first).toMatchObject({ pages: 3, removed: [] });
    expect(first.events.map(({ external_id }) => external_id)).toEqual([
      "e10",
      "e11",
      "e12",
      "e8",
      "e9",
    ]);
    expect(
      first.events.every(
        ({ is_busy, title, instance }) => is_busy && title === null && instance === "",
      ),
    ).toBe(true);
    google.control.removeEvent(ANNA, "e8");
    google.control.changeEvent(ANNA, "e9", at("03T09:00"));
    google.control.changeEvent(ANNA, "e10", at("02T10:00", 0)); // without length
    google.control.changeEvent(ANNA, "e11", { start: { dateTime: "2028-01-01T00:00:00Z" }, end: { dateTime: "2028-01-01T01:00:00Z" } }); // prettier-ignore
    const next = await readAll(provider, secret, calendar, { cursor: first.cursor });
    expect(next.removed.sort()).toEqual(["e10", "e11", "e8"]);
    expect(next.events).toMatchObject([
      { external_id: "e9", starts_at: new Date("2027-03-03T09:00:00Z") },
    ]);
    expect(await readAll(provider, secret, calendar, { cursor: next.cursor })).toMatchObject({
      events: [],
      removed: [],
    });
  });

  it("follows short and empty pages of events and calendars", async () => {
    const { secret } = await connect();
    for (let number = 0; number < 4; number++)
      google.state.addCalendar(ANNA, `more${number}@group.calendar.example.com`);
    for (let hour = 8; hour < 13; hour++)
      google.control.addEvent(ANNA, at(`02T${String(hour).padStart(2, "0")}:00`));
    google.control.settings({ page_size: 2, empty_pages: true });
    const { events, cursor, pages } = await readAll(provider, secret, calendar);
    expect([events.length, pages]).toEqual([5, 6]);
    expect(await readAll(provider, secret, calendar, { cursor })).toMatchObject({
      events: [],
      removed: [],
      pages: 2,
    });
    expect(await provider.listCalendars(secret)).toHaveLength(6);
  });

  it("returns moved occurrences at their new time and deleted ones with id and original start", async () => {
    const { secret } = await connect();
    const [, second = "", third = ""] = google.control.addEvent(ANNA, {
      id: "weekly",
      ...at("02T08:00"),
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
    });
    const { cursor } = await readAll(provider, secret, calendar);
    google.control.changeEvent(ANNA, second, at("11T13:00"));
    google.control.removeEvent(ANNA, third);
    const next = await readAll(provider, secret, calendar, { cursor });
    expect(next.events).toMatchObject([
      { external_id: second, starts_at: new Date("2027-03-11T13:00:00Z") },
    ]);
    expect(next.removed).toEqual([third]);
  });

  it("uses the calendar's own reply among many attendees, and counts a colleague's copy as busy", async () => {
    const { secret } = await connect();
    google.control.addEvent(ANNA, {
      id: "meeting",
      ...at("04T09:00"),
      attendees: [
        { email: "first@example.com", responseStatus: "accepted" },
        { email: TOM, responseStatus: "needsAction" },
        { email: ANNA, responseStatus: "declined" },
      ],
      extendedProperties: { private: { booking_id: "b" } },
    });
    const anna = await readAll(provider, secret, calendar);
    expect(anna.events).toMatchObject([
      { external_id: "meeting", is_busy: false, booking_id: "b" },
    ]);
    const tom = await connect(GOOGLE_ALL, TOM);
    const copy = await readAll(provider, tom.secret, { ...calendar, external_id: TOM });
    expect(copy.events).toMatchObject([
      { external_id: "meeting", is_busy: true, booking_id: null },
    ]);
  });

  it("sends the same parameters each time, no showDeleted, and no times with a token", async () => {
    const { secret } = await connect();
    const { cursor } = await readAll(provider, secret, calendar);
    await readAll(provider, secret, calendar, { cursor });
    const [whole, changes] = google.wire.calls.slice(-2).map(({ query }) => query);
    const { timeMin, timeMax, ...same } = whole!;
    expect([timeMin, timeMax]).toEqual([WINDOW.from.toISOString(), WINDOW.to.toISOString()]);
    expect(changes).toEqual({ ...same, syncToken: cursor });
    expect(same).toMatchObject({ singleEvents: "true", maxResults: "2500" });
    expect(same).not.toHaveProperty("showDeleted");
  });

  it("reports expired and unknown cursors as cursor_gone", async () => {
    const { secret } = await connect();
    const { cursor } = await readAll(provider, secret, calendar);
    google.control.expireCursors(ANNA);
    expect(await kindOf(readAll(provider, secret, calendar, { cursor }))).toBe("cursor_gone");
    expect(await kindOf(readAll(provider, secret, calendar, { cursor: "nonsense" }))).toBe(
      "cursor_gone",
    );
    expect(
      await kindOf(readAll(provider, secret, { ...calendar, external_id: "none@example.com" })),
    ).toBe("not_found");
  });

  it("gives each occurrence its own id, at the same wall time across clock changes", async () => {
    const { secret } = await connect();
    google.control.addEvent(ANNA, {
      id: "weekly",
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=6"],
      start: { dateTime: "2027-03-22T09:00:00+01:00", timeZone: "Europe/Amsterdam" },
      end: { dateTime: "2027-03-22T10:00:00+01:00", timeZone: "Europe/Amsterdam" },
    });
    const first = await readAll(provider, secret, calendar);
    expect(first.events.slice(0, 2).map(({ starts_at }) => starts_at.toISOString())).toEqual([
      "2027-03-22T08:00:00.000Z",
      "2027-03-29T07:00:00.000Z",
    ]);
    expect(new Set(first.events.map(({ external_id }) => external_id)).size).toBe(6);
    google.control.removeEvent(ANNA, "weekly");
    expect(
      (await readAll(provider, secret, calendar, { cursor: first.cursor })).removed,
    ).toHaveLength(6);
  });

  it("returns all-day events from midnight to midnight of the calendar's zone, clipped to the window", async () => {
    const { secret } = await connect();
    google.control.addEvent(ANNA, {
      id: "allday",
      start: { date: "2027-03-28" },
      end: { date: "2027-03-29" },
    });
    google.control.addEvent(ANNA, {
      id: "overlong",
      start: { date: "2027-04-30" },
      end: { date: "2027-06-01" },
    });
    const { events } = await readAll(provider, secret, calendar);
    expect(events).toMatchObject([
      // The day of the spring clock change in Amsterdam has 23 hours.
      { starts_at: new Date("2027-03-27T23:00:00Z"), ends_at: new Date("2027-03-28T22:00:00Z") },
      { external_id: "overlong", ends_at: WINDOW.to },
    ]);
  });

  const me = (responseStatus: string) => ({
    attendees: [{ email: ANNA, self: true, responseStatus }],
  });
  const other = { email: "x@example.com", responseStatus: "declined" };
  it.each([
    ["no transparency", {}, [true, true]],
    ["transparent", { transparency: "transparent" }, [false, false]],
    ["a place of work", { eventType: "workingLocation" }, [false, false]],
    ["a birthday", { eventType: "birthday" }, [false, false]],
    ["out of office", { eventType: "outOfOffice" }, [true, true]],
    ["focus time", { eventType: "focusTime" }, [true, true]],
    ["declined by its owner", me("declined"), [false, false]],
    ["declined by another", { attendees: [other] }, [true, true]],
    ["accepted", me("accepted"), [true, true]],
    ["answered with maybe", me("tentative"), [true, false]],
    ["not answered", me("needsAction"), [true, false]],
    ["a tentative event", { status: "tentative" }, [true, false]],
  ])("is busy or not: %s", async (_what, change, busy) => {
    const { secret } = await connect();
    google.control.addEvent(ANNA, { id: "one", ...at("04T09:00"), ...change });
    for (const [index, tentative_is_busy] of [true, false].entries()) {
      const { events } = await readAll(provider, secret, calendar, { tentative_is_busy });
      expect(events.map(({ is_busy }) => is_busy)).toEqual([busy[index]]);
    }
  });

  it("a cancelled event is gone, even if it has times", () => {
    const event = { id: "one", ...at("04T09:00"), status: "cancelled" };
    const reading = { window: WINDOW, tentative_is_busy: true };
    expect(toOutsideEvent(event, "UTC", reading)).toBeNull();
    expect(toOutsideEvent({ ...event, status: "confirmed" }, "UTC", reading)).not.toBeNull();
  });

  it("with the free/busy right alone sees no title, with more it does", async () => {
    const [busyOnly, all] = [await connect(GOOGLE_READ), await connect()];
    google.control.addEvent(ANNA, { id: "one", ...at("04T09:00"), summary: "Dentist" });
    const titles = async ({ secret }: CalendarGrant) => {
      return (await readAll(provider, secret, calendar)).events.map(({ title }) => title);
    };
    expect([await titles(busyOnly), await titles(all)]).toEqual([[null], ["Dentist"]]);
  });
});

describe("errors", () => {
  it.each([
    [{ status: 403, reason: "rateLimitExceeded" }, "rate_limited"],
    [{ status: 403, reason: "userRateLimitExceeded" }, "rate_limited"],
    [{ status: 403, reason: "quotaExceeded" }, "rate_limited"],
    [{ status: 429, reason: "rateLimitExceeded" }, "rate_limited"],
    [{ status: 403, reason: "accessNotConfigured" }, "operator"],
    [{ status: 403, reason: "forbidden" }, "refused"],
    [{ status: 401, reason: "authError" }, "reconnect"],
    [{ status: 400, reason: "invalid" }, "refused"],
    [{ status: 500 }, "unavailable"],
    [{ status: 503 }, "unavailable"],
    [{ kind: "no_answer" as const }, "unavailable"],
  ])("%j is %s", async (fault, kind) => {
    const { secret } = await connect();
    google.wire.faults = [{ route: "GET /google/calendar", kind: "status", times: 1, ...fault }];
    expect(await kindOf(readAll(provider, secret, calendar))).toBe(kind);
    expect(await kindOf(readAll(provider, secret, calendar))).toBeNull();
  });

  it("uses Retry-After, else a random delay", async () => {
    const { secret } = await connect();
    const wait = async (retry_after?: number) => {
      google.wire.faults = [
        {
          route: "GET",
          kind: "status",
          status: 429,
          times: 1,
          ...(retry_after !== undefined && { retry_after }),
        },
      ];
      const error: CalendarError = await readAll(provider, secret, calendar).then(
        Promise.reject,
        (error) => error,
      );
      return error.retry_after_ms;
    };
    expect(await wait(7)).toBe(7000);
    expect(await wait(999_999)).toBe(3_600_000);
    const waits = await Promise.all([await wait(), await wait(), await wait()]);
    expect(new Set(waits).size).toBeGreaterThan(1);
    expect(Math.min(...waits.map(Number))).toBeGreaterThanOrEqual(30_000);
  });

  it("can be aborted", async () => {
    const { secret } = await connect();
    const ended = provider.listCalendars(secret, {
      tenant_id: "t",
      signal: AbortSignal.abort(),
    });
    expect(await kindOf(ended)).toBe("unavailable");
  });
});
