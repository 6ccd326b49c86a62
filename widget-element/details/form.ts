import {
  EMAIL,
  isName,
  isWebAddress,
  normaliseEmail,
  normaliseName,
  normaliseNumber,
  normalisePhone,
  normaliseUrl,
  PHONE,
  toE164,
} from "../../app/contract/contact-details";
import { depositIn } from "../../app/domain/quotes/deposit-amount";
import type { Flow } from "../flow";
import { chosenAddons } from "../interactions/chosen-addons";
import { partySize, textOf, type Details, type Field } from "../shared/details";
import type {
  Addon,
  Answer,
  CardTerms,
  Config,
  Issue,
  NewBooking,
  NewWaiting,
  PersonKind,
  Question,
  Slot,
} from "../wire";

import { partyAmount, partyOf } from "./party";

export const answerField = (question_id: string): Field => `answer-${question_id}`;

/** Validation errors of the form itself. */
export type FieldCode = Shape | "required" | "consent";

/** Requirements in addition to name and email. */
export interface FormRequirements {
  questions: readonly Question[];
  phone: Config["steps"]["phone"];
  notes: Config["steps"]["notes"];
  /** Whether terms must be accepted. */
  terms: boolean;
  /** Whether the terms of the card must be accepted. */
  card?: boolean;
  /** Kinds of people, of whom one must take a seat. */
  kinds?: readonly PersonKind[];
}

