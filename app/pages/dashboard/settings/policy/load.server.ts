import type { UserActor } from "~/domain/identity/actor";
import { readTextUsage } from "~/domain/email/text-usage.sql.server";
import { getTenantProfile } from "~/domain/tenants/tenant-profile.server";
import { calendarOf } from "~/http/page-calendar.server";
import { env } from "~/lib/env.server";
import { policyFields } from "./policy-fields";

import { usageWords } from "./usage-words";

export type PolicyView = Awaited<ReturnType<typeof loadPolicy>>;

/** The company's policy as form fields, with an example. */
export async function loadPolicy(actor: UserActor) {
  const { policy, currency, updated_at } = await getTenantProfile(actor);
  const { tier_rows, reminder_rows, ...fields } = policyFields(policy);
  const locale = calendarOf(actor).locale;
  return {
    texts: {
      has_whatsapp: env.SMS_DRIVER === "outbox" || env.TWILIO_WHATSAPP_FROM !== undefined,
      usage: usageWords(await readTextUsage(actor.tenant.id), policy, env, locale),
    },
    takes_payments: actor.tenant.takes_payments,
    tier_rows,
    reminder_rows,
    read_at: updated_at,
    stored: { ...fields, example_price: "42.00", example_hours: "30" },
    money: { currency, locale },
  };
}
