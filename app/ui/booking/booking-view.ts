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
import type { Schedule } from "~/contract/schedules";
import type { Message } from "~/contract/email";
import type { WebhookDelivery } from "~/contract/webhooks";
import { clock } from "~/lib/clock";
import type { EditForm } from "./booking-forms";
import { feeLines } from "./fee-lines";
import { peopleChoices } from "~/domain/quotes/choose-party";
import { type AddonChoice, addonChoice, chosenAddons } from "./addon-choices";
import { cardName } from "~/domain/card-on-file/card-name";
import { partsOf } from "~/domain/quotes/quote";
import type { BookingActions } from "~/domain/bookings/read/booking-actions";
import type { RefundablePayment } from "~/domain/accounting/refundable-payment";
import { clockFormat } from "~/i18n/clock-format";
import { msg, plural, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import { type Calendar, dayLabel, describeBookings, type ServiceNames } from "./booking-lines";
import { localDateOf } from "~/lib/time";
import type { CalendarLine, ClashLine } from "../calendars/booking-calendar-lines";
import { messageLabel, messageWords, reasonWords } from "../message-words";
import { historyLines } from "./history-lines";
import type { MoneyLine } from "./money-lines";
import type { TimeChoice } from "./time-choices";
import type { MovePreview, SeriesLine } from "./series-lines";

/** Panels of the booking page; `?show=` opens one at a time. */
export const PANELS = ["move", "edit", "cancel", "refund", "pay"] as const;
export type Panel = (typeof PANELS)[number];

/** A day of the strip. */
export interface MoveDay {
  date: string;
  weekday: string;
  number: string;
  /** "12 free", "Full". */
  label: string;
  /** "Friday 27 November: 12 free". */
  description: string;
  has_times: boolean;
  /** Query string that shows its times. */
  search: string;
}

export interface MoveChoices {
  /** Other resources free at the same time. */
  same_time: TimeChoice[];
  days: MoveDay[];
  /** The days before and after these, as query strings; null before today. */
  before: string | null;
  after: string;
  /** The day shown. */
  day: string;
  label: string;
  /** Free times of the day by resource. */
  people: { id: string; name: string; choices: TimeChoice[] }[];
  /** Names of resources without a free time. */
  without_times: string[];
  /** Query strings of the next and the previous resources; null for none. */
  more_people: string | null;
  fewer_people: string | null;
  /** The first free time after these days, if they have none: "Tuesday 8 December", "09:00". */
  next: { words: string; search: string } | null;
  today: string;
  /** "" for everyone who offers the service. */
  resource_id: string;
  resources: { id: string; name: string }[];
  /** Moving other dates of its series too; empty for none. */
  scopes: { value: "following" | "all"; words: string }[];
}

type DescribedBooking = ReturnType<typeof describeBooking>;

/** A booking as its page displays it; parts of a panel that is not open are null or empty. */
export interface BookingView extends BookingActions, DescribedBooking {
  /** "in 18 min", near its start; null otherwise. */
  near: string | null;
  visits: string | null;
  money: MoneyLine[];
  mails: ReturnType<typeof mailLines>;
  /** Why the guest got no email about the latest change; null if one was sent or is about to be. */
  no_mail: string | null;
  /** The guest's consent to reminders by SMS or WhatsApp; null for none. */
  text_consent: { wording: string; at: string } | null;
  /** Webhook deliveries; empty without permission to see webhooks. */
  deliveries: ReturnType<typeof deliveryLines>;
  /** The booking's state in external calendars. */
  calendars: CalendarLine[];
  /** External events that conflict with the booking. */
  clashes: ClashLine[];
  may_edit: boolean;
  /** Cancel panel: the amount this person may refund; null for none. */
  refundable: { amount: number; words: string; currency: string } | null;
  may_refund: boolean;
  /** Refund panel: payments this person may refund, the preselected one first. */
  refund_payments: RefundChoice[];
  /** Whether this person may write off the balance. */
  may_write_off: boolean;
  /** Approving sends the guest a payment request. */
  approval_asks: boolean;
  /** Edit panel: price and balance in minor units; null without a price. */
  cost: ReturnType<typeof costOf>;
  cancellation: ReturnType<typeof cancellationWords> | null;
  /** Cancel panel of a series or visit: cancelling the following dates, or all. */
  cancel_choices: { value: "following" | "all"; words: string }[];
  /** Its place in its series, and the dates that this person sees; null for a single booking. */
  series: { no: number; of: number; dates: SeriesLine[] } | null;
  /** Its place in a visit of several services, and those that this person sees. */
  visit: { no: number; of: number; dates: SeriesLine[] } | null;
  /**
   * What it takes besides its own resource, and the resources that this person may change that to,
   * itself included; none: it can't be changed.
   */
  rooms: {
    no: number;
    resource_id: string;
    name: string;
    /** Whether the guest sees it. */
    shown: boolean;
    choices: { resource_id: string; name: string; is_free: boolean }[];
  }[];
  may_pay_online: boolean;
  /** Payment panel: the payment link; null if online payment is unavailable. */
  pay_link: { url: string; may_mail: boolean } | null;
  /** Payment disputes, one line each. */
  disputes: string[];
  edit: EditValues | null;
  /** Edit panel: whether the service sends text reminders. */
  offers_texts: boolean;
  /** Edit panel: the service's add-ons and those that are booked. */
  addons: AddonChoice[];
  /** Edit panel: kinds of people, if the booking has some. */
  people: AddonChoice[];
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
    plural(count("completed"), "{{count}} visit", "{{count}} visits"),
    plural(count("no_show"), "{{count}} no-show", "{{count}} no-shows"),
    plural(upcoming, "{{count}} upcoming", "{{count}} upcoming"),
  ].join(" · ");
};

