import type { BookingWithHistory } from "~/contract/bookings";
import { formatMoney } from "~/lib/money";

/** A step of a booking's life in words. */
export interface HistoryLine {
  at: string;
  when: string;
  what: string;
  who: string;
}

type Entry = NonNullable<BookingWithHistory["history"]>[number];

const WHAT: Record<string, string> = {
  "booking.created": "Booked",
  "booking.confirmed": "Confirmed",
  "booking.paid": "Paid",
  "booking.cancelled": "Cancelled",
  "booking.refunded": "Refunded",
  "booking.moved": "Moved",
  "booking.updated": "Edited",
  "booking.completed": "Completed",
  "booking.no_show": "Marked as no-show",
  "booking.approved": "Approved; the guest was asked to pay",
  "booking.payment_processing": "Payment under way; the seat is kept",
  "booking.balance_received": "Balance received at the desk",
  "booking.balance_written_off": "Balance written off",
  "booking.reinstated": "A refund failed; the booking is as before",
  "booking.expired": "The hold ended",
  "booking.offer_accepted": "The guest took the offered place",
  "booking.refund_requested": "Refund asked for",
  "payment.opened": "A payment page was opened",
};
/** Audit rows that say the same as an event beside them. */
const SAID_BY_EVENT = new Set(
  ["edited", "approved", "created", "confirmed", "paid", "completed", "no_show", "cancelled", "refunded"].map(
    (of) => `booking.${of}`,
  ),
);
const WHO: Record<string, string> = {
  customer: "the guest",
  publishable_key: "the guest, on your website",
  system: "automatic",
  secret_key: "a program",
  user: "a colleague",
};

/** The ids of all services that the steps name. */
export const servicesIn = (history: readonly Entry[]): string[] =>
  history.flatMap(({ diff: { schedule_id } }) =>
    Array.isArray(schedule_id) ? schedule_id.filter((id) => typeof id === "string") : [],
  );

/** The steps in words, latest first. An audit row is listed only where no event says the same. */
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
      what: `${arrivalOf(edits.get(entry)) ?? WHAT[entry.name] ?? entry.name}${serviceOf(edits.get(entry), services)}${amountOf(entry, locale)}`,
      who: entry.actor.name ?? WHO[entry.actor.kind] ?? entry.actor.kind,
    }))
    .reverse();
}

/** Events of a change of the booking itself; each has one audit row beside it, in the same order. */
const CHANGES = new Set(["booking.moved", "booking.updated"]);

/** What was changed is in the audit rows: each by its event. */
function editsByChange(history: readonly Entry[]): Map<Entry, Entry | undefined> {
  const edits = history.filter(({ kind, name }) => kind === "audit" && name === "booking.edited");
  const changes = history.filter(({ kind, name }) => kind === "event" && CHANGES.has(name));
  return new Map(changes.map((change, index) => [change, edits[index]]));
}

/** ", Blow-dry → Haircut" where the service was changed, too. */
function serviceOf(edit: Entry | undefined, services: ReadonlyMap<string, string>): string {
  const changed = edit?.diff.schedule_id;
  if (!Array.isArray(changed)) return "";
  const [from, to] = changed.map((id) =>
    id === null ? "no service" : (services.get(String(id)) ?? "a deleted service"),
  );
  return `, ${from} → ${to}`;
}

/** An edit that marked the guest as here, or as not here after all. */
function arrivalOf(edit: Entry | undefined): string | null {
  const arrived = edit?.diff.arrived_at;
  if (!Array.isArray(arrived)) return null;
  return arrived[1] === null ? "Not arrived after all" : "Arrived";
}

function amountOf({ diff }: Entry, locale: string): string {
  const { amount, currency } = diff;
  return typeof amount === "number" && typeof currency === "string" ? `: ${formatMoney(amount, currency, locale)}` : "";
}
