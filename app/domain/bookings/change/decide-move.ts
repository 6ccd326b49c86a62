import { isDeepStrictEqual } from "node:util";
import { isAttended, isUpcoming } from "~/contract/booking-status";
import { AppError, invalidField } from "~/lib/app-error";
import { changedFields } from "../../audit/changed-fields";
import { feeStartAfterMove } from "../../card-on-file/booking-fees";
import type { EventType } from "./event-body";
import type { BookingCommand, BookingDetails, Decision, DecisionContext } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { processingOf } from "../../seats/processing";
import { type SeatRequest, seatRequest } from "../../seats/seat-request";
import { hasMoneyComeIn, writtenOffAt } from "../read/balance";
import { changed, holdExpired, isLapsed } from "./decision-parts";
import type { BookedAddon } from "~/contract/bookings";
import { addonMinutes } from "../../quotes/choose-addons";
import { type ChosenPeople, partyAmount } from "../../quotes/choose-party";
import { depositOf } from "../../quotes/deposit";
import { agreedQuote, checkExpected, partsOf, quote, type Quote } from "../../quotes/quote";
import { addonsAfter } from "./addons-after";
import { partyAfter } from "./party-after";
import { refundPercentage, refundStartAfterMove } from "./refund-preview";
import {
  baseMinutes,
  checkParty,
  checkTime,
  checkWindow,
  depositTermsOf,
  type OverrideReason,
  overrideReasons,
  quoteFor,
  type RequestedSlot,
} from "../place/requested-slot";

type Move = Extract<BookingCommand, { type: "move" }>;

/**
 * Moves a booking to another place, time or party under the same id. The price per seat stays as
 * agreed while service, resource and length stay, or when `reprice` is false; otherwise it is the
 * new time's price. Null if it is already there.
 */
export function decideMove(
  before: BookingRow,
  command: Move,
  context: DecisionContext,
): Decision | null {
  // Staff may give a guest another date of a course; guests can't choose one themselves.
  const is_course = context.mover !== "customer";
  const move = { ...command, requested: { ...command.requested, is_course } };
  const { requested, schedule_id, override = false, details = {} } = move;
  checkMove(before, move, context);
  const service =
    requested.schedule?.id ?? (schedule_id === undefined ? before.schedule_id : schedule_id);
  const reprice = move.reprice ?? hasNewPrice(before, requested, service);
  const addons = addonsAfter(before, move.addons, requested.schedule);
  const people = partyAfter(before, move, requested, reprice);
  const { party_size, party } = people;
  if (!override && !staysAsItIs(before, move)) checkParty(requested, party_size);
  const price = reprice
    ? currentPrice(before, requested, people, addons)
    : agreedPrice(before, requested, people, addons);
  if (context.mover === "customer") {
    checkGuestTerms(before, move, price);
    checkGuestParty(before, people, context);
  }
  checkExpected(move.expected_amount, price);
  const place = {
    resource_id: requested.resource.id,
    // Naming another resource means choosing it.
    ...(requested.resource.id !== before.resource_id && { assigned_because: null }),
    schedule_id: service,
    slot_id: requested.slot_id,
    starts_at: requested.starts_at,
    ends_at: requested.ends_at,
    processing: isSameProcessing(before, requested) ? before.processing : processingOf(requested),
    length_minutes: isSameLength(before, requested)
      ? before.length_minutes
      : (requested.length_minutes ?? null),
    party_size,
    party,
    addons,
    price_amount: price.amount,
    ...((reprice || before.currency === null) && { currency: price.currency }),
    ...agreedFor(before, people, reprice),
    ...depositAfter(before, requested, service, price),
  };
  const needs = changedNeeds(before, move);
  if (Object.keys(changedFields({ ...before }, place)).length === 0)
    return needs.length === 0
      ? decideEdit(before, details, context)
      : changed(before, context.now, {
          patch: changedDetails(before, details, context.now),
          events: ["booking.updated"],
          seats: { kind: "exchange_needs", needs, override },
          audit: auditOf(before, details, override ? [] : null),
        });
  const isElsewhere =
    before.starts_at.getTime() !== requested.starts_at.getTime() ||
    before.resource_id !== requested.resource.id;
  const patch = {
    ...changedDetails(before, details, context.now),
    ...place,
    resource_name: requested.resource.name,
    written_off_amount: writtenOffAt(place.price_amount, before),
    // The meeting is in the calendar of the former resource, which removes it with its event.
    ...(requested.resource.id !== before.resource_id &&
      before.meeting_url != null && { meeting_url: null, meeting_calendar_id: null }),
    ...(isElsewhere &&
      context.mover === "customer" && {
        refund_starts_at: refundStartAfterMove(context.policy, before, context.now),
      }),
    ...(isElsewhere &&
      before.card_terms !== null && {
        fee_starts_at: feeStartAfterMove(before, context.now, context.mover === "customer"),
      }),
    ...(isElsewhere && before.kept_at != null && { kept_at: null }),
    reschedule_count: before.reschedule_count + (isElsewhere ? 1 : 0),
  };
  const isOtherTime = before.ends_at.getTime() !== requested.ends_at.getTime();
  const event: EventType = isElsewhere || isOtherTime ? "booking.moved" : "booking.updated";
  return changed(before, context.now, {
    patch,
    events: [event],
    seats: {
      kind: "exchange",
      wanted: seatsOf(before, move, context),
      ...(move.needs !== undefined && { needs: move.needs }),
    },
    audit: auditOf(before, patch, override ? overrideReasons(requested, context.now) : null),
    resource: requested.resource,
  });
}

