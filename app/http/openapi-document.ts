import type { z } from "zod";
import { operations } from "~/contract";
import { type JsonSchema, toJsonSchemas } from "~/contract/components";
import { ErrorBody } from "~/contract/error-body";
import { EventBody, WebhookEvent } from "~/contract/events";
import { API_VERSION } from "~/contract/version";
import { type Described, type OperationObject, operationObject } from "./openapi-operation";
import {
  examples,
  headers,
  parameters,
  securitySchemes,
  tagWords,
  webhookObjects,
} from "./openapi-parts";

type Json = Record<string, unknown>;
export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, JsonSchema> } & Json;
}

const about = `A booking API that never double-books. All endpoints return JSON in UTF-8 with fields in snake_case. Instants are RFC 3339 in UTC, dates and
times of day are in the time zone beside them, amounts are integers in minor units of the currency beside them (1250 is EUR 12.50).
All errors have the same body (ErrorBody). Unknown fields are refused; new fields may appear in responses at any time.`;

/** OpenAPI 3.1 document of every operation, as served at `baseUrl`. */
export function makeDocument(baseUrl: string): OpenApiDocument {
  const { incoming, outgoing, components } = convert();
  const paths: OpenApiDocument["paths"] = {};
  const responses: Record<string, Json> = {};
  for (const { name, operation } of operations) {
    const described: Described = {
      name,
      operation,
      params: incoming[`${name} params`],
      query: incoming[`${name} query`],
      body: incoming[`${name} body`],
      returns: outgoing[name],
      later: outgoing[`${name} later`],
    };
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[operation.method.toLowerCase()] = operationObject(
      described,
      components,
      responses,
    );
  }
  const webhooks = webhookObjects(components);
  const used = namesUsed({ paths, responses, webhooks }, components);
  const text = JSON.stringify(responses);
  return {
    openapi: "3.1.0",
    info: {
      title: "Booking Service",
      version: API_VERSION,
      description: about.replace(/\n/g, " "),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tagWords).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name))),
      parameters,
      headers,
      responses,
      examples: Object.fromEntries(
        Object.entries(examples).filter(([code]) =>
          text.includes(`"#/components/examples/${code}"`),
        ),
      ),
      securitySchemes,
    },
  };
}

/**
 * Converts the contract's schemas to JSON Schema: named ones become components, each field with its
 * description.
 */
function convert() {
  const input: Record<string, z.ZodType> = {};
  const output: Record<string, z.ZodType> = { ErrorBody, EventBody, WebhookEvent };
  for (const { name, operation } of operations) {
    for (const place of ["params", "query", "body"] as const)
      if (operation[place] && operation.accepts !== "multipart")
        input[`${name} ${place}`] = operation[place];
    if (operation.returns) output[name] = operation.returns;
    if (operation.later) output[`${name} later`] = operation.later;
  }
  const outgoing = toJsonSchemas(output, "output");
  const incoming = toJsonSchemas(input, "input", outgoing.components);
  const all = { ...incoming.components, ...outgoing.components };
  const components = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  for (const schema of [incoming.schemas, outgoing.schemas, components])
    explain(schema, components);
  return { incoming: incoming.schemas, outgoing: outgoing.schemas, components };
}

const REF = "#/components/schemas/";

/** A field without a description inherits that of the named schema it refers to. */
function explain(node: unknown, components: Record<string, JsonSchema>): void {
  if (typeof node !== "object" || node === null) return;
  const { properties = {} } = node as { properties?: Record<string, JsonSchema> };
  for (const field of Object.values(properties)) {
    const { $ref, description } = field;
    const named = typeof $ref === "string" ? components[$ref.slice(REF.length)] : undefined;
    if (description === undefined && named !== undefined)
      field["description"] = named["description"];
  }
  for (const child of Object.values(node)) explain(child, components);
}

/** The components reachable from paths and webhooks. */
function namesUsed(from: unknown, components: Record<string, JsonSchema>): Set<string> {
  const used = new Set<string>();
  const follow = (node: unknown) => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue; // the pattern has one group
      used.add(name!);
      follow(components[name!] ?? {});
    }
  };
  follow(from);
  return used;
}
