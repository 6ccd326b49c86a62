import compression from "compression";
import type { RequestHandler } from "express";

/** Below this an answer fits into one packet anyway. Bytes. */
const WORTH_BYTES = 1024;

/**
 * Compresses pages and JSON on their way out, by brotli or gzip as the client takes them. What is encoded already (files compressed by the
 * build, pictures, zip) and streams of events, which must not wait in a buffer, go out as they are.
 */
export const compressAnswers: RequestHandler = compression({
  threshold: WORTH_BYTES,
  filter: (request, response) =>
    !/^text\/event-stream/i.test(String(response.getHeader("Content-Type") ?? "")) &&
    compression.filter(request, response),
});
