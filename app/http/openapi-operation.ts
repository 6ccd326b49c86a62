import { z } from "zod";
import { Page } from "~/contract/common";
import type { JsonSchema } from "~/contract/components";
import { type ErrorCode, errorStatus } from "~/contract/errors";
import {
  type CallerRule,
  type OperationShape,
  tableFormat,
  takesIdempotencyKey,
} from "~/contract/operation";
import { callExamples } from "./call-examples";
import { exampleOf } from "./openapi-examples";
import { ref } from "./openapi-parts";

type Json = Record<string, unknown>;
type Components = Record<string, JsonSchema>;

/** An operation with its schemas as JSON Schema. */
export interface Described {
  name: string;
  operation: OperationShape;
  params: JsonSchema | undefined;
  query: JsonSchema | undefined;
  body: JsonSchema | undefined;
  returns: JsonSchema | undefined;
  later: JsonSchema | undefined;
}

/** Media types of responses that are files instead of JSON. */
const files: Record<string, string> = {
  "account.export": "application/zip",
  "customers.export": "application/json",
};

export interface OperationObject extends Json {
  operationId: string;
  responses: Record<string, unknown>;
}

/** The OpenAPI object of an operation. Its error responses are added to `shared`. */
export function operationObject(
  described: Described,
  components: Components,
  shared: Record<string, Json>,
): OperationObject {
  const { name, operation, body } = described;
  return {
    operationId: name.replace(".", "_"),
    tags: [name.split(".")[0]],
    summary: operation.summary,
    description: descriptionOf(described),
    ...(operation.caller.kind === "session" && { "x-role": operation.caller.role }),
    ...(operation.caller.kind === "key" && { "x-scope": operation.caller.scope }),
    security: securityOf(operation.caller),
    parameters: [
      ...parametersOf(described.params, "path", components),
      ...parametersOf(described.query, "query", components),
      ref("parameters", "BookingVersion"),
      ...(takesIdempotencyKey(operation) ? [ref("parameters", "IdempotencyKey")] : []),
      ...(operation.has_etag ? [ref("parameters", "IfNoneMatch")] : []),
      ...(takesIfMatch(operation) ? [ref("parameters", "IfMatch")] : []),
    ],
    ...(operation.body && {
      requestBody: { required: true, content: contentOf(name, operation, body, components) },
    }),
    responses: responsesOf(described, components, shared),
  };
}

/** Creating a record has no version to compare. */
const takesIfMatch = ({ versioned, method, path }: OperationShape) =>
  versioned === true && method !== "GET" && path.includes(":");

function descriptionOf({ operation }: Described): string {
  const { caller } = operation;
  const sentences = [`${operation.summary}.`];
  if (caller.kind === "session") {
    sentences.push(`Requires the role ${caller.role} or higher.`);
    sentences.push(caller.secret_key ? "Also with a secret key." : "Not with a secret key.");
  }
  if (caller.kind === "key")
    sentences.push(`Requires a publishable key with the scope ${caller.scope}.`);
  if (takesIdempotencyKey(operation)) sentences.push("Safe to retry with an Idempotency-Key.");
  if (isPage(operation.returns))
    sentences.push("Returns one page; continue with page.next_cursor.");
  return sentences.join(" ");
}

/** A list made by pageOf. */
const isPage = (returns: OperationShape["returns"]) =>
  returns instanceof z.ZodObject && returns.shape["page"] === Page;

function securityOf(caller: CallerRule): Json[] {
  switch (caller.kind) {
    case "key":
      return [{ publishableKey: [] }, { publishableKeyBearer: [] }, { publishableKeyInQuery: [] }];
    case "session":
      return caller.secret_key ? [{ session: [] }, { secretKey: [] }] : [{ session: [] }];
    case "provider":
      return [{ provider: [] }];
    case "account":
      return [{ session: [] }];
    case "public":
      return [];
  }
}

const REF = "#/components/schemas/";
const resolve = (schema: JsonSchema, components: Components): JsonSchema =>
  typeof schema["$ref"] === "string"
    ? (components[schema["$ref"].slice(REF.length)] ?? {})
    : schema;

function parametersOf(
  schema: JsonSchema | undefined,
  place: "path" | "query",
  components: Components,
): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = resolve(schema, components) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    description,
    ...(property["type"] === "array" && { style: "form", explode: false }),
    ...(property["type"] === "object" && { style: "deepObject", explode: true }),
    schema: property,
  }));
}

function contentOf(
  name: string,
  operation: OperationShape,
  body: JsonSchema | undefined,
  components: Components,
): Json {
  if (operation.accepts === "multipart" || body === undefined) {
    const file = {
      type: "string",
      contentMediaType: "application/octet-stream",
      description: "Image file to upload.",
    };
    return {
      "multipart/form-data": {
        schema: { type: "object", properties: { file }, required: ["file"] },
      },
    };
  }
  const type =
    operation.accepts === "form" ? "application/x-www-form-urlencoded" : "application/json";
  return {
    [type]: {
      schema: body,
      example: callExamples[name]?.body ?? exampleOf(body, components),
    },
  };
}

/** Errors of every operation: an unknown query parameter is refused even when none is taken. */
const everywhere: ErrorCode[] = [
  "malformed_request",
  "validation_failed",
  "unknown_version",
  "rate_limited",
  "internal",
];

