import type { DeskCustomer } from "~/contract/booking-inputs";
import type {
  AssignedBecause,
  BookedAddon,
  BookedPeople,
  Booking,
  BookingAnswer,
} from "~/contract/bookings";
import type { ExpectedFees } from "~/contract/card-on-file";
import type { ChosenAddons } from "~/contract/fields";
import { newReference } from "~/lib/crypto.server";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import type { IdempotencyTicket } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { countClaim } from "~/lib/metrics.server";
import { auditRow } from "../../audit/write-audit.server";
import { agreeCardTerms } from "../../card-on-file/card-terms";
import { makeEvent, type NewEvent } from "../change/event-body";
import { type Actor, isLiveMode } from "../../identity/actor";
import type { NamedHold, SeatClaim } from "../../seats/claim-seats.sql.server";
import { seatRequest } from "../../seats/seat-request";
import { processingOf } from "../../seats/processing";
import { findNeeds } from "../../seats/service-needs.sql.server";
import type { BookingRow } from "../read/booking-row";
import type { FoundSlot } from "./find-requested-slot.sql.server";
import { eventsJson } from "../change/insert-events.sql.server";
import { type TextConsent, textConsent } from "../../text-consent/text-consent";
import { manageUrl } from "../links/manage-link.server";
import { decideNew, type Due, type FirstEvent } from "./new-booking";
import { chooseAddons } from "../../quotes/choose-addons";
import type { PartyWish } from "../../quotes/choose-party";
import { depositOf, type DepositTerms } from "../../quotes/deposit";
import {
  agreedQuote,
  checkExpected,
  checkExpectedDeposit,
  checkStep,
  type Quote,
} from "../../quotes/quote";
import {
  checkTime,
  type CourseShare,
  depositTermsOf,
  overrideReasons,
  quoteFor,
  type RequestedSlot,
} from "./requested-slot";
import { insertBooking, type Placed } from "./place-booking.sql.server";
import type { SlotTarget } from "./slot-target";

/** A request to book, from a guest or from staff. */
export interface BookingRequest {
  /** Its ID, if the caller has one. */
  id?: string | undefined;
  /** Its place in the series that it is made with. */
  series?: Booking["series"] | undefined;
  /** It is booked as a date of its schedule's course. */
  course?: CourseShare | undefined;
  /** Its place in the visit that it is booked with. */
  visit?: Booking["visit"] | undefined;
  target: SlotTarget;
  party_size: number;
  /** The people by kind; empty without kinds. */
  party: BookedPeople[];
  /** With an id: a known customer, with the data of their record. */
  customer: DeskCustomer & { id?: string };
  notes: string | null;
  addons: ChosenAddons;
  answers: BookingAnswer[];
  meta: Booking["meta"];
  source: Booking["source"];
  widget_config_id: string | null;
  /** The booking link it is made with, which must accept one more booking. */
  booking_link_id?: string;
  /** For visitors: whether they have verified their email address. */
  is_proven?: boolean;
  override: boolean;
  /** The visitor's hold, whose seats pass to the booking. */
  hold?: NamedHold;
  /**
   * The hold is running and covers this booking: its seats are taken as they are, whatever has
   * changed since.
   */
  is_held?: boolean;
  /** The price that the caller was shown, for all seats, and its deposit. */
  expected_amount?: number | undefined;
  expected_deposit_amount?: number | undefined;
  /** Of a guest whose service asks for a card: the fees they agreed to, and their address. */
  card?: { agreed: ExpectedFees | undefined; address: string | null };
  /** Why the slot's resource was chosen, for a booking for anyone. */
  assigned_because?: AssignedBecause;
  /** Agreed price of the whole booking, instead of the slot's. */
  price_amount?: number | undefined;
  /** The guest pays at the company. */
  pays_later?: boolean;
  /** Whether the guest agrees to text reminders, and whose form says so. */
  agrees_to_texts?: TextConsent["source"] | null;
  /** Whether to email the guest. */
  notify: boolean;
  /**
   * Whether to correct the customer's record: staff may, a stranger who only gives the address must
   * not.
   */
  corrects_customer: boolean;
}

/** A request whose people are chosen once its time is found (peopleAt). */
export type BookingWish = Omit<BookingRequest, "answers" | "party_size" | "party"> & PartyWish;

/** A booking to be written, with the facts it is decided from. */
export interface BookingDraft {
  actor: Actor;
  request: BookingRequest;
  found: FoundSlot;
  row: BookingRow;
  events: FirstEvent[];
}

/**
 * The booking to be written, by the database's clock; `due` null: confirmed immediately.
 * Throws what checkTime throws, price_changed, validation_failed (textConsent).
 */
