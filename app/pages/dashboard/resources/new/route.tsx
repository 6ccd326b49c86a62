import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyNewResourceForm } from "./apply.server";
import { loadNewResource } from "./load.server";
import { NewResourceForm } from "./new-resource-form";
import { NewResourcePage } from "./new-resource-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Add resource")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewResource(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewResourceForm, (form) => applyNewResourceForm(actor, form));
}

export default function NewResourceRoute() {
  return (
    <NewResourcePage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
