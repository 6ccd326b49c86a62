import { beforeEach, describe, expect, it } from "vitest";
import { MIA, MIA_CALENDAR } from "~/sandbox/graph/state";
import { kindOf, readAll, wantedEvent, WINDOW } from "~/testing/calendar-driver";
import { microsoft } from "~/testing/microsoft-calendar";
import { at, calendar, connect, provider } from "~/testing/microsoft-driver";
import { spanOf } from "./microsoft-events";

beforeEach(() => microsoft.control.reset());
const { control } = microsoft;
const add = (id: string, given: object) =>
  control.addEvent(MIA_CALENDAR, { id, start: "", end: "", ...given });

describe("reading", () => {
  it("reads everything in pages, then changes; events outside the window are gone", async () => {
    const { secret } = await connect("read");
    for (let hour = 8; hour < 13; hour++)
      add(`e${hour}`, at(`02T${String(hour).padStart(2, "0")}:00`));
    add("before", { start: "2026-01-01T00:00:00Z", end: "2026-01-02T00:00:00Z" });
    control.settings({ page_size: 2 });
    const first = await readAll(provider, secret, calendar);
    expect(first).toMatchObject({ pages: 3, removed: [] });
    expect(first.events.map(({ external_id }) => external_id)).toEqual([
      "e10",
      "e11",
      "e12",
      "e8",
      "e9",
    ]);
    control.removeEvent(MIA_CALENDAR, "e8");
    add("e9", at("03T09:00"));
    add("e10", at("02T10:00", 0)); // without length
    add("e11", { start: "2028-01-01T00:00:00Z", end: "2028-01-01T01:00:00Z" });
    control.changeEvent(MIA_CALENDAR, "e12", { is_cancelled: true });
    const next = await readAll(provider, secret, calendar, { cursor: first.cursor });
    expect(next.removed.sort()).toEqual(["e10", "e11", "e12", "e8"]);
    expect(next.events).toMatchObject([
      { external_id: "e9", starts_at: new Date("2027-03-03T09:00:00Z") },
    ]);
    expect(await readAll(provider, secret, calendar, { cursor: next.cursor })).toMatchObject({
      events: [],
      removed: [],
    });
  });

  it("requests UTC, immutable ids and full pages without $select, and keeps the complete link", async () => {
    const { secret } = await connect();
    const { cursor } = await readAll(provider, secret, calendar);
    await readAll(provider, secret, calendar, { cursor });
    const [whole, changes] = microsoft.wire.calls.slice(-2);
    expect(whole?.query).toEqual({
      startDateTime: WINDOW.from.toISOString(),
      endDateTime: WINDOW.to.toISOString(),
    });
    expect(cursor).toContain("/calendarView/delta?$deltatoken=");
    expect(changes?.query).toEqual({
      $deltatoken: new URL(cursor!).searchParams.get("$deltatoken"),
    });
    const prefer = 'IdType="ImmutableId", outlook.timezone="UTC", odata.maxpagesize=100';
    expect([whole?.prefer, changes?.prefer]).toEqual([prefer, prefer]);
  });

  it("reports expired, unknown and foreign links as cursor_gone", async () => {
    const { secret } = await connect();
    const { cursor } = await readAll(provider, secret, calendar);
    control.expireCursors(MIA_CALENDAR);
    expect(await kindOf(readAll(provider, secret, calendar, { cursor }))).toBe("cursor_gone");
    expect(await kindOf(readAll(provider, secret, calendar, { cursor: `${cursor}x` }))).toBe(
      "cursor_gone",
    );
    const seen = microsoft.wire.calls.length;
    for (const elsewhere of [
      "https://evil.example/v1.0/x",
      cursor!.replace("/v1.0/", "/v1.0.evil/"),
      "nonsense",
    ])
      expect(await kindOf(readAll(provider, secret, calendar, { cursor: elsewhere }))).toBe(
        "cursor_gone",
      );
    expect(microsoft.wire.calls).toHaveLength(seen); // no token was sent there
    const none = { ...calendar, external_id: "none" };
    expect(await kindOf(readAll(provider, secret, none))).toBe("not_found");
  });

  it("returns all occurrences of a series, without its master, whenever one changes", async () => {
    const { secret } = await connect("read");
    // Free, which a delta reports only for the master.
    add("free", { ...at("22T15:00"), recurrence: "RRULE:FREQ=DAILY;COUNT=2", show_as: "free" });
    add("weekly", { ...at("22T08:00"), recurrence: "RRULE:FREQ=WEEKLY;COUNT=6" });
    const first = await readAll(provider, secret, calendar);
    const weekly = first.events.filter(({ external_id }) => external_id === "weekly");
    expect(weekly.map(({ starts_at }) => starts_at.toISOString()).slice(0, 2)).toEqual([
      "2027-03-22T08:00:00.000Z",
      "2027-03-29T07:00:00.000Z", // clocks went forward in the zone that it was made in
    ]);
    expect(new Set(weekly.map(({ instance }) => instance)).size).toBe(6);
    expect(
      first.events
        .filter(({ external_id }) => external_id === "free")
        .map(({ is_busy }) => is_busy),
    ).toEqual([false, false]);
    // A delta omits the deleted one; the others are returned in full.
    expect(control.removeEvent(MIA_CALENDAR, weekly[1]!.instance)).toBe(true);
    const next = await readAll(provider, secret, calendar, { cursor: first.cursor });
    expect(next.events.map(({ instance }) => instance)).toEqual(
      weekly.filter((_, index) => index !== 1).map(({ instance }) => instance),
    );
    control.removeEvent(MIA_CALENDAR, "weekly");
    const last = await readAll(provider, secret, calendar, { cursor: next.cursor });
    expect([last.events, last.removed.includes("weekly")]).toEqual([[], true]);
  });

  it("returns all-day events from midnight to midnight of their own zone, else the calendar's", async () => {
    const { secret } = await connect();
    const days = { start: "2027-03-28", end: "2027-03-29" };
    add("amsterdam", days);
    add("custom", { ...days, zone: "tzone://Microsoft/Custom" });
    add("overlong", { start: "2027-04-30", end: "2027-06-01", zone: "UTC" });
    const { events } = await readAll(provider, secret, calendar);
    expect(events).toMatchObject([
      { starts_at: new Date("2027-03-27T23:00:00Z"), ends_at: new Date("2027-03-28T22:00:00Z") }, // 23 hours
      { starts_at: new Date("2027-03-28T00:00:00Z"), ends_at: new Date("2027-03-28T23:00:00Z") }, // London
      { starts_at: new Date("2027-04-30T00:00:00Z"), ends_at: WINDOW.to },
    ]);
  });

  it.each([
    ["nothing more", {}, [true, true]],
    ["out of office", { show_as: "oof" }, [true, true]],
    ["free", { show_as: "free" }, [false, false]],
    ["working elsewhere", { show_as: "workingElsewhere" }, [false, false]],
    ["tentative", { show_as: "tentative" }, [true, false]],
    ["unknown", { show_as: "unknown" }, [true, true]],
    ["declined", { response: "declined" }, [false, false]],
    ["answered with maybe", { response: "tentativelyAccepted" }, [true, false]],
    ["not answered", { response: "notResponded" }, [true, false]],
    ["accepted", { response: "accepted" }, [true, true]],
    ["its own", { response: "organizer" }, [true, true]],
  ])("is busy or not: %s", async (_what, change, busy) => {
    const { secret } = await connect();
    add("one", { ...at("04T09:00"), ...change });
    for (const [index, tentative_is_busy] of [true, false].entries()) {
      const { events } = await readAll(provider, secret, calendar, { tentative_is_busy });
      expect(events.map(({ is_busy }) => is_busy)).toEqual([busy[index]]);
    }
  });

  it("follows short and empty pages of calendars, changes and occurrences", async () => {
    const { secret } = await connect();
    for (let number = 0; number < 4; number++)
      microsoft.state.addCalendar(MIA, `AAMkMore${number}=`);
    add("one", at("04T07:00"));
    add("daily", { ...at("02T08:00"), recurrence: "RRULE:FREQ=DAILY;COUNT=55" });
    for (const empty_pages of [false, true]) {
      control.settings({ page_size: 2, empty_pages });
      expect(await provider.listCalendars(secret)).toHaveLength(6);
      const { events, cursor } = await readAll(provider, secret, calendar);
      const found = new Set(events.map(({ external_id, instance }) => external_id + instance));
      expect(found.size).toBe(1 + 55);
      const next = await readAll(provider, secret, calendar, { cursor });
      expect([next.events, next.removed]).toEqual([[], []]);
    }
  });

  it("returns moved occurrences at their new time and omits cancelled ones", async () => {
    const { secret } = await connect("read");
    add("weekly", { ...at("02T08:00"), recurrence: "RRULE:FREQ=WEEKLY;COUNT=3" });
    const first = await readAll(provider, secret, calendar);
    const [one, two, three] = first.events;
    const moved = {
      starts: Date.parse("2027-03-11T13:00:00Z"),
      ends: Date.parse("2027-03-11T14:00:00Z"),
    };
    control.changeOccurrence(MIA_CALENDAR, two!.instance, moved);
    control.changeOccurrence(MIA_CALENDAR, three!.instance, { is_cancelled: true });
    for (const cursor of [first.cursor, null]) {
      const { events } = await readAll(provider, secret, calendar, { cursor });
      expect(events).toEqual([
        expect.objectContaining({ instance: one!.instance, starts_at: one!.starts_at }),
        expect.objectContaining({
          instance: two!.instance,
          starts_at: new Date(moved.starts),
          ends_at: new Date(moved.ends),
        }),
      ]);
    }
    // Moved out of the window, so it is gone.
    control.changeOccurrence(MIA_CALENDAR, two!.instance, {
      starts: Date.parse("2028-03-11T13:00:00Z"),
      ends: Date.parse("2028-03-11T14:00:00Z"),
    });
    const { events } = await readAll(provider, secret, calendar, { cursor: first.cursor });
    expect(events.map(({ instance }) => instance)).toEqual([one!.instance]);
  });

  it("reads the whole view if a delta times out, until deltas are tried again", async () => {
    const endless = { ...calendar, external_id: "AAMkEndless=" };
    microsoft.state.addCalendar(MIA, endless.external_id);
    const put = (id: string, given: { start: string; end: string; recurrence?: string }) =>
      control.addEvent(endless.external_id, { id, ...given });
    put("standup", { ...at("02T08:00"), recurrence: "RRULE:FREQ=DAILY" });
    put("one", at("04T12:00"));
    control.settings({ endless_times_out: true, page_size: 7, empty_pages: true });
    const { secret } = await connect("read");
    const { events, removed, cursor, pages } = await readAll(provider, secret, endless);
    expect([events.length, removed, cursor, pages]).toEqual([60 + 1, [], null, 1]);
    expect(events.filter(({ external_id }) => external_id === "standup")).toHaveLength(60);
    expect(events).toContainEqual(
      expect.objectContaining({ external_id: "one", instance: "", is_busy: true }),
    );
    control.removeEvent(endless.external_id, "one");
    expect((await readAll(provider, secret, endless)).events).toHaveLength(60);
    const deltas = microsoft.wire.calls.filter(({ path }) => path.endsWith("AAMkEndless=/calendarView/delta")); // prettier-ignore
    expect(deltas).toHaveLength(1);
  });

  it("reads everything if changes time out", async () => {
    const { secret } = await connect();
    const { cursor } = await readAll(provider, secret, calendar);
    microsoft.wire.faults = [{ route: "GET", kind: "status", status: 504, times: 1 }];
    expect(await kindOf(readAll(provider, secret, calendar, { cursor }))).toBe("cursor_gone");
  });

  it("accepts times in another zone", () => {
    const in_ = (dateTime: string, timeZone: string) => ({ dateTime, timeZone });
    const berlin = spanOf(
      {
        start: in_("2027-03-28T01:30:00.0000000", "W. Europe Standard Time"),
        end: in_("2027-03-28T03:30:00.0000000", "Europe/Berlin"),
        isAllDay: false,
      },
      "UTC",
    );
    expect(berlin).toEqual({
      starts: Date.parse("2027-03-28T00:30:00Z"),
      ends: Date.parse("2027-03-28T01:30:00Z"),
    });
  });
});

