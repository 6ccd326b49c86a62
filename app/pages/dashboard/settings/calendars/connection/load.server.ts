import { ConnectedCalendarFilter, type ConnectedCalendar } from "~/contract/calendars";
import { ResourceFilter } from "~/contract/resources";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { getConnection, listAvailable } from "~/domain/calendars/connections.server";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { orNoPage } from "~/http/or-no-page.server";
import { AppError, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";

const MOST = 100;
/** Calendars per page: each has a form listing every resource. */
const PAGE_SIZE = 20;

export type ConnectionView = Awaited<ReturnType<typeof loadConnection>>;
export type CalendarView = ConnectionView["calendars"][number];

/** One of the person's accounts: used and available calendars. Throws a 404 response. */
export async function loadConnection(actor: UserActor, id: string, search: URLSearchParams) {
  const connection = await orNoPage(getConnection(actor, id));
  if (connection.user_id !== actor.user_id) await orNoPage(Promise.reject(notFound()));
  const [calendars, resources, { available, left_out, problem }] = await Promise.all([
    listCalendars(actor, ConnectedCalendarFilter.parse({ connection_id: id, limit: MOST })),
    listResources(actor, ResourceFilter.parse({ active: "true", limit: MOST })),
    askAvailable(
      actor,
      id,
      connection.state === "reconnect_required" || connection.state === "disconnecting",
    ),
  ]);
  const unconnected = available.filter(({ calendar_id }) => calendar_id === null);
  const pages = Math.max(1, Math.ceil(unconnected.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.trunc(Number(search.get("page"))) || 1), pages);
  const choices = resources.data.map(({ id: value, name: label }) => ({ value, label }));
  return {
    now: clock.now(),
    connection,
    is_new: search.has("connected"),
    is_other: search.has("other_account"),
    available: unconnected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    count: unconnected.length,
    left_out,
    page,
    pages,
    problem: connection.problem === null ? problem : null,
    calendars: calendars.data.map((calendar) => ({ ...calendar, stored: storedOf(calendar) })),
    resources: choices,
    suggested: suggestedFor(actor, choices, search.get("resource_id")),
  };
}

/** The provider's current list, or why it failed. */
async function askAvailable(actor: UserActor, id: string, isClosed: boolean) {
  const none = { available: [], left_out: 0 };
  if (isClosed) return { ...none, problem: null };
  try {
    const { calendars, left_out } = await listAvailable(actor, id);
    return { available: calendars, left_out, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...none, problem: error.message };
  }
}

const storedOf = ({
  checks,
  mode,
  resource_id,
  tentative_is_busy,
  minutes_before,
  minutes_after,
  keeps_titles,
  writes,
  writes_guest,
}: ConnectedCalendar) => {
  const tick = (is: boolean) => (is ? "on" : "");
  return {
    resource_id,
    use: checks ? mode : "none",
    tentative_is_busy: tick(tentative_is_busy),
    minutes_before: String(minutes_before),
    minutes_after: String(minutes_after),
    keeps_titles: tick(keeps_titles),
    writes: tick(writes),
    writes_guest: tick(writes_guest),
  };
};

/**
 * The likely resource for a calendar: the one linked from, one with the person's name, or the
 * first.
 */
function suggestedFor(
  actor: UserActor,
  choices: { value: string; label: string }[],
  asked: string | null,
) {
  const first = (name: string) => name.trim().split(/\s+/)[0]!.toLocaleLowerCase();
  const found =
    choices.find(({ value }) => value === asked) ??
    choices.find(({ label }) => label === actor.name) ??
    choices.find(({ label }) => first(label) === first(actor.name)) ??
    choices[0];
  return found?.value ?? "";
}
