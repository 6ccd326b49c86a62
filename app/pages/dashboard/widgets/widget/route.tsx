import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isTriedOut } from "~/ui/form/use-try-out";
import { WidgetForm } from "../widget-form";
import type { WidgetAnswer } from "../widget-view";
import { applyWidgetForm } from "./apply.server";
import { loadWidget } from "./load.server";
import { WidgetPage } from "./widget-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.name ?? t("Widget")} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return loadWidget(actor, pageId(params), new URL(request.url).searchParams.get("key"));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, WidgetForm, (form) => applyWidgetForm(actor, id, form));
}

export default function Widget() {
  return (
    <WidgetPage view={useLoaderData<typeof loader>()} answer={useActionData<WidgetAnswer>()} />
  );
}
