import sql from "sql-template-tag";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, type Sql } from "~/lib/db.server";
import type { StoredCard } from "../card-on-file/card-terms";

/** A card on file of a visit long past. */
export interface OldCard {
  tenant_id: string;
  id: string;
  card: StoredCard;
}

/** Cards of bookings that ended 15 days ago, a day after the last fee could be charged. */
export function findOldCards(most: number): Promise<OldCard[]> {
  return scanTenants("cards", most, async (among) => {
    const old = await pool.query<OldCard>(
      sql`select tenant_id, id, card from booking where ${among} and card is not null and ends_at < now() - interval '15 days'
          limit ${most}`,
    );
    return old.rows;
  });
}

/** The cards of customers' bookings. */
export async function cardsOf(
  db: Sql,
  tenantId: string,
  customerIds: string[],
): Promise<StoredCard[]> {
  const found = await db.query<{ card: StoredCard }>(
    sql`select card from booking where tenant_id = ${tenantId} and customer_id = any(${customerIds}::uuid[]) and card is not null`,
  );
  return found.rows.map(({ card }) => card);
}

/** Removes a booking's card; false: it had none. */
export async function clearCard(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const cleared = await db.query(
    sql`update booking set card = null where tenant_id = ${tenantId} and id = ${id} and card is not null`,
  );
  return cleared.rowCount === 1;
}

/** Bookings whose fee is due to be charged by rule, the longest overdue first. */
export function findDueFees(most: number): Promise<{ tenant_id: string; id: string }[]> {
  return scanTenants("fees", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from booking where ${among} and fee_due_at <= now() order by fee_due_at limit ${most}`,
    );
    return due.rows;
  });
}
