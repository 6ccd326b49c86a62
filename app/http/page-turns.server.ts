import type { RequestHandler, Response } from "express";
import { AppError } from "~/lib/app-error";
import { FairLimiter } from "~/lib/fair-limiter";
import { clientContext } from "./client-context.server";
import { sessionTokenIn } from "./session-cookie.server";

/**
 * Limits per visitor. Browsers request a page's parts in parallel, and rendering uses the shared
 * CPU, so more from one visitor would delay everybody else.
 */
const limiter = new FairLimiter({ of_one: 4, may_wait: 100, wait_ms: 30_000 });

/**
 * Limits how many pages of one visitor are rendered in parallel; the rest wait their turn.
 * `isStream` matches paths whose responses stay open.
 */
export function pagesInTurn(isStream: (path: string) => boolean): RequestHandler {
  return (request, response, next) => {
    if (isStream(request.path)) return next();
    const visitor = sessionTokenIn(request.headers.cookie ?? "") ?? clientContext(request).ip ?? "";
    const make = async () => {
      if (response.destroyed) return; // disconnected while waiting
      next();
      await sent(response);
    };
    limiter.run(visitor, make).catch((error: unknown) => {
      if (!(error instanceof AppError)) return next(error);
      response.status(error.status).set(error.extra.headers ?? {});
      response.type("text/plain").send(`${error.message}\n`);
    });
  };
}

/** Resolves when the response has been sent or the client has disconnected. */
function sent(response: Response): Promise<void> {
  return new Promise((resolve) => response.once("close", () => resolve()));
}
