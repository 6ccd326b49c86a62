import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import type { ClosedDaysAnswer } from "../apply.server";
import { HolidaysForm } from "../hours-forms";
import { applyHolidaysForm } from "./apply.server";
import { HolidaysPage } from "./holidays-page";
import { loadHolidays } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Public holidays")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadHolidays(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, HolidaysForm, (form) => applyHolidaysForm(actor, form));
}

export default function HolidaysRoute() {
  return (
    <HolidaysPage
      view={useLoaderData<typeof loader>()}
      answer={useActionData<ClosedDaysAnswer>()}
    />
  );
}
