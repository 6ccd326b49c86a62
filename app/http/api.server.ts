import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ProviderName, WebhookHint } from "~/adapters/payments/port";
import { operations } from "~/contract";
import { errorStatus } from "~/contract/errors";
import type {
  BodyOf,
  CallerRule,
  Method,
  OperationShape,
  ParamsOf,
  QueryOf,
  ReturnsOf,
} from "~/contract/operation";
import { locationTemplate } from "~/contract/operation";
import { API_VERSION } from "~/contract/version";
import type { KeyActor, StaffActor } from "~/domain/identity/actor";
import type { SignedIn } from "~/domain/identity/sessions.sql.server";
import { AppError } from "~/lib/app-error";
import { databaseRefusal } from "~/lib/database-away";
import { FairLimiter } from "~/lib/fair-limiter";
import {
  ExistingRecord,
  type CallAnswer,
  IdempotentReplay,
  type IdempotencyTicket,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { withStoredAnswer } from "~/lib/stored-answer.server";
import { log } from "~/lib/log.server";
import { countAnswer } from "~/lib/metrics.server";
import { inSpan } from "~/lib/trace.server";
import { type Caller, checkOf, findCaller } from "./caller.server";
import { readBytes } from "./body.server";
import { type ClientContext, contextOf } from "./client-context";
import { corsHeaders, preflight } from "./cors.server";
import { wasCached } from "./etag.server";
import { callersTrace } from "./callers-trace.server";
import { ticketOf } from "./idempotency.server";
import { readInput } from "./input.server";
import { jsonResponse, once } from "./json-response.server";
import { countCall, uncountCall } from "./limits.server";

type ActorOf<Rule extends CallerRule> = Rule extends { kind: "session" }
  ? StaffActor
  : Rule extends { kind: "key" }
    ? KeyActor
    : null;
type AccountOf<Rule extends CallerRule> = Rule extends { kind: "account" } ? SignedIn : null;
type RawOf<Rule extends CallerRule> = Rule extends { kind: "provider" } ? Buffer : null;
type HintOf<Rule extends CallerRule> = Rule extends { provider: ProviderName } ? WebhookHint : null;

export interface Call<T extends OperationShape> {
  request: Request;
  url: URL;
  client: ClientContext;
  request_id: string;
  actor: ActorOf<T["caller"]>;
  /** The signed-in person, for an operation that needs no company. */
  account: AccountOf<T["caller"]>;
  /** The raw payload that a provider signed. */
  raw: RawOf<T["caller"]>;
  /** A payment provider's payload, parsed when its signature was checked. */
  hint: HintOf<T["caller"]>;
  params: ParamsOf<T>;
  query: QueryOf<T>;
  body: BodyOf<T>;
  ticket: IdempotencyTicket | null;
}
type Answer<T extends OperationShape> =
  ReturnsOf<T> | Response | (T extends { may_exist: true } ? ExistingRecord<ReturnsOf<T>> : never);
type Handler<T extends OperationShape> = (call: Call<T>) => Promise<Answer<T>> | Answer<T>;

export interface Binding {
  operation: OperationShape;
  handle: (call: never) => unknown;
}

/** Binds every operation of a noun to its handler, which returns a Response if it isn't JSON. */
export function bind<Noun extends Record<string, OperationShape>>(
  noun: Noun,
  handlers: { [Verb in keyof Noun]: Handler<Noun[Verb]> },
): Binding[] {
  return Object.entries(noun).map(([verb, operation]) => {
    checkOf(operation.caller); // a caller rule without a check fails at start, not open
    checkLocation(operation);
    return { operation, handle: handlers[verb]! };
  });
}

export type CallArgs = Pick<LoaderFunctionArgs, "request" | "params" | "context">;

/** Answers a call to a path by the bindings of that path: the same steps for every operation. */
export async function answerCall(bindings: Binding[], args: CallArgs): Promise<Response> {
  const startedAt = performance.now();
  const { headers, method } = args.request;
  const operation = nameOf(bindings, method);
  const attributes = { "http.request.method": method };
  const seen: Seen = { tenant_id: null };
  const response = await inSpan(
    operation,
    { kind: "server", parent: callersTrace(headers), attributes },
    async (span) => {
      const answered = await answer(bindings, args, seen);
      span?.setAttribute("http.response.status_code", answered.status);
      return answered;
    },
  );
  logAnswer(operation, response, performance.now() - startedAt, seen);
  return response;
}

const names = new Map(operations.map(({ name, operation }) => [operation, name]));

function nameOf(bindings: Binding[], method: string): string {
  const found = bindingOf(bindings, method);
  return (found && names.get(found.operation)) ?? "none";
}

/** Facts collected while a call is handled. */
interface Seen {
  tenant_id: string | null;
}

/** Logs one line per call. It names the operation and never the URL, which may hold a secret. */
function logAnswer(
  operation: string,
  { status, headers }: Response,
  ms: number,
  { tenant_id }: Seen,
): void {
  countAnswer(operation, status, ms, tenant_id);
  log.info(
    {
      request_id: headers.get("X-Request-Id"),
      ...(tenant_id !== null && { tenant_id }),
      operation,
      status,
      ms: Math.round(ms),
    },
    "answered",
  );
}

async function answer(
  bindings: Binding[],
  { request, params, context }: CallArgs,
  seen: Seen,
): Promise<Response> {
  const client = contextOf(context);
  const requestId = client.request_id ?? newId();
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
    return await run(binding, request, params, client, requestId, headers, seen);
  } catch (error) {
    return answerError(error, requestId, headers);
  }
}

