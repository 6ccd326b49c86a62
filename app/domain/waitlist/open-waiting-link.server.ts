import { pool, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import type { SystemActor, Tenant } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { endEntry } from "./waitlist-entries.sql.server";
import { readWaitingEntry, type WaitingEntry } from "../bookings/read/waiting-entry.sql.server";
import { readWaitingToken } from "../bookings/links/waiting-link.server";

export interface OpenedWaiting {
  company: Tenant;
  tenant: MailTenant;
  entry: WaitingEntry;
}

/** A guest's place on a waiting list; null for a link that was not signed here, or has no entry. */
export async function openWaitingLink(token: string): Promise<OpenedWaiting | null> {
  const link = readWaitingToken(token);
  if (link === null) return null;
  const company = await findTenant(link.tenant_id);
  const entry = await readWaitingEntry(link.tenant_id, link.entry_id);
  if (company === null || entry === undefined) return null;
  return { company, tenant: await readMailTenant(pool, link.tenant_id), entry };
}

/** Removes the guest from the list; a no-op when they have left it or hold an offer. */
export async function leaveByLink({ company, entry }: OpenedWaiting): Promise<void> {
  const actor: SystemActor = { kind: "system", tenant: company, request_id: null };
  await transaction(async (db) => {
    if (!(await endEntry(db, company.id, entry.id, null))) return;
    await writeAudit(db, actor, {
      action: "waitlist.removed",
      entity: "waitlist_entry",
      entity_id: entry.id,
    });
  });
}
