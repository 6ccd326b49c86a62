import { databaseState } from "~/domain/health/database-state.server";

/** The process can serve: its database answers, with the settings it needs. Says within 4 seconds what is missing. */
export async function loader(): Promise<Response> {
  const database = await databaseState();
  if (database === "ready") return Response.json({ status: "ready" });
  return Response.json(
    { status: "not_ready", reason: `database_${database}` },
    { status: 503, headers: { "Retry-After": "5" } },
  );
}
