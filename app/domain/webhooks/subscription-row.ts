import { changeEventTypes, type WebhookSubscription } from "~/contract/webhooks";
import { toRfc3339 } from "~/lib/time";

/** A row of `webhook_subscription`, without its secrets. */
export interface SubscriptionRow {
  id: string;
  url: string;
  events: string[];
  changes: boolean;
  description: string | null;
  disabled_at: Date | null;
  disabled_reason: string | null;
  failing_since: Date | null;
  previous_secret_expires_at: Date | null;
  created_at: Date;
}

export const SUBSCRIPTION_COLUMNS =
  "id, url, events, changes, description, disabled_at, disabled_reason, failing_since, previous_secret_expires_at, created_at";

const wire = (instant: Date | null) => instant && toRfc3339(instant.getTime());

export function toSubscription(row: SubscriptionRow): WebhookSubscription {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    changes: row.changes,
    description: row.description,
    enabled: row.disabled_at === null,
    disabled_at: wire(row.disabled_at),
    disabled_reason: row.disabled_reason,
    failing_since: wire(row.failing_since),
    previous_secret_expires_at: wire(row.previous_secret_expires_at),
    created_at: toRfc3339(row.created_at.getTime()),
  };
}

/** The event types that a subscription receives. */
export const typesOf = ({
  events,
  changes,
}: Pick<SubscriptionRow, "events" | "changes">): string[] => [
  ...events,
  ...(changes ? changeEventTypes : []),
];

/** Encryption context that binds a stored signing secret to its row (see encrypt). */
export function secretContext(tenantId: string, subscriptionId: string): string {
  return `webhook:${tenantId}:${subscriptionId}`;
}
