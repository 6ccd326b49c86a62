import sql from "sql-template-tag";
import type { PageOf, PageQuery } from "~/contract/common";
import type { Session } from "~/contract/sessions";
import { notFound } from "~/lib/app-error";
import { pageOfAll } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";

interface Person {
  account_id: string;
  session_id: string;
}
interface SessionRow {
  id: string;
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

/** An account's sessions in all of its companies, the last used first. */
export async function listOwnSessions(
  { account_id, session_id }: Person,
  query: PageQuery,
): Promise<PageOf<Session>> {
  const found = await pool.query<SessionRow>(
    sql`select id, ip, user_agent, created_at, last_seen_at, least(idle_expires_at, expires_at) as expires_at from session
        where account_id = ${account_id} and idle_expires_at > now() and expires_at > now()
        order by last_seen_at desc, id desc limit 200`,
  );
  const data = found.rows.map((row) => ({
    ...row,
    is_current: row.id === session_id,
    created_at: toRfc3339(row.created_at.getTime()),
    last_seen_at: toRfc3339(row.last_seen_at.getTime()),
    expires_at: toRfc3339(row.expires_at.getTime()),
  }));
  return pageOfAll(data, query, "-last_seen_at", (row) => `${row.last_seen_at} ${row.id}`);
}

/** Whether the person signed in within these minutes. */
export async function isYoungSession(
  { account_id, session_id }: Person,
  minutes: number,
): Promise<boolean> {
  const young = await pool.query(
    sql`select 1 from session where id = ${session_id} and account_id = ${account_id}
        and created_at > now() - ${minutes} * interval '1 minute'`,
  );
  return young.rowCount !== 0;
}

/**
 * Ends one of an account's own sessions, including the present one. Throws not_found, also for
 * another account's session.
 */
export async function endOwnSession({ account_id }: Person, id: string): Promise<void> {
  const ended = await pool.query(
    sql`delete from session where id = ${id} and account_id = ${account_id}`,
  );
  if (ended.rowCount !== 1) throw notFound("Session", id);
}

/** Ends all sessions of an account except the present one; returns how many. */
export async function endOtherSessions({ account_id, session_id }: Person): Promise<number> {
  const ended = await pool.query(
    sql`delete from session where account_id = ${account_id} and id <> ${session_id}`,
  );
  return ended.rowCount ?? 0;
}
