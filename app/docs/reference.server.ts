import { operations } from "~/contract";
import type { JsonSchema } from "~/contract/components";
import { errorWords } from "~/contract/error-words";
import type { ErrorCode } from "~/contract/errors";
import type { OperationShape } from "~/contract/operation";
import { openApiDocument } from "~/http/openapi.server";
import { env } from "~/lib/env.server";
import { callOf, curlOf, typeScriptOf } from "./call-samples";
import { type Rendered, renderMarkdown } from "./render-markdown.server";

// The reference page of an operation: its callers, parameters, responses, errors and sample calls,
// from this service's own OpenAPI document.

interface Parameter {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}
interface Content {
  schema: JsonSchema;
  example?: unknown;
}
interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}
interface Described {
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
}
type Schema = JsonSchema & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  description?: string;
};

/** Resolves a reference such as `#/components/kind/name`. */
function followed<T>(value: T & { $ref?: string | undefined }): T {
  if (typeof value.$ref !== "string") return value;
  const [, , kind = "", name = ""] = value.$ref.split("/");
  return (openApiDocument().components as Record<string, Record<string, T>>)[kind]![name]!; // every reference leads somewhere (openapi.test.ts)
}

const cellOf = (text: string) =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replace(/\s*\n\s*/g, " ");
function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cellOf).join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

/** "text, null", "list of whole numbers", "one of `open`, `closed`" */
function typeOf(given: Schema): string {
  const schema = followed<Schema>(given as Schema & { $ref?: string });
  if ("const" in schema) return `\`${JSON.stringify(schema["const"])}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return [...new Set(ways.map(typeOf))].join(" or ");
  const [type = "anything", ...others] = [schema.type ?? []].flat();
  const named =
    type === "array"
      ? `list of ${typeOf(schema.items ?? {})}`
      : (formats[String(schema["format"])] ?? types[type] ?? type);
  return [named, ...others].join(" or ");
}
const types: Record<string, string> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
};
const formats: Record<string, string> = {
  uuid: "id",
  "date-time": "instant",
  date: "date",
  email: "email",
  uri: "address",
};

/** Maximum depth of nested fields. */
const MAX_LEVELS = 3;

/** One row per field, followed by its nested fields: `customer.name`, `rules[].days`. */
function fieldRows(
  given: Schema,
  shows: "required" | "answer",
  prefix = "",
  level = 0,
): string[][] {
  const schema = followed<Schema>(given as Schema & { $ref?: string });
  const ways = [schema.anyOf, schema.oneOf].flat().filter((way) => way !== undefined);
  if (ways.length > 0)
    return uniqueRows(ways.flatMap((way) => fieldRows(way, shows, prefix, level)));
  if (schema.type === "array" && schema.items)
    return fieldRows(schema.items, shows, `${prefix}[]`, level);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`.replace(/^\[\]\./, "");
    const words =
      field.description ?? followed<Schema>(field as Schema & { $ref?: string }).description ?? "";
    const isNeeded = shows === "required" && schema.required?.includes(name) ? "; required" : "";
    const own = [`\`${path}\``, `${typeOf(field)}${isNeeded}`, words];
    return [own, ...(level + 1 < MAX_LEVELS ? fieldRows(field, shows, path, level + 1) : [])];
  });
}
function uniqueRows(rows: string[][]): string[][] {
  return [...new Map(rows.map((row) => [row[0], row])).values()];
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const json = (value: unknown) => block("json any", JSON.stringify(value, null, 2));

function parametersText(parameters: Parameter[]): string[] {
  const rows = parameters.map((given) => {
    const { name, in: place, required, schema, description = "" } = followed(given);
    return [`\`${name}\``, place, `${typeOf(schema)}${required ? "; required" : ""}`, description];
  });
  return rows.length === 0
    ? []
    : ["## Path, query and headers", table(["Name", "In", "Type", "Meaning"], rows)];
}

function bodyText({ requestBody }: Described): string[] {
  const [[, content] = []] = Object.entries(requestBody?.content ?? {});
  if (content === undefined) return [];
  const rows = fieldRows(content.schema, "required");
  return ["## Body", rows.length === 0 ? "An object." : table(["Field", "Type", "Meaning"], rows)];
}

function answersText({ responses }: Described): string[] {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return good.flatMap(([status, { description, content = {} }]) => {
    const own = content["application/json"];
    const others = Object.keys(content).filter((type) => type !== "application/json");
    const rows = own === undefined ? [] : fieldRows(own.schema, "answer");
    return [
      `## Answer ${status}`,
      `${description}.${others.length > 0 ? ` Also as ${others.map((type) => `\`${type}\``).join(", ")}.` : ""}`,
      ...(rows.length > 0 ? [table(["Field", "Type", "Meaning"], rows)] : []),
      ...(own?.example !== undefined ? [json(own.example)] : []),
    ];
  });
}

function errorsText({ responses }: Described): string[] {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      followed<Answer>(response as Answer & { $ref?: string })
        .description.split(", ")
        .map((code) => [status, `\`${code}\``, errorWords[code as ErrorCode] ?? ""]),
    );
  return ["## Refusals", table(["Status", "Code", "What it means"], rows)];
}

function samplesText(name: string, operation: OperationShape): string[] {
  const call = callOf(name, operation, env.BASE_URL);
  if (call === null) return ["A provider calls this address. Nobody else does."];
  return ["## Call it", block("sh curl", curlOf(call)), block("ts TypeScript", typeScriptOf(call))];
}

function referenceMarkdown(name: string, operation: OperationShape): string {
  const path = operation.path.replace(/:(\w+)/g, "{$1}");
  const described = openApiDocument().paths[path]![
    operation.method.toLowerCase()
  ] as unknown as Described; // of this contract
  return [
    `# ${operation.method} ${operation.path}`,
    described.description,
    ...samplesText(name, operation),
    ...parametersText(described.parameters),
    ...bodyText(described),
    ...answersText(described),
    ...errorsText(described),
  ].join("\n\n");
}

const rendered = new Map<string, Rendered>();

/**
 * The page of an operation by its id in OpenAPI (`bookings_create`), rendered once per process;
 * null for an unknown id.
 */
export function findReference(id: string): Rendered | null {
  const found = operations.find(({ name }) => name.replace(".", "_") === id);
  if (found === undefined) return null;
  const page =
    rendered.get(id) ??
    renderMarkdown(referenceMarkdown(found.name, found.operation), (href) => href);
  rendered.set(id, page);
  return page;
}
