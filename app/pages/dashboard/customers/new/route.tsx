import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { newId } from "~/lib/ids";
import { fieldLimits } from "~/ui/form/field-limits";
import { requireAdder } from "../require-adder.server";
import { applyNewCustomerForm } from "./apply.server";
import { NewCustomerForm } from "./new-customer-form";
import { NewCustomerPage } from "./new-customer-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New customer")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdder(request);
  return { form_key: newId(), limits: fieldLimits(NewCustomerForm) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireAdder(request);
  return submit(request, NewCustomerForm, (form) => applyNewCustomerForm(actor, form));
}

export default function NewCustomerRoute() {
  return (
    <NewCustomerPage
      {...useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>() ?? undefined}
    />
  );
}
