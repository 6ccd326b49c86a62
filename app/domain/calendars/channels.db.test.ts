import "~/testing/calendars-on";
import { beforeEach, describe, expect, test } from "vitest";
import { CalendarError } from "~/adapters/calendars/port";
import { channelOfToken, channelToken } from "~/lib/channel-token.server";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeResource, makeTenant } from "~/testing/factory";
import { connectCalendar, OutsideAccount } from "~/testing/outside-calendar";
import { call } from "~/testing/request";
import { openChannel, queueDueChannels, stopChannels } from "./channels.server";

const owner = await makeTenant();
const tenantId = owner.tenant.id;
const room = await makeResource(owner);
let outside: OutsideAccount;
let calendar_id: string;

beforeEach(async () => {
  await pool.query("delete from calendar_connection");
  await pool.query("delete from pgboss.job");
  outside = new OutsideAccount();
  ({ calendar_id } = await connectCalendar(owner, { resource_id: room.id }));
});

const open = () => openChannel(tenantId, calendar_id, outside.find);
const rows = () =>
  prisma.calendarChannel.findMany({ where: { calendar_id }, orderBy: { created_at: "asc" } });
const plannedAt = async () =>
  (
    await prisma.connectedCalendar.findUniqueOrThrow({
      where: { tenant_id_id: { tenant_id: tenantId, id: calendar_id } },
    })
  ).channel_at;
/** The calendars with a queued read, repeated if queued more than once. */
const queuedReads = async () =>
  (
    await pool.query<{ id: string }>(
      "select data ->> 'calendar_id' as id from pgboss.job where name = 'calendars.read' and state = 'created'",
    )
  ).rows.map(({ id }) => id);

