import type { Booking } from "~/contract/bookings";
import { LocalDate } from "~/contract/common";
import { MessageFilter } from "~/contract/email";
import { PaymentFilter } from "~/contract/payments";
import { ResourceFilter } from "~/contract/resources";
import { DeliveryFilter } from "~/contract/webhooks";
import { bookingActions } from "~/domain/bookings/booking-actions";
import { getBookingMoney, getRefundablePayments } from "~/domain/bookings/booking-money.server";
import { getBooking, previewCancellation } from "~/domain/bookings/get-booking.server";
import { approvalAsksPayment } from "~/domain/bookings/payment-after-approval.server";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { listMessages } from "~/domain/email/list-messages.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { findFreeSlots } from "~/domain/slots/free-slots.server";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { AppError, orNull } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { formatMoney } from "~/lib/money";
import { dayLabel } from "~/ui/booking/booking-lines";
import {
  type BookingView,
  cancellationWords,
  deliveryLines,
  describeBooking,
  mailLines,
  type MoveChoices,
  PANELS,
  refundChoices,
  visitsOf,
} from "~/ui/booking/booking-view";
import { servicesIn } from "~/ui/booking/history-lines";
import { disputeLine } from "~/ui/booking/payment-words";
import { timeChoices } from "~/ui/booking/time-choices";
import { instantWriter } from "~/ui/when";

/** Money came in, and some of it is still there. */
const PAID = new Set<Booking["payment_status"]>(["paid", "partially_refunded"]);
/** How many of the free times are proposed at first. */
const FIRST = 6;

/** A booking with what this person may see and do. `asked`: the part that is open, and where it could move. Throws the 404 page. */
export async function loadBooking(actor: UserActor, id: string, asked: URLSearchParams): Promise<BookingView> {
  const booking = await orNoPage(getBooking(actor, id, true));
  const isStaff = hasRole(actor, "staff");
  const calendar = calendarOf(actor);
  const show = isStaff ? (PANELS.find((panel) => panel === asked.get("show")) ?? null) : null;
  const [services, customer, money, payments, mails, deliveries, cancellation, taken, pay_link, approval_asks] =
    await Promise.all([
      scheduleNames(actor.tenant.id, [booking.schedule_id, ...servicesIn(booking.history ?? [])]),
      orNull(getCustomer(actor, booking.customer_id)),
      hasRole(actor, "admin") ? getBookingMoney(actor, id) : null,
      hasRole(actor, "admin") ? getRefundablePayments(actor, id) : null,
      isStaff ? listMessages(actor, MessageFilter.parse({ booking_id: id, limit: 10 })) : null,
      hasRole(actor, "admin") ? listDeliveries(actor, DeliveryFilter.parse({ booking_id: id, limit: 10 })) : null,
      show === "cancel" ? previewCancellation(actor, id) : null,
      hasRole(actor, "admin") ? listPayments(actor, PaymentFilter.parse({ booking_id: id, limit: 10 })) : null,
      isStaff ? payLinkOf(actor, booking) : null,
      approvalAsksPayment(actor, booking),
    ]);
  const words = money?.currency && formatMoney(money.refundable, money.currency, calendar.locale);
  return {
    ...describeBooking({ booking, services, calendar }),
    visits: customer && visitsOf(customer),
    mails: mailLines(mails?.data ?? []),
    deliveries: deliveryLines(deliveries?.data ?? [], instantWriter(calendar)),
    ...bookingActions(actor, booking, clock.now()),
    may_edit: isStaff,
    pay_link,
    disputes: (taken?.data ?? []).flatMap((payment) =>
      payment.disputes.map((one) => disputeLine(one, calendar.locale, instantWriter(calendar))),
    ),
    may_write_off: hasRole(actor, "admin") && PAID.has(booking.payment_status) && booking.balance_amount !== 0,
    approval_asks,
    refundable:
      money?.currency && words && money.refundable > 0
        ? { amount: money.refundable, words, currency: money.currency }
        : null,
    refund_payments: refundChoices(payments ?? [], asked.get("payment"), calendar.locale, instantWriter(calendar)),
    cancellation: cancellation && cancellationWords(cancellation, PAID.has(booking.payment_status), calendar.locale),
    show,
    move: show === "move" ? await readMoveChoices(actor, booking, asked, calendar) : null,
  };
}

/** The link by which the guest pays; null where nothing can be paid online. */
async function payLinkOf(actor: UserActor, { id, price_amount, status, payment_status, customer }: Booking) {
  const mayBeOwed =
    (status === "pending" || status === "confirmed") && price_amount !== null && !PAID.has(payment_status);
  if (!mayBeOwed || !actor.tenant.takes_payments) return null;
  try {
    const { url } = await makePayLink(actor, id, { send: false }, null);
    return { url, may_mail: customer.email !== null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Where the booking could go: the first free times of its service, and those of a day that was asked for. On a resource that has none of
 * them, the times of other services, which say so.
 */
async function readMoveChoices(
  actor: UserActor,
  booking: Booking,
  asked: URLSearchParams,
  calendar: PageCalendar,
): Promise<MoveChoices> {
  const { data: resources } = await listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 }));
  const resource_id = resources.find(({ id }) => id === asked.get("resource_id"))?.id ?? booking.resource_id;
  const day = LocalDate.safeParse(asked.get("day")).data ?? "";
  const query = { resource_id: [resource_id], party_size: booking.party_size };
  const find = async (range: { from?: string; to?: string }) => {
    const slots = (await orNull(findFreeSlots(actor, { ...query, ...range }))) ?? [];
    const others = slots.filter(({ id }) => id !== booking.slot_id);
    const own = others.filter(({ schedule_id }) => schedule_id === booking.schedule_id);
    const isElsewhere = resource_id !== booking.resource_id;
    return own.length > 0 || (booking.schedule_id !== null && !isElsewhere) ? own : others;
  };
  const [first, onDay] = await Promise.all([find({}), day === "" ? null : find({ from: day, to: day })]);
  const services = await scheduleNames(
    actor.tenant.id,
    [...first, ...(onDay ?? [])].map(({ schedule_id }) => schedule_id),
  );
  const names = {
    resources: new Map(resources.map(({ id, name }) => [id, name])),
    services: new Map(services.map(({ id, name }) => [id, name])),
    service: booking.schedule_id,
  };
  return {
    first: timeChoices(first.slice(0, FIRST), names, calendar),
    on_day: onDay && { day, label: dayLabel(day, calendar), choices: timeChoices(onDay, names, calendar) },
    day,
    today: calendar.today,
    resource_id,
    resources: resources.map(({ id, name }) => ({ id, name })),
  };
}
