import { data } from "@remix-run/node";
import { addUnlessKnown } from "~/domain/customers/add-unless-known.server";
import type { KnownCustomer } from "~/domain/customers/find-known.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { formTicket, onceForForm } from "~/http/form-ticket.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { FormRefusal } from "~/ui/form/page-form";
import type { NewCustomerForm } from "./new-customer-form";

/** A rejected form, and the customers who have the email address or phone number already. */
export interface NewCustomerRefusal {
  result: FormRefusal;
  known: KnownCustomer[];
}

/**
 * Adds a customer and redirects to their page. A customer with the same email address, or unless
 * `separate` the same phone number, is shown instead. Throws like addCustomer.
 */
export async function applyNewCustomerForm(actor: UserActor, form: NewCustomerForm) {
  const { key, separate, ...fields } = form;
  const ticket = formTicket(actor, "/dashboard/customers/new", key, fields);
  const added = await onceForForm(() =>
    addUnlessKnown(actor, fields, separate !== undefined, ticket),
  );
  if (Array.isArray(added)) return data(refusalOf(form, added), { status: 409 });
  return redirectWith(
    `/dashboard/customers/${added.id}`,
    t("Added {{name}}.", { name: isolate(form.name) }),
  );
}

function refusalOf(form: NewCustomerForm, known: KnownCustomer[]): NewCustomerRefusal {
  const { name, email, phone, notes } = form;
  return {
    known,
    result: {
      status: "error",
      initialValue: { name, email: email ?? "", phone: phone ?? "", notes: notes ?? "" },
    },
  };
}
