import "./production-packages.mjs"; // must come before React
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { env, isProduction } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { nameOurHost, refuseForgedPosts } from "~/http/csrf.server";
import { apiFastPath } from "~/http/api-fast-path.server";
import { closeInOrder } from "~/http/close-in-order.server";
import { compressAnswers } from "~/http/compression.server";
import { staticFiles } from "~/http/static-files.server";
import { countAnswer, measureProcess, type readMetrics } from "~/lib/metrics.server";
import { endWhenHung } from "./end-when-hung";
import { serveMetrics } from "./metrics-server";
import { cannotListen } from "./ports";
import { clientContext } from "~/http/client-context.server";
import type { guardPages } from "~/http/guard-pages.server";
import { pagePatterns } from "~/http/page-patterns.server";
import { pagesInTurn } from "~/http/page-turns.server";
import { requestIdOf } from "~/http/request-id";
import type { inVisit } from "~/http/visit.server";
import {
  everyAnswer,
  hasTokenInAddress,
  ownHeadersFirst,
  tokenPageHeaders,
} from "~/http/security-headers.server";

// No source maps for build and packages: the first stack trace would block all calls for a quarter
// of a second while Node parses Prisma's.
process.setSourceMapsEnabled(false);
const build = (await import(
  pathToFileURL(resolve("build/server/index.js")).href
)) as ServerBuild & {
  entry: {
    module: {
      closeServer?: () => Promise<void>;
      endLiveStreams?: () => void;
      readMetrics: typeof readMetrics;
      inVisit: typeof inVisit;
      guardPages: typeof guardPages;
    };
  };
};
process.setSourceMapsEnabled(true);

const pageOf = pagePatterns(build);
const app = express();
app.disable("x-powered-by");
app.set("trust proxy", env.TRUST_PROXY.length > 0 ? env.TRUST_PROXY : false);
const UNREADABLE = "This address cannot be read.\n";
const prepare: RequestHandler = (request, response, next) => {
  const tokenHeaders = hasTokenInAddress(request.path) ? tokenPageHeaders : {};
  for (const [name, value] of Object.entries({ ...everyAnswer, ...tokenHeaders }))
    response.setHeader(name, value);
  // The only method that Node accepts but fetch's Request rejects.
  if (request.method === "TRACE") return void response.sendStatus(405);
  // `*` addresses the server as a whole (RFC 9112, 3.2.4), not a page.
  if (request.url.startsWith("*"))
    return void response.status(400).type("text/plain").send(UNREADABLE);
  // A client may send an absolute URL (RFC 9112, 3.2.2).
  request.url = request.originalUrl = request.url.replace(/^[a-z]+:\/\/[^/]*/i, "");
  next();
};
/** Errors outside Remix: an undecodable path is the client's fault, everything else is logged. */
const handleError: ErrorRequestHandler = (
  error: Error & { status?: number },
  _request,
  response,
  next,
) => {
  const status = error.status ?? 500;
  if (status >= 500) log.error({ err: error }, "request failed");
  if (response.headersSent) return next(error);
  response.status(status).type("text/plain");
  response.send(status < 500 ? UNREADABLE : "Something went wrong on our side.\n");
};
/**
 * Measures and logs pages. API operations do so themselves, and event streams last as long as their
 * clients.
 */
const measurePages: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const request_id = requestIdOf(request.headers);
  request.headers["x-request-id"] = request_id; // for all later handlers
  response.setHeader("X-Request-Id", request_id);
  response.once("finish", () => {
    if (response.getHeader("Content-Type")?.toString().startsWith("text/event-stream")) return;
    const [status, ms] = [response.statusCode, performance.now() - startedAt];
    const tenant_id = tenantOf(response);
    countAnswer("page", status, ms, tenant_id ?? null);
    log.info(
      {
        request_id,
        ...(tenant_id !== undefined && { tenant_id }),
        operation: "page",
        page: pageOf(request),
        status,
        ms: Math.round(ms),
      },
      "answered",
    );
  });
  next();
};
/** Tenant of the page, if known. */
const tenantOf = ({ locals }: Response): string | undefined =>
  (locals as { tenant_id?: string }).tenant_id;
/** Reads the rest of a refused body, so that the connection can be reused or closed in order. */
const drainBody: RequestHandler = (request, response, next) => {
  response.once("finish", () => {
    if (request.readableEnded) return;
    request.removeAllListeners("data"); // the page's own listeners
    request.resume();
  });
  next();
};
/** The event stream of an open page. */
const isStream = (path: string) => path === "/dashboard/live";
app.use(prepare, drainBody, compressAnswers);
// Before static files: API calls need no file lookup.
app.use(apiFastPath(build));
app.use(staticFiles("build/client", "public"));
app.use(measurePages, refuseForgedPosts, nameOurHost, ownHeadersFirst, pagesInTurn(isStream));
app.use((_request, response, next) =>
  build.entry.module.inVisit(next, (tenantId) => {
    response.locals["tenant_id"] = tenantId;
  }),
);
const handlePage = createRequestHandler({
  build: build.entry.module.guardPages(build),
  mode: isProduction ? "production" : env.NODE_ENV,
  getLoadContext: clientContext,
});
app.all("*", (request, response, next) => void handlePage(request, response, next)); // passes errors to next
app.use(handleError);

measureProcess();
await serveMetrics(build.entry.module.readMetrics);
const server = createServer(app);
server.requestTimeout = 30_000;
server.headersTimeout = 15_000;
// Longer than proxies and clients keep idle connections (usually 60 s), so that none is closed
// while a request is in transit.
server.keepAliveTimeout = 75_000;
await new Promise<void>((listening, failed) =>
  server
    .once("error", (error) => failed(cannotListen(error, env.HOST, env.PORT, "PORT")))
    .listen(env.PORT, env.HOST, listening),
);
log.info({ host: env.HOST, port: env.PORT }, "listening");
endWhenHung();
process.send?.("ready");

closeInOrder(server, {
  first: () => build.entry.module.endLiveStreams?.(),
  last: async () => {
    await build.entry.module.closeServer?.();
    process.exit(0);
  },
});
