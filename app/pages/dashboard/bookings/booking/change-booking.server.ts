import { type BookingPatch, CancelBooking, type MoveBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import type { ChosenAddons, ChosenParty } from "~/contract/fields";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import {
  getBookingMoney,
  getRefundablePayments,
} from "~/domain/bookings/read/booking-money.server";
import { cancelTogether } from "~/domain/series/cancel-together.server";
import { moveTogether } from "~/domain/series/move-together.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { readPrice } from "~/ui/form/price";
import { decideBookingFee } from "~/domain/payments/decide-fee.server";
import { handBack } from "~/domain/payments/hand-back.server";
import { isSameParty } from "~/domain/quotes/choose-party";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { chosenAddons, chosenParty } from "~/ui/booking/addon-choices";
import type { BookingForm, EditForm } from "~/ui/booking/booking-forms";

/** A booking before and after a dashboard form, and the refund it requested (minor units). */
export interface ChangedBooking {
  before: Booking;
  after: Booking;
  refund: { amount: number; currency: string } | null;
  /** How many dates of its series were cancelled together. */
  cancelled?: number;
  /** How many dates of its series were moved together, and how many stay because they can't. */
  moved?: { count: number; stayed: number };
}

/**
 * Executes a form of the booking page. Throws the domain functions' errors, with the form's field
 * names.
 */
export async function changeBooking(
  actor: StaffActor,
  id: string,
  form: BookingForm,
): Promise<ChangedBooking> {
  const before = await getBooking(actor, id);
  if (form.intent === "status") {
    const { status, payment_method, offline_amount, offline_method, version } = form;
    const after = await changeBookingStatus(
      actor,
      id,
      { status, payment_method, offline_amount, offline_method, version, notify: true },
      null,
    );
    return { before, after, refund: null };
  }
  if (form.intent === "arrived") {
    const { arrived, version } = form;
    return {
      before,
      after: await editBooking(actor, id, { arrived, version, notify: false }),
      refund: null,
    };
  }
  if (form.intent === "cancel") return cancel(actor, before, form);
  if (form.intent === "refund") return refund(actor, before, form);
  if (form.intent === "write_off") {
    if (!hasRole(actor, "admin"))
      throw new AppError("forbidden_role", t("Only an owner or admin can write off a balance."));
    await refundBooking(actor, id, { write_off: true }, null);
    return { before, after: await getBooking(actor, id), refund: null };
  }
  if (form.intent === "fee") {
    const { kind, decision, amount } = form;
    const after = await decideBookingFee(actor, id, { kind, decision, amount }, null);
    return { before, after, refund: null };
  }
  if (form.intent === "hand_back") {
    await handBack(actor, id, {}, null);
    return { before, after: await getBooking(actor, id), refund: null };
  }
  if (form.intent === "room") {
    const { no, resource_id, notify, version } = form;
    const patch = { needs: [{ no, resource_id }], notify, version };
    return { before, after: await editBooking(actor, id, patch), refund: null };
  }
  if (form.intent === "move" && isOfSeveral(form)) return moveDates(actor, before, form);
  const patch = form.intent === "edit" ? editOf(before, form) : moveOf(before, form);
  return { before, after: await editBooking(actor, id, patch), refund: null };
}

type Cancel = Extract<BookingForm, { intent: "cancel" }>;

async function cancel(actor: StaffActor, before: Booking, form: Cancel): Promise<ChangedBooking> {
  const { refund: mode, reason, notify, version, scope = "this" } = form;
  if (scope !== "this") return cancelDates(actor, before, form);
  const held = await getBookingMoney(actor, before.id);
  const amount = mode === "amount" ? amountOf(form.amount, held.currency) : undefined;
  const wish = mode === undefined || mode === "policy" ? undefined : { mode, amount };
  const change = {
    status: "cancelled" as const,
    notify,
    version,
    refund: wish,
    ...(reason && { reason }),
  };
  const after = await changeBookingStatus(actor, before.id, change, null);
  const left = await getBookingMoney(actor, before.id);
  const back = held.refundable - left.refundable;
  return {
    before,
    after,
    refund: held.currency === null || back === 0 ? null : { amount: back, currency: held.currency },
  };
}

/** Cancels several dates of the booking's series. */
async function cancelDates(
  actor: StaffActor,
  before: Booking,
  { refund: mode = "policy", reason, notify, scope }: Cancel,
): Promise<ChangedBooking> {
  if (mode === "amount")
    throw invalidField("refund", t("Another amount is for one date. Choose another refund."));
  const { dates, refund_amount, currency } = await cancelTogether(
    actor,
    before.id,
    CancelBooking.parse({
      scope,
      notify,
      ...(mode !== "policy" && { refund: { mode } }),
      ...(reason && { reason }),
    }),
  );
  return {
    before,
    after: await getBooking(actor, before.id),
    refund: currency === null || refund_amount === 0 ? null : { amount: refund_amount, currency },
    cancelled: dates.filter(({ state }) => state === "cancelled").length,
  };
}

type Refund = Extract<BookingForm, { intent: "refund" }>;

async function refund(actor: StaffActor, before: Booking, form: Refund): Promise<ChangedBooking> {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", t("Only an owner or admin can refund."));
  const { payment_id, reason } = form;
  const own = await getBookingMoney(actor, before.id);
  const named = (await getRefundablePayments(actor, before.id)).find(({ id }) => id === payment_id);
  const { currency, refundable } = named ?? own;
  const amount = form.amount === undefined ? refundable : amountOf(form.amount, currency);
  await refundBooking(
    actor,
    before.id,
    { amount, ...(reason && { reason }), ...(payment_id && { payment_id }) },
    null,
  );
  const after = await getBooking(actor, before.id);
  return { before, after, refund: currency === null ? null : { amount, currency } };
}

function amountOf(typed: string | undefined, currency: string | null): number {
  const amount = readPrice(typed ?? "", currency ?? "EUR");
  if (amount === undefined || amount === null || amount === 0)
    throw invalidField("amount", t("Use an amount such as 21 or 21.50."));
  return amount;
}

/** Omit an unchanged party and add-ons: sending them would claim the seats again. */
function editOf(before: Booking, form: EditForm): BookingPatch {
  const { name, email, phone, party_size, notes, expected_amount, version } = form;
  const patch: BookingPatch = {
    customer: { name, email: email ?? null, phone: phone ?? null },
    notes: notes ?? null,
    version,
    notify: false,
    ...(form.texts_agreed && { text_reminders: true }),
    ...(form.texts_stopped && { text_reminders: false }),
  };
  const addons = chosenAddons(form.addons);
  const party = partyIn(before, form);
  const isOtherParty = party === undefined && party_size !== before.party_size;
  const hasOtherAddons = !isSameChoice(addons, before.addons);
  const hasOtherPeople = party !== undefined && !isSameParty(party, before.party);
  if (!isOtherParty && !hasOtherAddons && !hasOtherPeople) return patch;
  return {
    ...patch,
    ...(isOtherParty && { party_size }),
    ...(hasOtherPeople && { party }),
    ...(hasOtherAddons && { addons }),
    expected_amount,
  };
}

/** People by kind, of a booking that has kinds. Throws validation_failed for none. */
function partyIn(before: Booking, form: EditForm): ChosenParty | undefined {
  if (before.party.length === 0) return undefined;
  const party = chosenParty(form.party);
  if (party === undefined) throw invalidField("party", t("Choose who comes."), "required");
  return party;
}

const isSameChoice = (chosen: ChosenAddons, before: ChosenAddons): boolean =>
  chosen.length === before.length &&
  chosen.every(({ id, quantity }) =>
    before.some((addon) => addon.id === id && addon.quantity === quantity),
  );

type Move = Extract<BookingForm, { intent: "move" }>;

/** Whether a move is one of several dates of the booking's series. */
export const isOfSeveral = ({ scope = "this" }: Move): boolean => scope !== "this";

/** The move of several dates, as the form asks for it. */
export function movesOf(
  { scope, slot_id, resource_id, starts_at, reprice, override, if_taken, ...form }: Move,
  isDryRun: boolean,
): MoveBooking {
  const { expected_amount, notify, version } = form;
  return {
    scope: scope ?? "this",
    ...(slot_id === undefined ? { resource_id, starts_at } : { slot_id }),
    ...(reprice && { reprice }),
    ...(override && { override }),
    if_taken: if_taken ?? "all",
    // The form to choose a time has the price of one date.
    ...(!isDryRun && { expected_amount }),
    notify,
    version,
    dry_run: isDryRun,
  };
}

/** Moves several dates of the booking's series. */
async function moveDates(actor: StaffActor, before: Booking, form: Move): Promise<ChangedBooking> {
  const { dates } = await moveTogether(actor, before.id, movesOf(form, false));
  const stayed = dates.filter(({ state }) => state === "taken").length;
  return {
    before,
    after: await getBooking(actor, before.id),
    refund: null,
    moved: { count: dates.length - stayed, stayed },
  };
}

/** A move with another price requires agreement to that price. */
function moveOf(
  before: Booking,
  {
    slot_id,
    resource_id,
    starts_at,
    duration_minutes,
    reprice,
    override,
    expected_amount,
    notify,
    version,
  }: Move,
): BookingPatch {
  const how = {
    notify,
    version,
    ...(override && { override }),
    ...(reprice && { reprice }),
    expected_amount: expected_amount ?? before.price_amount ?? 0,
  };
  if (slot_id !== undefined) return { slot_id, ...how };
  if (starts_at === undefined) throw new AppError("validation_failed", t("Choose a time."));
  return {
    starts_at,
    ...how,
    ...(resource_id && { resource_id }),
    ...(duration_minutes && { duration_minutes }),
  };
}
