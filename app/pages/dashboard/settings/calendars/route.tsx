import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyCalendarsForm } from "./apply.server";
import { CalendarsForm } from "./calendars-forms";
import { CalendarsPage } from "./calendars-page";
import { loadCalendars } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [
  { title: `${t("Connected calendars")} · Booking Service` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadCalendars(await requireActor(request, "staff"), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, CalendarsForm, (form) => applyCalendarsForm(actor, form));
}

export default function Calendars() {
  return (
    <CalendarsPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
