import sql, { join, raw, type Sql } from "sql-template-tag";

/** What a typed value may be in meta: the text, and the number or truth that it reads as. */
function metaValues(typed: string): (string | number | boolean)[] {
  if (typed === "true" || typed === "false") return [typed, typed === "true"];
  const number = Number(typed);
  return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(typed) && Number.isFinite(number)
    ? [typed, number]
    : [typed];
}

/**
 * Whether the row `alias` has these values in its meta, asked as the indexes booking_meta and customer_meta answer it: each value is kept
 * under its key and its tenant in one entry, so that other tenants with the same words cost nothing.
 */
export function hasMeta(alias: string, tenantId: string, wanted: Record<string, string>): Sql {
  const row = raw(alias);
  const said = sql`jsonb_set('{}'::jsonb, array[${row}.tenant_id::text], ${row}.meta)`;
  const each = Object.entries(wanted).map(([key, typed]) => {
    const ways = metaValues(typed).map((value) => JSON.stringify({ [tenantId]: { [key]: value } }));
    return sql`(${join(
      ways.map((way) => sql`${said} @> ${way}::jsonb`),
      " or ",
    )})`;
  });
  return sql`(${row}.meta <> '{}'::jsonb and ${join(each, " and ")})`;
}

/** The same as conditions of Prisma, for tables of which a tenant has few rows: each one's meta is looked at. */
export function metaConditions(wanted: Record<string, string> = {}) {
  return Object.entries(wanted).map(([key, typed]) => ({
    OR: metaValues(typed).map((equals) => ({ meta: { path: [key], equals } })),
  }));
}
