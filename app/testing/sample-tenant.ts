import { createGroup } from "~/domain/resource-groups/resource-groups.server";
import { MergeCustomer } from "~/contract/customers";
import { mergeCustomer } from "~/domain/customers/merge-customers.server";
import { NewBooking, NewBookingSeries, NewBookingVisit } from "~/contract/booking-inputs";
import { NewClosedDays, NewHours } from "~/contract/hours";
import { NewApiKey } from "~/contract/api-keys";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import { createBlock } from "~/domain/blocks/change-block.server";
import { NewBookingLink } from "~/contract/booking-links";
import { createBookingLink } from "~/domain/booking-links/booking-links.server";
import { linkToken } from "~/domain/booking-links/link-token.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { createFeed } from "~/domain/calendar/calendar-feeds.server";
import { sealSecret } from "~/domain/calendars/access.server";
import { createSeries } from "~/domain/series/create-series.server";
import { createTemplate } from "~/domain/email/templates.server";
import { createVisit } from "~/domain/visits/create-visit.server";
import type { UserActor } from "~/domain/identity/actor";
import { nextNumber } from "~/domain/receipts/due-receipts.sql.server";
import { NO_ADDRESS } from "~/domain/tenants/no-address";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { closeDays } from "~/domain/schedules/closed-days.server";
import { createHours } from "~/domain/schedules/shared-hours.server";
import { createSubscription } from "~/domain/webhooks/subscriptions.server";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "./factory";

// A tenant with one of everything, for tests that cover every operation.

/**
 * Ids that operations can refer to. All other records belong to `resource`; none belongs to
 * `other_resource`.
 */
export const kinds = [
  "tenant",
  "resource",
  "other_resource",
  "schedule",
  "hours",
  "closed_day",
  "slot",
  "full_slot",
  "slot_job",
  "booking",
  "customer",
  "other_customer",
  "merged_customer",
  "session_id",
  "payment",
  "receipt",
  "waitlist_entry",
  "user",
  "api_key",
  "widget_config",
  "asset",
  "subscription",
  "event",
  "delivery",
  "template",
  "message",
  "calendar_feed",
  "verification",
  "block",
  "booking_link",
  "resource_group",
  "booking_series",
  "booking_visit",
  "course",
  "link_token",
  "calendar_connection",
  "connected_calendar",
] as const;
export type Kind = (typeof kinds)[number];
export type Ids = Record<Kind, string>;

export interface SampleTenant {
  owner: UserActor;
  ids: Ids;
}

/** Kinds visible only to people who work with their resource. */
export const resourceBound: readonly Kind[] = [
  "resource",
  "schedule",
  "slot",
  "full_slot",
  "booking",
  "customer",
  "other_customer",
  "merged_customer",
  "waitlist_entry",
  "message",
  "calendar_feed",
  "block",
  "booking_link",
  "resource_group",
  "booking_series",
  "booking_visit",
  "course",
  "connected_calendar",
];

const used = new Set<string>();
let blocked = 0;
let closed = 0;
let visits = 0;

/** A free slot that no test has received before; full ones are booked here. */
async function freeSlot({ owner, ids }: SampleTenant): Promise<string> {
  const found = await pool.query<{ id: string }>(
    `select id from slot where tenant_id = $1 and schedule_id = $2 and taken = 0 and status = 'open' and id <> all($3::uuid[])
       and starts_at > now() + interval '1 day' order by starts_at limit 1`,
    [owner.tenant.id, ids.schedule, [...used]],
  );
  const id = found.rows[0]?.id;
  if (id === undefined) throw new Error("The sample tenant has run out of free slots.");
  used.add(id);
  return id;
}

async function bookFreeSlot(sample: SampleTenant) {
  const input = NewBooking.parse({ slot_id: await freeSlot(sample), customer: aCustomer() });
  return createBooking(sample.owner, input, null);
}

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const names = Object.keys(row);
  await pool.query(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
  return String(row.id);
}

async function insertPayment(sample: SampleTenant, session_id: string): Promise<string> {
  return insert("payment", {
    tenant_id: sample.owner.tenant.id,
    id: newId(),
    provider: "payprovider",
    amount: 100,
    currency: "EUR",
    booking_id: (await bookFreeSlot(sample)).id,
    session_id,
  });
}

/** Receipts are only issued for money received, of a payment with a provider or at the desk. */
async function insertSampleReceipt(sample: SampleTenant): Promise<string> {
  const tenant_id = sample.owner.tenant.id;
  const { id: booking_id, reference } = await bookFreeSlot(sample);
  const no = await nextNumber(pool, tenant_id, 2027);
  return insert("receipt", {
    tenant_id,
    id: newId(),
    year: 2027,
    no,
    booking_id,
    payment_id: newId(),
    amount: 2500,
    tax_amount: 434,
    currency: "EUR",
    guest_name: "Anna Jansen",
    document: JSON.stringify({
      booking_reference: reference,
      purpose: "booking",
      method: "cash",
      received_at: "2027-01-04T09:00:00Z",
      company: { name: sample.owner.tenant.name, address: NO_ADDRESS, tax_number: null },
      lines: [{ kind: "service", label: "Haircut", quantity: 1, amount: 2500 }],
      tax: { name: "VAT", rate_bps: 2100 },
    }),
    created_at: clock.date(),
  });
}

