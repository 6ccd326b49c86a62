/** What a row of the audit log can be about, and where its page is. */
export const entities: Record<string, { label: string; page?: string }> = {
  api_key: { label: "API key", page: "/dashboard/keys" },
  asset: { label: "Image" },
  block: { label: "Time off" },
  booking: { label: "Booking", page: "/dashboard/bookings" },
  calendar_feed: { label: "Calendar address" },
  customer: { label: "Customer", page: "/dashboard/customers" },
  email_suppression: { label: "Blocked address" },
  email_template: { label: "Mail template" },
  message: { label: "Mail" },
  payment_connection: { label: "Payment account" },
  resource: { label: "Resource" },
  schedule: { label: "Service" },
  slot: { label: "Time", page: "/dashboard/slots" },
  slot_job: { label: "Making of times" },
  tenant: { label: "Company" },
  user: { label: "Person", page: "/dashboard/settings/team" },
  waitlist_entry: { label: "Waiting list" },
  webhook_delivery: { label: "Webhook delivery", page: "/dashboard/deliveries" },
  webhook_subscription: { label: "Webhook", page: "/dashboard/webhooks" },
  widget_config: { label: "Widget configuration" },
};

/** What is said of a whole action where its last word alone would be wrong. */
const ACTIONS: Record<string, string> = {
  "account.exported": "exported everything",
  "account.closing": "began to delete the company",
  "booking.offer_accepted": "accepted an offered seat",
  "booking.refund_requested": "gave money back",
  "booking.test_removed": "removed the test booking",
  "bookings.exported": "exported bookings",
  "customers.exported": "exported customers",
  "email_preferences.updated": "changed who is mailed",
  "email_template.tested": "sent a test of a mail",
  "onboarding.completed": "finished the set-up",
  "payment.opened": "opened a payment",
  "payments.profile_chosen": "chose a payment profile",
  "slots.job_started": "began to make times",
  "user.invitation_withdrawn": "withdrew an invitation",
  "user.made_owner": "handed the company over",
  "webhook.range_replayed": "sent a range of events again",
  "webhook.replayed": "sent an event again",
  "webhook.secret_rotated": "rotated a signing secret",
  "webhook.tested": "sent a test event",
  "widget_config.made_default": "made a configuration the default",
};

const VERBS: Record<string, string> = {
  added: "added",
  connected: "connected",
  created: "made",
  deleted: "deleted",
  disconnected: "disconnected",
  edited: "changed",
  erased: "erased",
  exported: "exported",
  generated: "made",
  invited: "invited",
  joined: "joined",
  merged: "merged",
  removed: "removed",
  resent: "sent again",
  revoked: "revoked",
  rotated: "renewed",
  unmerged: "separated again",
  updated: "changed",
};

/** "booking.edited" → "changed". What is new here is said by its own name. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? VERBS[action.split(".")[1] ?? ""] ?? action.replace(/[._]/g, " ");
}

const KINDS: Record<string, string> = {
  user: "Someone who has left",
  secret_key: "A secret key that is gone",
  publishable_key: "A website",
  customer: "A guest",
  system: "The service itself",
};

export function actorWords({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? KINDS[kind] ?? kind;
}
