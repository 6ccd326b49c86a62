import sql, { join, raw, type Sql } from "sql-template-tag";

/**
 * The JSON values that a typed text can match: the text itself, and the number or boolean it reads
 * as.
 */
function metaValues(typed: string): (string | number | boolean)[] {
  if (typed === "true" || typed === "false") return [typed, typed === "true"];
  const number = Number(typed);
  return /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(typed) && Number.isFinite(number)
    ? [typed, number]
    : [typed];
}

/**
 * Condition that the row `alias` has these values in meta. It matches the indexes booking_meta and
 * customer_meta, whose entries combine tenant, key and value, so that other tenants' rows cost
 * nothing.
 */
export function hasMeta(alias: string, tenantId: string, wanted: Record<string, string>): Sql {
  const row = raw(alias);
  const stored = sql`jsonb_set('{}'::jsonb, array[${row}.tenant_id::text], ${row}.meta)`;
  const each = Object.entries(wanted).map(([key, typed]) => {
    const ways = metaValues(typed).map((value) => JSON.stringify({ [tenantId]: { [key]: value } }));
    return sql`(${join(
      ways.map((way) => sql`${stored} @> ${way}::jsonb`),
      " or ",
    )})`;
  });
  return sql`(${row}.meta <> '{}'::jsonb and ${join(each, " and ")})`;
}

/** The same as Prisma conditions, for tables with few rows per tenant; they use no index. */
export function metaConditions(wanted: Record<string, string> = {}) {
  return Object.entries(wanted).map(([key, typed]) => ({
    OR: metaValues(typed).map((equals) => ({ meta: { path: [key], equals } })),
  }));
}
