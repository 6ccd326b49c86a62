import type { PageOf, PageQuery } from "~/contract/common";
import type { AttentionItem } from "~/contract/attention";
import { pageOfAll } from "~/lib/cursor.server";
import type { StaffActor } from "../identity/actor";
import { closingAlerts } from "../account/closing-attention.server";
import { paymentAlerts, type Alert, unsettledBalances } from "../payments/attention.server";
import { quietCalendar } from "./quiet-calendar.sql.server";
import {
  approvals,
  bouncedMail,
  failingWebhooks,
  outsideHours,
  overCapacity,
  withoutFreeTime,
} from "./working-day.sql.server";

const kinds: ((tenantId: string) => Promise<Alert[]>)[] = [
  ...[paymentAlerts, approvals, failingWebhooks, bouncedMail, overCapacity, outsideHours, withoutFreeTime],
  quietCalendar,
  closingAlerts,
];
const NOTHING = {
  ...{ booking_id: null, payment_id: null, schedule_id: null, subscription_id: null, message_id: null },
  ...{ at: null, expires_at: null },
};

/** What a person has to look at: one query for each kind, some of each. */
export async function listAttention(actor: StaffActor, query: PageQuery): Promise<PageOf<AttentionItem>> {
  const { id: tenantId, locale } = actor.tenant;
  const found: Alert[] = await unsettledBalances(tenantId, locale);
  // One after another: a page that is opened often must not take several connections.
  for (const find of kinds) found.push(...(await find(tenantId)));
  const items = found.map((item): AttentionItem => ({ ...NOTHING, ...item }));
  return pageOfAll(items, query, "kind", placeOf);
}

const placeOf = ({ kind, payment_id, message_id, booking_id, schedule_id, subscription_id }: AttentionItem) =>
  `${kind} ${payment_id ?? message_id ?? booking_id ?? schedule_id ?? subscription_id}`;
