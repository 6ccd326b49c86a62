import type { BookingPatch } from "~/contract/booking-inputs";
import type { Booking, BookingAnswer } from "~/contract/bookings";
import { isLive } from "~/contract/booking-status";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import {
  hasRole,
  maySeeBooking,
  mayUseResource,
  seesContacts,
  seesSensitive,
  type StaffActor,
} from "../../identity/actor";
import { describeAnswers, type GivenAnswer, questionsFor } from "../place/answers";
import { changeBooking } from "./apply-decision.server";
import type { BookingDetails } from "./booking-command";
import { type BookingRow, toBooking } from "../read/booking-row";
import { checkGuestLimit } from "../place/check-guest-limit.sql.server";
import { keepCustomer } from "./keep-customer.sql.server";
import { loadBooking } from "../read/load-booking.sql.server";
import { minutesOf, moveBooking } from "./move-booking.server";
import { addonMinutes } from "../../quotes/choose-addons";
import { checkExpected } from "../../quotes/quote";
import { readTextFacts } from "../../text-consent/read-consent.sql.server";
import { consentForNumber, type TextConsent, textConsent } from "../../text-consent/text-consent";
import { quoteOf } from "../read/quote-of-booking";
import { isService, readQuestions } from "./service-terms.sql.server";
import type { ResourceTarget } from "../place/slot-target";
import { withLockedBooking } from "./with-locked-booking.server";

/**
 * Edits a booking's details (notes, customer, answers, meta, arrival) and moves it when the time,
 * resource, length, party size or what serves a need is named; all or nothing. A patch without changes leaves no trace.
 * Throws not_found, forbidden_role (override), version_conflict, and what moveBooking throws.
 */
