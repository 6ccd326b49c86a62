import { match } from "path-to-regexp";
import { inject } from "vitest";
import { operations } from "~/contract";
import { type Method, successStatuses } from "~/contract/operation";
import { env } from "~/lib/env.server";

type RouteModule = Record<"loader" | "action", (args: unknown) => Promise<Response>>;

const modules = import.meta.glob<RouteModule>("../api/**/*.ts");
const routes = inject("apiFiles")
  .toSorted((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")))
  .map(({ path, file }) => ({
    path,
    load: modules[`../${file}`]!,
    match: match<Record<string, string>>(path),
  }));

export const routePaths: string[] = routes.map((route) => route.path);

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
 * Calls a route file with a real Request, as the web process would. Session calls carry the
 * dashboard's headers.
 */
export async function call(path: string, sent: Sent = {}): Promise<Response> {
  const url = new URL(path, env.BASE_URL);
  const found = routes
    .map((route) => ({ route, hit: route.match(url.pathname) }))
    .find(({ hit }) => hit);
  if (!found?.hit) throw new Error(`No route file for ${path}`);
  const method =
    sent.method ?? (sent.body === undefined && sent.raw === undefined ? "GET" : "POST");
  const module = await found.route.load();
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
  const isRead = method === "GET" || method === "HEAD";
  const answer = await module[isRead ? "loader" : "action"]({
    request,
    params: found.hit.params,
    context: {},
  });
  checkDeclared(found.route.path, method, answer.status);
  return answer;
}

const shapeOf = (path: string) => path.replace(/:\w+/g, ":");

/** Every success status must be declared in the contract, because clients rely on it. */
function checkDeclared(path: string, method: string, status: number): void {
  const wanted = method === "HEAD" ? "GET" : method;
  const found = operations.find(
    ({ operation }) => operation.method === wanted && shapeOf(operation.path) === shapeOf(path),
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
