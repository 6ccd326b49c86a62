import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { DaySheetPage } from "./day-sheet";
import { loadDaySheet } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Day sheet")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadDaySheet(await requireActor(request), new URL(request.url).searchParams);
}

export default function DaySheetRoute() {
  return <DaySheetPage {...useLoaderData<typeof loader>()} />;
}
