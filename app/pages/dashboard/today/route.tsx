import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChecklistForm } from "~/domain/onboarding/checklist";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyChecklistForm } from "./apply.server";
import { loadToday } from "./load.server";
import { TodayPage } from "./today-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction = () => [{ title: `${t("Today")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadToday(await requireActor(request), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ChecklistForm, (form) => applyChecklistForm(actor, form));
}

export default function TodayRoute() {
  return <TodayPage {...useLoaderData<typeof loader>()} />;
}
