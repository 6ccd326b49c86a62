import type { Customer, CustomerField, CustomerWithBookings, Duplicate } from "~/contract/customers";
import { visitsOf } from "~/ui/booking/booking-view";
import type { ComparedField, MergeView } from "./merge-form";
import type { OtherRecord } from "./other-records";

const FIELDS: Record<CustomerField, string> = {
  name: "Name",
  phone: "Telephone",
  email: "E-mail",
  notes: "Notes",
  locale: "Language",
  time_zone: "Time zone",
};
const REASONS: Record<Duplicate["reasons"][number], string> = {
  same_phone: "same telephone",
  same_name: "same name",
};

const contactOf = ({ phone, email }: Pick<Customer, "phone" | "email">) => [phone, email].filter(Boolean).join(" · ");

export const duplicateLines = (duplicates: readonly Duplicate[]): OtherRecord[] =>
  duplicates.map((one) => ({
    ...{ id: one.id, name: one.name, contact: contactOf(one) },
    about: one.reasons.map((reason) => REASONS[reason]).join(" and "),
  }));

export const mergedLines = (merged: CustomerWithBookings["merged"], day: (instant: string) => string): OtherRecord[] =>
  merged.map((one) => ({
    ...{ id: one.id, name: one.name, contact: contactOf(one) },
    about: `since ${day(one.merged_at)}`,
  }));

/** Two records side by side. A field that neither knows is left out. */
export function mergeView(here: CustomerWithBookings, there: CustomerWithBookings): MergeView {
  const names = Object.keys(FIELDS) as CustomerField[]; // the table above has exactly these
  const fields = names.map((name): ComparedField => ({
    name,
    label: FIELDS[name],
    here: here[name] ?? "",
    there: there[name] ?? "",
  }));
  return {
    id: there.id,
    name: there.name,
    visits: { here: visitsOf(here), there: visitsOf(there) },
    fields: fields.filter((field) => field.here !== "" || field.there !== ""),
  };
}
