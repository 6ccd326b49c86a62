import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
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
          title={t("The new signing secret")}
          what={t("the signing secret")}
          secret={secret}
          to={`/dashboard/webhooks/${webhook.id}/settings`}
        >
          <p>
            {t("It is shown here once. Until")} {both_until}{" "}
            {t("the secret before it signs too: change your program until then.")}
          </p>
        </ShownOnce>
      )}
      <Card title={t("Address and events")}>
        <Form method="post" className={styles.form!} key={JSON.stringify(stored)}>
          <input type="hidden" name="intent" value="edit" />
          <Draft name={`webhook ${webhook.id}`} />
          <FormProblems state={edit} />
          <WebhookFields state={edit} limits={limits} />
          <Button variant="primary" type="submit">
            {t("Save")}
          </Button>
        </Form>
      </Card>
      {enabled && (
        <Card title={t("Test event")} lead={t("A made-up event, marked as a test, is sent once. No guest is mailed.")}>
          <Form method="post" className={styles.form!}>
            <input type="hidden" name="intent" value="test" />
            <FormProblems state={formState({}, refusal, "test")} />
            <div className={styles.inline}>
              <SelectField
                state={formState({}, refusal, "test")}
                name="type"
                label={t("Event")}
                options={stored.events}
              />
              <Button type="submit">{t("Send a test event")}</Button>
            </div>
          </Form>
        </Card>
      )}
      <Card
        title={t("Signing secret")}
        lead={
          both_until === null
            ? t("One secret signs each message. Rotate it when it may have been seen by others.")
            : t("Two secrets sign each message until {both_until}: the new one and the one before.", { both_until })
        }
      >
        <Confirm tone="plain" title={t("Rotate the secret")} intent="rotate" button={t("Rotate the secret")}>
          <p>
            {t(
              "A new secret is made and shown once. For 24 hours both sign, so your program goes on working while you change it.",
            )}
            {both_until !== null && t(" The secret before the last one ends at once.")}
          </p>
        </Confirm>
      </Card>
      <Card title={enabled ? t("Turn off or delete") : t("Turn on or delete")}>
        <div className={styles.form}>
          {enabled ? (
            <Confirm title={t("Turn off")} intent="disable" button={t("Turn off the webhook")}>
              <p>
                {t(
                  "Nothing is sent until it is turned on again, and what still waits to be sent is not sent. Replay sends it later.",
                )}
              </p>
            </Confirm>
          ) : (
            <Form method="post">
              <input type="hidden" name="intent" value="enable" />
              <Button variant="primary" type="submit">
                {t("Turn on")}
              </Button>
            </Form>
          )}
          <Confirm title={t("Delete")} intent="delete" button={t("Delete the webhook")}>
            <p>{t("The webhook goes for good, with its secret and the record of its deliveries.")}</p>
          </Confirm>
        </div>
      </Card>
    </WebhookFrame>
  );
}
