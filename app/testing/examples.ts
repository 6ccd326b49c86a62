import type { OperationShape } from "~/contract/operation";
import { newId } from "~/lib/ids";
import { day, type Example } from "./example";
import { calendarExamples } from "./examples-of-calendars";
import { aCustomer } from "./factory";
import type { Sent } from "./request";
import { type Ids, kinds, makeFresh, type SampleTenant } from "./sample-tenant";

/** The body in the operation's format: JSON, or a form. */
export function asSent({ accepts }: OperationShape, body: Example["body"]): Sent {
  if (body === undefined) return {};
  if (accepts !== "multipart") return { body };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value as string | Blob); // what a form can hold
  return { raw: form };
}

const WHITE =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII=";
const anImage = () => new Blob([Buffer.from(WHITE, "base64")], { type: "image/png" });
const hours = { rules: [{ days: [1, 2], start: "09:00", end: "10:00" }], max_advance_days: 2 };
/** A free time on a whole minute, far ahead. */
let minutes = 0;
const anyTime = () => new Date(Date.UTC(2028, 0, 1) + 3_600_000 * ++minutes).toISOString();

/** A booking that a guest repeats, at no time that is offered. */
const repeated = (ids: Ids) => ({
  schedule_id: ids.schedule,
  resource_id: ids.resource,
  starts_at: anyTime(),
  repeat: { every_weeks: 1, dates: 2 },
});

/** Several services that a guest books together, at no time that is offered. */
const together = (ids: Ids) => {
  const part = { schedule_id: ids.schedule, resource_id: ids.resource };
  return { starts_at: anyTime(), parts: [part, { ...part, resource_id: "same" }] };
};

/** Outside the opening hours of every sample. */
const AT_NIGHT = `${day(400)}T03:00:00Z`;
const OVERRIDE_REFUSED = {
  status: 403,
  except: ["the owner", "the admin", "a secret key of the role admin"],
};

/**
 * Example calls of each operation; together they use every id that it accepts. The first succeeds.
 * Ids belong to a sample tenant (sample-tenant.ts), so that sweeps can replace them.
 */
