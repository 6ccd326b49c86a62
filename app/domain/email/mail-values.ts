import { LRUCache } from "lru-cache";
import type { Booking } from "~/contract/bookings";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { describeLocation } from "../bookings/read/booking-location";
import { locationWords } from "../bookings/read/location-words";
import { referenceOf } from "../bookings/read/booking-reference";
import { mailedName } from "./mail-names";
import type { MailValues } from "./template-variables";

/** The part of an event's body that emails use. */
export interface BookingSnapshot {
  /** The event, if any. */
  type?: string;
  booking: Omit<Booking, "customer" | "owed_amount"> & {
    /** Absent in old events. */
    owed_amount?: number;
    resource: { id: string; type: string; name: string };
    customer: {
      name: string;
      email: string | null;
      phone: string | null;
      locale: string | null;
      time_zone: string | null;
    };
    payment: {
      status?: string;
      amount?: number;
      refunded_amount?: number;
      currency?: string;
    } | null;
    manage_url: string;
  };
  /** Events of an earlier version have no end. */
  previous: { status: string; starts_at: string; ends_at?: string } | null;
  /** For an event about a refund. */
  refund?: { amount: number; currency: string; reason?: string; provider?: string } | null;
}

/** The news in an email about a request, besides its receipt. */
const NEWS: Record<string, string> = {
  "booking.approved": "approved",
  "booking.payment_processing": "payment_processing",
  "booking.updated": "changed",
};

/** A tenant as shown to its guests. */
export interface MailTenant {
  id: string;
  slug: string;
  name: string;
  email: string | null;
  phone: string | null;
  website: string | null;
  address: string | null;
  locale: string;
  time_zone: string;
  logo_url: string | null;
  accent: string | null;
}

export interface Reading {
  /** The language of words, dates and money. */
  locale: string;
  time_zone: string;
}

/** Bounded: browsers may send any region of a language, and each format takes some 100 kB. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });
function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined)
    formats.set(key, (made = new Intl.DateTimeFormat(locale, { calendar: "gregory", ...options })));
  return made;
}

const withoutMarks = (text: string) => text.replace(/[\u200e\u200f]/g, "");
const date = (at: Date, { locale, time_zone }: Reading) =>
  format(locale, {
    timeZone: time_zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(at);
const time = (at: Date, { locale, time_zone }: Reading) =>
  format(locale, { timeZone: time_zone, timeStyle: "short" }).format(at);

/** The zone in words: "Central European Time". */
export function zoneName(at: Date, { locale, time_zone }: Reading): string {
  const parts = format(locale, { timeZone: time_zone, timeZoneName: "longGeneric" }).formatToParts(
    at,
  );
  return parts.find((part) => part.type === "timeZoneName")?.value ?? time_zone;
}

/**
 * A booking's time as written in the reader's language: "Monday, January 4, 2027, 3:00 – 4:00 PM".
 */
export function whenOf(startsAt: Date, endsAt: Date, reading: Reading): string {
  const { locale, time_zone } = reading;
  const isOneDay = date(startsAt, reading) === date(endsAt, reading);
  if (!isOneDay)
    return `${date(startsAt, reading)}, ${time(startsAt, reading)} – ${date(endsAt, reading)}, ${time(endsAt, reading)}`;
  const span = format(locale, { timeZone: time_zone, timeStyle: "short" }).formatRange(
    startsAt,
    endsAt,
  );
  return `${date(startsAt, reading)}${locale.startsWith("ar") ? "،" : ","} ${withoutMarks(span)}`;
}

