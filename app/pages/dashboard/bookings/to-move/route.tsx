import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { withDrawer } from "~/ui/layout/drawer-address";
import { applyToMoveForm } from "./apply.server";
import { loadToMove } from "./load.server";
import { ToMoveForm } from "./to-move-forms";
import { ToMovePage } from "./to-move-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction = () => [{ title: `${t("Bookings to move")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadToMove(await requireActor(request), new URL(request.url).searchParams);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const { pathname, search } = new URL(request.url);
  const here = withDrawer({ pathname, search }, null);
  return submit(request, ToMoveForm, (form) => applyToMoveForm(actor, form, here));
}

export default function ToMoveRoute() {
  return <ToMovePage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
