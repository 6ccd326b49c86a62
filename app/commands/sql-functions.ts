import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { PlainError } from "./plain-error";

/** Migrations and function files of this version. */
export const MIGRATIONS = "prisma/migrations";
export const FUNCTIONS = "app/domain";

interface FunctionFile {
  path: string;
  text: string;
  sha256: string;
}

/**
 * Updates the database's functions from the `.sql` files below `folder`, applying those whose text
 * has changed, in one transaction. A file only adds and replaces (`create or replace`), because the
 * previous version still calls the functions it knows. A function with new arguments gets a second
 * definition in its file; the old one is removed one version later by `drop function if exists`.
 * Returns the applied paths.
 */
export async function applyFunctions(client: pg.ClientBase, folder: string): Promise<string[]> {
  const stored = await client.query<{ path: string; sha256: string }>(
    "select path, sha256 from sql_function_file",
  );
  const hashes = new Map(stored.rows.map(({ path, sha256 }) => [path, sha256]));
  const changed = (await readFunctions(folder)).filter(
    ({ path, sha256 }) => hashes.get(path) !== sha256,
  );
  if (changed.length === 0) return [];
  await client.query("begin");
  try {
    await applyInAnyOrder(client, changed);
    for (const { path, sha256 } of changed)
      await client.query(
        `insert into sql_function_file (path, sha256) values ($1, $2)
         on conflict (path) do update set sha256 = excluded.sha256, applied_at = now()`,
        [path, sha256],
      );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return changed.map(({ path }) => path);
}

/** Function files below a folder, ordered by path. */
export async function readFunctions(folder: string): Promise<FunctionFile[]> {
  const names = await readdir(folder, { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(folder, path), "utf8");
      return { path, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Functions may depend on later files: those that fail are retried after the others. */
async function applyInAnyOrder(client: pg.ClientBase, files: FunctionFile[]): Promise<void> {
  let waiting = files;
  while (waiting.length > 0) {
    const refused: FunctionFile[] = [];
    let reason: unknown;
    for (const file of waiting) {
      await client.query("savepoint function_file");
      try {
        await client.query(file.text);
      } catch (error) {
        await client.query("rollback to savepoint function_file");
        refused.push(file);
        reason = error;
      }
    }
    if (refused.length === waiting.length)
      throw new PlainError(
        `The functions of ${refused.map(({ path }) => path).join(", ")} could not be created. ${reason instanceof Error ? reason.message : String(reason)}`,
      );
    waiting = refused;
  }
}
