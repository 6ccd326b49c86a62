import type { RequestHandler, Response } from "express";
import { AppError } from "~/lib/app-error";
import { Lanes } from "~/lib/lanes";
import { clientContext } from "./client-context.server";
import { sessionTokenIn } from "./session-cookie.server";

/**
 * Of one visitor at once: a browser asks for a page's parts side by side. Drawing a page takes the processor that all share, so more of one
 * visitor's would keep everybody else waiting.
 */
const lanes = new Lanes({ at_once: Infinity, of_one: 4, may_wait: 100, wait_ms: 30_000 });

/** Lets a visitor's pages be made a few at once; the rest wait for their turn. `isStream`: what goes on for as long as it is read. */
export function pagesInTurn(isStream: (path: string) => boolean): RequestHandler {
  return (request, response, next) => {
    if (isStream(request.path)) return next();
    const visitor = sessionTokenIn(request.headers.cookie ?? "") ?? clientContext(request).ip ?? "";
    const make = async () => {
      if (response.destroyed) return; // gone while they waited
      next();
      await sent(response);
    };
    lanes.run(visitor, make).catch((error: unknown) => {
      if (!(error instanceof AppError)) return next(error);
      response.status(error.status).set(error.extra.headers ?? {});
      response.type("text/plain").send(`${error.message}\n`);
    });
  };
}

/** When an answer has been sent, or its reader is gone. */
function sent(response: Response): Promise<void> {
  return new Promise((resolve) => response.once("close", () => resolve()));
}
