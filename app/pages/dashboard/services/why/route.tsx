import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { loadWhy } from "./load.server";
import { WhyPage } from "./why-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${t("Troubleshoot")} · ${data?.head.name ?? t("Service")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadWhy(await requireActor(request), pageId(params), new URL(request.url).searchParams);
}

export default function WhyRoute() {
  return <WhyPage {...useLoaderData<typeof loader>()} />;
}
