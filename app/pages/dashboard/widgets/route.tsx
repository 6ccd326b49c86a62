import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewWidgetConfiguration } from "~/contract/widget-configs";
import { createWidgetConfig } from "~/domain/widgets/widget-configs.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { NewWidgetForm } from "./widget-form";
import { widgetPath } from "./widget-view";
import { loadWidgets } from "./load.server";
import { WidgetsPage } from "./widgets-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Widgets")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadWidgets(await requireActor(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewWidgetForm, async ({ name }) => {
    const { id } = await createWidgetConfig(actor, NewWidgetConfiguration.parse({ name }));
    return redirectWith(widgetPath(id), t("{{name}} created.", { name: isolate(name) }));
  });
}

export default function Widgets() {
  return (
    <WidgetsPage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
