import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { NewWebhookSubscription } from "~/contract/webhooks";
import { sendTestEvent } from "~/domain/webhooks/replay.server";
import {
  deleteSubscription,
  getSubscription,
  rotateSecret,
  updateSubscription,
} from "~/domain/webhooks/subscriptions.server";
import { WebhookForm } from "../webhook-forms";
import { redirectWith } from "~/http/flash.server";
import { neverKept } from "~/http/never-kept";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { clock } from "~/lib/clock";
import { Draft } from "~/ui/drafts/draft";
import { Confirm } from "~/ui/form/confirm";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Card } from "~/ui/layout/card";
import { WebhookFields } from "../webhook-fields";
import { WebhookFrame } from "../webhook-frame";
import { webhookHead } from "../webhook-head";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: "Webhook settings · Booking Service" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const webhook = await orNoPage(getSubscription(actor, pageId(params)));
  const write = instantWriter(calendarOf(actor));
  const { url, events, description, enabled, previous_secret_expires_at: until } = webhook;
  return {
    webhook: webhookHead(webhook, write),
    limits: fieldLimits(NewWebhookSubscription),
    stored: { url, events, description: description ?? "" },
    enabled,
    both_until: until !== null && Date.parse(until) > clock.now() ? write(until) : null,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  const path = `/dashboard/webhooks/${id}/settings`;
  return submit(request, WebhookForm, async (form) => {
    switch (form.intent) {
      case "edit": {
        const { url, events, description } = form;
        await updateSubscription(actor, id, { url, events, description: description ?? null });
        return redirectWith(path, "Saved the webhook.");
      }
      case "enable":
      case "disable":
        await updateSubscription(actor, id, { enabled: form.intent === "enable" });
        return redirectWith(path, form.intent === "enable" ? "The webhook is on." : "The webhook is off.");
      case "test": {
        const delivery = await sendTestEvent(actor, id, form.type);
        return redirectWith(`/dashboard/deliveries/${delivery.id}`, "The test event is on its way.");
      }
      case "rotate": {
        const { secret } = await rotateSecret(actor, id);
        return data({ secret }, neverKept);
      }
      case "delete":
        await deleteSubscription(actor, id);
        return redirectWith("/dashboard/webhooks", "Deleted the webhook with its deliveries.");
    }
  });
}

export default function WebhookSettings() {
  const { webhook, limits, stored, enabled, both_until } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const secret = answer && "secret" in answer ? answer.secret : null;
  const refusal = answer && "result" in answer ? answer.result : undefined;
  const edit = formState(stored, refusal, "edit");
  return (
    <WebhookFrame webhook={webhook}>
      {secret !== null && (
        <ShownOnce
          title="The new signing secret"
          what="the signing secret"
          secret={secret}
          to={`/dashboard/webhooks/${webhook.id}/settings`}
        >
          <p>
            It is shown here once. Until {both_until} the secret before it signs too: change your program until then.
          </p>
        </ShownOnce>
      )}
      <Card title="Address and events">
        <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
          <input type="hidden" name="intent" value="edit" />
          <Draft name={`webhook ${webhook.id}`} />
          <FormProblems state={edit} />
          <WebhookFields state={edit} limits={limits} />
          <Button type="submit" size="md">
            Save
          </Button>
        </Form>
      </Card>
      {enabled && (
        <Card title="Test event" lead="A made-up event, marked as a test, is sent once. No guest is mailed.">
          <Form method="post" className={styles.form!}>
            <input type="hidden" name="intent" value="test" />
            <FormProblems state={formState({}, refusal, "test")} />
            <div className={styles.inline}>
              <SelectField state={formState({}, refusal, "test")} name="type" label="Event" data={stored.events} />
              <Button type="submit" size="md" variant="default">
                Send a test event
              </Button>
            </div>
          </Form>
        </Card>
      )}
      <Card
        title="Signing secret"
        lead={
          both_until === null
            ? "One secret signs each message. Rotate it when it may have been seen by others."
            : `Two secrets sign each message until ${both_until}: the new one and the one before.`
        }
      >
        <Confirm tone="plain" title="Rotate the secret" intent="rotate" button="Rotate the secret">
          <p>
            A new secret is made and shown once. For 24 hours both sign, so your program goes on working while you
            change it.{both_until !== null && " The secret before the last one ends at once."}
          </p>
        </Confirm>
      </Card>
      <Card title={enabled ? "Turn off or delete" : "Turn on or delete"}>
        <div className={styles.form}>
          {enabled ? (
            <Confirm title="Turn off" intent="disable" button="Turn off the webhook">
              <p>
                Nothing is sent until it is turned on again, and what still waits to be sent is not sent. Replay sends
                it later.
              </p>
            </Confirm>
          ) : (
            <Form method="post">
              <input type="hidden" name="intent" value="enable" />
              <Button type="submit" size="md">
                Turn on
              </Button>
            </Form>
          )}
          <Confirm title="Delete" intent="delete" button="Delete the webhook">
            <p>The webhook goes for good, with its secret and the record of its deliveries.</p>
          </Confirm>
        </div>
      </Card>
    </WebhookFrame>
  );
}
