import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Validator } from "@seriousme/openapi-schema-validator";
import * as prettier from "prettier";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { operations } from "~/contract";
import type { JsonSchema } from "~/contract/components";
import { WebhookEvent } from "~/contract/events";
import { deliveredEventTypes } from "~/contract/webhooks";
import { makeDocument } from "./openapi-document";

const root = fileURLToPath(new URL("../..", import.meta.url));
const document = makeDocument("https://bookings.example");
const written = JSON.stringify(document, null, 2);

describe("the document is valid for tools", () => {
  test("it is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(written));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("every reference resolves", () => {
    const found = [...written.matchAll(/"\$ref": "#\/components\/(\w+)\/([\w.-]+)"/g)];
    expect(found.length).toBeGreaterThan(500);
    const components = document.components as unknown as Record<string, Record<string, unknown>>; // by kind and name
    for (const [reference, kind, name] of found)
      expect(components[kind!]?.[name!], reference).toBeDefined();
    expect(written).not.toContain("$defs");
    expect(written).not.toContain("__schema");
  });
});

interface ResponseObject {
  $ref?: string;
  content?: object;
  headers?: object;
}
const shared = document.components["responses"] as Record<string, ResponseObject>;

/** Every field of the document: schema properties and parameters. */
function fieldsOf(
  node: unknown,
  at: string,
  found: { at: string; name: string; field: JsonSchema }[] = [],
) {
  if (typeof node !== "object" || node === null) return found;
  const { properties } = node as { properties?: Record<string, JsonSchema> };
  for (const [name, field] of Object.entries(properties ?? {}))
    found.push({ at: `${at}.${name}`, name, field });
  for (const [key, child] of Object.entries(node)) fieldsOf(child, `${at}/${key}`, found);
  return found;
}

describe("descriptions", () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  test("each operation has a unique name, a summary and a description", () => {
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, description } of all) {
      expect(summary, operationId).toMatch(/^.{10,}$/);
      expect(description, operationId).toMatch(/^.{20,}$/);
    }
  });

  const fields = fieldsOf(
    { ...document, components: { schemas: document.components.schemas } },
    "",
  );
  const parameters = all.flatMap(({ operationId, parameters }) =>
    (parameters as JsonSchema[])
      .filter((parameter) => !("$ref" in parameter))
      .map((field) => ({
        at: `${operationId} ${String(field["name"])}`,
        name: String(field["name"]),
        field,
      })),
  );
  const schemas = Object.entries(document.components.schemas).map(([name, field]) => ({
    at: name,
    name,
    field,
  }));
  const wordsOf = (field: JsonSchema) => String(field["description"] ?? "");

  test("each field, parameter and schema is described by a sentence", () => {
    const unclear = [...fields, ...parameters, ...schemas].filter(
      ({ field }) => !/^[A-Z].*\.$/s.test(wordsOf(field)),
    );
    expect(unclear.map(({ at, field }) => `${at}: ${wordsOf(field)}`)).toEqual([]);
    expect(fields.length).toBeGreaterThan(1500);
    expect(parameters.length).toBeGreaterThan(200);
  });

  test("a description adds to the field's name and type", () => {
    const general = [
      "Id",
      "Instant",
      "InstantInput",
      "LocalDate",
      "DateOrInstant",
      "LocalTime",
      "TimeZone",
      "Currency",
    ];
    const types = [
      ...general,
      "Amount",
      "Json",
      "Flag",
      "Email",
      "Phone",
      "Locale",
      "Color",
      "Slug",
      "Role",
      "Scope",
    ];
    const ofTypes = new Set(
      types.flatMap((name) => document.components.schemas[name]?.["description"] ?? []),
    );
    const plain = (words: string) => words.toLowerCase().replace(/[^a-z0-9 ]/g, "");
    const isEmpty = ({ name, field }: { name: string; field: JsonSchema }) =>
      ofTypes.has(wordsOf(field)) ||
      plain(wordsOf(field)).replace(/^(the|a|an) /, "") === plain(name.replace(/_/g, " "));
    expect(
      [...fields, ...parameters].filter(isEmpty).map(({ at, field }) => `${at}: ${wordsOf(field)}`),
    ).toEqual([]);
    expect(ofTypes.size).toBeGreaterThan(10);
  });

  test("each response has a schema or is declared empty, and errors list each code", () => {
    for (const { operationId, responses } of all)
      for (const [status, found] of Object.entries(responses as Record<string, ResponseObject>)) {
        const response = found.$ref
          ? shared[found.$ref.slice("#/components/responses/".length)]!
          : found;
        if (["204", "302", "304"].includes(status))
          expect(response.content, operationId).toBeUndefined();
        else expect(response.content, `${operationId} ${status}`).toBeDefined();
        if (status !== "304") expect(response.headers, operationId).toHaveProperty("X-Request-Id");
        if (status === "429") expect(response.headers, operationId).toHaveProperty("Retry-After");
      }
  });
});

describe("examples match their schemas", () => {
  type Content = Record<string, { example?: unknown }>;
  const find = (name: string) =>
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === name.replace(".", "_"))!;
  const expectTaken = (schema: z.ZodType, example: unknown) =>
    expect(schema.safeParse(example).error?.issues ?? [], JSON.stringify(example)).toEqual([]);

  test.each(
    operations.filter(({ operation }) => operation.body && operation.accepts !== "multipart"),
  )("$name takes its body", ({ name, operation }) => {
    const { content } = find(name)["requestBody"] as { content: Content };
    const type =
      operation.accepts === "form" ? "application/x-www-form-urlencoded" : "application/json";
    expectTaken(operation.body!, content[type]!.example);
  });

  test.each(operations.filter(({ operation }) => operation.returns))(
    "$name has a valid response example",
    ({ name, operation }) => {
      const { content } = find(name).responses[String(operation.status ?? 200)] as {
        content: Content;
      };
      expectTaken(operation.returns!, content["application/json"]!.example);
    },
  );

  test.each(deliveredEventTypes)("%s has a valid event example", (type) => {
    const { post } = document.webhooks[type]!;
    const { content } = post!["requestBody"] as { content: Content };
    expectTaken(WebhookEvent, content["application/json"]!.example);
    expect(content["application/json"]!.example).toMatchObject({ type });
  });
});

test("app/contract/openapi.json is up to date", async () => {
  const file = join(root, "app/contract/openapi.json");
  const now = await prettier.format(written, {
    ...(await prettier.resolveConfig(file)),
    parser: "json",
  });
  if (process.env["UPDATE_PROMISE"] === "1") await writeFile(file, now);
  const committed = await readFile(file, "utf8").catch(() => "");
  const advice =
    "The API changed. If that is meant: UPDATE_PROMISE=1 npx vitest run --project unit openapi, and read the diff.";
  expect(committed === now, advice).toBe(true);
});
