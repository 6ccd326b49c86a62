import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { type Checklist, type ChecklistItem, checklistItems } from "./checklist";
import { writeStored, StoredOnboarding } from "./stored-onboarding.sql.server";

type Facts = Record<ChecklistItem, boolean> & { onboarding: unknown };

/**
 * The remaining steps of a new company, derived from its data: for those who may do them, until all
 * are done or the list is hidden. One indexed lookup per item, in one statement.
 */
export async function readChecklist(actor: StaffActor): Promise<Checklist> {
  if (!hasRole(actor, "admin")) return null;
  const { id } = actor.tenant;
  // Invitations and the use of keys are stored on a cluster's coordinator: no statement may join
  // them with a company's bookings.
  const local = await pool.query<{ is_used: boolean; has_invited: boolean }>(
    sql`select exists (select from api_key k where k.tenant_id = ${id} and k.kind = 'publishable'
          and (k.last_used_at is not null or exists (select from last_use l where l.tenant_id = ${id} and l.id = k.id))) as is_used,
        exists (select from invitation i where i.tenant_id = ${id}) as has_invited`,
  );
  const { is_used, has_invited } = local.rows[0]!; // a select without a table
  const { rows } = await pool.query<Facts>(
    sql`select t.onboarding, t.takes_payments as payments,
          exists (select from schedule_resource sr join schedule s on s.tenant_id = ${id} and s.id = sr.schedule_id and s.active
            where sr.tenant_id = ${id}) as hours,
          exists (select from booking b where b.tenant_id = ${id}) as test_booking,
          exists (select from connected_calendar c where c.tenant_id = ${id}) as calendars,
          ${is_used}::boolean as widget,
          ${has_invited}::boolean or exists (select from tenant_user u where u.tenant_id = ${id} and u.role <> 'owner') as team,
          exists (select from email_template e where e.tenant_id = ${id})
            or exists (select from email_preference e where e.tenant_id = ${id}) as mail
        from tenant t where t.id = ${id}`,
  );
  const { onboarding, ...facts } = rows[0]!; // the actor's own tenant
  const { not_needed, checklist_hidden } = StoredOnboarding.parse(onboarding);
  const list = checklistItems.map((item) => ({
    item,
    is_done: facts[item],
    is_not_needed: !facts[item] && not_needed.some((other) => other === item),
  }));
  return checklist_hidden || list.every(({ is_done, is_not_needed }) => is_done || is_not_needed)
    ? null
    : list;
}

/** Marks an item as not needed. */
export async function declineItem(actor: StaffActor, item: ChecklistItem): Promise<void> {
  await pool.query(
    sql`update tenant set onboarding = jsonb_set(onboarding, '{not_needed}', coalesce(onboarding -> 'not_needed', '[]') || to_jsonb(${item}::text))
        where id = ${actor.tenant.id} and not coalesce(onboarding -> 'not_needed', '[]') ? ${item}`,
  );
}

/** Hides the list for everybody in the company. */
export function hideChecklist(actor: StaffActor): Promise<void> {
  return writeStored(actor.tenant.id, { checklist_hidden: true });
}

export async function findTestBookingId(tenantId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenantId} and source = 'test' limit 1`,
  );
  return rows[0]?.id;
}
