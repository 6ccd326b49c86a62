import type { Request, RequestHandler, Response } from "express";

/** Turns a rejected handler into a 500 of its request; express 4 would crash the process. */
export function answer(
  handler: (request: Request, response: Response) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => void handler(request, response).catch(next);
}
