import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { NewWebhookSubscription, webhookEventTypes } from "~/contract/webhooks";
import { createSubscription } from "~/domain/webhooks/subscriptions.server";
import { NewWebhookForm } from "../webhook-forms";
import { neverKept } from "~/http/never-kept";
import { requireActor, submit } from "~/http/page.server";
import { Draft, useForgetDraft } from "~/ui/drafts/draft";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { PageHeader } from "~/ui/layout/page-header";
import { WebhookFields } from "../webhook-fields";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

/** The name of what was typed and not saved. */
const DRAFT = "new webhook";

export const meta: MetaFunction = () => [{ title: "New webhook · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request, "admin");
  return { limits: fieldLimits(NewWebhookSubscription), events: [...webhookEventTypes] };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewWebhookForm, async (form) => {
    const { id, url, secret } = await createSubscription(actor, form);
    return data({ made: { id, url, secret } }, neverKept);
  });
}

export default function NewWebhook() {
  const { limits, events } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "made" in answer) return <Made {...answer.made} />;
  const state = formState({ events }, answer?.result);
  return (
    <>
      <PageHeader title="New webhook" />
      <Form method="post" className={styles.form!}>
        <Draft name={DRAFT} />
        <FormProblems state={state} />
        <WebhookFields state={state} limits={limits} />
        <Button type="submit" size="md">
          Make the webhook
        </Button>
      </Form>
    </>
  );
}

function Made({ id, url, secret }: { id: string; url: string; secret: string }) {
  const forget = useForgetDraft();
  useEffect(() => forget(DRAFT), [forget]);
  return (
    <>
      <PageHeader title="The webhook is made" />
      <ShownOnce title="Its signing secret" what="the signing secret" secret={secret} to={`/dashboard/webhooks/${id}`}>
        <p>
          Your program at {url} checks with it that a message is ours. It is shown here once. If it gets lost, rotate
          it. <Link to="/dashboard/webhooks/check">Check a signature</Link> shows how it is used.
        </p>
      </ShownOnce>
    </>
  );
}
