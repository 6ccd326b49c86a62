import type { PoolClient } from "pg";
import { bulkPool, heavyPool, pool } from "~/lib/db.server";

/** A statement as executed by Postgres. */
export interface StatementCost {
  text: string;
  /** Rows examined by its plan, including filtered ones. */
  rows: number;
  /** Table and index pages read, from memory or disk. */
  blocks: number;
}

/** Requires a superuser, like Postgres's auto_explain. */
const ON = `load 'auto_explain'; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on; set auto_explain.log_timing = off;
  set auto_explain.log_format = 'json'; set auto_explain.log_level = 'notice'; set auto_explain.log_min_duration = 0`;
const OFF = "set auto_explain.log_min_duration = -1";

/**
 * The statements that `work` sends from this process, most expensive first. Statements within
 * functions count towards their caller.
 */
export async function statementCosts(work: () => Promise<unknown>): Promise<StatementCost[]> {
  const costs: StatementCost[] = [];
  const hear = ({ message }: { message?: string | undefined }) => {
    const json = /^duration: .*?plan:\n(.*)$/s.exec(message ?? "")?.[1];
    if (json !== undefined) costs.push(costOf(JSON.parse(json) as Explained));
  };
  await onEveryConnection(async (client) => {
    await client.query(ON);
    client.on("notice", hear);
  });
  try {
    await work();
  } finally {
    await onEveryConnection(async (client) => {
      client.off("notice", hear);
      await client.query(OFF);
    });
  }
  return costs.sort((a, b) => b.rows + b.blocks - a.rows - a.blocks);
}

/** Opens all connections of a pool, so that none is missed. */
async function onEveryConnection(change: (client: PoolClient) => Promise<void>): Promise<void> {
  for (const each of [pool, bulkPool, heavyPool]) {
    const clients = await Promise.all(
      Array.from({ length: each.options.max }, () => each.connect()),
    );
    try {
      for (const client of clients) await change(client);
    } finally {
      for (const client of clients) client.release();
    }
  }
}

interface Explained {
  "Query Text": string;
  Plan: PlanStep;
}
interface PlanStep {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanStep[];
}

function costOf({ "Query Text": text, Plan: plan }: Explained): StatementCost {
  return {
    text,
    rows: rowsOf(plan),
    blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
  };
}

function rowsOf(step: PlanStep): number {
  const each =
    step["Actual Rows"] +
    (step["Rows Removed by Filter"] ?? 0) +
    (step["Rows Removed by Join Filter"] ?? 0) +
    (step["Rows Removed by Index Recheck"] ?? 0);
  return (step.Plans ?? []).reduce(
    (sum, inner) => sum + rowsOf(inner),
    Math.round(each * step["Actual Loops"]),
  );
}

export const total = (costs: StatementCost[]): { rows: number; blocks: number } => ({
  rows: costs.reduce((sum, { rows }) => sum + rows, 0),
  blocks: costs.reduce((sum, { blocks }) => sum + blocks, 0),
});
