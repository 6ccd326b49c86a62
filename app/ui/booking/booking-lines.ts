import { isAttended } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import type { Schedule } from "~/contract/schedules";
import { describeLocation } from "~/domain/bookings/read/booking-location";
import { addonWords } from "~/domain/quotes/addon-words";
import { partyWords } from "~/domain/quotes/party-words";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { clockFormat } from "~/i18n/clock-format";
import { msg, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import { addDays, localDateOf } from "~/lib/time";

/**
 * A booking as lists display it. Texts are formatted on the server so every browser shows the same.
 */
export type BookingLine = ReturnType<ReturnType<typeof describer>>;

/**
 * Bookings of one day under its label. In other sort orders all bookings share one group without a
 * label.
 */
export interface BookingDay {
  /** YYYY-MM-DD in the tenant's time zone; "" for none. */
  date: string;
  label: string | null;
  lines: BookingLine[];
}

export interface Calendar {
  /** The page's language with the tenant's regional formats. */
  locale: string;
  time_zone: string;
  /** The tenant's local date. */
  today: string;
}

const WAITS_FOR: Record<NonNullable<Booking["pending_reason"]>, string> = {
  payment: msg("Awaiting payment"),
  card: msg("Awaiting card"),
  approval: msg("Needs approval"),
  verification: msg("Awaiting guest"),
  offer: msg("Offer sent"),
};

/** Labels of the ways a booking was made. */
export const bookingSources: Record<Booking["source"], string> = {
  dashboard: msg("Dashboard"),
  widget: msg("Widget"),
  api: msg("API"),
  test: msg("Test"),
  import: msg("Imported"),
};

/** Payment status labels for lists, filters and the panel. */
export const paymentStatuses: Record<Booking["payment_status"], string> = {
  none: msg("No payment"),
  open: msg("Unpaid"),
  processing: msg("Processing"),
  paid: msg("Paid"),
  partially_refunded: msg("Partly refunded"),
  refunded: msg("Refunded"),
  failed: msg("Payment failed"),
};

/** Names and questions of the services of the bookings shown. */
export type ServiceNames = readonly Pick<Schedule, "id" | "name" | "questions">[];

/** Groups bookings by day if `byDay` (requires sorting by start). */
export function groupByDay(
  bookings: Booking[],
  services: ServiceNames,
  calendar: Calendar,
  byDay: boolean,
): BookingDay[] {
  const describe = describer(calendar, services);
  const days: BookingDay[] = [];
  for (const booking of bookings) {
    const date = byDay ? localDateOf(Date.parse(booking.starts_at), calendar.time_zone) : "";
    if (days.at(-1)?.date !== date)
      days.push({ date, label: byDay ? dayLabel(date, calendar) : null, lines: [] });
    days.at(-1)?.lines.push(describe(booking));
  }
  return days;
}

/** "Friday 20 November"; the year is added if it isn't the current one. */
export function dateWords(date: string, { locale, today }: Calendar): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(date.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
  }).format(new Date(`${date}T00:00:00Z`));
}

/** "Today · Friday 20 November". */
export function dayLabel(date: string, calendar: Calendar): string {
  const { today } = calendar;
  const words = dateWords(date, calendar);
  if (date === today) return t("Today · {{day}}", { day: words });
  if (date === addDays(today, 1)) return t("Tomorrow · {{day}}", { day: words });
  return date === addDays(today, -1) ? t("Yesterday · {{day}}", { day: words }) : words;
}

/** Formats bookings, keeping their order. */
export function describeBookings(
  bookings: Booking[],
  services: ServiceNames,
  calendar: Calendar,
): BookingLine[] {
  return bookings.map(describer(calendar, services));
}

/** Whether a guest who came or is expected still owes money. */
function owesMoney({ status, balance_amount }: Booking): boolean {
  return balance_amount > 0 && isAttended(status);
}

/** "Paid · €12.50 due": payment status, with the open amount if it differs from the price. */
function paidWords(booking: Booking, { due, owed }: ReturnType<typeof balanceOf>): string {
  const { payment_status } = booking;
  const isPaid = payment_status === "paid" || payment_status === "partially_refunded";
  if (payment_status === "none") return "";
  const status = t(paymentStatuses[payment_status]);
  if (isPaid && due !== null && isDepositPaid(booking))
    return t("Deposit paid · {{amount}} due", { amount: due });
  if (isPaid && due !== null) return t("{{status}} · {{amount}} due", { status, amount: due });
  if (isPaid && owed !== null)
    return t("{{status}} · {{amount}} owed to guest", { status, amount: owed });
  return status;
}

