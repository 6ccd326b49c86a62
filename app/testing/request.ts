import { operations } from "~/contract";
import type { Method, OperationShape } from "~/contract/operation";
import type { Binding } from "~/http/api.server";
import { apiRouter, pathFinder } from "~/http/api-router.server";
import { env } from "~/lib/env.server";

// Loads a noun's file only when a test calls it: loading all takes seconds in every test process.
type Named = (typeof operations)[number];

const modules = import.meta.glob<{ default: Binding[] }>("../api/*.ts");
const byPath = new Map([["/api/openapi.json", { noun: "openapi", operations: [] as Named[] }]]);
for (const named of operations) {
  const { path } = named.operation;
  const known = byPath.get(path)?.operations ?? [];
  byPath.set(path, { noun: named.name.split(".")[0]!, operations: [...known, named] });
}
const find = pathFinder(byPath);
const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The API's response to a Request, from its path's noun. */
export async function answerRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const target = find(pathname)?.target;
  if (target === undefined) throw new Error(`No operation has the path ${pathname}`);
  const { default: bindings } = await modules[`../api/${kebabCase(target.noun)}.ts`]!();
  return apiRouter(bindings)({ request, params: {}, context: {} });
}

export interface Sent {
  method?: Method | "HEAD" | "OPTIONS" | "PUT";
  /** undefined: not sent. */
  headers?: Record<string, string | undefined>;
  cookie?: string;
  key?: string;
  body?: unknown;
  raw?: BodyInit;
}

/**
 * Calls an API path with a real Request, as the web process would. Session calls carry the
 * dashboard's headers.
 */
export async function call(path: string, sent: Sent = {}): Promise<Response> {
  const url = new URL(path, env.BASE_URL);
  const method =
    sent.method ?? (sent.body === undefined && sent.raw === undefined ? "GET" : "POST");
  const given = Object.entries(sent.headers ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const headers = new Headers(given);
  if (sent.cookie !== undefined) {
    headers.set("Cookie", sent.cookie);
    if (!headers.has("Sec-Fetch-Site")) headers.set("Sec-Fetch-Site", "same-origin");
  }
  if (sent.key !== undefined) headers.set("Authorization", `Bearer ${sent.key}`);
  if (sent.body !== undefined && !headers.has("Content-Type"))
    headers.set("Content-Type", "application/json");
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const request = new Request(url, { method, headers, ...(body !== undefined && { body }) });
  const answer = await answerRequest(request);
  checkDeclared(url.pathname, method, answer.status);
  return answer;
}

function successStatuses({
  status = 200,
  later,
  may_exist,
  redirects,
  has_etag,
}: OperationShape): number[] {
  return [
    status,
    ...(may_exist ? [200] : []),
    ...(later ? [202] : []),
    ...(redirects === undefined ? [] : [302]),
    ...(has_etag ? [304] : []),
  ];
}

/** Every success status must be declared in the contract, because clients rely on it. */
function checkDeclared(pathname: string, method: string, status: number): void {
  const wanted = method === "HEAD" ? "GET" : method;
  const found = find(pathname)?.target.operations.find(
    ({ operation }) => operation.method === wanted,
  );
  if (status >= 400 || found === undefined || successStatuses(found.operation).includes(status))
    return;
  throw new Error(`${found.name} answered ${status}, which the contract does not declare.`);
}

/** The parsed body. Callers assert its type where they know the shape. */
export async function json(
  response: Response,
): Promise<Record<string, unknown> & { error?: { code: string; issues?: { path: string }[] } }> {
  return response.json() as Promise<Record<string, unknown>>;
}

/** A response body without its request id and the given id, for comparisons. */
export async function textWithout(answer: Response, id: string): Promise<string> {
  const text = (await answer.text()).replace(/"request_id":"[^"]*"/, "");
  return text.replaceAll(id, "");
}
