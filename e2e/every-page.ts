// Every page with a URL and the states in which every-page.spec.ts checks it. app/routes.test.ts
// fails for a missing page.

/**
 * A URL with placeholders for records of the demo company ({booking}), or a link found on the
 * previous page: "first:" its first link with this prefix, "below:" a link below it. After a space:
 * a selector that shows that the page has loaded (default: its heading).
 */
type Address = string;

type Pages = Record<string, readonly Address[]>;

const desk: Pages = {
  "/dashboard": ["/dashboard", "/dashboard?slot={slot} dialog article"],
  "/dashboard/search": ["/dashboard/search?q=an main form"],
  "/dashboard/analytics": [
    "/dashboard/analytics",
    "/dashboard/analytics?range=12m",
    "/dashboard/analytics?from=2001-01-01&to=2001-01-07 main h2:text('No bookings in this period')",
  ],
  "/dashboard/payments": ["/dashboard/payments"],
  "/dashboard/payments/receipts": ["/dashboard/payments/receipts"],
  "/dashboard/*": ["/dashboard/nothing"],

  "/dashboard/bookings": [
    "/dashboard/bookings main table",
    "/dashboard/bookings?view=all&status=cancelled",
    "/dashboard/bookings?booking={booking} dialog article",
    "/dashboard/bookings?new= dialog form",
    "/dashboard/bookings?new=q%3DPiet%26new%3D1 dialog button[data-book]",
  ],
  "/dashboard/bookings/new": [
    "/dashboard/bookings/new main form",
    "/dashboard/bookings/new?customer={customer} button[data-book]",
    "/dashboard/bookings/new?q=Piet&new=1 button[data-book]",
  ],
  "/dashboard/bookings/to-move": ["/dashboard/bookings/to-move"],
  "/dashboard/bookings/:id": ["", "?show=move", "?show=edit", "?show=cancel"].map(
    (show) => `/dashboard/bookings/{booking}${show} article`,
  ),
  "/dashboard/slots/:id": ["/dashboard/slots/{slot} main article"],
  "/dashboard/calendar": [
    "view=day&date={date}&resource={resource} [data-booking]",
    "view=week&date={date}&resource=all [data-booking]",
    "view=week&date={date}&resource={resource} [data-booking]",
    "view=month&date={date} [aria-current=date], main ol",
    "view=agenda&date={date} main ol",
    "view=day&date={date}&resource={resource}&why={resource}&on={date} [data-why]",
    "view=day&date={date}&resource={resource}&booking={booking} dialog article",
    "view=day&date={date}&block=resource%3D{resource}%26minutes%3D30 dialog form",
  ].map((query) => `/dashboard/calendar?${query}`),
  "/dashboard/calendar/block": ["/dashboard/calendar/block?date={date} main form"],
  "/dashboard/calendar/sheet": [
    "/dashboard/calendar/sheet?date={date} main table, main section, main h1",
  ],
  "/dashboard/customers": ["/dashboard/customers main table", "/dashboard/customers?search=zzzz"],
  "/dashboard/customers/new": ["/dashboard/customers/new main form"],
  "/dashboard/customers/import": ["/dashboard/customers/import main form"],
  "/dashboard/customers/:id": [
    "/dashboard/customers/{customer} main dl",
    "/dashboard/customers/{customer}?merge={other_customer} section[aria-label='Merge customers']",
  ],
};

const whatCanBeBooked: Pages = {
  "/dashboard/services": ["/dashboard/services"],
  "/dashboard/services/new": ["/dashboard/services/new"],
  "/dashboard/services/:id": ["/dashboard/services/{service}"],
  "/dashboard/services/:id/:tab": ["hours", "who", "price", "rules", "questions"].map(
    (tab) => `/dashboard/services/{service}/${tab}`,
  ),
  "/dashboard/services/:id/delete": ["/dashboard/services/{service}/delete"],
  "/dashboard/services/:id/why": ["/dashboard/services/{service}/why"],
  "/dashboard/resource-groups": ["/dashboard/resource-groups"],
  "/dashboard/resource-groups/new": ["/dashboard/resource-groups/new"],
  "/dashboard/resource-groups/:id": ["/dashboard/resource-groups/{resource_group}"],
  "/dashboard/hours": ["/dashboard/hours"],
  "/dashboard/hours/new": ["/dashboard/hours/new"],
  "/dashboard/hours/holidays": ["/dashboard/hours/holidays"],
  "/dashboard/hours/:id": ["/dashboard/hours/{hours}"],
  "/dashboard/resources": ["/dashboard/resources main table"],
  "/dashboard/resources/new": ["/dashboard/resources/new"],
  "/dashboard/resources/new-member": ["/dashboard/resources/new-member"],
  "/dashboard/resources/:id": ["/dashboard/resources/{resource}"],
  "/dashboard/resources/:id/:tab": ["hours", "time-off", "calendar", "details"].map(
    (tab) => `/dashboard/resources/{resource}/${tab}`,
  ),
};

