import { CustomerField, type Customer, type CustomerWithBookings, type Duplicate } from "~/contract/customers";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { findDuplicates } from "~/domain/customers/find-duplicates.sql.server";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { mergeCustomer, unmergeCustomer } from "~/domain/customers/merge-customers.server";
import { updateCustomer } from "~/domain/customers/update-customer.server";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { eraseCustomer } from "~/domain/privacy/erase-customer.server";
import type { CustomerForm } from "./customer-forms";

/** What a form of the customer page has done, with the names of those it was about. */
export interface AppliedCustomerForm {
  name: string;
  /** The other record of a merge. */
  other: string | null;
}

/** Does what a form of the customer page asks. Throws what the functions behind it throw, and forbidden_role. */
export async function applyCustomerForm(
  actor: StaffActor,
  id: string,
  form: CustomerForm,
): Promise<AppliedCustomerForm> {
  if (form.intent === "edit") {
    const { name, email = null, phone = null, notes = null, seen: version } = form;
    await updateCustomer(actor, id, { name, email, phone, notes, version });
    return { name, other: null };
  }
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can merge or erase customers.");
  const { name, merged } = await getCustomer(actor, id);
  if (form.intent === "erase") {
    if (form.typed_name.trim() !== name) throw invalidField("typed_name", `Type the name as it is written: ${name}`);
    await eraseCustomer(actor, id);
    return { name, other: null };
  }
  if (form.intent === "unmerge") {
    if (!merged.some((record) => record.id === form.from_id)) throw notFound();
    const other = await unmergeCustomer(actor, form.from_id);
    return { name, other: other.name };
  }
  const other = await getCustomer(actor, form.from_id);
  const take = CustomerField.options.filter((field) => form.pick[field] === "there");
  const kept = await mergeCustomer(actor, id, { from_id: form.from_id, take });
  return { name: kept.name, other: other.name };
}

/** Who may be the same person as a customer, for those who may merge; none for the others, and none of an erased one. */
export async function suggestDuplicates(actor: StaffActor, customer: Customer): Promise<Duplicate[]> {
  if (!hasRole(actor, "admin") || customer.erased_at !== null || customer.merged_into !== null) return [];
  return (await findDuplicates(actor, customer.id)).duplicates;
}

/** The record that a customer could be merged with, by its id; null where there is none, or this person may not merge. */
export async function readOther(actor: StaffActor, id: string | null): Promise<CustomerWithBookings | null> {
  if (id === null || !hasRole(actor, "admin")) return null;
  try {
    const other = await getCustomer(actor, id);
    return other.erased_at === null && other.merged_into === null ? other : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
