import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { replayDelivery } from "~/domain/webhooks/replay.server";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { DeliveryPage } from "./delivery-page";
import { loadDelivery } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Delivery")} · Booking Service` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadDelivery(await requireActor(request, "admin"), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, z.object({}), async () => {
    const replayed = await orNoPage(replayDelivery(actor, id));
    return redirectWith(
      `/dashboard/deliveries/${replayed.id}`,
      t("Sent again. This is the new delivery."),
    );
  });
}

export default function Delivery() {
  return (
    <DeliveryPage
      delivery={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
