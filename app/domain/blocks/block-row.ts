import type { Block } from "~/contract/blocks";
import { toRfc3339 } from "~/lib/time";

export interface BlockRow {
  id: string;
  resource_id: string;
  starts_at: Date;
  ends_at: Date;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}

export function toBlock(row: BlockRow): Block {
  const at = (date: Date) => toRfc3339(date.getTime());
  return {
    ...row,
    starts_at: at(row.starts_at),
    ends_at: at(row.ends_at),
    created_at: at(row.created_at),
    updated_at: at(row.updated_at),
  };
}
