import { replace } from "@remix-run/node";
import { BookingFilter } from "~/contract/booking-filter";
import { Id, InstantInput, LocalDate } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import type { AvailableSlot } from "~/contract/slots";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { findFreeSlots } from "~/domain/slots/free-slots.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { dashboardPath } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { orNull } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import { localDateOf, wallTimeOf } from "~/lib/time";
import { timeChoices } from "~/ui/booking/time-choices";
import { withDrawer } from "~/ui/layout/drawer-address";
import { NEW_BOOKING as PATH } from "~/ui/layout/navigation";
import { deskPath, deskSearch, type DeskState } from "~/ui/new-booking/desk-state";
import { findGuests, readGuest } from "./find-guests.server";
import { readTyped, type Typed } from "./read-typed";

/** How many of the times that are free first are shown. */
const FIRST = 6;

/**
 * What the page shows for its address, `search`: who it is for, and the times for it. What an old address names and is not there any more
 * is as if it were not named. Throws the way on where a guest was picked, and the 503 page.
 */
export async function loadNewBooking(actor: UserActor, search: string): Promise<DeskState> {
  const asked = new URLSearchParams(search);
  const q = (asked.get("q") ?? "").trim();
  const typed = readTyped(q);
  const matches = typed.is_wish ? [] : await findGuests(actor, q, typed);
  if (asked.has("pick") && q !== "") throw replace(pickedPath(search, asked.get("to"), typed, matches[0]?.id));
  const guest = await readGuest(actor, asked, typed);
  const calendar = calendarOf(actor);
  const [schedules, resources, last] = await Promise.all([
    listSchedules(actor, ScheduleFilter.parse({ active: "true", limit: 100 })),
    listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 })),
    guest.kind === "known" ? listBookings(actor, BookingFilter.parse({ customer_id: guest.id, limit: 1 })) : null,
  ]);
  const services = schedules.data.map(({ id, name }) => ({ id, name }));
  const known = (id: string | null | undefined) => services.find((service) => service.id === id)?.id;
  const slotId = Id.safeParse(asked.get("slot")).data;
  const slot = slotId === undefined ? null : await orNull(getSlot(actor, slotId));
  const usual = guest.kind === "none" ? undefined : (known(last?.data[0]?.schedule_id) ?? services[0]?.id);
  const named = slot !== null || asked.has("service");
  // None: whatever is free first.
  const service = (named ? known(slot ? slot.schedule_id : asked.get("service")) : usual) ?? "";
  const customTime = customTimeIn(asked, calendar.time_zone);
  const resource = slot?.resource_id ?? resources.data.find(({ id }) => id === asked.get("resource"))?.id ?? "";
  const said =
    guest.kind === "none" ? (typed.party ?? asked.get("party_size")) : (asked.get("party_size") ?? typed.party);
  const party = Math.min(Math.max(Math.trunc(Number(said ?? 1)) || 1, 1), 500);
  const day = slot
    ? localDateOf(Date.parse(slot.starts_at), calendar.time_zone)
    : dayAhead(LocalDate.safeParse(asked.get("day")).data ?? customTime?.day ?? "", calendar.today);
  const slots = await findTimes(actor, { service, resource, party, day });
  const names = {
    resources: new Map(resources.data.map(({ id, name }) => [id, name])),
    services: new Map(services.map(({ id, name }) => [id, name])),
  };
  const free = slots.filter(({ bookable }) => bookable);
  // A time that the address names is the only one: the page of a class leads here.
  const first = slot ? free.filter(({ id }) => id === slot.id) : free;
  return {
    ...{ q, guest, matches, services, service, resource, party, day, is_wish: typed.is_wish, slot: slot?.id ?? null },
    resources: resources.data.map(({ id, name }) => ({ id, name })),
    today: calendar.today,
    times: timeChoices(day === "" ? first.slice(0, FIRST) : first, names, calendar),
    full: timeChoices(
      slots.filter(({ reason }) => reason === "full"),
      names,
      calendar,
    ),
    questions: schedules.data.find(({ id }) => id === service)?.questions ?? [],
    notes: asked.get("notes") ?? "",
    customTime,
    may_override: hasRole(actor, "admin"),
    time_zone: calendar.time_zone,
    key: newId(),
  };
}

/** Nothing is offered on a day that is over. */
const dayAhead = (day: string, today: string): string => (day < today ? "" : day);

/**
 * Where it goes on with the guest who was found, or with a new one, or without any where only a time was asked for: this page, or over
 * the one that it is open over.
 */
function pickedPath(
  search: string,
  to: string | null,
  { party, is_wish }: Typed,
  customer: string | undefined,
): string {
  const who: Record<string, string | null> = is_wish
    ? { customer: null, new: null, q: null }
    : customer === undefined
      ? { customer: null, new: "1" }
      : { customer, new: null };
  const picked = deskSearch(search, { ...who, ...(party !== null && { party_size: String(party) }) });
  if (to === null) return deskPath(picked);
  return withDrawer(new URL(dashboardPath(to, PATH), "http://dashboard"), picked, "new");
}

/** A time that was chosen in the calendar and that no slot has to offer (newBookingSearch). */
function customTimeIn(asked: URLSearchParams, timeZone: string): DeskState["customTime"] {
  const starts_at = InstantInput.safeParse(asked.get("starts_at")).data;
  if (starts_at === undefined) return null;
  const [day = "", time = ""] = wallTimeOf(starts_at.getTime(), timeZone).split(" ");
  return { day, time, minutes: Math.min(Math.max(Math.trunc(Number(asked.get("minutes"))) || 60, 5), 1440) };
}

interface Wanted {
  service: string;
  resource: string;
  party: number;
  day: string;
}

function findTimes(actor: UserActor, { service, resource, party, day }: Wanted): Promise<AvailableSlot[]> {
  return findFreeSlots(actor, {
    party_size: party,
    ...(service !== "" && { schedule_id: service }),
    ...(resource !== "" && { resource_id: [resource] }),
    ...(day !== "" && { from: day, to: day, include: ["unavailable"] as const }),
  } as Parameters<typeof findFreeSlots>[1]);
}
