import { ProviderError } from "~/adapters/payments/port";
import type { FeeKind } from "~/contract/card-on-file";
import type { FeeCode } from "~/contract/payment-connection";
import type { Checkout, NewCheckout } from "~/contract/payments";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { isConstraint, pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { faultPoint } from "~/lib/fault-point.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import type { LockedBooking } from "../bookings/change/apply-decision.server";
import { referenceOf } from "../bookings/read/booking-reference";
import { isInstantOnly } from "../bookings/change/checkout-fits.sql.server";
import { dueNowOf, whyNotPayable } from "../bookings/read/balance";
import { type BookingRow, isTestBooking } from "../bookings/read/booking-row";
import { zonesOfRow } from "../bookings/read/booking-time";
import { holdExpired, isLapsed } from "../bookings/change/decision-parts";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { manageUrl } from "../bookings/links/manage-link.server";
import { dueNowQuote } from "../bookings/read/quote-of-booking";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { Actor, StaffActor, Tenant } from "../identity/actor";
import { isFee, type PaymentPurpose } from "../accounting/payment-purpose";
import { type PaymentRow, UNFINISHED } from "../accounting/payment-row";
import { feeOfKind } from "../card-on-file/booking-fees";
import { textsOf } from "../email/texts";
import { checkExpected } from "../quotes/quote";
import { checkReturns } from "./allowed-returns.server";
import { isCardCharge } from "./charge-card.server";
import { checkoutLine } from "./checkout-line";
import { type ConnectionRow, findPayableConnection } from "./connections.sql.server";
import {
  findOutdated,
  findUnfinished,
  hasMismatch,
  insertPayment,
  loadPayment,
} from "./payments.sql.server";
import { checkDuePayable } from "./payable.server";
import { feeOf, feeProblem } from "./platform-fee";
import { platformOrganization, requireProvider } from "./provider.server";
import { settleAtProvider, syncPayment } from "./sync-payment.server";

/** Where the guest goes after paying or cancelling. Default: the guest's page. */
export interface ReturnAddresses {
  success_url?: string | undefined;
  cancel_url?: string | undefined;
}

/** Purpose of a checkout. */
export interface CheckoutWish {
  /** The balance that the caller was shown. */
  expected_amount?: number | undefined;
  /** A fee whose card was refused; else what the booking waits for: its price, or a card. */
  fee?: FeeKind | undefined;
}

/** Retries when the open checkout that was found has ended meanwhile. */
const CREATED_ONCE_MORE = 3;

/**
 * Returns the booking's open checkout on the tenant's account, or creates one. The payment is
 * stored before the provider is called, so that a lost response loses nothing. Throws not_found,
 * booking_not_payable, not_connected, amount_below_minimum, provider_unavailable (the booking stays
 * unchanged), price_changed (the balance isn't `expected_amount`).
 */
export async function ensureCheckout(
  actor: Actor,
  bookingId: string,
  addresses: ReturnAddresses,
  { expected_amount, fee }: CheckoutWish = {},
): Promise<{ checkout: Checkout; is_new: boolean }> {
  const wish = { expected_amount, fee };
  for (let attempt = 1; ; attempt++) {
    const { payment, is_new } = await findOrWrite(actor, bookingId, addresses, wish);
    faultPoint("checkout.written");
    const opened = await openAtProvider(payment);
    if (opened.checkout_url !== null && UNFINISHED.includes(opened.status))
      return { checkout: toCheckout(opened), is_new };
    // It was paid or ended meanwhile: the next attempt reports that, or creates another one.
    if (attempt === CREATED_ONCE_MORE)
      throw notPayable("This booking has been paid, or cannot be paid any more.");
  }
}

/** Like ensureCheckout, for staff: also checks the return URLs. Throws validation_failed, too. */
export async function createCheckout(actor: StaffActor, input: NewCheckout): Promise<Checkout> {
  const { booking_id, expected_amount, ...addresses } = input;
  await checkReturns(actor, addresses);
  return (await ensureCheckout(actor, booking_id, addresses, { expected_amount })).checkout;
}

/** The booking's unfinished payment if its amount is still right, else a new one. */
async function findOrWrite(
  actor: Actor,
  bookingId: string,
  addresses: ReturnAddresses,
  wish: CheckoutWish,
): Promise<{ payment: PaymentRow; is_new: boolean }> {
  const outdated = await outdatedPayment(actor, bookingId, wish);
  // Closed before another is opened, so that nobody pays twice; this also detects a payment made
  // meanwhile.
  if (outdated !== null) await endOutdated(actor, bookingId, outdated, wish);
  const platform = await findPlatform(actor.tenant.id);
  try {
    return await transaction((db) =>
      withLockedBooking(db, actor, bookingId, { seats: false }, async (booking) => {
        const { row } = booking.loaded;
        const purpose = purposeOf(row, wish);
        checkPurpose(booking, purpose);
        if (purpose === "booking") checkExpected(wish.expected_amount, dueNowQuote(booking.loaded));
        if (actor.kind === "customer" && (await hasMismatch(db, row.tenant_id, row.id)))
          throw notPayable("A payment of another amount came in. The company looks at it first.");
        const open = await findUnfinished(db, row.tenant_id, row.id);
        if (open?.status === "processing")
          throw notPayable("A payment of this booking is on its way already.");
        if (open !== undefined && open.purpose === purpose && !isCardCharge(open))
          return { payment: open, is_new: false };
        if (open !== undefined) throw notPayable("Another payment of this booking is under way.");
        const connection = await findPayableConnection(db, row.tenant_id);
        if (connection === null)
          throw new AppError("not_connected", "Payments are not set up for this company.");
        checkMode(row, connection);
        const how = { purpose, addresses };
        const payment = newPayment(booking, connection, how, platform, actor.tenant);
        await insertPayment(db, payment);
        if (actor.kind !== "customer")
          await writeAudit(db, actor, {
            action: "payment.opened",
            entity: "booking",
            entity_id: row.id,
          });
        return { payment, is_new: true };
      }),
    );
  } catch (error) {
    const isTwice =
      isConstraint(error, "payment_one_unfinished") || isConstraint(error, "payment_one_fee");
    if (!isTwice) throw error;
    return findOrWrite(actor, bookingId, addresses, wish); // a concurrent call created one
  }
}

/** An open payment whose amount is no longer the amount due (the party has changed). */
async function outdatedPayment(
  actor: Actor,
  bookingId: string,
  wish: CheckoutWish,
): Promise<string | null> {
  const { row } = await loadBooking(pool, actor.tenant.id, bookingId, false);
  return findOutdated(actor.tenant.id, row, purposeOf(row, wish));
}

/**
 * Throws provider_unavailable if the provider does not end it: two open checkouts could both be
 * paid.
 */
async function endOutdated(
  actor: Actor,
  bookingId: string,
  id: string,
  wish: CheckoutWish,
): Promise<void> {
  try {
    await settleAtProvider(actor.tenant.id, id, { close: true });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn(
      { tenant_id: actor.tenant.id, payment_id: id, kind: error.kind },
      "an outdated checkout could not be ended",
    );
  }
  if ((await outdatedPayment(actor, bookingId, wish)) === null) return;
  throw unavailable(
    "The payment provider has not ended the earlier checkout of this booking. Please try again in a moment.",
  );
}

const unavailable = (message: string) =>
  new AppError("provider_unavailable", message, { headers: { "Retry-After": "10" } });

const notPayable = (message: string) => new AppError("booking_not_payable", message);

/** Purpose of the next checkout of a booking. */
function purposeOf(row: BookingRow, { fee }: CheckoutWish): PaymentPurpose {
  if (fee !== undefined) return fee;
  return row.status === "pending" && row.pending_reason === "card" ? "card" : "booking";
}

/** Throws booking_not_payable, hold_expired. */
function checkPurpose(booking: LockedBooking, purpose: PaymentPurpose): void {
  const { row } = booking.loaded;
  if (purpose === "booking") return checkPayable(booking);
  if (purpose === "card" && isLapsed(row, booking.now)) throw holdExpired();
  if (isFee(purpose) && feeOfKind(row, purpose)?.status !== "unpaid")
    throw notPayable("Nothing is due for this fee.");
}

/** Throws booking_not_payable, hold_expired. */
export function checkPayable({ loaded: { row }, now }: LockedBooking): void {
  const why = whyNotPayable(row, now);
  if (why === "status") throw notPayable(`A booking that is ${row.status} cannot be paid.`);
  if (why === "waits")
    throw notPayable("This booking waits for something else before it can be paid.");
  if (why === "lapsed") throw holdExpired();
  if (why !== null)
    throw notPayable(
      row.price_amount ? "Nothing is due for this booking." : "This booking costs nothing.",
    );
}

/**
 * Throws booking_not_payable: nobody may pay real money for a test booking, which is deleted with
 * all its data.
 */
export function checkMode(row: BookingRow, connection: Pick<ConnectionRow, "livemode">): void {
  if (isTestBooking(row) && connection.livemode)
    throw notPayable("A test booking can't be paid with real money.");
}

/**
 * The platform's account, read before anything is locked; null when no fee is taken or the provider
 * does not respond.
 */
export async function findPlatform(tenantId: string): Promise<string | null> {
  const { basis_points, fixed } = env.PAYMENTS.fee;
  const connection =
    basis_points === 0 && fixed === 0 ? null : await findPayableConnection(pool, tenantId);
  return connection === null ? null : platformOrganization(connection.provider);
}

/**
 * Why the platform fee is not taken; null if it is. The platform cannot take a fee from its own
 * account.
 */
function whyNoFee(
  amount: number,
  currency: string,
  organizationId: string,
  platform: string | null,
): FeeCode | null {
  return organizationId === platform
    ? "same_organization"
    : feeProblem(env.PAYMENTS.fee, amount, currency);
}

export function newPayment(
  { loaded, now }: LockedBooking,
  connection: ConnectionRow,
  { purpose, addresses }: { purpose: PaymentPurpose; addresses: ReturnAddresses | null },
  platform: string | null,
  tenant: Tenant,
): PaymentRow {
  const { row } = loaded;
  const { amount, currency } = moneyOf(row, purpose);
  if (purpose !== "card") checkDuePayable(amount, currency);
  const { fee } = env.PAYMENTS;
  const problem =
    purpose === "card"
      ? "fee_not_configured"
      : whyNoFee(amount, currency, connection.organization_id, platform);
  if (problem !== null && problem !== "fee_not_configured" && fee.policy === "require")
    throw new AppError(
      "booking_not_payable",
      "The platform's fee cannot be taken of this payment.",
      {
        details: { code: problem },
      },
    );
  const { least, most } = requireProvider(connection.provider).checkout_minutes;
  const hold = row.expires_at === null ? most : (row.expires_at.getTime() - now.getTime()) / 60_000;
  const minutes = Math.min(Math.max(hold, least), most);
  const own = manageUrl(row.tenant_id, row.id);
  const locale = loaded.customer.locale ?? tenant.locale;
  const line = checkoutLine({
    service: loaded.schedule?.name ?? null,
    resource: loaded.resource.name,
    company: tenant.name,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    zones: zonesOfRow(row, tenant.time_zone),
    locale,
    reference: referenceOf(row.reference),
  });
  return {
    tenant_id: row.tenant_id,
    id: newId(),
    booking_id: row.id,
    provider: connection.provider,
    purpose,
    keeps_card: purpose === "card" || (purpose === "booking" && !!row.card_terms && !row.card),
    session_id: null,
    status: "created",
    amount,
    currency,
    connection_id: connection.id,
    organization_id: connection.organization_id,
    livemode: connection.livemode,
    charge_ref: null,
    fee_amount: problem === null ? feeOf(fee, amount, currency) : 0,
    idempotency_key: newId(),
    description: isFee(purpose) ? `${textsOf(locale).fee[purpose]} · ${line}` : line,
    success_url: addresses && withSession(addresses.success_url ?? own),
    cancel_url: addresses && (addresses.cancel_url ?? own),
    checkout_url: null,
    receipt_url: null,
    expires_at: new Date(now.getTime() + minutes * 60_000),
    captured_at: null,
    provider_fee_amount: null,
    method: null,
    failure_code: null,
    is_surplus: false,
    stuck_since: null,
    instant_only: purpose !== "booking" || isInstantOnly(row.starts_at, now),
    attention: null,
    asked_at: null,
    // A worker retries if the process ends before the provider responds.
    next_sync_at: new Date(now.getTime() + 60_000),
    created_at: now,
    updated_at: now,
  };
}

/** The amount of a payment for this. */
function moneyOf(row: BookingRow, purpose: PaymentPurpose): { amount: number; currency: string } {
  if (purpose === "booking") return { amount: dueNowOf(row), currency: row.currency! }; // ensured by checkPayable
  const currency = row.card_terms!.currency; // a card or a fee has terms
  return { amount: isFee(purpose) ? (feeOfKind(row, purpose)?.amount ?? 0) : 0, currency };
}

/** The provider replaces the braces with its session's id. */
function withSession(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}session_id={CHECKOUT_SESSION_ID}`;
}

/**
 * Creates the payment's checkout at the provider and stores the result; an existing checkout is
 * only read again.
 */
async function openAtProvider(payment: PaymentRow): Promise<PaymentRow> {
  if (
    payment.session_id !== null &&
    payment.checkout_url !== null &&
    payment.expires_at!.getTime() > clock.now()
  )
    return payment;
  try {
    await syncPayment(payment.tenant_id, payment.id);
  } catch (error) {
    if (error instanceof ProviderError) throw refused(error);
    throw error;
  }
  return (await loadPayment(pool, payment.tenant_id, payment.id, false)) ?? payment;
}

/** The caller's error when no checkout was created. */
function refused(error: ProviderError): AppError {
  if (!error.is_definite)
    return unavailable("The payment provider isn’t responding. Please try again.");
  if (error.code === "resource_missing" && error.field === "payment_method_configuration")
    return new AppError(
      "not_connected",
      "The payment methods that were chosen at the payment provider are gone.",
    );
  if (error.code === "amount_too_small")
    return new AppError(
      "amount_below_minimum",
      "The payment provider does not take amounts as small as this.",
    );
  if (error.code === "amount_not_supported")
    return notPayable("The payment provider cannot take exactly this amount in this currency.");
  return new AppError("provider_unavailable", "The payment provider refused this payment.");
}

function toCheckout(payment: PaymentRow): Checkout {
  return {
    payment_id: payment.id,
    session_id: payment.session_id ?? "",
    checkout_url: payment.checkout_url ?? "",
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    expires_at: payment.expires_at && toRfc3339(payment.expires_at.getTime()),
    fee_applied: payment.fee_amount > 0,
  };
}
