import sql, { type Sql as Part } from "sql-template-tag";
import type { ProviderName } from "~/adapters/payments/port";
import type { ConnectPage } from "~/contract/payment-connection";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import type { UserActor } from "../identity/actor";

/** A state of this person, for their tenant and provider. */
const isState = (actor: UserActor, provider: ProviderName, state: string): Part =>
  sql`state_hash = ${sha256(state)} and tenant_id = ${actor.tenant.id} and user_id = ${actor.user_id} and slot = ${provider}`;

/** Stores a state for this many minutes, and deletes the tenant's expired ones. */
export async function insertState(
  actor: UserActor,
  provider: ProviderName,
  { state, returnTo, minutes }: { state: string; returnTo: ConnectPage; minutes: number },
): Promise<void> {
  await pool.query(
    sql`delete from connect_state where tenant_id = ${actor.tenant.id} and expires_at < now()`,
  );
  await pool.query(
    sql`insert into connect_state (state_hash, tenant_id, user_id, slot, return_to, expires_at)
        values (${sha256(state)}, ${actor.tenant.id}, ${actor.user_id}, ${provider}, ${returnTo}, now() + ${minutes} * interval '1 minute')`,
  );
}

/** The page on which the connection was started. */
export async function findReturnPage(
  actor: UserActor,
  provider: ProviderName,
  state: string,
): Promise<ConnectPage | undefined> {
  const found = await pool.query<{ return_to: ConnectPage }>(
    sql`select return_to from connect_state where ${isState(actor, provider, state)}`,
  );
  return found.rows[0]?.return_to;
}

/** Consumes a state; false if it does not exist or has expired. */
export async function deleteState(
  actor: UserActor,
  provider: ProviderName,
  state: string,
): Promise<boolean> {
  const used = await pool.query(
    sql`delete from connect_state where ${isState(actor, provider, state)} and expires_at > now()`,
  );
  return used.rowCount === 1;
}

/** Company data used to prefill the provider's form. */
export interface CompanyRow {
  name: string;
  email: string | null;
  phone: string | null;
  website: string | null;
  address: Partial<Record<"line1" | "line2" | "city" | "postal_code" | "country", string | null>>;
}

export async function readCompany(tenantId: string): Promise<CompanyRow> {
  const found = await pool.query<CompanyRow>(
    sql`select name, email, phone, website, address from tenant where id = ${tenantId}`,
  );
  return found.rows[0]!; // the actor's own
}
