import { CancelBooking } from "~/contract/booking-inputs";
import type { Booking } from "~/contract/bookings";
import { isLive, isUpcoming } from "~/contract/booking-status";
import { MessageFilter } from "~/contract/email";
import { type Payment, PaymentFilter, type Refund } from "~/contract/payments";
import { DeliveryFilter } from "~/contract/webhooks";
import { bookingActions } from "~/domain/bookings/read/booking-actions";
import {
  getBookingMoney,
  getRefundablePayments,
} from "~/domain/bookings/read/booking-money.server";
import { getBooking, previewCancellation } from "~/domain/bookings/read/get-booking.server";
import { approvalAsksPayment } from "~/domain/bookings/change/payment-after-approval.server";
import { listBookingCalendars } from "~/domain/calendars/booking-calendars.server";
import { clashesOf } from "~/domain/calendars/list-clashes.server";
import { countCustomerBookings } from "~/domain/customers/list-customers.sql.server";
import { listMessages } from "~/domain/email/list-messages.sql.server";
import { whyNoGuestMail } from "~/domain/email/guest-mail.server";
import { cancelTogether } from "~/domain/series/cancel-together.server";
import { readSeries } from "~/domain/series/read-series.server";
import { readVisit } from "~/domain/visits/read-visit.server";
import { hasRole, resourceLimit, type UserActor } from "~/domain/identity/actor";
import { readNeedChoices } from "~/domain/seats/service-needs.sql.server";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { offersTexts, readTextConsent } from "~/domain/text-consent/read-consent.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf, type PageCalendar } from "~/http/page-calendar.server";
import { AppError, orNull } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { formatMoney } from "~/lib/money";
import {
  addonChoicesOf,
  type BookingView,
  cancellationWords,
  costOf,
  peopleChoicesOf,
  deliveryLines,
  describeBooking,
  editValuesOf,
  mailLines,
  nearWords,
  type Panel,
  PANELS,
  refundChoices,
  visitsOf,
  whyNoMail,
} from "~/ui/booking/booking-view";
import { calendarLines, clashLines } from "~/ui/calendars/booking-calendar-lines";
import { servicesIn } from "~/ui/booking/history-lines";
import { moneyLines } from "~/ui/booking/money-lines";
import { disputeLine } from "~/ui/booking/dispute-line";
import { cancelChoice, seriesLines, visitLines } from "~/ui/booking/series-lines";
import { dayWriter, instantWriter } from "~/ui/when";
import { guestMailWords } from "../guest-mail-words";
import { readMoveChoices } from "./move-choices.server";

/** Payments that still hold money. */
const PAID = new Set<Booking["payment_status"]>(["paid", "partially_refunded"]);

/**
 * A booking with the data and actions this person is allowed. `query`: open panel, and where to
 * look for times. Throws a 404 response.
 */
export async function loadBooking(
  actor: UserActor,
  id: string,
  query: URLSearchParams,
): Promise<BookingView> {
  const booking = await orNoPage(getBooking(actor, id, true));
  const isStaff = hasRole(actor, "staff");
  const isAdmin = hasRole(actor, "admin");
  const calendar = calendarOf(actor);
  const { locale } = calendar;
  const write = instantWriter(calendar);
  const may_pay_online = isStaff && mayBePaidOnline(actor, booking);
  const asks = isStaff ? (PANELS.find((panel) => panel === query.get("show")) ?? null) : null;
  // Data for a panel is only loaded if it is open.
  const show = asks === "pay" && !may_pay_online ? null : asks;
  const [
    services,
    counts,
    payments,
    mails,
    no_mail,
    deliveries,
    approval_asks,
    calendars,
    clashes,
    part,
    consent,
    series,
    visit,
    rooms,
  ] = await Promise.all([
    scheduleNames(actor.tenant.id, [booking.schedule_id, ...servicesIn(booking.history ?? [])]),
    countCustomerBookings(actor, booking.customer_id),
    isAdmin ? listPayments(actor, PaymentFilter.parse({ booking_id: id, limit: 10 })) : null,
    isStaff ? listMessages(actor, MessageFilter.parse({ booking_id: id, limit: 10 })) : null,
    isStaff ? whyNoGuestMail(actor.tenant.id, id) : null,
    isAdmin ? listDeliveries(actor, DeliveryFilter.parse({ booking_id: id, limit: 10 })) : null,
    approvalAsksPayment(actor, booking),
    isStaff ? listBookingCalendars(actor, id) : [],
    isStaff ? clashesOf(actor, booking) : [],
    readPart(actor, booking, show, query, calendar),
    isStaff ? readTextConsent(actor.tenant.id, id) : null,
    booking.series && orNull(readSeries(actor, booking.series.id)),
    booking.visit && readVisitLines(actor, booking.visit, calendar),
    readRooms(actor, booking),
  ]);
  const described = describeBooking(booking, services, calendar);
  const { service, owes } = described.line;
  const day = dayWriter(calendar);
  return {
    ...described,
    near: nearWords(booking, clock.now(), locale),
    visits: visitsOf({ bookings: counts }),
    money: moneyLines({ booking, service, payments: payments?.data ?? null, locale, owes, day }),
    mails: mailLines(mails?.data ?? [], write),
    no_mail: whyNoMail(
      no_mail && guestMailWords(no_mail, booking.customer.name),
      mails?.data ?? [],
    ),
    text_consent: consent && { wording: consent.wording, at: write(consent.at) },
    deliveries: deliveryLines(deliveries?.data ?? [], write),
    ...bookingActions(actor, booking, clock.now()),
    calendars: calendarLines(calendars, write),
    clashes: clashLines(clashes, calendar),
    may_edit: isStaff,
    may_pay_online,
    may_refund: (payments?.data ?? []).some(isRefundable),
    disputes: (payments?.data ?? []).flatMap((payment) =>
      payment.disputes.map((one) => disputeLine(one, locale, write)),
    ),
    may_write_off: isAdmin && PAID.has(booking.payment_status) && booking.balance_amount !== 0,
    approval_asks,
    series: booking.series && series && { ...booking.series, dates: seriesLines(series, calendar) },
    visit,
    rooms,
    show,
    ...part,
  };
}