export const examples: Record<string, (ids: Ids) => Example[]> = {
  "resources.list": () => [{}],
  "resources.create": (ids) => [
    { body: { type: "room", name: "Room", image_asset_id: ids.asset, hours_id: ids.hours } },
  ],
  "resources.get": (ids) => [{ id: ids.resource }],
  "resources.update": (ids) => [
    {
      id: ids.resource,
      body: { name: "Other name", image_asset_id: ids.asset, hours_id: ids.hours },
    },
  ],
  "resources.remove": (ids) => [{ id: ids.resource }],

  "resourceGroups.list": () => [{}],
  "resourceGroups.create": (ids) => [{ body: { name: "Rooms", resource_ids: [ids.resource] } }],
  "resourceGroups.get": (ids) => [{ id: ids.resource_group }],
  "resourceGroups.update": (ids) => [
    { id: ids.resource_group, body: { name: "Other name", resource_ids: [ids.resource] } },
  ],
  "resourceGroups.remove": (ids) => [{ id: ids.resource_group }],

  "schedules.list": (ids) => [{ query: { resource_id: ids.resource } }, {}],
  "schedules.create": (ids) => [
    { body: { name: "Offer", resource_ids: [ids.resource], ...hours } },
    {
      body: {
        name: "Offer",
        resource_ids: [ids.resource],
        hours_id: ids.hours,
        image_asset_id: ids.asset,
      },
    },
  ],
  "schedules.get": (ids) => [{ id: ids.schedule }],
  "schedules.update": (ids) => [
    {
      id: ids.schedule,
      body: {
        name: "Other name",
        resource_ids: [ids.resource],
        hours_id: ids.hours,
        image_asset_id: ids.asset,
      },
    },
  ],
  "schedules.remove": (ids) => [{ id: ids.schedule }],

  "hours.list": () => [{}],
  "hours.create": () => [{ body: { name: "Hours", rules: hours.rules } }],
  "hours.get": (ids) => [{ id: ids.hours }],
  "hours.update": (ids) => [{ id: ids.hours, body: { name: "Other name" } }],
  "hours.remove": (ids) => [{ id: ids.hours }],
  "hours.listClosedDays": () => [{}],
  "hours.closeDays": () => [{ body: { days: [{ date: day(700), name: "Closed" }] } }],
  "hours.openDay": (ids) => [{ id: ids.closed_day }],
  "hours.listHolidays": () => [{ query: { country: "NL", year: "2027" } }],

  "bookingLinks.list": (ids) => [{ query: { schedule_id: ids.schedule } }, {}],
  "bookingLinks.create": (ids) => [
    {
      body: {
        schedule_id: ids.schedule,
        name: "Anna",
        max_uses: 1,
        customer: { name: "Anna Jansen" },
      },
    },
  ],
  "bookingLinks.get": (ids) => [{ id: ids.booking_link }],
  "bookingLinks.remove": (ids) => [{ id: ids.booking_link }],

  "slots.availability": (ids) => [
    { query: { resource_id: ids.resource, schedule_id: ids.schedule } },
    {},
  ],
  "slots.explain": (ids) => [
    { query: { resource_id: ids.resource, schedule_id: ids.schedule, date: day(2) } },
  ],
  "slots.create": (ids) => [
    {
      body: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        starts_at: anyTime(),
        duration_minutes: 30,
      },
    },
  ],
  "slots.get": (ids) => [{ id: ids.slot }],
  "slots.update": (ids) => [{ id: ids.slot, body: { status: "closed" } }],
  "slots.generate": (ids) => [
    {
      body: {
        schedule_id: ids.schedule,
        resource_ids: [ids.resource],
        from: day(2),
        to: day(2),
        dry_run: true,
      },
    },
  ],
  "slots.ensure": (ids) => [{ body: { schedule_id: ids.schedule } }],
  "slots.job": (ids) => [{ id: ids.slot_job }],
  "slots.remove": (ids) => [
    {
      body: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        from: "2030-01-01",
        to: "2030-01-02",
      },
    },
    { body: { schedule_id: ids.schedule, from: "2030-01-01", to: "2030-01-02" } },
  ],

  "blocks.list": (ids) => [{ query: { resource_id: ids.resource } }, {}],
  "blocks.create": (ids) => {
    const starts_at = anyTime();
    return [
      {
        body: {
          resource_id: ids.resource,
          starts_at,
          ends_at: starts_at.replace(":00:00.", ":30:00."),
        },
      },
    ];
  },
  "blocks.get": (ids) => [{ id: ids.block }],
  "blocks.update": (ids) => [{ id: ids.block, body: { reason: "Holiday" } }],
  "blocks.remove": (ids) => [{ id: ids.block }],

  "bookings.list": (ids) => [
    {
      query: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        slot_id: ids.slot,
        customer_id: ids.customer,
        series_id: ids.booking_series,
        visit_id: ids.booking_visit,
      },
    },
    {},
  ],
  "bookings.create": (ids) => [
    { body: { slot_id: ids.slot, customer: aCustomer() }, uses: ["slot"] },
    { body: { slot_id: ids.slot, customer_id: ids.customer }, uses: ["slot"] },
    {
      body: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        starts_at: anyTime(),
        duration_minutes: 45,
        override: true,
        customer: aCustomer(),
      },
      refused: OVERRIDE_REFUSED,
    },
    {
      body: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        starts_at: AT_NIGHT,
        duration_minutes: 45,
        customer: aCustomer(),
      },
      status: 422,
    },
  ],
  "bookings.deleteTests": () => [{}],
  "bookings.get": (ids) => [{ id: ids.booking, query: { include: "history" } }],
  "bookings.previewCancellation": (ids) => [{ id: ids.booking }],
  "bookings.bySession": (ids): Example[] => [
    { query: { session_id: ids.session_id } },
    { query: { booking_id: ids.booking }, status: 404 }, // it costs nothing
  ],
  "bookings.cancel": (ids) => [
    { id: ids.booking, body: { scope: "following" } },
    { id: ids.booking, body: { scope: "all", dry_run: true } },
  ],
  "bookings.move": (ids) => [
    { id: ids.booking, body: { slot_id: ids.slot }, uses: ["slot"] },
    {
      id: ids.booking,
      body: {
        scope: "all",
        resource_id: ids.resource,
        starts_at: anyTime(),
        if_taken: "skip",
        dry_run: true,
      },
    },
    {
      id: ids.booking,
      body: { starts_at: anyTime(), override: true, dry_run: true },
      refused: OVERRIDE_REFUSED,
    },
  ],
  // No date is open then, so that no times are used up.
  "bookingSeries.create": (ids) => {
    const weekly = {
      resource_id: ids.resource,
      schedule_id: ids.schedule,
      starts_at: anyTime(),
      repeat: { rrule: "FREQ=WEEKLY;COUNT=2", if_taken: "skip" },
    };
    return [
      { body: { ...weekly, customer_id: ids.customer } },
      { body: { ...weekly, customer: aCustomer(), dry_run: true } },
      { body: { ...weekly, resource_id: "any", customer: aCustomer(), dry_run: true } },
    ];
  },
  "bookingSeries.get": (ids) => [{ id: ids.booking_series }],
  // Checked only, so that no times are used up.
  "bookingVisits.create": (ids) => {
    const parts = [
      { schedule_id: ids.schedule, resource_id: ids.resource },
      { schedule_id: ids.schedule, resource_id: "same" },
    ];
    // At no other booking's time, so an override is needed.
    const visit = { starts_at: anyTime(), parts, override: true };
    return [
      { body: { ...visit, customer_id: ids.customer }, refused: OVERRIDE_REFUSED },
      { body: { ...visit, customer: aCustomer(), dry_run: true }, refused: OVERRIDE_REFUSED },
    ];
  },
  "bookingVisits.times": (ids) => [
    {
      body: {
        date: anyTime().slice(0, 10),
        parts: [
          { schedule_id: ids.schedule, resource_id: ids.resource },
          { schedule_id: ids.schedule },
        ],
      },
    },
  ],
  "bookingVisits.get": (ids) => [{ id: ids.booking_visit }],
  "courses.get": (ids) => [{ id: ids.course }, { id: ids.course, query: { party_size: "2" } }],
  "courses.book": (ids) => [
    { body: { schedule_id: ids.course, customer_id: ids.customer } },
    { body: { schedule_id: ids.course, customer: aCustomer(), party_size: 2 } },
    // It begins at another time.
    {
      body: { schedule_id: ids.course, customer: aCustomer(), starts: [anyTime()] },
      status: 409,
    },
  ],
  "payments.list": (ids) => [{}, { query: { booking_id: ids.booking } }],
  "payments.get": (ids) => [{ id: ids.payment }],
  "receipts.list": (ids) => [{}, { query: { booking_id: ids.booking } }],
  "receipts.get": (ids) => [{ id: ids.receipt }],
  // No payment provider is configured, and the booking is free.
  "payments.createSession": (ids) => [{ body: { booking_id: ids.booking }, status: 409 }],
  "payments.payLink": (ids) => [{ id: ids.booking, body: { send: true }, status: 409 }],
  "payments.refund": (ids) => [
    { id: ids.booking, body: {}, status: 422 },
    { id: ids.booking, body: { payment_id: newId() }, status: 422 },
  ],
  // The booking has no card.
  "payments.decideFee": (ids) => [
    { id: ids.booking, body: { kind: "no_show" }, status: 409 },
    { id: ids.booking, body: { kind: "no_show", decision: "stop" }, status: 409 },
  ],
  "payments.handBack": (ids) => [
    { id: ids.booking, body: {} },
    { id: ids.booking, body: { refund_id: newId() }, status: 422 },
  ],
  "payments.feeConfig": () => [{ status: 404 }],
  "payments.connect": () => [{ status: 404 }],
  "payments.connectCallback": () => [{ query: { code: "ac_1", state: "s" }, status: 404 }],
  "payments.clientLink": () => [{ status: 404 }],
  "payments.exchange": () => [{ body: { code: "ac_1", state: "s" }, status: 404 }],
  "payments.chooseProfile": () => [{ body: { profile_id: "pmc_1" }, status: 404 }],
  "payments.disconnect": () => [{ status: 404 }],
  "payments.legacyConnect": () => [{ status: 404 }],
  "payments.legacyCallback": () => [{ query: { code: "ac_1", state: "s" }, status: 404 }],
  "payments.attention": () => [{}],
  "payments.receivePayprovider": () => [{}],
  "payments.receiveLegacypay": () => [{}],

  "analytics.read": (ids) => [{ query: { resource_id: ids.resource, compare: "previous" } }, {}],

  "bookings.update": (ids) => [
    { id: ids.booking, body: { notes: "Window seat" } },
    { id: ids.booking, body: { slot_id: ids.slot }, uses: ["slot"] },
    {
      id: ids.booking,
      body: {
        resource_id: ids.resource,
        starts_at: anyTime(),
        duration_minutes: 45,
        override: true,
      },
      refused: OVERRIDE_REFUSED,
    },
    {
      id: ids.booking,
      body: { resource_id: ids.resource, starts_at: AT_NIGHT, duration_minutes: 45 },
      status: 422,
    },
    { id: ids.booking, body: { slot_id: ids.slot, schedule_id: ids.schedule }, uses: ["slot"] },
  ],
  "bookings.changeStatus": (ids) => [{ id: ids.booking, body: { status: "cancelled" } }],

  "apiKeys.list": (ids) => [{}, { query: { created_by: ids.user } }],
  "apiKeys.create": (ids) => [{ body: { name: "Fresh", widget_config_id: ids.widget_config } }],
  "apiKeys.base": () => [{}],
  "apiKeys.revokeAll": (ids) => [{ body: { created_by: ids.user } }],
  "apiKeys.get": (ids) => [{ id: ids.api_key }],
  "apiKeys.update": (ids) => [{ id: ids.api_key, body: { widget_config_id: ids.widget_config } }],
  "apiKeys.revoke": (ids) => [{ id: ids.api_key }],
  "apiKeys.rotate": (ids) => [{ id: ids.api_key, body: {} }],

  "webhooks.list": () => [{}],
  "webhooks.create": () => [
    { body: { url: "https://example.com/", events: ["booking.created"], description: "Fresh" } },
  ],
  "webhooks.remove": (ids) => [{ query: { id: ids.subscription }, uses: ["subscription"] }],
  "webhooks.get": (ids) => [{ id: ids.subscription }],
  "webhooks.update": (ids) => [{ id: ids.subscription, body: { events: ["booking.paid"] } }],
  "webhooks.rotate": (ids) => [{ id: ids.subscription }],
  "webhooks.test": (ids) => [{ id: ids.subscription, body: {} }],
  "webhooks.replayRange": (ids) => [
    { id: ids.subscription, body: { from: `${day(-1)}T00:00:00Z` } },
  ],
  "webhooks.listDeliveries": (ids) => [
    { query: { subscription_id: ids.subscription, booking_id: ids.booking } },
    {},
  ],
  "webhooks.getDelivery": (ids) => [{ id: ids.delivery }],
  "webhooks.replay": (ids) => [{ id: ids.delivery }],
  "events.list": (ids) => [{ query: { after: ids.event, booking_id: ids.booking } }, {}],

  "waitlist.list": (ids) => [{ query: { slot_id: ids.full_slot, resource_id: ids.resource } }, {}],
  "waitlist.add": (ids) => [{ body: { slot_id: ids.full_slot, customer: aCustomer() } }],
  "waitlist.get": (ids) => [{ id: ids.waitlist_entry }],
  "waitlist.remove": (ids) => [{ id: ids.waitlist_entry }],
  "waitlist.join": (ids) => [
    { body: { slot_id: ids.full_slot, config_id: ids.widget_config, customer: aCustomer() } },
  ],

  "widget.availability": (ids) => [
    {
      query: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        config_id: ids.widget_config,
        booking_link_token: ids.link_token,
      },
    },
    {},
  ],
  "widget.cardTerms": (ids) => [
    {
      query: {
        schedule_id: ids.schedule,
        price_amount: "8000",
        currency: "EUR",
        locale: "nl",
        config_id: ids.widget_config,
        booking_link_token: ids.link_token,
      },
    },
  ],
  "widget.config": (ids) => [
    {
      query: {
        config_id: ids.widget_config,
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        booking_link_token: ids.link_token,
        include: "availability",
      },
    },
    {},
  ],
  "widgetConfigs.list": () => [{}],
  "widgetConfigs.create": (ids) => [
    { body: { name: "Fresh", resource_ids: [ids.resource], schedule_ids: [ids.schedule] } },
  ],
  "widgetConfigs.get": (ids) => [{ id: ids.widget_config }],
  "widgetConfigs.update": (ids) => [
    { id: ids.widget_config, body: { resource_ids: [ids.resource], schedule_ids: [ids.schedule] } },
  ],
  "widgetConfigs.remove": (ids) => [{ id: ids.widget_config }],
  "widgetConfigs.setDefault": (ids) => [{ id: ids.widget_config }],
  "widgetConfigs.duplicate": (ids) => [{ id: ids.widget_config }],

  "widget.book": (ids) => [
    { body: { slot_id: ids.slot, customer: aCustomer() }, uses: ["slot"] },
    {
      body: { slot_id: ids.slot, config_id: ids.widget_config, customer: aCustomer() },
      uses: ["slot"],
    },
    {
      body: { slot_id: ids.slot, booking_link_token: ids.link_token, customer: aCustomer() },
      uses: ["slot"],
    },
    // Without a slot; the ids are looked up nevertheless.
    {
      body: {
        resource_id: ids.resource,
        schedule_id: ids.schedule,
        starts_at: anyTime(),
        customer: aCustomer(),
      },
      status: 409,
    },
  ],
  "widget.planSeries": (ids) => [
    { body: repeated(ids) },
    { body: { ...repeated(ids), resource_id: "any", config_id: ids.widget_config } },
  ],
  // Nobody is free then.
  "widget.bookSeries": (ids) => [
    { body: { ...repeated(ids), customer: aCustomer() }, status: 409 },
    {
      body: { ...repeated(ids), customer: aCustomer(), config_id: ids.widget_config },
      status: 409,
    },
  ],
  "widget.visitTimes": (ids) => {
    const { parts } = together(ids);
    const days = { from: day(2), to: day(3) };
    return [
      { body: { ...days, parts } },
      { body: { ...days, parts, config_id: ids.widget_config } },
    ];
  },
  // Nobody is free then.
  "widget.bookVisit": (ids) => [
    { body: { ...together(ids), customer: aCustomer() }, status: 409 },
    {
      body: { ...together(ids), customer: aCustomer(), config_id: ids.widget_config },
      status: 409,
    },
  ],
  "widget.course": (ids) => [{ query: { schedule_id: ids.course, config_id: ids.widget_config } }],
  "widget.bookCourse": (ids) => [
    { body: { schedule_id: ids.course, customer: aCustomer() } },
    { body: { schedule_id: ids.course, customer: aCustomer(), config_id: ids.widget_config } },
    { body: { schedule_id: ids.course, customer: aCustomer(), starts: [anyTime()] }, status: 409 },
  ],
  "holds.take": (ids) => [
    { body: { slot_id: ids.slot, config_id: ids.widget_config }, uses: ["slot"] },
    { body: { slot_id: ids.slot, booking_link_token: ids.link_token }, uses: ["slot"] },
    // No one is free then.
    { body: { resource_id: "any", schedule_id: ids.schedule, starts_at: anyTime() }, status: 409 },
  ],
  "holds.release": () => [{ body: { hold_token: "a token that nobody has" } }],
  "verification.start": (ids) => [
    {
      body: { channel: "email", destination: "anna@example.test", config_id: ids.widget_config },
    },
  ],
  "verification.confirm": (ids) => [
    { body: { verification_id: ids.verification, code: "000000" }, status: 422 },
  ],

  "auth.sendCode": () => [{ body: { email: `${newId()}@example.test` } }],
  "auth.verifyCode": () => [
    { body: { email: `${newId()}@example.test`, code: "000000" }, status: 422 },
  ],

  // Refused because the slug is taken: another tenant would change the caller's session.
  "auth.createTenant": (ids) => [
    {
      body: { name: "Another", slug: `tenant-${ids.tenant}`, time_zone: "UTC", currency: "EUR" },
      status: 409,
    },
  ],
  "onboarding.get": () => [{}],
  "onboarding.save": () => [
    { body: { step: "company", data: { phone: "+31 6 12345678" } } },
    { body: { step: "widget", data: { skip: true } } },
  ],
  "onboarding.complete": () => [{}],
  "sessions.list": () => [{}],
  // An unknown id: callers only have their own sessions.
  "sessions.end": () => [{ id: newId(), status: 404 }],

  "uploads.create": () => [{ body: { file: anImage() } }],
  "tenant.get": () => [{}],
  "tenant.update": (ids) => [{ body: { phone: "+31 6 12345678", logo_asset_id: ids.asset } }],
  "users.getPreferences": () => [{}],
  "users.updatePreferences": () => [{ body: { shortcuts: false } }],
  "users.list": () => [{}],
  "users.invite": (ids) => [
    { body: { email: `${newId()}@example.test`, role: "staff", resource_ids: [ids.resource] } },
  ],
  "users.get": (ids) => [{ id: ids.user }],
  "users.update": (ids) => [{ id: ids.user, body: { name: "Anna", resource_ids: [ids.resource] } }],
  "users.remove": (ids) => [{ id: ids.user }],
  "customers.list": () => [{}],
  "customers.create": () => [
    { body: { name: "Fresh", email: `${newId()}@example.test`, meta: { order: "A-1" } } },
  ],
  "customers.get": (ids) => [{ id: ids.customer }],
  "customers.update": (ids) => [{ id: ids.customer, body: { name: "Anna" } }],
  "customers.duplicates": (ids) => [{ id: ids.customer }],
  "customers.merge": (ids) => [
    { id: ids.customer, body: { from_id: ids.other_customer }, uses: ["other_customer"] },
  ],
  "customers.unmerge": (ids) => [{ id: ids.merged_customer }],
  "customers.export": (ids) => [{ id: ids.customer }],
  "customers.erasure": (ids) => [{ id: ids.customer }],
  "customers.erase": (ids) => [{ id: ids.customer }],
  "audit.list": (ids) => [{ query: { entity_id: ids.booking, actor: ids.user } }, {}],

  "account.tenants": () => [{}],
  "account.switch": (ids) => [{ body: { tenant_id: ids.tenant } }],
  "account.export": () => [{}],
  // Not its name: the tenant is still needed.
  "account.delete": () => [
    { body: { confirm_name: "Another", confirm_phrase: "delete permanently" }, status: 422 },
  ],
  "account.deletion": () => [{ status: 404 }],

  "email.listTemplates": () => [{}],
  "email.createTemplate": () => [
    {
      body: {
        key: "booking_paid",
        locale: `en-x${newId().slice(-6)}`,
        subject: "Paid",
        body: "<p>Paid</p>",
      },
    },
  ],
  "email.listDefaults": () => [{}],
  "email.previewTemplate": () => [{ body: { key: "booking_created" } }],
  // Test emails go to users only, so a secret key gets none.
  "email.sendTest": () => [
    { body: { key: "booking_created", to: "nobody@example.test" }, status: 422 },
  ],
  "email.getTemplate": (ids) => [{ id: ids.template }],
  "email.updateTemplate": (ids) => [{ id: ids.template, body: { subject: "Other" } }],
  "email.removeTemplate": (ids) => [{ id: ids.template }],
  "email.getPreferences": () => [{}],
  "email.updatePreferences": () => [{ body: { booking_paid: { staff: true } } }],
  "email.listMessages": (ids) => [{ query: { booking_id: ids.booking } }, {}],
  "email.resendMessage": (ids) => [{ id: ids.message }],
  "email.listSuppressions": () => [{}],
  // The list is empty.
  "email.removeSuppression": () => [{ query: { address: "nobody@example.test" }, status: 404 }],
  // Not configured here.
  "email.receivePostmark": () => [{ body: { RecordType: "Bounce" }, status: 404 }],
  "email.receiveTwilio": (ids) => [
    {
      query: { tenant_id: ids.tenant, message_id: ids.message },
      body: { MessageStatus: "delivered" },
      status: 404,
    },
  ],

  ...calendarExamples,
};

/** A sample tenant's ids, with new records in place of those that a successful call changes. */
export async function freshIds(
  example: (ids: Ids) => Example,
  { ids, owner }: SampleTenant,
): Promise<Ids> {
  const { id, uses = [] } = example(ids);
  const target = kinds.find((kind) => ids[kind] === id);
  const fresh = { ...ids };
  for (const kind of [...(target ? [target] : []), ...uses])
    fresh[kind] = await makeFresh({ ids, owner }, kind);
  return fresh;
}
