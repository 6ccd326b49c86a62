import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, replace } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Booking, BookingFilter } from "~/contract/bookings";
import { Id, InstantInput, LocalDate } from "~/contract/common";
import { CustomerFilter } from "~/contract/customers";
import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import type { AvailableSlot } from "~/contract/slots";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { getCustomer, listCustomers } from "~/domain/customers/list-customers.sql.server";
import { bookAtDesk } from "./book-at-desk.server";
import { NewBookingForm } from "./new-booking-form";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { findFreeSlots } from "~/domain/slots/free-slots.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { formTicket, onceForForm } from "~/http/form-ticket.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { AppError, invalidField } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import { isolate } from "~/lib/isolate";
import { localDateOf, wallTimeOf } from "~/lib/time";
import type { BookingRefusal } from "~/ui/booking/booking-view";
import { visitsOf } from "~/ui/booking/booking-view";
import { timeChoices } from "~/ui/booking/time-choices";
import { describeBookings } from "~/ui/booking/booking-lines";
import { deskPath, deskSearch, type DeskGuest, type DeskState } from "~/ui/new-booking/desk-state";
import { readTyped, type Typed } from "./read-typed";
import { withDrawer } from "~/ui/layout/drawer-address";
import { guestMailWords } from "../guest-mail-words";
import { NEW_BOOKING as PATH } from "~/ui/layout/navigation";
import { NewBooking } from "~/ui/new-booking/new-booking";
import { phoneWithoutGaps } from "~/ui/layout/found";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "New booking · Booking Service" }];

const FIRST = 6;
const MATCHES = 6;

export async function loader({ request }: LoaderFunctionArgs): Promise<DeskState> {
  const actor = await requireActor(request, "staff");
  const { search, searchParams: asked } = new URL(request.url);
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
  const slot = slotId === undefined ? null : await orNull(() => getSlot(actor, slotId));
  const service = slot
    ? (known(slot.schedule_id) ?? "")
    : asked.has("service")
      ? (known(asked.get("service")) ?? "")
      : guest.kind === "none"
        ? "" // whatever is free first
        : (known(last?.data[0]?.schedule_id) ?? services[0]?.id ?? "");
  const own = ownTimeIn(asked, calendar.time_zone);
  const resource = slot?.resource_id ?? resources.data.find(({ id }) => id === asked.get("resource"))?.id ?? "";
  const said =
    guest.kind === "none" ? (typed.party ?? asked.get("party_size")) : (asked.get("party_size") ?? typed.party);
  const party = Math.min(Math.max(Math.trunc(Number(said ?? 1)) || 1, 1), 500);
  const day = slot
    ? localDateOf(Date.parse(slot.starts_at), calendar.time_zone)
    : dayAhead(LocalDate.safeParse(asked.get("day")).data ?? own?.day ?? "", calendar.today);
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
    own,
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
function ownTimeIn(asked: URLSearchParams, timeZone: string): DeskState["own"] {
  const starts_at = InstantInput.safeParse(asked.get("starts_at")).data;
  if (starts_at === undefined) return null;
  const [day = "", time = ""] = wallTimeOf(starts_at.getTime(), timeZone).split(" ");
  return { day, time, minutes: Math.min(Math.max(Math.trunc(Number(asked.get("minutes"))) || 60, 5), 1440) };
}

/** What an old address names and is not there any more is as if it were not named. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The guests whom what was typed may mean: all of it, else the address, the number or the name that is in it. */
async function findGuests(actor: UserActor, q: string, typed: Typed): Promise<DeskState["matches"]> {
  const find = async (typed: string) => {
    const search = CustomerFilter.shape.search.safeParse(typed);
    if (!search.success) return [];
    const found = await orBusyPage(listCustomers(actor, CustomerFilter.parse({ search: search.data, limit: MATCHES })));
    return found.data.filter(({ erased_at }) => erased_at === null);
  };
  const { name, email, phone } = typed;
  // Kept in another way of writing, a number has its longest row of digits in common.
  const row = phone.match(/\d{6,}/g)?.sort((a, b) => b.length - a.length)[0] ?? "";
  const parts = [q, email, phone, phoneWithoutGaps(phone) ?? "", row, phone === "" && email === "" ? name : ""];
  let found: Awaited<ReturnType<typeof find>> = [];
  for (const part of new Set(parts)) if (part !== "" && found.length === 0) found = await find(part);
  return found.map(({ id, name, email, phone }) => ({ id, name, contact: phone ?? email ?? "" }));
}

async function readGuest(actor: UserActor, asked: URLSearchParams, typed: Typed): Promise<DeskGuest> {
  const id = Id.safeParse(asked.get("customer")).data;
  if (id !== undefined) {
    const customer = await orNull(() => getCustomer(actor, id));
    if (customer !== null) {
      const { name, email, phone } = customer;
      return { kind: "known", id, name, email: email ?? "", phone: phone ?? "", visits: visitsOf(customer) };
    }
  }
  if (!asked.has("new")) return { kind: "none" };
  const given = (name: "name" | "email" | "phone") => asked.get(name) ?? typed[name];
  return { kind: "new", name: given("name"), email: given("email"), phone: given("phone") };
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

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const calendar = calendarOf(actor);
  return submit(request, NewBookingForm, async (form) => {
    if (form.wait_slot_id !== undefined) return wait(actor, form, form.wait_slot_id);
    const { key, to, ...content } = form;
    const [service] = await scheduleNames(actor.tenant.id, [form.service ?? null]);
    try {
      const ticket = formTicket(actor, PATH, key, content);
      const booking = await onceForForm(() => bookAtDesk(actor, form, service?.questions ?? [], ticket));
      const line = describeBookings([booking], [], calendar)[0]!; // one in, one out
      const guest = isolate(line.customer.name);
      const mail = await guestMailOf(actor.tenant.id, booking.id);
      const said = `Booked ${guest}: ${line.day}, ${line.time}, ${isolate(line.resource)}.`;
      const path = `/dashboard/bookings/${booking.id}`;
      const words = mail === null ? said : `${said} ${guestMailWords(mail, guest)}`;
      return redirectWith(dashboardPath(to, path), words, { action: path, fields: undoBooking(booking, form) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "slot_unavailable") throw error;
      const slots = (error.extra.details?.alternatives ?? []) as AvailableSlot[]; // as findAlternatives gave them
      const { data: resources } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
      const names = { resources: new Map(resources.map(({ id, name }) => [id, name])), services: new Map() };
      const refusal: BookingRefusal = {
        result: { status: "error", error: { "": [error.message] } },
        alternatives: timeChoices(slots, names, calendar),
      };
      return data(refusal, { status: error.status });
    }
  });
}

/** The form that takes a booking back that was just made; a guest who was told of it is told of that too. */
function undoBooking({ version }: Booking, { silent }: NewBookingForm): Record<string, string> {
  const told: Record<string, string> = silent ? {} : { notify: "on" };
  return { intent: "cancel", refund: "none", version: String(version), ...told };
}

async function wait(actor: UserActor, form: NewBookingForm, slot_id: string): Promise<Response> {
  const { party_size, name, email, phone, to } = form;
  if (!email)
    throw invalidField(
      "email",
      "A guest on the waiting list needs an e-mail address: the offer is sent there.",
      "required",
    );
  const customer = { name, email, phone: phone ?? null };
  const { position } = await joinWaitlist(actor, { slot_id, party_size, customer });
  return redirectWith(
    dashboardPath(to, `/dashboard/slots/${slot_id}`),
    `${isolate(name)} is number ${position} on the waiting list.`,
  );
}

export default function NewBookingPage() {
  return <NewBooking state={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />;
}