describe("notices", () => {
  const expires_at = new Date(Date.now() + 2 * 86_400_000);

  it("are sent to a URL that completes the handshake", async () => {
    const { secret } = await connect();
    const requestedUrls: string[] = [];
    const { address, close } = await receiver((token) => {
      requestedUrls.push(token);
      return token;
    });
    const channel = { id: "c1", token: "state", address, expires_at };
    const open = await provider.channels!.watch(secret, calendar, channel);
    expect(open).toMatchObject({
      id: "c1",
      external_id: expect.any(String),
      outside_resource: null,
      expires_at,
    });
    expect(requestedUrls[0]).toContain("+&="); // as it was before it was escaped
    add("one", at("04T09:00"));
    control.removeEvent(MIA_CALENDAR, "one");
    control.lifecycle("reauthorizationRequired");
    await microsoft.notices.settled();
    const notices = microsoft.notices.sent.map(
      ({ body }) => (JSON.parse(body ?? "") as { value: object[] }).value[0],
    );
    const common = { subscriptionId: open.external_id, clientState: "state" };
    expect(notices).toMatchObject([
      { ...common, changeType: "created" },
      { ...common, changeType: "deleted" },
      { ...common, lifecycleEvent: "reauthorizationRequired" },
    ]);
    await provider.channels!.unwatch(secret, open);
    await provider.channels!.unwatch(secret, open); // a missing channel is not an error
    await provider.channels!.unwatch(secret, { ...open, external_id: null });
    add("two", at("04T09:00"));
    expect(control.openChannels()).toEqual([]);
    close();
  });

  it("are refused without the handshake, or beyond the maximum lifetime", async () => {
    const { secret } = await connect();
    const { address, close } = await receiver(() => "another");
    expect(
      await kindOf(
        provider.channels!.watch(secret, calendar, { id: "c", token: "t", address, expires_at }),
      ),
    ).toBe("refused");
    const longest = new Date(Date.now() + provider.channels!.life_ms);
    const { address: good, close: end } = await receiver((token) => token);
    await provider.channels!.watch(secret, calendar, {
      id: "c",
      token: "t",
      address: good,
      expires_at: longest,
    });
    const late = new Date(Date.now() + 8 * 86_400_000);
    const tooLong = provider.channels!.watch(secret, calendar, {
      id: "d",
      token: "t",
      address: good,
      expires_at: late,
    });
    expect(await kindOf(tooLong)).toBe("refused");
    microsoft.wire.faults = [
      { route: "POST", kind: "status", status: 403, reason: "ErrorAccessDenied", times: 1 },
    ];
    const denied = provider.channels!.watch(secret, calendar, {
      id: "e",
      token: "t",
      address: good,
      expires_at,
    });
    expect(await kindOf(denied)).toBe("refused"); // the calendar can still be read
    close();
    end();
  });

  it("are refused for a shared calendar, and without Calendars.Read", async () => {
    microsoft.state.addCalendar(MIA, "AAMkShared=", true, true);
    control.addEvent("AAMkShared=", { id: "theirs", ...at("04T09:00") });
    const { address, close } = await receiver((token) => token);
    const channel = { id: "c", token: "t", address, expires_at };
    const shared = { ...calendar, external_id: "AAMkShared=" };
    const { secret } = await connect();
    expect(await kindOf(provider.channels!.watch(secret, shared, channel))).toBe("refused");
    expect((await readAll(provider, secret, shared)).events).toHaveLength(1);
    const basic = await connect("read");
    const denied = provider.channels!.watch(basic.secret, calendar, channel);
    expect(await kindOf(denied)).toBe("refused");
    expect(control.openChannels()).toEqual([]);
    close();
  });
});

describe("writing and reading", () => {
  it("recognises its own events", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const { external_id } = await provider.putEvent(secret, calendar, event, null);
    const { events } = await readAll(provider, secret, calendar);
    expect(events).toMatchObject([{ external_id, booking_id: event.booking_id }]);
  });
});

/** A web server that answers the handshake with `answer(token)`. */
async function receiver(answer: (token: string) => string) {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://x").searchParams.get("validationToken");
    response.writeHead(token === null ? 202 : 200, { "Content-Type": "text/plain" });
    response.end(token === null ? "" : answer(token));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Expected a TCP address.");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${address.port}/notices`, close };
}
