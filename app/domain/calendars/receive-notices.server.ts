import type { CalendarProviderName } from "~/adapters/calendars/port";
import type { MicrosoftNotices } from "~/contract/calendar-notices";
import { channelOfToken } from "~/lib/channel-token.server";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { findNoticed, noteStopped, planChannel } from "./channels.sql.server";
import { queueRead } from "./queue-read.server";

/** A change of the channel itself: removed, or expiring unless renewed. */
type Ending = "removed" | "ends";
interface Notice {
  channel_id: string;
  /** The provider's id of the resource; null: not given. */
  resource: string | null;
  ending: Ending | null;
}

/**
 * Handles a Google notification, which consists of headers only; its authenticity was checked
 * before (http/provider-signatures.server.ts).
 */
export async function receiveGoogleNotice(headers: Headers): Promise<void> {
  // "sync" only says that the channel is open.
  if (headers.get("X-Goog-Resource-State") === "sync") return;
  const channel_id = channelOfToken(headers.get("X-Goog-Channel-Token") ?? "");
  if (channel_id === null) return;
  await receive("google", [
    { channel_id, resource: headers.get("X-Goog-Resource-ID"), ending: null },
  ]);
}

const ENDINGS: Record<string, Ending> = {
  subscriptionRemoved: "removed",
  reauthorizationRequired: "ends",
};

/** Handles Microsoft notifications, which may concern many calendars and companies. */
export async function receiveMicrosoftNotices({ value }: MicrosoftNotices): Promise<void> {
  const notices = value.flatMap(({ clientState, lifecycleEvent = "" }): Notice[] => {
    const channel_id = channelOfToken(clientState);
    if (channel_id === null) return [];
    return [
      {
        channel_id,
        resource: null,
        ending: Object.hasOwn(ENDINGS, lifecycleEvent) ? ENDINGS[lifecycleEvent]! : null,
      },
    ];
  });
  await receive("microsoft", notices);
}

/**
 * Queues reading each calendar named in the notifications, once however many there are: a waiting
 * read counts for all. The payload is never trusted; a channel that has ended is replaced.
 */
async function receive(provider: CalendarProviderName, notices: Notice[]): Promise<void> {
  const byChannel = new Map(notices.map((notice) => [notice.channel_id, notice]));
  for (const { channel_id, ending } of notices)
    if (ending !== null) byChannel.get(channel_id)!.ending = ending;
  const read = new Set<string>();
  for (const channel of await findNoticed(provider, [...byChannel.keys()])) {
    const { resource, ending } = byChannel.get(channel.id)!; // found by these ids
    const isOfAnother =
      resource !== null &&
      channel.outside_resource !== null &&
      resource !== channel.outside_resource;
    if (isOfAnother) continue;
    const { tenant_id, calendar_id } = channel;
    if (ending !== null) await planChannel(pool, tenant_id, calendar_id, clock.date());
    if (ending === "removed") await noteStopped(tenant_id, channel.id);
    if (!read.has(calendar_id)) await queueRead(pool, tenant_id, calendar_id);
    read.add(calendar_id);
  }
}