function methodsOf(bindings: Binding[]): string[] {
  const methods = bindings.map(({ operation }) => operation.method as string);
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}

function bindingOf(bindings: Binding[], method: string): Binding | undefined {
  const wanted = (method === "HEAD" ? "GET" : method) as Method;
  return bindings.find(({ operation }) => operation.method === wanted);
}

function pick(bindings: Binding[], method: string): Binding {
  const binding = bindingOf(bindings, method);
  if (binding) return binding;
  if (bindings.length === 0) throw new AppError("not_found", "There is no such address.");
  const allowed = methodsOf(bindings).join(", ");
  throw new AppError("method_not_allowed", `Use ${allowed} here.`, { headers: { Allow: allowed } });
}

async function run(
  { operation, handle }: Binding,
  request: Request,
  rawParams: Record<string, string | undefined>,
  client: ClientContext,
  requestId: string,
  headers: Record<string, string>,
  seen: Seen,
): Promise<Response> {
  const url = new URL(request.url);
  checkVersion(request);
  const caller = await findCaller(operation.caller, {
    request,
    url,
    request_id: requestId,
    ip: client.ip ?? "",
    read: (max) => readBytes(request, max),
  });
  const { actor, account, raw, hint } = caller;
  seen.tenant_id = actor?.tenant.id ?? null;
  const limit = operation.limit ?? "session";
  const who = { ip: client.ip ?? "", ...countedAs(caller) };
  Object.assign(headers, await countCall(limit, who));
  const { params, query, body, sent } = await readInput(operation, request, url, rawParams, raw);
  const stored = once((result) => ({
    status: result instanceof ExistingRecord ? 200 : (operation.status ?? 200),
    body: serialize(operation, result),
  }));
  const ticket = await ticketOf(request, operation, caller, url.pathname, sent, stored);
  const call = {
    request,
    url,
    client,
    request_id: requestId,
    actor,
    account,
    raw,
    hint,
    params,
    query,
    body,
    ticket,
  };
  const work = () => inTurn(operation, actor, () => handle(call as never)); // every part was parsed by its schemas
  const isStoredHere = ticket !== null && operation.idempotent !== true;
  const result = await replayed(() =>
    isStoredHere ? storedWork(operation, ticket, stored, work) : work(),
  );
  if (result instanceof IdempotentReplay) {
    const made: unknown = result.body === "" ? null : JSON.parse(result.body);
    const again = {
      ...headers,
      ...locationOf(operation, result.status, made),
      ...versionOf(operation, made),
    };
    return answerWith(result, { ...again, "Idempotency-Replayed": "true" });
  }
  if (wasCached(result)) uncountCall(limit, who);
  if (result instanceof Response) return withHeaders(result, headers);
  const answer = stored(result);
  return answerWith(answer, {
    ...headers,
    ...locationOf(operation, answer.status, result),
    ...versionOf(operation, result),
  });
}

/** Reads of one company's staff and secret keys that run in parallel. */
const staffReads = new FairLimiter({ of_one: 4, may_wait: 200, wait_ms: 30_000 });

