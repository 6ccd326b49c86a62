/**
 * The pages of Help in reading order. Each name is a URL (/help/name) and a file (help/name.md).
 */
export const helpGroups = [
  {
    title: "Set up",
    pages: [
      "first-booking",
      "website",
      "team-members",
      "opening-hours",
      "rooms-and-equipment",
      "add-ons",
      "connect-calendar",
      "import-customers",
      "import-bookings",
    ],
  },
  {
    title: "Front desk",
    pages: [
      "walk-ins",
      "booked-together",
      "move-or-cancel",
      "requests",
      "classes",
      "colleague-ill",
    ],
  },
  { title: "Money", pages: ["payments", "refunds", "no-show-fees"] },
  { title: "Guests", pages: ["emails", "text-reminders", "personal-data"] },
] as const;

type HelpName = (typeof helpGroups)[number]["pages"][number];
export const helpNames: HelpName[] = helpGroups.flatMap(
  (group): readonly HelpName[] => group.pages,
);

/** Words that people search for and that a page's title lacks. */
export const helpKeywords: Record<HelpName, string> = {
  "first-booking": "start begin setup service resource test",
  website: "widget embed code wordpress html link page",
  "team-members": "staff employee colleague invite role owner admin viewer permissions",
  "opening-hours": "closed break lunch holiday time off schedule vacation",
  "rooms-and-equipment": "group needs chair machine treatment room rackets second resource",
  "add-ons": "addon extra option rental upsell product price",
  "connect-calendar": "google outlook microsoft icloud caldav ical sync feed busy",
  "import-customers": "csv calendly acuity square migrate switch upload guests",
  "import-bookings": "csv calendly acuity square migrate switch upload history appointments",
  "walk-ins": "desk phone call arrived noshow absent new guest",
  "booked-together": "series repeat weekly recurring visit cut colour second service",
  "move-or-cancel": "reschedule change edit policy deadline late rules",
  requests: "approval approve decline pending hold confirm",
  classes: "group capacity seats waitlist waiting list session full",
  "colleague-ill": "sick illness absence time off replace",
  payments: "stripe card online pay cash price checkout deposit fees",
  refunds: "return owed balance dispute chargeback hand back cash",
  "no-show-fees": "card on file noshow penalty late cancel charge deposit hold",
  emails: "message template text notification bounced spam confirmation",
  "text-reminders": "sms whatsapp phone mobile consent stop quiet twilio",
  "personal-data": "privacy gdpr export erase delete customer notes merge duplicate",
};
