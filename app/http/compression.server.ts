import compression from "compression";
import type { RequestHandler } from "express";

/** In bytes. Smaller responses fit into one packet anyway. */
const WORTH_BYTES = 1024;

/**
 * Compresses pages and JSON with brotli or gzip, as the client accepts. Already encoded content
 * (built files, images, zip) and event streams, which must not be buffered, pass through unchanged.
 */
export const compressAnswers: RequestHandler = compression({
  threshold: WORTH_BYTES,
  filter: (request, response) =>
    !/^text\/event-stream/i.test(String(response.getHeader("Content-Type") ?? "")) &&
    compression.filter(request, response),
});
