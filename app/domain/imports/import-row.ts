import type { RowProblem } from "./check-row";
import type { ColumnFields } from "./import-fields";

/** An uploaded file of customers as stored. */
export interface ImportRecord {
  id: string;
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

export type RowStatus = "new" | "existing" | "repeated" | "problem";
export type RowOutcome = "created" | "filled" | "kept";
/** Removed, or its details taken back; otherwise why the customer stays as they are. */
export type RowUndone = "removed" | "restored" | "booked" | "changed";

/** A row of the file with what is said about it. */
export interface ImportRowView {
  number: number;
  name: string | null;
  problem: RowProblem | null;
  same_number: number | null;
  customer_id: string | null;
  customer_name: string | null;
  undone: RowUndone | null;
}

export interface ImportCounts {
  status: Record<RowStatus, number>;
  outcome: Record<RowOutcome, number>;
  undone: Record<RowUndone, number>;
}
