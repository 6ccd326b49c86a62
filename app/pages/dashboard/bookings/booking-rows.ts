import { t } from "~/i18n/text";
import type { BookingDay, BookingLine } from "~/ui/booking/booking-lines";
import type { BookingColumn } from "./booking-columns";

/** A list row; hidden columns are not sent. */
export type BookingRow = ReturnType<typeof toRow>;

/** Payment state: `due` to be collected, `paid` settled, `over` neither. */
export interface RowPayment {
  words: string;
  kind: "due" | "paid" | "over";
}

export interface RowDay {
  /** YYYY-MM-DD in the tenant's time zone; "" if not grouped by day. */
  date: string;
  label: string | null;
  lines: BookingRow[];
}

export interface RowSettings {
  columns: readonly BookingColumn[];
  shows_booked: boolean;
  /** Resources in order, which determines avatar colours. */
  resources: readonly { id: string }[];
}

/** Days of the list with rows according to `settings`. */
export function toRows(days: readonly BookingDay[], settings: RowSettings): RowDay[] {
  return days.map(({ date, label, lines }) => ({
    date,
    label,
    lines: lines.map((line) => toRow(line, label === null, settings)),
  }));
}

function toRow(
  line: BookingLine,
  showsDay: boolean,
  { columns, shows_booked, resources }: RowSettings,
) {
  const { id, version, starts_at, from, until, status, arrived, waits_for, is_test } = line;
  const place = resources.findIndex((resource) => resource.id === line.resource_id);
  const has = (column: BookingColumn) => columns.includes(column);
  return {
    id,
    version,
    starts_at,
    from,
    until,
    status,
    arrived,
    waits_for,
    is_test,
    guest: line.customer.name,
    notes: notesOf(line),
    ...(showsDay && { day: line.day }),
    ...(shows_booked && !has("booked") && { booked: line.booked }),
    ...(has("contact") && { contact: { phone: line.customer.phone, email: line.customer.email } }),
    ...(has("service") && { service: line.service }),
    // The position among the resources decides the avatar's colour; -1 for none.
    ...(has("with") && { with: { name: line.resource, place } }),
    ...(has("people") && { people: line.party_size }),
    ...(has("price") && { payment: line.price === null ? null : paymentOf(line) }),
    ...(has("reference") && { reference: line.reference }),
    ...(has("source") && { source: line.source }),
    ...(has("booked") && { booked_at: line.booked }),
  };
}

function paymentOf({ owes, balance, paid, payment_status }: BookingLine): RowPayment {
  if (owes && balance.due !== null && payment_status === "paid")
    return { words: paid, kind: "due" };
  if (owes && balance.due !== null)
    return { words: t("{{amount}} due", { amount: balance.due }), kind: "due" };
  return { words: paid, kind: payment_status === "paid" ? "paid" : "over" };
}

/** The people by kind, add-ons, notes and answers. */
function notesOf({ party, addons, notes, answers }: BookingLine) {
  const answered = answers.map(({ label, text }) => ({
    label: label || t("Deleted question"),
    text,
  }));
  return [
    ...(party === "" ? [] : [{ label: t("People"), text: party }]),
    ...(addons.length === 0 ? [] : [{ label: t("Add-ons"), text: addons.join(", ") }]),
    ...(notes === null ? [] : [{ label: t("Note"), text: notes }]),
    ...answered,
  ];
}
