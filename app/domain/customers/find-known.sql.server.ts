import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";
import { phoneKey, phoneKeyOf } from "./phone-key.sql";

/** A customer who has an email address or a phone number already. */
export interface KnownCustomer {
  id: string;
  name: string;
  same: "email" | "phone";
}

const MOST = 5;

/** The customers with this email address or phone number; the one with the address comes first. */
export async function findKnown(
  { tenant }: StaffActor,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
): Promise<KnownCustomer[]> {
  const { rows } = await pool.query<KnownCustomer>(
    sql`with same as (
          select coalesce(e.merged_into, e.id) as id, 'email' as same from customer e
          where e.tenant_id = ${tenant.id} and e.email = ${email ?? null}::text
          union all
          (select coalesce(p.merged_into, p.id), 'phone' from customer p
            where p.tenant_id = ${tenant.id} and p.phone is not null and ${phoneKeyOf("p")} = ${phoneKey(phone)}::text
            order by p.id desc limit ${MOST}))
        select c.id, c.name, min(same.same) as same from same
        join customer c on c.tenant_id = ${tenant.id} and c.id = same.id and c.erased_at is null
        group by c.id, c.name order by min(same.same), c.id desc limit ${MOST}`,
  );
  return rows;
}
