import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyForUser } from "./postgres-binaries";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "binaries-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A package whose program only runs next to its library, like the real one. */
function makePackage(name: string, parts: { hasLibrary: boolean }): string {
  const native = join(folder, name);
  mkdirSync(join(native, "bin"), { recursive: true });
  writeFileSync(join(native, "bin/postgres"), '#!/bin/sh\ntest -e "$(dirname "$0")/../lib.so"\n');
  chmodSync(join(native, "bin/postgres"), 0o755);
  if (parts.hasLibrary) writeFileSync(join(native, "lib.so"), "");
  return native;
}

const runs = (copy: string) => execFileSync(join(copy, "bin/postgres"), ["--version"]).length === 0;

test("a copy is complete, and no temporary files remain", () => {
  copyForUser(makePackage("native", { hasLibrary: true }), join(folder, "copy"), {});
  expect(runs(join(folder, "copy"))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["copy", "native"]);
});

test("a copy of a package without its libraries is refused and leaves nothing", () => {
  const native = makePackage("native", { hasLibrary: false });
  expect(() => copyForUser(native, join(folder, "copy"), {})).toThrow("does not run");
  expect(readdirSync(folder)).toEqual(["native"]);
});

test("a copy that does not run is replaced", () => {
  makePackage("copy", { hasLibrary: false });
  copyForUser(makePackage("native", { hasLibrary: true }), join(folder, "copy"), {});
  expect(existsSync(join(folder, "copy/lib.so"))).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["copy", "native"]);
});

test("a copy made concurrently by another process is kept", () => {
  const copy = makePackage("copy", { hasLibrary: true });
  writeFileSync(join(copy, "theirs"), "theirs");
  copyForUser(makePackage("native", { hasLibrary: true }), copy, {});
  expect(readFileSync(join(copy, "theirs"), "utf8")).toBe("theirs");
  expect(readdirSync(folder).sort()).toEqual(["copy", "native"]);
});