export function draftBooking(
  actor: Actor,
  request: BookingRequest,
  found: FoundSlot,
  due: Due | null,
): BookingDraft {
  checkTime(found.requested, found.db_now, request.override);
  const currency = found.requested.currency ?? actor.tenant.currency;
  if (request.price_amount !== undefined) checkStep(request.price_amount, currency, "price_amount");
  const price = priceOf(request, found.requested);
  checkExpected(request.expected_amount, price);
  const { columns, events } = decideNew(due, found.db_now);
  const row = {
    ...rowOf(actor, request, found),
    text_consent: consentOf(actor, request, found),
    card_terms: cardTermsFor(actor, request, found, price),
  };
  checkExpectedDeposit(request.expected_deposit_amount, row.deposit_amount, price);
  return { actor, request, found, events, row: { ...row, ...columns } };
}

/** The terms that a guest agrees to by keeping a card. Throws validation_failed, price_changed. */
function cardTermsFor(
  { tenant }: Actor,
  { card, customer }: BookingRequest,
  { requested, db_now, customer: known }: FoundSlot,
  { amount: price, currency }: Quote,
): BookingRow["card_terms"] {
  if (card === undefined) return null;
  const booking = {
    card_on_file: requested.schedule?.card_on_file,
    price,
    currency: currency ?? requested.schedule?.currency ?? tenant.currency,
    company: tenant.name,
    locale: customer.locale ?? known?.locale ?? tenant.locale,
  };
  return agreeCardTerms(booking, card.agreed, { at: db_now, address: card.address });
}

/** Throws validation_failed without a phone number for the texts. */
function consentOf(
  { tenant }: Actor,
  { agrees_to_texts: source, customer }: BookingRequest,
  { requested, db_now, customer: known }: FoundSlot,
): TextConsent | null {
  if (source == null) return null;
  const locale = customer.locale ?? known?.locale ?? tenant.locale;
  const given = { phone: customer.phone ?? null, locale, source, at: db_now };
  return textConsent(tenant.policy, requested.schedule, given, env.SMS_COUNTRIES);
}

/**
 * Writes a booking with its claims, customer, events and audit row in one call (place-booking.sql),
 * and `result` as the answer to the caller's Idempotency-Key. Any result other than "ok" means
 * nothing was changed. With the pool as `db`, this is a separate transaction.
 */
export async function placeBooking(
  db: Sql,
  { actor, request, found, row, events: first }: BookingDraft,
  ticket: IdempotencyTicket | null = null,
  result: unknown = null,
): Promise<Placed> {
  const { locale, time_zone } = request.customer;
  const customer = {
    is_known: found.customer !== null,
    corrects: request.corrects_customer,
    locale,
    time_zone,
    livemode: row.livemode,
    most_unproven: env.RATE_LIMITS === "off" ? null : env.UNPROVEN_BOOKINGS_PER_DAY,
  };
  const events = eventsJson(writeEvents(first, row, found.requested, request.customer), actor, {
    notify: request.notify,
    in_group: (request.series ?? request.visit) !== undefined,
  });
  const audit = JSON.stringify(auditOf(actor, row, request, found.requested));
  const answer = ticket === null ? null : answerJson(ticket, result);
  const claim = seatClaim(row, request, found.requested);
  const placed = await insertBooking(db, { claim, row, customer, events, audit, answer });
  countClaim(placed);
  return placed;
}

/**
 * The draft with what serves its service's needs: proposed without locks, or chosen with all of
 * them. Throws slot_unavailable (need_taken).
 */
export async function withNeeds(
  db: Sql,
  draft: BookingDraft,
  mode: "propose" | "choose",
): Promise<BookingDraft> {
  const { actor, request, found, row } = draft;
  if (!found.requested.schedule?.has_needs) return draft;
  const claim = seatClaim(row, request, found.requested);
  const needs = await findNeeds(db, claim, mode, actor.kind === "publishable_key");
  return { ...draft, row: { ...row, needs } };
}

/** The booking's add-ons as its service offers them. Throws validation_failed. */
export const addonsOf = (
  { addons }: Pick<BookingRequest, "addons">,
  schedule: RequestedSlot["schedule"],
): BookedAddon[] => chooseAddons(addons, schedule?.addons ?? []);

type Priced = Pick<BookingRequest, "price_amount" | "party_size" | "party" | "addons">;

/**
 * The price of a booking: the agreed one, or that of its time and add-ons. Throws
 * validation_failed.
 */
export function priceOf(request: Priced, requested: RequestedSlot): Quote {
  const { price_amount: amount, party_size, party } = request;
  const addons = addonsOf(request, requested.schedule);
  const quoted = quoteFor(requested, request, addons);
  if (amount === undefined) return quoted;
  const label = requested.schedule?.name ?? requested.resource.name;
  return agreedQuote({ label, amount, currency: requested.currency }, party_size, addons, party);
}

/**
 * The audit record: who booked, what an override set aside, and a price that replaced the slot's.
 */
