import type { z } from "zod";
import { type OperationShape, queryNames, tableFormat } from "~/contract/operation";
import { issuesOf, MAX_ISSUES } from "~/contract/plain-words";
import { AppError, invalidField, invalidFields, notFound } from "~/lib/app-error";
import { parseForm, parseJson, readJson } from "./body.server";
import { readUpload } from "./form.server";

/** Parsed request input. */
export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The body before parsing. */
  sent: unknown;
}

/**
 * Reads and validates path, query and body. Throws not_found, validation_failed and the errors of
 * body.server.ts.
 */
export async function readInput(
  operation: OperationShape,
  request: Request,
  url: URL,
  rawParams: Record<string, string | undefined>,
  raw: Buffer | null,
): Promise<Input> {
  const params = parseParams(operation.params, rawParams);
  const query = readQuery(operation, url, request.headers.get("Accept"));
  const read = operation.body === undefined ? undefined : await readBody(operation, request, raw);
  const sent = operation.versioned ? withSeenVersion(request, read) : read;
  const body = parse(operation.body, sent);
  return { params, query, body, sent };
}

/**
 * Unknown query parameters are refused, as in a body: a misspelled filter would otherwise return
 * everything.
 */
function readQuery(operation: OperationShape, url: URL, accept: string | null): unknown {
  const sent = queryOf(url);
  // Lists are also available as CSV: by Accept header or by the `format` parameter.
  if (tableFormat(operation) && accept?.startsWith("text/csv")) sent.format ??= "csv";
  if (!operation.loose_query) {
    const known = queryNames(operation);
    const unknown = Object.keys(sent).filter((name) => !known.includes(name));
    const message = "There is no such parameter.";
    if (unknown.length > 0)
      throw invalidFields(
        unknown.slice(0, MAX_ISSUES).map((path) => ({ path, code: "unknown_parameter", message })),
      );
  }
  return parse(operation.query, sent);
}

/**
 * If-Match is equivalent to the body's `version`: the version that the caller has read (RFC 9110,
 * 13.1.1); `*` matches any. Throws validation_failed for anything but a record's ETag,
 * version_conflict when header and body disagree.
 */
function withSeenVersion(request: Request, body: unknown): unknown {
  const header = request.headers.get("If-Match")?.trim();
  if (header === undefined || header === "*" || typeof body !== "object" || body === null)
    return body;
  const named = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
  if (named === undefined)
    throw invalidField("If-Match", 'Send the ETag of the record, such as "3".');
  const version = Number(named);
  if (!("version" in body)) return { ...body, version };
  if (body.version === version) return body;
  throw new AppError("version_conflict", "If-Match and version name two versions of the record.");
}

/** `raw` is the body if it was already read to verify its signature. */
async function readBody(
  operation: OperationShape,
  request: Request,
  raw: Buffer | null,
): Promise<unknown> {
  if (raw !== null && operation.accepts === "form")
    return Object.fromEntries(parseForm(raw, request.headers));
  if (raw !== null) return parseJson(raw, request.headers);
  return operation.accepts === "multipart" ? readUpload(request) : readJson(request);
}

type Values = Record<string, string | string[]>;

/** Query parameters by name; `meta[order]=A-1` becomes a key of the record `meta`. */
function queryOf(url: URL): Record<string, string | string[] | Values> {
  const query: Record<string, string | string[] | Values> = Object.create(null);
  const meta: Values = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    const key = /^meta\[([^[\]]+)\]$/.exec(name)?.[1];
    const isKey = key !== undefined && key !== "__proto__";
    (isKey ? meta : query)[isKey ? key : name] = values.length === 1 ? values[0]! : values;
  }
  return Object.keys(meta).length === 0 ? query : Object.assign(query, { meta });
}

/** A malformed id is answered like an unknown one. */
function parseParams(
  schema: z.ZodType | undefined,
  params: Record<string, string | undefined>,
): unknown {
  if (schema === undefined) return params;
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw params.date === undefined
    ? notFound("Record", params.id)
    : notFound("Closed day", params.date);
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(issuesOf(result.error));
}
