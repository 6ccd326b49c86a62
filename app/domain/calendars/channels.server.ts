import {
  CalendarError,
  type CalendarProblem,
  type CalendarProvider,
  type CalendarProviderName,
  type OpenChannel,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import { enqueue } from "~/jobs/queue.server";
import { channelToken } from "~/lib/channel-token.server";
import { clock } from "~/lib/clock";
import { pool, type Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { withAccess } from "./access.server";
import { callFor } from "./calendar-call";
import {
  type ChannelsOf,
  findChannel,
  findWatched,
  insertChannel,
  type LiveChannel,
  liveChannels,
  noteNotices,
  noteOpened,
  noteStopped,
  planChannel,
  type WatchedCalendar,
} from "./channels.sql.server";
import { calendarsWithDueChannels } from "./due-channels.sql.server";

/** Calendars per sweep. */
const MOST = 500;
/** When to retry opening a channel; meanwhile the calendar is polled often. */
const AGAIN_MS = 60 * 60_000;
/** Permanent failures, which are reported to the calendar's member. */
const REFUSALS: readonly CalendarProblem[] = ["refused", "missing_scope"];
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const CALL_MS = 20_000;

type FindProvider = (name: CalendarProviderName) => CalendarProvider | null;

/**
 * Queues opening channels for calendars without one, or whose channel has passed half its life.
 * Returns how many.
 */
export async function queueDueChannels(): Promise<number> {
  const due = await calendarsWithDueChannels(MOST);
  for (const one of due) await enqueue("calendars.channel", one, { singletonKey: one.calendar_id });
  return due.length;
}

/**
 * The job: opens the next channel for a calendar's notifications, and only then stops the previous
 * ones, so that no notification is missed in between. If none can be opened, the calendar is polled
 * and a retry is scheduled.
 */
export async function openChannel(
  tenantId: string,
  calendarId: string,
  find: FindProvider = calendarProvider,
): Promise<void> {
  const calendar = await findWatched(tenantId, calendarId);
  if (calendar === null) return;
  const channels = find(calendar.provider)?.channels ?? null;
  if (channels === null) return planChannel(pool, tenantId, calendarId, null);
  const id = newId();
  const expires_at = new Date(clock.now() + channels.life_ms);
  await insertChannel(calendar, id, expires_at);
  try {
    const opened = await watch(calendar, { id, expires_at }, find);
    await noteOpened(tenantId, opened);
    await noteNotices(tenantId, calendarId, null);
    const half = (opened.expires_at.getTime() - clock.now()) / 2;
    await planChannel(pool, tenantId, calendarId, new Date(clock.now() + Math.max(half, 60_000)));
    await stopChannels(tenantId, calendarId, { find, except: id });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.info(
      { calendar_id: calendarId, kind: error.kind },
      "no notices of a calendar: it is asked instead",
    );
    await noteStopped(tenantId, id);
    if (REFUSALS.includes(error.kind)) await noteNotices(tenantId, calendarId, error.kind);
    const wait = Math.min(Math.max(error.retry_after_ms ?? 0, AGAIN_MS), LONGEST_WAIT_MS);
    await planChannel(pool, tenantId, calendarId, new Date(clock.now() + wait));
  }
}

function watch(
  { tenant_id, connection_id, external_id, time_zone, provider: name }: WatchedCalendar,
  channel: { id: string; expires_at: Date },
  find: FindProvider,
): Promise<OpenChannel> {
  const address = `${env.BASE_URL}/api/calendars/notices/${name}`;
  const wanted = { ...channel, address, token: channelToken(channel.id) };
  return withAccess(
    tenant_id,
    connection_id,
    (provider, secret) => {
      if (provider.channels === null) throw new CalendarError("refused");
      return provider.channels.watch(
        secret,
        { external_id, time_zone },
        wanted,
        callFor(tenant_id, CALL_MS),
      );
    },
    find,
  );
}

/** Stops a calendar's channels except one. */
export async function stopChannels(
  tenantId: string,
  calendarId: string,
  { find = calendarProvider, except = null }: { find?: FindProvider; except?: string | null } = {},
): Promise<void> {
  for (const channel of await liveChannels(pool, tenantId, { calendar_id: calendarId }))
    if (channel.id !== except) await stopChannel(tenantId, channel, find);
}

/**
 * Stops a channel at its provider. If that fails, it expires there; its notifications are ignored
 * either way.
 */
export async function stopChannel(
  tenantId: string,
  { connection_id, ...channel }: LiveChannel,
  find: FindProvider = calendarProvider,
): Promise<void> {
  await noteStopped(tenantId, channel.id);
  try {
    await withAccess(
      tenantId,
      connection_id,
      async (provider, secret) =>
        provider.channels?.unwatch(secret, channel, callFor(tenantId, CALL_MS)),
      find,
    );
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.info(
      { channel_id: channel.id, kind: error.kind },
      "a channel was not stopped: it ends by itself",
    );
  }
}

/** Queues stopping the channels of calendars, in the transaction that deletes them. */
export async function stopChannelsLater(db: Sql, tenantId: string, of: ChannelsOf): Promise<void> {
  for (const { id } of await liveChannels(db, tenantId, of))
    await enqueue("calendars.stop", { tenant_id: tenantId, channel_id: id }, { db });
}

/** The job of stopChannelsLater. */
export async function stopQueued(
  { tenant_id, channel_id }: { tenant_id: string; channel_id: string },
  find: FindProvider = calendarProvider,
): Promise<void> {
  const channel = await findChannel(tenant_id, channel_id);
  if (channel !== null) await stopChannel(tenant_id, channel, find);
}