describe("channels", () => {
  test("a channel is renewed at half its lifetime, before the old one is stopped", async () => {
    expect(await queueDueChannels()).toBe(1);
    await open();
    expect(await queueDueChannels()).toBe(0);
    const [first] = outside.channels;
    expect(first).toMatchObject({
      address: expect.stringMatching(/\/api\/calendars\/notices\/google$/),
      is_open: true,
    });
    const days = ((await plannedAt())!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(3.5, 1);

    outside.calls = [];
    await open();
    expect(outside.calls).toEqual(["watch", "unwatch"]);
    expect(outside.channels.map(({ is_open }) => is_open)).toEqual([false, true]);
    expect((await rows()).map(({ stopped_at }) => stopped_at === null)).toEqual([false, true]);
  });

  test("the present one stays when the next cannot be opened; a retry is scheduled", async () => {
    await open();
    outside.failNext("watch", new CalendarError("refused"));
    await open();
    expect(outside.channels.map(({ is_open }) => is_open)).toEqual([true]);
    expect((await rows()).map(({ stopped_at }) => stopped_at === null)).toEqual([true, false]);
    expect((await plannedAt())!.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
  });

  test("notices of a channel that could not be stopped are ignored", async () => {
    await open();
    outside.failNext("unwatch", new CalendarError("unavailable"));
    await stopChannels(tenantId, calendar_id, { find: outside.find });
    expect((await rows())[0]!.stopped_at).not.toBeNull();
  });

  test("a provider without notifications gets no channel", async () => {
    await openChannel(tenantId, calendar_id, () => ({ ...outside.provider, channels: null }));
    expect(await plannedAt()).toBeNull();
    expect(await rows()).toEqual([]);
  });

  test("its token is valid for its channel only", () => {
    const [one, other] = [newId(), newId()];
    expect(channelOfToken(channelToken(one))).toBe(one);
    const [payload] = channelToken(other).split(".");
    const [, signature] = channelToken(one).split(".");
    expect(channelOfToken(`${payload}.${signature}`)).toBeNull();
    for (const token of ["", one, `${one}.`, `${channelToken(one)}x`])
      expect(channelOfToken(token)).toBeNull();
  });
});

const google = (channel: string, headers: Record<string, string | undefined> = {}) =>
  call("/api/calendars/notices/google", {
    method: "POST",
    headers: {
      "X-Goog-Channel-ID": channel,
      "X-Goog-Channel-Token": channelToken(channel),
      "X-Goog-Resource-ID": "r1",
      "X-Goog-Resource-State": "exists",
      ...headers,
    },
  });
const microsoft = (value: unknown, query = "") =>
  call(`/api/calendars/notices/microsoft${query}`, { method: "POST", body: { value } });
/** An open channel of this provider for a calendar. */
async function channelOf(
  provider: "google" | "microsoft",
  of = { tenant_id: tenantId, calendar_id },
): Promise<string> {
  const id = newId();
  const expires_at = new Date(Date.now() + 86_400_000);
  await prisma.calendarChannel.create({
    data: {
      id,
      ...of,
      connection_id: newId(),
      provider,
      expires_at,
      outside_resource: provider === "google" ? "r1" : null,
    },
  });
  return id;
}

describe("notices of Google", () => {
  test("queue one read per burst and are answered with 204", async () => {
    const channel = await channelOf("google");
    for (let count = 0; count < 5; count++) expect((await google(channel)).status).toBe(204);
    expect(await queuedReads()).toEqual([calendar_id]);
  });

  test("with another token, of another channel or another resource, or of a stopped channel have nothing read", async () => {
    const [channel, stopped] = [await channelOf("google"), await channelOf("google")];
    await prisma.calendarChannel.update({
      where: { id: stopped },
      data: { stopped_at: new Date() },
    });
    expect((await google(channel, { "X-Goog-Channel-Token": "guess" })).status).toBe(400);
    expect((await google(channel, { "X-Goog-Channel-Token": undefined })).status).toBe(400);
    expect((await google(channel, { "X-Goog-Channel-Token": channelToken(newId()) })).status).toBe(
      400,
    );
    expect((await google(channel, { "X-Goog-Resource-ID": "r2" })).status).toBe(204);
    expect((await google(stopped)).status).toBe(204);
    expect((await google(newId())).status).toBe(204);
    expect((await google(channel, { "X-Goog-Resource-State": "sync" })).status).toBe(204);
    expect(await queuedReads()).toEqual([]);
  });
});

describe("notices of Microsoft", () => {
  test("for two companies in one call queue one read each", async () => {
    const stranger = await makeTenant();
    const theirs = await connectCalendar(stranger, {
      resource_id: (await makeResource(stranger)).id,
    });
    const other = { tenant_id: stranger.tenant.id, calendar_id: theirs.calendar_id };
    const [ours, foreign] = [await channelOf("microsoft"), await channelOf("microsoft", other)];
    const states = [ours, foreign, ours, foreign].map((id) => ({
      clientState: channelToken(id),
      changeType: "updated",
    }));
    const response = await microsoft(states);
    expect([response.status, await response.json()]).toEqual([202, { received: true }]);
    const { rows: jobs } = await pool.query(
      "select data ->> 'tenant_id' as tenant, data ->> 'calendar_id' as calendar from pgboss.job where name = 'calendars.read'",
    );
    expect(jobs).toHaveLength(2);
    expect(jobs).toEqual(
      expect.arrayContaining([
        { tenant: tenantId, calendar: calendar_id },
        { tenant: other.tenant_id, calendar: other.calendar_id },
      ]),
    );
  });

  test("are refused completely if one is not ours", async () => {
    const channel = await channelOf("microsoft");
    for (const clientState of ["guess", undefined, 7, `${channel}.guess`])
      expect(
        (await microsoft([{ clientState: channelToken(channel) }, { clientState }])).status,
      ).toBe(400);
    for (const value of [[], {}, null, [null]]) expect((await microsoft(value)).status).toBe(400);
    expect(await queuedReads()).toEqual([]);
  });

  test("for a Google channel are ignored", async () => {
    expect(
      (await microsoft([{ clientState: channelToken(await channelOf("google")) }])).status,
    ).toBe(202);
    expect(await queuedReads()).toEqual([]);
  });

  test("the handshake echoes its token without other effects", async () => {
    const token = 'Validation: Testing client application reachability <b>&"é';
    const response = await call(
      `/api/calendars/notices/microsoft?validationToken=${encodeURIComponent(token)}`,
      {
        method: "POST",
      },
    );
    expect([response.status, await response.text()]).toEqual([200, token]);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(
      (
        await call(`/api/calendars/notices/microsoft?validationToken=${"x".repeat(3000)}`, {
          method: "POST",
        })
      ).status,
    ).toBe(422);
    expect(await queuedReads()).toEqual([]);
  });

  test("about the channel itself renew it and queue a read", async () => {
    await open();
    for (const [lifecycleEvent, stopped] of [
      ["reauthorizationRequired", false],
      ["subscriptionRemoved", true],
    ] as const) {
      const channel = await channelOf("microsoft");
      await pool.query(
        "update connected_calendar set channel_at = now() + interval '1 day' where id = $1",
        [calendar_id],
      );
      await microsoft([{ clientState: channelToken(channel), lifecycleEvent }]);
      expect(await queueDueChannels()).toBe(1);
      expect(
        (await prisma.calendarChannel.findUniqueOrThrow({ where: { id: channel } })).stopped_at !==
          null,
      ).toBe(stopped);
      expect(await queuedReads()).toEqual([calendar_id]);
    }
    const missed = await channelOf("microsoft");
    await pool.query(
      "update connected_calendar set channel_at = now() + interval '1 day' where id = $1",
      [calendar_id],
    );
    await microsoft([{ clientState: channelToken(missed), lifecycleEvent: "missed" }]);
    expect(await queueDueChannels()).toBe(0);
  });
});
