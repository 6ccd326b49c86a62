import { CustomerField } from "~/contract/customers";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { mergeCustomer, unmergeCustomer } from "~/domain/customers/merge-customers.server";
import { updateCustomer } from "~/domain/customers/update-customer.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { eraseCustomer } from "~/domain/privacy/erase-customer.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import type { CustomerForm } from "./customer-forms";

type Edit = Extract<CustomerForm, { intent: "edit" }>;

/**
 * Executes a form of the customer's page; returns a message. Throws forbidden_role and the domain
 * functions' errors.
 */
export async function applyCustomerForm(actor: UserActor, id: string, form: CustomerForm) {
  const path = `/dashboard/customers/${id}`;
  if (form.intent === "edit") return orConflict(form, () => edit(actor, id, path, form));
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", t("Only an owner or admin can merge or erase customers."));
  const { name, merged } = await getCustomer(actor, id);
  if (form.intent === "erase") {
    if (form.typed_name.trim() !== name)
      throw invalidField("typed_name", t("Type the name as it is written: {{name}}", { name }));
    await eraseCustomer(actor, id);
    return redirectWith(
      path,
      t("Erasing this customer. The name is gone already; bookings and figures stay."),
    );
  }
  if (form.intent === "unmerge") {
    if (!merged.some((record) => record.id === form.from_id))
      throw notFound("Customer", form.from_id);
    const other = await unmergeCustomer(actor, form.from_id);
    return redirectWith(
      dashboardPath(form.to, path),
      t("Undid the merge: {{name}} is a separate customer again.", { name: isolate(other.name) }),
    );
  }
  const other = await getCustomer(actor, form.from_id);
  const take = CustomerField.options.filter((field) => form.pick[field] === "there");
  const survivor = await mergeCustomer(actor, id, { from_id: form.from_id, take });
  return redirectWith(
    path,
    t("Merged {{duplicate}} into {{customer}}.", {
      duplicate: isolate(other.name),
      customer: isolate(survivor.name),
    }),
    {
      action: path,
      fields: { intent: "unmerge", from_id: form.from_id },
    },
  );
}

async function edit(actor: UserActor, id: string, path: string, form: Edit): Promise<Response> {
  const { name, email = null, phone = null, notes = null, seen: version } = form;
  await updateCustomer(actor, id, { name, email, phone, notes, version });
  return redirectWith(
    path,
    t("Saved {{name}}. Past bookings keep their details.", { name: isolate(name) }),
  );
}
