import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { NewServiceForm } from "~/ui/services/service-forms";
import { applyNewServiceForm } from "./apply.server";
import { loadNewService } from "./load.server";
import { NewServicePage } from "./new-service-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New service")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewService(await requireActor(request, "staff"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  return submit(request, NewServiceForm, (form) => applyNewServiceForm(actor, form));
}

export default function NewServiceRoute() {
  return (
    <NewServicePage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
