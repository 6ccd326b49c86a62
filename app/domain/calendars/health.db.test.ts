import { beforeEach, describe, expect, test } from "vitest";
import { ConnectedCalendarFilter } from "~/contract/calendars";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { LOCALES } from "~/i18n/locales";
import { book } from "~/testing/booking-calls";
import { makeUser } from "~/testing/factory";
import { connectAnew, makePushWorld, moveTo, pushAll, setStatus } from "~/testing/push-world";
import { listAttention, listOwnAttention } from "../attention/list-attention.server";
import { textsOf } from "../email/texts";
import { applyBusy } from "./apply-busy.server";
import { listCalendars } from "./calendars.server";
import { markConflictAccepted } from "./clashes.sql.server";
import { getConnection } from "./connections.server";
import { notifyBrokenConnections } from "./notify-broken-connections.server";

const world = await makePushWorld();
const { owner } = world;
const tenantId = owner.tenant.id;
const member = await makeUser(owner, "staff", {
  name: "Anna de Vries",
  email: "anna@example.test",
});
let next = 0;
const freeSlot = () => world.slots[next++]!; // one of many

beforeEach(async () => {
  await connectAnew(world);
  await prisma.message.deleteMany({ where: { tenant_id: tenantId } });
  await pool.query("update calendar_connection set user_id = $2 where id = $1", [
    world.connection_id,
    member.user_id,
  ]);
});

const setState = (state: string, hours = 0) =>
  pool.query(
    "update calendar_connection set state = $2, broken_at = case when $2 <> 'ok' then now() - $3 * interval '1 hour' end where id = $1",
    [world.connection_id, state, hours],
  );
const sentEmails = async () =>
  (
    await prisma.message.findMany({
      where: { kind: "calendar_broken" },
      orderBy: { created_at: "asc" },
    })
  ).map(({ recipient, audience, subject }) => ({ recipient, audience, subject }));

describe("email about an inaccessible account", () => {
  test("goes to its member immediately and to the owners after a day, each once", async () => {
    await setState("reconnect_required");
    await notifyBrokenConnections();
    await notifyBrokenConnections();
    const account = `${world.connection_id}@example.test`;
    const first = {
      recipient: member.email,
      audience: "staff",
      subject: `Connect your calendar again: ${account}`,
    };
    expect(await sentEmails()).toEqual([first]);
    await pool.query(
      "update calendar_connection set broken_at = now() - interval '25 hours' where id = $1",
      [world.connection_id],
    );
    await notifyBrokenConnections();
    await notifyBrokenConnections();
    expect(await sentEmails()).toEqual([
      first,
      {
        recipient: owner.email,
        audience: "owner",
        subject: "Anna de Vries’s calendar is disconnected",
      },
    ]);
  });

  test("says which permission is missing, in the member's language", async () => {
    await prisma.user.updateMany({
      where: { id: member.user_id },
      data: { preferences: { language: "nl" } },
    });
    await setState("missing_scope");
    await notifyBrokenConnections();
    const [mail] = await prisma.message.findMany({ where: { kind: "calendar_broken" } });
    expect(mail).toMatchObject({
      locale: "nl",
      subject: expect.stringContaining("mist een recht"),
    });
    expect(mail!.html).toContain("/dashboard/settings/calendars");
    await prisma.user.updateMany({ where: { id: member.user_id }, data: { preferences: {} } });
  });

  test("is not sent for a slow, recovered or disconnecting account", async () => {
    for (const state of ["stale", "rate_limited", "ok", "disconnecting"]) {
      await setState(state, 48);
      await notifyBrokenConnections();
    }
    expect(await sentEmails()).toEqual([]);
  });

  test("is sent once to an owner whose account it is", async () => {
    await pool.query("update calendar_connection set user_id = $2 where id = $1", [
      world.connection_id,
      owner.user_id,
    ]);
    await setState("reconnect_required", 25);
    await notifyBrokenConnections();
    expect((await sentEmails()).map(({ recipient }) => recipient)).toEqual([owner.email]);
  });

  test("has its values in every language", () => {
    for (const language of LOCALES) {
      const { calendars } = textsOf(language);
      for (const text of [calendars.reconnect, calendars.missing_scope])
        expect(
          [text.subject, text.intro].every((part) => part.includes("{{ account }}")),
          language,
        ).toBe(true);
      for (const text of [calendars.owner, calendars.calendar_owner])
        expect(text.intro, language).toMatch(/\{\{ member \}\}[^]*\{\{ provider \}\}/);
      expect(calendars.calendar.intro, language).toMatch(/\{\{ calendar \}\}[^]*\{\{ account \}\}/);
    }
  });
});

