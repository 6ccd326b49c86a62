import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBookingLink } from "~/domain/booking-links/booking-links.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { linkOf, NewLinkForm } from "../link-forms";
import { LINKS_PATH } from "../links-page";
import { loadNewLink } from "./load.server";
import { NewLinkPage } from "./new-link-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New booking link")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewLink(
    await requireActor(request, "staff"),
    new URL(request.url).searchParams.get("service"),
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, NewLinkForm, async (form) => {
    if (form.last_day !== undefined && form.last_day < calendarOf(actor).today)
      throw invalidField("last_day", t("That day has passed. Choose a later one."), "past");
    await createBookingLink(actor, linkOf(form, actor.tenant.time_zone));
    return redirectWith(LINKS_PATH, t("Booking link created. Copy it below."));
  });
}

export default function NewBookingLinkRoute() {
  return (
    <NewLinkPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