/** The named needs that something else serves so far. */
const changedNeeds = ({ needs }: BookingRow, move: Move): NonNullable<Move["needs"]> =>
  (move.needs ?? []).filter(
    ({ no, resource_id }) =>
      !needs.some((need) => need.no === no && need.resource_id === resource_id),
  );

/**
 * Staff may change a booking that stands in a block within its own time, and undo a move out of
 * one. Nobody else gets time in a block.
 */
function seatsOf(
  before: BookingRow,
  { requested, override = false, is_undo = false }: Move,
  { mover }: DecisionContext,
): SeatRequest {
  const wanted = seatRequest(requested, { override, held: before });
  if (is_undo) return { ...wanted, slot_id: null, in_block: true };
  const isStaff = mover === "staff" || mover === "admin";
  return isStaff && staysWithin(before, requested) ? { ...wanted, in_block: true } : wanted;
}

/** Changes details of a booking in any status. Null if nothing changes. */
export function decideEdit(
  before: BookingRow,
  details: BookingDetails,
  context: DecisionContext,
  override = false,
): Decision | null {
  const patch = changedDetails(before, details, context.now);
  if (Object.keys(patch).length === 0) return null;
  const { mover } = context;
  if (mover === "customer") checkGuestEdit(before, details, context);
  else if (mover !== "staff" && mover !== "admin")
    throw new AppError("forbidden_role", "Only staff can edit a booking.");
  return changed(before, context.now, {
    patch,
    events: ["booking.updated"],
    audit: auditOf(before, patch, override ? [] : null),
  });
}

/** Sets the booking's meeting link; null if it is unchanged. */
export function decideMeeting(
  before: BookingRow,
  { url, calendar_id }: Extract<BookingCommand, { type: "meet" }>,
  context: DecisionContext,
): Decision | null {
  if (url === (before.meeting_url ?? null)) return null;
  return changed(before, context.now, {
    patch: { meeting_url: url, meeting_calendar_id: calendar_id },
    events: ["booking.updated"],
    audit: null,
  });
}

/** A named guest counts as a change: the record behind the name may have changed. */
function changedDetails(
  before: BookingRow,
  { arrived, ...details }: BookingDetails,
  now: Date,
): Partial<BookingRow> {
  const differs = changedFields({ ...before }, { ...details });
  const isGuestNamed = details.customer_id !== undefined;
  const relevant = Object.entries(details).filter(
    ([name]) => name in differs || (isGuestNamed && name.startsWith("customer_")),
  );
  return {
    ...Object.fromEntries(relevant),
    ...(arrived !== undefined && changedArrival(before, arrived, now)),
  };
}

/** Empty if already recorded: the first arrival time is kept. */
function changedArrival(before: BookingRow, arrived: boolean, now: Date): Partial<BookingRow> {
  if (arrived === (before.arrived_at !== null)) return {};
  if (arrived && (!isAttended(before.status) || isLapsed(before, now)))
    throw new AppError(
      "invalid_transition",
      "Nobody is expected for this booking, so nobody can arrive for it.",
      {
        details: { allowed: [] },
      },
    );
  return { arrived_at: arrived ? now : null };
}

/**
 * The price for a party and add-ons at the agreed price: 2 seats for 50.00 cost 75.00 for three.
 * Derived from the original agreement, so a party that grows and shrinks again costs the same.
 */
function agreedPrice(
  before: BookingRow,
  { schedule, resource }: Pick<RequestedSlot, "schedule" | "resource">,
  { party_size: party, party: people }: ChosenPeople,
  addons: BookedAddon[],
): Quote {
  const { price_amount, party_size } = before;
  const label = schedule?.name ?? resource.name;
  const currency = before.currency ?? schedule?.currency ?? null;
  if (price_amount === null)
    return quote({ label, currency, amount: null, seats: party }, party, addons, people);
  const { seats, adjustment } = partsOf(price_amount, before.addons, before.party);
  const agreed = {
    amount: before.agreed_price_amount ?? seats,
    seats: before.agreed_party_size ?? party_size,
  };
  const price = party === party_size ? { amount: seats, seats: party } : agreed;
  const full = quote({ label, currency, ...price }, party, addons, people);
  if (adjustment === 0 || full.amount === null) return full;
  const amount = Math.max(full.amount + adjustment, 0);
  return agreedQuote({ label, amount, currency }, party, addons, people);
}

