import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { listRangeReplays } from "~/domain/webhooks/range-replays.sql.server";
import { replayRange } from "~/domain/webhooks/replay.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { readReplayRange, ReplayForm } from "../webhook-forms";
import { redirectWith } from "~/http/flash.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { addDays, wallTimeOf } from "~/lib/time";
import { ProgressBars } from "~/ui/feedback/progress-bar";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, TextField, TickField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { Card } from "~/ui/layout/card";
import { useReadAgain } from "~/ui/use-read-again";
import { ReplayBar } from "./replay-bar";
import { WebhookFrame } from "../webhook-frame";
import { webhookHead } from "../webhook-head";
import { instantWriter } from "~/ui/when";
import styles from "~/ui/form/fields.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Replay · Booking Service" }];

/** How far back events are kept to be sent again. */
const KEPT_DAYS = 30;
/** How often an open page asks how far a replay has come. */
const EVERY_MS = 2000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const webhook = await orNoPage(getSubscription(actor, pageId(params)));
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const replays = await listRangeReplays(actor, webhook.id);
  const { failing_since, enabled } = webhook;
  const [failing_day, failing_time] = failing_since
    ? wallTimeOf(Date.parse(failing_since), calendar.time_zone).split(" ")
    : [];
  return {
    webhook: webhookHead(webhook, write),
    enabled,
    limits: fieldLimits(ReplayForm),
    time_zone: calendar.time_zone,
    today: calendar.today,
    first_day: addDays(calendar.today, -KEPT_DAYS),
    stored: {
      from_day: failing_day ?? addDays(calendar.today, -1),
      from_time: failing_time ?? "00:00",
      only_missing: "on",
    },
    replays: replays.map(({ at, from, to, ...replay }) => ({
      ...replay,
      at: write(at),
      range: `Events from ${write(from)} to ${write(to)}`,
    })),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, ReplayForm, async (form) => {
    const { queued } = await replayRange(actor, id, readReplayRange(form, actor.tenant.time_zone));
    const words =
      queued === 0
        ? "There is nothing to send in this range."
        : `${queued === 1 ? "1 event is" : `${queued} events are`} being sent again.`;
    return redirectWith(`/dashboard/webhooks/${id}/replay`, words);
  });
}

export default function Replay() {
  const { webhook, enabled, time_zone, today, first_day, stored, replays } = useLoaderData<typeof loader>();
  const state = formState(stored, useActionData<typeof action>()?.result);
  const isRunning = replays.some(({ waiting }) => waiting > 0);
  useReadAgain(isRunning, EVERY_MS);
  const days = { min: first_day, max: today };
  return (
    <WebhookFrame webhook={webhook}>
      <Card
        title="Send events again"
        lead={`For what your program missed. Each message has the same id as before, so a program that knows ids does nothing twice. Times are those of ${time_zone}.`}
      >
        {enabled ? (
          <Form method="post" className={styles.form!}>
            <FormProblems state={state} />
            <div className={styles.inline}>
              <TextField state={state} name="from_day" label="From" type="date" required {...days} />
              <TextField state={state} name="from_time" label="From, time" type="time" />
            </div>
            <div className={styles.inline}>
              <TextField state={state} name="to_day" label="Until (empty: now)" type="date" {...days} />
              <TextField state={state} name="to_time" label="Until, time" type="time" />
            </div>
            <TickField state={state} name="only_missing" label="Only what never arrived" />
            <Button type="submit" size="md">
              Send again
            </Button>
          </Form>
        ) : (
          <p>
            This webhook is turned off. <Link to={`/dashboard/webhooks/${webhook.id}/settings`}>Turn it on</Link> first.
          </p>
        )}
      </Card>
      {replays.length > 0 && (
        <Card
          title="Replays"
          lead={
            isRunning ? "You can leave this page: the replay goes on, and this page shows how far it is." : undefined
          }
        >
          <ProgressBars>
            {replays.map((replay) => (
              <ReplayBar key={replay.id} replay={replay} />
            ))}
          </ProgressBars>
          <p>
            <Link to={`/dashboard/webhooks/${webhook.id}?origin=replay`}>See the deliveries</Link>
            {isRunning && (
              <>
                {" · "}
                <Link to={`/dashboard/webhooks/${webhook.id}/replay`}>Read again</Link>
              </>
            )}
          </p>
        </Card>
      )}
    </WebhookFrame>
  );
}
