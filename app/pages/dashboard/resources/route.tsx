import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { PlaceForm } from "~/ui/order/place-form";
import { applyPlaceForm } from "./apply.server";
import { loadResources } from "./load.server";
import { ResourcesPage } from "./resources-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Resources")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadResources(
    await requireActor(request),
    new URL(request.url).searchParams.get("cursor") ?? undefined,
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, PlaceForm, (form) => applyPlaceForm(actor, form));
}

export default function ResourcesRoute() {
  return (
    <ResourcesPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
