import { google, googleSettings } from "~/testing/google-calendar";
import { microsoft, microsoftSettings } from "~/testing/microsoft-calendar";
import { beforeEach, describe, expect, test } from "vitest";
import { calendarProvider } from "~/adapters/registry.server";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { ANNA } from "~/sandbox/google/state";
import { MIA, MIA_CALENDAR } from "~/sandbox/graph/state";
import { book, outcome, slotsAfter } from "~/testing/booking-calls";
import { busyBlocks } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { GOOGLE_ALL, visitGoogle } from "~/testing/google-calendar";
import { visitMicrosoft } from "~/testing/microsoft-calendar";
import { pkce } from "~/testing/pkce";
import { moveTo, relayAll, setStatus } from "~/testing/push-world";
import { openSecret, sealSecret } from "./seal-secret.server";
import { pushCalendar } from "./push.server";
import { readCalendar } from "./read.server";

// From a real driver and its provider's stand-in to the bookable times, and back.

/** A person's actions in their calendar, with the same interface for both providers. */
const outside = {
  google: {
    settings: googleSettings,
    sandbox: google,
    calendar: ANNA,
    visit: (url: URL) => visitGoogle(url, ANNA, GOOGLE_ALL),
    add: (id: string, from: Date, to: Date, daily = 0) =>
      google.control.addEvent(ANNA, {
        id,
        start: { dateTime: from.toISOString(), timeZone: "UTC" },
        end: { dateTime: to.toISOString() },
        ...(daily > 0 && { recurrence: [`RRULE:FREQ=DAILY;COUNT=${daily}`] }),
      }),
    remove: (id: string) => google.control.removeEvent(ANNA, id),
    /** The nth occurrence of a series. */
    occurrence: (id: string, nth: number) =>
      google.control.events(ANNA).filter(({ recurringEventId }) => recurringEventId === id)[nth]!
        .id!,
    starts: () => google.control.events(ANNA).map(({ start }) => new Date(start!.dateTime!)),
    /** A person duplicates the only event. */
    copy: (id: string, from: Date, to: Date) => {
      const { extendedProperties, summary } = google.control.events(ANNA)[0]!;
      google.control.addEvent(ANNA, {
        id,
        summary,
        extendedProperties,
        start: { dateTime: from.toISOString() },
        end: { dateTime: to.toISOString() },
      });
    },
  },
  microsoft: {
    settings: microsoftSettings,
    sandbox: microsoft,
    calendar: MIA_CALENDAR,
    visit: (url: URL) => visitMicrosoft(url, MIA),
    add: (id: string, from: Date, to: Date, daily = 0) =>
      microsoft.control.addEvent(MIA_CALENDAR, {
        id,
        zone: "UTC",
        start: from.toISOString(),
        end: to.toISOString(),
        ...(daily > 0 && { recurrence: `RRULE:FREQ=DAILY;COUNT=${daily}` }),
      }),
    remove: (id: string) => microsoft.control.removeEvent(MIA_CALENDAR, id),
    occurrence: (id: string, nth: number) =>
      microsoft.control.events(MIA_CALENDAR).find((event) => event.id === id)!.occurrences![nth]!
        .id,
    starts: () => microsoft.control.events(MIA_CALENDAR).map(({ starts }) => new Date(starts)),
    copy: (id: string, from: Date, to: Date) => {
      const { own, subject, transaction_id } = microsoft.control.events(MIA_CALENDAR)[0]!;
      microsoft.control.addEvent(MIA_CALENDAR, {
        id,
        own,
        subject,
        transaction_id,
        start: from.toISOString(),
        end: to.toISOString(),
      });
    },
  },
};

