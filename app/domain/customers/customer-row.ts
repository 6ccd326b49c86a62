import type { Customer } from "~/contract/customers";
import type { CsvColumn } from "~/lib/csv";
import { toRfc3339 } from "~/lib/time";
import { maskContact } from "./mask";

/** A row of `customer` as the driver gives it. */
export interface CustomerRow extends Omit<Customer, "created_at" | "updated_at" | "erased_at"> {
  tenant_id: string;
  created_at: Date;
  updated_at: Date;
  erased_at: Date | null;
}

/** The customer as staff and integrators see it; without `seesContacts` address and number are masked. */
export function toCustomer(row: CustomerRow, seesContacts: boolean): Customer {
  return {
    id: row.id,
    name: row.name,
    ...(seesContacts ? { email: row.email, phone: row.phone } : maskContact(row.email, row.phone)),
    locale: row.locale,
    time_zone: row.time_zone,
    // Whatever staff write down, a number or address may be among it.
    notes: seesContacts ? row.notes : null,
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
    erased_at: row.erased_at && toRfc3339(row.erased_at.getTime()),
  };
}

/** The columns of an export, in order. */
export const customerColumns: CsvColumn<Customer>[] = [
  { name: "name", value: (row) => row.name },
  { name: "email", value: (row) => row.email },
  { name: "phone", value: (row) => row.phone },
  { name: "locale", value: (row) => row.locale },
  { name: "time_zone", value: (row) => row.time_zone },
  { name: "notes", value: (row) => row.notes },
  { name: "created_at", value: (row) => row.created_at },
  { name: "erased_at", value: (row) => row.erased_at },
  { name: "id", value: (row) => row.id },
];
