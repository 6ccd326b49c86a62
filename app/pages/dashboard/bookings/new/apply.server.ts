import { data } from "@remix-run/node";
import { z } from "zod";
import type { Booking } from "~/contract/bookings";
import type { VisitTime } from "~/contract/booking-visits";
import { Id } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import type { AvailableSlot } from "~/contract/slots";
import type { GuestMail } from "~/domain/email/guest-mail";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import type { Schedule } from "~/contract/schedules";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { formTicket, onceForForm } from "~/http/form-ticket.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { plural, t } from "~/i18n/text";
import { AppError, invalidField, orNull } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { formatMoney } from "~/lib/money";
import { withStoredAnswer } from "~/lib/stored-answer.server";
import { checkedDates } from "~/ui/booking/series-lines";
import { describeBookings } from "~/ui/booking/booking-lines";
import { NEW_BOOKING as PATH } from "~/ui/layout/navigation";
import type { DeskTime } from "~/ui/new-booking/desk-state";
import type { DeskRefusal } from "~/ui/new-booking/use-desk";
import { guestMailWords } from "../guest-mail-words";
import { bookAtDesk, bookSeriesAtDesk, bookVisitAtDesk } from "./book-at-desk.server";
import { deskTimes } from "./desk-times";
import { peoplePrice } from "./people-in";
import { chosenParty } from "~/ui/booking/addon-choices";
import { overrideReason, overrideWords } from "~/ui/booking/override-words";
import type { NewBookingForm } from "./new-booking-form";
import { visitTimes } from "./visit.server";

/**
 * Books or joins the waiting list; a time taken meanwhile is rejected with alternatives. Throws
 * like createBooking and joinWaitlist.
 */