/** Factories per kind; most need the sample tenant's resource and schedule. */
const makers: Record<Kind, (sample: SampleTenant) => Promise<string>> = {
  tenant: async ({ owner }) => owner.tenant.id,
  resource: async ({ owner }) => (await makeResource(owner)).id,
  other_resource: async ({ owner }) => (await makeResource(owner)).id,
  schedule: async ({ owner, ids }) =>
    (await makeSchedule(owner, [ids.resource], { max_advance_days: 20, max_repeat_dates: 12 })).id,
  hours: async ({ owner }) =>
    (await createHours(owner, NewHours.parse({ name: "Hours", rules: [] }))).id,
  // Outside all slots and example times, so that a response naming one has no other reason.
  closed_day: async ({ owner }) => {
    const date = new Date(clock.now() + 86_400_000 * (600 + ++closed)).toISOString().slice(0, 10);
    await closeDays(owner, NewClosedDays.parse({ days: [{ date, name: "Closed" }] }));
    return date;
  },
  slot: freeSlot,
  full_slot: async (sample) => (await bookFreeSlot(sample)).slot_id!,
  slot_job: ({ owner }) =>
    insert("slot_job", {
      tenant_id: owner.tenant.id,
      id: newId(),
      state: "done",
      total: 1,
      task: "[]",
    }),
  booking: async (sample) => (await bookFreeSlot(sample)).id,
  customer: async (sample) => (await bookFreeSlot(sample)).customer_id,
  other_customer: (sample) => makers.customer(sample),
  merged_customer: async (sample) => {
    const from_id = await makers.customer(sample);
    await mergeCustomer(
      sample.owner,
      await makers.customer(sample),
      MergeCustomer.parse({ from_id }),
    );
    return from_id;
  },
  session_id: async (sample) => {
    const session_id = `cs_${newId()}`;
    await insertPayment(sample, session_id);
    return session_id;
  },
  payment: (sample) => insertPayment(sample, `cs_${newId()}`),
  receipt: insertSampleReceipt,
  waitlist_entry: async ({ owner, ids }) =>
    (
      await joinWaitlist(
        owner,
        NewWaitlistEntry.parse({ slot_id: ids.full_slot, customer: aCustomer() }),
      )
    ).id,
  user: async ({ owner }) => (await makeUser(owner, "staff")).user_id,
  api_key: async ({ owner }) => {
    // The number of new keys stays below a tenant's limit.
    await pool.query("delete from api_key where tenant_id = $1 and name = 'Fresh'", [
      owner.tenant.id,
    ]);
    return (await createApiKey(owner, NewApiKey.parse({ kind: "publishable", name: "Fresh" }))).id;
  },
  widget_config: ({ owner }) =>
    insert("widget_config", { tenant_id: owner.tenant.id, id: newId(), name: "Widget" }),
  asset: ({ owner }) =>
    insert("asset", {
      tenant_id: owner.tenant.id,
      id: newId(),
      media_type: "image/webp",
      content: Buffer.alloc(1),
      width: 1,
      height: 1,
      bytes: 1,
    }),
  subscription: async ({ owner }) => {
    await pool.query(
      "delete from webhook_subscription where tenant_id = $1 and description = 'Fresh'",
      [owner.tenant.id],
    );
    const input = {
      url: "https://example.com/hook",
      events: ["booking.created" as const],
      changes: false,
      description: "Fresh",
    };
    return (await createSubscription(owner, input)).id;
  },
  event: async (sample) => {
    const booking = await bookFreeSlot(sample);
    const relayed = await pool.query<{ id: string }>(
      `update event set relayed_at = now(), position = (select coalesce(max(position), 0) + 1 from event)
       where tenant_id = $1 and booking_id = $2 and sequence = 1 returning id`,
      [sample.owner.tenant.id, booking.id],
    );
    return relayed.rows[0]!.id;
  },
  delivery: async (sample) => {
    const ids = { event_id: sample.ids.event, subscription_id: await makers.subscription(sample) };
    return insert("webhook_delivery", { tenant_id: sample.owner.tenant.id, id: newId(), ...ids });
  },
  template: async ({ owner }) => {
    const locale = `en-x${newId().slice(-6)}`;
    return (
      await createTemplate(owner, {
        key: "booking_created",
        locale,
        subject: "Hello",
        body: "<p>Hello</p>",
      })
    ).id;
  },
  message: ({ owner, ids }) =>
    insert("message", {
      tenant_id: owner.tenant.id,
      id: newId(),
      kind: "booking_created",
      channel: "email",
      audience: "customer",
      recipient: "anna@example.test",
      locale: "en",
      subject: "Hello",
      html: "<p>Hello</p>",
      text: "Hello",
      booking_id: ids.booking,
      status: "sent",
    }),
  calendar_feed: async ({ owner }) =>
    (await createFeed(owner, { resource_id: (await makeResource(owner)).id })).id,
  block: async ({ owner, ids }) => {
    // Outside all slots and example times, so that a response naming one has no other reason. Each
    // gets its own hour.
    const starts_at = new Date(clock.now() + 200 * 86_400_000 + 3_600_000 * ++blocked);
    const ends_at = new Date(starts_at.getTime() + 1_800_000);
    return (
      await createBlock(owner, { resource_id: ids.resource, starts_at, ends_at, reason: null })
    ).id;
  },
  resource_group: async ({ owner, ids }) =>
    (await createGroup(owner, { name: "Rooms", resource_ids: [ids.resource] })).id,
  booking_link: async ({ owner, ids }) =>
    (await createBookingLink(owner, NewBookingLink.parse({ schedule_id: ids.schedule }))).id,
  // Its dates are closed, so that it uses up no times.
  booking_series: async ({ owner, ids }) => {
    const input = NewBookingSeries.parse({
      resource_id: ids.resource,
      schedule_id: ids.schedule,
      starts_at: new Date(clock.now() + 500 * 86_400_000).toISOString(),
      customer: aCustomer(),
      repeat: { rrule: "FREQ=WEEKLY;COUNT=2", if_taken: "skip" },
    });
    return (await createSeries(owner, input)).id!; // not a dry run
  },
  // Outside all slots and example times. Each gets its own day.
  booking_visit: async ({ owner, ids }) => {
    const input = NewBookingVisit.parse({
      starts_at: new Date(clock.now() + 86_400_000 * (300 + ++visits)).toISOString(),
      parts: [
        { schedule_id: ids.schedule, resource_id: ids.resource },
        { schedule_id: ids.schedule, resource_id: "same" },
      ],
      customer: aCustomer(),
      override: true,
    });
    return (await createVisit(owner, input, null)).id!; // not a dry run
  },
  // A class with room for all examples.
  course: async ({ owner }) => {
    const studio = await makeResource(owner, { capacity: 200 });
    const starts_on = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const terms = { max_advance_days: 20, course: { starts_on, dates: 2 } };
    return (await makeSchedule(owner, [studio.id], terms)).id;
  },
  link_token: async ({ owner, ids }) => linkToken(owner.tenant.id, ids.booking_link),
  // An account that must be reconnected, so that no provider is called.
  calendar_connection: async ({ owner }) => {
    const { tenant, user_id } = owner;
    const id = newId();
    const secret = sealSecret(tenant.id, id, {
      kind: "address",
      url: "https://calendar.example.com/a.ics",
    });
    return insert("calendar_connection", {
      tenant_id: tenant.id,
      id,
      user_id,
      provider: "ical",
      account: `calendar.example.com (${id})`,
      secret,
      state: "reconnect_required",
      problem: "reconnect",
      broken_at: new Date(clock.now()),
    });
  },
  connected_calendar: async ({ owner, ids }) => {
    const calendar = {
      tenant_id: owner.tenant.id,
      id: newId(),
      external_id: newId(),
      name: "Work",
      can_write: false,
    };
    await insert("connected_calendar", {
      ...calendar,
      connection_id: ids.calendar_connection,
      resource_id: ids.resource,
      mode: "advise",
    });
    const [starts_at, ends_at] = [300, 301].map(
      (days) => new Date(clock.now() + days * 86_400_000),
    );
    const busy = {
      tenant_id: owner.tenant.id,
      calendar_id: calendar.id,
      external_id: "e1b2c3",
      starts_at,
      ends_at,
    };
    await insert("busy", busy);
    return calendar.id;
  },
  verification: ({ owner, ids }) =>
    insert("verification_code", {
      id: newId(),
      purpose: "widget",
      channel: "email",
      destination: `${newId()}@example.test`,
      tenant_id: owner.tenant.id,
      api_key_id: ids.api_key,
      code_hmac: Buffer.alloc(32),
      expires_at: new Date(clock.now() + 600_000),
    }),
};

export function makeFresh(sample: SampleTenant, kind: Kind): Promise<string> {
  return makers[kind](sample);
}

/** A tenant with one of everything. */
export async function makeSampleTenant(): Promise<SampleTenant> {
  const owner = await makeTenant();
  const sample: SampleTenant = { owner, ids: {} as Ids }; // filled below, in the order of the kinds
  for (const kind of kinds) {
    sample.ids[kind] = await makers[kind](sample);
    await pool.query("update api_key set name = 'Kept' where tenant_id = $1", [owner.tenant.id]);
    await pool.query("update webhook_subscription set description = 'Kept' where tenant_id = $1", [
      owner.tenant.id,
    ]);
  }
  return sample;
}
