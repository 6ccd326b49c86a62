import { PageQuery } from "~/contract/common";
import { UserPatch } from "~/contract/users";
import { listFeeds } from "~/domain/calendar/calendar-feeds.server";
import { hasRole } from "~/domain/identity/actor";
import type { UserActor } from "~/domain/identity/actor";
import { listOwnSessions } from "~/domain/identity/own-sessions.sql.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { calendarOf } from "~/http/page-calendar.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";
import { deviceWords } from "./device-words";

const MOST = 100;
export type MeView = Awaited<ReturnType<typeof loadMe>>;

/** The person's name, sessions, calendar feed and shortcut setting. */
export async function loadMe(actor: UserActor) {
  const write = instantWriter(calendarOf(actor));
  const [sessions, preferences, feed] = await Promise.all([
    listOwnSessions(actor, PageQuery.parse({ limit: MOST })),
    readPreferences(actor),
    findOwnFeed(actor),
  ]);
  return {
    limits: fieldLimits(UserPatch),
    stored: { name: actor.name, shortcuts: preferences.shortcuts ? "on" : "" },
    email: actor.email,
    role: actor.role,
    feed: feed && { id: feed.id, made: write(feed.rotated_at) },
    may_have_feed: hasRole(actor, "staff"),
    sessions: sessions.data.map(({ id, is_current, user_agent, ip, created_at, last_seen_at }) => ({
      id,
      is_current,
      device: deviceWords(user_agent),
      ip,
      made: write(created_at),
      used: write(last_seen_at),
    })),
  };
}
async function findOwnFeed(actor: UserActor) {
  if (!hasRole(actor, "staff")) return null;
  const feeds = await listFeeds(actor, PageQuery.parse({ limit: MOST }));
  return feeds.data.find(({ user_id }) => user_id === actor.user_id) ?? null;
}
