import type { BookingWithHistory } from "~/contract/bookings";
import { list, msg, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";

/** A formatted entry of a booking's history. */
export interface HistoryLine {
  at: string;
  when: string;
  what: string;
  who: string;
}

type Entry = NonNullable<BookingWithHistory["history"]>[number];

const WHAT: Record<string, string> = {
  "booking.created": msg("Booked"),
  "booking.confirmed": msg("Confirmed"),
  "booking.paid": msg("Paid"),
  "booking.cancelled": msg("Cancelled"),
  "booking.refunded": msg("Refunded"),
  "booking.moved": msg("Moved"),
  "booking.updated": msg("Edited"),
  "booking.completed": msg("Completed"),
  "booking.no_show": msg("No-show"),
  "booking.approved": msg("Approved, payment requested"),
  "booking.payment_processing": msg("Payment processing"),
  "booking.balance_received": msg("Balance paid at the desk"),
  "booking.balance_written_off": msg("Balance written off"),
  "booking.reinstated": msg("Refund failed"),
  "booking.expired": msg("Expired"),
  "booking.offer_accepted": msg("Offer accepted"),
  "booking.refund_requested": msg("Refund requested"),
  "booking.cash_handed_back": msg("Cash handed back"),
  "booking.texts_agreed": msg("Agreed to text reminders"),
  "booking.texts_withdrawn": msg("Withdrew from text reminders"),
  "payment.opened": msg("Checkout opened"),
};
/** Audit rows that duplicate an event. */
const SAID_BY_EVENT = new Set(
  [
    "edited",
    "approved",
    "created",
    "confirmed",
    "paid",
    "completed",
    "no_show",
    "cancelled",
    "refunded",
  ].map((of) => `booking.${of}`),
);
const WHO: Record<string, string> = {
  customer: msg("Guest"),
  publishable_key: msg("Booking page"),
  system: msg("Automatic"),
  secret_key: msg("API"),
  user: msg("Colleague"),
};

/** Ids of all services mentioned in the history. */
export const servicesIn = (history: readonly Entry[]): string[] =>
  history.flatMap(({ diff: { schedule_id } }) =>
    Array.isArray(schedule_id) ? schedule_id.filter((id) => typeof id === "string") : [],
  );

/** Formats the history, latest first. An audit row is listed only if no event covers it. */
export function historyLines(
  history: readonly Entry[],
  locale: string,
  timeZone: string,
  services: ReadonlyMap<string, string> = new Map(),
): HistoryLine[] {
  const when = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const edits = editsByChange(history);
  return history
    .filter((entry) => entry.kind === "event" || !SAID_BY_EVENT.has(entry.name))
    .map((entry) => ({
      at: entry.at,
      when: when.format(new Date(entry.at)),
      what: labelOf(entry, edits.get(entry), services, locale),
      who: entry.actor.name ?? inWords(WHO, entry.actor.kind),
    }))
    .reverse();
}

/** Falls back to the raw name of an unknown step. */
const inWords = (words: Record<string, string>, name: string) =>
  words[name] === undefined ? name : t(words[name]);

/** "Moved, Blow-dry → Haircut"; "Edited, Room 1 → Room 2"; "Refund requested: €21.00". */
function labelOf(
  entry: Entry,
  edit: Entry | undefined,
  services: ReadonlyMap<string, string>,
  locale: string,
): string {
  const step = arrivalOf(edit) ?? inWords(WHAT, entry.name);
  const change = serviceOf(edit, services) ?? roomOf(edit);
  const amount = amountOf(entry, locale);
  if (change !== null) return t("{{step}}, {{from}} → {{to}}", { step, ...change });
  return amount === null ? step : t("{{step}}: {{amount}}", { step, amount });
}

/** Events that change the booking itself. Each has one audit row, in the same order. */
const CHANGES = new Set(["booking.moved", "booking.updated"]);

/** Pairs each change event with the audit row that holds its details. */
function editsByChange(history: readonly Entry[]): Map<Entry, Entry | undefined> {
  const edits = history.filter(({ kind, name }) => kind === "audit" && name === "booking.edited");
  const changes = history.filter(({ kind, name }) => kind === "event" && CHANGES.has(name));
  return new Map(changes.map((change, index) => [change, edits[index]]));
}

/** The service before and after, if it changed. */
function serviceOf(
  edit: Entry | undefined,
  services: ReadonlyMap<string, string>,
): { from: string; to: string } | null {
  const changed = edit?.diff.schedule_id;
  if (!Array.isArray(changed)) return null;
  const nameOf = (id: unknown) =>
    id === null ? t("no service") : (services.get(String(id)) ?? t("a deleted service"));
  return { from: nameOf(changed[0]), to: nameOf(changed[1]) };
}

/** What served its needs before and after, such as its room, if that changed. */
function roomOf(edit: Entry | undefined): { from: string; to: string } | null {
  const [before, after] = Array.isArray(edit?.diff.needs) ? edit.diff.needs : [];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  const without = (names: unknown[], others: unknown[]) =>
    names.filter((name) => !others.includes(name)).map((name) => isolate(String(name)));
  const [from, to] = [without(before, after), without(after, before)];
  return from.length === 0 || to.length === 0 ? null : { from: list(from), to: list(to) };
}

/** Whether the edit marked the guest as arrived or undid it. */
function arrivalOf(edit: Entry | undefined): string | null {
  const arrived = edit?.diff.arrived_at;
  if (!Array.isArray(arrived)) return null;
  return arrived[1] === null ? t("Arrival undone") : t("Arrived");
}

function amountOf({ diff }: Entry, locale: string): string | null {
  const { amount, currency } = diff;
  return typeof amount === "number" && typeof currency === "string"
    ? formatMoney(amount, currency, locale)
    : null;
}
