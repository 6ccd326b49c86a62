import { CalendarConnectionFilter, type CalendarConnection } from "~/contract/calendar-connections";
import { ConnectedCalendarFilter, type ConnectedCalendar } from "~/contract/calendars";
import { configuredProviders } from "~/domain/calendars/connect-account.server";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { listConnections } from "~/domain/calendars/connections.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { connectProblem } from "./connect-problem";

const MOST = 100;

export type CalendarsView = Awaited<ReturnType<typeof loadCalendars>>;
export type ConnectionLine = CalendarsView["own"][number];

/** The person's connections with status; for admins also others', without their contents. */
export async function loadCalendars(actor: UserActor, search: URLSearchParams) {
  const [connections, calendars] = await Promise.all([
    listConnections(actor, CalendarConnectionFilter.parse({ limit: MOST })),
    listCalendars(actor, ConnectedCalendarFilter.parse({ limit: MOST })),
  ]);
  const now = clock.now();
  const lines = connections.data.map((each) => lineOf(each, calendars.data));
  return {
    now,
    providers: configuredProviders(),
    problem: connectProblem(search.get("connect_error")),
    own: lines.filter(({ user_id }) => user_id === actor.user_id),
    others: lines.filter(({ user_id }) => user_id !== actor.user_id),
  };
}

const BAD_FIRST: ConnectedCalendar["health"][] = ["gone", "unreadable", "no_right", "late"];

function lineOf(
  { id, user_id, user_name, provider, account, state, problem }: CalendarConnection,
  all: ConnectedCalendar[],
) {
  const calendars = all.filter(({ connection_id }) => connection_id === id);
  // Busy times are only as fresh as the oldest read.
  const reads = calendars.filter(({ checks }) => checks).map(({ last_read_at }) => last_read_at);
  const read_at = reads.includes(null) ? null : (reads.sort()[0] ?? null);
  // A calendar may be gone although its account works.
  const worst = BAD_FIRST.flatMap((health) =>
    calendars.filter((each) => each.health === health),
  )[0];
  const ofCalendar =
    worst === undefined ? null : [worst.name, worst.problem].filter(Boolean).join(": ");
  return {
    id,
    user_id,
    user_name,
    provider,
    account,
    state,
    health: worst?.health ?? ("ok" as const),
    problem: problem ?? ofCalendar,
    calendars: calendars.length,
    checks: reads.length,
    read_at,
  };
}
