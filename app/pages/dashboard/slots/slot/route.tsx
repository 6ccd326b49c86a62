import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { SlotPanel } from "~/ui/slot/slot-panel";
import { applySlotForm } from "./apply.server";
import { loadSlot } from "./load.server";
import { SlotForm } from "./slot-form";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? t("Time")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadSlot(await requireActor(request), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, SlotForm, async (form) =>
    redirectWith(
      dashboardPath(form.to, `/dashboard/slots/${id}`),
      await applySlotForm(actor, id, form),
    ),
  );
}

export default function SlotRoute() {
  return <SlotPanel slot={useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />;
}
