import type { NewBooking } from "~/contract/booking-inputs";
import type { BookingSeries } from "~/contract/booking-series";
import type { BookingVisit } from "~/contract/booking-visits";
import type { Booking } from "~/contract/bookings";
import { InstantInput } from "~/contract/common";
import { ANYONE, SAME } from "~/contract/fields";
import { ResourceFilter } from "~/contract/resources";
import type { Question, Schedule } from "~/contract/schedules";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { createSeries } from "~/domain/series/create-series.server";
import { createVisit } from "~/domain/visits/create-visit.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { localDateOf, wallTimeToInstant } from "~/lib/time";
import { chosenAddons, chosenParty } from "~/ui/booking/addon-choices";
import { CUSTOM, NOW, startOfNow } from "~/ui/new-booking/desk-state";
import type { NewBookingForm } from "./new-booking-form";
import { repeatOf } from "./repeat-rule";

/**
 * Creates the booking of the desk form; `service` is the one it names. Throws like createBooking.
 */
export async function bookAtDesk(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
  ticket: IdempotencyTicket | null,
): Promise<Booking> {
  const wish = wishOf(form, service);
  if (form.time === undefined) throw invalidField("time", t("Choose a time."), "required");
  if (form.time !== NOW && form.time !== CUSTOM)
    return createBooking(
      actor,
      {
        ...wish,
        ...(await placeOf(actor, form, form.time, service)),
        expected_amount: expectedAmount(form, ["addons"]),
      },
      ticket,
    );
  const starts_at =
    form.time === NOW
      ? new Date(startOfNow(clock.now()))
      : customStart(form, actor.tenant.time_zone);
  const minutes = form.time === CUSTOM ? form.custom_minutes : undefined;
  const duration_minutes = minutes ?? form.length ?? service?.duration_minutes ?? 60;
  const candidates = await resourcesFor(actor, form, service);
  const last = candidates.pop();
  if (last === undefined)
    throw invalidField("resource", t("Choose who or what is booked."), "required");
  const book = (resource_id: string) => {
    const serves = service?.resource_ids.includes(resource_id) ? { schedule_id: service.id } : {};
    return createBooking(
      actor,
      { ...wish, resource_id, starts_at, duration_minutes, ...serves },
      ticket,
    );
  };
  // For any resource: the first that is free.
  for (const resource_id of candidates)
    try {
      return await book(resource_id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "slot_unavailable") throw error;
    }
  return book(last);
}

/** Books the chosen time on every date of its rule. Throws like createSeries. */
export async function bookSeriesAtDesk(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
  timeZone: string,
): Promise<BookingSeries> {
  if (form.time === undefined || form.time === NOW || form.time === CUSTOM)
    throw invalidField("time", t("Only free times can repeat. Choose one."), "required");
  const place = await placeOf(actor, form, form.time, service);
  const slot = await getSlot(actor, form.time);
  const date = localDateOf(Date.parse(slot.starts_at), timeZone);
  const { slot_id: _slot, ...wish } = wishOf(form, service);
  const repeat = repeatOf(
    {
      repeat: form.repeat ?? "",
      interval: form.repeat_interval ?? 1,
      unit: form.repeat_unit ?? "week",
      count: form.repeat_count ?? 6,
      until: form.repeat_until ?? "",
      if_taken: form.if_taken ?? "skip",
    },
    date,
  );
  if (repeat === null) throw invalidField("repeat", t("Choose how often it repeats."), "required");
  return createSeries(actor, {
    ...wish,
    resource_id: place.resource_id ?? slot.resource_id,
    ...(slot.schedule_id !== null && { schedule_id: slot.schedule_id }),
    starts_at: new Date(slot.starts_at),
    ...(form.length !== undefined && { length_minutes: form.length }),
    repeat,
    dry_run: false,
  });
}