const connecting: Pages = {
  "/dashboard/widgets": ["/dashboard/widgets"],
  "/dashboard/widgets/:id": ["first:/dashboard/widgets/ booking-widget"],
  "/dashboard/booking-links": ["/dashboard/booking-links"],
  "/dashboard/booking-links/new": ["/dashboard/booking-links/new"],
  "/dashboard/keys": ["/dashboard/keys"],
  "/dashboard/keys/:id": ["first:/dashboard/keys/"],
  "/dashboard/keys/new": ["/dashboard/keys/new", "/dashboard/keys/new?kind=secret"],
  "/dashboard/webhooks": ["/dashboard/webhooks"],
  "/dashboard/webhooks/:id": ["first:/dashboard/webhooks/"],
  "/dashboard/webhooks/:id/replay": ["below:/replay"],
  "/dashboard/webhooks/:id/settings": ["below:/settings"],
  "/dashboard/webhooks/new": ["/dashboard/webhooks/new"],
  "/dashboard/webhooks/check": ["/dashboard/webhooks/check"],
  "/dashboard/deliveries/:id": ["/dashboard/deliveries/{delivery}"],
};

const emailsAndSettings: Pages = {
  "/dashboard/mail": ["/dashboard/mail"],
  "/dashboard/mail/templates": ["/dashboard/mail/templates"],
  "/dashboard/mail/templates/:key": ["/dashboard/mail/templates/booking_rescheduled?locale=en"],
  "/dashboard/mail/who": ["/dashboard/mail/who"],
  "/dashboard/mail/log": ["/dashboard/mail/log"],
  "/dashboard/mail/blocked": ["/dashboard/mail/blocked"],

  "/dashboard/settings": ["/dashboard/settings"],
  "/dashboard/settings/company": ["/dashboard/settings/company"],
  "/dashboard/settings/policy": ["/dashboard/settings/policy"],
  "/dashboard/settings/team": ["/dashboard/settings/team"],
  "/dashboard/settings/team/:id": ["first:/dashboard/settings/team/"],
  "/dashboard/settings/calendars": ["/dashboard/settings/calendars"],
  "/dashboard/settings/audit": ["/dashboard/settings/audit"],
  "/dashboard/settings/data": ["/dashboard/settings/data"],
  "/dashboard/settings/me": ["/dashboard/settings/me"],
};

/** Dashboard pages by group, one test each, so that none takes very long. */
export const DASHBOARD: Record<string, Pages> = {
  "the desk": desk,
  "what can be booked": whatCanBeBooked,
  "widgets, keys and webhooks": connecting,
  "emails and settings": emailsAndSettings,
};

/** Pages without a session. */
export const PUBLIC: Pages = {
  "/": ["/"],
  "/book/:slug": ["/book/{slug}", "/book/nothing"],
  "/sign-in": ["/sign-in"],
  "/developers": ["/developers"],
  "/developers/reference": [
    "/developers/reference",
    ...["bookings_create", "slots_availability", "webhooks_rotate"].map(
      (id) => `/developers/reference?operation=${id}`,
    ),
  ],
  "/auth/:provider/callback": ["/auth/nothing/callback"],
};

/** Those that one comes to by signing up, by a link in a mail, by connecting a calendar (calendars.spec.ts), or by uploading a file (import.spec.ts). The guide's pages are all of app/docs/guide-pages.ts, those of Help all of app/docs/help-pages.ts. */
export const ON_A_WAY = [
  "/sign-in/code",
  "/onboarding/company",
  "/onboarding/resource",
  "/onboarding/schedule",
  "/onboarding/widget",
  "/onboarding/payments",
  "/onboarding/done",
  "/welcome",
  "/invitations/:token",
  "/manage/:token",
  "/approvals/:token",
  "/waiting/:token",
  "/dashboard/settings/calendars/:id",
  "/dashboard/customers/import/:id",
  "/dashboard/payments/receipts/:id",
  "/docs",
  "/docs/:page",
  "/help",
  "/help/:page",
];

/** Routes that only redirect. */
export const LEAD_ON = ["/onboarding", "/auth/:provider", "/demo-sign-in"];
