import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { t } from "~/i18n/text";
import { requireActor } from "~/http/page.server";
import { AnalyticsPage } from "./analytics-page";
import { loadAnalytics } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Analytics")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadAnalytics(await requireActor(request), new URL(request.url).searchParams);
}

export default function Analytics() {
  return <AnalyticsPage {...useLoaderData<typeof loader>()} />;
}
