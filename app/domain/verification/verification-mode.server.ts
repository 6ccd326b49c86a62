import sql from "sql-template-tag";
import type { WidgetConfig } from "~/contract/widget";
import { pool } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";

export type VerificationMode = WidgetConfig["verification"];

/** What the widget of this key asks of a guest: its own configuration's word, else the default configuration's, else nothing. */
export async function readVerificationMode(actor: KeyActor): Promise<VerificationMode> {
  const found = await pool.query<{ mode: VerificationMode | null }>(
    sql`select settings ->> 'verification' as mode from widget_config where tenant_id = ${actor.tenant.id}
      and case when ${actor.widget_config_id}::uuid is null then is_default else id = ${actor.widget_config_id}::uuid end`,
  );
  return found.rows[0]?.mode ?? "off";
}

export function allowsChannel(mode: VerificationMode, channel: "email" | "sms"): boolean {
  return mode === "either" || mode === channel;
}
