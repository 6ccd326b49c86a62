// Example calls for OpenAPI and the API reference. A test sends each of them. Dates and ids are
// placeholders: 2027 stands for the future, 2026 for the past.

const id = (number: number) => `019aa0c4-6c00-7000-8000-${String(number).padStart(12, "0")}`;

/** One example id per kind of record. */
export const exampleIds = {
  record: id(1), // the record in the path
  resource: id(11),
  schedule: id(12),
  slot: id(13),
  full_slot: id(14),
  booking: id(15),
  customer: id(16),
  other_customer: id(17),
  widget_config: id(18),
  subscription: id(19),
  user: id(20),
  tenant: id(21),
  event: id(22),
  verification: id(23),
  calendar_connection: id(24),
  connected_calendar: id(25),
} as const;

export interface CallExample {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const ids = exampleIds;
const anna = { name: "Anna Visser", email: "anna@example.com", phone: "+31 6 12345678" };
const weekdays = [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }];
const monday = "2027-01-04";

/**
 * Examples by operation name. An operation without one takes no body, or one that can be generated
 * from its schema.
 */
export const callExamples: Record<string, CallExample> = {
  "resources.list": { query: { active: "true" } },
  "resources.create": {
    body: { type: "room", name: "Garden room", capacity: 1, meta: { building: "B" } },
  },
  "resources.update": { body: { name: "Garden room, upstairs", capacity: 2 } },
  "schedules.list": { query: { resource_id: ids.resource } },
  "schedules.create": {
    body: {
      name: "Haircut",
      resource_ids: [ids.resource],
      rules: weekdays,
      duration_minutes: 45,
      time_zone: "Europe/Amsterdam",
      max_advance_days: 14,
    },
  },
  "schedules.update": { body: { name: "Haircut and finish", min_notice_minutes: 60 } },
  "hours.create": {
    body: { name: "Weekday mornings", time_zone: "Europe/Amsterdam", rules: weekdays },
  },
  "hours.update": { body: { name: "Weekdays", rules: weekdays } },
  "hours.closeDays": { body: { days: [{ date: "2027-12-25", name: "Christmas Day" }] } },
  "hours.listHolidays": { query: { country: "DE", region: "BY", year: "2027" } },
  "bookingLinks.create": {
    body: {
      schedule_id: ids.schedule,
      name: "Friends and family",
      max_uses: 10,
      expires_at: "2027-03-31T22:00:00Z",
    },
  },
  "slots.availability": { query: { from: monday, to: "2027-01-10", resource_id: ids.resource } },
  "slots.explain": {
    query: { schedule_id: ids.schedule, resource_id: ids.resource, date: monday },
  },
  "slots.create": {
    body: { resource_id: ids.resource, starts_at: `${monday}T18:00:00Z`, duration_minutes: 45 },
  },
  "slots.update": { body: { status: "closed" } },
  "slots.generate": {
    body: { schedule_id: ids.schedule, from: monday, to: "2027-01-10", dry_run: true },
  },
  "slots.ensure": { body: { schedule_id: ids.schedule } },
  "slots.remove": { body: { schedule_id: ids.schedule, from: monday, to: "2027-01-10" } },
  "blocks.list": { query: { resource_id: ids.resource } },
  "blocks.create": {
    body: {
      resource_id: ids.resource,
      starts_at: `${monday}T09:00:00Z`,
      ends_at: `${monday}T12:00:00Z`,
      reason: "Training",
    },
  },
  "blocks.update": { body: { reason: "Training, room 2" } },
  "bookings.list": { query: { status: "confirmed,paid", from: monday, to: "2027-01-10" } },
  "bookings.create": {
    body: { slot_id: ids.slot, party_size: 1, customer: anna, meta: { order: "A-1042" } },
  },
  "bookings.cancel": { body: { scope: "following", dry_run: true } },
  "bookings.move": {
    body: { scope: "following", starts_at: "2027-01-05T10:00:00Z", dry_run: true },
  },
  "bookingSeries.create": {
    body: {
      resource_id: ids.resource,
      schedule_id: ids.schedule,
      starts_at: "2026-11-20T09:00:00Z",
      customer: anna,
      repeat: { rrule: "FREQ=WEEKLY;COUNT=6", if_taken: "skip" },
      dry_run: true,
    },
  },
  "courses.book": {
    body: { schedule_id: ids.schedule, customer: anna, party_size: 2, expected_amount: 24000 },
  },
  "bookingVisits.create": {
    body: {
      starts_at: "2026-11-20T09:00:00Z",
      customer: anna,
      parts: [
        { schedule_id: ids.schedule, resource_id: "any" },
        { schedule_id: ids.schedule, resource_id: "same" },
      ],
      dry_run: true,
    },
  },
  "bookingVisits.times": {
    body: {
      date: "2026-11-20",
      parts: [
        { schedule_id: ids.schedule, resource_id: "any" },
        { schedule_id: ids.schedule, resource_id: "same" },
      ],
    },
  },
  "widget.visitTimes": {
    body: {
      from: "2026-11-20",
      to: "2026-11-30",
      parts: [
        { schedule_id: ids.schedule, resource_id: "any" },
        { schedule_id: ids.schedule, resource_id: "same" },
      ],
    },
  },
  "widget.bookVisit": {
    body: {
      starts_at: "2026-11-20T09:00:00Z",
      parts: [
        { schedule_id: ids.schedule, resource_id: "any" },
        { schedule_id: ids.schedule, resource_id: "same" },
      ],
      expected_amount: 8000,
      customer: anna,
    },
  },
  "bookings.get": { query: { include: "history" } },
  "bookings.update": { body: { notes: "A seat by the window, please", meta: { order: "A-1043" } } },
  "bookings.changeStatus": {
    body: { status: "cancelled", reason_code: "guest_ill", reason: "The guest called" },
  },
  "bookings.bySession": { query: { session_id: "cs_test_a1b2c3" } },
  "apiKeys.create": {
    body: { kind: "publishable", name: "Website", allowed_origins: ["https://www.example.com"] },
  },
  "apiKeys.update": {
    body: { name: "Website, new address", allowed_origins: ["https://example.com"] },
  },
  "apiKeys.revokeAll": { body: { created_by: ids.user } },
  "apiKeys.rotate": { body: { overlap_hours: 24 } },
  "webhooks.create": {
    body: {
      url: "https://hooks.example.com/bookings",
      events: ["booking.created", "booking.cancelled"],
    },
  },
  "webhooks.update": { body: { events: ["booking.paid"], description: "Accounting" } },
  "webhooks.remove": { query: { id: ids.subscription } },
  "webhooks.test": { body: { type: "booking.created" } },
  "webhooks.replayRange": { body: { from: "2026-12-31T00:00:00Z", only_missing: true } },
  "webhooks.listDeliveries": { query: { subscription_id: ids.subscription } },
  "events.list": { query: { after: ids.event, type: "booking.moved,booking.no_show" } },
  "waitlist.list": { query: { slot_id: ids.full_slot } },
  "waitlist.add": { body: { slot_id: ids.full_slot, party_size: 1, customer: anna } },
  "waitlist.join": {
    body: {
      slot_id: ids.full_slot,
      party_size: 1,
      customer: { name: "Sami", email: "sami@example.com" },
    },
  },
  "widget.availability": { query: { from: monday, to: "2027-01-10", resource_id: ids.resource } },
  "widget.book": { body: { slot_id: ids.slot, party_size: 1, customer: anna } },
  "holds.take": { body: { slot_id: ids.slot, party_size: 1 } },
  "holds.release": { body: { hold_token: "the hold_token that was answered" } },
  "widgetConfigs.create": {
    body: { name: "Website", resource_ids: [ids.resource], branding: { accent: "#2563eb" } },
  },
  "widgetConfigs.update": { body: { name: "Website, new look", branding: { accent: "#0f766e" } } },
  "auth.sendCode": { body: { email: "anna@example.com" } },
  "auth.verifyCode": { body: { email: "anna@example.com", code: "123456" } },
  "auth.createTenant": {
    body: { name: "Anna Hair", slug: "anna-hair", time_zone: "Europe/Amsterdam", currency: "EUR" },
  },
  "onboarding.save": { body: { step: "company", data: { phone: "+31 20 1234567" } } },
  "tenant.update": { body: { phone: "+31 20 1234567", policy: { cancel_window_minutes: 1440 } } },
  "users.updatePreferences": { body: { shortcuts: false } },
  "users.invite": {
    body: { email: "sami@example.com", name: "Sami", role: "staff", resource_ids: [ids.resource] },
  },
  "users.update": { body: { name: "Sami", role: "staff", resource_ids: [ids.resource] } },
  "customers.list": { query: { search: "anna" } },
  "customers.create": {
    body: { name: "Rosa Blom", email: "rosa@example.com", meta: { member: "M-1201" } },
  },
  "customers.update": { body: { phone: "+31 6 87654321", notes: "Allergic to nuts" } },
  "customers.merge": { body: { from_id: ids.other_customer, take: ["phone"] } },
  "payments.list": { query: { booking_id: ids.booking } },
  "payments.createSession": { body: { booking_id: ids.booking } },
  "payments.payLink": { body: { send: true } },
  "payments.decideFee": { body: { kind: "no_show" } },
  "payments.refund": { body: { amount: 1250, reason: "Half of the lesson" } },
  "payments.exchange": { body: { code: "ac_123456", state: "the state that was sent" } },
  "payments.chooseProfile": { body: { profile_id: "pmc_123456" } },
  "payments.connect": { query: { action: "status" } },
  "payments.connectCallback": { query: { code: "ac_123456", state: "the state that was sent" } },
  "payments.legacyConnect": { query: { action: "status" } },
  "payments.legacyCallback": { query: { code: "ac_123456", state: "the state that was sent" } },
  "analytics.read": { query: { from: "2027-01-01", to: "2027-01-31", interval: "day" } },
  "account.switch": { body: { tenant_id: ids.tenant } },
  "account.delete": { body: { confirm_name: "Anna Hair", confirm_phrase: "delete permanently" } },
  "email.createTemplate": {
    body: {
      key: "booking_confirmed",
      locale: "en",
      subject: "See you soon, {{ customer.name }}",
      body: "<p>Hello {{ customer.name }}, your booking {{ booking.reference }} is confirmed.</p>",
    },
  },
  "email.previewTemplate": {
    body: { key: "booking_confirmed", subject: "Hello {{ customer.name }}" },
  },
  "email.sendTest": { body: { key: "booking_confirmed", to: "you@example.com" } },
  "email.updateTemplate": { body: { subject: "Your booking {{ booking.reference }}" } },
  "email.updatePreferences": { body: { booking_paid: { staff: true } } },
  "email.listMessages": { query: { booking_id: ids.booking } },
  "email.removeSuppression": { query: { address: "anna@example.com" } },
  "verification.start": { body: { channel: "email", destination: "anna@example.com" } },
  "verification.confirm": { body: { verification_id: ids.verification, code: "123456" } },
  "calendarFeeds.create": { body: { resource_id: ids.resource } },
  "calendarConnections.list": { query: { user_id: ids.user } },
  "calendarConnections.create": {
    body: {
      provider: "caldav",
      server_url: "https://caldav.example.com",
      username: "anna@example.com",
      password: "an app password",
    },
  },
  "calendarConnections.connect": { body: { provider: "google", resource_id: ids.resource } },
  "calendarConnections.googleCallback": {
    query: { code: "4/0A", state: "the state that was sent" },
  },
  "calendarConnections.microsoftCallback": {
    query: { code: "M.C5", state: "the state that was sent" },
  },
  "calendarConnections.remove": { query: { events: "delete" } },
  "calendars.list": { query: { resource_id: ids.resource } },
  "calendars.create": {
    body: {
      connection_id: ids.calendar_connection,
      external_id: "anna@example.com",
      resource_id: ids.resource,
      writes: true,
    },
  },
  "calendars.busy": {
    query: { resource_id: ids.resource, from: `${monday}T00:00:00Z`, to: "2027-01-11T00:00:00Z" },
  },
  "calendars.clashes": { query: { resource_id: ids.resource } },
  "calendars.fine": { body: { calendar_id: ids.connected_calendar, external_id: "e1b2c3" } },
  "calendars.update": { body: { mode: "advise", keeps_titles: true } },
  "calendars.resolve": { body: { calendar_id: ids.connected_calendar, action: "put_back" } },
  "audit.list": { query: { entity_id: ids.booking } },
};
