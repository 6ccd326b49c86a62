/** What the web process knows of a request beyond the Request itself (getLoadContext). Absent under plain remix-serve. */
export interface ClientContext {
  /** The client's address: the socket's, or what TRUST_PROXY's proxies say. */
  ip?: string;
  request_id?: string;
}

/** The client context in what Remix hands to loaders and actions. */
export function contextOf(context: unknown): ClientContext {
  return typeof context === "object" && context !== null ? (context as ClientContext) : {};
}
