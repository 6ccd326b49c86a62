import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FORM, FieldLine, FormPart } from "~/ui/kit/form";
import { Confirm } from "~/ui/form/confirm";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { WebhookFields } from "../webhook-fields";
import { WebhookFrame } from "../webhook-frame";
import type { WebhookSettingsView } from "./load.server";

/** Form response: an error, or the new secret, displayed once. */
interface SettingsAnswer {
  result?: FormRefusal;
  secret?: string;
}

/** A webhook's URL, events, secret and deletion. */
export function SettingsPage({
  view,
  answer,
}: {
  view: WebhookSettingsView;
  answer: SettingsAnswer | undefined;
}) {
  const { webhook, limits, stored, types, enabled, both_until } = view;
  const { result: refusal, secret } = answer ?? {};
  return (
    <WebhookFrame webhook={webhook}>
      {secret !== undefined && (
        <ShownOnce
          title={t("New signing secret")}
          what={t("signing secret")}
          secret={secret}
          to={`/dashboard/webhooks/${webhook.id}/settings`}
        >
          <p>
            {t(
              "Shown only once. The previous secret also signs until {{time}}: update your server by then.",
              {
                time: both_until ?? "",
              },
            )}
          </p>
        </ShownOnce>
      )}
      <Card title={t("Endpoint and events")}>
        <PageForm
          intent="edit"
          stored={stored}
          refusal={refusal}
          limits={limits}
          draft={`webhook ${webhook.id}`}
          className={FORM}
        >
          <WebhookFields />
          <Button variant="primary" type="submit">
            {t("Save")}
          </Button>
        </PageForm>
      </Card>
      {enabled && (
        <Card
          title={t("Test event")}
          lead={t("Sends one sample event, marked as a test. No guest is emailed.")}
        >
          <PageForm intent="test" refusal={refusal} className={FORM}>
            <FieldLine>
              <SelectField name="type" label={t("Event")} options={types} />
              <Button type="submit">{t("Send test event")}</Button>
            </FieldLine>
          </PageForm>
        </Card>
      )}
      <Card
        title={t("Signing secret")}
        lead={
          both_until === null
            ? t("Signs every message. Rotate it if others may have seen it.")
            : t("Until {{time}} the previous secret signs every message too.", { time: both_until })
        }
      >
        <Confirm
          tone="plain"
          title={t("Rotate secret")}
          intent="rotate"
          button={t("Rotate secret")}
        >
          <p>
            {both_until === null
              ? t(
                  "Creates a new secret, shown once. Both sign for 24 hours, so your server keeps working meanwhile.",
                )
              : t(
                  "Creates a new secret, shown once. The current one also signs for 24 hours; the one before it stops at once.",
                )}
          </p>
        </Confirm>
      </Card>
      <Card title={enabled ? t("Turn off or delete") : t("Turn on or delete")}>
        <FormPart>
          {enabled ? (
            <Confirm title={t("Turn off")} intent="disable" button={t("Turn off webhook")}>
              <p>
                {t(
                  "Stops all deliveries, including those that are waiting. You can replay them once it’s back on.",
                )}
              </p>
            </Confirm>
          ) : (
            <Form method="post">
              <input type="hidden" name="intent" value="enable" />
              <Button variant="primary" type="submit">
                {t("Turn on webhook")}
              </Button>
            </Form>
          )}
          <Confirm title={t("Delete")} intent="delete" button={t("Delete webhook")}>
            <p>
              {t("Deletes the webhook, its secret and its delivery log. This can’t be undone.")}
            </p>
          </Confirm>
        </FormPart>
      </Card>
    </WebhookFrame>
  );
}