export const editValuesOf = ({
  customer,
  party_size,
  party,
  addons,
  notes,
}: BookingWithHistory) => ({
  texts_agreed: false,
  texts_stopped: false,
  name: customer.name,
  email: customer.email ?? "",
  phone: customer.phone ?? "",
  party_size,
  addons: Object.fromEntries(addons.map(({ id, quantity }) => [id, String(quantity)])),
  party: Object.fromEntries(party.map(({ kind, count }) => [kind, String(count)])),
  notes: notes ?? "",
});

/** Values of the edit form. */
export type EditValues = ReturnType<typeof editValuesOf>;

const writtenCounts = (counts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(chosenAddons(counts).map(({ id, quantity }) => [id, String(quantity)]));

/** Maps a submitted form to edit values. */
export const valuesOf = (form: EditForm): EditValues => ({
  name: form.name,
  email: form.email ?? "",
  phone: form.phone ?? "",
  party_size: form.party_size,
  addons: writtenCounts(form.addons),
  party: writtenCounts(form.party),
  notes: form.notes ?? "",
  texts_agreed: form.texts_agreed,
  texts_stopped: form.texts_stopped,
});

/** Response to a rejected form: field errors, alternative times, or values saved concurrently. */
export interface BookingRefusal {
  result: SubmissionResult<string[]>;
  alternatives?: TimeChoice[];
  /** The dates that would move together, to confirm. */
  moves?: MovePreview;
  /** Fields that resubmit the form with an override, for roles that may override. */
  override?: Record<string, string>;
  conflict?: { typed: EditValues; now: EditValues; version: number };
  /** The party's current price, if it differs from the displayed price. */
  party_price?: { typed: EditValues; party_size: number; amount: number };
}

/** A payment with a refundable amount. */
export type RefundChoice = ReturnType<typeof refundChoices>[number];

/** Refundable amount per payment: the requested payment first, then those with a failed refund. */
export function refundChoices(
  payments: RefundablePayment[],
  requestedId: string | null,
  locale: string,
  write: (instant: string) => string,
) {
  const rank = ({ id, attention }: RefundablePayment) =>
    id === requestedId ? 0 : attention === "refund_failed" ? 1 : 2;
  const ordered = [...payments].sort((a, b) => rank(a) - rank(b));
  return ordered.map(
    ({ id, provider, amount, refundable, currency, captured_at, is_surplus, attention }) => {
      const paid = {
        amount: formatMoney(amount, currency, locale),
        when: captured_at === null ? "" : write(captured_at.toISOString()),
      };
      const label = [
        provider === "offline"
          ? t("{{amount}} paid at the desk, {{when}}", paid)
          : t("{{amount}} paid online, {{when}}", paid),
        is_surplus ? t("second payment") : null,
        attention === "refund_failed" ? t("refund failed") : null,
      ];
      return {
        id,
        currency,
        is_surplus,
        label: label.filter(Boolean).join(" · "),
        words: formatMoney(refundable, currency, locale),
        locale,
      };
    },
  );
}

/** Describes a cancellation preview: the refund and the rule it follows. */
export function cancellationWords(preview: CancellationPreview, isPaid: boolean, locale: string) {
  const { refund_amount, refund_pct, credit_amount, currency } = preview;
  const words =
    currency === null || refund_amount === 0 ? "" : formatMoney(refund_amount, currency, locale);
  const policy =
    words !== "" && credit_amount > 0
      ? t(
          "{{credit}} is owed to the guest. With {{percent}} % of the price, your policy refunds {{amount}} now.",
          {
            credit: formatMoney(credit_amount, currency!, locale), // refunds always have a currency
            percent: refund_pct,
            amount: words,
          },
        )
      : words !== ""
        ? refund_pct === 100
          ? t("Full refund: {{amount}}.", { amount: words })
          : t("{{percent}} % refund: {{amount}}.", { percent: refund_pct, amount: words })
        : isPaid
          ? t("Your policy refunds nothing this late.")
          : t("Nothing was paid, so nothing is refunded.");
  return { amount: refund_amount, words, policy };
}

/** View fields that depend on the booking alone. */
export function describeBooking(
  booking: BookingWithHistory,
  services: ServiceNames,
  calendar: Calendar,
) {
  const { locale, time_zone } = calendar;
  const line = describeBookings([booking], services, calendar)[0]!; // one booking in, one line out
  return {
    line,
    path: `/dashboard/bookings/${booking.id}`,
    version: booking.version,
    // Minor units: displayed, and sent by forms that depend on them.
    price_amount: booking.price_amount ?? 0,
    balance_amount: booking.balance_amount,
    due_now_amount: booking.due_now_amount,
    customer_id: booking.customer_id,
    /** "Visa •••• 4242", and what the guest agreed to; null: no card. */
    card: booking.card && {
      name: cardName(booking.card),
      terms: booking.card_terms?.text ?? "",
    },
    fees: feeLines(
      booking,
      locale,
      (at) =>
        new Intl.DateTimeFormat(locale, {
          dateStyle: "medium",
          timeStyle: "short",
          timeZone: time_zone,
        }).format(new Date(at)),
      clock.now(),
    ),
    day: dayLabel(localDateOf(Date.parse(booking.starts_at), time_zone), calendar),
    /** Both time zones, if the guest's differs from the company's. */
    zones: otherZone(booking, calendar),
    /** Why this resource was assigned, if any was requested. */
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

/** Cost of a booking, for the form that changes its party size and add-ons. */
export function costOf(
  { price_amount, addons, party, party_size, balance_amount, ...booking }: BookingWithHistory,
  service: Pick<Schedule, "currency" | "addons" | "person_kinds"> | null,
  locale: string,
) {
  const currency = booking.currency ?? service?.currency ?? null;
  const { addons: extras = [], person_kinds = [] } = service ?? {};
  const hasPrice = price_amount !== null || extras.length + person_kinds.length > 0;
  if (currency === null || !hasPrice) return null;
  const amount = price_amount ?? 0;
  return {
    price_amount: amount,
    ...partsOf(amount, addons, party),
    currency,
    party_size,
    balance_amount,
    locale,
  };
}

/** The service's add-ons, and those that are booked: at the price they were booked at. */
export function addonChoicesOf(
  { addons, currency }: BookingWithHistory,
  service: Pick<Schedule, "currency" | "addons"> | null,
  locale: string,
): AddonChoice[] {
  const offered = service?.addons ?? [];
  const others = addons.filter(({ id }) => !offered.some((addon) => addon.id === id));
  return [...offered, ...others.map((addon) => ({ ...addon, max_quantity: 0 }))].map((addon) => {
    const booked = addons.find(({ id }) => id === addon.id);
    const quantity = booked?.quantity ?? 0;
    const max_quantity = Math.max(addon.max_quantity, quantity);
    return addonChoice(
      { ...addon, ...booked, max_quantity, extra_minutes: (booked ?? addon).extra_minutes ?? 0 },
      quantity,
      currency ?? service?.currency ?? null,
      locale,
    );
  });
}

/**
 * The kinds of people of a booking that has some: those of the service, and those that are booked at
 * the price they were booked at.
 */
export function peopleChoicesOf(
  { party, currency }: BookingWithHistory,
  service: Pick<Schedule, "currency" | "person_kinds" | "price_amount"> | null,
  locale: string,
): AddonChoice[] {
  return peopleChoices(party, service).map(({ id, name, price_amount, count, most }) =>
    addonChoice(
      { id, name, price_amount: price_amount ?? 0, max_quantity: most, extra_minutes: 0 },
      count,
      currency ?? service?.currency ?? null,
      locale,
    ),
  );
}

/**
 * Price of another party size at the agreed price per seat, or of `people` by kind, with `addons`
 * for its add-ons (minor units); null if the size is invalid.
 */
export function editedPrice(
  { seats, adjustment, party_size }: NonNullable<BookingView["cost"]>,
  party: number,
  addons: number,
  people: number | null,
): number | null {
  if (people !== null) return Math.max(people + addons + adjustment, 0);
  if (!Number.isInteger(party) || party < 1) return null;
  const ofParty = party === party_size ? seats : Math.round((seats / party_size) * party);
  return Math.max(ofParty + addons + adjustment, 0);
}

/** Describes the new price and balance before saving. */
export function editWords(
  cost: NonNullable<BookingView["cost"]>,
  party: number,
  price: number,
): string {
  const balance = cost.balance_amount + price - cost.price_amount;
  const words = (amount: number) => formatMoney(amount, cost.currency, cost.locale);
  const after = { price: words(price), count: party, amount: words(Math.abs(balance)) };
  if (balance > 0) return t("{{price}} for {{count}}: {{amount}} due after saving.", after);
  if (balance < 0)
    return t("{{price}} for {{count}}: {{amount}} owed to guest after saving.", after);
  return t("{{price}} for {{count}}: nothing due after saving.", after);
}

function otherZone(
  { starts_at, time_zone: theirs }: BookingWithHistory,
  { locale, time_zone }: Calendar,
): string | null {
  if (theirs === time_zone) return null;
  const in_zone = (timeZone: string) =>
    clockFormat(locale, timeZone, { weekday: "short" }).format(new Date(starts_at));
  const there = in_zone(theirs);
  return there === in_zone(time_zone)
    ? null
    : t("{{time}} in {{zone}}", { time: there, zone: theirs });
}

function cancelledWords({ cancelled_by, cancel_reason }: BookingWithHistory): string | null {
  if (cancelled_by === null) return null;
  const by = { customer: t("By the guest"), staff: t("By staff"), system: t("Automatically") }[
    cancelled_by
  ];
  return cancel_reason === null ? by : `${by}: ${cancel_reason}`;
}

const NEAR_MS = 12 * 3_600_000;

/**
 * "in 18 min", "2 hr ago": distance from `now` (epoch ms) to the start, within 12 hours, for
 * upcoming bookings.
 */
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

/** A mail that waits has no subject yet: it is written when it leaves. */
export const mailLines = (messages: Message[], write: (instant: string) => string) =>
  messages.map(({ id, kind, channel, subject, status, recipient, error_code, created_at }) => ({
    id,
    subject: subject === "" ? messageLabel({ kind, channel }) : subject,
    recipient,
    status,
    /** Why it waits or did not arrive. */
    reason: error_code === null ? null : reasonWords(error_code),
    when: write(created_at),
  }));

const ARRIVES: Message["status"][] = ["queued", "sent"];

/**
 * Why the guest got no email about the latest change: `unqueued` if there was none to send, else what
 * stopped their latest one.
 */
export function whyNoMail(unqueued: string | null, messages: Message[]): string | null {
  if (unqueued !== null) return unqueued;
  const latest = messages.find(
    ({ audience, channel }) => audience === "customer" && channel === "email",
  );
  if (latest === undefined || ARRIVES.includes(latest.status)) return null;
  const label = t(messageWords[latest.status].label);
  return latest.error_code === null ? label : `${label} · ${reasonWords(latest.error_code)}`;
}

export const deliveryLines = (deliveries: WebhookDelivery[], write: (instant: string) => string) =>
  deliveries.map(({ id, type, status, created_at }) => ({
    id,
    type,
    status,
    when: write(created_at),
  }));
