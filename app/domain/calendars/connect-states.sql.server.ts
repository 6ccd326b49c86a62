import sql from "sql-template-tag";
import type { ConnectCalendars, OAuthCalendarProvider } from "~/contract/calendar-connections";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import type { UserActor } from "../identity/actor";

/** The connection or resource that the consent is for. */
type ConnectFor = Pick<ConnectCalendars, "connection_id" | "resource_id">;

/** A consumed state: single-use, for this person, company and provider. */
export interface SpentState {
  code_verifier: string;
  detail: ConnectFor;
}

/** Stores a state for this many minutes, and deletes the tenant's expired ones. */
export async function insertConnectState(
  actor: UserActor,
  provider: OAuthCalendarProvider,
  state: SpentState & { state: string; minutes: number },
): Promise<void> {
  await pool.query(
    sql`delete from connect_state where tenant_id = ${actor.tenant.id} and expires_at < now()`,
  );
  await pool.query(
    sql`insert into connect_state (state_hash, tenant_id, user_id, slot, expires_at, code_verifier, detail)
        values (${sha256(state.state)}, ${actor.tenant.id}, ${actor.user_id}, ${provider},
          now() + ${state.minutes} * interval '1 minute', ${state.code_verifier}, ${JSON.stringify(state.detail)})`,
  );
}

/** Consumes a state; undefined if it does not exist or has expired. */
export async function spendConnectState(
  actor: UserActor,
  provider: OAuthCalendarProvider,
  state: string,
): Promise<SpentState | undefined> {
  const spent = await pool.query<SpentState>(
    sql`delete from connect_state where state_hash = ${sha256(state)} and tenant_id = ${actor.tenant.id}
          and user_id = ${actor.user_id} and slot = ${provider} and expires_at > now()
        returning code_verifier, detail`,
  );
  return spent.rows[0];
}