/** Whether service, resource or length change to one with a price in the booking's currency. */
function hasNewPrice(
  before: BookingRow,
  requested: RequestedSlot,
  service: string | null,
): boolean {
  const isSame =
    service === before.schedule_id &&
    requested.resource.id === before.resource_id &&
    baseMinutes(requested) === ownMinutes(before);
  return !isSame && hasPrice(before, requested);
}

/** Whether the requested time has a price that this booking can take. */
const hasPrice = (before: BookingRow, { price_amount, currency }: RequestedSlot): boolean =>
  price_amount !== null &&
  (before.currency === null || currency === null || currency === before.currency);

/**
 * A guest moves at their present price and length, or at those they were shown and accepted. Throws
 * price_changed with the actual ones.
 */
function checkGuestTerms(
  before: BookingRow,
  { requested, agreed_minutes, expected_amount }: Move,
  { amount, currency, lines }: Quote,
): void {
  const minutes = minutesOf(requested);
  const expected = expected_amount ?? before.price_amount ?? 0;
  if (minutes === (agreed_minutes ?? minutesOf(before)) && expected === (amount ?? 0)) return;
  throw new AppError("price_changed", "This time has another length or price. Check and confirm.", {
    details: {
      expected_amount: expected,
      amount: amount ?? 0,
      currency,
      lines,
      starts_at: requested.starts_at.toISOString(),
      minutes,
    },
  });
}

const minutesOf = ({ starts_at, ends_at }: Pick<BookingRow, "starts_at" | "ends_at">): number =>
  (ends_at.getTime() - starts_at.getTime()) / 60_000;

/**
 * The deposit at another price, until money has come in: a paid deposit moves with the booking as
 * it is. Another service has its own terms.
 */
function depositAfter(
  before: BookingRow,
  { schedule }: RequestedSlot,
  service: string | null,
  price: Quote,
): Partial<Pick<BookingRow, "deposit" | "deposit_amount">> {
  if (hasMoneyComeIn(before)) return {};
  const isSame = service === before.schedule_id;
  const offered = schedule?.id === service && !before.pays_later ? depositTermsOf(schedule) : null;
  const deposit = isSame ? (before.deposit ?? null) : offered;
  const currency = before.currency ?? price.currency;
  return {
    ...(!isSame && { deposit }),
    deposit_amount: depositOf(deposit, price.amount, currency),
  };
}

/** The agreed price and party to remember while the party differs from the agreed one. */
function agreedFor(
  before: BookingRow,
  { party_size: party, party: people }: ChosenPeople,
  reprice: boolean,
): Pick<BookingRow, "agreed_price_amount" | "agreed_party_size"> {
  const none = { agreed_price_amount: null, agreed_party_size: null };
  // People by kind have prices of their own, which other numbers are derived from.
  if (reprice || people.length > 0) return none;
  const { agreed_price_amount, agreed_party_size } = before;
  if (party === before.party_size) return { agreed_price_amount, agreed_party_size };
  const seats = agreed_party_size ?? before.party_size;
  if (before.price_amount === null || party === seats) return none;
  return {
    agreed_price_amount: agreed_price_amount ?? partsOf(before.price_amount, before.addons).seats,
    agreed_party_size: seats,
  };
}

/**
 * The present price of the requested slot. Throws validation_failed if it has none, or one in
 * another currency.
 */
function currentPrice(
  before: BookingRow,
  requested: RequestedSlot,
  people: ChosenPeople,
  addons: BookedAddon[],
): Quote {
  const { currency } = requested;
  if (!hasPrice(before, requested))
    throw invalidField(
      "reprice",
      "This time has no price of its own in the booking's currency.",
      "no_price",
    );
  return quoteFor({ ...requested, currency: before.currency ?? currency }, people, addons);
}

function checkMove(
  before: BookingRow,
  { requested, override, is_undo }: Move,
  context: DecisionContext,
): void {
  const { mover, now } = context;
  if (mover === "system")
    throw new AppError("forbidden_role", "A booking cannot be moved automatically.");
  if (!isUpcoming(before.status))
    throw new AppError(
      "invalid_transition",
      `A booking that is ${before.status} cannot be moved.`,
      {
        details: { allowed: [] },
      },
    );
  if (isLapsed(before, now)) throw holdExpired();
  if (override && mover !== "admin")
    throw new AppError("forbidden_role", "Only an owner or admin can book over capacity.");
  if (!staysWithin(before, requested))
    checkTime(requested, now, override === true || is_undo === true);
  if (mover === "customer") checkGuestMove(before, requested, context);
}

