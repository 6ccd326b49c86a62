import { index, prefix, route, type RouteConfig } from "@remix-run/route-config";

// Every URL and its file. Nested routes render inside their parent and extend its path; order does
// not matter. README.md explains how files are named.

/** Public pages: sign-in, a company's booking page, the developer guide, Help. */
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
  route("waiting/:token", "pages/public/waiting/route.tsx"),
  route("approvals/:token", "pages/public/approvals/approval/route.tsx"),

  // For developers
  route("developers", "pages/public/developers/route.tsx"),
  route("developers/reference", "pages/public/developers/reference/route.tsx"),
  route("docs", "pages/public/docs/layout.tsx", [
    index("pages/public/docs/route.tsx"),
    route(":page", "pages/public/docs/page/route.tsx"),
  ]),

  // For owners and their teams
  route("help", "pages/public/help/layout.tsx", [
    index("pages/public/help/route.tsx"),
    route(":page", "pages/public/help/page/route.tsx"),
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
  route("walk-in", "pages/dashboard/walk-in.ts"),
  route("search", "pages/dashboard/search/route.tsx"),
  route("analytics", "pages/dashboard/analytics/route.tsx"),
  route("payments", "pages/dashboard/payments/route.tsx"),
  route("payments/export", "pages/dashboard/payments/export.ts"),
  route("payments/receipts", "pages/dashboard/payments/receipts/route.tsx"),
  route("payments/receipts/export", "pages/dashboard/payments/receipts/export.ts"),
  route("payments/receipts/:id", "pages/dashboard/payments/receipts/receipt/route.tsx"),
  route("*", "pages/dashboard/not-found/route.tsx"),

  // Front desk
  route("bookings", "pages/dashboard/bookings/route.tsx"),
  route("bookings/new", "pages/dashboard/bookings/new/route.tsx"),
  route("bookings/new/guests", "pages/dashboard/bookings/new/guests.ts"),
  route("bookings/to-move", "pages/dashboard/bookings/to-move/route.tsx"),
  route("bookings/:id", "pages/dashboard/bookings/booking/route.tsx"),
  route("slots/:id", "pages/dashboard/slots/slot/route.tsx"),
  route("calendar", "pages/dashboard/calendar/route.tsx"),
  route("calendar/block", "pages/dashboard/calendar/block/route.tsx"),
  route("calendar/resources", "pages/dashboard/calendar/resources.ts"),
  route("calendar/sheet", "pages/dashboard/calendar/sheet/route.tsx"),
  route("customers", "pages/dashboard/customers/route.tsx"),
  route("customers/new", "pages/dashboard/customers/new/route.tsx"),
  route("customers/import", "pages/dashboard/customers/import/route.tsx"),
  route("customers/import/:id", "pages/dashboard/customers/import/file/route.tsx"),
  route("customers/:id", "pages/dashboard/customers/customer/route.tsx"),

  // Services and resources
  route("services", "pages/dashboard/services/route.tsx"),
  route("services/new", "pages/dashboard/services/new/route.tsx"),
  route("services/:id", "pages/dashboard/services/service/route.tsx"),
  route("services/:id/:tab", "pages/dashboard/services/tab/route.tsx"),
  route("services/:id/delete", "pages/dashboard/services/delete/route.tsx"),
  route("services/:id/image", "pages/dashboard/services/image.ts"),
  route("services/:id/why", "pages/dashboard/services/why/route.tsx"),
  route("resource-groups", "pages/dashboard/resource-groups/route.tsx"),
  route("resource-groups/new", "pages/dashboard/resource-groups/new/route.tsx"),
  route("resource-groups/:id", "pages/dashboard/resource-groups/resource-group/route.tsx"),
  route("hours", "pages/dashboard/hours/route.tsx"),
  route("hours/new", "pages/dashboard/hours/new/route.tsx"),
  route("hours/holidays", "pages/dashboard/hours/holidays/route.tsx"),
  route("hours/:id", "pages/dashboard/hours/hours/route.tsx"),
  route("resources", "pages/dashboard/resources/route.tsx"),
  route("resources/new", "pages/dashboard/resources/new/route.tsx"),
  route("resources/new-member", "pages/dashboard/resources/new-member/route.tsx"),
  route("resources/:id", "pages/dashboard/resources/resource/route.tsx"),
  route("resources/:id/:tab", "pages/dashboard/resources/tab/route.tsx"),
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

/** The API. api/route.ts passes each call to its operation, whose path is in contract/. */
const api = route("api/*", "api/route.ts");

export default [...publicPages, ...guestPages, dashboard, api] satisfies RouteConfig;
