import type { RowProblem } from "./check-row";
import type { ColumnFields, ImportKind } from "./import-fields";
import type { DateOrder } from "./read-moment";

/** Kinds of names in a file of bookings that are matched with the company's own. */
export const NAME_KINDS = ["service", "resource"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** How the rows of a file of bookings are read. Empty for customers. */
export interface BookingSettings {
  order?: DateOrder;
  /** By nameKey: the ID of ours that was chosen for a name that is none of them. */
  names?: Partial<Record<NameKind, Record<string, string>>>;
}

/** An uploaded file of customers or bookings as stored. */
export interface ImportRecord {
  id: string;
  kind: ImportKind;
  settings: BookingSettings;
  user_id: string;
  file_name: string;
  /** Number of columns. */
  columns: number;
  fields: ColumnFields;
  /** reading: not all rows are stored and checked yet. */
  state: "reading" | "draft" | "running" | "done" | "undoing" | "undone";
  rows: number;
  /** The last row number that was checked with these `fields`. */
  checked: number;
  created_at: Date;
}

/** Customers who exist already get the details that they lack, or stay as they are. */
export type Existing = "fill" | "skip";

/** Of bookings: past ones become history, upcoming ones are placed. */
export type RowStatus = "new" | "existing" | "repeated" | "problem" | "past" | "upcoming";
/** Of bookings: created is history, booked was placed, kept exists already. */
export type RowOutcome = "created" | "filled" | "kept" | "booked" | "refused";
/**
 * Removed or cancelled, or its details taken back; otherwise why the customer or the booking stays
 * as it is.
 */
export type RowUndone = "removed" | "restored" | "booked" | "changed" | "cancelled";

/** A row of the file with what is said about it. */
export interface ImportRowView {
  number: number;
  name: string | null;
  problem: RowProblem | null;
  same_number: number | null;
  customer_id: string | null;
  customer_name: string | null;
  undone: RowUndone | null;
  /** Start of the row's booking (RFC 3339), and the booking's ID if it exists. */
  starts_at: string | null;
  booking_id: string | null;
  /** Names of its service and resource, as in the file. */
  booked: string;
}

export interface ImportCounts {
  status: Record<RowStatus, number>;
  outcome: Record<RowOutcome, number>;
  undone: Record<RowUndone, number>;
}
