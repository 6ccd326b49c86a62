import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyCustomerForm } from "./apply.server";
import { CustomerForm } from "./customer-forms";
import { CustomerPage } from "./customer-page";
import { loadCustomer } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.customer.name ?? t("Customer")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadCustomer(
    await requireActor(request),
    pageId(params),
    new URL(request.url).searchParams,
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, CustomerForm, (form) => applyCustomerForm(actor, id, form));
}

export default function CustomerRoute() {
  return (
    <CustomerPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
