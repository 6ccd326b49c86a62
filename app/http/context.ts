/** What the web process knows of a request beyond the Request itself (getLoadContext). Absent under plain remix-serve. */
export interface EdgeContext {
  /** The client's address: the socket's, or what TRUST_PROXY's proxies say. */
  ip?: string;
  request_id?: string;
}

export function edgeOf(context: unknown): EdgeContext {
  return typeof context === "object" && context !== null ? (context as EdgeContext) : {};
}
