import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { CopyButton } from "~/ui/form/copy-button";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { useReadAgain } from "~/ui/use-read-again";
import { deliveryWords, originWords } from "~/ui/webhook-words";
import { Button, LinkButton } from "~/ui/kit/button";
import type { DeliveryView } from "./load.server";

/** Polling interval while a delivery is pending. */
const EVERY_MS = 2000;

/** A delivery: the payload sent and the response to each attempt. */
export function DeliveryPage({
  delivery,
  refusal,
}: {
  delivery: DeliveryView;
  refusal: FormRefusal | undefined;
}) {
  const { id, type, made, status, origin, event_id, attempts, body, next, webhook, log } = delivery;
  const { label, tone, icon } = deliveryWords[status];
  useReadAgain(status === "pending", EVERY_MS);
  return (
    <>
      <PageHeader up={{ to: "/dashboard/webhooks", name: t("Webhooks") }} title={type} aside={made}>
        <LinkButton to={`/dashboard/webhooks/check?delivery=${id}`} icon="shield">
          {t("Check signature")}
        </LinkButton>
        {webhook.enabled && (
          <Form method="post">
            <Button variant="primary" type="submit">
              {t("Replay")}
            </Button>
          </Form>
        )}
      </PageHeader>
      <Problems refusal={refusal} />
      <Card title={t("Delivery")}>
        <Facts
          facts={[
            [
              t("Status"),
              <Badge key="state" tone={tone} icon={icon}>
                {t(label)}
              </Badge>,
            ],
            [
              t("Webhook"),
              <Link key="webhook" to={`/dashboard/webhooks/${webhook.id}`}>
                {webhook.url}
              </Link>,
            ],
            [t("Source"), t(originWords[origin])],
            [
              t("Attempts"),
              t("{{attempts}} of {{most}}", { attempts, most: origin === "test" ? 1 : 10 }),
            ],
            [t("Next attempt"), next],
            [t("Event"), <code key="event">{event_id}</code>],
          ]}
        />
      </Card>
      <Card title={t("Attempts")}>
        {log.length === 0 && <p className="m-0 text-muted">{t("No attempts yet.")}</p>}
        <ol className="m-0 p-0 list-none [&>li+li]:mt-2 [&>li+li]:pt-2 [&>li+li]:border-t [&>li+li]:border-line [&_pre]:max-h-96 [&_pre]:m-0 [&_pre]:mb-3 [&_pre]:py-2.5 [&_pre]:px-3 [&_pre]:border [&_pre]:border-line [&_pre]:rounded-md [&_pre]:bg-surface [&_pre]:font-mono [&_pre]:text-[0.8125rem] [&_pre]:leading-[1.25rem] [&_pre]:whitespace-pre-wrap [&_pre]:overflow-auto [&_pre]:wrap-anywhere">
          {log.map((attempt) => (
            <li key={attempt.number}>
              <div className="flex flex-wrap gap-x-3 gap-y-1 items-center [&_span:first-of-type]:me-auto [&_span:first-of-type]:text-muted">
                <strong className="font-medium">{attempt.answer}</strong>
                <span>
                  {t("{{time}} · {{duration}} ms", {
                    time: attempt.at,
                    duration: attempt.latency_ms,
                  })}
                </span>
                <Badge
                  tone={attempt.is_good ? "good" : "bad"}
                  icon={attempt.is_good ? "check" : "warning"}
                >
                  {attempt.is_good ? t("Delivered") : t("Failed")}
                </Badge>
              </div>
              <details>
                <summary className="min-h-control text-accent-text text-sm font-medium leading-[var(--control)] cursor-pointer">
                  {t("Request and response {{number}}", { number: attempt.number })}
                </summary>
                <h3 className="m-0 mb-1 text-muted text-sm font-medium">{t("Request headers")}</h3>
                <pre
                  role="group"
                  tabIndex={0}
                  aria-label={t("Request headers, attempt {{number}}", { number: attempt.number })}
                >
                  {[`POST ${attempt.url}`, ...attempt.headers].join("\n")}
                </pre>
                <h3 className="m-0 mb-1 text-muted text-sm font-medium">{t("Response")}</h3>
                <pre
                  role="group"
                  tabIndex={0}
                  aria-label={t("Response, attempt {{number}}", { number: attempt.number })}
                >
                  {attempt.response === null || attempt.response === ""
                    ? t("Empty response.")
                    : attempt.response}
                </pre>
              </details>
            </li>
          ))}
        </ol>
      </Card>
      <Card
        title={t("Request body")}
        lead={t("The same bytes in every attempt, formatted here for reading.")}
      >
        <pre
          className="max-h-96 m-0 mb-3 py-2.5 px-3 border border-line rounded-md bg-surface font-mono text-[0.8125rem] leading-[1.25rem] whitespace-pre-wrap overflow-auto wrap-anywhere"
          role="group"
          tabIndex={0}
          aria-label={t("Request body")}
        >
          {overLines(body)}
        </pre>
        <CopyButton text={body} what={t("body as sent")} />
      </Card>
    </>
  );
}

function overLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
