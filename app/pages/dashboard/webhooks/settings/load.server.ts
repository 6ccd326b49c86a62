import { changeEventTypes, NewWebhookSubscription } from "~/contract/webhooks";
import type { UserActor } from "~/domain/identity/actor";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { fieldLimits } from "~/ui/form/field-limits";
import { instantWriter } from "~/ui/when";
import { webhookHead } from "../webhook-head";

export type WebhookSettingsView = Awaited<ReturnType<typeof loadWebhookSettings>>;

/** A webhook's settings. Throws a 404 response. */
export async function loadWebhookSettings(actor: UserActor, id: string) {
  const webhook = await orNoPage(getSubscription(actor, id));
  const write = instantWriter(calendarOf(actor));
  const { url, events, changes, description, enabled, previous_secret_expires_at: until } = webhook;
  return {
    webhook: webhookHead(webhook, write),
    limits: fieldLimits(NewWebhookSubscription),
    stored: { url, events, changes, description: description ?? "" },
    types: changes ? [...events, ...changeEventTypes] : events,
    enabled,
    both_until: until !== null && Date.parse(until) > clock.now() ? write(until) : null,
  };
}
