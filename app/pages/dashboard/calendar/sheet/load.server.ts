import type { Booking } from "~/contract/bookings";
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
  // one line per booking
  const lines = describeBookings(bookings, services, calendar).map((line, index) => ({
    ...line,
    part: partOf(bookings[index]!),
    is_need: false,
  }));
  const placeOf = (id: string) => (order?.includes(id) ? order.indexOf(id) : bookings.length);
  const names = new Map(
    bookings.flatMap(({ resource_id, resource_name, needs }) => [
      [resource_id, resource_name] as const,
      ...needs.flatMap((need) =>
        order?.includes(need.resource_id) ? [[need.resource_id, need.name] as const] : [],
      ),
    ]),
  );
  const own = (id: string) =>
    lines.flatMap((line, index) => {
      const { resource_id, needs } = bookings[index]!;
      if (resource_id === id) return [line];
      return needs.some((need) => need.resource_id === id) ? [{ ...line, is_need: true }] : [];
    });
  return {
    date,
    title: dayLabel(date, calendar),
    company: actor.tenant.name,
    has_more,
    sees_contacts: seesContacts(actor),
    is_by_resource: isByResource,
    sheets: isByResource
      ? [...names.keys()]
          .sort((a, b) => placeOf(a) - placeOf(b))
          .map((id) => ({ id, resource: names.get(id) ?? "", bookings: own(id) }))
      : lines.length === 0
        ? []
        : [{ id: "day", resource: null, bookings: lines }],
  };
}

/** "1/2": its place in a visit of several services. */
const partOf = ({ visit }: Pick<Booking, "visit">): string | null =>
  visit && `${visit.no}/${visit.of}`;

/** Ids of the calendar's columns. */
async function resourceOrder(actor: UserActor): Promise<string[]> {
  const { data } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  return data.map(({ id }) => id);
}
