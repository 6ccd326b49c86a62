import { Readable } from "node:stream";

/**
 * A Response with a JSON body that is already serialized. The fast path sends `text_sent` instead
 * of reading the body's stream, which takes longer than serializing it.
 */
export class JsonResponse extends Response {
  constructor(
    readonly text_sent: string,
    status: number,
    headers: Record<string, string>,
  ) {
    super(text_sent, {
      status,
      headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    });
  }
}

export const jsonResponse = (
  status: number,
  json: string,
  headers: Record<string, string>,
): Response => new JsonResponse(json, status, headers);

/**
 * Memoizes the last result: a response stored under an Idempotency-Key is serialized once and
 * reused when it is sent.
 */
export function once<T>(make: (result: unknown) => T): (result: unknown) => T {
  let made: { from: unknown; answer: T } | null = null;
  return (result) => {
    if (made === null || made.from !== result) made = { from: result, answer: make(result) };
    return made.answer;
  };
}

const PIECE_BYTES = 64 * 1024;

/** Streams a JSON file, batched into chunks of useful size. */
export function jsonStream(fileName: string, text: AsyncIterable<string>): Response {
  const pieces = async function* () {
    let piece = "";
    for await (const more of text) {
      piece += more;
      if (piece.length < PIECE_BYTES) continue;
      yield Buffer.from(piece);
      piece = "";
    }
    yield Buffer.from(piece);
  };
  return new Response(Readable.toWeb(Readable.from(pieces())) as ReadableStream, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
