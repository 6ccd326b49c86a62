import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { ProgressBars } from "~/ui/feedback/progress-bar";
import { FormProblems, TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { useReadAgain } from "~/ui/use-read-again";
import { ReplayBar } from "./replay-bar";
import { WebhookFrame } from "../webhook-frame";
import type { ReplayView } from "./load.server";
import styles from "~/ui/form/fields.module.css";

/** How often an open page asks how far a replay has come. */
const EVERY_MS = 2000;

/** Sends a webhook's events again, and shows how far that is. */
export function ReplayPage({ view, refusal }: { view: ReplayView; refusal: FormRefusal | undefined }) {
  const { webhook, enabled, time_zone, today, first_day, stored, replays } = view;
  const state = formState(stored, refusal);
  const isRunning = replays.some(({ waiting }) => waiting > 0);
  useReadAgain(isRunning, EVERY_MS);
  const days = { min: first_day, max: today };
  return (
    <WebhookFrame webhook={webhook}>
      <Card
        title={t("Send events again")}
        lead={t(
          "For what your program missed. Each message has the same id as before, so a program that knows ids does nothing twice. Times are those of {time_zone}.",
          { time_zone },
        )}
      >
        {enabled ? (
          <Form method="post" className={styles.form!}>
            <FormProblems state={state} />
            <div className={styles.inline}>
              <TextField state={state} name="from_day" label={t("From")} type="date" required {...days} />
              <TextField state={state} name="from_time" label={t("From, time")} type="time" />
            </div>
            <div className={styles.inline}>
              <TextField state={state} name="to_day" label={t("Until (empty: now)")} type="date" {...days} />
              <TextField state={state} name="to_time" label={t("Until, time")} type="time" />
            </div>
            <CheckboxField state={state} name="only_missing" label={t("Only what never arrived")} />
            <Button variant="primary" type="submit">
              {t("Send again")}
            </Button>
          </Form>
        ) : (
          <p>
            {t("This webhook is turned off.")}{" "}
            <Link to={`/dashboard/webhooks/${webhook.id}/settings`}>{t("Turn it on")}</Link> {t("first.")}
          </p>
        )}
      </Card>
      {replays.length > 0 && (
        <Card
          title={t("Replays")}
          lead={
            isRunning ? t("You can leave this page: the replay goes on, and this page shows how far it is.") : undefined
          }
        >
          <ProgressBars>
            {replays.map((replay) => (
              <ReplayBar key={replay.id} replay={replay} />
            ))}
          </ProgressBars>
          <p>
            <Link to={`/dashboard/webhooks/${webhook.id}?origin=replay`}>{t("See the deliveries")}</Link>
            {isRunning && (
              <>
                {" · "}
                <Link to={`/dashboard/webhooks/${webhook.id}/replay`}>{t("Read again")}</Link>
              </>
            )}
          </p>
        </Card>
      )}
    </WebhookFrame>
  );
}
