import type { UserActor } from "~/domain/identity/actor";
import { getTenantProfile } from "~/domain/tenants/tenant-profile.server";
import { calendarOf } from "~/http/page-calendar.server";
import { policyFields } from "./policy-fields";

export type PolicyView = Awaited<ReturnType<typeof loadPolicy>>;

/** The company's policy as form fields, with an example. */
export async function loadPolicy(actor: UserActor) {
  const { policy, currency, updated_at } = await getTenantProfile(actor);
  const { tier_rows, reminder_rows, ...fields } = policyFields(policy);
  return {
    tier_rows,
    reminder_rows,
    read_at: updated_at,
    stored: { ...fields, example_price: "42.00", example_hours: "30" },
    money: { currency, locale: calendarOf(actor).locale },
  };
}
