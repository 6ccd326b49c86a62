import { BookingFilter } from "~/contract/booking-filter";
import { ResourceFilter } from "~/contract/resources";
import { countTestBookings } from "~/domain/bookings/delete-test-bookings.sql.server";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { hasRole, seesContacts, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { groupByDay } from "~/ui/booking/booking-lines";
import { fieldLimits } from "~/ui/form/field-limits";
import { columnsOf } from "./booking-columns";
import { readBookingQuery } from "./booking-query";
import type { BookingsView } from "./bookings-page";
import { BOOKINGS_LIST } from "./bookings-forms";

/** The bookings that an address asks for, as this person sees them. Throws the 503 page where too much is being read. */
export async function loadBookings(actor: UserActor, asked: URLSearchParams): Promise<BookingsView> {
  const calendar = calendarOf(actor);
  const { filter, problems, ...query } = readBookingQuery(asked, calendar.today);
  const list = (from: BookingFilter) => orBusyPage(listBookings(actor, from));
  const [{ page: bookings, moved }, resources, { views, columns }, tests] = await Promise.all([
    orFirstPage(filter, list),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
    readPreferences(actor),
    hasRole(actor, "admin") ? countTestBookings(actor.tenant.id) : 0,
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    bookings.data.map((booking) => booking.schedule_id),
  );
  return {
    ...query,
    problems: moved === null ? problems : [...problems, moved],
    limits: fieldLimits(BookingFilter),
    saved: views.filter(({ page }) => page === BOOKINGS_LIST).map(({ name, query }) => ({ name, query })),
    columns: columnsOf(columns[BOOKINGS_LIST]),
    time_zone: calendar.time_zone,
    days: groupByDay(bookings.data, services, calendar, filter.sort.endsWith("starts_at")),
    count: bookings.data.length,
    next_cursor: bookings.page.next_cursor,
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    sees_contacts: seesContacts(actor),
    shows_booked: filter.sort.endsWith("created_at"),
    may_change: hasRole(actor, "staff"),
    tests,
    csv: hasRole(actor, "admin") ? csvPath(filter) : null,
  };
}

/** The whole list of a filter as a file. */
function csvPath({ limit: _limit, cursor: _cursor, include: _include, ...filter }: BookingFilter): string {
  const given = Object.entries({ ...filter, format: "csv" }).filter(([, value]) => value !== undefined);
  const text = (value: (typeof given)[number][1]) => (value instanceof Date ? value.toISOString() : String(value));
  return `/api/bookings?${new URLSearchParams(given.map(([name, value]) => [name, text(value)]))}`;
}
