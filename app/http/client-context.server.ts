import type { Request as ExpressRequest } from "express";
import type { ClientContext } from "./client-context";
import { requestIdOf } from "./request-id";

/** Passes the client's IP address (by TRUST_PROXY) and a request id to loaders and actions. */
export function clientContext(request: ExpressRequest): ClientContext & Record<string, unknown> {
  return {
    ip: request.ip ?? request.socket.remoteAddress ?? "",
    request_id: requestIdOf(request.headers),
  };
}
