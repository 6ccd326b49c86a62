import type { CallerRule, OperationShape } from "~/contract/operation";
import { callExamples, exampleIds } from "~/http/call-examples";

// Sample calls of an operation that work when pasted: with curl, and with fetch in TypeScript.

interface Call {
  method: string;
  url: string;
  /** Values refer to environment variables as `$NAME`. */
  headers: [name: string, value: string][];
  body: unknown;
  isUpload: boolean;
  answers: "json" | "file" | "nothing";
}

/**
 * The headers that identify the caller. Calls that change something are refused from other sites'
 * pages, so a program sends the service's own Origin with them.
 */
function callerHeaders(
  { kind, ...rule }: CallerRule,
  baseUrl: string,
  method: string,
): Call["headers"] {
  if (kind === "key") return [["x-publishable-key", "$PUBLISHABLE_KEY"]];
  if (kind === "session" && "secret_key" in rule && rule.secret_key && rule.role !== "owner")
    return [["Authorization", "Bearer $SECRET_KEY"]];
  const origin: Call["headers"] = method === "GET" ? [] : [["Origin", baseUrl]];
  return kind === "public" ? origin : [["Cookie", "$SESSION_COOKIE"], ...origin];
}

/** null for operations that only a provider calls. */
export function callOf(name: string, operation: OperationShape, baseUrl: string): Call | null {
  if (operation.caller.kind === "provider") return null;
  const { query = {}, body } = callExamples[name] ?? {};
  const search = Object.entries(query).map(
    ([key, value]) => `${key}=${encodeURIComponent(value).replace(/%2C/g, ",")}`,
  );
  const isUpload = operation.accepts === "multipart";
  const hasBody = operation.body !== undefined && !isUpload;
  const answers =
    operation.status === 204 || operation.status === 302
      ? "nothing"
      : operation.returns
        ? "json"
        : "file";
  return {
    method: operation.method,
    url:
      baseUrl +
      operation.path.replace(/:\w+/g, exampleIds.record) +
      (search.length > 0 ? `?${search.join("&")}` : ""),
    headers: [
      ...callerHeaders(operation.caller, baseUrl, operation.method),
      ...(hasBody ? [["Content-Type", "application/json"] as [string, string]] : []),
      ...(operation.idempotent ? [["Idempotency-Key", "order-4711"] as [string, string]] : []),
    ],
    body: hasBody ? (body ?? {}) : undefined,
    isUpload,
    answers,
  };
}

/** Within single quotes, only the quote itself is special to the shell. */
const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;

export function curlOf({ method, url, headers, body, isUpload, answers }: Call): string {
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${url}"`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(isUpload ? [`-F "file=@logo.png"`] : []),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(answers === "file" ? ["-o answer"] : []),
  ];
  return parts.join(" \\\n  ");
}

/** "Bearer $SECRET_KEY" → `Bearer ${process.env.SECRET_KEY}` */
function textOf(value: string): string {
  if (!value.includes("$")) return JSON.stringify(value);
  return `\`${value.replace(/\$(\w+)/g, "$${process.env.$1}")}\``;
}

const indented = (text: string) => text.replace(/\n/g, "\n  ");
/** A JavaScript literal: property names are quoted only if necessary. */
const objectOf = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
const nameOf = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`);

const reads: Record<Call["answers"], string> = {
  json: "\nconst result = await answer.json();",
  file: "\nconst file = Buffer.from(await answer.arrayBuffer());",
  nothing: "",
};

export function typeScriptOf({ method, url, headers, body, isUpload, answers }: Call): string {
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length === 0
      ? []
      : [
          `headers: {\n    ${headers.map(([name, value]) => `${nameOf(name)}: ${textOf(value)},`).join("\n    ")}\n  },`,
        ]),
    ...(isUpload ? ["body: form,"] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(objectOf(body))}),`]),
  ];
  const form = `import { readFile } from "node:fs/promises";

const form = new FormData();
form.set("file", new Blob([await readFile("logo.png")]), "logo.png");

`;
  const sent = options.length === 0 ? "" : `, {\n  ${options.join("\n  ")}\n}`;
  return `${isUpload ? form : ""}const answer = await fetch("${url}"${sent});
if (!answer.ok) throw new Error(await answer.text());${reads[answers]}`;
}
