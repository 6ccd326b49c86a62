import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { WebhookForm } from "../webhook-forms";
import { applyWebhookForm } from "./apply.server";
import { loadWebhookSettings } from "./load.server";
import { SettingsPage } from "./settings-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: `${t("Webhook settings")} · Booking Service` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadWebhookSettings(await requireActor(request, "admin"), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, WebhookForm, (form) => applyWebhookForm(actor, id, form));
}

export default function WebhookSettings() {
  return (
    <SettingsPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
