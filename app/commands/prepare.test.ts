import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { testEnvironment } from "~/testing/environment";

test("a build without its dev dependencies explains what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "prepare-"));
  mkdirSync(join(folder, ".data"));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "node_modules/.package-lock.json"), "{}");
  const script = `const { prepare } = await import(${JSON.stringify(pathToFileURL(resolve("app/commands/prepare.mjs")).href)});
    console.error = console.log; await prepare(["packages", "client"]);`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    env: { ...testEnvironment(), NODE_ENV: "production" },
    encoding: "utf8",
  });
  expect(output).toMatch(
    /NODE_ENV is production\. Run `npm ci --include=dev`, then `npm run build`\./,
  );
  rmSync(folder, { recursive: true });
});
