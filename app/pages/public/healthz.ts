/** Liveness check. */
export function loader(): Response {
  return Response.json({ status: "ok" });
}
