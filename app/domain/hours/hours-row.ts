import type { Hours } from "~/contract/hours";
import { toRfc3339 } from "~/lib/time";
import type { Hours as Row } from "../../../prisma/generated/client";

export function toHours(row: Row): Hours {
  const { tenant_id: _tenant, ...fields } = row;
  return {
    ...fields,
    // The JSON columns are only written through the contract's schema.
    rules: row.rules as Hours["rules"],
    overrides: row.overrides as Hours["overrides"],
    valid_from: dateOf(row.valid_from),
    valid_to: dateOf(row.valid_to),
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}

/** A date column in the contract's format. */
export const dateOf = <Column extends Date | null>(column: Column) =>
  (column && column.toISOString().slice(0, 10)) as Column extends Date ? string : string | null;