/** Every error that an operation can return, including those implied by its shape. */
function errorsOf({ operation, query, body, params }: Described): ErrorCode[] {
  const { caller } = operation;
  const codes: ErrorCode[] = [...everywhere, ...(operation.errors ?? [])];
  // A key is looked up even when the operation doesn't accept keys, so key errors are possible.
  if (caller.kind === "session")
    codes.push(
      "unauthenticated",
      "invalid_key",
      "key_expired",
      "forbidden_role",
      "origin_not_allowed",
    );
  if (
    (caller.kind === "key" || (caller.kind === "session" && caller.secret_key)) &&
    caller.test_key === null
  )
    codes.push("livemode_mismatch");
  if (caller.kind === "session" && operation.method !== "GET") codes.push("csrf_failed");
  if (caller.kind === "account") codes.push("unauthenticated", "csrf_failed");
  if (caller.kind === "public" && operation.method !== "GET" && caller.csrf === "checked")
    codes.push("csrf_failed");
  if (caller.kind === "key")
    codes.push(
      "unauthenticated",
      "invalid_key",
      "key_expired",
      "insufficient_scope",
      "origin_not_allowed",
    );
  if (params || takesId(query) || takesId(body)) codes.push("not_found");
  if (takesIdempotencyKey(operation)) codes.push("idempotency_mismatch", "idempotency_in_progress");
  if (operation.body) codes.push("too_large", "unsupported_media_type");
  // The raw body is read for its signature, so its size limit applies.
  if (caller.kind === "provider") codes.push("too_large");
  return [...new Set(codes)];
}
/**
 * An operation that takes an id can answer 404. In a body, a named schema usually stands for an id.
 */
const takesId = (schema: JsonSchema | undefined) =>
  schema !== undefined && JSON.stringify(schema).includes("#/components/schemas/");

const onEvery = [
  "X-Request-Id",
  "Booking-Version",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
];
const headersOf = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

/** Success responses without a body. */
const withoutBody: Record<number, string> = {
  204: "Success, without a body",
  302: "Redirect to a page",
};

function responsesOf(
  described: Described,
  components: Components,
  shared: Record<string, Json>,
): Json {
  const { operation } = described;
  const responses: Json = {};
  responses[String(operation.status ?? 200)] = {
    description: withoutBody[operation.status ?? 200] ?? "Success",
    headers: headersOf([...onEvery, ...successHeaders(described)]),
    ...(!(operation.status && operation.status in withoutBody) && {
      content: answerContent(described, components),
    }),
  };
  if (operation.may_exist)
    responses["200"] = {
      description: "The record existed already and was updated",
      headers: headersOf([...onEvery, ...(operation.idempotent ? ["Idempotency-Replayed"] : [])]),
      content: answerContent(described, components),
    };
  if (described.later)
    responses["202"] = {
      description: "Too much for one request: it continues in the background",
      headers: headersOf(onEvery),
      content: {
        "application/json": {
          schema: described.later,
          example: exampleOf(described.later, components),
        },
      },
    };
  if (operation.redirects !== undefined)
    responses["302"] = {
      description: `Redirect ${operation.redirects}`,
      headers: headersOf([...onEvery, "Location"]),
    };
  if (operation.has_etag)
    responses["304"] = { description: "Not modified", headers: headersOf(["ETag"]) };
  const codes = errorsOf(described);
  for (const status of new Set(codes.map((code) => errorStatus[code])))
    responses[String(status)] = errorResponse(
      codes.filter((code) => errorStatus[code] === status),
      status,
      shared,
    );
  return responses;
}

function successHeaders({ operation }: Described): string[] {
  const names: string[] = [];
  if (operation.status === 201) names.push("Location");
  if (operation.has_etag || operation.versioned) names.push("ETag");
  if (takesIdempotencyKey(operation)) names.push("Idempotency-Replayed");
  return names;
}

function answerContent({ name, operation, returns }: Described, components: Components): Json {
  const file = files[name];
  if (returns === undefined)
    return {
      [file ?? "application/octet-stream"]: {
        schema: file === "application/json" ? { type: "object" } : {},
      },
    };
  const json = { schema: returns, example: exampleOf(returns, components) };
  const isTable = tableFormat(operation);
  return {
    "application/json": json,
    ...(isTable && {
      "text/csv": {
        schema: {
          type: "string",
          description: "Table with a header row, with Accept: text/csv or format=csv.",
        },
      },
    }),
  };
}

/** Many operations share an error response: it is written once, named by status and codes. */
function errorResponse(codes: ErrorCode[], status: number, shared: Record<string, Json>): Json {
  const name = [status, ...codes].join(".");
  shared[name] ??= errorAnswer(codes, status);
  return ref("responses", name);
}

function errorAnswer(codes: ErrorCode[], status: number): Json {
  const waits = status === 429 || status === 503 ? ["Retry-After"] : [];
  return {
    description: codes.join(", "),
    headers: headersOf(["X-Request-Id", "Booking-Version", ...waits]),
    content: {
      "application/json": {
        schema: ref("schemas", "ErrorBody"),
        examples: Object.fromEntries(codes.map((code) => [code, ref("examples", code)])),
      },
    },
  };
}
