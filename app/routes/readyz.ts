import { isReady } from "~/domain/health/is-ready.server";

/** The process can serve: its database answers. */
export async function loader(): Promise<Response> {
  const ready = await isReady();
  return Response.json({ status: ready ? "ready" : "not_ready" }, { status: ready ? 200 : 503 });
}
