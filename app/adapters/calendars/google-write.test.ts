import { beforeEach, describe, expect, it } from "vitest";
import { ANNA } from "~/sandbox/google/state";
import { kindOf, readAll, wantedEvent } from "~/testing/calendar-driver";
import { google, GOOGLE_READ } from "~/testing/google-calendar";
import { at, calendar, connect, provider } from "~/testing/google-driver";
import type { WantedEvent, WrittenEvent } from "./port";

beforeEach(() => google.control.reset());

describe("notices", () => {
  const channel = { id: "channel-1", token: "secret-token", address: "http://127.0.0.1:9/notices" };
  const expires_at = new Date(Date.now() + 3 * 86_400_000);

  it("are sent to open channels only", async () => {
    const { secret } = await connect(GOOGLE_READ);
    const open = await provider.channels!.watch(secret, calendar, { ...channel, expires_at });
    expect(open).toMatchObject({ id: "channel-1", external_id: null, expires_at });
    google.control.addEvent(ANNA, at("04T09:00"));
    await google.notices.settled();
    const notices = google.notices.sent.map(({ url, headers, body }) => ({
      url,
      body,
      token: headers["X-Goog-Channel-Token"],
      resource: headers["X-Goog-Resource-ID"],
      state: headers["X-Goog-Resource-State"],
      number: headers["X-Goog-Message-Number"],
    }));
    const same = {
      url: channel.address,
      body: null,
      token: "secret-token",
      resource: open.outside_resource,
    };
    expect(notices).toEqual([
      { ...same, state: "sync", number: "1" },
      { ...same, state: "exists", number: "2" },
    ]);
    await provider.channels!.unwatch(secret, open);
    await provider.channels!.unwatch(secret, open); // a missing channel is not an error
    google.control.addEvent(ANNA, at("05T09:00"));
    await google.notices.settled();
    expect(google.notices.sent).toHaveLength(2);
  });

  it("a channel id can be used once, and its lifetime is limited", async () => {
    const { secret } = await connect(GOOGLE_READ);
    const life = provider.channels!.life_ms;
    const late = new Date(Date.now() + 2 * life);
    const open = await provider.channels!.watch(secret, calendar, { ...channel, expires_at: late });
    expect(open.expires_at.getTime()).toBeLessThan(late.getTime());
    const again = provider.channels!.watch(secret, calendar, { ...channel, expires_at });
    expect(await kindOf(again)).toBe("refused");
  });

  it("are lost, duplicated and delayed on command", async () => {
    const { secret } = await connect(GOOGLE_READ);
    await provider.channels!.watch(secret, calendar, { ...channel, expires_at });
    await google.notices.settled();
    const after = async (plan: Partial<typeof google.notices.plan>, changes: number) => {
      google.notices.sent.length = 0;
      google.notices.plan = {
        lost_percent: 0,
        doubled_percent: 0,
        delay_ms: 0,
        hold: false,
        ...plan,
      };
      for (let change = 0; change < changes; change++)
        google.control.addEvent(ANNA, at("04T09:00"));
      await google.notices.settled();
      return google.notices.sent.length;
    };
    expect(await after({ lost_percent: 100 }, 3)).toBe(0);
    expect(await after({ doubled_percent: 100 }, 3)).toBe(6);
    const some = await after({ lost_percent: 50 }, 40);
    expect([some > 0, some < 40]).toEqual([true, true]);
    expect(await after({ hold: true }, 2)).toBe(0);
    google.notices.flush();
    await google.notices.settled();
    const numbers = google.notices.sent.map(({ headers }) =>
      Number(headers["X-Goog-Message-Number"]),
    );
    expect(numbers[0]).toBeGreaterThan(numbers[1]!);
  });
});

