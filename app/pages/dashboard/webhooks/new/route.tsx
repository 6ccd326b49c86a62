import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewWebhookSubscription, webhookEventTypes } from "~/contract/webhooks";
import { createSubscription } from "~/domain/webhooks/subscriptions.server";
import { noStore } from "~/http/never-kept";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { NewWebhookForm } from "../webhook-forms";
import { NewWebhookPage } from "./new-webhook-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: `${t("New webhook")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request, "admin");
  return { limits: fieldLimits(NewWebhookSubscription), events: [...webhookEventTypes] };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewWebhookForm, async (form) => {
    const { id, url, secret } = await createSubscription(actor, form);
    return data({ made: { id, url, secret } }, noStore);
  });
}

export default function NewWebhook() {
  return (
    <NewWebhookPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
