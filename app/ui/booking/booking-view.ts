import { isUpcoming } from "~/contract/booking-status";
import type {
  AssignedBecause,
  Booking,
  BookingStatus,
  BookingWithHistory,
  CancellationPreview,
} from "~/contract/bookings";
import type { SubmissionResult } from "@conform-to/react";
import type { CustomerWithBookings } from "~/contract/customers";
import type { Message } from "~/contract/email";
import type { WebhookDelivery } from "~/contract/webhooks";
import type { EditForm } from "./booking-forms";
import type { BookingActions } from "~/domain/bookings/booking-actions";
import type { RefundablePayment } from "~/domain/accounting/refundable-payment";
import { clockFormat } from "~/i18n/clock-format";
import { msg, plural, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import {
  type BookingLine,
  type Calendar,
  dayLabel,
  describeBookings,
  type ServiceNames,
} from "./booking-lines";
import { localDateOf } from "~/lib/time";
import type { CalendarLine, ClashLine } from "../calendars/booking-calendar-lines";
import { type HistoryLine, historyLines } from "./history-lines";
import type { MoneyLine } from "./money-lines";
import type { TimeChoice } from "./time-choices";

/** The parts of the booking page that are opened one at a time, by `?show=`. */
export const PANELS = ["move", "edit", "cancel", "refund", "pay"] as const;
export type Panel = (typeof PANELS)[number];

/** What the form of a booking's details holds. */
export interface EditValues {
  name: string;
  email: string;
  phone: string;
  party_size: number;
  notes: string;
}

export interface MoveChoices {
  /** With whom it could be at the same time. */
  same_time: TimeChoice[];
  first: TimeChoice[];
  /** The times of the day that was asked for. */
  on_day: { day: string; label: string; choices: TimeChoice[] } | null;
  day: string;
  today: string;
  resource_id: string;
  resources: { id: string; name: string }[];
}

/** A payment of which something can be refunded. */
export interface RefundChoice {
  id: string;
  /** "€25.00 paid at the desk, 3 May, 10:00". */
  label: string;
  /** What is left of it. */
  words: string;
  currency: string;
  /** Came in a second time: it is not the booking's own money. */
  is_surplus: boolean;
}

/** A booking as its page shows it, in words. */
export interface BookingView extends BookingActions {
  line: BookingLine;
  path: string;
  version: number;
  /** Its price and what of it is open, in minor units: what is shown, and sent by the forms that go by it. */
  price_amount: number;
  balance_amount: number;
  customer_id: string;
  day: string;
  /** "in 18 min", near its start; null otherwise. */
  near: string | null;
  /** Both zones where the guest's time is another one than the company's. */
  zones: string | null;
  /** Why it went to its resource, where anyone was asked for. */
  assigned: string | null;
  visits: string | null;
  money: MoneyLine[];
  history: HistoryLine[];
  mails: { id: string; subject: string; status: string; recipient: string }[];
  /** Its webhook deliveries; empty for whoever may not see webhooks. */
  deliveries: { id: string; type: string; status: WebhookDelivery["status"]; when: string }[];
  cancelled: string | null;
  /** Where it stands in calendars outside. */
  calendars: CalendarLine[];
  /** What calendars outside have at its time. */
  clashes: ClashLine[];
  may_edit: boolean;
  /** Of the part "cancel": what this person could refund, in words and in minor units; null where they may not or there is none. */
  refundable: { amount: number; words: string; currency: string } | null;
  may_refund: boolean;
  /** Of the part "refund": the payments that this person could refund, each by itself; the one to begin with first. */
  refund_payments: RefundChoice[];
  /** This person may settle its balance without money. */
  may_write_off: boolean;
  /** To approve it asks its guest for the payment. */
  approval_asks: boolean;
  /** Of the part "edit": its price for its party, and what of it is open (minor units); null where it has none. */
  cost: {
    price_amount: number;
    currency: string;
    party_size: number;
    balance_amount: number;
    locale: string;
  } | null;
  cancellation: { amount: number; words: string; policy: string } | null;
  may_pay_online: boolean;
  /** Of the part "pay": where the guest pays; null where nothing can be paid online after all. */
  pay_link: { url: string; may_mail: boolean } | null;
  /** What banks were asked about its payments, a line each. */
  disputes: string[];
  /** Of the part "edit". */
  edit: EditValues | null;
  show: Panel | null;
  move: MoveChoices | null;
}

const ASSIGNED: Record<AssignedBecause, string> = {
  least_loaded: msg("Least busy"),
  priority: msg("By priority"),
  same_as_last_time: msg("Same as last time"),
  first_free: msg("First in the list"),
  only_free: msg("Only one free"),
};

/** "12 visits · 0 no-shows · 1 upcoming". */
export const visitsOf = ({
  bookings: { by_status, upcoming },
}: Pick<CustomerWithBookings, "bookings">): string => {
  const count = (status: BookingStatus) => by_status[status] ?? 0;
  return [
    plural(count("completed"), "{count} visit", "{count} visits"),
    plural(count("no_show"), "{count} no-show", "{count} no-shows"),
    plural(upcoming, "{count} upcoming", "{count} upcoming"),
  ].join(" · ");
};

export const editValuesOf = ({ customer, party_size, notes }: BookingWithHistory): EditValues => ({
  name: customer.name,
  email: customer.email ?? "",
  phone: customer.phone ?? "",
  party_size,
  notes: notes ?? "",
});

/** The same of a form that was sent. */
export const valuesOf = ({ name, email, phone, party_size, notes }: EditForm): EditValues => ({
  name,
  email: email ?? "",
  phone: phone ?? "",
  party_size,
  notes: notes ?? "",
});

/** A form that was refused, with what helps: the fields' messages, other times, or what someone else saved meanwhile. */
export interface BookingRefusal {
  result: SubmissionResult<string[]>;
  alternatives?: TimeChoice[];
  /** The form that does it all the same, for those who may override the refusal. */
  override?: Record<string, string>;
  conflict?: { typed: EditValues; now: EditValues; version: number };
  /** What a party costs by now, where that isn't what was shown. */
  party_price?: { typed: EditValues; party_size: number; amount: number };
}

/** What could be refunded, payment by payment: the one that was asked for first, then what a refund has failed for. */
export function refundChoices(
  payments: RefundablePayment[],
  asked: string | null,
  locale: string,
  write: (instant: string) => string,
): RefundChoice[] {
  const rank = ({ id, attention }: RefundablePayment) =>
    id === asked ? 0 : attention === "refund_failed" ? 1 : 2;
  const ordered = [...payments].sort((a, b) => rank(a) - rank(b));
  return ordered.map(
    ({ id, provider, amount, refundable, currency, captured_at, is_surplus, attention }) => {
      const paid = {
        amount: formatMoney(amount, currency, locale),
        when: captured_at === null ? "" : write(captured_at.toISOString()),
      };
      const label = [
        provider === "offline"
          ? t("{amount} paid at the desk, {when}", paid)
          : t("{amount} paid online, {when}", paid),
        is_surplus ? t("second payment") : null,
        attention === "refund_failed" ? t("refund failed") : null,
      ];
      return {
        id,
        currency,
        is_surplus,
        label: label.filter(Boolean).join(" · "),
        words: formatMoney(refundable, currency, locale),
      };
    },
  );
}

/** A preview of a cancellation in words: what is refunded, and by which rule. */
export function cancellationWords(
  preview: CancellationPreview,
  isPaid: boolean,
  locale: string,
): NonNullable<BookingView["cancellation"]> {
  const { refund_amount, refund_pct, credit_amount, currency } = preview;
  const words =
    currency === null || refund_amount === 0 ? "" : formatMoney(refund_amount, currency, locale);
  const policy =
    words !== "" && credit_amount > 0
      ? t(
          "{credit} is owed to the guest. With {percent} % of the price, your policy refunds {amount} now.",
          {
            credit: formatMoney(credit_amount, currency!, locale), // words has one
            percent: refund_pct,
            amount: words,
          },
        )
      : words !== ""
        ? t("Your policy refunds {percent} % now: {amount}.", {
            percent: refund_pct,
            amount: words,
          })
        : isPaid
          ? t("Your policy refunds nothing this late.")
          : t("Nothing was paid, so nothing is refunded.");
  return { amount: refund_amount, words, policy };
}

export interface BookingParts {
  booking: BookingWithHistory;
  services: ServiceNames;
  calendar: Calendar;
}

/** The parts of the view that are made from the booking alone. */
export function describeBooking({ booking, services, calendar }: BookingParts) {
  const { locale, time_zone } = calendar;
  const line = describeBookings([booking], services, calendar)[0]!; // one in, one out
  return {
    line,
    path: `/dashboard/bookings/${booking.id}`,
    version: booking.version,
    price_amount: booking.price_amount ?? 0,
    balance_amount: booking.balance_amount,
    customer_id: booking.customer_id,
    day: dayLabel(localDateOf(Date.parse(booking.starts_at), time_zone), calendar),
    zones: otherZone(booking, calendar),
    assigned: booking.assigned_because === null ? null : t(ASSIGNED[booking.assigned_because]),
    history: historyLines(
      booking.history ?? [],
      locale,
      time_zone,
      new Map(services.map(({ id, name }) => [id, name])),
    ),
    cancelled: cancelledWords(booking),
  };
}

/** What a booking costs, for the form that changes its party. */
export function costOf(booking: BookingWithHistory, locale: string): BookingView["cost"] {
  const { price_amount, currency, party_size, balance_amount } = booking;
  return price_amount === null || currency === null
    ? null
    : { price_amount, currency, party_size, balance_amount, locale };
}

/** What another party would cost at the agreed price per seat; null: the party stays. */
export function partyPrice(
  { price_amount, party_size }: NonNullable<BookingView["cost"]>,
  party: number,
): number | null {
  if (!Number.isInteger(party) || party < 1 || party === party_size) return null;
  return Math.round((price_amount / party_size) * party);
}

/** The price of another party, and what is open then: before it is saved. */
export function partyWords(
  cost: NonNullable<BookingView["cost"]>,
  party: number,
  price: number,
): string {
  const balance = cost.balance_amount + price - cost.price_amount;
  const words = (amount: number) => formatMoney(amount, cost.currency, cost.locale);
  const after = { price: words(price), count: party, amount: words(Math.abs(balance)) };
  if (balance > 0) return t("{price} for {count}: {amount} due after saving.", after);
  if (balance < 0) return t("{price} for {count}: {amount} owed to guest after saving.", after);
  return t("{price} for {count}: nothing due after saving.", after);
}

function otherZone(
  { starts_at, time_zone: theirs }: BookingWithHistory,
  { locale, time_zone }: Calendar,
): string | null {
  if (theirs === time_zone) return null;
  const in_zone = (timeZone: string) =>
    clockFormat(locale, timeZone, { weekday: "short" }).format(new Date(starts_at));
  const there = in_zone(theirs);
  return there === in_zone(time_zone) ? null : t("{time} in {zone}", { time: there, zone: theirs });
}

function cancelledWords({ cancelled_by, cancel_reason }: BookingWithHistory): string | null {
  if (cancelled_by === null) return null;
  const by = { customer: t("By the guest"), staff: t("By staff"), system: t("Automatically") }[
    cancelled_by
  ];
  return cancel_reason === null ? by : `${by}: ${cancel_reason}`;
}

const NEAR_MS = 12 * 3_600_000;

/** "in 18 min", "2 hr ago": how far the start is from `now` (epoch ms), within 12 hours; of what still takes place. */
export function nearWords(
  { starts_at, status }: Booking,
  now: number,
  locale: string,
): string | null {
  const distance = Date.parse(starts_at) - now;
  if (!isUpcoming(status) || Math.abs(distance) > NEAR_MS) return null;
  const minutes = Math.round(distance / 60_000);
  const format = new Intl.RelativeTimeFormat(locale, { style: "short" });
  return Math.abs(minutes) < 60
    ? format.format(minutes, "minute")
    : format.format(Math.round(minutes / 60), "hour");
}

export const mailLines = (messages: Message[]): BookingView["mails"] =>
  messages.map(({ id, subject, status, recipient }) => ({ id, subject, status, recipient }));

export const deliveryLines = (
  deliveries: WebhookDelivery[],
  write: (instant: string) => string,
): BookingView["deliveries"] =>
  deliveries.map(({ id, type, status, created_at }) => ({
    id,
    type,
    status,
    when: write(created_at),
  }));