export async function applyNewBookingForm(actor: UserActor, form: NewBookingForm) {
  if (form.wait_slot_id !== undefined) return wait(actor, form, form.wait_slot_id);
  const { key, to, ...content } = form;
  const id = Id.safeParse(form.service).data;
  const service = id === undefined ? null : await orNull(getSchedule(actor, id));
  try {
    const ticket = formTicket(actor, PATH, key, content);
    if (form.services !== undefined) return await applyVisit(actor, form, service, ticket);
    if (form.repeat !== undefined) return await applySeries(actor, form, service, ticket);
    const booking = await onceForForm(() => bookAtDesk(actor, form, service, ticket));
    // one booking in, one line out
    const line = describeBookings([booking], [], calendarOf(actor))[0]!;
    const guest = isolate(line.customer.name);
    const mail = await guestMailOf(actor.tenant.id, booking.id);
    const { day, time } = line;
    const message = t("Booked {{guest}}: {{day}}, {{time}}, {{resource}}.", {
      guest,
      day,
      time,
      resource: isolate(line.resource),
    });
    const path = `/dashboard/bookings/${booking.id}`;
    const words = mail === null ? message : `${message} ${mailWords(mail, guest)}`;
    return redirectWith(dashboardPath(to, path), words, {
      action: path,
      fields: undoBooking(booking, form),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "price_changed") return priceRefusal(actor, error);
    const needed = overrideReason(error);
    if (error.code !== "slot_unavailable" && needed === null) throw error;
    const mayOverride = needed !== null && hasRole(actor, "admin");
    const message =
      needed === null
        ? (takenWords(actor, error) ?? error.message)
        : overrideWords(needed, mayOverride ? t("Book anyway?") : null);
    const alternatives = error.extra.details?.alternatives ?? [];
    const refusal: DeskRefusal = {
      result: { status: "error", error: { "": [message] } },
      alternatives:
        form.services === undefined
          ? await otherTimes(actor, alternatives as AvailableSlot[], form, service) // set by findAlternatives
          : visitTimes(alternatives as VisitTime[], calendarOf(actor)), // set by createVisit
      may_override: mayOverride,
    };
    return data(refusal, { status: error.status });
  }
}

/** Books all services together. */
async function applyVisit(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
  ticket: IdempotencyTicket,
): Promise<Response> {
  const { bookings } = await onceForForm(() => bookVisitAtDesk(actor, form, service, ticket));
  const lines = describeBookings(bookings, [], calendarOf(actor));
  const [first] = lines;
  const message = t("Booked {{guest}}: {{day}}, {{parts}}.", {
    guest: isolate(first!.customer.name), // of two to four
    day: first!.day,
    parts: lines.map(({ time, resource }) => `${time} ${isolate(resource)}`).join(" · "),
  });
  const mail = await guestMailOf(actor.tenant.id, bookings[0]!.id);
  const words = mail === null ? message : `${message} ${mailWords(mail, isolate(form.name))}`;
  return redirectWith(dashboardPath(form.to, `/dashboard/bookings/${bookings[0]!.id}`), words);
}

/** The part of a visit that is taken; null: another refusal. */
function takenWords(actor: UserActor, { extra }: AppError): string | null {
  const refused = TakenPart.safeParse(extra.details).data;
  if (refused?.reason !== "full") return null;
  const { no, service, resource, starts_at } = refused.part;
  const { locale, time_zone } = calendarOf(actor);
  const time = clockFormat(locale, time_zone).format(new Date(starts_at));
  return resource === null
    ? t("{{no}}. {{service}}: fully booked at {{time}}.", { no, service: isolate(service), time })
    : t("{{no}}. {{service}}: {{resource}} is taken at {{time}}.", {
        no,
        service: isolate(service),
        resource: isolate(resource),
        time,
      });
}

/** As createVisit names it. */
const TakenPart = z.object({
  reason: z.string(),
  part: z.object({
    no: z.int(),
    service: z.string(),
    resource: z.string().nullable(),
    starts_at: z.string(),
  }),
});

/** Books every date; the message says which ones were left out. */
async function applySeries(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
  ticket: IdempotencyTicket,
): Promise<Response> {
  const calendar = calendarOf(actor);
  const { dates } = await onceForForm(() =>
    withStoredAnswer(
      ticket,
      false,
      () => bookSeriesAtDesk(actor, form, service, calendar.time_zone),
      (series) => ticket.answer(series),
    ),
  );
  const booked = dates.filter(({ booking_id }) => booking_id !== null);
  const first = booked[0]?.booking_id;
  if (first == null)
    throw new AppError("slot_unavailable", t("None of these dates is free."), {
      details: { alternatives: [] },
    });
  const message = plural(
    dates.length,
    "Booked {{booked}} of {{count}} date for {{guest}}.",
    "Booked {{booked}} of {{count}} dates for {{guest}}.",
    { booked: booked.length, guest: isolate(form.name) },
  );
  const skipped = checkedDates(
    dates.filter(({ state }) => state === "skipped"),
    calendar,
  ).map(({ when, words }) => `${when} (${words})`);
  const words =
    skipped.length === 0
      ? message
      : `${message} ${t("Left out: {{dates}}.", { dates: skipped.join("; ") })}`;
  return redirectWith(dashboardPath(form.to, `/dashboard/bookings/${first}`), words);
}

/** Both prices; the form resubmits with the new one. */
function priceRefusal(actor: UserActor, { extra, status }: AppError) {
  const {
    expected_amount: shown,
    amount: now,
    currency,
  } = extra.details as unknown as {
    expected_amount: number;
    amount: number;
    currency: string | null;
  }; // set by checkExpected
  const { locale } = calendarOf(actor);
  const words = (amount: number) => formatMoney(amount, currency ?? actor.tenant.currency, locale);
  const message = t(
    "The price is now {{price}} instead of {{before}}. Book again at the new price?",
    {
      price: words(now),
      before: words(shown),
    },
  );
  const refusal: DeskRefusal = {
    result: { status: "error", error: { "": [message] } },
    price: { shown, now },
  };
  return data(refusal, { status });
}

const mailWords = (mail: GuestMail, guest: string): string =>
  mail === "no_address"
    ? t("No email on file, so no confirmation was sent.")
    : guestMailWords(mail, guest);

async function otherTimes(
  actor: UserActor,
  slots: readonly AvailableSlot[],
  { party_size, party }: NewBookingForm,
  service: Schedule | null,
): Promise<DeskTime[]> {
  const { data: resources } = await listResources(actor, ResourceFilter.parse({ limit: 100 }));
  const names = {
    resources: new Map(resources.map(({ id, name }) => [id, name])),
    services: new Map(),
  };
  return deskTimes(slots, {
    names,
    calendar: calendarOf(actor),
    amountOf: ({ price_amount, currency }) =>
      peoplePrice(
        { party_size, party: chosenParty(party) },
        service ?? undefined,
        price_amount,
        currency,
      ),
    is_anyone: false,
    is_day: true,
    is_any_service: false,
  });
}

/** Undo form of the new booking. A guest who was emailed about it is emailed about the undo too. */
function undoBooking({ version }: Booking, { silent }: NewBookingForm): Record<string, string> {
  const notification: Record<string, string> = silent ? {} : { notify: "on" };
  return { intent: "cancel", refund: "none", version: String(version), ...notification };
}

async function wait(actor: UserActor, form: NewBookingForm, slot_id: string): Promise<Response> {
  const { party_size, name, email, phone, to } = form;
  if (!email)
    throw invalidField(
      "email",
      t("A guest on the waiting list needs an email address: the offer is sent there."),
      "required",
    );
  const customer = { name, email, phone: phone ?? null };
  const { position } = await joinWaitlist(actor, { slot_id, party_size, customer });
  return redirectWith(
    dashboardPath(to, `/dashboard/slots/${slot_id}`),
    t("{{guest}} is number {{position}} on the waiting list.", { guest: isolate(name), position }),
  );
}
