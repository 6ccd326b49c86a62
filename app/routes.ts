import { index, prefix, route, type RouteConfig } from "@remix-run/route-config";

// Every URL and its file. Nested routes render inside their parent and extend its path; order does
// not matter. README.md explains how files are named.

/** Public pages: sign-in, a company's booking page, the developer guide. */
const publicPages = [
  index("pages/public/landing/route.tsx"),
  route("book/:slug", "pages/public/book/route.tsx"),

  // Sign-in
  route("sign-in", "pages/public/sign-in/route.tsx"),
  route("sign-in/code", "pages/public/sign-in/code/route.tsx"),
  route("auth/:provider", "pages/public/auth/provider/route.tsx"),
  route("auth/:provider/callback", "pages/public/auth/callback/route.tsx"),
  route("demo-sign-in", "pages/public/demo-sign-in/route.tsx"),
  route("sign-out", "pages/public/sign-out.ts"),
  route("language", "pages/public/language.ts"),

  // Joining, choosing or creating a company
  route("invitations/:token", "pages/public/invitations/invitation/route.tsx"),
  route("welcome", "pages/public/welcome/route.tsx"),
  route("switch-company", "pages/public/switch-company.ts"),
  route("onboarding", "pages/public/onboarding/layout.tsx", [
    index("pages/public/onboarding/route.tsx"),
    route("company", "pages/public/onboarding/company/route.tsx"),
    route("resource", "pages/public/onboarding/resource/route.tsx"),
    route("schedule", "pages/public/onboarding/schedule/route.tsx"),
    route("payments", "pages/public/onboarding/payments/route.tsx"),
    route("widget", "pages/public/onboarding/widget/route.tsx"),
    route("done", "pages/public/onboarding/done/route.tsx"),
  ]),

  // Approving a booking through the emailed link
  route("approvals/:token", "pages/public/approvals/approval/route.tsx"),

  // For developers
  route("developers", "pages/public/developers/route.tsx"),
  route("developers/reference", "pages/public/developers/reference/route.tsx"),
  route("docs", "pages/public/docs/layout.tsx", [
    index("pages/public/docs/route.tsx"),
    route(":page", "pages/public/docs/page/route.tsx"),
  ]),

  // Machine-readable files and health checks
  route("calendar/:token", "pages/public/calendar/feed.ts"),
  route("uploads/:tenant_id/:id", "pages/public/uploads/upload.ts"),
  route("robots.txt", "pages/public/robots.txt.ts"),
  route("sitemap.xml", "pages/public/sitemap.xml.ts"),
  route("healthz", "pages/public/healthz.ts"),
  route("readyz", "pages/public/readyz.ts"),
];

/** A guest's booking, opened through the link in their email. */
const guestPages = [
  route("manage/:token", "pages/guest/manage/route.tsx"),
  route("manage/:token/booking.ics", "pages/guest/manage/booking.ics.ts"),
  route("manage/:token/pay", "pages/guest/manage/pay.ts"),
];

