import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { NewHoursForm } from "../hours-forms";
import { applyNewHoursForm } from "./apply.server";
import { loadNewHours } from "./load.server";
import { type NewHoursAnswer, NewHoursPage } from "./new-hours-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New hours")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewHours(await requireActor(request, "staff"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, NewHoursForm, (form) => applyNewHoursForm(actor, form));
}

export default function NewHoursRoute() {
  return (
    <NewHoursPage view={useLoaderData<typeof loader>()} answer={useActionData<NewHoursAnswer>()} />
  );
}
