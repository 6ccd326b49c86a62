import type { z } from "zod";
import type { OperationShape } from "~/contract/operation";
import { issuesOf } from "~/contract/plain-words";
import { AppError } from "~/lib/app-error";
import { parseJson, readForm, readJson } from "./body.server";

/** What a call brought along, as its operation understands it. */
export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Reads and judges path, query and body. Throws not_found, validation_failed, and what body.server.ts throws. */
export async function readInput(
  operation: OperationShape,
  request: Request,
  url: URL,
  rawParams: Record<string, string | undefined>,
  raw: Buffer | null,
): Promise<Input> {
  const params = parse(operation.params, rawParams, "not_found");
  const query = parse(operation.query, queryOf(url), "validation_failed");
  const body =
    operation.body === undefined
      ? undefined
      : parse(operation.body, await readBody(operation, request, raw), "validation_failed");
  return { params, query, body };
}

/** `raw`: what was read already, because its signature was asked for. */
async function readBody(operation: OperationShape, request: Request, raw: Buffer | null): Promise<unknown> {
  if (raw !== null) return parseJson(raw, request.headers);
  return operation.accepts === "multipart" ? readForm(request) : readJson(request);
}

function queryOf(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0]! : values; // one value: it exists
  }
  return query;
}

function parse(schema: z.ZodType | undefined, value: unknown, code: "not_found" | "validation_failed"): unknown {
  if (schema === undefined) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // An id that cannot be one is answered like one that does not exist.
  if (code === "not_found") throw new AppError("not_found", "There is nothing here with that id.");
  throw new AppError("validation_failed", "Some of what was sent cannot be used.", { issues: issuesOf(result.error) });
}
