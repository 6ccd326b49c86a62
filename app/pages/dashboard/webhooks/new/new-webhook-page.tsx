import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Draft, useForgetDraft } from "~/ui/drafts/draft";
import type { FieldLimits } from "~/ui/form/field-limits";
import { FormProblems } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { WebhookFields } from "../webhook-fields";
import styles from "~/ui/form/fields.module.css";

/** The name of what was typed and not saved. */
const DRAFT = "new webhook";

/** What the form was answered: why it was refused, or the webhook that was made, whose secret is shown this once. */
interface NewWebhookAnswer {
  result?: FormRefusal;
  made?: MadeWebhook;
}

interface MadeWebhook {
  id: string;
  url: string;
  secret: string;
}

interface NewWebhookPageProps {
  limits: Record<string, FieldLimits>;
  /** Those that are ticked at first. */
  events: string[];
  answer: NewWebhookAnswer | undefined;
}

/** The form of a new webhook; once it is made, its secret. */
export function NewWebhookPage({ limits, events, answer }: NewWebhookPageProps) {
  if (answer?.made) return <Made {...answer.made} />;
  const state = formState({ events }, answer?.result);
  return (
    <>
      <PageHeader title={t("New webhook")} />
      <Form method="post" className={styles.form!}>
        <Draft name={DRAFT} />
        <FormProblems state={state} />
        <WebhookFields state={state} limits={limits} />
        <Button variant="primary" type="submit">
          {t("Make the webhook")}
        </Button>
      </Form>
    </>
  );
}

function Made({ id, url, secret }: MadeWebhook) {
  const forget = useForgetDraft();
  useEffect(() => forget(DRAFT), [forget]);
  return (
    <>
      <PageHeader title={t("The webhook is made")} />
      <ShownOnce
        title={t("Its signing secret")}
        what={t("the signing secret")}
        secret={secret}
        to={`/dashboard/webhooks/${id}`}
      >
        <p>
          {t(
            "Your program at {url} checks with it that a message is ours. It is shown here once. If it gets lost, rotate it.",
            { url },
          )}{" "}
          <Link to="/dashboard/webhooks/check">{t("Check a signature")}</Link> {t("shows how it is used.")}
        </p>
      </ShownOnce>
    </>
  );
}