describe("writing", () => {
  const mine = () => google.control.events(ANNA);

  it("writes an event once, without attendees or email, and recognises it", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    google.wire.faults = [{ route: "POST /google/calendar", kind: "drop_after_commit", times: 1 }];
    expect(await kindOf(provider.putEvent(secret, calendar, event, null))).toBe("unavailable");
    const written = await provider.putEvent(secret, calendar, event, null);
    expect(await provider.putEvent(secret, calendar, event, null)).toEqual(written);
    expect(mine()).toHaveLength(1);
    expect(mine()[0]).toMatchObject({
      id: event.id,
      summary: "Haircut",
      source: { url: event.url },
    });
    expect(mine()[0]).not.toHaveProperty("attendees");
    expect(
      google.wire.calls
        .filter(({ method }) => method !== "GET")
        .map(({ query }) => query.sendUpdates),
    ).toEqual(["none", "none", "none"]);
    const { events } = await readAll(provider, secret, calendar);
    expect(events).toMatchObject([{ external_id: event.id, booking_id: event.booking_id }]);
  });

  it("updates it, also when the response was lost", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const first = await provider.putEvent(secret, calendar, event, null);
    const moved = {
      ...event,
      starts_at: new Date("2027-03-11T09:00:00Z"),
      ends_at: new Date("2027-03-11T10:00:00Z"),
    };
    google.wire.faults = [{ route: "PATCH", kind: "drop_after_commit", times: 1 }];
    expect(await kindOf(provider.putEvent(secret, calendar, moved, first))).toBe("unavailable");
    const second = await provider.putEvent(secret, calendar, moved, first);
    expect(second.etag).not.toBe(first.etag);
    // An earlier version whose response was lost too.
    const title = { ...moved, title: "Haircut and colour" };
    await provider.putEvent(secret, calendar, title, null);
    expect(mine()).toMatchObject([
      { summary: "Haircut and colour", start: { dateTime: "2027-03-11T09:00:00.000Z" } },
    ]);
  });

  it("does not revert a manual move, and ignores a change of colour", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const first = await provider.putEvent(secret, calendar, event, null);
    google.control.changeEvent(ANNA, event.id, { colorId: "3" });
    const second = await provider.putEvent(secret, calendar, { ...event, title: "Other" }, first);
    google.control.changeEvent(ANNA, event.id, at("12T15:00"));
    expect(await kindOf(provider.putEvent(secret, calendar, event, second))).toBe("conflict");
    expect(await kindOf(provider.putEvent(secret, calendar, event, null))).toBe("conflict");
    expect(await provider.findEvent(secret, calendar, event.id)).toMatchObject({
      starts_at: new Date("2027-03-12T15:00:00Z"),
      booking_id: event.booking_id,
    });
  });

  it("keeps the member's colour, reminders, visibility, guests and transparency", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const first = await provider.putEvent(secret, calendar, event, null);
    const own = {
      colorId: "3",
      visibility: "private",
      transparency: "transparent",
      reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 45 }] },
      attendees: [{ email: "colleague@company.example.com", responseStatus: "accepted" }],
      extendedProperties: {
        private: { ...mine()[0]!.extendedProperties!.private, other_app: "1" },
      },
    };
    google.control.changeEvent(ANNA, event.id, own);
    const found = await provider.findEvent(secret, calendar, event.id);
    const later = { ...event, starts_at: new Date("2027-03-10T08:30:00Z"), title: "Haircut, long" };
    const known = { external_id: first.external_id, etag: found!.etag };
    await provider.putEvent(secret, calendar, later, known);
    const { extendedProperties: _changed, ...remaining } = own;
    expect(mine()).toMatchObject([
      { ...remaining, summary: "Haircut, long", start: { dateTime: "2027-03-10T08:30:00.000Z" } },
    ]);
    expect(mine()[0]!.extendedProperties?.private).toMatchObject({
      other_app: "1",
      booking_id: event.booking_id,
    });
    // Turned into an all-day event, and moved back by the booking.
    google.control.changeEvent(ANNA, event.id, {
      start: { date: "2027-03-12" },
      end: { date: "2027-03-13" },
    });
    const day = await provider.findEvent(secret, calendar, event.id);
    await provider.putEvent(secret, calendar, event, { ...known, etag: day!.etag });
    expect(mine()[0]!.start).toEqual({
      dateTime: "2027-03-10T09:00:00.000Z",
      timeZone: "Europe/Amsterdam",
    });
    expect(first.external_id).toBe(event.id);
  });

  it("replaces the description, even if the ETag has changed", async () => {
    const { secret } = await connect();
    const event = wantedEvent({ description: "2 people" });
    const first = await provider.putEvent(secret, calendar, event, null);
    google.control.changeEvent(ANNA, event.id, { colorId: "3" });
    await provider.putEvent(secret, calendar, { ...event, description: "3 people" }, first);
    expect(mine()).toMatchObject([{ description: "3 people", colorId: "3" }]);
  });

  it("truncates long texts at a character boundary", async () => {
    const { secret } = await connect();
    const long = `${"x".repeat(8190)}\u{1f600}${"y".repeat(9000)}`;
    const event = wantedEvent({ description: long, title: "t".repeat(2000) });
    await provider.putEvent(secret, calendar, event, null);
    const [{ description, summary } = {}] = mine();
    expect([description, summary?.length]).toEqual([`${"x".repeat(8190)}…`, 1024]);
  });

  it("recreates a deleted event with the same id", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const first = await provider.putEvent(secret, calendar, event, null);
    google.control.removeEvent(ANNA, event.id);
    expect(await provider.findEvent(secret, calendar, event.id)).toBeNull();
    await provider.putEvent(secret, calendar, event, first);
    expect(mine()).toMatchObject([{ id: event.id, status: "confirmed" }]);
    google.control.removeEvent(ANNA, event.id);
    await provider.putEvent(secret, calendar, event, null);
    expect(mine()).toHaveLength(1);
  });

  it("deletes its own event; a missing one is not an error, and a foreign one is kept", async () => {
    const { secret } = await connect();
    const event = wantedEvent();
    const written = await provider.putEvent(secret, calendar, event, null);
    await provider.deleteEvent(secret, calendar, written);
    await provider.deleteEvent(secret, calendar, written);
    await provider.deleteEvent(secret, calendar, { external_id: "never0", etag: null });
    expect(mine()).toEqual([]);
    expect(await provider.findEvent(secret, calendar, "never0")).toBeNull();
    const taken = wantedEvent();
    google.control.addEvent(ANNA, { id: taken.id, ...at("10T09:00"), summary: "Somebody's" });
    expect(await kindOf(provider.putEvent(secret, calendar, taken, null))).toBe("refused");
    expect(mine()).toMatchObject([{ summary: "Somebody's" }]);
  });
});