/** Whether only the deposit was paid. */
function isDepositPaid({ deposit_amount, price_amount, balance_amount }: Booking): boolean {
  return (
    deposit_amount !== null &&
    balance_amount > 0 &&
    (price_amount ?? 0) - balance_amount <= deposit_amount
  );
}

/** Amounts due from and owed to the guest, formatted; `deposit`: the part of it that is due first. */
function balanceOf({ balance_amount, due_now_amount, currency }: Booking, locale: string) {
  const words = (amount: number) =>
    amount > 0 && currency !== null ? formatMoney(amount, currency, locale) : null;
  const deposit = due_now_amount < balance_amount ? words(due_now_amount) : null;
  return { due: words(balance_amount), owed: words(-balance_amount), deposit };
}

function describer({ locale, time_zone, today }: Calendar, services: ServiceNames) {
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  const clockTime = clockFormat(locale, time_zone);
  const dayOnly = {
    timeZone: time_zone,
    weekday: "short",
    day: "numeric",
    month: "short",
  } as const;
  const thisYear = new Intl.DateTimeFormat(locale, dayOnly);
  const otherYear = new Intl.DateTimeFormat(locale, { ...dayOnly, year: "numeric" });
  const dateOf = (instant: string) => localDateOf(Date.parse(instant), time_zone);
  const dayOf = (instant: string) =>
    (dateOf(instant).slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(
      new Date(instant),
    );
  const timeOf = (instant: string) => clockTime.format(new Date(instant));
  const timeWords = ({ starts_at, ends_at }: Booking) => {
    const times = { from: timeOf(starts_at), until: timeOf(ends_at) };
    return dateOf(ends_at) > dateOf(starts_at)
      ? t("{{from}} – {{until}} (next day)", times)
      : t("{{from}} – {{until}}", times);
  };
  const describe = (booking: Booking, service: ServiceNames[number] | undefined) => ({
    id: booking.id,
    version: booking.version,
    reference: referenceOf(booking.reference), // K7QF-2M9D
    starts_at: booking.starts_at,
    day: dayOf(booking.starts_at),
    from: timeOf(booking.starts_at),
    until: timeOf(booking.ends_at),
    time: timeWords(booking),
    booked: t("{{day}}, {{time}}", {
      day: dayOf(booking.created_at),
      time: timeOf(booking.created_at),
    }),
    resource_id: booking.resource_id,
    resource: booking.resource_name,
    needs: booking.needs.map(({ name }) => name),
    service: service?.name ?? null, // null for a manual time
    location: locationLine(booking),
    customer: booking.customer,
    party_size: booking.party_size,
    status: booking.status,
    deposit_paid: booking.status === "paid" && isDepositPaid(booking),
    arrived: booking.arrived_at && timeOf(booking.arrived_at),
    waits_for:
      booking.status === "pending" && booking.pending_reason !== null
        ? t(WAITS_FOR[booking.pending_reason])
        : null,
    source: booking.source,
    is_test: !booking.livemode || booking.source === "test",
    price: priceOf(booking, locale), // null for none
    payment_status: booking.payment_status,
    paid: paidWords(booking, balanceOf(booking, locale)), // "" if there is nothing to pay
    owes: owesMoney(booking),
    balance: balanceOf(booking, locale),
    /** Cash to return to the guest. */
    cash_owed:
      booking.owed_amount > 0
        ? formatMoney(booking.owed_amount, booking.currency ?? "EUR", locale)
        : null,
    /** "2 × Racket". */
    addons: addonWords(booking.addons),
    /** "2 × Adult, 1 × Child"; empty without kinds of people. */
    party: partyWords(booking.party),
    notes: booking.notes,
    /** Labels are "" if the question was deleted. */
    answers: booking.answers.map(({ question_id, value, label }) => ({
      label: label ?? service?.questions.find(({ id }) => id === question_id)?.label ?? "",
      text: answerText(value),
    })),
  });
  return (booking: Booking) => describe(booking, serviceOf.get(booking.schedule_id ?? ""));
}

/** Staff know their company's address, so it is omitted. */
function locationLine({ location, customer }: Booking) {
  if (location?.kind === "here") return null;
  return describeLocation(location, customer.phone, {
    video_call: t("Video call"),
    phone_call: t("Call the guest"),
  });
}

function priceOf({ price_amount, currency }: Booking, locale: string): string | null {
  return price_amount === null || currency === null
    ? null
    : formatMoney(price_amount, currency, locale);
}

function answerText(value: Booking["answers"][number]["value"]): string {
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  return Array.isArray(value) ? value.join(", ") : String(value);
}