function auditOf(actor: Actor, row: BookingRow, request: BookingRequest, requested: RequestedSlot) {
  const { override, price_amount } = request;
  const overridden = overrideReasons(requested, row.created_at);
  const diff = {
    ...(override && { override }),
    ...(override && overridden.length > 0 && { overridden }),
    ...(price_amount !== undefined && {
      price_amount: [
        quoteFor(requested, request, addonsOf(request, requested.schedule)).amount,
        price_amount,
      ],
    }),
  };
  return auditRow(actor, { action: "booking.created", entity: "booking", entity_id: row.id, diff });
}

function answerJson(ticket: IdempotencyTicket, result: unknown): string {
  const { route, key, fingerprint } = ticket;
  return JSON.stringify({
    route,
    key,
    fingerprint: fingerprint.toString("hex"),
    ...ticket.answer(result),
  });
}

/**
 * The deposit that is agreed with the booking: none for a guest who pays at the company, nor for an
 * imported booking, which was agreed elsewhere.
 */
const depositTerms = (request: BookingRequest, { schedule }: RequestedSlot): DepositTerms | null =>
  request.pays_later || request.source === "import" ? null : depositTermsOf(schedule);

/** Columns from the request and its slot; decideNew sets the others. */
function rowOf(actor: Actor, request: BookingRequest, { requested, customer }: FoundSlot) {
  const quoted = priceOf(request, requested);
  const price = quoted.amount;
  const currency = price === null ? null : (quoted.currency ?? actor.tenant.currency);
  const deposit = depositTerms(request, requested);
  return {
    tenant_id: actor.tenant.id,
    id: request.id ?? newId(),
    reference: newReference(),
    resource_id: requested.resource.id,
    resource_name: requested.resource.name,
    assigned_because: request.assigned_because ?? null,
    schedule_id: requested.schedule?.id ?? null,
    place: requested.schedule?.place ?? null,
    slot_id: requested.slot_id,
    payment_status: "none" as const,
    starts_at: requested.starts_at,
    ends_at: requested.ends_at,
    time_zone:
      request.customer.time_zone ??
      (request.corrects_customer ? customer?.time_zone : null) ??
      actor.tenant.time_zone,
    party_size: request.party_size,
    customer_id: customer?.id ?? newId(),
    customer_name: request.customer.name,
    customer_email: request.customer.email ?? null,
    customer_phone: request.customer.phone ?? null,
    price_amount: price,
    currency,
    addons: addonsOf(request, requested.schedule),
    party: request.party,
    deposit,
    deposit_amount: depositOf(deposit, price, currency),
    notes: request.notes,
    answers: request.answers,
    source: request.source,
    widget_config_id: request.widget_config_id,
    booking_link_id: request.booking_link_id ?? null,
    series_id: request.series?.id ?? null,
    series_no: request.series?.no ?? null,
    series_of: request.series?.of ?? null,
    visit_id: request.visit?.id ?? null,
    visit_no: request.visit?.no ?? null,
    visit_of: request.visit?.of ?? null,
    needs: [], // chosen next (withNeeds)
    processing: processingOf(requested),
    is_proven: request.is_proven ?? null,
    meta: request.meta,
    livemode: isLiveMode(actor),
    cancelled_by: null,
    cancel_reason_code: null,
    cancel_reason: null,
    reschedule_count: 0,
    arrived_at: null,
    owed_amount: 0,
    paid_amount: 0,
    written_off_amount: 0,
    no_show_returned_amount: 0,
    refund_starts_at: null,
    card: null,
    fees: [],
    fee_starts_at: null,
    fee_due_at: null,
    unsettled_since: null,
    pays_later: request.pays_later ?? false,
    agreed_price_amount: null,
    agreed_party_size: null,
    length_minutes: requested.length_minutes ?? null,
  };
}

function seatClaim(
  row: BookingRow,
  { override, hold, is_held = false }: BookingRequest,
  requested: RequestedSlot,
): SeatClaim {
  const {
    tenant_id,
    resource_id,
    id: booking_id,
    customer_id,
    party_size,
    expires_at: lapses_at,
  } = row;
  return {
    ...seatRequest(requested, { override }),
    customer_id,
    waits_for_customer: row.pending_reason !== "offer",
    tenant_id,
    resource_id,
    booking_id,
    party_size,
    lapses_at,
    hold: hold ?? null,
    is_held,
    ...(row.needs.length > 0 && { needs: row.needs }),
  };
}

/** Each event reports the booking's state at that point: the first one is always pending. */
function writeEvents(
  first: FirstEvent[],
  row: BookingRow,
  requested: RequestedSlot,
  customer: DeskCustomer,
): NewEvent[] {
  const source = {
    resource: {
      id: requested.resource.id,
      type: requested.resource.type,
      name: requested.resource.name,
    },
    customer: { locale: customer.locale ?? null, time_zone: customer.time_zone ?? null },
    manage_url: manageUrl(row.tenant_id, row.id),
  };
  return first.map(({ type, sequence, status }, index) => {
    const previous = first[index - 1];
    const before = previous === undefined ? null : { ...row, status: previous.status };
    return makeEvent(
      type,
      sequence,
      row.created_at,
      { ...source, booking: { ...row, status } },
      before,
    );
  });
}
