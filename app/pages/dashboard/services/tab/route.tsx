import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isTriedOut } from "~/ui/form/use-try-out";
import type { ServiceAnswer } from "~/ui/services/service-view";
import { partOf } from "../service-parts.server";
import { applyServiceForm } from "./apply.server";
import { loadServicePart } from "./load.server";
import { ServicePage } from "./service-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.head.name ?? t("Service")} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return loadServicePart(actor, pageId(params), partOf(params.tab));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const part = partOf(params.tab);
  const id = pageId(params);
  return submit(request, part.schema, (form) => applyServiceForm(actor, id, part, form));
}

export default function ServicePartRoute() {
  return (
    <ServicePage {...useLoaderData<typeof loader>()} answer={useActionData<ServiceAnswer>()} />
  );
}
