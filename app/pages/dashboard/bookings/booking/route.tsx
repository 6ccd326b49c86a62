import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { BookingPanel } from "~/ui/booking/booking-panel";
import { applyBookingPageForm } from "./apply.server";
import { BookingPageForm } from "./forms";
import { loadBooking } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.line.customer.name ?? t("Booking")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadBooking(
    await requireActor(request),
    pageId(params),
    new URL(request.url).searchParams,
  );
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, BookingPageForm, (form) => applyBookingPageForm(actor, id, form));
}

export default function BookingRoute() {
  return (
    <BookingPanel view={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
  );
}
