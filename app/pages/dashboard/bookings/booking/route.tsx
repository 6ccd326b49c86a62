import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { BookingPanel } from "~/ui/booking/booking-panel";
import { applyBookingPageForm } from "./apply.server";
import { BookingPageForm } from "./forms";
import { loadBooking } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.line.customer.name ?? "Booking"} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  // route parameter
  return loadBooking(await requireActor(request), params.id!, new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  // route parameter
  return submit(request, BookingPageForm, (form) => applyBookingPageForm(actor, params.id!, form));
}

export default function BookingRoute() {
  return (
    <BookingPanel view={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
  );
}
