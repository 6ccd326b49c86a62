import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { CopyButton } from "~/ui/form/copy-button";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card, Facts } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { useReadAgain } from "~/ui/use-read-again";
import { deliveryWords, originWords } from "~/ui/webhook-words";
import styles from "./delivery-page.module.css";

/** How often an open page asks whether a delivery has arrived. */
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

/** One event on its way to one webhook: what was sent, and what came back each time. */
export function DeliveryPage({
  delivery,
  problems,
}: {
  delivery: DeliveryView;
  problems: string[] | null | undefined;
}) {
  const { id, type, made, status, origin, event_id, attempts, body, next, webhook, log } = delivery;
  const { label, tone, icon } = deliveryWords[status];
  useReadAgain(status === "pending", EVERY_MS);
  return (
    <>
      <PageHeader title={type} aside={made}>
        <LinkButton to={`/dashboard/webhooks/check?delivery=${id}`} icon="shield">
          {t("Check its signature")}
        </LinkButton>
        {webhook.enabled && (
          <Form method="post">
            <Button variant="primary" type="submit">
              {t("Replay")}
            </Button>
          </Form>
        )}
      </PageHeader>
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <Card title={t("Delivery")}>
        <Facts
          facts={[
            [
              "State",
              <Badge key="state" tone={tone} icon={icon}>
                {label}
              </Badge>,
            ],
            [
              "Webhook",
              <Link key="webhook" to={`/dashboard/webhooks/${webhook.id}`}>
                {webhook.url}
              </Link>,
            ],
            ["Sent", originWords[origin]],
            ["Attempts", `${attempts} of ${origin === "test" ? 1 : 10}`],
            ["Next try", next],
            ["Event", event_id],
          ]}
        />
      </Card>
      <Card title={t("Attempts")}>
        {log.length === 0 && <p className={styles.quiet}>{t("None yet.")}</p>}
        <ol className={styles.attempts}>
          {log.map((attempt) => (
            <li key={attempt.number}>
              <div className={styles.line}>
                <strong>{attempt.answer}</strong>
                <span>{t("{at} · {latency_ms} ms", { at: attempt.at, latency_ms: attempt.latency_ms })}</span>
                <Badge tone={attempt.is_good ? "good" : "bad"} icon={attempt.is_good ? "check" : "warning"}>
                  {attempt.is_good ? t("Arrived") : t("Failed")}
                </Badge>
              </div>
              <details>
                <summary>{t("Headers and answer of attempt {number}", { number: attempt.number })}</summary>
                <h3>{t("Request headers")}</h3>
                <pre
                  role="group"
                  tabIndex={0}
                  aria-label={t("Request headers of attempt {number}", { number: attempt.number })}
                >
                  {[`POST ${attempt.url}`, ...attempt.headers].join("\n")}
                </pre>
                <h3>{t("Answer")}</h3>
                <pre role="group" tabIndex={0} aria-label={t("Answer to attempt {number}", { number: attempt.number })}>
                  {attempt.response === null || attempt.response === "" ? "No text came back." : attempt.response}
                </pre>
              </details>
            </li>
          ))}
        </ol>
      </Card>
      <Card
        title={t("Request body")}
        lead={t("The same bytes on every attempt; written over several lines here to be read.")}
      >
        <pre className={styles.body} role="group" tabIndex={0} aria-label={t("Request body")}>
          {overLines(body)}
        </pre>
        <CopyButton text={body} what={t("the body as it was sent")} />
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
