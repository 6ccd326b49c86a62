import { templateKeys, type TemplateKey } from "~/contract/email";

const TENANT = ["tenant.name", "tenant.email", "tenant.phone", "tenant.website", "tenant.address"];
const BOOKING = [
  "booking.reference",
  "booking.status",
  "booking.pending_reason",
  "booking.news",
  "booking.service",
  "booking.what",
  "booking.when",
  "booking.when_in_zone",
  "booking.other_when",
  "booking.soon",
  "booking.date",
  "booking.time",
  "booking.end_time",
  "booking.time_zone",
  "booking.duration_minutes",
  "booking.location",
  "booking.location_url",
  "booking.map_url",
  "booking.party_size",
  "booking.people",
  "booking.addons",
  "booking.needs",
  "booking.price",
  "booking.due_on_site",
  "booking.deposit",
  "booking.to_pay",
  "booking.card_terms",
  "booking.fee",
  "booking.fee_amount",
  "booking.refund",
  "booking.balance_due",
  "booking.balance_owed",
  "booking.cash_owed",
  "booking.notes",
  "booking.answers",
  "booking.held_until",
  "booking.held_short",
  "booking.previous_when",
  "booking.cancelled_by",
  "booking.cancel_reason",
  "booking.cancel_reason_code",
  "customer.name",
  "customer.email",
  "customer.phone",
  "resource.name",
  "resource.type",
  "payment.status",
  "payment.amount",
  "payment.refunded_amount",
  "payment.refund_reason",
  "payment.refund_provider",
  "links.manage",
  "links.pay",
  "links.receipt",
  "links.calendar",
  "links.book",
  "links.dashboard",
];

/** The closed list of variables per key. Others are rejected when a template is saved. */
export const variablesOf: Record<TemplateKey, readonly string[]> = {
  ...(Object.fromEntries(templateKeys.map((key) => [key, [...BOOKING, ...TENANT]])) as Record<
    TemplateKey,
    string[]
  >),
  waitlist_joined: [
    "booking.service",
    "booking.when",
    "booking.when_in_zone",
    "booking.other_when",
    "booking.date",
    "booking.time",
    "booking.end_time",
    "booking.time_zone",
    "booking.location",
    "booking.location_url",
    "booking.map_url",
    "booking.party_size",
    "booking.people",
    "booking.price",
    "booking.due_on_site",
    "booking.deposit",
    "customer.name",
    "customer.email",
    "customer.phone",
    "resource.name",
    "resource.type",
    "links.leave",
    "links.book",
    ...TENANT,
  ],
  verification_code: ["code.value", "code.expires_minutes", ...TENANT],
  user_invite: [
    "customer.name",
    "invite.by",
    "invite.role",
    "invite.until",
    "links.accept",
    ...TENANT,
  ],
};

/** Values by group and name, as Liquid sees them: text, a number, or null for none. */
export type MailValues = Record<string, Record<string, string | number | null>>;

/**
 * The given values, with null for all other variables of the key, because a strict template must
 * find each name it may use.
 */
export function completeValues(key: TemplateKey, given: MailValues): MailValues {
  const values: MailValues = {};
  for (const variable of variablesOf[key]) {
    const [group = "", name = ""] = variable.split(".");
    (values[group] ??= {})[name] = given[group]?.[name] ?? null;
  }
  return values;
}
