import { nodesAway } from "~/lib/cluster-nodes.sql.server";
import { pool } from "~/lib/db.server";
import { tableKinds } from "~/lib/tables";
import { hasCitus, readPlaced } from "../distribute/cluster";
import { type Finding, fail, ok, warn } from "./finding";

/** On a cluster: all nodes reachable, all tables distributed, and shards movable during writes. */
export async function checkCluster(): Promise<Finding> {
  const client = await pool.connect();
  try {
    if (!(await hasCitus(client))) return ok("none: one server");
    const switchedOff = await client.query<{ node: string }>(
      "select nodename || ':' || nodeport as node from pg_dist_node where not isactive or not metadatasynced order by 1",
    );
    const silent = await nodesAway();
    const away = [...new Set([...switchedOff.rows, ...silent].map(({ node }) => node))];
    if (away.length > 0)
      return fail(
        `unreachable nodes: ${away.join(", ")}`,
        "Companies on them get 503 until they are back; others are not affected.",
      );
    return await checkTables(
      await readPlaced(client),
      (await client.query("show wal_level")).rows as WalLevel[],
    );
  } finally {
    client.release();
  }
}

type WalLevel = { wal_level: string };

async function checkTables(placed: ReadonlySet<string>, [wal]: WalLevel[]): Promise<Finding> {
  const due = Object.entries(tableKinds).filter(
    ([table, kind]) => kind !== "local" && !placed.has(table),
  );
  const names = due.map(([table]) => table);
  if (names.length > 0)
    return fail(
      `${names.length} tables are not distributed: ${names.slice(0, 5).join(", ")}`,
      "Run `npm run distribute` after `npm run migrate`.",
    );
  if (wal?.wal_level === "logical") return ok(`${placed.size} tables distributed`);
  return warn(
    `${placed.size} tables distributed; wal_level is ${wal?.wal_level}`,
    "Set wal_level = logical on every node: it is needed to move shards without stopping writes.",
  );
}
