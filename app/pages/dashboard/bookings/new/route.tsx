import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { NewBooking } from "~/ui/new-booking/new-booking";
import { applyNewBookingForm } from "./apply.server";
import { loadNewBooking } from "./load.server";
import { NewBookingForm } from "./new-booking-form";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New booking")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewBooking(await requireActor(request, "staff"), new URL(request.url).search);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, NewBookingForm, (form) => applyNewBookingForm(actor, form));
}

export default function NewBookingRoute() {
  return (
    <NewBooking state={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
  );
}
