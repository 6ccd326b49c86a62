import { Readable } from "node:stream";

/** A Response with a JSON body that was written already. */
export function jsonResponse(
  status: number,
  json: string,
  headers: Record<string, string>,
): Response {
  return new Response(json, {
    status,
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
  });
}

/** Makes an answer from a result and keeps it: one that is stored under an Idempotency-Key is asked for again when it is sent. */
export function once<T>(make: (result: unknown) => T): (result: unknown) => T {
  let made: { from: unknown; answer: T } | null = null;
  return (result) => {
    if (made === null || made.from !== result) made = { from: result, answer: make(result) };
    return made.answer;
  };
}

const PIECE_BYTES = 64 * 1024;

/** A JSON file that is written as it is sent, in pieces that are worth a packet. */
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