export async function editBooking(
  actor: StaffActor,
  id: string,
  patch: BookingPatch,
): Promise<Booking> {
  if (patch.override && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  if (patch.resource_id !== undefined && !mayUseResource(actor, patch.resource_id))
    throw notFound("Resource", patch.resource_id);
  for (const { resource_id } of patch.needs ?? [])
    if (!mayUseResource(actor, resource_id)) throw notFound("Resource", resource_id);
  if (patch.schedule_id) await checkService(actor, patch.schedule_id);
  const edited = isMove(patch)
    ? await moveBooking(actor, id, {
        target: moveTarget(row, patch),
        schedule_id: patch.schedule_id,
        party_size: patch.party_size,
        party: patch.party,
        addons: patch.addons,
        needs: patch.needs,
        expected_amount: patch.expected_amount,
        version: patch.version,
        override: patch.override ?? false,
        reprice: patch.reprice,
        dry_run: patch.dry_run ?? false,
        notify: patch.notify,
        details: (db, current) => detailsOf(db, actor, current, patch),
      })
    : await editOnly(actor, id, patch);
  return toBooking(edited, seesContacts(actor), seesSensitive(actor));
}

function isMove(patch: BookingPatch): boolean {
  const { slot_id, resource_id, starts_at, schedule_id, party_size, party, addons } = patch;
  const { duration_minutes, length_minutes, needs, dry_run, reprice } = patch;
  const named = [
    slot_id,
    resource_id,
    starts_at,
    schedule_id,
    duration_minutes,
    length_minutes,
    party_size,
    party,
    addons,
    needs,
  ];
  return named.some((value) => value !== undefined) || dry_run === true || reprice === true;
}

/** Throws validation_failed. */
async function checkService(actor: StaffActor, scheduleId: string): Promise<void> {
  if (!(await isService(actor.tenant.id, scheduleId)))
    throw invalidField("schedule_id", "This service does not exist.", "unknown");
}

/**
 * The target of the move: the slot named, or the present place, time and service with the patch
 * applied. Without a length it is an offered start that keeps the service, and the length if
 * offered there; `duration_minutes` makes a custom time.
 */
export function moveTarget(row: BookingRow, patch: BookingPatch): ResourceTarget {
  const { slot_id, resource_id, starts_at, schedule_id, duration_minutes, length_minutes } = patch;
  const own = minutesOf(row);
  const length =
    length_minutes === undefined
      ? { minutes: duration_minutes ?? own, is_required: false }
      : { minutes: length_minutes, is_required: true };
  if (slot_id !== undefined) {
    const named = {
      resource_id,
      schedule_id: schedule_id ?? undefined,
      starts_at,
      duration_minutes,
    };
    return { kind: "slot", slot_id, length, named };
  }
  const place = {
    resource_id: resource_id ?? row.resource_id,
    starts_at: starts_at ?? row.starts_at,
    // A new service without a new time changes only the service: a free slot of it that starts then
    // is not meant.
    schedule: { id: schedule_id === undefined ? row.schedule_id : schedule_id, is_kept: true },
  };
  const isSameTime =
    place.resource_id === row.resource_id &&
    place.starts_at.getTime() === row.starts_at.getTime() &&
    length.minutes === (length.is_required ? own - addonMinutes(row.addons) : own);
  if (isSameTime && place.schedule.id === row.schedule_id)
    return { kind: "held", ...place, duration_minutes: own, slot_id: row.slot_id };
  // A booking without a service has no offered times, so it keeps its time.
  if (isSameTime && place.schedule.id === null)
    return { kind: "custom", ...place, duration_minutes: own };
  return length_minutes === undefined && duration_minutes !== undefined
    ? { kind: "custom", ...place, duration_minutes }
    : { kind: "start", ...place, length };
}

function editOnly(actor: StaffActor, id: string, patch: BookingPatch): Promise<BookingRow> {
  const { version, notify, override = false } = patch;
  return transaction((db) =>
    withLockedBooking(db, actor, id, { seats: false }, async (booking) => {
      const { row } = booking.loaded;
      checkExpected(patch.expected_amount, quoteOf(booking.loaded));
      const details = await detailsOf(db, actor, row, patch);
      return changeBooking(
        db,
        actor,
        booking,
        { type: "edit", details, override },
        { version, notify },
      );
    }),
  );
}

/** The details in the patch; a named guest gets a record, or has theirs corrected. */
async function detailsOf(
  db: Sql,
  actor: StaffActor,
  row: BookingRow,
  patch: BookingPatch,
): Promise<BookingDetails> {
  const { notes, arrived, answers, meta, customer, override, text_reminders } = patch;
  return {
    ...(notes !== undefined && { notes }),
    ...(arrived !== undefined && { arrived }),
    ...(answers !== undefined && { answers: await answersOf(db, actor, row, answers) }),
    ...(meta !== undefined && { meta }),
    ...(customer !== undefined &&
      !isSameCustomer(row, customer) &&
      (await namedCustomer(db, row, customer, override === true))),
    ...(text_reminders !== undefined && {
      text_consent: text_reminders ? await recordedConsent(db, actor, row, patch) : null,
    }),
  };
}

/**
 * The guest's consent for the number after the patch, recorded now unless it is already stored.
 * Throws validation_failed without a number that texts can go to.
 */
async function recordedConsent(
  db: Sql,
  actor: StaffActor,
  row: BookingRow,
  { customer, schedule_id = row.schedule_id }: BookingPatch,
): Promise<TextConsent | null> {
  const phone = customer === undefined ? row.customer_phone : (customer.phone ?? null);
  const stored = consentForNumber(row.text_consent, phone);
  if (stored !== null) return stored;
  const facts = await readTextFacts(db, { ...row, schedule_id }, phone ?? "");
  return textConsent(
    actor.tenant.policy,
    { text_reminders: facts.text_reminders ?? "company" },
    {
      phone,
      locale: customer?.locale ?? facts.locale ?? actor.tenant.locale,
      source: actor.kind === "user" ? "staff" : "api",
      at: new Date(clock.now()),
    },
    env.SMS_COUNTRIES,
  );
}

/**
 * Answers hidden from this caller stay; the others are replaced, with the labels of their
 * questions.
 */
async function answersOf(
  db: Sql,
  actor: StaffActor,
  row: BookingRow,
  given: GivenAnswer[],
): Promise<BookingAnswer[]> {
  const { of_widget, of_schedule } = await readQuestions(db, row);
  const hidden = seesSensitive(actor) ? [] : row.answers.filter(({ sensitive }) => sensitive);
  const isHidden = new Set(hidden.map(({ question_id }) => question_id));
  const before = new Map(row.answers.map((answer) => [answer.question_id, answer]));
  const written = describeAnswers(questionsFor(of_widget, of_schedule), given).map((answer) => {
    const { label, sensitive } = before.get(answer.question_id) ?? answer; // keeps the label the guest agreed to
    return { ...answer, ...(label !== undefined && { label }), ...(sensitive && { sensitive }) };
  });
  return [...hidden, ...written.filter(({ question_id }) => !isHidden.has(question_id))];
}

type Customer = NonNullable<BookingPatch["customer"]>;

function isSameCustomer(
  row: BookingRow,
  { name, email = null, phone = null, locale, time_zone }: Customer,
): boolean {
  const isSame =
    row.customer_name === name && row.customer_email === email && row.customer_phone === phone;
  return isSame && !locale && !time_zone;
}

async function namedCustomer(
  db: Sql,
  row: BookingRow,
  customer: Customer,
  override: boolean,
): Promise<BookingDetails> {
  const { name, email = null, phone = null } = customer;
  const customer_id = await keepCustomer(db, row, customer);
  if (!override && customer_id !== row.customer_id && isLive(row.status))
    await checkGuestLimit(db, row, customer_id);
  return {
    customer_id,
    customer_name: name,
    customer_email: email,
    customer_phone: phone,
    text_consent: consentForNumber(row.text_consent, phone),
  };
}
