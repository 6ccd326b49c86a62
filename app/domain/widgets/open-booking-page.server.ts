import type { WidgetConfig } from "~/contract/widget";
import { pool } from "~/lib/db.server";
import { findBaseKeyCaller } from "../api-keys/base-key-actor.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import type { KeyActor } from "../identity/actor";
import { readWidgetConfig } from "./read-widget-config.server";

/** The page of a company on which anyone books, with and without JavaScript. */
export interface BookingPage {
  actor: KeyActor;
  /** The publishable key that the page's widget carries. */
  key: string;
  tenant: MailTenant;
  /** Each schedule with all that the form asks for it. */
  config: WidgetConfig;
  /** Whether search engines may list it: not a demonstration, not a test. */
  is_indexed: boolean;
}

/** Slugs as tenants have them; what is none asks the database nothing. */
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** What the page of a slug shows, with the questions of the chosen schedule in any case; null where there is no such page. */
export async function openBookingPage(
  slug: string,
  requestId: string | null,
  schedule_id?: string,
): Promise<BookingPage | null> {
  if (!SLUG.test(slug)) return null;
  const caller = await findBaseKeyCaller(slug, requestId);
  if (caller === null) return null;
  const { actor, key, is_demo } = caller;
  const [shown, tenant] = await Promise.all([
    readWidgetConfig(actor, { schedule_id }),
    readMailTenant(pool, actor.tenant.id),
  ]);
  // One form asks the configuration's questions and the service's own.
  const schedules = shown.schedules.map((schedule) => ({
    ...schedule,
    questions: [...shown.questions, ...schedule.questions],
  }));
  const config = { ...shown, schedules };
  return { actor, key, tenant, config, is_indexed: !is_demo && actor.mode === "live" };
}
