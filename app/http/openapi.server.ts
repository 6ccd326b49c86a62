import { z } from "zod";
import { operations } from "~/contract";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import type { CallerRule, OperationShape } from "~/contract/operation";
import { API_VERSION } from "~/contract/version";
import { env } from "~/lib/env.server";

type Json = Record<string, unknown>;

const always: ErrorCode[] = ["malformed_request", "rate_limited", "internal"];

function errorsOf(operation: OperationShape): ErrorCode[] {
  const codes: ErrorCode[] = [...always, ...(operation.errors ?? [])];
  if (operation.caller.kind === "session") codes.push("unauthenticated", "forbidden_role");
  if (operation.caller.kind === "account") codes.push("unauthenticated", "csrf_failed");
  if (operation.caller.kind === "key") codes.push("invalid_key", "insufficient_scope", "origin_not_allowed");
  if (operation.params || takesId(operation.query) || takesId(operation.body)) codes.push("not_found");
  if (operation.idempotent) codes.push("idempotency_mismatch", "idempotency_in_progress");
  if (operation.query || operation.body) codes.push("validation_failed");
  if (operation.body) codes.push("too_large", "unsupported_media_type");
  return codes;
}

/** Whoever is sent an id may not find it. */
const takesId = (schema: z.ZodType | undefined) =>
  schema !== undefined && JSON.stringify(schemaOf(schema, "input")).includes('"format":"uuid"');

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return json;
};

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof property["description"] === "string" && { description: property["description"] }),
    schema: property,
  }));
}

function securityOf(caller: CallerRule): Json[] {
  if (caller.kind === "key") return [{ publishableKey: [] }, { bearer: [] }, { keyInQuery: [] }];
  if (caller.kind === "session") return caller.secret_key ? [{ session: [] }, { bearer: [] }] : [{ session: [] }];
  if (caller.kind === "account") return [{ session: [] }];
  return [];
}

function responsesOf(operation: OperationShape): Json {
  const success: Json = { description: "Done" };
  if (operation.returns) success["content"] = { "application/json": { schema: schemaOf(operation.returns, "output") } };
  const responses: Json = { [String(operation.status ?? 200)]: success };
  for (const code of errorsOf(operation)) {
    const status = String(errorStatus[code]);
    const before = responses[status] as { description: string } | undefined;
    responses[status] = {
      description: before ? `${before.description}, ${code}` : code,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return responses;
}

function contentOf(operation: OperationShape, body: z.ZodType): Json {
  if (operation.accepts !== "multipart") return { "application/json": { schema: schemaOf(body, "input") } };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  return { "multipart/form-data": { schema: { type: "object", properties: { file }, required: ["file"] } } };
}

function operationOf(name: string, operation: OperationShape): Json {
  const idempotency = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", maxLength: 255 },
  };
  return {
    operationId: name.replace(".", "_"),
    tags: [name.split(".")[0]],
    summary: operation.summary,
    ...(operation.caller.kind === "session" && { "x-role": operation.caller.role }),
    ...(operation.caller.kind === "key" && { "x-scope": operation.caller.scope }),
    security: securityOf(operation.caller),
    parameters: [
      ...parametersOf(operation.params, "path"),
      ...parametersOf(operation.query, "query"),
      ...(operation.idempotent ? [idempotency] : []),
    ],
    ...(operation.body && { requestBody: { required: true, content: contentOf(operation, operation.body) } }),
    responses: responsesOf(operation),
  };
}

const ErrorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]), // the keys of the one error table
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    details: z.record(z.string(), z.json()).optional(),
    request_id: z.string(),
  }),
});

let document: Json | undefined;

/** OpenAPI 3.1 of every operation, made from the contract once a process. */
export function openApiDocument(): Json {
  document ??= makeDocument();
  return document;
}

function makeDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const { name, operation } of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[operation.method.toLowerCase()] = operationOf(name, operation);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Booking Service", version: API_VERSION, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: env.BASE_URL }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorSchema, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-session" },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "a secret key, or a publishable key on widget operations",
        },
        publishableKey: { type: "apiKey", in: "header", name: "x-publishable-key" },
        keyInQuery: { type: "apiKey", in: "query", name: "key" },
      },
    },
  };
}
