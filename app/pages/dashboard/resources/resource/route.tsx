import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { ResourceForm } from "../resource-forms";
import { applyResourceForm } from "./apply.server";
import { loadResource } from "./load.server";
import { ResourcePage } from "./resource-page";
import type { ResourceAnswer } from "./resource-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.resource.name ?? t("Resource")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadResource(await requireActor(request), params.id!); // route parameter
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  // route parameter
  return submit(request, ResourceForm, (form) => applyResourceForm(actor, params.id!, form));
}

export default function ResourceRoute() {
  return (
    <ResourcePage {...useLoaderData<typeof loader>()} answer={useActionData<ResourceAnswer>()} />
  );
}
