import type { Request as ExpressRequest } from "express";
import type { ClientContext } from "./client-context";
import { requestIdOf } from "./request-id";

/** What the web process tells loaders and actions beside the Request: the client's address (by TRUST_PROXY) and a request id. */
export function clientContext(request: ExpressRequest): ClientContext & Record<string, unknown> {
  return {
    ip: request.ip ?? request.socket.remoteAddress ?? "",
    request_id: requestIdOf(request.headers),
  };
}
