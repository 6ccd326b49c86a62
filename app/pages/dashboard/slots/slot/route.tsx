import { LIVE } from "~/contract/booking-status";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Booking } from "~/contract/bookings";
import { BookingFilter } from "~/contract/booking-filter";
import { ResourceFilter } from "~/contract/resources";
import type { Slot } from "~/contract/slots";
import { WaitlistFilter } from "~/contract/waitlist";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { SlotForm } from "./slot-form";
import { bookingActions } from "~/domain/bookings/booking-actions";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readPrice, writePrice } from "~/ui/form/price";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { leaveWaitlist, listWaitlist } from "~/domain/waitlist/waitlist.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { AppError, invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { dayLabel, describeBookings } from "~/ui/booking/booking-lines";
import { SlotPanel, type SlotView } from "~/ui/slot/slot-panel";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? "Time"} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs): Promise<SlotView> {
  const actor = await requireActor(request);
  const slot = await getSlot(actor, params.id!).catch(noPage); // the route's own name
  const calendar = calendarOf(actor);
  const [bookings, waiting, resources, services] = await Promise.all([
    bookingsOf(actor, slot),
    listWaitlist(actor, WaitlistFilter.parse({ slot_id: slot.id, status: "waiting,offered", limit: 100 })),
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
    title: services[0]?.name ?? resource?.name ?? "Time",
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
      line: lines[index]!, // one line a booking
      path: `/dashboard/bookings/${booking.id}`,
      version: booking.version,
      ...bookingActions(actor, booking, clock.now()),
    })),
    waiting: waiting.data.map(({ id, customer, party_size, status }) => ({
      id,
      name: customer.name,
      contact: customer.phone ?? customer.email,
      party_size,
      is_offered: status === "offered",
    })),
    may_change: hasRole(actor, "staff"),
  };
}

/** Who has a place in it. */
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

function noPage(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = params.id!; // the route's own name
  return submit(request, SlotForm, async (form) =>
    redirectWith(dashboardPath(form.to, `/dashboard/slots/${id}`), await change(actor, id, form)),
  );
}

/** Does what the form says; returns what is said of it. */
async function change(actor: UserActor, id: string, form: SlotForm): Promise<string> {
  if (form.intent === "leave") {
    await leaveWaitlist(actor, form.entry_id);
    return "Taken off the waiting list.";
  }
  if (form.intent === "status") {
    await updateSlot(actor, id, { status: form.status });
    return form.status === "closed" ? "Closed: nobody can book it any more." : "Open for bookings again.";
  }
  const slot = await getSlot(actor, id);
  const currency = slot.currency ?? actor.tenant.currency;
  const price_amount = readPrice(form.price ?? "", currency);
  if (price_amount === undefined) throw invalidField("price", "Use a price such as 25 or 25.50.");
  // A field that was left as it was shown is not set for this time: it goes on following the service.
  const { over_capacity } = await updateSlot(actor, id, {
    ...(form.capacity !== slot.capacity && { capacity: form.capacity ?? null }),
    ...(price_amount !== slot.price_amount && { price_amount, currency: price_amount === null ? null : currency }),
  });
  const [over] = over_capacity;
  const more = over ? ` ${over.booked} seats are booked and stay; nothing is sold until fewer are.` : "";
  return `Saved. Bookings that it has keep their price.${more}`;
}

export default function ClassPage() {
  return <SlotPanel slot={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />;
}
