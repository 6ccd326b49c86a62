import sql from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";

export interface Place {
  /** The resource that it comes next to. */
  beside: string;
  side: "before" | "after";
}

/** Puts a resource next to another one in the order of lists, calendar and widget. Throws not_found. */
export async function placeResource(actor: StaffActor, id: string, { beside, side }: Place): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    const found = await db.query<{ id: string; position: number }>(
      sql`select id, position from resource where tenant_id = ${tenantId} order by position, id for no key update`,
    );
    const order = found.rows.map((row) => row.id).filter((each) => each !== id);
    const at = order.indexOf(beside);
    if (at === -1 || order.length === found.rows.length) throw notFound();
    order.splice(side === "before" ? at : at + 1, 0, id);
    const before = new Map(found.rows.map((row) => [row.id, row.position]));
    const moved = order
      .map((each, position) => ({ each, position }))
      .filter(({ each, position }) => before.get(each) !== position);
    if (moved.length === 0) return;
    await db.query(
      sql`update resource r set position = p.position, version = version + 1, updated_at = now()
          from unnest(${moved.map(({ each }) => each)}::uuid[], ${moved.map(({ position }) => position)}::int[]) p(id, position)
          where r.tenant_id = ${tenantId} and r.id = p.id`,
    );
    const diff = { position: [before.get(id), order.indexOf(id)] };
    await writeAudit(db, actor, { action: "resource.updated", entity: "resource", entity_id: id, diff });
  });
}