describe("a Meet link", () => {
  const online = wantedEvent({ wants_meeting: true });
  const put = async (known: WrittenEvent | null, change: Partial<WantedEvent> = {}) =>
    provider.putEvent((await connect()).secret, calendar, { ...online, ...change }, known);

  it("is created after the event and returned by the next write", async () => {
    const first = await put(null);
    expect(first.meeting).toBe("pending");
    const second = await put(first);
    const link = expect.stringMatching(/^https:\/\/meet\.google\.com\//) as string;
    expect(second.meeting).toEqual({ url: link });
    // An update keeps it, and a repeated request creates no second one.
    const moved = await put(second, { title: "Longer haircut" });
    expect(moved.meeting).toEqual(second.meeting);
    expect(google.control.events(ANNA)).toMatchObject([
      { summary: "Longer haircut", conferenceData: { entryPoints: [{ uri: link }, {}] } },
    ]);
  });

  it("is in the response if ready, also when that response was lost", async () => {
    google.control.settings({ meetings: "immediately" });
    google.wire.faults = [{ route: "POST", kind: "drop_after_commit", times: 1 }];
    expect(await kindOf(put(null))).toBe("unavailable");
    const written = await put(null);
    expect(written.meeting).toMatchObject({ url: expect.any(String) as string });
  });

  it("is null if Meet is disabled, and not requested unless wanted", async () => {
    google.control.settings({ meetings: "never" });
    expect((await put(null)).meeting).toBeNull();
    const plain = wantedEvent();
    expect(await put(null, { ...plain, wants_meeting: false })).not.toHaveProperty("meeting");
    const created = google.control.events(ANNA).find(({ id }) => id === plain.id);
    expect(created).not.toHaveProperty("conferenceData");
  });
});