type Shape = "name" | "email" | "phone" | "number" | "date" | "url";
/** Client-side copies of the service's rules. */
const FITS: Record<Shape, (text: string) => boolean> = {
  name: (text) => isName(normaliseName(text)),
  email: (text) => EMAIL.test(normaliseEmail(text)),
  phone: (text) => PHONE.test(normalisePhone(text)),
  number: (text) => /^-?\d{1,15}(\.\d{1,6})?$/.test(numberOf(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  url: (text) => isWebAddress(normaliseUrl(text)),
};
const numberOf = (text: string) => normaliseNumber(text).replace(",", ".");

/** Invalid fields in form order; empty if all are valid. */
export function checkDetails(
  details: Details,
  requirements: FormRequirements,
): Map<Field, FieldCode> {
  const wrong = new Map<Field, FieldCode>();
  const check = (
    field: Field,
    type: string,
    required: boolean,
    missing: FieldCode = "required",
    fits = FITS[type as Shape],
  ) => {
    const text = textOf(details, field);
    const is_missing = !text || details[field] === false;
    if (is_missing && required) wrong.set(field, missing);
    else if (text && type in FITS && !fits(text)) wrong.set(field, type as Shape);
  };
  if (requirements.kinds?.length && !(partySize(details) > 0)) wrong.set("party_size", "required");
  check("name", "name", true);
  check("email", "email", true);
  if (requirements.phone !== "off") check("phone", "phone", requirements.phone === "required");
  for (const { id, type, required } of requirements.questions)
    check(
      answerField(id),
      type,
      required,
      type === "consent" ? "consent" : "required",
      // The company needs a number it can call, so a country code is required.
      type === "phone" ? (text) => toE164(text) !== null : undefined,
    );
  if (requirements.notes !== "off") check("notes", "text", requirements.notes === "required");
  if (requirements.card) check("card_terms", "text", true, "consent");
  if (requirements.terms) check("terms", "text", true, "consent");
  return wrong;
}

/** Whether a booking can be made without this field. */
export const isOptional = (field: Field, { questions, phone, notes }: FormRequirements): boolean =>
  (field === "phone" && phone === "optional") ||
  (field === "notes" && notes === "optional") ||
  questions.some(({ id, required }) => answerField(id) === field && !required);

/** Drops an optional field that was rejected and is unchanged, so it never blocks a booking. */
export function withoutRefused(
  details: Details,
  errors: ReadonlyMap<Field, string>,
  requirements: FormRequirements,
): Details {
  return withEmpty(
    details,
    [...errors.keys()].filter((field) => isOptional(field, requirements)),
  );
}

/** The details with some fields empty. */
export const withEmpty = (details: Details, fields: Field[]): Details => ({
  ...details,
  ...Object.fromEntries(fields.map((field) => [field, ""])),
});

/** Answers in question order; empty text, an unchecked box and an empty list are omitted. */
function answersOf(details: Details, questions: readonly Question[]): Answer[] {
  const given = questions.filter(
    ({ id }) => details[answerField(id)] && textOf(details, answerField(id)),
  );
  return given.map(({ id, type }) => {
    const value = details[answerField(id)];
    const text = textOf(details, answerField(id));
    if (Array.isArray(value)) return { question_id: id, value: [...(value as string[])] };
    return {
      question_id: id,
      value: value === true || (type === "number" ? numberOf(text) : text),
    };
  });
}

/**
 * Booking target: a slot, or a start for any resource, which the service assigns. Includes the
 * chosen length.
 */
export type Wanted = Pick<
  NewBooking,
  "slot_id" | "resource_id" | "schedule_id" | "starts_at" | "length_minutes"
>;

/** By how many minutes the chosen add-ons lengthen the booking. */
export const extraMinutes = (details: Details, addons: readonly Addon[]): number =>
  chosenAddons(details, addons).reduce(
    (sum, { id, quantity }) =>
      sum + quantity * (addons.find((addon) => addon.id === id)?.extra_minutes ?? 0),
    0,
  );

/** The displayed total for the party with its add-ons. */
export const totalAmount = (
  slot: ShownSlot,
  details: Details,
  addons: readonly Addon[] = [],
  kinds: readonly PersonKind[] = [],
): number =>
  chosenAddons(details, addons).reduce(
    (sum, { id, quantity }) =>
      sum + quantity * (addons.find((addon) => addon.id === id)?.price_amount ?? 0),
    shownAmount(slot, details, kinds),
  );

/** The displayed price of the party. */
export const shownAmount = (
  { price_amount, change = 0 }: ShownSlot,
  details: Details,
  kinds: readonly PersonKind[],
): number =>
  kinds.length
    ? partyAmount(price_amount, details, kinds) + change
    : Math.round((price_amount ?? 0) * partySize(details));

/** The displayed deposit of a total; null: all of it is due, or nothing online. */
export function shownDeposit(
  total: number,
  slot: ShownSlot,
  details: Details,
  schedule: Schedule,
): number | null {
  if (!schedule?.requires_payment || textOf(details, "payment") === "later") return null;
  const { accepted, currency } = slot;
  if (accepted?.total === total) return accepted.deposit_amount;
  return depositIn(schedule.deposit, total, currency ? stepOf(currency) : 1);
}

/**
 * The payable step of a currency, as the server's table has it for all currencies that cards take;
 * that table would add to the first view.
 */
function stepOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits === 3 ? 10 : 1;
}

type Schedule = NonNullable<Flow["bookable"]>["schedule"] | undefined;

/** A slot whose changed price or deposit the visitor has accepted. */
export type ShownSlot = Slot & {
  /** By how much the price of people by kind has changed. */
  change?: number;
  accepted?: { total: number; deposit_amount: number | null };
};

export interface BookingContext {
  wanted: Wanted;
  expected_amount?: number;
  expected_deposit_amount?: number;
  questions: readonly Question[];
  addons: readonly Addon[] | undefined;
  kinds: readonly PersonKind[];
  locale: string;
  time_zone: string;
  return_url?: string | null | undefined;
  config_id?: string | null | undefined;
  booking_link_token?: string | null | undefined;
  hold_token?: string | undefined;
  verification_token?: string | undefined;
  card?: CardTerms | null | undefined;
}

/** Request body of a booking. Empty optional fields are omitted. */
export function bookingBody(details: Details, circumstances: BookingContext): NewBooking {
  const { wanted, expected_amount, questions, return_url, config_id, booking_link_token } =
    circumstances;
  const { hold_token, verification_token, expected_deposit_amount, card } = circumstances;
  const addons = chosenAddons(details, circumstances.addons);
  const answers = answersOf(details, questions);
  return {
    ...wanted,
    party_size: partySize(details),
    party: partyOf(details, circumstances.kinds),
    expected_amount,
    expected_deposit_amount,
    customer: customerOf(details, circumstances),
    addons: addons.length ? addons : undefined,
    answers: answers.length ? answers : undefined,
    notes: textOf(details, "notes") || undefined,
    text_reminders: details.text_reminders === true || undefined,
    config_id: config_id || undefined,
    booking_link_token: booking_link_token || undefined,
    pay_later: textOf(details, "payment") === "later" || undefined,
    return_url: return_url || undefined,
    hold_token,
    verification_token,
    terms_accepted: details.terms === true || undefined,
    card_terms:
      card && details.card_terms === true
        ? {
            late_cancellation_amount: card.late_cancellation_amount,
            no_show_amount: card.no_show_amount,
          }
        : undefined,
    website: textOf(details, "website"),
  };
}

/** Request body of a waiting list entry. */
export function waitingBody(
  details: Details,
  slot_id: string,
  circumstances: BookingContext,
): NewWaiting {
  const { wanted, verification_token, config_id } = circumstances;
  return {
    slot_id,
    length_minutes: wanted.length_minutes,
    party_size: partySize(details),
    customer: customerOf(details, circumstances),
    verification_token,
    config_id: config_id || undefined,
  };
}

const customerOf = (
  details: Details,
  { locale, time_zone }: BookingContext,
): NewBooking["customer"] => ({
  name: textOf(details, "name"),
  email: textOf(details, "email"),
  phone: textOf(details, "phone") || undefined,
  locale,
  time_zone,
});

/** Form fields by path suffix. */
const FIELDS: Record<string, Field> = {
  name: "name",
  email: "email",
  phone: "phone",
  notes: "notes",
  code: "code",
  terms_accepted: "terms",
  card_terms: "card_terms",
};
const PARTY = ["party", "party_size"];

/**
 * Maps the service's issues to form fields. Issues of hidden fields are dropped, since a visitor
 * can't fix them. A path names a customer field (`customer.email`), a booking field (`notes`), a
 * question (`answers.allergies`) or the nth answer sent (`answers.0.value`).
 */
export function placeIssues(
  issues: readonly Issue[],
  details: Details,
  questions: readonly Question[],
  kinds: readonly PersonKind[] = [],
): Map<Field, string> {
  const sent = answersOf(details, questions);
  const fields = new Map<Field, string>();
  for (const { path, message } of issues) {
    const [head = "", next = ""] = path.split(".");
    const question_id =
      questions.find(({ id }) => id === next)?.id ?? sent[Number(next)]?.question_id;
    const answer = head === "answers" ? question_id : undefined;
    const field = answer ? answerField(answer) : head === "customer" ? next : head;
    const isParty = kinds.length && PARTY.includes(head);
    const known = answer ? field : isParty ? "party_size" : FIELDS[field];
    if (known) fields.set(known, message);
  }
  return fields;
}
