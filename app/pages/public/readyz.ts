import { readReadiness } from "~/lib/readiness.server";

/** The process can serve: its database answers, with the settings and tables it needs. Says within 8 seconds what is missing. */
export async function loader(): Promise<Response> {
  const { reason, worker_seen_seconds } = await readReadiness();
  if (reason === null) return Response.json({ status: "ready", worker_seen_seconds });
  return Response.json(
    { status: "not_ready", reason },
    { status: 503, headers: { "Retry-After": "5" } },
  );
}