describe.each(["google", "microsoft"] as const)("%s", (name) => {
  const { sandbox, calendar, visit, add, remove, occurrence, starts, copy } = outside[name];
  beforeEach(() => sandbox.control.reset());

  /** A resource, its calendar at the provider, and its free slots of one day. */
  async function connect() {
    const owner = await makeTenant();
    const tenant_id = owner.tenant.id;
    const room = await makeResource(owner);
    const slots = await slotsAfter(1, (await makeSchedule(owner, [room.id])).id);
    const { code_verifier, code_challenge } = pkce();
    const oauth = calendarProvider(name)!.oauth!;
    const back = await visit(await oauth.authorizeUrl({ state: "s", code_challenge }));
    const { secret, account, scopes } = await oauth.exchange(back, code_verifier);
    const [id, connection_id] = [newId(), newId()];
    await prisma.calendarConnection.create({
      data: {
        tenant_id,
        id: connection_id,
        user_id: owner.user_id,
        provider: name,
        account,
        scopes,
        secret: new Uint8Array(sealSecret(tenant_id, connection_id, secret)),
      },
    });
    await prisma.connectedCalendar.create({
      data: {
        tenant_id,
        id,
        connection_id,
        resource_id: room.id,
        external_id: calendar,
        name: "Own",
        can_write: true,
        writes: true,
        time_zone: "UTC",
      },
    });
    const read = () => readCalendar(tenant_id, id);
    const push = async () => {
      await relayAll();
      await pushCalendar(tenant_id, id);
    };
    return { owner, tenant_id, room, slots, connection_id, secret, read, push };
  }

  test("changes by its owner close and reopen times", async () => {
    const { owner, room, slots, read } = await connect();
    const [first, second] = [slots[0]!, slots[1]!];
    add("one", first.starts_at, first.ends_at);
    expect(await read()).toEqual({ changed: 1 });
    expect(await read()).toEqual({ changed: 0 });
    expect(await outcome(book(owner, first.id))).toBe("slot_unavailable");
    add("one", second.starts_at, second.ends_at);
    await read();
    expect(await busyBlocks(room.id)).toEqual([
      { starts_at: second.starts_at, ends_at: second.ends_at },
    ]);
    await book(owner, first.id);
    remove("one");
    await read();
    expect(await busyBlocks(room.id)).toEqual([]);
  });

  test.each([false, true])(
    "an occurrence of a series is deleted, then all; reported by id only: %s",
    async (bare) => {
      const { room, slots, read } = await connect();
      microsoft.control.settings({ removes_bare: bare });
      add("series", slots[0]!.starts_at, slots[0]!.ends_at, 4);
      await read();
      const before = await busyBlocks(room.id);
      expect(before).toHaveLength(4);
      remove(occurrence("series", 1));
      await read();
      expect(await busyBlocks(room.id)).toEqual(before.filter((_, index) => index !== 1));
      expect(await read()).toEqual({ changed: 0 });
      remove("series");
      await read();
      expect(await busyBlocks(room.id)).toEqual([]);
    },
  );

  test("an expired cursor leads to a whole read without changes", async () => {
    const { slots, read } = await connect();
    add("one", slots[0]!.starts_at, slots[0]!.ends_at);
    await read();
    sandbox.control.expireCursors(calendar);
    expect(await read()).toEqual({ changed: 0 });
  });

  test("a booking is written once, moved, blocks no time itself, and is deleted on cancellation", async () => {
    const { owner, room, slots, read, push } = await connect();
    const [first, second] = [slots[0]!, slots[1]!];
    const booking = await book(owner, first.id, { status: "confirmed" });
    await push();
    await push();
    expect(starts()).toEqual([first.starts_at]);
    expect([await read(), await busyBlocks(room.id)]).toEqual([{ changed: 0 }, []]);
    await moveTo({ owner } as Parameters<typeof moveTo>[0], booking.id, second);
    await push();
    await read();
    expect([starts(), await busyBlocks(room.id)]).toEqual([[second.starts_at], []]);
    await setStatus({ owner } as Parameters<typeof setStatus>[0], booking.id, "cancelled");
    await push();
    expect(starts()).toEqual([]);
  });

  test("a copy of the event blocks time, and the event is still updated", async () => {
    const { owner, room, slots, read, push } = await connect();
    const [first, second, third] = [slots[0]!, slots[1]!, slots[2]!];
    const booking = await book(owner, first.id, { status: "confirmed" });
    await push();
    copy("copied", second.starts_at, second.ends_at);
    await read();
    const busy = [{ starts_at: second.starts_at, ends_at: second.ends_at }];
    expect(await busyBlocks(room.id)).toEqual(busy);
    await moveTo({ owner } as Parameters<typeof moveTo>[0], booking.id, third);
    await push();
    await read();
    expect(starts().sort()).toEqual([second.starts_at, third.starts_at]);
    await setStatus({ owner } as Parameters<typeof setStatus>[0], booking.id, "cancelled");
    await push();
    await read();
    expect([starts(), await busyBlocks(room.id)]).toEqual([[second.starts_at], busy]);
  });

  test("an expired token is refreshed and stored; a revoked one requires reconnecting", async () => {
    const { tenant_id, connection_id, secret, read } = await connect();
    const row = () =>
      prisma.calendarConnection.findUniqueOrThrow({
        where: { tenant_id_id: { tenant_id, id: connection_id } },
      });
    const ended = { ...secret, access_expires_at: new Date(clock.now()).toISOString() };
    await pool.query("update calendar_connection set secret = $1 where id = $2", [
      sealSecret(tenant_id, connection_id, ended),
      connection_id,
    ]);
    sandbox.control.expireTokens();
    expect(await read()).toEqual({ changed: 0 });
    const stored = openSecret(tenant_id, connection_id, Buffer.from((await row()).secret));
    expect(stored).toMatchObject({ kind: "oauth" });
    expect(stored).not.toMatchObject({ access_token: secret.access_token });
    expect(await row()).toMatchObject({ state: "ok" });
    sandbox.control.revoke(name === "google" ? ANNA : MIA);
    await expect(read()).rejects.toMatchObject({ kind: "reconnect" });
    expect(await row()).toMatchObject({ state: "reconnect_required" });
  });
});