/** Books several services one after another, from the chosen start. Throws like createVisit. */
export async function bookVisitAtDesk(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
  ticket: IdempotencyTicket | null,
): Promise<BookingVisit> {
  const starts_at = InstantInput.safeParse(form.time).data;
  if (starts_at === undefined) throw invalidField("time", t("Choose a time."), "required");
  if (service === null) throw invalidField("service", t("Choose a service."), "required");
  const {
    answers: _none,
    addons: _first,
    party_size: _seats,
    party: _kinds,
    ...wish
  } = wishOf(form, service);
  const others = ([2, 3, 4] as const).slice(0, (form.services ?? 1) - 1).map((no) => ({
    service: form[`service_${no}`],
    resource: form[`resource_${no}`],
    length: form[`length_${no}`],
    addons: `addons_${no}` as AddonsField,
    party: form[`party_${no}`],
  }));
  const first = {
    service: service.id,
    resource: form.resource ?? ANYONE,
    length: form.length,
    addons: "addons" as AddonsField,
    party: form.party,
  };
  const parts = [first, ...others].map(async ({ service: id, resource, length, addons, party }) => {
    if (id === undefined) throw invalidField("service", t("Choose a service."), "required");
    const { questions, person_kinds } = id === service.id ? service : await getSchedule(actor, id);
    return {
      schedule_id: id,
      resource_id: resource ?? SAME,
      ...(length !== undefined && { length_minutes: length }),
      ...peopleOf(form, party, person_kinds),
      addons: chosenAddons(form[addons]),
      answers: answersOf(form.answer ?? {}, questions),
    };
  });
  return createVisit(
    actor,
    {
      ...wish,
      starts_at,
      parts: await Promise.all(parts),
      expected_amount: expectedAmount(
        form,
        [first, ...others].map(({ addons }) => addons),
      ),
      dry_run: false,
    },
    ticket,
  );
}

/**
 * A slot, or any resource of the service free at its start for no higher price. Overbooking applies
 * to the named slot only.
 */
async function placeOf(
  actor: UserActor,
  { resource, length, override }: NewBookingForm,
  slot_id: string,
  service: Schedule | null,
): Promise<
  Pick<NewBooking, "slot_id" | "resource_id" | "schedule_id" | "starts_at" | "length_minutes">
> {
  const chosen = { slot_id, ...(length !== undefined && { length_minutes: length }) };
  if (service === null || service.resource_ids.length < 2 || resource !== undefined || override)
    return chosen;
  const { starts_at } = await getSlot(actor, slot_id);
  return {
    ...chosen,
    resource_id: ANYONE,
    schedule_id: service.id,
    starts_at: new Date(starts_at),
  };
}

function wishOf(form: NewBookingForm, service: Schedule | null): NewBooking {
  const { name, email, phone, notes, silent, pending, override, text_reminders } = form;
  return {
    ...peopleOf(form, form.party, service?.person_kinds ?? []),
    ...(form.customer !== undefined
      ? { customer_id: form.customer }
      : { customer: { name, email: email ?? null, phone: phone ?? null } }),
    notes: notes ?? null,
    addons: chosenAddons(form.addons),
    answers: answersOf(form.answer ?? {}, service?.questions ?? []),
    meta: {},
    override,
    notify: !silent,
    text_reminders,
    ...(pending && { status: "pending" }),
  };
}

/** People by kind, where the service has kinds. Throws validation_failed for none. */
function peopleOf(
  { party_size }: NewBookingForm,
  counts: NewBookingForm["party"],
  kinds: Schedule["person_kinds"],
): Pick<NewBooking, "party" | "party_size"> {
  if (kinds.length === 0) return { party_size };
  const party = chosenParty(counts);
  if (party === undefined) throw invalidField("party", t("Choose who comes."), "required");
  return { party };
}

type AddonsField = "addons" | `addons_${2 | 3 | 4}`;

/** The price that was shown for everything: the time, and the add-ons at the prices next to them. */
function expectedAmount(form: NewBookingForm, fields: readonly AddonsField[]): number | undefined {
  if (form.expected_amount === undefined) return undefined;
  const addons = fields.flatMap((field) =>
    chosenAddons(form[field]).map(
      ({ id, quantity }) => quantity * Number(form.shown[field]?.[id] ?? 0),
    ),
  );
  return addons.reduce((sum, amount) => sum + amount, form.expected_amount);
}

function customStart({ custom_day, custom_time }: NewBookingForm, timeZone: string): Date {
  if (custom_day === undefined) throw invalidField("custom_day", t("Choose a day."), "required");
  if (custom_time === undefined) throw invalidField("custom_time", t("Choose a time."), "required");
  return new Date(wallTimeToInstant(custom_day, custom_time, timeZone));
}

/** Bookable resources: the named one, otherwise all of the service, in the company's order. */
async function resourcesFor(
  actor: UserActor,
  form: NewBookingForm,
  service: Schedule | null,
): Promise<string[]> {
  const named = form.resource ?? (form.time === CUSTOM ? form.custom_resource : undefined);
  if (named !== undefined) return [named];
  const { data } = await listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 }));
  return data
    .map(({ id }) => id)
    .filter((id) => service === null || service.resource_ids.includes(id));
}

/** Converts answers for their questions: checkboxes to booleans, others to text. */
function answersOf(
  given: Record<string, string>,
  questions: readonly Question[],
): NewBooking["answers"] {
  return questions.flatMap(({ id, type }): NewBooking["answers"] => {
    if (type === "checkbox") return [{ question_id: id, value: given[id] !== undefined }];
    const value = given[id]?.trim();
    return value ? [{ question_id: id, value }] : [];
  });
}
