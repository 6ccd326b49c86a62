import type { UserActor } from "~/domain/identity/actor";
import { listRangeReplays } from "~/domain/webhooks/range-replays.sql.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { addDays, wallTimeOf } from "~/lib/time";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";
import { ReplayForm } from "../webhook-forms";
import { webhookHead } from "../webhook-head";

/** How long events can be replayed, in days. */
const KEPT_DAYS = 30;

export type ReplayView = Awaited<ReturnType<typeof loadReplay>>;

/** The replay form and progress of recent replays. Throws a 404 response. */
export async function loadReplay(actor: UserActor, webhookId: string) {
  const webhook = await orNoPage(getSubscription(actor, webhookId));
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
      from: write(from),
      to: write(to),
    })),
  };
}
