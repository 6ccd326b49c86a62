import type { PageOf, PageQuery } from "~/contract/common";
import type { AttentionItem } from "~/contract/attention";
import { pageOfAll } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { inOneTrip, type Reads } from "~/lib/one-trip.sql.server";
import { hasRole, resourceLimit, type StaffActor } from "../identity/actor";
import {
  brokenCalendars,
  calendarClashes,
  changedOutside,
  shrunkCalendars,
} from "../calendars/attention.server";
import { closingAlerts } from "../account/closing-attention.server";
import {
  type Alert,
  type AttentionTenant,
  paymentAlerts,
  unsettledBalances,
} from "../payments/attention.server";
import { quietCalendar } from "./quiet-calendar.sql.server";
import {
  approvals,
  bouncedMail,
  failingWebhooks,
  outsideHours,
  overCapacity,
  withoutFreeTime,
} from "./working-day.sql.server";

type Find = (tenant: AttentionTenant, reads: Reads) => Promise<Alert[]>;
/** What the front desk deals with. */
const ofTheDesk: Find[] = [
  bouncedMail,
  overCapacity,
  outsideHours,
  calendarClashes,
  changedOutside,
];
const kinds: Find[] = [
  unsettledBalances,
  ({ id }, reads) => paymentAlerts(id, reads),
  approvals,
  failingWebhooks,
  ...ofTheDesk,
  brokenCalendars,
  shrunkCalendars,
  ({ id }, reads) => withoutFreeTime(id, reads),
  (tenant, reads) => quietCalendar(tenant, undefined, reads),
  ({ id }, reads) => closingAlerts(id, reads),
];
const NOTHING = {
  booking_id: null,
  payment_id: null,
  schedule_id: null,
  subscription_id: null,
  message_id: null,
  connection_id: null,
  calendar_id: null,
  at: null,
  expires_at: null,
};

/** Items that need a person: one query per kind, limited per kind. */
export async function listAttention(
  actor: StaffActor,
  query: PageQuery,
): Promise<PageOf<AttentionItem>> {
  return pageOfAll(await find(actor, kinds), query, "kind", placeOf);
}

/**
 * The same as far as it is this person's to deal with, all of it but the approvals: nothing of webhooks, keys or payment accounts for
 * staff, and nothing at all for people who only look, or who see some of the resources.
 */
export async function listOwnAttention(actor: StaffActor): Promise<AttentionItem[]> {
  if (hasRole(actor, "admin"))
    return find(
      actor,
      kinds.filter((kind) => kind !== approvals),
    );
  return hasRole(actor, "staff") && resourceLimit(actor) === null ? find(actor, ofTheDesk) : [];
}

async function find(actor: StaffActor, wanted: readonly Find[]): Promise<AttentionItem[]> {
  // In one trip: a page that is opened often must take neither several connections nor a trip for each kind.
  const reads = inOneTrip(pool);
  const found = await Promise.all(wanted.map((ofKind) => ofKind(actor.tenant, reads)));
  return found.flat().map((item): AttentionItem => ({ ...NOTHING, ...item }));
}

const placeOf = ({
  kind,
  payment_id,
  message_id,
  booking_id,
  schedule_id,
  subscription_id,
  ...of
}: AttentionItem) =>
  [
    kind,
    payment_id ?? message_id ?? booking_id ?? schedule_id ?? subscription_id,
    of.calendar_id ?? of.connection_id,
  ]
    .filter(Boolean)
    .join(" ");