/** The variables of every booking template, in one reader's language and zone. */
export function bookingValues(
  { type, booking, previous, refund = null }: BookingSnapshot,
  more: {
    service: string | null;
    dashboard_url: string;
    questions?: { id: string; label: string }[];
    is_for_staff?: boolean;
  },
  reading: Reading,
): MailValues {
  const starts = new Date(booking.starts_at);
  const ends = new Date(booking.ends_at);
  const money = (amount: number | null | undefined) =>
    amount && booking.currency ? formatMoney(amount, booking.currency, reading.locale) : null;
  const length = ends.getTime() - starts.getTime();
  const before = previous && {
    starts: new Date(previous.starts_at),
    ends: new Date(previous.ends_at ?? Date.parse(previous.starts_at) + length),
  };
  const isMoved =
    before !== null &&
    (before.starts.getTime() !== starts.getTime() || before.ends.getTime() !== ends.getTime());
  const { payment, balance_amount: balance = 0 } = booking; // absent in old events
  const words = locationWords(reading.locale, more.is_for_staff ? "staff" : "guest");
  const place = describeLocation(booking.location, booking.customer.phone, words);
  const hasPaid =
    booking.payment_status === "paid" || booking.payment_status === "partially_refunded";
  return {
    booking: {
      reference: referenceOf(booking.reference),
      status: booking.status,
      pending_reason: booking.pending_reason,
      news: NEWS[type ?? ""] ?? null,
      service: more.service,
      when: whenOf(starts, ends, reading),
      date: date(starts, reading),
      time: time(starts, reading),
      end_time: time(ends, reading),
      time_zone: zoneName(starts, reading),
      duration_minutes: length / 60_000,
      location: place?.text ?? null,
      location_url: place?.url ?? null,
      party_size: booking.party_size,
      price: money(booking.price_amount),
      // If nothing was paid, the price already says it.
      balance_due: hasPaid ? money(Math.max(balance, 0)) : null,
      balance_owed: money(Math.max(-balance, 0)),
      cash_owed: money(booking.owed_amount),
      notes: booking.notes,
      answers: answersOf(booking.answers, more.questions ?? []),
      held_until: booking.expires_at && momentOf(new Date(booking.expires_at), reading),
      previous_when: isMoved ? whenOf(before.starts, before.ends, reading) : null,
      cancelled_by: booking.cancelled_by,
      cancel_reason: booking.cancel_reason,
      cancel_reason_code: booking.cancel_reason_code,
    },
    customer: {
      name: mailedName(booking.customer.name, reading.locale),
      email: booking.customer.email,
      phone: booking.customer.phone,
    },
    resource: { name: isolate(booking.resource.name), type: booking.resource.type },
    payment: {
      status: booking.payment_status,
      amount: money(payment?.amount),
      // The refund this email is about, if it is about one.
      refunded_amount: money(refund?.amount ?? payment?.refunded_amount),
      refund_reason: refund?.reason ?? null,
      refund_provider: refund?.provider ?? null,
    },
    links: {
      manage: booking.manage_url,
      calendar: `${booking.manage_url}/booking.ics`,
      pay: `${booking.manage_url}/pay`,
      dashboard: more.dashboard_url,
    },
  };
}

/** The guest's answers, one line each ("Question: answer"); null when nothing was asked. */
export function answersOf(
  given: Booking["answers"],
  questions: { id: string; label: string }[],
): string | null {
  const lines = given.map(({ question_id, value, label: asked }) => {
    const said = [value]
      .flat()
      .map((one) => (typeof one === "boolean" ? (one ? "✓" : "–") : String(one)));
    const label = asked ?? questions.find(({ id }) => id === question_id)?.label;
    return (label === undefined ? said.join(", ") : `${label}: ${said.join(", ")}`).replace(
      /\s+/g,
      " ",
    );
  });
  return lines.length === 0 ? null : lines.join("\n");
}

function momentOf(at: Date, { locale, time_zone }: Reading): string {
  return withoutMarks(
    format(locale, { timeZone: time_zone, dateStyle: "long", timeStyle: "short" }).format(at),
  );
}

export function tenantValues(tenant: MailTenant): MailValues {
  const { name, email, phone, website, address } = tenant;
  return { tenant: { name, email, phone, website, address } };
}
