import type { BookingWithHistory, CancellationPreview } from "~/contract/bookings";
import type { SubmissionResult } from "@conform-to/react";
import type { CustomerWithBookings } from "~/contract/customers";
import type { Message } from "~/contract/email";
import type { WebhookDelivery } from "~/contract/webhooks";
import type { BookingStatus } from "~/contract/bookings";
import type { EditForm } from "~/domain/desk/desk-forms";
import type { OfferedSteps } from "~/domain/desk/offered-steps";
import { formatMoney } from "~/lib/money";
import {
  type BookingLine,
  type Calendar,
  dayLabel,
  describeBookings,
  type ServiceNames,
} from "../bookings/booking-lines";
import { localDateOf } from "~/lib/time";
import { type HistoryLine, historyLines } from "./history-lines";
import type { TimeChoice } from "./time-choices";

/** The parts of the booking page that are opened one at a time, by `?show=`. */
export const PANELS = ["move", "edit", "cancel", "refund"] as const;
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
  first: TimeChoice[];
  /** The times of the day that was asked for. */
  on_day: { day: string; label: string; choices: TimeChoice[] } | null;
  day: string;
  today: string;
  resource_id: string;
  resources: { id: string; name: string }[];
}

/** A booking as its page shows it, in words. */
export interface BookingView extends OfferedSteps {
  line: BookingLine;
  path: string;
  version: number;
  slot_id: string | null;
  customer_id: string;
  day: string;
  /** Both zones where the guest's time is another one than the company's. */
  zones: string | null;
  visits: string | null;
  history: HistoryLine[];
  mails: { id: string; subject: string; status: string; recipient: string }[];
  /** What webhooks were told of it; empty for whoever may not see webhooks. */
  deliveries: { id: string; type: string; status: WebhookDelivery["status"]; when: string }[];
  cancelled: string | null;
  may_edit: boolean;
  /** What this person could give back, in words and in minor units; null where they may not or there is none. */
  refundable: { amount: number; words: string; currency: string } | null;
  cancellation: { amount: number; words: string; policy: string } | null;
  edit: EditValues;
  show: Panel | null;
  move: MoveChoices | null;
}

export const visitsOf = ({ bookings: { by_status, upcoming } }: CustomerWithBookings): string => {
  const count = (status: BookingStatus) => by_status[status] ?? 0;
  const visits = count("completed");
  const misses = count("no_show");
  return [
    visits === 1 ? "1 visit" : `${visits} visits`,
    misses === 1 ? "1 no-show" : `${misses} no-shows`,
    `${upcoming} ahead`,
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
  ...{ name, email: email ?? "", phone: phone ?? "", party_size, notes: notes ?? "" },
});

/** A form that was refused, with what helps: the fields' messages, other times, or what someone else saved meanwhile. */
export interface BookingRefusal {
  result: SubmissionResult<string[]>;
  alternatives?: TimeChoice[];
  conflict?: { typed: EditValues; now: EditValues; version: number };
}

/** A preview of a cancellation in words: what goes back, and by which rule. */
export function cancellationWords(
  preview: CancellationPreview,
  isPaid: boolean,
  locale: string,
): NonNullable<BookingView["cancellation"]> {
  const { refund_amount, refund_pct, currency } = preview;
  const words = currency === null || refund_amount === 0 ? "" : formatMoney(refund_amount, currency, locale);
  const policy =
    words === ""
      ? isPaid
        ? "By your policy nothing goes back this late."
        : "Nothing was paid, so nothing goes back."
      : `Your policy gives back ${refund_pct} % now: ${words}.`;
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
    slot_id: booking.slot_id,
    customer_id: booking.customer_id,
    day: dayLabel(localDateOf(Date.parse(booking.starts_at), time_zone), calendar),
    zones: otherZone(booking, calendar),
    history: historyLines(booking.history ?? [], locale, time_zone),
    cancelled: cancelledWords(booking),
    edit: editValuesOf(booking),
  };
}

function otherZone(
  { starts_at, time_zone: theirs }: BookingWithHistory,
  { locale, time_zone }: Calendar,
): string | null {
  if (theirs === time_zone) return null;
  const in_zone = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" }).format(
      new Date(starts_at),
    );
  const there = in_zone(theirs);
  return there === in_zone(time_zone) ? null : `${there} in ${theirs}`;
}

function cancelledWords({ cancelled_by, cancel_reason }: BookingWithHistory): string | null {
  if (cancelled_by === null) return null;
  const by = { customer: "by the guest", staff: "by staff", system: "automatically" }[cancelled_by];
  return `Cancelled ${by}${cancel_reason === null ? "" : `: ${cancel_reason}`}`;
}

export const mailLines = (messages: Message[]): BookingView["mails"] =>
  messages.map(({ id, subject, status, recipient }) => ({ id, subject, status, recipient }));

export const deliveryLines = (
  deliveries: WebhookDelivery[],
  write: (instant: string) => string,
): BookingView["deliveries"] =>
  deliveries.map(({ id, type, status, created_at }) => ({ id, type, status, when: write(created_at) }));
