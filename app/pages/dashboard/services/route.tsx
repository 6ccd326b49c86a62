import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { ServiceListForm } from "~/ui/services/service-forms";
import { applyListForm } from "./apply.server";
import { loadServices } from "./load.server";
import { ServicesPage } from "./services-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Services")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadServices(
    await requireActor(request),
    new URL(request.url).searchParams.get("cursor") ?? undefined,
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, ServiceListForm, (form) => applyListForm(actor, form));
}

export default function ServicesRoute() {
  return (
    <ServicesPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
