import { LIVE } from "~/contract/booking-status";
import { type Booking } from "~/contract/bookings";
import { BookingFilter } from "~/contract/booking-filter";
import { ResourceFilter } from "~/contract/resources";
import type { Slot } from "~/contract/slots";
import { WaitlistFilter } from "~/contract/waitlist";
import { bookingActions } from "~/domain/bookings/read/booking-actions";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { listWaitlist } from "~/domain/waitlist/waitlist.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { dayLabel, describeBookings } from "~/ui/booking/booking-lines";
import { writePrice } from "~/ui/form/price";
import type { SlotView } from "~/ui/slot/slot-panel";

/** A slot with its guests and waiting list. Throws a 404 response. */
export async function loadSlot(actor: UserActor, id: string): Promise<SlotView> {
  const slot = await orNoPage(getSlot(actor, id));
  const calendar = calendarOf(actor);
  const [bookings, waiting, resources, services] = await Promise.all([
    bookingsOf(actor, slot),
    listWaitlist(
      actor,
      WaitlistFilter.parse({ slot_id: slot.id, status: "waiting,offered", limit: 100 }),
    ),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
    scheduleNames(actor.tenant.id, [slot.schedule_id]),
  ]);
  const resource = resources.data.find(({ id }) => id === slot.resource_id);
  const time = new Intl.DateTimeFormat(calendar.locale, {
    timeZone: calendar.time_zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  const lines = describeBookings(bookings, services, calendar);
  return {
    id: slot.id,
    title: services[0]?.name ?? resource?.name ?? t("Time"),
    resource: resource?.name ?? "",
    day: dayLabel(localDateOf(Date.parse(slot.starts_at), calendar.time_zone), calendar),
    time: `${time.format(new Date(slot.starts_at))} – ${time.format(new Date(slot.ends_at))}`,
    capacity: slot.capacity,
    taken: slot.taken,
    most: resource?.capacity ?? slot.capacity,
    is_closed: slot.status === "closed",
    overrides: slot.overrides,
    price: writePrice(slot.price_amount, slot.currency),
    currency: slot.currency ?? actor.tenant.currency,
    guests: bookings.map((booking, index) => ({
      line: lines[index]!, // one line per booking
      path: `/dashboard/bookings/${booking.id}`,
      version: booking.version,
      ...bookingActions(actor, booking, clock.now()),
    })),
    waiting: waiting.data.map(({ id, customer, party_size, status }, index, all) => ({
      id,
      name: customer.name,
      contact: customer.phone ?? customer.email,
      party_size,
      is_offered: status === "offered",
      // A smaller party further back got the free seats, too few for this one.
      is_passed_over:
        status === "waiting" &&
        all
          .slice(index + 1)
          .some((behind) => behind.status === "offered" && behind.party_size < party_size),
    })),
    may_change: hasRole(actor, "staff"),
  };
}

async function bookingsOf(actor: UserActor, slot: Slot): Promise<Booking[]> {
  const found: Booking[] = [];
  let cursor: string | undefined;
  do {
    const filter = BookingFilter.parse({
      slot_id: slot.id,
      status: LIVE.join(","),
      sort: "created_at",
      limit: 100,
      cursor,
    });
    const page = await listBookings(actor, filter);
    found.push(...page.data);
    cursor = page.page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
