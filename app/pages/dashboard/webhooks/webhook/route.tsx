import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { DeliveriesPage } from "./deliveries-page";
import { loadDeliveries } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Webhook")} · Booking Service` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return loadDeliveries(actor, pageId(params), new URL(request.url).searchParams);
}

export default function WebhookDeliveries() {
  return <DeliveriesPage view={useLoaderData<typeof loader>()} />;
}
