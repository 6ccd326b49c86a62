import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { errorStatus } from "~/contract/errors";
import type { BodyOf, CallerRule, Method, OperationShape, ParamsOf, QueryOf, ReturnsOf } from "~/contract/operation";
import { API_VERSION } from "~/contract/version";
import type { Actor, KeyActor, StaffActor } from "~/domain/identity/actor";
import { AppError } from "~/lib/app-error";
import { IdempotentReplay, type IdempotencyTicket } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { log } from "~/lib/log.server";
import { findCaller } from "./caller.server";
import { type EdgeContext, edgeOf } from "./context";
import { corsHeaders, preflight } from "./cors.server";
import { ticketOf } from "./idempotency.server";
import { readInput } from "./input.server";
import { jsonResponse, once } from "./json-response.server";
import { countCall } from "./limits.server";

type ActorOf<Rule extends CallerRule> = Rule extends { kind: "session" }
  ? StaffActor
  : Rule extends { kind: "key" }
    ? KeyActor
    : null;

export interface Call<T extends OperationShape> {
  request: Request;
  url: URL;
  edge: EdgeContext;
  request_id: string;
  actor: ActorOf<T["caller"]>;
  params: ParamsOf<T>;
  query: QueryOf<T>;
  body: BodyOf<T>;
  ticket: IdempotencyTicket | null;
}
type Handler<T extends OperationShape> = (call: Call<T>) => Promise<ReturnsOf<T> | Response> | ReturnsOf<T> | Response;

export interface Binding {
  operation: OperationShape;
  handle: (call: never) => unknown;
}

/** Binds an operation of the contract to the function that does it. The handler may answer a Response where JSON is not it. */
export function on<T extends OperationShape>(operation: T, handle: Handler<T>): Binding {
  return { operation, handle };
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Route = (args: Args) => Promise<Response>;

/** The loader and action of a resource route: the one door through which every operation goes, the same steps for all. */
export function api(...bindings: Binding[]): { loader: Route; action: Route; bindings: Binding[] } {
  const door: Route = (args) => enter(bindings, args);
  return { loader: door, action: door, bindings };
}

async function enter(bindings: Binding[], { request, params, context }: Args): Promise<Response> {
  const edge = edgeOf(context);
  const requestId = edge.request_id ?? newId();
  const takesKey = bindings.some(({ operation }) => operation.caller.kind === "key");
  const headers: Record<string, string> = {
    "X-Request-Id": requestId,
    "Booking-Version": API_VERSION,
    "Cache-Control": "no-store",
    ...(takesKey ? corsHeaders(request) : {}),
  };
  try {
    if (request.method === "OPTIONS" && takesKey) return preflight(request, methodsOf(bindings));
    const binding = pick(bindings, request.method);
    return await run(binding, request, params, edge, requestId, headers);
  } catch (error) {
    return answerError(error, requestId, headers);
  }
}

function methodsOf(bindings: Binding[]): string[] {
  const methods = bindings.map(({ operation }) => operation.method as string);
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

function pick(bindings: Binding[], method: string): Binding {
  const wanted = (method === "HEAD" ? "GET" : method) as Method;
  const binding = bindings.find(({ operation }) => operation.method === wanted);
  if (binding) return binding;
  if (bindings.length === 0) throw new AppError("not_found", "There is no such address.");
  const allowed = methodsOf(bindings).join(", ");
  throw new AppError("method_not_allowed", `Use ${allowed} here.`, { headers: { Allow: allowed } });
}

async function run(
  { operation, handle }: Binding,
  request: Request,
  rawParams: Record<string, string | undefined>,
  edge: EdgeContext,
  requestId: string,
  headers: Record<string, string>,
): Promise<Response> {
  const url = new URL(request.url);
  checkVersion(request);
  const actor = await findCaller(request, url, operation.caller, requestId);
  Object.assign(headers, await countCall(operation.limit ?? "session", { ip: edge.ip ?? "", id: limitId(actor) }));
  const { params, query, body } = await readInput(operation, request, url, rawParams);
  const answer = once((result) => ({ status: operation.status ?? 200, body: serialize(operation, result) }));
  const ticket = ticketOf(request, operation, actor, url.pathname, body, answer);
  const call = { request, url, edge, request_id: requestId, actor, params, query, body, ticket };
  const result = await handle(call as never); // the binding's own operation parsed each part
  if (result instanceof Response) return withHeaders(result, headers);
  const { status, body: json } = answer(result);
  if (status === 204) return new Response(null, { status, headers });
  return jsonResponse(status, json, { ...headers, ...locationOf(operation, url, result) });
}

/** A new record's own address: the path it was posted to, and its id; for a guest's booking the page that is his. */
function locationOf(operation: OperationShape, url: URL, result: unknown): Record<string, string> {
  if (operation.status !== 201 || typeof result !== "object" || result === null) return {};
  if ("manage_url" in result) return { Location: String(result.manage_url) };
  return "id" in result ? { Location: `${url.pathname}/${String(result.id)}` } : {};
}

function limitId(actor: Actor | null): string {
  if (actor === null) return "";
  return actor.kind === "user" ? actor.user_id : "key_id" in actor ? actor.key_id : "";
}

function checkVersion(request: Request): void {
  const asked = request.headers.get("Booking-Version");
  if (asked !== null && asked !== API_VERSION)
    throw new AppError("unknown_version", `This service speaks version ${API_VERSION}.`);
}

/** Only what the contract names leaves the house; a handler that does not fit it is our fault, and says so as `internal`. */
function serialize(operation: OperationShape, result: unknown): string {
  return operation.returns === undefined ? "" : JSON.stringify(operation.returns.parse(result));
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** The one error format: code, a sentence for a person, and what else helps. Anything unexpected is logged and answered `internal`. */
export function answerError(error: unknown, requestId: string, headers: Record<string, string>): Response {
  if (error instanceof IdempotentReplay)
    return jsonResponse(error.status, error.body, { ...headers, "Idempotency-Replayed": "true" });
  if (error instanceof AppError) {
    const { issues, details } = error.extra;
    const json = JSON.stringify({
      error: { code: error.code, message: error.message, issues, details, request_id: requestId },
    });
    return jsonResponse(error.status, json, { ...headers, ...error.extra.headers });
  }
  log.error({ err: error, request_id: requestId }, "an operation failed");
  const body = { error: { code: "internal", message: "Something went wrong on our side.", request_id: requestId } };
  return jsonResponse(errorStatus.internal, JSON.stringify(body), headers);
}
