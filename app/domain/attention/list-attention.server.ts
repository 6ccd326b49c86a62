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
  bookingsInTimeOff,
  bouncedMail,
  failingWebhooks,
  outsideHours,
  overCapacity,
  withoutFreeTime,
} from "./working-day.sql.server";

type Find = (tenant: AttentionTenant, reads: Reads) => Promise<Alert[]>;
/** The alerts for the front desk. */
const ofTheDesk: Find[] = [
  bouncedMail,
  overCapacity,
  bookingsInTimeOff,
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
  block_id: null,
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
 * The items this person can deal with, except approvals: staff get none about webhooks, keys or
 * payment accounts, and viewers and people limited to some resources get none at all.
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
  // In one round trip: a page that is opened often must not take several connections.
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
    of.calendar_id ?? of.connection_id ?? of.block_id,
  ]
    .filter(Boolean)
    .join(" ");
