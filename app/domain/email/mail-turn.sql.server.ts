import sql from "sql-template-tag";
import { prepared, type Sql } from "~/lib/db.server";

/** A code: someone waits for it at their screen. */
const AWAITED = 1;
/** As far back as a tenant's mail stands, however much of it waits. */
const LAST_TURN = -1000;
/** What was over its quota goes after everything else when the next day begins. */
export const HELD_TURN = LAST_TURN - 1;

/**
 * The places in the queue of so many messages more of a tenant, the first first (a job's priority: the highest goes first, the older of
 * equals): behind as many as wait of that tenant, so that one with thousands waiting delays no other. Asked for before they are inserted.
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
