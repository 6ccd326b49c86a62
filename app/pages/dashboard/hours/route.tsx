import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyClosedDaysForm, type ClosedDaysAnswer } from "./apply.server";
import { ClosedDaysForm } from "./hours-forms";
import { HoursListPage } from "./hours-list-page";
import { loadHoursList } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Hours")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadHoursList(await requireActor(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ClosedDaysForm, (form) => applyClosedDaysForm(actor, form));
}

export default function HoursListRoute() {
  return (
    <HoursListPage
      view={useLoaderData<typeof loader>()}
      answer={useActionData<ClosedDaysAnswer>()}
    />
  );
}
