import type { Request, RequestHandler, Response } from "express";

/** Lets an async handler fail as a 500 of its own request; express 4 would let it end the process. */
export function answer(
  handler: (request: Request, response: Response) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => void handler(request, response).catch(next);
}