function checkGuestMove(
  before: BookingRow,
  requested: RequestedSlot,
  { policy, now }: DecisionContext,
): void {
  if (before.starts_at.getTime() - now.getTime() < policy.reschedule_window_minutes * 60_000)
    throw new AppError(
      "cancellation_window_passed",
      "It is too late to move this booking. Please contact us.",
    );
  if (before.reschedule_count >= policy.max_reschedules)
    throw new AppError(
      "cancellation_window_passed",
      "This booking cannot be moved again. Please contact us.",
    );
  if (requested.schedule?.id !== (before.schedule_id ?? undefined))
    throw invalidField(
      "slot_id",
      "This time belongs to another service. Choose a time of the same service.",
    );
  if (requested.resource.id !== before.resource_id)
    throw invalidField(
      "slot_id",
      "This time is with another resource. Choose a time of the same one.",
    );
  checkWindow(requested);
}

/**
 * Fewer paid people return their price in full, so guests may give them up only while a
 * cancellation would.
 */
function checkGuestParty(
  before: BookingRow,
  { party_size, party }: ChosenPeople,
  { policy, now }: DecisionContext,
): void {
  const isRefunded = refundPercentage(policy, before, now.getTime()) === 100;
  const isLess =
    party_size < before.party_size || (partyAmount(party) ?? 0) < (partyAmount(before.party) ?? 0);
  if (isLess && hasMoneyComeIn(before) && !isRefunded)
    throw new AppError(
      "cancellation_window_passed",
      "It is too late to cancel places online. Please contact us.",
    );
}

/** A guest may correct their answers until the booking starts. */
function checkGuestEdit(before: BookingRow, details: BookingDetails, { now }: DecisionContext) {
  if (Object.keys(details).some((name) => name !== "answers"))
    throw new AppError("forbidden_role", "Only staff can edit a booking.");
  if (!isUpcoming(before.status) || before.starts_at <= now)
    throw new AppError("invalid_transition", "This booking can no longer be changed.", {
      details: { allowed: [] },
    });
  if (isLapsed(before, now)) throw holdExpired();
}

const isSameProcessing = (before: BookingRow, requested: RequestedSlot): boolean =>
  isDeepStrictEqual(before.processing, processingOf(requested));

/** A booking's length without what its add-ons have added. */
const ownMinutes = ({ starts_at, ends_at, addons }: BookingRow): number =>
  baseMinutes({ starts_at, ends_at, extra_minutes: addonMinutes(addons) });

const isSameLength = (before: BookingRow, requested: RequestedSlot): boolean =>
  requested.slot_id === before.slot_id &&
  requested.starts_at.getTime() === before.starts_at.getTime() &&
  baseMinutes(requested) === ownMinutes(before);

/** Only its rooms change: a capacity lowered since doesn't keep a booking from another room. */
const staysAsItIs = (before: BookingRow, { requested, needs, party_size, party }: Move): boolean =>
  needs !== undefined &&
  party_size === undefined &&
  party === undefined &&
  requested.resource.id === before.resource_id &&
  requested.starts_at.getTime() === before.starts_at.getTime() &&
  requested.ends_at.getTime() === before.ends_at.getTime();

/**
 * Whether a booking needs no time beyond what it has: a change of party, or a shorter length with
 * the same processing time.
 */
function staysWithin(before: BookingRow, requested: RequestedSlot): boolean {
  return (
    requested.resource.id === before.resource_id &&
    requested.starts_at >= before.starts_at &&
    requested.ends_at <= before.ends_at &&
    isSameProcessing(before, requested)
  );
}

/**
 * The audit record: place, time and party, and whether notes or guest changed, but never their
 * content. `overridden`: the reasons an override set aside; null: no override.
 */
function auditOf(
  before: BookingRow,
  patch: Partial<BookingRow>,
  overridden: OverrideReason[] | null,
): Decision["audit"] {
  const after = { ...before, ...patch };
  const logged = (row: BookingRow) => ({
    starts_at: row.starts_at,
    resource_id: row.resource_id,
    schedule_id: row.schedule_id,
    party_size: row.party_size,
    party: row.party,
    addons: row.addons,
    price_amount: row.price_amount,
    arrived_at: row.arrived_at,
    notes: row.notes !== null,
    text_consent: row.text_consent != null,
  });
  const diff = changedFields(logged(before), logged(after));
  if (patch.customer_id !== undefined) diff.customer = "changed";
  if (overridden !== null) diff.override = true;
  if (overridden !== null && overridden.length > 0) diff.overridden = overridden;
  return { action: "booking.edited", diff };
}
