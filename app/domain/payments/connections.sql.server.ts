import sql from "sql-template-tag";
import type { PaymentSlot, ProviderConnection } from "~/adapters/payments/port";
import type { Sql } from "~/lib/db.server";

/** A row of `payment_connection` as the driver gives it. */
export interface ConnectionRow extends ProviderConnection {
  tenant_id: string;
  id: string;
  slot: PaymentSlot;
  adapter: string;
  organization_name: string | null;
  status: "active" | "revoked";
  can_take_payments: boolean;
  /** Why it takes none although it is connected; null: as the provider says. */
  problem: string | null;
}

/** A tenant's connection of a slot: the active one, else the one that ended last; null when it never had one. */
export async function findConnection(db: Sql, tenantId: string, slot: PaymentSlot): Promise<ConnectionRow | null> {
  const found = await db.query<ConnectionRow>(
    sql`select * from payment_connection where tenant_id = ${tenantId} and slot = ${slot}
        order by status = 'active' desc, created_at desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** The connection that new payments go through; the current slot before the older one. null: nobody can be paid, as while a company closes. */
export async function findPayableConnection(db: Sql, tenantId: string): Promise<ConnectionRow | null> {
  const found = await db.query<ConnectionRow>(
    sql`select c.* from payment_connection c join tenant t on t.id = c.tenant_id
        where c.tenant_id = ${tenantId} and c.status = 'active' and c.can_take_payments and not t.is_closing
        order by c.slot = 'payprovider' desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** Brings `tenant.takes_payments` to what its connections say; in the transaction that changed them. */
export async function refreshTakesPayments(db: Sql, tenantId: string): Promise<void> {
  const takes = (await findPayableConnection(db, tenantId)) !== null;
  await db.query(
    sql`update tenant set takes_payments = ${takes} where id = ${tenantId} and takes_payments <> ${takes}`,
  );
  // What is offered online changes with it, so every answer of availability does.
  await db.query(sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId}`);
}

/** Ends a connection here: nothing is asked of the provider for it any more. False where none was active. */
export async function markRevoked(db: Sql, tenantId: string, slot: PaymentSlot): Promise<boolean> {
  const ended = await db.query(
    sql`update payment_connection set status = 'revoked', revoked_at = current_timestamp
        where tenant_id = ${tenantId} and slot = ${slot} and status = 'active'`,
  );
  await db.query(sql`delete from provider_account where tenant_id = ${tenantId} and slot = ${slot}`);
  await refreshTakesPayments(db, tenantId);
  return ended.rowCount !== 0;
}

/** The connections of a tenant that have not ended, whatever may be paid through them. */
export async function activeConnections(db: Sql, tenantId: string): Promise<ConnectionRow[]> {
  const found = await db.query<ConnectionRow>(
    sql`select * from payment_connection where tenant_id = ${tenantId} and status = 'active' order by slot`,
  );
  return found.rows;
}
