import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { FORM } from "~/ui/kit/form";
import { useForgetDraft } from "~/ui/drafts/draft";
import type { FieldLimits } from "~/ui/form/field-limits";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Rich } from "~/ui/rich";
import { WebhookFields } from "../webhook-fields";

/** Draft key of unsaved input. */
const DRAFT = "new webhook";

/** Form response: an error, or the new webhook, whose secret is displayed once. */
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
  /** Initially checked events. */
  events: string[];
  answer: NewWebhookAnswer | undefined;
}

/** Form for a new webhook; after creation, its secret. */
export function NewWebhookPage({ limits, events, answer }: NewWebhookPageProps) {
  if (answer?.made) return <Made {...answer.made} />;
  return (
    <>
      <PageHeader
        up={{ to: "/dashboard/webhooks", name: t("Webhooks") }}
        title={t("New webhook")}
      />
      <PageForm
        stored={{ events }}
        refusal={answer?.result}
        limits={limits}
        draft={DRAFT}
        className={FORM}
      >
        <WebhookFields />
        <Button variant="primary" type="submit">
          {t("Create webhook")}
        </Button>
      </PageForm>
    </>
  );
}

function Made({ id, url, secret }: MadeWebhook) {
  const forget = useForgetDraft();
  useEffect(() => forget(DRAFT), [forget]);
  return (
    <>
      <PageHeader title={t("Webhook created")} />
      <ShownOnce
        title={t("Signing secret")}
        what={t("signing secret")}
        secret={secret}
        to={`/dashboard/webhooks/${id}`}
      >
        <p>
          <Rich
            text={t(
              "Shown only once; if it gets lost, rotate it. Your server at {{url}} verifies our messages with it: see <check>Check a signature</check>.",
              { url },
            )}
            parts={{ check: (inner) => <Link to="/dashboard/webhooks/check">{inner}</Link> }}
          />
        </p>
      </ShownOnce>
    </>
  );
}