type Part = Pick<
  BookingView,
  | "edit"
  | "offers_texts"
  | "cost"
  | "addons"
  | "people"
  | "move"
  | "pay_link"
  | "cancellation"
  | "cancel_choices"
  | "refundable"
  | "refund_payments"
>;

const NO_PART: Part = {
  edit: null,
  offers_texts: false,
  cost: null,
  addons: [],
  people: [],
  move: null,
  pay_link: null,
  cancellation: null,
  cancel_choices: [],
  refundable: null,
  refund_payments: [],
};

/** Data of the open panel. */
async function readPart(
  actor: UserActor,
  booking: Booking,
  show: Panel | null,
  query: URLSearchParams,
  calendar: PageCalendar,
): Promise<Part> {
  const { locale } = calendar;
  const isAdmin = hasRole(actor, "admin");
  switch (show) {
    case null:
      return NO_PART;
    case "edit": {
      const service =
        booking.schedule_id === null ? null : await orNull(getSchedule(actor, booking.schedule_id));
      return {
        ...NO_PART,
        edit: editValuesOf(booking),
        offers_texts: await offersTexts(actor.tenant.policy, {
          ...booking,
          tenant_id: actor.tenant.id,
        }),
        cost: costOf(booking, service, locale),
        addons: addonChoicesOf(booking, service, locale),
        people: peopleChoicesOf(booking, service, locale),
      };
    }
    case "move":
      return { ...NO_PART, move: await readMoveChoices(actor, booking, query, calendar) };
    case "pay":
      return { ...NO_PART, pay_link: await readPayLink(actor, booking) };
    case "refund": {
      const payments = isAdmin ? await getRefundablePayments(actor, booking.id) : [];
      const refund_payments = refundChoices(
        payments,
        query.get("payment"),
        locale,
        instantWriter(calendar),
      );
      return { ...NO_PART, refund_payments };
    }
    case "cancel": {
      const [preview, money, cancel_choices] = await Promise.all([
        previewCancellation(actor, booking.id),
        isAdmin ? getBookingMoney(actor, booking.id) : null,
        readCancelChoices(actor, booking, locale),
      ]);
      const { currency = null, refundable = 0 } = money ?? {};
      return {
        ...NO_PART,
        cancel_choices,
        cancellation: cancellationWords(preview, PAID.has(booking.payment_status), locale),
        refundable:
          currency !== null && refundable > 0
            ? { amount: refundable, words: formatMoney(refundable, currency, locale), currency }
            : null,
      };
    }
  }
}

/** The booking's other resources, and those that staff may choose in their place. */
async function readRooms(actor: UserActor, booking: Booking): Promise<BookingView["rooms"]> {
  const { id, needs, status } = booking;
  if (needs.length === 0) return [];
  const mayChange = hasRole(actor, "staff") && isUpcoming(status);
  const choices = mayChange ? await readNeedChoices(actor.tenant.id, id, resourceLimit(actor)) : [];
  return needs.map(({ no, resource_id, name, shown }) => ({
    no,
    resource_id,
    name,
    shown,
    choices: choices.filter((each) => each.no === no),
  }));
}

/** The services of a visit, with their names. */
async function readVisitLines(
  actor: UserActor,
  place: NonNullable<Booking["visit"]>,
  calendar: PageCalendar,
): Promise<BookingView["visit"]> {
  const visit = await orNull(readVisit(actor, place.id));
  if (visit === null) return null;
  const ids = visit.bookings.map(({ schedule_id }) => schedule_id);
  const named = await scheduleNames(actor.tenant.id, ids);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return { ...place, dates: visitLines(visit, names, calendar) };
}

/** Cancelling others of its series or visit too, with what that refunds by policy. */
function readCancelChoices(
  actor: UserActor,
  { id, series: repeats, visit }: Booking,
  locale: string,
): Promise<BookingView["cancel_choices"]> {
  const scopes =
    repeats !== null ? (["following", "all"] as const) : visit !== null ? (["all"] as const) : [];
  return Promise.all(
    scopes.map(async (scope) => {
      const wish = CancelBooking.parse({ scope, dry_run: true });
      const preview = await cancelTogether(actor, id, wish);
      return { value: scope, words: cancelChoice(preview, visit !== null, locale) };
    }),
  );
}

/** Whether a payment has a refundable remainder. */
function isRefundable({ status, amount, refunds }: Payment): boolean {
  const isOpen = ({ status }: Refund) => status !== "failed" && status !== "canceled";
  const back = refunds.filter(isOpen).reduce((sum, refund) => sum + refund.amount, 0);
  return (status === "paid" || status === "partially_refunded") && amount > back;
}

/** Whether the guest may owe an online payment; `readPayLink` decides. */
function mayBePaidOnline(
  { tenant }: UserActor,
  { balance_amount, status, pending_reason }: Booking,
): boolean {
  const isWaiting = status === "pending" && pending_reason !== null && pending_reason !== "payment";
  return isLive(status) && !isWaiting && balance_amount > 0 && tenant.takes_payments;
}

/** The guest's payment link; null if online payment is unavailable. */
async function readPayLink(
  actor: UserActor,
  { id, customer }: Booking,
): Promise<BookingView["pay_link"]> {
  try {
    const { url } = await makePayLink(actor, id, { send: false }, null);
    return { url, may_mail: customer.email !== null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
