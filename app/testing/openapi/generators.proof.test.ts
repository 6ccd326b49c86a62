import { createClient as heyApi } from "@hey-api/openapi-ts";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import openapiTypes, { astToString } from "openapi-typescript";
import { generate as orval } from "orval";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeSecretKey, makeTenant } from "~/testing/factory";
import { startWeb, type WebProcess } from "~/testing/web-process";

// Generates clients with common generators from the served OpenAPI document; each must compile and
// book.

const run = promisify(execFile);
let web: WebProcess;
let folder: string;
let key: string;
let slots: string[];

beforeAll(async () => {
  const owner = await makeTenant();
  key = await makeSecretKey(owner);
  const room = await makeResource(owner);
  slots = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(10).map(({ id }) => id);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
  // Below node_modules, so that generated code can import its packages.
  const cache = "app/testing/openapi/node_modules/.cache";
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "generators-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const document = await (await fetch(`${web.url}/api/openapi.json`)).text();
  writeFileSync(join(folder, "openapi.json"), document);
});
afterAll(async () => {
  await web?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const head = `
const baseUrl = process.env["BASE_URL"]!;
const headers = { Authorization: \`Bearer \${process.env["SECRET_KEY"]}\` };
const body = { slot_id: process.env["SLOT"]!, party_size: 1, customer: { name: "Anna Visser", email: "anna@example.com" }, meta: { order: "A-1042" } };
`;

/**
 * How to run each generator, and a program that books with its client and prints the booking's id
 * and reference.
 */
const generators: { name: string; generate: () => Promise<unknown>; program: string }[] = [
  {
    name: "hey-api",
    generate: () =>
      heyApi({
        input: join(folder, "openapi.json"),
        output: { path: join(folder, "hey-api") },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent" },
      }),
    program: `import { client } from "./hey-api/client.gen";
import { bookingsCreate, bookingsList } from "./hey-api/sdk.gen";
${head}
client.setConfig({ baseUrl, headers });
const { data: booking, error } = await bookingsCreate({ body });
if (booking === undefined) throw new Error(JSON.stringify(error));
const found = await bookingsList({ query: { meta: { order: "A-1042" }, status: ["confirmed"] } });
if (!JSON.stringify(found.data).includes(booking.id)) throw new Error("the list does not have it");
console.log(JSON.stringify({ id: booking.id, reference: booking.reference }));`,
  },
  {
    name: "openapi-typescript",
    generate: async () => {
      const document = new URL(join(folder, "openapi.json"), `file://${process.cwd()}/`);
      writeFileSync(join(folder, "types.ts"), astToString(await openapiTypes(document)));
    },
    program: `import createClient from "openapi-fetch";
import type { paths } from "./types";
${head}
const client = createClient<paths>({ baseUrl, headers });
// This generator requires fields that have a default in a body.
const filled = { ...body, answers: [], override: false, notify: true };
const { data: booking, error } = await client.POST("/api/bookings", { body: filled });
if (booking === undefined) throw new Error(JSON.stringify(error));
const found = await client.GET("/api/bookings", { params: { query: { meta: { order: "A-1042" }, status: ["confirmed"] } } });
if (!JSON.stringify(found.data).includes(booking.id)) throw new Error("the list does not have it");
console.log(JSON.stringify({ id: booking.id, reference: booking.reference }));`,
  },
  {
    name: "orval",
    generate: () =>
      orval({
        input: { target: join(folder, "openapi.json") },
        output: {
          target: join(folder, "orval.ts"),
          client: "fetch",
          mode: "single",
          baseUrl: web.url,
        },
      }),
    program: `import { bookingsCreate } from "./orval";
${head}
const answer = await bookingsCreate(body, { headers });
if (answer.status !== 201) throw new Error(JSON.stringify(answer.data));
const { id, reference } = answer.data;
console.log(JSON.stringify({ id, reference }));`,
  },
];

/** Compiler errors of a program and its imports. */
function complaints(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: at, start, messageText }) => {
    const line =
      at && start !== undefined
        ? `${at.fileName}:${at.getLineAndCharacterOfPosition(start).line + 1}: `
        : "";
    return line + ts.flattenDiagnosticMessageText(messageText, "\n");
  });
}

describe.each(generators)("$name", ({ name, generate, program }) => {
  test("generates a client that compiles and books", async () => {
    await generate();
    const file = join(folder, `${name}-use.ts`);
    writeFileSync(file, `${program}\nexport {};\n`);
    expect(complaints(file)).toEqual([]);
    const SLOT = slots[generators.findIndex((one) => one.name === name)]!;
    const env = { ...process.env, BASE_URL: web.url, SECRET_KEY: key, SLOT };
    const { stdout } = await run(process.execPath, ["--import", "tsx", file], { env });
    const { id, reference } = JSON.parse(stdout.trim().split("\n").at(-1)!) as {
      id: string;
      reference: string;
    };
    const rows = await pool.query("select reference, slot_id, status from booking where id = $1", [
      id,
    ]);
    expect(rows.rows).toEqual([{ reference, slot_id: SLOT, status: "confirmed" }]);
  });
});
