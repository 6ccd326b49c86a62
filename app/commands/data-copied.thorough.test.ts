import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { clusterIn } from "./cluster-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

const root = mkdtempSync(join(tmpdir(), "copied-"));
chmodSync(root, 0o711); // the user postgres, when this process is root, must pass
const folders = {
  first: join(root, "first"),
  copy: join(root, "copy"),
  moved: join(root, "moved"),
};
const running: EmbeddedPostgres[] = [];

const start = async (folder: string) => {
  const server = await startEmbeddedPostgres({ folder, durable: false, print: () => undefined });
  running.push(server);
  chmodSync(folder, 0o711);
  return server;
};
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(root, { recursive: true, force: true });
});

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

test("a copied DATA_DIR gets its own database, also from an earlier version; a moved one keeps it", async () => {
  const first = await start(folders.first);
  await query(first, "create table note (text text); insert into note values ('first')");
  await first.stop();
  cpSync(folders.first, folders.copy, { recursive: true });
  // Earlier versions stored the absolute path of the original folder.
  const file = join(folders.copy, "postgres.json");
  const record = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  expect(record.cluster).toBe("postgres");
  writeFileSync(file, JSON.stringify({ ...record, cluster: join(folders.first, "postgres") }));

  const again = await start(folders.first);
  const copy = await start(folders.copy);
  await query(copy, "insert into note values ('copy')");
  expect(await query(again, "select text from note")).toEqual([{ text: "first" }]);
  expect(await query(copy, "select text from note")).toEqual([{ text: "first" }, { text: "copy" }]);

  await again.stop();
  renameSync(folders.first, folders.moved);
  const moved = await start(folders.moved);
  expect(await query(moved, "select text from note")).toEqual([{ text: "first" }]);
});

test("a copy whose database is outside the folder does not open the original's", () => {
  const outside = { cluster: join(root, "elsewhere", "postgres"), folder: folders.moved };
  expect(() => clusterIn(folders.copy + "-2", outside)).toThrow(/which is missing/);
  cpSync(folders.copy, join(root, "elsewhere"), { recursive: true });
  writeFileSync(join(folders.moved, "postgres.json"), JSON.stringify(outside));
  expect(() => clusterIn(folders.copy + "-2", outside)).toThrow(/is a copy of .* Copy that folder/);
});
