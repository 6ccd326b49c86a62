import type {
  Customer,
  CustomerField,
  CustomerWithBookings,
  Duplicate,
} from "~/contract/customers";
import { visitsOf } from "~/ui/booking/booking-view";
import { msg, t } from "~/i18n/text";
import type { ComparedField, MergeView } from "./merge-form";
import type { OtherRecord } from "./other-records";

const FIELDS: Record<CustomerField, string> = {
  name: msg("Name"),
  phone: msg("Phone"),
  email: msg("Email"),
  notes: msg("Notes"),
  locale: msg("Language"),
  time_zone: msg("Time zone"),
};
const REASONS: Record<Duplicate["reasons"][number], string> = {
  same_phone: msg("same phone"),
  same_name: msg("same name"),
};

const contactOf = ({ phone, email }: Pick<Customer, "phone" | "email">) =>
  [phone, email].filter(Boolean).join(" · ");

export const duplicateLines = (duplicates: readonly Duplicate[]): OtherRecord[] =>
  duplicates.map((one) => ({
    id: one.id,
    name: one.name,
    contact: contactOf(one),
    about: one.reasons.map((reason) => t(REASONS[reason])).join(", "),
  }));

export const mergedLines = (
  merged: CustomerWithBookings["merged"],
  day: (instant: string) => string,
): OtherRecord[] =>
  merged.map((one) => ({
    id: one.id,
    name: one.name,
    contact: contactOf(one),
    about: t("merged {{day}}", { day: day(one.merged_at) }),
  }));

/** Compares two records; fields empty in both are omitted. */
export function mergeView(here: CustomerWithBookings, there: CustomerWithBookings): MergeView {
  const names = Object.keys(FIELDS) as CustomerField[]; // exactly the keys of the table above
  const fields = names.map((name): ComparedField => ({
    name,
    label: t(FIELDS[name]),
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
