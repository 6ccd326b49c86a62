import { createServer, type Server } from "node:http";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import type { readMetrics } from "~/lib/metrics.server";
import { cannotListen } from "./ports";

/**
 * Serves metrics at METRICS_HOST:METRICS_PORT, separate from the public port: /metrics in
 * Prometheus' text format, and /healthz. Disabled without METRICS_PORT.
 */
export async function serveMetrics(read: typeof readMetrics): Promise<Server | null> {
  if (env.METRICS_PORT === undefined) return null;
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
    if (request.url === "/healthz")
      return answer(200, "application/json", JSON.stringify({ status: "ok" }));
    if (request.url !== "/metrics")
      return answer(404, "text/plain", "Available: /metrics and /healthz.\n");
    read().then(
      ({ text, type }) => answer(200, type, text),
      (error: Error) => {
        log.warn({ err: error }, "metrics could not be read");
        answer(503, "text/plain", "The metrics could not be read.\n");
      },
    );
  });
  const { METRICS_HOST: host, METRICS_PORT: port } = env;
  await new Promise<void>((listening, failed) =>
    server
      .once("error", (error) => failed(cannotListen(error, host, port, "METRICS_PORT")))
      .listen(port, host, listening),
  );
  server.unref(); // must not keep the process alive
  return server;
}
