import sql, { empty } from "sql-template-tag";
import type { PageOf } from "~/contract/common";
import type { Duplicate } from "~/contract/customers";
import { wholeList } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "./customer-row";
import { findCustomer } from "./list-customers.sql.server";
import { phoneKey, phoneKeyOf } from "./phone-key.sql";

const MOST = 20;

/**
 * Customers who may be the same person: their phone numbers end with the same nine digits, or they
 * have the same name and no conflicting addresses. The expressions match the indexes
 * customer_phone_digits and customer_lower_name. Throws not_found, rate_limited and not_ready
 * (heavyRead).
 */
export async function findDuplicates(actor: StaffActor, id: string): Promise<PageOf<Duplicate>> {
  const { name, email, phone } = await findCustomer(pool, actor, id);
  const tenantId = actor.tenant.id;
  const key = phoneKey(phone);
  const likeThem = sql`with by_phone as (
          select c.id from customer c where c.tenant_id = ${tenantId} and ${phoneKeyOf("c")} = ${key}::text and c.phone is not null limit ${MOST + 1}),
        by_name as (
          select c.id from customer c where c.tenant_id = ${tenantId} and lower(c.name) = lower(${name})
            and (c.email is null or ${email}::text is null
              or similarity(split_part(c.email, '@', 1), split_part(${email}::text, '@', 1)) >= 0.4) limit ${MOST + 1})
        select c.*, c.id in (select id from by_phone) as same_phone, c.id in (select id from by_name) as same_name
        from customer c where c.tenant_id = ${tenantId} and c.id in (select id from by_phone union select id from by_name)
          and c.id <> ${id} and c.merged_into is null and c.erased_at is null ${seesTestDataOnly(actor) ? sql`and not c.livemode` : empty}
        order by c.id desc limit ${MOST}`;
  const { rows } = await heavyRead(tenantId, (db) =>
    db.query<CustomerRow & { same_phone: boolean; same_name: boolean }>(likeThem),
  );
  return wholeList(
    rows.map(({ same_phone, same_name, ...row }) => ({
      ...toCustomer(row, true),
      reasons: [
        ...(same_phone ? (["same_phone"] as const) : []),
        ...(same_name ? (["same_name"] as const) : []),
      ],
    })),
  );
}
