import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { withDrawer } from "~/ui/layout/drawer-address";
import { applyBookingsForm } from "./apply.server";
import { BookingsForm } from "./bookings-forms";
import { BookingsPage } from "./bookings-page";
import { loadBookings } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction = () => [{ title: `${t("Bookings")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadBookings(await requireActor(request), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request); // each form checks its own required role
  const { pathname, search } = new URL(request.url);
  const here = withDrawer({ pathname, search }, null);
  return submit(request, BookingsForm, (form) => applyBookingsForm(actor, form, here));
}

export default function BookingsRoute() {
  return (
    <BookingsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
