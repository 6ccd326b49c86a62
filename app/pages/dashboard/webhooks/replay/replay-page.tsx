import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FORM, FieldLine } from "~/ui/kit/form";
import { ProgressBars } from "~/ui/feedback/progress-bar";
import { TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { Rich } from "~/ui/rich";
import { useReadAgain } from "~/ui/use-read-again";
import { ReplayBar } from "./replay-bar";
import { WebhookFrame } from "../webhook-frame";
import type { ReplayView } from "./load.server";
import { Button } from "~/ui/kit/button";

/** Polling interval. */
const EVERY_MS = 2000;

/** Replays a webhook's events and shows progress. */
export function ReplayPage({
  view,
  refusal,
}: {
  view: ReplayView;
  refusal: FormRefusal | undefined;
}) {
  const { webhook, enabled, time_zone, today, first_day, stored, replays } = view;
  const isRunning = replays.some(({ waiting }) => waiting > 0);
  useReadAgain(isRunning, EVERY_MS);
  const days = { min: first_day, max: today };
  return (
    <WebhookFrame webhook={webhook}>
      <Card
        title={t("Replay events")}
        lead={t(
          "For events that your server missed. Messages keep their id, so a server that remembers ids handles none twice. Times are in {{time_zone}}.",
          { time_zone },
        )}
      >
        {enabled ? (
          <PageForm stored={stored} refusal={refusal} className={FORM}>
            <FieldLine>
              <TextField name="from_day" label={t("Start date")} type="date" required {...days} />
              <TextField name="from_time" label={t("Start time")} type="time" />
            </FieldLine>
            <FieldLine>
              <TextField name="to_day" label={t("End date (empty: now)")} type="date" {...days} />
              <TextField name="to_time" label={t("End time")} type="time" />
            </FieldLine>
            <CheckboxField name="only_missing" label={t("Only undelivered events")} />
            <Button variant="primary" type="submit">
              {t("Replay events")}
            </Button>
          </PageForm>
        ) : (
          <p>
            <Rich
              text={t("This webhook is turned off. <on>Turn it on</on> first.")}
              parts={{
                on: (inner) => (
                  <Link to={`/dashboard/webhooks/${webhook.id}/settings`}>{inner}</Link>
                ),
              }}
            />
          </p>
        )}
      </Card>
      {replays.length > 0 && (
        <Card
          title={t("Replays")}
          lead={isRunning ? t("You can leave this page; the replay continues.") : undefined}
        >
          <ProgressBars>
            {replays.map((replay) => (
              <ReplayBar key={replay.id} replay={replay} />
            ))}
          </ProgressBars>
          <p>
            <Link to={`/dashboard/webhooks/${webhook.id}?origin=replay`}>
              {t("See deliveries")}
            </Link>
            {isRunning && (
              <>
                {" · "}
                <Link to={`/dashboard/webhooks/${webhook.id}/replay`}>{t("Refresh")}</Link>
              </>
            )}
          </p>
        </Card>
      )}
    </WebhookFrame>
  );
}
