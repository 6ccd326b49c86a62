import sql from "sql-template-tag";
import { prepared, type Sql } from "~/lib/db.server";

/** Codes: someone is waiting for it at their screen. */
const AWAITED = 1;
/** The lowest priority of a tenant's email, however much is waiting. */
const LAST_TURN = -1000;
/** Email held over its quota goes after everything else when the next day begins. */
export const HELD_TURN = LAST_TURN - 1;

/**
 * Queue priorities for the tenant's next messages, in order (the highest goes first, the older of
 * equals): behind as many as the tenant has waiting, so that a tenant with thousands delays no
 * other. Read before they are inserted.
 */
export async function mailTurns(db: Sql, tenantId: string, kinds: string[]): Promise<number[]> {
  if (kinds.every((kind) => kind === "verification_code")) return kinds.map(() => AWAITED);
  const found = await db.query<{ waiting: number }>(
    prepared(sql`select count(*)::int as waiting from (
      select 1 from message where tenant_id = ${tenantId} and status = 'queued' limit ${-LAST_TURN}) waiting`),
  );
  const { waiting } = found.rows[0]!; // an aggregate is one row
  return kinds.map((kind, index) =>
    kind === "verification_code" ? AWAITED : Math.max(LAST_TURN, -(waiting + index)),
  );
}
