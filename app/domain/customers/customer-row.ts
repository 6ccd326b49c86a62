import type { Customer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import type { CsvColumn } from "~/lib/csv";
import { toRfc3339 } from "~/lib/time";
import { maskContact } from "./mask";

/** A row of `customer` as returned by the driver. */
export interface CustomerRow extends Omit<Customer, "created_at" | "updated_at" | "erased_at"> {
  tenant_id: string;
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
  merged_at: Date | null;
}

/**
 * The customer as staff and integrators see it; without `seesContacts` email and phone are masked.
 */
export function toCustomer(row: CustomerRow, seesContacts: boolean): Customer {
  return {
    id: row.id,
    name: row.name,
    ...(seesContacts ? { email: row.email, phone: row.phone } : maskContact(row.email, row.phone)),
    locale: row.locale,
    time_zone: row.time_zone,
    // Free text may contain a phone number or address.
    notes: seesContacts ? row.notes : null,
    meta: seesContacts ? row.meta : {},
    livemode: row.livemode,
    version: row.version,
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
    erased_at: row.erased_at && toRfc3339(row.erased_at.getTime()),
    merged_into: row.merged_into,
  };
}

/** Throws invalid_transition for a record that was erased or merged into another. */
export function checkIsActive({ erased_at, merged_into }: CustomerRow): void {
  if (erased_at === null && merged_into === null) return;
  const message =
    erased_at === null
      ? "This record was merged into another customer. Work with that one, or take it out first."
      : "This customer was erased and cannot be changed.";
  throw new AppError("invalid_transition", message, { details: { allowed: [] } });
}

/** The columns of an export, in order. */
export const customerColumns: CsvColumn<Customer>[] = [
  { name: "name", value: (row) => row.name },
  { name: "email", value: (row) => row.email },
  { name: "phone", value: (row) => row.phone },
  { name: "locale", value: (row) => row.locale },
  { name: "time_zone", value: (row) => row.time_zone },
  { name: "notes", value: (row) => row.notes },
  { name: "created_at", instant: (row) => row.created_at },
  { name: "erased_at", instant: (row) => row.erased_at },
  { name: "id", value: (row) => row.id },
];
