import sql, { raw, type Sql as Part } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { mostSelectivePart, typedNumber, typedText } from "./typed-text";

/** The text of the index customer_search; must stay the same expression. */
const textOf = (record: "c" | "m") =>
  raw(
    `(lower(${record}.name || ' ' || coalesce(${record}.email, '') || ' ' || coalesce(${record}.phone, '')))`,
  );
const RECORD = textOf("c");
/** The text of the index customer_alias_search; must stay the same expression. */
const ALIAS = raw("(lower(a.name || ' ' || a.email || ' ' || a.phone))");

/**
 * Up to this many guests are fetched by id; if there are more, a list is scanned in its order until
 * the page is full.
 */
const FEW = 2000;

/**
 * The ids (possibly duplicated) of guests whose record, merged records or aliases contain the
 * search text (2 characters or more), if there are few; null if there are many, so that scanning a
 * list in its order fills a page soon. The materialized parts are planned as for a full read but
 * stop at the limit. Not prepared: a generic plan for companies of all sizes would scan the largest
 * one completely.
 */
export async function findGuests(
  db: Sql,
  tenantId: string,
  search: string,
): Promise<string[] | null> {
  const piece = `%${mostSelectivePart(typedText(search)).replace(/[\\%_]/g, "\\$&")}%`;
  const found = await db.query<{ id: string }>(
    sql`with by_record as materialized (
          select coalesce(c.merged_into, c.id) as id from customer c where c.tenant_id = ${tenantId} and ${RECORD} like ${piece} and ${recordContains(search)}),
        by_alias as materialized (
          select a.customer_id as id from customer_alias a
          where a.tenant_id = ${tenantId} and ${ALIAS} like ${piece} and ${aliasContains(search)})
        select id from by_record union all
        select (select coalesce(c.merged_into, c.id) from customer c where c.tenant_id = ${tenantId} and c.id = by_alias.id) from by_alias limit ${FEW + 1}`,
  );
  return found.rows.length > FEW ? null : found.rows.map((row) => row.id);
}

/** Whether the record contains the search text. */
export const recordContains = (search: string, record: "c" | "m" = "c"): Part =>
  contains(textOf(record), raw(`${record}.phone`), search);
/** Whether the alias `a` contains the search text. */
export const aliasContains = (search: string): Part => contains(ALIAS, raw("a.phone"), search);

/** Whether a text contains the search text, or a phone number its digits. */
export function contains(text: Part, phone: Part, search: string): Part {
  const found = sql`strpos(${text}, ${typedText(search)}) > 0`;
  const digits = typedNumber(search);
  return digits === null
    ? found
    : sql`(${found} or strpos(regexp_replace(${phone}, '\\D', '', 'g'), ${digits}) > 0)`;
}