/** The dashboard, for members of a company. */
const dashboard = route("dashboard", "pages/dashboard/layout.tsx", [
  index("pages/dashboard/today/route.tsx"),
  route("live", "pages/dashboard/live.ts"),
  route("search", "pages/dashboard/search/route.tsx"),
  route("analytics", "pages/dashboard/analytics/route.tsx"),
  route("payments", "pages/dashboard/payments/route.tsx"),
  route("*", "pages/dashboard/not-found/route.tsx"),

  // Front desk
  route("bookings", "pages/dashboard/bookings/route.tsx"),
  route("bookings/new", "pages/dashboard/bookings/new/route.tsx"),
  route("bookings/new/guests", "pages/dashboard/bookings/new/guests.ts"),
  route("bookings/:id", "pages/dashboard/bookings/booking/route.tsx"),
  route("slots/:id", "pages/dashboard/slots/slot/route.tsx"),
  route("calendar", "pages/dashboard/calendar/route.tsx"),
  route("calendar/block", "pages/dashboard/calendar/block/route.tsx"),
  route("calendar/resources", "pages/dashboard/calendar/resources.ts"),
  route("calendar/sheet", "pages/dashboard/calendar/sheet/route.tsx"),
  route("customers", "pages/dashboard/customers/route.tsx"),
  route("customers/:id", "pages/dashboard/customers/customer/route.tsx"),

  // Services and resources
  route("services", "pages/dashboard/services/route.tsx"),
  route("services/new", "pages/dashboard/services/new/route.tsx"),
  route("services/:id", "pages/dashboard/services/service/route.tsx"),
  route("services/:id/:tab", "pages/dashboard/services/tab/route.tsx"),
  route("services/:id/delete", "pages/dashboard/services/delete/route.tsx"),
  route("services/:id/image", "pages/dashboard/services/image.ts"),
  route("services/:id/why", "pages/dashboard/services/why/route.tsx"),
  route("hours", "pages/dashboard/hours/route.tsx"),
  route("hours/new", "pages/dashboard/hours/new/route.tsx"),
  route("hours/holidays", "pages/dashboard/hours/holidays/route.tsx"),
  route("hours/:id", "pages/dashboard/hours/hours/route.tsx"),
  route("resources", "pages/dashboard/resources/route.tsx"),
  route("resources/new", "pages/dashboard/resources/new/route.tsx"),
  route("resources/:id", "pages/dashboard/resources/resource/route.tsx"),
  route("resources/:id/image", "pages/dashboard/resources/image.ts"),

  // Integrations: widgets, API keys, webhooks
  route("widgets", "pages/dashboard/widgets/route.tsx"),
  route("widgets/:id", "pages/dashboard/widgets/widget/route.tsx"),
  route("booking-links", "pages/dashboard/booking-links/route.tsx"),
  route("booking-links/new", "pages/dashboard/booking-links/new/route.tsx"),
  route("keys", "pages/dashboard/keys/route.tsx"),
  route("keys/new", "pages/dashboard/keys/new/route.tsx"),
  route("keys/:id", "pages/dashboard/keys/key/route.tsx"),
  route("webhooks", "pages/dashboard/webhooks/route.tsx"),
  route("webhooks/new", "pages/dashboard/webhooks/new/route.tsx"),
  route("webhooks/check", "pages/dashboard/webhooks/check/route.tsx"),
  route("webhooks/:id", "pages/dashboard/webhooks/webhook/route.tsx"),
  route("webhooks/:id/replay", "pages/dashboard/webhooks/replay/route.tsx"),
  route("webhooks/:id/settings", "pages/dashboard/webhooks/settings/route.tsx"),
  route("deliveries/:id", "pages/dashboard/deliveries/delivery/route.tsx"),

  // Email and SMS
  route("mail", "pages/dashboard/mail/layout.tsx", [
    index("pages/dashboard/mail/route.tsx"),
    ...prefix("templates", [
      index("pages/dashboard/mail/templates/route.tsx"),
      route(":key", "pages/dashboard/mail/templates/template/route.tsx"),
    ]),
    route("who", "pages/dashboard/mail/who/route.tsx"),
    route("log", "pages/dashboard/mail/log/route.tsx"),
    route("blocked", "pages/dashboard/mail/blocked/route.tsx"),
  ]),
  route("mail/preview", "pages/dashboard/mail/preview.ts"),

  // Settings
  route("settings", "pages/dashboard/settings/layout.tsx", [
    index("pages/dashboard/settings/route.tsx"),
    route("company", "pages/dashboard/settings/company/route.tsx"),
    route("policy", "pages/dashboard/settings/policy/route.tsx"),
    ...prefix("team", [
      index("pages/dashboard/settings/team/route.tsx"),
      route(":id", "pages/dashboard/settings/team/person/route.tsx"),
    ]),
    route("audit", "pages/dashboard/settings/audit/route.tsx"),
    route("data", "pages/dashboard/settings/data/route.tsx"),
    ...prefix("calendars", [
      index("pages/dashboard/settings/calendars/route.tsx"),
      route(":id", "pages/dashboard/settings/calendars/connection/route.tsx"),
    ]),
    route("me", "pages/dashboard/settings/me/route.tsx"),
  ]),
  route("settings/calendars/connect", "pages/dashboard/settings/calendars/connect.ts"),
  route("settings/company/logo", "pages/dashboard/settings/company/logo.ts"),
]);

