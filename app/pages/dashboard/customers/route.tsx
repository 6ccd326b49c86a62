import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { CustomersPage } from "./customers-page";
import { loadCustomers } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Customers")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadCustomers(await requireActor(request), new URL(request.url).searchParams);
}

export default function CustomersRoute() {
  return <CustomersPage {...useLoaderData<typeof loader>()} />;
}
