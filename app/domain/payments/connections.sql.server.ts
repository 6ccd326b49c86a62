import sql from "sql-template-tag";
import type { ProviderName, ProviderConnection } from "~/adapters/payments/port";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { UNFINISHED } from "../accounting/payment-row";

/** A row of `payment_connection` as returned by the driver. */
export interface ConnectionRow extends ProviderConnection {
  tenant_id: string;
  id: string;
  provider: ProviderName;
  adapter: string;
  organization_name: string | null;
  status: "active" | "revoked";
  can_take_payments: boolean;
  /** Why it takes no payments although it is connected; null: only the provider's status counts. */
  problem: string | null;
}

/**
 * A tenant's connection to a provider: the active one, else the one that ended last; null if there
 * never was one.
 */
export async function findConnection(
  db: Sql,
  tenantId: string,
  provider: ProviderName,
): Promise<ConnectionRow | null> {
  const found = await db.query<ConnectionRow>(
    sql`select *, slot as provider from payment_connection where tenant_id = ${tenantId} and slot = ${provider}
        order by status = 'active' desc, created_at desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/**
 * The connection for new payments; the current provider takes precedence over the legacy one. null:
 * payments are not possible, for example while the company closes.
 */
export async function findPayableConnection(
  db: Sql,
  tenantId: string,
): Promise<ConnectionRow | null> {
  const found = await db.query<ConnectionRow>(
    sql`select c.*, c.slot as provider from payment_connection c join tenant t on t.id = c.tenant_id
        where c.tenant_id = ${tenantId} and c.status = 'active' and c.can_take_payments and not t.is_closing
        order by c.slot = 'payprovider' desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** Updates `tenant.takes_payments` from its connections, in the transaction that changed them. */
export async function refreshTakesPayments(db: Sql, tenantId: string): Promise<void> {
  const takes = (await findPayableConnection(db, tenantId)) !== null;
  await db.query(
    sql`update tenant set takes_payments = ${takes} where id = ${tenantId} and takes_payments <> ${takes}`,
  );
  // Changes what is bookable online, so it must invalidate cached availability.
  await db.query(
    sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId}`,
  );
}

/**
 * Ends a connection locally: the provider is not called for it any more. False if none was active.
 */
export async function markRevoked(
  db: Sql,
  tenantId: string,
  provider: ProviderName,
): Promise<boolean> {
  const ended = await db.query(
    sql`update payment_connection set status = 'revoked', revoked_at = current_timestamp
        where tenant_id = ${tenantId} and slot = ${provider} and status = 'active'`,
  );
  await db.query(
    sql`delete from provider_account where tenant_id = ${tenantId} and slot = ${provider}`,
  );
  await refreshTakesPayments(db, tenantId);
  return ended.rowCount !== 0;
}

/** The tenant's connections that have not ended, whether or not they take payments. */
export async function activeConnections(db: Sql, tenantId: string): Promise<ConnectionRow[]> {
  const found = await db.query<ConnectionRow>(
    sql`select *, slot as provider from payment_connection where tenant_id = ${tenantId} and status = 'active' order by slot`,
  );
  return found.rows;
}

/** The tenant connected to this account of the provider. */
export async function tenantOfAccount(
  provider: ProviderName,
  organizationId: string,
): Promise<string | null> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select tenant_id from provider_account where slot = ${provider} and organization_id = ${organizationId}`,
  );
  return found.rows[0]?.tenant_id ?? null;
}

/** Accounts not checked for a day, the longest first. */
export async function findUnchecked(
  most: number,
): Promise<Pick<ConnectionRow, "tenant_id" | "provider">[]> {
  return scanTenants("payments", most, async (among) => {
    const due = await pool.query<Pick<ConnectionRow, "tenant_id" | "provider">>(
      sql`select tenant_id, slot as provider from payment_connection
        where ${among} and status = 'active' and (checked_at is null or checked_at < clock_timestamp() - interval '1 day')
        order by checked_at nulls first limit ${most}`,
    );
    return due.rows;
  });
}

export async function noteChecked({
  tenant_id,
  provider,
}: Pick<ConnectionRow, "tenant_id" | "provider">): Promise<void> {
  await pool.query(
    sql`update payment_connection set checked_at = current_timestamp where tenant_id = ${tenant_id} and slot = ${provider} and status = 'active'`,
  );
}

type Ability = Pick<ConnectionRow, "can_take_payments" | "problem">;

/**
 * Whether an active connection takes payments, locked until the transaction ends; undefined: it has
 * ended.
 */
export async function lockCanTakePayments(
  db: Sql,
  { tenant_id, id }: ConnectionRow,
): Promise<Ability | undefined> {
  const found = await db.query<Ability>(
    sql`select can_take_payments, problem from payment_connection
        where tenant_id = ${tenant_id} and id = ${id} and status = 'active' for update`,
  );
  return found.rows[0];
}

export async function writeCanTakePayments(
  db: Sql,
  { tenant_id, id }: ConnectionRow,
  { can_take_payments, problem }: Ability,
): Promise<void> {
  await db.query(
    sql`update payment_connection set can_take_payments = ${can_take_payments}, problem = ${problem}
        where tenant_id = ${tenant_id} and id = ${id} and status = 'active'`,
  );
}

/** Stops new payments through a connection that is about to end. */
export async function pausePayments(db: Sql, { tenant_id, id }: ConnectionRow): Promise<void> {
  await db.query(
    sql`update payment_connection set can_take_payments = false where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

export type NewConnection = Pick<
  ConnectionRow,
  | "organization_id"
  | "organization_name"
  | "profile_id"
  | "livemode"
  | "scopes"
  | "can_take_payments"
  | "adapter"
>;

/** Writes a connection and its account, which belongs to one tenant; returns its id. */
export async function insertConnection(
  db: Sql,
  tenantId: string,
  provider: ProviderName,
  row: NewConnection,
): Promise<string> {
  const id = newId();
  await db.query(
    sql`insert into provider_account (slot, organization_id, tenant_id) values (${provider}, ${row.organization_id}, ${tenantId})`,
  );
  await db.query(
    sql`insert into payment_connection (tenant_id, id, slot, adapter, organization_id, organization_name, profile_id, livemode, scopes,
          can_take_payments)
        values (${tenantId}, ${id}, ${provider}, ${row.adapter}, ${row.organization_id}, ${row.organization_name}, ${row.profile_id},
          ${row.livemode}, ${row.scopes}, ${row.can_take_payments})`,
  );
  return id;
}

/**
 * Schedules a sync of an account's unfinished payments, which could not run while it was
 * disconnected.
 */
export async function resyncUnfinished(
  db: Sql,
  tenantId: string,
  providerName: ProviderName,
  organizationId: string,
): Promise<void> {
  await db.query(
    sql`update payment set next_sync_at = current_timestamp where tenant_id = ${tenantId} and provider = ${providerName}
          and organization_id = ${organizationId} and status = any(${UNFINISHED}::text[])`,
  );
}

export async function writeProfile(
  db: Sql,
  { tenant_id, id }: ConnectionRow,
  profileId: string,
): Promise<void> {
  await db.query(
    sql`update payment_connection set profile_id = ${profileId} where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

/** Whether the company is being deleted; locked until the transaction ends. */
export async function isClosing(db: Sql, tenantId: string): Promise<boolean> {
  const closing = await db.query(
    sql`select 1 from tenant where id = ${tenantId} and is_closing for share`,
  );
  return closing.rowCount !== 0;
}