/** The API. contract/ describes each operation: callers, input and output. */
const api = [
  route("api/openapi.json", "api/openapi.json.ts"),
  route("api/*", "api/not-found.ts"),

  // Widget, with a publishable key
  route("api/widget/config", "api/widget/config.ts"),
  route("api/widget/availability", "api/widget/availability.ts"),
  route("api/widget/hold", "api/widget/hold/index.ts", [
    route("release", "api/widget/hold/release.ts"),
  ]),
  route("api/widget/verify", "api/widget/verify/index.ts", [
    route("confirm", "api/widget/verify/confirm.ts"),
  ]),
  route("api/widget/booking", "api/widget/booking.ts"),
  route("api/widget/waitlist", "api/widget/waitlist.ts"),

  // Bookings and customers
  route("api/availability", "api/availability/index.ts", [
    route("explain", "api/availability/explain.ts"),
  ]),
  route("api/bookings", "api/bookings/index.ts", [
    route("by-session", "api/bookings/by-session.ts"),
    route(":id", "api/bookings/booking.ts", [
      route("calendars", "api/bookings/calendars/index.ts", [
        route("resolve", "api/bookings/calendars/resolve.ts"),
      ]),
      route("cancellation", "api/bookings/cancellation.ts"),
      route("handed-back", "api/bookings/handed-back.ts"),
      route("pay-link", "api/bookings/pay-link.ts"),
      route("refund", "api/bookings/refund.ts"),
      route("status", "api/bookings/status.ts"),
    ]),
  ]),
  route("api/booking-links", "api/booking-links/index.ts", [
    route(":id", "api/booking-links/booking-link.ts"),
  ]),
  route("api/test-bookings", "api/test-bookings.ts"),
  route("api/waitlist", "api/waitlist/index.ts", [route(":id", "api/waitlist/entry.ts")]),
  route("api/customers", "api/customers/index.ts", [
    route(":id", "api/customers/customer.ts", [
      route("duplicates", "api/customers/duplicates.ts"),
      route("erase", "api/customers/erase.ts"),
      route("erasure", "api/customers/erasure.ts"),
      route("export", "api/customers/export.ts"),
      route("merge", "api/customers/merge.ts"),
      route("unmerge", "api/customers/unmerge.ts"),
    ]),
  ]),

  // Services and opening hours
  route("api/hours", "api/hours/index.ts", [route(":id", "api/hours/hours.ts")]),
  route("api/closed-days", "api/closed-days/index.ts", [
    route(":date", "api/closed-days/closed-day.ts"),
  ]),
  route("api/holidays", "api/holidays.ts"),
  route("api/resources", "api/resources/index.ts", [route(":id", "api/resources/resource.ts")]),
  route("api/schedules", "api/schedules/index.ts", [route(":id", "api/schedules/schedule.ts")]),
  route("api/slots", "api/slots/index.ts", [
    route("delete", "api/slots/delete.ts"),
    route("ensure", "api/slots/ensure.ts"),
    route("generate", "api/slots/generate.ts"),
    route("jobs/:id", "api/slots/jobs/job.ts"),
    route(":id", "api/slots/slot.ts"),
  ]),
  route("api/blocks", "api/blocks/index.ts", [route(":id", "api/blocks/block.ts")]),
  route("api/calendar-feeds", "api/calendar-feeds/index.ts", [
    route(":id", "api/calendar-feeds/calendar-feed.ts", [
      route("rotate", "api/calendar-feeds/rotate.ts"),
    ]),
  ]),
  route("api/calendar-connections", "api/calendar-connections/index.ts", [
    route("connect", "api/calendar-connections/connect.ts"),
    route("callback/google", "api/calendar-connections/callback/google.ts"),
    route("callback/microsoft", "api/calendar-connections/callback/microsoft.ts"),
    route(":id", "api/calendar-connections/calendar-connection.ts", [
      route("available", "api/calendar-connections/available.ts"),
      route("read", "api/calendar-connections/read.ts"),
    ]),
  ]),
  route("api/calendars", "api/calendars/index.ts", [
    route("busy", "api/calendars/busy.ts"),
    route("clashes", "api/calendars/clashes/index.ts", [
      route("fine", "api/calendars/clashes/fine.ts"),
    ]),
    route(":id", "api/calendars/calendar.ts"),
  ]),

  // Payments
  route("api/payments", "api/payments/index.ts", [
    route("create-session", "api/payments/create-session.ts"),
    route("payprovider-fee-config", "api/payments/payprovider-fee-config.ts"),
    route(":id", "api/payments/payment.ts"),
  ]),
  route("api/payprovider/connect", "api/payprovider/connect/index.ts", [
    route("callback", "api/payprovider/connect/callback.ts"),
    route("client-link", "api/payprovider/connect/client-link.ts"),
    route("profile", "api/payprovider/connect/profile.ts"),
  ]),
  route("api/legacypay/connect", "api/legacypay/connect/index.ts", [
    route("callback", "api/legacypay/connect/callback.ts"),
  ]),

  // Analytics and attention items
  route("api/analytics", "api/analytics.ts"),
  route("api/attention", "api/attention.ts"),
  route("api/audit", "api/audit.ts"),
  route("api/events", "api/events.ts"),

  // Keys and widgets
  route("api/api-keys", "api/api-keys/index.ts", [
    route("base", "api/api-keys/base.ts"),
    route("revoke-all", "api/api-keys/revoke-all.ts"),
    route(":id", "api/api-keys/api-key.ts", [route("rotate", "api/api-keys/rotate.ts")]),
  ]),
  route("api/widget-configs", "api/widget-configs/index.ts", [
    route(":id", "api/widget-configs/widget-config.ts", [
      route("duplicate", "api/widget-configs/duplicate.ts"),
      route("set-default", "api/widget-configs/set-default.ts"),
    ]),
  ]),

  // Webhooks: outgoing, and incoming from providers
  route("api/webhooks/subscriptions", "api/webhooks/subscriptions/index.ts", [
    route(":id", "api/webhooks/subscriptions/subscription.ts", [
      route("replay", "api/webhooks/subscriptions/replay.ts"),
      route("rotate", "api/webhooks/subscriptions/rotate.ts"),
      route("test-event", "api/webhooks/subscriptions/test-event.ts"),
    ]),
  ]),
  route("api/webhooks/deliveries", "api/webhooks/deliveries/index.ts", [
    route(":id", "api/webhooks/deliveries/delivery.ts", [
      route("replay", "api/webhooks/deliveries/replay.ts"),
    ]),
  ]),
  route("api/webhooks/payprovider", "api/webhooks/payprovider.ts"),
  route("api/webhooks/legacypay", "api/webhooks/legacypay.ts"),
  route("api/webhooks/postmark", "api/webhooks/postmark.ts"),

  // Calendar providers' notifications
  route("api/calendars/notices/google", "api/calendars/notices/google.ts"),
  route("api/calendars/notices/microsoft", "api/calendars/notices/microsoft.ts"),

  // Email
  route("api/email/messages", "api/email/messages/index.ts", [
    route(":id/resend", "api/email/messages/resend.ts"),
  ]),
  route("api/email/preferences", "api/email/preferences.ts"),
  route("api/email/suppressions", "api/email/suppressions.ts"),
  route("api/email/templates", "api/email/templates/index.ts", [
    route("defaults", "api/email/templates/defaults.ts"),
    route("preview", "api/email/templates/preview.ts"),
    route("test-send", "api/email/templates/test-send.ts"),
    route(":id", "api/email/templates/template.ts"),
  ]),

  // Company, members and sign-in
  route("api/auth/send-code", "api/auth/send-code.ts"),
  route("api/auth/verify-code", "api/auth/verify-code.ts"),
  route("api/auth/create-tenant", "api/auth/create-tenant.ts"),
  route("api/sessions", "api/sessions/index.ts", [route(":id", "api/sessions/session.ts")]),
  route("api/account/tenants", "api/account/tenants.ts"),
  route("api/account/switch", "api/account/switch.ts"),
  route("api/account/export", "api/account/export.ts"),
  route("api/account/delete", "api/account/delete.ts"),
  route("api/account/deletion", "api/account/deletion.ts"),
  route("api/users", "api/users/index.ts", [
    route("me/preferences", "api/users/me/preferences.ts"),
    route(":id", "api/users/user.ts"),
  ]),
  route("api/tenant", "api/tenant.ts"),
  route("api/onboarding", "api/onboarding.ts"),
  route("api/upload", "api/upload.ts"),
];

export default [...publicPages, ...guestPages, dashboard, ...api] satisfies RouteConfig;
