import { mayAddCustomers } from "~/domain/customers/may-add";
import { BookingFilter } from "~/contract/booking-filter";
import { ResourceFilter } from "~/contract/resources";
import { countUpcoming } from "~/domain/bookings/read/count-upcoming.sql.server";
import { countTestBookings } from "~/domain/bookings/change/delete-test-bookings.sql.server";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { hasRole, seesContacts, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleChoices, scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { addDays, isoWeekday } from "~/lib/time";
import { type Calendar, groupByDay } from "~/ui/booking/booking-lines";
import { fieldLimits } from "~/ui/form/field-limits";
import { columnsOf } from "./booking-columns";
import { readBookingQuery } from "./booking-query";
import { toRows } from "./booking-rows";
import type { DaysChoice } from "./booking-filters";
import { BOOKINGS_LIST } from "./bookings-forms";

export type BookingsView = Awaited<ReturnType<typeof loadBookings>>;

/**
 * Bookings for a URL, as this person may see them. Throws a 503 response if too many reads are in
 * progress.
 */
export async function loadBookings(actor: UserActor, search: URLSearchParams) {
  const calendar = calendarOf(actor);
  const at = { now: new Date(clock.now()), today: calendar.today };
  const { filter, problems, ...query } = readBookingQuery(search, at);
  const list = (from: BookingFilter) => orBusyPage(listBookings(actor, from));
  const [
    { page: bookings, moved },
    resources,
    services,
    { views, columns: stored },
    counts,
    tests,
  ] = await Promise.all([
    orFirstPage(filter, list),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
    scheduleChoices(actor),
    readPreferences(actor),
    countUpcoming(actor, at),
    hasRole(actor, "admin") ? countTestBookings(actor.tenant.id) : 0,
  ]);
  const asks = await scheduleNames(
    actor.tenant.id,
    bookings.data.map((booking) => booking.schedule_id),
  );
  const columns = columnsOf(stored[BOOKINGS_LIST]);
  const shows_booked = filter.sort.endsWith("created_at");
  const is_whole_view = Object.keys(query.given).length === 0;
  const days = groupByDay(bookings.data, asks, calendar, filter.sort.endsWith("starts_at"));
  return {
    ...query,
    problems: moved === null ? problems : [...problems, moved],
    limits: fieldLimits(BookingFilter.pick({ search: true })),
    saved: views
      .filter(({ page }) => page === BOOKINGS_LIST)
      .map(({ name, query }) => ({ name, query })),
    columns,
    time_zone: calendar.time_zone,
    counts,
    earlier:
      query.view === "upcoming" && is_whole_view && counts !== null
        ? { count: counts.earlier, from: at.today }
        : null,
    days: toRows(days, { columns, shows_booked, resources: resources.data }),
    count: bookings.data.length,
    next_cursor: bookings.page.next_cursor,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    services,
    asked_days: daysInWords(query.given, calendar),
    days_choices: daysChoices(calendar.today),
    sees_contacts: seesContacts(actor),
    may_change: hasRole(actor, "staff"),
    may_import: mayAddCustomers(actor),
    tests,
    csv: hasRole(actor, "admin") ? csvPath(filter) : null,
  };
}

/** "23 – 29 Nov", "From 23 Nov"; null without dates. */
function daysInWords(
  { from, to }: Record<string, string>,
  { locale, today }: Calendar,
): string | null {
  const isThisYear = [from, to].every(
    (day) => day === undefined || day.slice(0, 4) === today.slice(0, 4),
  );
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
  const dateOf = (day: string) => new Date(day.length === 10 ? `${day}T00:00:00Z` : day);
  if (from !== undefined && to !== undefined) return format.formatRange(dateOf(from), dateOf(to));
  if (from !== undefined) return t("From {{day}}", { day: format.format(dateOf(from)) });
  return to === undefined ? null : t("Until {{day}}", { day: format.format(dateOf(to)) });
}

/** Common one-click ranges. */
function daysChoices(today: string): DaysChoice[] {
  const monday = addDays(today, 1 - isoWeekday(today));
  return [
    { label: t("Today"), from: today, to: today },
    { label: t("Tomorrow"), from: addDays(today, 1), to: addDays(today, 1) },
    { label: t("This week"), from: monday, to: addDays(monday, 6) },
    { label: t("Next week"), from: addDays(monday, 7), to: addDays(monday, 13) },
  ];
}

/** CSV export of a filter. */
function csvPath({
  limit: _limit,
  cursor: _cursor,
  include: _include,
  ...filter
}: BookingFilter): string {
  const given = Object.entries({ ...filter, format: "csv" }).filter(
    ([, value]) => value !== undefined,
  );
  const text = (value: (typeof given)[number][1]) =>
    value instanceof Date ? value.toISOString() : String(value);
  return `/api/bookings?${new URLSearchParams(given.map(([name, value]) => [name, text(value)]))}`;
}
