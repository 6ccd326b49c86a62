import { msg } from "~/i18n/text";

/** Optional columns in order; time, guest and status are always shown. */
export const bookingColumns = [
  { name: "contact", label: msg("Contact"), is_usual: true },
  { name: "service", label: msg("Service"), is_usual: true },
  { name: "with", label: msg("With"), is_usual: true },
  { name: "people", label: msg("People"), is_usual: true },
  { name: "price", label: msg("Payment"), is_usual: true },
  { name: "reference", label: msg("Reference"), is_usual: false },
  { name: "source", label: msg("Source"), is_usual: false },
  { name: "booked", label: msg("Booked"), is_usual: false },
] as const;
export type BookingColumn = (typeof bookingColumns)[number]["name"];

/** Columns stored in preferences, or the defaults. */
export const columnsOf = (stored: readonly string[] | undefined): BookingColumn[] =>
  bookingColumns
    .filter(({ name, is_usual }) => (stored === undefined ? is_usual : stored.includes(name)))
    .map(({ name }) => name);
