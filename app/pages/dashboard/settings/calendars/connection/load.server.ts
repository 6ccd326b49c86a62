import { ConnectedCalendarFilter, type ConnectedCalendar } from "~/contract/calendars";
import { ResourceFilter } from "~/contract/resources";
import { listCalendars } from "~/domain/calendars/calendars.server";
import { getConnection, listAvailable } from "~/domain/calendars/connections.server";
import type { UserActor } from "~/domain/identity/actor";
import { getResource, listResources } from "~/domain/resources/resources.server";
import { orNoPage } from "~/http/or-no-page.server";
import { pageError } from "~/http/page.server";
import { t } from "~/i18n/text";
import { AppError, orNull } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { CALENDARS_PER_PAGE } from "../calendars-forms";
import { CALENDARS_PATH } from "../paths";

const MAX_RESOURCES = 100;
/** Calendars per page: each has a form listing every resource. */
const PAGE_SIZE = 20;

export type ConnectionView = Awaited<ReturnType<typeof loadConnection>>;
export type CalendarView = ConnectionView["calendars"][number];

/** One of the person's accounts: used and available calendars. Throws a 404 response. */
export async function loadConnection(actor: UserActor, id: string, search: URLSearchParams) {
  const connection = await orNoPage(getConnection(actor, id));
  if (connection.user_id !== actor.user_id) throw pageError(404, t("Page not found"));
  const path = `${CALENDARS_PATH}/${id}`;
  const after = search.get("after");
  const [calendars, resources, { available, left_out, problem }] = await Promise.all([
    listCalendars(actor, {
      ...ConnectedCalendarFilter.parse({ connection_id: id, limit: CALENDARS_PER_PAGE }),
      ...(after !== null && { cursor: after }),
    }),
    listResources(actor, ResourceFilter.parse({ active: "true", limit: MAX_RESOURCES })),
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
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  for (const { resource_id } of calendars.data)
    if (!names.has(resource_id))
      names.set(resource_id, (await orNull(getResource(actor, resource_id)))?.name ?? "");
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
    calendars: calendars.data.map((calendar) => ({
      ...calendar,
      stored: storedOf(calendar),
      resource_name: names.get(calendar.resource_id) ?? "",
    })),
    /** The first page of calendars, and the next one; null: this is it, there is none. */
    first: after === null ? null : path,
    next:
      calendars.page.next_cursor === null
        ? null
        : `${path}?${new URLSearchParams({ after: calendars.page.next_cursor })}`,
    resources: choices,
    suggested: suggestedFor(actor, choices, search.get("resource_id")),
  };
}

/** The provider's current list, or why it failed. */
async function askAvailable(actor: UserActor, id: string, isClosed: boolean) {
  const none = { available: [], left_out: 0 };
  if (isClosed) return { ...none, problem: null };
  try {
    const { data: calendars, left_out } = await listAvailable(actor, id);
    return { available: calendars, left_out, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...none, problem: error.message };
  }
}

const storedOf = ({
  id,
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
    id,
    resource_id,
    use: checks ? mode : "none",
    tentative_is_busy: tick(tentative_is_busy),
    minutes_before: String(minutes_before),
    minutes_after: String(minutes_after),
    keeps_titles: tick(keeps_titles),
    writes: tick(writes),
    writes_guest: tick(writes_guest),
    remove: "",
  };
};

/**
 * The likely resource for a calendar: the one linked from, one with the person's name, or the
 * first.
 */
function suggestedFor(
  actor: UserActor,
  choices: { value: string; label: string }[],
  linkedFrom: string | null,
) {
  const first = (name: string) => name.trim().split(/\s+/)[0]!.toLocaleLowerCase();
  const found =
    choices.find(({ value }) => value === linkedFrom) ??
    choices.find(({ label }) => label === actor.name) ??
    choices.find(({ label }) => first(label) === first(actor.name)) ??
    choices[0];
  return found?.value ?? "";
}
