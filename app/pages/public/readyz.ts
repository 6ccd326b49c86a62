import { readReadiness } from "~/lib/readiness.server";

/** Readiness check: verifies database, settings and tables. Reports problems within 8 seconds. */
export async function loader(): Promise<Response> {
  const { reason, worker_seen_seconds } = await readReadiness();
  if (reason === null) return Response.json({ status: "ready", worker_seen_seconds });
  return Response.json(
    { status: "not_ready", reason },
    { status: 503, headers: { "Retry-After": "5" } },
  );
}
