import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { Placed } from "~/lib/place-in-order";

/** The tenant's services in order, locked until the transaction ends. */
export async function lockOrder(db: Sql, tenantId: string): Promise<Placed[]> {
  const found = await db.query<Placed>(
    sql`select id, position from schedule where tenant_id = ${tenantId} order by position, created_at, id for no key update`,
  );
  return found.rows;
}

export async function writeOrder(
  db: Sql,
  tenantId: string,
  moved: readonly Placed[],
): Promise<void> {
  await db.query(
    sql`update schedule s set position = p.position, version = version + 1, updated_at = now()
        from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ position }) => position)}::int[]) p(id, position)
        where s.tenant_id = ${tenantId} and s.id = p.id`,
  );
}
