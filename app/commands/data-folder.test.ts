import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadOrCreateSecrets, lockDataFolder, writePrivate } from "./data-folder";
import { PlainError } from "./plain-error";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "data-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("secrets are created once and written atomically", () => {
  const secrets = loadOrCreateSecrets(folder);
  expect(loadOrCreateSecrets(folder)).toEqual(secrets);
  expect(readdirSync(folder)).toEqual(["secrets.json"]);
});

test("a truncated file is named with advice and left unchanged", () => {
  const path = join(folder, "secrets.json");
  loadOrCreateSecrets(folder);
  writeFileSync(path, readFileSync(path, "utf8").slice(0, 20));
  expect(() => loadOrCreateSecrets(folder)).toThrow(PlainError);
  expect(() => loadOrCreateSecrets(folder)).toThrow(
    /secrets\.json cannot be read .*backup.*move it away/s,
  );
  expect(readFileSync(path, "utf8")).toHaveLength(20);
});

test("a broken list of children or demo file does not prevent a start", async () => {
  writeFileSync(join(folder, "children.json"), '[{"pid":');
  writeFileSync(join(folder, "demo.json"), "{");
  await lockDataFolder(folder, () => undefined);
});

test("an unwritable folder is reported in plain words", async () => {
  const file = join(folder, "taken");
  writeFileSync(file, "");
  await expect(lockDataFolder(join(file, "data"), () => undefined)).rejects.toThrow(
    /is not a folder.*another DATA_DIR/s,
  );
  expect(() => writePrivate(join(file, "x.json"), {})).toThrow(PlainError);
});
