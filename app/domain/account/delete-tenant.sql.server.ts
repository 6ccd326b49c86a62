import sql, { raw } from "sql-template-tag";
import { type Sql, transaction } from "~/lib/db.server";
import { isSettled, readClosing, readUnsettled } from "./closing.sql.server";
import { tenantTables } from "./tenant-tables.sql.server";

/** Upcoming bookings whose payment was captured, or is in progress. */
const paidAhead = (tenantId: string) => sql`ends_at > now() and is_upcoming(status)
  and (status = 'paid' or exists (select 1 from payment p where p.tenant_id = ${tenantId} and p.booking_id = booking.id
    and p.status in ('paid', 'partially_refunded', 'processing')))`;

export async function countPaidAhead(db: Sql, tenantId: string): Promise<number> {
  const paid = await db.query<{ count: number }>(
    sql`select count(*)::int from booking where tenant_id = ${tenantId} and ${paidAhead(tenantId)}`,
  );
  return paid.rows[0]?.count ?? 0;
}

/** The ids of those, in order. */
export async function findPaidAhead(db: Sql, tenantId: string): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenantId} and ${paidAhead(tenantId)} order by id`,
  );
  return found.rows.map(({ id }) => id);
}

/**
 * Bookings first (they wait on their resource), the tenant last: the same lock order as booking.
 */
export async function lockTenant(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from resource where tenant_id = ${tenantId} order by id for update`);
  await db.query(sql`select 1 from tenant where id = ${tenantId} for update`);
}

/**
 * Deletes a tenant that is closing: every row of every table, its sessions and keys, and accounts
 * that belong to no other company, in one transaction. False if money has moved meanwhile: then
 * nothing is deleted.
 */
export async function deleteTenant(tenantId: string): Promise<boolean> {
  return transaction(async (db) => {
    // So many rows may exceed the usual statement timeout.
    await db.query(sql`set local statement_timeout = '10min'`);
    await lockTenant(db, tenantId);
    const closing = await readClosing(db, tenantId);
    if (closing === null) return true; // deleted concurrently
    if (
      !isSettled(await readUnsettled(db, tenantId), closing) ||
      (await countPaidAhead(db, tenantId)) > 0
    )
      return false;
    await deleteRows(db, tenantId);
    return true;
  });
}

async function deleteRows(db: Sql, tenantId: string): Promise<void> {
  const members = await db.query<{ id: string }>(
    sql`select a.id from account a join tenant_user u on u.account_id = a.id where u.tenant_id = ${tenantId} order by a.id for update of a`,
  );
  for (const { name } of await tenantTables(db))
    await db.query(sql`delete from ${raw(`"${name}"`)} where tenant_id = ${tenantId}`);
  await db.query(sql`delete from tenant where id = ${tenantId}`);
  const left = await db.query<{ id: string }>(
    sql`delete from account a where a.id = any(${members.rows.map((row) => row.id)}::uuid[])
        and not exists (select 1 from tenant_user u where u.account_id = a.id) returning a.id`,
  );
  // On a cluster there is no foreign key from session to account.
  await db.query(
    sql`delete from session where account_id = any(${left.rows.map((row) => row.id)}::uuid[])`,
  );
}
