import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { loadWebhooks } from "./load.server";
import { WebhooksPage } from "./webhooks-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Webhooks")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadWebhooks(await requireActor(request, "admin"));
}

export default function Webhooks() {
  return <WebhooksPage {...useLoaderData<typeof loader>()} />;
}
