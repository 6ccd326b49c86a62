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
import styles from "./delivery-page.module.css";

/** Polling interval while a delivery is pending. */
const EVERY_MS = 2000;

interface Attempt {
  number: number;
  at: string;
  url: string;
  headers: string[];
  answer: string;
  is_good: boolean;
  latency_ms: number;
  response: string | null;
}

export interface DeliveryView {
  id: string;
  type: string;
  status: keyof typeof deliveryWords;
  origin: keyof typeof originWords;
  event_id: string;
  attempts: number;
  body: string;
  made: string;
  next: string | null;
  webhook: { id: string; url: string; enabled: boolean };
  log: Attempt[];
}

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
      <PageHeader title={type} aside={made}>
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
        {log.length === 0 && <p className={styles.quiet}>{t("No attempts yet.")}</p>}
        <ol className={styles.attempts}>
          {log.map((attempt) => (
            <li key={attempt.number}>
              <div className={styles.line}>
                <strong>{attempt.answer}</strong>
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
                <summary>
                  {t("Request and response {{number}}", { number: attempt.number })}
                </summary>
                <h3>{t("Request headers")}</h3>
                <pre
                  role="group"
                  tabIndex={0}
                  aria-label={t("Request headers, attempt {{number}}", { number: attempt.number })}
                >
                  {[`POST ${attempt.url}`, ...attempt.headers].join("\n")}
                </pre>
                <h3>{t("Response")}</h3>
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
        <pre className={styles.body} role="group" tabIndex={0} aria-label={t("Request body")}>
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
