import { BookingFilter } from "~/contract/booking-filter";
import { ResourceFilter } from "~/contract/resources";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { seesContacts, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { dayLabel, groupByDay } from "~/ui/booking/booking-lines";
import { readCalendarQuery } from "../calendar-query";
import type { DaySheetView } from "./day-sheet";

/** As many as a list gives at once; a day with more says so. */
const MOST_BOOKINGS = 100;

/** The bookings of the day that an address asks for, resource by resource. */
export async function loadDaySheet(actor: UserActor, asked: URLSearchParams): Promise<DaySheetView> {
  const calendar = calendarOf(actor);
  const { date } = readCalendarQuery(asked, calendar.today);
  const found = await listBookings(
    actor,
    BookingFilter.parse({
      from: date,
      to: date,
      status: "pending,confirmed,paid,completed,no_show",
      sort: "starts_at",
      limit: MOST_BOOKINGS,
    }),
  );
  const services = await scheduleNames(
    actor.tenant.id,
    found.data.map(({ schedule_id }) => schedule_id),
  );
  // In the order of the calendar's columns.
  const resources = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const places = new Map(resources.data.map(({ id }, index) => [id, index]));
  const placeOf = (id: string) => places.get(id) ?? places.size;
  const resourceOf = new Map(found.data.map(({ id, resource_id }) => [id, resource_id]));
  const lines = groupByDay(found.data, services, calendar, false).flatMap((day) => day.lines);
  return {
    date,
    title: dayLabel(date, calendar),
    company: actor.tenant.name,
    has_more: found.page.has_more,
    sees_contacts: seesContacts(actor),
    sheets: [...new Set(found.data.map(({ resource_id }) => resource_id))]
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((id) => {
        const bookings = lines.filter((line) => resourceOf.get(line.id) === id);
        return { id, resource: bookings[0]?.resource ?? "", bookings };
      }),
  };
}