describe("Attention", () => {
  const items = async () =>
    (await listAttention(owner, { limit: 100 } as never)).data.filter(({ kind }) =>
      kind.startsWith("calendar_"),
    );
  const ofMember = async () => (await listOwnAttention(member)).map(({ kind }) => kind);
  const message = async () =>
    (await items()).map((item) => `${item.kind}: ${item.message}`.replace(/[\u2066-\u2069]/g, ""));

  test("an inaccessible or unresponsive account, or one without a permission", async () => {
    const messages = [];
    for (const state of ["reconnect_required", "missing_scope", "stale", "ok", "rate_limited"]) {
      await setState(state, 1);
      messages.push(...(await message()));
    }
    expect(messages).toEqual([
      expect.stringMatching(
        /^calendar_broken: Google calendars of Anna de Vries can’t be read since .* Connect the account again\.$/,
      ),
      expect.stringMatching(/^calendar_broken: .*lack a permission/),
      expect.stringMatching(/^calendar_broken: No answer about Anna de Vries’s Google calendars/),
    ]);
    expect(await ofMember()).toEqual([]);
  });

  test.each([
    ["was due and nobody came by", "next_read_at = now() - interval '6 minutes'"],
    ["keeps failing", "last_read_at = now() - interval '31 minutes', next_read_at = now()"],
    ["was never read", "last_read_at = null, created_at = now() - interval '31 minutes'"],
  ])("a calendar that %s, although its account works", async (_, change) => {
    await setState("ok");
    const list = ConnectedCalendarFilter.parse({ connection_id: world.connection_id });
    const states = async () => [
      (await getConnection(member, world.connection_id)).state,
      ...(await listCalendars(member, list)).data.map(({ state }) => state),
    ];
    expect([await states(), await items()]).toEqual([["ok", "ok"], []]);
    await pool.query(`update connected_calendar set ${change} where id = $1`, [world.calendar_id]);
    expect(await states()).toEqual(["stale", "stale"]);
    expect(await getConnection(member, world.connection_id)).toMatchObject({
      problem: expect.stringContaining("late"),
    });
    expect(await message()).toEqual([
      expect.stringMatching(/^calendar_broken: No answer about Anna de Vries’s Google calendars/),
    ]);
    await pool.query("update connected_calendar set checks = false where id = $1", [
      world.calendar_id,
    ]);
    expect([await states(), await items()]).toEqual([["ok", "ok"], []]);
    await pool.query(
      "update connected_calendar set checks = true, last_read_at = now(), next_read_at = now() where id = $1",
      [world.calendar_id],
    );
  });

  test("a calendar with suddenly far fewer events", async () => {
    await pool.query("update connected_calendar set shrunk_at = now() where id = $1", [
      world.calendar_id,
    ]);
    expect(await items()).toMatchObject([
      {
        kind: "calendar_shrunk",
        calendar_id: world.calendar_id,
        connection_id: world.connection_id,
      },
    ]);
  });

  test("a booking at a busy time until accepted, without the event's title", async () => {
    const slot = freeSlot();
    const booking = await book(owner, slot.id);
    const of = { calendar_id: world.calendar_id, external_id: "theirs", instance: "" };
    for (const external_id of ["theirs", "another"])
      await prisma.busy.create({
        data: {
          tenant_id: tenantId,
          ...of,
          external_id,
          starts_at: slot.starts_at,
          ends_at: slot.ends_at,
          title: Buffer.from("Dentist"),
        },
      });
    await applyBusy(tenantId, world.room.id);
    expect(await items()).toMatchObject([
      { kind: "calendar_clash", booking_id: booking.id, calendar_id: world.calendar_id },
    ]);
    expect(await message()).toEqual([
      expect.stringMatching(
        /^calendar_clash: Anna de Vries’s calendar is busy when Anna Jansen is booked: /,
      ),
    ]);
    expect(await ofMember()).toEqual(["calendar_clash"]);
    await markConflictAccepted(tenantId, of);
    await markConflictAccepted(tenantId, { ...of, external_id: "another" });
    expect(await items()).toEqual([]);
    await setStatus(world, booking.id, "cancelled");
  });

  test("a booking moved or deleted externally, until resolved or past", async () => {
    const [moved, deleted] = [await book(owner, freeSlot().id), await book(owner, freeSlot().id)];
    await pushAll(world);
    world.outside.moveByHand(moved.id, new Date(clock.now() + 50 * 86_400_000));
    world.outside.deleteByHand(deleted.id);
    await moveTo(world, moved.id, freeSlot());
    await moveTo(world, deleted.id, freeSlot());
    await pushAll(world);
    const messages = await message();
    expect(messages).toHaveLength(2);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^calendar_changed_outside: Anna Jansen, .*: deleted in Anna de Vries’s calendar\./,
        ),
        expect.stringMatching(
          /^calendar_changed_outside: Anna Jansen, .*: moved to .* in Anna de Vries’s calendar\./,
        ),
      ]),
    );
    expect(await ofMember()).toEqual(["calendar_changed_outside", "calendar_changed_outside"]);
    await setStatus(world, moved.id, "cancelled");
    await pool.query(
      "update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
      [deleted.id],
    );
    expect(await items()).toEqual([]);
  });
});
