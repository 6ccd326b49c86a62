import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDocument } from "~/http/openapi-document";

const run = promisify(execFile);
const written = JSON.stringify(makeDocument("https://bookings.example"), null, 2);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openapi-"));
  await writeFile(join(folder, "openapi.json"), written);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("Redocly finds nothing to say about it", async () => {
  const { stdout } = await run(
    process.execPath,
    [
      createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js"),
      "lint",
      join(folder, "openapi.json"),
      "--format=json",
      "--config=.redocly.yaml",
    ],
    {
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        CI: "true",
      },
    },
  );
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
  expect(problems).toEqual([]);
});

test("the types that openapi-typescript makes of it compile", async () => {
  const file = join(folder, "types.ts");
  await writeFile(file, astToString(await openapiTypes(JSON.parse(written))));
  const use = join(folder, "use.ts");
  await writeFile(
    use,
    `import type { components, operations } from "./types";
     export const id: (booking: components["schemas"]["Booking"]) => string = (booking) => booking.id;
     export type Made = operations["bookings_create"]["responses"][201]["content"]["application/json"];
     export const made: (answer: Made) => components["schemas"]["Booking"] = (answer) => answer;\n`,
  );
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
  };
  const program = ts.createProgram([use], {
    ...options,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
});
