import type { PageOf, PageQuery } from "~/contract/common";
import type { AttentionItem } from "~/contract/payments";
import { pageOfAll } from "~/lib/cursor.server";
import type { StaffActor } from "../identity/actor";
import { paymentsToLookAt, type ToLookAt } from "../payments/attention.server";
import { quietCalendar } from "./quiet-calendar.sql.server";
import {
  approvals,
  bouncedMail,
  failingWebhooks,
  outsideHours,
  overCapacity,
  withoutFreeTime,
} from "./working-day.sql.server";

const kinds: ((tenantId: string) => Promise<ToLookAt[]>)[] = [
  ...[paymentsToLookAt, approvals, failingWebhooks, bouncedMail, overCapacity, outsideHours, withoutFreeTime],
  quietCalendar,
];
const NOTHING = {
  ...{ booking_id: null, payment_id: null, schedule_id: null, subscription_id: null, message_id: null },
  ...{ at: null, expires_at: null },
};

/** What a person has to look at: one query for each kind, some of each. */
export async function listAttention(actor: StaffActor, query: PageQuery): Promise<PageOf<AttentionItem>> {
  const found: ToLookAt[] = [];
  // One after another: a page that is opened often must not take several connections.
  for (const find of kinds) found.push(...(await find(actor.tenant.id)));
  const items = found.map((item): AttentionItem => ({ ...NOTHING, ...item }));
  return pageOfAll(items, query, "kind", placeOf);
}

const placeOf = ({ kind, payment_id, message_id, booking_id, schedule_id, subscription_id }: AttentionItem) =>
  `${kind} ${payment_id ?? message_id ?? booking_id ?? schedule_id ?? subscription_id}`;
