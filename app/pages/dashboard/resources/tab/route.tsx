import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { Role } from "~/contract/common";
import { pageId } from "~/http/or-no-page.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isTriedOut } from "~/ui/form/use-try-out";
import { RESOURCE_TABS, type ResourceTab } from "~/ui/resources/resource-path";
import { ResourceForm } from "../resource-forms";
import { applyResourceForm } from "./apply.server";
import { loadResource } from "./load.server";
import { ResourcePage } from "./resource-page";
import type { ResourceAnswer } from "./resource-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.resource.name ?? t("Resource")} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

/** Roles that see a page; the others see all. */
const SEEN_BY: Partial<Record<ResourceTab, Role>> = { calendar: "staff", details: "admin" };

/** The page named in the URL. Throws a 404 response. */
function tabOf(name: string | undefined): ResourceTab {
  const tab = RESOURCE_TABS.find((each) => each.name === name);
  if (tab === undefined) throw pageError(404, t("Page not found"));
  return tab.name;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const tab = tabOf(params.tab);
  return loadResource(await requireActor(request, SEEN_BY[tab]), pageId(params), tab);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const tab = tabOf(params.tab);
  const id = pageId(params);
  return submit(request, ResourceForm, (form) => applyResourceForm(actor, id, tab, form));
}

export default function ResourceRoute() {
  return (
    <ResourcePage {...useLoaderData<typeof loader>()} answer={useActionData<ResourceAnswer>()} />
  );
}
