/** The process is alive. */
export function loader(): Response {
  return Response.json({ status: "ok" });
}