/**
 * Lets a company's own reads wait for each other: many at once would take the connections and the
 * processor from everybody else. Guests' calls are not held up, and writes wait in the database.
 */
function inTurn({ method }: OperationShape, actor: Caller["actor"], work: () => unknown): unknown {
  if (method !== "GET" || actor === null || actor.kind === "publishable_key") return work();
  return staffReads.run(actor.tenant.id, async () => work());
}

const answerWith = ({ status, body }: CallAnswer, headers: Record<string, string>) =>
  status === 204 ? new Response(null, { status, headers }) : jsonResponse(status, body, headers);

/** Stores the response under the Idempotency-Key, for operations that don't do so themselves. */
function storedWork(
  { answers_secret }: OperationShape,
  ticket: IdempotencyTicket,
  stored: (result: unknown) => CallAnswer,
  work: () => unknown,
): Promise<unknown> {
  return withStoredAnswer(
    ticket,
    answers_secret === true,
    async () => work(),
    async (result) =>
      result instanceof Response
        ? { status: result.status, body: await result.clone().text() }
        : stored(result),
  );
}

/** Runs the handler, or returns the response stored under the same Idempotency-Key. */
async function replayed(handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof IdempotentReplay) return error;
    throw error;
  }
}

/** A record's version as an ETag, for If-Match. */
function versionOf({ versioned }: OperationShape, result: unknown): Record<string, string> {
  if (!versioned || typeof result !== "object" || result === null || !("version" in result))
    return {};
  return { ETag: `"${String(result.version)}"` };
}

/** The Location of a new record, from the contract's template. */
function locationOf(
  operation: OperationShape,
  status: number,
  result: unknown,
): Record<string, string> {
  const template = locationTemplate(operation);
  if (status !== 201 || template === undefined) return {};
  const made = Object(result) as Record<string, unknown>;
  return { Location: template.replace(/:(\w+)/g, (_, field: string) => String(made[field])) };
}

const readable = new Set(
  operations
    .filter(({ operation }) => operation.method === "GET")
    .map(({ operation }) => operation.path),
);

/**
 * Throws for an operation that creates a record without a Location: no GET has its path plus the
 * id, and it declares no other.
 */
function checkLocation(operation: OperationShape): void {
  if (operation.status !== 201 || operation.location !== undefined) return;
  if (!readable.has(`${operation.path}/:id`))
    throw new Error(`${operation.method} ${operation.path} answers 201 without a location.`);
}

function countedAs({ actor, account }: Caller): { id: string; tenant_id: string } {
  const tenant_id = actor?.tenant.id ?? "";
  if (actor === null)
    return { id: account?.actor?.user_id ?? account?.account.id ?? "", tenant_id };
  return {
    id: actor.kind === "user" ? actor.user_id : "key_id" in actor ? actor.key_id : "",
    tenant_id,
  };
}

function checkVersion(request: Request): void {
  const requestedVersion = request.headers.get("Booking-Version");
  if (requestedVersion !== null && requestedVersion !== API_VERSION)
    throw new AppError("unknown_version", `This service speaks version ${API_VERSION}.`);
}

/**
 * Only fields of the contract are sent. A handler result that doesn't match is a bug on our side,
 * answered with `internal`.
 */
function serialize(operation: OperationShape, result: unknown): string {
  const record = result instanceof ExistingRecord ? result.record : result;
  return operation.returns === undefined ? "" : JSON.stringify(operation.returns.parse(record));
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers))
    if (name === "Vary") response.headers.append(name, value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/**
 * The one error format: code, a message for people, and details. Unexpected errors are logged and
 * answered with `internal`.
 */
export function answerError(
  thrown: unknown,
  requestId: string,
  headers: Record<string, string>,
): Response {
  const error = databaseRefusal(thrown) ?? thrown;
  if (error instanceof AppError) {
    const { issues, details } = error.extra;
    const json = JSON.stringify({
      error: { code: error.code, message: error.message, issues, details, request_id: requestId },
    });
    return jsonResponse(error.status, json, { ...headers, ...error.extra.headers });
  }
  log.error({ err: error, request_id: requestId }, "operation failed");
  const body = {
    error: {
      code: "internal",
      message: "Something went wrong on our side.",
      request_id: requestId,
    },
  };
  return jsonResponse(errorStatus.internal, JSON.stringify(body), headers);
}
