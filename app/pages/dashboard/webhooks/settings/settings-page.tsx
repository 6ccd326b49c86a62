import { Form } from "@remix-run/react";
import { Draft } from "~/ui/drafts/draft";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems, SelectField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { WebhookFields } from "../webhook-fields";
import { WebhookFrame } from "../webhook-frame";
import type { WebhookSettingsView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

/** What a form was answered: why it was refused, or the new secret, which is shown this once. */
interface SettingsAnswer {
  result?: FormRefusal;
  secret?: string;
}

/** A webhook's address, events and secret, and how it ends. */
export function SettingsPage({ view, answer }: { view: WebhookSettingsView; answer: SettingsAnswer | undefined }) {
  const { webhook, limits, stored, enabled, both_until } = view;
  const { result: refusal, secret } = answer ?? {};
  const edit = formState(stored, refusal, "edit");
  return (
    <WebhookFrame webhook={webhook}>
      {secret !== undefined && (
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
          <Button variant="primary" type="submit">
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
              <SelectField state={formState({}, refusal, "test")} name="type" label="Event" options={stored.events} />
              <Button type="submit">Send a test event</Button>
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
              <Button variant="primary" type="submit">
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
