/**
 * Client data that the web process adds to a Request (getLoadContext). Absent under plain
 * remix-serve.
 */
export interface ClientContext {
  /** The client's IP address: the socket's, or the one that TRUST_PROXY's proxies report. */
  ip?: string;
  request_id?: string;
}

/** The client context, from the context that Remix passes to loaders and actions. */
export function contextOf(context: unknown): ClientContext {
  return typeof context === "object" && context !== null ? (context as ClientContext) : {};
}
