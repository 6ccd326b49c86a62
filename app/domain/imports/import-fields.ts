/** The details of a customer that a column can be imported as. */
export const IMPORT_FIELDS = [
  "name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "notes",
  "locale",
  "time_zone",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The details of a booking that a column can be imported as. */
export const BOOKING_FIELDS = [
  "date",
  "start",
  "end",
  "duration",
  "service",
  "resource",
  "name",
  "first_name",
  "last_name",
  "email",
  "phone",
  "party_size",
  "status",
  "cancelled",
  "no_show",
  "notes",
  "price",
  "currency",
  "reference",
] as const;
export type BookingField = (typeof BOOKING_FIELDS)[number];

/** Columns whose cells have a date. */
export const DATE_FIELDS: readonly string[] = ["date", "start", "end"] satisfies BookingField[];

export type ImportKind = "customers" | "bookings";
export type ColumnField = ImportField | BookingField;
/** Per column of the file; "": not imported. */
export type ColumnFields = (ColumnField | "")[];

/** The fields of a kind of file. */
export const fieldsOf = (kind: ImportKind): readonly ColumnField[] =>
  kind === "bookings" ? BOOKING_FIELDS : IMPORT_FIELDS;
