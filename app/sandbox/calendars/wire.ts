import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";

/** A refusal; each provider formats its body differently. */
export class WireError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A fault that the control plane injects into the next calls. */
export interface Fault {
  /** Prefix of "METHOD /path". */
  route: string;
  /** drop_after_commit: the call is executed, but its response is lost. */
  kind: "status" | "no_answer" | "drop_after_commit";
  status?: number;
  reason?: string;
  /** Seconds, as Retry-After. */
  retry_after?: number;
  times: number;
}
export const FaultInput = z.strictObject({
  route: z.string(),
  kind: z.enum(["status", "no_answer", "drop_after_commit"]).default("status"),
  status: z.int().optional(),
  reason: z.string().optional(),
  retry_after: z.int().min(0).optional(),
  times: z.int().min(1).default(1),
});

export interface WireCall<B = unknown> {
  /** As requested, still escaped. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: B;
  header(name: string): string | undefined;
}
export interface WireAnswer {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

/** A recorded call for tests, without its Authorization header. */
export interface SeenCall {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The Prefer header (RFC 7240). */
  prefer: string | undefined;
  body: string;
  status: number | null;
}

export interface WireRoute {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  /** The allowed parameters; others are refused. */
  query: readonly string[];
  /** Schema of the JSON body; null: none. */
  body: z.ZodType | null;
  handle(call: WireCall): WireAnswer | Promise<WireAnswer>;
}

/** The calls of a provider: strict about parameters and bodies, with injected faults. */
export class Wire {
  faults: Fault[] = [];
  readonly calls: SeenCall[] = [];

  constructor(private readonly bodyOf: (error: WireError) => object) {}

  router(prefix: string, routes: WireRoute[]): Router {
    const router = express.Router();
    const text = express.text({ type: () => true, limit: "1mb" });
    for (const route of routes)
      router[route.method](prefix + route.path, text, (request, response, next) => {
        this.#serve(route, request, response).catch(next);
      });
    return router;
  }

  async #serve(route: WireRoute, request: Request, response: Response): Promise<void> {
    const url = new URL(request.originalUrl, "http://sandbox");
    const seen: SeenCall = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      prefer: request.get("Prefer"),
      body: typeof request.body === "string" ? request.body : "",
      status: null,
    };
    this.calls.push(seen);
    const fault = this.#meets(`${request.method} ${seen.path}`);
    if (fault?.kind === "no_answer") return void request.socket.destroy();
    const answer = await this.#answer(route, request, url, seen.body, fault);
    if (fault?.kind === "drop_after_commit") return void request.socket.destroy();
    seen.status = answer.status;
    response.status(answer.status).set(answer.headers ?? {});
    if (answer.body === undefined) response.end();
    else response.json(answer.body);
  }

  async #answer(
    route: WireRoute,
    request: Request,
    url: URL,
    body: string,
    fault: Fault | undefined,
  ): Promise<WireAnswer> {
    try {
      if (fault?.kind === "status") throw faultError(fault);
      for (const name of url.searchParams.keys())
        if (!route.query.includes(name))
          throw new WireError(400, "invalid", `Unknown parameter: ${name}`);
      return await route.handle({
        path: request.path,
        params: request.params,
        query: url.searchParams,
        body: parseBody(route.body, body),
        header: (name) => request.get(name),
      });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return { status: error.status, body: this.bodyOf(error), headers: error.headers };
    }
  }

  #meets(call: string): Fault | undefined {
    const fault = this.faults.find(({ route, times }) => times > 0 && call.startsWith(route));
    if (fault !== undefined) fault.times -= 1;
    return fault;
  }
}

function faultError({ status = 500, reason = "backendError", retry_after }: Fault): WireError {
  const headers: Record<string, string> =
    retry_after === undefined ? {} : { "Retry-After": String(retry_after) };
  return new WireError(status, reason, "Injected fault.", headers);
}

function parseBody(schema: z.ZodType | null, text: string): unknown {
  if (schema === null) {
    if (text !== "") throw new WireError(400, "invalid", "This call accepts no body.");
    return null;
  }
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new WireError(400, "parseError", "The body is not JSON.");
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new WireError(400, "invalid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}
