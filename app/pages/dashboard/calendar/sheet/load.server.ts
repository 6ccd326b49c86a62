import { listDay } from "~/domain/bookings/read/list-day.server";
import { seesContacts, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { ResourceFilter } from "~/contract/resources";
import { calendarOf } from "~/http/page-calendar.server";
import { describeBookings, dayLabel } from "~/ui/booking/booking-lines";
import { readCalendarQuery } from "../read-calendar-query.server";

export type DaySheetView = Awaited<ReturnType<typeof loadDaySheet>>;

/** Bookings of a day by time; with `by=resource` a sheet per person or room. */
export async function loadDaySheet(actor: UserActor, query: URLSearchParams) {
  const calendar = calendarOf(actor);
  const { date } = readCalendarQuery(query, calendar.today);
  const isByResource = query.get("by") === "resource";
  const [{ bookings, has_more }, order] = await Promise.all([
    listDay(actor, date),
    isByResource ? resourceOrder(actor) : null,
  ]);
  const services = await scheduleNames(
    actor.tenant.id,
    bookings.map(({ schedule_id }) => schedule_id),
  );
  const lines = describeBookings(bookings, services, calendar);
  const placeOf = (id: string) => (order?.includes(id) ? order.indexOf(id) : bookings.length);
  const resources = [...new Set(bookings.map(({ resource_id }) => resource_id))];
  // one line per booking
  const own = (id: string) => lines.filter((_, index) => bookings[index]!.resource_id === id);
  return {
    date,
    title: dayLabel(date, calendar),
    company: actor.tenant.name,
    has_more,
    sees_contacts: seesContacts(actor),
    is_by_resource: isByResource,
    sheets: isByResource
      ? resources
          .sort((a, b) => placeOf(a) - placeOf(b))
          .map((id) => ({ id, resource: own(id)[0]?.resource ?? "", bookings: own(id) }))
      : lines.length === 0
        ? []
        : [{ id: "day", resource: null, bookings: lines }],
  };
}

/** Ids of the calendar's columns. */
async function resourceOrder(actor: UserActor): Promise<string[]> {
  const { data } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  return data.map(({ id }) => id);
}
