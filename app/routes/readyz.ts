import { isDatabaseReady } from "~/lib/db.server";

/** The process can serve: its database answers. */
export async function loader(): Promise<Response> {
  const isReady = await isDatabaseReady();
  return Response.json({ status: isReady ? "ready" : "not_ready" }, { status: isReady ? 200 : 503 });
}
